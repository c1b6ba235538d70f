"""IP addresses banned from one table by its host.

Banned names are stored with the table. Banned addresses stay in memory while the table is open; nodes of one
service share them in the database. Relays with the host's link are sent a mark of each, and report those of
people kicked behind them. A mark is 20 bits of a digest: thousands of addresses have the same,
so that it does not reveal whose it is. Addresses of local networks have none: other networks use them too.

If other people at the table share the address, only the name is banned. From the second kick on, newcomers
from that address are also refused for a while, longer each time: otherwise a person with two connections
could always return under another name. These names and delays stay in this node's memory.
"""

from __future__ import annotations

import ipaddress
from collections import deque
from collections.abc import Callable, Collection, Iterable
from hashlib import sha256

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import skeleton
from facedown_server.network.wire.addresses import FAR, label

BarredAt = tuple[str, str]
"""A table code and a banned address."""


FIRST_CLOSURE_S, CLOSURE_RATIO, MAX_CLOSURE_S = 60.0, 4.0, 86_400.0
"""Seconds for which a shared address is closed to newcomers after the second kick, the factor for each
further kick, and the maximum.
"""

MARK_BITS = 20


class SharedBars:
    """Bans that the nodes of a service exchange
    (`server/facedown_server/service/nodes/service_quotas.py`).
    """

    def __init__(self, most: int = 1_000) -> None:
        self._known: frozenset[BarredAt] = frozenset()
        self._news: deque[BarredAt] = deque(maxlen=most)
        self._on_news: Callable[[], None] | None = None

    def start_sharing(self, on_news: Callable[[], None]) -> None:
        """Start collecting new bans for `take_new_bans`; `on_news` is called when there are any."""
        self._on_news = on_news

    def add(self, code: str, address: str) -> None:
        """Add a ban from a table."""
        if self._on_news is not None:
            self._news.append((code, address))
            self._on_news()

    def take_new_bans(self) -> tuple[BarredAt, ...]:
        """Return the bans added since the last call."""
        news = tuple(self._news)
        self._news.clear()
        return news

    def put_back_bans(self, news: Iterable[BarredAt]) -> None:
        """Put back bans that could not be sent."""
        self._news.extendleft(reversed(tuple(news)))

    def replace_known(self, known: Iterable[BarredAt]) -> None:
        """Replace the known bans by those of all nodes together."""
        self._known = frozenset(known)

    def addresses_at(self, code: str) -> tuple[str, ...]:
        """Return the known banned addresses of a table."""
        return tuple(sorted(address for table, address in self._known if table == code))

    def __contains__(self, one: BarredAt) -> bool:
        return one in self._known


