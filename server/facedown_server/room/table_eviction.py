"""Choose the table that a full server closes to make room for a new one. Knows no rules.

Only a table whose players are all disconnected is closed, and only after some time. Tables that the operator
opened stay:

- A solo table, or one whose match has not begun or is over, after `unused_yields` seconds, divided by the
  number of such tables of its opener's network. So a client that opens many and leaves keeps them least, and
  a single player with a lost connection longest.
- A match between two that is not over, after `duel_yields`, and only if there is none of the others. That
  time is not divided: many duels behind one address may be a club whose router is down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.quotas import quota_levels
from facedown_server.room.room import Room


@dataclass(frozen=True, slots=True)
class Eviction:
    """A table that may be closed for another, and the seconds its players must have been away before that."""

    room: Room
    least_s: float


def find_eviction(
    rooms: Iterable[Room], openers: Mapping[str, str], bounds: Bounds, now: float
) -> Eviction | None:
    """Return the table to close first; None if no table may be closed.

    `openers`: the address that opened each table, by code. A table whose opener is not known (after a
    restart) counts alone.
    """
    empty = [room for room in rooms if room.empty_for(now) > 0.0 and not room.table.kept.reserved]
    unused = [room for room in empty if not room.has_match]
    left = Counter(_network(room, openers) for room in unused)
    yielding = [Eviction(room, bounds.unused_yields / left[_network(room, openers)]) for room in unused]
    duels = [Eviction(room, bounds.duel_yields) for room in empty if room.has_match]
    return _find_most_overdue(yielding, now) or _find_most_overdue(duels, now)


def _find_most_overdue(evictions: list[Eviction], now: float) -> Eviction | None:
    due = [each for each in evictions if each.room.empty_for(now) >= each.least_s]
    return max(due, key=lambda each: each.room.empty_for(now) / each.least_s, default=None)


def _network(room: Room, openers: Mapping[str, str]) -> str:
    """Return the widest network with a quota of its own that contains the opener's address."""
    opener = openers.get(room.code, "")
    return quota_levels(opener)[-1][0] if opener else f"table {room.code}"
