"""The free table alone: gestures a second, and an undo on a long line, which is run again for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.baseline import Figure, measure_interleaved
from facedown_server.games.manual.tables import free_table
from facedown_server.refereeing.referee import Act, ToStep
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks
from facedown_shared.tables.formats import MASTER
from proofs.play.player import exhaust
from tests.laws.random_play import play_by_hand

GESTURES_COUNT = 200
SECRET = b"hands".ljust(32, b".")


def figures() -> Iterator[Figure]:
    """Return the figures of free tables."""
    decks = [ready.deck for ready in ready_decks().values() if ready.format == "master"]
    setup = Setup("master", (decks[0], decks[1]), mode="free")
    acts = [
        step.act
        for step in play_by_hand(
            setup, bundled_pool(), SECRET, GESTURES_COUNT + GESTURES_COUNT // 20, backs=0
        ).acts
    ]
    line = _take_line(setup, acts)

    def step_back() -> int:
        _carry_out(line, Act(0, ToStep(len(line.line) - 1)))
        _carry_out(line, Act(0, ToStep(len(line.line))))
        return 2

    unit, stick = measure_interleaved(step_back)
    yield Figure(f"hands: a step step_back on a line of {len(line.line)}", 1_000 * unit, "ms", unit / stick)
    unit, stick = measure_interleaved(lambda: len(_take_line(setup, acts).line))
    yield Figure("hands: gestures checked and carried out a second", 1 / unit, "gestures/s", unit / stick)


def _take_line(setup: Setup, acts: Sequence[Act]) -> Rewinder:
    """Return a line of these gestures."""
    line = Rewinder(lambda: free_table(MASTER, bundled_pool()), alone=True)
    exhaust(line.start(setup, RandomStreams(SECRET)))
    for act in acts:
        _carry_out(line, act)
    return line


def _carry_out(line: Rewinder, act: Act) -> None:
    line.check(act)
    exhaust(line.apply(act))
