"""message <-> bytes: the only module that knows MessagePack, and where the limits of a message are kept."""

from __future__ import annotations

import msgspec

from shared.errors import Code, Malformed
from shared.protocol.messages import FromClient, FromServer, ToClient, ToServer, Whole
from shared.words import words

MAX_FROM_CLIENT = 524_288
"""Bytes of the largest message there is from a client: a saved line with thousands of steps."""

USUAL_FROM_CLIENT = 32_768
"""Bytes of the largest that a server takes unless its host says otherwise (a deck's text is the largest)."""

MAX_FROM_SERVER = 4_194_304
"""Bytes of the largest message a client accepts."""

_encoder = msgspec.msgpack.Encoder()
_from_client: msgspec.msgpack.Decoder[FromClient] = msgspec.msgpack.Decoder(FromClient)
_from_server: msgspec.msgpack.Decoder[FromServer] = msgspec.msgpack.Decoder(FromServer)


def encode(message: ToServer | ToClient) -> bytes:
    """The bytes of a message. Rows of a View or a patch go in key order: their order tells nothing."""
    if isinstance(message, Whole):
        message = msgspec.structs.replace(message, view=message.view.in_order())
    return _encoder.encode(message)


def decode_from_client(data: bytes) -> FromClient:
    """The client's message behind these bytes. Raises Malformed."""
    if len(data) > MAX_FROM_CLIENT:
        raise Malformed(words("message_too_large"), Code.TOO_LARGE)
    try:
        return _from_client.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(words("no_message")) from error


def decode_from_server(data: bytes) -> FromServer:
    """The server's message behind these bytes. Raises Malformed."""
    if len(data) > MAX_FROM_SERVER:
        raise Malformed(words("server_message_too_large"), Code.TOO_LARGE)
    try:
        return _from_server.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(words("server_no_message")) from error
