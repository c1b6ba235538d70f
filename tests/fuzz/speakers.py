"""Targets that speak: bytes at the port of a whole server, and random messages at its tables, in virtual
time.

Afterwards no connection and no broken table is left, and everything a client was sent can be decoded.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import product

import msgspec
import trio
from trio.testing import MockClock, wait_all_tasks_blocked
from websockets.exceptions import InvalidState

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.openings import make_referee, read_file
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.pages.gateway import Gateway
from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.connection import Connection
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.memory_streams import MemoryListener
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.room.lobby import Lobby
from facedown_server.room.server_context import ServerContext
from facedown_server.room.session import run_session
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.cards.facts import TokenPrint, bundled_pool
from facedown_shared.decks import decks
from facedown_shared.protocol.asking import MODES
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.gestures import KINDS, Gesture, SendSignal, is_complete, make_gesture
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    Chat,
    Concede,
    Consent,
    CreateTable,
    Ended,
    GetMenu,
    GetView,
    Hello,
    JoinTable,
    Leave,
    Propose,
    Ready,
    Refused,
    Restart,
    Resume,
    Rewind,
    SaveLine,
    Seal,
    Settings,
    Share,
    TakeSide,
    ToServer,
    UseDeck,
    Watch,
    Why,
)
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from tests.server.serving import HANDSHAKE
from tests.server.tables import Player, Server, code_of, run_server, secret_of

TABLES = (("rules", "person"), ("free", "person"), ("half", "person"), ("free", "nobody"))
ZONES = ("monster", "deck", "hand", "graveyard", "moon", "spell_trap", "extra_deck", "banished")
TEXTS = ("", "-500", "=4000", "8000/2", "deck", "hand", "ok", "battle", "attack +500", "destroy", "#" * 40)
POSITIONS = ("", "attack", "defense", "set", "up", "down", "scale", "shuffled", "top", "bottom", "askew")
PROPOSALS = ("", "pause", "draw", "resume", "rematch", "open", "win", "void")
MAX_STEPS = 60
"""Messages in one input: more would only repeat themselves."""


def run(play: Callable[[], Awaitable[None]]) -> None:
    """Run it in virtual time."""
    trio.run(play, clock=MockClock(autojump_threshold=0))


# --- bytes at the port --------------------------------------------------------------------------------------


def door_target(data: bytes) -> None:
    """Raw bytes as a request, and the same after a handshake: the connection ends, the server goes on."""
    run(partial(_knock, data))


async def _knock(data: bytes) -> None:
    world, store = SeededWorld("door"), MemoryStore()
    lobby = Lobby(ServerContext(world, store, Bounds(), bundled_pool(), make_referee, read_file), "door")

    async def session(connection: Connection) -> None:
        await run_session(connection, lobby, world)

    wire = Wire(session, world, WireLimits(), Gateway("door", lobby.describe, lobby.open_rows))
    listener = MemoryListener()
    async with trio.open_nursery() as nursery:
        await nursery.start(lobby.run)
        await nursery.start(wire.serve, [listener])
        for head in (b"", HANDSHAKE + b"\r\n"):
            stream = listener.connect()
            await stream.send_all(head + data)
            await wait_all_tasks_blocked()
            await stream.send_eof()
            await wait_all_tasks_blocked()
            await stream.aclose()
        await trio.sleep(200)
        assert not wire.connections, "a connection is left"
        assert wire.traffic.failures == 0, "a session broke"
        assert not lobby.rooms, "a table is left that nobody sits at"
        nursery.cancel_scope.cancel()


# --- random messages at a table -----------------------------------------------------------------------------


class Bytes:
    """Numbers taken from the input one after another; zeros when it is used up."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def next(self, below: int = 256) -> int:
        """Return the next number."""
        value = self._data[self._at] if self else 0
        self._at += 1
        return value % below

    def take(self, count: int) -> bytes:
        """Return the next bytes as they are."""
        found = self._data[self._at : self._at + count]
        self._at += count
        return found


def table_target(data: bytes) -> None:
    """Three clients at a table of some kind send what the bytes choose, in any order."""
    run(partial(_exchange_messages, Bytes(data)))


async def _exchange_messages(wild: Bytes) -> None:
    mode, opponent = TABLES[wild.next(len(TABLES))]
    settings = Settings(
        format=("master", "classic")[wild.next(2)], best_of=(1, 3)[wild.next(2)], pace="off", mode=mode,
        opponent=opponent,
    )  # fmt: skip
    async with run_server(make=lambda: DuelReferee(FORMATS[settings.format], bundled_pool())) as server:
        anna = await server.host("Anna", settings)
        players = [anna]
        if opponent == "person" and anna.seated is not None:
            players += [await server.guest(anna), await server.spectator(anna)]
        for player in players[:2]:
            await player.do(Ready())
        for _ in range(MAX_STEPS):
            if not wild:
                break
            player = players[wild.next(len(players))]
            with suppress(InvalidState):  # it was disconnected for an earlier message
                await _send_one(player, wild, server, players)
        await trio.sleep(1)
        _check(players, server)


