"""Torrential Tribute: when either player Summons, all monsters are destroyed."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def test_destroys_all_monsters_on_a_summon() -> None:
    game = Game(
        Cards(hand=["Silver Fang"], monsters=["Battle Ox:set"]),
        Cards(monsters=["Summoned Skull"], spells=["Torrential Tribute:set"]),
    )
    game.begin_act("summon", "Silver Fang").respond("Torrential Tribute").calm()
    assert game.count("monster") == 0
    assert game.count("monster", 1) == 0


def test_a_set_monster_is_no_summon() -> None:
    game = Game(Cards(hand=["Silver Fang"]), Cards(spells=["Torrential Tribute:set"]))
    with pytest.raises(Illegal):
        game.begin_act("set", "Silver Fang").respond("Torrential Tribute")


def test_its_own_player_may_use_it_on_an_own_summon() -> None:
    game = Game(
        Cards(hand=["Silver Fang"], spells=["Torrential Tribute:set"]), Cards(monsters=["Summoned Skull"])
    )
    game.begin_act("summon", "Silver Fang").respond("Torrential Tribute", seat=0).calm()
    assert game.count("monster", 1) == 0


@rule("GAP-11")
@pytest.mark.parametrize("summons", ["Monster Reborn", "Scapegoat"])
def test_what_a_spell_does_after_the_summon_and_its_own_leaving_close_no_window(summons: str) -> None:
    game = Game(
        Cards(hand=[summons], graveyard=["Silver Fang"]),
        Cards(monsters=["Summoned Skull"], spells=["Torrential Tribute:set"]),
    )
    game.begin_act("activate", summons).respond("Torrential Tribute").calm()
    assert game.count("monster") == game.count("monster", 1) == 0
