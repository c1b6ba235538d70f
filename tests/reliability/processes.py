"""Helper verbs: a server process that can be killed, several on one database, and clients."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import trio

from facedown_client.connection.link import LinkState
from facedown_client.connection.return_places import Returns
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    FromServer,
    JoinTable,
    Prompt,
    Ready,
    Seated,
    Settings,
    ToServer,
)
from proofs.online.player import WAIT_TIMEOUT_S, ScriptedPlayer
from proofs.online.server_process import SERVER, ServerProcess
from tests.core_data import TESTS_OWN
from tests.postgresql import database_of

__all__ = (
    "QUIET", "TOP", "WAIT_TIMEOUT_S", "HeadlessClient", "begin", "duel", "find_prompted_client", "nodes",
    "server_process",
)  # fmt: skip

TOP = Path(__file__).parents[2]
QUIET = Settings(pace="off")

LEASE_S = "6"
"""Seconds of a node's lease: on a busy machine, too, a process renews it in time."""


@asynccontextmanager
async def server_process(
    folder: Path, port: int = 0, *more: str, program: Sequence[str] = SERVER, said: Path | None = None
) -> AsyncIterator[tuple[trio.Process, int]]:
    """Run a server on a folder; yield the process and its port; kill it at the end. `program` is what Python
    runs, `said` the log file.
    """
    server = ServerProcess(folder, port, flags=())
    own = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    with nullcontext() if said is None else said.open("ab") as log:
        async with server.run(*program, more=more, log=log, environment=own) as process:
            assert server.opened.is_set(), "it does not listen"
            yield process, server.port


@asynccontextmanager
async def nodes(
    folder: Path, count: int = 0, *more: str, programs: Sequence[Sequence[str]] = (), address: str = "",
    lease: str = LEASE_S,
) -> AsyncIterator[list[tuple[trio.Process, int]]]:  # fmt: skip
    """Run servers n0, n1 … on one database, each with its port: so many, or one for each of these
    programs.
    """
    own = ("--database", address or database_of(folder), "--lease-seconds", lease, *more)
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                server_process(folder, 0, *own, "--node", f"n{number}", program=program)
            )
            for number, program in enumerate(programs or count * [SERVER])
        ]


@dataclass(frozen=True, slots=True)
class MessageCounts:
    """Counts of what a client has received."""

    states: int
    seated: int
    prompts: int


class HeadlessClient(ScriptedPlayer):
    """A client without a window, controlled by a test."""

    def __init__(self, name: str, port: int, wish: ToServer | None, returns: Returns | None = None) -> None:
        super().__init__(TableLink("127.0.0.1", port), name, wish, returns)
        self.prompts: list[Prompt] = []
        self.states: list[LinkState] = []
        self.seated = 0
        """How often it got its seat."""

    @property
    def prompt(self) -> Prompt | None:
        """The open prompt."""
        return self.model.prompt

    def connection_changed(self, state: LinkState) -> None:
        """Record it."""
        self.states.append(state)

    async def handle(self, message: FromServer) -> None:
        """Record the prompt, and count."""
        if isinstance(message, Prompt):
            self.prompts.append(message)
        self.seated += isinstance(message, Seated)

    @property
    def message_counts(self) -> MessageCounts:
        """Return how much it has received so far."""
        return MessageCounts(len(self.states), self.seated, len(self.prompts))

    async def wait_for_return(self, since: MessageCounts, *, asked: bool = False) -> None:
        """Wait until it has its seat again (and its prompt), all sent again since then."""
        await self.wait_until(lambda: self.seated > since.seated)
        if asked:
            await self.wait_until(lambda: len(self.prompts) > since.prompts and self.prompt)

    async def pick(self, *picks: int) -> None:
        """Answer the open prompt, with the first option by default, and wait until it is over."""
        prompt = self.prompt
        assert prompt is not None, "nothing is asked"
        self.visit.send(Answer(prompt.ask, picks or (0,)))
        await self.wait_until(lambda: self.prompt is None or self.prompt.ask != prompt.ask)


@asynccontextmanager
async def duel(port: int, settings: Settings = QUIET) -> AsyncIterator[tuple[HeadlessClient, HeadlessClient]]:
    """Run a duel of two clients; yield the one prompted first, and the other."""
    async with trio.open_nursery() as nursery:
        yield await begin(lambda one: nursery.start_soon(one.run), port, settings)
        nursery.cancel_scope.cancel()


async def begin(
    start: Callable[[HeadlessClient], None], port: int, settings: Settings
) -> tuple[HeadlessClient, HeadlessClient]:
    """Connect two clients, each started by `start`, and begin; return the one prompted first, and the
    other.
    """
    anna = HeadlessClient("Anna", port, CreateTable(settings))
    start(anna)
    await anna.wait_until(lambda: anna.model.links)
    link = anna.table_link("opponent")
    ben = HeadlessClient("Ben", port, JoinTable(link.code, link.secret))
    start(ben)
    await ben.wait_until(lambda: ben.model.table)
    await anna.wait_until(lambda: (table := anna.model.table) and all(seat.name for seat in table.seats))
    for one in (anna, ben):
        one.visit.send(Ready())
    await (await find_prompted_client(anna, ben)).pick()
    first = await find_prompted_client(anna, ben)
    return first, ben if first is anna else anna


async def find_prompted_client(*people: HeadlessClient) -> HeadlessClient:
    """Wait for a prompt; return its client."""
    async with trio.open_nursery() as nursery:

        async def wait_for(one: HeadlessClient) -> None:
            await one.wait_until(lambda: one.prompt)
            nursery.cancel_scope.cancel()

        for one in people:
            nursery.start_soon(wait_for, one)
    return next(one for one in people if one.prompt)
