"""Malicious clients at a real server over sockets: they achieve nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection

from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    CreateTable,
    FromServer,
    Hello,
    JoinTable,
    Ping,
    Pong,
    Prompt,
    PromptOver,
    Propose,
    Ready,
    Refused,
    Resume,
    Seated,
    Settings,
    TableInfo,
    ToServer,
    Update,
    Watch,
    Whole,
)
from facedown_shared.protocol.terms import fill_terms
from facedown_shared.text.errors import Code
from tests.server.service.test_app import run_server
from tests.server.serving import player

QUIET = CreateTable(Settings(pace="off", listed=False))


class News:
    """Wakes the waiting tasks when any client receives something."""

    def __init__(self) -> None:
        self._event = trio.Event()

    def wake(self) -> None:
        """Wake them."""
        self._event.set()
        self._event = trio.Event()

    async def until(self, fits: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        with trio.fail_after(60):
            while not fits():
                await self._event.wait()


@dataclass
class ScriptedClient:
    """A client that sends what a test wants, and records what it receives, byte for byte."""

    socket: ClientConnection
    news: News
    heard: list[FromServer] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    prompt: Prompt | None = None
    closed: bool = False
    _pings: int = 1_000

    async def read(self) -> None:
        """Process all messages until the end."""
        try:
            while True:
                data = await self.socket.recv()
                assert isinstance(data, bytes)
                self._note(decode_from_server(data), data)
        except ConnectionClosed:
            self.closed = True
            self.news.wake()

    def _note(self, message: FromServer, data: bytes) -> None:
        if isinstance(message, Prompt):
            self.prompt = message
        elif isinstance(message, PromptOver) and self.prompt and self.prompt.ask == message.ask:
            self.prompt = None
        self.heard.append(message)
        self.raw.append(data)
        self.news.wake()

    async def do(self, *messages: ToServer | bytes) -> list[FromServer]:
        """Send these and wait until the server has processed them; return what it sent meanwhile."""
        mark = len(self.heard)
        for message in messages:
            data = message if isinstance(message, bytes) else encode(fill_terms(message, self.table))
            self.sent.append(data)
            await self.socket.send(data)
        self._pings += 1
        await self.socket.send(encode(Ping(self._pings)))
        await self.news.until(lambda: Pong(self._pings) in self.heard[mark:] or self.closed)
        return [message for message in self.heard[mark:] if not isinstance(message, Pong)]

    @property
    def table(self) -> TableInfo | None:
        """Return the table as last sent; None before."""
        return next((one.table for one in reversed(self.heard) if isinstance(one, AtTable)), None)

    def last(self, kind: type[Seated]) -> Seated:
        """Return the latest of these."""
        return [message for message in self.heard if isinstance(message, kind)][-1]


@asynccontextmanager
async def client(
    port: int, name: str, wish: ToServer, news: News | None = None
) -> AsyncIterator[ScriptedClient]:
    """Connect one client, at a table."""
    async with trio.open_nursery() as nursery, player(port=port) as socket:
        patched = ScriptedClient(socket, news or News())
        nursery.start_soon(patched.read)
        await patched.do(Hello(name), wish)
        yield patched
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[tuple[int, TableLink, ScriptedClient, ScriptedClient]]:
    """Begin a duel; yield the port, the link to the second seat, and both clients."""
    news = News()
    async with (
        run_server(folder, messages_per_second=10_000) as (parts, _, _),
        client(parts.port, "Anna", QUIET, news) as anna,
    ):
        link = parse_link(anna.last(Seated).links["opponent"][0][1])
        async with client(parts.port, "Eve", JoinTable(link.code, link.secret), news) as eve:
            await news.until(lambda: anna.table == eve.table)
            await anna.do(Ready())
            await eve.do(Ready())
            yield parts.port, link, anna, eve


async def find_prompted_client(*clients: ScriptedClient) -> ScriptedClient:
    """Wait for the next prompt; return its client."""
    await clients[0].news.until(lambda: any(one.prompt for one in clients))
    return next(one for one in clients if one.prompt)


async def answer(one: ScriptedClient) -> None:
    """Answer the open prompt with the first option, or the first few where that many are required."""
    assert one.prompt is not None
    (ask, least), one.prompt = (one.prompt.ask, one.prompt.least), None
    await one.do(Answer(ask, tuple(range(max(1, least)))))


def refusals(messages: list[FromServer]) -> set[Code]:
    """Return why requests were refused."""
    return {message.code for message in messages if isinstance(message, Refused)}


def duel_messages(one: ScriptedClient) -> list[FromServer]:
    """Return what was sent of the duel."""
    return [message for message in one.heard if isinstance(message, Update | Whole | Prompt | PromptOver)]


async def test_a_client_that_answers_for_the_other_seat_gets_nowhere(tmp_path: Path) -> None:
    tried = 0
    async with table(tmp_path) as (_, _, anna, eve):
        while tried < 2:  # the player who begins gets more prompts
            turn = await find_prompted_client(anna, eve)
            if turn is anna:
                assert anna.prompt is not None
                ask, before = anna.prompt.ask, (len(duel_messages(anna)), anna.prompt)
                wishes = [Answer(ask + shift, (pick,)) for shift in (-1, 0, 1) for pick in (0, 1)]
                answered = await eve.do(*wishes)
                assert [one.code for one in answered if isinstance(one, Refused)] == [Code.OLD_PROMPT] * 6
                await anna.do()
                assert (len(duel_messages(anna)), anna.prompt) == before
                tried += 1
            await answer(turn)


async def test_a_client_that_plays_back_what_was_said_gets_nowhere(tmp_path: Path) -> None:
    """Old tokens, old answers and whole frames, its own and those it received."""
    async with table(tmp_path) as (port, link, anna, eve):
        old: list[bytes] = []
        while not old:
            await answer(await find_prompted_client(anna, eve))
            old = [data for data in eve.sent if b"answer" in data]
        await find_prompted_client(anna, eve)
        for one in (anna, eve):
            await one.do()
        before, seen = len(duel_messages(anna)), len(duel_messages(eve))
        token = eve.last(Seated).token
        answered = await eve.do(*old, Resume(token))
        assert refusals(answered) == {Code.OLD_PROMPT, Code.NOT_NOW}
        assert (len(duel_messages(anna)), len(duel_messages(eve))) == (before, seen)
        for spent in await void_tokens(port, token):
            async with client(port, "Eve", Resume(spent)) as late:
                assert refusals(late.heard) == {Code.WRONG_TOKEN}
                assert duel_messages(late) == []
        async with client(port, "Eve", Watch(link.code, link.secret)) as late:
            assert refusals(late.heard) == {Code.NO_SUCH_TABLE}
        async with client(port, "Eve", Ping()) as echo:
            for data in anna.raw[:3]:
                assert refusals(await echo.do(data)) == {Code.MALFORMED}
        assert len(duel_messages(anna)) == before


async def test_an_opponent_gets_nowhere_when_the_other_wire_drops(tmp_path: Path) -> None:
    """Neither by the old proposal of a link, nor by name, code and every secret there is; nor can a
    spectator.
    """
    async with table(tmp_path) as (port, link, anna, eve):
        await answer(await find_prompted_client(anna, eve))
        await anna.do()
        seated = anna.last(Seated)
        await anna.socket.aclose()
        await eve.news.until(lambda: "lost the connection" in notes(eve))
        proposed = encode(Propose("draw")).replace(b"draw", b"link")
        assert refusals(await eve.do(proposed)) == {Code.MALFORMED}
        own = eve.last(Seated).token.partition(".")[2]
        for wish, code in (
            (JoinTable(link.code, link.secret), Code.SEAT_TAKEN),
            (JoinTable(link.code, link.secret, key=own), Code.SEAT_TAKEN),
            (JoinTable(link.code), Code.NO_SUCH_TABLE),
            (Resume(f"{link.code}.{link.secret}"), Code.NO_SUCH_TABLE),
            (Resume(f"{link.code}.{own[::-1]}"), Code.NO_SUCH_TABLE),
        ):
            async with client(port, "Anna", wish) as thief:
                assert refusals(thief.heard) == {code}
                assert duel_messages(thief) == []
        async with client(port, "Anybody", Resume(seated.token)) as back:
            assert back.last(Seated).viewer == seated.viewer


def notes(one: ScriptedClient) -> str:
    """Return the notes of the table."""
    return " ".join(str(message.table.note) for message in one.heard if isinstance(message, AtTable))


async def void_tokens(port: int, token: str) -> list[str]:
    """Reconnect three times; return tokens that opened the seat before and are void now."""
    used = [token]
    for _ in range(3):
        async with client(port, "Eve", Resume(used[-1])) as back:
            used.append(back.last(Seated).token)
    return used[:-2]
