"""Pot of Desires: ten cards banished face-down, two drawn."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("YGO-BAN-09")
def test_it_banishes_ten_face_down_and_draws_two() -> None:
    game = Game(Cards(hand=["Pot of Desires"], fillers=20)).do("activate", "Pot of Desires")
    banished = game.duel.cards_at("banished", 0)
    assert len(banished) == 10
    assert not any(card.face_up for card in banished)
    assert game.count("hand") == 3


def test_with_eleven_cards_left_it_is_refused() -> None:
    game = Game(Cards(hand=["Pot of Desires"], fillers=12))
    assert game.count("deck") == 11
    assert not game.can("activate", "Pot of Desires")


@rule("GAP-21")
def test_a_second_one_in_the_same_turn_is_refused() -> None:
    game = Game(Cards(hand=["Pot of Desires", "Pot of Desires"], fillers=40)).do("activate", "Pot of Desires")
    assert not game.can("activate", "Pot of Desires")
    assert game.end_turn().end_turn().can("activate", "Pot of Desires")


@rule("GAP-18")
def test_a_negated_one_does_not_count_but_its_cost_is_paid() -> None:
    them = Cards(hand=["Great White"], spells=["Magic Jammer:set"])
    game = Game(Cards(hand=["Pot of Desires", "Pot of Desires"], fillers=40), them)
    game.begin_act("activate", "Pot of Desires").respond("Magic Jammer").to_open()
    assert game.count("banished") == 10
    assert game.can("activate", "Pot of Desires")
