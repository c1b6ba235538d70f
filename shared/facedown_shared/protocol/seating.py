"""Messages for joining, resuming, and leaving a table, and the credentials of a seat.

Parts of the protocol, re-exported by shared/facedown_shared/protocol/messages.py.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from facedown_shared.protocol.envelope import FileText, Key, Name, Ordinal, Secret, ToClient, ToServer
from facedown_shared.protocol.table_settings import Clock, Settings
from facedown_shared.tables.zones import SeatOrNone
from facedown_shared.text.words import NOTHING, Words

RelayAct = Annotated[str, Meta(pattern=r"^(disconnect|mute|unmute|ban)\Z")]


class CreateTable(ToServer, frozen=True, tag="create"):
    """Open a table and sit down at it. With `line`, the text of a file (a saved line, or a scenario as a
    puzzle), it is played alone, and the file settles format and mode. `key` as in JoinTable."""

    settings: Settings = Settings()
    line: FileText = ""
    key: Key = ""


class JoinTable(ToServer, frozen=True, tag="join"):
    """Take a seat: by code, with the seat secret of a link if there is one, and the password if set.

    `key` is random, made and stored by the client before the request: it is this seat's from then on. The
    same request with the same key is the same seat, with a new token: a lost answer locks no player out.
    """

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    password: Annotated[str, Meta(max_length=64)] = ""
    key: Key = ""


class Watch(ToServer, frozen=True, tag="watch"):
    """Spectate a table: by code, with the secret of a link for spectators or for relays if there is one.
    `relay`: I relay to others, and `crowd` says who they are.
    """

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    password: Annotated[str, Meta(max_length=64)] = ""
    relay: bool = False


class Crowd(ToServer, frozen=True, tag="crowd"):
    """From a relay: arrivals behind it, each with a number of its own making, and departures. At most 200
    names a second and 1,000 at once, both together; more are `too_fast`. It is sent before the first line
    of a new person.
    """

    come: Annotated[tuple[tuple[Ordinal, Name], ...], Meta(max_length=200)] = ()
    gone: Annotated[tuple[Ordinal, ...], Meta(max_length=1_000)] = ()


class Dismissed(ToClient, frozen=True, tag="dismissed"):
    """To a relay: these people are no longer at the table, and why; and these names are banned from now on.
    Both at once: the table's host has kicked them.
    """

    numbers: tuple[int, ...] = ()
    reason: Words = NOTHING
    barred: tuple[str, ...] = ()


class RelayRow(Struct, frozen=True, omit_defaults=True):
    """A relay at a table, as the table's host sees it. Its number is not used again at this table."""

    number: int
    name: str = ""
    """The name in its `hello`."""
    watching: int = 0
    """How many watch behind it."""
    by_link: bool = False
    """Whether it has brought the host's link for relays."""
    muted: bool = False
    """Whether people behind it may not chat."""


class Relays(ToClient, frozen=True, tag="relays"):
    """To the table's host: the relays that watch it now. Sent when that changes, once a second at most."""

    rows: tuple[RelayRow, ...] = ()


class ControlRelay(ToServer, frozen=True, tag="relay"):
    """Control the relay with this number of `relays`, as the table's host. `disconnect`: it may reconnect.
    `mute`: people behind it may not chat, until `unmute`. `ban`: no relay may connect from its address any
    more. `mute` and `ban` apply to all relays of its address with the host's link, or to all without, like
    this one.
    """

    number: Ordinal
    act: RelayAct


class Resume(ToServer, frozen=True, tag="resume"):
    """Come back to a seat with the last token received; or with the seat's key, as `CODE.KEY`, which ends
    every token of the seat."""

    token: Secret


class GetReplay(ToServer, frozen=True, tag="get_replay"):
    """Send me the public replay that this secret opens; `replay` answers. At a table or at none."""

    secret: Secret


class GetOpened(ToServer, frozen=True, tag="get_opened"):
    """Send me the replay of the match that has ended here with both hands in it; `replay` answers. Only to
    its players, and only once both have agreed to open them."""


class DropReplay(ToServer, frozen=True, tag="drop_replay"):
    """Delete the public replay of a match of mine, by the key that its players were sent; `replay_gone`
    answers.
    """

    key: Secret


class ReplayKept(ToClient, frozen=True, tag="replay_kept"):
    """The replay of the finished match is public for so many days by this secret: a link carries it as
    `replay`. `key` deletes it, and is sent to its players alone.
    """

    secret: str
    days: int
    key: str = ""


class ReplayFile(ToClient, frozen=True, tag="replay"):
    """A replay, as the bytes of a file (`.replay`)."""

    data: bytes


class ReplayGone(ToClient, frozen=True, tag="replay_gone"):
    """The replay is deleted."""


class Seated(ToClient, frozen=True, tag="seated"):
    """You sit or watch at this table. `token` brings you back, and every use hands out its successor (none:
    the one before stays). `links` are for the host. `clock`, `pace` and `locked` are the table's for good."""

    code: str
    viewer: SeatOrNone
    token: str = ""
    links: dict[str, tuple[tuple[str, str], ...]] = {}
    """Who the link is for ("opponent", "spectator", "relay") -> (address label, link); only the host gets
    them."""
    auto: str = ""
    """When you wanted to be asked to respond, if you have come back."""
    clock: Clock = Clock()
    pace: str = ""
    locked: bool = False
    """Whether joining by the code alone needs a password."""
    epoch: int = 0
    """How often the table has changed hands, where a service has several servers."""
    watch: str = ""
    """To a relay with the host's link for relays: the secret of the link for spectators, to pass on."""


class Ended(ToClient, frozen=True, tag="ended"):
    """You are no longer at a table, and why. `taken`: another connection has your seat; what opens it still
    does."""

    reason: Words = NOTHING
    taken: bool = False
