"""From listeners to handlers: accept, handshake, limits, one pinger for all, and an orderly shutdown.

websockets' Sans-I/O `ServerProtocol` knows the protocol, `connection.py` moves the bytes, and this module
decides admission. It knows messages only for refusals. A client can end no connection but its own.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

import structlog
import trio
from websockets.http11 import Request, Response

from facedown_server.network.wire.addresses import crowd_key, forwarded_address, is_within
from facedown_server.network.wire.connection import Connection, ConnectionEnded
from facedown_server.network.wire.control_frames import ControlFrameQuota
from facedown_server.network.wire.flusher import Flusher
from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL, frame
from facedown_server.network.wire.host_names import is_host_name, unknown_name
from facedown_server.network.wire.http_responses import response_for_method, sentence
from facedown_server.network.wire.quotas import AddressCounts, ShortRequest, ShortRequests
from facedown_server.network.wire.streams import Transport, standard_address
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.network.wire.traffic_limits import Traffic, WireLimits
from facedown_server.runtime.world import World
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import PROTOCOL_VERSION, SUBPROTOCOL, SUBPROTOCOL_PREFIX, Refused
from facedown_shared.text import Code, _, gettext_noop, words

log = structlog.get_logger(__name__)

FULL_CLOSE_CODE = 1013
"""The websocket close code for a client that should try again later."""

PROTOCOL_CLOSE_CODE = 1002
"""The websocket close code for a client of another protocol."""

MAX_REFUSED_SOCKETS = 64
"""Sockets beyond the limit that may return to a seat, or wait for the message that the server is full."""

MAX_RETURNING_SOCKETS = 8
"""The same for one address. A newcomer replaces the oldest of them that has not returned, so that a neighbour
who holds all connections of an address cannot keep a player from a seat.
"""

ORIGIN = re.compile(r"https?://[^/]+")
"""Pattern of an address as in the Origin header: without the path that a node has behind a public name."""

NO_REQUEST = "This server answers HTTP GET and WebSocket."
FOREIGN = "A page of another server cannot play here."
MISNAMED = gettext_noop(
    "This server rejects requests for the host name {name}, because a foreign web page can reach it under "
    "such a name. If the name is right, start the server with --public-host {name} (setting public_host, "
    "FACEDOWN_PUBLIC_HOST); if it is the server's address on the Internet, with --public-url. Its IP "
    "address works without that."
)
"""The page for a browser on the server's network that uses an unconfigured name."""

IDLE = gettext_noop("You were at no table, and others need the place; reconnect when you want to play.")
RESTARTING = gettext_noop("The server is stopping; reconnect in a moment.")
MISTAKEN = gettext_noop("Internal server error; please reconnect.")
"""Close reasons, in English; clients translate them."""

Handler = Callable[[Connection], Awaitable[None]]
Pages = Callable[[Request], Response | None]
Listener = trio.abc.Listener[Transport]


