"""Tables of another server are run ahead here: after a handover, only what was added is left to run."""

from __future__ import annotations

from trio.testing import MockClock

from facedown_server.storage.memory_store import MemoryStore
from tests.server.tables import answer_number, begin_duel, code_of, run_server


async def test_a_table_that_was_run_ahead_comes_with_what_was_added_since(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="new") as new, run_server(store=store, seed="old") as old:
        await new.lobby.recovery.over.wait()
        first, other = await begin_duel(old)
        await answer_number(first, other, 3)
        code = code_of(first)
        await new.lobby.prepare(code)
        await new.lobby.prepare(code)  # not twice
        assert new.lobby.recovery.arrivals.is_preloaded(code)
        assert new.lobby.rooms == {}
        ahead = new.lobby.recovery.arrivals._ahead[code]
        await answer_number(other, first, 2)
        await new.lobby.recover_table(code)
        assert new.lobby.rooms[code] is ahead
        theirs, ours = old.lobby.rooms[code].lifecycle.running, ahead.lifecycle.running
        assert ours.match.digest() == theirs.match.digest()
        back = await new.back(first)
        assert back.asked == first.asked


async def test_a_log_that_goes_on_while_it_is_run_ahead_is_run_as_far_as_was_asked(
    autojump_clock: MockClock,
) -> None:
    """It is not taken for a log that differs; what was appended is restored on request."""
    store = MemoryStore()
    async with run_server(store=store, seed="new") as new, run_server(store=store, seed="old") as old:
        await new.lobby.recovery.over.wait()
        first, other = await begin_duel(old)
        code = code_of(first)
        theirs = old.lobby.rooms[code].lifecycle
        stands = []
        for one, its in ((first, other), (other, first), (first, other)):
            stands.append(theirs.progress)
            await answer_number(one, its, 2)
        for standing in stands:
            assert await new.lobby.preload_table(code, standing) == ""
            assert new.lobby.recovery.arrivals._ahead[code].lifecycle.progress == standing
        await new.lobby.prepare(code)
        assert await new.lobby.preload_table(code, theirs.progress) == ""
        assert await new.lobby.preload_table(code, stands[0]) == ""  # a request for less than was already run
        assert new.lobby.recovery.arrivals._ahead[code].lifecycle.progress == stands[0]
        wrong = stands[1]._replace(digest=b"otherwise")
        assert await new.lobby.preload_table(code, wrong) == "Its log does not come out as it was played."


async def test_what_cannot_be_run_ahead_is_left_until_it_comes(autojump_clock: MockClock) -> None:
    async with run_server(store=MemoryStore()) as server:
        await server.lobby.recovery.over.wait()
        await server.lobby.prepare("AAA-222")
        assert not server.lobby.recovery.arrivals.is_preloaded("AAA-222")
