"""Malevolent Nuzzler: 700 ATK, and 500 Life Points return it to the top of the Deck."""

from facedown_server.refereeing.referee import PromptKind
from tests.play import Cards, Game
from tests.rules import rule


def test_it_adds_700_attack() -> None:
    game = Game(Cards(hand=["Malevolent Nuzzler"], monsters=["Celtic Guardian"]))
    assert game.do("activate", "Malevolent Nuzzler").card("Celtic Guardian").attack == 2100


def test_500_life_points_put_it_on_top_of_the_deck() -> None:
    game = Game(Cards(hand=["Malevolent Nuzzler", "Dark Hole"], monsters=["Celtic Guardian"]))
    game.do("activate", "Malevolent Nuzzler").do("activate", "Dark Hole", "Malevolent Nuzzler")
    assert game.names("deck")[0] == "Malevolent Nuzzler"
    assert game.life() == 7500


def test_who_cannot_pay_is_not_asked() -> None:
    game = Game(Cards(hand=["Malevolent Nuzzler", "Dark Hole"], monsters=["Celtic Guardian"], life=400))
    game.do("activate", "Malevolent Nuzzler").begin_act("activate", "Dark Hole").calm()
    assert game.ask.kind is PromptKind.TURN


def test_a_monster_face_down_cannot_wear_it() -> None:
    game = Game(Cards(hand=["Malevolent Nuzzler"], monsters=["Celtic Guardian:set"]))
    assert not game.can("activate", "Malevolent Nuzzler")


@rule("GAP-15")
def test_destroyed_in_the_middle_of_a_chain_it_misses_its_timing() -> None:
    them = Cards(spells=["Mystical Space Typhoon:set"])
    you = Cards(hand=["Malevolent Nuzzler", "Ookazi"], monsters=["Celtic Guardian"])
    game = Game(you, them).do("activate", "Malevolent Nuzzler")
    game.begin_act("activate", "Ookazi").respond("Mystical Space Typhoon", "Malevolent Nuzzler").calm()
    assert "Malevolent Nuzzler" in game.names("graveyard")
    assert game.ask.kind is PromptKind.TURN


@rule("GAP-15", "GAP-19")
def test_left_without_a_monster_it_goes_last_and_is_in_time() -> None:
    them = Cards(spells=["Compulsory Evacuation Device:set"])
    game = Game(Cards(hand=["Malevolent Nuzzler"], monsters=["Celtic Guardian"]), them)
    game.begin_act("activate", "Malevolent Nuzzler").respond("Compulsory Evacuation Device").calm()
    assert game.choose("Malevolent Nuzzler").calm().names("deck")[0] == "Malevolent Nuzzler"


@rule("GAP-14", "GAP-16", "GAP-19")
def test_of_two_that_fall_together_each_is_paid_for_before_the_next_is_asked_for() -> None:
    you = Cards(hand=["Malevolent Nuzzler"] * 2 + ["Dark Hole"], monsters=["Celtic Guardian"], life=800)
    game = Game(you).do("activate", "Malevolent Nuzzler").do("activate", "Malevolent Nuzzler")
    game.begin_act("activate", "Dark Hole")
    while not game.can("activate", "Malevolent Nuzzler"):
        game.choose("pass")
    game.choose("Malevolent Nuzzler")
    assert game.life() == 300
    assert not game.can("activate")
    assert game.to_open().names("deck")[0] == "Malevolent Nuzzler"


@rule("GAP-15")
def test_what_falls_with_toon_world_falls_in_the_same_moment() -> None:
    monsters = ["Toon Mermaid", "Celtic Guardian"]
    you = Cards(hand=["Heavy Storm", "Malevolent Nuzzler"], monsters=monsters, spells=["Toon World"])
    game = Game(you).do("activate", "Malevolent Nuzzler", "Celtic Guardian")
    game.begin_act("activate", "Heavy Storm").calm()
    assert game.choose("Malevolent Nuzzler").to_open().names("deck")[0] == "Malevolent Nuzzler"
    assert game.names("monster") == ["Celtic Guardian"]
