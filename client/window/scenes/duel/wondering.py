"""Why a card cannot be played, on demand: under the pointer for a while, by a press or a key, after a drop in
vain. The reasons stand in grey over the card.

Law: what is known and asked is `Wondering`'s.
"""

from __future__ import annotations

import math

from client.board import Shape
from client.board.wondering import Wondering
from client.window.paint import Shown
from client.window.scenes.duel import hits
from client.window.scenes.duel.port import DuelPort

DWELL = 0.7
"""Seconds the pointer rests on a card before it is asked about."""

STAYS = 4.0
"""Seconds the reasons of a card stand that was pressed or dragged, wherever the pointer goes."""


class DuelWondering:
    """Which card is wondered about."""

    def __init__(self, port: DuelPort) -> None:
        self.port, self.doing = port, port.acting.doing
        self.known = Wondering(port.app.send)
        self._focus = (0, math.inf)
        """The card under the pointer or the keys that cannot be played, and since when."""
        self._stays = -math.inf

    def follow(self, shown: Shown, now: float) -> None:
        """Once a frame."""
        model = self.port.app.model
        self.known.follow(model.prompt, model.view, model.reasons)
        card = self._candidate(shown)
        if card != self._focus[0]:
            self._focus = (card, now if card else math.inf)
            if now >= self._stays:
                self.doing.wonder(0)
        if card and shown.choices.shape is Shape.ACT and now - self._focus[1] >= DWELL:
            self._wonder(card)
        elif self.doing.wonders and not card and now >= self._stays:
            self.doing.wonder(0)

    def wakes(self, now: float) -> float:
        """When there is something to ask or to take away; infinity where there is not."""
        times = (self._focus[1] + DWELL, self._stays)
        return min((time for time in times if time > now), default=math.inf)

    def about(self, card: int) -> None:
        """Somebody wants to know: say why, for a while."""
        self._stays = self.port.now() + STAYS
        self.port.acting.read(card)
        self._wonder(card)

    def key(self, shown: Shown) -> bool:
        """The key for it: about the card under the focus."""
        card = hits.focus(shown).single
        if not card or not shown.player or shown.offers is not None:
            return False
        self.about(card)
        return True

    def _wonder(self, card: int) -> None:
        self.known.ask(card)
        self.doing.wonder(card)

    def _candidate(self, shown: Shown) -> int:
        """A card of the player's own under the focus that nothing can be done with."""
        doing = self.doing
        busy = doing.menu is not None or doing.dragged is not None or doing.reading or shown.choices.modal
        if busy or not shown.player or doing.aiming:
            return 0
        hit = hits.focus(shown)
        seen = shown.seen(hit.single)
        own = hit.held or (seen is not None and not hit.listed and seen.controller == shown.view.viewer)
        return hit.single if own and not shown.is_legal(hit.single) else 0
