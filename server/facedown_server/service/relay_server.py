"""A whole relay, assembled: the upstream connection, listeners, pages, admin port. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace as replaced

import trio
from msgspec.structs import replace
from websockets.http11 import Request, Response

from facedown_server.network.crowd.conversation import converse
from facedown_server.network.pages.gateway import Gateway
from facedown_server.network.pages.source_package import Package
from facedown_server.network.relay.reception import Reception
from facedown_server.network.relay.relayed_table import RelayedTable
from facedown_server.network.relay.upstream import Upstream
from facedown_server.network.wire.acceptor import Listener, Wire
from facedown_server.network.wire.addresses import Labelled, reachable
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.listening_sockets import (
    allow_files,
    open_listeners,
    renew_certificate,
    tls_context,
)
from facedown_server.network.wire.streams import TcpListener
from facedown_server.network.wire.traffic_limits import MAX_DOWNLOADS, MAX_HALF_OPEN
from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_server.service.limits import bounds, wire_limits
from facedown_shared.network.links import WATCHING, TableLink, make_link, parse_link
from facedown_shared.network.reconnect import Dial
from facedown_shared.network.server_password import read_password
from facedown_shared.protocol.messages import LobbyRow, ToServer, Welcome
from facedown_shared.text import BadInput, Code, Words, _

ADMIN_HOST = ("127.0.0.1",)
RESERVED_FILES_COUNT = 256
"""Files that a relay opens besides its connections."""
USUAL_NAME = Config().name
"""The default name of a relay: the upstream server's name replaces it."""


def parse_upstream(text: str) -> TableLink:
    """Return the table to watch, parsed from a link for spectators or relays.

    Raises BadInput.
    """
    link = parse_link(text)
    if not link.host:
        raise BadInput(Code.WRONG_LINK, _("A relay needs the full link of a table, with its address."))
    if not link.code:
        raise BadInput(
            Code.WRONG_LINK, _("That address names no table; give the link for spectators of one table.")
        )
    if link.role not in ("", *WATCHING):
        raise BadInput(Code.WRONG_LINK, _("That link opens a seat; a relay needs the one for spectators."))
    return link


