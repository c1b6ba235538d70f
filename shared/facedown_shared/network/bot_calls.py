"""Calls of a server to the process of its bots: one JSON line each, on its standard input."""

from __future__ import annotations

import msgspec


class BotCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table a bot shall come to: by the secret of a link and a key for its seat, or back by a token."""

    code: str
    secret: str = ""
    key: str = ""
    token: str = ""
    password: str = ""
    """The server's password."""
    language: str = ""
    """The language of the bot's name; "" for the system's."""


def encode_call(call: BotCall) -> bytes:
    """Return a call as a line."""
    return msgspec.json.encode(call) + b"\n"


def decode_call(line: bytes) -> BotCall:
    """Return the call in a line.

    Raises msgspec.MsgspecError.
    """
    return msgspec.json.decode(line, type=BotCall)
