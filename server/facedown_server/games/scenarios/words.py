"""Names of cards and zones in a scenario file.

A card is its passcode or name, its zone, or both: "Sangan", 26202165, "1:MZ3". If several offered cards
match: "Sangan@1:gy" (the one in that zone), "Sangan/2" or "1:gy/2" (the second of them), or both. Zones are
MZ1-MZ5, EZ1-EZ2, SZ1-SZ5, FZ, PZ1-PZ2, each from its own player's left; "1:MZ3" names the player. `hand gy
deck extra banished` are piles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_server.refereeing.prompts import Offer
from facedown_server.table import Card
from facedown_shared.cards.facts import Pool
from facedown_shared.decks.deck_parsing import MAX_PASSCODE
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat

Text = Annotated[str, Meta(max_length=120)]
Named = Annotated[int, Meta(ge=0, le=MAX_PASSCODE)] | Text
"""A card's passcode or name; in a decision also a zone ("MZ1", "1:SZ3", "hand")."""


class Copy(msgspec.Struct, frozen=True):
    """One of several offered cards: number `nth` with this passcode in this zone (None: any)."""

    card: int | None
    zone: str | None
    nth: int = 1


Word = Named | Copy
"""A card in a parsed decision: a passcode, a zone, or a Copy."""

_NTH = re.compile(r"(.+)/([1-9][0-9]?)")


def parse_word(value: Word, pool: Pool) -> Word:
    """Parse a word: return a zone unchanged, a card as its passcode, one of several cards as a Copy.

    Raises ValueError for an unknown card or zone.
    """
    if isinstance(value, Copy):
        raise ValueError("a card is written as a number or a text")
    if isinstance(value, int) or is_zone(value):
        return value if isinstance(value, str) else code(value, pool)
    if pool.find_named(value) is not None:
        return code(value, pool)
    numbered = _NTH.fullmatch(value)
    rest, nth = (numbered[1], int(numbered[2])) if numbered else (value, 1)
    card, at, zone = rest.rpartition("@")
    if not at:
        card, zone = ("", rest) if is_zone(rest) else (rest, "")
    elif not (card and is_zone(zone)):
        raise ValueError(f"there is no zone {zone!r}" if card else f"no card stands before {value!r}")
    if not (numbered or at):
        raise ValueError(f"no card {value!r} is known")
    return Copy(code(int(card) if card.isdecimal() else card, pool) if card else None, zone or None, nth)


def code(card: Named, pool: Pool) -> int:
    """Return the passcode of a card.

    Raises ValueError for an unknown card.
    """
    facts = pool.find_named(card) if isinstance(card, str) else pool.get(card)
    if facts is None:
        raise ValueError(f"no card {card!r} is known")
    return facts.code


def passcode(named: Word | None) -> int | None:
    """Return the passcode in a word, or None."""
    named = named.card if isinstance(named, Copy) else named
    return named if isinstance(named, int) else None


def is_meant(card: Card, named: Word, seat: Seat) -> bool:
    """Return whether a word matches this card. It may match several; `matching_offers` selects one."""
    if isinstance(named, Copy):
        return all(is_meant(card, part, seat) for part in (named.card, named.zone) if part is not None)
    if isinstance(named, int):
        return named in (card.code, card.facts.original)
    where = place_of_name(named, seat)
    if where.slot < 0:
        return card.place.zone == where.zone and card.place.seat == where.seat
    return card.place == where


def matching_offers(offers: Iterable[Offer], named: Word, seat: Seat) -> Sequence[Offer]:
    """Return the options whose card matches a word: all of them, or number `nth` of a Copy."""
    fitting = [offer for offer in offers if offer.card is not None and is_meant(offer.card, named, seat)]
    return fitting[named.nth - 1 : named.nth] if isinstance(named, Copy) and named.nth > 1 else fitting


# --- Zones --------------------------------------------------------------------------------------------------


_SLOTTED = {"MZ": ("monster", 5), "EZ": ("extra_monster", 2), "SZ": ("spell_trap", 5), "PZ": ("pendulum", 2)}
_PILES = {"hand": "hand", "gy": "graveyard", "deck": "deck", "extra": "extra_deck", "banished": "banished"}
"""YGO-GY-04."""

_SHORT = {zone: short for short, (zone, _) in _SLOTTED.items()}
_PILE_WORDS = {zone: word for word, zone in _PILES.items()}
_FORM = re.compile(r"(?:([01]):)?([A-Z]{2})([1-9])?|(?:([01]):)?(hand|gy|deck|extra|banished)")


def is_zone(text: str) -> bool:
    """Return whether a text names a zone."""
    return _parse(text, 0) is not None


def place_of_name(text: str, seat: Seat) -> Place:
    """Return the place of a zone's name, as this player sees it.

    Raises ValueError for an unknown zone.
    """
    found = _parse(text, seat)
    if found is None:
        raise ValueError(f"there is no zone {text!r}")
    return found


def side(text: str, seat: Seat) -> Seat:
    """Return the seat in a zone's name ("1:MZ3"), or `seat` if there is none."""
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
        return Place(SHARED_SEAT_INDEX, zone, abs(owner - (int(number) - 1)))
    return Place(owner, zone, int(number) - 1)


def zone_name(where: Place, seat: Seat) -> str:
    """Return a zone's name as the player of this seat sees it: "MZ3", "EZ1", "gy"."""
    if where.zone in _PILE_WORDS:
        return _PILE_WORDS[where.zone]
    if where.zone == "field":
        return "FZ"
    if where.zone == "extra_monster":
        return f"EZ{abs(seat - where.slot) + 1}"
    return f"{_SHORT[where.zone]}{where.slot + 1}" if where.zone in _SHORT else where.zone


def place_name(where: Place, seat: Seat) -> str:
    """Return a zone's name with its player: "1:MZ3". `seat` is the controller of the cards there."""
    owner = seat if where.seat == SHARED_SEAT_INDEX else where.seat
    return f"{owner}:{zone_name(where, owner)}"


def left_to_right_key(where: Place, seat: Seat) -> tuple[bool, str, int]:
    """Return a sort key: zones from this player's left, Extra Monster Zones last."""
    return (
        where.seat == SHARED_SEAT_INDEX,
        where.zone,
        abs(seat - where.slot) if where.seat == SHARED_SEAT_INDEX else where.slot,
    )
