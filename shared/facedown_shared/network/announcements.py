"""Announcements of a server and its tables on its own network, and their validation.

Any device on a network can announce anything, so announcements are checked like messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.network.links import TableLink, parse_code
from facedown_shared.protocol.messages import PROTOCOL_VERSION, LobbyRow
from facedown_shared.text import strip_controls

SERVICE = "_facedown._tcp.local."
"""The service type in multicast DNS."""

ANNOUNCEMENT_TTL_S = 120
"""Seconds after which an announcement expires if it was not repeated: a server may have been killed."""

MAX_NAME_LETTERS = 60
"""Maximum letters of a name in an announcement."""

_Text = Annotated[str, Meta(max_length=MAX_NAME_LETTERS)]


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True):
    """Announcement of a server on this network (`link` has no code) or of one of its tables."""

    link: TableLink
    server: str = ""
    host: str = ""
    format: str = ""
    best_of: int = 1
    stage: str = ""
    spectators: int = 0
    locked: bool = False
    protocol: int = PROTOCOL_VERSION
    mode: str = "rules"
    banlist: str = ""
    point_cap: int | None = None

    @property
    def is_open(self) -> bool:
        """True if the table has a free seat."""
        return self.stage == "gathering"


class _Properties(msgspec.Struct, frozen=True):
    """The text properties of an announcement, validated. Unknown keys are ignored."""

    protocol: Annotated[int, Meta(ge=0, le=1_000_000)]
    code: _Text = ""
    server: _Text = ""
    host: _Text = ""
    format: _Text = ""
    best_of: Annotated[int, Meta(ge=1, le=9)] = 1
    stage: _Text = ""
    spectators: Annotated[int, Meta(ge=0, le=100_000)] = 0
    locked: bool = False
    tls: bool = False
    mode: _Text = "rules"
    banlist: _Text = ""
    point_cap: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


def properties(
    server: str, row: LobbyRow | None, *, secure: bool, has_password: bool = False
) -> dict[str, str]:  # fmt: skip
    """Return the text properties that announce a table, or the server itself.

    `has_password`: the server has a password, which every table of it needs.
    """
    pairs: dict[str, object] = {
        "protocol": PROTOCOL_VERSION,
        "server": server[:MAX_NAME_LETTERS],
        "tls": int(secure),
    }
    if row is not None:
        pairs |= {
            "code": row.code, "host": row.host, "format": row.format, "best_of": row.best_of,
            "stage": row.stage, "spectators": row.spectators, "locked": int(row.locked or has_password),
            "mode": row.mode, "banlist": row.banlist[:MAX_NAME_LETTERS],
        }  # fmt: skip
        pairs |= {} if row.point_cap is None else {"point_cap": row.point_cap}
    return {key: str(value) for key, value in pairs.items()}


def read_properties(host: str, port: int, pairs: Mapping[bytes, bytes | None]) -> Announcement | None:
    """Return the Announcement in these text properties; None if they are invalid."""
    try:
        text = {key.decode(): (value or b"").decode() for key, value in pairs.items()}
        found = msgspec.convert(text, _Properties, strict=False)
    except (UnicodeDecodeError, msgspec.ValidationError):
        return None
    code = parse_code(found.code)
    if bool(code) != bool(found.code) or not 0 < port < 65_536:
        return None
    shown = partial(strip_controls, lines=False)
    return Announcement(
        TableLink(host, port, found.tls, code), shown(found.server), shown(found.host), shown(found.format),
        found.best_of, shown(found.stage), found.spectators, found.locked, found.protocol, shown(found.mode),
        shown(found.banlist), found.point_cap,
    )  # fmt: skip
