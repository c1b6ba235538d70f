"""A connection by itself, in memory: whole messages, no waiting for slow clients, a reason for every
close.
"""

from __future__ import annotations

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.wire.connection import PING, ConnectionEnded, cut
from facedown_server.network.wire.flusher import Flusher
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.memory_streams import MemoryStream
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.runtime.world import SeededWorld
from tests.server.network.wire.in_memory import memory_connection
from tests.server.serving import close_code, mask_frame, read_all, receive_until_closed

SMALL = WireLimits(outbox_bytes=1_000, outbox_frames=20)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
async def test_frames_of_every_size_arrive(nursery: trio.Nursery, size: int) -> None:
    client, connection = memory_connection(nursery)
    assert connection.push(frame(bytes(size)))
    assert await client.receive() == bytes(size)


async def test_messages_are_received_in_order(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery)
    for number in range(50):
        await client.send(bytes([number]))
    assert [await connection.receive() for _ in range(50)] == [bytes([number]) for number in range(50)]


async def test_a_message_in_fragments_is_put_together(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery)
    await client.stream.send_all(
        mask_frame(0x2, b"face", fin=False) + mask_frame(0x9, b"") + mask_frame(0x0, b"down")
    )
    assert await connection.receive() == b"facedown"
    assert await client.stream.receive_some() == b"\x8a\x00"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (mask_frame(0x1, b"text"), 1003),
        (mask_frame(0x2, bytes(32_769)), 1009),
        (mask_frame(0x2, bytes(20_000), fin=False) + mask_frame(0x0, bytes(20_000)), 1009),
        (b"\x82\x01x", 1002),
        (b"\xff\xff\xff\xff", 1002),
        (mask_frame(0x0, b"stray"), 1002),
        (mask_frame(0x9, b"") * 500, 1008),
        (mask_frame(0x8, b"\x03\xe8bye"), 1000),
        (mask_frame(0x8, b""), 1005),
        (b"", 1006),
    ],
)
async def test_what_is_no_message_ends_the_connection(nursery: trio.Nursery, sent: bytes, code: int) -> None:
    client, connection = memory_connection(nursery)
    await client.stream.send_all(sent)
    assert isinstance(client.stream, trio.abc.HalfCloseableStream)
    await client.stream.send_eof()
    assert (await receive_until_closed(connection.receive)).code == code
    assert not connection.push(frame(b"too late"))
    await connection.close_gracefully()
    data = await read_all(client.stream)
    assert not data if code == 1006 else code == 1005 or close_code(data) == code


async def test_what_was_pushed_before_a_close_arrives(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery)
    connection.push(frame(b"last words"))
    connection.close(4000, "go")
    assert not connection.push(frame(b"more"))
    assert await client.receive() == b"last words"
    with pytest.raises(ConnectionEnded, match="4000 go"):
        await client.receive()
    with pytest.raises(ConnectionEnded, match="4000 go"):
        await connection.receive()
    await connection.close_gracefully()


