"""No player can stall the other by reconnecting: every absence of a match draws on one store."""

from __future__ import annotations

import msgspec
import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import MAX_ABSENCE_S
from facedown_server.room.people.absence_store import RETURN_DELAY_S
from facedown_server.room.people.handover_state import pack, unpack
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.requests.absence_ledger import CLAIM_DELAY_S
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredSeat, StoredTable, StoreFailed
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import AtTable, Clock, Consent, Propose, Settings
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.tables import QUIET, Player, Server, begin_duel, run_server

TIMED = Settings(pace="off", clock=Clock(60))
SHORT = Settings(pace="off", clock=Clock(10))


def seconds_left(server: Server, seat: int) -> float:
    """Return what is left in the absence store of a seat of the only table."""
    (room,) = server.lobby.rooms.values()
    return room.table.seats[seat].absence.seconds_left(room.table.now)


def stored_absence(store: MemoryStore, seat: int) -> float | None:
    """Return the stored absence of a seat."""
    (table,) = store.kept.values()
    return table.seats[seat].absence


async def drop(server: Server, player: Player, seconds: float) -> Player:
    """Lose the connection for so long, and reconnect."""
    await player.hang_up()
    await trio.sleep(seconds)
    return await server.back(player)


# --- with clocks ------------------------------------------------------------------------------------------


@rule("GAP-24")
@pytest.mark.parametrize(("away", "there"), [(14.0, 0.1), (13.0, 0.1), (1.0, 0.0), (2.0, 0.15)])
async def test_who_drops_again_and_again_pays_with_their_clock(
    autojump_clock: MockClock, away: float, there: float
) -> None:
    """Fifteen seconds were free every time: 330 s passed, and 0.8 s were charged."""
    async with run_server() as server:
        first, other = await begin_duel(server, SHORT)
        begun = trio.current_time()
        while other.stage == "duel":
            first = await drop(server, first, away)
            await trio.sleep(there)
            assert trio.current_time() - begun < MAX_ABSENCE_S + SHORT.clock.bank + away + 5
        assert other.stage == "over"
        assert other.view is not None
        assert "time" in other.view.result


