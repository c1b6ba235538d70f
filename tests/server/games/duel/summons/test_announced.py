"""Payments are announced to their own player, also where there is no choice."""

from __future__ import annotations

import pytest

from facedown_server.refereeing.referee import PromptKind
from tests.play import Cards, Game
from tests.rules import rule


def begin_announcing(you: Cards, them: Cards | None = None) -> Game:
    game = Game(you, them)
    game.duel.announces = True
    return game


@rule("CLS-SUM-09")
def test_an_only_tribute_is_asked_for_and_can_be_taken_back() -> None:
    game = begin_announcing(Cards(monsters=["Cyber Dragon"], hand=["Summoned Skull"]))
    game.choose(game.offered("summon", "Summoned Skull")[0][0])
    assert [option.verb for _, option in game.ask.options] == ["tribute"]
    assert (game.ask.kind, game.ask.back, game.names("graveyard", 0)) == (PromptKind.CHOICE, True, [])
    game.back()
    assert (game.ask.kind, game.names("monster", 0)) == (PromptKind.TURN, ["Cyber Dragon"])
    game.do("summon", "Summoned Skull", "Cyber Dragon")
    assert game.names("graveyard", 0) == ["Cyber Dragon"]


@rule("CLS-EFF-06", "GAP-16")
def test_an_only_card_that_pays_a_cost_is_asked_for() -> None:
    """The only other card of the hand was drawn this turn."""
    game = begin_announcing(Cards(hand=["Tribute to The Doomed"]), Cards(monsters=["Silver Fang"]))
    (drawn,) = (name for name in game.names("hand", 0) if name != "Tribute to The Doomed")
    game.choose(game.offered("activate", "Tribute to The Doomed")[0][0])
    while game.ask.back and game.can("zone"):
        game.choose(game.ask.options[0][0])
    assert [(option.verb, game.name_of(key, option)) for key, option in game.ask.options] == [("pay", drawn)]
    assert game.ask.back


def test_materials_are_asked_for_one_by_one_to_the_last() -> None:
    game = begin_announcing(Cards(monsters=["Battle Ox", "Celtic Guardian"], extra=["Number 39: Utopia"]))
    game.choose(game.offered("special_summon", "Number 39: Utopia")[0][0])
    asked = 0
    while game.can("material"):
        asked += 1
        game.choose(game.ask.options[0][0])
    assert asked == 2


@pytest.mark.parametrize("announces", [True, False])
def test_a_choice_is_a_choice_whether_or_not_it_is_announced(announces: bool) -> None:
    game = Game(Cards(monsters=["Cyber Dragon", "Silver Fang"], hand=["Summoned Skull"]))
    game.duel.announces = announces
    game.choose(game.offered("summon", "Summoned Skull")[0][0])
    assert len(game.ask.options) == 2
