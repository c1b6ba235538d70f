"""The page of a table's slip, opened without a log-in: the result is chosen, then both players tap their
names.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from facedown_server.events.live.live_event import LiveEvent
from facedown_server.events.rules.acts import Score, SlipSubmitted
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.results import outcome_of
from facedown_server.events.rules.state import Pairing


@dataclass
class Slip:
    """A slip that a page has opened, and what was tapped on it. `pairing`: of the round it is for."""

    event: LiveEvent
    pairing: int
    table: int
    score: Score | None = None
    tapped: set[int] = field(default_factory=set)

    @property
    def own(self) -> Pairing | None:
        """The pairing of the slip; None if its round is no longer the present one."""
        now = self.event.state.round
        if now is None or now.pairing != self.pairing:
            return None
        return next((one for one in now.pairings if one.table == self.table), None)

    def choose(self, score: Score) -> None:
        """Choose the result; both names are tapped again for another one.

        Raises IllegalAct for a score that no match has.
        """
        self._expect_open()
        outcome_of(self.event.state.settings, score)
        self.score, self.tapped = score, set()

    async def tap(self, player: int) -> None:
        """Note that a player has tapped their name; the second one enters the result.

        Raises IllegalAct, and OSError.
        """
        own = self._expect_open()
        if self.score is None or player not in (own.one, own.two):
            raise IllegalAct(Fault.NOT_AT_TABLE)
        self.tapped.add(player)
        if len(self.tapped) == 2:
            players = own.one, own.two
            await self.event.add_of_slip(
                SlipSubmitted(len(self.event.state.rounds), self.table, players, self.score)
            )

    def _expect_open(self) -> Pairing:
        own = self.own
        if own is None:
            raise IllegalAct(Fault.OLD_SLIP)
        if own.result is not None:
            raise IllegalAct(Fault.HAS_RESULT, own.table)
        return own


def open_slip(event: LiveEvent, text: str, address: str) -> Slip:
    """Return the slip of a table of the present round. `text`: table and number of the slip, as in 7-483126.

    Raises IllegalAct, with the same fault for an unknown table, a wrong number and a slip of another round.
    """
    table, _sep, number = text.partition("-")
    now = event.state.round
    event.expect_slip_guess(address)
    if event.state.settings.screen_format:  # the referee enters the results
        now = None
    if now is None or not any(str(one.table) == table for one in now.pairings if not one.is_bye):
        event.note_slip_guess(address)
        raise IllegalAct(Fault.OLD_SLIP)
    if number.strip() != event.keys.slip_number(now.pairing, int(table)):
        event.note_slip_guess(address)
        raise IllegalAct(Fault.OLD_SLIP)
    return Slip(event, now.pairing, int(table))
