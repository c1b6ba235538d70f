"""Checks of stored seats: asks each server in the background whether the duel still waits.

A duel can end while its player is away, and a server can lose or close its table. Such a duel is marked as
over, and no longer offered. No pygame.
"""

from __future__ import annotations

import trio

from facedown_client.connection.link import Dial, Link, Status
from facedown_client.connection.return_places import Return, Returns, is_seat_unknown
from facedown_client.connection.visit import Visit
from facedown_shared.protocol.messages import GetTable, Refused, Tables

CHECK_INTERVAL_S = 60.0
"""Seconds until a server is asked again about the same seat."""

LIST_CHECK_INTERVAL_S = 10.0
"""The same while the list of all duels is open."""

CHECK_TIMEOUT_S = 8.0
MAX_CHECKS_AT_ONCE = 4
OVER = "over"
"""Stage of a table whose match is over."""


class ReturnChecks:
    """Checks of stored seats, as tasks of the given nursery; at most four connections at once.

    `dial` replaces the network (tests). `passwords`: those of the servers, by their addresses.
    """

    def __init__(
        self, nursery: trio.Nursery, returns: Returns, passwords: dict[str, str], dial: Dial | None = None
    ) -> None:
        self._nursery, self._returns = nursery, returns
        self._passwords, self._dial = passwords, dial
        self._limiter = trio.CapacityLimiter(MAX_CHECKS_AT_ONCE)
        self._asked: dict[tuple[str, str, int], float] = {}
        """Times of the last checks, by seat."""
        self._last: tuple[tuple[Return, ...], str] = ((), "")

    def start(self, places: tuple[Return, ...], name: str, interval_s: float = CHECK_INTERVAL_S) -> None:
        """Check the seats that were not checked within the interval, without waiting. `name`: the player's.

        A server on this computer is not asked: it runs only while its player is there.
        """
        self._last = places, name
        now = trio.current_time()
        waiting = {
            (place.address.base, place.code, place.viewer): place
            for place in places
            if place.key and not (place.hosted or place.practice)
        }
        self._asked = {seat: asked for seat, asked in self._asked.items() if seat in waiting}
        for seat, place in waiting.items():
            if now >= self._asked.get(seat, now - interval_s) + interval_s:
                self._asked[seat] = now
                self._nursery.start_soon(self._check, place, name)

    def repeat(self) -> None:
        """Check the same seats again, if the last check is not too recent, without waiting."""
        self.start(*self._last, LIST_CHECK_INTERVAL_S)

    async def _check(self, place: Return, name: str) -> None:
        """Ask the server of one seat; mark the seat if its duel is over or its table gone."""
        is_over = False
        async with self._limiter:
            with trio.move_on_after(CHECK_TIMEOUT_S):
                is_over = await self._ask(place, name)
        if is_over:
            self._returns.mark_over(place)

    async def _ask(self, place: Return, name: str) -> bool:
        """Return whether the server says that the duel is over, or that it does not know the seat."""
        wish = GetTable(place.code, key=place.key)
        visit = Visit(Link(place.address, name, wish=wish, dial=self._dial))
        visit.link.server_password = self._passwords.get(place.address.netloc, "")
        is_over: bool | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(visit.run_link)
            while is_over is None:
                message = await visit.next()
                if isinstance(message, Tables):
                    is_over = any(row.code == place.code and row.stage == OVER for row in message.rows)
                elif isinstance(message, Refused):
                    is_over = is_seat_unknown(message)
                elif visit.state.status in (Status.CLOSED, Status.WAITING):
                    is_over = False
            nursery.cancel_scope.cancel()
        return is_over
