"""Lines by EDOPro's core: record and snapshots spare the engine work, and change nothing.

With FACEDOWN_CORE (an engine) the duels run in it, otherwise the recorded stream is played.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from facedown_server.games.edopro import line_engines
from facedown_server.games.edopro.core_referee import CoreReferee, Engines
from facedown_server.games.edopro.engine_protocol import DropDuel, GoBack, PlayRequest, Reply
from facedown_server.games.edopro.line_engines import LineEngines
from facedown_server.refereeing.referee import Act, Choice, ExternalWork, Restarted, ToStep
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table import RandomStreams, Setup, sight
from facedown_shared.tables.formats import MASTER
from tests.server.games.edopro import mini

SECRET_INDEX = 7
"""The recorded duel's secret."""

needs_engine = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")


class CountedEngines:
    """Engines that count the requests that reach them."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self.requests: list[PlayRequest] = []
        self.dropped: list[DropDuel] = []
        self.number, self.last_response = engines.number, engines.last_response

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        self.requests.append(request)
        return self._engines.call(request)

    def forget_duel(self, request: DropDuel) -> None:
        self.dropped.append(request)
        self._engines.forget_duel(request)


@pytest.fixture
def engines(tmp_path: Path) -> CountedEngines:
    engine = mini.find_engine()
    return CountedEngines(mini.InProcessEngine(engine, tmp_path) if engine else mini.RecordedEngine())


def begin_line(engines: Engines) -> Rewinder:
    """Begin a duel alone between two small decks."""
    line = LineEngines(engines)
    rewinder = Rewinder(lambda: CoreReferee(MASTER, mini.pool(), line), alone=True)
    setup = Setup("master", (mini.DECK, mini.DECK), mode="core", alone=True)
    mini.exhaust(rewinder.start(setup, RandomStreams(SECRET_INDEX.to_bytes(32, "big"))))
    return rewinder


def go_to(rewinder: Rewinder, step: int) -> None:
    act = Act(0, ToStep(step))
    rewinder.check(act)
    mini.exhaust(rewinder.apply(act))


def position(rewinder: Rewinder) -> object:
    """Return what both sides see, and what they are prompted for."""
    views = [sight.view(rewinder.state, seat) for seat in (0, 1)]
    asked = [(prompt.seat, prompt.kind, [key for key, _ in prompt.options]) for prompt in rewinder.prompts()]
    return [(view.cards, view.piles, view.tallies) for view in views], asked


def play(rewinder: Rewinder, steps: int) -> list[object]:
    """Play so many steps by the simple rule; return the position after each."""
    positions: list[object] = []
    while len(positions) < steps:
        mini.play_on(rewinder, 1)
        positions.append(position(rewinder))
    return positions


def test_a_step_back_and_forth_asks_nothing_of_the_engine(engines: CountedEngines) -> None:
    rewinder = begin_line(engines)
    positions = play(rewinder, 60)
    asked = len(engines.requests)
    for step in (10, 59, 1, 60):
        go_to(rewinder, step)
        assert position(rewinder) == positions[step - 1]
    assert len(engines.requests) == asked


def test_the_core_alone_has_no_result_and_can_be_undone_at_its_end(engines: CountedEngines) -> None:
    rewinder = begin_line(engines)
    while rewinder.prompts():
        mini.play_on(rewinder, 1)
    assert rewinder.result() is None
    go_to(rewinder, rewinder.step - 1)
    assert rewinder.prompts()


def test_a_closed_line_is_dropped_at_the_engine_once(engines: CountedEngines) -> None:
    rewinder = begin_line(engines)
    play(rewinder, 5)
    go_to(rewinder, 2)
    assert not engines.dropped
    del rewinder
    gc.collect()
    assert engines.dropped == [DropDuel(1)]


def test_a_line_of_the_core_is_a_file_with_its_engine(engines: CountedEngines) -> None:
    rewinder = begin_line(engines)
    play(rewinder, 3)
    text = rewinder.file_text()
    assert 'mode = "core"' in text
    assert text.count("pick") == 3


@needs_engine
def test_after_a_step_back_the_core_plays_on_from_a_snapshot(engines: CountedEngines) -> None:
    rewinder = begin_line(engines)
    positions = play(rewinder, 80)
    go_to(rewinder, 41)
    engines.requests.clear()
    assert play(rewinder, 39) == positions[41:]  # the same answers: the record
    assert not engines.requests
    go_to(rewinder, 41)
    other_answer(rewinder)
    resumed = [one for one in engines.requests if isinstance(one, GoBack)]
    replies = [one for one in engines.requests if isinstance(one, Reply)]
    assert len(resumed) == 1
    assert len(replies) <= 16, "most answers come from the snapshot"
    assert rewinder.step == len(rewinder.line) < 80


@needs_engine
@pytest.mark.parametrize("step", [3, 17, 40, 79])
def test_a_duel_from_a_snapshot_is_the_duel_itself(step: int, tmp_path: Path) -> None:
    """What a duel from a snapshot says is what a duel that was never interrupted says, byte for byte."""
    engines = mini.InProcessEngine(mini.find_engine(), tmp_path)
    rewinder = begin_line(engines)
    play(rewinder, 100)
    go_to(rewinder, step)
    before = len(engines.heard)
    other_answer(rewinder)
    ahead = play(rewinder, 30)
    plain = mini.InProcessEngine(mini.find_engine(), tmp_path)
    again = begin_line(plain)
    for row in rewinder.line:
        mini.exhaust(again.apply(saved_lines.parse_step(row.decode().partition(" ")[2])))
    assert position(again) == ahead[-1]
    (resumed, _), *since = engines.heard[before:]
    assert resumed.startswith("resume")
    assert len(since) > 20
    assert since == plain.heard[-len(since) :]


@needs_engine
def test_without_snapshots_the_line_is_run_again(engines: CountedEngines, tmp_path: Path) -> None:
    rewinder = begin_line(engines)
    positions = play(rewinder, 30)
    engines.forget_duel(DropDuel(1))
    go_to(rewinder, 20)
    other_answer(rewinder)
    go_to(rewinder, 20)
    assert position(rewinder) == positions[19]


@needs_engine
def test_a_full_record_leaves_the_rest_to_the_engine(
    engines: CountedEngines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_engines, "MAX_RECORD_BYTES", 2_000)
    rewinder = begin_line(engines)
    positions = play(rewinder, 40)
    for step in (35, 5, 40):
        go_to(rewinder, step)
        assert position(rewinder) == positions[step - 1]


def test_a_restart_with_the_same_shuffles_asks_nothing(engines: CountedEngines) -> None:
    rewinder = begin_line(engines)
    before = position(rewinder)
    play(rewinder, 6)
    asked = len(engines.requests)
    mini.exhaust(rewinder.apply(Act(0, Restarted())))
    assert position(rewinder) == before
    assert len(engines.requests) == asked


def other_answer(rewinder: Rewinder) -> None:
    """Answer the open prompt otherwise than the line does; if there is one answer only, a later prompt."""
    for row in [*rewinder.line][rewinder.step :]:
        same = saved_lines.parse_step(row.decode().partition(" ")[2])
        (prompt,) = rewinder.prompts()
        options = [(key,) for key, _ in prompt.options] if prompt.least == 1 else [prompt.default]
        acts = [Act(prompt.seat, Choice(keys)) for keys in options]
        act = next((act for act in acts if act.body != same.body), same)
        rewinder.check(act)
        mini.exhaust(rewinder.apply(act))
        if act is not same:
            return
    raise AssertionError("every prompt has one answer only")
