"""Access to one table: rules for seeing it, sitting down, watching, and returning to a seat.

A link contains a secret. A listed table without a password is open to all who have its code. A request
without a secret of an unlisted table is answered as if it did not exist. Guesses are limited by IP address,
and comparisons take constant time.
"""

from __future__ import annotations

import structlog

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import skeleton
from facedown_server.network.crowd.relay_quotas import check_relay
from facedown_server.room.people.seats import PlayerSeat, digest, is_equal_secret, owns, redeem, was_used
from facedown_server.room.people.table_context import TableContext
from facedown_server.room.server_context import ServerContext
from facedown_server.storage import password_hash
from facedown_server.storage.store import SeatKeys, StoredTable
from facedown_shared.network.links import make_link
from facedown_shared.protocol.messages import GetTable, JoinTable, Resume, Said, Settings, Watch
from facedown_shared.tables import way_of_play
from facedown_shared.text import Code, FacedownError, Illegal, TargetGone, words

log = structlog.get_logger(__name__)

WARNING_INTERVAL_S = 60.0

TableRequest = GetTable | JoinTable | Watch | Resume
"""A request for a table that must not disclose whether the table exists."""


def may_know(table: StoredTable, wish: TableRequest) -> bool:
    """Return whether a client with this message may know that the table exists.

    True for an open table, or if the message has a secret of it. For an unlisted table, this takes the same
    time whatever the answer is.
    """
    if table.settings.is_open:
        return True
    match wish:
        case Watch(secret=secret):
            return is_spectator_secret(table, secret)
        case GetTable(secret=secret, key=key):
            found = [is_equal_secret(secret, table.opponents), is_spectator_secret(table, secret)]
            mine = [owns(seat.keys, key) for seat in table.seats]
            return (bool(secret) and any(found)) or any(mine)
        case JoinTable(secret=secret, key=key):
            mine = [owns(seat.keys, key) for seat in table.seats]
            return (bool(secret) and is_equal_secret(secret, table.opponents)) or any(mine)
        case Resume(token=token):
            known = [redeem(seat.keys, token) or was_used(seat.keys, token) for seat in table.seats]
            return any(known)


def is_spectator_secret(table: StoredTable, secret: str) -> bool:
    """Return whether this is the secret of the spectators' link, in constant time."""
    found = [is_equal_secret(secret, table.spectators), opens_relay(table, secret)]
    return bool(secret) and any(found)


def opens_relay(table: StoredTable, secret: str) -> bool:
    """Return whether this is the secret of the table's link for relays."""
    return is_equal_secret(secret, table.relays) and bool(table.relays)


def may_watch(table: StoredTable, wish: Watch) -> bool:
    """Return whether a client with this request may watch without a password, because of its link."""
    if wish.secret:
        return is_spectator_secret(table, wish.secret)
    return table.settings.is_open and not table.lock


def unknown(server: ServerContext, guest: Guest, wish: TableRequest) -> FacedownError:
    """Return the refusal for a table that does not exist, or that this guest may not know of: the same to the
    byte.
    """
    if isinstance(wish, Resume) or (isinstance(wish, GetTable) and wish.key):
        return refuse_guess(server, guest, TargetGone(Code.NO_SUCH_TABLE, words("no_such_seat")))
    refusal = TargetGone(Code.NO_SUCH_TABLE, words("no_such_table"))
    return refuse_guess(server, guest, refusal) if wish.secret else refusal


def refuse_guess(server: ServerContext, guest: Guest, refusal: FacedownError) -> FacedownError:
    """Return the refusal of a wrong secret. After many guesses it only says to wait."""
    if server.guesses.take(guest.address, server.world.now()):
        return refusal
    return Illegal(words("too_many_guesses"), Code.TOO_FAST)


def can_play(guest: Guest, settings: Settings) -> bool:
    """Return whether a guest's client plays a table with these settings; True if that is unknown."""
    return not guest.plays or way_of_play(settings.format, settings.mode) in guest.plays


def check_client(guest: Guest, settings: Settings) -> None:
    """Raise Illegal if a guest's client does not play a table with these settings."""
    if not can_play(guest, settings):
        raise Illegal(words("client_cannot_play"), Code.NOT_ALLOWED)


