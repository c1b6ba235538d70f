"""Rows of the fault matrix in virtual time: bugs, crowds, clocks, slow readers, late messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
import trio
from trio.testing import MockClock

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.instructions import gain_life
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.room import APOLOGY
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import Pool, bundled_pool
from facedown_shared.protocol.messages import Answer, Chat, Clock, Ended, JoinTable, Resume, Settings, Watch
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.errors import Code
from tests.server.tables import SMALL, Player, begin, begin_duel, code_of, run_server, secret_of

TIMED = Settings(pace="off", clock=Clock(60))


# --- a bug in one card, and effects without an end ----------------------------------------------------------


def gain_endlessly(fx: Fx) -> Body:
    """Gain Life Points without end."""
    while True:
        yield gain_life(fx.you, 1)


def wrong(fx: Fx) -> Body:
    """Fail as by a bug in a card's script."""
    yield gain_life(fx.you, [][0])


def duel_with(body: Callable[[Fx], Body], pool: Pool, name: str = "master") -> DuelReferee:
    """Return a duel by our rules in which every effect of every card is this one, without a condition."""
    referee = DuelReferee(FORMATS[name], pool)
    referee.duel.scripts = {
        code: replace(script, effects=[replace(effect, body=body) for effect in script.effects])
        for code, script in referee.duel.scripts.items()
    }
    return referee


async def play_to_the_end(players: tuple[Player, Player]) -> None:
    """Activate what can be activated, otherwise take the first option, for a while."""
    for _ in range(300):
        asked = [player for player in players if player.prompt]
        if not asked or players[0].table is None:
            return
        prompt = asked[0].asked
        verbs = [option.verb for option in prompt.options]
        index = verbs.index("activate") if "activate" in verbs else 0
        picks = tuple(range(index, index + max(prompt.least, min(prompt.most, 1))))
        await asked[0].do(Answer(prompt.ask, picks))
        await trio.sleep(0.2)


@pytest.mark.parametrize(
    ("body", "result"), [(wrong, "broken"), (gain_endlessly, "draw loop")], ids=["a bug", "an endless loop"]
)
async def test_what_goes_wrong_in_one_card_ends_its_table_alone(
    autojump_clock: MockClock, body: Callable[[Fx], Body], result: str
) -> None:
    """Seen to fail without the room's own guard (it ended the server) and without fuel (it hung)."""
    store, pool = MemoryStore(), bundled_pool()
    async with run_server(store=store, pool=pool, make=lambda: duel_with(body, pool)) as server:
        players = await begin_duel(server)
        apart = await begin_duel(server)
        before = [(player.view, player.prompt, len(player.heard)) for player in apart]
        await play_to_the_end(players)
        assert [(player.view, player.prompt, len(player.heard)) for player in apart] == before
        results = {log.header.code: log.result for log in store.logs.values()}
        assert results == {code_of(players[0]): result, code_of(apart[0]): ""}
        assert store.rows[next(iter(store.logs))] != [], "its log is kept"
        if result == "broken":
            assert players[0].last(Ended).reason == APOLOGY


# --- crowds -------------------------------------------------------------------------------------------------


async def test_a_flood_of_joins_fills_what_may_be_filled_and_no_more(
    autojump_clock: MockClock,
) -> None:
    """Without the limits three hundred spectators get in, and guesses go on for ever."""
    bounds = Bounds(spectators=20, guess_burst=3)
    async with run_server(bounds=bounds) as server:
        first, other = await begin_duel(server)
        refused = []
        for number in range(150):
            stranger = await server.connect(f"Stranger {number}", peer=f"198.51.100.{number}")
            await stranger.do(JoinTable(code_of(first)), Watch(code_of(first)))
            refused.append(stranger.refusal)
        for _ in range(10):
            thief = await server.connect("Thief", peer="203.0.113.9")
            await thief.do(Resume(f"{code_of(first)}.guess"))
        assert thief.refusal is Code.TOO_FAST
        assert refused.count(Code.TABLE_FULL) == 130
        await trio.sleep(2)  # with many spectators, names are sent once a second
        assert first.table
        assert len(first.table.spectators) == bounds.spectators
        began = trio.current_time()
        await first.pick("say", 3)
        await other.pick("pass")
        assert first.count == other.count == 3
        assert trio.current_time() == began


