"""Disclosures about a match: news of its progress, the pledge and shares of its throws, and afterwards the
data to check them.

This module decides the receivers. `match/fair_throws.py` makes the throws (docs/reference/fairness.md).
"""

from __future__ import annotations

from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.match import Match, MatchStage
from facedown_server.refereeing.referee import Result
from facedown_server.room.match.runner import MatchRunner
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import TableContext
from facedown_shared.protocol.messages import Opened, ToClient
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text import NOTHING, Words, words
from facedown_shared.text.endings import reason_words

BOTH = frozenset({0, 1})


class Disclosure:
    """Disclosures of one table about each of its matches."""

    def __init__(self, table: TableContext) -> None:
        self.seats: frozenset[Seat] | None = None
        """Seats whose hands and Decks have been opened to both players since the match ended; None while it
        runs.
        """
        self._table = table
        self._missed: dict[Seat, tuple[PlayerSeat, tuple[ToClient, ...]]] = {}
        """Players who were away when their match was dropped, and the messages about it to send on their
        return.
        """

    @property
    def has_both(self) -> bool:
        """True if both players have agreed to open their hands and Decks of the finished match."""
        return self.seats == BOTH

    def agreed_seats(self, runner: MatchRunner) -> frozenset[Seat]:
        """Return the seats whose hands and Decks are opened by agreement before the match: both or none.

        Empty if the match was not played to its end.
        """
        is_agreed = runner.header.settings.open_hands and runner.match.result() is not None
        return BOTH if is_agreed and not self._table.is_alone else frozenset()

    def send_missed(self, guest: Guest, runner: MatchRunner | None) -> None:
        """Send a newcomer the messages they missed, and the pledge and shares of the running or finished
        match.
        """
        seat, missed = self._missed.pop(guest.viewer, (None, ()))
        if seat is None or seat is not self._table.seats[guest.viewer]:
            missed = ()
        for message in (*missed, *(_bound(runner) if runner is not None else ())):
            guest.send(message)

    def send_opened(self, guest: Guest, runner: MatchRunner | None) -> None:
        """Send a newcomer the data to check the throws of a finished match."""
        if runner is not None and self.seats is not None:
            guest.send(self._opened_data(guest.viewer, runner))

    def open(self, runner: MatchRunner, seats: frozenset[Seat] = frozenset()) -> None:
        """Send the data to check the throws after the match: public throws to all, to players also their own
        and those of `seats`.
        """
        self.seats = seats
        for guest in tuple(self._table.audience):
            guest.send(self._opened_data(guest.viewer, runner))

    def forget(self, runner: MatchRunner | None) -> None:
        """Drop the match, since another player has sat down. An absent player of the match gets its throws on
        return.
        """
        for seat in self._table.seats if runner is not None and self.seats is not None else ():
            if runner is not None and seat.guest is None and not seat.is_free:
                self._missed[seat.number] = seat, (*_bound(runner), self._opened_data(seat.number, runner))
        self.seats = None

    def _opened_data(self, viewer: Seat, runner: MatchRunner) -> Opened:
        return runner.throws.opened_data(
            runner.match, () if viewer == PUBLIC_CLASS_INDEX else {viewer, *(self.seats or ())}
        )


def _bound(runner: MatchRunner) -> tuple[ToClient, ...]:
    """Return the messages that bind the throws of a match: the pledge, and the shares once all were shown."""
    pledge = runner.throws.pledge()
    return (pledge,) if runner.match.toss is None else (pledge, runner.throws.shares_message())


def match_news(match: Match, names: tuple[str, str], announced: int) -> Words:
    """Return a sentence about what has happened since the end of `announced` duels; NOTHING if there is no
    news.
    """
    if (result := match.result()) is not None:
        if result.winner is None:
            return words("match_drawn", _end_reason(result, names))
        return words("match_won", names[result.winner], _end_reason(result, names))
    if len(match.results) > announced:
        last, number = match.results[-1], len(match.results)
        if last.winner is None:
            return words("duel_drawn", number, _end_reason(last, names))
        return words("duel_won", number, names[last.winner], _end_reason(last, names))
    if match.stage is not MatchStage.ORDER:
        return NOTHING
    return words("says_who_begins" if match.results else "won_the_toss", names[match.chooser])


def _end_reason(result: Result, names: tuple[str, str]) -> Words:
    winner = result.winner or 0
    return reason_words(result.reason, names[winner], names[1 - winner])
