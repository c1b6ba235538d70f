"""Frame parsing alone, compared with the websockets library: where frames end, what they carry, what is
invalid.
"""

from __future__ import annotations

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from facedown_server.network.wire.frames import BINARY_OPCODE, frame, frame_size, payload
from tests.server.network.wire.in_memory import memory_connection
from tests.server.serving import mask_frame

MAX_PAYLOAD_BYTES = 70_000


def encode_frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """Return a frame as the library's client sends it, with a mask that it draws."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 200, 65_535, 65_536, MAX_PAYLOAD_BYTES])
def test_a_message_in_one_frame_is_found_whole(size: int) -> None:
    data = (
        b"before"
        + encode_frame(Opcode.BINARY, bytes(range(256)) * (size // 256) + bytes(size % 256))
        + b"behind"
    )
    length = len(data) - len(b"beforebehind")
    assert frame_size(data, 6, MAX_PAYLOAD_BYTES) == length
    assert data[6] == BINARY_OPCODE
    assert payload(data, 6, length) == bytes(range(256)) * (size // 256) + bytes(size % 256)
    assert frame_size(data[: 6 + length - 1], 6, MAX_PAYLOAD_BYTES) == 0, "its last byte is not there yet"


@pytest.mark.parametrize(
    "data",
    [
        frame(b"without a mask"),
        b"\xc2\x80",  # a reserved bit
        b"\x83\x80",  # an unknown opcode
        b"\x89\xfe\x00\x80",  # a ping that is too long
        b"\x82\xff" + (MAX_PAYLOAD_BYTES + 1).to_bytes(8),
    ],
)
def test_what_is_no_frame_is_known_by_its_head(data: bytes) -> None:
    assert frame_size(data, 0, MAX_PAYLOAD_BYTES) == -1


messages = st.lists(st.binary(max_size=300), max_size=6)


def cut_up(message: bytes, parts: int) -> bytes:
    """Return a message in so many fragments, with a ping between them."""
    size = len(message) // parts + 1
    pieces = [message[start : start + size] for start in range(0, max(1, len(message)), size)]
    opcodes = [Opcode.BINARY] + [Opcode.CONT] * (len(pieces) - 1)
    frames = [
        encode_frame(opcode, piece, fin=number == len(pieces) - 1)
        for number, (opcode, piece) in enumerate(zip(opcodes, pieces, strict=True))
    ]
    return mask_frame(0x9, b"?").join(frames)


@given(messages, st.integers(1, 4), st.integers(1, 60))
async def test_messages_arrive_however_the_bytes_are_cut(said: list[bytes], parts: int, chunk: int) -> None:
    """Some in one frame, some in fragments, some behind a pong; each read returns an arbitrary part of it."""
    async with trio.open_nursery() as nursery:
        client, connection = memory_connection(nursery)
        data = b"".join(
            cut_up(message, parts)
            if number % 2
            else encode_frame(Opcode.PONG, b"") + encode_frame(Opcode.BINARY, message)
            for number, message in enumerate(said)
        )
        received: list[bytes] = []

        async def receive() -> None:
            while True:
                received.append(await connection.receive())

        nursery.start_soon(receive)
        for start in range(0, len(data), chunk):
            await client.stream.send_all(data[start : start + chunk])
        with trio.fail_after(60):
            while len(received) < len(said):
                await trio.lowlevel.checkpoint()
        assert received == said
        nursery.cancel_scope.cancel()
