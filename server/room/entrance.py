"""The door of one table: who may sit down, who may watch, and who comes back to a seat.

A link carries a secret; a listed table without a password is open to whoever has its code. Guessing is
bounded by address, and comparing takes the same time whatever was guessed.
"""

from __future__ import annotations

from server.room.guest import Guest
from server.room.house import House
from server.room.seats import Seat, new_secret, redeem, same
from server.store.store import Keys
from shared.errors import Code, Illegal
from shared.links import make_link
from shared.messages import JoinTable, Settings, Watch


class Entrance:
    """Secrets and rules of admission of one table."""

    def __init__(self, code: str, settings: Settings, house: House, spectators: str = "") -> None:
        self._code = code
        self._settings = settings
        self._house = house
        self._opponents = new_secret(house.world)
        self.spectators = spectators or new_secret(house.world)
        """The secret of the spectators' link; it opens nothing else."""
        self._barred: set[str] = set()

    def links(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """For the host to hand on: who the link is for -> (address label, link)."""
        parts = (("opponent", "seat", self._opponents), ("spectator", "watch", self.spectators))
        return {
            who: tuple(
                (label, make_link(base, self._code, role, secret))
                for label, base in self._house.addresses()
            )
            for who, role, secret in parts
        }  # fmt: skip

    def check(self, guest: Guest, message: JoinTable | Watch) -> None:
        """Raise Illegal unless this guest may come in that way."""
        if guest.name.casefold() in self._barred:
            raise Illegal("The host has sent you away from this table.", Code.NOT_ALLOWED)
        secret = self._opponents if isinstance(message, JoinTable) else self.spectators
        if message.secret:
            self._compare(
                guest, message.secret, secret, Code.WRONG_LINK, "That link does not open this table."
            )
        elif not self._settings.listed:
            raise Illegal("This table opens only to a link from its host.", Code.WRONG_LINK)
        elif self._settings.password:
            wrong = "That is not this table's password."
            self._compare(guest, message.password, self._settings.password, Code.WRONG_PASSWORD, wrong)

    def redeem(self, guest: Guest, seats: list[Seat], token: str) -> tuple[Seat, Keys]:
        """The seat a token brings back to, and its keys from now on. Raises Illegal."""
        self._check_guesses(guest)
        for seat in seats:
            keys = redeem(seat.keys, token)
            if keys is not None and not seat.left:
                return seat, keys
        self._house.guesses.take(guest.address, self._house.world.now())
        raise Illegal("That token opens no seat any more.", Code.WRONG_TOKEN)

    def bar(self, name: str) -> None:
        """Somebody of this name was sent away."""
        self._barred.add(name.casefold())

    def _compare(self, guest: Guest, given: str, wanted: str, code: Code, sentence: str) -> None:
        self._check_guesses(guest)
        if not same(given, wanted):
            if given:
                self._house.guesses.take(guest.address, self._house.world.now())
            raise Illegal(sentence, code)

    def _check_guesses(self, guest: Guest) -> None:
        if self._house.guesses.is_empty(guest.address, self._house.world.now()):
            raise Illegal("Too many wrong guesses; wait a little.", Code.TOO_FAST)
