"""Somebody at a table over a real socket, who answers at once and keeps when windows open and close.

It plays by the fall of a die and lets every response pass, so that what it holds shows in nothing but time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.table.fate import Fate
from shared import decks
from shared.codec import decode_from_server, encode
from shared.decks import Deck
from shared.diff import apply
from shared.errors import Code
from shared.messages import (
    SUBPROTOCOL,
    Answer,
    AtTable,
    Concede,
    FromServer,
    Hello,
    Prompt,
    Propose,
    Ready,
    Refused,
    Seated,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from shared.view import View

WINDOWS = frozenset({"response"})
PASSING = ("pass", "no")
TIRED = 200
"""Of so many prompts in the open state one is answered by giving up: random duels would last for ever."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A window of the other player as this one saw it: how long it was open, and what everybody saw of it.

    `alike` names the kind of window: phase, what had happened when it opened and what when it was closed.
    """

    elapsed: float
    alike: tuple[str, ...] = ()


@dataclass
class TimedPlayer:
    """`delay` is how long it takes over an answer: its network's way there and back, and a quick hand."""

    name: str
    deck: Deck
    dice: Fate
    delay: float
    enough: Callable[[], bool]
    seat: int = -1
    links: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    seated: trio.Event = field(default_factory=trio.Event)
    seen: list[Seen] = field(default_factory=list)
    """The other player's windows, in order."""
    asked: list[bool] = field(default_factory=list)
    """This player's own windows, in order: whether there was anything to answer with."""
    _view: View | None = None
    _open: tuple[float, tuple[str, ...]] | None = None
    _ready: bool = False
    _socket: ClientConnection | None = None
    _wishes: trio.MemorySendChannel[ToServer] | None = None

    async def run(self, port: int, wish: ToServer) -> None:
        """Play at a table until enough was seen."""
        async with connect(
            f"ws://127.0.0.1:{port}/", subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None,
            ping_interval=None, close_timeout=0.1,
        ) as self._socket, trio.open_nursery() as nursery:  # fmt: skip
            self._wishes, inbox = trio.open_memory_channel[ToServer](100)
            nursery.start_soon(self._send, inbox)
            await self._say(Hello(self.name), wish)
            with suppress(ConnectionClosed):
                while not self.enough():
                    data = await self._socket.recv()
                    assert isinstance(data, bytes), "a server speaks in bytes"
                    await self._hear(decode_from_server(data), trio.current_time())
            nursery.cancel_scope.cancel()

    async def _send(self, inbox: trio.MemoryReceiveChannel[ToServer]) -> None:
        """Answers go out after the delay, while what comes meanwhile is still read."""
        async for message in inbox:
            await trio.sleep(self.delay)
            await self._say(message)

    async def _say(self, *messages: ToServer) -> None:
        assert self._socket is not None, "only while connected"
        for message in messages:
            await self._socket.send(encode(message))

    async def _hear(self, message: FromServer, now: float) -> None:
        match message:
            case Seated():
                self.seat, self.links = message.viewer, message.links
                self.seated.set()
                await self._say(UseDeck(decks.to_ydk(self.deck)))
            case AtTable(table=table):
                await self._settle(table.stage, table.proposal, all(seat.deck for seat in table.seats))
            case Whole(view=view):
                self._look(view, now, ())
            case Update(patch=patch, happenings=happenings) if self._view is not None:
                kinds = tuple(sorted({told.kind for told in happenings}))
                self._look(apply(self._view, patch), now, kinds)
            case Prompt():
                await self._answer(message)
            case Refused(code=code) if code not in (Code.NOT_NOW, Code.OLD_PROMPT):
                raise RuntimeError(f"{self.name} was refused: {message.text}")

    async def _settle(self, stage: str, proposal: str, complete: bool) -> None:
        if stage == "gathering" and complete and not self._ready:
            self._ready = True
            await self._say(Ready())
        elif stage == "over" and proposal == ("" if self.seat == 0 else "rematch 0"):
            await self._say(Propose("rematch"))

    def _look(self, view: View, now: float, kinds: tuple[str, ...]) -> None:
        """A window is open while everybody can see that its player is being asked for a response."""
        old, self._view = self._view, view
        mine, theirs = self._waits(view, self.seat), self._waits(view, 1 - self.seat)
        if mine and (old is None or not self._waits(old, self.seat)):
            self.asked.append(False)
        if theirs and self._open is None:
            self._open = now, (view.phase, str(len(view.chain)), *kinds)
        elif not theirs and self._open is not None:
            opened, before = self._open
            self.seen.append(Seen(now - opened, (*before, "then", *kinds)))
            self._open = None

    @staticmethod
    def _waits(view: View, seat: int) -> bool:
        return any(row.seat == seat and row.kind in WINDOWS for row in view.waiting)

    async def _answer(self, prompt: Prompt) -> None:
        assert self._wishes is not None, "only while connected"
        if prompt.kind in WINDOWS and self.asked:
            self.asked[-1] = True
        verbs = [option.verb for option in prompt.options]
        if prompt.kind in WINDOWS and any(verb in PASSING for verb in verbs):
            picks: tuple[int, ...] = (next(i for i, verb in enumerate(verbs) if verb in PASSING),)
        else:
            count = min(max(prompt.least, 1), prompt.most)
            picks = tuple(self.dice.order(len(verbs), "pick")[:count])
        tired = prompt.kind == "turn" and self.dice.below(TIRED, "tired") == 0
        await self._wishes.send(Concede() if tired else Answer(prompt.ask, picks))
