"""A whole server, assembled: listeners, connections, pages, admin port, discovery, lobby, journal. Decides
nothing.

Parts are closed in the reverse order of opening: when the server stops, clients get a goodbye while their
tables still run, and the journal has written everything before it is closed.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import structlog
import trio
from sqlalchemy.exc import SQLAlchemyError

from facedown_server.network.pages.gateway import Gateway
from facedown_server.network.pages.source_package import Package
from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.addresses import Labelled, announceable, may_be_announced
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.listening_sockets import (
    allow_files,
    open_listeners,
    renew_certificate,
    tls_context,
)
from facedown_server.network.wire.streams import TcpListener
from facedown_server.network.wire.traffic_limits import MAX_DOWNLOADS, MAX_HALF_OPEN
from facedown_server.room.absent_players import AbsentPlayers
from facedown_server.room.lobby import Lobby
from facedown_server.room.session import run_session
from facedown_server.runtime import logs
from facedown_server.runtime.data_folder import lock_folder
from facedown_server.runtime.world import World
from facedown_server.service.bots import LOOPBACK, BotProcess, check_installed
from facedown_server.service.config import Config
from facedown_server.service.event_setup import event_lines, open_events, warn_of_silence
from facedown_server.service.greeting import (
    NOT_ASKED,
    address_lines,
    address_rows,
    labelled_addresses,
    tunnel_notes,
)
from facedown_server.service.limits import wire_limits
from facedown_server.service.lobby_setup import build_lobby, cannot_store, open_journal, read_banlist
from facedown_server.service.nodes.handed_sockets import (
    MAX_REPORTED_ADDRESSES,
    REPORT_INTERVAL_S,
    HandedListener,
    Report,
)
from facedown_server.service.nodes.service_quotas import SharedLimits
from facedown_server.service.operating import control, port_mapping
from facedown_server.service.operating.keep_awake import keep_awake
from facedown_server.service.operating.restriction_desk import RestrictionDesk
from facedown_server.service.operating.tunnel import Tunnel, open_tunnel
from facedown_server.storage.journal import Journal
from facedown_server.storage.retention import delete_old_matches
from facedown_server.storage.store import Store, StoreFailed
from facedown_shared.decks.core_location import can_run_core, find_core_folder
from facedown_shared.network.links import node_path
from facedown_shared.network.server_password import read_password
from facedown_shared.network.tunnel_labels import note_of_change
from facedown_shared.text import BadInput, Code, _
from facedown_shared.text.terminal_output import echo

if TYPE_CHECKING:
    from facedown_server.events.live.event_pages import EventHub
    from facedown_server.games.edopro.core_registry import OfferedCore
    from facedown_server.network.discovery import Announcer
    from facedown_server.service.event_host import EventHost
    from facedown_server.service.nodes.drain import Drain
    from facedown_server.service.nodes.node import Node, NodeTables

log = structlog.get_logger(__name__)

ADMIN_HOST = ("127.0.0.1",)
ADDRESS_POLL_INTERVAL_S = 5.0
"""Seconds between two checks of this machine's addresses, which change with its networks."""

RESERVED_FILES_COUNT = 256
"""Files that a server opens besides its connections."""

Say = Callable[[str], None]
Door = TcpListener | HandedListener


@dataclass(frozen=True)
class Parts:
    """The parts of a running server, for inspection."""

    lobby: Lobby
    wire: Wire
    port: int
    admin_port: int
    outside: port_mapping.OpenedPort
    """The result of opening the port on the router."""
    package: Package
    tunnel: Tunnel
    events: EventHost | None = None
    """The events of this server, if it has any."""

    @property
    def hub(self) -> EventHub | None:
        """The pages of the events."""
        return None if self.events is None else self.events.hub

    async def run_events(self, say: Say, node: Node | None) -> None:
        """Send the news of events to their pages, and open their tables on screen."""
        if self.events is None:
            return
        from facedown_server.service.event_tables import EventTables

        warn_of_silence(self.events.hub, say)
        self.events.hub.is_banned = partial(self.lobby.server.moderation.applies, "ban")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.events.hub.run)
            if node is not None:
                nursery.start_soon(self.events.follow_nodes, node)
            nursery.start_soon(EventTables(self.events.hub, self.lobby, self.events.rows).run)


