"""What falls in place of something else: the savers of face-up cards, asked before anything is destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from server.duel.core import card_status
from server.duel.core.effect import Blow, Fx, Saver
from server.duel.core.prompts import Play, ask_yes, carry_out
from server.table.state import Card

if TYPE_CHECKING:
    from server.duel.engine import Duel


def spare(duel: Duel, doomed: Sequence[Card], blow: Blow) -> Play[list[Card]]:
    """Let face-up cards save what they can of these; gives those that fall all the same."""
    left = list(doomed)
    lives = [card.incarnation for card in doomed]
    for card, saver in list(_savers(duel)):
        fx = Fx(duel, card, card.controller, life=card.incarnation)
        fx.targets = tuple(
            one for one in left if not card_status.was_never_there(duel, one) and saver.fits(fx, one, blow)
        )
        fx.chosen["doomed"] = tuple(left)
        if not fx.targets or (saver.can is not None and not saver.can(fx)):
            continue
        if saver.may and not (yield from ask_yes(fx.you, saver.text, card)):
            continue
        saved = fx.targets
        yield from carry_out(fx, saver.body(fx))
        left = [one for one in left if not any(one is other for other in saved)]
    return [one for one, life in zip(doomed, lives, strict=True) if one in left and one.incarnation == life]


def _savers(duel: Duel) -> Iterator[tuple[Card, Saver]]:
    """Every saver that works now, the turn player's first."""
    for seat in duel.seat_order():
        for card in duel.lying("field", seat):
            script = duel.script(card)
            if script is not None and card.face_up and not card.negated and card_status.works(duel, card):
                yield from ((card, saver) for saver in script.savers)
