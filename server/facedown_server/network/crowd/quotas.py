"""Limits of what people may do at tables and in the lobby, as one value; and token buckets that keep
rates."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from facedown_server.network.wire.quotas import quota_levels


class Bucket:
    """A token bucket: it holds `burst` tokens and is refilled at `rate` a second."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = now

    def take(self, now: float, count: float = 1) -> bool:
        """Take so many tokens, if there are as many. A full bucket gives any number."""
        if not self.has(now, count):
            return False
        self._tokens = max(0.0, self._tokens - count)
        return True

    def has(self, now: float, count: float = 1) -> bool:
        """Whether so many could be taken now."""
        return self.left(now) >= min(count, self._burst)

    def left(self, now: float) -> float:
        """How many tokens there are now."""
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens

    def lower(self, now: float, left: float) -> None:
        """Hold no more than so many tokens now."""
        self._tokens = min(self.left(now), max(0.0, left))

    def is_full(self, now: float) -> bool:
        """Whether nothing has been taken lately: it can be forgotten."""
        return self.left(now) >= self._burst


class Buckets:
    """A token bucket for each key (an address), and for each network that it is in
    (`server/facedown_server/network/wire/quotas.py`). A full one need not be kept."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self._most = most
        self._buckets: dict[Hashable, Bucket] = {}
        self._news: dict[Hashable, float] = {}
        """Tokens taken by key since they were last told."""
        self._on_news: Callable[[], None] | None = None

    def is_empty(self, key: Hashable, now: float) -> bool:
        """Whether this key has no token left."""
        names = [name for name, _ in _levels(key) if name in self._buckets]
        return any(self._buckets[name].left(now) < 1 for name in names)

    def take(self, key: Hashable, now: float, count: float = 1) -> bool:
        """Take so many tokens of this key."""
        levels = _levels(key)
        for name, share in reversed(levels):  # a network that has used up its own makes no buckets
            if not self._bucket(name, share, now).has(now, count):
                return False
        for name, share in levels:
            self._bucket(name, share, now).take(now, count)
        if self._on_news is not None:
            self._news[key] = self._news.get(key, 0.0) + count
            self._on_news()
        return True

    def spend(self, key: Hashable, now: float, count: float) -> None:
        """Take so many tokens of this key, or all that are left."""
        for name, share in _levels(key):
            bucket = self._bucket(name, share, now)
            bucket.lower(now, bucket.left(now) - count)

    def _bucket(self, name: Hashable, share: int, now: float) -> Bucket:
        if name not in self._buckets:
            if len(self._buckets) >= self._most:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
            self._buckets[name] = Bucket(share * self.rate, share * self.burst, now)
        return self._buckets[name]

    # --- where others count the same keys ------------------------------------------------------------------

    def share(self, on_news: Callable[[], None]) -> None:
        """From here on remember what is taken, for `news`; `on_news` is called when there is any."""
        self._on_news = on_news

    def news(self) -> dict[str, float]:
        """How many tokens of each key were taken since this was last asked."""
        news, self._news = self._news, {}
        return {str(key): count for key, count in news.items()}

    def news_again(self, news: Mapping[str, float]) -> None:
        """These could not be told: they are news again, unless there are too many."""
        for key, count in news.items():
            if key in self._news or len(self._news) < self._most:
                self._news[key] = self._news.get(key, 0.0) + count

    def learn(self, taken: Mapping[str, float], now: float) -> None:
        """Hold no more than is left where so many tokens were taken by all together."""
        used, shares = dict[Hashable, float](), dict[Hashable, int]()
        for key, count in taken.items():
            for name, share in _levels(key):
                used[name], shares[name] = used.get(name, 0.0) + count, share
        for mine, count in self._news.items():
            for name, _ in _levels(mine):
                if name in used:
                    used[name] += count
        for name, count in used.items():
            share = shares[name]
            self._bucket(name, share, now).lower(now, share * self.burst - count)


def _levels(key: Hashable) -> tuple[tuple[Hashable, int], ...]:
    return quota_levels(key) if isinstance(key, str) else ((key, 1),)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one server. Times are in seconds, rates are per second."""

    tables: int = 500
    tables_per_address: int = 12
    spectators: int = 200
    """At one table."""
    relays: int = 16
    """Relays at one table with its host's link for relays; half as many without."""
    relays_per_address: int = 4
    """Relays at one table from one address without that link."""
    crowd: int = 10_000
    """Spectators behind all relays with that link."""
    crowd_per_relay: int = 200
    """Spectators behind one relay without that link."""
    relay_chat_rate: float = 5.0
    """Lines from one relay."""
    relay_chat_burst: float = 30.0
    crowd_rate: float = 200.0
    """Names that one relay says have come or gone behind it."""
    crowd_burst: float = 1_000.0
    barred: int = 200
    """How many names, and addresses, that were sent away a table remembers; the oldest is forgotten first."""
    message_rate: float = 40.0
    message_burst: float = 120.0
    address_share: float = 5.0
    """All connections of one address together may send so many times that."""
    name_letters: int = 24
    chat_letters: int = 400
    chat_rate: float = 1.0
    """Lines from one connection."""
    chat_burst: float = 10.0
    propose_rate: float = 0.4
    """Proposals of one player, and steps that are proposed to be taken back."""
    propose_burst: float = 4.0
    patience: int = 60
    """Messages over the rate before a connection is closed; one is forgotten every second."""
    garbage: int = 5
    """How many things that are no message are taken before a connection is closed."""
    hello_within: float = 10.0
    guess_rate: float = 0.1
    """Wrong passwords, links and tokens from one address."""
    guess_burst: float = 5.0
    replay_rate: float = 4.0
    """Steps taken back, new beginnings and saved files at one table, by their price
    (`room/people/line_requests.py`)."""
    replay_burst: float = 60.0
    replay_rate_of_address: float = 10.0
    """The same at all tables together, of one address."""
    journal_bytes_per_day: float = 200e6
    """Bytes that the messages of one address make the journal take."""
    late_act_rate: float = 8.0
    """Acts of running matches from one address that has used up those bytes."""
    late_act_burst: float = 240.0
    open_rate: float = 0.2
    """Files opened from one address."""
    open_burst: float = 10.0
    lock_rate: float = 0.1
    """Tables with a password opened from one address: sealing one takes about ten milliseconds."""
    lock_burst: float = 12.0
    work_share: float = 0.25
    """The share of an address's messages that may be decks of a thousand letters. Reading such a deck and
    storing the table takes about two milliseconds; a longer one takes longer in proportion."""
    bring_rate: float = 2.0
    """Decks, and messages of facts about their cards, brought to one table."""
    bring_burst: float = 150.0
    search_rate: float = 8.0
    """Searches for a card's name from one address: each takes three milliseconds at most."""
    search_burst: float = 24.0
    grace: float = 120.0
    """How long a player may be away before the other may settle the match alone."""
    share_within: float = 10.0
    """How long a player's client has to show its share of a match's throws."""
    pause: float = 900.0
    """The longest pause. After it the clocks go on."""
    order_time: float = 60.0
    """How long a player has to say who begins, at a table with clocks."""
    side_time: float = 300.0
    """How long players have for siding, at a table with clocks."""
    empty_closes: float = 60.0
    """After this time without a player a table is closed, before its match."""
    over_closes: float = 300.0
    """The same after its match."""
    unused_yields: float = 300.0
    """After this time without a player a table gives up its place to a new one where there is no room, unless
    two play a match there; sooner where its opener has left more of them (`room/table_eviction.py`)."""
    duel_yields: float = 900.0
    """The same of a match between two, while none of the others gives up its place."""
    idle_closes: float = 21_600.0
    """A table at which nobody does anything for so long is closed, even during a match."""
