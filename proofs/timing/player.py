"""Somebody at a table over a real socket, who answers at once and keeps when windows open and close.

It plays by the fall of a die and lets every response pass, so that what it holds shows in nothing but time.
Now and then it loses the connection while everybody sees that a window is open, and comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import trio
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.table.random_streams import RandomStreams
from shared.cards import decks
from shared.cards.decks import Deck
from shared.diff import apply
from shared.errors import Code
from shared.protocol.codec import decode_from_server, encode
from shared.protocol.messages import (
    SUBPROTOCOL,
    Answer,
    AtTable,
    Concede,
    FromServer,
    Hello,
    Pledge,
    Prompt,
    Propose,
    Ready,
    Refused,
    Resume,
    Seated,
    TableInfo,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from shared.view import View, VisibleEvent

WINDOWS = frozenset({"response"})
PASSING = ("pass", "no")
TIRED = 200
"""Of so many prompts in the open state one is answered by giving up: random duels would last for ever."""
LEAVES = 8
"""Of so many windows one is seen losing the connection, by either player."""
SOON, AWAY = (0.0, 0.05), (0.1, 0.6)
"""Seconds between which somebody goes after a window has opened, and is away."""
COUNTED = frozenset({"turn", "phase", "draw", "activate", "resolved", "summoned", "attack", "life"})
"""Kinds of events that everybody is told of: how many there were names a moment of a duel."""

Moment = tuple[bytes, int]
"""Which match, and how many events of it everybody knows."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A window of the other player as this one saw it: how long it was open, and what everybody saw of it.

    `alike` names the kind of window: phase, what had happened when it opened and what when it was closed, who
    was away meanwhile. `since`: how long it was open after its owner was back. `alone`: it closed while its
    owner was away.
    """

    elapsed: float
    alike: tuple[str, ...] = ()
    at: Moment = (b"", 0)
    since: float = 0.0
    alone: bool = False


@dataclass
class Opened:
    """A window of the other player that is open."""

    since: float
    alike: tuple[str, ...]
    at: Moment
    left: bool = False
    """Its owner was away while it was open."""
    back: float = 0.0
    """When its owner came back; 0 for not yet, or never gone."""


@dataclass
class TimedPlayer:
    """`delay` is how long it takes over an answer: its network's way there and back, and a quick hand.

    `whims` decide when to lose the connection; None: never.
    """

    name: str
    deck: Deck
    dice: RandomStreams
    delay: float
    enough: Callable[[], bool]
    whims: RandomStreams | None = None
    seat: int = -1
    links: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    seated: trio.Event = field(default_factory=trio.Event)
    seen: list[Seen] = field(default_factory=list)
    """The other player's windows, in order."""
    asked: dict[Moment, bool] = field(default_factory=dict)
    """This player's own windows: whether there was anything to answer with."""
    _token: str = ""
    _view: View | None = None
    _at: Moment = (b"", 0)
    _mine: Moment | None = None
    """The own window that is open."""
    _open: Opened | None = None
    _present: bool = True
    """Whether the other player is there."""
    _ready: bool = False
    _pause: float = 0.0
    """Seconds until the next connection."""
    _scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    _socket: ClientConnection | None = None
    _wishes: trio.MemorySendChannel[ToServer] | None = None

    async def run(self, port: int, wish: ToServer) -> None:
        """Play at a table until enough was seen; the connection, or the server, may be lost meanwhile."""
        while not self.enough():
            with suppress(OSError, WebSocketException):
                await self._stay(port, Resume(self._token) if self._token else wish)
            self._view, self._open = None, self._open and _cut(self._open)
            await trio.sleep(self._pause)
            self._pause = 0.1

    async def _stay(self, port: int, wish: ToServer) -> None:
        async with connect(
            f"ws://127.0.0.1:{port}/", subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None,
            ping_interval=None, close_timeout=0.1,
        ) as self._socket, trio.open_nursery() as nursery:  # fmt: skip
            self._scope = nursery.cancel_scope
            self._wishes, inbox = trio.open_memory_channel[ToServer](100)
            nursery.start_soon(self._send, inbox)
            with suppress(ConnectionClosed):
                await self._say(Hello(self.name), wish)
                while not self.enough():
                    data = await self._socket.recv()
                    assert isinstance(data, bytes), "a server speaks in bytes"
                    await self._hear(decode_from_server(data), trio.current_time(), nursery)
            nursery.cancel_scope.cancel()

    async def _send(self, inbox: trio.MemoryReceiveChannel[ToServer]) -> None:
        """Answers go out after the delay, while what comes meanwhile is still read."""
        with suppress(ConnectionClosed):
            async for message in inbox:
                await trio.sleep(self.delay)
                await self._say(message)

    async def _say(self, *messages: ToServer) -> None:
        assert self._socket is not None, "only while connected"
        for message in messages:
            await self._socket.send(encode(message))

    async def _hear(self, message: FromServer, now: float, nursery: trio.Nursery) -> None:
        match message:
            case Seated(token=token):
                self.seat, self.links = message.viewer, message.links or self.links
                if not self._token:
                    await self._say(UseDeck(decks.to_ydk(self.deck)))
                self._token = token
                self.seated.set()
            case AtTable(table=table):
                self._meet(table.seats[1 - self.seat].present, now)
                await self._settle(table)
            case Pledge():
                pledged = b"".join(message.commitments[name] for name in sorted(message.commitments))
                self._at = (pledged, self._at[1] if self._at[0] == pledged else 0)
            case Whole(view=view, log=log):
                self._at = (self._at[0], _public(log))
                self._look(view, now, ())
            case Update(patch=patch, visible_events=visible_events) if self._view is not None:
                self._at = (self._at[0], self._at[1] + _public(visible_events))
                kinds = tuple(sorted({told.kind for told in visible_events}))
                if self._look(apply(self._view, patch), now, kinds):
                    self._maybe_leave(nursery)
            case Prompt():
                await self._answer(message)
            case Refused(code=code) if code not in (Code.NOT_NOW, Code.OLD_PROMPT):
                raise RuntimeError(f"{self.name} was refused: {message.sentence}")

    async def _settle(self, table: TableInfo) -> None:
        complete = all(seat.deck for seat in table.seats)
        if table.stage == "gathering" and complete and not self._ready:
            self._ready = True
            await self._say(Ready())
        elif table.stage == "over" and table.proposal == ("" if self.seat == 0 else "rematch 0"):
            await self._say(Propose("rematch"))

    def _meet(self, present: bool, now: float) -> None:
        """Whether the other player is there, as everybody is told."""
        if self._open is not None and present and not self._present:
            self._open.back = now
        elif self._open is not None and not present:
            self._open.left, self._open.back = True, 0.0
        self._present = present

    def _look(self, view: View, now: float, kinds: tuple[str, ...]) -> bool:
        """A window is open while everybody can see that its player is being asked for a response.

        One that opened or closed while this player was away is not measured. Whether a window has opened.
        """
        old, self._view = self._view, view
        mine, theirs = self._waits(view, self.seat), self._waits(view, 1 - self.seat)
        opened, fresh = False, old is None
        if fresh and self._open is not None and self._open.at != self._at:
            self._open = None
        if not mine:
            self._mine = None
        elif self._mine is None or fresh:
            self._mine, opened = self._at, True
            self.asked.setdefault(self._at, False)
        if theirs and self._open is None and not fresh:
            alike = (view.phase, str(len(view.chain)), *kinds)
            self._open, opened = Opened(now, alike, self._at, not self._present), True
        elif not theirs and self._open is not None:
            if not fresh and not view.result:
                self.seen.append(self._closed(self._open, now, kinds))
            self._open = None
        return opened

    def _closed(self, opened: Opened, now: float, kinds: tuple[str, ...]) -> Seen:
        gone = ("owner away",) if opened.left else ()
        since = now - max(opened.since, opened.back)
        return Seen(
            now - opened.since, (*opened.alike, "then", *kinds, *gone), opened.at, since, not self._present
        )

    def _maybe_leave(self, nursery: trio.Nursery) -> None:
        """A window has opened, for everybody to see: now and then the connection is lost soon after."""
        if self.whims is not None and self.whims.below(LEAVES, "leaves") == 0:
            self._pause = _between(self.whims, *AWAY)
            nursery.start_soon(self._leave, _between(self.whims, *SOON))

    async def _leave(self, after: float) -> None:
        await trio.sleep(after)
        self._scope.cancel()

    @staticmethod
    def _waits(view: View, seat: int) -> bool:
        return any(row.seat == seat and row.kind in WINDOWS for row in view.waiting)

    async def _answer(self, prompt: Prompt) -> None:
        assert self._wishes is not None, "only while connected"
        if prompt.kind in WINDOWS and self._mine is not None:
            self.asked[self._mine] = True
        verbs = [option.verb for option in prompt.options]
        if prompt.kind in WINDOWS and any(verb in PASSING for verb in verbs):
            picks: tuple[int, ...] = (next(i for i, verb in enumerate(verbs) if verb in PASSING),)
        else:
            count = min(max(prompt.least, 1), prompt.most)
            picks = tuple(self.dice.order(len(verbs), "pick")[:count])
        tired = prompt.kind == "turn" and self.dice.below(TIRED, "tired") == 0
        await self._wishes.send(Concede() if tired else Answer(prompt.ask, picks))


def _public(events: tuple[VisibleEvent, ...]) -> int:
    return sum(told.kind in COUNTED for told in events)


def _cut(opened: Opened) -> Opened:
    """A window that stays open while whoever watches it is away is one of another kind."""
    opened.alike = (*opened.alike, "unwatched")
    return opened


def _between(dice: RandomStreams, least: float, most: float) -> float:
    return least + (most - least) * dice.below(10_000, "time") / 10_000
