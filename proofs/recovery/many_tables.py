"""Many tables on one server, which dies: how long is each client without a table?

Bots play so many duels, to so many acts each, all on one of several servers. Then that server is killed or
frozen, and every client's gap is measured: from the fault until the whole View is there again, at another
server. Between two faults the other servers are killed at once, which brings all tables back to the first.
Then the same with servers that are reached over wires, which are cut off. Each client's View and prompt must
be the same before and after.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_client.connection import LinkState, Status
from facedown_server.runtime.world import cpu
from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    Clock,
    CreateTable,
    FromServer,
    JoinTable,
    Prompt,
    Settings,
    ToServer,
    Whole,
)
from proofs.online.node_processes import GivenDatabase, NodeProcess, OwnDatabase, ServiceOfNodes
from proofs.online.player import OnlinePlayer

SETTINGS = Settings(best_of=3, listed=False, pace="off", clock=Clock(1200, 10))

MAX_CONCURRENT_OPENINGS = 8
"""Tables that are opened at the same time."""

PLAY_TIMEOUT_S = 900.0
"""Seconds in which all acts must have been played."""

RECONNECT_TIMEOUT_S = 60.0
"""Seconds in which all clients must be back after a fault."""

FREEZE_S = 5.0
POLL_INTERVAL_S = 0.3
"""Seconds between two counts of the acts."""

ACTS = "SELECT log, count(*) FROM acts GROUP BY log"
OWNERS = "SELECT count(*) FROM owners WHERE node <> '' AND node <> 'n0'"

KILLED, FROZEN_5, CUT_OFF = "killed", "frozen for 5 s", "cut off for 5 s from everybody"
FAULTS = {False: (KILLED, FROZEN_5), True: (CUT_OFF,)}
"""Faults of servers that are reached directly, and over wires."""


class WaitingPlayer(OnlinePlayer):
    """A player who plays until the table has enough acts, and then only stays connected."""

    def __init__(
        self, server: TableLink, name: str, seed: str, wish: ToServer, deck: int | None = None
    ) -> None:  # fmt: skip
        decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
        brought = None if deck is None else decks[deck % len(decks)]
        super().__init__(server, name, RandomStreams(seed.encode().ljust(32, b".")), wish, brought)
        self.has_enough = False
        self.asked: Prompt | None = None
        """The prompt that is not answered."""
        self.back = trio.Event()
        """Set while the whole View is there."""
        self.left_at = self.up_at = self.back_at = 0.0

    def connection_changed(self, state: LinkState) -> None:
        """Wait for as long as people's clients do, unlike others here."""
        if state.status is Status.UP:
            self.up_at = trio.current_time()
        if state.status is Status.WAITING:
            if self.back.is_set():
                self.left_at, self.back, self.asked = trio.current_time(), trio.Event(), None
            return
        super().connection_changed(state)

    async def handle(self, message: FromServer) -> None:
        """Record when everything is there again."""
        await super().handle(message)
        if isinstance(message, Whole) and not self.back.is_set():
            self.back_at = trio.current_time()
            self.back.set()

    async def answer(self, prompt: Prompt) -> None:
        """Answer only as long as there are not enough acts."""
        self.asked = prompt
        if not self.has_enough:
            self.asked = None
            await super().answer(prompt)

    def play_on(self) -> None:
        """Play one more act."""
        self.has_enough = False
        if self.asked is not None:
            self.visit.send(self.reply(self.asked))


@dataclass
class FaultFigures:
    """The gaps of all clients after one fault, in seconds from the fault; and CPU seconds until all were
    back.
    """

    kind: str
    gaps: list[float] = field(default_factory=list)
    noticed: list[float] = field(default_factory=list)
    """Until a client had lost its connection."""
    connected: list[float] = field(default_factory=list)
    """Until it had the connection over which it resumed."""
    servers: float = 0.0
    clients: float = 0.0

    def line(self) -> str:
        """Return the figures as a line."""
        parts = ", ".join(
            f"{name} {at(part, 50):.2f}/{at(part, 99):.2f}"
            for name, part in (("noticed", self.noticed), ("connected", self.connected), ("back", self.gaps))
        )
        return (
            f"{self.kind}: {len(self.gaps)} people, seconds (median/99 of 100): {parts}; longest "
            f"{max(self.gaps, default=0.0):.2f}; seconds of CPU: servers {self.servers:.1f}, "
            f"clients {self.clients:.1f}"
        )


def at(values: Sequence[float], percent: int) -> float:
    """Return the percentile: the value that so many of 100 do not exceed."""
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


