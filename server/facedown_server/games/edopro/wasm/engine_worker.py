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

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.edition import CardSource, Edition
from facedown_server.games.edopro.engine_protocol import Begin, CoreSteps, DropDuel, Reply
from facedown_server.games.edopro.installation import BASE
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.games.edopro.wasm.core_duel import CoreDuel
from facedown_server.games.edopro.wasm.engine import Engine


class Desk:
    """The duels of an engine process. Tests use the same class inside the server."""

    def __init__(self, engine: Engine, edition: CardSource, base: tuple[str, ...] = BASE) -> None:
        self._engine, self._edition, self._base = engine, edition, base
        self._duels: dict[int, CoreDuel] = {}

    def handle(self, request: engine_protocol.Request) -> CoreSteps:
        """Carry out a request and return the steps."""
        match request:
            case Begin():
                course = CoreDuel(self._engine, request, self._edition.row, self._edition.script, self._base)
                self._duels[request.duel] = course
                return self._record_steps(course.start())
            case Reply(duel, answer):
                if duel not in self._duels:
                    return CoreSteps(duel, stopped="fault", logs=("there is no such duel",))
                return self._record_steps(self._duels[duel].reply(answer))
            case DropDuel(duel):
                if duel in self._duels:
                    self._duels.pop(duel).close()
                return CoreSteps(duel)

    def duel(self, number: int) -> CoreDuel | None:
        """Return the running duel of this number, or None."""
        return self._duels.get(number)

    def _record_steps(self, said: CoreSteps) -> CoreSteps:
        if said.stopped:
            self._duels.pop(said.duel).close()
        return said


def serve(desk: Desk, requests: BinaryIO, replies: BinaryIO) -> None:
    """Handle requests until the input ends."""
    while (
        len(head := requests.read(engine_protocol.FRAME_HEADER_BYTES)) == engine_protocol.FRAME_HEADER_BYTES
    ):
        said = desk.handle(engine_protocol.request(requests.read(engine_protocol.size(head))))
        replies.write(engine_protocol.frame(said))
        replies.flush()


def main(engine: str, edition: str, cache: str) -> None:
    """Load the engine and the edition, then serve requests until the input ends."""
    found = engine_file.read_engine(Path(engine))
    made = Engine(found.wasm, found.exports, found.imports, Path(cache))
    serve(Desk(made, Edition(Path(edition))), sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(*sys.argv[1:])
