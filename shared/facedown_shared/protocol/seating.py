"""Messages for joining, resuming, and leaving a table, and the credentials of a seat.

Parts of the protocol, re-exported by shared/facedown_shared/protocol/messages.py.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from facedown_shared.protocol.envelope import (
    FileText,
    Key,
    Name,
    Ordinal,
    Secret,
    SentCode,
    SentSecret,
    ToClient,
    ToServer,
)
from facedown_shared.protocol.table_settings import Clock, Settings
from facedown_shared.tables import SeatOrNone
from facedown_shared.text import NOTHING, Words

MAX_REPLAY_DAYS = 36_500
"""Maximum lifetime of a public replay that a client accepts, in days."""

RelayAct = Annotated[str, Meta(pattern=r"^(disconnect|mute|unmute|ban)\Z")]


class CreateTable(ToServer, frozen=True, tag="create"):
    """Open a table and take its first seat. `line`, a saved line or a scenario, makes it a solo table and
    determines format and mode. `key` as in JoinTable.
    """

    settings: Settings = Settings()
    line: FileText = ""
    key: Key = ""


class JoinTable(ToServer, frozen=True, tag="join"):
    """Take a seat, with the `secret` of a link, or with the `password` if one is set. Store a random `key`
    first: a request repeated with it, after a lost answer, returns the same seat and a new token.
    """

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    password: Annotated[str, Meta(max_length=64)] = ""
    key: Key = ""


class Watch(ToServer, frozen=True, tag="watch"):
    """Spectate, with `secret` or `password` as in JoinTable; with `relay` as a [relay](#relays)."""

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    password: Annotated[str, Meta(max_length=64)] = ""
    relay: bool = False


class GetTable(ToServer, frozen=True, tag="get_table"):
    """Request the lobby's row of one table without joining it, with the `secret` of a link or the `key` to
    our own seat; a listed table needs neither. `tables` answers with this row alone.
    """

    code: Name
    secret: Annotated[str, Meta(max_length=128)] = ""
    key: Key = ""


class Crowd(ToServer, frozen=True, tag="crowd"):
    """From a relay: people who joined behind it, each with a number of its own, and numbers of those who
    left; at most 200 names a second, 1,000 in a burst. `marks` of the addresses of people kicked by
    the host, from a relay with the host's link.
    """

    come: Annotated[tuple[tuple[Ordinal, Name], ...], Meta(max_length=200)] = ()
    gone: Annotated[tuple[Ordinal, ...], Meta(max_length=1_000)] = ()
    marks: Annotated[tuple[Ordinal, ...], Meta(max_length=200)] = ()


class Dismissed(ToClient, frozen=True, tag="dismissed"):
    """To a relay: people who have left the table, and why; names banned from now on. With both, the host
    kicked them. To a relay with the host's link, `marks` of addresses banned from now on, and of all
    `muted` ones if these have changed.
    """

    numbers: tuple[int, ...] = ()
    reason: Words = NOTHING
    barred: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    muted: tuple[int, ...] | None = None


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
    """To the table's host: its relays, at most once a second."""

    rows: tuple[RelayRow, ...] = ()


class ControlRelay(ToServer, frozen=True, tag="relay"):
    """Control a relay of `relays`, as the table's host. A disconnected one may reconnect; `mute` is for the
    chat behind it. `mute` and `ban` apply to its address: to all relays there with the host's link, or to all
    without.
    """

    number: Ordinal
    act: RelayAct


class Resume(ToServer, frozen=True, tag="resume"):
    """Return to a seat with its latest token, or with its key as `CODE.KEY`."""

    token: Secret


class GetReplay(ToServer, frozen=True, tag="get_replay"):
    """Request a public replay, at a table or not; `replay` answers."""

    secret: Secret


class GetOpened(ToServer, frozen=True, tag="get_opened"):
    """Request the replay with both hands of the match that ended here, as its player, once both agreed;
    `replay` answers.
    """


class DropReplay(ToServer, frozen=True, tag="drop_replay"):
    """Delete a public replay by its key; `replay_gone` answers."""

    key: Secret


class ReplayKept(ToClient, frozen=True, tag="replay_kept"):
    """The match's replay is public for `days`: its secret opens it, its `key`, sent only to the players,
    deletes it.
    """

    secret: SentSecret
    days: Annotated[int, Meta(ge=0, le=MAX_REPLAY_DAYS)]
    key: SentSecret = ""


class ReplayFile(ToClient, frozen=True, tag="replay"):
    """The bytes of a `.replay` file."""

    data: bytes


class ReplayGone(ToClient, frozen=True, tag="replay_gone"):
    """The replay is deleted."""


class Seated(ToClient, frozen=True, tag="seated"):
    """The client has a seat, or spectates. `token` is for `resume`; empty: the previous one stays valid.
    `auto`: the stored mode. `locked`: joining without a link needs the password.
    """

    code: SentCode
    viewer: SeatOrNone
    token: SentSecret = ""
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
    watch: SentSecret = ""
    """To a relay with the host's link for relays: the secret of the link for spectators, to pass on."""


class Ended(ToClient, frozen=True, tag="ended"):
    """The client has no table any more. `taken`: another connection has the seat; its token and key stay
    valid.
    """

    reason: Words = NOTHING
    taken: bool = False

    @property
    def keeps_seat(self) -> bool:
        """Whether the seat stays the player's: another connection has it, or a ban may be lifted."""
        return self.taken or self.reason.id == "banned_by_operator"
