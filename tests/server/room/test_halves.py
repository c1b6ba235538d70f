"""Half-manual tables on whole servers: duels to the end, after a restart, alone, refused requests."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from facedown_server.room.requests.line_requests import INTERVENTION_RATE_HZ, MAX_INTERVENTIONS
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.decks import decks
from facedown_shared.protocol.gestures import Draw, SendSignal
from facedown_shared.protocol.messages import Answer, AtTable, Ready, Refused, Settings, UseDeck, Whole
from facedown_shared.text.errors import Code
from tests import strangers
from tests.server.games.manual.yugioh.half.duelists import Duelist
from tests.server.tables import Player, Server, run_server

HALF = Settings(mode="half", pace="off")
ALONE = Settings(mode="half", pace="off", opponent="nobody", listed=False)
MAX_MESSAGES = 5_000
"""Messages of both, after which a duel counts as endless."""


async def sit(server: Server) -> tuple[Player, Player]:
    """Begin a duel of two players with decks of unknown cards."""
    anna = await server.host("Anna", HALF)
    ben = await server.guest(anna, "Ben")
    for player, deck in zip((anna, ben), strangers.decks(), strict=True):
        await player.do(UseDeck(decks.to_ydk(deck), deck.name))
    for player in (anna, ben):
        await player.do(Ready())
    await (anna if anna.prompt else ben).pick("first")
    return anna, ben


async def play(
    players: tuple[Player, Player], minds: tuple[Duelist, Duelist], most: int = MAX_MESSAGES
) -> int:
    """Let both play until the match is over, or for so many messages; return their number."""
    for sent in range(most):
        if players[0].stage == "over":
            return sent
        index = next(i for i, player in enumerate(players) if player.prompt is not None)
        player, mind = players[index], minds[index]
        assert player.view
        refused = isinstance(player.heard[-1], Refused)
        await trio.sleep(0.1)
        await player.do(mind.act(player.asked, player.view, refused=refused))
        if refused and isinstance(player.heard[-1], Refused) and player.asked.kind != "by_hand":
            raise AssertionError(player.heard[-1])
    return most


def minds(seed: str) -> tuple[Duelist, Duelist]:
    """Return two players that choose at random."""
    return Duelist(seed.encode() + b"0"), Duelist(seed.encode() + b"1")


@pytest.mark.parametrize("seed", ["one", "two", "three"])
async def test_two_decks_nobody_has_written_are_dueled_to_the_end(
    autojump_clock: MockClock, seed: str
) -> None:
    async with run_server(pool=strangers.pool(), seed=seed) as server:
        players, both = await sit(server), minds(seed)
        assert await play(players, both) < MAX_MESSAGES
        assert players[0].stage == "over"
        assert sum(mind.carried_out for mind in both) >= 5
        assert sum(mind.objections for mind in both) >= 1
        assert players[0].last(AtTable).table.mode == "half"


async def test_a_table_half_by_hand_comes_back_in_the_middle_of_a_card(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, pool=strangers.pool(), seed="before") as server:
        players, both = await sit(server), minds("restart")
        sent = 0
        while not any(player.prompt and player.prompt.kind == "by_hand" for player in players):
            sent += await play(players, both, 1)
            assert sent < MAX_MESSAGES
        carrier = next(player for player in players if player.prompt)
        await carrier.do(Draw())
        stood = [player.view for player in players]
        asked = carrier.asked
    async with run_server(store=store, pool=strangers.pool(), seed="after") as server:
        back = (await server.back(players[0]), await server.back(players[1]))
        assert [player.last(Whole).view for player in back] == stood
        again = back[players.index(carrier)]
        assert again.asked == asked
        assert await play(back, both) < MAX_MESSAGES


async def test_gestures_of_the_opponent_do_not_keep_a_player_from_ending_a_card(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: each of eight a second renewed the prompt, so that an answer of 0.2 s was too late."""
    async with run_server(pool=strangers.pool(), seed="before") as server:
        players, both = await sit(server), minds("restart")
        sent = 0
        while not any(player.prompt and player.prompt.kind == "by_hand" for player in players):
            sent += await play(players, both, 1)
            assert sent < MAX_MESSAGES
        carrier, other = players if players[0].prompt else players[::-1]
        asked = set[int]()
        for _ in range(40):
            await other.do(SendSignal("wait"))
            asked.add(carrier.asked.ask)
            await trio.sleep(0.1)
        assert len(asked) <= 1 + MAX_INTERVENTIONS + 4 * INTERVENTION_RATE_HZ
        assert other.refusal is Code.TOO_FAST
        for _ in range(MAX_INTERVENTIONS):
            await carrier.do(Draw())
        assert carrier.refusal is None


async def test_alone_one_person_carries_out_the_cards_of_both_sides(autojump_clock: MockClock) -> None:
    async with run_server(pool=strangers.pool()) as server:
        anna = await server.host("Anna", ALONE)
        await anna.do(UseDeck(decks.to_ydk(strangers.decks()[0])), Ready())
        assert anna.asked.kind == "turn", "smart asks in none of one's own windows that a card does not name"
        index = next(i for i, option in enumerate(anna.asked.options) if option.verb == "apply")
        await anna.do(Answer(anna.asked.ask, (index,)))
        assert anna.asked.kind == "by_hand"
        await anna.do(Draw(2))
        await anna.pick("done")
        assert anna.asked.kind != "confirm"


async def test_alone_the_view_turns_to_a_prompt_with_the_same_number(autojump_clock: MockClock) -> None:
    """Prompts are numbered per seat: seen to fail, the table stood still at the other side's response."""
    async with run_server(pool=strangers.pool()) as server:
        anna = await server.host("Anna", ALONE)
        await anna.do(UseDeck(decks.to_ydk(strangers.decks()[0])), Ready())
        last = anna.asked.ask
        for verb in ("summon", "zone"):
            index = next(i for i, option in enumerate(anna.asked.options) if option.verb == verb)
            last = anna.asked.ask
            await anna.do(Answer(last, (index,)))
        assert (anna.seat, anna.asked.kind, anna.asked.ask) == (1, "response", last)


async def test_no_card_is_moved_while_the_rules_ask(autojump_clock: MockClock) -> None:
    async with run_server(pool=strangers.pool()) as server:
        anna, ben = await sit(server)
        for player in (anna, ben):
            await player.do(Draw())
            assert player.refusal is Code.NOT_NOW


async def test_by_the_rules_alone_nothing_is_moved_by_hand(autojump_clock: MockClock) -> None:
    async with run_server(pool=strangers.pool()) as server:
        anna = await server.host("Anna", Settings(pace="off", opponent="nobody"))
        await anna.do(Ready())
        await anna.do(Draw())
        assert anna.refusal is Code.NOT_ALLOWED
