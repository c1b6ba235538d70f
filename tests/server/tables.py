"""Helper verbs: a whole server in memory, and players that follow the protocol and record what they are
sent.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Container
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar, cast

import msgspec
import trio
from trio.testing import wait_all_tasks_blocked

from facedown_server.games.edopro.core_registry import OfferedCore
from facedown_server.games.openings import make_referee, read_file
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.connection import Connection, ConnectionEnded
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.refereeing.referee import Referee
from facedown_server.room.lobby import Lobby
from facedown_server.room.server_context import Bots, CoreAtTables, ServerContext
from facedown_server.room.session import run_session
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import Store
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Pool, bundled_pool, edition
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    Concede,
    Consent,
    CreateTable,
    Ended,
    FromServer,
    Hello,
    JoinTable,
    Prompt,
    PromptOver,
    Propose,
    Ready,
    Refused,
    Resume,
    Said,
    Seated,
    Settings,
    TableInfo,
    ToServer,
    Update,
    Watch,
    Whole,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.text.errors import Code
from tests.server.counting import CountingGame
from tests.server.network.wire.in_memory import Client, memory_connection

Message = TypeVar("Message", bound=FromServer)

SMALL = WireLimits(outbox_bytes=8_000)
"""The outbox of a slow reader."""

QUIET = Settings(pace="off")
"""A table whose windows close at once."""


@dataclass
class Player:
    """A client at the other end of a connection in memory, which records what it is sent."""

    client: Client
    connection: Connection
    heard: list[FromServer] = field(default_factory=list)
    told: tuple[VisibleEvent, ...] = ()
    """The events of all updates."""
    raw: list[bytes] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When each message arrived."""
    view: View | None = None
    version: int = 0
    table: TableInfo | None = None
    seated: Seated | None = None
    prompt: Prompt | None = None
    closed: ConnectionEnded | None = None

    async def read(self) -> None:
        """Process the server's messages until the connection ends."""
        while True:
            try:
                data = await self.client.receive()
            except ConnectionEnded as closed:
                self.closed = closed
                return
            except trio.ClosedResourceError:
                return  # disconnected
            self.raw.append(data)
            self.times.append(trio.current_time())
            self._note(decode_from_server(data))

    def _note(self, message: FromServer) -> None:
        self.heard.append(message)
        match message:
            case Whole(version=version, view=view):
                assert version >= self.version
                self.version, self.view = version, view
            case Update():
                assert message.follows(self.version), "a version was left out"
                assert self.view is not None, "a patch before the View"
                self.view, told = message.apply_to(self.view)
                self.version += 1
                self.told += told
                if message.steps and self.table is not None:
                    step = self.table.step + 1
                    self.table = msgspec.structs.replace(self.table, step=step, steps=step)
            case AtTable():
                self.table = message.with_known_spectators(self.table)
            case Seated():
                last = self.seated.token if self.seated else ""  # no token is sent: the previous one stays
                self.seated = msgspec.structs.replace(message, token=message.token or last)
                self.version = 0  # another class counts its own versions
            case Prompt():
                self.prompt = message
            case PromptOver(ask=ask) if self.prompt and self.prompt.ask == ask:
                self.prompt = None
            case Ended():
                self.table = self.view = self.prompt = None

    # --- doing --------------------------------------------------------------------------------------------

    async def do(self, *messages: ToServer) -> None:
        """Send messages, and wait until the server is idle. Messages that name terms name the latest ones, so
        the messages before them are processed first.
        """
        for message in messages:
            if message is not messages[0] and isinstance(message, Ready | Consent | Propose | Concede):
                await wait_all_tasks_blocked()
            await self.client.send(encode(fill_terms(message, self.table)))
        await wait_all_tasks_blocked()

    async def pick(self, verb: str, amount: int = 0) -> None:
        """Answer the open prompt with the option of this verb (and amount)."""
        options = self.asked.options
        index = next(i for i, o in enumerate(options) if o.verb == verb and amount in (0, o.amount))
        await self.do(Answer(self.asked.ask, (index,)))

    async def hang_up(self) -> None:
        """Lose the connection."""
        await self.client.stream.aclose()
        await wait_all_tasks_blocked()

    # --- looking ------------------------------------------------------------------------------------------

    def all(self, kind: type[Message]) -> list[Message]:
        """Return every message of a kind so far."""
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[Message]) -> Message:
        """Return the latest message of a kind."""
        return self.all(kind)[-1]

    @property
    def refusal(self) -> Code | None:
        """Return why the last request was refused, if the refusal was the last message received."""
        return self.heard[-1].code if isinstance(self.heard[-1], Refused) else None

    @property
    def count(self) -> int:
        """The public count."""
        assert self.view is not None, "nothing to see"
        return self.view.tallies["count"]

    @property
    def stage(self) -> str:
        """The stage of the table."""
        assert self.table is not None, "not at a table"
        return self.table.stage

    @property
    def asked(self) -> Prompt:
        """The open prompt."""
        assert self.prompt is not None, "nothing is asked"
        return self.prompt

    @property
    def note(self) -> str:
        """The latest note of the table."""
        assert self.table is not None, "not at a table"
        return str(self.table.note)

    @property
    def seat(self) -> int:
        """Its seat, PUBLIC for none."""
        assert self.seated is not None, "never seated"
        return self.seated.viewer

    @property
    def lines(self) -> list[str]:
        """The chat messages."""
        return [said.line for said in self.all(Said)]


