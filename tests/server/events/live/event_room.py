"""A server with one event over loopback, and pages that speak its protocol without a browser."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection

from facedown_server.events.live.live_event import LiveEvent
from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL
from facedown_server.room.lobby import Lobby
from tests.server.service.test_app import run_server
from tests.server.serving import player

NEWS_TIMEOUT_S = 60.0
"""For a machine under load; a page waits for what it expects, not for a time."""


@dataclass
class EventPage:
    """A page of an event: what it shows by part, and all it was sent."""

    socket: ClientConnection
    parts: dict[str, str] = field(default_factory=dict)
    key: str = ""
    said: list[str] = field(default_factory=list)
    answer: str = ""
    title: str = ""
    ended: bool = False
    go: str = ""

    async def send(self, **request: object) -> None:
        """Send a request."""
        await self.socket.send(msgspec.json.encode(request))

    async def read(self) -> dict[str, Any]:
        """Read one message and note what it changes."""
        news = msgspec.json.decode(await self.socket.recv(), type=dict[str, Any])
        self.parts |= news.get("parts", {})
        self.key = news.get("key", self.key)
        self.said += [news["say"]] if news.get("say") else []
        self.answer = news.get("answer", self.answer)
        self.title = news.get("title", self.title)
        self.go = news.get("go", self.go)
        self.ended |= news.get("ended", False)
        return news

    async def until(self, condition: Callable[[], object]) -> None:
        """Read until a condition holds."""
        with trio.fail_after(NEWS_TIMEOUT_S):
            while not condition():
                await self.read()

    async def shows(self, part: str, text: str) -> None:
        """Read until a part shows a text."""
        await self.until(lambda: text in plain(self.parts.get(part, "")))

    async def wait_for_sentence(self, text: str) -> None:
        """Read until a sentence with this text was said."""
        await self.until(lambda: any(text in sentence for sentence in self.said))
        self.said.clear()

    async def type(self, line: str) -> str:
        """Type a line of the organizer and return the answer."""
        self.answer = ""
        await self.send(do="line", text=line)
        await self.until(lambda: self.answer)
        return plain(self.answer)

    async def closed(self) -> str:
        """Read until the server closes the connection; return its reason."""
        with trio.fail_after(NEWS_TIMEOUT_S):
            while True:
                try:
                    await self.read()
                except ConnectionClosed as closed:
                    return closed.rcvd.reason if closed.rcvd is not None else ""


def plain(html: str) -> str:
    """Return the text of HTML."""
    text = re.sub(r"</(?:p|h\d|li|summary|button|td|th)>|<br>", " ", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", text)))


@dataclass
class EventRoom:
    """A running server with one event."""

    port: int
    event: LiveEvent
    path: Path
    nursery: trio.Nursery
    lobby: Lobby
    output: list[str]
    """The lines that the server has printed."""

    @asynccontextmanager
    async def page(
        self, role: str, key: str = "", language: str = "en", table: str = ""
    ) -> AsyncIterator[EventPage]:
        """Open a page. `table`: of a slip."""
        async with player(port=self.port, subprotocol=EVENT_SUBPROTOCOL) as socket:
            page = EventPage(socket)
            event = self.event.keys.code
            await page.send(do="show", event=event, role=role, key=key, language=language, table=table)
            yield page

    @asynccontextmanager
    async def organizer(self, *players: str) -> AsyncIterator[EventPage]:
        """Open the organizer's page, and register players without phones."""
        async with self.page("organizer", self.event.keys.organizer) as page:
            if players:
                await page.type(f"add {','.join(players)}")
            yield page

    @asynccontextmanager
    async def phone(self, name: str) -> AsyncIterator[EventPage]:
        """Open a player's page and register the player."""
        async with self.page("player") as page:
            await page.send(do="join", name=name)
            await page.until(lambda: page.key and "head" in page.parts)
            await page.shows("head", name)
            yield page


@asynccontextmanager
async def event_room(folder: Path, **settings: object) -> AsyncIterator[EventRoom]:
    """Run a server with an event."""
    path = folder / "Goat Night.jsonl"
    async with (
        trio.open_nursery() as nursery,
        run_server(folder, event=[str(path)], **settings) as (parts, said, _stop),
    ):
        assert parts.hub is not None
        yield EventRoom(parts.port, next(iter(parts.hub.events.values())), path, nursery, parts.lobby, said)
