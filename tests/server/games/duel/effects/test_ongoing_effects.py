"""Continuous and lingering effects: current values in layers, negation, and when they end."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core import card_status
from facedown_server.games.duel.core.words import Rule
from facedown_server.games.duel.game_actions import departures
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold, hold_for


def stats(game: Game, name: str, seat: int = 0) -> tuple[int | None, int | None]:
    """Return the current ATK and DEF."""
    card = game.card(name, seat)
    return card.attack, card.defense


def test_printed_values_are_where_it_begins() -> None:
    assert stats(Game(Cards(monsters=["Battle Ox"])), "Battle Ox") == (1700, 1000)


def test_sums_add_up_and_never_fall_below_nothing() -> None:
    game = Game(Cards(monsters=["Battle Ox"]))
    hold(game, Rule.ATTACK, "Battle Ox", 500)
    hold(game, Rule.ATTACK, "Battle Ox", -300)
    hold(game, Rule.DEFENSE, "Battle Ox", -5000)
    assert stats(game, "Battle Ox") == (1900, 0)


def test_original_values_are_swapped_before_anything_is_added() -> None:
    game = Game(Cards(monsters=["Battle Ox"]))
    hold(game, Rule.ATTACK, "Battle Ox", 500)
    hold(game, Rule.SWAP_ORIGINAL, "Battle Ox")
    assert stats(game, "Battle Ox") == (1500, 1700)


def test_a_level_changes_and_is_at_least_one() -> None:
    game = Game(Cards(monsters=["Battle Ox"]))
    hold(game, Rule.LEVEL, "Battle Ox", -9)
    assert game.card("Battle Ox").level == 1


def test_what_holds_until_the_end_of_the_turn_ends_then() -> None:
    game = Game(Cards(monsters=["Battle Ox"]))
    hold(game, Rule.ATTACK, "Battle Ox", 500)
    assert stats(game, "Battle Ox") == (2200, 1000)
    assert stats(game.end_turn(), "Battle Ox") == (1700, 1000)


@rule("CLS-EFF-05", "CF-41")
def test_what_holds_for_a_card_ends_when_it_is_turned_face_down() -> None:
    game = Game(Cards(hand=["Book of Moon"], monsters=["Battle Ox"]))
    hold(game, Rule.ATTACK, "Battle Ox", 500)
    game.do("activate", "Book of Moon")
    assert not game.card("Battle Ox").face_up
    assert not game.duel.values(Rule.ATTACK, game.card("Battle Ox"))


@rule("CLS-SPELL-09", "CLS-SPELL-15")
def test_a_field_spell_holds_while_it_lies_there() -> None:
    game = Game(Cards(hand=["Mystical Space Typhoon"], field_spell="Yami", monsters=["Summoned Skull"]))
    assert stats(game, "Summoned Skull") == (2700, 1400)
    game.do("activate", "Mystical Space Typhoon")
    assert stats(game, "Summoned Skull") == (2500, 1200)


@rule("GAP-18", "GAP-19")
def test_a_negated_card_has_no_lasting_effect() -> None:
    game = Game(Cards(field_spell="Yami", monsters=["Summoned Skull"]))
    hold(game, Rule.NEGATE, "Yami")
    assert stats(game, "Summoned Skull") == (2500, 1200)
    assert game.card("Yami").negated


def test_a_card_in_the_hand_holds_nothing() -> None:
    game = Game(Cards(hand=["Yami"], monsters=["Summoned Skull"]))
    assert stats(game, "Summoned Skull") == (2500, 1200)


def test_a_rule_for_a_player_holds_for_that_player_alone() -> None:
    for seat in (0, 1):
        game = Game(Cards(hand=["Silver Fang"]))
        hold_for(game, Rule.NO_NORMAL_SUMMON, seat)
        assert game.can("summon", "Silver Fang") is (seat == 1)
        assert game.can("set", "Silver Fang")


@pytest.mark.parametrize(
    ("what", "verb", "name"),
    [
        (Rule.NO_SET, "set", "Pot of Greed"),
        (Rule.NO_ACTIVATION, "activate", "Pot of Greed"),
        (Rule.NO_BATTLE_PHASE, "phase", "battle"),
    ],
)
def test_what_a_rule_forbids_is_not_offered(what: Rule, verb: str, name: str) -> None:
    board = Cards(hand=["Pot of Greed"], monsters=["Battle Ox"])
    assert Game(board).can(verb, name)
    game = Game(board)
    hold_for(game, what, 0)
    assert not game.can(verb, name)


def test_a_monster_that_keeps_its_position_is_not_offered_to_change() -> None:
    game = Game(Cards(monsters=["Battle Ox", "Mystical Elf:set"]))
    for name in ("Battle Ox", "Mystical Elf"):
        hold(game, Rule.NO_POSITION_CHANGE, name)
    assert not game.can("change_position")
    assert not game.can("flip_summon")


def test_what_no_effect_may_target_is_no_target() -> None:
    game = Game(Cards(hand=["Axe of Despair"], monsters=["Battle Ox"]))
    hold(game, Rule.NO_TARGET, "Battle Ox")
    assert not game.can("activate", "Axe of Despair")


def test_what_no_effect_destroys_stays() -> None:
    game = Game(Cards(hand=["Dark Hole"], monsters=["Battle Ox", "Silver Fang"]))
    hold(game, Rule.NO_EFFECT_DESTRUCTION, "Battle Ox")
    assert game.do("activate", "Dark Hole").names("monster") == ["Battle Ox"]


@rule("CF-23", "CLS-CARD-09")
@pytest.mark.parametrize(("rules", "back"), [("master", True), ("classic", False)])
def test_a_card_removed_from_play_comes_back_in_master_alone(rules: str, back: bool) -> None:
    game = Game(Cards(banished=["Battle Ox"]), rules=rules)
    card = game.card("Battle Ox")
    for _ in departures.send_cards(game.duel, [card], "graveyard", cause="send"):
        pass
    assert (card.zone == "graveyard") is back
    assert card_status.is_gone_for_good(game.duel, card) is not back


@rule("GAP-52")
def test_banished_instead_of_sent_to_the_graveyard() -> None:
    game = Game(Cards(hand=["Dark Hole"], monsters=["Battle Ox"]))
    hold(game, Rule.BANISH_INSTEAD, "Battle Ox")
    game.do("activate", "Dark Hole")
    assert game.names("banished") == ["Battle Ox"]
    assert game.names("graveyard") == ["Dark Hole"]
