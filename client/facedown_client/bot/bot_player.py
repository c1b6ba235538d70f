"""Bot at a table: a Visit and a Bot, from joining by a link to the end of the match.

The demo runs two of them, practice runs one, and `facedown bot LINK` runs one in the terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import trio

from facedown_client.bot.bot import Bot
from facedown_client.bot.fab_bot import FabBot
from facedown_client.bot.hard_bot import HardBot
from facedown_client.bot.levels import make_bot
from facedown_client.bot.search.process_link import SearchProcess
from facedown_client.connection import Dial, Link, LinkState, Return, Returns, Status, Visit
from facedown_client.model.model import Model
from facedown_shared.network import links
from facedown_shared.network.bot_calls import BotCall
from facedown_shared.protocol.messages import (
    CardsFound,
    Concede,
    Consent,
    CreateTable,
    FromServer,
    JoinTable,
    Leave,
    Prompt,
    Ready,
    Refused,
    Settings,
    TableInfo,
    ToServer,
    UseDeck,
)
from facedown_shared.tables import WAYS_OF_PLAY
from facedown_shared.text import BadInput, Code, FacedownError, _, gettext_noop

FREE = gettext_noop("The bot plays Yu-Gi-Oh! by its rules, not at a free table.")
BOT_WAYS = tuple(way for way in WAYS_OF_PLAY if way not in ("free", "companion"))
"""The ways in which bots play."""
MAX_REFUSALS = 20
"""Limit of refused answers to one prompt, after which the bot stops with an error."""


BOT = gettext_noop("Bot")
"""Name of the bot, in the language of the player who practises against it."""
RETRY_DELAY_S = 0.5
"""Delay before a refused search, or an answer that the server could not store, is sent again."""
THINKING_PAUSE_S = 0.7
"""Delay before each answer, in seconds, so that a person can follow."""

AGREES = frozenset({"pause", "resume", "rewind", "rematch", "open"})
"""Proposals that a bot accepts. It plays to win, so it accepts no draw."""


async def seat_bot(
    server: links.TableLink, friend: str, dial: Dial | None = None, *, deck: str = "",
    returns: Returns | None = None, level: str = "",
) -> None:  # fmt: skip
    """Seat a bot by an opponent's link at a table of a local server; it stays for a rematch.

    `level` is one of `levels.LEVELS`; "" for the table's. `returns` stores its seat. A bot that already has a
    seat at that table resumes it.
    """
    link = links.parse_link(friend)
    seat = links.TableLink(server.host, server.port, server.secure, link.code, link.secret, link.role)
    robot = Robot(
        _(BOT), deck, sum(link.secret.encode()), pause=THINKING_PAUSE_S, stays=True, dial=dial,
        returns=returns, level=level
    )  # fmt: skip
    await robot.play_at(seat)


@dataclass
class Robot:
    """Player that runs a bot at a table. `pause`: delay before answers, in seconds; `stays`: wait for a
    rematch.

    `deck` is a deck's text, or "" to play the table's. `tell` is called after every message.
    """

    name: str
    deck: str = ""
    seed: int = 0
    pause: float = 0.0
    stays: bool = False
    dial: Dial | None = None
    returns: Returns | None = None
    """Store of its seats for resuming; None: in memory alone."""
    password: str = ""
    """The server's password; "" for none."""
    tell: Callable[[FromServer, Model], None] | None = None
    level: str = ""
    """How well it plays Yu-Gi-Oh! (`levels.LEVELS`); "" as the table's settings say."""
    searcher: SearchProcess | None = None
    """Search process of the level `hard`, shared with other bots; None: one of its own."""
    mind: Bot | None = None
    """Bot that picks the answers; None: make one for the seat."""
    _own_searcher: SearchProcess | None = None
    _hands: FabBot | None = None
    """Bot that moves cards by hand, at a table of Flesh and Blood."""
    _moved: int = -1
    """Version of the table at the last gesture."""
    _answered: int = -1
    _refusals: int = 0
    _retry_delay_s: float = 0.0
    """Delay before the next answer: the server could not store the last one."""
    _declaring: tuple[int, CardsFound | None] = (-1, None)
    """Prompt of the last declaration or search, and the cards found at that time."""
    _brought: bool = False
    _ready_for: int = -1
    """Terms of the last "ready"; -1 for none."""
    _mode: str = "rules"
    _replied: tuple[str, int] = ("", 0)
    """Last proposal seen, with its number; the other player's was answered then."""

    async def play_at(self, link: links.TableLink) -> None:
        """Take the seat of a link and play until the table ends for the bot."""
        if not link.host:
            raise BadInput(Code.WRONG_LINK, _("A bot needs the full link, not just a code."))
        if not link.code:
            raise BadInput(
                Code.WRONG_LINK, _("A bot needs the link of a table, not just a server's address.")
            )
        await self._play_at_server(link, JoinTable(link.code, link.secret))

    async def host(self, server: links.TableLink, settings: Settings) -> None:
        """Open a table and play at it."""
        await self._play_at_server(server, CreateTable(settings))

    async def play_by_call(self, server: links.TableLink, call: BotCall) -> None:
        """Take the seat that a server has called the bot to, or return to it."""
        if call.token:
            await self._play_at_server(server, None, Return(server, call.code, 1, call.token))
        else:
            await self._play_at_server(server, JoinTable(call.code, call.secret, key=call.key))

    async def _play_at_server(
        self, server: links.TableLink, wish: ToServer | None, place: Return | None = None
    ) -> None:  # fmt: skip
        place = self._stored_seat(server) if isinstance(wish, JoinTable) else place
        asked = wish if place is None else None
        link = Link(server, self.name, wish=asked, place=place, returns=self.returns, dial=self.dial)
        link.plays = BOT_WAYS
        link.server_password = self.password
        visit = Visit(link)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(visit.run_link)
                await self._play_until_over(visit)
                visit.link.close()
                with trio.move_on_after(2):
                    while not visit.is_closed:
                        await visit.next()
                nursery.cancel_scope.cancel()
        finally:
            if self._own_searcher is not None:
                await self._own_searcher.end()

    def _stored_seat(self, link: links.TableLink) -> Return | None:
        """Return the stored seat at a link's table, with its server's present address."""
        places = self.returns.valid_places() if self.returns is not None else []
        address = link.service
        found = (msgspec.structs.replace(one, address=address) for one in places if one.code == link.code)
        return next(found, None)

    async def _play_until_over(self, visit: Visit) -> None:
        model = visit.model
        while model.ended is None:
            message = await visit.next()
            if isinstance(message, LinkState):
                self._ready_for, self._answered, self._replied = -1, -1, ("", 0)  # the message may be lost
                self._declaring = (-1, None)
                if message.status is Status.CLOSED:
                    raise FacedownError(message.code or Code.UNREACHABLE, message.sentence)
                continue
            if self.tell is not None:
                self.tell(message, model)
            if isinstance(message, Refused):
                self._handle_refusal(message, model)
            if model.table is not None and model.table.stage == "over" and not self.stays:
                visit.send(Leave())
                return
            self._prepare_table(visit)
            if self._own_searcher is not None and not self._own_searcher.pid:
                await self._own_searcher.start()
            await self._answer(visit)

    def _handle_refusal(self, refused: Refused, model: Model) -> None:
        """Stop after a refusal to join; answer again after a refused answer."""
        if refused.words.id == "client_cannot_play":
            raise FacedownError(Code.BAD_SETTING, _(FREE))
        if self.mind is None or model.table is None:
            raise FacedownError(refused.code, refused.sentence)
        by_hand = self._hands is not None and refused.ask < 0
        if not by_hand and (model.prompt is None or model.prompt.ask != refused.ask):
            return
        is_unstored = refused.code is Code.BROKEN
        self._retry_delay_s = RETRY_DELAY_S if is_unstored else 0.0
        self._refusals += not is_unstored
        if self._refusals > MAX_REFUSALS:
            raise FacedownError(
                refused.code, _("The server rejects all my answers: {sentence}", sentence=refused.sentence)
            )
        if self._hands is not None:
            self._hands.clear_plan()
        if not is_unstored:
            self.mind.note_refusal(refused.ask)
        self._answered = self._moved = -1
        self._declaring = (-1, None)

    async def _answer(self, visit: Visit) -> None:
        """Answer the open prompt, unless a newer message is waiting."""
        prompt = visit.model.prompt
        if self.mind is None or prompt is None or visit.has_more:
            return
        if prompt.kind == "by_hand" and not prompt.options:
            await self._send_gesture(visit)
            return
        if prompt.declare:
            await self._declare(visit, prompt, self.mind)
            return
        if prompt.ask == self._answered:
            return
        if self.pause or self._retry_delay_s:
            await trio.sleep(max(self.pause, self._retry_delay_s))
        await self._search(visit, prompt)
        if self._answered != -1:
            self._refusals = 0
        self._answered = prompt.ask
        hands = self._hands
        visit.send(hands.answer(prompt) if hands else self.mind.answer(prompt, visit.model.view))
        if self.mind.must_concede:
            self.mind.reset_turn()
            visit.send(Concede())

    async def _search(self, visit: Visit, prompt: Prompt) -> None:
        """Let the level `hard` compare its acts by our rules; EDOPro's engine is not searched with."""
        mind, table = self.mind, visit.model.table
        if not isinstance(mind, HardBot) or self.searcher is None or table is None or table.mode != "rules":
            return
        mind.format = table.format
        request = mind.search_request(prompt, visit.model.view)
        if request is not None:
            mind.note_result(request, await self.searcher.search(request))

    async def _declare(self, visit: Visit, prompt: Prompt, mind: Bot) -> None:
        """Declare the name of a card, after a search for it."""
        declaring = (prompt.ask, visit.model.found)
        if declaring == self._declaring:
            return
        await trio.sleep(max(self.pause, RETRY_DELAY_S if self._refusals else self._retry_delay_s))
        self._declaring = declaring
        visit.send(mind.declare(prompt, visit.model.view, visit.model.found))

    async def _send_gesture(self, visit: Visit) -> None:
        """Send the next gesture after the last one was confirmed."""
        model = visit.model
        if self._hands is None or model.view is None or model.version == self._moved:
            return
        act = self._hands.next(model.view, [entry.happening for entry in model.log])
        if act is not None:
            self._moved, self._refusals = model.version, 0
            if self.pause or self._retry_delay_s:
                await trio.sleep(max(self.pause, self._retry_delay_s))
            visit.send(act)

    def _prepare_table(self, visit: Visit) -> None:
        """Send what the table waits for: the deck, ready, or agreement to a rematch."""
        table, seat = visit.model.table, visit.model.seat
        if table is None or seat not in (0, 1):
            return
        if self.mind is None:
            self.mind = make_bot(self.level or table.level, seat, self.seed)
            self._hands = FabBot(seat, self.seed) if table.format == "fab" else None
            if isinstance(self.mind, HardBot) and self.searcher is None:
                self.searcher = self._own_searcher = SearchProcess()
        if table.mode == "free" and self._hands is None:
            raise FacedownError(Code.BAD_SETTING, _(FREE))
        if table.mode != self._mode:
            self._mode, self._ready_for = table.mode, -1  # a new mode needs a new ready
        self._reply(visit, table, 1 - seat)
        mine = table.seats[seat]
        if table.stage == "gathering":
            if self.deck and not self._brought:
                self._brought = True
                visit.send(UseDeck(self.deck, self.name))
            elif mine.deck and not mine.ready and self._ready_for != table.terms:
                self._ready_for = table.terms
                visit.send(Ready())
            return
        self._ready_for = -1

    def _reply(self, visit: Visit, table: TableInfo, other: int) -> None:
        """Answer the other player's proposal, once."""
        what, _, rest = table.proposal.partition(" ")
        proposal = table.proposal, table.proposal_number
        is_asked = rest.partition(" ")[0] == str(other) and (what != "core" or visit.model.is_host)
        if is_asked and proposal != self._replied:
            visit.send(Consent(yes=what in AGREES and (self.stays or what != "rematch")))
        self._replied = proposal
