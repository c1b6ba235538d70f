"""A player at a table of a real server: our own client, which picks answers at random.

It knows no rules and picks among the options offered. The client reconnects by itself, by its token or its
key, repeats its last answer, takes part in the throws of the match and checks them.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from facedown_client.bot.bot_player import Robot
from facedown_client.connection import Link, LinkState, Returns, Status, Visit
from facedown_client.model.model import Model
from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    CardsFound,
    Concede,
    Ended,
    FromServer,
    Leave,
    Prompt,
    Ready,
    Refused,
    SearchCards,
    Seated,
    Settings,
    TableInfo,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from facedown_shared.text import Code
from proofs.play.player import SEARCHED, choose_one, choose_options

WAIT_TIMEOUT_S = 60.0
"""Seconds after which an awaited event counts as missing."""


class ScriptedPlayer:
    """One person at one table, who reconnects like any client. `wish`: the request with which they join."""

    def __init__(
        self, server: TableLink, name: str, wish: ToServer | None, returns: Returns | None = None
    ) -> None:
        self.name = name
        self.link = Link(server, name, wish=wish, returns=returns, patient=True)
        self.visit = Visit(self.link)
        self.tasks: trio.Nursery
        """Runs what goes on while messages arrive."""
        self._changed = trio.Event()

    @property
    def model(self) -> Model:
        """All messages so far, as a model."""
        return self.visit.model

    def table_link(self, role: str) -> TableLink:
        """Return the first link for "opponent" or "spectator" that the host of the table was sent."""
        return parse_link(self.model.links[role][0][1])

    async def run(self) -> None:
        """Stay at the table until cancelled."""
        async with trio.open_nursery() as self.tasks:
            self.tasks.start_soon(self.stay)
            while True:
                item = await self.visit.next()
                if isinstance(item, LinkState):
                    self.connection_changed(item)
                else:
                    await self.handle(item)
                self._changed.set()

    async def wait_until(self, so: Callable[[], object]) -> None:
        """Wait until a condition holds. Raises TooSlowError."""
        with trio.fail_after(WAIT_TIMEOUT_S):
            while not so():
                self._changed = trio.Event()
                await self._changed.wait()

    # --- hooks ----------------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Stay connected; runs as a task."""
        await self.visit.run_link()

    def connection_changed(self, state: LinkState) -> None:
        """Handle that another attempt begins, succeeds or fails."""

    async def handle(self, message: FromServer) -> None:
        """React to a message that the model has already read."""


RETRY_DELAY_S = 0.05
"""Seconds until it retries to reach a server that has ended: people's clients wait longer."""


