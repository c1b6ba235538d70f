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
    """Open a table and take its first seat. With `line`, the text of a file (a saved line, or a scenario as a
    puzzle), it is a solo table, and the file determines format and mode. `key` as in JoinTable.
    """

    settings: Settings = Settings()
    line: FileText = ""
    key: Key = ""


class JoinTable(ToServer, frozen=True, tag="join"):
    """Take a seat: by code, with the seat secret of a link if there is one, and the password if set.

    `key` is random, and stored by the client before the request. Repeat the request with the same key if the
    answer is lost: it returns the same seat, with a new token.
    """

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    password: Annotated[str, Meta(max_length=64)] = ""
    key: Key = ""


class Watch(ToServer, frozen=True, tag="watch"):
    """Spectate a table: by code, with the secret of a link for spectators or for relays if there is one.
    `relay`: the client relays to others, which `crowd` announces.
    """

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    password: Annotated[str, Meta(max_length=64)] = ""
    relay: bool = False


class Crowd(ToServer, frozen=True, tag="crowd"):
    """From a relay: people who have joined behind it, each with a number of the relay's own, and numbers of
    those who have left. At most 200 names a second and 1,000 at once, both together; more are `too_fast`. It
    is sent before the first chat line of a new person.
    """

    come: Annotated[tuple[tuple[Ordinal, Name], ...], Meta(max_length=200)] = ()
    gone: Annotated[tuple[Ordinal, ...], Meta(max_length=1_000)] = ()


class Dismissed(ToClient, frozen=True, tag="dismissed"):
    """To a relay: these people have left the table, and why; and these names are banned from now on. With
    both, the table's host has kicked them.
    """

    numbers: tuple[int, ...] = ()
    reason: Words = NOTHING
    barred: tuple[str, ...] = ()


class RelayRow(Struct, frozen=True, omit_defaults=True):
    """A relay at a table, as the table's host sees it. Its number is not used again at this table."""

    number: int
    name: str = ""
    """The relay's name in `hello`."""
    watching: int = 0
    """Number of spectators behind it."""
    by_link: bool = False
    """Whether it connected with the host's link for relays."""
    muted: bool = False
    """Whether people behind it may not chat."""


class Relays(ToClient, frozen=True, tag="relays"):
    """To the table's host: the relays of the table, whenever they change, once a second at most."""

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
    """Return to a seat with its latest token; or with its key, as `CODE.KEY`, which invalidates all tokens of
    the seat.
    """

    token: Secret


class GetReplay(ToServer, frozen=True, tag="get_replay"):
    """Request the public replay that this secret opens; `replay` answers. Allowed with and without a
    table.
    """

    secret: Secret


class GetOpened(ToServer, frozen=True, tag="get_opened"):
    """Request the replay, with both hands, of the match that has ended here; `replay` answers. Allowed to its
    players once both have agreed to open them.
    """


class DropReplay(ToServer, frozen=True, tag="drop_replay"):
    """Delete the public replay of a match by the key that its players were sent; `replay_gone` answers."""

    key: Secret


class ReplayKept(ToClient, frozen=True, tag="replay_kept"):
    """The replay of the finished match is public for so many days with this secret, which a link carries as
    `replay`. `key`, sent only to the players, deletes it.
    """

    secret: str
    days: int
    key: str = ""


class ReplayFile(ToClient, frozen=True, tag="replay"):
    """A replay, as the bytes of a file (`.replay`)."""

    data: bytes


class ReplayGone(ToClient, frozen=True, tag="replay_gone"):
    """The answer to `drop_replay`: the replay is deleted."""


class Seated(ToClient, frozen=True, tag="seated"):
    """The client has a seat or spectates at this table. `token` resumes the seat, and each use returns a new
    one (empty: the previous one stays valid). `links` are for the host. `clock`, `pace` and `locked` never
    change.
    """

    code: str
    viewer: SeatOrNone
    token: str = ""
    links: dict[str, tuple[tuple[str, str], ...]] = {}
    """Links by role ("opponent", "spectator", "relay"): (address label, link). Only the host receives
    them.
    """
    auto: str = ""
    """The stored prompt mode (`auto`), after a reconnect."""
    clock: Clock = Clock()
    pace: str = ""
    locked: bool = False
    """Whether joining by the code alone requires a password."""
    epoch: int = 0
    """Number of times the table has changed its node, in a service of several nodes."""
    watch: str = ""
    """To a relay with the host's link for relays: the secret of the link for spectators, to pass on."""


class Ended(ToClient, frozen=True, tag="ended"):
    """The client has no table any more, and why. `taken`: another connection has the seat; its token and key
    stay valid.
    """

    reason: Words = NOTHING
    taken: bool = False
