"""Why a card cannot be played, on demand: under a resting pointer, by a press or a key, after a failed drop.
The reasons are drawn in grey over the card until the pointer or the keys move on.

Law: `ReasonQueries` has the answers.
"""

from __future__ import annotations

import math

from facedown_client.board import Shape
from facedown_client.board.reason_queries import ReasonQueries
from facedown_client.window.paint import DuelFrame
from facedown_client.window.scenes.duel import hits
from facedown_client.window.scenes.duel.port import DuelPort

HOVER_DELAY_S = 0.7
"""Seconds the pointer rests on a card before it is asked about."""


class ReasonHover:
    """Which card is wondered about."""

    def __init__(self, port: DuelPort) -> None:
        self.port, self.doing = port, port.acting.doing
        self.known = ReasonQueries(port.app.send)
        self._at = self._focus
        self._since = math.inf
        """Since when the focus has rested without other input; infinity after other input: a player who has
        just acted asks for nothing by a still pointer.
        """
        self._asked: tuple[object, object] = (None, None)

    @property
    def _focus(self) -> tuple[object, object]:
        """Where the pointer is, or the keys."""
        return self.doing.hover, self.doing.spot

    def follow(self, shown: DuelFrame, now: float) -> None:
        """Once a frame."""
        model = self.port.app.model
        self.known.follow(model.prompt, model.view, model.reasons)
        asked, at = (model.prompt, model.view), self._focus
        if any(new is not old for new, old in zip(asked, self._asked, strict=True)):
            self._asked, self._since = asked, math.inf
            self.doing.wonder(0)
        if at != self._at:
            self._at, self._since = at, now
            self.doing.wonder(0)
        if self._is_busy(shown):
            self._since = math.inf
        elif now >= self._since + HOVER_DELAY_S:
            self._since = math.inf
            if card := self._candidate(shown):
                self._wonder(card)

    def wakes(self, now: float) -> float:
        """Return when there is something to ask; infinity where there is not."""
        return self._since + HOVER_DELAY_S if self._since + HOVER_DELAY_S > now else math.inf

    def interrupted(self) -> None:
        """Something was pressed: what the pointer rests on meanwhile is not asked about."""
        self._since = math.inf

    def about(self, card: int) -> None:
        """Show the reasons of a card, until the player turns to something else."""
        self._at, self._since = self._focus, math.inf
        self.port.acting.read(card)
        self._wonder(card)

    def key(self, shown: DuelFrame) -> bool:
        """Return the key for it: about the card under the focus."""
        card = hits.focus(shown).single
        if not card or not shown.player or shown.offers is not None:
            return False
        self.about(card)
        return True

    def _wonder(self, card: int) -> None:
        self.known.ask(card)
        self.doing.wonder(card)

    def _is_busy(self, shown: DuelFrame) -> bool:
        """Return whether something else goes on than looking at cards that could be played."""
        doing = self.doing
        opened = doing.menu is not None or doing.pile is not None or doing.reading or shown.choices.modal
        moving = doing.dragged is not None or doing.flying is not None or bool(doing.aiming)
        return opened or moving or shown.choices.shape is not Shape.ACT

    def _candidate(self, shown: DuelFrame) -> int:
        """A card of the player's own under the focus that nothing can be done with."""
        hit = hits.focus(shown)
        seen = shown.seen(hit.single)
        own = hit.held or (seen is not None and seen.controller == shown.view.viewer)
        return hit.single if own and shown.player and not shown.is_legal(hit.single) else 0
