"""Upgrade the servers of one service one by one while people play at all of them, and count what is lost.

Each server is emptied by the command of its host, ends by itself, and is started again, as it would be with a
newer version. When a match is over, what its people were told all along is compared with its log run once on
one server.
"""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
import trio

from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredLog
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.decks.decks import ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import CreateTable, JoinTable, Prompt, ToServer, Watch
from proofs.online.server_process import ServerProcess
from proofs.recovery.cluster import Cluster
from proofs.recovery.followers import HandoverGap
from proofs.recovery.proof import SETTINGS, RecoveryTally
from proofs.recovery.remembering_player import RememberingPlayer

NAMES = ("a", "b", "c")
"""The servers."""

DRAIN = "drain --database {database} --node {node}"
SERVE = "serve --database {database} --node {node} --public-url {url}"
"""The commands of docs/host/many-machines.md for one server, before and after its files are replaced."""

COMMAND_TIMEOUT_S = 120.0
"""Seconds after which a command has failed."""

TABLES_PER_SERVER_COUNT = 3
"""Tables that are played at for each server."""

THINKING_PAUSE_S = 0.15
"""Seconds that a player thinks before an answer."""

FOLLOWERS = "proofs.recovery.followers"


class SlowPlayer(RememberingPlayer):
    """Thinks before each answer, as people do: so a match lasts until its server is upgraded."""

    _thinking: trio.CancelScope | None = None

    async def answer(self, prompt: Prompt) -> None:
        """It goes on listening meanwhile; asked once more, it thinks once more."""
        if self._thinking is not None:
            self._thinking.cancel()
        self._thinking = trio.CancelScope()
        self.tasks.start_soon(self._think, prompt, self._thinking)

    async def _think(self, prompt: Prompt, scope: trio.CancelScope) -> None:
        with scope:
            await trio.sleep(0 if self._hurry() else THINKING_PAUSE_S)
            if self.model.prompt == prompt:
                await super().answer(prompt)


@dataclass(eq=False)
class UpgradedServer:
    """One server through its lives."""

    name: str
    server: ServerProcess
    process: trio.Process | None = None


