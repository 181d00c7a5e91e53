"""Which drawing belongs to which prompt."""

from __future__ import annotations

from crittui.tui.arrangement import Box
from crittui.tui.prompts.aim import Aim
from crittui.tui.prompts.ask import Ask
from crittui.tui.prompts.hand import Hand
from crittui.tui.prompts.prepare import Prepare
from crittui.tui.table import Prompt
from crittui.tui.views import KeyView, StripView
from crittui.tui.widgets import ask, called, hand, prepare, small
from crittui.tui.widgets.strip import FRAME, MOST, height_of

MOST_FIELDS = 8
LEAST_STRIP = 24  # narrower ones are drawn so and cut off


def most_rows(prompt: Prompt, width: int) -> int:
    """The rows that a prompt may take: eight, and more where there is more to choose than these hold."""
    if isinstance(prompt, Prepare):
        return max(MOST, min(MOST_FIELDS, len(prompt.fields)) + FRAME)
    return max(MOST, min(MOST_FIELDS, ask.rows_wanted(prompt, width)) + FRAME) if isinstance(prompt, Ask) else MOST


def rows_wanted(prompt: Prompt, beside: Box | None, width: int, ascii_only: bool) -> int:
    """How many rows a prompt wants at the foot of the box `beside` it, or of a screen so wide."""
    wide = max(beside.width if beside else width, LEAST_STRIP)
    most = most_rows(prompt, wide)
    return height_of(draw_prompt(prompt, wide, most, ascii_only), most)


def fit_prompt(prompt: Prompt, box: Box, ascii_only: bool) -> StripView:
    """The prompt as it is drawn in its box."""
    return draw_prompt(prompt, max(box.width, LEAST_STRIP), box.height, ascii_only)


def draw_prompt(prompt: Prompt, width: int, most: int, ascii_only: bool) -> StripView:
    """A prompt in at most `most` rows."""
    match prompt:
        case Prepare():
            return prepare.strip(prompt, width, most)
        case Aim():
            return called.strip(prompt, width, most)
        case Ask():
            return ask.strip(prompt, width, most, ascii_only)
        case Hand():
            return hand.strip(prompt, width, most)
        case _:
            return small.strip(prompt, width, most)


def prompt_keys(prompt: Prompt, asked: bool) -> tuple[KeyView, ...]:
    """The key line while a prompt is open; `asked`: a chain asks, so giving up means to take it back."""
    match prompt:
        case Prepare():
            return prepare.keys(prompt)
        case Aim():
            return called.keys(prompt)
        case Ask() if asked:
            return ask.keys(prompt)
        case Ask():
            return (*ask.keys(prompt)[:-1], KeyView("x", prompt.words.drop, kept=True))
        case Hand():
            return hand.keys(prompt)
        case _:
            return small.keys(prompt)
