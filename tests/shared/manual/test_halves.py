"""Menus while a card is carried out in a duel: made of a View, offering only what a gesture can do there."""

from __future__ import annotations

import pytest

from facedown_server.refereeing.referee import Act, ByHand
from facedown_shared.manual.halves import card_menu
from facedown_shared.protocol.gestures import Hide, Reveal
from tests.play import Cards
from tests.server.games.manual.yugioh.half.halves import HalfGame


@pytest.mark.parametrize("zone", ["monster", "spell_trap"])
def test_of_the_other_players_set_cards_nothing_is_offered_that_hangs_on_what_they_are(zone: str) -> None:
    them = Cards(monsters=["Tide Diver:set"]) if zone == "monster" else Cards(spells=["Tide Lock:set"])
    game = HalfGame(Cards(hand=["Ember Call"]), them)
    game.activate("Ember Call")
    card = game.card("Tide Diver" if zone == "monster" else "Tide Lock")
    lines = card_menu(game.view(0), card.handles[0])
    assert not {type(line.gesture) for line in lines} & {Reveal, Hide}
    goals = {place.zone for line in lines for place in line.places}
    assert {"hand", "graveyard", "banished", "deck"} <= goals
    assert not goals & {"extra_deck", "field", "extra_monster"}
    for line in lines:
        if not line.needs:
            game.referee.check(Act(0, ByHand(line.gesture)))


def test_own_cards_are_shown_and_hidden() -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Ember Squire"]))
    game.activate("Ember Call")
    lines = card_menu(game.view(0), game.card("Ember Squire").handles[0])
    assert Reveal in {type(line.gesture) for line in lines}
