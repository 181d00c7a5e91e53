"""Bodies and their wounds, cell by cell. The drawings are those that the screens were designed with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crittui.tui.callouts import Canvas, compose
from crittui.tui.glyphs import GONE, to_ascii
from crittui.tui.shading import SEVERITIES, BodyView, Cells, shade, shade_of
from crittui.tui.views import MarkView
from crittui.tui.wounds import wounds
from tests.tui.bodies import COARSE, FINE, FOUR_LEGGED, best, location, picture, pictures, rows, view

BLEEDING = MarkView("∴", "severed", "bleeding")


def text(cells: Cells) -> list[str]:
    return ["".join(cell.glyph for cell in row) for row in cells]


def drawn(body: BodyView, width: int, height: int) -> list[str]:
    return text(compose(body, width, height).cells)


def words(canvas: Canvas) -> list[str]:
    return [f"{mark.glyph} {mark.words}" for mark in canvas.rest]


IDLE = """
    |       ╭───╮                   |
    |right  │   │  left             |
    |       ╲• •╱                   |
    |   ╭────╯╱╰────╮               |
    |  ╱  ╷╱╱╱╱╱╱╱╷  ╲   ╱ chest    |
    | ╱  ╱│╱╱╱╱╱╱╱│╲  ╲             |
    |╱  ╱ │       │ ╲╳╳╲ ╳ L forearm|
    |│  │ │╲     ╱│ │╳╳│            |
    |(  ) │ ╲   ╱ │ (  )            |
    |     │  │ │  │                 |
    |     │  │ │  │                 |
    |    (   ) (   )                |
"""
IDLE_ASCII = r"""
    |       .---.                   |
    |right  |   |  left             |
    |       \o o/                   |
    |   .----'/'----.               |
    |  /  '///////'  \   / chest    |
    | /  /|///////|\  \             |
    |/  / |       | \XX\ X L forearm|
    ||  | |\     /| |XX|            |
    |(  ) | \   / | (  )            |
    |     |  | |  |                 |
    |     |  | |  |                 |
    |    (   ) (   )                |
"""
CRITICAL = """
    |       ╭───╮                   |
    |right  │   │  left             |
    |       ╲• •╱                   |
    |   ╭────╯╱╰────╮               |
    |  ╱  ╷╱╱╱╱╱╱╱╷  ╲   ╱ chest    |
    | ╱  ╱│╱╱╱╱╱╱╱│╲  ╲             |
    |╱  ╱ │       │ ·  · ∅ L forearm|
    |│  │ │╲     ╱│ ·  ·            |
    |(  ) │ ╲   ╱ │ ·  ·            |
    |     │  │ │  │                 |
    |     │  │ │  │                 |
    |    (   ) (   )                |
"""
CALLED_SHOT = """
    |       ╭───╮         ╭──────╮  |
    |right  │   │  left   │      │  |
    |       ╲• •╱         │╺━━━━╸│  |
    |   ╭────╯ ╰────╮     │ •  • │  |
    |  ╱  ╷       ╷  ╲    │  ││  │  |
    | ╱  ╱│ (  ◆) │╲  ╲   ╰╮ ── ╭╯  |
    |╱  ╱ │ •   • │ ╲  ╲   │    │   |
    |│  │ │╲     ╱│ │  │            |
    |(  ) │ ╲   ╱╱│ (  )            |
    |     │  │ │╱╱│                 |
    |     │  │ │╱╱│                 |
    |    (   ) (   )                |
"""
ODDS = """
    |       ╭───╮         ▓▓ 6%     |
    |right  │▒▒▒│  left   ▒▒ 3%     |
    |       ╲•▒•╱                   |
    |   ╭────╯▓╰────╮               |
    |  ╱▒▒╷▓▓▓▓▓▓▓╷▒▒╲              |
    | ╱▒▒╱│▓▓▓▓▓▓▓│╲▒▒╲             |
    |╱▒▒╱ │▓▓▓▓▓▓▓│ ╲▒▒╲            |
    |│▒▒│ │╲▓▓▓▓▓╱│ │▒▒│            |
    |(▒▒) │▒╲▓▓▓╱▒│ (▒▒)            |
    |     │▒▒│ │▒▒│                 |
    |     │▒▒│ │▒▒│                 |
    |    (▒▒▒) (▒▒▒)                |
