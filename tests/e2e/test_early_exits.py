"""What cannot be played is said before the screen opens: not one control sequence reaches the shell."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import DUEL, PROGRAM, Mill

pytestmark = pytest.mark.e2e

WRONG = "ruleset: natural20\nfight: x\ncombatants: 3\n"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--motion", "wild"], 2, "invalid choice"),
        (["--nonsense"], 2, "unrecognized arguments"),
        (["nowhere.yaml"], 1, "nowhere.yaml"),
        (["nobodys_fight"], 1, "nobodys_fight"),
        (["wrong.yaml"], 1, "wrong.yaml:3"),
        (["--ruleset", "nobodys"], 1, "nobodys"),
        (["--theme", "nobodys"], 2, "nobodys"),
        (["--language", "xx"], 2, "xx"),
        (["--resume"], 2, "no kept fight"),
        (["--session", "broken.crittui"], 1, "damaged"),
    ],
)
def test_an_early_end_is_words_alone(mill: Mill, arguments: list[str], status: int, words: str) -> None:
    (mill.home / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    (mill.home / "broken.crittui").write_bytes(b"no session" * 100)
    terminal = mill.play(*arguments)
    assert terminal.end() == status
    assert words in terminal.text.replace("\n", "")
    assert b"\x1b" not in terminal.came
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize(("redirected", "words"), [("2>log", ""), ("</dev/null", "input is not a terminal")])
def test_half_a_terminal_is_none(mill: Mill, redirected: str, words: str) -> None:
    line = " ".join((*PROGRAM, str(DUEL), "--session", "duel.crittui", redirected))
    terminal = mill.started("sh", "-c", f"{line}; echo ended with $?")
    terminal.wait_for("ended with 2")
    assert words in terminal.text
    assert b"\x1b" not in terminal.came
    if redirected == "2>log":
        assert "error output is not a terminal" in (mill.home / "log").read_text(encoding="utf-8")
    assert not (mill.home / "duel.crittui").exists()


def test_settings_that_are_wrong_are_told_with_their_place(mill: Mill) -> None:
    folder = mill.home / "config" / "crittui"
    folder.mkdir(parents=True)
    (folder / "settings.yaml").write_text("motion: wild\n", encoding="utf-8")
    terminal = mill.play(str(DUEL))
    assert terminal.end() == 1
    assert "settings.yaml:1:9" in terminal.text.replace("\n", "")
    assert b"\x1b" not in terminal.came
