"""Reasons that the proof knows stand in docs/differences.md, and are known by what they are."""

from __future__ import annotations

from pathlib import Path

from proofs.differs.comparing import Disagreement
from proofs.differs.documented import DOCUMENTED, row
from proofs.differs.led_duel import Deed, LedDuel, Open
from server.duel import starting_position
from server.duel.engine import DuelReferee
from server.duel.starting_position import StartingPosition, StartingSide
from server.table.random_streams import FixedStreams
from shared.cards.facts import bundled
from shared.formats import FORMATS

LAST_WILL, JAR = 85602018, 83968380
PAGE = (Path(__file__).parents[3] / "docs" / "differences.md").read_text(encoding="utf-8")


def led() -> LedDuel:
    """A duel of ours that has begun, with nothing to do."""
    referee = DuelReferee(FORMATS["MR5"], bundled())
    position = StartingPosition((StartingSide(deck=(JAR,)), StartingSide(deck=(JAR,))), 0)
    duel = LedDuel(referee, "salt")
    duel.take(starting_position.begin(referee, position, FixedStreams()))
    duel.go_on()
    return duel


def test_every_reason_is_a_row_of_the_page() -> None:
    assert [said for said in DOCUMENTED if f"| {said} |" not in PAGE] == []


def test_last_will_in_a_window_has_a_reason_and_another_card_has_none() -> None:
    for code, known in ((LAST_WILL, True), (JAR, False)):
        window = Open("window", 0, frozenset({Deed("activate", code, "0:graveyard")}))
        found = Disagreement(("a window only of ours", ""), "", window, Open("turn", 0, frozenset()))
        assert bool(row(found, led(), led())) == known


def test_what_only_the_core_has_of_last_will_has_no_reason() -> None:
    window = Open("window", 0, frozenset({Deed("activate", LAST_WILL, "0:graveyard")}))
    found = Disagreement(("a window only of theirs", ""), "", Open("turn", 0, frozenset()), window)
    assert row(found, led(), led()) == ""
