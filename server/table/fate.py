"""The only randomness: streams drawn from one secret, a stream for each purpose and seat.

A stream is HMAC-SHA256 in counter mode, so no number published from one tells another. The same secret gives
the same throws for ever: a log can be run again.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence


class Fate:
    """Throws and shuffles for one duel from `secret` (32 bytes or more)."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._streams: dict[str, _Stream] = {}

    def below(self, limit: int, purpose: str) -> int:
        """A fair number in range(limit) from the stream of this purpose ("deck:0", "coin" …)."""
        if purpose not in self._streams:
            self._streams[purpose] = _Stream(hmac.digest(self._secret, purpose.encode(), "sha256"))
        return self._streams[purpose].below(limit)

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """A fair order of range(count), by Fisher and Yates."""
        order = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1, purpose)
            order[last], order[other] = order[other], order[last]
        return order


class Still(Fate):
    """No shuffling, and every throw is 0: for scenarios, whose Decks lie as written."""

    def __init__(self) -> None:
        super().__init__(bytes(32))

    def below(self, limit: int, purpose: str) -> int:
        """Always 0."""
        return 0

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """The order as it is."""
        return range(count)


class _Stream:
    """Bytes of one purpose, 4 at a time; numbers by rejection, so every one is equally likely."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._left = b""

    def _word(self) -> int:
        if not self._left:
            self._left = hmac.digest(self._key, self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
        word, self._left = self._left[:4], self._left[4:]
        return int.from_bytes(word, "big")

    def below(self, limit: int) -> int:
        fair = (1 << 32) // limit * limit
        while (word := self._word()) >= fair:
            pass
        return word % limit
