"""Format classic: a Match of three duels, the Side Deck between them, and who begins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from trio.testing import MockClock

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.refereeing.match import Match, MatchStage
from facedown_server.refereeing.referee import Act, Agreed, Choice, Conceded, Origin, PromptKind, Sided
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol import messages
from facedown_shared.protocol.messages import Settings, UseDeck
from facedown_shared.tables.formats import CLASSIC
from facedown_shared.text.errors import Illegal
from tests.rules import rule
from tests.server.tables import begin, run_server

POOL = bundled_pool()


def deck_with_fifteen(name: str) -> Deck:
    """Return a starter deck with a Side Deck of fifteen."""
    deck = decks.ready_decks()[name].deck
    others = [card.code for card in POOL if card.is_a("normal") and card.code not in deck.cards]
    side = tuple(code for code in others if POOL[code].scales is None and not POOL[code].is_a("token"))[:15]
    return replace(deck, side=side)


DECKS = (deck_with_fifteen("starter-yugi"), deck_with_fifteen("starter-kaiba"))


def make_match(secret: int = 1) -> Match:
    match = Match(lambda: DuelReferee(CLASSIC, POOL), POOL)
    assert not list(match.start(Setup("classic", DECKS, best_of=3), RandomStreams(bytes([secret]) * 32)))
    return match


def do(match: Match, *acts: Act) -> None:
    for act in acts:
        match.check(act)
        list(match.apply(act))


def finish(match: Match, winner: int | None) -> None:
    """Begin one duel, end it like this, and use the same decks for the next."""
    do(match, Act(match.chooser, Choice(("first",))))
    do(match, Act(0, Agreed(), Origin.TABLE) if winner is None else Act(1 - winner, Conceded()))
    if match.stage is MatchStage.SIDING:
        do(match, Act(0, Choice(("keep",))), Act(1, Choice(("keep",))))


@rule("CLS-MATCH-01", "CLS-MATCH-02", "CLS-MATCH-03")
@pytest.mark.parametrize(
    ("winners", "result"),
    [
        ((0, 0), "0 match"),
        ((1, 0, 1), "1 match"),
        ((None, 1, None), "1 match"),
        ((0, None, None), "0 match"),
        ((0, 1, 0), "0 match"),
    ],
)
def test_two_wins_or_one_win_and_two_draws_take_the_match(
    winners: tuple[int | None, ...], result: str
) -> None:
    match = make_match()
    for winner in winners:
        assert match.stage is MatchStage.ORDER
        finish(match, winner)
    assert (match.stage, str(match.result())) == (MatchStage.OVER, result)


@rule("CLS-MATCH-04", "CLS-MATCH-05")
@pytest.mark.parametrize("winners", [(0, 1, None), (None, 1, 0), (None, None, None)])
def test_a_match_may_be_drawn(winners: tuple[int | None, ...]) -> None:
    match = make_match()
    for winner in winners:
        finish(match, winner)
    assert str(match.result()) == "draw match"


@rule("CLS-SETUP-07", "GAP-26")
def test_a_toss_says_who_is_asked_and_its_winner_may_go_first_or_second() -> None:
    assert {make_match(secret).chooser for secret in range(1, 12)} == {0, 1}
    for word, change in (("first", 0), ("second", 1)):
        match = make_match()
        assert [(ask.seat, ask.kind) for ask in match.prompts()] == [(match.chooser, PromptKind.ORDER)]
        do(match, Act(match.chooser, Choice((word,))))
        assert match.state.turn_player == (match.chooser + change) % 2


@rule("CLS-SETUP-08")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_last_duel_decides_who_starts(winner: int) -> None:
    match = make_match()
    finish(match, winner)
    assert [(ask.seat, ask.kind) for ask in match.prompts()] == [(1 - winner, PromptKind.ORDER)]


@rule("CLS-SETUP-09")
def test_after_a_drawn_duel_the_coin_is_tossed_again() -> None:
    changed = set()
    for secret in range(1, 16):
        match = make_match(secret)
        before = match.chooser
        finish(match, None)
        changed.add(before != match.chooser)
    assert changed == {False, True}


@rule("CLS-SIDE-02", "CLS-SIDE-03")
def test_cards_are_exchanged_between_duels_only_and_one_for_one() -> None:
    match, deck = make_match(), DECKS[0]
    swapped = replace(deck, main=deck.side[:3] + deck.main[3:], side=deck.main[:3] + deck.side[3:])
    do(match, Act(match.chooser, Choice(("first",))))
    with pytest.raises(Illegal):
        match.check(Act(0, Sided(decks.to_ydk(swapped))))
    do(match, Act(0, Conceded()))
    with pytest.raises(Illegal):
        match.check(Act(0, Sided(decks.to_ydk(replace(swapped, side=swapped.side[1:])))))
    do(match, Act(0, Sided(decks.to_ydk(swapped))))
    assert match.decks[0].parts == swapped.parts


@rule("CLS-SIDE-06", "CLS-SIDE-07", "GAP-V10")
async def test_the_opponent_is_told_the_size_of_the_side_deck_before_and_after(
    autojump_clock: MockClock,
) -> None:
    deck = DECKS[0]
    async with run_server() as server:
        anna = await server.host(settings=Settings(format="classic", best_of=3, pace="off"))
        ben = await server.guest(anna)
        await anna.do(UseDeck(decks.to_ydk(deck)))
        assert ben.table
        assert ben.table.seats[0].counts == deck.counts
        await begin(anna, ben)
        await anna.do(messages.Concede())
        ben.heard.clear()
        new = replace(deck, main=(deck.side[0], *deck.main[1:]), side=(deck.main[0], *deck.side[1:]))
        await anna.do(UseDeck(decks.to_ydk(new)))
        assert ben.last(messages.AtTable).table.seats[0].counts == (50, 0, 15)