async def test_what_one_turn_of_the_loop_tells_is_one_write(
    nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One system call for all messages of a turn of the event loop."""
    client, connection = memory_connection(nursery)
    writes: list[bytes | memoryview] = []
    push = MemoryStream.push

    def note(stream: MemoryStream, data: bytes | memoryview) -> int:
        writes.append(data)
        return push(stream, data)

    monkeypatch.setattr(MemoryStream, "push", note)
    told = [frame(b"first"), frame(b"second"), frame(b"third")]
    assert all(connection.push(each) for each in told)
    assert not writes
    await wait_all_tasks_blocked()
    assert writes == [b"".join(told)]
    assert [await client.receive() for _ in told] == [b"first", b"second", b"third"]


async def test_a_turn_is_written_in_the_order_in_which_connections_came(nursery: trio.Nursery) -> None:
    """The order does not depend on which was sent a message first, or was sent more."""
    written: list[int] = []

    class NotedConnection:
        def __init__(self, number: int) -> None:
            self.number = number

        def flush(self) -> None:
            written.append(self.number)

    flusher = Flusher(SeededWorld())
    nursery.start_soon(flusher.run)
    for _ in range(3):
        for number in (7, 2, 5):
            flusher.add(NotedConnection(number))
        await wait_all_tasks_blocked()
    assert written == [2, 5, 7] * 3


async def test_a_slow_reader_gets_one_whole_view_when_it_has_caught_up(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, limits=SMALL, capacity=300)

    def send_whole_view() -> None:
        connection.push(frame(b"whole view"))

    connection.on_recover = send_whole_view
    pushed = [connection.push(frame(bytes([number]) * 100)) for number in range(40)]
    assert pushed[0]
    assert not pushed[-1]
    assert connection.outbox_bytes <= 102
    received = [await client.receive()]
    while received[-1] != b"whole view":
        received.append(await client.receive())
    assert not connection.is_lagging
    assert connection.push(frame(b"next"))
    assert await client.receive() == b"next"
    assert received[:2] == [bytes(100), b"\x01" * 100]
    assert len(received) < 15


async def test_a_slow_reader_nobody_can_help_is_cut(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, limits=SMALL, capacity=300)
    while connection.push(frame(bytes(100))):
        pass
    with pytest.raises(ConnectionEnded, match="1008 it read too slowly"):
        await connection.receive()
    assert connection.outbox_bytes == 0
    assert len(await read_all(client.stream)) <= 300


async def test_a_mistake_in_recovering_ends_that_connection_alone(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, limits=SMALL, capacity=300)

    def fail() -> None:
        raise RuntimeError("a bug")

    connection.on_recover = fail
    while connection.push(frame(bytes(100))):
        pass
    assert (await receive_until_closed(client.receive)).code == 1011


async def test_one_large_frame_may_exceed_the_outbox(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, limits=SMALL, capacity=300)
    assert connection.push(frame(bytes(50_000)))
    assert await client.receive() == bytes(50_000)


async def test_a_reader_that_stops_is_cut_at_its_deadline(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, connection = memory_connection(nursery, capacity=300)
    connection.push(frame(bytes(1_000)))
    await trio.sleep(14)
    connection.tick(trio.current_time())
    assert connection.outbox_bytes == 704
    await trio.sleep(2)
    connection.tick(trio.current_time())
    assert connection.outbox_bytes == 0
    await connection.close_gracefully()


async def test_a_reader_that_goes_away_does_no_harm(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, capacity=300)
    connection.push(frame(bytes(1_000)))
    await client.stream.aclose()
    await wait_all_tasks_blocked()
    assert not connection.push(frame(b"?"))
    with pytest.raises(ConnectionEnded, match="1006"):
        await connection.receive()


async def test_it_is_pinged_and_silence_ends_it(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    client, connection = memory_connection(nursery)
    for _ in range(81):
        await trio.sleep(1)
        connection.tick(trio.current_time())
    assert not connection.is_open
    assert await read_all(client.stream) == b""


async def test_a_ping_and_its_answer_keep_it_open(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    client, connection = memory_connection(nursery)
    nursery.start_soon(connection.receive)
    for _ in range(100):
        await trio.sleep(20)
        connection.tick(trio.current_time())
        assert await client.stream.receive_some() == PING
        await client.stream.send_all(mask_frame(0xA, b""))
        await wait_all_tasks_blocked()
    assert connection.is_open
    nursery.cancel_scope.cancel()


async def test_pongs_do_not_fill_the_outbox_of_one_who_does_not_read(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, limits=SMALL, capacity=300)
    await client.stream.send_all(mask_frame(0x9, bytes(125)) * 300)
    with trio.move_on_after(0.2):
        await connection.receive()
    assert connection.outbox_bytes <= 1_300


pieces = st.one_of(
    st.binary(max_size=40),
    st.builds(
        mask_frame,
        st.sampled_from((0x0, 0x1, 0x2, 0x8, 0x9, 0xA, 0xB)),
        st.binary(max_size=200),
        fin=st.booleans(),
    ),
)


@given(st.lists(pieces, max_size=8), st.integers(1, 50))
async def test_whatever_is_sent_ends_in_messages_or_a_close_code(sent: list[bytes], chunk: int) -> None:
    async with trio.open_nursery() as nursery:
        client, connection = memory_connection(nursery)
        data = b"".join(sent)
        for start in range(0, len(data), chunk):
            await client.stream.send_all(data[start : start + chunk])
        await client.stream.aclose()
        closed = await receive_until_closed(connection.receive)
        assert 1000 <= closed.code < 5000
        await connection.close_gracefully()
        assert connection.outbox_bytes == 0
        nursery.cancel_scope.cancel()


def test_a_reason_is_cut_between_letters() -> None:
    assert cut("é" * 100) == "é" * 61
