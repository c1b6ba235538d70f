"""Expensive requests have a price by IP address: decks, facts, tables, changes of the mode."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd import prices
from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.gestures import CloseDeck, Gesture, Move, SearchDeck, Shuffle, TossCoins
from facedown_shared.protocol.messages import (
    AtTable,
    ChangeMode,
    CreateTable,
    DeckReport,
    GetView,
    Leave,
    ListTables,
    Ping,
    Pong,
    Reasons,
    Refused,
    Settings,
    Tables,
    UseDeck,
    Watch,
    Whole,
    Why,
)
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from tests.server.tables import Player, begin_duel, run_server

FREE = Settings(mode="free", pace="off")
LONG = "\n".join(str(100_000_000 + card) for card in range(1_500))


async def test_long_decks_are_too_fast_at_every_table_of_an_address(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        mean = [await server.connect(f"Mean {seat}", peer="192.0.2.1") for seat in range(6)]
        for player in mean:
            await player.do(CreateTable(FREE))
        for player in mean:
            await player.do(*[UseDeck(LONG)] * 10)
        reports = sum(len(player.all(DeckReport)) for player in mean)
        assert 0 < reports < 12
        assert mean[-1].refusal is Code.TOO_FAST
        await mean[0].do(Leave(), CreateTable(FREE), UseDeck(LONG))
        assert reports == sum(len(player.all(DeckReport)) for player in mean), "another table is no way out"
        good = await server.connect("Good", peer="198.51.100.9")
        await good.do(CreateTable(FREE), UseDeck(LONG))
        assert len(good.all(DeckReport)) == 1


async def test_after_a_while_it_goes_on(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        player = await server.connect("Wren", peer="192.0.2.1")
        await player.do(CreateTable(FREE), *[UseDeck(LONG)] * 12)
        assert player.refusal is Code.TOO_FAST
        await trio.sleep(1)
        await player.do(UseDeck(LONG))
        assert isinstance(player.heard[-1], DeckReport | AtTable)


async def test_forty_usual_decks_at_once_are_none_too_many(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        player = await server.connect("Wren", peer="192.0.2.1")
        deck = "\n".join(str(100_000_000 + card) for card in range(60))
        await player.do(CreateTable(FREE), *[UseDeck(deck)] * 40)
        assert not player.all(Refused)


async def test_asking_why_of_every_card_again_and_again_has_a_price(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(message_rate=400, message_burst=400, work_share=0.02)) as server:
        first, _ = await begin_duel(server)
        await first.do(*[Why(1)] * 100)
        assert 0 < len(first.all(Reasons)) < 100
        assert first.refusal is Code.TOO_FAST


async def test_changing_the_way_to_play_has_a_price_too(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(message_rate=400, message_burst=400, work_share=0.02)) as server:
        player = await server.connect("Wren", peer="192.0.2.1")
        await player.do(CreateTable(FREE), UseDeck(LONG))
        await player.do(*[ChangeMode(mode) for mode in ("half", "free") * 4])
        assert Code.TOO_FAST in [refused.code for refused in player.all(Refused)]


DEEP = '{"start":{"players":[{},{}]},"decisions":[' + '{"do":"can","action":' * 900 + "1" + "}" * 900 + "]}"
PLACES = """facedown = 1
mode = "free"
steps = ['0 hand {"do":"move","places":[[0,"deck",99999999999999]]}']
"""
LIFE = '{"start":{"players":[{},{}],"lp":[100000000000000000000000000,8000]}}'


@pytest.mark.parametrize(
    "text",
    [
        DEEP, '{"start":' + "[" * 20_000, LIFE, LIFE.replace("100000000000000000000000000", "9" * 5_000),
        '{"start":{"players":[{},{}]},"decisions":[{"do":"choose","turn":99999999999999999999999}]}',
        '{"start":{"players":[{"hand":[99999999999999999999999]},{}]}}', "a" + ".a" * 16_000 + " = 1",
        "facedown = 1\nat = 99999999999999999999999", "facedown = 1\nmode = 'free'\nhands = [[-1], [1]]",
        PLACES,
        "facedown = 1\nmode = 'free'\nsteps = ['0 step " + "9" * 5_000 + "']",
        "facedown = 1\nmode = 'free'\nsteps = ['0 anew fresh [99999999999999999999999]']",
    ],
)  # fmt: skip
async def test_a_file_that_cannot_be_is_refused_in_a_sentence(text: str, autojump_clock: MockClock) -> None:
    async with run_server() as server:
        player = await server.connect("Wren")
        await player.do(CreateTable(Settings(opponent="nobody"), text))
        _expect_refusal(player)
        await player.do(Ping(3))
        assert player.last(Pong).number == 3, "the connection goes on"
        assert not server.lobby.rooms


def _expect_refusal(player: Player) -> None:
    said = player.heard[-1]
    assert isinstance(said, Refused)
    assert said.code in (Code.BAD_FILE, Code.BAD_DECK)
    assert said.sentence.endswith(".")
    assert len(said.sentence) < 300


async def test_gestures_of_many_cards_have_a_price_and_small_ones_none(autojump_clock: MockClock) -> None:
    """Sixty cards at once, repeatedly, within the message rate: an address has a quota for them."""
    async with run_server() as server:
        mean = await server.connect("Mean", peer="192.0.2.1")
        await mean.do(CreateTable(FREE), *[SearchDeck(), CloseDeck()] * 30)
        assert mean.refusal is Code.TOO_FAST
        good = await server.connect("Good", peer="198.51.100.9")
        await good.do(CreateTable(FREE), *[TossCoins(1)] * 50)
        assert good.refusal is not Code.TOO_FAST


@pytest.mark.parametrize(
    "large",
    [
        SearchDeck(),
        Shuffle(),
        Move((1,), (Place(0, "deck"),), "shuffled"),
    ],
)
async def test_naming_one_card_makes_no_whole_pile_cheap(large: Gesture, autojump_clock: MockClock) -> None:
    """A search that names a card, a card shuffled into the Deck: the whole pile is processed all the same."""
    async with run_server() as server:
        mean = await server.connect("Mean", peer="192.0.2.1")
        await mean.do(CreateTable(FREE), *[large] * 60)
        assert mean.refusal is Code.TOO_FAST


async def test_a_large_view_has_a_price_by_its_bytes(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: 632 KB for a request of a few bytes, twenty times a second."""
    async with run_server() as server:
        first, _ = await begin_duel(server)
        await first.do(*[GetView()] * 40)
        assert first.refusal is None, "a usual View is cheap"
        await trio.sleep(10)
        monkeypatch.setattr(prices, "VIEW_BYTES_PER_TOKEN", 10)
        before = len(first.all(Whole))
        await first.do(*[GetView()] * 40)
        assert before < len(first.all(Whole)) < before + 4
        assert first.refusal is Code.TOO_FAST


