"""What of the log is in view: it makes room once, stays where it is, and costs the same however long the log is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from crittui.session.lines import EffectLine, Line, NoteLine, RoundLine, SummaryLine, TurnLine
from crittui.tui.log_blocks import KEPT, Blocks
from crittui.tui.log_rows import Sheet
from crittui.tui.log_view import AFTER, MARGIN, ROOM, LogView, Spot
from tests.tui.evening import BRIDGE, ELEVENTH, NINTH, ROUND_3, TENTH, TWELFTH, Written, head

SHEET = Sheet(48)


def seen(view: LogView) -> list[str]:
    return ["".join(p.text for p in found.row).strip() for found in view.visible()]


def firsts(view: LogView) -> list[str]:
    return [row.split(" ")[0] for row in seen(view)]


def note(text: str) -> list[Line]:
    return [NoteLine(text=text)]


def test_the_bridge_at_rest() -> None:
    view = LogView(Written(*BRIDGE), SHEET, 22)
    assert firsts(view) == [
        *("Mira", "attack", "confirm", "location", "damage", "★", ""),
        *("──", ""),
        *("龍之介", "attack", "location", "damage", "●", ""),
        *("Grukk", "attack", "○"),
    ]


def test_a_chain_makes_room_for_itself_once() -> None:
    source = Written(*BRIDGE)
    view = LogView(source, SHEET, 15)
    source.chains.append(TWELFTH[:1])
    view.changed(6)
    assert firsts(view) == ["Grukk", "attack", "○", "", "Mira"]
    assert view.row_of(Spot(6, view.blocks[6].lead)) == 4 <= view.height - 1 - ROOM
    top = view.top
    for count in range(2, len(TWELFTH) + 1):
        source.chains[6] = TWELFTH[:count]
        view.changed(6)
        assert view.top == top
    assert seen(view)[-1] == "★ CRITICAL  L forearm severed −6 hp −6 con"


def test_a_chain_that_has_room_moves_nothing() -> None:
    source = Written(NINTH)
    view = LogView(source, SHEET, 22)
    source.chains.append(TENTH[:1])
    view.changed(1)
    assert view.top == Spot(0, 0)


def test_a_chain_that_outgrows_the_room_scrolls_again() -> None:
    source = Written(TENTH, TWELFTH[:1])
    view = LogView(source, SHEET, 12)
    source.chains[1] = [TWELFTH[0], *TWELFTH[1:5] * 4]
    view.changed(1)
    rows = view.visible()
    assert len(rows) == 12 - AFTER
    assert rows[-1].spot == view.last


def test_nothing_moves_while_somebody_reads_further_up_until_an_action_begins() -> None:
    source = Written(*[TENTH] * 20)
    view = LogView(source, SHEET, 12)
    view.scroll(-30)
    top = view.top
    source.chains.append(note("the bridge burns"))
    view.changed(20)
    assert (view.top, view.following) == (top, False)
    source.chains.append(ELEVENTH[:1])
    view.changed(21)
    assert view.following
    assert view.row_of(Spot(21, 1)) is not None


def test_several_chains_at_once_show_the_newest() -> None:
    source = Written(*[TENTH] * 5)
    view = LogView(source, SHEET, 12)
    source.chains += [ELEVENTH, TWELFTH, ROUND_3]
    view.changed(5)
    assert view.row_of(Spot(6, 1)) == 0
    assert view.following


def test_a_chain_that_goes_away() -> None:
    source = Written(*BRIDGE)
    view = LogView(source, SHEET, 10)
    del source.chains[2:]
    view.changed(2)
    assert seen(view)[-1].endswith("misses")
    assert view.following


def test_scrolling_stops_at_both_ends() -> None:
    view = LogView(Written(*[TENTH] * 20), SHEET, 12)
    end = view.top
    view.scroll(5)
    assert view.top == end
    view.scroll(-10_000)
    assert (view.top, view.following) == (Spot(0, 0), False)
    view.scroll(3)
    assert view.top == Spot(0, 3)
    view.scroll(10_000)
    assert (view.top, view.following) == (end, True)


def test_a_strip_that_opens_and_closes() -> None:
    view = LogView(Written(*BRIDGE), SHEET, 22)
    before = seen(view)
    view.resized(SHEET, 15)
    assert firsts(view)[0] == "──"
    assert seen(view)[-1] == "○ Grukk misses"
    view.resized(SHEET, 22)
    assert seen(view) == before


def test_a_strip_that_closes_leaves_a_reader_alone() -> None:
    view = LogView(Written(*[TENTH] * 30), SHEET, 12)
    view.scroll(-40)
    top = view.top
    view.resized(SHEET, 20)
    assert (view.top, view.following) == (top, False)


def test_another_width_keeps_the_end_in_view() -> None:
    view = LogView(Written(*BRIDGE), SHEET, 22)
    assert view.resized(Sheet(30), 22)
    assert seen(view)[-1] == "○ Grukk misses"
    assert not view.resized(Sheet(30), 22)


def test_going_to_a_chain_moves_only_if_it_is_out_of_view() -> None:
    view = LogView(Written(*[TENTH] * 50), SHEET, 20)
    top = view.top
    view.to_chain(49)
    assert view.top == top
    view.to_chain(7)
    first = view.blocks[7].lead
    assert view.row_of(Spot(7, first)) is not None
    assert view.row_of(Spot(7, first + 4)) is not None


def test_blank_rows_stand_between_actions_and_around_rules_only() -> None:
    source = Written(
        TENTH,
        [TurnLine(who="Mira", text="turn of Mira")],
        note("one"),
        note("two"),
        [EffectLine(who="Grukk", text="bleeding", mark="∴"), RoundLine(text="round 4")],
        [],
        note("three"),
        [*ELEVENTH, RoundLine(text="round 5")],
    )
    blocks = Blocks(source, SHEET)
    kinds = [list(blocks[index].owners) for index in range(len(source))]
    assert kinds == [
        [0, 1, 2, 3, 4],
        [],
        [-1, 0],
        [0],
        [0, -1, 1],
        [],
        [-1, 0],
        [-1, 0, 1, 2, -1, 3],
    ]


def test_a_block_is_laid_out_again_only_when_it_changed() -> None:
    source = Written(*BRIDGE)
    blocks = Blocks(source, SHEET)
    for _ in range(3):
        for index in range(len(source)):
            assert blocks[index].rows
    assert blocks.laid_out == len(source)
    source.chains[3] = note("instead")
    blocks.forget(3)
    assert blocks[3].lines == tuple(note("instead"))
    assert blocks[4].lead == 1
    assert blocks.laid_out == len(source) + 2


class Counted:
    """A log of any length that counts how often it is asked."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.asked = 0

    def __len__(self) -> int:
        return self.length

    def lines(self, index: int) -> Sequence[Line]:
        self.asked += 1
        return [head("Mira", "Grukk", "sabre", index), SummaryLine(verdict="hit", text=f"chest −{index} hp")]


