"""One duel on our rules and on EDOPro's core at once, the same decisions on both, to the first difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.games.duel.library import library
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.table import FixedStreams, RandomStreams, StartingPosition
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import FORMATS, Seat
from proofs.core.engines import InProcessEngine, ProvidedCore
from proofs.differs.comparing import Disagreement, difference
from proofs.differs.documented_differences import row
from proofs.differs.guided_duel import FORMAT, DuelAction, LedDuel, OpenDecision


class NotedThrows(FixedStreams):
    """Throws that leave Decks as they are; `picked`: whether a card of several in a hand was picked by
    chance.
    """

    picked = False

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """Return the order as it is."""
        self.picked = self.picked or (count > 1 and purpose.startswith("random:"))
        return super().order(count, purpose)


@dataclass(frozen=True)
class StopCondition:
    """Where a duel that stays alike is abandoned."""

    decisions: int
    turns: int


@dataclass(frozen=True)
class ComparisonResult:
    """How far both went. `reason`: the row of docs/reference/differences.md for the difference; `thrown`:
    whether it was abandoned at a random throw, which each side throws for itself; `over`: whether the duel
    was played to its end.
    """

    found: Disagreement | None
    reason: str = ""
    thrown: bool = False
    over: bool = False


class Impossible(Exception):
    """The action to repeat is not offered here."""


class TwiceDuel:
    """A duel from a position. `salt`: seeds the law of choices. `done`: what was decided, and by which
    player.
    """

    def __init__(self, position: StartingPosition, salt: str, core: ProvidedCore) -> None:
        self.position, self.salt, self._core = position, salt, core
        self.done: list[tuple[Seat, DuelAction | None]] = []
        throws = NotedThrows()
        ruled = DuelReferee(FORMATS[FORMAT], bundled_pool(), library(bundled_pool()))
        played = CoreReferee(FORMATS[FORMAT], bundled_pool(), InProcessEngine(core))
        self.ours, self.theirs = LedDuel(ruled, salt), LedDuel(played, salt)
        self._throws = throws

    def run(
        self, choose: Callable[[OpenDecision], DuelAction | None], limits: StopCondition
    ) -> ComparisonResult:
        """Decide by `choose` until something differs, or it is abandoned. Raises Impossible."""
        ours, theirs = self.ours, self.theirs
        self._begin()
        for _ in range(limits.decisions):
            one = ours.advance()
            theirs.advance()
            if ours.thrown or theirs.thrown or self._throws.picked:
                return ComparisonResult(None, thrown=True)
            last = next((deed for _, deed in reversed(self.done) if deed is not None), None)
            if (found := difference(ours, theirs, last)) is not None:
                return ComparisonResult(found, row(found, ours, theirs))
            if one is None or ours.state.turn >= limits.turns:
                return ComparisonResult(None, over=one is None)
            deed = choose(one)
            if deed is not None and deed not in one.deeds:
                raise Impossible
            self.done.append((one.seat, deed))
            ours.do(deed)
            theirs.do(deed)
        return ComparisonResult(None)

    def repeat(self, done: Iterable[tuple[Seat, DuelAction | None]]) -> ComparisonResult:
        """Repeat the same decisions.

        Raises Impossible where one of them is not open.
        """
        done_before = list(done)
        left = iter(done_before)

        def next_one(found: OpenDecision) -> DuelAction | None:
            seat, deed = next(left, (-1, None))
            if seat != found.seat:
                raise Impossible
            return deed

        return self.run(next_one, StopCondition(len(done_before) + 1, 1_000))

    def _begin(self) -> None:
        ruled, played = self.ours.referee, self.theirs.referee
        assert isinstance(ruled, DuelReferee)
        assert isinstance(played, CoreReferee)
        self.ours.take(start_duel(ruled, self.position, self._throws))
        secret = f"differs:{self.salt}".encode().ljust(32, b".")
        self.theirs.take(played.start_from(self.position, RandomStreams(secret)))
