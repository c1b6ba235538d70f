"""Control frames and fragments of messages count for the IP address that they come from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.wire.control_frames import MAX_RESERVE_COUNT, RESERVE_RATE_HZ
from facedown_server.network.wire.memory_streams import MemoryListener, MemoryStream
from facedown_server.network.wire.traffic_limits import WireLimits
from tests.server.serving import HANDSHAKE, close_code, mask_frame, open_raw, read_all, serve_in_memory

HOME, ELSEWHERE = "198.51.100.7", "198.51.100.8"
PING, PONG = mask_frame(0x9, b""), b"\x8a\x00"
LIMITS = WireLimits()
BURST_TOKENS = int(LIMITS.control_frame_burst)


@asynccontextmanager
async def crowd(listener: MemoryListener, count: int, peer: str = HOME) -> AsyncIterator[list[MemoryStream]]:
    """Open so many connections from one address."""
    streams = [listener.connect(peer) for _ in range(count)]
    for stream in streams:
        await open_raw(stream)
    yield streams


async def received_bytes(stream: MemoryStream) -> bytes:
    """Return what the server has sent so far."""
    await wait_all_tasks_blocked()
    data = b""
    with trio.move_on_after(0.001):
        while chunk := await stream.receive_some():
            data += chunk
    return data


@pytest.mark.parametrize("frame", [PING, mask_frame(0xA, b""), mask_frame(0x0, b"", fin=False)])
async def test_many_connections_of_an_address_send_no_more_than_one(
    frame: bytes, autojump_clock: MockClock
) -> None:
    async with serve_in_memory() as (wire, listener), crowd(listener, 31) as streams:
        for stream in streams:
            begin = mask_frame(0x2, b"", fin=False) if frame[0] & 0xF == 0 else b""
            await stream.send_all(begin + 100 * frame)
            await wait_all_tasks_blocked()
        assert sum(connection.is_open for connection in wire.connections) <= 1 + BURST_TOKENS // 100
        assert close_code(await received_bytes(streams[-1])) == 1008
        async with crowd(listener, 1, ELSEWHERE) as (other,):
            await other.send_all(PING)
            assert await received_bytes(other) == PONG


async def test_new_connections_give_an_address_nothing(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (_, listener):
        answered = 0
        for _ in range(20):
            async with crowd(listener, 1) as (stream,):
                await stream.send_all(100 * PING)
                answered += (await received_bytes(stream)).count(PONG)
                await stream.aclose()
        assert answered <= BURST_TOKENS + 20 + LIMITS.control_frames_per_second * trio.current_time()


async def test_who_pings_now_and_then_is_heard_beside_a_flood_from_the_same_address(
    autojump_clock: MockClock,
) -> None:
    async with serve_in_memory() as (_, listener), crowd(listener, 1) as (honest,):
        for _ in range(30):
            await trio.sleep(1 / RESERVE_RATE_HZ)
            async with crowd(listener, 2) as rude:
                for stream in rude:
                    await stream.send_all(3 * BURST_TOKENS * PING)
                    assert close_code(await received_bytes(stream)) == 1008
                    await stream.aclose()
            await honest.send_all(PING)
            assert (await received_bytes(honest)).endswith(PONG)


async def test_a_shop_full_of_clients_that_ping_is_never_cut(autojump_clock: MockClock) -> None:
    """They also answer the server's pings, and send some messages in fragments."""
    async with (
        serve_in_memory(limits=LIMITS) as (wire, listener),
        crowd(listener, LIMITS.per_address) as streams,
    ):
        for _ in range(100):
            await trio.sleep(3)
            for stream in streams:
                await stream.send_all(
                    PING + mask_frame(0xA, b"") + mask_frame(0x2, b"a", fin=False) + mask_frame(0x0, b"b")
                )
            await wait_all_tasks_blocked()
        assert sum(connection.is_open for connection in wire.connections) == LIMITS.per_address


async def test_messages_in_one_frame_are_not_counted_here(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (wire, listener), crowd(listener, 3) as streams:
        for stream in streams:
            await stream.send_all(300 * mask_frame(0x2, b"hello"))
        await wait_all_tasks_blocked()
        assert sum(connection.is_open for connection in wire.connections) == 3


async def test_what_comes_with_the_handshake_is_judged_a_piece_at_a_time(autojump_clock: MockClock) -> None:
    """Seen to fail: all of it was answered before any was counted."""
    async with serve_in_memory() as (_, listener):
        stream = listener.connect(HOME)
        await stream.send_all(HANDSHAKE + b"\r\n" + 2_700 * PING)
        assert (await read_all(stream)).count(PONG) <= 3 * BURST_TOKENS


async def test_a_message_that_comes_with_the_handshake_arrives(autojump_clock: MockClock) -> None:
    async with serve_in_memory() as (_, listener):
        stream = listener.connect(HOME)
        await stream.send_all(HANDSHAKE + b"\r\n" + mask_frame(0x2, bytes(5_000)) + mask_frame(0x2, b"next"))
        assert (await received_bytes(stream)).endswith(bytes(5_000) + b"\x82\x04next")


def test_a_reserve_is_small() -> None:
    """All connections of an address together accumulate less than the address's burst."""
    assert MAX_RESERVE_COUNT * LIMITS.per_address < BURST_TOKENS
