"""The only source of randomness: streams derived from one secret and the players' shares.

Each purpose and seat has a stream with a secret of its own, so that a published secret discloses neither
another stream nor a later duel. The same secret and shares always give the same throws: a log can be run
again.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence

from facedown_shared.protocol import fairness
from facedown_shared.protocol.fairness import Stream


class RandomStreams:
    """Throws and shuffles derived from `secret` (at least 32 bytes) and the players' shares.

    `scope` is the number of the duel. `pledged` streams allow only throws that were committed to.
    """

    def __init__(
        self, secret: bytes, shares: Sequence[bytes] = (), scope: str = "", *, pledged: bool = False
    ) -> None:
        self.thrown: dict[str, list[int]] = {}
        """The limits of all single throws so far, by purpose; shuffles are not counted."""
        self._secret = secret
        self._shares = tuple(shares)
        self._scope = scope
        self._pledged = pledged
        self._streams: dict[str, Stream] = {}

    def for_duel(self, scope: str) -> RandomStreams:
        """Return the streams of one duel of the same match."""
        return RandomStreams(self._secret, self._shares, scope, pledged=self._pledged)

    @property
    def recipe(self) -> tuple[bytes, tuple[bytes, ...], str]:
        """Secret, shares and scope. The same recipe gives the same throws."""
        return self._secret, self._shares, self._scope

    def restart(self) -> None:
        """Restart every stream: undone throws count as never thrown."""
        self.thrown.clear()
        self._streams.clear()

    def secret(self, name: str) -> bytes:
        """Return the secret of the stream with this full name ("1/deck:0"), for its commitment and its
        publication.
        """
        return hmac.digest(self._secret, b"facedown secret\0" + name.encode(), "sha256")

    def draw_below(self, limit: int, purpose: str) -> int:
        """Return a uniform number in range(limit) from the stream of this purpose ("coin", "die" …)."""
        self.thrown.setdefault(purpose, []).append(limit)
        return self._stream(purpose).draw_below(limit)

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """Return a uniform permutation of range(count) from the stream of this purpose ("deck:0" …)."""
        return self._stream(purpose).order(count)

    def _stream(self, purpose: str) -> Stream:
        if purpose not in self._streams:
            name = f"{self._scope}/{purpose}"
            if self._pledged and name not in fairness.names(int(self._scope)):
                raise RuntimeError(
                    f"the throw {name} was not pledged; facedown_shared/protocol/fairness.py names all"
                )
            self._streams[purpose] = Stream(fairness.key(name, self.secret(name), self._shares))
        return self._streams[purpose]


class FixedStreams(RandomStreams):
    """Fixed throws and no shuffling, for scenarios: Decks stay in the written order.

    `throws` holds for each purpose ("coin", "die") the results of `draw_below`, in order; after them,
    `draw_below` returns 0.
    """

    def __init__(self, throws: Mapping[str, Sequence[int]] | None = None) -> None:
        super().__init__(bytes(32))
        self._throws = throws or {}

    def for_duel(self, scope: str) -> RandomStreams:
        """Return the same streams for every duel."""
        return self

    def draw_below(self, limit: int, purpose: str) -> int:
        """Return the next given throw of this purpose, or 0."""
        thrown = self.thrown.setdefault(purpose, [])
        thrown.append(limit)
        fixed = self._throws.get(purpose, ())
        return fixed[len(thrown) - 1] if len(thrown) <= len(fixed) else 0

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """Return the unchanged order."""
        return range(count)
