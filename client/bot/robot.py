"""A bot at a table: a Visit and a Bot, from joining by a link to the end of the match.

The demo runs two of them, practising runs one, `facedown bot LINK` runs one in the terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import trio

from client.bot.bot import Bot
from client.bot.fab_bot import FabBot
from client.connection import Dial, Link, LinkState, Status, Visit
from client.data.model import Model
from shared import links
from shared.errors import BadInput, Code, FacedownError
from shared.protocol.messages import (
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

FREE = "The bot plays Yu-Gi-Oh! by its rules, not at a free table."
MOST_REFUSALS = 20
"""Refused answers to one prompt after which something is wrong beyond a bot's wits."""


BOT = "Bot"
PAUSE = 0.7
"""Seconds the bot seems to think, so that a person can follow."""


async def take_seat(server: links.TableLink, friend: str, dial: Dial | None = None) -> None:
    """A bot follows the link for an opponent to a table of a server of our own, and stays for a rematch."""
    link = links.parse_link(friend)
    seat = links.TableLink(server.host, server.port, server.secure, link.code, link.secret, link.role)
    await Robot(BOT, seed=sum(link.secret.encode()), pause=PAUSE, stays=True, dial=dial).join(seat)


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
    _hands: FabBot | None = None
    """What moves cards by hand, at a table of Flesh and Blood."""
    _moved: int = -1
    """The version of the table at which a card was moved last."""
    _answered: int = -1
    _refusals: int = 0
    _brought: bool = False
    _said_ready: bool = False
    _mode: str = "rules"

    async def join(self, link: links.TableLink) -> None:
        """Take the seat a link leads to and play until the table is done with us."""
        if not link.host:
            raise BadInput(Code.WRONG_LINK, "A bot needs a whole link, not a code alone.")
        if not link.code:
            raise BadInput(Code.WRONG_LINK, "A bot needs the link of a table, not a server's address alone.")
        await self._play(link, JoinTable(link.code, link.secret))

    async def host(self, server: links.TableLink, settings: Settings) -> None:
        """Open a table and play at it."""
        await self._play(server, CreateTable(settings))

    async def _play(self, server: links.TableLink, wish: ToServer) -> None:
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
            raise FacedownError(refused.code, refused.sentence)
        by_hand = self._hands is not None and refused.ask < 0
        if not by_hand and (model.prompt is None or model.prompt.ask != refused.ask):
            return
        self._refusals += 1
        if self._refusals > MOST_REFUSALS:
            raise FacedownError(refused.code, f"The server takes none of my answers: {refused.sentence}")
        if self._hands is not None:
            self._hands.refused()
        self._bot.refused(refused.ask)
        self._answered = self._moved = -1

    async def _answer(self, visit: Visit) -> None:
        """Answer the open prompt once nothing newer is waiting to be read."""
        prompt = visit.model.prompt
        if self._bot is None or prompt is None or visit.has_more:
            return
        if prompt.kind == "by_hand" and not prompt.options:
            await self._move(visit)
            return
        if prompt.ask == self._answered:
            return
        if self.pause:
            await trio.sleep(self.pause)
        if self._answered != -1:
            self._refusals = 0
        self._answered = prompt.ask
        hands = self._hands
        visit.send(hands.answer(prompt) if hands else self._bot.answer(prompt, visit.model.view))

    async def _move(self, visit: Visit) -> None:
        """Do the next thing by hand, once what was done before is told."""
        model = visit.model
        if self._hands is None or model.view is None or model.version == self._moved:
            return
        act = self._hands.next(model.view, [entry.happening for entry in model.log])
        if act is not None:
            self._moved, self._refusals = model.version, 0
            if self.pause:
                await trio.sleep(self.pause)
            visit.send(act)

    def _settle_in(self, visit: Visit) -> None:
        """Bring the deck, say ready, agree to a rematch: whatever the table waits for."""
        table, seat = visit.model.table, visit.model.seat
        if table is None or seat not in (0, 1):
            return
        if self._bot is None:
            self._bot = Bot(seat, self.seed)
            self._hands = FabBot(seat, self.seed) if table.format == "fab" else None
        if table.mode == "free" and self._hands is None:
            raise FacedownError(Code.BAD_SETTING, FREE)
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
