"""How much is too much at tables and in the lobby, as one value; and buckets of tokens, to tell too fast."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


class Bucket:
    """`burst` tokens, refilled at `rate` a second; whoever finds it empty is too fast."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = now

    def take(self, now: float, count: float = 1) -> bool:
        """Take tokens, one or so many, if there are as many; a full bucket gives whatever is wanted."""
        if self.left(now) < min(count, self._burst):
            return False
        self._tokens = max(0.0, self._tokens - count)
        return True

    def left(self, now: float) -> float:
        """Tokens there are by now."""
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens

    def is_full(self, now: float) -> bool:
        """Whether nothing has been taken lately: it can be forgotten."""
        return self.left(now) >= self._burst


class Buckets:
    """A bucket for each key (an address), forgotten once it is full again."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[Hashable, Bucket] = {}

    def is_empty(self, key: Hashable, now: float) -> bool:
        """Whether this key has used up its tokens."""
        return key in self._buckets and self._buckets[key].left(now) < 1

    def take(self, key: Hashable, now: float, count: float = 1) -> bool:
        """Take one token of this key, or so many."""
        if key not in self._buckets:
            if len(self._buckets) >= self._most:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
            self._buckets[key] = Bucket(self._rate, self._burst, now)
        return self._buckets[key].take(now, count)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one server takes upon itself. Times are in seconds, rates in a second."""

    tables: int = 500
    tables_per_address: int = 12
    spectators: int = 200
    """At one table."""
    barred: int = 200
    """Names sent away that a table knows again; the oldest is forgotten first."""
    message_rate: float = 40.0
    message_burst: float = 120.0
    address_share: float = 5.0
    """How many times that all connections of one address may send together."""
    name_letters: int = 24
    chat_letters: int = 400
    chat_rate: float = 1.0
    """Lines from one connection."""
    chat_burst: float = 10.0
    patience: int = 60
    """Messages over the rate before a connection is closed; one is forgotten every second."""
    garbage: int = 5
    """Messages that are none before a connection is closed."""
    hello_within: float = 10.0
    guess_rate: float = 0.1
    """Wrong passwords, links and tokens from one address."""
    guess_burst: float = 5.0
    replay_rate: float = 4.0
    """Ways back at one table, a hundred steps of its line each, or fewer where many cards lie."""
    replay_burst: float = 60.0
    open_rate: float = 0.2
    """Files opened from one address."""
    open_burst: float = 10.0
    lock_rate: float = 0.1
    """Tables with a password opened from one address: sealing one takes about ten milliseconds."""
    lock_burst: float = 12.0
    work_share: float = 0.25
    """How many decks of a thousand letters, of all messages that an address may send: reading one and keeping
    the table takes about two milliseconds, a longer one as much more."""
    bring_rate: float = 2.0
    """Decks, and messages of facts about their cards, brought to one table."""
    bring_burst: float = 150.0
    grace: float = 120.0
    """How long a player may be away before the other may settle the match alone."""
    share_within: float = 10.0
    """For a player's client to show its share of a match's throws."""
    pause: float = 900.0
    """Longest pause both have agreed to; then the clocks go on."""
    order_time: float = 60.0
    """To say who begins, at a table with clocks."""
    side_time: float = 300.0
    """For siding, at a table with clocks."""
    empty_closes: float = 60.0
    """When a table without a player is closed, before its match."""
    over_closes: float = 300.0
    """The same after it."""
    idle_closes: float = 21_600.0
    """When a table is closed at which nobody does anything, also in the middle of a match."""
