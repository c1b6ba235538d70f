"""A connected client with a name, as seen by the lobby and rooms. Sending never waits for the client to read.

A client that reads too slowly is sent nothing until it has caught up; then its room sends the whole View.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

import trio

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.addresses import limits_key
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.token_buckets import Bucket, Buckets
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Crowd, ToClient, ToServer, Update
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text import Code, FacedownError, Illegal, words

RECONNECT_CLOSE_CODE = 1012
"""The websocket close code for a client that should reconnect."""


class GuestConnection(Protocol):
    """The part of a connection that a guest uses."""

    peer: str
    accepted: float
    on_recover: Callable[[], None] | None

    def push(self, frame: bytes) -> bool:
        """Send a ready-made frame; False if it was dropped."""

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection with a reason."""


class GuestRoom(Protocol):
    """The part of a room that guests and sessions use."""

    async def submit(self, guest: Guest, message: ToServer) -> None:
        """Pass a guest's message to the room, and wait until the room has handled it."""

    def handle_disconnect(self, guest: Guest) -> None:
        """Handle the loss of the guest's connection."""

    def handle_recovered(self, guest: Guest) -> None:
        """Send the present state to a slow reader that has caught up."""


class Guest:
    """A client after its Hello."""

    __slots__ = (
        "_can_send",
        "_line",
        "address",
        "arrived",
        "barrier",
        "behind",
        "by_link",
        "chatter",
        "crowding",
        "gone",
        "has_cards",
        "has_full_share",
        "is_relay",
        "kicks",
        "name",
        "plays",
        "printed",
        "reads",
        "redirected",
        "room",
        "shown",
        "view_bytes",
        "viewer",
        "work_share",
    )

    def __init__(
        self,
        line: GuestConnection,
        name: str,
        *,
        has_cards: bool = True,
        reads: str = "",
        can_send: Callable[[], bool] | None = None,
    ) -> None:
        self._line, self._can_send = line, can_send
        """Function that returns whether messages may be sent now; None if always."""
        self.name = name
        self.has_cards = has_cards
        """True if the client has the card facts bundled with this server."""
        self.reads = reads
        """The language of card texts for this client; "" for a client that shows none."""
        self.plays: Collection[str] = ()  # the ways of play that the client has; () if that is unknown
        self.printed: set[int] = set()
        """Passcodes of cards whose texts this client was sent."""
        self.shown = name
        """The name shown at the table, distinct from all others there."""
        self.address = limits_key(line.peer)
        """The key of the client's address for limits: for IPv6 the /64 network, since every home has one."""
        self.chatter: Bucket | None = None  # rate limit of the guest's chat lines
        self.crowding: Bucket | None = None
        """Rate limit of the names that the guest announces as a relay."""
        self.work_share: Bucket | None = None  # heavy requests that no other guest can use up
        self.has_full_share = True  # False if too many connections of the address are new
        self.view_bytes = 0  # size of the last View, list of tables or replay that the client was sent
        self.arrived = line.accepted
        """The time at which the connection was accepted."""
        self.barrier: FacedownError | None = None  # the refusal until the server's password was shown
        self.room: GuestRoom | None = None
        """The guest's table; set by that table."""
        self.redirected: trio.Event | None = None
        """Set once the client was sent the new node of a table that has moved; None unless it has.

        Until then the guest's messages wait, so that no refusal or echo overtakes the redirect.
        """
        self.viewer: Seat = PUBLIC_CLASS_INDEX
        self.behind = False
        """True if the client reads too slowly: it gets the whole View once it has caught up."""
        self.is_relay = False
        """True if the guest relays to others (server/facedown_server/network/relay)."""
        self.by_link = False
        """True if the guest is a relay with the host's link for relays."""
        self.kicks = 0
        """The number of people kicked behind this relay whose addresses it has not reported."""
        self.gone = False  # True if the session has ended: waiting messages of the guest are dropped
        line.on_recover = self._recover

    def __repr__(self) -> str:
        return f"<Guest {self.name!r} {self.address}>"

    def pay_for_work(self, works: Buckets, bounds: Bounds, now: float, price: float) -> bool:
        """Charge a heavy request to this guest's share and its address; return False if too much is used."""
        if self.work_share is None:
            self.work_share = Bucket(bounds.work_fair_share_rate, bounds.work_fair_share_burst, now)
            if not self.has_full_share:
                self.work_share.lower(now, 0.0)
        return works.take_with_share(self.address, now, price, self.work_share)

    def charge_for_work(self, works: Buckets, now: float, price: float) -> None:
        """Charge what a heavy request took beyond its price, in any case."""
        works.charge(self.address, now, price)
        if self.work_share is not None:
            self.work_share.charge(now, price)

    def send(self, message: ToClient) -> None:
        """Send one message."""
        self.push(pack(message, bundled=self.has_cards))

    def send_large(self, message: ToClient) -> None:
        """Send a message of many bytes, the size of which a further request of the kind costs."""
        ready = pack(message, bundled=self.has_cards)
        self.view_bytes = len(ready)
        self.push(ready)

    def push(self, ready: bytes) -> None:
        """Send a ready-made frame."""
        if self.behind:
            return
        if (self._can_send is not None and not self._can_send()) or not self._line.push(ready):
            self.behind = True

    def check_crowd(self, message: Crowd, bounds: Bounds, now: float) -> None:
        """Charge a relay for the names in a message.

        Raises Illegal if the guest is no relay, or exceeds the rate.
        """
        if not self.is_relay:
            raise Illegal(words("relays_only"), Code.NOT_ALLOWED)
        if self.crowding is None:
            self.crowding = Bucket(bounds.crowd_rate, bounds.crowd_burst, now)
        if not self.crowding.take(now, 1 + len(message.come) + len(message.gone)):
            raise Illegal(words("too_fast"), Code.TOO_FAST)

    def take_marks(self, message: Crowd) -> tuple[int, ...]:
        """Return the marks of addresses that this relay may have banned: with the host's link, one for each
        kick behind it.
        """
        marks = message.marks[: self.kicks] if self.by_link else ()
        self.kicks -= len(marks)
        return marks

    def close_for_redirect(self, reason: str) -> None:
        """Close the connection so that the client reconnects, here or at another node."""
        self._line.close(RECONNECT_CLOSE_CODE, reason)

    def catch_up(self) -> None:
        """Send the guest the present state if messages to it were held back."""
        if self.behind:
            self._recover()

    def _recover(self) -> None:
        if self.room is None:
            self.behind = False
        else:
            self.room.handle_recovered(self)


def pack(message: ToClient | Update, *, bundled: bool = True) -> bytes:
    """Return the frame of a message, ready to be pushed to any number of connections.

    `bundled`: whether the clients have the card facts bundled with this server.
    """
    return frame(encode(message, bundled=bundled))