class BarredAddresses:
    """The latest `most` bans of one table: those made on this node or relay, and those of other nodes."""

    def __init__(
        self, most: int, now: Callable[[], float], code: str = "", shared: SharedBars | None = None
    ) -> None:
        self._now = now
        self._addresses: deque[str] = deque(maxlen=most)
        self._names: deque[tuple[str, str]] = deque(maxlen=most)
        """Pairs of an address and a name banned at that address."""
        self._closures: dict[str, tuple[int, float]] = {}
        """Shared address -> number of kicks there, and the time until which it is closed to newcomers."""
        self._most = most
        self._code = code
        self._shared = SharedBars() if shared is None else shared

    def ban_address(self, address: str, name: str, others: Iterable[Guest]) -> tuple[int, ...]:
        """Ban the address of a kicked person. Returns its mark, or none if the address stays open.

        If one of the others shares the address (a household, or a proxy that does not forward addresses),
        the address stays open. Then the name is banned instead, unless another guest at the address has a
        name that looks like it. Newcomers from the address are refused for a while if a guest there is kicked
        again.
        """
        others = [other for other in others if other.address == address]
        if not others:
            self._addresses.append(address)
            self._shared.add(self._code, address)
            return self.marks_of(address)
        self._close_address(address)
        if skeleton(name) not in {skeleton(other.name) for other in others}:
            self.ban_name(address, name)
        return ()

    def ban_marks(self, marks: Iterable[int], there: Collection[Guest]) -> None:
        """Ban the addresses with these marks, which another relay or the server reports. One that a guest in
        `there` has stays open.
        """
        for mark in set(marks).difference(*(self.marks_of(guest.address) for guest in there)):
            if (key := _mark_key(mark)) not in self._addresses:
                self._addresses.append(key)
                self._shared.add(self._code, key)

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks of all banned addresses, for relays with the host's link."""
        marks = set[int]()
        for key in (*self._shared.addresses_at(self._code), *self._addresses):
            kind, _, rest = key.rpartition(" ")
            if kind in ("", "mark"):
                marks.update([int(rest)] if kind else self.marks_of(rest))
        return tuple(sorted(marks))

    def marks_of(self, address: str) -> tuple[int, ...]:
        """Return the mark of an address at this table; none for an address of a local network."""
        try:
            is_far = label(ipaddress.ip_network(address).network_address) == FAR
        except ValueError:  # no address of the Internet protocol
            is_far = False
        if not is_far:
            return ()
        digest = sha256(f"facedown address\0{self._code}\0{address}".encode()).digest()
        return (int.from_bytes(digest[:4], "big") >> (32 - MARK_BITS),)

    def _close_address(self, address: str) -> None:
        """Refuse newcomers from a shared address for a while, after a kick."""
        times = self._closures.pop(address, (0, 0.0))[0] + 1
        longer = CLOSURE_RATIO ** min(times - 2, 16) if times > 1 else 0.0
        self._closures[address] = times, self._now() + min(MAX_CLOSURE_S, FIRST_CLOSURE_S * longer)
        if len(self._closures) > self._most:
            del self._closures[next(iter(self._closures))]

    def is_temporarily_closed(self, guest: Guest) -> bool:
        """Return whether this guest's shared address is closed to newcomers at the moment."""
        return self._now() < self._closures.get(guest.address, (0, 0.0))[1]

    def ban_name(self, address: str, name: str) -> None:
        """Ban a name at this address, and behind relays at this address."""
        self._names.append((address, name))

    def banned_names_at(self, address: str) -> tuple[str, ...]:
        """Return the names banned at this address."""
        return tuple(name for barred, name in self._names if barred == address)

    def ban_relays_at(self, relay: Guest) -> None:
        """Ban relays from the address of this relay.

        Relays with the host's link are banned only if this relay used that link. Spectators and players at
        the address may stay.
        """
        for by_link in (False, True) if relay.by_link else (False,):
            key = _relay_key(relay.address, by_link=by_link)
            self._addresses.append(key)
            self._shared.add(self._code, key)

    def is_relay_banned(self, relay: Guest, *, by_link: bool) -> bool:
        """Return whether this relay's address is banned for relays, with or without the host's link.

        A relay without the link is also banned after a spectator at its address was kicked.
        """
        key = _relay_key(relay.address, by_link=by_link)
        is_banned = key in self._addresses or (self._code, key) in self._shared
        return is_banned or (not by_link and (self._is_banned(relay) or self.is_temporarily_closed(relay)))

    def __contains__(self, guest: Guest) -> bool:
        look = skeleton(guest.name)
        return self._is_banned(guest) or look in map(skeleton, self.banned_names_at(guest.address))

    def _is_banned(self, guest: Guest) -> bool:
        keys = (guest.address, *map(_mark_key, self.marks_of(guest.address)))
        return any(key in self._addresses or (self._code, key) in self._shared for key in keys)


def _relay_key(address: str, *, by_link: bool) -> str:
    """Return the key under which the relays of an address are banned."""
    return ("linked " if by_link else "relay ") + address


def _mark_key(mark: int) -> str:
    """Return the key under which the addresses with a mark are banned."""
    return f"mark {mark}"
