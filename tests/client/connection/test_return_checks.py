"""The list of duels that wait: what is over or gone leaves it as soon as the server says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio
from trio.testing import MockClock

from facedown_client.connection.link import Link
from facedown_client.connection.return_checks import (
    CHECK_INTERVAL_S,
    CHECK_TIMEOUT_S,
    MAX_CHECKS_AT_ONCE,
    ReturnChecks,
)
from facedown_client.connection.return_places import Return, Returns
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import Concede, GetTable, Ready, Refused
from facedown_shared.text import Code
from facedown_shared.text.words import words
from tests.client.fakes import Caller, FakeServer, Inbox
from tests.client.house import ADDRESS
from tests.client.tables import Hands, begin, do, hands, stage

KEY = "k" * 32


def offered(returns: Returns) -> list[str]:
    """Return the codes of the duels that a player is offered."""
    return [place.code for place in returns.valid_places() if not place.is_over]


@asynccontextmanager
async def duel_left_by_anna(people: Hands, returns: Returns) -> AsyncIterator[None]:
    """Let Anna begin a duel with Ben and close her client; Ben concedes at the end of the block."""
    anna, ben = await people.pair(returns=returns)
    await do(anna, Ready())
    await do(ben, Ready())
    await begin(anna, ben)
    assert stage(anna) == "duel"
    anna.link.close()
    yield
    await do(ben, Concede())
    assert stage(ben) == "over"


async def check(people: Hands, returns: Returns) -> None:
    """Ask the servers of all places, and wait for the answers."""
    async with trio.open_nursery() as nursery:
        checks = ReturnChecks(nursery, returns, {}, people.dial)
        checks.start(tuple(returns.valid_places()), "Anna")


async def test_a_duel_that_ended_while_its_player_was_away_leaves_the_list(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    returns = Returns(tmp_path)
    async with hands() as people, people.server("one"):
        async with duel_left_by_anna(people, returns):
            await check(people, returns)
            assert len(offered(returns)) == 1, "Ben waits"
        await check(people, returns)
        assert offered(returns) == []
        (place,) = returns.valid_places()
        assert place.is_over
        again = await people.come("Anna", None, place=place, returns=returns)
        assert stage(again) == "over", "no one has taken the seat, and the result can be looked at"


async def test_a_table_that_its_server_no_longer_has_leaves_the_list(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    returns = Returns(tmp_path)
    async with hands() as people:
        async with people.server("one"), duel_left_by_anna(people, returns):
            pass
        (place,) = returns.valid_places()
        returns.store_place(msgspec.structs.replace(place, is_over=False))
        people.store = type(people.store)()
        async with people.server("two"):
            await check(people, returns)
            assert offered(returns) == []


async def test_resuming_at_a_server_without_the_table_takes_it_from_the_list(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    returns = Returns(tmp_path)
    place = Return(ADDRESS, "AAA-222", 0, f"AAA-222.{'t' * 32}", key=KEY)
    returns.store_place(place)
    async with hands() as people, people.server("one"):
        visit = await people.come("Anna", None, place=place, returns=returns)
        assert visit.model.refusal is not None
        assert visit.model.refusal.code is Code.NO_SUCH_TABLE
        assert offered(returns) == []


async def refuse_token_and_key(server: FakeServer, caller: Caller) -> None:
    """Refuse the seat by both credentials."""
    await caller.welcome()
    for _ in range(2):
        await caller.receive()
        await caller.send_message(Refused(Code.WRONG_TOKEN, text="That place is gone."))
    await trio.sleep_forever()


@pytest.mark.parametrize("newer", [False, True])
async def test_the_file_goes_with_the_refused_key_unless_it_has_another_key(
    tmp_path: Path, autojump_clock: MockClock, *, newer: bool
) -> None:
    returns = Returns(tmp_path)
    place = Return(ADDRESS, "AAA-222", 0, "AAA-222.old", key=KEY)
    returns.store_place(msgspec.structs.replace(place, key="n" * 32, token="AAA-222.new") if newer else place)
    async with trio.open_nursery() as nursery:
        server, inbox = FakeServer(nursery, refuse_token_and_key), Inbox()
        link = Link(ADDRESS, "Wren", place=place, returns=returns, dial=server.dial)
        nursery.start_soon(link.run, inbox.send)
        while not isinstance(await inbox.next(), Refused):
            pass
        assert len(returns.valid_places()) == newer
        nursery.cancel_scope.cancel()


async def answer_set_aside(server: FakeServer, caller: Caller) -> None:
    """Answer as a server that could not read the table."""
    await caller.welcome()
    assert isinstance(await caller.receive(), GetTable)
    await caller.send_message(Refused(Code.NO_SUCH_TABLE, words("set_aside")))
    await trio.sleep_forever()


async def stay_silent(server: FakeServer, caller: Caller) -> None:
    await trio.sleep_forever()


@pytest.mark.parametrize("scripts", [[answer_set_aside], [stay_silent], []])
async def test_without_a_clear_answer_a_duel_stays_in_the_list(
    tmp_path: Path, autojump_clock: MockClock, scripts: list[object]
) -> None:
    returns = Returns(tmp_path)
    returns.store_place(Return(ADDRESS, "AAA-222", 0, "AAA-222.token", key=KEY))
    async with trio.open_nursery() as outer:
        server = FakeServer(outer, *scripts)  # type: ignore[arg-type]
        async with trio.open_nursery() as nursery:
            ReturnChecks(nursery, returns, {}, server.dial).start(tuple(returns.valid_places()), "Anna")
        assert offered(returns) == ["AAA-222"]
        outer.cancel_scope.cancel()


async def test_few_servers_are_asked_at_once_and_none_too_often(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    returns, count = Returns(tmp_path), 3 * MAX_CHECKS_AT_ONCE
    for number in range(count):
        there = TableLink(f"server{number}.example", 7777)
        returns.store_place(Return(there, "AAA-222", 0, "AAA-222.token", key=KEY))
    returns.store_place(Return(ADDRESS, "BBB-222", 0, "BBB-222.token", key=KEY, hosted=True))
    places, dials = tuple(returns.valid_places()), list[float]()

    async def dial() -> trio.abc.Stream:
        dials.append(trio.current_time() - begun)
        await trio.sleep_forever()
        raise AssertionError

    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        checks = ReturnChecks(nursery, returns, {}, dial)
        checks.start(places, "Anna")
        checks.start(places, "Anna")
    assert dials == [
        pytest.approx(CHECK_TIMEOUT_S * (number // MAX_CHECKS_AT_ONCE)) for number in range(count)
    ]
    await trio.sleep(CHECK_INTERVAL_S)
    async with trio.open_nursery() as nursery:
        checks._nursery = nursery
        checks.start(places, "Anna")
    assert len(dials) == 2 * count
    assert len(offered(returns)) == count + 1
