"""What falls in place of something else: face-up cards are asked before anything is destroyed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from server.duel.core import card_status
from server.duel.core.effect import DestructionCause, DestructionReplacement, Fx
from server.duel.core.prompts import Play, ask_yes, carry_out
from server.table.state import Card

if TYPE_CHECKING:
    from server.duel.engine import Duel


def spare(duel: Duel, doomed: Sequence[Card], destruction: DestructionCause) -> Play[list[Card]]:
    """Let face-up cards save what they can of these; gives those that fall all the same."""
    left = list(doomed)
    lives = [card.incarnation for card in doomed]
    for card, replacement in list(_replacements(duel)):
        fx = Fx(duel, card, card.controller, life=card.incarnation)
        fx.targets = tuple(
            one
            for one in left
            if not card_status.was_never_there(duel, one) and replacement.fits(fx, one, destruction)
        )
        fx.chosen["doomed"] = tuple(left)
        if not fx.targets or (replacement.can is not None and not replacement.can(fx)):
            continue
        if replacement.may and not (yield from ask_yes(fx.you, replacement.text, card)):
            continue
        saved = fx.targets
        yield from carry_out(fx, replacement.body(fx))
        left = [one for one in left if not any(one is other for other in saved)]
    return [one for one, life in zip(doomed, lives, strict=True) if one in left and one.incarnation == life]


def _replacements(duel: Duel) -> Iterator[tuple[Card, DestructionReplacement]]:
    """Every replacement that works now, the turn player's first."""
    for seat in duel.seat_order():
        for card in duel.lying("field", seat):
            script = duel.script(card)
            if script is not None and card.face_up and not card.negated and card_status.works(duel, card):
                yield from ((card, replacement) for replacement in script.destruction_replacements)
