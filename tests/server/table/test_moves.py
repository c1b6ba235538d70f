"""Where cards really end up: the movement table, cell by cell, and the redirections."""

from __future__ import annotations

import pytest

from facedown_server.table import moves, ops
from facedown_shared.tables.zones import Place
from tests.rules import rule
from tests.server.table.laid import FUSION, MONSTER, PENDULUM, XYZ, put_card, table

ORIGINS = {
    "HAND": "0:hand", "MZ": "0:monster:1", "ST": "0:spell_trap:0", "EMZ": "-:extra_monster:0",
    "FZ": "0:field:0", "GY": "0:graveyard", "BN": "0:banished", "MD": "0:deck", "ED": "0:extra_deck",
}  # fmt: skip
PILES = {"GY": "graveyard", "BN": "banished", "HAND": "hand", "MD": "deck", "ED": "extra_deck"}
FIELD = ("MZ", "ST", "EMZ", "FZ")


def land_card(name: str, start: str, goal: str, *, token: bool = False, owner: int = 0) -> tuple[str, bool]:
    """Return where a card moved from a place to a pile ends up, and which way it faces."""
    card = put_card(table(), name, ORIGINS[start], token=token, owner=owner)
    found = moves.destination(card, Place(0, PILES[goal]), True)
    return (found.place.pile if found.place else "gone"), found.face_up


CELLS = [(start, goal) for start in ORIGINS for goal in PILES if start != goal]


@rule("YGO-TT-01", "YGO-TT-06")
@pytest.mark.parametrize(("start", "goal"), CELLS)
def test_an_ordinary_card_lands_where_it_is_sent(start: str, goal: str) -> None:
    if goal != "ED":
        assert land_card(MONSTER, start, goal)[0] == f"0:{PILES[goal]}"


@rule("YGO-TT-11", "YGO-PEN-01", "YGO-MOVE-44")
@pytest.mark.parametrize("start", FIELD)
def test_a_pendulum_monster_leaves_the_field_face_up_to_the_extra_deck(start: str) -> None:
    assert land_card(PENDULUM, start, "GY") == ("0:extra_deck", True)


@rule("YGO-MOVE-45", "YGO-MOVE-46", "YGO-MOVE-47")
@pytest.mark.parametrize("start", ["HAND", "MD", "BN", "ED"])
def test_from_elsewhere_it_goes_to_the_graveyard(start: str) -> None:
    assert land_card(PENDULUM, start, "GY") == ("0:graveyard", True)


@rule("YGO-MOVE-49", "YGO-PEN-05", "YGO-PEN-06")
@pytest.mark.parametrize("start", FIELD)
@pytest.mark.parametrize("goal", ["BN", "HAND", "MD"])
def test_banishing_and_returning_redirect_no_pendulum_monster(start: str, goal: str) -> None:
    assert land_card(PENDULUM, start, goal)[0] == f"0:{PILES[goal]}"


@rule("YGO-TT-12", "CF-11", "YGO-MOVE-51")
@pytest.mark.parametrize("start", ["MZ", "EMZ", "ST", "GY", "BN"])
@pytest.mark.parametrize("goal", ["HAND", "MD", "ED"])
@pytest.mark.parametrize("name", [FUSION, XYZ])
def test_an_extra_deck_monster_goes_home_face_down(start: str, goal: str, name: str) -> None:
    assert land_card(name, start, goal) == ("0:extra_deck", False)


@rule("YGO-TT-02", "YGO-TT-04", "CLS-FUS-06")
@pytest.mark.parametrize("start", ["MZ", "EMZ"])
def test_a_destroyed_extra_deck_monster_goes_to_the_graveyard(start: str) -> None:
    assert land_card(FUSION, start, "GY") == ("0:graveyard", True)


@rule("YGO-TOK-11", "YGO-MOVE-52", "YGO-TOK-10")
@pytest.mark.parametrize("goal", list(PILES))
def test_a_token_goes_nowhere(goal: str) -> None:
    assert land_card("Sheep Token", "MZ", goal, token=True) == ("gone", False)


@rule("CLS-BATTLE-15", "YGO-BAN-05", "YGO-GY-06")
@pytest.mark.parametrize("goal", ["GY", "BN", "HAND", "MD"])
def test_a_pile_is_always_the_owners(goal: str) -> None:
    assert land_card(MONSTER, "MZ", goal, owner=1)[0] == f"1:{PILES[goal]}"


@rule("CF-08", "YGO-XYZ-05", "YGO-TT-10")
def test_a_detached_pendulum_material_goes_to_the_graveyard() -> None:
    state = table()
    bearer, material = put_card(state, XYZ, "0:monster:0"), put_card(state, PENDULUM, "0:monster:1")
    ops.attach(state, material, bearer)
    assert moves.destination(material, Place(0, "graveyard"), True).place == Place(0, "graveyard")


@rule("YGO-GY-02", "GAP-V4")
def test_in_the_graveyard_every_card_lies_open() -> None:
    card = put_card(table(), MONSTER, "0:monster:0", face_up=False)
    assert moves.destination(card, Place(0, "graveyard"), False).face_up
