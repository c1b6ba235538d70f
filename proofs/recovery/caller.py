"""Somebody at a table over a real socket, who comes back by themselves and remembers all they were told.

Knows no rules: picks among what is offered by the fall of a die. It is a client of its own, since
the server's proofs may not use ours.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import trio
from websockets.exceptions import WebSocketException
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.table.random_streams import RandomStreams
from shared import fairness
from shared.cards import decks
from shared.cards.decks import Deck
from shared.diff import apply
from shared.protocol.codec import decode_from_server, encode
from shared.protocol.messages import (
    SUBPROTOCOL,
    Answer,
    Concede,
    Ended,
    FromServer,
    Hello,
    Leave,
    Pledge,
    Prompt,
    PromptOver,
    Ready,
    Refused,
    Resume,
    Seal,
    Seated,
    Share,
    TableInfo,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from shared.protocol.messages import AtTable as At
from shared.view import View, VisibleEvent
from shared.zones import PUBLIC

FIRST_WAIT, LONGEST_WAIT = 0.02, 0.25
TROUBLE = (OSError, WebSocketException, trio.BrokenResourceError)


Given = tuple[int, ...] | str
"""Picks by index, or the text of a deck."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one viewer had been told at one moment: the View, and the log of its duel."""

    view: View
    log: tuple[VisibleEvent, ...]