async def test_whatever_sends_a_large_view_again_has_its_price(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: who watched and left again got the whole View ten times a second, the other side's twenty
    times, whatever their size.
    """
    async with run_server() as server:
        first, _ = await begin_duel(server)
        link = first.seated.links["spectator"][0][1] if first.seated is not None else ""
        watch = Watch(parse_link(link).code, parse_link(link).secret)
        idle = await server.connect("Eve", peer="192.0.2.1")
        await idle.do(*[watch, Leave()] * 20)
        assert idle.refusal is None, "a usual View is cheap"
        await trio.sleep(10)
        monkeypatch.setattr(prices, "VIEW_BYTES_PER_TOKEN", 10)
        before = len(idle.all(Whole))
        await idle.do(*[watch, Leave()] * 20)
        assert before < len(idle.all(Whole)) < before + 4
        assert Code.TOO_FAST in [each.code for each in idle.all(Refused)]


async def test_a_long_list_of_tables_has_its_price(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: 75 KB of a full lobby for each request, twenty times a second."""
    monkeypatch.setattr(prices, "VIEW_BYTES_PER_TOKEN", 10)
    async with run_server() as server:
        for number in range(4):
            await (await server.connect(f"Host {number}")).do(CreateTable(FREE))
        looking = await server.connect("Eve", peer="192.0.2.1")
        await looking.do(*[ListTables()] * 40)
        assert looking.refusal is Code.TOO_FAST
        assert len(looking.all(Tables)) < 10
