"""The search of `hard`: it plays Views on, chooses by what comes of it, and knows nothing but its request."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from benchmarks.bots.duels import BotTable, Tally, settings
from benchmarks.bots.positions import POSITIONS, check_position, read_positions
from facedown_client.bot.hard_bot import HardBot
from facedown_client.bot.levels import make_bot
from facedown_client.bot.search.determinization import determinize
from facedown_client.bot.search.rollouts import Rollout
from facedown_client.bot.search.search import search
from facedown_client.bot.search.search_calls import (
    Candidate,
    SearchRequest,
    SearchResult,
    decode_request,
    decode_result,
    encode_request,
    encode_result,
)
from facedown_client.bot.search.search_process import answer_line
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.table import RandomStreams, Setup, sight
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import FORMATS
from proofs.play.player import exhaust
from tests.client.bot.test_peeking import RecordedBot, find_difference

MAX_PROMPTS = 300
FEW_ROLLOUTS_COUNT = 4
MIN_RIGHT_PERCENT = 97

Hand = Callable[[], tuple[int, ...]]
Searching = Callable[[SearchRequest], SearchResult]


def play_hard(searching: Callable[[Hand], Searching], max_prompts: int = MAX_PROMPTS) -> RecordedBot:
    """Play the beginning of a duel of `hard` against `normal`; return the bot with what it was asked."""
    setting = next(settings(1, 7, ["master"]))
    referee = DuelReferee(FORMATS[setting.format], bundled_pool())

    def hand() -> tuple[int, ...]:
        return tuple(card.facts.code for card in referee.duel.cards_at("hand", 1))

    bot = RecordedBot(HardBot(0, 1, searching(hand)))
    table = BotTable(referee, (bot, make_bot("normal", 1, 2)), 0, Tally())
    exhaust(referee.start(Setup(setting.format, (setting.deck, setting.deck)), RandomStreams(bytes(32))))
    for _ in range(max_prompts):
        if referee.result() is not None:
            break
        table.play_prompt()
    return bot


def few(request: SearchRequest) -> SearchResult:
    """Search with few rollouts."""
    return search(msgspec.structs.replace(request, max_rollouts=FEW_ROLLOUTS_COUNT))


def gather_requests(max_prompts: int = MAX_PROMPTS) -> list[SearchRequest]:
    """Return what a bot searched for in the beginning of a duel."""
    found: list[SearchRequest] = []

    def note(request: SearchRequest) -> SearchResult:
        found.append(request)
        return SearchResult()

    play_hard(lambda _: note, max_prompts)
    return found


def test_a_determinization_shows_the_same_view() -> None:
    """What the bot sees stays as it is, the hidden cards are those of a deck, and the prompt is the same."""
    requests = gather_requests()
    assert len(requests) > 10
    for request in requests:
        rollout = Rollout(request, determinize(request, random.Random(1)), 1)
        seen, shown = sight.view(rollout.state, request.seat), request.view
        assert {key: pile.count for key, pile in seen.piles.items()} == {
            key: pile.count for key, pile in shown.piles.items()
        }
        assert seen.tallies == shown.tallies
        assert (seen.turn, seen.turn_player, seen.phase) == (shown.turn, shown.turn_player, shown.phase)
        assert sorted(card.code for card in seen.cards.values()) == sorted(
            card.code for card in shown.cards.values()
        )
        assert rollout.is_faithful
        assert rollout.find_act(request.candidates[0]) is not None


def test_hidden_cards_are_sampled_again_for_each_determinization() -> None:
    request = gather_requests(60)[0]
    hands = set()
    for number in range(6):
        duel = determinize(request, random.Random(number)).duel
        hands.add(
            tuple(sorted(card.code for card in duel.cards if card.place.zone == "hand" and card.owner == 1))
        )
    assert len(hands) > 1


def test_the_same_request_has_the_same_result() -> None:
    request = gather_requests(60)[-1]
    assert decode_request(encode_request(request)) == request
    result = few(request)
    assert result.rollouts
    assert few(request) == result == decode_result(encode_result(result))


def test_a_request_that_cannot_be_played_on_keeps_the_first_candidate() -> None:
    request = gather_requests(60)[0]
    unknown = msgspec.structs.replace(request.view, table="no such table")
    broken = msgspec.structs.replace(request, view=unknown)
    assert decode_result(answer_line(encode_request(broken))) == SearchResult()
    assert decode_result(answer_line(b"no request\n")) == SearchResult()


def test_a_winning_attack_is_chosen_over_the_end_of_the_turn() -> None:
    """The first candidate ends the turn, the second begins the Battle Phase and wins."""
    position = next(one for one in read_positions(POSITIONS) if one.id == "direct-attack-wins")
    results: list[SearchResult] = []
    words: list[str] = []

    def searching(request: SearchRequest) -> SearchResult:
        options = request.prompt.options
        if request.view.phase != "main1":
            return SearchResult()
        phases = {option.text: index for index, option in enumerate(options) if option.verb == "phase"}
        both = (Candidate(phases["end"]), Candidate(phases["battle"]))
        results.append(search(msgspec.structs.replace(request, candidates=both)))
        words.append(request.view.phase)
        return results[-1] if results[-1].chosen == 0 else SearchResult()

    check_position(position, HardBot(0, 1, searching))
    assert results
    assert results[0].chosen == 1
    assert results[0].lead > 10_000


def test_hard_needs_nothing_but_its_views_and_prompts() -> None:
    """Twin runs: a fresh bot that is shown the same Views and prompts answers alike, search and all."""
    rows = play_hard(lambda _: few, 150).rows
    assert len(rows) > 10
    assert find_difference(rows, HardBot(0, 1, few)) is None


def test_a_search_that_peeks_is_noticed() -> None:
    """Planted: the search sees the opponent's real hand."""

    def peeking(hand: Hand) -> Searching:
        return lambda request: SearchResult(sum(hand()) % len(request.candidates))

    rows = play_hard(peeking).rows
    others = [HardBot(0, 1, peeking(lambda number=number: (number,))) for number in range(3)]  # type: ignore[misc]
    assert all(find_difference(rows, bot) is not None for bot in others)


@pytest.mark.parametrize("part", range(3))
def test_hard_finds_nearly_all_right_plays(part: int) -> None:
    """67 positions in three parts: of each, as many may be wrong as 3 % of all are."""
    positions = read_positions(POSITIONS)
    wrong = [one.id for one in positions[part::3] if check_position(one, HardBot(0, 1, search))]
    assert 100 * len(wrong) * 3 <= (100 - MIN_RIGHT_PERCENT) * len(positions) * 3 / 2, wrong