async def _send_one(player: Player, wild: Bytes, server: Server, players: list[Player]) -> None:
    """Send one message: an answer to the open prompt more often than anything else."""
    kind = wild.next(24)
    if kind < 10 and player.prompt is not None:
        most = max(1, len(player.prompt.options))
        picks = tuple(wild.next(most) for _ in range(1 + wild.next(3) // 2))
        await player.do(Answer(player.prompt.ask, picks, back=wild.next(20) == 0))
    elif kind < 12:
        await player.client.send(wild.take(wild.next(40)))
        await wait_all_tasks_blocked()
    elif kind == 12:
        await trio.sleep(wild.next() / 10)
    elif kind == 13 and player is not players[0] and player.seated is not None:
        await player.hang_up()
        at = players.index(player)
        players[at] = await server.connect("Back")
        await players[at].do(Resume(player.seated.token or "none"))
    else:
        await player.do(_random_request(wild, players[0]))


def _random_request(wild: Bytes, host: Player) -> ToServer:
    """Return any request there is, filled by the bytes."""
    place = Place(wild.next(3) - 1, ZONES[wild.next(len(ZONES))], wild.next(8) - 1)
    code, secret = "AAA-AAA", "x"
    if host.seated and host.seated.links:
        code, secret = code_of(host), secret_of(host, "spectator")
    wishes: tuple[Callable[[], ToServer], ...] = (
        lambda: _gesture(wild, place),
        lambda: Rewind(wild.next()), lambda: Restart(bool(wild.next(2))), lambda: TakeSide(wild.next(2)),
        SaveLine, GetView, Leave, lambda: Concede(bool(wild.next(2))),
        lambda: Propose(PROPOSALS[wild.next(len(PROPOSALS))]),
        lambda: Consent(bool(wild.next(2)), wild.next(4)),
        lambda: Chat(wild.take(9).decode("utf-8", "replace") or "."),
        lambda: AutoPass(MODES[wild.next(4)], bool(wild.next(2))),
        lambda: Ready(bool(wild.next(2)), wild.next(6)), lambda: Seal(bytes([wild.next()]) * 32),
        lambda: Share(bytes([wild.next()]) * 32),
        lambda: Watch(code, secret), lambda: JoinTable(code, secret), CreateTable,
        lambda: UseDeck(decks.to_ydk(list(decks.ready_decks().values())[wild.next(6)].deck)),
        lambda: Answer(wild.next(40), (wild.next(30),)), lambda: Why(wild.next()),
        lambda: GetMenu(wild.next()), lambda: GetMenu(0, place.zone, place.seat),
    )  # fmt: skip
    return wishes[wild.next(len(wishes))]()


def _gesture(wild: Bytes, place: Place) -> Gesture:
    """Return any gesture, of a shape that a server parses: others are refused by the codec, like other
    bytes.
    """
    kind = list(KINDS.values())[wild.next(len(KINDS))]
    amount, cards, others = wild.next() - 128, _handles(wild), _handles(wild)
    said = {
        "places": (place,), "position": POSITIONS[wild.next(len(POSITIONS))], "seat": wild.next(3) - 1,
        "text": TEXTS[wild.next(len(TEXTS))], "viewer": wild.next(3) - 1, "effect": bool(wild.next(2)),
        "token": TokenPrint("Wisp"),
    }  # fmt: skip
    for named, aims, number in product(
        (cards, cards[:1], ()), (others, others[:1], ()), (amount, abs(amount))
    ):
        tried = make_gesture(kind, cards=named, others=aims, amount=number, **said)
        if is_complete(tried):
            return tried
    return SendSignal("ok")


def _handles(wild: Bytes) -> tuple[int, ...]:
    """Return a few handles, low ones, since those exist; now and then the same one many times."""
    few = tuple(wild.next(40) for _ in range(wild.next(4)))
    return few * 26 if wild.next(30) == 0 else few


def _check(players: list[Player], server: Server) -> None:
    """Check that no table broke, and every refusal is a documented one."""
    for player in players:
        for message in player.heard:
            if isinstance(message, Refused):
                assert message.code in frozenset(Code)
                assert message.code is not Code.BROKEN, message.sentence
                assert message.sentence.strip()
            if isinstance(message, Ended):
                assert "went wrong" not in str(message.reason), "a table broke"
    assert len(server.lobby.rooms) <= 3


def conversation_seeds() -> list[bytes]:
    """Return a few conversations."""
    return [bytes([mode, 0, 0, *range(at, at + 120)]) for mode in range(4) for at in (0, 40, 90)]


def door_seeds() -> list[bytes]:
    """Return requests, frames and halves of them."""
    hello = frame(encode(Hello("Wren")))
    return [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /t/AAA-AAA HTTP/1.1\r\nHost: x\r\n\r\n", HANDSHAKE, hello,
        b"\x82\x85\x00\x00\x00\x00hello", b"\x88\x80\x00\x00\x00\x00", b"\xff" * 40,
        msgspec.msgpack.encode({"m": "hello", "name": "x"}),
    ]  # fmt: skip