class ManyTables:
    """So many tables with so many acts each on one of several servers."""

    def __init__(
        self, folder: Path, seed: int, nodes: int, database: OwnDatabase | GivenDatabase,
        say: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.figures: list[FaultFigures] = []
        self.complaints: list[str] = []
        self._folder, self._count, self._database = folder, nodes, database
        self._seed, self._say = seed, say
        self._service: ServiceOfNodes
        self._people: list[WaitingPlayer]
        self._tables: dict[str, list[WaitingPlayer]]

    def lines(self) -> list[str]:
        """Return the figures as lines."""
        return [*self.complaints[:20], *(figures.line() for figures in self.figures)]

    async def run(self, tables: int, acts: int) -> None:
        """Play, and inflict every fault on the first server."""
        for wired, faults in FAULTS.items():
            folder = self._folder / ("wired" if wired else "direct")
            folder.mkdir()
            self._service = ServiceOfNodes(
                folder, [f"n{number}" for number in range(self._count)], self._database,
                more=("--log-level", "info"), wired=wired,
            )  # fmt: skip
            self._people, self._tables = [], {}
            async with trio.open_nursery() as nursery:
                await nursery.start(self._service.run)
                await self._play(tables, acts, nursery)
                for kind in faults:
                    await self._measure(kind)
                    await self._bring_all_back()
                nursery.cancel_scope.cancel()
            self.complaints += [complaint for player in self._people for complaint in player.complaints]

    # --- play -----------------------------------------------------------------------------------------------

    async def _play(self, tables: int, acts: int, nursery: trio.Nursery) -> None:
        began, limit = trio.current_time(), trio.CapacityLimiter(MAX_CONCURRENT_OPENINGS)
        async with trio.open_nursery() as opening:
            for number in range(tables):
                opening.start_soon(self._open, number, nursery, limit)
        with trio.fail_after(PLAY_TIMEOUT_S):
            while not all(player.has_enough for player in self._people):
                for log, count in await self._service.ask(ACTS):
                    if count >= acts:
                        for player in self._tables[log.rpartition("-")[0]]:
                            player.has_enough = True
                await trio.sleep(POLL_INTERVAL_S)
        await trio.sleep(FREEZE_S)  # answers that were under way arrive, and their effects are sent
        played = sum(count for _, count in await self._service.ask(ACTS))
        self._say(f"{tables} tables, {played} acts, played in {trio.current_time() - began:.0f} s")

    async def _open(self, number: int, nursery: trio.Nursery, limit: trio.CapacityLimiter) -> None:
        """Open a table at the first server with one player; the other joins through the second."""
        nodes, seed = self._service.nodes, f"{self._seed} {number}"
        async with limit:
            host = WaitingPlayer(nodes[0].address, "Anna", f"{seed} a", CreateTable(SETTINGS), number)
            nursery.start_soon(host.run)
            await host.seated.wait()
            link = host.table_link("opponent")
            guest = WaitingPlayer(
                nodes[1 % len(nodes)].address, "Ben", f"{seed} b", JoinTable(link.code, link.secret),
                number + 1,
            )  # fmt: skip
            self._people += [host, guest]
            self._tables[link.code] = [host, guest]
            nursery.start_soon(guest.run)
            await guest.back.wait()

    # --- faults ---------------------------------------------------------------------------------------------

    async def _measure(self, kind: str) -> None:
        first, others = self._service.nodes[0], self._service.nodes[1:]
        before = [(player.model.view, player.asked) for player in self._people]
        figures = FaultFigures(kind)
        gc.collect()
        gc.freeze()  # all clients live in one process, which would search all Views for each
        used = sum(node.cpu() for node in others), cpu()
        began = trio.current_time()
        if kind == CUT_OFF:
            first.clients.is_passing = first.database.is_passing = False
        else:
            first.may_start = trio.Event()  # a start takes seconds, which would be measured
            first.signal(signal.SIGKILL if kind == KILLED else signal.SIGSTOP)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._end_fault, kind, first)
            await self._wait_until_all_are_back(began, figures.kind)
            figures.servers = sum(node.cpu() for node in others) - used[0]
            figures.clients = cpu() - used[1]
        first.may_start.set()
        for player, (view, asked) in zip(self._people, before, strict=True):
            if began <= player.left_at <= player.back_at:
                figures.gaps.append(player.back_at - began)
                figures.noticed.append(player.left_at - began)
                figures.connected.append(player.up_at - began)
            if (player.model.view, player.asked) != (view, asked):
                self.complaints.append(f"{player.name} is shown or asked something else than before")
        self.figures.append(figures)
        self._say(figures.line())

    async def _end_fault(self, kind: str, node: NodeProcess) -> None:
        if kind != KILLED:
            await trio.sleep(FREEZE_S)
            node.signal(signal.SIGCONT)
            for wire in (node.clients, node.database):
                if not wire.is_passing:
                    await wire.repair()

    def _absent_players(self, since: float) -> list[WaitingPlayer]:
        """Return clients that were not disconnected after `since`, or are not back."""
        return [player for player in self._people if player.left_at < since or not player.back.is_set()]

    async def _wait_until_all_are_back(self, since: float, why: str) -> None:
        """Wait until all clients that were disconnected after `since` are back; report those that are not."""
        with trio.move_on_after(RECONNECT_TIMEOUT_S):
            while self._absent_players(since):  # noqa: ASYNC110 - many are waited for, one look after another
                await trio.sleep(0.02)
        if away := self._absent_players(since):
            all_of_them = len(self._people)
            self.complaints.append(
                f"{why}: {len(away)} of {all_of_them} not back in {RECONNECT_TIMEOUT_S:.0f} s"
            )

    async def _bring_all_back(self) -> None:
        """Kill the other servers at once, so that the first has all tables again."""
        first, others = self._service.nodes[0], self._service.nodes[1:]
        with trio.move_on_after(RECONNECT_TIMEOUT_S):
            await first.wait_until_open()
            await trio.sleep(FREEZE_S)  # it has held its lease for long enough to take over
        began = trio.current_time()
        for node in others:
            node.kill()
        await self._wait_until_all_are_back(began, "all tables on one server again")
        with trio.move_on_after(RECONNECT_TIMEOUT_S):
            for node in others:
                await node.wait_until_open()
            while (await self._service.ask(OWNERS))[0][0]:  # noqa: ASYNC110 - it lies in a database
                await trio.sleep(POLL_INTERVAL_S)
            await trio.sleep(FREEZE_S)
