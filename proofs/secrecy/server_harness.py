"""A whole server in memory and virtual time, and visitors that record every byte they are sent, with its
time.

Nothing is left out: ports, handshake, frames, sessions, codec, lobby, rooms, store and pages are the real
ones. Only the network is memory, the store stores nothing on a disk, and the world is seeded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
import trio
from trio.testing import wait_all_tasks_blocked
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.typing import Origin, Subprotocol
from websockets.uri import parse_uri

from facedown_client.model.model import Model
from facedown_server.games.openings import read_file
from facedown_server.network.crowd.guest import RECONNECT_CLOSE_CODE
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.relay.peer_tables import Neighbours
from facedown_server.network.wire.memory_streams import MemoryListener, MemoryStream
from facedown_server.refereeing.referee import Referee
from facedown_server.room.lobby import Lobby
from facedown_server.room.server_context import CoreAtTables, ServerContext
from facedown_server.runtime.logs import drop_unlisted_keys
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.app import build_wire
from facedown_server.service.config import Config
from facedown_server.service.relay_server import Relay
from facedown_server.table import Setup
from facedown_shared.cards.facts import Pool, edition
from facedown_shared.network.announcements import properties
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import MAX_SERVER_MESSAGE_BYTES, decode_from_server, encode
from facedown_shared.protocol.messages import (  # fmt: skip
    PROTOCOL_VERSION,
    SUBPROTOCOL,
    Ended,
    Hello,
    Moved,
    Prompt,
    PromptOver,
    Seated,
    ToServer,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.tables import PUBLIC_CLASS_INDEX, View
from proofs.secrecy import browsing
from proofs.secrecy.service import (
    LEASE_S,
    SERVICE_PORT,
    MemoryNode,
    NodeStore,
    SharedDatabase,
    name_of,
    number_of,
)

BASE = "http://server.example:7777"
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
"""The key of every handshake: a client draws it at random, and the server's answer holds its digest."""

PACKAGE = b"a copy of the game"

LANGUAGE = "zh_CN"
"""The language of people who read what is printed on cards."""

START_OFFSET_S = 0.1013
"""Seconds between two servers that are started: no two ever poll at the same moment, also not after some have
been started again. What happens at one moment happens in any order.
"""

BEHIND = ("sid", "zoe")
"""Spectators who watch through relays, where there are any: through the last of them."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Something the server sent: when, to which client, its sort, and its bytes."""

    time: float
    who: str
    sort: str
    data: bytes


