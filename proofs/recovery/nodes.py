"""Kill, freeze and cut off the servers of one service while people play through all of them.

Every fault has a kind, and the kinds take turns, each at a server that has tables. The next one comes as soon
as all clients of the tables have reconnected, also while a server is still frozen or cut off, as long as two
are healthy. (A client that connects to such a server for the first time tries it for ten seconds.) When a
match is over, all that its players and spectators were sent is compared with its log run once without a
fault.
"""

from __future__ import annotations

import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import trio

from facedown_server.storage.store import StoredLog
from facedown_server.table import RandomStreams
from facedown_shared.network.links import TableLink
from proofs.online.node_processes import GivenDatabase, NodeProcess, OwnDatabase, ServiceOfNodes
from proofs.recovery import write_audit
from proofs.recovery.kill_points import FREEZE_AT, OVERTAKEN, freeze_signal
from proofs.recovery.matches import PlayedMatches, RecoveryTally
from proofs.recovery.remembering_player import RememberingPlayer

FAULT_S = 5.0
"""Seconds for which a server is frozen or cut off."""

MAX_FAULT_INTERVAL_S = 0.6
"""Seconds between two faults at most, at random."""

DETECTION_TIME_S = 2.0
"""Seconds after which clients have left a server that has gone silent."""

FREEZE_TIMEOUT_S = 8.0
"""Seconds within which a server must reach the moment at which it has to freeze."""

WRITE_TIMEOUT_S = 3.0
"""Seconds that a server has, once it is resumed, to write into a table that it no longer owns."""

MAX_ATTEMPTS = 5
"""Attempts to find a server at which an act is being written."""

RECONNECT_TIMEOUT_S = 45.0
"""Seconds within which all clients must be back at a table after a fault."""

HEALTHY_TIMEOUT_S = 90.0
"""Seconds within which servers must be healthy again."""

MATCH_TIMEOUT_S = 240.0
"""Seconds within which all matches must be over at the end."""

KILLED, WOKEN, CUT_OFF = "killed", "frozen for 5 s and woken", "cut off for 5 s from its clients"
FROM_DATABASE, DATABASE = "cut off for 5 s from the database", "PostgreSQL killed and started again"
FAULTS = (OVERTAKEN, KILLED, WOKEN, *FREEZE_AT, CUT_OFF, FROM_DATABASE, DATABASE)

HELD_BACK = "people were kept from the others until then"
"""Why no reconnect is timed."""

OWNERS = "SELECT node, count(*) FROM owners WHERE node <> '' GROUP BY node"


