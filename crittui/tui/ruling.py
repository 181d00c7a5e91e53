"""House rules, add-ons and language of a game: what there is to set, and what comes of setting it.

Until something was done in a fight, a change is another beginning of it. Later a house rule is a command
like any other: in the journal, in the log, to be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from crittui.errors import CrittuiError
from crittui.files.addons import AddOn, find_addons, first_problems, laid_in, named_addon, same_file
from crittui.files.addons import told as problem_told
from crittui.files.encounters import encounter_from, under_house_rules
from crittui.files.library import BadFile
from crittui.records import dataclass
from crittui.rules.commands import SetOption
from crittui.rules.model import Field
from crittui.rules.values import ValueProblem, default_of, filed, read_value, written
from crittui.session.naming import Naming
from crittui.session.speech import speech_of
from crittui.tui.keys import RULES
from crittui.tui.phrases import LANGUAGE_NAMES, Phrases
from crittui.tui.prompts.fields import Choice
from crittui.tui.prompts.house import Setting, Wish
from crittui.tui.prompts.letters import assign
from crittui.tui.table import Table

OPTION, ADDON, LANGUAGE = "option:", "add-on:", "language:"
YES, NO = "yes", "no"


@dataclass
class Ruling:
    """What can be set at a table. `again` is whether the fight must be put on the screen anew."""

    table: Table
    again: bool = False
    _wrong: dict[str, str] = field(default_factory=dict)
    _shelf: tuple[AddOn, ...] | None = None

    @property
    def begun(self) -> bool:
        """Whether something was done, so that house rules change from here on."""
        return self.table.game.begun

    @property
    def language(self) -> str:
        return self.table.game.language or self.table.game.ruleset.language

    @property
    def say(self) -> Phrases:
        """The program's own words, in the language that is set now."""
        return Phrases(self.language)

    def settings(self) -> tuple[Setting, ...]:
        """Everything that can be set, as it is now."""
        return (*self._addons(), *self._options(), *self._languages())

    def fulfil(self, wish: Wish) -> str:
        """Carry out a wish; what is wrong with it, or empty."""
        kind, _, name = wish.name.partition(":")
        doing = {OPTION: self._set, ADDON: self._switch, LANGUAGE: self._speak}[f"{kind}:"]
        try:
            return doing(name, wish.value)
        except CrittuiError as error:
            return f"{error.what}, {error.hint}" if error.hint else error.what

    # House rules

    def _options(self) -> Iterator[Setting]:
        game = self.table.game
        naming, say = Naming(speech_of(game.ruleset, self.language), {}), self.say
        for name, declared in game.ruleset.options.items():
            value = game.fight.options.get(name, written(default_of(declared)))
            own = written(filed(declared))
            yield Setting(
                OPTION + name, naming.option(name), declared.kind, value, own,
                naming.setting(value), naming.setting(own), say(f"kind.{declared.kind}"), name,
                say("options"), choices=self._choices(declared, naming),
            )  # fmt: skip

    def _choices(self, declared: Field, naming: Naming) -> tuple[Choice, ...]:
        values = {"choice": declared.choices, "flag": (YES, NO)}.get(declared.kind, ())
        return self._keyed([(value, naming.setting(value)) for value in values])

    def _keyed(self, pairs: Sequence[tuple[str, str]]) -> tuple[Choice, ...]:
        keys = assign([label for _, label in pairs], self.table.keys.used(RULES))
        return tuple(Choice(value, label, key=key) for (value, label), key in zip(pairs, keys, strict=True))

    def _set(self, name: str, value: str) -> str:
        game, declared = self.table.game, self.table.game.ruleset.options[name]
        try:
            value = written(read_value(declared, value))
        except ValueProblem:
            return self.say(f"wrong.{declared.kind}", text=value or "-")
        if game.begun:
            return "" if self.table.submit(SetOption(name, value)) else self.table.notice.words
        head = game.journal.head
        options = {**head.options, name: value}
        rules = under_house_rules(game.ruleset, head.encounter, options)
        game.begin_anew(replace(head, options=options), *rules)
        self.again = True
        return ""

    # Add-ons

    @property
    def _on(self) -> tuple[AddOn, ...]:
        """The add-ons that are on, each with what is known of its file."""
        known = self._found()
        return tuple(
            next((replace(one, source=on) for one in known if same_file(one.file, on.name)), None) or named_addon(on)
            for on in self.table.game.journal.head.addons
        )

    def _found(self) -> tuple[AddOn, ...]:
        if self._shelf is None:
            head = self.table.game.journal.head
            self._shelf = find_addons(self.table.game.ruleset.id, head.ruleset.name, head.encounter.name)
        return self._shelf

    def _addons(self) -> Iterator[Setting]:
        on, found = self._on, () if self.begun else self._found()
        files = [one.file for one in on]
        elsewhere = (one for one in on if not any(same_file(one.file, other.file) for other in found))
        say = self.say
        answers = self._keyed([(YES, say("on")), (NO, say("off"))])
        for addon in (*elsewhere, *found):
            value = YES if any(same_file(addon.file, file) for file in files) else NO
            text = self.table.game.ruleset.text
            title = text(addon.title, self.language) if addon.title else Path(addon.file).stem
            notes = (text(addon.notes, self.language),) if addon.notes else ()
            shown = say("on" if value == YES else "off")
            yield Setting(
                ADDON + addon.file, title, "add-on", value, value, shown, shown, say("kind.add-on"),
                Path(addon.file).name, say("add-ons"), notes, answers,
                say("too late") if self.begun else "", self._wrong.get(addon.file, addon.wrong),
            )  # fmt: skip

    def _switch(self, file: str, value: str) -> str:
        if self.begun:
            return self.say("too late")
        self._shelf = None  # a file that was mended meanwhile is read anew
        on = self._on
        found = next((one for one in self._found() if one.file == file), None)
        if value == NO:
            addons = tuple(one for one in on if not same_file(one.file, file))
        elif found is None:
            return self.say("not found", what=file)
        else:
            addons = laid_in(on, found)
        head = self.table.game.journal.head
        sources = tuple(one.source for one in addons)
        try:
            encounter = encounter_from(head.ruleset, sources, head.encounter, head.options)
        except BadFile as error:
            at_fault = first_problems(error, sources).get(file)
            self._wrong[file] = at_fault or problem_told(next(p for p in error.problems if p.level == "error"))
            return self._wrong[file]
        self._wrong.pop(file, None)
        options = {name: value for name, value in head.options.items() if name in encounter.ruleset.options}
        self.table.game.begin_anew(replace(head, addons=sources, options=options), encounter.ruleset, encounter.fight)
        self.again = True
        return ""

    # Language

    def _languages(self) -> Iterator[Setting]:
        ruleset, say = self.table.game.ruleset, self.say
        spoken = tuple(dict.fromkeys((*ruleset.languages, self.language)))
        if len(spoken) > 1:
            choices = self._keyed([(one, LANGUAGE_NAMES.get(one, one)) for one in spoken])
            names: Mapping[str, str] = {choice.value: choice.label for choice in choices}
            yield Setting(
                LANGUAGE, say("speaks"), "language", self.language, ruleset.language,
                names[self.language], names.get(ruleset.language, ruleset.language), say("kind.language"), "",
                say("language"), choices=choices,
            )  # fmt: skip

    def _speak(self, _: str, language: str) -> str:
        self.table.game.speak(language)
        self.again = True
        return ""
