"""Token buckets for rate limits: a single one, or one for each address and each network."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from facedown_server.network.wire.quotas import quota_levels


class Bucket:
    """A token bucket: it holds up to `burst` tokens and is refilled at `rate` a second."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = now

    def take(self, now: float, count: float = 1) -> bool:
        """Take `count` tokens; return False if there are too few. A full bucket gives any number."""
        burst, left = self._burst, self._tokens + (now - self._filled) * self._rate
        self._filled = now
        if left > burst:
            left = burst
        if left < count and left < burst:
            self._tokens = left
            return False
        self._tokens = left - count if left > count else 0.0
        return True

    def can_take(self, now: float, count: float = 1) -> bool:
        """Return whether `count` tokens could be taken now."""
        return self.tokens_left(now) >= min(count, self._burst)

    def tokens_left(self, now: float) -> float:
        """Return the number of tokens in the bucket."""
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        return self._tokens

    def charge(self, now: float, count: float) -> None:
        """Take `count` tokens in any case, up to a debt of `burst`."""
        burst, left = self._burst, self._tokens + (now - self._filled) * self._rate
        self._filled = now
        left = (min(left, burst)) - count
        self._tokens = max(-burst, left)

    def lower(self, now: float, left: float) -> None:
        """Reduce the bucket to at most `left` tokens."""
        self._tokens = min(self.tokens_left(now), max(0.0, left))

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full, so that it need not be stored."""
        return self.tokens_left(now) >= self._burst


class Buckets:
    """A token bucket for each key (an address), and for each network that it is in
    (`server/facedown_server/network/wire/quotas.py`). Full ones are not stored.
    """

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self._most = most
        self._prune_at = most
        """Number of buckets at which full ones are dropped: twice those left by the last pruning, so that
        pruning is rare.
        """
        self._buckets: dict[Hashable, Bucket] = {}
        self._news: dict[Hashable, float] = {}
        """Tokens taken by key since the last call of `take_spent`."""
        self._on_news: Callable[[], None] | None = None

    def is_empty(self, key: Hashable, now: float) -> bool:
        """Return whether this key has no token left."""
        for name, _ in _levels(key):
            bucket = self._buckets.get(name)
            if bucket is not None and bucket.tokens_left(now) < 1:
                return True
        return False

    def take(self, key: Hashable, now: float, count: float = 1) -> bool:
        """Take `count` tokens of this key; return False if there are too few."""
        levels = _levels(key)
        for name, share in reversed(levels):  # an exhausted network creates no buckets
            if not self._bucket(name, share, now).can_take(now, count):
                return False
        for name, share in levels:
            self._bucket(name, share, now).take(now, count)
        if self._on_news is not None:
            self._note(key, count)
        return True

    def take_with_share(self, key: Hashable, now: float, count: float, share: Bucket) -> bool:
        """Take `count` tokens of this key, of which `share` is one user's part that others cannot use up."""
        if share.take(now, count):
            self.charge(key, now, count)
            return True
        return self.take(key, now, count)

    def charge(self, key: Hashable, now: float, count: float) -> None:
        """Take `count` tokens of this key in any case, up to a debt as large as a full bucket."""
        for name, share in _levels(key):
            bucket = self._buckets.get(name)
            if bucket is None:
                bucket = self._bucket(name, share, now)
            bucket.charge(now, count)
        if self._on_news is not None:
            self._note(key, count)

    def _note(self, key: Hashable, count: float) -> None:
        """Record taken tokens for `news`."""
        if self._on_news is not None:
            self._news[key] = self._news.get(key, 0.0) + count
            self._on_news()

    def _bucket(self, name: Hashable, share: int, now: float) -> Bucket:
        if name not in self._buckets:
            if len(self._buckets) >= self._prune_at:
                self._buckets = {k: b for k, b in self._buckets.items() if not b.is_full(now)}
                self._prune_at = max(self._most, 2 * len(self._buckets))
            self._buckets[name] = Bucket(share * self.rate, share * self.burst, now)
        return self._buckets[name]

    # --- where others count the same keys ------------------------------------------------------------------

    def start_recording(self, on_news: Callable[[], None]) -> None:
        """Start recording the taken tokens for `take_spent`; `on_news` is called when there are any."""
        self._on_news = on_news

    def take_spent(self) -> dict[str, float]:
        """Return the tokens of each key taken since the last call."""
        news, self._news = self._news, {}
        return {str(key): count for key, count in news.items()}

    def put_back_spent(self, news: Mapping[str, float]) -> None:
        """Put back news that could not be sent, unless there is too much."""
        for key, count in news.items():
            if key in self._news or len(self._news) < self._most:
                self._news[key] = self._news.get(key, 0.0) + count

    def reduce(self, taken: Mapping[str, float], now: float) -> None:
        """Reduce the buckets to what is left after `taken`, the tokens that all nodes together have taken."""
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
    return quota_levels(key) if isinstance(key, str) and "/" in key else ((key, 1),)
