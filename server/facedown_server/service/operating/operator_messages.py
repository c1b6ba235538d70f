"""A command of the operator to a running server, and the server's reply."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from facedown_shared.protocol.messages import Settings

MAX_RESTRICTION_S = 100 * 365 * 86_400
"""The longest ban or mute that ends, in seconds."""

MAX_OPENED_TABLES = 200


class OperatorCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of the operator. `do`: "list", "close" (a table), "say" (a text, to all at all tables),
    "return" (a link back to a seat at `table`; `text` is its player's name or number), "drain" (hand all
    tables over; `text`: "cancel" calls that off, "look" only reports the progress), "open" (`count` tables
    with these `settings`), "kick" (the guest called `text`, from `table`), "ban" and "mute" (`text`: a name,
    IP address or network, for so many `seconds`, 0 for good), "unban", "unmute", "bans" (the list of both) or
    "forget" (lines of chat of a name, at all tables).
    """

    key: str
    do: str
    table: str = ""
    text: str = ""
    count: Annotated[int, Meta(ge=1, le=MAX_OPENED_TABLES)] = 1
    settings: Settings = Settings()
    seconds: Annotated[int, Meta(ge=0, le=MAX_RESTRICTION_S)] = 0


class OperatorReply(msgspec.Struct, frozen=True):
    """The response: lines for the host, the same as rows for programs, or why the command was refused."""

    lines: tuple[str, ...] = ()
    refused: str = ""
    rows: tuple[dict[str, Any], ...] = ()
