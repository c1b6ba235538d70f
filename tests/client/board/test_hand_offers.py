"""Dropping a card is a gesture that can be sent, for every line of its menu."""

from __future__ import annotations

from facedown_client.board.hand_offers import HandOffers
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.gestures import Pitch
from facedown_shared.tables.zones import Place
from tests.server.games.manual.flesh_and_blood.table import ATTACK, BLUE, HAMMER, FabTable


def test_a_card_of_the_hand_is_pitched_by_dropping_it_on_the_pitch_zone() -> None:
    """Seen to fail: pitching has no place to be named, since it implies where the card goes."""
    fab = FabTable(hand=[BLUE, ATTACK], arena=(HAMMER,))
    offers = HandOffers(fab.view(0), GAMES["fab"], alone=False)
    handle = fab.card(BLUE).handles[0]
    dropped = offers.possible_drops(handle, Place(0, "pitch"))
    assert Pitch((handle,)) in [line.gesture for line in dropped if not line.needs]
    for card in offers.view.cards:
        for place in offers.drop_places(card):
            assert offers.possible_drops(card, place), (card, place)
