"""The companion of two players with cards on paper: the free table without cards. Life that reaches 0 ends
the duel. Synchronous and pure (law 5).
"""

from __future__ import annotations

from typing import ClassVar

from facedown_server.games.manual import referee
from facedown_server.games.manual.hands import Planners
from facedown_server.games.manual.referee import FreeTable
from facedown_server.refereeing.referee import Result
from facedown_shared.protocol import gestures


class CompanionTable(FreeTable):
    """A duel with cards on paper."""

    gestures: ClassVar[Planners] = {
        gesture: referee.GESTURES[gesture]
        for gesture in (
            gestures.ChangeLife, gestures.EndTurn, gestures.TossCoins, gestures.RollDice, gestures.SendSignal,
        )
    }  # fmt: skip

    def apply_consequences(self) -> None:
        """End the duel once a player has no Life left: only this program knows the Life of both."""
        for seat in (0, 1):
            if not self.state.life(seat):
                self._end_duel(Result(1 - seat, "lp"))
