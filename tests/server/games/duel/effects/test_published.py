"""Lingering effects in a View: player, card, targets and duration; only what is public."""

from __future__ import annotations

from facedown_server.table import ops, sight
from facedown_server.table.state import LastingEffect
from facedown_shared.tables.view import LingeringEffect
from facedown_shared.tables.zones import CLASSES
from tests.play import Cards, Game

SWORDS = "Swords of Revealing Light"


def lingering_effects(game: Game, viewer: int = -1) -> dict[str, LingeringEffect]:
    """Return the lingering effects that this class sees, by rule."""
    return {row.rule: row for row in game.view(viewer).lasting}


def test_waboku_stands_for_its_player_to_the_end_of_the_turn() -> None:
    game = Game(Cards(spells=["Waboku:set"], monsters=["Silver Fang"]), Cards(monsters=["Summoned Skull"]))
    assert not lingering_effects(game)
    game.do("activate", "Waboku")
    code, turn = game.card("Waboku").code, game.duel.state.turn
    for viewer in CLASSES:
        told = lingering_effects(game, viewer)
        assert told["no_battle_damage"] == LingeringEffect("no_battle_damage", 0, code, seats=(0,), turn=turn)
        assert told["no_battle_destruction"] == LingeringEffect("no_battle_destruction", 0, code, turn=turn)
    game.end_turn()
    assert not lingering_effects(game)


def test_swords_stand_until_their_end_phase_as_long_as_they_lie_there() -> None:
    game = Game(Cards(hand=[SWORDS]), Cards(spells=["Mystical Space Typhoon:set"])).do("activate", SWORDS)
    swords = game.card(SWORDS)
    row = lingering_effects(game)["later"]
    assert (row.seat, row.code, row.turn, row.phase) == (
        0,
        swords.code,
        game.duel.state.turn + 5,
        "end_phase",
    )
    assert row.cards == (swords.handles[-1],)
    game.end_turn().do("activate", "Mystical Space Typhoon")
    assert "later" not in lingering_effects(game)


def test_a_monster_that_is_negated_says_until_when() -> None:
    game = Game(Cards(hand=["Exiled Force"]), Cards(hand=["Effect Veiler"], monsters=["Summoned Skull"]))
    game.begin_act("summon", "Exiled Force").respond("Effect Veiler").to_open()
    veiled = game.card("Exiled Force")
    row = lingering_effects(game)["negate"]
    assert (row.seat, row.cards, row.turn) == (1, (veiled.handles[-1],), game.duel.state.turn)
    assert row.code == game.card("Effect Veiler").code


def test_a_card_that_left_is_marked_no_more() -> None:
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=["Silver Fang", "Battle Ox"]))
    game.do("activate", "Change of Heart", "Silver Fang")
    fang = game.card("Silver Fang")
    row = lingering_effects(game)["control"]
    assert (row.seat, row.cards, row.phase) == (0, (fang.handles[-1],), "end_phase")
    game.end_turn()
    assert "control" not in lingering_effects(game)


def test_who_could_not_read_its_card_is_not_told_which_it_was() -> None:
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=["Silver Fang"]))
    ops.set_lingering_effects(game.duel.state, (LastingEffect("no_set", 0, 4031928, 0b001, (1,), None, 2),))
    assert [sight.view(game.duel.state, viewer).lasting[0].code for viewer in CLASSES] == [4031928, 0, 0]


def test_a_card_that_nobody_can_follow_takes_its_marks_out_of_sight() -> None:
    game = Game(Cards(hand=["Change of Heart"], monsters=["Battle Ox"]), Cards(monsters=["Silver Fang"]))
    fang, held = game.card("Silver Fang"), game.card("Change of Heart")
    rows = [(card, card.incarnation, card.handles) for card in (fang, held)]
    effects = [LastingEffect("negate", 0, 1, 0b111, (), (row,), 2) for row in rows]
    ops.set_lingering_effects(game.duel.state, tuple(effects))
    assert [len(game.view(viewer).lasting) for viewer in CLASSES] == [2, 1, 1]
