"""Turns and phases: draws, the open state, the hand limit, the ends of a duel."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.game_actions import players
from facedown_server.refereeing.referee import Act, Agreed, Choice, Conceded, Expire, PromptKind
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game, code
from tests.rules import rule


def begin_duel(name: str, first: int = 0) -> DuelReferee:
    """Begin a duel with two decks of forty, up to its first prompt."""
    deck = Deck((code("Mystical Elf"),) * 40, (code("Gaia the Dragon Champion"),), ())
    duel = DuelReferee(FORMATS[name], bundled_pool())
    for _ in duel.start(Setup(name, (deck, deck), first), RandomStreams(bytes(range(32)))):
        pass
    return duel


@rule("GAP-01", "CLS-WIN-01", "CLS-SETUP-10")
def test_a_duel_begins_with_five_cards_and_8000() -> None:
    duel = begin_duel("master")
    assert [duel.state.life(seat) for seat in (0, 1)] == [8000, 8000]
    assert [len(duel.duel.cards_at("hand", seat)) for seat in (0, 1)] == [5, 5]
    assert [len(duel.duel.cards_at("deck", seat)) for seat in (0, 1)] == [35, 35]


@rule("GAP-02", "CF-22", "CLS-TURN-07")
@pytest.mark.parametrize(("name", "cards"), [("master", 5), ("classic", 6), ("MR1", 6), ("GOAT", 6)])
def test_who_starts_draws_only_where_the_format_says_so(name: str, cards: int) -> None:
    assert len(begin_duel(name).duel.cards_at("hand", 0)) == cards


@rule("CLS-TURN-05", "YGO-MOVE-01", "YGO-DECK-02")
def test_the_turn_player_draws_the_top_card() -> None:
    game = Game(Cards(deck=["Feral Imp", "Silver Fang"]))
    assert game.names("hand") == ["Feral Imp"]
    assert game.names("deck")[0] == "Silver Fang"
    assert game.count("hand", 1) == 0


@rule("YGO-MOVE-02", "CLS-TURN-06", "CLS-WIN-05")
def test_who_cannot_draw_loses() -> None:
    game = Game(Cards(fillers=0))
    assert game.over == "1 deckout"
    assert game.duel.state.phase == "draw"


@rule("YGO-MOVE-02", "CLS-WIN-05")
def test_an_empty_deck_alone_loses_nothing() -> None:
    assert not Game(Cards(), Cards(fillers=0)).phase("battle").over


@rule("CLS-TURN-01", "GAP-04")
def test_a_turn_runs_through_its_six_phases() -> None:
    game = Game(Cards(monsters=["Battle Ox"])).phase("battle").phase("main2").end_turn()
    phases = [told.word for told in game.happened("phase") if told.seat == 0]
    assert phases == ["draw", "standby", "main1", "battle", "main2", "end"]


@rule("CLS-TURN-04", "CLS-TURN-13", "CLS-TURN-17")
def test_without_a_battle_phase_there_is_no_main_2() -> None:
    game = Game(Cards(monsters=["Battle Ox"]))
    assert game.can("phase", "battle")
    assert game.can("phase", "end")
    game.end_turn()
    phases = [told.word for told in game.happened("phase") if told.seat == 0]
    assert phases == ["draw", "standby", "main1", "end"]
    assert (game.duel.state.turn_player, game.ask.seat, game.ask.kind) == (1, 1, PromptKind.TURN)


@rule("YGO-HAND-05", "CLS-TURN-16", "CF-38")
def test_more_than_six_cards_are_cut_to_six_as_the_turn_ends() -> None:
    game = Game(Cards(hand=["Feral Imp"] * 7)).phase("end")
    assert (game.ask.seat, game.ask.least, game.ask.most) == (0, 2, 2)
    assert game.duel.state.phase == "end"
    game.choose(*(key for key, _ in game.ask.options[:2])).to_open()
    assert (game.count("hand"), game.count("graveyard")) == (6, 2)


@rule("YGO-HAND-05", "YGO-HAND-10")
def test_six_cards_are_kept_and_more_may_be_held_meanwhile() -> None:
    assert Game(Cards(hand=["Feral Imp"] * 5)).end_turn().count("hand") == 6
    assert Game(Cards(hand=["Feral Imp"] * 12)).count("hand") == 13


@rule("YGO-HAND-06")
def test_the_hand_limit_is_no_discard_by_an_effect() -> None:
    game = Game(Cards(hand=["Feral Imp"] * 6)).end_turn()
    told = [told for told in game.happened("move") if told.cause == "discard"]
    assert [(one.word, one.source) for one in told] == [("hand limit", None)]


@rule("GAP-11", "CLS-CHAIN-06")
def test_a_phase_ends_only_when_the_other_player_lets_it() -> None:
    game = Game(Cards(spells=["Axe of Despair:set"]), Cards(spells=["Mystical Space Typhoon:set"]))
    game.choose("phase:end").respond("Mystical Space Typhoon").calm()
    assert game.duel.state.phase == "main1"
    assert game.ask.kind is PromptKind.TURN


@rule("CLS-SPELL-01", "CLS-TURN-02", "CLS-TURN-09")
def test_a_normal_spell_waits_for_a_main_phase() -> None:
    game = Game(Cards(hand=["Pot of Greed"], monsters=["Battle Ox"]))
    assert game.can("activate", "Pot of Greed")
    assert game.can("set", "Pot of Greed")
    game.phase("battle")
    assert not game.can("activate", "Pot of Greed")
    assert not game.can("set", "Pot of Greed")
    assert game.phase("main2").can("activate", "Pot of Greed")


@rule("GAP-24")
@pytest.mark.parametrize(
    ("act", "end"),
    [
        (Act(0, Conceded()), "1 conceded"),
        (Act(1, Expire("time")), "0 time"),
        (Act(0, Agreed()), "draw agreed"),
    ],
)
def test_giving_up_running_out_of_time_and_agreeing_end_a_duel(act: Act, end: str) -> None:
    duel = begin_duel("master")
    duel.check(act)
    assert list(duel.apply(act))
    assert str(duel.result()) == end
    with pytest.raises(Illegal):
        duel.check(Act(0, Choice(("pass",))))


@pytest.mark.parametrize(
    "act", [Act(1, Choice(("pass",))), Act(0, Choice(("phase:nowhere",))), Act(0, Choice(()))]
)
def test_only_who_is_asked_may_answer_and_only_what_is_offered(act: Act) -> None:
    duel = begin_duel("master")
    with pytest.raises(Illegal):
        duel.check(act)
    duel.check(Act(0, Choice(("pass",))))


@rule("GAP-23", "CLS-WIN-04")
def test_both_at_nothing_is_a_draw() -> None:
    game = Game(Cards(life=100), Cards(life=100, monsters=["Battle Ox"]))
    for seat in (0, 1):
        players.damage(game.duel, seat, 100)
    assert game.phase("battle").over == "draw lp"


@rule("GAP-11")
def test_who_ends_the_turn_in_the_battle_phase_passes_through_main_phase_2() -> None:
    them = Cards(hand=["Effect Veiler"])
    game = Game(Cards(monsters=["Sonic Bird"]), them).phase("battle")
    game.begin_act("phase", "end")
    while game.duel.state.phase != "main2":
        game.choose("pass")
    game.respond("Effect Veiler").to_open()
    assert (game.duel.state.turn, game.duel.state.phase) == (2, "main2")
    assert game.card("Sonic Bird").negated


def test_with_no_answer_to_it_main_phase_2_is_over_at_once() -> None:
    game = Game(Cards(monsters=["Sonic Bird"])).phase("battle").phase("end").to_open()
    assert game.duel.state.turn == 3
