"""What all parts of a room share: the stored table, its seats and guests, its settings, chat and note."""

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
from facedown_server.room.disk_quota import Stored
from facedown_server.room.people.relay_control import RelayControl
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.spectators import Watchers
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.store import ChatLine, NotOurs, StoredTable, StoreFailed
from facedown_shared.cards.facts import Pool
from facedown_shared.protocol.messages import Said
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import NOTHING, Words, words

log = structlog.get_logger(__name__)

OTHER_SIDE = "Other side"
"""What the second side of a table played alone is called."""

MAX_CHAT_LINES = 200
"""How many lines of chat a newcomer is shown. Older ones are only in the journal."""


class TableContext:
    """One table's shared state. `changed` is called when a change is to be broadcast."""

    def __init__(self, table: StoredTable, server: ServerContext, changed: Callable[[], None]) -> None:
        self.kept = table
        """The table as it is stored."""
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
        """The index of the host's seat: the host may send others away."""
        self.chat: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)
        self.note = NOTHING
        """The latest news of the table."""
        self.duel_changes: Callable[[], int] = int
        """How many duels of the table's match have begun or ended, and whether the match is over."""
        self.between_acts: Callable[[], Awaitable[None]] | None = None
        """What recovery waits for after each act of the log that it runs again."""
        self._terms = table.terms

    def pool(self, seat: PlayerSeat) -> Pool:
        """Return the cards known to a seat: those the server knows, and those its player told of."""
        return self.server.pool_with(tuple(seat.facts.values()))

    @property
    def now(self) -> float:
        """The time on the world's clock, in seconds."""
        return self.server.world.now()

    @property
    def news_due(self) -> float:
        """When the next news of spectators and relays is sent; infinity without news."""
        return min(self.watchers.due, self.relay_control.due)

    @property
    def is_alone(self) -> bool:
        """Whether one person plays both sides."""
        return self.settings.opponent == "nobody"

    @property
    def players(self) -> list[PlayerSeat]:
        """The seats for people: one at a solo table, else both."""
        return [self.seats[self.host]] if self.is_alone else self.seats

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        one, other = (seat.name or OTHER_SIDE for seat in self.seats)
        return one, other

    # --- what players agree to ----------------------------------------------------------------------------

    @property
    def terms(self) -> int:
        """The number of what players agree to now. It only counts up, also across restarts and handovers:
        what is not stored of it follows from the log of the match."""
        return 1 + max(self._terms, self.kept.terms) + self.duel_changes()

    @property
    def next_terms(self) -> int:
        """What to store as `terms` with a change of what players agree to, even one that ends the match."""
        return self.terms

    def change_terms(self) -> None:
        """Count a change that is stored with the next write."""
        self._terms = self.next_terms

    def check_terms(self, named: int) -> None:
        """Raise Illegal unless these are the terms that stand."""
        if not named:
            raise Illegal(words("names_no_terms"), Code.OLD_PROTOCOL)
        if named != self.terms:
            raise Illegal(words("terms_changed"), Code.OUTDATED)

    # --- what outlives the server -------------------------------------------------------------------------

    async def keep(self, *seats: PlayerSeat, **changes: object) -> None:
        """Store the table with these seats and changes.

        Raises StoreFailed: then the changes must not be sent.
        """
        table = self.as_stored(*seats, **changes)
        if table != self.kept:
            self.wrote(table)
            await self.server.store.keep(table)
            self.kept = table

    def as_stored(self, *seats: PlayerSeat, **changes: object) -> StoredTable:
        """The table as it would be stored with these seats instead of its own, and these changes."""
        will = {seat.number: seat for seat in (*self.seats, *seats)}
        stored = (will[0].stored(self.now), will[1].stored(self.now))
        now = {"seats": stored, "host": self.host, "terms": max(self._terms, self.kept.terms)}
        return msgspec.structs.replace(self.kept, **now | changes)

    def wrote(self, *stored: Stored) -> None:
        """Charge what is about to be stored to the sender of its request."""
        self.server.disk.wrote(self.code, self.now, *stored)

    async def note_down(self, **changes: object) -> None:
        """Store what has happened already. If that fails, it is stored with the next change."""
        try:
            await self.keep(**changes)
        except NotOurs:
            raise
        except StoreFailed:
            log.warning("a table was not stored")

    async def add_chat_line(self, said: Said, *, among: bool) -> None:
        """Store a line of chat and send it; only to spectators if it is `among` them. Raises StoreFailed."""
        line = ChatLine(self.code, self.chat[-1].seq + 1 if self.chat else 1, said, among)
        self.wrote(line)
        await self.server.store.say(line)
        self.chat.append(line)
        self.audience.tell(said, self.audience.spectators if among else None)

    # --- people -------------------------------------------------------------------------------------------

    def seat_of(self, guest: Guest) -> PlayerSeat:
        """Return the seat of a guest.

        Raises Illegal for a spectator.
        """
        if guest.viewer == PUBLIC_CLASS_INDEX:
            raise Illegal(words("spectators_watch"), Code.NOT_ALLOWED)
        return self.seats[guest.viewer]

    def own_seat_of(self, guest: Guest) -> PlayerSeat:
        """Return the seat a guest took. (Who plays both sides has one seat, even while they look from the
        other side.)

        Raises Illegal for a spectator.
        """
        seat = self.seat_of(guest)
        return self.seats[self.host] if self.is_alone else seat

    def other(self, seat: PlayerSeat) -> PlayerSeat:
        """Return the opposite seat."""
        return self.seats[1 - seat.number]

    def name(self, guest: Guest) -> str:
        """Return a guest's name, made distinct from all others at this table."""
        return self.watchers.distinct(clean_name(guest.name), self.seated)

    @property
    def seated(self) -> list[str]:
        """The names of those who have a seat."""
        return [seat.name for seat in self.seats if not seat.is_free]

    def say(self, told: Words) -> None:
        """Broadcast a line in the server's name."""
        self.audience.tell(Said("", words=told))