class RollingProof:
    """Three servers on a PostgreSQL of this proof's own, their people, and who upgrades them."""

    def __init__(self, folder: Path, seed: int, say: Callable[[str], None]) -> None:
        self.tally = RecoveryTally()
        self.followed: list[HandoverGap] = []
        """Each time that somebody who watches has followed a table to another server."""
        self.ended: list[int | None] = []
        """How each emptied server's process ended."""
        self.said: list[str] = []
        """What the command said."""
        self._folder, self._seed, self._say = folder, seed, say
        self._cluster = Cluster()
        self._servers = [UpgradedServer(name, ServerProcess(folder)) for name in NAMES]
        self._enough = False
        self._played: list[tuple[str, list[SlowPlayer]]] = []
        """Matches that are over. Compared in the end: meanwhile nobody would be heard."""
        self._to_watch, self._watched = trio.open_memory_channel[TableLink](math.inf)
        """Links for whoever watches and measures."""
        self._upgraded: UpgradedServer | None = None
        """Which is being emptied, or not there."""
        self._decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
        self._context = build_lobby(Config(), RealWorld(), MemoryStore(), tuple).server

    def lines(self) -> list[str]:
        """For people to read."""
        tally, count = self.tally, len(self.followed)
        sums = f"servers upgraded {len(self.ended)}, matches {tally.matches}, acts {tally.acts}"
        found = f"lost {len(tally.lost)}, doubled {len(tally.doubled)}"
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
            f"{sums}, {found}",
            followed,
            *(f"{name}: {_summed(times)}" for name, times in parts if times),
        ]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, and tables have gone to other servers at all."""
        return self.tally.is_clean and bool(self.followed)

    async def run(self, rounds: int) -> RecoveryTally:
        """Upgrade all servers so many times, then let the matches end, and say what came of it."""
        try:
            await trio.to_thread.run_sync(self._cluster.start)
            address = await trio.to_thread.run_sync(self._cluster.database, "duels")
            async with trio.open_nursery() as nursery:
                for each in self._servers:
                    await nursery.start(self._live, each, address)
                await nursery.start(self._follow)
                async with trio.open_nursery() as playing:
                    for lane in range(TABLES_PER_SERVER_COUNT * len(self._servers)):
                        playing.start_soon(self._play, lane)
                    for number in range(rounds):
                        for each in self._servers:
                            await trio.sleep(1)
                            await self._upgrade(each, nursery, address)
                        self._say(f"{number + 1} of {rounds} rounds …")
                    self._enough = True
                for code, people in self._played:
                    await self.tally.compare(await self._log_of(code), people, self._context)
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                for each in self._servers:
                    if each.process is not None and each.process.returncode is None:
                        each.process.kill()
                await trio.to_thread.run_sync(self._cluster.remove)
        return self.tally

    # --- servers --------------------------------------------------------------------------------------------

    async def _live(
        self, each: UpgradedServer, address: str,
        *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:  # fmt: skip
        """One life, until it ends by itself."""
        words = SERVE.format(database=address, node=each.name, url="").split()
        more = words[1 : words.index("--public-url")]  # here its address is the port it listens on
        async with each.server.running(more=more) as process:
            each.process = process
            task_status.started()
            await process.wait()

    async def _upgrade(self, each: UpgradedServer, nursery: trio.Nursery, address: str) -> None:
        """Empty a server, wait for its end, start it again."""
        assert each.process is not None, "it was started"
        words = [*DRAIN.format(database=address, node=each.name).split(), "--data", str(self._folder)]
        self._upgraded = each
        with trio.fail_after(COMMAND_TIMEOUT_S):
            done = await trio.run_process(
                [sys.executable, "-P", "-m", "facedown_server", *words], capture_stdout=True
            )  # fmt: skip
            self.said.append(done.stdout.decode().splitlines()[-1])
            self.ended.append(await each.process.wait())
            await nursery.start(self._live, each, address)
        self._upgraded = None

    # --- people ---------------------------------------------------------------------------------------------

    async def _play(self, lane: int) -> None:
        """One match after another, opened at one server, joined at another, watched at a third."""
        number = 0
        while not self._enough or not number:
            await self._match(lane, number)
            number += 1
            self.tally.matches += 1

    async def _match(self, lane: int, number: int) -> None:
        async with trio.open_nursery() as nursery:

            def comes(name: str, door: int, wish: ToServer, deck: int | None = None) -> SlowPlayer:
                there = self._servers[(lane + door) % len(self._servers)]
                if there is self._upgraded:
                    there = next(each for each in self._servers if each is not there)
                dice = RandomStreams(f"{self._seed} {lane} {number} {name}".encode().ljust(32, b"."))
                brought = None if deck is None else self._decks[deck % len(self._decks)]
                player = SlowPlayer(
                    there.server.link, name, dice, wish, brought, hurry=lambda: self._enough
                )  # fmt: skip
                nursery.start_soon(player.run)
                return player

            host = comes("Anna", 0, CreateTable(SETTINGS), number)
            await host.seated.wait()
            opponent, spectator = host.link("opponent"), host.link("spectator")
            people = [
                host, comes("Ben", 1, JoinTable(opponent.code, opponent.secret), number + 1),
                comes("Sid", 2, Watch(spectator.code, spectator.secret)),
            ]  # fmt: skip
            self._to_watch.send_nowait(spectator)
            for player in people:
                await player.over.wait()
            for player in people:
                await player.leave()
            nursery.cancel_scope.cancel()
        self._played.append((opponent.code, people))

    async def _follow(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Have every table watched, in another process, and take down what is measured there."""
        process = await trio.lowlevel.open_process(
            [sys.executable, "-P", "-m", FOLLOWERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
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

    async def _log_of(self, code: str) -> StoredLog:
        """The one log of a table, from the journal itself."""
        async with trio.open_nursery() as nursery:
            journal = Journal(self._cluster.address("duels"), node=f"reader-{code}")
            await nursery.start(journal.run)
            log = await journal.read((await journal.history(code))[-1])
            nursery.cancel_scope.cancel()
        return log


def _summed(times: Sequence[float]) -> str:
    """For people to read."""
    found = sorted(times)
    last = found[min(len(found) - 1, len(found) * 99 // 100)]
    return f"{found[len(found) // 2]:.2f} s (median), {last:.2f} s (99 of 100)"


def run(folder: Path, seed: int, rounds: int, say: Callable[[str], None]) -> RollingProof:
    """The whole proof, done."""
    proof = RollingProof(folder, seed, say)
    trio.run(partial(proof.run, rounds))
    return proof
