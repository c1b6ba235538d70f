"""A seat: who has it, with which deck and which keys. And what brings a player back to it, and nothing else.

A token is told once and kept only as a digest. An old one dies when its successor is first used, so that a
player whose answer was lost on the way can still come back with the one before. A key is the player's own,
made by their client and kept here only as a digest: it stays good as long as they have the seat, and its use
ends every token, so that whoever has stolen one is out.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import math
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from server.room.people.guest import Guest
from server.store.store import SeatKeys, StoredSeat
from server.world import World
from shared.cards import decks
from shared.cards.decks import Deck
from shared.cards.facts import Facts, Pool
from shared.protocol.messages import UseDeck
from shared.zones import Seat

TOKEN_BYTES = 24
SECRET_BYTES = 15
REMEMBERED = 8
"""Spent tokens of a seat that are known again: whoever brings one is told of to its owner."""


@dataclass(slots=True, eq=False)
class PlayerSeat:
    """One of the two seats of a table, with whoever has it."""

    number: Seat
    name: str = ""
    """Empty: nobody has sat down here."""
    guest: Guest | None = None
    """The connection of whoever has the seat; None while it is lost."""
    keys: SeatKeys = field(default_factory=SeatKeys)
    deck: Deck | None = None
    facts: dict[int, Facts] = field(default_factory=dict)
    """What its player told of cards the server does not know: nobody else's affair before a match."""
    ready: bool = False
    seal: bytes = b""
    """The player's share of the coming match's throws, sealed; empty when none was brought."""
    offered: UseDeck | None = None
    """The deck brought last, playable or not: it is looked at again when more is known of its cards."""
    auto: str = "able"
    """When its player wants to be asked to respond."""
    held: str = ""
    """The same while a key is held; "" for none."""
    away_since: float | None = None
    """When the connection was lost."""
    tried: float = -math.inf
    """When somebody last came with a spent token."""
    absent: float = 0.0
    """Seconds away so far in this match, not counting this time."""
    overdue: bool = False
    """Away for longer than anybody has to wait."""
    left: bool = False
    """Gone for good. The name stays until somebody else sits down or the table closes."""

    @classmethod
    def of(cls, number: Seat, stored: StoredSeat, pool: Pool) -> PlayerSeat:
        """A seat as it was kept; its player is away. Raises BadInput when its deck cannot be read."""
        deck = decks.read(stored.deck, pool.joined(stored.facts)) if stored.deck else None
        facts = {facts.code: facts for facts in stored.facts}
        return cls(
            number, stored.name, keys=stored.keys, deck=deck, facts=facts, auto=stored.auto, left=stored.left
        )

    def stored(self) -> StoredSeat:
        """What is kept of it."""
        text = decks.to_ydk(self.deck) if self.deck else ""
        return StoredSeat(self.name, self.keys, text, self.auto, self.left, tuple(self.facts.values()))

    def but(self, **changes: Any) -> PlayerSeat:
        """The same seat as it will be after these changes."""
        return replace(self, **changes)

    @property
    def asking(self) -> str:
        """When its player wants to be asked to respond now."""
        return self.held or self.auto

    @property
    def is_free(self) -> bool:
        """Whether somebody else may sit down, as far as the seat is concerned."""
        return not self.name or self.left

    @property
    def is_playable(self) -> bool:
        """Whether a match can begin with this seat as it is."""
        return self.guest is not None and self.deck is not None

    @property
    def counts(self) -> tuple[int, int, int] | None:
        """Main, Extra, Side: numbers only (GAP-V10)."""
        return self.deck.counts if self.deck else None


def new_secret(world: World, count: int = SECRET_BYTES) -> str:
    """Letters nobody can guess, fit for a link."""
    return base64.urlsafe_b64encode(world.entropy(count)).decode().rstrip("=")


def new_token(world: World, code: str) -> str:
    """A fresh token. It begins with the table's code, so that no index of tokens is needed."""
    return as_token(code, new_secret(world, TOKEN_BYTES))


def as_token(code: str, secret: str) -> str:
    """What opens a seat, with the table it is at: so a player's own key does what a token does."""
    return f"{code}.{secret}"


def digest(token: str) -> bytes:
    """What is kept of a token, or of a key."""
    return hashlib.sha256(token.encode()).digest()


def redeem(keys: SeatKeys, token: str) -> SeatKeys | None:
    """The keys after this was used, or None when it opens nothing. Other tokens are spent: of a token the
    other one, of the player's own key ("CODE.KEY") all."""
    shown = digest(token)
    if hmac.compare_digest(shown, keys.fresh):
        return msgspec.structs.replace(keys, used=keys.fresh, fresh=b"", spent=_spent(keys, keys.used))
    if hmac.compare_digest(shown, keys.used):
        return msgspec.structs.replace(keys, fresh=b"", spent=_spent(keys, keys.fresh))
    if owns(keys, token.partition(".")[2]):
        return msgspec.structs.replace(keys, used=b"", fresh=b"", spent=_spent(keys, keys.used, keys.fresh))
    return None


def owns(keys: SeatKeys, key: str) -> bool:
    """Whether this is the key of the player's own."""
    return bool(key) and hmac.compare_digest(digest(key), keys.own)


def with_next_token(keys: SeatKeys, token: str) -> SeatKeys:
    """The keys when a token is handed out unasked: the one before it opens until the new one is used."""
    return msgspec.structs.replace(keys, used=keys.fresh, fresh=digest(token), spent=_spent(keys, keys.used))


def was_spent(keys: SeatKeys, token: str) -> bool:
    """Whether this token once belonged to the seat."""
    return digest(token) in keys.spent


def _spent(keys: SeatKeys, *dead: bytes) -> tuple[bytes, ...]:
    return (*keys.spent, *filter(None, dead))[-REMEMBERED:]


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())
