"""Proxies between clients, servers and databases, which can be slow, silent or cut."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import trio

CONNECTION_ENDED = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)


@dataclass(eq=False)
class FaultProxy:
    """Carries bytes between a port of its own and a `target` port of this machine.

    `up` and `down`: whether bytes pass; where they do not, they are dropped and no end is passed on, until
    the wire is cut or mended. `delay` is in seconds.
    """

    target: int = 0
    port: int = 0
    up: bool = True
    down: bool = True
    delay: float = 0.0
    answers: int | None = None
    """How many of the server's messages pass on one connection; None: all."""
    source: str | None = None
    """The address from which connections reach the target; None: the default one."""
    withheld: trio.Event = field(default_factory=trio.Event)
    """Set once a message was held back."""
    _streams: list[trio.SocketStream] = field(default_factory=list)

    @property
    def is_passing(self) -> bool:
        """Whether bytes pass both ways."""
        return self.up and self.down

    @is_passing.setter
    def is_passing(self, flows: bool) -> None:
        self.up = self.down = flows

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Carry until cancelled."""
        async with trio.open_nursery() as nursery:
            (listener, *_) = await nursery.start(trio.serve_tcp, self._carry, 0)
            self.port = listener.socket.getsockname()[1]
            task_status.started()

    async def break_connections(self) -> None:
        """Break every connection at once."""
        streams, self._streams = self._streams, []
        for stream in streams:
            await trio.aclose_forcefully(stream)

    async def repair(self) -> None:
        """Let bytes pass again; the connections there were have lost some, so they break."""
        self.is_passing = True
        await self.break_connections()

    async def _reach(self, near: trio.SocketStream) -> trio.SocketStream:
        """Connect to the target of this connection. Raises OSError."""
        return await trio.open_tcp_stream("127.0.0.1", self.target, local_address=self.source)

    async def _carry(self, near: trio.SocketStream) -> None:
        with suppress(*CONNECTION_ENDED):
            async with near, await self._reach(near) as far:
                self._streams += [near, far]
                async with trio.open_nursery() as nursery:
                    scope = nursery.cancel_scope
                    nursery.start_soon(self._pump, near, far, lambda _: self.up, scope)
                    nursery.start_soon(self._pump, far, near, self._is_crash, scope)

    def _is_crash(self, number: int) -> bool:
        return self.down and (self.answers is None or number < self.answers)

    async def _pump(
        self, source: trio.SocketStream, goal: trio.SocketStream, flows: Callable[[int], bool],
        scope: trio.CancelScope,
    ) -> None:  # fmt: skip
        number = 0
        with suppress(*CONNECTION_ENDED):
            while data := await source.receive_some(65_536):
                if flows(number):
                    await trio.sleep(self.delay)
                    await goal.send_all(data)
                else:
                    self.withheld.set()
                number += 1
        if flows(number):
            scope.cancel()
