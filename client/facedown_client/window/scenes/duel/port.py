"""What every part of the duel screen works with; a part knows the scene by this alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facedown_client.board import GestureActions, PromptActions
from facedown_client.window.app_port import AppPort
from facedown_client.window.paint import DuelFrame
from facedown_client.window.scenes.duel.hits import Hit


@dataclass(frozen=True)
class DuelPort:
    """The app, what the player answers, what is done by hand, the board as it stands, the time in seconds."""

    app: AppPort
    acting: PromptActions
    gesturing: GestureActions
    shown: Callable[[], DuelFrame]
    now: Callable[[], float]

    def focus(self, hit: Hit, *, keys: bool = False) -> None:
        """The pointer or the keyboard is on this: it is read in the preview."""
        spot = None if hit.held or hit.listed else hit.place
        self.acting.doing.point_at(hit.hover, spot, keys=keys)
        self.acting.read(hit.card, hit.code)

    def press(self, hit: Hit, *, lists: bool = True) -> bool:
        """A card or a place of the board was pressed: pick it, act on it, or (`lists`) list its pile; whether
        that did something."""
        shown, place = self.shown(), hit.place
        if place is not None and place in shown.choices.by_place:
            self.acting.pick(shown.choices.by_place[place])
            return True
        if hit.card and not hit.told and self.acting.act_on(hit.card, hit.box):
            return True
        if lists and place is not None and shown.view.pile(place.seat, place.zone).handles:
            return self.acting.open_pile(place)
        return False
