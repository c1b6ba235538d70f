"""Wires that can be cut off: whoever is behind one is reached, or hears nothing and is not heard."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

import trio

_GONE = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)


@dataclass(eq=False)
class BreakableWire:
    """Carries bytes between a port of its own and a target. While it does not flow, what is said is dropped:
    nobody is told, and nothing is closed, until it flows again; then those connections break."""

    target: int = 0
    port: int = 0
    flows: bool = True
    _streams: list[trio.SocketStream] = field(default_factory=list)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Carry until cancelled."""
        async with trio.open_nursery() as nursery:
            (listener, *_) = await nursery.start(trio.serve_tcp, self._carry, 0)
            self.port = listener.socket.getsockname()[1]
            task_status.started()

    async def mend(self) -> None:
        """Let it flow again. Of what was dropped nobody could make sense: those connections break."""
        self.flows = True
        streams, self._streams = self._streams, []
        for stream in streams:
            await trio.aclose_forcefully(stream)

    async def _carry(self, near: trio.SocketStream) -> None:
        with suppress(*_GONE):
            async with near, await trio.open_tcp_stream("127.0.0.1", self.target) as far:
                self._streams += [near, far]
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._pump, near, far, nursery.cancel_scope)
                    nursery.start_soon(self._pump, far, near, nursery.cancel_scope)

    async def _pump(
        self, source: trio.SocketStream, goal: trio.SocketStream, scope: trio.CancelScope
    ) -> None:  # fmt: skip
        with suppress(*_GONE):
            while data := await source.receive_some(65_536):
                if self.flows:
                    await goal.send_all(data)
        if self.flows:
            scope.cancel()
