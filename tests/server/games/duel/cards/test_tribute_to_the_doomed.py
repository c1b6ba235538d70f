"""Tribute to The Doomed: discard one card, destroy any monster."""

from tests.play import Cards, Game
from tests.rules import rule

DOOM = "Tribute to The Doomed"


def test_the_target_is_destroyed_even_face_down() -> None:
    game = Game(Cards(hand=[DOOM, "Ookazi"]), Cards(monsters=["Man-Eater Bug:set"]))
    game.do("activate", DOOM, "Ookazi")
    assert game.names("graveyard", 1) == ["Man-Eater Bug"]
    assert "Ookazi" in game.names("graveyard")


def test_without_a_card_to_discard_or_a_monster_it_is_refused() -> None:
    game = Game(Cards(hand=[DOOM]), Cards(monsters=["Feral Imp"])).do("set", "Mystical Elf")
    assert not game.can("activate", DOOM)
    assert not Game(Cards(hand=[DOOM, "Ookazi"])).can("activate", DOOM)


@rule("GAP-19")
def test_with_the_target_gone_the_discard_stays_paid() -> None:
    them = Cards(monsters=["Feral Imp"], spells=["Compulsory Evacuation Device:set"])
    game = Game(Cards(hand=[DOOM, "Ookazi"]), them).begin_act("activate", DOOM, "Ookazi")
    game.respond("Compulsory Evacuation Device").to_open()
    assert "Ookazi" in game.names("graveyard")
    assert "Feral Imp" in game.names("hand", 1)