class Entrance:
    """Gatekeeper of one table: decides who may sit down, watch or return."""

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._server = table.server
        self._known = b""
        """A fast digest of the password, once it was verified: the stored hash is slow to check."""

    def links(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Return links for the host to pass on, by role: (address label, link) for each address."""
        record = self._table.kept
        parts = [("spectator", "watch", record.spectators)]
        if not self._table.is_practice:
            parts.insert(0, ("opponent", "seat", record.opponents))
        if record.relays:
            parts.append(("relay", "relay", record.relays))
        return {
            who: tuple(
                (label, make_link(base, record.code, role, secret))
                for label, base in self._server.addresses()
            )
            for who, role, secret in parts
        }  # fmt: skip

    def check(self, guest: Guest, message: JoinTable | Watch) -> None:
        """Raise a refusal unless this guest may come in. A relay also needs a free place."""
        record, secret = self._table.kept, message.secret
        if secret:
            fits = (
                is_equal_secret(secret, record.opponents)
                if isinstance(message, JoinTable)
                else is_spectator_secret(record, secret)
            )
            if not fits:
                wrong = Illegal(words("link_opens_nothing"), Code.WRONG_LINK)
                raise refuse_guess(self._server, guest, wrong)
        elif not record.settings.is_open:
            raise unknown(self._server, guest, message)
        elif record.lock:
            self._unlock(guest, message.password)
        if isinstance(message, JoinTable) and self._table.is_practice and not self._is_bot(message):
            raise Illegal(words("seat_of_bot"), Code.SEAT_TAKEN)
        if isinstance(message, Watch) and message.relay:  # it has no name; its crowd is checked
            by_link = opens_relay(record, secret)
            check_relay(guest, self._table.watchers.relays, self._table.barred, self._server.bounds, by_link)
        elif guest in self._table.barred or (
            not (secret and isinstance(message, JoinTable))  # invited by the host, whatever their name
            and (
                skeleton(guest.name) in map(skeleton, record.barred)
                or self._table.barred.is_temporarily_closed(guest)
            )
        ):
            raise Illegal(words("sent_away_by_host"), Code.NOT_ALLOWED)

    def _is_bot(self, message: JoinTable) -> bool:
        """Return whether a request has the key that the server's bot was called with."""
        key = self._table.bot_key
        return bool(key) and is_equal_secret(message.key, key)

    def _unlock(self, guest: Guest, password: str) -> None:
        """Check the password that a guest sent.

        Raises Illegal if it is wrong, or if this address has guessed too often and only the slow hash could
        tell.
        """
        wrong = Illegal(words("wrong_password"), Code.WRONG_PASSWORD)
        if not self._known and self._server.guesses.is_empty(guest.address, self._server.world.now()):
            raise refuse_guess(self._server, guest, wrong)
        if not self._opens(password):
            raise refuse_guess(self._server, guest, wrong) if password else wrong

    def redeem(self, guest: Guest, token: str) -> tuple[PlayerSeat, SeatKeys]:
        """Return the seat that a token or the player's own key opens, and the seat's new keys.

        A valid token is accepted however many wrong ones came from that address.

        Raises Illegal for a token that opens no seat.
        """
        for seat in self._table.seats:
            keys = redeem(seat.keys, token)
            if keys is not None and not seat.left:
                return seat, keys
        for seat in self._table.seats:
            if was_used(seat.keys, token):
                self._warn(seat)
        raise refuse_guess(self._server, guest, Illegal(words("token_spent"), Code.WRONG_TOKEN))

    def has_seat(self, key: str) -> bool:
        """Return whether a player with this key already has a seat here."""
        return any(owns(seat.keys, key) and not seat.left for seat in self._table.seats)

    def return_links(self, token: str) -> tuple[tuple[str, str], ...]:
        """Return links to a seat with this token: (address label, link) for each address."""
        code, _, secret = token.partition(".")
        return tuple(
            (label, make_link(base, code, "once", secret)) for label, base in self._server.addresses()
        )

    def _warn(self, seat: PlayerSeat) -> None:
        """Warn a seat's player that one of their spent tokens was tried."""
        log.warning("spent token", table=self._table.code, seat=seat.number)
        now = self._server.world.now()
        if seat.guest is not None and now >= seat.tried + WARNING_INTERVAL_S:
            seat.tried = now
            seat.guest.send(Said("", words=words("tried_spent_token")))

    def _opens(self, password: str) -> bool:
        """Return whether this is the password. The slow hash is computed only until the right password was
        sent once.
        """
        if self._known:
            return is_equal_secret(digest(password).hex(), self._known.hex())
        if password and password_hash.opens(self._table.kept.lock, password):
            self._known = digest(password)
        return bool(self._known)