def work(length: int) -> int:
    """How many chains are put into words to open the log, to play a chain and to page up."""
    source = Counted(length)
    view = LogView(source, SHEET, 22)
    source.length += 1
    view.changed(length)
    view.scroll(-22)
    view.visible()
    return source.asked


def test_the_cost_does_not_grow_with_the_log() -> None:
    assert work(100_000) == work(100) < 60


def test_only_so_many_blocks_are_kept() -> None:
    source = Counted(3 * KEPT)
    view = LogView(source, SHEET, 22)
    view.scroll(-10 * KEPT)
    assert len(view.blocks._kept) <= KEPT


def test_a_view_without_height_or_width() -> None:
    for width, height in ((0, 0), (1, 1), (2, 1), (48, 0), (0, 5)):
        view = LogView(Written(*BRIDGE), Sheet(width), height)
        assert len(view.visible()) <= height
        view.scroll(-3)
        view.scroll(3)
        assert all(cell_len("".join(p.text for p in found.row)) == width for found in view.visible())


def test_an_empty_log() -> None:
    source = Written()
    view = LogView(source, SHEET, 10)
    assert view.visible() == []
    view.scroll(-1)
    view.scroll(1)
    view.resized(Sheet(60), 12)
    source.chains.append(ROUND_3)
    view.changed(0)
    assert firsts(view) == ["──"]


def test_a_tall_chain_above_a_short_last_one_leaves_no_empty_view() -> None:
    tall = [TENTH[0], *TENTH[1:] * 6]
    view = LogView(Written(tall, ELEVENTH[:1]), SHEET, 16)
    rows = seen(view)
    assert len(rows) == 16 - MARGIN
    assert rows[-1].startswith("Grukk")
