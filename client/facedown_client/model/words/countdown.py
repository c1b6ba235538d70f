"""The clocks of a table in words: the time left on request, and a warning before it runs out.

Law: the time is passed in.
"""

from __future__ import annotations

import math

from facedown_client.model.words.phrases import Names, capital, is_you
from facedown_shared.protocol.messages import SeatInfo, TableInfo
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text import _, gettext_noop, ngettext

WARNINGS = (60, 30, 10)
"""Remaining seconds at which the player on the clock is warned."""

STAND = gettext_noop("Connection lost: your clock is stopped until you reconnect.")
NO_CLOCK = gettext_noop("This table has no clock: take your time.")


class Countdown:
    """Both clocks of the last message, and the running one."""

    def __init__(self) -> None:
        self._table: TableInfo | None = None
        self._at = 0.0
        self._held = math.inf
        """Time since which there is no connection."""
        self._warned = math.inf
        """Threshold of the last warning; none while more time is left than for any warning."""

    def set_clocks(self, table: TableInfo, now: float) -> None:
        """Take the clocks from the table's latest message."""
        if self._table is None or self._table.duel != table.duel:
            self._warned = math.inf
        self._table, self._at, self._held = table, now, math.inf

    def stop(self, now: float) -> None:
        """Stop the clocks because the connection is lost, until the table is sent again."""
        self._held = min(self._held, now)

    def seconds_left(self, seat: Seat, now: float) -> float:
        """Return the seconds left to a seat."""
        if self._table is None:
            return 0.0
        passed = min(now, self._held) - self._at if self._table.ticking == seat else 0.0
        return max(0.0, self._table.seats[seat].clock - passed)

    def absence(self, seat: Seat, now: float) -> float | None:
        """Return the seconds a player may still be away; None if absence has no limit now."""
        table = self._table
        return None if table is None else absence_left(table.seats[seat], min(now, self._held) - self._at)

    def next(self, seat: Seat, now: float) -> float:
        """Return the seconds until this player's next warning; infinity if there is none."""
        if self._table is None or seat not in (0, 1) or self._table.ticking != seat:
            return math.inf
        if self._held < math.inf:
            return math.inf
        left = self.seconds_left(seat, now)
        warned = math.inf if left > WARNINGS[0] else self._warned
        below = [mark for mark in WARNINGS if mark < warned]
        return max(0.0, left - below[0]) if below and left > 0 else math.inf

    def due_warning(self, seat: Seat, now: float) -> list[str]:
        """Return the warning that is due, if there is one."""
        if self.next(seat, now) > 0.05:
            return []
        left = self.seconds_left(seat, now)
        self._warned = min(mark for mark in WARNINGS if mark >= min(left - 0.05, WARNINGS[0]))
        return [_("You have {span} left on your clock.", span=span(left))]

    def lines(self, names: Names, now: float) -> list[str]:
        """Return both clocks as lines, the player's own first, and the time left to an absent player."""
        table = self._table
        own = 1 if is_you(1, names) else 0
        seats = (own, 1 - own)
        left = [(seat, self.absence(seat, now)) for seat in seats]
        absent = [absence_words(capital(names[seat]), time) for seat, time in left if time is not None]
        if table is None or not has_clocks(table):
            return [_(NO_CLOCK), *absent]
        stand = [] if self._held == math.inf else [_(STAND)]
        return [*stand, *(self._line(seat, names, now) for seat in seats), *absent]

    def _line(self, seat: Seat, names: Names, now: float) -> str:
        table = self._table
        runs = table is not None and table.ticking == seat and self._held == math.inf
        values = {"name": capital(names[seat]), "span": span(self.seconds_left(seat, now))}
        if is_you(seat, names):
            return (
                _("You have {span} left; your clock is running.", **values)
                if runs
                else _("You have {span} left.", **values)
            )
        return (
            _("{name} has {span} left; the clock is running.", **values)
            if runs
            else _("{name} has {span} left.", **values)
        )


def has_clocks(table: TableInfo) -> bool:
    """Return whether this table is played with clocks."""
    return table.ticking != PUBLIC_CLASS_INDEX or any(seat.clock > 0 for seat in table.seats)


def absence_left(seat: SeatInfo, passed: float) -> float | None:
    """Return the seconds an absent player may still be away, given the time since the table's message.

    None if absence has no limit now.
    """
    return None if seat.present or seat.absence < 0 else max(0.0, seat.absence - passed)


def absence_words(name: str, left: float) -> str:
    """Return in words how long a player may still be away."""
    if left <= 0:
        return _("{name} is away, with no time left to reconnect.", name=name)
    return _("{name} is away; {span} left to reconnect.", name=name, span=span(left))


def span(seconds: float) -> str:
    """Return a duration in words: "4 minutes 10 seconds", "1 minute", "9 seconds"."""
    minutes, rest = divmod(round(seconds), 60)
    parts = [
        *([ngettext("{count} minute", "{count} minutes", minutes)] if minutes else ()),
        *([ngettext("{count} second", "{count} seconds", rest)] if rest else ()),
    ]
    return " ".join(parts) or _("no time")


def time_from_now(seconds: float) -> str:
    """Return a time from now in words: "in 9 seconds", "in 1 second"; "at once" for less."""
    return _("in {span}", span=span(seconds)) if round(seconds) else _("at once")
