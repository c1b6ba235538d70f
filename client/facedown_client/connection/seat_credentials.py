"""A client's credentials of a seat: the latest token, and the key made before the request. Stored on disk, if
there is one, before a server can have received them.

Knows messages and places alone; the link sends what this returns.
"""

from __future__ import annotations

import msgspec

from facedown_client.connection.return_places import UNKNOWN_VIEWER_INDEX, Return, Returns, asked, new_key
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    CreateTable,
    Ended,
    FromServer,
    JoinTable,
    Refused,
    Seated,
    ToServer,
)
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Code

_UNKNOWN = (Code.WRONG_TOKEN, Code.NO_SUCH_TABLE)
"""Refusals of a token at whose seat our own key may still be known."""
_SHUT = (Code.SEAT_TAKEN, Code.WRONG_LINK, Code.WRONG_PASSWORD, Code.NO_SUCH_TABLE)
"""Refusals of a table at which a seat of ours may exist: then another credential is tried."""


class SeatCredentials:
    """The seat of one conversation. `wish` is the first request to a server; `place` the present seat.

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
        """The seat that was asked for, until there is an answer."""
        if wish is not None:
            self.wants(wish)

    def wants(self, wish: ToServer) -> ToServer:
        """The request to send: for a seat with a key of our own, and repeated with the same."""
        if isinstance(wish, CreateTable | JoinTable) and not wish.key:
            kept = None
            if self._returns is not None and isinstance(wish, JoinTable):
                kept = self._returns.asked(self._address, _code(wish))
            wish = msgspec.structs.replace(wish, key=kept.key if kept else new_key())
        self.wish = wish
        return wish

    def about_to_ask(self) -> None:
        """Store the key before it is sent. (A table without players ends by itself: the key to one that we
        open is stored when we are seated there.)
        """
        if isinstance(self.wish, JoinTable):
            self._asked = asked(self._address, _code(self.wish), self.wish.key)
            if self._returns is not None:
                self._returns.put(self._asked)

    def other_way(self, message: FromServer) -> Return | None:
        """Return where a refusal leaves another way in, our seat by that way: it is taken up from now on."""
        if not isinstance(message, Refused):
            return None
        place = self._by_key(message.code) if self.place is not None else self._kept(message.code)
        if place is not None:
            self._drop_asked()
            self.place = place
        return place

    def _by_key(self, code: Code) -> Return | None:
        """Our seat by our own key, where the token opens nothing any more."""
        place = self.place
        if place is None or code not in _UNKNOWN or not place.key or place == place.by_key:
            return None
        return place.by_key

    def _kept(self, code: Code) -> Return | None:
        """Return the seat of ours that makes a table look full: a link opened again leads back to it."""
        wish = self.wish
        if self._returns is None or not isinstance(wish, JoinTable) or code not in _SHUT:
            return None
        ours = [
            place
            for place in self._returns.all()
            if (place.address.base, place.code) == (self._address.base, _code(wish))
            and not (place.hosted or place.viewer == UNKNOWN_VIEWER_INDEX)
        ]
        return max(ours, key=lambda place: place.viewer, default=None)  # a link is for the guest's seat

    def hear(self, message: FromServer) -> None:
        """Handle what a message says about our seat."""
        match message:
            case Seated(token=token) if token and message.viewer != PUBLIC_CLASS_INDEX:
                self._take(Return(self._address, message.code, message.viewer, token))
            case Ended(taken=True):  # what opens the seat still does, if its owner wants it back
                self._resumed_elsewhere = self.place
                self.place = self.wish = None
            case Ended() | Refused(code=Code.WRONG_TOKEN):
                if self.place is not None and self._returns is not None:
                    self._returns.drop(self.place)
                self.place = self.wish = None
            case Refused():
                self._drop_asked()
                if self.place is None and isinstance(self.wish, CreateTable):
                    self.wish = None  # a table is not opened later, behind our back

    def take_back(self) -> Return | None:
        """Hold the seat again that another connection has resumed; None where there is none."""
        if self._resumed_elsewhere is not None:
            self.place, self._resumed_elsewhere = self._resumed_elsewhere, None
        return self.place

    def note(self, **words: str | bool) -> None:
        """Write something beside the token: opponent, summary, deck, hosted."""
        if self.place is not None:
            self.place = msgspec.structs.replace(self.place, **words)
            self._keep()

    def _take(self, place: Return) -> None:
        """A token has come: it replaces the one before, on disk before anything else can need it."""
        old = self.place or self._asked
        if old is not None and old.code == place.code and old.viewer in (place.viewer, UNKNOWN_VIEWER_INDEX):
            place = msgspec.structs.replace(old, token=place.token, viewer=place.viewer)
        elif isinstance(self.wish, CreateTable):
            place = msgspec.structs.replace(place, key=self.wish.key)
        self.place, self._asked = place, None
        self._keep()
        if old is not None and old.viewer != place.viewer and self._returns is not None:
            self._returns.drop(old)

    def _keep(self) -> None:
        if self.place is not None and self._returns is not None:
            self._returns.put(self.place)

    def _drop_asked(self) -> None:
        if self._asked is not None and self._returns is not None:
            self._returns.drop(self._asked)
        self._asked = None


def _code(wish: JoinTable) -> str:
    """The code of the table a seat is asked for at, as servers write it."""
    return links.read_code(wish.code) or wish.code
