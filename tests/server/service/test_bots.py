"""The bots of a real server, in a process of their own: they come, play, come back, and end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from facedown_server.runtime.world import SeededWorld
from facedown_server.service import bots
from facedown_server.service.bots import UNUSED_LIFETIME_S, BotProcess
from facedown_shared.protocol.messages import (
    Concede,
    CreateTable,
    JoinTable,
    Leave,
    Propose,
    Ready,
    Resume,
    Settings,
)
from facedown_shared.text import BadInput, Code
from tests.reliability.processes import HeadlessClient, server_process

PRACTICE = Settings(pace="off", opponent="bot", listed=False)
SOLO = Settings(pace="off", opponent="nobody", mode="free", listed=False)
OFFERED = ("--practice", "1", "--solo", "2", "--alone-per-address", "2")
WAIT_TIMEOUT_S = 60


@asynccontextmanager
async def practice(folder: Path, *more: str) -> AsyncIterator[tuple[HeadlessClient, int, trio.Nursery]]:
    """Run a server with a bot, and open a table for practice."""
    async with (
        server_process(folder, 0, *(more or OFFERED)) as (_process, port),
        trio.open_nursery() as nursery,
    ):
        with trio.fail_after(WAIT_TIMEOUT_S):
            anna = HeadlessClient("Anna", port, CreateTable(PRACTICE))
            nursery.start_soon(anna.run)
            await anna.wait_until(lambda: anna.model.table and anna.model.table.seats[1].ready)
            yield anna, port, nursery
            nursery.cancel_scope.cancel()


async def begin(anna: HeadlessClient) -> None:
    """Be ready, choose who goes first if asked, and wait for the duel."""
    anna.visit.send(Ready())
    await anna.wait_until(lambda: is_dueling(anna) or anna.prompt)
    if not is_dueling(anna):
        await anna.pick()
    await anna.wait_until(lambda: is_dueling(anna))


def is_dueling(anna: HeadlessClient) -> bool:
    return anna.model.table is not None and anna.model.table.stage == "duel"


async def test_the_bot_comes_plays_and_agrees_to_a_rematch(tmp_path: Path) -> None:
    async with practice(tmp_path) as (anna, _port, _nursery):
        await begin(anna)
        anna.visit.send(Concede())
        await anna.wait_until(lambda: anna.model.table and anna.model.table.stage == "over")
        anna.visit.send(Propose("rematch"))
        await anna.wait_until(lambda: anna.model.table and anna.model.table.stage != "over")


@pytest.mark.skipif(sys.platform != "linux", reason="finds the process in /proc")
async def test_a_killed_bot_is_started_again_and_takes_its_seat(tmp_path: Path) -> None:
    async with server_process(tmp_path, 0, *OFFERED) as (process, port), trio.open_nursery() as nursery:
        with trio.fail_after(WAIT_TIMEOUT_S):
            anna = HeadlessClient("Anna", port, CreateTable(PRACTICE))
            nursery.start_soon(anna.run)
            await anna.wait_until(lambda: anna.model.table and anna.model.table.seats[1].ready)
            await begin(anna)
            child = await trio.to_thread.run_sync(find_bots, process.pid)
            assert os.getpriority(os.PRIO_PROCESS, child) > os.getpriority(os.PRIO_PROCESS, process.pid)
            os.kill(child, signal.SIGKILL)
            await anna.wait_until(lambda: anna.model.table and not anna.model.table.seats[1].present)
            await anna.wait_until(lambda: anna.model.table and anna.model.table.seats[1].present)
            nursery.cancel_scope.cancel()


def find_bots(server: int) -> int:
    """Return the process of a server's bots."""
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == server and bots.MODULE.encode() in words:
            return int(path.name)
    raise AssertionError("the bots have no process")


async def test_full_and_off_are_said_over_a_real_socket(tmp_path: Path) -> None:
    async with practice(tmp_path / "on") as (anna, port, nursery):
        await refused(nursery, port, PRACTICE, Code.SERVER_FULL, "All places for practice")
        solo = HeadlessClient("Sol", port, CreateTable(SOLO))
        nursery.start_soon(solo.run)
        await solo.wait_until(lambda: solo.model.table)
        await refused(nursery, port, SOLO, Code.SERVER_FULL, "from your address")
        anna.visit.send(Leave())
        await anna.wait_until(lambda: anna.model.ended)
        await trio.sleep(0.5)  # its table is closed after that
        again = HeadlessClient("Again", port, CreateTable(PRACTICE))
        nursery.start_soon(again.run)
        await again.wait_until(lambda: again.model.table and again.model.table.seats[1].ready)
    async with server_process(tmp_path / "off") as (_process, port), trio.open_nursery() as nursery:
        await refused(nursery, port, PRACTICE, Code.NOT_ALLOWED, "no bot to practise against")
        await refused(nursery, port, SOLO, Code.NOT_ALLOWED, "no tables for solo play")
        nursery.cancel_scope.cancel()


async def refused(nursery: trio.Nursery, port: int, settings: Settings, code: Code, said: str) -> None:
    """Check that a table is refused with this code, and a sentence with these words."""
    client = HeadlessClient("Eve", port, CreateTable(settings))
    nursery.start_soon(client.run)
    await client.wait_until(lambda: client.model.refusal)
    assert client.model.refusal is not None
    assert client.model.refusal.code == code
    assert said in client.model.refusal.sentence


async def test_the_process_ends_some_time_after_the_last_table(tmp_path: Path) -> None:
    now = [0.0]
    process = BotProcess(9, SeededWorld(clock=lambda: now[0]))
    try:
        await process.call(JoinTable("ABC-DEF", "secret", key="k" * 32), "")
        first = process.pid
        assert first
        await process.set_needed(needed=True)
        await process.set_needed(needed=False)
        assert process.pid == first
        await process.call(Resume("ABC-DEF.token"), "")
        assert process.pid == first
        now[0] = UNUSED_LIFETIME_S
        await process.set_needed(needed=False)
        assert process.pid == 0
    finally:
        await process.end()


async def test_a_server_without_the_client_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match="Practice needs the bot"):
        bots.check_installed()
