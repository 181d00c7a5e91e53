"""The dice and choices an example gives, handed out as they are asked for."""

from __future__ import annotations

from collections.abc import Mapping

from crittui.cases.examples import Part
from crittui.files.nodes import Block, Items, Node
from crittui.rules.dice import DiceError
from crittui.rules.events import Chosen
from crittui.rules.requests import Answer, ChooseRequest, Faces, Natural, Picked, RollRequest
from crittui.rules.source import Text
from crittui.rules.values import ValueProblem, whole_number


class Failure(Exception):
    """The example does not come out as it says; the text tells why."""


class Answers:
    """Answers by the id of what is asked; `bob.ID` goes before `ID`."""

    def __init__(self, part: Part) -> None:
        self.dice: dict[str, list[Node]] = {key.value: _several(node) for key, node in part.dice}
        self.choices: dict[str, Node] = {key.value: node for key, node in part.choices}
        self.series: dict[str, list[Node]] = {}
        self.asked: set[str] = set()
        self.rolled: set[str] = set()

    def roll(self, request: RollRequest) -> Answer:
        """The dice for a roll; raises Failure when none are given."""
        self.rolled.add(request.id)
        for key in (f"{request.by}.{request.id}", request.id):
            waiting = self.dice.get(key)
            if waiting:
                return _thrown(waiting.pop(0), request)
        if request.id in self.dice:
            raise Failure(f"{request.id} is rolled more often than dice are given")
        raise Failure(f"{request.id} ({request.dice}) is rolled, but no dice are given for it")

    def choose(self, request: ChooseRequest) -> Picked:
        """The choice for a request, its default when none is given."""
        self.asked.add(request.id)
        for key in (f"{request.by}.{request.id}", request.id):
            node = self.choices.get(key)
            if node is None:
                continue
            if request.pick > 1 or not isinstance(node, Items):
                return Picked(tuple(_word(one) for one in _several(node)))
            waiting = self.series.setdefault(key, list(node.nodes))
            if waiting:
                return Picked((_word(waiting.pop(0)),))
        if request.id in self.choices:
            raise Failure(f"{request.id} is asked more often than choices are given")
        return Picked(
            tuple(o.option for o in request.offers[: request.pick]) if request.pick > 1 else (request.default,)
        )

    def leftover(self, made: Mapping[str, Chosen]) -> str:
        """What was given and never asked for, or an empty text; a choice taken silently counts as asked."""
        for key, waiting in self.dice.items():
            if waiting:
                return f"dice are given for {key}, but it is not rolled" + (" again" if key in self.rolled else "")
        for key, node in self.choices.items():
            name = key.rpartition(".")[2]
            if name not in self.asked and name not in made:
                return f"a choice is given for {key}, but it is not asked"
            if name not in self.asked and _word(node) not in made[name].options:
                return f"{_word(node)} is given for {key}, but only {', '.join(made[name].options)} is left"
            if self.series.get(key):
                return f"choices are given for {key}, but it is not asked again"
        return ""


def _several(node: Node) -> list[Node]:
    return list(node.nodes) if isinstance(node, Items) else [node]


def _word(node: Node) -> str:
    if isinstance(node, Text):
        return node.value
    raise Failure("a choice is a name")


def _thrown(node: Node, request: RollRequest) -> Answer:
    if isinstance(node, Block):
        raise Failure(f"the dice for {request.id} are a number, or [[single, dice]]")
    percent = str(request.dice).startswith(("d100", "1d100", "d%"))
    try:
        if isinstance(node, Items):
            return Faces(tuple(_number(_word(one), percent) for one in node.nodes))
        number = _number(node.value, percent)
    except ValueProblem as problem:
        raise Failure(f"the dice for {request.id}: {problem}") from None
    return one_number(request, number)


def one_number(request: RollRequest, number: int) -> Answer:
    """A single number is the face of one die, or the sum of several."""
    try:
        request.dice.read((number,))
    except DiceError:
        return Natural(number)
    return Faces((number,))


def _number(text: str, percent: bool) -> int:
    return 100 if percent and text in ("00", "000") else whole_number(text)
