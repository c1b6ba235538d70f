"""The outbox: messages for many readers share their bytes, are cut at frame boundaries, and arrive whole."""

from __future__ import annotations

import tracemalloc
from http import HTTPStatus

import trio
from trio.testing import MockClock, wait_all_tasks_blocked
from websockets.http11 import Request, Response

from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.http_responses import reply
from facedown_server.network.wire.memory_streams import MemoryStream
from facedown_server.network.wire.outbox import WRITE_SLICE_BYTES, Outbox
from tests.server.network.wire.in_memory import memory_connection
from tests.server.serving import read_all, serve_in_memory

READERS_COUNT = 80
ZIP = bytes(1_000_000)


def serve_download(_: Request) -> Response:
    """Return the download."""
    return reply(HTTPStatus.OK, ZIP, "application/zip")


async def send_request(stream: MemoryStream) -> MemoryStream:
    """Send the request and read none of the response."""
    await stream.send_all(b"GET /facedown.zip HTTP/1.1\r\nHost: x\r\n\r\n")
    await wait_all_tasks_blocked()
    return stream


async def test_many_who_do_not_read_a_download_hold_it_once(autojump_clock: MockClock) -> None:
    """Seen to fail: each held a copy of its own, so that 300 of them made a server 270 MB larger."""
    tracemalloc.start()
    try:
        async with serve_in_memory(pages=serve_download, capacity=100) as (wire, listener):
            readers = [await send_request(listener.connect())]
            before = tracemalloc.get_traced_memory()[0]
            readers += [await send_request(listener.connect()) for _ in range(READERS_COUNT)]
            grown = tracemalloc.get_traced_memory()[0] - before
            assert grown < 1.5 * READERS_COUNT * WRITE_SLICE_BYTES
            assert (await read_all(readers[0])).endswith(b"\r\n\r\n" + ZIP)
            await trio.sleep(wire.limits.write_timeout + 2)
            assert len(wire.connections) == 1, "a reader that never reads is cut"
    finally:
        tracemalloc.stop()


async def test_a_large_frame_that_has_begun_ends_before_what_comes_after(nursery: trio.Nursery) -> None:
    client, connection = memory_connection(nursery, capacity=300)

    def send_whole_view() -> None:
        connection.push(frame(b"whole view"))

    connection.on_recover = send_whole_view
    large = bytes(range(256)) * 1_200
    assert connection.push(frame(large))
    await wait_all_tasks_blocked()
    assert connection.push(frame(large)), "an outbox waits beside what was begun"
    assert not connection.push(frame(b"dropped")), "more than an outbox may hold waits already"
    assert [await client.receive(), await client.receive()] == [large, b"whole view"]


async def test_a_view_larger_than_the_outbox_arrives_once_with_what_follows_it(nursery: trio.Nursery) -> None:
    """Seen to fail: the next frame overflowed the outbox, so that the View was sent again, for ever."""
    client, connection = memory_connection(nursery, capacity=300)
    view = bytes(3 * connection._wire.limits.outbox_bytes)
    state = [b"the chat" * 40_000, view, b"table", b"pledge", b"shares"]
    recoveries: list[int] = []

    def send_state() -> None:
        recoveries.append(len(recoveries))
        for each in state:
            connection.push(frame(each))

    connection.on_recover = send_state
    send_state()
    await wait_all_tasks_blocked()
    for number in range(100):
        assert connection.push(frame(b"news %d" % number))
    assert [await client.receive() for _ in state] == state
    assert [await client.receive() for _ in range(100)] == [b"news %d" % number for number in range(100)]
    assert len(recoveries) == 1
    while connection.push(frame(bytes(10_000))):  # it reads no more
        await wait_all_tasks_blocked()
    told = [await client.receive() for _ in range(2)]
    while told[-1] != b"shares":
        told.append(await client.receive())
    assert told[-len(state) :] == state
    assert len(recoveries) == 2
    await wait_all_tasks_blocked()
    assert connection.outbox_bytes == 0


def test_small_things_go_together_and_large_ones_in_slices() -> None:
    outbox = Outbox()
    for data in (b"one ", b"two ", bytes(WRITE_SLICE_BYTES + 1), b"three"):
        outbox.append(data, 0)
    pieces = []
    while outbox:
        pieces.append(bytes(outbox.next_bytes()))
        outbox.mark_written()
    assert pieces == [b"one two ", bytes(WRITE_SLICE_BYTES), b"\x00three"]
    assert outbox.size == 0


def test_nothing_is_dropped_of_which_a_part_is_written() -> None:
    outbox = Outbox()
    outbox.append(b"begun", 2)
    outbox.append(b"whole", 0)
    outbox.drop_frames()
    assert (len(outbox), outbox.size, bytes(outbox.next_bytes())) == (1, 3, b"gun")
    outbox.append(b"whole", 0)
    outbox.drop_frames()
    assert (len(outbox), outbox.size) == (0, 3)
