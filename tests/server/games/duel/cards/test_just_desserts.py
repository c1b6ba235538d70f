"""Just Desserts: 500 for every monster, seen or unseen."""

from tests.play import Cards, Game
from tests.rules import rule


def test_counts_face_down_monsters_too() -> None:
    game = Game(Cards(spells=["Just Desserts:set"]), Cards(monsters=["Silver Fang", "Battle Ox:set"]))
    game.do("activate", "Just Desserts")
    assert game.life(1) == 7000


@rule("GAP-48")
def test_needs_a_monster_of_the_opponent() -> None:
    game = Game(Cards(monsters=["Silver Fang"], spells=["Just Desserts:set"]))
    assert not game.can("activate", "Just Desserts")


@rule("GAP-19")
def test_counts_at_resolution() -> None:
    game = Game(
        Cards(spells=["Just Desserts:set"]),
        Cards(monsters=["Silver Fang", "Battle Ox"], spells=["Compulsory Evacuation Device:set"]),
    )
    game.begin_act("activate", "Just Desserts")
    game.respond("Compulsory Evacuation Device", "Battle Ox").calm()
    assert game.life(1) == 7500
