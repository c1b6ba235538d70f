"""Cards that move at the same time are ordered by their zones, whatever order the core has."""

from __future__ import annotations

import itertools

import pytest

from facedown_server.games.edopro.locations import GRAVEYARD_FLAG, HAND_FLAG, MONSTERS_FLAG, SPELLS_FLAG
from facedown_server.games.edopro.stream import messages as said
from facedown_server.table import ops
from tests.server.games.edopro.test_cut import ONE, OPEN, OWNER_SEAT_INDEX, UP, spot, truth

GOING = ((ONE, MONSTERS_FLAG, 0), (OPEN, MONSTERS_FLAG, 1), (ONE, SPELLS_FLAG, 0))


@pytest.mark.parametrize("order", [*itertools.permutations(range(3))])
def test_what_is_sent_at_once_lies_in_the_graveyard_by_its_places(order: tuple[int, ...]) -> None:
    mirror = truth(ONE)
    ops.take_events(mirror.state)
    told = [
        said.CardMoved(code, spot(location, sequence), spot(GRAVEYARD_FLAG, 1 + at, UP), 0x40)
        for at, (code, location, sequence) in enumerate(GOING[index] for index in order)
    ]
    assert [*mirror.apply_messages(told, ())] == []
    assert [card.code for card in mirror.state.pile(OWNER_SEAT_INDEX, "graveyard")] == [OPEN, ONE, OPEN, ONE]
    moved = [event.start and event.start.zone for event in ops.take_events(mirror.state)]
    assert moved == ["monster", "monster", "spell_trap"]
    core = [card.code for card in mirror.cards.lists[OWNER_SEAT_INDEX, GRAVEYARD_FLAG]]
    assert core == [OPEN, *(GOING[index][0] for index in order)], "the core's own count stays"


def test_cards_of_a_hand_go_by_what_they_are() -> None:
    """Their positions in the hand are visible to no other viewer."""
    found = []
    for order in ((0, 1), (1, 0)):
        mirror = truth(ONE)
        codes, left = (ONE, OPEN), [0, 1]
        told = []
        for at, index in enumerate(order):
            told.append(
                said.CardMoved(
                    codes[index], spot(HAND_FLAG, left.index(index)), spot(GRAVEYARD_FLAG, 1 + at, UP), 0x40
                )
            )
            left.remove(index)
        assert [*mirror.apply_messages(told, ())] == []
        found.append([card.code for card in mirror.state.pile(OWNER_SEAT_INDEX, "graveyard")])
    assert found[0] == found[1]
