"""Input for a prompt to order cards: cards are dragged along a row or moved by keys, and a click leaves one
out.

Law: `PromptActions` stores the order and sends it.
"""

from __future__ import annotations

from facedown_client.board import Shape
from facedown_client.board.drag_carrier import PointerGrip
from facedown_client.window.paint import DuelFrame, ordering
from facedown_client.window.scenes.duel.hits import Hit
from facedown_client.window.scenes.duel.port import DuelPort

STEPS = {"LEFT": -1, "RIGHT": 1}
LEAVING = frozenset({"Del", "Backspace"})

Point = tuple[int, int]


class OrderingRow:
    """Controller of the row of cards while a prompt asks for their order."""

    def __init__(self, port: DuelPort) -> None:
        self.acting, self.doing = port.acting, port.acting.doing
        self._grip: PointerGrip[int] = PointerGrip()

    def press(self, shown: DuelFrame, hit: Hit, at: Point) -> bool:
        """Handle a press of the left button and return whether it is on a card of the row."""
        if shown.choices.shape is not Shape.ORDER or hit.option < 0:
            return False
        self._grip.press(hit.option, at)
        return True

    def drag(self, shown: DuelFrame, at: Point) -> bool:
        """Move the dragged card with the pointer while the others make room. Returns whether one is
        dragged.
        """
        held = self._grip.move(at)
        if held is None or shown.choices.shape is not Shape.ORDER:
            self._grip.release()
            return False
        if held.away:
            self.doing.slide(held.what, at)
            self.acting.move_in_order(held.what, ordering.step_at(shown, at))
        return True

    def release(self, shown: DuelFrame) -> bool:
        """Drop the dragged card; after a click, leave the card out or include it again."""
        held = self._grip.release()
        if held is None:
            return False
        self.doing.slide(held.what, None)
        if shown.choices.shape is Shape.ORDER and not held.away:
            self.doing.mark(held.what)
            self.acting.toggle_in_order(held.what)
        return True

    def handle_key(self, shown: DuelFrame, name: str) -> bool:
        """Handle a key and return whether the row used it."""
        choices, doing, acting = shown.choices, self.doing, self.acting
        if choices.shape is not Shape.ORDER or doing.peek:
            return False
        row = ordering.row(shown)
        now = row.index(doing.marked) if doing.marked in row else -1
        bare = name.removeprefix("Shift+")
        if bare in STEPS and name != bare:
            if now >= 0:
                acting.move_in_order(row[now], now + STEPS[bare])
        elif bare in STEPS:
            self._mark(shown, row[(now + STEPS[bare]) % len(row) if now >= 0 else 0])
        elif bare.isdigit() and 1 <= int(bare) <= len(row):
            self._mark(shown, row[int(bare) - 1])
        elif bare in LEAVING and now >= 0:
            acting.toggle_in_order(row[now])
        else:
            return False
        return True

    def _mark(self, shown: DuelFrame, index: int) -> None:
        option = shown.choices.options[index]
        self.doing.mark(index)
        self.acting.show_card(option.card, option.code)