class Relay:
    """One relay: its table and its connections. `dial` returns the stream to the upstream server instead
    of TCP. `hosts`: the hosts, besides the link's, on which the table is followed.
    """

    def __init__(
        self, config: Config, link: TableLink, password: str, world: World, dial: Dial | None = None,
        hosts: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.config, self.link, self.world = config, link, world
        self.bounds = replaced(bounds(config), spectators=config.connections)
        self.table = RelayedTable(link, password, self.bounds, world, self._send)
        own_name = "" if config.name == USUAL_NAME else config.name
        self.upstream = Upstream(link, password, self.table, world, dial, own_name, hosts,
            read_password(config.password_file))  # fmt: skip
        self.package = Package()
        self.over: Words | None = None
        """Why the table has ended for this relay; None while it is watched."""
        proxies, names = frozenset(config.proxies), config.own_names
        self.wire = Wire(self._attend, world, wire_limits(config), self._page, proxies, names=names)
        self._reception = Reception(self.table, self._send, self.bounds, world, self._upstream_welcome)
        self._gateway: Gateway | None = None

    def _send(self, message: ToServer) -> None:
        self.upstream.send(message)

    async def _attend(self, connection: Connection) -> None:
        await converse(connection, self._reception, self.world)

    def _page(self, request: Request) -> Response | None:
        """Return the response to a plain HTTP request. The pages are created at the first request."""
        if self._gateway is None:
            above, unreachable = self._upstream_welcome(), self.config.is_unreachable
            self._gateway = Gateway(
                above.server, self._describe, self._rows, self.package, above.core, unreachable=unreachable,
                public_url=self.config.public_url, secure=self.config.is_secure,
            )  # fmt: skip
        return self._gateway(request)

    def _upstream_welcome(self) -> Welcome:
        """Return the upstream server's Welcome message, with this relay's own name if it has one."""
        above = self.upstream.welcome or Welcome("")
        return above if self.config.name == USUAL_NAME else replace(above, server=self.config.name)

    def _rows(self) -> tuple[LobbyRow, ...]:
        return self.table.listed_tables().rows

    def _describe(self, code: str) -> LobbyRow | None:
        return self.table.row if code == self.table.code else None

    def find_fault(self) -> str:
        """Return why the relay does not work; "" while it does."""
        return "" if self.upstream.is_up else "The table above is not seen."

    def gauges(self) -> Mapping[str, float]:
        """Return the relay's gauges, for metrics."""
        relays = sum(guest.is_relay for guest in self.table.members)
        return {
            "spectators": len(self.table.members) - relays,
            "relays": relays,
            "spectators_behind": len(self.table.people),
            "upstream_up": self.upstream.is_up,
            "upstream_lost": self.upstream.lost,
        }

    async def run(
        self, doors: Sequence[Listener], *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Watch and relay until the table has ended or the relay is stopped.

        Raises FacedownError if the first attempt to watch the table fails.
        """
        async with trio.open_nursery() as nursery:
            await nursery.start(self._watch)
            nursery.start_soon(self.table.people.run, lambda: self.upstream.is_up)
            await self.wire.serve(doors, task_status=task_status)
            nursery.cancel_scope.cancel()

    async def _watch(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        self.over = await self.upstream.run(task_status=task_status)
        self.table.close_table(self.over)
        self.wire.stop()


async def run_relay(
    config: Config, link: TableLink, password: str, world: World, *, hosts: Collection[str] = (),
    say: Callable[[str], None], stop: trio.Event,
    task_status: trio.TaskStatus[Relay] = trio.TASK_STATUS_IGNORED,
) -> None:  # fmt: skip
    """Run a relay until `stop` is set or its table has ended.

    Raises FacedownError if the relay cannot start.
    """
    allow_files(config.connections + MAX_HALF_OPEN + MAX_DOWNLOADS + RESERVED_FILES_COUNT)
    context = tls_context(config.tls_cert, config.tls_key)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(renew_certificate(context, config.tls_cert, config.tls_key))
        doors = open_listeners(config.bind, config.port, context)
        admin = config.admin_port
        admin_doors = [] if admin is None else open_listeners(ADMIN_HOST, admin, flag="--admin-port")
        for door in (*doors, *admin_doors):
            stack.push_async_callback(door.aclose)
        relay = Relay(config, link, password, world, hosts=hosts)

        async def cancel_on_stop() -> None:
            await stop.wait()
            relay.wire.stop()

        async with trio.open_nursery() as nursery:

            async def run_and_cancel(task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
                await relay.run(doors, task_status=task_status)
                nursery.cancel_scope.cancel()

            await nursery.start(run_and_cancel)
            nursery.start_soon(relay.package.build_in_background)
            nursery.start_soon(cancel_on_stop)
            if admin_doors:
                nursery.start_soon(_admin(relay).serve, admin_doors)
            for line in greeting(relay, doors, admin_doors):
                say(line)
            task_status.started(relay)
        if relay.over is not None:
            say(_("Nothing is left to watch: {reason}", reason=relay.over))


def _admin(relay: Relay) -> Wire:
    """Return the admin port. Its modules are loaded on demand."""
    from facedown_server.service.admin import Admin

    async def refuse_connection(connection: Connection) -> None:
        connection.close(1008, "There is no game on this port.")

    return Wire(refuse_connection, relay.world, pages=Admin(relay.wire, relay.find_fault, relay.gauges))


def greeting(relay: Relay, doors: list[TcpListener], admin_doors: list[TcpListener]) -> list[str]:
    """Return the start-up lines for the host; programs parse the first ones."""
    config = relay.config
    scheme = "https://" if config.is_secure else ""
    rows = _links(relay, doors[0].port)
    width = max(len(link) for _label, link in rows)
    return [
        *(f"listening on {scheme}{door.address}" for door in doors),
        *(f"admin on {door.address}" for door in admin_doors),
        _(
            "These links watch table {code} of {above}:",
            code=relay.link.code,
            above=relay.link.netloc,
        ),
        *(f"  {link.ljust(width)}   {label}" for label, link in rows),
        *_relay_link_line(relay, doors[0].port),
        _("Stop with Ctrl+C."),
    ]


def _links(relay: Relay, port: int) -> tuple[Labelled, ...]:
    code, secret = relay.link.code, relay.table.secret
    return tuple(
        (label, make_link(base, code, "watch", secret) if secret else f"{base}/t/{code}")
        for label, base in _bases(relay, port)
    )


def _relay_link_line(relay: Relay, port: int) -> tuple[str, ...]:
    """Return the line with the link for further relays; () if this relay was not given the host's link."""
    secret = relay.table.relay_secret
    if not secret:
        return ()
    _label, base = _bases(relay, port)[0]
    link = make_link(base, relay.link.code, "relay", secret)
    return (_("For another relay behind this one: {link}", link=link),)


def _bases(relay: Relay, port: int) -> tuple[Labelled, ...]:
    config = relay.config
    return reachable(
        config.bind, port, secure=config.is_secure, public_url=config.public_url, container=config.container
    )
