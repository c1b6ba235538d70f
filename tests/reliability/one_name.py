"""Helper verbs: one public name before several servers, which a path tells apart (deploy/Caddyfile.many)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_shared.network.links import node_of
from tests.postgresql import database_of
from tests.reliability.processes import server_process

LOST = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)


@dataclass
class PathProxy:
    """Leads each connection to the server that its path names, any other to the first that is there."""

    port: int = 0
    servers: dict[str, int] = field(default_factory=dict)
    """Port by name."""
    asked: list[str] = field(default_factory=list)
    """Paths that were asked for."""

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Carry bytes until cancelled."""
        async with trio.open_nursery() as nursery:
            listeners = await nursery.start(trio.serve_tcp, self._carry, 0)
            self.port = listeners[0].socket.getsockname()[1]
            task_status.started()

    async def _carry(self, near: trio.SocketStream) -> None:
        with suppress(*LOST):
            async with near:
                head = b""
                while b"\r\n" not in head:
                    more = await near.receive_some(4096)
                    if not more:
                        return
                    head += more
                path = head.split(b" ", 2)[1].decode()
                self.asked.append(path)
                far = await self._reach(node_of(path))
                if far is None:
                    await near.send_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                    return
                async with far, trio.open_nursery() as nursery:
                    await far.send_all(head)
                    nursery.start_soon(_pump, near, far, nursery.cancel_scope)
                    nursery.start_soon(_pump, far, near, nursery.cancel_scope)

    async def _reach(self, node: str) -> trio.SocketStream | None:
        """The server that is meant; else, as behind Caddy, another one."""
        wanted = [self.servers[node]] if node in self.servers else []
        for port in (*wanted, *self.servers.values()):
            with suppress(OSError):
                return await trio.open_tcp_stream("127.0.0.1", port)
        return None


async def _pump(source: trio.SocketStream, goal: trio.SocketStream, scope: trio.CancelScope) -> None:
    with suppress(*LOST):
        while data := await source.receive_some(65_536):
            await goal.send_all(data)
    scope.cancel()


@dataclass
class Service:
    """Servers behind one name."""

    proxy: PathProxy
    processes: dict[str, trio.Process]

    @property
    def url(self) -> str:
        """The public name."""
        return f"http://127.0.0.1:{self.proxy.port}"


@asynccontextmanager
async def service(folder: Path, *names: str, lease: str = "2") -> AsyncIterator[Service]:
    """Servers of these names on one database, all behind one name."""
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        proxy = PathProxy()
        await nursery.start(proxy.run)
        made = Service(proxy, {})
        for name in names:
            process, port = await stack.enter_async_context(
                server_process(
                    folder, 0, "--database", database_of(folder), "--node", name, "--lease-seconds", lease,
                    "--public-url", f"{made.url}/n/{name}",
                )
            )  # fmt: skip
            made.processes[name], proxy.servers[name] = process, port
        yield made
        nursery.cancel_scope.cancel()
