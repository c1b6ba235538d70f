"""What every message is made of: the two bases, and the plain types with their limits (law 8)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=24)]
MAX_CHAT_LETTERS = 400
ChatText = Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LETTERS)]
Secret = Annotated[str, Meta(min_length=1, max_length=128)]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}\Z")]
"""The key of a seat, made by the client: 16 random bytes or more, as letters that fit in a link."""
SentCode = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{0,24}\Z")]
"""The code of a table, from a server. Clients put it into file names, links and commands to type."""
SentSecret = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._~-]{0,200}\Z")]
"""A token or secret from a server. Clients put it into links and commands to type."""
DeckText = Annotated[str, Meta(max_length=20_000)]
MAX_FILE_LETTERS = 500_000
"""Maximum number of letters of a line of play: some thousand steps, and facts of its cards."""
FileText = Annotated[str, Meta(max_length=MAX_FILE_LETTERS)]
Ordinal = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Passcode = Annotated[int, Meta(ge=0, le=4_294_967_295)]
MAX_OPTIONS = 2_000
"""Maximum number of options that a client accepts: each is drawn, and two decks have fewer."""

Index = Annotated[int, Meta(ge=0, le=10_000)]
Word = Annotated[str, Meta(max_length=24)]
Share32 = Annotated[bytes, Meta(min_length=32, max_length=32)]


class ToServer(Struct, frozen=True, tag_field="m", omit_defaults=True, forbid_unknown_fields=True):
    """Base class of messages from a client."""


class ToClient(Struct, frozen=True, tag_field="m", omit_defaults=True):
    """Base class of messages from a server."""