@dataclass
class Server:
    """A running lobby and the ways to connect to it."""

    nursery: trio.Nursery
    lobby: Lobby
    world: SeededWorld
    store: Store
    made: list[Any]
    """Every referee so far, the latest last."""

    async def connect(
        self, name: str = "", peer: str = "192.0.2.1", *, slow: bool = False, cards: str | None = None
    ) -> Player:
        """Connect a client; with a name, it sends Hello. A slow client reads nothing until the test makes it.

        `cards`: the edition of card facts that it claims to have; None: the server's own.
        """
        client, connection = memory_connection(
            self.nursery, world=self.world, peer=peer,
            limits=SMALL if slow else None, capacity=SMALL.outbox_bytes if slow else math.inf,
        )  # fmt: skip
        player = Player(client, connection)
        if not slow:
            self.nursery.start_soon(player.read)
        self.nursery.start_soon(self._attend, connection)
        if name:
            await player.do(Hello(name, cards=edition() if cards is None else cards))
        return player

    async def _attend(self, connection: Connection) -> None:
        await run_session(connection, self.lobby, self.world)
        await connection.close_gracefully()

    async def host(self, name: str = "Anna", settings: Settings = QUIET) -> Player:
        """Connect a client that opens a table."""
        player = await self.connect(name)
        await player.do(CreateTable(settings))
        return player

    async def guest(self, host: Player, name: str = "Ben") -> Player:
        """Connect a client that takes the other seat by the host's link."""
        player = await self.connect(name)
        await player.do(JoinTable(code_of(host), secret_of(host, "opponent")))
        return player

    async def spectator(self, host: Player, name: str = "Sid") -> Player:
        """Connect a client that watches by the host's link."""
        player = await self.connect(name)
        await player.do(Watch(code_of(host), secret_of(host, "spectator")))
        return player

    async def back(self, player: Player, name: str = "Again") -> Player:
        """Reconnect a player with the last token received."""
        assert player.seated is not None, "never seated"
        again = await self.connect(name)
        await again.do(Resume(player.seated.token))
        return again


def code_of(player: Player) -> str:
    """Return the code of a player's table."""
    assert player.seated is not None, "never seated"
    return player.seated.code


def secret_of(host: Player, role: str) -> str:
    """Return the secret in one of the links that the host got."""
    assert host.seated is not None, "never seated"
    return host.seated.links[role][0][1].rpartition("=")[2]


@asynccontextmanager
async def run_server(
    *, store: Store | None = None, bounds: Bounds | None = None, make: Callable[[], Referee] = CountingGame,
    pool: Pool | None = None, seed: str = "facedown", core: CoreAtTables | None = None,
    scripted: Container[int] = frozenset(), banlist: Limits = NO_LIMITS, bots: Bots | None = None,
) -> AsyncIterator[Server]:  # fmt: skip
    """Run a whole server in memory, in virtual time."""
    made: list[Any] = []

    def referee(setup: Setup, known: Pool) -> Referee:
        if not setup.is_plain_duel:
            return make_referee(setup, known, cast(OfferedCore, core) if hasattr(core, "referees") else None)
        made.append(make())
        return cast(Referee, made[-1])

    world = SeededWorld(seed)
    store = store or MemoryStore()
    addresses = [("here", "http://server.example:7777")]
    context = ServerContext(
        world, store, bounds or Bounds(), pool or bundled_pool(), referee,
        partial(read_file, core=cast(OfferedCore, core)),
        addresses=lambda: addresses,
        core=core, scripted=scripted, banlist=banlist, bots=bots,
    )  # fmt: skip
    lobby = Lobby(context, "test server")
    async with trio.open_nursery() as nursery:
        await nursery.start(lobby.run)
        yield Server(nursery, lobby, world, store, made)
        nursery.cancel_scope.cancel()


async def begin(*players: Player) -> Player:
    """Let both be ready and the prompted player begin. Return the player who is first to act."""
    for player in players:
        await player.do(Ready())
    chooser = next(player for player in players if player.prompt)
    await chooser.pick("first")
    return chooser


async def begin_duel(server: Server, settings: Settings = QUIET) -> tuple[Player, Player]:
    """Begin a duel; return the player who is first to act, and the other."""
    anna = await server.host("Anna", settings)
    ben = await server.guest(anna, "Ben")
    first = await begin(anna, ben)
    return first, ben if first is anna else anna


async def answer_number(actor: Player, other: Player, number: int) -> None:
    """Say one number, which the other lets pass."""
    await actor.pick("say", number)
    if other.prompt:
        await other.pick("pass")


def add_side_deck(deck: Deck, pool: Pool) -> Deck:
    """Return the deck with a Side Deck of cards that are not in it."""
    others = [card.code for card in pool if card.code not in deck.cards and not card.belongs_in_extra_deck]
    return replace(deck, side=tuple(others[:3]))


def ready_deck(number: int = 0) -> Deck:
    """Return one of the ready decks for master."""
    ready = [deck.deck for deck in decks.ready_decks().values() if deck.format == "master"]
    return ready[number]
