"""Kill a server between the two writes of a result, and of a pairing, and count what an event has afterwards.

Two players meet in round after round on screen. In one life the server pairs the next round and ends before
a table is open; in the next its match is played, and it ends before the event has the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import trio
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.trio.client import connect
from websockets.typing import Subprotocol

from facedown_server.events.event_access import create_file, open_file
from facedown_server.events.live.event_keys import SUFFIX, EventKeys
from facedown_server.events.rules.acts import MatchFinished, RoundPaired
from facedown_server.events.rules.reducer import MAX_ROUNDS
from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL
from facedown_server.runtime.world import RealWorld
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import Answer, Concede, FromServer, Ready, Resume
from proofs.online.player import ScriptedPlayer
from proofs.online.server_process import ServerProcess
from proofs.recovery.event_kill_points import KINDS, MATCH, PAIRING

LIFE_TIMEOUT_S = 90.0
"""Seconds within which a server reaches the row at which it ends, on a loaded machine too."""
RETRY_DELAY_S = 0.1


class SeatedPlayer(ScriptedPlayer):
    """A player of a table on screen, who is ready at once and gives up, or lets the other one do so."""

    def __init__(self, server: TableLink, code: str, key: str, *, gives_up: bool) -> None:
        super().__init__(server, "anyone", Resume(f"{code}.{key}"))
        self._gives_up = gives_up
        self._is_ready = self._has_given_up = False

    def is_answered(self) -> bool:
        """Return whether the table has admitted or refused the player."""
        return self.model.table is not None or self.model.refusal is not None

    async def handle(self, message: FromServer) -> None:
        """Do the next thing, once."""
        table, prompt = self.model.table, self.model.prompt
        if table is None:
            return
        if not self._is_ready and all(seat.present for seat in table.seats):
            self._is_ready = True
            self.visit.send(Ready())
        if table.stage == "order" and prompt is not None:
            self.visit.send(Answer(prompt.ask, (0,)))
        if table.stage == "duel" and self._gives_up and not self._has_given_up:
            self._has_given_up = True
            self.visit.send(Concede(match=True))


class EventKills:
    """A server on a folder with one event at a time, and its kills."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.kills: Counter[str] = Counter()
        self.lost = self.doubled = self.matches = 0
        self._folder, self._say = folder, say
        self._server = ServerProcess(folder)
        self._path = folder

    @property
    def is_clean(self) -> bool:
        """Whether each match counts once."""
        return not self.lost and not self.doubled

    def lines(self) -> list[str]:
        """Return the figures as lines."""
        kinds = [f"killed {self.kills[kind]:4} times after the {kind}" for kind in KINDS]
        return [*kinds, f"matches {self.matches}, lost {self.lost}, doubled {self.doubled}"]

    async def run(self, kills: int) -> None:
        """Kill so many times at each of both rows, and count."""
        for number in range(kills):
            if number % MAX_ROUNDS == 0:
                await self._begin_event(number)
            await self._live(PAIRING)
            await self._live(MATCH)
            if (number + 1) % 10 == 0:
                self._say(f"{number + 1} of {kills} rounds …")
            if (number + 1) % MAX_ROUNDS == 0 or number + 1 == kills:
                await self._end_event(number % MAX_ROUNDS + 1)

    async def _begin_event(self, number: int) -> None:
        self._path = self._folder / f"event {number}.jsonl"
        changes: dict[str, int | str] = {"best_of": 1, "screen_format": "classic", "rounds": MAX_ROUNDS}
        create_file(RealWorld(), self._path, "Evening", "friendly", changes)
        async with self._server.run(more=("--event", str(self._path))), self._organizer() as send:
            await send("add Anna, Ben")

    async def _live(self, kind: str) -> None:
        """Let a server live until it reaches the row at which it ends."""
        program = ("-m", "proofs.recovery.event_kill_points", kind)
        with trio.fail_after(LIFE_TIMEOUT_S):
            async with (
                self._server.run(*program, more=("--event", str(self._path))) as process,
                trio.open_nursery() as nursery,
            ):
                nursery.start_soon(self._pair if kind == PAIRING else self._play, nursery)
                await process.wait()
                nursery.cancel_scope.cancel()
        self.kills[kind] += 1

    async def _pair(self, nursery: trio.Nursery) -> None:
        """Pair the next round once the last result is there."""
        while True:
            try:
                async with self._organizer() as send:
                    await send("next")
            except (ConnectionClosed, InvalidHandshake, OSError):
                await trio.sleep(RETRY_DELAY_S)
            await trio.sleep(RETRY_DELAY_S)

    async def _play(self, nursery: trio.Nursery) -> None:
        """Play the match of the present round, which one of the two gives up."""
        keys, rounds = self._keys(), open_file(self._path).course.state.rounds
        pairing = rounds[-1].pairing
        code = keys.table_code(pairing, 1)
        for player in (1, 2):
            key, gives_up = keys.seat_key(pairing, 1, player), pairing % 2 == player - 1
            nursery.start_soon(self._sit, code, key, gives_up)

    async def _sit(self, code: str, key: str, gives_up: bool) -> None:
        """Take a seat once its table is open, and play there."""
        while True:
            player = SeatedPlayer(self._server.link, code, key, gives_up=gives_up)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(player.run)
                await player.wait_until(player.is_answered)
                if player.model.table is not None:
                    await trio.sleep_forever()
                nursery.cancel_scope.cancel()
            await trio.sleep(RETRY_DELAY_S)

    def _keys(self) -> EventKeys:
        place = self._path.with_name(self._path.name + SUFFIX)
        return msgspec.json.decode(place.read_bytes(), type=EventKeys)

    @asynccontextmanager
    async def _organizer(self) -> AsyncIterator[Callable[[str], Awaitable[None]]]:
        """Open the organizer's page; yield what sends a line and waits for its answer."""
        keys = self._keys()
        address = f"ws://127.0.0.1:{self._server.port}/"
        async with connect(
            address, subprotocols=[Subprotocol(EVENT_SUBPROTOCOL)], compression=None, proxy=None,
            ping_interval=None, close_timeout=1,
        ) as socket:  # fmt: skip
            show = {"do": "show", "event": keys.code, "role": "organizer", "key": keys.organizer}
            await socket.send(msgspec.json.encode(show))

            async def send(line: str) -> None:
                await socket.send(msgspec.json.encode({"do": "line", "text": line}))
                while "answer" not in msgspec.json.decode(await socket.recv()):
                    continue

            yield send

    async def _end_event(self, rounds: int) -> None:
        """Start a server once more, twice, and count the results that its event has then."""
        for _ in range(2):
            async with self._server.run(more=("--event", str(self._path))), self._organizer() as send:
                await send("tables")
                with trio.move_on_after(LIFE_TIMEOUT_S):
                    while not self._is_complete():  # noqa: ASYNC110  # another process writes the file
                        await trio.sleep(RETRY_DELAY_S)
        course = open_file(self._path).course
        found = Counter(row.act.pairing for row in course.rows if isinstance(row.act, MatchFinished))
        paired = sum(isinstance(row.act, RoundPaired) for row in course.rows)
        self.matches += found.total()
        self.doubled += sum(count - 1 for count in found.values()) + max(0, paired - rounds)
        self.lost += rounds - len(course.state.rounds)
        for played in course.state.rounds:
            (match,) = played.pairings
            loser = 1 if played.pairing % 2 == 0 else 2
            expected = "one" if match.two == loser else "two"
            self.lost += match.result is None or match.result.outcome != expected

    def _is_complete(self) -> bool:
        """Return whether the last round has its result."""
        return open_file(self._path).course.state.rounds[-1].is_complete
