"""What the pages of an event send: JSON in a binary frame, one request each."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

MAX_REQUEST_BYTES = 4_096

Name = Annotated[str, Meta(max_length=100)]
Key = Annotated[str, Meta(max_length=64)]
Wins = Annotated[int, Meta(ge=0, le=9)]
Field = Annotated[str, Meta(max_length=100)]
PageRole: TypeAlias = Literal["player", "organizer", "screen", "create", "slip", "print"]


class Request(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request of a page."""


class ShowEvent(Request, frozen=True, tag="show"):
    """The first request of each connection. `key`: of the page's link, "" for none."""

    event: Annotated[str, Meta(max_length=16)]
    role: PageRole
    key: Key = ""
    table: Annotated[str, Meta(max_length=4)] = ""
    """Of the slip's page."""
    language: Annotated[str, Meta(max_length=20)] = "en"


class JoinEvent(Request, frozen=True, tag="join"):
    """Register a player."""

    name: Name


class ReturnToEvent(Request, frozen=True, tag="back"):
    """Give a registered player's link to this phone."""

    name: Name
    pin: Annotated[str, Meta(max_length=8)]


class ClaimResult(Request, frozen=True, tag="claim"):
    """The result of the player's match, own wins first."""

    pairing: int
    own: Wins
    other: Wins


class DropOut(Request, frozen=True, tag="drop"):
    """Leave the event after the present round."""


class CallOrganizer(Request, frozen=True, tag="call"):
    """Call the organizer to the player's table."""


class RunLine(Request, frozen=True, tag="line"):
    """A line of the organizer."""

    text: Annotated[str, Meta(max_length=2_000)]


class OpenSlip(Request, frozen=True, tag="slip"):
    """The number on the slip of the page's table."""

    text: Annotated[str, Meta(max_length=12)]


class ChooseScore(Request, frozen=True, tag="score"):
    """The result on a slip, the first player's wins first."""

    own: Wins
    other: Wins


class TapName(Request, frozen=True, tag="tap"):
    """A player confirms the result on a slip."""

    player: int


class CreateEvent(Request, frozen=True, tag="create"):
    """A new event, with the fields of the form as they were typed; "" for what the game says."""

    name: Field
    game: Field = ""
    format: Field = ""
    tables: Field = ""
    best_of: Field = ""
    minutes: Field = ""
    wifi_name: Field = ""
    wifi_password: Field = ""


class CheckConnection(Request, frozen=True, tag="ping"):
    """Asks for any answer: a page that was frozen checks its connection."""


AnyRequest: TypeAlias = (
    ShowEvent | JoinEvent | ReturnToEvent | ClaimResult | DropOut | CallOrganizer | RunLine | CreateEvent
    | OpenSlip | ChooseScore | TapName | CheckConnection
)  # fmt: skip

_REQUESTS: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


def decode_request(data: bytes) -> AnyRequest:
    """Return the request in these bytes.

    Raises ValueError if they are none.
    """
    if len(data) > MAX_REQUEST_BYTES:
        raise ValueError("too large a request")
    return _REQUESTS.decode(data)


class ClockNews(msgspec.Struct, frozen=True):
    """The clock of the round: seconds left for a table without added minutes, and whether it runs."""

    left_s: float
    runs: bool


class PageNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a page is sent: parts of it as HTML by id, and what else has changed."""

    parts: dict[str, str] = {}
    title: str = ""
    clock: ClockNews | None = None
    say: str = ""
    """A sentence for the reader now, read aloud too."""
    answer: str = ""
    """HTML: the answer to the organizer's line."""
    key: str = ""
    """The page's key from now on."""
    go: str = ""
    """The address on this server that the page opens now."""
    ended: bool = False
    """True if the page's key is no longer valid, so that the page forgets it."""
    moved: str = ""
    """Where the event lives now: the address of another server, or its path behind the same port."""
