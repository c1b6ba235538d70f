"""The inbox of a table and the alarms of all: in order, on time, and without accumulation."""

from __future__ import annotations

import math

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.room.inbox import MAX_STALE_ALARMS, Alarms, Inbox, Input


async def do_nothing() -> None:
    """Do nothing."""


async def test_inputs_are_taken_in_the_order_they_came(nursery: trio.Nursery) -> None:
    inbox = Inbox(Alarms())
    given = [Input(do_nothing, ask=number) for number in range(3)]
    for each in given:
        inbox.append(each)
    assert len(inbox) == 3
    assert [await inbox.next_input(math.inf) for _ in given] == given


async def test_who_waits_is_woken_by_an_input(nursery: trio.Nursery) -> None:
    inbox, taken = Inbox(Alarms()), []

    async def take() -> None:
        while True:
            taken.append(await inbox.next_input(math.inf))

    nursery.start_soon(take)
    await wait_all_tasks_blocked()
    given = [Input(do_nothing), Input(do_nothing)]
    for each in given:
        inbox.append(each)
    await wait_all_tasks_blocked()
    assert taken == given


async def test_who_waits_is_rung_when_it_asked_for_it_or_before(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    alarms, rung = Alarms(), []
    nursery.start_soon(alarms.run)

    async def wait(inbox: Inbox, *times: float) -> None:
        for time in times:
            while trio.current_time() < time:
                assert await inbox.next_input(time) is None
                rung.append(trio.current_time())

    async with trio.open_nursery() as waiting:
        waiting.start_soon(wait, Inbox(alarms), 1.0, 3.0, 3.5)
        waiting.start_soon(wait, Inbox(alarms), 2.0, 4.0)
    assert rung == [1.0, 2.0, 3.0, 3.5, 4.0]
    assert await Inbox(alarms).next_input(4.0) is None, "what is due by now is not waited for"
    assert trio.current_time() == 4.0


async def test_an_input_left_in_time_leaves_no_alarm_behind(nursery: trio.Nursery) -> None:
    """A table sets a near alarm at every prompt and a far one between them, for hours."""
    alarms = Alarms()
    inboxes = [Inbox(alarms) for _ in range(3)]
    for turn in range(500):
        for inbox in inboxes:
            alarms.set_alarm(inbox, 1e6 + turn)
            alarms.set_alarm(inbox, 1e3 + turn)
            alarms.forget(inbox)
    assert len(alarms) <= 2 * len(inboxes) + MAX_STALE_ALARMS + 1


async def test_a_closed_inbox_is_rung_no_more(nursery: trio.Nursery) -> None:
    alarms = Alarms()
    inbox = Inbox(alarms)
    alarms.set_alarm(inbox, 5.0)
    inbox.close()
    assert inbox.set_for == math.inf


async def test_who_is_cancelled_while_waiting_loses_no_input(nursery: trio.Nursery) -> None:
    inbox = Inbox(Alarms())
    with trio.move_on_after(0):
        await inbox.next_input(math.inf)
    inbox.append(given := Input(do_nothing))
    assert await inbox.next_input(math.inf) is given


async def test_another_task_takes_the_readers_place_and_gives_it_back(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    alarms = Alarms()
    inbox, taken = Inbox(alarms), list[tuple[float, Input | None]]()
    nursery.start_soon(alarms.run)

    async def take() -> None:
        while True:
            entry = await inbox.next_input(trio.current_time() + 5.0)
            taken.append((trio.current_time(), entry))

    assert not inbox.acquire(), "no task reads it yet"
    nursery.start_soon(take)
    await wait_all_tasks_blocked()
    assert inbox.acquire()
    assert not inbox.acquire()
    await trio.sleep(7.0)
    assert taken == [], "neither an alarm nor an input is handled meanwhile"
    first = Input(do_nothing)
    inbox.append(first)
    await trio.sleep(1.0)
    assert taken == []
    inbox.release(math.inf)
    await trio.sleep(0.0)
    await wait_all_tasks_blocked()
    assert taken == [(8.0, first)]
    assert inbox.acquire()
    inbox.release(10.0)
    await trio.sleep(2.5)
    assert [time for time, _ in taken] == [8.0, 10.0], "it wakes at the time that was named"
