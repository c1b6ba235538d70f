"""The independent implementation of the rules of sight: it agrees with the first, and knows the owner of each
hand.
"""

from __future__ import annotations

import pytest

from facedown_server.table import ops, sight
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX, Place
from proofs import entitlement
from tests.rules import rule
from tests.server.table.laid import MONSTER, put_card, table


@rule("VIS-40")
def test_a_card_that_was_given_into_a_hand_is_read_by_those_who_holds_it() -> None:
    state = table()
    card = put_card(state, MONSTER, "1:hand", face_up=False)
    assert [card.id in entitlement.readable_cards(state, viewer) for viewer in CLASSES] == [
        False,
        True,
        False,
    ]
    ops.move(state, card, Place(0, "hand"), face_up=False)
    assert card.id in entitlement.readable_cards(state, 0), "its new holder"
    assert card.id not in entitlement.readable_cards(state, PUBLIC_CLASS_INDEX)


@rule("VIS-03", "VIS-31", "VIS-51")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("place", ["hand", "extra_deck", "banished", "deck", "monster:2"])
@pytest.mark.parametrize("face_up", [False, True])
def test_both_readings_agree(place: str, owner: int, face_up: bool) -> None:
    state = table()
    card = put_card(
        state, MONSTER, f"0:{place}", owner=owner, face_up=face_up and place not in ("hand", "deck")
    )
    readers = sight.readers(state, card)
    for viewer in CLASSES:
        assert (card.id in entitlement.readable_cards(state, viewer)) == bool(readers >> (viewer % 3) & 1)
