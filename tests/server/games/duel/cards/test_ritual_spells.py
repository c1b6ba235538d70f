"""Ritual Spells: the right monster from the hand, paid for in Levels."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("CLS-SPELL-21")
def test_black_luster_soldier_comes_for_eight_levels() -> None:
    you = Cards(hand=["Black Luster Ritual", "Black Luster Soldier", "Great White"], monsters=["Gemini Elf"])
    game = Game(you).do("activate", "Black Luster Ritual", "Great White", "Gemini Elf")
    assert game.names("monster") == ["Black Luster Soldier"]
    assert sorted(game.names("graveyard")) == ["Black Luster Ritual", "Gemini Elf", "Great White"]


def test_seven_levels_are_not_enough() -> None:
    you = Cards(
        hand=["Black Luster Ritual", "Black Luster Soldier"], deck=["Ookazi"],
        monsters=["Celtic Guardian", "Silver Fang"],
    )  # fmt: skip
    assert not Game(you).can("activate", "Black Luster Ritual")


def test_relinquished_needs_one_monster_of_any_level() -> None:
    you = Cards(hand=["Black Illusion Ritual", "Relinquished"], monsters=["Summoned Skull"])
    game = Game(you).do("activate", "Black Illusion Ritual", "Summoned Skull")
    assert game.names("monster") == ["Relinquished"]
    assert game.card("Relinquished").proper


@rule("GAP-48")
def test_without_its_monster_in_hand_a_ritual_is_refused() -> None:
    you = Cards(hand=["Black Illusion Ritual", "Black Luster Soldier"], monsters=["Summoned Skull"])
    assert not Game(you).can("activate", "Black Illusion Ritual")


def test_no_more_monsters_than_needed_may_be_tributed() -> None:
    you = Cards(hand=["Black Illusion Ritual", "Relinquished"], monsters=["Feral Imp", "Silver Fang"])
    game = Game(you).do("activate", "Black Illusion Ritual", "Feral Imp")
    assert "Silver Fang" in game.names("monster")
