"""A long simulation in a real terminal, broken off there."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Mill

pytestmark = pytest.mark.e2e


def test_ctrl_c_ends_a_simulation_with_a_report(mill: Mill) -> None:
    terminal = mill.play("simulate", "silver_dollar", "-n", "1000000", "--seed", "1")
    terminal.wait_for("of 1,000,000 fights")
    terminal.send("\x03")
    shown = terminal.wait_for("in 95 of 100")
    assert "interrupted after" in shown
    assert "won by law" in shown
    assert "Traceback" not in shown
    assert terminal.end() == 130
