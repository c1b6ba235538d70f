"""What the parts of a room share: its seats and guests, its settings, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable

from server.room.audience import Audience
from server.room.guest import Guest
from server.room.house import House
from server.room.names import clean_name, unlike
from server.room.seats import Seat
from shared.errors import Code, Illegal
from shared.messages import Said, Settings
from shared.zones import PUBLIC


class Desk:
    """One table as its people see it. `changed` is called when everybody at it should hear of something."""

    def __init__(self, code: str, settings: Settings, house: House, changed: Callable[[], None]) -> None:
        self.code = code
        self.settings = settings
        self.house = house
        self.rules = house.rules(settings.format)
        self.changed = changed
        self.seats = [Seat(0), Seat(1)]
        self.audience = Audience()
        self.host = 0
        """The seat of whoever may send others away."""
        self.note = ""
        """The last thing worth saying of the table."""

    @property
    def now(self) -> float:
        """The world's clock."""
        return self.house.world.now()

    def seat_of(self, guest: Guest) -> Seat:
        """The seat of a guest. Raises Illegal for a spectator."""
        if guest.viewer == PUBLIC:
            raise Illegal("Spectators only watch.", Code.NOT_ALLOWED)
        return self.seats[guest.viewer]

    def other(self, seat: Seat) -> Seat:
        """The seat across the table."""
        return self.seats[1 - seat.number]

    def name(self, guest: Guest) -> str:
        """A name for somebody who comes in, like nobody else's here."""
        taken = [seat.name for seat in self.seats if not seat.is_free]
        taken += [spectator.shown for spectator in self.audience.spectators]
        return unlike(clean_name(guest.name), taken)

    def say(self, text: str) -> None:
        """The server itself speaks to everybody at the table."""
        self.audience.tell(Said("", text))
