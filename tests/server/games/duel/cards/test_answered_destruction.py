"""Stardust Dragon responds to what a Chain Link would destroy, by what its header declares."""

from __future__ import annotations

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game

DRAGON = "Stardust Dragon"


def test_it_answers_what_might_destroy_every_monster() -> None:
    game = Game(Cards(monsters=["Time Wizard"]), Cards(extra_monster=DRAGON))
    game.begin_act("activate", "Time Wizard").respond(DRAGON).to_open()
    assert game.names("graveyard") == ["Time Wizard"]
    assert game.names("graveyard", 1) == [DRAGON]


def test_it_answers_a_monster_that_destroys_itself() -> None:
    game = Game(Cards(extra_monster=DRAGON), Cards(monsters=["Number 39: Utopia"]))
    game.declare_attack(DRAGON, "Number 39: Utopia")
    game.respond(DRAGON, seat=0).to_open()
    assert game.names("graveyard") == [DRAGON]


def test_it_answers_another_that_would_destroy_a_monster_with_its_effect() -> None:
    game = Game(Cards(monsters=["Time Wizard"], extra_monster=DRAGON), Cards(extra_monster=DRAGON))
    game.begin_act("activate", "Time Wizard").respond(DRAGON).respond(DRAGON, seat=0)
    assert len(game.duel.state.chain) == 3


def test_a_card_destroyed_with_its_activation_is_none_on_the_field() -> None:
    you = Cards(hand=["Dark Hole"], extra_monster=DRAGON)
    game = Game(you, Cards(extra_monster=DRAGON, monsters=["Kuriboh"]))
    game.begin_act("activate", "Dark Hole").respond(DRAGON)
    with pytest.raises(Illegal):
        game.respond(DRAGON, seat=0)
