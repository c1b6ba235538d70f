"""Shared state of all parts of a room: the stored table, its seats and guests, its settings, chat and
note.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from facedown_server.network.crowd.bans import BarredAddresses
from facedown_server.network.crowd.chat_quota import ChatQuota
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import clean_name
from facedown_server.room.broadcast.audience import Audience
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.disk_quota import Stored
from facedown_server.room.people.relay_control import RelayControl
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.spectators import Watchers
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.store import ChatLine, NotOurs, StoredTable, StoreFailed
from facedown_shared.cards.facts import Pool
from facedown_shared.protocol.messages import Said
from facedown_shared.tables import FORMATS, PUBLIC_CLASS_INDEX
from facedown_shared.text import NOTHING, Code, Illegal, Words, words

log = structlog.get_logger(__name__)

OTHER_SIDE = "Other side"
"""The name of the second side of a solo table."""

BOT_SEAT_INDEX = 1
"""The seat of the server's bot at a table for practice."""

MAX_CHAT_LINES = 200
"""Lines of chat that a newcomer is sent. Older ones are only in the journal."""


class TableContext:
    """Shared state of one table. Call `changed` to broadcast a change."""

    def __init__(self, table: StoredTable, server: ServerContext, changed: Callable[[], None]) -> None:
        self.kept = table
        """The stored table."""
        self.code = table.code
        self.settings = table.settings
        self.server = server
        self.rules = FORMATS[table.settings.format]
        self.changed = changed
        self.seats = [PlayerSeat(0), PlayerSeat(1)]
        self.audience = Audience(server.printing)
        self.watchers = Watchers(self.audience, server.bounds)
        self.relay_control = RelayControl(self.watchers, server.bounds)
        self.barred = BarredAddresses(server.bounds.barred, server.world.now, table.code, server.bars)
        self.chat_quota = ChatQuota(server.bounds)
        self.host = table.host
        """The index of the host's seat. The host may kick guests."""
        self.chat: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        self.note = NOTHING
        """The latest news of the table."""
        self.duel_changes: Callable[[], int] = int
        """Function that returns how many duels of the match have begun or ended, plus one if the match is
        over.
        """
        self.between_acts: Callable[[], Awaitable[None]] | None = None
        """Function that recovery awaits after each act of a log."""
        self._terms = table.terms
        self.bot_key = ""
        """The key with which the server's bot may take its seat; "" while it is not called."""

    def pool(self, seat: PlayerSeat) -> Pool:
        """Return the cards known to a seat: those that the server knows, and those with facts from its
        player.
        """
        return self.server.pool_with_facts(tuple(seat.facts.values()))

    @property
    def now(self) -> float:
        """The time on the world's clock, in seconds."""
        return self.server.world.now()

    @property
    def roster_due(self) -> float:
        """The time of the next news of spectators and relays; infinity without news."""
        return min(self.watchers.due, self.relay_control.due)

    @property
    def starting_life(self) -> int | None:
        """The Life to start with, where players have their cards on paper; None at every other table."""
        return (self.settings.life or self.rules.life) if self.rules.on_paper else None

    @property
    def is_alone(self) -> bool:
        """True at a solo table, where one person plays both sides."""
        return self.settings.opponent == "nobody"

    @property
    def players(self) -> list[PlayerSeat]:
        """The seats for people: one at a solo table, else both."""
        return [self.seats[self.host]] if self.is_alone else self.seats

    @property
    def is_practice(self) -> bool:
        """True at a table for practice: the server's bot has the second seat."""
        return self.settings.opponent == "bot"

    @property
    def idle_lifetime_s(self) -> float:
        """The seconds for which the table stays open without activity."""
        bounds = self.server.bounds
        return bounds.alone_idle if self.settings.alone_kind else bounds.idle_closes

    @property
    def people(self) -> list[PlayerSeat]:
        """The seats that only people can have."""
        return self.seats[:BOT_SEAT_INDEX] if self.is_practice else self.seats

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        one, other = (seat.name or OTHER_SIDE for seat in self.seats)
        return one, other

    # --- what players agree to ----------------------------------------------------------------------------

    @property
    def terms(self) -> int:
        """The version number of the terms that players agree to. It only grows, even across restarts and
        handovers: the part that is not stored follows from the log of the match.
        """
        return 1 + max(self._terms, self.kept.terms) + self.duel_changes()

    @property
    def next_terms(self) -> int:
        """The value to store as `terms` with a change of the terms, even with one that ends the match."""
        return self.terms

    def change_terms(self) -> None:
        """Count a change of the terms. It is stored with the next write."""
        self._terms = self.next_terms

    def check_terms(self, named: int) -> None:
        """Check that a request names the present terms.

        Raises Illegal if it names others, or none.
        """
        if not named:
            raise Illegal(words("names_no_terms"), Code.OLD_PROTOCOL)
        if named != self.terms:
            raise Illegal(words("terms_changed"), Code.OUTDATED)

    # --- what outlives the server -------------------------------------------------------------------------

    async def store_table(self, *seats: PlayerSeat, **changes: object) -> None:
        """Store the table with these seats and changes.

        Raises StoreFailed: then the changes must not be sent.
        """
        table = self.table_to_store(*seats, **changes)
        if table != self.kept:
            self.charge_rows(table)
            await self.server.store.store_table(table)
            self.kept = table

    def table_to_store(self, *seats: PlayerSeat, **changes: object) -> StoredTable:
        """Return the table to store, with these seats instead of its own, and these changes."""
        will = {seat.number: seat for seat in (*self.seats, *seats)}
        stored = (will[0].stored_seat(self.now), will[1].stored_seat(self.now))
        now = {"seats": stored, "host": self.host, "terms": max(self._terms, self.kept.terms)}
        return msgspec.structs.replace(self.kept, **now | changes)

    def charge_rows(self, *stored: Stored) -> None:
        """Charge rows that are about to be stored to the sender of the request."""
        self.server.disk.count_rows(self.code, self.now, *stored)

    async def store_change(self, **changes: object) -> None:
        """Store a change that has already happened. If that fails, it is stored with the next change."""
        try:
            await self.store_table(**changes)
        except NotOurs:
            raise
        except StoreFailed:
            log.warning("a table was not stored")

    async def add_chat_line(self, said: Said, *, among: bool) -> None:
        """Store a line of chat and send it, only to spectators if it is `among` them.

        Raises StoreFailed.
        """
        line = ChatLine(self.code, self.chat[-1].seq + 1 if self.chat else 1, said, among)
        self.charge_rows(line)
        await self.server.store.store_chat_line(line)
        self.chat.append(line)
        self.audience.send(said, self.audience.spectators if among else None)

    # --- people -------------------------------------------------------------------------------------------

    def seat_of(self, guest: Guest) -> PlayerSeat:
        """Return the seat of a guest.

        Raises Illegal for a spectator.
        """
        if guest.viewer == PUBLIC_CLASS_INDEX:
            raise Illegal(words("spectators_watch"), Code.NOT_ALLOWED)
        return self.seats[guest.viewer]

    def own_seat_of(self, guest: Guest) -> PlayerSeat:
        """Return the seat that a guest took.

        At a solo table that is one seat, even while its player looks from the other side. Raises Illegal for
        a spectator.
        """
        seat = self.seat_of(guest)
        return self.seats[self.host] if self.is_alone else seat

    def opposite_seat(self, seat: PlayerSeat) -> PlayerSeat:
        """Return the opposite seat."""
        return self.seats[1 - seat.number]

    def name(self, guest: Guest) -> str:
        """Return a guest's name, with a suffix if the table has a similar one."""
        return self.watchers.distinct(clean_name(guest.name), self.player_names)

    @property
    def player_names(self) -> list[str]:
        """The names of the players."""
        return [seat.name for seat in self.seats if not seat.is_free]

    def broadcast_line(self, text: Words) -> None:
        """Broadcast a line in the server's name."""
        self.audience.send(Said("", words=text))


def charge_work(table: TableContext, done: TimeSlice) -> float:
    """Charge the person at a solo table for work, and return the seconds of it in this process."""
    guest = table.seats[table.host].guest if table.is_alone else None
    if guest is not None:
        table.server.solo_works.charge(guest.address, table.now, done.worked_s + done.external_s)
    return done.worked_s
