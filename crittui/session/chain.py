"""A command, and everything that came of it."""

from __future__ import annotations

from dataclasses import field

from crittui.records import dataclass
from crittui.rules.commands import Command
from crittui.rules.events import Event
from crittui.rules.requests import Request
from crittui.rules.state import Fight
from crittui.session.course import Course


@dataclass(eq=False)
class Chain:
    """What one command did: the fight before it, and its events so far.

    `number` counts from 1 and is never given twice. `undone` marks a chain that was taken back;
    it stays where it is.
    """

    number: int
    command: Command
    before: Fight
    course: Course = field(repr=False)
    events: list[Event] = field(default_factory=list)
    undone: bool = False

    @property
    def complete(self) -> bool:
        """Whether nothing is asked any more."""
        return self.course.request is None

    @property
    def request(self) -> Request | None:
        """What is asked before the chain can go on."""
        return self.course.request

    @property
    def after(self) -> Fight:
        """The fight behind the last of its events."""
        return self.course.fight

    def advance(self, course: Course) -> None:
        """Go on with `course`, the one that follows the present."""
        self.course = course
        self.events.extend(course.events)
