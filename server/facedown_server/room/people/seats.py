"""Seats of a table: the player, the deck, and the tokens and keys that open the seat.

A token is sent once and stored only as a digest. It stays valid until its successor is first used, so that a
player who missed an answer can still return with the old one. A key is made by the player's client and stored
only as a digest. It stays valid as long as the player has the seat, and its use ends every token, so that a
stolen one is worthless then.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.wire.token_buckets import Bucket
from facedown_server.room.people.absence_store import AbsenceStore
from facedown_server.room.people.handover_state import CarriedSeat
from facedown_server.runtime.random_secrets import new_secret
from facedown_server.runtime.world import World
from facedown_server.storage.store import SeatKeys, StoredSeat
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import UseDeck
from facedown_shared.tables import Seat

TOKEN_BYTES = 24
FOLLOW_TIMEOUT_S = 5.0
"""Seconds in which a player must follow a table that was handed over to another node."""

RETURNS_PER_S = 1.0
MAX_RETURNS_AT_ONCE = 20.0
"""Each return is announced to every person at the table, so that a player returns at most so often."""

MAX_SPENT_TOKENS = 8
"""Spent tokens of a seat that are remembered: their use warns the seat's player."""


@dataclass(slots=True, eq=False)
class PlayerSeat:
    """One of the two seats of a table, with its player."""

    number: Seat
    name: str = ""
    """The player's name; "" while the seat is free."""
    guest: Guest | None = None
    """The player's connection; None while it is lost."""
    keys: SeatKeys = field(default_factory=SeatKeys)
    deck: Deck | None = None
    facts: dict[int, Facts] = field(default_factory=dict)
    """The player's facts of cards that the server does not know; secret before a match."""
    ready: bool = False
    seal: bytes = b""
    """The seal of the player's share for the next match's throws; b"" when none was sent."""
    offered: UseDeck | None = None
    """The latest deck, playable or not. It is checked again when more is known of its cards."""
    auto: str = DEFAULT
    """The player's prompt mode: an `asking.Mode`."""
    held: str = ""
    """The prompt mode while a key is held down; "" for none."""
    away_since: float | None = None
    """The time at which the connection was lost."""
    lost_from: str = ""
    """The address of the lost connection."""
    returns: Bucket = field(default_factory=lambda: Bucket(RETURNS_PER_S, MAX_RETURNS_AT_ONCE, 0.0))
    tried: float = -math.inf
    """The time at which a spent token was last tried."""
    absence: AbsenceStore = field(default_factory=AbsenceStore)
    """The seconds that the player may still be away in this match."""
    spent_absence: bool = False
    """True while the player is away with no allowance left, so that their clock runs."""
    overdue: bool = False
    """True if the player has been away for longer than the opponent has to wait."""
    left: bool = False
    """True if the player has left for good. The name stays until another player sits down or the table
    closes.
    """
    expected_by: float | None = None
    """The time until which the player of a handed-over table is expected: until then no absence is
    reported.
    """

    @classmethod
    def from_stored(
        cls, number: Seat, stored: StoredSeat, pool: Pool, capacity: float, spare: Deck | None = None
    ) -> PlayerSeat:
        """Return a seat from the store, with its player away. `capacity`: seconds of a full absence
        allowance. `spare`: the deck of a seat that has stored none.

        Raises BadInput if its deck cannot be read.
        """
        deck = decks.parse_to_deck(stored.deck, pool.joined_with(stored.facts)) if stored.deck else spare
        facts = {facts.code: facts for facts in stored.facts}
        return cls(
            number, stored.name, keys=stored.keys, deck=deck, facts=facts, auto=stored.auto, left=stored.left,
            absence=AbsenceStore(capacity, stored.absence),
        )  # fmt: skip

    def handover_data(self, now: float) -> CarriedSeat:
        """Return the seat's data for a handover."""
        away = -1.0 if self.guest is not None or self.away_since is None else now - self.away_since
        return CarriedSeat(
            self.ready,
            self.seal,
            self.held,
            away,
            overdue=self.overdue,
            absence=self.absence.seconds_left(now),
        )

    def restore_handover(self, carried: CarriedSeat, now: float, capacity: float) -> None:
        """Set the seat's data from a handover."""
        self.ready, self.seal, self.held = carried.ready, carried.seal, carried.held
        self.overdue = carried.overdue
        if carried.absence is not None:
            self.absence = AbsenceStore(capacity, carried.absence)
        if carried.away >= 0:
            self.away_since = now - carried.away
        elif not self.is_free:
            self.expected_by = now + FOLLOW_TIMEOUT_S

    def stored_seat(self, now: float) -> StoredSeat:
        """Return the seat's data for the store."""
        text = decks.to_ydk(self.deck) if self.deck and self.deck.cards else ""
        facts = tuple(self.facts.values())
        return StoredSeat(
            self.name, self.keys, text, self.auto, self.left, facts, self.absence.stored_seconds(now)
        )

    def with_changes(self, **changes: Any) -> PlayerSeat:
        """Return a copy with these changes."""
        return replace(self, **changes)

    @property
    def prompt_mode(self) -> str:
        """The prompt mode in force now."""
        return self.held or self.auto

    @property
    def is_free(self) -> bool:
        """True if the seat has no player, so that another may take it."""
        return not self.name or self.left

    @property
    def is_playable(self) -> bool:
        """True if a match can begin with this seat: the player is connected and has a deck."""
        return self.guest is not None and self.deck is not None


