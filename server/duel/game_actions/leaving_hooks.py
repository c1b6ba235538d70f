"""What follows by rule, without a chain, when a card leaves the field or what it is tied to is destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from server.duel.core.effect import Body, Fx
from server.table.state import Card

if TYPE_CHECKING:
    from server.duel.engine import Duel

Hook = tuple[Fx, Body]


def follows_leaving(duel: Duel, card: Card, destroyed: bool) -> Iterator[Hook]:
    """What follows when this card, still there, leaves. Whether it is negated counts as it lies there now."""
    script = duel.script(card)
    if script is not None and script.leaves is not None and card.on_field and card.face_up:
        fx = Fx(duel, card, card.controller, life=card.incarnation, targets=tuple(card.targets))
        fx.chosen.update(equipped=card.equipped_to, negated=card.negated, destroyed=destroyed)
        yield fx, script.leaves(fx)


def follows_destruction(duel: Duel, destroyed: Card) -> Iterator[Hook]:
    """What face-up cards tied to a card do when it is destroyed."""
    for card in list(destroyed.targeted_by):
        script = duel.script(card)
        if script is not None and script.tied_destroyed is not None and card.face_up:
            fx = Fx(duel, card, card.controller, life=card.incarnation, targets=(destroyed,))
            yield fx, _if_it_works(fx, script.tied_destroyed(fx))


def _if_it_works(fx: Fx, body: Body) -> Body:
    """A body whose card is asked when its turn comes: what negated it may have left with the destroyed."""
    if fx.here and not fx.card.negated:
        yield from body