"""
WIDE = """
    |           ╭───────╮                  |
    |   right   │       │   left           |
    |           │       │                  |
    |           │ •   • │                  |
    |           │   ╿   │                  |
    |           ╰╮ ─── ╭╯                  |
    |             │   │      ╱ chest       |
    |       ╭─────╯╱╱╱╰─────╮              |
    |      ╱   ╷╱╱╱╱╱╱╱╱╱╷   ╲             |
    |     ╱   ╱│╱╱╱╱╱╱╱╱╱│╲   ╲            |
    |    ╱   ╱ │╱╱╱╱╱╱╱╱╱│ ╲   ╲           |
    |   ╱   ╱  │╱╱╱╱╱╱╱╱╱│  ╲   ╲          |
    |  ╱   ╱   ├─       ─┤   ╲╳╳╳╲         |
    | ╱   ╱    │         │    ╲╳╳╳╲        |
    | │   │    │         │    │╳╳╳│        |
    | │   │    │╲       ╱│    │╳╳╳│        |
    | (   )    │ ╲     ╱ │    (   )        |
    |  ╰─╯     │  ╲   ╱  │     ╰─╯         |
    |          │   ╲ ╱   │   ╳ L forearm   |
    |          │   │ │   │                 |
    |          ├╴  │ │  ╶┤                 |
    |          │   │ │   │                 |
    |          │   │ │   │                 |
    |         (    ) (    )                |
"""
ALONE = """
    |             ╭───╮                                          |
    |      right  │   │  left                                    |
    |             ╲• •╱                ╱ chest      hurt         |
    |         ╭────╯╱╰────╮                                      |
    |        ╱  ╷╱╱╱╱╱╱╱╷  ╲           ╳ L forearm  maimed       |
    |       ╱  ╱│╱╱╱╱╱╱╱│╲  ╲                                    |
    |      ╱  ╱ │       │ ╲╳╳╲                                   |
    |      │  │ │╲     ╱│ │╳╳│                                   |
    |      (  ) │ ╲   ╱ │ (  )                                   |
    |           │  │ │  │                                        |
    |           │  │ │  │                                        |
    |          (   ) (   )                                       |
"""
FACE = """
    |       ╭───╮         ╭──────╮ |
    |       │╱╱╱│         │╱╱╱╱╱╱│ |
    |       ╲• •╱         │╺━━━━╸│ |
    |   ···──╯ ╰────╮     │╱•  •╱│ |
    |  ·  ╷       ╷  ╲    │ ╳││╳ │ |
    | ·  ·│ (  ╱) │╲  ╲   ╰╮ ── ╭╯ |
    |·  · │ •   • │ ╲  ╲   │    │  |
    |·  · │╲     ╱│ │  │           |
    |·  · │ ╲   ╱╱│ (╳╳)           |
    |     │  │ │╱╱│                |
    |     │  │ │╱╱│                |
    |    (   ) (   )               |
