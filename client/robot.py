"""A bot at a table: a Link, a Model and a Bot, from joining by a link to the end of the match.

`play` is a task: the demo runs two, practising runs one, `facedown bot LINK` runs one in the terminal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import trio

from client.bot import Bot
from client.link import Dial, Incoming, Link, LinkState, Status
from client.model import Model
from shared import links
from shared.errors import BadInput, Code, FacedownError
from shared.messages import (
    Answer,
    Consent,
    CreateTable,
    FromServer,
    JoinTable,
    Leave,
    Prompt,
    Ready,
    Refused,
    Settings,
    ToServer,
    UseDeck,
)

MOST_REFUSALS = 20
"""Refused answers to one prompt after which something is wrong beyond a bot's wits."""

OVER = "over"


@dataclass
class Robot:
    """How a bot behaves at a table. `pause`: seconds it seems to think; `stays`: wait for a rematch."""

    name: str
    deck: str
    seed: int = 0
    pause: float = 0.0
    stays: bool = False
    dial: Dial | None = None
    tell: Callable[[FromServer, Model], None] | None = None
    """Called after every message, for whoever wants to know."""
    model: Model = field(default_factory=Model)
    _bot: Bot | None = None
    _answered: int = -1
    _refusals: int = 0
    _brought: int = -1

    async def join(self, link: links.Link) -> None:
        """Take the seat a link leads to and play until the table is done with us."""
        if not link.host:
            raise BadInput(Code.WRONG_LINK, "A bot needs a whole link, not a code alone.")
        await self._play(link, JoinTable(link.code, link.secret))

    async def host(self, server: links.Link, settings: Settings) -> None:
        """Open a table and play at it."""
        await self._play(server, CreateTable(settings))

    async def _play(self, server: links.Link, wish: ToServer) -> None:
        link = Link(server, self.name, wish=wish, dial=self.dial)
        send, receive = trio.open_memory_channel[Incoming](math.inf)
        async with trio.open_nursery() as nursery, receive:
            nursery.start_soon(link.run, send)
            try:
                await self._until_over(link, receive)
            finally:
                link.close()
            with trio.move_on_after(2):
                await _drained(receive)
            nursery.cancel_scope.cancel()

    async def _until_over(self, link: Link, inbox: trio.MemoryReceiveChannel[Incoming]) -> None:
        while True:
            message = await inbox.receive()
            if isinstance(message, LinkState):
                if message.status is Status.CLOSED and message.sentence:
                    raise FacedownError(message.code or Code.UNREACHABLE, message.sentence)
                continue
            for reply in self.model.feed(message):
                link.send(reply)
            if self.tell is not None:
                self.tell(message, self.model)
            if self.model.ended is not None:
                return
            if isinstance(message, Refused):
                self._refused(message)
            if self._is_over() and not self.stays:
                link.send(Leave())
                return
            await self._act(link, inbox)

    def _is_over(self) -> bool:
        return self.model.table is not None and self.model.table.stage == OVER

    def _refused(self, refused: Refused) -> None:
        """Refused at the door ends it; a refused answer is only given anew."""
        prompt = self.model.prompt
        if self._bot is None or self.model.table is None:
            raise FacedownError(refused.code, refused.text)
        if prompt is None or prompt.ask != refused.ask:
            return
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            raise FacedownError(refused.code, f"The server takes none of my answers: {refused.text}")
        self._bot.refused(prompt.ask)
        self._answered = -1

    async def _act(self, link: Link, inbox: trio.MemoryReceiveChannel[Incoming]) -> None:
        self._settle_in(link)
        prompt = self.model.prompt
        if prompt is None or prompt.ask == self._answered or inbox.statistics().current_buffer_used:
            return
        if self.pause:
            await trio.sleep(self.pause)
        self._answered, self._refusals = prompt.ask, self._refusals if self._repeats(prompt) else 0
        link.send(self._answer(prompt))

    def _repeats(self, prompt: Prompt) -> bool:
        return self._refusals > 0 and self.model.refusal is not None and self.model.refusal.ask == prompt.ask

    def _answer(self, prompt: Prompt) -> Answer:
        if self._bot is None:
            self._bot = Bot(max(self.model.seat, 0), self.seed)
        return self._bot.answer(prompt, self.model.view)

    def _settle_in(self, link: Link) -> None:
        """Bring the deck, say ready, agree to a rematch: whatever the table waits for."""
        table, seat = self.model.table, self.model.seat
        if table is None or seat not in (0, 1):
            return
        if self._bot is None:
            self._bot = Bot(seat, self.seed)
        mine = table.seats[seat]
        if table.stage == "gathering":
            if not mine.deck and self._brought != table.duel:
                self._brought = table.duel
                link.send(UseDeck(self.deck, self.name))
            elif mine.deck and not mine.ready:
                link.send(Ready())
        elif table.proposal == f"rematch {1 - seat}" and self.stays:
            link.send(Consent(yes=True))


async def _drained(inbox: trio.MemoryReceiveChannel[Incoming]) -> None:
    """Read on until the link has said its last word."""
    while True:
        message = await inbox.receive()
        if isinstance(message, LinkState) and message.status is Status.CLOSED:
            return
