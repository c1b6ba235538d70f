"""Kill one server with many clients over and over: how long after its port is open is each client back?

The clients wait between two attempts as people's clients do. A gap ends with the whole View.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import trio

from facedown_shared.protocol.messages import CreateTable, JoinTable, ToServer, Watch
from proofs.online.server_process import ServerProcess
from proofs.recovery.many_tables import RECONNECT_TIMEOUT_S, SETTINGS, WaitingPlayer, at

SPECTATORS_COUNT = 4
"""Spectators of each table, besides its two players."""

MIN_DOWNTIME_S, DOWNTIME_STEP_S = 3.0, 0.31
"""The shortest time for which the port is closed, and how much longer it is after each kill."""

POLL_INTERVAL_S = 0.02


class ReconnectGaps:
    """One server, its tables and its kills. `gaps`: of every client after every kill, in seconds."""

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        self.gaps: list[float] = []
        self.missing = 0
        """Clients that were not back in time."""
        self._server, self._seed, self._say = ServerProcess(folder), seed, say
        self._people: list[WaitingPlayer] = []

    def lines(self) -> list[str]:
        """Return the figures as lines."""
        percentiles = ", ".join(
            f"{percent} of 100 within {at(self.gaps, percent):.2f}" for percent in (50, 99)
        )
        counts = f"{len(self.gaps)} gaps of {len(self._people)} clients, {self.missing} not back"
        longest = max(self.gaps, default=0.0)
        return [f"{counts}; seconds after the port was open: {percentiles}, longest {longest:.2f}"]

    async def run(self, tables: int, kills: int) -> None:
        """Open so many tables, and kill the server so many times."""
        async with trio.open_nursery() as nursery:
            async with self._server.run():
                for number in range(tables):
                    await self._open_table(number, nursery)
            for number in range(kills):
                await self._restart(MIN_DOWNTIME_S + DOWNTIME_STEP_S * (number % 10))
                self._say(f"{number + 1} of {kills} kills: median {at(self.gaps, 50):.2f} s")
            nursery.cancel_scope.cancel()

    async def _open_table(self, number: int, nursery: trio.Nursery) -> None:
        async def enter(name: str, wish: ToServer, deck: int | None) -> WaitingPlayer:
            player = WaitingPlayer(self._server.link, name, f"{self._seed} {number} {name}", wish, deck)
            self._people.append(player)
            nursery.start_soon(player.run)
            await player.seated.wait()
            return player

        host = await enter("Anna", CreateTable(SETTINGS), number)
        friend, watching = host.table_link("opponent"), host.table_link("spectator")
        await enter("Ben", JoinTable(friend.code, friend.secret), number + 1)
        for spectator in range(SPECTATORS_COUNT):
            await enter(f"Priya {spectator}", Watch(watching.code, watching.secret), None)
        await host.back.wait()  # both have answered what comes before the duel
        for player in self._people:
            player.has_enough = True

    async def _restart(self, downtime_s: float) -> None:
        """Start the server again after the port was closed for a while, and record the gaps."""
        for player in self._people:
            player.back = trio.Event()
        await trio.sleep(downtime_s)
        async with trio.open_nursery() as nursery:
            opened = trio.Event()
            nursery.start_soon(self._watch_port, opened)
            async with self._server.run():
                await opened.wait()
                since = trio.current_time()
                with trio.move_on_after(RECONNECT_TIMEOUT_S):
                    for player in self._people:
                        await player.back.wait()
                back = [player for player in self._people if player.back.is_set()]
        self.gaps += [player.back_at - since for player in back]
        self.missing += len(self._people) - len(back)

    async def _watch_port(self, opened: trio.Event) -> None:
        """Set the event once the port accepts connections."""
        while not opened.is_set():
            try:
                stream = await trio.open_tcp_stream(self._server.link.host, self._server.link.port)
            except OSError:
                await trio.sleep(POLL_INTERVAL_S)
            else:
                opened.set()
                await stream.aclose()
