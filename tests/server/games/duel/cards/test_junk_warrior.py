"""Junk Warrior: its Tuner, and what it gains once."""

from tests.play import Cards, Game


def board(*others: str) -> Game:
    return Game(
        Cards(
            monsters=["Junk Synchron", "Speed Warrior", *others], extra=["Junk Warrior"], hand=["Dark Hole"]
        )
    )


def test_is_made_with_junk_synchron() -> None:
    game = board().do("special_summon", "Junk Warrior")
    assert game.names("monster") == ["Junk Warrior"]
    assert game.card("Junk Warrior").attack == 2300


def test_no_other_tuner_will_do() -> None:
    game = Game(Cards(monsters=["Ash Blossom & Joyous Spring", "Speed Warrior"], extra=["Junk Warrior"]))
    assert not game.can("special_summon", "Junk Warrior")


def test_gains_the_attack_of_small_monsters_once() -> None:
    game = board("Kuriboh", "Battle Ox").do("special_summon", "Junk Warrior")
    assert game.card("Junk Warrior").attack == 2600


def test_loses_the_gain_when_its_effects_are_negated() -> None:
    game = Game(
        Cards(
            monsters=["Junk Synchron", "Speed Warrior", "Kuriboh"],
            extra=["Junk Warrior"],
            spells=["Skill Drain:set"],
        )
    )
    game.do("special_summon", "Junk Warrior").do("activate", "Skill Drain")
    assert game.card("Junk Warrior").attack == 2300
