"""Interface of the duel scene to its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facedown_client.board import GestureActions, PromptActions
from facedown_client.window.app_port import AppPort
from facedown_client.window.paint import DuelFrame
from facedown_client.window.scenes.duel.hits import Hit


@dataclass(frozen=True)
class DuelPort:
    """Interface to the duel scene: the app, prompt answers, gestures, the current frame, and the time in
    seconds.
    """

    app: AppPort
    acting: PromptActions
    gesturing: GestureActions
    shown: Callable[[], DuelFrame]
    now: Callable[[], float]

    def focus(self, hit: Hit, *, keys: bool = False) -> None:
        """Set the focus of the pointer (or of the keys) and preview the focused card."""
        spot = None if hit.held or hit.listed else hit.place
        self.acting.doing.point_at(hit.hover, spot, keys=keys)
        self.acting.show_card(hit.card, hit.code)

    def press(self, hit: Hit, *, lists: bool = True) -> bool:
        """Handle a press on a card or place of the board, and return whether it had an effect.

        A press picks the thing, acts on it, or (with `lists`) lists its pile.
        """
        shown, place = self.shown(), hit.place
        if place is not None and place in shown.choices.by_place:
            self.acting.pick(shown.choices.by_place[place])
            return True
        if hit.card and not hit.told and self.acting.act_on(hit.card, hit.box):
            return True
        if lists and place is not None and shown.view.pile(place.seat, place.zone).handles:
            return self.acting.open_pile(place)
        return False
