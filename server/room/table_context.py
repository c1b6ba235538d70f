"""What the parts of a room share: its seats and guests, its settings, and what is said about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec
import structlog

from server.room.broadcast.audience import Audience
from server.room.people.guest import Guest
from server.room.people.names import clean_name, unlike
from server.room.people.seats import PlayerSeat
from server.room.server_context import ServerContext
from server.store.store import ChatLine, StoredTable, StoreFailed
from shared.cards.facts import Pool
from shared.errors import Code, Illegal
from shared.formats import FORMATS
from shared.protocol.messages import Said
from shared.words import NOTHING, Words, words
from shared.zones import PUBLIC, Seat

log = structlog.get_logger(__name__)

OTHER_SIDE = "Other side"
"""What the second side of a table played alone is called."""

MOST_LINES = 200
"""Lines of chat that somebody who comes is shown; older ones are only in the journal."""


class TableContext:
    """One table as its people see it. `changed` is called when everybody at it should hear of something."""

    def __init__(self, table: StoredTable, server: ServerContext, changed: Callable[[], None]) -> None:
        self.kept = table
        """The table as it would come back after a restart."""
        self.code = table.code
        self.settings = table.settings
        self.server = server
        self.rules = FORMATS[table.settings.format]
        self.changed = changed
        self.seats = [PlayerSeat(0), PlayerSeat(1)]
        self.audience = Audience(server.world.reach)
        self.host = table.host
        """The seat of whoever may send others away."""
        self.chat: deque[ChatLine] = deque(maxlen=MOST_LINES)
        self.note = NOTHING
        """The last thing worth saying of the table."""

    def pool(self, seat: PlayerSeat) -> Pool:
        """The cards there are for a seat: those the server knows, and those its player told of."""
        return self.server.pool_with(tuple(seat.facts.values()))

    @property
    def now(self) -> float:
        """The world's clock."""
        return self.server.world.now()

    @property
    def is_alone(self) -> bool:
        """Whether one person plays both sides."""
        return self.settings.opponent == "nobody"

    @property
    def players(self) -> list[PlayerSeat]:
        """The seats that persons have or may take."""
        return [self.seats[self.host]] if self.is_alone else self.seats

    @property
    def names(self) -> tuple[str, str]:
        """What both sides are called."""
        one, other = (seat.name or OTHER_SIDE for seat in self.seats)
        return one, other

    # --- what outlives the server -------------------------------------------------------------------------

    async def keep(self, *seats: PlayerSeat, **changes: object) -> None:
        """Keep the table as it will be with these seats. Raises StoreFailed: then nothing may be told."""
        table = self.as_stored(*seats, **changes)
        if table != self.kept:
            await self.server.store.keep(table)
            self.kept = table

    def as_stored(self, *seats: PlayerSeat, **changes: object) -> StoredTable:
        """The table with these seats instead of its own, and these changes."""
        will = {seat.number: seat for seat in (*self.seats, *seats)}
        now = {"seats": (will[0].stored(), will[1].stored()), "host": self.host}
        return msgspec.structs.replace(self.kept, **now | changes)

    async def note_down(self, **changes: object) -> None:
        """Keep what has happened already; what the disk does not take goes with the next change."""
        try:
            await self.keep(**changes)
        except StoreFailed:
            log.warning("a table was not stored")

    async def hear(self, said: Said, *, among: bool) -> None:
        """Keep a line and let it be heard; `among` spectators alone. Raises StoreFailed."""
        line = ChatLine(self.code, self.chat[-1].seq + 1 if self.chat else 1, said, among)
        await self.server.store.say(line)
        self.chat.append(line)
        self.audience.tell(said, self.audience.spectators if among else None)

    def lines(self, viewer: Seat) -> tuple[Said, ...]:
        """The chat as somebody who comes may read it."""
        return tuple(line.said for line in self.chat if viewer == PUBLIC or not line.among)

    # --- people -------------------------------------------------------------------------------------------

    def seat_of(self, guest: Guest) -> PlayerSeat:
        """The seat of a guest. Raises Illegal for a spectator."""
        if guest.viewer == PUBLIC:
            raise Illegal(words("spectators_watch"), Code.NOT_ALLOWED)
        return self.seats[guest.viewer]

    def chair_of(self, guest: Guest) -> PlayerSeat:
        """The seat a player came to; alone one may look from the other side, but sits here. Raises Illegal
        for a spectator."""
        seat = self.seat_of(guest)
        return self.seats[self.host] if self.is_alone else seat

    def other(self, seat: PlayerSeat) -> PlayerSeat:
        """The seat across the table; alone it is the other side."""
        return self.seats[1 - seat.number]

    def name(self, guest: Guest) -> str:
        """A name for somebody who comes in, like nobody else's here."""
        taken = [seat.name for seat in self.seats if not seat.is_free]
        taken += [spectator.shown for spectator in self.audience.spectators]
        return unlike(clean_name(guest.name), taken)

    def say(self, told: Words) -> None:
        """The server itself speaks to everybody at the table."""
        self.audience.tell(Said("", words=told))
