"""Which steps two players cannot take back: those that showed a hidden card or drew a random number.

A step stays if by it (1) a card left the Deck or was seen in it: drawn, milled, excavated, looked at, found
in a search; (2) a hidden card was shown: of a hand, Set, of the Extra Deck; (3) a player who could not
read a face-down card before now can; (4) a random number was drawn: a coin, a die, a shuffle, a card at
random.
A card its owner knew and played openly is none of these: the other player, who saw it, may agree.
"""

from __future__ import annotations

from collections.abc import Iterable

from server.table.state import GameEvent
from shared.words import NOTHING, Words, words
from shared.zones import CLASSES

_FINAL = {
    kind: words(f"kept_{kind}") for kind in ("draw", "reveal", "search", "shuffle", "coin", "die", "result")
}
"""Kinds of events that cannot be taken back, and why."""

DECK = "deck"


def why_kept(told: Iterable[GameEvent]) -> Words:
    """Why a step with these events cannot be taken back; nothing when it can."""
    return next(filter(None, map(_reason, told)), NOTHING)


def _reason(truth: GameEvent) -> Words:
    if truth.kind in _FINAL:
        return _FINAL[truth.kind]
    if truth.start is not None and truth.start.zone == DECK and truth.readers:
        return _SEEN
    if truth.cause in _BY_CHANCE:
        return _RANDOM
    return _SIDE if _seen_by_another(truth) else NOTHING


_SEEN, _RANDOM, _SIDE = words("kept_seen"), words("kept_random"), words("kept_side")


_BY_CHANCE = frozenset({"random"})


def _seen_by_another(truth: GameEvent) -> bool:
    """Whether a face-down card now has a controller who is not its owner and may read it."""
    card, before = truth.card, truth.before
    if card is None or before is None or truth.kind not in ("move", "set") or before.face_up:
        return False
    changed = before.controller != truth.seat and truth.seat in CLASSES[:2]
    return changed and truth.seat != card.owner and not _opened(truth)


def _opened(truth: GameEvent) -> bool:
    """Whether everybody could read the card when this was told."""
    return truth.readers >> 2 & 1 == 1
