"""Gravity Bind: monsters of Level 4 or higher cannot attack."""

from tests.play import Cards, Game


def test_monsters_of_level_4_cannot_attack() -> None:
    game = Game(Cards(monsters=["Battle Ox", "Silver Fang"], spells=["Gravity Bind:set"]))
    game.do("activate", "Gravity Bind").phase("battle")
    assert not game.can("attack", "Battle Ox")
    assert game.can("attack", "Silver Fang")


def test_holds_only_while_it_is_face_up() -> None:
    game = Game(Cards(monsters=["Battle Ox"], spells=["Gravity Bind:set"]))
    game.phase("battle")
    assert game.can("attack", "Battle Ox")


def test_a_monster_without_a_level_may_attack() -> None:
    game = Game(
        Cards(extra_monster="Number 39: Utopia"), Cards(spells=["Gravity Bind"], monsters=["Battle Ox:set"])
    )
    game.phase("battle")
    assert game.can("attack", "Number 39: Utopia")


def test_an_attack_already_declared_stops() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(spells=["Gravity Bind:set"]))
    game.declare_attack("Battle Ox").respond("Gravity Bind").calm()
    assert game.life(1) == 8000
    assert not game.can("attack", "Battle Ox")
