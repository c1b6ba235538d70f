"""A match with any referee: who begins, best of three, siding. Played without a room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from facedown_server.refereeing.match import Match, MatchStage
from facedown_server.refereeing.referee import (
    Act,
    Agreed,
    Choice,
    Conceded,
    Expire,
    Origin,
    PromptKind,
    Sided,
)
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.text.errors import Code, Illegal
from tests.rules import rule
from tests.server.counting import CountingGame
from tests.server.tables import add_side_deck, ready_deck

POOL = bundled_pool()
DECKS = (add_side_deck(ready_deck(0), POOL), add_side_deck(ready_deck(1), POOL))


def make_match(best_of: int = 3, secret: bytes = b"s" * 32) -> Match:
    match = Match(CountingGame, POOL)
    setup = Setup("master", DECKS, names=("Anna", "Ben"), best_of=best_of)
    assert list(match.start(setup, RandomStreams(secret))) == []
    return match


def do(match: Match, *plays: Act) -> None:
    for act in plays:
        match.check(act)
        list(match.apply(act))


def choose(match: Match, word: str = "first") -> None:
    do(match, Act(match.chooser, Choice((word,))))


def keep(match: Match) -> None:
    do(match, Act(0, Choice(("keep",))), Act(1, Choice(("keep",))))


def finish(match: Match, winner: int | None) -> None:
    """Play one duel from its beginning to this end, and side if there is another."""
    choose(match)
    do(match, Act(0, Agreed(), Origin.TABLE) if winner is None else Act(1 - winner, Conceded()))
    if match.stage is MatchStage.SIDING:
        keep(match)


@rule("GAP-01")
def test_a_random_winner_says_who_begins() -> None:
    tossed = {make_match(secret=bytes([n]) * 32).chooser for n in range(12)}
    assert tossed == {0, 1}


@rule("GAP-01")
@pytest.mark.parametrize(("word", "change"), [("first", 0), ("second", 1)])
def test_one_who_won_the_toss_may_go_first_or_second(word: str, change: int) -> None:
    match = make_match()
    assert [ask.kind for ask in match.prompts()] == [PromptKind.ORDER]
    choose(match, word)
    assert match.state.turn_player == (match.chooser + change) % 2
    assert (match.stage, match.number) == (MatchStage.DUEL, 1)


def test_only_the_winner_of_the_toss_is_asked() -> None:
    match = make_match()
    for act in (Act(1 - match.chooser, Choice(("first",))), Act(match.chooser, Choice(("third",)))):
        with pytest.raises(Illegal):
            match.check(act)


def test_a_best_of_one_is_over_after_one_duel() -> None:
    match = make_match(best_of=1)
    finish(match, 1)
    assert match.stage is MatchStage.OVER
    assert str(match.result()) == "1 conceded"
    with pytest.raises(Illegal) as refused:
        match.check(Act(0, Conceded()))
    assert refused.value.code is Code.NOT_NOW


@rule("CLS-MATCH-02", "CLS-MATCH-03", "GAP-05")
@pytest.mark.parametrize(
    ("winners", "result"),
    [
        ((0, 0), "0 match"),
        ((1, 0, 1), "1 match"),
        ((None, 0, None), "0 match"),
        ((0, 1, None), "draw match"),
    ],
)
def test_a_match_goes_to_those_who_won_more(winners: tuple[int | None, ...], result: str) -> None:
    match = make_match()
    for number, winner in enumerate(winners, start=1):
        assert match.result() is None
        finish(match, winner)
        assert match.number == number
    assert str(match.result()) == result


@rule("CLS-MATCH-01", "CLS-MATCH-05", "GAP-05")
def test_a_drawn_duel_counts_for_nobody() -> None:
    match = make_match()
    for _ in range(3):
        finish(match, None)
        assert match.wins == (0, 0)
    assert str(match.result()) == "draw match"


@rule("GAP-01")
@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_of_the_last_duel_says_who_begins(winner: int) -> None:
    match = make_match()
    finish(match, winner)
    assert match.stage is MatchStage.ORDER
    assert match.chooser == 1 - winner


def test_conceding_the_match_ends_it_at_every_stage() -> None:
    def choose_in_order(match: Match) -> None:
        pass

    def side_and_choose(match: Match) -> None:
        choose(match)
        do(match, Act(0, Conceded()))

    stages: list[Callable[[Match], None]] = [choose_in_order, choose, side_and_choose]
    for reach in stages:
        match = make_match()
        reach(match)
        do(match, Act(1, Conceded(match=True)))
        assert str(match.result()) == "0 concede"
        assert match.prompts() == ()


def test_a_duel_is_not_conceded_between_duels() -> None:
    match = make_match()
    with pytest.raises(Illegal):
        match.check(Act(0, Conceded()))


def test_time_loses_the_duel_and_not_the_match() -> None:
    match = make_match()
    choose(match)
    do(match, Act(0, Expire("time"), Origin.CLOCK))
    assert match.wins == (0, 1)
    assert match.stage is MatchStage.SIDING


# --- siding ------------------------------------------------------------------------------------------------


def match_at_siding() -> Match:
    match = make_match()
    choose(match)
    do(match, Act(0, Conceded()))
    return match


def exchange_cards(seat: int) -> str:
    deck = DECKS[seat]
    new = replace(deck, main=(deck.side[0], *deck.main[1:]), side=(deck.main[0], *deck.side[1:]))
    return decks.to_ydk(new)


@rule("CLS-SIDE-02")
def test_cards_are_exchanged_between_two_duels() -> None:
    match = match_at_siding()
    do(match, Act(0, Sided(exchange_cards(0))), Act(1, Choice(("keep",))))
    assert match.decks[0].main[0] == DECKS[0].side[0]
    assert match.decks[1] == DECKS[1]
    assert match.stage is MatchStage.ORDER


def test_both_seats_side_at_once_and_each_only_once() -> None:
    match = match_at_siding()
    assert [(ask.seat, ask.kind, ask.default) for ask in match.prompts()] == [
        (0, PromptKind.SIDE, ("keep",)),
        (1, PromptKind.SIDE, ("keep",)),
    ]
    do(match, Act(1, Sided(exchange_cards(1))))
    assert [ask.seat for ask in match.prompts()] == [0]
    with pytest.raises(Illegal):
        match.check(Act(1, Choice(("keep",))))


@rule("CLS-SIDE-02")
def test_a_deck_is_not_changed_during_a_duel() -> None:
    match = make_match()
    choose(match)
    with pytest.raises(Illegal):
        match.check(Act(0, Sided(exchange_cards(0))))


@rule("CLS-SIDE-03", "GAP-03")
def test_sizes_stay_as_they_were() -> None:
    match, deck = match_at_siding(), DECKS[0]
    larger = replace(deck, main=(*deck.main, deck.side[0]), side=deck.side[1:])
    stranger = replace(deck, main=(deck.main[-1], *deck.main[1:]))
    for new in (larger, stranger):
        with pytest.raises(Illegal) as refused:
            match.check(Act(0, Sided(decks.to_ydk(new))))
        assert refused.value.code is Code.BAD_DECK


def test_a_deck_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Illegal) as refused:
        match_at_siding().check(Act(0, Sided("seven of hearts")))
    assert refused.value.code is Code.BAD_DECK


# --- numbers and digests -----------------------------------------------------------------------------------


def test_prompts_are_numbered_on_through_the_match() -> None:
    match = make_match()
    seen: dict[int, list[int]] = {0: [], 1: []}
    for winner in (0, 1, 0):
        for ask in match.prompts():
            seen[ask.seat].append(ask.number)
        choose(match)
        do(match, Act(match.prompts()[0].seat, Choice(("say:1",))))
        for ask in match.prompts():
            seen[ask.seat].append(ask.number)
        do(match, Act(1 - winner, Conceded()))
        if match.stage is MatchStage.SIDING:
            for ask in match.prompts():
                seen[ask.seat].append(ask.number)
            keep(match)
    assert all(numbers == sorted(set(numbers)) for numbers in seen.values())


def test_the_same_acts_give_the_same_digest_and_others_another() -> None:
    def play_match(*winners: int | None, secret: bytes = b"s" * 32) -> bytes:
        match = make_match(secret=secret)
        for winner in winners:
            finish(match, winner)
        return match.digest()

    assert play_match(0, 1) == play_match(0, 1)
    assert (
        len(
            {
                play_match(),
                play_match(0),
                play_match(0, 1),
                play_match(0, None),
                play_match(0, 1, secret=b"t" * 32),
            }
        )
        == 5
    )


def test_every_duel_has_a_fate_of_its_own() -> None:
    match = make_match()
    choose(match)
    luck = [match.state.tallies["luck"]]
    for _ in range(2):
        do(match, Act(0, Agreed(), Origin.TABLE))
        keep(match)
        choose(match)
        luck.append(match.state.tallies["luck"])
    assert len(set(luck)) == 3
