"""Helper verbs: a server process that can be killed, a wire that can be cut, and clients of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_client.connection.link import Link, LinkState
from facedown_client.connection.return_places import Returns
from facedown_client.connection.visit import Visit
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    JoinTable,
    Prompt,
    Ready,
    Seated,
    Settings,
    ToServer,
)
from tests.core_data import TESTS_OWN

TOP = Path(__file__).parents[2]
QUIET = Settings(pace="off")
WAIT_TIMEOUT_S = 20.0
"""Seconds after which something has not happened."""


@asynccontextmanager
async def server_process(
    folder: Path,
    port: int = 0,
    *more: str,
    program: Sequence[str] = ("-m", "facedown_server"),
    said: Path | None = None,
) -> AsyncIterator[tuple[trio.Process, int]]:
    """A server of its own on a folder, and its port; killed in the end. `program` is what Python runs,
    `said` where it logs."""
    command = [sys.executable, "-P", *program, "serve", "--bind", "127.0.0.1", "--port", str(port)]
    command += ["--data", str(folder), "--no-discovery", "--log-level", "error", *more]
    own = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    with nullcontext() if said is None else said.open("ab") as log:
        process = await trio.lowlevel.open_process(
            command, stdout=subprocess.PIPE, stderr=log, cwd=TOP, env=own
        )
    assert process.stdout is not None
    try:
        line = (await process.stdout.receive_some(400)).decode().partition("\n")[0]
        assert line.startswith("listening on "), line
        yield process, int(line.rpartition(":")[2])
    finally:
        with trio.CancelScope(shield=True):
            process.kill()
            await process.wait()
            await process.stdout.aclose()


@dataclass
class Cutter:
    """A wire between clients and a server. `up` and `down` say whether bytes pass; `delay` is in seconds."""

    target: int
    port: int = 0
    up: bool = True
    down: bool = True
    delay: float = 0.0
    answers: int | None = None
    """How many things the server says on one connection pass; None: all."""
    withheld: trio.Event = field(default_factory=trio.Event)
    """Set once something did not pass."""
    _streams: list[trio.SocketStream] = field(default_factory=list)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Carry bytes until cancelled."""
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(trio.serve_tcp, self._carry, 0)
            self.port = listeners[0].socket.getsockname()[1]
            task_status.started()

    async def _carry(self, near: trio.SocketStream) -> None:
        with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            async with near, await trio.open_tcp_stream("127.0.0.1", self.target) as far:
                self._streams += [near, far]
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._pump, near, far, lambda _: self.up, nursery.cancel_scope)
                    nursery.start_soon(self._pump, far, near, self._comes_down, nursery.cancel_scope)

    def _comes_down(self, number: int) -> bool:
        return self.down and (self.answers is None or number < self.answers)

    async def _pump(
        self, source: trio.SocketStream, goal: trio.SocketStream, flows: Callable[[int], bool],
        scope: trio.CancelScope,
    ) -> None:  # fmt: skip
        with suppress(OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            number = 0
            while data := await source.receive_some(65_536):
                if flows(number):
                    await trio.sleep(self.delay)
                    await goal.send_all(data)
                else:
                    self.withheld.set()
                number += 1
        scope.cancel()

    async def cut(self) -> None:
        """Every connection breaks at once."""
        streams, self._streams = self._streams, []
        for stream in streams:
            await trio.aclose_forcefully(stream)


@dataclass(frozen=True, slots=True)
class MessageCounts:
    """Counts of what somebody has heard."""

    states: int
    seated: int
    prompts: int


class HeadlessClient:
    """A client of ours without a window: a Visit that is drained as it comes."""

    def __init__(self, name: str, port: int, wish: ToServer | None, returns: Returns | None = None) -> None:
        self.link = Link(links.TableLink("127.0.0.1", port), name, wish=wish, returns=returns, patient=True)
        self.visit = Visit(self.link)
        self.prompts: list[Prompt] = []
        self.states: list[LinkState] = []
        self.seated = 0
        """How often it was given its seat."""
        self._changed = trio.Event()

    @property
    def prompt(self) -> Prompt | None:
        """The open prompt."""
        return self.visit.model.prompt

    async def run(self) -> None:
        """Talk and take in."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.visit.run)
            while True:
                message = await self.visit.next()
                if isinstance(message, Prompt):
                    self.prompts.append(message)
                if isinstance(message, LinkState):
                    self.states.append(message)
                self.seated += isinstance(message, Seated)
                self._changed.set()

    async def until(self, so: Callable[[], object]) -> None:
        """Wait until something is so."""
        with trio.fail_after(WAIT_TIMEOUT_S):
            while not so():
                self._changed = trio.Event()
                await self._changed.wait()

    @property
    def heard(self) -> MessageCounts:
        """How much it has heard so far."""
        return MessageCounts(len(self.states), self.seated, len(self.prompts))

    async def until_back(self, since: MessageCounts, *, asked: bool = False) -> None:
        """Wait until it has its seat again (and its prompt), all told anew since then."""
        await self.until(lambda: self.seated > since.seated)
        if asked:
            await self.until(lambda: len(self.prompts) > since.prompts and self.prompt)

    async def pick(self, *picks: int) -> None:
        """Answer the open prompt, with the first option if none is named, and wait until it is over."""
        prompt = self.prompt
        assert prompt is not None, "nothing is asked"
        self.visit.send(Answer(prompt.ask, picks or (0,)))
        await self.until(lambda: self.prompt is None or self.prompt.ask != prompt.ask)


@asynccontextmanager
async def duel(port: int, settings: Settings = QUIET) -> AsyncIterator[tuple[HeadlessClient, HeadlessClient]]:
    """Two people in a duel: whoever is asked first, and the other."""
    async with trio.open_nursery() as nursery:
        anna = HeadlessClient("Anna", port, CreateTable(settings))
        nursery.start_soon(anna.run)
        await anna.until(lambda: anna.visit.model.links)
        link = links.parse_link(anna.visit.model.links["opponent"][0][1])
        ben = HeadlessClient("Ben", port, JoinTable(link.code, link.secret))
        nursery.start_soon(ben.run)
        both = (anna, ben)
        await ben.until(lambda: ben.visit.model.table)
        await anna.until(lambda: (table := anna.visit.model.table) and all(seat.name for seat in table.seats))
        for one in both:
            one.visit.send(Ready())
        chooser = await asked(*both)
        await chooser.pick()
        first = await asked(*both)
        yield first, ben if first is anna else anna
        nursery.cancel_scope.cancel()


async def asked(*people: HeadlessClient) -> HeadlessClient:
    """Whoever is asked something; waits until somebody is."""
    async with trio.open_nursery() as nursery:

        async def wait_for(one: HeadlessClient) -> None:
            await one.until(lambda: one.prompt)
            nursery.cancel_scope.cancel()

        for one in people:
            nursery.start_soon(wait_for, one)
    return next(one for one in people if one.prompt)
