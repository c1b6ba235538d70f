"""Engine process: many duels, each in an instance of its own. Reads requests from stdin and writes steps to
stdout.

    python -P -m facedown_server.games.edopro.wasm.engine_worker ENGINE EDITION CACHE      started by the
    server, one for a CPU core

It opens no socket and writes only its cache. A fault in it affects this process only.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

import msgspec

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.edition import CardSource, Edition
from facedown_server.games.edopro.engine_protocol import (
    PASS_ANSWER,
    Begin,
    CoreSteps,
    DropDuel,
    GoBack,
    Reply,
)
from facedown_server.games.edopro.installation import BASE
from facedown_server.games.edopro.stream.messages import split
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.games.edopro.wasm.base_scripts import BaseScripts
from facedown_server.games.edopro.wasm.core_duel import CoreDuel
from facedown_server.games.edopro.wasm.cpu_clock import cpu_seconds
from facedown_server.games.edopro.wasm.engine import Engine
from facedown_server.games.edopro.wasm.instance import DuelStopped
from facedown_server.games.edopro.wasm.snapshots import LineSnapshots

MAX_SNAPSHOT_BYTES = 96 * 1024 * 1024
"""Maximum size of the snapshots of all lines in an engine process."""
MAX_PASSES_AHEAD = 16
"""Maximum number of passes after one answer that the process gives itself."""
EMPTY_WINDOW_BYTES, WINDOW_CODE = 16, 16
"""Size of the message that opens a response window without effects to activate, and its kind."""


class Desk:
    """The duels of an engine process. Tests use the same class inside the server."""

    def __init__(self, engine: Engine, edition: CardSource, base: tuple[str, ...] = BASE) -> None:
        self._engine, self._edition = engine, edition
        self._base = BaseScripts(base, engine.can_snapshot)
        self._duels: dict[int, CoreDuel] = {}
        self._lines: dict[int, LineSnapshots] = {}
        """Snapshots of the duels that rewind; the one used last is the last."""

    def handle(self, request: engine_protocol.Request) -> CoreSteps:
        """Carry out a request and return the steps."""
        match request:
            case Begin():
                return self._begin(request)
            case Reply(duel, answer, ahead):
                if duel not in self._duels:
                    return CoreSteps(duel, stopped="fault", logs=("there is no such duel",))
                said = self._record_steps(self._duels[duel].reply(answer))
                if duel in self._lines and not said.stopped:
                    self._lines[duel].note_answer(answer, self._duels[duel])
                    self._limit_snapshots(duel)
                return self._pass_ahead(said) if ahead and duel not in self._lines else said
            case GoBack(duel, begin, answers):
                return CoreSteps(duel, resumed=self._resume(duel, begin, answers))
            case DropDuel(duel):
                self._close(duel)
                self._lines.pop(duel, None)
                return CoreSteps(duel)

    def _pass_ahead(self, said: CoreSteps) -> CoreSteps:
        """Pass the windows that follow as long as no other answer is possible. The stream is the same as if
        each pass were requested.
        """
        passed: list[CoreSteps] = []
        latest = said
        while len(passed) < MAX_PASSES_AHEAD and _awaits_pass(latest):
            latest = self._record_steps(self._duels[said.duel].reply(PASS_ANSWER))
            passed.append(latest)
        return msgspec.structs.replace(said, ahead=tuple(passed)) if passed else said

    def duel(self, number: int) -> CoreDuel | None:
        """Return the running duel of this number, or None."""
        return self._duels.get(number)

    def _begin(self, request: Begin) -> CoreSteps:
        duel = request.duel
        self._close(duel)
        self._duels[duel] = self._new_duel(request)
        said = self._record_steps(self._duels[duel].start())
        if request.rewinds and self._engine.can_snapshot and not said.stopped:
            self._lines[duel] = LineSnapshots(request)
            self._lines[duel].note_start(self._duels[duel])
            self._limit_snapshots(duel)
        return said

    def _resume(self, duel: int, begin: Begin, answers: tuple[bytes, ...]) -> int:
        """Go back to the nearest snapshot; return its number of answers, or -1 if there is none."""
        found = self._lines[duel].nearest(begin, answers) if duel in self._lines else None
        if found is None:
            return -1
        at, snapshot = found
        self._close(duel)
        course = self._new_duel(begin)
        try:
            course.restore(snapshot)
        except DuelStopped:
            course.close()
            return -1
        self._duels[duel] = course
        return at

    def _new_duel(self, begin: Begin) -> CoreDuel:
        return CoreDuel(self._engine, begin, self._edition.row, self._edition.script, self._base)

    def _close(self, duel: int) -> None:
        if duel in self._duels:
            self._duels.pop(duel).close()

    def _limit_snapshots(self, used: int) -> None:
        """Drop snapshots of the lines that were not used for the longest time, until the rest is within the
        limit of a process.
        """
        self._lines[used] = self._lines.pop(used)
        total = sum(line.size for line in self._lines.values())
        for duel, line in self._lines.items():
            if total <= MAX_SNAPSHOT_BYTES or duel == used:
                return
            total -= line.size
            line.clear()

    def _record_steps(self, said: CoreSteps) -> CoreSteps:
        if said.stopped:
            self._duels.pop(said.duel).close()
        return said


def _awaits_pass(said: CoreSteps) -> bool:
    """Return whether a duel awaits the answer to a response window in which no effect can be activated."""
    if said.stopped or not said.steps:
        return False
    *_, last = split(said.steps[-1].messages)
    is_forced = last[3:4] != b"\0"
    return last[0] == WINDOW_CODE and len(last) == EMPTY_WINDOW_BYTES and not is_forced


def serve(desk: Desk, requests: BinaryIO, replies: BinaryIO) -> None:
    """Handle requests until the input ends."""
    while (
        len(head := requests.read(engine_protocol.FRAME_HEADER_BYTES)) == engine_protocol.FRAME_HEADER_BYTES
    ):
        request, began = engine_protocol.request(requests.read(engine_protocol.size(head))), cpu_seconds()
        said = desk.handle(request)
        replies.write(engine_protocol.frame(msgspec.structs.replace(said, worked_s=cpu_seconds() - began)))
        replies.flush()


def main(engine: str, edition: str, cache: str) -> None:
    """Load the engine and the edition, then serve requests until the input ends."""
    found = engine_file.read_engine(Path(engine))
    made = Engine(found.wasm, found.exports, found.imports, Path(cache))
    serve(Desk(made, Edition(Path(edition))), sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(*sys.argv[1:])
