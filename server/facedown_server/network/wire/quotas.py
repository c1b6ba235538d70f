"""Quotas by IP address: for one address, and for a whole network together.

`crowd_key` (`addresses.py`) of an IPv4 address is that address, of an IPv6 address its /64: every home has
one. A /56 or a /48 holds hundreds or thousands of those, so each prefix also has a quota of its own: q for a
/64, 4q for a /56, 16q for a /48. Everything counted by address is counted like this (connections, incomplete
requests, tables, messages, work, guesses); bans use the key alone.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from facedown_server.network.wire.addresses import NETWORK_BITS

SHARES = ((NETWORK_BITS, 1), (56, 4), (48, 16))
"""Length of an IPv6 prefix, and the multiple of one address's quota that the whole prefix has."""

Level = tuple[str, int]
"""The key of an address or network, and the multiple of the quota that it has."""


def quota_levels(key: str) -> tuple[Level, ...]:
    """Return the levels that this key is counted in, the narrowest first."""
    return _network_levels(key) if "/" in key else ((key, 1),)


@lru_cache(maxsize=4_096)
def _network_levels(key: str) -> tuple[Level, ...]:
    network = ipaddress.IPv6Network(key)
    return tuple((str(network.supernet(new_prefix=length)), share) for length, share in SHARES)


class AddressCounts(Counter[str]):
    """Counts by address, and by each network that contains the address."""

    @classmethod
    def counts_of(cls, keys: Iterable[str]) -> AddressCounts:
        """Return the counts of these keys."""
        counts = cls()
        for key in keys:
            counts.add(key)
        return counts

    def add(self, key: str, count: int = 1) -> None:
        """Add `count` to this key."""
        for name, _ in quota_levels(key):
            self[name] += count

    def remove(self, key: str) -> None:
        """Subtract one from this key."""
        for name, _ in quota_levels(key):
            self[name] -= 1
            if not self[name]:
                del self[name]

    def has_reached(self, key: str, quota: int, spare: int = 0) -> bool:
        """Return whether this address, or a network that contains it, has reached its quota plus `spare`."""
        return any(self[name] >= share * quota + spare for name, share in quota_levels(key))


@dataclass(slots=True, eq=False)
class ShortRequest:
    """A connection that should end soon. `cut` closes the connection."""

    cut: Callable[[], None]
    levels: tuple[Level, ...] = ()


class ShortRequests:
    """Connections that should end soon, because their request is incomplete or they only download a page: at
    most `most` in all, `per_address` of one address.

    A newcomer is never refused because of these. Beyond the limit, the oldest of the same address is cut, or
    the oldest of the address (or network) with the most. So a client that sends its request at once is
    served, however many others send half a line.
    """

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._waiting: dict[ShortRequest, None] = {}
        self._groups: dict[str, dict[ShortRequest, None]] = {}
        """Key of each level -> its requests, the oldest first."""
        self._widest: dict[str, None] = {}
        """Keys of the widest level that have waiting requests."""

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, request: ShortRequest, peer: str, key: str) -> None:
        """Register a connection. `key`: "" for a peer without a quota, such as a proxy."""
        levels = quota_levels(key or peer)
        for name, share in levels if key else ():
            while len(group := self._groups.get(name, {})) >= share * self._per_address:
                self._evict(group)
        while len(self._waiting) >= self._most:
            self._evict(max((self._groups[name] for name in self._widest), key=len))
        request.levels = levels
        self._waiting[request] = None
        for name, _ in levels:
            self._groups.setdefault(name, {})[request] = None
        self._widest[levels[-1][0]] = None

    def unregister(self, request: ShortRequest) -> None:
        """Unregister a connection: its request is complete, or it has closed."""
        if request not in self._waiting:
            return
        del self._waiting[request]
        for name, _ in request.levels:
            group = self._groups[name]
            del group[request]
            if not group:
                del self._groups[name]
                self._widest.pop(name, None)

    def _evict(self, group: dict[ShortRequest, None]) -> None:
        oldest = next(iter(group))
        self.unregister(oldest)
        oldest.cut()