async def serve(
    config: Config,
    world: World,
    *,
    say: Say = echo,
    stop: trio.Event | None = None,
    handed: HandedListener | None = None,
    task_status: trio.TaskStatus[Parts] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a server until `stop` is set.

    `handed`: the listener of a worker, whose connections another process accepts.

    Raises BadInput if the server cannot start.
    """
    allow_files(config.connections + MAX_HALF_OPEN + MAX_DOWNLOADS + RESERVED_FILES_COUNT)
    stop = trio.Event() if stop is None else stop
    if config.practice:
        check_installed()
    banlist = read_banlist(config.banlist)
    context = tls_context(config.tls_cert, config.tls_key)
    logs.bind_node(config.node if config.is_shared else "")
    async with AsyncExitStack() as stack:
        stack.enter_context(nullcontext() if config.database else lock_folder(config.folder))
        await stack.enter_async_context(renew_certificate(context, config.tls_cert, config.tls_key))
        doors: list[Door] = [handed] if handed else [*open_listeners(config.bind, config.port, context)]
        admin = config.admin_port
        admin_doors = [] if admin is None else open_listeners(ADMIN_HOST, admin, flag="--admin-port")
        for door in (*doors, *admin_doors):
            stack.push_async_callback(door.aclose)
        store = await stack.enter_async_context(open_journal(config, world, stop))
        # Nothing else is printed before the router has answered.
        asking = port_mapping.open_port(doors[0].port) if config.open_port else nullcontext(NOT_ASKED)
        outside = await stack.enter_async_context(asking)
        tunnel = await stack.enter_async_context(_open_tunnel(config, world, doors[0].port))
        addresses = partial(labelled_addresses, config, doors[0].port, outside, tunnel)
        core = await stack.enter_async_context(open_core(config))
        in_room = partial(labelled_addresses, config, doors[0].port, tunnel=tunnel)
        stack.enter_context(keep_awake(is_wanted=bool(config.event or config.events)))
        node = await join_service(config, world, store, addresses, has_path=handed is not None)
        events = await stack.enter_async_context(open_events(config, world, store, in_room))
        bot_doors = open_listeners(LOOPBACK, 0) if config.practice else []
        bots = await stack.enter_async_context(open_bots(bot_doors, world, config))
        lobby = build_lobby(config, world, store, addresses, banlist, core, node, bots)
        package = Package()
        hub = None if events is None else events.hub
        wire = build_wire(config, world, lobby, package, tunnel, hub, limits_arrivals=handed is None)
        admin_port = admin_doors[0].port if admin_doors else 0
        parts = Parts(lobby, wire, doors[0].port, admin_port, outside, package, tunnel, events)
        await _run_parts(config, parts, doors, admin_doors, say, stop, task_status, node, handed, bot_doors)


def _open_tunnel(config: Config, world: World, port: int) -> AbstractAsyncContextManager[Tunnel]:
    url, nonce, is_required = config.public_url, world.entropy(9).hex(), config.tunnel_required
    return open_tunnel(
        config.tunnel, config.tunnel_target, port, public_url=url, nonce=nonce, is_required=is_required,
        jitter=lambda: 2 * world.entropy(1)[0] / 255 - 1,
    )  # fmt: skip


async def _run_parts(
    config: Config,
    parts: Parts,
    doors: list[Door],
    admin_doors: list[TcpListener],
    say: Say,
    stop: trio.Event,
    task_status: trio.TaskStatus[Parts],
    node: Node | None = None,
    handed: HandedListener | None = None,
    bot_doors: Sequence[TcpListener] = (),
) -> None:
    """Run all parts of the server until `stop` is set."""
    lobby, wire = parts.lobby, parts.wire

    async def wait_for_end() -> None:
        await stop.wait()
        log.info("stopping", connections=len(wire.connections), tables=len(lobby.rooms))
        wire.stop()

    async with trio.open_nursery() as nursery:
        desk, store = RestrictionDesk(lobby), lobby.server.store
        await nursery.start(_open_lobby, config, lobby, desk)
        drain = make_drain(node, lobby, stop)
        if node is not None and drain is not None and isinstance(store, Journal):
            nursery.start_soon(desk.run)
            node.limits = SharedLimits(store.engine, node.name, lobby.server.guesses, lobby.server.bars)
            nursery.start_soon(node.limits.synchronise, lobby, wire.world.now)
            nursery.start_soon(node.hold_lease, _owned_parts(lobby, parts.events))
            nursery.start_soon(drain.run)
            nursery.start_soon(drain.balance)
        if config.match_days and isinstance(store, Journal):
            nursery.start_soon(delete_old_matches, store, config.match_days)
        nursery.start_soon(wait_for_end)
        nursery.start_soon(parts.package.build_in_background)
        nursery.start_soon(_follow_addresses, lobby, parts.tunnel, say)
        nursery.start_soon(parts.run_events, say, node)
        if admin_doors:
            nursery.start_soon(build_admin(parts, nursery).serve, admin_doors)
        if config.discovery and may_be_announced(config.bind):
            nursery.start_soon(build_announcer(config, parts).run)
        async with control.door(config, lobby, wire.world, drain, node, desk, parts.hub):
            for line in greeting(config, parts, doors, admin_doors):
                say(line)
            log.info("started", port=parts.port, tables=len(lobby.rooms))
            if handed is not None:
                nursery.start_soon(_report, handed, parts, admin_doors)
            task_status.started(parts)
            await wire.serve([*doors, *bot_doors])
        nursery.cancel_scope.cancel()


async def _follow_addresses(lobby: Lobby, tunnel: Tunnel, say: Say) -> None:
    """Print the addresses and send all links again whenever the addresses or the tunnel's state have
    changed.
    """
    known = lobby.server.addresses()
    while True:
        with trio.move_on_after(ADDRESS_POLL_INTERVAL_S):
            await tunnel.changed.wait()
        if (addresses := lobby.server.addresses()) == known:
            continue
        is_same = [base for _label, base in addresses] == [base for _label, base in known]
        note = note_of_change(tunnel.label, known[0][0])
        known = addresses
        heading = _("The addresses have changed. Friends reach this server at:")
        for line in [note] if is_same else [heading, *address_rows(known), *tunnel_notes(known)]:
            say(line)
        for room in tuple(lobby.rooms.values()):
            await room.resend_links()


async def _report(handed: HandedListener, parts: Parts, admin_doors: list[TcpListener]) -> None:
    """Report this worker's load and absent players to the process that passes connections to it."""
    admin = admin_doors[0].address if admin_doors else ""
    absent = AbsentPlayers(parts.lobby.rooms.values, parts.wire.world.now)
    for line in event_lines(parts.hub):
        handed.report(Report(len(parts.wire.connections), admin, line=line))
    while True:
        load, addresses = len(parts.wire.connections), sorted(absent.addresses)
        for start in range(0, len(addresses) or 1, MAX_REPORTED_ADDRESSES):
            handed.report(Report(load, admin, tuple(addresses[start : start + MAX_REPORTED_ADDRESSES])))
        await trio.sleep(REPORT_INTERVAL_S)


async def _open_lobby(
    config: Config, lobby: Lobby, desk: RestrictionDesk,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:  # fmt: skip
    """Run the lobby, from the bans and the recovery of the stored tables on.

    Raises BadInput if the journal cannot be read.
    """
    try:
        await desk.read()
        await lobby.run(task_status=task_status)
    except* (StoreFailed, SQLAlchemyError) as failed:
        raise cannot_store(config, failed.exceptions[0]) from failed


async def join_service(
    config: Config,
    world: World,
    store: Store,
    addresses: Callable[[], tuple[Labelled, ...]],
    *,
    has_path: bool = False,
) -> Node | None:
    """Return this server as a node of its shared database; None if the database is not shared.

    `has_path`: several nodes share the public address, distinguished by a path.

    Raises BadInput.
    """
    if not isinstance(store, Journal) or store.ownership is None:
        return None
    from importlib.metadata import version  # half a megabyte that one server alone does not need

    from facedown_server.service.nodes.membership import Membership
    from facedown_server.service.nodes.node import Node

    address = config.public_url.rstrip("/") or addresses()[0][1]
    address += node_path(config.node) if has_path else ""
    member = Membership(store.engine, config.node, address, version("facedown"), config.lease_seconds)
    node = Node(member, store.ownership, world, config.lease_seconds)
    logs.bind_node(config.node, node.epoch)
    try:
        await node.join_service()
    except (SQLAlchemyError, OSError) as error:
        raise cannot_store(config, error) from error
    return node


def _owned_parts(lobby: Lobby, events: EventHost | None) -> NodeTables:
    """Return what a node owns: tables, and events."""
    if events is None:
        return lobby
    from facedown_server.service.tables_and_events import TablesAndEvents

    return TablesAndEvents(lobby, events)


def make_drain(node: Node | None, lobby: Lobby, stop: trio.Event) -> Drain | None:
    """Return the drain of this node's tables, for its operator; None if no other node can take them."""
    store = lobby.server.store
    if node is None or not isinstance(store, Journal):
        return None
    from facedown_server.service.nodes.drain import Drain

    return Drain(node, lobby, store, stop)


@asynccontextmanager
async def open_bots(
    doors: Sequence[TcpListener], world: World, config: Config
) -> AsyncIterator[BotProcess | None]:
    """Offer the bots for practice within this context; None without a listener for them."""
    if not doors:
        yield None
        return
    bots = BotProcess(doors[0].port, world, read_password(config.password_file))
    try:
        yield bots
    finally:
        await bots.end()


@asynccontextmanager
async def open_core(config: Config) -> AsyncIterator[OfferedCore | None]:
    """Run EDOPro's core with its processes within this context; None if the host has not set it up.

    Raises BadInput.
    """
    place = find_core_folder(config.folder)
    if place is None:
        yield None
        return
    from facedown_server.games.edopro.core_registry import offer, registered_core
    from facedown_server.games.edopro.engine_processes import run_processes

    found = registered_core(place)
    if found is None or not can_run_core():
        yield None
        return
    try:
        core = offer(place, found, config.core_source)
    except (OSError, ValueError) as error:
        raise BadInput(
            Code.BAD_SETTING,
            _("The settings stored by `core` cannot be read ({error}); run it again.", error=error),
        ) from error
    async with AsyncExitStack() as stack:
        for processes in core.every_process:
            await stack.enter_async_context(run_processes(processes))
        yield core


def build_wire(
    config: Config, world: World, lobby: Lobby, package: Callable[[], bytes | memoryview] = bytes,
    tunnel: Tunnel | None = None, hub: EventHub | None = None, *, limits_arrivals: bool = True,
) -> Wire:  # fmt: skip
    """Return the game port's connections and pages."""
    core = lobby.server.core.source if lobby.server.core else ""
    service = lobby.server.service

    def nodes() -> tuple[str, ...]:
        through = () if tunnel is None or not tunnel.url else (tunnel.url,)
        return through if service is None else (*through, *service.known)

    note = None if tunnel is None else tunnel.note_request
    gateway = Gateway(
        config.name, lobby.describe, lobby.open_rows, package, core, nodes, config.is_unreachable,
        config.public_url, config.is_secure, bool(lobby.server.password),
        tuple(kind for kind in ("practice", "solo") if getattr(config, kind)), note,
        *((None, str) if hub is None else (hub.routes.answer, hub.routes.links)),
    )  # fmt: skip
    session = partial(run_session, lobby=lobby, world=world)
    return Wire(
        session,
        world,
        wire_limits(config),
        gateway,
        config.trusted_proxies,
        nodes,
        config.own_names,
        AbsentPlayers(lobby.rooms.values, world.now).may_return_from,
        limits_arrivals,
        None if hub is None else hub.attend,
    )


def build_admin(parts: Parts, nursery: trio.Nursery) -> Wire:
    """Return the admin port. Its modules are loaded on demand."""
    from facedown_server.service.admin import Admin, Pulse

    async def refuse_connection(connection: Connection) -> None:
        connection.close(1008, "There is no game on this port.")

    lobby = parts.lobby
    service = lobby.server.service

    def unready() -> str:
        coming = "" if lobby.recovery.over.is_set() else "Tables are still coming back."
        return coming or pulse.recent_failure or ("" if service is None else service.unready)

    def gauges() -> Mapping[str, float]:
        own = {"tables_listed": len(lobby.open_rows()), "ready": not unready()}
        return {**lobby.gauges(), **own, **({} if service is None else service.gauges())}

    pulse = Pulse(lobby.server.store)
    nursery.start_soon(pulse.run)
    nursery.start_soon(pulse.watch_failures)
    name = "" if service is None else service.name
    server = lobby.server
    durations = {"act_seconds": server.acts, "reconnect_seconds": server.reconnects}
    if isinstance(server.store, Journal):
        durations["commit_seconds"] = server.store.writer.commits
    admin = Admin(parts.wire, lambda: pulse.trouble, gauges, pulse.store, unready, name, durations)
    return Wire(refuse_connection, parts.wire.world, pages=admin)


def build_announcer(config: Config, parts: Parts) -> Announcer:
    """Return the announcer of this server, if enabled. Its modules are loaded on demand."""
    from facedown_server.network.discovery import Announcer

    announcer = Announcer(
        config.name,
        parts.port,
        parts.wire.world.entropy(3).hex(),
        partial(announceable, config.bind),
        parts.lobby.open_rows,
        config.is_secure,
        has_password=bool(parts.lobby.server.password),
    )
    parts.lobby.on_change.append(announcer.request_update)
    return announcer


def greeting(config: Config, parts: Parts, doors: list[Door], admin_doors: list[TcpListener]) -> list[str]:
    """Return the start-up lines for the host; programs parse the first ones."""
    scheme = "https://" if config.is_secure else ""
    listening = [f"listening on {scheme}{door.address}" for door in doors]
    listening += [f"admin on {door.address}" for door in admin_doors]
    addresses = address_lines(config, parts.lobby.server.addresses(), parts.outside)
    return [*listening, *addresses, *event_lines(parts.hub, shows_codes=sys.stdout.isatty())]
