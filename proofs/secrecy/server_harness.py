"""A whole server in memory and virtual time, and visitors who keep every byte they are sent, with its time.

Nothing is cut out: doors, handshake, frames, sessions, codec, lobby, rooms, store and pages are the real
ones. Only the network is memory, the store keeps nothing on a disk, and the world is seeded.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
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

from client.data.model import Model
from proofs.secrecy import browsing
from server.app import build_wire
from server.config import Config
from server.logs import allow_told
from server.openings import read_file
from server.referee import Referee, Setup
from server.relay.relay import Relay
from server.room.bounds import Bounds
from server.room.lobby import Lobby
from server.room.server_context import CoreAtTables, ServerContext
from server.store.memory import MemoryStore
from server.wire.memory import MemoryListener, MemoryStream
from server.world import SeededWorld
from shared.cards.facts import Pool, edition
from shared.links import TableLink
from shared.nearby import properties
from shared.protocol.codec import MAX_FROM_SERVER, decode_from_server, encode
from shared.protocol.messages import (  # fmt: skip
    PROTOCOL,
    SUBPROTOCOL,
    Ended,
    Hello,
    Prompt,
    PromptOver,
    Seated,
    ToServer,
)
from shared.view import View

BASE = "http://server.example:7777"
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
"""The key of every handshake: a client draws it at random, and the server's answer holds its digest."""

PACKAGE = b"a copy of the game"

BEHIND = ("sid", "zoe")
"""Who watches through relays, where there are any: through the last of them."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Something the server sent: when, to whom, what sort of thing it is, and its bytes."""

    time: float
    who: str
    sort: str
    data: bytes


@dataclass(slots=True)
class Visitor:
    """A client that says only what the proof has it say; our own model keeps what it is told."""

    name: str
    key: str
    """The name and which connection of it this is: what its letters are filed under."""
    stream: MemoryStream
    harness: ServerHarness
    protocol: ClientProtocol
    model: Model = field(default_factory=Model)
    prompt: Prompt | None = None
    """What it is asked and has not answered yet."""
    prompted: float = 0.0
    """When the open prompt came first, perhaps over an earlier connection."""
    came: float = 0.0
    """When it came last."""
    asked: dict[int, float] = field(default_factory=dict)
    """When each prompt came first, by its number."""
    seated: Seated | None = None
    in_browser: bool = False

    @property
    def view(self) -> View | None:
        """What it sees, while its table is there."""
        return None if self.model.ended else self.model.view

    async def open(self) -> None:
        """Shake hands."""
        self.protocol.key = KEY
        request = self.protocol.connect()
        if self.in_browser:
            request.headers.update(browsing.HEADERS)
        self.protocol.send_request(request)
        await self._flush()

    async def greet(self) -> None:
        """Say hello. A window has the cards that come with this version; a browser has none."""
        name = self.name.title()
        await self.send(
            browsing.hello(name) if self.in_browser else Hello(name, PROTOCOL, "facedown", edition())
        )

    async def send(self, message: ToServer | bytes) -> None:
        """Send a message, or bytes that are none."""
        if self.protocol.state is OPEN:
            self.protocol.send_binary(message if isinstance(message, bytes) else encode(message))
            await self._flush()

    async def read(self) -> None:
        """Take in what the server says, until it says no more."""
        while True:
            try:
                data = await self.stream.receive_some()
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return
            if not data:
                self.harness.keep(self.key, "end", b"")
                return
            self.protocol.receive_data(data)
            for event in self.protocol.events_received():
                self._take(event)
            await self._flush()

    def _take(self, event: object) -> None:
        if isinstance(event, Response):
            self.harness.keep(self.key, "handshake", event.serialize())
        elif isinstance(event, Frame):
            data = bytes(event.data)
            self.harness.keep(self.key, event.opcode.name.lower(), data)
            if event.opcode is Opcode.BINARY:
                self._note(data)

    def _note(self, data: bytes) -> None:
        message = decode_from_server(data)
        self.model.feed(message)  # what a client would send because of it, the scenes say
        match message:
            case Prompt() as prompt:
                self.prompt, self.came = prompt, self.harness.world.now()
                self.prompted = self.asked.setdefault(prompt.ask, self.came)
            case PromptOver(ask=ask) if self.prompt and self.prompt.ask == ask:
                self.prompt = None
            case Seated() as seated:
                self.seated = seated
            case Ended():
                self.prompt = None

    async def hang_up(self) -> None:
        """Lose the connection."""
        self.prompt = None
        await self.stream.aclose()

    async def _flush(self) -> None:
        for piece in self.protocol.data_to_send():
            if piece:
                try:
                    await self.stream.send_all(piece)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    return