async def test_the_clock_runs_from_when_the_store_is_empty(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await first.hang_up()
        assert other.table is not None
        assert (other.table.ticking, other.table.seats[first.seat].absence) == (-1, MAX_ABSENCE_S)
        await trio.sleep(MAX_ABSENCE_S + 1)
        assert (other.table.ticking, other.table.seats[first.seat].absence) == (first.seat, 0.0)
        await trio.sleep(20)
        again = await server.back(first)
        assert again.table is not None
        assert again.table.seats[first.seat].clock == 39.0
        assert (again.table.ticking, again.table.seats[first.seat].absence) == (first.seat, -1.0)
        await again.hang_up()
        await trio.sleep(1)
        assert other.table.ticking == first.seat, "the next absence stops it no more"


async def test_who_is_not_to_move_loses_no_time_while_away(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await other.hang_up()
        await trio.sleep(50)
        assert first.table is not None
        assert (first.table.ticking, first.table.seats[other.seat].clock) == (first.seat, 60.0)


async def test_with_clocks_a_claim_takes_an_absence_that_lasts(autojump_clock: MockClock) -> None:
    """A short loss of connection with an empty store costs only time; a long absence may cost the match."""
    async with run_server() as server:
        first, other = await begin_duel(server, Settings(pace="off", clock=Clock(600)))
        first = await drop(server, first, MAX_ABSENCE_S)
        await first.hang_up()
        await trio.sleep(CLAIM_DELAY_S - 1)
        await other.do(Propose("win"))
        assert other.refusal is Code.NOT_NOW
        await trio.sleep(2)
        await other.do(Propose("win"))
        assert other.stage == "over"


# --- without clocks ---------------------------------------------------------------------------------------


async def test_without_a_clock_the_other_may_claim_at_once(autojump_clock: MockClock) -> None:
    """Both claims were refused for as long as a player reconnected every 14 seconds."""
    async with run_server() as server:
        first, other = await begin_duel(server, QUIET)
        away = 0.0
        while away < MAX_ABSENCE_S + 5:
            await first.hang_up()
            await trio.sleep(14)
            away += 14
            if away > MAX_ABSENCE_S:
                break
            await other.do(Propose("win"))
            assert other.refusal is Code.NOT_NOW
            first = await server.back(first)
        await other.do(Propose("win"))
        assert other.stage == "over"
        assert "did not reconnect" in other.note


async def test_with_an_empty_store_no_absence_is_free(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, QUIET)
        first = await drop(server, first, MAX_ABSENCE_S + 30)
        assert other.table is not None
        assert not other.table.seats[first.seat].overdue, "a present player is waited for"
        await first.hang_up()
        await trio.sleep(0.1)
        await other.do(Propose("void"))
        assert other.stage == "over"


async def test_it_is_refilled_by_a_second_for_ten_of_presence(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, QUIET)
        first = await drop(server, first, 50)
        await trio.sleep(300)
        assert seconds_left(server, first.seat) == pytest.approx(MAX_ABSENCE_S - 20)
        await trio.sleep(1_000)
        assert seconds_left(server, first.seat) == MAX_ABSENCE_S
        assert seconds_left(server, other.seat) == MAX_ABSENCE_S


# --- absences that cost nothing ---------------------------------------------------------------------------


async def test_a_pause_by_consent_takes_nothing(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await first.do(Propose("pause"))
        await other.do(Consent(yes=True))
        first = await drop(server, first, 500)
        assert seconds_left(server, first.seat) == MAX_ABSENCE_S
        assert other.table is not None
        assert (other.table.paused, other.table.seats[first.seat].overdue) == (True, False)


async def test_nothing_is_taken_while_both_are_away(autojump_clock: MockClock) -> None:
    """That is the case when the server's own network is down: neither player waits for the other."""
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await first.hang_up()
        await trio.sleep(10)
        await other.hang_up()
        await trio.sleep(3_600)
        other = await server.back(other)
        assert other.stage == "duel"
        assert seconds_left(server, first.seat) == pytest.approx(MAX_ABSENCE_S - 10)
        await trio.sleep(MAX_ABSENCE_S)
        await other.hang_up()
        await trio.sleep(3_600)
        first, other = await server.back(first), await server.back(other)
        assert first.table is not None
        assert (first.stage, first.table.seats[first.seat].clock) == ("duel", 50.0), "nor from a clock"


async def test_a_disk_that_takes_nothing_takes_no_absence(autojump_clock: MockClock) -> None:
    """A reconnect is refused while it cannot be stored."""

    class BrokenStore(MemoryStore):
        broken = False

        async def store_table(self, table: StoredTable) -> None:
            if self.broken:
                raise StoreFailed("the disk is full")
            await super().store_table(table)

    store = BrokenStore()
    async with run_server(store=store) as server:
        first, _other = await begin_duel(server, QUIET)
        await first.hang_up()
        await trio.sleep(20)
        store.broken = True
        again = await server.back(first)
        assert again.closed is not None
        await trio.sleep(RETURN_DELAY_S)
        store.broken = False
        again = await server.back(first)
        assert again.stage == "duel"
        assert seconds_left(server, first.seat) == pytest.approx(MAX_ABSENCE_S - 20)


# --- after a restart --------------------------------------------------------------------------------------


async def test_it_comes_back_with_the_server_and_an_outage_takes_nothing(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, TIMED)
        first = await drop(server, first, 50)
        await first.hang_up()
        await trio.sleep(25)
    assert stored_absence(store, first.seat) == pytest.approx(50, abs=0.2), "written down every ten seconds"
    assert stored_absence(store, other.seat) is None
    await trio.sleep(5_000)
    async with run_server(store=store, seed="after") as server:
        other = await server.back(other)
        await trio.sleep(RETURN_DELAY_S)
        assert seconds_left(server, first.seat) == pytest.approx(50, abs=0.2)
        assert seconds_left(server, other.seat) == MAX_ABSENCE_S
        assert other.table is not None
        await trio.sleep(52)
        assert other.table.ticking == first.seat, "nobody waits for both any more"
        await trio.sleep(61)
        assert other.stage == "over"


async def test_an_empty_store_is_empty_after_a_restart(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, QUIET)
        await first.hang_up()
        await trio.sleep(MAX_ABSENCE_S + 1)
    assert stored_absence(store, first.seat) == 0.0
    async with run_server(store=store, seed="after") as server:
        other = await server.back(other)
        await trio.sleep(RETURN_DELAY_S - 1)
        await other.do(Propose("win"))
        assert other.refusal is Code.NOT_NOW, "it may have been on its way"
        await trio.sleep(2)
        await other.do(Propose("win"))
        assert other.stage == "over"


async def test_restarts_do_not_renew_it(autojump_clock: MockClock) -> None:
    store, stored = MemoryStore(), list[float | None]()
    async with run_server(store=store, seed="first") as server:
        first, other = await begin_duel(server, TIMED)
        await first.hang_up()
        await trio.sleep(41)
    stored.append(stored_absence(store, first.seat))
    for number in range(3):
        async with run_server(store=store, seed=f"after {number}") as server:
            other = await server.back(other)
            await trio.sleep(RETURN_DELAY_S + 15)
        stored.append(stored_absence(store, first.seat))
    assert stored == pytest.approx([80, 70, 60, 50], abs=0.5), "a crash returns at most ten seconds"


async def test_what_is_refilled_is_written_down_too(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, _other = await begin_duel(server, QUIET)
        first = await drop(server, first, 100)
        await trio.sleep(600)
        kept = stored_absence(store, first.seat)
        assert kept is not None
        assert kept == pytest.approx(80, abs=7)
        await trio.sleep(800)
        assert stored_absence(store, first.seat) is None


def test_journals_and_handovers_of_older_versions_come_with_full_stores() -> None:
    seat = msgspec.json.decode(b'{"name": "Anna"}', type=StoredSeat)
    assert PlayerSeat.from_stored(0, seat, bundled_pool(), 120.0).absence.is_full(0.0)
    older = unpack(b'{"seats": [{"away": 3.0, "absent": 90.0}, {"absent": 5.0}]}')
    assert older is not None
    assert [one.absence for one in older.seats] == [None, None]


async def test_a_handover_takes_it_along_exactly(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, QUIET)
        await first.hang_up()
        await trio.sleep(33.3)
        (room,) = server.lobby.rooms.values()
        carried = unpack(pack(room.lifecycle.handover_data()))
        assert carried is not None
        there = PlayerSeat.from_stored(first.seat, room.table.kept.seats[first.seat], bundled_pool(), 120.0)
        there.restore_handover(carried.seats[first.seat], trio.current_time(), 120.0)
        assert there.absence.seconds_left(trio.current_time()) == pytest.approx(MAX_ABSENCE_S - 33.3)
        assert carried.seats[other.seat].absence == MAX_ABSENCE_S


async def test_a_rematch_begins_with_full_stores(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server, QUIET)
        first = await drop(server, first, 100)
        await other.do(Propose("draw"))
        await first.do(Consent(yes=True))
        assert stored_absence(store, first.seat) is not None
        await other.do(Propose("rematch"))
        await first.do(Consent(yes=True))
        assert first.stage in ("duel", "order", "toss")
        assert seconds_left(server, first.seat) == MAX_ABSENCE_S


# --- notifications ----------------------------------------------------------------------------------------


async def test_everybody_is_told_how_long_a_player_may_be_away(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, QUIET)
        await trio.sleep(5)
        first = await drop(server, first, 30)
        await trio.sleep(10)
        await first.hang_up()
        assert other.table is not None
        assert other.table.seats[first.seat].absence == MAX_ABSENCE_S - 30 + 1
        told = len(other.all(AtTable))
        await trio.sleep(60)
        assert len(other.all(AtTable)) == told, "clients count the seconds themselves"
        sid = await server.spectator(first if first.seat == 0 else other)
        assert sid.table is not None
        assert sid.table.seats[first.seat].absence == MAX_ABSENCE_S - 30 + 1 - 60