def new_token(world: World, code: str) -> str:
    """Return a new token. It begins with the table's code, so that no index of tokens is needed."""
    return as_token(code, new_secret(world, TOKEN_BYTES))


def as_token(code: str, secret: str) -> str:
    """Return a secret as a token, with its table's code. The player's own key in this form works like a
    token.
    """
    return f"{code}.{secret}"


def digest(token: str) -> bytes:
    """Return the digest that a token or a key is stored as."""
    return hashlib.sha256(token.encode()).digest()


def redeem(keys: SeatKeys, token: str) -> SeatKeys | None:
    """Return a seat's keys after the use of a token; None if the token does not open the seat.

    The seat's other token is spent then. The player's own key ("CODE.KEY") spends both. A token that was used
    last works again, in case its answer was lost, unless it is an operator's link: others may have read it.
    """
    shown = digest(token)
    if hmac.compare_digest(shown, keys.fresh):
        return msgspec.structs.replace(keys, used=keys.fresh, fresh=b"", spent=_add_spent(keys, keys.used))
    if hmac.compare_digest(shown, keys.used):
        if shown in keys.spent:
            return None
        return msgspec.structs.replace(keys, fresh=b"", spent=_add_spent(keys, keys.fresh))
    if owns(keys, token.partition(".")[2]):
        return msgspec.structs.replace(
            keys, used=b"", fresh=b"", spent=_add_spent(keys, keys.used, keys.fresh)
        )
    return None


def owns(keys: SeatKeys, key: str) -> bool:
    """Return whether this is the player's own key."""
    return bool(key) and hmac.compare_digest(digest(key), keys.own)


def with_return_token(keys: SeatKeys, token: str) -> SeatKeys:
    """Return a seat's keys with the token of an operator's link, which opens the seat once. The previous
    token stays valid until then.
    """
    once = digest(token)
    return msgspec.structs.replace(keys, used=keys.fresh, fresh=once, spent=_add_spent(keys, keys.used, once))


def was_used(keys: SeatKeys, token: str) -> bool:
    """Return whether this token once belonged to the seat."""
    return digest(token) in keys.spent


def _add_spent(keys: SeatKeys, *dead: bytes) -> tuple[bytes, ...]:
    return (*keys.spent, *filter(None, dead))[-MAX_SPENT_TOKENS:]


def is_equal_secret(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