class OnlinePlayer(ScriptedPlayer):
    """One person at one table. `wish`: the request with which they join. Without a `deck` they are a
    spectator.

    `longest`: prompts in one duel after which they give it up.
    """

    harmless: tuple[Code, ...] = (Code.OLD_PROMPT,)
    """Refusals that may occur: the prompt was over when the answer arrived."""

    def __init__(
        self, server: TableLink, name: str, dice: RandomStreams, wish: ToServer, deck: Deck | None = None, *,
        longest: int = 1 << 30,
    ) -> None:  # fmt: skip
        super().__init__(server, name, wish)
        self.dice = dice
        self.deck = deck
        self.seated = trio.Event()
        """Set once it has a place at the table."""
        self.over = trio.Event()
        """Set once the match is over, and its result was sent."""
        self.complaints: list[str] = []
        self.is_fresh = True
        """Whether nothing of the duel was sent yet over this connection."""
        self._longest = longest
        self._answered = self._duel = 0
        self._found = CardsFound(-1)
        """The result of the last search for a card's name."""
        self._brought = self._is_ready = False
        self._connection = trio.CancelScope()
        self._away = 0.0
        self._gone = trio.Event()
        self._thinking = trio.CancelScope()

    # --- the connection -------------------------------------------------------------------------------------

    async def stay(self) -> None:
        """Stay connected, however often the connection or the server ends."""
        while not self.visit.is_closed:
            with trio.CancelScope() as self._connection:
                await self.visit.run_link()
            await trio.sleep(self._away)

    def lose_connection(self, away: float) -> None:
        """Disconnect at once, and try to reconnect after so many seconds."""
        self._away = away
        self._connection.cancel()

    def connection_changed(self, state: LinkState) -> None:
        """Handle that another attempt begins, succeeds or fails."""
        if state.status in (Status.CONNECTING, Status.MOVING):
            self.is_fresh = True
        if state.status is Status.CONNECTING:
            self._brought = self._is_ready = False
        elif state.status is Status.WAITING:
            self.lose_connection(RETRY_DELAY_S)
        elif state.status is Status.CLOSED:
            self._gone.set()
            if state.sentence:
                self.complain(state.sentence)

    async def leave(self) -> None:
        """Send a Leave, and stop once it is sent."""
        self.visit.send(Leave())
        self.visit.link.close()
        with trio.move_on_after(2):
            await self._gone.wait()

    def complain(self, words: str) -> None:
        """Record a failure."""
        self.complaints.append(f"{self.name}: {words}")

    # --- the table ------------------------------------------------------------------------------------------

    async def handle(self, message: FromServer) -> None:
        """React to a message that the model has already read."""
        match message:
            case Seated():
                self.seated.set()
            case AtTable(table=table):
                self.at_table(table)
            case Prompt():
                await self.answer(message)
            case CardsFound(ask=ask):
                self._found = message
                if self.model.prompt is not None and self.model.prompt.ask == ask:
                    await self.answer(self.model.prompt)
            case Refused(code=code) if code not in self.harmless and not self.over.is_set():
                self.complain(message.sentence)
            case Ended(reason=reason) if not self.over.is_set():
                self.complain(str(reason))
        if isinstance(message, Whole | Update):
            self.is_fresh = False
        if self.model.table is not None and self.model.table.stage == "over" and not self.is_fresh:
            self.over.set()

    def at_table(self, table: TableInfo) -> None:
        """Send the deck and be ready; note when another duel begins."""
        if table.duel != self._duel:
            self._duel, self._answered = table.duel, 0
        if table.stage != "gathering" or self.deck is None:
            return
        if not self._brought:
            self._brought = self.visit.send(UseDeck(to_ydk(self.deck)))
        if self._brought and not self._is_ready and all(seat.deck and seat.present for seat in table.seats):
            self._is_ready = self.visit.send(Ready())

    def pause(self) -> float:
        """Return the seconds to think before the next answer."""
        return 0.0

    async def answer(self, prompt: Prompt) -> None:
        """Answer after a pause in which messages are still read; after a new prompt, pause again."""
        self._thinking.cancel()
        if pause := self.pause():
            self._thinking = trio.CancelScope()
            self.tasks.start_soon(self._think, prompt, pause, self._thinking)
        else:
            self.visit.send(self.reply(prompt))

    async def _think(self, prompt: Prompt, pause: float, scope: trio.CancelScope) -> None:
        with scope:
            await trio.sleep(pause)
            if self.model.prompt == prompt:
                self.visit.send(self.reply(prompt))

    def reply(self, prompt: Prompt) -> ToServer:
        """Return a random answer; or concede the duel, when it has been long enough."""
        self._answered += 1
        if self._answered > self._longest and self.in_duel:
            return Concede()
        if prompt.declare:
            return self.declare(prompt)
        return Answer(
            prompt.ask, tuple(choose_options(self.dice, len(prompt.options), prompt.least, prompt.most))
        )

    def declare(self, prompt: Prompt) -> ToServer:
        """Declare one of the cards that a random search has found; until it has found one, search."""
        found = self._found
        if found.ask == prompt.ask and found.cards:
            return Answer(prompt.ask, code=choose_one(found.cards, self.dice, "name").code)
        text = "" if found.ask == prompt.ask else choose_one(SEARCHED, self.dice, "search")
        return SearchCards(prompt.ask, text)

    @property
    def in_duel(self) -> bool:
        """Whether a duel goes on."""
        return self.model.table is not None and self.model.table.stage == "duel"


async def play_match(server: TableLink, settings: Settings, bots: tuple[Robot, Robot]) -> None:
    """Let the first bot open a table and the other join it, until the match is over. Raises FacedownError."""
    host, guest = bots
    tell, opened, links = host.tell, trio.Event(), list[TableLink]()

    def receive(message: FromServer, model: Model) -> None:
        if tell is not None:
            tell(message, model)
        if model.links and not opened.is_set():
            links.append(parse_link(model.links["opponent"][0][1]))
            opened.set()

    host.tell = receive
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.host, server, settings)
        await opened.wait()
        (link,) = links
        seat = TableLink(server.host, server.port, server.secure, link.code, link.secret, link.role)
        nursery.start_soon(guest.play_at, seat)
