"""The baseline of an act: an echo over stock `websockets.trio`, as a process of its own.

No compression, since facedown has none. It prints where it listens, and runs until it is ended.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.server import Server, ServerConnection, serve

MESSAGE_BYTES = 64
"""Of the message that is echoed."""


async def _echo(websocket: ServerConnection) -> None:
    with suppress(ConnectionClosed):
        async for message in websocket:
            await websocket.send(message)


async def main() -> None:
    """Listen on any port of the loopback interface."""
    async with trio.open_nursery() as nursery:
        server: Server = await nursery.start(
            partial(serve, _echo, 0, host="127.0.0.1", compression=None, ping_interval=None)
        )
        host, port = server.listeners[0].socket.getsockname()[:2]
        print(f"listening on {host}:{port}", flush=True)


if __name__ == "__main__":
    trio.run(main)
