"""A row of the fault matrix: thousands of connections that do nothing."""

from __future__ import annotations

import resource
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_server.network.wire.listening_sockets import allow_files
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Hello
from tests.reliability.processes import WAIT_TIMEOUT_S, duel, find_prompted_client, server_process
from tests.server.serving import mask_frame, open_raw

IDLE_CONNECTIONS_COUNT = 2_000
MAX_CONCURRENT_CONNECTIONS = 50


@pytest.mark.slow
async def test_thousands_who_do_nothing_disturb_nobody(tmp_path: Path) -> None:
    """Without `allow_files` the server stops accepting at the default limit of 1,024 open files, and further
    clients are shut out.
    """
    limit = ("--connections", str(IDLE_CONNECTIONS_COUNT + 10))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))  # the server's command-line options
    async with server_process(tmp_path, 0, *limit) as (_, port), AsyncExitStack() as stack:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        allow_files(IDLE_CONNECTIONS_COUNT + 200)
        turn = trio.CapacityLimiter(MAX_CONCURRENT_CONNECTIONS)
        streams: list[trio.SocketStream] = []

        async def come(number: int) -> None:
            async with turn:
                stream = await trio.open_tcp_stream("127.0.0.1", port)
                streams.append(stream)
                await open_raw(stream)
                await stream.send_all(mask_frame(0x2, encode(Hello(f"Idle {number}"))))
                assert await stream.receive_some(1)

        async with duel(port) as people:
            async with trio.open_nursery() as nursery:
                for number in range(IDLE_CONNECTIONS_COUNT):
                    nursery.start_soon(come, number)
            for stream in streams:
                stack.push_async_callback(trio.aclose_forcefully, stream)
            with trio.fail_after(WAIT_TIMEOUT_S):
                for _ in range(4):
                    await (await find_prompted_client(*people)).pick()
