"""What cannot be taken back between two: what has shown somebody what was hidden, and what chance has said.

A step stays if by it (1) a card left the Deck or was seen in it: drawn, milled, excavated, looked at, found
in a search; (2) a hidden card was shown: of a hand, Set, of the Extra Deck; (3) a face-down card came under
the eyes of a player who could not read it before; (4) chance was asked: a coin, a die, a shuffle, a card at
random.
A card its owner knew and played openly is none of these: the other player, who saw it, may agree.
"""

from __future__ import annotations

from collections.abc import Iterable

from server.table.state import GameEvent
from shared.zones import CLASSES

_SPOKEN = {
    "draw": "a card was drawn",
    "reveal": "a hidden card was shown",
    "search": "a Deck was looked through",
    "shuffle": "a pile was shuffled",
    "coin": "a coin was tossed",
    "die": "a die was rolled",
    "result": "the duel is over",
}
"""Kinds of events after which there is no way back, and the reason in words."""

DECK = "deck"


def why_kept(told: Iterable[GameEvent]) -> str:
    """Why a step with these events cannot be taken back; "" when it can."""
    return next(filter(None, map(_reason, told)), "")


def _reason(truth: GameEvent) -> str:
    if truth.kind in _SPOKEN:
        return _SPOKEN[truth.kind]
    if truth.start is not None and truth.start.zone == DECK and truth.readers:
        return "a card of a Deck was seen"
    if truth.cause in _BY_CHANCE:
        return "a card was picked by chance"
    if _seen_by_another(truth):
        return "a face-down card changed sides"
    return ""


_BY_CHANCE = frozenset({"random"})


def _seen_by_another(truth: GameEvent) -> bool:
    """A face-down card whose new controller, not its owner, may look at it from now on."""
    card, before = truth.card, truth.before
    if card is None or before is None or truth.kind not in ("move", "set") or before.face_up:
        return False
    changed = before.controller != truth.seat and truth.seat in CLASSES[:2]
    return changed and truth.seat != card.owner and not _opened(truth)


def _opened(truth: GameEvent) -> bool:
    """Whether everybody could read it then."""
    return truth.readers >> 2 & 1 == 1
