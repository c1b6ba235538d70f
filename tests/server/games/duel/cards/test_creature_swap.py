"""Creature Swap: each player gives a monster away."""

from tests.play import Cards, Game
from tests.rules import rule


def begin_swapped() -> Game:
    you = Cards(hand=["Creature Swap"], monsters=["Silver Fang", "Feral Imp"])
    them = Cards(monsters=["Summoned Skull", "Great White:set"])
    return Game(you, them).do("activate", "Creature Swap", "Silver Fang", "Great White")


def test_the_chosen_monsters_change_sides() -> None:
    game = begin_swapped()
    assert set(game.names("monster")) == {"Feral Imp", "Great White"}
    assert set(game.names("monster", 1)) == {"Summoned Skull", "Silver Fang"}
    assert not game.card("Great White").face_up


def test_their_positions_cannot_be_changed_this_turn() -> None:
    game = begin_swapped()
    assert not game.can("flip_summon", "Great White")
    assert game.can("change_position", "Feral Imp")
    assert game.end_turn().end_turn().can("flip_summon", "Great White")


def test_control_stays_changed() -> None:
    assert "Silver Fang" in begin_swapped().end_turn().end_turn().names("monster", 1)


def test_without_a_monster_on_both_sides_it_is_refused() -> None:
    assert not Game(Cards(hand=["Creature Swap"], monsters=["Feral Imp"])).can("activate", "Creature Swap")


def test_full_fields_exchange_zone_for_zone() -> None:
    you = Cards(hand=["Creature Swap"], monsters=["Silver Fang"] * 5)
    game = Game(you, Cards(monsters=["Great White"] * 5)).do("activate", "Creature Swap")
    assert sorted(game.names("monster")) == ["Great White", *["Silver Fang"] * 4]


@rule("CLS-CTRL-06")
def test_a_swapped_monster_dies_into_its_owners_graveyard() -> None:
    you = Cards(hand=["Creature Swap", "Raigeki"], monsters=["Silver Fang"])
    game = (
        Game(you, Cards(monsters=["Great White"])).do("activate", "Creature Swap").do("activate", "Raigeki")
    )
    assert "Silver Fang" in game.names("graveyard")
