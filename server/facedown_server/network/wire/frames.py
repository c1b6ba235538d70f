"""Websocket frames, as far as game messages need them: the size of a frame, and messages in one frame.

Control frames, fragments and violations of the protocol are left to websockets' Sans-I/O protocol. A
connection creates one on demand, and drops it at rest.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Sequence

from websockets.protocol import CONNECTING, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES
from facedown_shared.protocol.messages import SUBPROTOCOL

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was built without its C extension
    from websockets.utils import apply_mask

EVENT_SUBPROTOCOL = "facedown.event.v1.json"
"""The subprotocol of the pages of an event (`facedown_server.events`)."""

BINARY_OPCODE = 0x82
"""The first byte of a binary message in one frame."""

_SHORT = [bytes((BINARY_OPCODE, size)) for size in range(126)]
"""The header of a short payload, by its length."""
_OPCODES = frozenset({0x0, 0x1, 0x2, 0x8, 0x9, 0xA})
_HEAD = {126: 8, 127: 14}
"""Bytes before the payload, by the value of the length byte."""


def frame(payload: bytes) -> bytes:
    """Return the websocket frame of a binary message from the server, ready for any number of sockets."""
    size = len(payload)
    if size < 126:
        return _SHORT[size] + payload
    if size < 65_536:
        return struct.pack("!BBH", BINARY_OPCODE, 126, size) + payload
    return struct.pack("!BBQ", BINARY_OPCODE, 127, size) + payload


def frame_size(data: bytes | bytearray, at: int, longest: int) -> int:
    """Return the size of the client's frame that begins at `at`; 0 while it is incomplete.

    -1 if it is no such frame, or its payload is larger than `longest`.
    """
    there = len(data) - at
    if there < 2:
        return 0
    first, second = data[at], data[at + 1]
    size = second & 0x7F
    if first & 0x70 or first & 0x0F not in _OPCODES or second < 0x80 or (first & 0x08 and size > 125):
        return -1
    head = 6
    if size > 125:
        head = _HEAD[size]
        if there < head - 4:
            return 0
        size = int.from_bytes(data[at + 2 : at + head - 4])
    if size > longest:
        return -1
    return head + size if there >= head + size else 0


def payload(data: bytes | bytearray, at: int, size: int) -> bytes:
    """Return the unmasked payload of the client's frame that begins at `at` and has `size` bytes."""
    start = at + _HEAD.get(data[at + 1] & 0x7F, 6)
    return apply_mask(data[start : at + size], data[start - 4 : start])


def open_protocol(state: State = CONNECTING, longest: int = DEFAULT_CLIENT_MESSAGE_BYTES) -> ServerProtocol:
    """Return the protocol of one connection. Its origin is checked separately (`acceptor.is_foreign`)."""
    return ServerProtocol(
        subprotocols=[Subprotocol(SUBPROTOCOL), Subprotocol(EVENT_SUBPROTOCOL)],
        select_subprotocol=_select,
        state=state,
        max_size=longest,
        logger=logging.getLogger("websockets.server"),
    )


def _select(_protocol: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Return our subprotocol if it was offered. A client that offers none is accepted, so that it can be sent
    the reason of its refusal.
    """
    ours = (Subprotocol(SUBPROTOCOL), Subprotocol(EVENT_SUBPROTOCOL))
    return next((one for one in ours if one in offered), None)
