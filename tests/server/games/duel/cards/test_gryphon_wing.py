"""Gryphon Wing: it negates one Spell of the opponent and turns it against them."""

import pytest
from msgspec import structs

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game


def duster(game: Game) -> Game:
    """Return a stand-in: the pool has no such card, so another one gets its name."""
    card = game.card("Heavy Storm", 0)
    card.facts = structs.replace(card.facts, name="Harpie's Feather Duster")
    return game


def test_negates_the_duster_and_clears_the_other_side() -> None:
    game = duster(
        Game(
            Cards(hand=["Heavy Storm"], spells=["Mirror Force:set", "Gravity Bind"]),
            Cards(spells=["Gryphon Wing:set", "Trap Hole:set"]),
        )
    )
    game.begin_act("activate", "Harpie's Feather Duster").respond("Gryphon Wing").calm()
    assert game.count("spell_trap") == 0
    assert game.names("spell_trap", 1) == ["Trap Hole"]


def test_answers_no_other_spell() -> None:
    game = Game(Cards(hand=["Heavy Storm"]), Cards(spells=["Gryphon Wing:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Heavy Storm").respond("Gryphon Wing")


def test_does_not_answer_its_own_player() -> None:
    game = duster(Game(Cards(hand=["Heavy Storm"], spells=["Gryphon Wing:set"])))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Harpie's Feather Duster").respond("Gryphon Wing", seat=0)
