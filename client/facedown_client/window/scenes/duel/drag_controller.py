"""Drag and drop of cards in a duel by the rules.

A drop that matches one option chooses it; several open a menu. An attack is dragged from the monster to its
target. A card dropped where no option applies flies back, and the reason is shown. Law: `Drops` maps drops to
options, `PromptActions` carries them out.
"""

from __future__ import annotations

from facedown_client.board import DraggedCard, Menu, MenuLine, Rect, Shape
from facedown_client.board.drag_carrier import DragCarrier
from facedown_client.board.drop_targets import SUMMONS, Drop, Drops
from facedown_client.model.words.phrases import card_words
from facedown_client.window.paint import DuelFrame
from facedown_client.window.scenes.duel import hits
from facedown_client.window.scenes.duel.hits import Hit
from facedown_client.window.scenes.duel.port import DuelPort
from facedown_client.window.scenes.duel.reason_hover import ReasonHover
from facedown_shared.tables import Place
from facedown_shared.text import _

Point = tuple[int, int]


class DuelDragController:
    """Controller of drags while a prompt of the rules is open."""

    def __init__(self, port: DuelPort, wondering: ReasonHover) -> None:
        self.port, self.wondering = port, wondering
        self.acting, self.doing = port.acting, port.acting.doing
        self._carrying: DragCarrier[Hit] = DragCarrier()

    def press(self, shown: DuelFrame, hit: Hit, at: Point) -> None:
        """Handle a press of the button: answer it immediately, or prepare a drag."""
        if self._may_lift(shown, hit) or (hit.card and hit.card == self.doing.aiming):
            self._carrying.press(hit, at, hit.box)

    def _may_lift(self, shown: DuelFrame, hit: Hit) -> bool:
        """Return whether a card may be dragged: own cards in the hand, and cards with options on the board,
        unless a dialog is open.
        """
        if not shown.is_player or not hit.single or shown.choices.shape not in (Shape.ACT, Shape.NONE):
            return False
        return hit.held or shown.is_legal(hit.card)

    def drag(self, shown: DuelFrame, at: Point) -> bool:
        """Handle a pointer move and return whether a card is dragged."""
        if not self._carrying.move(at):
            return False
        hit = self._carrying.thing
        assert hit is not None, "something is carried"
        if self.doing.aiming:
            self.port.focus(hits.hit(shown, at))
            return True
        if self.doing.dragged is None:
            self.doing.open_menu(None)
            self._lift(shown, hit, at, turned=False)
        elif self.doing.dragged.card == hit.card:
            self.doing.update_drag(self.doing.dragged._replace(at=at), hits.goal(shown, at))
        return True

    def _lift(self, shown: DuelFrame, hit: Hit, at: Point, *, turned: bool) -> None:
        goals = Drops(shown.view, shown.choices).drop_places(hit.card, turned=turned)
        dragged = DraggedCard(at, hit.card, None, goals, turned, _drop_hint(shown, hit.card, turned=turned))
        self.doing.update_drag(dragged, hits.goal(shown, at))

    def turn(self) -> bool:
        """Turn the dragged card sideways or upright and return whether a dragged card could be turned."""
        dragged, hit = self.doing.dragged, self._carrying.thing
        if dragged is None or hit is None:
            return False
        if dragged.hint:
            self._lift(self.port.shown(), hit, dragged.at, turned=not dragged.turned)
        return True

    def release(self, shown: DuelFrame, at: Point) -> bool:
        """Handle the release of the button and return whether a card was dragged."""
        hit, dragged = self._carrying.drop(), self.doing.dragged
        if hit is None:
            return False
        if self.doing.aiming:
            self._drop_attack(shown, hits.hit(shown, at))
        elif dragged is not None:
            self.doing.update_drag(None)
            self._drop(shown, hit, dragged, at)
        return True

    def _drop_attack(self, shown: DuelFrame, hit: Hit) -> None:
        """Finish a dragged attack: choose the target, or cancel the attack where there is none."""
        found = shown.choices.by_card.get(hit.single, ())
        if hit.option >= 0 or found:
            self.acting.answer(hit.option if hit.option >= 0 else found[0])
            return
        attacker = self.doing.aiming
        self.acting.undo_choice()
        if hit.card not in (0, attacker):
            self._show_refusal(_("{card} cannot attack that.", card=card_words(attacker, shown.view)))

    def _drop(self, shown: DuelFrame, hit: Hit, dragged: DraggedCard, at: Point) -> None:
        place, drops = hits.goal(shown, at), Drops(shown.view, shown.choices)
        own = Place(shown.near, "hand")
        if place is None or place == (own if hit.held else hit.place):
            self._fly_back(dragged)
            return
        found = drops.possible_drops(hit.card, place, turned=dragged.turned)
        if len(found) == 1 and not found[0].at:
            self.acting.declare(found[0].option, found[0].said)
        elif found:
            lines = tuple(self._menu_line(shown, drop) for drop in found)
            self.doing.open_menu(Menu(lines, shown.layout.rect(place) or Rect(*at, 1, 1)))
        else:
            self._fly_back(dragged)
            self._show_refusal(drops.refusal_reason(hit.card, place))
            if not shown.is_legal(hit.card):
                self.wondering.show_for(hit.card)

    def _menu_line(self, shown: DuelFrame, drop: Drop) -> MenuLine:
        """Return the menu line of a drop, with its target."""
        line = self.acting.menu_line(drop.option)._replace(said=drop.said)
        aimed = _("targeting {card}", card=card_words(drop.at, shown.view)) if drop.at else ""
        return line._replace(detail=aimed or line.detail)

    def _show_refusal(self, reason: str) -> None:
        self.port.app.show_notice(reason)

    # --- on its way back ------------------------------------------------------------------------------------

    def _fly_back(self, dragged: DraggedCard) -> None:
        """Animate a card that was not accepted back to its origin."""
        self._carrying.fly_back(Hit(dragged.card), self.port.now())
        self.doing.update_flight(dragged if self._carrying.flight is not None else None)

    def update(self, now: float, motion: float) -> None:
        """Advance the animation of a returning card; call it once per frame. `motion` multiplies
        durations.
        """
        self._carrying.set_pace(motion)
        if self.doing.flying is None:
            return
        flying = self._carrying.flight_position(now)
        self.doing.update_flight(self.doing.flying._replace(at=flying[1]) if flying is not None else None)


def _drop_hint(shown: DuelFrame, card: int, *, turned: bool) -> str:
    """Return the position that a turned or upright drop means, and how to turn the card; "" where that makes
    no difference.
    """
    verbs = {shown.choices.options[index].verb for index in shown.choices.by_card.get(card, ())}
    facts = shown.facts(card)
    if facts is None or not facts.is_monster or not verbs & SUMMONS:
        return ""
    if "summon" not in verbs:
        return (
            _("Defense Position · right button turns it")
            if turned
            else _("Attack Position · right button turns it")
        )
    if "set" not in verbs:
        return ""
    return _("Set · right button turns it") if turned else _("Summon · right button turns it")
