"""Kill, freeze and cut off the servers of one service while people play through all of them.

Every fault has a kind, and the kinds take turns, each at the server that has the table. When a match is over,
what its people were told all along is compared with its log run once without a fault.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from proofs.online.server_process import ServerProcess
from proofs.recovery.cluster import Cluster
from proofs.recovery.proof import PATIENCE, SETTINGS, RecoveryTally
from proofs.recovery.remembering_player import RememberingPlayer
from proofs.recovery.wires import BreakableWire
from server.app import build_lobby
from server.config import Config
from server.store.journal import Journal
from server.store.memory import MemoryStore
from server.store.store import StoredLog
from server.table.random_streams import RandomStreams
from server.world import Moment, RealWorld
from shared.cards.decks import ready_decks
from shared.links import TableLink
from shared.protocol.messages import CreateTable, JoinTable, ToServer, Watch

FROZEN = 5.0
"""Seconds for which a server is frozen or cut off."""

REST = 2.0
"""Seconds between two faults at most, by the fall of a die."""

KILLED, WOKEN, CUT_OFF = "killed", "frozen for 5 s and woken", "cut off for 5 s from its clients"
FROM_DATABASE, DATABASE = "cut off for 5 s from the database", "PostgreSQL killed and started again"
EXACTLY = {
    f"frozen for 5 s {Moment.COMMIT}": Moment.COMMIT, f"frozen for 5 s {Moment.COMMITTED}": Moment.COMMITTED,
}  # fmt: skip
FAULTS = (KILLED, WOKEN, *EXACTLY, CUT_OFF, FROM_DATABASE, DATABASE)


@dataclass(eq=False)
class NodeProcess:
    """One server of the service: its process, and the wires it is reached over and reaches the database."""

    name: str
    server: ServerProcess
    clients: BreakableWire = field(default_factory=BreakableWire)
    database: BreakableWire = field(default_factory=BreakableWire)
    process: trio.Process | None = None
    fault: str = ""
    """What its next life is to end with, at an exact moment."""


def _is_stopped(process: trio.Process | None) -> bool:
    """Whether a process stands still, as Linux tells it."""
    try:
        state = Path(f"/proc/{0 if process is None else process.pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return state.rpartition(") ")[2].startswith("T")


class NodesProof:
    """So many servers on a PostgreSQL of this proof's own, their people, and what befalls them."""

    def __init__(self, folder: Path, seed: int, nodes: int, say: Callable[[str], None]) -> None:
        self.tally = RecoveryTally()
        self._cluster = Cluster()
        self._nodes = [NodeProcess(f"n{number}", ServerProcess(folder)) for number in range(nodes)]
        self._dice = RandomStreams(f"nodes {seed}".encode().ljust(32, b"."))
        self._seed, self._say = seed, say
        self._people: list[RememberingPlayer] = []
        self._enough = False
        self._gaps: list[float] = []
        self._faults: Counter[str] = Counter()
        self._decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
        self._context = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server
        self._playing, self._lanes = trio.Event(), nodes
        """Set when the last of so many lanes has played its last match."""

    def lines(self) -> list[str]:
        """For people to read."""
        tally, gaps = self.tally, sorted(self._gaps) or [0.0]
        sums = f"faults {sum(self._faults.values())}, matches {tally.matches}, acts {tally.acts}"
        found = f"lost {len(tally.lost)}, doubled {len(tally.doubled)}"
        middle, last = gaps[len(gaps) // 2], gaps[min(len(gaps) - 1, len(gaps) * 99 // 100)]
        away = f"back at the table after {middle:.2f} s (median), {last:.2f} s (99 of 100), {gaps[-1]:.2f} s"
        return [*(f"{self._faults[kind]:4} times {kind}" for kind in FAULTS), f"{sums}, {found}", away]

    async def run(self, faults: int) -> RecoveryTally:
        """So many faults, then let the matches end, and say what came of it."""
        try:
            await trio.to_thread.run_sync(self._cluster.start)
            await trio.to_thread.run_sync(self._cluster.database, "duels")
            async with trio.open_nursery() as nursery:
                for node in self._nodes:
                    await self._set_up(node, nursery)
                for lane in range(len(self._nodes)):
                    nursery.start_soon(self._play, lane)
                await trio.sleep(REST)
                for number in range(faults):
                    await self._befall(FAULTS[number % len(FAULTS)])
                    if (number + 1) % 10 == 0:
                        self._say(f"{number + 1} of {faults} faults …")
                self._enough = True
                await self._playing.wait()
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                for node in self._nodes:
                    await self._kill(node)
                await trio.to_thread.run_sync(self._cluster.remove)
        return self.tally

    # --- servers --------------------------------------------------------------------------------------------

    async def _set_up(self, node: NodeProcess, nursery: trio.Nursery) -> None:
        """Its wires, and its first life."""
        node.database.target = self._cluster.port
        for wire in (node.clients, node.database):
            await nursery.start(wire.run)
        nursery.start_soon(self._live, node)
        await node.server.opened.wait()
        node.clients.target = node.server.port

    async def _live(self, node: NodeProcess) -> None:
        """One life after another."""
        while True:
            address = self._cluster.address("duels", node.database.port)
            more = ("--database", address, "--node", node.name,
                    "--public-url", f"http://127.0.0.1:{node.clients.port}")  # fmt: skip
            program = []
            if node.fault:
                program = ["proofs.recovery.ending", EXACTLY[node.fault], "4", "SIGSTOP"]
            async with node.server.running(*program, more=more) as process:
                node.process = process
                await process.wait()
            await trio.sleep(0.2)

    async def _kill(self, node: NodeProcess) -> None:
        if node.process is not None and node.process.returncode is None:
            node.process.send_signal(signal.SIGCONT)
            node.process.kill()

    async def _befall(self, kind: str) -> None:
        """One fault at one server, and its end."""
        node = self._nodes[self._dice.below(len(self._nodes), "node")]
        began = trio.current_time()
        self._faults[kind] += 1
        async with self._counted(began):
            if kind == DATABASE:
                await trio.to_thread.run_sync(self._cluster.stop, signal.SIGQUIT)
                await trio.to_thread.run_sync(self._cluster.start)
            elif kind in (CUT_OFF, FROM_DATABASE):
                wire = node.clients if kind == CUT_OFF else node.database
                wire.flows = False
                await trio.sleep(FROZEN)
                await wire.mend()
            elif kind == KILLED:
                await self._kill(node)
            else:
                await self._freeze(node, kind)
        await trio.sleep(REST * self._dice.below(1000, "rest") / 1000)

    async def _freeze(self, node: NodeProcess, kind: str) -> None:
        """Anywhere, or in its next life at an exact moment: there the process stops itself."""
        if kind in EXACTLY:
            node.fault = kind
            await self._kill(node)
            with trio.move_on_after(PATIENCE):
                while not _is_stopped(node.process):  # noqa: ASYNC110 - that a process stands still can only be looked at
                    await trio.sleep(0.05)
            node.fault = ""
            if not _is_stopped(node.process):  # nobody had a table there
                await self._kill(node)
        elif node.process is not None:
            node.process.send_signal(signal.SIGSTOP)
        await trio.sleep(FROZEN)
        if node.process is not None and node.process.returncode is None:
            node.process.send_signal(signal.SIGCONT)

    @asynccontextmanager
    async def _counted(self, began: float) -> AsyncIterator[None]:
        """Note how long it takes until whoever was thrown off the table is back at it."""
        async with trio.open_nursery() as nursery:
            for player in tuple(self._people):
                nursery.start_soon(self._time, player, began)
            yield
            with trio.move_on_after(4 * FROZEN):
                for player in tuple(self._people):
                    await player.here.wait()
            nursery.cancel_scope.cancel()

    async def _time(self, player: RememberingPlayer, began: float) -> None:
        await player.left.wait()
        left = trio.current_time()
        await player.here.wait()
        self._gaps.append(trio.current_time() - min(left, max(began, left - 1.2)))

    # --- people ---------------------------------------------------------------------------------------------

    async def _play(self, lane: int) -> None:
        """One match after another, opened at one server, joined at another, watched at a third."""
        number = 0
        while not self._enough:
            await self._match(lane, number)
            number += 1
            self.tally.matches += 1
        self._lanes -= 1
        if not self._lanes:
            self._playing.set()

    def _door(self, number: int) -> TableLink:
        return TableLink("127.0.0.1", self._nodes[number % len(self._nodes)].clients.port)

    async def _match(self, lane: int, number: int) -> None:
        async with trio.open_nursery() as nursery:

            def comes(name: str, door: int, wish: ToServer, deck: int | None = None) -> RememberingPlayer:
                dice = RandomStreams(f"{self._seed} {lane} {number} {name}".encode().ljust(32, b"."))
                brought = None if deck is None else self._decks[deck % len(self._decks)]
                player = RememberingPlayer(
                    self._door(lane + door), name, dice, wish, brought, hurry=lambda: self._enough
                )
                nursery.start_soon(player.run)
                return player

            host = comes("Anna", 0, CreateTable(SETTINGS), number)
            await host.seated.wait()
            opponent, spectator = host.link("opponent"), host.link("spectator")
            people = [
                host, comes("Ben", 1, JoinTable(opponent.code, opponent.secret), number + 1),
                comes("Sid", 2, Watch(spectator.code, spectator.secret)),
            ]  # fmt: skip
            self._people += people
            for player in people:
                await player.over.wait()
            self._people = [player for player in self._people if player not in people]
            for player in people:
                await player.leave()
            nursery.cancel_scope.cancel()
        await self.tally.compare(await self._log_of(opponent.code), people, self._context)

    async def _log_of(self, code: str) -> StoredLog:
        """The one log of a table, from the journal itself, once the database is there."""
        while True:
            try:
                async with trio.open_nursery() as nursery:
                    journal = Journal(self._cluster.address("duels"), node=f"reader-{code}")
                    await nursery.start(journal.run)
                    log = await journal.read((await journal.history(code))[-1])
                    nursery.cancel_scope.cancel()
            except* Exception:
                await trio.sleep(1)
            else:
                return log
