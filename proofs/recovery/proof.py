"""Kill a server over and over while two play and one watches, and count what is lost.

Every kill has a kind, and the kinds take turns. When a match is over, all that its clients were sent is
compared with its log run once without a kill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import trio

from facedown_server.runtime.world import Moment
from facedown_server.table import RandomStreams
from facedown_shared.network.links import TableLink
from proofs.online.server_process import ServerProcess
from proofs.recovery.matches import PlayedMatches, RecoveryTally

ANY = "at any point"
KINDS = (*(str(moment) for moment in Moment), ANY)
FARTHEST: Mapping[str, int] = {
    Moment.BEFORE: 8, Moment.COMMIT: 12, Moment.COMMITTED: 8, Moment.TELLING: 60, Moment.SIDING: 4,
    Moment.RECOVERY: 30,
}  # fmt: skip
"""The latest moment after the server's start, counted in such moments, at which it dies."""

MAX_KILL_DELAY_S = 0.6
"""Seconds after all clients are back within which it dies, at any point."""

MOMENT_TIMEOUT_S = 20.0
"""Seconds to wait for a moment; then the server dies as it is."""


class RecoveryProof(PlayedMatches):
    """A server on a folder, its people, and its kills."""

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        super().__init__(seed, say)
        self.kills: Counter[str] = Counter()
        self.gap = 0.0
        """The longest time from a server's end until all clients were back at the table, in seconds."""
        self._folder, self._server = folder, ServerProcess(folder)
        self._dice = RandomStreams(f"recovery {seed}".encode().ljust(32, b"."))
        self._is_siding = False
        self._playing = trio.Event()

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or doubled."""
        return self.tally.is_clean

    def lines(self) -> list[str]:
        """Return the figures as lines."""
        kinds = [f"killed {self.kills[kind]:4} times {kind}" for kind in KINDS]
        return [*kinds, f"kills {sum(self.kills.values())}, {self.tally}, longest gap {self.gap:.2f} s"]

    def address(self, lane: int, number: int) -> TableLink:
        """Return the one server, to which all clients connect."""
        return self._server.link

    def database(self) -> str:
        """Return the address of the server's own journal."""
        return f"sqlite:///{self._folder / 'facedown.sqlite3'}"

    def is_hurried(self) -> bool:
        """Return whether duels are short, as they are while a server has to die between two of them."""
        return self.has_enough or self._is_siding

    async def run(self, kills: int) -> RecoveryTally:
        """Kill so many times, let the last match end, and return the figures."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            for number in range(kills):
                await self._die(KINDS[number % len(KINDS)])
                if (number + 1) % 10 == 0:
                    self._say(f"{number + 1} of {kills} kills …")
            self.has_enough = True
            async with self._server.run():
                await self._playing.wait()
                nursery.cancel_scope.cancel()
        return self.tally

    async def _play(self) -> None:
        await self._server.opened.wait()
        await self.play(0)
        self._playing.set()

    async def _die(self, kind: str) -> None:
        """Run a server once, and kill it."""
        self._is_siding = kind == Moment.SIDING
        program = []
        if kind != ANY:
            count = 1 + self._dice.draw_below(FARTHEST[kind], kind)
            program = ["-m", "proofs.recovery.kill_points", kind, str(count)]
        began = trio.current_time()
        async with self._server.run(*program) as process:
            with trio.move_on_after(MOMENT_TIMEOUT_S):
                if kind == ANY:
                    await self._wait_until_all_are_back(began)
                    await trio.sleep(MAX_KILL_DELAY_S * self._dice.draw_below(1000, "moment") / 1000)
                    process.kill()
                else:
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(self._wait_until_all_are_back, began)
                        await process.wait()
                        nursery.cancel_scope.cancel()
            self.kills[kind if process.returncode is not None or kind == ANY else ANY] += 1

    async def _wait_until_all_are_back(self, began: float) -> None:
        people = tuple(self.people)
        for player in people:
            await player.here.wait()
        if people:
            self.gap = max(self.gap, trio.current_time() - began)