@dataclass(slots=True)
class Visitor:
    """A client that sends only what the proof has it send; our own model keeps what it receives."""

    name: str
    key: str
    """The name and the number of its connection, under which its letters are filed."""
    stream: MemoryStream
    harness: ServerHarness
    protocol: ClientProtocol
    model: Model = field(default_factory=Model)
    prompt: Prompt | None = None
    """Its open prompt."""
    prompted: float = 0.0
    """When the open prompt first arrived, perhaps over an earlier connection."""
    came: float = 0.0
    """When it last arrived."""
    asked: dict[int, float] = field(default_factory=dict)
    """When each prompt first arrived, by its number."""
    seated: Seated | None = None
    in_browser: bool = False
    at: int = 0
    """Which of several servers it is connected to."""
    moved: Moved | None = None
    """Where that server has redirected it."""
    is_gone: bool = False
    """Whether it has lost the connection, or hung up."""
    turned_away: bool = False
    """Whether its server has asked it to retry: that server no longer has the table, and does not know yet
    which one has.
    """

    @property
    def view(self) -> View | None:
        """Its View, while its table is there."""
        return None if self.model.ended else self.model.view

    async def open(self) -> None:
        """Make the handshake."""
        self.protocol.key = KEY
        request = self.protocol.connect()
        if self.in_browser:
            request.headers.update(browsing.HEADERS)
        self.protocol.send_request(request)
        await self._flush()

    async def greet(self) -> None:
        """Send the Hello. A window has the cards that come with this version; a browser has none."""
        name, language = self.name.title(), LANGUAGE if self.name in self.harness.readers else ""
        await self.send(
            browsing.hello(name, language)
            if self.in_browser
            else Hello(name, PROTOCOL_VERSION, "facedown", edition(), language)
        )

    async def send(self, message: ToServer | bytes) -> None:
        """Send a message, or bytes that are none. What agrees to a proposal names the latest one."""
        if self.protocol.state is OPEN:
            raw = message if isinstance(message, bytes) else encode(fill_terms(message, self.model.table))
            self.protocol.send_binary(raw)
            await self._flush()

    async def read(self) -> None:
        """Read the server's messages until there are no more."""
        while True:
            try:
                data = await self.stream.receive_some()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return
            if not data:
                self.is_gone = True
                self.harness.record(self.key, "end", b"")
                return
            self.protocol.receive_data(data)
            for event in self.protocol.events_received():
                self._take(event)
            await self._flush()

    def _take(self, event: object) -> None:
        if isinstance(event, Response):
            self.harness.record(self.key, "handshake", event.serialize())
        elif isinstance(event, Frame):
            data = bytes(event.data)
            self.harness.record(self.key, event.opcode.name.lower(), data)
            if event.opcode is Opcode.BINARY:
                self._note(data)
            elif event.opcode is Opcode.CLOSE:
                self.turned_away = data[:2] == RECONNECT_CLOSE_CODE.to_bytes(2, "big")

    def _note(self, data: bytes) -> None:
        message = decode_from_server(data)
        self.model.handle_message(message)  # what a client would send because of it is sent by the scenes
        match message:
            case Prompt() as prompt:
                self.prompt, self.came = prompt, self.harness.world.now()
                self.prompted = self.asked.setdefault(prompt.ask, self.came)
            case PromptOver(ask=ask) if self.prompt and self.prompt.ask == ask:
                self.prompt = None
            case Seated() as seated:
                self.seated = seated
            case Moved() as moved:
                self.prompt, self.moved = None, moved
            case Ended():
                self.prompt = None

    async def disconnect(self) -> None:
        """Lose the connection."""
        self.prompt, self.is_gone = None, True
        await self.stream.aclose()

    async def _flush(self) -> None:
        for piece in self.protocol.data_to_send():
            if piece:
                try:
                    await self.stream.send_all(piece)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    return


@dataclass
class HarnessServer:
    """A server process. `node`: its membership among several."""

    lobby: Lobby
    node: MemoryNode | None
    listener: MemoryListener = field(default_factory=MemoryListener)
    life: trio.CancelScope = field(default_factory=trio.CancelScope)


@dataclass(frozen=True, slots=True)
class PriorView:
    """What a client saw when its server stopped, after so many acts."""

    acts: int
    view: View | None
    prompt: Prompt | None


