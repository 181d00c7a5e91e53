"""The course of one command: steps that give events one after the other, and may ask on the way.

A course is immutable. Answering gives the next one and leaves the old one as it was, so that an
answer can be tried, then stored, then shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from crittui.records import dataclass
from crittui.rules.apply import apply_all
from crittui.rules.events import Event
from crittui.rules.requests import Answer, Request
from crittui.rules.state import Fight


class Asking(Protocol):
    """A machine, or several one after the other. It never changes; an answer gives the next one."""

    @property
    def request(self) -> Request | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    def answer(self, answer: Answer) -> Asking: ...


Step = Callable[[Fight], Asking | tuple[Event, ...]]
"""One step of a command: from the fight before it, what happens, or a machine that asks on the way."""


@dataclass(frozen=True, slots=True)
class Course:
    """Where a command stands: `events` are those since the last answer, `fight` is behind them."""

    fight: Fight
    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    machine: Asking | None = None

    @property
    def request(self) -> Request | None:
        """What is asked now; None at the end."""
        return self.machine.request if self.machine else None

    def answer(self, answer: Answer) -> Course:
        """The course behind this answer; an AnswerError if it is not accepted."""
        if self.machine is None:
            raise ValueError("nothing was asked")
        machine = self.machine.answer(answer)
        return _run(_behind(Course(self.fight, (), self.steps), machine))


def begin_course(fight: Fight, steps: tuple[Step, ...]) -> Course:
    """Run `steps` to the end or to the first question; a Refused comes out of the step that refuses."""
    return _run(Course(fight, (), steps))


def _run(course: Course) -> Course:
    while course.machine is None and course.steps:
        step, *rest = course.steps
        given = step(course.fight)
        course = Course(course.fight, course.events, tuple(rest))
        course = _told(course, given) if isinstance(given, tuple) else _behind(course, given)
    return course


def _told(course: Course, events: tuple[Event, ...]) -> Course:
    return Course(apply_all(course.fight, events), course.events + events, course.steps)


def _behind(course: Course, machine: Asking) -> Course:
    told = _told(course, machine.events)
    return Course(told.fight, told.events, told.steps, machine if machine.request else None)
