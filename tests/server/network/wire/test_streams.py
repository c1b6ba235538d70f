"""TCP under TLS: bytes without content have a rate, content has none."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.wire.streams import (
    MAX_TLS_OVERHEAD_BYTES,
    TLS_OVERHEAD_BYTES_PER_S,
    _BelowTls,
)

CHUNK_BYTES = 4_096


async def count_received(chunks: int, content: float, pause: float = 0.0) -> int:
    """Return how many of these chunks are received, if this share of each is content."""
    ours, theirs = socket.socketpair()
    stream = _BelowTls(ours, "192.0.2.1")
    with theirs, closing(stream):
        for number in range(chunks):
            theirs.sendall(bytes(CHUNK_BYTES))
            try:
                stream.count_content(int(content * len(await stream.receive_some(CHUNK_BYTES))))
            except trio.BrokenResourceError:
                return number
            await trio.sleep(pause)
    return chunks


async def test_records_without_content_end_a_connection(autojump_clock: MockClock) -> None:
    """Seen to fail: 10,000 KeyUpdates a second of one connection took a quarter of a core."""
    assert await count_received(100, 0.0) == MAX_TLS_OVERHEAD_BYTES // CHUNK_BYTES


@pytest.mark.parametrize("content", [0.95, 1.0])
async def test_content_has_no_limit_here(autojump_clock: MockClock, content: float) -> None:
    assert await count_received(300, content) == 300


async def test_a_slow_overhead_is_allowed(autojump_clock: MockClock) -> None:
    assert await count_received(200, 0.0, CHUNK_BYTES / TLS_OVERHEAD_BYTES_PER_S) == 200
