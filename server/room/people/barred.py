"""Addresses from which one table's host has sent people away. Names are kept with the table; these are never
stored, and forgotten with the process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from server.room.people.guest import Guest


class BarredAddresses:
    """The latest `most` of them, of one table, as far as people came to this server or relay."""

    def __init__(self, most: int) -> None:
        self._addresses: deque[str] = deque(maxlen=most)

    def bar(self, guest: Guest, there: Iterable[Guest]) -> None:
        """Somebody is sent away. Where one of those who are `there` has the same address, it stays open: a
        household, or a proxy that does not say for whom it comes."""
        if not any(other.address == guest.address for other in there if other is not guest):
            self._addresses.append(guest.address)

    def __contains__(self, guest: Guest) -> bool:
        return guest.address in self._addresses
