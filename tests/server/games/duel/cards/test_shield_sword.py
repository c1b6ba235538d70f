"""Shield & Sword: original ATK and DEF trade places for a turn."""

from tests.play import Cards, Game
from tests.rules import rule

BOARD = Cards(hand=["Shield & Sword", "Axe of Despair"], monsters=["Spirit of the Harp"])


def test_all_face_up_monsters_exchange_their_values() -> None:
    game = Game(BOARD, Cards(monsters=["Labyrinth Wall"])).do("activate", "Shield & Sword")
    assert (game.card("Spirit of the Harp").attack, game.card("Spirit of the Harp").defense) == (2000, 800)
    assert game.card("Labyrinth Wall").attack == 3000
    assert game.end_turn().card("Labyrinth Wall").attack == 0


def test_only_original_values_trade_places() -> None:
    game = Game(BOARD).do("activate", "Axe of Despair").do("activate", "Shield & Sword")
    assert (game.card("Spirit of the Harp").attack, game.card("Spirit of the Harp").defense) == (3000, 800)


def test_without_a_face_up_monster_it_is_refused() -> None:
    game = Game(Cards(hand=["Shield & Sword"], monsters=["Feral Imp:set"]))
    assert not game.can("activate", "Shield & Sword")


def test_a_monster_that_comes_later_keeps_its_values() -> None:
    game = Game(BOARD).do("activate", "Shield & Sword").do("summon", "Mystical Elf")
    assert game.card("Mystical Elf").attack == 800


@rule("GAP-19")
def test_a_monster_that_comes_within_the_chain_keeps_its_values() -> None:
    them = Cards(graveyard=["Great White"], spells=["Call of the Haunted:set"])
    game = Game(BOARD, them).begin_act("activate", "Shield & Sword").respond("Call of the Haunted").to_open()
    assert game.card("Great White").attack == 1600
    assert game.card("Spirit of the Harp").attack == 2000


@rule("YGO-LNK-08")
def test_a_monster_without_defense_is_left_alone() -> None:
    game = Game(Cards(hand=["Shield & Sword"], extra_monster="Link Spider"))
    game.do("activate", "Shield & Sword")
    assert (game.card("Link Spider").attack, game.card("Link Spider").defense) == (1000, None)