@dataclass
class ServerHarness:
    """One server and everybody who ever came to it. `make` gives it a lobby over what it has stored."""

    nursery: trio.Nursery
    world: SeededWorld
    make: Callable[[], Lobby]
    browsers: frozenset[str] = frozenset()
    """Who comes in a browser."""
    relays: int = 0
    """How many relays watch the table, each the one before it, the first the server's."""
    doors: list[MemoryListener] = field(default_factory=list)
    """Theirs, once somebody has come to watch."""
    letters: list[Letter] = field(default_factory=list)
    visitors: dict[str, Visitor] = field(default_factory=dict)
    """By name; whoever comes again under a name takes the place of the one before."""
    stirred: trio.Event = field(default_factory=trio.Event)
    visits: int = 0
    spent: str = ""
    """The first token that led somebody back to a seat."""
    lobby: Lobby = field(init=False)
    listener: MemoryListener = field(init=False)
    life: trio.CancelScope = field(init=False)

    async def start(self) -> None:
        """The server goes up."""
        self.lobby, self.listener = self.make(), MemoryListener()
        self.lobby.on_change.append(self.announce)
        await self.nursery.start(self._serve)

    async def _serve(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        wire = build_wire(Config(name="The hall"), self.world, self.lobby, lambda: PACKAGE)
        with trio.CancelScope() as self.life:
            async with trio.open_nursery() as nursery:
                await nursery.start(self.lobby.run)
                await nursery.start(wire.run, [self.listener])
                task_status.started()

    async def restart(self) -> None:
        """The server dies without a word, and is started again: all connections are lost."""
        self.life.cancel()
        await self.rest()
        for visitor in self.visitors.values():
            visitor.prompt = None
        await self.start()

    async def _door(self, name: str) -> MemoryListener:
        """Where somebody comes in: at the server, or at the last relay."""
        if name not in BEHIND or not self.relays:
            return self.listener
        while len(self.doors) < self.relays:
            await self._put_up_relay()
        return self.doors[-1]

    async def _put_up_relay(self) -> None:
        above = self.doors[-1] if self.doors else None

        async def dial(address: TableLink) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            return (self.listener if above is None else above).connect("192.0.2.50")

        (room,) = self.lobby.rooms.values()
        link = TableLink("server.example", 7777, False, room.code, room.table.kept.spectators, "watch")
        world, door = SeededWorld(f"{self.world.seed} relay {len(self.doors)}"), MemoryListener()
        await self.nursery.start(Relay(Config(), link, "", world, dial).run, [door])
        self.doors.append(door)

    def keep(self, who: str, sort: str, data: bytes) -> None:
        """Something was sent."""
        self.letters.append(Letter(self.world.now(), who, sort, data))
        self.stirred.set()

    async def visit(self, name: str) -> Visitor:
        """Somebody connects, and has not said hello."""
        in_browser = name in self.browsers
        protocol = ClientProtocol(
            parse_uri("ws://server.example:7777/"), subprotocols=[Subprotocol(SUBPROTOCOL)],
            max_size=MAX_FROM_SERVER, origin=Origin(browsing.ORIGIN) if in_browser else None,
        )  # fmt: skip
        door = await self._door(name)
        self.visits += 1
        before = self.visitors.get(name)
        visitor = Visitor(
            name, f"{name} {self.visits}", door.connect(), self, protocol,
            asked=before.asked if before else {}, in_browser=in_browser,
        )  # fmt: skip
        self.visitors[name] = visitor
        await visitor.open()
        self.nursery.start_soon(visitor.read)
        await self.rest()
        return visitor

    async def page(self, path: str, sort: str) -> None:
        """Somebody looks at a page in a browser; it is filed under `sort`."""
        request = f"GET {path} HTTP/1.1\r\nHost: server.example\r\n\r\n".encode()
        await self._ask(self.listener, "page", request, sort)

    async def load(self, name: str, code: str) -> None:
        """Somebody opens a link to a table: everything that their browser loads for it."""
        door = await self._door(name)
        for path in browsing.loaded():
            sort = path.partition("?")[0]
            await self._ask(door, f"{name} loading", browsing.request(path.format(code)), sort)

    async def _ask(self, door: MemoryListener, who: str, request: bytes, sort: str) -> None:
        stream = door.connect()
        await stream.send_all(request)
        answer = b""
        while data := await stream.receive_some():
            answer += data
        self.keep(who, sort, answer)
        await stream.aclose()

    def announce(self) -> None:
        """What the network is told of the tables now."""
        for row in self.lobby.open_rows():
            told = properties("The hall", row, secure=False)
            self.keep("network", "announcement", repr(told).encode())

    async def rest(self) -> None:
        """Let everybody do what there is to do now."""
        await wait_all_tasks_blocked()

    async def stir(self, patience: float) -> bool:
        """Wait until the server says something to anybody; False when it has not in that time."""
        self.stirred = trio.Event()
        with trio.move_on_after(patience):
            await self.stirred.wait()
            await self.rest()
            return True
        return False


@asynccontextmanager
async def open_harness(
    seed: str, pool: Pool, make: Callable[[Setup, Pool], Referee], browsers: frozenset[str] = frozenset(),
    core: CoreAtTables | None = None, relays: int = 0,
) -> AsyncIterator[ServerHarness]:  # fmt: skip
    """Run a server; `make` gives it its referees, `browsers` come to it in one, some through `relays`.
    `core`: the field's, where it has one."""
    world, store = SeededWorld(seed), MemoryStore()
    letters: list[Letter] = []

    def make_lobby() -> Lobby:
        addresses = [("here", BASE)]
        server = ServerContext(
            world, store, Bounds(), pool, make, read_file, addresses=lambda: addresses, core=core
        )
        return Lobby(server, "The hall")

    with _listening(letters):
        async with trio.open_nursery() as nursery:
            harness = ServerHarness(nursery, world, make_lobby, browsers, relays, letters=letters)
            await harness.start()
            yield harness
            nursery.cancel_scope.cancel()


@contextmanager
def _listening(letters: list[Letter]) -> Iterator[None]:
    """Keep every line the server logs as a letter to "log", in the form a host reads it."""

    def keep(_logger: object, method: str, line: Any) -> str:
        if method != "debug":
            letters.append(Letter(trio.current_time(), "log", "log", line.encode()))
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars, structlog.processors.add_log_level, allow_told,
            structlog.processors.JSONRenderer(sort_keys=True), keep,
        ],
        cache_logger_on_first_use=False,
    )  # fmt: skip
    try:
        yield
    finally:
        structlog.configure(**before)
