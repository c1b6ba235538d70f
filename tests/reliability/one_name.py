"""Helper verbs: one public name in front of several servers, distinguished by path
(deploy/Caddyfile.many).
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from facedown_shared.network.links import node_in_path
from proofs.online.fault_proxy import FaultProxy
from tests.postgresql import database_of
from tests.reliability.processes import LEASE_S, server_process


@dataclass(eq=False)
class PathProxy(FaultProxy):
    """Routes each connection to the server in its path, any other to the first that is up."""

    servers: dict[str, int] = field(default_factory=dict)
    """Port by name."""
    asked: list[str] = field(default_factory=list)
    """The requested paths."""

    async def _reach(self, near: trio.SocketStream) -> trio.SocketStream:
        """Connect to the server in the path; if it is down, to another one, as Caddy does."""
        head = b""
        while b"\r\n" not in head:
            more = await near.receive_some(4096)
            if not more:
                raise ConnectionResetError
            head += more
        path = head.split(b" ", 2)[1].decode()
        self.asked.append(path)
        node = node_in_path(path)
        wanted = [self.servers[node]] if node in self.servers else []
        for port in (*wanted, *self.servers.values()):
            with suppress(OSError):
                far = await trio.open_tcp_stream("127.0.0.1", port)
                await far.send_all(head)
                return far
        await near.send_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        raise ConnectionRefusedError


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
async def service(folder: Path, *names: str, lease: str = LEASE_S) -> AsyncIterator[Service]:
    """Run servers of these names on one database, all behind one name."""
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
