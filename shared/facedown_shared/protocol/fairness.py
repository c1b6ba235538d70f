"""Fair throws as both ends compute them: commitments, seals, streams and orders (docs/reference/fairness.md).

Law: arithmetic alone. Nothing here draws a random byte: the server's secrets come from `world.py` and are
used in `random_streams.py`, a player's share comes from the client. After a match a client checks by this
very file.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

import msgspec

SECRET_BYTES = 32
"""Bytes of every secret and of every player's share."""

MATCH = "0"
"""The scope of throws that belong to no duel: the toss. Duels have their number, from 1."""

PUBLIC_PURPOSES = ("coin", "die")
"""Public throws; their secrets are opened to all after the match."""

SEAT_PURPOSES = ("deck", "hand", "random", "blind", "field")
"""Throws among one seat's hidden cards: its Deck and hand shuffled, a card of its hand taken at random or
offered unseen, its Set cards mixed. Opened to that seat alone, unless both players agree."""

FOLLOWED = ("deck", "hand")
"""Piles whose order a throw depends on, so that their course is written down for the check."""


class Trail(msgspec.Struct, frozen=True, array_like=True):
    """The order of one seat's Deck and hand in one duel: `cards` are passcodes, named by index in `steps`.

    A step is (kind, pile, numbers): out (index, card); to (index, card), straight from the step before; in
    (index, card) from another place; shuffle (count); arrange (cards, topmost first); stir (all its cards, as
    EDOPro's core shuffled them); pick (how many by chance).
    """

    duel: int
    seat: int
    cards: tuple[int, ...]
    steps: tuple[tuple[str, str, tuple[int, ...]], ...] = ()


def names(best_of: int) -> tuple[str, ...]:
    """Return every stream of a match, in a fixed order: "0/coin" for the toss, then those of each duel."""
    purposes = [*PUBLIC_PURPOSES, *(f"{purpose}:{seat}" for seat in (0, 1) for purpose in SEAT_PURPOSES)]
    duels = [f"{number}/{purpose}" for number in range(1, best_of + 1) for purpose in purposes]
    return (f"{MATCH}/coin", *duels)


def owner(name: str) -> int:
    """Return the seat a stream is opened to, -1 for all."""
    _, colon, seat = name.partition(":")
    return int(seat) if colon else -1


def commitment(name: str, secret: bytes) -> bytes:
    """Return the published commitment to a secret: it binds, and discloses nothing of 32 bytes."""
    return hashlib.sha256(b"facedown pledge\0" + name.encode() + b"\0" + secret).digest()


def seal(share: bytes) -> bytes:
    """Return the published seal of a player's share, before any share is shown."""
    return hashlib.sha256(b"facedown share\0" + share).digest()


def key(name: str, secret: bytes, shares: Sequence[bytes]) -> bytes:
    """Return the key of a stream from all its parts: HKDF-SHA256 (RFC 5869), the shares being the salt."""
    salt = b"".join(len(share).to_bytes(2, "big") + share for share in shares)
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, b"facedown stream\0" + name.encode() + b"\x01", "sha256")


class Stream:
    """Numbers of one purpose from a key: HMAC-SHA256 in counter mode, 4 bytes at a time.

    Numbers are found by rejection, so every one is equally likely.
    """

    def __init__(self, of: bytes) -> None:
        self._key = of
        self._block = 0
        self._left = b""

    def _next_word(self) -> int:
        if not self._left:
            self._left = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        word, self._left = self._left[:4], self._left[4:]
        return int.from_bytes(word, "big")

    def draw_below(self, limit: int) -> int:
        """Return a fair number in range(limit)."""
        fair = (1 << 32) // limit * limit
        while (word := self._next_word()) >= fair:
            pass
        return word % limit

    def order(self, count: int) -> list[int]:
        """Return a fair order of range(count), by Fisher and Yates."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.draw_below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
