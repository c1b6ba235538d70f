"""Leaving, being away for too long, and tables without use."""

from __future__ import annotations

import gc
import weakref

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.messages import (
    Chat,
    Clock,
    Ended,
    JoinTable,
    Leave,
    Propose,
    Resume,
    Settings,
    Watch,
    Whole,
)
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.tables import (
    QUIET,
    Player,
    answer_number,
    begin,
    begin_duel,
    code_of,
    run_server,
    secret_of,
)

TIMED = Settings(pace="off", clock=Clock(60))


def overdue(player: Player) -> list[int]:
    assert player.table is not None
    return [number for number, seat in enumerate(player.table.seats) if seat.overdue]


async def test_leaving_a_running_match_is_giving_it_up(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, Settings(pace="off", best_of=3))
        await first.do(Leave())
        assert str(first.last(Ended).reason) == "You have left the table."
        assert other.stage == "over"
        assert other.view
        assert other.view.result == f"{other.seat} conceded"
        late = await server.connect("Late")
        assert first.seated
        await late.do(Resume(first.seated.token))
        assert late.refusal is Code.WRONG_TOKEN


async def test_a_player_whom_the_operator_kicks_concedes_a_running_match(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, Settings(pace="off", best_of=3))
        assert first.table is not None
        (room,) = server.lobby.rooms.values()
        await room.kick(first.table.seats[first.seat].name)
        await wait_all_tasks_blocked()
        assert str(first.last(Ended).reason) == "The operator of this server has kicked you from the table."
        assert other.view
        assert (other.stage, other.view.result) == ("over", f"{other.seat} conceded")
        await first.do(JoinTable(room.code))
        assert first.refusal is Code.NOT_ALLOWED


async def test_who_waits_for_too_long_may_leave_without_losing(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        assert "may claim the win" in other.note
        assert overdue(other) == [first.seat]
        sid = await server.connect("Sid")
        await sid.do(Watch(code_of(other)))
        await other.do(Leave())
        assert sid.stage == "over"
        assert "no result" in sid.note
        assert sid.view
        assert sid.view.result == ""


async def test_who_comes_back_in_time_is_waited_for_again(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.hang_up()
        await trio.sleep(server.lobby.bounds.grace + 1)
        await server.back(first)
        await other.do(Leave())
        (room,) = server.lobby.rooms.values()
        assert room.lifecycle.runner
        assert str(room.lifecycle.runner.match.result()) == f"{first.seat} concede"


@pytest.mark.parametrize(("what", "result"), [("win", "{} concede"), ("void", "abandoned")])
async def test_who_waits_chooses_what_becomes_of_the_match(
    autojump_clock: MockClock, what: str, result: str
) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server, Settings(pace="off", best_of=3))
        await other.do(Propose(what))
        assert other.refusal is Code.NOT_NOW, "nobody is away"
        await first.hang_up()
        await trio.sleep(server.lobby.bounds.grace - 1)
        await other.do(Propose(what))
        assert other.refusal is Code.NOT_NOW, "the grace is not over"
        await trio.sleep(2)
        await other.do(Propose(what))
        assert other.stage == "over"
        assert "did not reconnect" in other.note
        (log,) = store.logs.values()
        assert log.result == result.format(other.seat)


async def test_waiting_is_a_choice_too_and_nothing_is_forced(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.hang_up()
        await trio.sleep(50 * 60)
        assert other.stage == "duel"
        again = await server.back(first)
        assert overdue(other) == []
        await other.do(Propose("win"))
        assert other.refusal is Code.NOT_NOW
        await again.pick("say", 1)
        assert other.asked.kind == "response"


@rule("GAP-24")
async def test_the_grace_runs_instead_of_the_clock(autojump_clock: MockClock) -> None:
    """Otherwise a minute without a network is a minute off the clock, and that alone loses the duel."""
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(10)
        await first.hang_up()
        assert other.table
        assert other.table.ticking == -1
        await trio.sleep(100)
        again = await server.back(first)
        assert again.table
        assert (again.table.ticking, again.table.seats[first.seat].clock) == (first.seat, 50.0)
        await trio.sleep(51)
        assert again.stage == "over", "time counts again once the player is back"


async def test_a_seat_left_before_the_match_is_free(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        ben = await server.guest(anna)
        await ben.do(Leave())
        assert anna.table
        assert anna.table.seats[1].name == ""
        assert anna.note == "Ben has left."
        cleo = await server.guest(anna, "Cleo")
        assert cleo.seat == 1
        assert anna.note == "", "what was said of who sat there before is over"


async def test_when_the_host_leaves_the_other_is_host(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await anna.do(Leave())
        assert ben.table
        assert ben.table.host == "Ben"
        assert ben.seated
        cleo = await server.connect("Cleo")
        await cleo.do(JoinTable(code_of(ben), secret_of(ben, "opponent")))
        assert cleo.seat == 0
        again = await server.back(ben)
        assert again.seat == 1


async def test_a_newcomer_after_a_match_sees_nothing_of_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.do(Leave())
        cleo = await server.connect("Cleo")
        await cleo.do(JoinTable(code_of(other)))
        assert cleo.stage == "gathering"
        assert cleo.all(Whole) == []
        begins = await begin(other, cleo)
        assert begins.asked.kind == "turn"
        assert cleo.count == 0


async def test_a_table_without_players_is_closed(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host()
        sid = await server.spectator(anna)
        await anna.do(Leave())
        assert "no player is left" in str(sid.last(Ended).reason)
        assert server.lobby.rooms == {}


@pytest.mark.parametrize(("playing", "patience"), [(False, "grace"), (True, "idle_closes")])
async def test_an_abandoned_table_is_closed_after_a_while(
    autojump_clock: MockClock, playing: bool, patience: str
) -> None:
    async with run_server() as server:
        if playing:
            players = await begin_duel(server)
        else:
            anna = await server.host()
            players = (anna, await server.guest(anna))
        for player in players:
            await player.hang_up()
        wait = getattr(server.lobby.bounds, patience)
        await trio.sleep(min(wait, server.lobby.bounds.empty_closes) - 1)
        assert len(server.lobby.rooms) == 1
        await trio.sleep(wait + 1)
        assert server.lobby.rooms == {}
        assert await server.store.unfinished_logs() == []


async def test_a_table_at_which_nobody_does_anything_is_closed(autojump_clock: MockClock) -> None:
    """Without it a client with a window open for a week keeps a table, and in the end all are kept."""
    async with run_server(bounds=Bounds(idle_closes=600)) as server:
        first, other = await begin_duel(server, QUIET)
        for _ in range(3):
            await trio.sleep(500)
            await first.do(Chat("still here"))
        await trio.sleep(599)
        assert other.stage == "duel"
        await trio.sleep(2)
        for player in (first, other):
            assert "long time without activity" in str(player.last(Ended).reason)
        assert server.lobby.rooms == {}
        assert await server.store.tables() == []


async def test_of_a_closed_table_nothing_stays_in_memory(autojump_clock: MockClock) -> None:
    """Each reference to a closed table is a memory leak of a server that runs for months."""
    async with run_server() as server:
        first, other = await begin_duel(server)
        await answer_number(first, other, 3)
        (room,) = server.lobby.rooms.values()
        assert room.lifecycle.runner is not None
        left = [
            weakref.ref(each)
            for each in (room, room.table, room.lifecycle.runner, room.lifecycle.runner.match)
        ]
        del room
        server.made.clear()  # references of this test's server
        for player in (first, other):
            await player.do(Leave())
        await wait_all_tasks_blocked()
        assert not server.lobby.rooms
        gc.collect()
        assert [each() for each in left] == [None] * 4
