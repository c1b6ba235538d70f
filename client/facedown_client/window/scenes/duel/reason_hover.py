"""Reasons why a card cannot be played, on demand.

They are shown for a resting pointer, a press, a key, or a failed drop, in grey over the card until the
pointer or the keyboard focus moves on. Law: `ReasonQueries` has the answers.
"""

from __future__ import annotations

import math

from facedown_client.board import Shape
from facedown_client.board.reason_queries import ReasonQueries
from facedown_client.window.paint import DuelFrame
from facedown_client.window.scenes.duel import hits
from facedown_client.window.scenes.duel.hits import Hit
from facedown_client.window.scenes.duel.port import DuelPort

LISTED_ZONES = ("extra_deck", "graveyard", "banished")
"""Piles whose cards can be played from an open list."""

HOVER_DELAY_S = 0.7
"""Seconds for which the pointer must rest on a card before its reasons are queried."""


class ReasonHover:
    """Controller that decides for which card reasons are shown."""

    def __init__(self, port: DuelPort) -> None:
        self.port, self.doing = port, port.acting.doing
        self.known = ReasonQueries(port.app.send)
        self._at = self._focus
        self._since = math.inf
        """Time since which the focus has rested; infinity after other input, as a player who has just acted
        does not ask by a still pointer.
        """
        self._asked: tuple[object, object] = (None, None)

    @property
    def _focus(self) -> tuple[object, object]:
        """The focus of the pointer and of the keys."""
        return self.doing.hover, self.doing.spot

    def update(self, shown: DuelFrame, now: float) -> None:
        """Update the shown reasons; call it once per frame."""
        model = self.port.app.model
        self.known.update(model.prompt, model.view, model.reasons)
        asked, at = (model.prompt, model.view), self._focus
        if any(new is not old for new, old in zip(asked, self._asked, strict=True)):
            self._asked, self._since = asked, math.inf
            self.doing.show_reasons(0)
        if at != self._at:
            self._at, self._since = at, now
            self.doing.show_reasons(0)
        if self._is_busy(shown):
            self._since = math.inf
        elif now >= self._since + HOVER_DELAY_S:
            self._since = math.inf
            if card := self._candidate(shown):
                self._set_shown(card)

    def next_query_time(self, now: float) -> float:
        """Return when the pointer has rested long enough to query reasons; infinity if it does not rest."""
        return self._since + HOVER_DELAY_S if self._since + HOVER_DELAY_S > now else math.inf

    def cancel_query(self) -> None:
        """Cancel the query for the card under the resting pointer, because of other input."""
        self._since = math.inf

    def show_for(self, card: int) -> None:
        """Show the reasons for a card until the focus moves."""
        self._at, self._since = self._focus, math.inf
        self.port.acting.show_card(card)
        self._set_shown(card)

    def handle_key(self, shown: DuelFrame) -> bool:
        """Show the reasons for the focused card and return whether there is one."""
        card = hits.focus(shown).single
        if not card or not shown.is_player or shown.offers is not None:
            return False
        self.show_for(card)
        return True

    def _set_shown(self, card: int) -> None:
        self.known.query(card)
        self.doing.show_reasons(card)

    def _is_busy(self, shown: DuelFrame) -> bool:
        """Return whether the player is doing something other than looking at cards."""
        doing = self.doing
        opened = doing.menu is not None or doing.reading or shown.choices.is_modal
        moving = doing.dragged is not None or doing.flying is not None or bool(doing.aiming)
        return opened or moving or shown.choices.shape is not Shape.ACT

    def can_explain(self, shown: DuelFrame, hit: Hit) -> bool:
        """Return whether a hit is the player's own card, in the hand, on the field or in an open list."""
        seen, place = shown.visible_card(hit.single), shown.view.place_of(hit.single)
        if hit.listed:
            return place is not None and place.seat == shown.view.viewer and place.zone in LISTED_ZONES
        return hit.held or (seen is not None and seen.controller == shown.view.viewer)

    def _candidate(self, shown: DuelFrame) -> int:
        """Return the player's own card under the focus that has no legal option; 0 for none."""
        hit = hits.focus(shown)
        explains = shown.is_player and self.can_explain(shown, hit)
        return hit.single if explains and not shown.is_legal(hit.single) else 0