async def test_readers_who_stop_reading_hold_nobody_up(autojump_clock: MockClock) -> None:
    """Twenty of them: each has a full outbox and no more, and the duel goes on as if they were not there."""
    async with run_server() as server:
        first, other = await begin_duel(server)
        slow = [await server.connect(f"Slow {number}", slow=True) for number in range(20)]
        for one in slow:
            await one.do(Watch(code_of(first)))
        for _ in range(100):
            await first.do(Chat("x" * 300))
            assert first.refusal is None
            await trio.sleep(1 / server.lobby.bounds.chat_rate)
        for one in slow:
            assert one.connection.is_lagging
            assert one.connection.outbox_bytes <= 2 * SMALL.outbox_bytes
        await first.pick("say", 3)
        await other.pick("pass")
        assert first.count == 3


# --- the wall clock -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class JumpingWorld(SeededWorld):
    """A world whose date jumps at every reading: years back, years on."""

    looks: int = 0

    def wall(self) -> datetime:
        """Never the same year twice."""
        self.looks += 1
        return self.start + timedelta(days=3650 * (-1) ** self.looks)


async def test_a_jump_of_the_wall_clock_changes_nothing(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is measured by the date breaks here: clocks, grace periods, idle timeouts."""
    monkeypatch.setattr("tests.server.tables.SeededWorld", JumpingWorld)
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(20)
        await first.pick("say", 1)
        await first.hang_up()
        await trio.sleep(60)
        first = await server.back(first)
        assert first.table
        assert first.table.seats[first.seat].clock == 40.0
        await trio.sleep(61)
        assert other.stage == "over"


# --- late messages ------------------------------------------------------------------------------------------


async def test_an_attempt_to_come_back_that_arrives_late_does_not_take_the_seat_away(
    autojump_clock: MockClock,
) -> None:
    """A client gave up one connection, reconnected on the next, and the first one's messages arrive after
    all.

    Seen to fail without the order of arrival: the seat went to a connection that was not read, and the
    client was told that it had lost its seat, so that it discarded its token.
    """
    async with run_server() as server:
        first, _ = await begin_duel(server)
        assert first.seated
        token = first.seated.token
        await first.hang_up()
        stalled = await server.connect("Again")
        await trio.sleep(5)
        again = await server.connect("Again")
        await again.do(Resume(token))
        await stalled.do(Resume(token))
        assert stalled.refusal is Code.NOT_NOW
        assert again.all(Ended) == []
        await again.pick("say", 3)
        third = await server.back(again)
        assert third.seat == first.seat


async def test_a_seat_whose_first_token_was_lost_on_the_way_is_taken_by_the_same_key(
    autojump_clock: MockClock,
) -> None:
    """The server died, or the connection was lost, after the seat was stored and before its token was
    sent.
    """
    async with run_server() as server:
        anna = await server.host()
        wish = JoinTable(code_of(anna), secret_of(anna, "opponent"), key="k" * 32)
        ben = await server.connect("Ben")
        await ben.do(wish)
        await ben.hang_up()
        for name in ("Eve", "Ben"):
            thief = await server.guest(anna, name)
            assert thief.refusal is Code.SEAT_TAKEN
        again = await server.connect("Ben")
        await again.do(wish)
        assert again.seat == 1
        assert (await begin(anna, again)).asked.kind == "turn"


async def test_nothing_waits_longer_in_a_table_than_its_connections_do(autojump_clock: MockClock) -> None:
    """The inbox of a table is limited by its clients: each has at most one request in it."""
    async with run_server() as server:
        first, other = await begin_duel(server)
        (room,) = server.lobby.rooms.values()
        for _ in range(50):
            await first.client.send(b"\x81\xa1m\xa4view")
        waiting = len(room.inbox)
        assert waiting <= len(list(room.table.audience))
        del other
