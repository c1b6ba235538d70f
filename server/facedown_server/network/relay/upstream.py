"""The connection of a relay to its upstream server (or another relay), which reconnects whenever it is lost.

It sends a Hello, checks whether the table is public, and watches it. Messages are passed to the table
unchanged. A server that is silent for a few seconds counts as lost, and is retried. On a service of several
nodes, the table is followed to its owner, never to an address that was not listed, and former owners'
messages are ignored. A message that cannot be understood costs only the connection: only the end of the
table, or a refusal, ends the relay.
"""

from __future__ import annotations

from collections.abc import Collection

import structlog
import trio
from websockets.trio.client import ClientConnection

from facedown_server.network.crowd.names import MAX_NAME_LETTERS, clean
from facedown_server.network.relay.relayed_table import RelayedTable
from facedown_server.runtime.world import World
from facedown_shared.cards.facts import edition
from facedown_shared.network.connection_errors import ConnectionLost, Fatal
from facedown_shared.network.links import TableLink
from facedown_shared.network.reconnect import Dial, ReconnectingConnection
from facedown_shared.network.service_route import Redirected
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    Ended,
    FromServer,
    Hello,
    ListTables,
    Nodes,
    Pong,
    Seated,
    Tables,
    ToServer,
    Watch,
)
from facedown_shared.text import NOTHING, Code, FacedownError, Words

log = structlog.get_logger(__name__)

NAME = "relay"


class Upstream(ReconnectingConnection):
    """Connection that watches a table as long as the table exists.

    `dial` returns the stream to use instead of TCP. `name` is the relay's name as shown to the table's host.
    `hosts`: the other hosts on which the table is followed; None: all.
    """

    min_retry_delay_s, max_retry_delay_s = 0.25, 8.0
    ping_interval_s, silence_timeout_s = 1.0, 4.0
    keepalive_interval_s = None

    def __init__(
        self, link: TableLink, password: str, table: RelayedTable, world: World, dial: Dial | None = None,
        name: str = "", hosts: Collection[str] | None = None, server_password: str = "",
    ) -> None:  # fmt: skip
        super().__init__(link.service, dial, lambda: 2 * world.entropy(1)[0] / 255 - 1, hosts)
        self.lost = 0
        """How many times the connection was lost."""
        self._name = (clean(name, MAX_NAME_LETTERS) if name else "") or NAME
        """The relay's name as shown to the table's host."""
        self._server_password = server_password
        self._wish = Watch(link.code, link.secret, password, relay=True)
        self._table = table
        self._reason = NOTHING
        """Why the table has ended for this relay."""
        self._task_status: trio.TaskStatus[None]

    def send(self, message: ToServer) -> None:
        """Send a message without waiting; drop it while there is no connection."""
        if self.is_up and not self.is_closing:
            self._queue.send_nowait(message)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> Words:
        """Watch until the table ends for this relay; return the reason. `task_status` is started once the
        table is seen.

        Raises ConnectionLost or Fatal if the first attempt to watch fails.
        """
        self._task_status = task_status
        try:
            await self.stay_connected()
        except Fatal as failure:
            if not self.is_known:
                raise
            return failure.words
        return self._reason

    async def _connect(self) -> Redirected | FacedownError | None:
        """Run one connection; a server that sends nonsense may be healthy at the next attempt."""
        failure = await super()._connect()
        if isinstance(failure, Fatal) and failure.code in (Code.BROKEN, Code.UNREACHABLE):
            return ConnectionLost(failure.code, failure.words)
        return failure

    async def _wait_before_retry(self, failure: ConnectionLost, delay_s: float) -> None:
        log.info("upstream is tried again", reason=str(failure), seconds=round(delay_s, 2))
        await super()._wait_before_retry(failure, delay_s)

    def _handle_disconnect(self, reason: str) -> None:
        self.lost += 1
        log.warning("upstream connection lost", reason=reason)
        self._table.handle_interruption()

    def _hello(self) -> Hello:
        return Hello(
            self._name, PROTOCOL_VERSION, "facedown relay", edition(), password=self._server_password
        )

    async def _enter(self, socket: ClientConnection) -> None:
        """Request the list of tables, and then to watch the table."""
        await socket.send(encode(ListTables()))
        rows = (await self._answer(socket, Tables)).rows
        self._table.is_open = any(row.code == self._wish.code for row in rows)
        await socket.send(encode(self._wish))
        seated = await self._answer(socket, Seated)
        if not self.is_known:
            self._task_status.started()
        self.is_up = True
        self._table.handle_seated(seated)
        log.info("upstream table joined", table=seated.code)

    async def _handle_message(self, _socket: ClientConnection, data: bytes, message: FromServer) -> None:
        self.way.check(message)
        if isinstance(message, Ended):
            self.is_up, self._reason = False, message.reason
            self.close()
        elif not isinstance(message, Pong | Tables | Nodes):
            self._table.handle_upstream(data, message)
