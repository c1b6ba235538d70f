"""Engine of a line: a duel that is run again and again, up to a step, by one referee after the other.

What the engine has said is recorded. As long as a run repeats the answers of the run before, its responses
come from the record, and the engine does nothing. At the first other answer the engine goes back to the
nearest snapshot and carries out the answers after it.
"""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Generator, Iterator

import msgspec

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.core_referee import Engines
from facedown_server.games.edopro.engine_protocol import (
    FRAME_HEADER_BYTES,
    Begin,
    CoreSteps,
    DropDuel,
    GoBack,
    PlayRequest,
    Reply,
)
from facedown_server.refereeing.referee import ExternalWork

MAX_RECORD_BYTES = 8 * 1024 * 1024
"""Maximum size of a line's record. Later responses come from the engine again."""

Work = Generator[ExternalWork, None, CoreSteps]


class LineEngines:
    """The engine of one line, for the referees that run it."""

    def __init__(self, engines: Engines) -> None:
        self._engines, self._number = engines, engines.number()
        self._begin: Begin | None = None
        self._answers: list[bytes] = []
        """The answers of the line, also those that no run has reached again."""
        self._record: list[bytes] = []
        """The first responses, packed: to the beginning, and to each answer."""
        self._at = -1
        """The number of answers that the engine's own duel has carried out; -1: there is no such duel."""
        self._runs: dict[int, int] = {}
        """For each referee's duel the number of answers that it has sent."""
        self._latest: dict[int, CoreSteps] = {}
        self._duels = 0
        weakref.finalize(self, engines.forget_duel, DropDuel(self._number)).atexit = False

    def number(self) -> int:
        """Return the number for another run of the line."""
        self._duels += 1
        return self._duels

    def last_response(self, duel: int) -> CoreSteps:
        """Return the response to the run's last request."""
        return self._latest.pop(duel)

    def forget_duel(self, request: DropDuel) -> None:
        """Forget a run. The record and the snapshots stay until the line itself is dropped."""
        self._runs.pop(request.duel, None)

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Respond to a request of a run, from the record if possible."""
        run, at = request.duel, 0
        if isinstance(request, Begin):
            self._note_begin(msgspec.structs.replace(request, duel=self._number, rewinds=True))
        elif isinstance(request, Reply):
            at = self._runs[run] + 1
            self._note_answer(at, request.answer)
        self._runs[run] = at
        if at < len(self._record):
            self._latest[run] = _unpack(self._record[at])
            return
        said = yield from self._carry_out(at)
        if said.stopped:
            del self._answers[max(0, at - 1) :]
            self._at = -1
        elif at == len(self._record) and sum(map(len, self._record)) < MAX_RECORD_BYTES:
            self._record.append(_pack(said))
        self._latest[run] = said

    def _note_begin(self, begin: Begin) -> None:
        if begin != self._begin:
            self._begin, self._at = begin, -1
            self._answers, self._record = [], []

    def _note_answer(self, at: int, answer: bytes) -> None:
        """Note the answer with this number. If it is another than before, the rest of the line is void."""
        if self._answers[at - 1 : at] != [answer]:
            self._answers[at - 1 :] = [answer]
            del self._record[at:]
            if self._at >= at:
                self._at = -1

    def _carry_out(self, at: int) -> Work:
        """Let the engine carry out the line up to the answer with this number; return the last response."""
        assert self._begin is not None, "a duel begins before it is answered"
        if not (at and 0 <= self._at < at):
            said = yield from self._go_back(at)
            if said.stopped or at == 0:
                return said
        while True:
            said = yield from self._request(Reply(self._number, self._answers[self._at]))
            self._at += 1
            if said.stopped or self._at == at:
                return said

    def _go_back(self, at: int) -> Work:
        """Bring the engine to a moment before the answer with this number."""
        assert self._begin is not None, "a duel begins before it is answered"
        if at:
            said = yield from self._request(GoBack(self._number, self._begin, tuple(self._answers[: at - 1])))
            if said.resumed >= 0:
                self._at = said.resumed
                return said
        said = yield from self._request(self._begin)
        self._at = 0
        return said

    def _request(self, request: PlayRequest) -> Work:
        yield from self._engines.call(request)
        return self._engines.last_response(self._number)


def _pack(said: CoreSteps) -> bytes:
    return zlib.compress(engine_protocol.frame(said)[FRAME_HEADER_BYTES:], 1)


def _unpack(data: bytes) -> CoreSteps:
    return engine_protocol.steps(zlib.decompress(data))
