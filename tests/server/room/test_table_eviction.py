"""A full server: which table is evicted for a new one, and which never is."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.messages import CreateTable, JoinTable, Leave, Ready, Settings, UseDeck
from facedown_shared.text.errors import Code
from tests.server.tables import QUIET, Player, Server, begin_duel, run_server

ALONE = Settings(mode="free", opponent="nobody", pace="off")
DECK = "\n".join("26202165" for _ in range(3))


async def begin_solo(server: Server, name: str, peer: str) -> Player:
    """Begin a duel with one player at both sides."""
    player = await server.connect(name, peer=peer)
    await player.do(CreateTable(ALONE), UseDeck(DECK, seat=0), UseDeck(DECK, seat=1))
    await player.do(Ready())
    assert player.stage == "duel"
    return player


async def newcomer(server: Server) -> Player:
    """Open a table as a new client."""
    player = await server.connect("Newcomer", peer="203.0.113.9")
    await player.do(CreateTable(QUIET))
    return player


async def test_tables_alone_that_were_left_shut_nobody_out(autojump_clock: MockClock) -> None:
    """Clients filled every place with solo tables, and left: for six hours."""
    async with run_server(bounds=Bounds(tables=6)) as server:
        for at in range(6):
            player = await begin_solo(server, f"Stranger {at}", f"2001:db8:7:{at:x}::1")
            await player.hang_up()
        await trio.sleep(Bounds().unused_yields / 4)
        for _ in range(3):
            assert (await newcomer(server)).stage == "gathering"
        assert len(server.lobby.rooms) == 6


async def test_one_who_left_many_tables_loses_them_first(autojump_clock: MockClock) -> None:
    """A player with a lost connection finds their table, though it was left before all of a stranger's."""
    async with run_server(bounds=Bounds(tables=5)) as server:
        honest = await begin_solo(server, "Honest", "192.0.2.1")
        await honest.hang_up()
        await trio.sleep(20)
        for at in range(4):
            await (await begin_solo(server, f"Stranger {at}", "198.51.100.1")).hang_up()
        await trio.sleep(110)
        for _ in range(2):
            assert (await newcomer(server)).stage == "gathering"
        assert (await newcomer(server)).refusal is Code.SERVER_FULL
        back = await server.back(honest)
        assert back.stage == "duel"


async def test_a_table_with_a_player_keeps_its_place(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables=2)) as server:
        first = await begin_solo(server, "First", "192.0.2.1")
        second = await begin_solo(server, "Second", "192.0.2.1")
        await trio.sleep(2 * Bounds().duel_yields)
        assert (await newcomer(server)).refusal is Code.SERVER_FULL
        assert (first.stage, second.stage) == ("duel", "duel")


async def test_where_there_is_room_a_table_alone_is_kept_for_its_player(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        player = await begin_solo(server, "Alone", "192.0.2.1")
        await player.hang_up()
        await trio.sleep(Bounds().idle_closes / 2)
        assert (await newcomer(server)).stage == "gathering"
        assert (await server.back(player)).stage == "duel"


async def test_a_duel_gives_up_its_place_last_and_late(autojump_clock: MockClock) -> None:
    """Two players who lose their connections at once have a quarter of an hour; a solo table is evicted
    first.
    """
    async with run_server(bounds=Bounds(tables=2)) as server:
        players = await begin_duel(server, QUIET)
        for player in players:
            await player.hang_up()
        await trio.sleep(400)
        lonely = await begin_solo(server, "Alone", "192.0.2.1")
        await lonely.hang_up()
        await trio.sleep(301)
        (duel,) = [room for room in server.lobby.rooms.values() if room.has_match]
        assert (await newcomer(server)).stage == "gathering"
        assert not duel.closed
        assert (await newcomer(server)).refusal is Code.SERVER_FULL
        await trio.sleep(200)
        assert (await newcomer(server)).stage == "gathering"
        assert duel.closed


async def test_a_duel_of_which_one_is_there_keeps_its_place(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables=1)) as server:
        first, _ = await begin_duel(server, QUIET)
        await first.hang_up()
        await trio.sleep(2 * Bounds().duel_yields)
        assert (await newcomer(server)).refusal is Code.SERVER_FULL


async def test_somebody_refused_for_another_reason_costs_nobody_a_place(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables=2, tables_per_address=1)) as server:
        await (await begin_solo(server, "Alone", "192.0.2.1")).hang_up()
        await begin_solo(server, "Greedy", "192.0.2.2")
        await trio.sleep(Bounds().unused_yields)
        greedy = await server.connect("Greedy again", peer="192.0.2.2")
        await greedy.do(CreateTable(QUIET))
        assert greedy.refusal is Code.SERVER_FULL
        assert len(server.lobby.rooms) == 2
        assert (await newcomer(server)).stage == "gathering"


async def test_many_at_once_take_no_more_than_there_is(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables=3, tables_per_address=2)) as server:
        for at in range(2):
            await (await begin_solo(server, f"Stranger {at}", "198.51.100.1")).hang_up()
        await begin_solo(server, "There", "192.0.2.7")
        await trio.sleep(Bounds().unused_yields)
        comers = [await server.connect(f"Comer {at}", peer="203.0.113.9") for at in range(5)]
        async with trio.open_nursery() as nursery:
            for comer in comers:
                nursery.start_soon(comer.do, CreateTable(QUIET))
        assert len(server.lobby.rooms) == 3
        assert sum(comer.refusal is Code.SERVER_FULL for comer in comers) == 3


async def test_a_table_of_the_operator_waits_for_players_and_makes_no_room(autojump_clock: MockClock) -> None:
    bounds = Bounds(tables=1, idle_closes=10_000.0)
    async with run_server(bounds=bounds) as server:
        room = await server.lobby.reserve(QUIET)
        await trio.sleep(bounds.empty_closes + bounds.unused_yields + 1)
        stranger = await server.connect("Stranger")
        await stranger.do(CreateTable(QUIET))
        assert stranger.refusal is Code.SERVER_FULL
        await stranger.do(JoinTable(room.code))
        assert stranger.seated is not None
        assert stranger.seated.viewer == 0
        await stranger.do(Leave())
        await trio.sleep(bounds.over_closes + 1)
        assert server.lobby.rooms == {room.code: room}
        await trio.sleep(bounds.idle_closes)
        assert not server.lobby.rooms


async def test_a_table_of_the_operator_is_recovered(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        room = await server.lobby.reserve(QUIET)
    async with run_server(store=store) as server:
        await server.lobby.recovery.over.wait()
        await trio.sleep(Bounds().empty_closes + 1)
        late = await server.connect("Late")
        await late.do(JoinTable(room.code))
        assert late.seated is not None
