"""The addresses from which players of running matches have lost a connection, and may return."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from facedown_server.room.room import Room

LOOKUP_INTERVAL_S = 0.5


class AbsentPlayers:
    """Lookup of absent players by address, for the limits of connections. `rooms` returns every room."""

    def __init__(self, rooms: Callable[[], Iterable[Room]], now: Callable[[], float]) -> None:
        self._rooms, self._now = rooms, now
        self._addresses: set[str] = set()
        self._until = -math.inf

    def may_return_from(self, address: str) -> bool:
        """Return whether a player of a running match has lost a connection from this address."""
        return address in self.addresses

    @property
    def addresses(self) -> set[str]:
        """The addresses of all absent players. Absences of the last half second may be missing."""
        now = self._now()
        if now >= self._until:
            seats = (seat for room in self._rooms() if room.has_match for seat in room.table.seats)
            self._addresses = {seat.lost_from for seat in seats if seat.guest is None}
            self._until = now + LOOKUP_INTERVAL_S
        return self._addresses
