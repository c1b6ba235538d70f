"""The door of one table: who may sit down, who may watch, and who comes back to a seat.

A link carries a secret; a listed table without a password is open to whoever has its code. Guessing is
bounded by address, and comparing takes the same time whatever was guessed.
"""

from __future__ import annotations

import hmac

import structlog

from server.room.desk import Desk
from server.room.guest import Guest
from server.room.seats import Seat, digest, new_secret, redeem, same, was_spent
from server.store import lock
from server.store.store import Keys
from shared.errors import Code, Illegal
from shared.links import make_link
from shared.messages import JoinTable, Said, Watch

log = structlog.get_logger(__name__)

BETWEEN_WARNINGS = 60.0
TRIED = "Somebody tried to come back to your seat with a token that was used before. It was turned away."


class Entrance:
    """Secrets and rules of admission of one table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._house = desk.house
        self._invited: dict[int, bytes] = {}
        """Seat -> digest of the secret by which its player may come in again."""
        self._known = b""
        """The digest of the password once somebody has brought it: its seal takes long to compare with."""

    def links(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """For the host to hand on: who the link is for -> (address label, link)."""
        kept = self._desk.kept
        parts = (("opponent", "seat", kept.opponents), ("spectator", "watch", kept.spectators))
        return {
            who: tuple(
                (label, make_link(base, kept.code, role, secret))
                for label, base in self._house.addresses()
            )
            for who, role, secret in parts
        }  # fmt: skip

    def check(self, guest: Guest, message: JoinTable | Watch) -> None:
        """Raise Illegal unless this guest may come in that way."""
        kept = self._desk.kept
        if guest.name.casefold() in kept.barred:
            raise Illegal("The host has sent you away from this table.", Code.NOT_ALLOWED)
        secret = kept.opponents if isinstance(message, JoinTable) else kept.spectators
        if message.secret:
            self._check_guesses(guest)
            if not same(message.secret, secret):
                raise self._wrong(guest, "That link does not open this table.", Code.WRONG_LINK)
        elif not kept.settings.listed:
            raise Illegal("This table opens only to a link from its host.", Code.WRONG_LINK)
        elif kept.lock:
            self._check_guesses(guest)
            if not self._opens(message.password):
                guessed = guest if message.password else None
                raise self._wrong(guessed, "That is not this table's password.", Code.WRONG_PASSWORD)

    def redeem(self, guest: Guest, seats: list[Seat], token: str) -> tuple[Seat, Keys]:
        """The seat a token brings back to, and its keys from now on. Raises Illegal."""
        self._check_guesses(guest)
        for seat in seats:
            keys = redeem(seat.keys, token)
            if keys is not None and not seat.left:
                return seat, keys
        for seat in seats:
            if was_spent(seat.keys, token):
                self._warn(seat)
        raise self._wrong(guest, "That token opens no seat any more.", Code.WRONG_TOKEN)

    def _warn(self, seat: Seat) -> None:
        """Tell a seat's owner that somebody came with a token of theirs that was used before."""
        log.warning("spent token", table=self._desk.code, seat=seat.number)
        now = self._house.world.now()
        if seat.guest is not None and now >= seat.tried + BETWEEN_WARNINGS:
            seat.tried = now
            seat.guest.tell(Said("", TRIED))

    # --- a way back for whoever has lost the token ----------------------------------------------------------

    def invite(self, seat: Seat) -> list[str]:
        """Links that lead to this seat once, as long as its player is away."""
        secret = new_secret(self._house.world)
        self._invited[seat.number] = digest(secret)
        return [make_link(base, self._desk.code, "seat", secret) for _, base in self._house.addresses()]

    def forget_invitation(self, seat: Seat) -> None:
        """The player is back, or the seat is somebody else's."""
        self._invited.pop(seat.number, None)

    def invited(self, secret: str) -> Seat | None:
        """The seat an invitation leads to; it is used up with this."""
        shown = digest(secret)
        for number, kept in self._invited.items():
            if hmac.compare_digest(shown, kept):
                del self._invited[number]
                return self._desk.seats[number]
        return None

    def _opens(self, password: str) -> bool:
        """Whether this is the password; the seal is asked only until somebody has brought the right one."""
        if self._known:
            return same(digest(password).hex(), self._known.hex())
        if password and lock.opens(self._desk.kept.lock, password):
            self._known = digest(password)
        return bool(self._known)

    def _wrong(self, guest: Guest | None, sentence: str, code: Code) -> Illegal:
        """The refusal; whoever guessed has one guess less."""
        if guest is not None:
            self._house.guesses.take(guest.address, self._house.world.now())
        return Illegal(sentence, code)

    def _check_guesses(self, guest: Guest) -> None:
        if self._house.guesses.is_empty(guest.address, self._house.world.now()):
            raise Illegal("Too many wrong guesses; wait a little.", Code.TOO_FAST)