"""
HORSE = """
    |   ╱╲╱╲                       |
    |  ╱    ╲                      |
    | ╱ •   ╱╲                     |
    |(    ╭╮╱╱╲                    |
    | ╰──╯ ╲╱╱╱╰──────────────╮    |
    |       ╲╱╱╱╷╱╱╱╱╱╱╱╷     │╲╱  |
    |        │  │╱╱╱╱╱╱╱│     │╱╲╱ |
    |        │  │╱╱╱╱╱╱╱│     │╱╱╲╱|
    |        ╰┬─┴┬┬──┬──┴┬─┬─┬┴─╮╱╲|
    |         │╳╳││  │   │ │ ·  ·╱╵|
    |         │╳╳││  │   │ │ ·  ·  |
    |         (  )(  )   ( ) ·  ·  |
"""
LARGE_ONE = """
    |          ╭───────╮          |
    |          │       │          |
    |          │╺━━━━━╸│          |
    |          │╱•╱ ╱•╱│          |
    |          │  ╳╿╳  │          |
    |          ╰╮ ─── ╭╯          |
    |            │   │            |
    |      ╭─────╯   ╰───···      |
    |     ╱   ╷         ╷   ·     |
    |    ╱   ╱│         │·   ·    |
    |   ╱   ╱ │  ╭╱╱╱╮  │ ·   ·   |
    |  ╱   ╱  │  ╰╳◆╳╯  │  ·   ·  |
    | ╱   ╱   ├─       ─┤   ·   · |
    |╱   ╱    │ ╱•   •╱ │    ·   ·|
    |│   │    │         │    ·   ·|
    |│   │    │╲       ╱│    ·   ·|
    |(   )    │╳╲     ╱ │    ·   ·|
    | ╰─╯     │╳╳╲   ╱  │     ··· |
    |         │╳╳╳╲ ╱   │         |
    |         │╳╳╳│ │   │         |
    |         ├╴╳╳│ │  ╶┤         |
    |         │╳╳╳│ │   │         |
    |         │╳╳╳│ │   │         |
    |        (╱╱╱╱) (    )        |
"""
LARGE_TWO = """
    |          ╭───────╮          |
    |          │╱╱╱╱╱╱╱│          |
    |          │╺━━━━━╸│          |
    |          │ •   • │          |
    |          │   ╿   │          |
    |          ╰╮╳───╳╭╯          |
    |            ╳╱╱╱╳            |
    |      ╭─────╯   ╰─────╮      |
    |     ╱   ╷         ╷   ╲     |
    |    ╱   ╱│         │╲   ╲    |
    |   ╱   ╱ │  ╭   ╮  │ ╲   ╲   |
    |  ╱   ╱  │  ╰ ◆ ╯  │  ╲   ╲  |
    | ╱   ╱   ├─╱╱╱╱╱╱╱─┤   ╲   ╲ |
    |╱   ╱    │╱ •╱╱╱• ╱│    ╲   ╲|
    |│   │    │╱╱╱╱╱╱╱╱╱│    │   │|
    |│   │    │╲╱╱╱╱╱╱╱╱│    │   │|
    |·   ·    │ ╲╳╳╳╳╳╱╱│    (   )|
    | ···     │  ╲╳╳╳╱╱╱│     ╰─╯ |
    |         │   ╲╳╱╱╱╱│         |
    |         │   │ │╱╱╱│         |
    |         ├╴  │ │╱╱╶┤         |
    |         │   │ │╱╱╱│         |
    |         │   │ │╱╱╱│         |
    |        (    ) (    )        |
"""
TWO_WOUNDS = {"chest": "hurt", "lower_left_arm": "maimed"}
CHANCES = tuple((name, 0.06 if name in ("groin", "abdomen", "chest") else 0.03) for name in COARSE)


def test_a_hurt_chest_and_a_maimed_forearm() -> None:
    body = view(best("human", COARSE, "compact"), COARSE, TWO_WOUNDS)
    assert drawn(body, 31, 12) == rows(IDLE)
    assert [to_ascii(row) for row in drawn(body, 31, 12)] == rows(IDLE_ASCII)
    assert words(compose(body, 31, 12)) == []


def test_a_severed_forearm_takes_the_hand_along() -> None:
    body = view(best("human", COARSE, "compact"), COARSE, {"chest": "hurt", "lower_left_arm": "severed"})
    assert drawn(body, 31, 12) == rows(CRITICAL)


def test_beside_an_enlarged_face_wounds_are_told_below() -> None:
    body = view(best("human", FINE, "compact"), FINE, {"far_leg": "hurt"}, chosen="eyes")
    assert drawn(body, 31, 12) == rows(CALLED_SHOT)
    assert words(compose(body, 31, 12)) == ["╱ far leg"]


def test_the_chosen_location_is_reversed_and_nothing_else() -> None:
    cells = shade(view(picture("human_face_compact"), FINE, chosen="eyes"))
    turned = {(y, x) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell.reverse}
    assert turned == {(3, 22), (3, 23), (3, 26), (3, 27)}
    assert {cells[y][x].role for y, x in turned} == {"accent"}


def test_a_blow_that_has_just_landed_is_reversed_over_its_strokes() -> None:
    cells = shade(view(picture("human_compact"), COARSE, {"left_hand": "hurt"}, chosen="head", struck="left_hand"))
    assert [(cell.glyph, cell.role, cell.reverse) for cell in cells[8][15:19]] == [
        ("(", "severed", True),
        ("╱", "severed", True),
        ("╱", "severed", True),
        (")", "severed", True),
    ]


def test_odds_stand_in_the_place_of_wounds() -> None:
    body = view(best("human", COARSE, "compact"), COARSE, TWO_WOUNDS, chances=CHANCES)
    assert drawn(body, 31, 12) == rows(ODDS)


def test_what_is_severed_is_gone_under_the_odds_too() -> None:
    lost = {"lower_left_arm": "severed"}
    whole, shaded = (view(best("human", COARSE, "compact"), COARSE, lost, chances=odds) for odds in (None, CHANCES))
    before, after = compose(whole, 31, 12).cells, compose(shaded, 31, 12).cells
    gone = [(row, column) for row in range(12) for column in range(31) if before[row][column].glyph == GONE]
    assert gone
    assert [after[row][column] for row, column in gone] == [before[row][column] for row, column in gone]


@pytest.mark.parametrize(("chance", "glyph"), [(0.0, " "), (0.1, "░"), (0.3, "░"), (0.4, "▒"), (0.61, "▓"), (0.9, "▓")])
def test_shades_are_thirds_of_the_likeliest(chance: float, glyph: str) -> None:
    assert shade_of(chance, 0.9) == glyph


def test_a_large_body_has_its_callouts_in_free_corners() -> None:
    body = view(best("human", COARSE, "large"), COARSE, TWO_WOUNDS)
    assert drawn(body, 38, 24) == rows(WIDE)


def test_callouts_stand_from_head_to_foot_where_they_share_a_corner() -> None:
    severities = {"chest": "hurt", "lower_left_arm": "maimed", "left_foot": "hurt"}
    canvas = compose(view(best("human", COARSE, "large"), COARSE, severities), 31, 24)
    told = [row[20:].rstrip() for row in text(canvas.cells)[4:7]]
    assert told == ["╱ chest", "╳ L forearm", "╱ L foot"]


def test_no_callout_covers_the_words_for_the_sides() -> None:
    severities = dict.fromkeys(("brain", "eyeslits", "eyes", "nose", "face", "jaw", "neck"), "hurt")
    canvas = compose(view(picture("human_large"), FINE, severities), 38, 24)
    assert text(canvas.cells)[1] == "   right   │╱╱╱╱╱╱╱│   left           "
    assert words(canvas) == []


def test_a_body_that_has_the_screen_to_itself_has_a_list() -> None:
    body = view(best("human", COARSE, "compact"), COARSE, TWO_WOUNDS)
    assert drawn(body, 60, 12) == rows(ALONE)


def test_wounds_on_an_enlarged_face() -> None:
    severities = {
        "brain": "hurt", "eyes": "hurt", "nose": "maimed", "weapon_arm": "severed", "shield_hand": "maimed",
        "far_leg": "hurt", "heart": "hurt",
    }  # fmt: skip
    assert text(shade(view(picture("human_face_compact"), FINE, severities))) == rows(FACE)


def test_wounds_of_a_horse() -> None:
    severities = dict.fromkeys(("neck", "barrel", "tail"), "hurt")
    severities |= {"left_foreleg": "maimed", "left_hindleg": "severed"}
    assert text(shade(view(picture("quadruped_compact"), FOUR_LEGGED, severities))) == rows(HORSE)


def test_wounds_of_a_large_body() -> None:
    one = {
        "eyes": "hurt", "nose": "maimed", "vitals": "hurt", "heart": "maimed", "kidneys": "hurt", "near_leg": "maimed",
        "right_foot": "hurt", "shield_arm": "severed",
    }  # fmt: skip
    two = {
        "brain": "hurt", "jaw": "maimed", "veins_neck": "maimed", "neck": "hurt", "body_10_11": "hurt",
        "groin": "maimed", "far_leg": "hurt", "right_hand": "severed",
    }  # fmt: skip
    large = picture("human_large")
    assert text(shade(view(large, FINE, one))) == rows(LARGE_ONE)
    assert text(shade(view(large, FINE, two, chosen="eyeslits"))) == rows(LARGE_TWO)


def test_what_a_ruleset_cannot_hit_is_not_drawn() -> None:
    coarse = text(shade(view(picture("human_large"), COARSE)))
    assert "◆" not in "".join(coarse)
    assert "╺━" not in "".join(coarse)
    assert "◆" in "".join(text(shade(view(picture("human_large"), FINE))))


def test_severities_take_their_roles() -> None:
    severities = {"chest": "hurt", "abdomen": "maimed", "left_hand": "severed"}
    cells = shade(view(picture("human_compact"), COARSE, severities))
    chest, abdomen, hand, head = cells[4][9], cells[6][9], cells[8][15], cells[0][7]
    assert (chest.role, chest.bold, chest.fill) == ("hurt", False, True)
    assert (abdomen.role, abdomen.bold, abdomen.fill) == ("maimed", True, True)
    assert (hand.glyph, hand.role, hand.bold, hand.fill) == ("·", "severed", True, False)
    assert (head.role, head.bold, head.fill) == ("contour", False, True)
    assert cells[8][16] == (" ", "severed", False, True, False)


def test_what_is_not_permitted_has_a_dimmer_outline() -> None:
    locations = tuple(location(name, permitted=name == "head") for name in COARSE)
    cells = shade(BodyView(picture("human_compact"), locations))
    assert cells[0][7].role == "contour"
    assert cells[2][7].role == "faint"


def test_a_mark_stands_on_the_flesh_in_the_middle_of_its_location() -> None:
    locations = tuple(location(name, "hurt", (BLEEDING,) if name == "chest" else ()) for name in COARSE)
    cells = shade(BodyView(picture("human_compact"), locations))
    marked = [(y, x) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell.glyph == "∴"]
    assert marked == [(4, 9)]
    assert cells[4][9].role == "severed"


def test_a_location_that_is_only_marked_is_called_out_with_its_mark() -> None:
    locations = tuple(location(name, "", (BLEEDING,) if name == "left_hand" else ()) for name in COARSE)
    listed = wounds(BodyView(picture("human_compact"), locations))
    assert [(mark.glyph, mark.words) for _, mark in listed] == [("∴", "L hand")]


def test_the_worst_wound_is_told_first_and_a_lost_hand_not_at_all() -> None:
    severities = {"chest": "hurt", "left_hand": "maimed", "lower_left_arm": "severed", "right_hand": "maimed"}
    listed = wounds(view(picture("human_compact"), COARSE, severities))
    assert [mark.words for _, mark in listed] == ["L forearm", "R hand", "chest"]


def test_a_coarse_location_is_all_of_its_parts() -> None:
    cells = shade(view(picture("human_large"), FINE, chosen="torso"))
    turned = {
        picture("human_large").mask[y][x] for y, row in enumerate(cells) for x, cell in enumerate(row) if cell.reverse
    }
    assert turned == set("CDWOQG")


def test_without_a_picture_the_wounds_are_a_list() -> None:
    canvas = compose(view(None, COARSE, {"chest": "hurt", "head": "maimed", "groin": "hurt"}), 20, 2)
    assert text(canvas.cells) == [" ╳ head             ", " ╱ groin            "]
    assert words(canvas) == ["╱ chest"]


@st.composite
def bodies(draw: st.DrawFn) -> BodyView:
    names = draw(st.sampled_from([COARSE, FINE, FOUR_LEGGED, ()]))
    severity = st.sampled_from(SEVERITIES)
    marks = st.sampled_from([(), (BLEEDING,), (BLEEDING, MarkView("≈"))])
    locations = tuple(location(name, draw(severity), draw(marks), draw(st.booleans())) for name in names)
    somewhere = st.sampled_from(("", "nowhere", *names))
    chances = st.none() | st.just(tuple((name, draw(st.floats(0, 1))) for name in names))
    return BodyView(
        draw(st.sampled_from([None, *pictures()])), locations, draw(somewhere), draw(somewhere), draw(chances)
    )


@settings(deadline=None, max_examples=60)
@given(bodies(), st.integers(0, 80), st.integers(0, 30))
def test_any_wounds_keep_the_shape(body: BodyView, width: int, height: int) -> None:
    canvas = compose(body, width, height)
    assert [len(row) for row in canvas.cells] == [width] * height
    assert all(len(cell.glyph) <= 1 for row in canvas.cells for cell in row)
    if body.picture is not None:
        assert [len(row) for row in shade(body)] == [body.picture.width] * body.picture.height


@settings(deadline=None, max_examples=60)
@given(bodies(), st.integers(20, 80), st.integers(8, 30))
def test_every_wound_is_told_beside_the_body_or_below_it(body: BodyView, width: int, height: int) -> None:
    if body.chances is not None:
        return
    canvas = compose(body, width, height)
    beside = "\n".join(text(canvas.cells))
    below = words(canvas)
    for _, mark in wounds(body):
        assert f"{mark.glyph} {mark.words}" in beside or f"{mark.glyph} {mark.words}" in below