@dataclass(slots=True)
class Wire:
    """All connections of one server.

    `pages` answers plain HTTP requests. `proxies` are the addresses whose X-Forwarded-For is trusted.
    """

    handler: Handler
    world: World
    limits: WireLimits = field(default_factory=WireLimits)
    pages: Pages | None = None
    proxies: frozenset[str] = frozenset()
    nodes: Callable[[], Collection[str]] = tuple
    """Returns the addresses of this service's nodes, if there are several."""
    names: frozenset[str] | None = None
    """The server's own names, one of which clients on its network must use; None: any name."""
    expects_return: Callable[[str], bool] = lambda key: False
    """Returns whether a player of a running match has lost a connection from this address."""
    limits_arrivals: bool = True
    """False if another process accepts the connections, and limits their rate."""
    events: Handler | None = None
    """Handler of the connections of an event's pages; None without events."""
    traffic: Traffic = field(default_factory=Traffic)
    flusher: Flusher = field(init=False)
    connections: dict[Connection, str | None] = field(default_factory=dict)
    """Every open socket in order of arrival -> the key it is counted under; None while half-open, and for a
    download.
    """
    half_open: ShortRequests = field(init=False)
    """Connections whose request is incomplete."""
    downloads: ShortRequests = field(init=False)
    """Connections that download a page."""
    crowd: AddressCounts = field(default_factory=AddressCounts)
    """Number of the other connections by address."""
    arrivals: Buckets = field(init=False)
    """Rate limit of new connections by address."""
    returns: Buckets = field(init=False)
    """Rate limit of further connections from an address to which a player may return."""
    control_frames: Buckets = field(init=False)
    """Rate limit by address of frames that are no whole message."""
    _nursery: trio.Nursery | None = None
    _stop: trio.Event = field(default_factory=trio.Event)
    _empty: trio.Event = field(default_factory=trio.Event)
    """Set once the server is stopping and the last connection has closed."""

    def __post_init__(self) -> None:
        self.flusher = Flusher(self.world)
        self.arrivals = Buckets(self.limits.connection_rate, self.limits.connection_burst)
        self.returns = Buckets(self.limits.return_rate, self.limits.return_rate)
        self.control_frames = Buckets(self.limits.control_frames_per_second, self.limits.control_frame_burst)
        self.half_open = ShortRequests(self.limits.half_open, self.limits.per_address)
        self.downloads = ShortRequests(self.limits.downloads, self.limits.downloads_per_address)
        self.proxies = frozenset(map(standard_address, self.proxies))

    @property
    def nursery(self) -> trio.Nursery:
        """The nursery of connections and their writers."""
        if self._nursery is None:
            raise RuntimeError("the wire is not running")
        return self._nursery

    @property
    def is_stopping(self) -> bool:
        """True if `stop` was called."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Accept no more, close all connections with a reason, and let `serve` return."""
        self._stop.set()

    async def serve(
        self, listeners: Sequence[Listener], *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until `stop` is called, then close the listeners."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._check_deadlines)
            nursery.start_soon(self.flusher.run)
            async with trio.open_nursery() as doors:
                for listener in listeners:
                    doors.start_soon(self._accept, listener)
                task_status.started()
                await self._stop.wait()
                doors.cancel_scope.cancel()
            await self._close_connections()
            nursery.cancel_scope.cancel()

    async def _accept(self, listener: Listener) -> None:
        async with listener:
            while True:
                self.nursery.start_soon(self._attend, await listener.accept())

    async def _check_deadlines(self) -> None:
        """Check all connections' deadlines, in one task."""
        while True:
            await trio.sleep(self.limits.tick)
            now = self.world.now()
            for connection in tuple(self.connections):
                connection.tick(now)

    async def _close_connections(self) -> None:
        for connection in tuple(self.connections):
            connection.close(1012, RESTARTING)
        with trio.move_on_after(self.limits.farewell):
            if self.connections:
                await self._empty.wait()

    async def _attend(self, transport: Transport) -> None:
        """Handle one connection from accept to close, and any exception in it."""
        self.traffic.accepted += 1
        key = self._key(transport.peer)
        if self.limits_arrivals and not self._take_connection_token(key):
            self.traffic.turned_away += 1
            transport.abort()
            return
        connection = Connection(transport, self)
        self.connections[connection] = None
        waiting = ShortRequest(connection.abort)
        self.half_open.enter(waiting, transport.peer, key)
        try:
            await self._guard(connection, waiting)
        finally:
            connection.abort()
            self.half_open.unregister(waiting)
            self.downloads.unregister(waiting)
            if (counted := self.connections.pop(connection)) is not None:
                self.crowd.remove(counted)
            if self.is_stopping and not self.connections:
                self._empty.set()

    async def _guard(self, connection: Connection, waiting: ShortRequest) -> None:
        """Run the handler. An exception ends this connection alone."""
        try:
            if await self._greet(connection, waiting):
                await self._handler_of(connection)(connection)
        except ConnectionEnded:
            pass
        except Exception:
            self.traffic.failures += 1
            log.exception("a session failed", peer=connection.peer)
            connection.close(1011, MISTAKEN)
        try:
            await connection.close_gracefully()
        except Exception:
            self.traffic.failures += 1
            log.exception("a connection could not be closed", peer=connection.peer)

    def _handler_of(self, connection: Connection) -> Handler:
        """Return the handler of a connection by its subprotocol."""
        if self.events is not None and connection.subprotocol == EVENT_SUBPROTOCOL:
            return self.events
        return self.handler

    async def _greet(self, connection: Connection, waiting: ShortRequest) -> bool:
        """Handle handshake, pages and refusals; return whether a player is connected."""
        request = await connection.request()
        if request is None:
            connection.apologise(sentence(HTTPStatus.BAD_REQUEST, NO_REQUEST))
            return False
        self.half_open.unregister(waiting)
        came_by = self._key(connection.peer)
        self._find_peer(connection, request)
        key = self._key(connection.peer)
        is_page = not wants_websocket(request)
        if (not is_page and self._is_overrun(key)) or (
            key != came_by and not self._take_connection_token(key)
        ):
            self.traffic.turned_away += 1
            connection.abort()
            return False
        if is_page:
            self.downloads.enter(waiting, connection.peer, key)
            misnamed = self._refuse_foreign_name(connection.peer, request)
            self.traffic.turned_away += misnamed is not None
            self.traffic.pages += misnamed is None
            connection.respond(response_for_method(request, misnamed or self._page(request)))
            return False
        return self._admit(connection, request, key)

    def _admit(self, connection: Connection, request: Request, key: str) -> bool:
        """Count a client that asks for a websocket, and answer; return whether a player is connected."""
        self.crowd.add(key)
        self.connections[connection] = key
        if key:
            connection.control_frames = ControlFrameQuota(self.control_frames, key, self.world.now())
        refusal = self._refusal(key)
        if refusal is not None and self._cut_idle(key if self._count <= self.limits.connections else ""):
            refusal = None
        if key and self.crowd.has_reached(key, self.limits.per_address, MAX_RETURNING_SOCKETS):
            self._cut_returning(key)
        elif self._count > self.limits.connections + MAX_REFUSED_SOCKETS:
            self._cut_returning("")
        if misnamed := self._refuse_foreign_name(connection.peer, request):
            self.traffic.turned_away += 1
            connection.respond(response_for_method(request, misnamed))
            return False
        if is_foreign(request, self.nodes()):
            self.traffic.turned_away += 1
            connection.respond(sentence(HTTPStatus.FORBIDDEN, FOREIGN))
            return False
        if not connection.accept(request):
            return False
        connection.refusal = refusal
        self.traffic.turned_away += refusal is not None
        is_of_event = self._handler_of(connection) is not self.handler
        refusal = None if is_of_event else protocol_refusal(connection, request)
        if refusal:
            self.traffic.turned_away += 1
            connection.push(frame(encode(refusal)))
            connection.close(PROTOCOL_CLOSE_CODE, refusal.sentence)
        request.headers.clear()  # the protocol keeps the request, a third of a connection's memory
        return refusal is None

    def _refuse_foreign_name(self, peer: str, request: Request) -> Response | None:
        """Return a response for a nearby browser that uses a name which may be a stranger's; None if the name
        is fine.

        Websocket clients without an Origin pass: they are programs, and only browsers act for foreign
        pages.
        """
        if self.names is None or (wants_websocket(request) and "Origin" not in request.headers):
            return None
        name = unknown_name(peer, request.headers.get_all("Host"), self.names, self.nodes())
        if not name:
            return None
        shown = name if is_host_name(name) else "NAME"
        return sentence(HTTPStatus.MISDIRECTED_REQUEST, _(MISNAMED, name=shown))

    def _page(self, request: Request) -> Response:
        """Return the answer to a plain HTTP request."""
        if request.method not in ("GET", "HEAD"):
            return sentence(HTTPStatus.METHOD_NOT_ALLOWED, "This server answers GET and HEAD only.")
        try:
            response = self.pages(request) if self.pages else None
        except Exception:
            self.traffic.failures += 1
            log.exception("a page failed")
            return sentence(HTTPStatus.INTERNAL_SERVER_ERROR, "The server made a mistake.")
        return response or sentence(HTTPStatus.NOT_FOUND, "There is no such page here.")

    def _take_connection_token(self, key: str) -> bool:
        """Take one connection from this address's rate; return False if none is left."""
        now = self.world.now()
        if not key or self.arrivals.take(key, now):
            return True
        return self.expects_return(key) and self.returns.take(key, now)

    def _key(self, peer: str) -> str:
        """Return the key that connections of a peer are counted under; "" if they have no quota."""
        key = crowd_key(peer, self.proxies)
        return "" if is_within(key, self.limits.trusted_networks) else key

    def _is_overrun(self, key: str) -> bool:
        """Return whether the server is too full even to send a refusal."""
        limits = self.limits
        if self._count >= limits.connections + MAX_REFUSED_SOCKETS and not any(
            self._returning_connections("")
        ):
            return True
        is_crowded = bool(key) and self.crowd.has_reached(key, limits.per_address, MAX_RETURNING_SOCKETS)
        return is_crowded and not any(self._returning_connections(key))

    def _cut_idle(self, key: str) -> bool:
        """Close the connection that has been at no table for longest, of this address or (for "") of all.

        Return False if there is none that has been idle for some time.
        """
        since = self.world.now() - self.limits.idle_yields
        idle = [each for each, at in self.connections.items() if at is not None and at == (key or at)]
        oldest = min(idle, key=lambda each: each.idle_since, default=None)
        if oldest is None or oldest.idle_since > since:
            return False
        oldest.close(FULL_CLOSE_CODE, IDLE)
        return True

    def _returning_connections(self, key: str) -> Iterator[Connection]:
        """Yield the connections that may only return to a seat and have not, the oldest first.

        Those of an address, or for "" all.
        """
        for each, counted in self.connections.items():
            if each.refusal is not None and counted == (key or counted):
                yield each

    def _cut_returning(self, key: str) -> None:
        """Cut the oldest connection that has not returned to a seat, of this address or (for "") of all."""
        if (oldest := next(self._returning_connections(key), None)) is not None:
            oldest.abort()

    @property
    def _count(self) -> int:
        """Number of websockets, requested or open."""
        return len(self.connections) - len(self.half_open) - len(self.downloads)

    def _refusal(self, key: str) -> Refused | None:
        """Return the refusal of a connection that is counted already; None to admit it."""
        if self._count > self.limits.connections:
            return Refused(Code.SERVER_FULL, words("server_is_full"))
        if key and self.crowd.has_reached(key, self.limits.per_address, 1):
            return Refused(Code.SERVER_FULL, words("address_is_crowded"))
        return None

    def _find_peer(self, connection: Connection, request: Request) -> None:
        """Use the address that a trusted proxy forwards as the connection's peer."""
        if standard_address(connection.peer) not in self.proxies:
            return
        said = ",".join(request.headers.get_all("X-Forwarded-For")).split(",")
        hops = [forwarded_address(hop) for hop in said if hop.strip()]
        real = next((hop for hop in reversed(hops) if hop not in self.proxies), "")
        connection.peer = real or connection.peer


def protocol_refusal(connection: Connection, request: Request) -> Refused | None:
    """Return the refusal of a client with another protocol version, in words that it can show; None to
    admit it.
    """
    if connection.subprotocol == SUBPROTOCOL:
        return None
    offered = ", ".join(request.headers.get_all("Sec-WebSocket-Protocol"))
    numbers = [int(number) for number in re.findall(re.escape(SUBPROTOCOL_PREFIX) + r"(\d{1,6})", offered)]
    if not numbers:
        text = f"This server speaks {SUBPROTOCOL}; your program does not offer it."
    elif max(numbers) < PROTOCOL_VERSION:
        text = "Your client is older than this server: get the current one from this server's page."
    else:
        text = "This server is older than your client: get the matching client from this server's page."
    return Refused(Code.OLD_PROTOCOL, text=text)


def is_foreign(request: Request, nodes: Collection[str] = ()) -> bool:
    """Return whether the request comes from a foreign page: browsers send the page's Origin, programs send
    none.

    `nodes`: addresses of the other nodes of this service, whose pages may connect here.
    """
    origins = request.headers.get_all("Origin")
    hosts = [host.lower() for host in request.headers.get_all("Host")]
    own = {f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts}
    own.update(match[0] for node in nodes if (match := ORIGIN.match(node.lower())))
    return bool(origins) and (len(hosts) != 1 or not own.issuperset(origin.lower() for origin in origins))


def wants_websocket(request: Request) -> bool:
    """Return whether a request asks for a websocket."""
    return any("websocket" in value.lower() for value in request.headers.get_all("Upgrade"))
