"""Nobleman of Crossout: a face-down monster is banished, a Flip monster with all its copies."""

from tests.play import Cards, Game
from tests.rules import rule

NOBLEMAN = "Nobleman of Crossout"


def test_a_flip_monster_takes_its_copies_in_both_decks_along() -> None:
    you = Cards(hand=[NOBLEMAN], deck=["Ookazi", "Man-Eater Bug"])
    game = Game(you, Cards(monsters=["Man-Eater Bug:set"], deck=["Umi", "Man-Eater Bug", "Man-Eater Bug"]))
    game.do("activate", NOBLEMAN)
    assert game.names("banished") == ["Man-Eater Bug"]
    assert game.names("banished", 1) == ["Man-Eater Bug"] * 3
    assert game.count("graveyard", 1) == 0


@rule("VIS-26")
def test_both_decks_are_shown_and_shuffled() -> None:
    game = Game(Cards(hand=[NOBLEMAN]), Cards(monsters=["Man-Eater Bug:set"])).do("activate", NOBLEMAN)
    shown = {told.card.owner for told in game.happened("reveal") if told.card}
    assert shown == {0, 1}
    assert [told.seat for told in game.happened("shuffle")] == [0, 1]
    assert not any(card.revealed for card in game.duel.state.cards)


def test_another_monster_is_banished_alone() -> None:
    game = Game(Cards(hand=[NOBLEMAN]), Cards(monsters=["Silver Fang:set"], deck=["Silver Fang"]))
    game.do("activate", NOBLEMAN)
    assert game.names("banished", 1) == ["Silver Fang"]
    assert not game.happened("reveal")


def test_face_up_monsters_are_no_targets() -> None:
    assert not Game(Cards(hand=[NOBLEMAN]), Cards(monsters=["Man-Eater Bug"])).can("activate", NOBLEMAN)


@rule("GAP-19")
def test_gone_in_response_the_target_is_spared() -> None:
    them = Cards(monsters=["Silver Fang:set"], spells=["Compulsory Evacuation Device:set"])
    game = Game(Cards(hand=[NOBLEMAN]), them).begin_act("activate", NOBLEMAN)
    game.respond("Compulsory Evacuation Device").to_open()
    assert game.count("banished", 1) == 0
