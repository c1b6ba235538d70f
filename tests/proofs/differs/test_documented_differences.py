"""Reasons of the proof are listed in docs/reference/differences.md, and identified by their conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.refereeing.referee import Frame
from facedown_server.table import ops
from facedown_server.table.random_streams import FixedStreams
from facedown_server.table.starting_position import StartingPosition, StartingSide
from facedown_server.table.state import GameEvent
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import Place, Seat
from proofs.differs.comparing import Disagreement
from proofs.differs.documented_differences import DOCUMENTED, row
from proofs.differs.guided_duel import DuelAction, LedDuel, OpenDecision

LAST_WILL_PASSCODE, JAR_PASSCODE, AXE_PASSCODE = 85602018, 83968380, 40619825
LEFT_PASSCODE, ARMOR_PASSCODE, BIND_PASSCODE, JIGEN_PASSCODE = 89631139, 56120475, 85742772, 90020065
PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "differences.md").read_text(encoding="utf-8")


def begin_led_duel() -> LedDuel:
    """Begin a duel of ours with nothing to do."""
    referee = DuelReferee(FORMATS["MR5"], bundled_pool())
    position = StartingPosition((StartingSide(deck=(JAR_PASSCODE,)), StartingSide(deck=(JAR_PASSCODE,))), 0)
    duel = LedDuel(referee, "salt")
    duel.take(start_duel(referee, position, FixedStreams()))
    duel.advance()
    return duel


def test_every_reason_is_a_row_of_the_page() -> None:
    page = " ".join(PAGE.split())
    assert [said for said in DOCUMENTED if f"| {said} |" not in page and f"**{said}**" not in page] == []


def test_last_will_in_a_window_has_a_reason_and_another_card_has_none() -> None:
    for code, known in ((LAST_WILL_PASSCODE, True), (JAR_PASSCODE, False)):
        window = OpenDecision("window", 0, frozenset({DuelAction("activate", code, "0:graveyard")}))
        found = Disagreement(("a window only of ours", ""), "", window, OpenDecision("turn", 0, frozenset()))
        assert bool(row(found, begin_led_duel(), begin_led_duel())) == known


def graveyard_disagreement() -> Disagreement:
    """Return a disagreement in which only our rules let a card in a Graveyard be activated."""
    window = OpenDecision("window", 0, frozenset({DuelAction("activate", AXE_PASSCODE, "0:graveyard")}))
    return Disagreement(("a window only of ours", ""), "", window, OpenDecision("turn", 0, frozenset()))


def test_what_an_idle_link_came_after_has_a_reason_and_what_another_did_has_none() -> None:
    for works in (False, True):
        ours = begin_led_duel()
        told = [GameEvent("resolving", 0)] if works else []
        ours.take([Frame((*told, GameEvent("resolved", 0)))])
        assert bool(row(graveyard_disagreement(), ours, begin_led_duel())) == (not works)


@pytest.mark.parametrize("free", [0, 1])
def test_a_monster_that_found_no_room_has_a_reason_and_one_that_found_some_has_none(free: int) -> None:
    ours, theirs = begin_led_duel(), begin_led_duel()
    pool = bundled_pool()
    taken = ops.create(ours.state, pool[LEFT_PASSCODE], 0)
    ops.place_card(ours.state, taken, Place(0, "monster", 0), face_up=True)
    fallen = ops.create(theirs.state, pool[LEFT_PASSCODE], 0)
    ops.place_card(theirs.state, fallen, Place(0, "graveyard"), face_up=True)
    for slot in range(5 - free):
        card = ops.create(ours.state, pool[JAR_PASSCODE], 1)
        ops.place_card(ours.state, card, Place(1, "monster", slot), face_up=True)
    turn = OpenDecision("turn", 1, frozenset())
    found = Disagreement(("set only of theirs", ""), "", turn, turn)
    assert bool(row(found, ours, theirs)) == (not free)


def test_what_only_the_core_has_of_last_will_has_no_reason() -> None:
    window = OpenDecision("window", 0, frozenset({DuelAction("activate", LAST_WILL_PASSCODE, "0:graveyard")}))
    found = Disagreement(("a window only of theirs", ""), "", OpenDecision("turn", 0, frozenset()), window)
    assert row(found, begin_led_duel(), begin_led_duel()) == ""


def put_card(duel: LedDuel, code: int, owner: Seat, place: Place) -> None:
    """Put a card in a place, face-up."""
    ops.place_card(duel.state, ops.create(duel.state, bundled_pool()[code], owner), place, face_up=True)


@pytest.mark.parametrize("bound", [True, False])
def test_an_attacker_that_gravity_bind_keeps_has_a_reason_and_one_that_just_stays_has_none(
    bound: bool,
) -> None:
    ours, theirs = begin_led_duel(), begin_led_duel()
    for side in (ours, theirs):
        ops.phase(side.state, "battle")
        put_card(side, ARMOR_PASSCODE, 1, Place(1, "graveyard"))
        if bound:
            put_card(side, BIND_PASSCODE, 1, Place(1, "spell_trap", 0))
    put_card(ours, LEFT_PASSCODE, 0, Place(0, "graveyard"))
    put_card(theirs, LEFT_PASSCODE, 0, Place(0, "monster", 3))
    turn = OpenDecision("turn", 0, frozenset())
    assert bool(row(Disagreement(("field", "Gravity Bind"), "", turn, turn), ours, theirs)) == bound


@pytest.mark.parametrize("taken", [True, False])
def test_a_jigen_bakudan_that_was_taken_has_a_reason_and_an_own_one_has_none(taken: bool) -> None:
    ours, theirs = begin_led_duel(), begin_led_duel()
    owner = 1 if taken else 0
    put_card(ours, JIGEN_PASSCODE, owner, Place(0, "monster", 0))
    put_card(theirs, JIGEN_PASSCODE, owner, Place(owner, "graveyard"))
    turn = OpenDecision("turn", 0, frozenset())
    assert bool(row(Disagreement(("field", "nothing"), "", turn, turn), ours, theirs)) == taken


def test_damage_beside_kuriboh_has_a_reason_and_beside_another_card_none() -> None:
    ours, theirs = begin_led_duel(), begin_led_duel()
    attacked = 1 - ours.state.turn_player
    assert isinstance(theirs.referee, DuelReferee)
    ops.life(theirs.state, attacked, -2500, cause="battle damage", by=1 - attacked)
    for card, known in (("Kuriboh", True), ("Sangan", False)):
        found = Disagreement(("life", card), "", None, None)
        assert bool(row(found, ours, theirs)) == known
    assert not row(Disagreement(("life", "Kuriboh"), "", None, None), theirs, ours)