@dataclass
class Caller:
    """`wish` is how it comes in the first time. `hurry` says whether duels are to be short."""

    name: str
    dice: RandomStreams
    wish: ToServer
    hurry: Callable[[], bool] = lambda: False
    longest: int = 40
    """Answers in one duel after which it gives the duel up."""
    viewer: int = PUBLIC
    token: str = ""
    links: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    table: TableInfo | None = None
    told: list[Snapshot] = field(default_factory=list)
    answers: dict[int, tuple[Prompt, Given]] = field(default_factory=dict)
    """Ask number -> the prompt, and what was sent last."""
    done: set[int] = field(default_factory=set)
    """Asks that the server has said are over."""
    complaints: list[str] = field(default_factory=list)
    seated: trio.Event = field(default_factory=trio.Event)
    """Set once it has a place at the table."""
    here: trio.Event = field(default_factory=trio.Event)
    """Set while it has been let in and told how things stand."""
    over: trio.Event = field(default_factory=trio.Event)
    """Set once the match is over."""
    deck: Deck | None = None
    """What it plays; None for a spectator."""
    _socket: ClientConnection | None = None
    _share: bytes = b""
    _pledge: Pledge | None = None
    _brought: bool = False
    _ready: bool = False
    _fresh: bool = False
    """It has been told how things stand since it was let in."""
    _answered: int = 0
    _duel: int = 0

    async def run(self, port: Callable[[], int]) -> None:
        """Be at the table until cancelled, through every end of the server."""
        wait = FIRST_WAIT
        while True:
            try:
                async with connect(
                    f"ws://127.0.0.1:{port()}/", subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None,
                    proxy=None, open_timeout=5, ping_interval=None, close_timeout=0.1,
                ) as self._socket:  # fmt: skip
                    wait = FIRST_WAIT
                    await self._send(Hello(self.name), Resume(self.token) if self.token else self.wish)
                    await self._listen()
            except TROUBLE:
                self.here = trio.Event()
                await trio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    async def leave(self) -> None:
        """Go for good, if there is anybody to tell."""
        with suppress(*TROUBLE):
            await self._send(Leave())

    async def _send(self, *messages: ToServer) -> None:
        assert self._socket is not None, "only while connected"
        for message in messages:
            await self._socket.send(encode(message))

    async def _listen(self) -> None:
        self._ready = self._brought = self._fresh = False
        while True:
            assert self._socket is not None, "only while connected"
            data = await self._socket.recv()
            assert isinstance(data, bytes), "a server speaks in bytes"
            await self.hear(decode_from_server(data))
            if self.table is not None and self.table.stage == "over" and self._fresh:
                self.over.set()

    async def hear(self, message: FromServer) -> None:
        """Take in one message, and do what is due because of it."""
        match message:
            case Seated():
                self.viewer, self.token = message.viewer, message.token or self.token
                self.links = message.links or self.links
                self.seated.set()
                await self._seal()
            case Pledge():
                await self._pledged(message)
            case At(table=table):
                self.table = table
                await self._settle(table)
            case Whole(view=view, log=log):
                self.note(view, log)
            case Update():
                self.update(message)
            case Prompt():
                await self.answer(message)
            case PromptOver(ask=ask):
                self.done.add(ask)
            case Refused() | Ended():
                self._refused(message)

    async def _seal(self) -> None:
        """Seal a share of the match's throws, before they are pledged."""
        if self.viewer != PUBLIC and self._pledge is None:
            self._share = self._share or bytes(self.dice.below(256, "share") for _ in range(fairness.SECRET))
            await self._send(Seal(fairness.seal(self._share)))

    async def _pledged(self, pledge: Pledge) -> None:
        """Show the share; what was pledged stays so, however often the server ends."""
        if self._pledge not in (None, pledge):
            self.complaints.append(f"{self.name}: other throws were pledged than before")
        self._pledge = pledge
        if self.viewer != PUBLIC:
            await self._send(Share(self._share))

    def update(self, message: Update) -> None:
        """Take in what has changed."""
        last = self.told[-1]
        self.note(apply(last.view, message.patch), (*last.log, *message.visible_events))

    def note(self, view: View, log: tuple[VisibleEvent, ...]) -> None:
        """Remember what stands, and all that was told of how it came to be."""
        self.told.append(Snapshot(view, log))
        self._fresh = True
        self.here.set()

    def _refused(self, message: Refused | Ended) -> None:
        words = message.sentence if isinstance(message, Refused) else str(message.reason)
        if not self.over.is_set() and "no longer open" not in words:
            self.complaints.append(f"{self.name}: {words}")

    async def _settle(self, table: TableInfo) -> None:
        """Say ready; see when a duel begins and when the match is over."""
        if table.duel != self._duel:
            self._duel, self._answered = table.duel, 0
        if table.stage != "gathering":
            return
        self.here.set()
        if self.deck is not None and not self._brought:
            self._brought = True
            await self._send(UseDeck(decks.to_ydk(self.deck)))
        if self.deck is not None and not self._ready and all(seat.present for seat in table.seats):
            self._ready = True
            await self._send(Ready())

    async def answer(self, prompt: Prompt) -> None:
        """By the fall of a die; or give up, when the duel has been long enough."""
        if prompt.ask in self.done:
            self.complaints.append(f"{self.name}: asked {prompt.ask} again after it was over")
        known, _ = self.answers.get(prompt.ask, (prompt, ()))
        if known != prompt:
            self.complaints.append(f"{self.name}: prompt {prompt.ask} came back otherwise")
        self._answered += 1
        duel = self.table.duel if self.table else 0
        tired = self._answered > self.longest or (self.hurry() and self.viewer == duel % 2)
        if tired and self.table and self.table.stage == "duel":
            await self._send(Concede())
            return
        if prompt.kind == "side" and self.deck is not None:
            text = decks.to_ydk(self._sided(self.deck))
            self.answers[prompt.ask] = (prompt, text)
            await self._send(UseDeck(text))
            return
        count = prompt.least + self.dice.below(
            min(prompt.most, len(prompt.options)) - prompt.least + 1, "count"
        )
        picks = tuple(self.dice.order(len(prompt.options), "pick")[:count])
        self.answers[prompt.ask] = (prompt, picks)
        await self._send(Answer(prompt.ask, picks))

    def _sided(self, deck: Deck) -> Deck:
        """One card of the Main Deck for one of the Side Deck, where there is one that may go there."""
        main, side = list(deck.main), list(deck.side)
        if side:
            here, there = self.dice.below(len(main), "main"), self.dice.below(len(side), "side")
            main[here], side[there] = side[there], main[here]
        return replace(deck, main=tuple(main), side=tuple(side))