@dataclass
class ServerHarness:
    """One server, or several that are one service, and all clients that ever connected. `make` gives the
    server of a number a lobby over the stored tables, and its node among several.
    """

    nursery: trio.Nursery
    world: SeededWorld
    make: Callable[[int], tuple[Lobby, MemoryNode | None]]
    shared: SharedDatabase
    browsers: frozenset[str] = frozenset()
    """Names of clients in a browser."""
    readers: frozenset[str] = frozenset()
    """Names of clients that read what is printed on cards in `LANGUAGE`."""
    relays: int = 0
    """How many relays watch the table, each the one before it, the first the server's."""
    nodes: int = 0
    """How many servers are one service; 0: there is one, alone."""
    doors: list[MemoryListener] = field(default_factory=list)
    """Those of relays, once a spectator has come."""
    hosts: dict[int, HarnessServer] = field(default_factory=dict)
    """The servers that are there, by their numbers."""
    takeovers: int = 0
    """How often a table has changed hands."""
    before: dict[str, PriorView] = field(default_factory=dict)
    """What clients saw then, until they are back."""
    same: int = 0
    """How many of them saw the same when they were back."""
    differed: list[str] = field(default_factory=list)
    """Those that did not, and the difference."""
    letters: list[Letter] = field(default_factory=list)
    visitors: dict[str, Visitor] = field(default_factory=dict)
    cached: set[tuple[str, str]] = field(default_factory=set)
    """Names of browsers and the files that each has loaded: it keeps them, since they never change."""
    """By name; a client that reconnects under a name replaces the one before."""
    stirred: trio.Event = field(default_factory=trio.Event)
    visits: int = 0
    spent: str = ""
    """The first token that was used to resume a seat."""

    async def start(self) -> None:
        """Start the servers."""
        for number in range(max(1, self.nodes)):
            await self._start_server(number)
            if self.nodes:
                await trio.sleep(START_OFFSET_S)

    async def _start_server(self, number: int) -> None:
        lobby, node = self.make(number)
        self.hosts[number] = host = HarnessServer(lobby, node)
        lobby.on_change.append(self.announce)
        if node is not None:
            await node.join_service()
        await self.nursery.start(self._serve, host)

    async def _serve(
        self, host: HarnessServer, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        wire = build_wire(
            Config(name="The hall", public_host=("server.example",)), self.world, host.lobby, lambda: PACKAGE
        )
        with host.life:
            async with trio.open_nursery() as nursery:
                await nursery.start(host.lobby.run)
                await nursery.start(wire.serve, [host.listener])
                if host.node is not None:
                    nursery.start_soon(host.node.hold_lease, host.lobby)
                task_status.started()

    @property
    def owner(self) -> int:
        """The server that has the table; while none has, one that is up."""
        return next((number for number, host in self.hosts.items() if host.lobby.rooms), min(self.hosts))

    @property
    def lobby(self) -> Lobby:
        """The lobby with the table."""
        return self.hosts[self.owner].lobby

    @property
    def hands_over(self) -> bool:
        """Whether the table will be handed over the next time its server has to stop."""
        return bool(self.nodes and self.lobby.rooms and self.takeovers % 2)

    def public_knowledge(self) -> list[object]:
        """Return what spectators know of the table's match, or would if there were any."""
        found: list[object] = []
        for room in self.lobby.rooms.values():
            log, runner = room.table.audience.groups[PUBLIC_CLASS_INDEX].log, room.lifecycle.runner
            match = runner.match if runner else None
            begun = match is not None and match.has_begun
            found += [*log], match and (match.stage, match.number, match.state.waiting if begun else ())
            found.append(runner and runner.clocks.running_seat(self.world.now()))
        return found

    async def restart(self) -> None:
        """Kill the table's server without warning, and restart it: all its connections are lost. Of several,
        one takes the table over meanwhile; every other time it is handed over instead.
        """
        await self.rest()
        for name, visitor in self.visitors.items():
            viewer = visitor.seated.viewer if visitor.seated else PUBLIC_CLASS_INDEX
            views = [room.table.audience.views[viewer] for room in self.lobby.rooms.values()]
            if not visitor.is_gone and visitor.view in views:  # a client that was behind has seen less
                self.before[name] = PriorView(self.shared.acts, visitor.view, visitor.prompt)
        was, codes = self.owner, tuple(self.lobby.rooms)
        if self.hands_over:
            await self._hand_over(was, codes[0])
        else:
            await self._kill(was, codes)
        self.takeovers += bool(self.nodes and codes)

    async def _kill(self, number: int, codes: Sequence[str]) -> None:
        host = self.hosts.pop(number)
        if host.node is not None:
            host.node.membership.is_dead = True
        host.life.cancel()
        await self.rest()
        for visitor in self.visitors.values():
            if visitor.at == number:
                visitor.prompt = None
        if self.nodes and codes:
            await self._wait_for_owner(codes[0], number)
            await trio.sleep(START_OFFSET_S * math.sqrt(2 + self.takeovers))
        await self._start_server(number)

    async def _hand_over(self, number: int, code: str) -> None:
        """Give the table to another server; its old server discovers it."""
        self.shared.give(code, name_of((number + 1) % self.nodes))
        await self._wait_for_owner(code, number)

    async def _wait_for_owner(self, code: str, was: int) -> None:
        """Wait until only another server has the table."""
        with trio.fail_after(20 * LEASE_S):
            while [number for number, host in self.hosts.items() if code in host.lobby.rooms] in ([], [was]):
                await self.wait_for_message(START_OFFSET_S / 2)
        await self.rest()

    def check_reconnected(self, name: str) -> None:
        """Check a client that has reconnected: after as many acts it sees what it saw, handles, prompts
        and all.
        """
        before, visitor = self.before.pop(name, None), self.visitors.get(name)
        if before is None or visitor is None or visitor.seated is None or self.shared.acts != before.acts:
            return
        prompt = before.prompt or visitor.prompt  # an answer without effect yet is prompted for again
        if (visitor.view, visitor.prompt) == (before.view, prompt):
            self.same += 1
        else:
            seen = {"prompt": (prompt, visitor.prompt), "view": (before.view, visitor.view)}
            fields = visitor.view.__struct_fields__ if before.view and visitor.view else ()
            seen |= {name: (getattr(before.view, name), getattr(visitor.view, name)) for name in fields}
            differences = "\n".join(
                f"  {name}: {one} then, {other} now"
                for name, (one, other) in seen.items()
                if one != other and (name != "view" or not fields)
            )
            self.differed.append(
                f"{name} is shown something else than before the server went, at "
                f"{self.world.now():.3f} s:\n{differences}"
            )

    async def _listener(self, name: str, at: int | None = None) -> tuple[MemoryListener, int]:
        """Return where a client connects, and the number of that server: at the last relay, or at the server
        of this number, or at the client's default one.
        """
        if name in BEHIND and self.relays:
            while len(self.doors) < self.relays:
                await self._start_relay()
            return self.doors[-1], 0
        number = sum(name.encode()) % self.nodes if self.nodes and at is None else at or 0
        return self.hosts[number].listener, number

    async def dial(self, address: TableLink) -> trio.abc.Stream:
        """Return a stream to one of the servers, for a spectator of a table of it."""
        await trio.lowlevel.checkpoint()
        if (host := self.hosts.get(number_of(address))) is None:
            raise ConnectionRefusedError("that server is not there")
        return host.listener.connect("192.0.2.50")

    async def _start_relay(self) -> None:
        above = self.doors[-1] if self.doors else None

        async def dial(address: TableLink) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            return await self.dial(address) if above is None else above.connect("192.0.2.50")

        (room,) = self.lobby.rooms.values()
        link = TableLink(
            "server.example", SERVICE_PORT, False, room.code, room.table.kept.spectators, "watch"
        )
        world, door = SeededWorld(f"{self.world.seed} relay {len(self.doors)}"), MemoryListener()
        await self.nursery.start(Relay(Config(), link, "", world, dial).run, [door])
        self.doors.append(door)

    def record(self, who: str, sort: str, data: bytes) -> None:
        """Record something that was sent."""
        self.letters.append(Letter(self.world.now(), who, sort, data))
        self.stirred.set()

    async def visit(self, name: str, at: int | None = None) -> Visitor:
        """Connect a client that has not sent a Hello. `card_at`: to which of several servers."""
        in_browser = name in self.browsers
        door, number = await self._listener(name, at)
        protocol = ClientProtocol(
            parse_uri(f"ws://server.example:{SERVICE_PORT + number}/"),
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            max_size=MAX_SERVER_MESSAGE_BYTES, origin=Origin(browsing.ORIGIN) if in_browser else None,
        )  # fmt: skip
        self.visits += 1
        before = self.visitors.get(name)
        if self.nodes and before is not None:  # they hold no connection to a server that redirected them
            await before.disconnect()
        visitor = Visitor(
            name, f"{name} {self.visits}", door.connect(), self, protocol,
            asked=before.asked if before else {}, in_browser=in_browser, at=number,
        )  # fmt: skip
        self.visitors[name] = visitor
        await visitor.open()
        self.nursery.start_soon(visitor.read)
        await self.rest()
        return visitor

    async def page(self, path: str, sort: str) -> None:
        """Load a page in a browser; it is filed under `sort`."""
        request = f"GET {path} HTTP/1.1\r\nHost: server.example\r\n\r\n".encode()
        await self._ask(self.hosts[min(self.hosts)].listener, "page", request, sort)

    async def load(self, name: str, code: str) -> None:
        """Open a link to a table: everything that a browser loads for it."""
        door, _ = await self._listener(name)
        for path in browsing.loaded_paths():
            sort = path.partition("?")[0]
            if (name, sort) in self.cached:
                continue
            if sort.startswith(browsing.FILES):
                self.cached.add((name, sort))
            await self._ask(door, f"{name} loading", browsing.request(path.format(code)), sort)

    async def _ask(self, door: MemoryListener, who: str, request: bytes, sort: str) -> None:
        stream = door.connect()
        await stream.send_all(request)
        answer = b""
        while data := await stream.receive_some():
            answer += data
        self.record(who, sort, answer)
        await stream.aclose()

    def announce(self) -> None:
        """Send what the network learns of the tables now."""
        for row in self.lobby.open_rows():
            announced = properties("The hall", row, secure=False)
            self.record("network", "announcement", repr(announced).encode())

    async def rest(self) -> None:
        """Let all tasks run until they wait."""
        await wait_all_tasks_blocked()

    async def wait_for_message(self, patience: float) -> bool:
        """Wait until the server sends anything to any client; return False when it has not in that time."""
        self.stirred = trio.Event()
        with trio.move_on_after(patience):
            await self.stirred.wait()
            await self.rest()
            return True
        return False


@asynccontextmanager
async def open_harness(
    seed: str, pool: Pool, make: Callable[[Setup, Pool], Referee], browsers: frozenset[str] = frozenset(),
    core: CoreAtTables | None = None, relays: int = 0, nodes: int = 0,
    readers: frozenset[str] = frozenset(),
) -> AsyncIterator[ServerHarness]:  # fmt: skip
    """Run a server, or so many `nodes` of one service; `make` gives it its referees, `browsers` join in one,
    some through `relays`; `readers` read what is printed on cards. `core`: the field's, where it has one.
    """
    world, shared = SeededWorld(seed), SharedDatabase()
    letters: list[Letter] = []
    lives: Counter[int] = Counter()

    def make_lobby(number: int) -> tuple[Lobby, MemoryNode | None]:
        addresses = [("here", BASE)]
        lives[number] += 1
        own = SeededWorld(f"{seed} {number} {lives[number]}") if nodes else world
        node = MemoryNode(shared, number, own) if nodes else None
        server = ServerContext(
            own, NodeStore(shared, node.ownership) if node else shared.store, Bounds(), pool, make, read_file,
            addresses=lambda: addresses, core=core, service=node,
        )  # fmt: skip
        watching = SeededWorld(f"{own.seed} watching")
        others = Neighbours(server.bounds, watching, server.printing, harness.dial) if node else None
        return Lobby(server, "The hall", neighbours=others), node

    with _record_log(letters):
        async with trio.open_nursery() as nursery:
            harness = ServerHarness(
                nursery, world, make_lobby, shared, browsers, readers, relays, nodes, letters=letters
            )
            await harness.start()
            yield harness
            nursery.cancel_scope.cancel()


@contextmanager
def _record_log(letters: list[Letter]) -> Iterator[None]:
    """Record every line the server logs as a letter to "log", in the form a host reads it."""

    def keep(_logger: object, method: str, line: Any) -> str:
        if method != "debug":
            letters.append(Letter(trio.current_time(), "log", "log", line.encode()))
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars, structlog.processors.add_log_level, drop_unlisted_keys,
            structlog.processors.JSONRenderer(sort_keys=True), keep,
        ],
        cache_logger_on_first_use=False,
    )  # fmt: skip
    try:
        yield
    finally:
        structlog.configure(**before)
