"""The wires of the proof of several servers: cut off, they tell nobody."""

from __future__ import annotations

import trio

from proofs.recovery.wires import BreakableWire
from tests.server.serving import read_all


async def test_a_wire_that_does_not_flow_drops_what_is_said_and_breaks_when_it_is_mended() -> None:
    async def echo(stream: trio.SocketStream) -> None:
        async for data in stream:
            await stream.send_all(data)

    async with trio.open_nursery() as nursery:
        (listener, *_) = await nursery.start(trio.serve_tcp, echo, 0)
        wire = BreakableWire(listener.socket.getsockname()[1])
        await nursery.start(wire.run)
        async with await trio.open_tcp_stream("127.0.0.1", wire.port) as stream:
            await stream.send_all(b"a")
            assert await stream.receive_some() == b"a"
            wire.flows = False
            await stream.send_all(b"b")
            await wire.mend()
            assert await read_all(stream) == b""
        nursery.cancel_scope.cancel()
