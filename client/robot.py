"""A bot at a table: a Visit and a Bot, from joining by a link to the end of the match.

The demo runs two of them, practising runs one, `facedown bot LINK` runs one in the terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from client.bot import Bot
from client.link import Dial, Link, LinkState, Status
from client.model import Model
from client.visit import Visit
from shared import links
from shared.errors import BadInput, Code, FacedownError
from shared.messages import (
    Consent,
    CreateTable,
    FromServer,
    JoinTable,
    Leave,
    Ready,
    Refused,
    Settings,
    ToServer,
    UseDeck,
)

MOST_REFUSALS = 20
"""Refused answers to one prompt after which something is wrong beyond a bot's wits."""


@dataclass
class Robot:
    """How a bot behaves at a table. `pause`: seconds it seems to think; `stays`: wait for a rematch.

    `deck` is a deck's text, or "" to play what the table gives. `tell` is called after every message.
    """

    name: str
    deck: str = ""
    seed: int = 0
    pause: float = 0.0
    stays: bool = False
    dial: Dial | None = None
    tell: Callable[[FromServer, Model], None] | None = None
    _bot: Bot | None = None
    _answered: int = -1
    _refusals: int = 0
    _brought: bool = False
    _said_ready: bool = False
    _mode: str = "rules"

    async def join(self, link: links.Link) -> None:
        """Take the seat a link leads to and play until the table is done with us."""
        if not link.host:
            raise BadInput(Code.WRONG_LINK, "A bot needs a whole link, not a code alone.")
        if not link.code:
            raise BadInput(Code.WRONG_LINK, "A bot needs the link of a table, not a server's address alone.")
        await self._play(link, JoinTable(link.code, link.secret))

    async def host(self, server: links.Link, settings: Settings) -> None:
        """Open a table and play at it."""
        await self._play(server, CreateTable(settings))

    async def _play(self, server: links.Link, wish: ToServer) -> None:
        visit = Visit(Link(server, self.name, wish=wish, dial=self.dial))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(visit.run)
            await self._until_over(visit)
            visit.link.close()
            with trio.move_on_after(2):
                while not visit.is_closed:
                    await visit.next()
            nursery.cancel_scope.cancel()

    async def _until_over(self, visit: Visit) -> None:
        model = visit.model
        while model.ended is None:
            message = await visit.next()
            if isinstance(message, LinkState):
                self._said_ready, self._answered = False, -1  # what was said last may not have arrived
                if message.status is Status.CLOSED:
                    raise FacedownError(message.code or Code.UNREACHABLE, message.sentence)
                continue
            if self.tell is not None:
                self.tell(message, model)
            if isinstance(message, Refused):
                self._refused(message, model)
            if model.table is not None and model.table.stage == "over" and not self.stays:
                visit.send(Leave())
                return
            self._settle_in(visit)
            await self._answer(visit)

    def _refused(self, refused: Refused, model: Model) -> None:
        """Refused at the door ends it; a refused answer is only given anew."""
        if self._bot is None or model.table is None:
            raise FacedownError(refused.code, refused.text)
        if model.prompt is None or model.prompt.ask != refused.ask:
            return
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            raise FacedownError(refused.code, f"The server takes none of my answers: {refused.text}")
        self._bot.refused(refused.ask)
        self._answered = -1

    async def _answer(self, visit: Visit) -> None:
        """Answer the open prompt once nothing newer is waiting to be read."""
        prompt = visit.model.prompt
        if self._bot is None or prompt is None or prompt.ask == self._answered or visit.has_more:
            return
        if self.pause:
            await trio.sleep(self.pause)
        if self._answered != -1:
            self._refusals = 0
        self._answered = prompt.ask
        visit.send(self._bot.answer(prompt, visit.model.view))

    def _settle_in(self, visit: Visit) -> None:
        """Bring the deck, say ready, agree to a rematch: whatever the table waits for."""
        table, seat = visit.model.table, visit.model.seat
        if table is None or seat not in (0, 1):
            return
        if self._bot is None:
            self._bot = Bot(seat, self.seed)
        if table.mode != self._mode:
            self._mode, self._said_ready = table.mode, False  # who plays another way is asked anew
        mine = table.seats[seat]
        if table.stage == "gathering":
            if self.deck and not self._brought:
                self._brought = True
                visit.send(UseDeck(self.deck, self.name))
            elif mine.deck and not mine.ready and not self._said_ready:
                self._said_ready = True
                visit.send(Ready())
            return
        self._said_ready = False
        if self.stays and table.proposal == f"rematch {1 - seat}":
            visit.send(Consent(yes=True))
