"""Upgrade the servers of one service one by one while people play at all of them, and count what is lost.

Each server is drained by the command of its host, ends by itself, and is started again, as it would be with a
newer version. When a match is over, all that its clients were sent is compared with its log run once on one
server.
"""

from __future__ import annotations

import math
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import trio

from facedown_shared.network.links import TableLink
from facedown_shared.startup import module_command
from proofs.online.node_processes import NodeProcess, OwnDatabase, ServiceOfNodes
from proofs.recovery.followers import HandoverGap
from proofs.recovery.matches import PlayedMatches, RecoveryTally
from proofs.recovery.remembering_player import RememberingPlayer

NAMES = ("a", "b", "c")
"""The servers."""

TABLES_PER_SERVER_COUNT = 3
"""Tables with a match for each server."""

THINKING_PAUSE_S = 0.15
"""Seconds that a player thinks before an answer."""

FOLLOWERS = "proofs.recovery.followers"


class SlowPlayer(RememberingPlayer):
    """Thinks before each answer, as people do: so a match lasts until its server is upgraded."""

    def pause(self) -> float:
        """Return the pause; none once duels are short."""
        return 0.0 if self._hurry() else THINKING_PAUSE_S


class RollingProof(PlayedMatches):
    """Three servers on a PostgreSQL of this proof's own, their people, and their upgrades."""

    player = SlowPlayer

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        super().__init__(seed, say)
        self.followed: list[HandoverGap] = []
        """Each time that a spectator has followed a table to another server."""
        self.ended: list[int] = []
        """How each drained server's process ended."""
        self.said: list[str] = []
        """The output of the command."""
        self._service = ServiceOfNodes(folder, NAMES, OwnDatabase(), wired=False)
        self._nodes = self._service.nodes
        self._played: list[tuple[str, list[RememberingPlayer]]] = []
        """Matches that are over. Compared at the end: the comparison blocks, and no client would be served
        meanwhile.
        """
        self._to_watch, self._watched = trio.open_memory_channel[TableLink](math.inf)
        """Links for the spectators that measure."""

    def lines(self) -> list[str]:
        """Return the figures as lines."""
        count = len(self.followed)
        lost = sum(each.lost for each in self.followed)
        followed = (
            f"{count} times a table was followed to another server, {lost} times after a lost connection"
        )
        parts = (
            ("told nothing", [each.silence for each in self.followed]),
            ("from its last word to `moved`", [each.until_moved for each in self.followed]),
            ("to the new server's welcome", [each.until_connected for each in self.followed]),
            ("to the first View", [each.until_told for each in self.followed]),
        )
        return [
            f"servers upgraded {len(self.ended)}, {self.tally}",
            followed,
            *(f"{name}: {_describe_times(times)}" for name, times in parts if times),
        ]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, no server crashed, and some tables have gone to other servers."""
        started = sum(node.lives for node in self._nodes)
        return self.tally.is_clean and bool(self.followed) and started in (0, len(NAMES) + len(self.ended))

    async def run(self, rounds: int) -> RecoveryTally:
        """Upgrade all servers so many times, then let the matches end, and return the figures."""
        async with trio.open_nursery() as nursery:
            await nursery.start(self._service.run)
            await nursery.start(self._follow)
            async with trio.open_nursery() as playing:
                for lane in range(TABLES_PER_SERVER_COUNT * len(self._nodes)):
                    playing.start_soon(self.play, lane)
                for number in range(rounds):
                    for node in self._nodes:
                        await trio.sleep(1)
                        await self._upgrade(node)
                    self._say(f"{number + 1} of {rounds} rounds …")
                self.has_enough = True
            for code, people in self._played:
                await super().handle_finished(code, people)
            nursery.cancel_scope.cancel()
        return self.tally

    async def _upgrade(self, node: NodeProcess) -> None:
        node.is_ill = True
        said, code = await self._service.upgrade(node)
        self.said.append(said)
        self.ended.append(code)
        node.is_ill = False

    # --- people ---------------------------------------------------------------------------------------------

    def address(self, lane: int, number: int) -> TableLink:
        """Return the server: a table is opened at one, joined at another, watched at a third; none is being
        upgraded.
        """
        there = (lane + number) % len(self._nodes)
        return next(node for node in self._nodes[there:] + self._nodes[:there] if not node.is_ill).address

    def database(self) -> str:
        """Return the address of the database that all servers share."""
        return self._service.database.address()

    def handle_opened(self, spectators: TableLink) -> None:
        """Let the other process watch the table, too."""
        self._to_watch.send_nowait(spectators)

    async def handle_finished(self, code: str, people: list[RememberingPlayer]) -> None:
        """Keep the match for the end."""
        self._played.append((code, people))

    async def _follow(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Let another process watch every table, and record its measurements."""
        process = await trio.lowlevel.open_process(
            module_command(FOLLOWERS), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._take_down, process.stdout)
                task_status.started()
                async for link in self._watched:
                    await process.stdin.send_all(f"{link}\n".encode())
        finally:
            with trio.CancelScope(shield=True):
                process.kill()
                await process.wait()

    async def _take_down(self, said: trio.abc.ReceiveStream) -> None:
        rest = b""
        async for data in said:
            *lines, rest = (rest + data).split(b"\n")
            self.followed += (msgspec.json.decode(line, type=HandoverGap) for line in lines)


def _describe_times(times: Sequence[float]) -> str:
    """Return the figures as a line."""
    found = sorted(times)
    last = found[min(len(found) - 1, len(found) * 99 // 100)]
    return f"{found[len(found) // 2]:.2f} s (median), {last:.2f} s (99 of 100)"
