"""Passes that an engine process gives itself: its stream is the same as if each had been requested."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from facedown_server.games.edopro.engine_protocol import PASS_ANSWER, CoreSteps, PlayRequest, Reply
from facedown_server.refereeing.referee import ExternalWork
from facedown_server.table.random_streams import RandomStreams
from proofs.play.player import choose
from tests.server.games.edopro import mini

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")

ANSWERS_COUNT = 120


class SingleSteps(mini.InProcessEngine):
    """An engine that is asked for every answer."""

    def __init__(self, folder: Path) -> None:
        super().__init__(mini.find_engine(), folder)
        self.responses: list[CoreSteps] = []
        """All its responses."""

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        waited = super().call(request)
        self.responses.append(self._said[request.duel])
        return waited


class Forward(SingleSteps):
    """An engine that may pass ahead."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._ahead = deque[CoreSteps]()
        self.saved = 0
        """How many requests that has saved."""

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        if self._ahead:
            assert isinstance(request, Reply)
            assert request.answer == PASS_ANSWER, "a window was passed in which something could be done"
            self.saved += 1
            self._said[request.duel] = self._ahead.popleft()
            self.responses.append(self._said[request.duel])
            return iter(())
        if isinstance(request, Reply):
            request = Reply(request.duel, request.answer, ahead=True)
        waited = super().call(request)
        response = self.responses.pop()
        self._ahead.extend(response.ahead)
        self.responses.append(msgspec.structs.replace(response, ahead=()))
        return waited


def play(engine: mini.InProcessEngine, number: int) -> bytes:
    """Play a random duel of our small decks, and return its digest."""
    referee, dice = mini.begin(engine, number), RandomStreams(bytes([number]) * 32)
    for _ in range(ANSWERS_COUNT):
        if referee.result() is not None:
            break
        mini.exhaust(referee.apply(choose(referee.prompts()[0], dice, 1)))
    return referee.digest()


@pytest.mark.parametrize("number", range(1, 5))
def test_the_stream_is_the_same(tmp_path: Path, number: int) -> None:
    single, forward = SingleSteps(tmp_path), Forward(tmp_path)
    assert play(single, number) == play(forward, number)
    assert forward.responses == single.responses
    assert forward.saved > 10, "windows without an effect to activate are most of a duel"
