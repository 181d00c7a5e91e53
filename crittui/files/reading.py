"""Reads YAML as text with positions. The only module that imports yaml.

Scalars are never interpreted (`no`, `1:30`, `010` stay text), duplicate keys and aliases are
problems, and a comma that cuts a value short inside `{ }` is noticed.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import yaml

from crittui.errors import FileError
from crittui.files.nodes import Block, Items, Node
from crittui.rules.source import Position, Problem, Problems, Source, Text

Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
MAX_BYTES = 2_000_000
MAX_DEPTH = 60
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, composed to NFC, lines ended by newlines; FileError for what cannot be read so."""
    try:
        if path.is_dir():
            raise FileError("this is a directory, not a file", str(path), "name a YAML file in it")
        if path.exists() and not path.is_file():
            raise FileError("this is not a regular file", str(path))
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise FileError(f"the file has {size:,} bytes, more than {MAX_BYTES:,}", str(path))
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"cannot be read: {error.strerror or error}", str(path), "check the name") from None
    except ValueError:
        raise FileError("this is not a file name", repr(str(path))) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise FileError("the file is not UTF-8 text", f"{path}:{line}:1", "save it as UTF-8") from None
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def read(path: Path, problems: Problems) -> Node | None:
    """The tree of a file, or None when it could not be parsed; what is wrong goes into `problems`."""
    return parse(Source(str(path), read_text(path)), problems)


def parse(source: Source, problems: Problems, until: str = "") -> Node | None:
    """The tree of a text already read; None when there is none.

    With `until`, a last section of that name is passed over unread.
    """
    if not _printable(source, problems):
        return None
    try:
        node = yaml.compose(_before(source.text, until), Loader=Loader)
    except yaml.YAMLError as error:
        problems.extend([_yaml_problem(source, error)])
        return None
    except RecursionError:
        problems.add(source.position(0), "yaml", "the file is nested too deeply")
        return None
    if node is None:
        problems.add(source.position(0), "yaml", "the file is empty", "write at least one section")
        return None
    return _Converter(source, problems).convert(node, 0)


def _before(text: str, section: str) -> str:
    """The text without its last section, if that is the one named: examples are half of a ruleset's file."""
    start = re.search(rf"^{section}:[ \t]*$", text, re.MULTILINE) if section else None
    if start is None or re.search(r"^[^\s#-]", text[start.end() :], re.MULTILINE):
        return text
    return text[: start.start()]


def _printable(source: Source, problems: Problems) -> bool:
    match = _CONTROL.search(source.text)
    if match is not None:
        problems.add(source.position(match.start()), "yaml", f"a control character (code {ord(match[0])})", "remove it")
    return match is None


def _yaml_problem(source: Source, error: yaml.YAMLError) -> Problem:
    mark = getattr(error, "problem_mark", None)
    index = min(mark.index, max(len(source.text) - 1, 0)) if mark else 0
    what = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "this is not valid YAML")
    hint = ""
    if "\t" in source.text[max(index - 1, 0) : index + 1] or "cannot start any token" in what:
        what, hint = "a tab or a character that cannot stand here", "indent with blanks; put the text in quotes"
    elif "mapping values are not allowed" in what:
        hint = "a text that contains ': ' needs quotes"
    return Problem(source.position(index), "error", "yaml", what, hint)


class _Converter:
    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.seen: set[int] = set()

    def convert(self, node: yaml.Node, depth: int) -> Node:
        start = node.start_mark.index
        if id(node) in self.seen:
            self._problem(
                start, "yaml-alias", "aliases (*name) are not used here", "write the value out, or use `like`"
            )
            return Text("", self.source, start, "")
        if depth > MAX_DEPTH:
            self._problem(start, "yaml", "the file is nested too deeply")
            return Text("", self.source, start, "")
        self.seen.add(id(node))
        self._anchor(node)
        if isinstance(node, yaml.MappingNode):
            return self._block(node, depth)
        if isinstance(node, yaml.SequenceNode):
            nodes = tuple(self.convert(child, depth + 1) for child in node.value)
            return Items(self.source, start, nodes)
        assert isinstance(node, yaml.ScalarNode)
        return self._text(node)

    def _anchor(self, node: yaml.Node) -> None:
        before = self.source.text[node.start_mark.index : node.start_mark.index + 1]
        if before == "&" or (node.tag and self.source.text.startswith("!", node.start_mark.index)):
            self._problem(
                node.start_mark.index, "yaml-alias", "anchors (&name) and tags (!name) are not used here", "remove it"
            )

    def _block(self, node: yaml.MappingNode, depth: int) -> Block:
        entries: dict[str, tuple[Text, Node]] = {}
        flow = bool(node.flow_style)
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._problem(
                    key_node.start_mark.index, "shape", "a name is needed before the colon", "write a plain text"
                )
                continue
            key = self._text(key_node)
            if key.value == "<<":
                self._problem(key.start, "yaml-alias", "merge keys (<<) are not used here", "use `like`")
                continue
            if flow and self._cut_off(key_node, value_node):
                self._problem(
                    key.start,
                    "flow-comma",
                    f"a comma inside {{ }} cut this value off at {key.value!r}",
                    "put the whole text in quotes",
                )
                continue
            if key.value in entries:
                first = entries[key.value][0].position
                self._problem(
                    key.start,
                    "duplicate-key",
                    f"{key.value!r} stands twice in this block (first in line {first.line})",
                    "remove one of them",
                )
                continue
            entries[key.value] = (key, self.convert(value_node, depth + 1))
        return Block(self.source, node.start_mark.index, entries)

    def _cut_off(self, key: yaml.ScalarNode, value: yaml.Node) -> bool:
        """A flow entry with neither colon nor value: what stands after a comma that was meant as text."""
        if not isinstance(value, yaml.ScalarNode) or value.value != "":
            return False
        between = self.source.text[key.end_mark.index : value.end_mark.index + 1]
        return ":" not in between

    def _text(self, node: yaml.ScalarNode) -> Text:
        start, end = node.start_mark.index, node.end_mark.index
        raw = self.source.text[start:end]
        if node.style in ("'", '"') and len(raw) >= 2:
            return Text(node.value, self.source, start + 1, raw[1:-1])
        if node.style in ("|", ">"):
            head = raw.find("\n") + 1
            head += len(raw[head:]) - len(raw[head:].lstrip())
            return Text(node.value, self.source, start + head, raw[head:])
        return Text(node.value, self.source, start, raw)

    def _problem(self, index: int, code: str, message: str, hint: str = "") -> None:
        self.problems.add(self.source.position(index), code, message, hint)


def refuse(problems: Problems) -> None:
    """Raise FileError naming the first error and the number of others, if there are any."""
    errors = problems.errors
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise FileError(f"{errors[0].message}{more}", str(errors[0].position), errors[0].hint)


def position_of(path: Path) -> Position:
    """The beginning of a file, for problems that concern the whole of it."""
    return Position(str(path), 1, 1)
