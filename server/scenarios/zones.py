"""How scenario files write zones: MZ1-MZ5, EZ1-EZ2, SZ1-SZ5, FZ, PZ1-PZ2, each from its own player's left.

"1:MZ3" names the player. `hand gy deck extra banished` are piles.
"""

from __future__ import annotations

import re

from shared.zones import SHARED, Place, Seat

_SLOTTED = {"MZ": ("monster", 5), "EZ": ("extra_monster", 2), "SZ": ("spell_trap", 5), "PZ": ("pendulum", 2)}
_PILES = {"hand": "hand", "gy": "graveyard", "deck": "deck", "extra": "extra_deck", "banished": "banished"}
"""YGO-GY-04."""

_SHORT = {zone: short for short, (zone, _) in _SLOTTED.items()}
_PILE_WORDS = {zone: word for word, zone in _PILES.items()}
_FORM = re.compile(r"(?:([01]):)?([A-Z]{2})([1-9])?|(?:([01]):)?(hand|gy|deck|extra|banished)")


def is_zone(text: str) -> bool:
    """Whether a word names a zone."""
    return _parse(text, 0) is not None


def place(text: str, seat: Seat) -> Place:
    """The place a word names, for the player who says it. Raises ValueError when it names none."""
    found = _parse(text, seat)
    if found is None:
        raise ValueError(f"there is no zone {text!r}")
    return found


def side(text: str, seat: Seat) -> Seat:
    """Whose side a word means: its own number, or the player who says it."""
    return int(text[0]) if text[:2] in ("0:", "1:") else seat


def _parse(text: str, seat: Seat) -> Place | None:
    form = _FORM.fullmatch(text)
    if form is None:
        return None
    of_zone, short, number, of_pile, pile = form.groups()
    if pile:
        return Place(int(of_pile or seat), _PILES[pile])
    owner = int(of_zone or seat)
    if short == "FZ" and number is None:
        return Place(owner, "field", 0)
    zone, slots = _SLOTTED.get(short, ("", 0))
    if number is None or int(number) > slots:
        return None
    if short == "EZ":
        return Place(SHARED, zone, abs(owner - (int(number) - 1)))
    return Place(owner, zone, int(number) - 1)


def word(where: Place, seat: Seat) -> str:
    """The zone as the player of this seat names it: "MZ3", "EZ1", "gy"."""
    if where.zone in _PILE_WORDS:
        return _PILE_WORDS[where.zone]
    if where.zone == "field":
        return "FZ"
    if where.zone == "extra_monster":
        return f"EZ{abs(seat - where.slot) + 1}"
    return f"{_SHORT[where.zone]}{where.slot + 1}" if where.zone in _SHORT else where.zone


def full(where: Place, seat: Seat) -> str:
    """The zone with its player: "1:MZ3". `seat` is the controller of what lies there."""
    owner = seat if where.seat == SHARED else where.seat
    return f"{owner}:{word(where, owner)}"


def from_left(where: Place, seat: Seat) -> tuple[bool, str, int]:
    """What zones are sorted by to find the lowest, as this player counts: Extra Monster Zones come last."""
    slot = abs(seat - where.slot) if where.seat == SHARED else where.slot
    return where.seat == SHARED, where.zone, slot
