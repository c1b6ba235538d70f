"""Ask a table's host to switch to EDOPro's core for a deck that needs it, and switch back afterwards.

No deck changes how a table plays by itself: its host answers yes or no. After a no, that deck causes no
further question. Once no deck at the table needs the core, a switched table plays by facedown's rules again.
"""

from __future__ import annotations

import structlog

from facedown_server.room.people.deck_intake import DeckIntake
from facedown_server.room.people.proposals import CORE, Agreement, Proposals
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import TableContext
from facedown_server.storage.store import NotOurs, StoreFailed
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import Seat
from facedown_shared.text import words

log = structlog.get_logger(__name__)


class CoreQuestion:
    """The question to one table's host, asked as a proposal."""

    def __init__(self, table: TableContext, intake: DeckIntake, proposals: Proposals) -> None:
        self._table = table
        self._intake = intake
        self._proposals = proposals
        self._declined: dict[Seat, Deck] = {}

    async def consider(self) -> None:
        """Ask the question, withdraw it, or switch the table back, as its decks require now.

        Raises StoreFailed.
        """
        table = self._table
        if table.is_alone:
            return
        needing = [seat for seat in table.seats if self._intake.needs_core(seat)]
        if table.settings.mode == "core":
            if table.kept.core_by_deck and not needing:
                await self._intake.change("rules")
                table.note = words("core_needed_no_more")
                table.changed()
        elif table.settings.mode == "rules":
            await self._ask_host(needing)

    async def reconsider(self) -> None:
        """Call `consider` after a player has left. If the change cannot be stored, the table stays as it
        is.
        """
        try:
            await self.consider()
        except NotOurs:
            raise
        except StoreFailed:
            log.warning("a table's way to play was not stored")

    async def _ask_host(self, needing: list[PlayerSeat]) -> None:
        table, opened = self._table, self._proposals.open
        asked = [seat for seat in needing if self._declined.get(seat.number) != seat.deck]
        if not asked or not self._intake.is_playable_by_core():
            if opened is not None and opened.what == CORE:
                self._proposals.clear()
                table.changed()
            return
        if opened is None or (opened.what == CORE and opened.proposer not in [one.number for one in asked]):
            await self._open(asked[0])

    async def _open(self, seat: PlayerSeat) -> None:
        table = self._table
        if self._proposals.was_declined(CORE, seat.number, table.now):  # for another deck of this seat
            return
        number = table.kept.proposals + 1
        await table.store_table(proposals=number)
        self._proposals.open = Agreement(CORE, seat.number, number=number)
        table.note = words("deck_wants_core", seat.name)
        table.changed()

    async def agree(self) -> None:
        """Switch the table to the core after the host's yes.

        Raises StoreFailed.
        """
        await self._intake.change("core", by_deck=True)
        self._table.changed()

    def decline(self, seat: Seat) -> None:
        """Record the host's no to the deck of a seat."""
        deck = self._table.seats[seat].deck
        if deck is not None:
            self._declined[seat] = deck