class NodesProof(PlayedMatches):
    """So many servers on a PostgreSQL, their people, and their faults."""

    def __init__(
        self, folder: Path, seed: int, nodes: int, say: Callable[[str], None],
        database: OwnDatabase | GivenDatabase | None = None, *, planted: str = "nothing",
        kinds: Sequence[str] = FAULTS,
    ) -> None:  # fmt: skip
        super().__init__(seed, say)
        self.stuck: list[str] = []
        """What did not arrive, a sentence each."""
        self.trespasses: list[str] = []
        """Writes by a server that did not own the table, a sentence each."""
        self._service = ServiceOfNodes(
            folder, [f"n{number}" for number in range(nodes)], database or OwnDatabase(),
            program=("-m", "proofs.recovery.kill_points", "nodes", planted),
        )  # fmt: skip
        self._nodes = self._service.nodes
        self._dice = RandomStreams(f"nodes {seed}".encode().ljust(32, b"."))
        self._kinds = kinds
        self._gaps: defaultdict[str, list[float]] = defaultdict(list)
        self._faults: Counter[str] = Counter()

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or doubled, and everything expected occurred."""
        return self.tally.is_clean and not self.stuck and not self.trespasses

    def lines(self) -> list[str]:
        """Return the figures as lines."""
        gaps = sorted(gap for gaps in self._gaps.values() for gap in gaps)
        found = f"faults {sum(self._faults.values())}, {self.tally}, stuck {len(self.stuck)}, "
        found += f"written by others {len(self.trespasses)}"
        kinds = [
            f"{self._faults[kind]:4} times {kind}: "
            + (HELD_BACK if kind == OVERTAKEN else _describe_gaps(sorted(self._gaps[kind])))
            for kind in self._kinds
        ]
        return [*self.trespasses[:20], *self.stuck, *kinds, found, _describe_gaps(gaps)]

    async def run(self, faults: int) -> RecoveryTally:
        """Cause so many faults, then let the matches end, and return the figures."""
        async with trio.open_nursery() as nursery:
            await nursery.start(self._service.run)
            await self._service.do(write_audit.watch)
            began = trio.current_time()
            async with trio.open_nursery() as playing:
                for lane in range(len(self._nodes)):
                    playing.start_soon(self.play, lane)
                await trio.sleep(2 * MAX_FAULT_INTERVAL_S)
                async with trio.open_nursery() as healing:
                    for number in range(faults):
                        await self._cause_fault(self._kinds[number % len(self._kinds)], healing)
                        if (number + 1) % 10 == 0:
                            took = (trio.current_time() - began) / (number + 1)
                            self._say(f"{number + 1} of {faults} faults, {took:.1f} s each …")
                self.has_enough = True
                with trio.move_on_after(MATCH_TIMEOUT_S) as scope:
                    await self._wait_until(lambda: not self.people)
                if scope.cancelled_caught:
                    self.stuck += [self._describe_player(player) for player in self.people]
                    playing.cancel_scope.cancel()
            found = await self._service.do(write_audit.read_violations)
            self.trespasses += ["it could not be asked who wrote"] if found is None else found
            nursery.cancel_scope.cancel()
        return self.tally

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():  # noqa: ASYNC110 - what is looked at lies in other processes
            await trio.sleep(0.05)

    def _describe_player(self, player: RememberingPlayer) -> str:
        """Return the state of a player that a message did not reach."""
        table = player.model.table
        stage = "(none)" if table is None else table.stage
        return (
            f"{player.name} of table {player.model.code or '(none)'} is not done: "
            f"{player.visit.state.status}, stage {stage}, here {player.here.is_set()}"
        )

    # --- faults ---------------------------------------------------------------------------------------------

    async def _cause_fault(self, kind: str, healing: trio.Nursery) -> None:
        """Cause one fault at one server, and wait until all clients are back at a table."""
        node = await self._choose_node()
        if node is None:
            return
        self._faults[kind] += 1
        node.is_ill = True
        began, people = trio.current_time(), tuple(self.people)
        there = tuple(player for player in people if player.here.is_set())
        async with trio.open_nursery() as timing:
            for player in () if kind == OVERTAKEN else people:
                timing.start_soon(self._time, kind, player, began)
            await self._inflict(kind, node, healing)
            with trio.move_on_after(RECONNECT_TIMEOUT_S) as scope:
                await trio.sleep(0.2 if kind in (KILLED, DATABASE) else DETECTION_TIME_S)
                await self._wait_until(lambda: not self._absent_players(there))
            if scope.cancelled_caught:
                away = ", ".join(player.name for player in self._absent_players(there))
                self.stuck.append(f"{kind}: {away} did not come back within {RECONNECT_TIMEOUT_S:.0f} s")
            timing.cancel_scope.cancel()
        await trio.sleep(MAX_FAULT_INTERVAL_S * self._dice.draw_below(1000, "rest") / 1000)

    def _absent_players(self, people: Iterable[RememberingPlayer]) -> list[RememberingPlayer]:
        """Return those of these that are not back, and have a match that is not over."""
        return [player for player in people if player in self.people and not player.here.is_set()]

    async def _choose_node(self) -> NodeProcess | None:
        """Return a random server that is healthy and has tables, while two others are healthy too."""
        with trio.move_on_after(HEALTHY_TIMEOUT_S):
            await self._wait_until(lambda: sum(not node.is_ill for node in self._nodes) > 1)
            found = await self._service.ask(OWNERS)
            busy = {name for name, _ in found}
            well = [node for node in self._nodes if not node.is_ill]
            among = [node for node in well if node.name in busy] or well
            return among[self._dice.draw_below(len(among), "node")]
        self.stuck.append(f"no two servers were well within {HEALTHY_TIMEOUT_S:.0f} s")
        return None

    async def _inflict(self, kind: str, node: NodeProcess, healing: trio.Nursery) -> None:
        """Inflict the fault; one that ends by itself ends in `healing`."""
        if kind == DATABASE:
            await trio.to_thread.run_sync(self._service.database.restart)
        elif kind in (CUT_OFF, FROM_DATABASE):
            (node.clients if kind == CUT_OFF else node.database).is_passing = False
        elif kind == OVERTAKEN:
            await self._overtake(node)
        elif kind == KILLED:
            node.kill()
        elif kind == WOKEN:
            node.signal(signal.SIGSTOP)
        elif not await self._is_frozen(kind, node):
            node.signal(signal.SIGSTOP)  # no act was made there meanwhile
        healing.start_soon(self._end_fault, kind, node)

    async def _overtake(self, node: NodeProcess) -> None:
        """Freeze a server between writing an act and its commit, and wake it once others have its tables. No
        client reaches these before the others have them, so nothing else is written there first.
        """
        others = [other for other in self._nodes if other is not node and other.clients.is_passing]
        for _ in range(MAX_ATTEMPTS):
            is_frozen = await self._is_frozen(OVERTAKEN, node)
            for other in others:
                other.clients.is_passing = False
            if is_so := is_frozen and node.name in dict(await self._service.ask(OWNERS)):
                await self._resume_late(node)
            node.signal(signal.SIGCONT)  # it no longer names a moment
            for other in others:
                await other.clients.repair()
            if is_so:
                return
            with trio.move_on_after(FREEZE_TIMEOUT_S):
                await self._wait_until(lambda: not self._absent_players(self.people))
        self._faults[OVERTAKEN] -= 1  # no act was made there meanwhile

    async def _resume_late(self, node: NodeProcess) -> None:
        """Resume a frozen server once other servers own its tables, and let it write there, if it does."""
        with trio.move_on_after(HEALTHY_TIMEOUT_S) as scope:
            while not (owners := dict(await self._service.ask(OWNERS))) or node.name in owners:  # noqa: ASYNC110 - in the database
                await trio.sleep(0.05)
        if scope.cancelled_caught:
            self.stuck.append(f"{OVERTAKEN}: nobody took over what server {node.name} had")
        before = await self._service.do(write_audit.read_violations)
        node.signal(signal.SIGCONT)
        with trio.move_on_after(WRITE_TIMEOUT_S):
            while await self._service.do(write_audit.read_violations) in (None, before):  # noqa: ASYNC110 - in the database
                await trio.sleep(0.05)

    async def _is_frozen(self, kind: str, node: NodeProcess) -> bool:
        """Return whether it has reached its moment and is frozen there."""
        process = node.process
        node.signal(freeze_signal(kind))
        with trio.move_on_after(FREEZE_TIMEOUT_S):
            await self._wait_until(lambda: node.is_stopped() or node.process is not process)
        return node.is_stopped()

    async def _end_fault(self, kind: str, node: NodeProcess) -> None:
        """End the fault: the server is as before, or has been restarted."""
        if kind not in (KILLED, DATABASE, OVERTAKEN):
            await trio.sleep(FAULT_S)
            node.signal(signal.SIGCONT)
            for wire in (node.clients, node.database):
                if not wire.is_passing:
                    await wire.repair()
        with trio.move_on_after(HEALTHY_TIMEOUT_S) as scope:
            await trio.sleep(0.3)
            await node.wait_until_open()
            node.is_ill = False
        if scope.cancelled_caught:
            self.stuck.append(
                f"{kind}: server {node.name} was not open again within {HEALTHY_TIMEOUT_S:.0f} s"
            )

    async def _time(self, kind: str, player: RememberingPlayer, began: float) -> None:
        """Record how long a disconnected client takes until it is back at the table."""
        await player.left.wait()
        left = trio.current_time()
        await player.here.wait()
        self._gaps[kind].append(trio.current_time() - min(left, max(began, left - 1.2)))

    # --- people ---------------------------------------------------------------------------------------------

    def address(self, lane: int, number: int) -> TableLink:
        """Return the server: a table is opened at one, joined at another, watched at a third."""
        return self._nodes[(lane + number) % len(self._nodes)].address

    def database(self) -> str:
        """Return the address of the database that all servers share."""
        return self._service.database.address()

    async def log_of(self, code: str) -> StoredLog:
        """Read the log once the database is up."""
        while True:
            with suppress(Exception):
                return await super().log_of(code)
            await trio.sleep(1)


def _describe_gaps(gaps: list[float]) -> str:
    """Return how long clients were away from their tables, in words."""
    if not gaps:
        return "nobody had to come back"
    middle, last = gaps[len(gaps) // 2], gaps[min(len(gaps) - 1, len(gaps) * 99 // 100)]
    return f"{len(gaps)} back after {middle:.2f} s (median), {last:.2f} s (99 of 100), {gaps[-1]:.2f} s"
