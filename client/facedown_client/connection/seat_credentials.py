"""Client's credentials of a seat: the latest token, and the key that was made before the request.

Both are stored on disk, if there is one, before a server can have received them. This module knows messages
and places alone; the link sends what it returns.
"""

from __future__ import annotations

import msgspec

from facedown_client.connection.return_places import (
    UNKNOWN_VIEWER_INDEX,
    DuelState,
    PublicAccess,
    Return,
    Returns,
    is_seat_unknown,
    new_key,
    requested_place,
)
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    CreateTable,
    Ended,
    FromServer,
    JoinTable,
    Refused,
    Resume,
    Seated,
    ToServer,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import Code

_UNKNOWN = (Code.WRONG_TOKEN, Code.NO_SUCH_TABLE)
"""Refusals of a token after which our own key to the same seat may still work."""
_SHUT = (Code.SEAT_TAKEN, Code.WRONG_LINK, Code.WRONG_PASSWORD, Code.NO_SUCH_TABLE)
"""Refusals by a table at which we may have a seat: then another credential is tried."""


class SeatCredentials:
    """Credentials of one connection. `wish` is the first request to a server; `place` the present seat. With
    both, the seat is resumed; if it is no longer ours, the request follows.

    `returns` stores both on disk; without it they live in memory alone (a bot's).
    """

    def __init__(
        self, address: links.TableLink, wish: ToServer | None, place: Return | None, returns: Returns | None
    ) -> None:
        self.place = place
        self.wish: ToServer | None = None
        self._address = address
        self._returns = returns
        self._resumed_elsewhere: Return | None = None
        """Our seat, while another connection has it."""
        self._asked: Return | None = None
        """Requested seat, until the response."""
        self._former: Return | None = None
        """Our seat as it was stored when the server had another address."""
        first = None if wish is None else self.set_request(wish)
        self._join_again = first if place is not None and isinstance(first, JoinTable) else None
        """The request for a new seat at the same table, if ours was given up before a match."""

    def set_request(self, wish: ToServer) -> ToServer:
        """Set and return the first request.

        A request for a seat gets a key of our own; repeats send the same key.
        """
        if isinstance(wish, CreateTable | JoinTable) and not wish.key:
            previous = None
            if self._returns is not None and isinstance(wish, JoinTable):
                previous = self._returns.requested_seat(self._address, _code(wish))
            wish = msgspec.structs.replace(wish, key=previous.key if previous else new_key())
        self.wish = wish
        return wish

    def store_key(self) -> None:
        """Store the key before it is sent.

        The key of a table that we open is stored when we are seated: an empty table ends by itself.
        """
        if isinstance(self.wish, JoinTable):
            asked = requested_place(self._address, _code(self.wish), self.wish.key)
            self._asked = msgspec.structs.replace(asked, invite=self.wish.secret)
            if self._returns is not None:
                self._returns.store_place(self._asked)

    def alternative_request(self, message: FromServer) -> ToServer | None:
        """Return the request for our seat by another credential after a refusal, or for a new seat; None
        without one.

        The other credential is used from now on.
        """
        if not isinstance(message, Refused):
            return None
        place = self._seat_by_key(message.code) if self.place is not None else self._stored_seat(message.code)
        if place is not None:
            self._drop_requested()
            self.place = place
            return Resume(place.token)
        again, self._join_again = self._join_again, None
        if again is None or message.code != Code.WRONG_TOKEN:
            return None
        self.update(message)
        self.wish = again
        self.store_key()
        return again

    def _seat_by_key(self, code: Code) -> Return | None:
        """Return our seat by its key, if the token is no longer valid; else None."""
        place = self.place
        if place is None or code not in _UNKNOWN or not place.key or place == place.with_key:
            return None
        return place.with_key

    def _stored_seat(self, code: Code) -> Return | None:
        """Return our own stored seat at a table that refuses us as full or closed; None without one."""
        wish = self.wish
        if self._returns is None or not isinstance(wish, JoinTable) or code not in _SHUT:
            return None
        ours = [
            place
            for place in self._returns.valid_places()
            if place.code == _code(wish)
            and (place.address.base == self._address.base or (place.invite and place.invite == wish.secret))
            and not (place.hosted or place.viewer == UNKNOWN_VIEWER_INDEX)
        ]
        found = max(ours, key=lambda place: place.viewer, default=None)  # a link is for the guest's seat
        if found is None or found.address.base == self._address.base:
            return found
        self._former = found
        return msgspec.structs.replace(found, address=self._address)

    def update(self, message: FromServer) -> None:
        """Update the credentials from a message."""
        match message:
            case Seated(token=token) if token and message.viewer != PUBLIC_CLASS_INDEX:
                self._replace_token(Return(self._address, message.code, message.viewer, token))
            case Ended() if message.keeps_seat:  # the credential stays valid, and the player can return
                self._resumed_elsewhere = self.place
                self.place = self.wish = None
            case Ended() | Refused(code=Code.WRONG_TOKEN):
                if self.place is not None and self._returns is not None:
                    self._returns.delete_place(self.place)
                self.place = self.wish = None
            case Refused(code=Code.SERVER_PASSWORD):  # the request is repeated with the password
                pass
            case Refused():
                if self.place is not None and self._returns is not None and is_seat_unknown(message):
                    self._returns.mark_over(self.place)
                self._drop_requested()
                if self.place is None and isinstance(self.wish, CreateTable):
                    self.wish = None  # never open the table later without the player's knowledge

    def retake_seat(self) -> Return | None:
        """Return our seat, also if another connection has resumed it; None without one."""
        if self._resumed_elsewhere is not None:
            self.place, self._resumed_elsewhere = self._resumed_elsewhere, None
        return self.place

    def note(self, **words: str | bool | PublicAccess | DuelState) -> None:
        """Store notes beside the token: opponent, state, deck, hosted, access."""
        if self.place is not None:
            self.place = msgspec.structs.replace(self.place, **words)
            self._store()

    def _replace_token(self, place: Return) -> None:
        """Replace the token, on disk first."""
        old = self.place or self._asked
        if old is not None and old.code == place.code and old.viewer in (place.viewer, UNKNOWN_VIEWER_INDEX):
            place = msgspec.structs.replace(old, token=place.token, viewer=place.viewer)
        elif isinstance(self.wish, CreateTable):
            place = msgspec.structs.replace(place, key=self.wish.key)
        self.place, self._asked = place, None
        self._store()
        if old is not None and old.viewer != place.viewer and self._returns is not None:
            self._returns.delete_place(old)
        if self._former is not None and self._returns is not None:
            self._returns.delete_place(self._former)
            self._former = None

    def _store(self) -> None:
        if self.place is not None and self._returns is not None:
            self._returns.store_place(self.place)

    def _drop_requested(self) -> None:
        if self._asked is not None and self._returns is not None:
            self._returns.delete_place(self._asked)
        self._asked = None


def _code(wish: JoinTable) -> str:
    """Return the code of the requested table as servers write it."""
    return links.parse_code(wish.code) or wish.code
