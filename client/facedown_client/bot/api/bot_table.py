"""A seat at a table for a program: `connect`, prompts, answers, and the result.

It prepares the table (deck, ready), agrees to a pause, reconnects by itself, and raises a FacedownError with
one sentence when it cannot go on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import trio

from facedown_client.connection import Dial, Link, LinkState, Status, Visit
from facedown_client.model.words.phrases import result_words
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.card_search import FoundCard
from facedown_shared.protocol.messages import (
    Answer,
    Concede,
    Consent,
    CreateTable,
    DeckReport,
    FromServer,
    JoinTable,
    Leave,
    Option,
    Prompt,
    Ready,
    Refused,
    SearchCards,
    Settings,
    TableInfo,
    ToServer,
    UseDeck,
)
from facedown_shared.tables import View
from facedown_shared.text import BadInput, Code, FacedownError, _, gettext_noop

BOT = gettext_noop("Bot")
PLAYS = ("rules", "core")
"""The ways of play in which every act is an option of a prompt."""
AGREES = frozenset({"pause", "resume", "rewind"})
"""Proposals of the opponent that are accepted."""
RETRY_DELAYS_S = {Code.BROKEN: 0.5, Code.TOO_FAST: 2.0}
"""Delays before a message is sent again: the server could not store it, or had too many of us."""
SEND_INTERVAL_S, MAX_BURST = 0.0625, 20
"""Average interval of answers and searches, below a server's default limit, and how many may come at once."""
LEAVE_TIMEOUT_S = 2.0
"""Limit of the time for leaving a table."""

UNLISTED = Settings(listed=False)
"""Settings of a table that no list shows."""

Choice = Callable[[Prompt, View], Sequence[Option] | Option]
"""A function that picks options of a prompt."""


def connect(
    link: str, name: str = BOT, *, deck: str = "", password: str = "", dial: Dial | None = None
) -> AbstractAsyncContextManager[BotTable]:
    """Take the seat of a link, and leave the table at the end of the context.

    `deck` is the text of a .ydk file or a ydke:// address; "" for the table's own deck. `password` is the
    server's. `dial` replaces TCP in tests. Raises FacedownError if the seat cannot be taken.
    """
    seat = parse_link(link)
    if not seat.host:
        raise BadInput(Code.WRONG_LINK, _("A bot needs the full link, not just a code."))
    if not seat.code:
        raise BadInput(Code.WRONG_LINK, _("A bot needs the link of a table, not just a server's address."))
    if seat.role not in ("", "seat"):
        raise BadInput(
            Code.WRONG_LINK, _("A bot needs the link of a free seat, not one to watch or to return.")
        )
    return _at_table(seat, JoinTable(seat.code, seat.secret), name, deck, password, dial)


def open_table(
    server: str, name: str = BOT, *, settings: Settings = UNLISTED, deck: str = "",
    password: str = "", dial: Dial | None = None,
) -> AbstractAsyncContextManager[BotTable]:  # fmt: skip
    """Open a table on a server, such as "http://127.0.0.1:7777", and take its first seat.

    `BotTable.invitation` is the link of the other seat. The rest is as for `connect`.
    """
    return _at_table(parse_link(server).server, CreateTable(settings), name, deck, password, dial)


def play(link: str, choose: Choice, name: str = BOT, *, deck: str = "", password: str = "") -> str:
    """Play a whole match; return its result as a sentence.

    `choose` gets each prompt with the View, and returns options of it. Where a card must be named, the first
    one that the server finds is named.
    """

    async def run() -> str:
        async with connect(link, name, deck=deck, password=password) as table:
            async for prompt in table:
                if prompt.declare:
                    await table.declare(prompt, (await table.search(prompt))[0])
                else:
                    chosen = choose(prompt, table.view)
                    await table.answer(prompt, *((chosen,) if isinstance(chosen, Option) else chosen))
            return table.result

    return trio.run(run)


@asynccontextmanager
async def _at_table(
    server: TableLink, wish: ToServer, name: str, deck: str, password: str, dial: Dial | None
) -> AsyncIterator[BotTable]:
    link = Link(server, name, wish=wish, dial=dial)
    link.plays, link.server_password = PLAYS, password
    visit = Visit(link)
    failure: Exception | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visit.run_link)
        table = BotTable(visit, deck)
        try:
            await table._wait_for_seat()
            yield table
        except Exception as error:  # the nursery would wrap it in a group
            failure = error
        finally:
            await table._leave()
            nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure


class BotTable:
    """A table with a seat of the program's own. Iterate over its prompts; answer each before the next."""

    def __init__(self, visit: Visit, deck: str = "") -> None:
        self._visit, self._model, self._deck = visit, visit.model, deck
        self._offered, self._answered = -1, -1
        """Prompt that was returned last, and the one that was answered last."""
        self._last: Answer | SearchCards = Answer(0)
        self._next_send_s = 0.0
        """Time of the next answer, if all before had come at the average interval."""
        self._refusal: Refused | None = None
        self._is_deck_sent = False
        self._ready_terms = -1
        self._proposal = ("", 0)

    # --- what there is to see -------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Our seat: 0 or 1."""
        return self._model.seat

    @property
    def view(self) -> View:
        """All that we may see now; an empty View before the first duel."""
        return self._model.view or View(self.seat, "")

    @property
    def prompt(self) -> Prompt | None:
        """The open prompt, if there is one that we have not answered."""
        prompt = self._model.prompt
        return prompt if prompt is not None and prompt.ask != self._answered else None

    @property
    def names(self) -> tuple[str, str]:
        """The names of both players, by seat."""
        return self._model.names

    @property
    def wins(self) -> tuple[int, int]:
        """The duels that each seat has won in this match."""
        first, second = self._table.seats
        return first.wins, second.wins

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._table.stage == "over"

    @property
    def result(self) -> str:
        """The result of the last duel as a sentence: "Wren wins: Halvard gave up"; "" before there is one."""
        return result_words(self._model.match_result or self.view.result, self.names)

    @property
    def log(self) -> tuple[str, ...]:
        """The lines of the log so far."""
        return tuple(entry.text for entry in self._model.log)

    @property
    def invitation(self) -> str:
        """The link of the other seat; "" unless we opened the table."""
        return self._first_link("opponent")

    @property
    def spectator_link(self) -> str:
        """The link for spectators; "" unless we opened the table."""
        return self._first_link("spectator")

    def _first_link(self, kind: str) -> str:
        rows = self._model.links.get(kind, ())
        return rows[0][1] if rows else ""

    @property
    def _table(self) -> TableInfo:
        assert self._model.table is not None, "the seat was taken"
        return self._model.table

    # --- prompts and answers --------------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Prompt]:
        """Iterate over the prompts until the match is over."""
        return self

    async def __anext__(self) -> Prompt:
        """Return the next prompt; see `next_prompt`."""
        prompt = await self.next_prompt()
        if prompt is None:
            raise StopAsyncIteration
        return prompt

    async def next_prompt(self) -> Prompt | None:
        """Wait for the next prompt; return None when the match is over.

        Raises FacedownError if the server refused the last answer (the prompt is open again), if the table
        was closed, or if the last prompt was not answered.
        """
        while True:
            self._raise_refusal()
            if self.is_over:
                return None
            if not self._visit.has_more and (prompt := self.prompt) is not None:
                if prompt.ask == self._offered:
                    raise BadInput(
                        Code.NOT_NOW, _("Answer prompt {number} before the next one.", number=prompt.ask)
                    )
                self._offered = prompt.ask
                return prompt
            await self._receive()

    async def answer(self, prompt: Prompt, *picks: Option | int) -> None:
        """Answer a prompt with options of it, or with their indices.

        Raises BadInput if they do not fit, or if the prompt is not the open one.
        """
        if self.prompt is None or self.prompt.ask != prompt.ask:
            raise BadInput(Code.OLD_PROMPT, _("Prompt {number} is answered or over.", number=prompt.ask))
        if prompt.declare:
            raise BadInput(
                Code.NOT_OFFERED,
                _("Prompt {number} asks for a card's name: call search and declare.", number=prompt.ask),
            )
        found = tuple(_index_of(prompt, pick) for pick in picks)
        if -1 in found or len({*found}) < len(found) or not prompt.least <= len(found) <= prompt.most:
            raise BadInput(
                Code.NOT_OFFERED,
                _(
                    "Prompt {number} takes {least} to {most} of its {count} options, each once.",
                    number=prompt.ask, least=prompt.least, most=prompt.most, count=len(prompt.options),
                ),
            )  # fmt: skip
        await self._send(Answer(prompt.ask, found))

    async def take_back(self, prompt: Prompt) -> None:
        """Take back the choice before this prompt, where `prompt.back` is true."""
        await self._send(Answer(prompt.ask, back=True))

    async def search(self, prompt: Prompt, text: str = "") -> tuple[FoundCard, ...]:
        """Return cards whose name a prompt with `declare` admits, the best match of a text first."""
        before = self._model.found
        await self._send_in_pace(SearchCards(prompt.ask, text))
        while self._model.found is before or self._model.found is None:
            await self._receive()
            self._raise_refusal()
        return self._model.found.cards

    async def declare(self, prompt: Prompt, card: FoundCard) -> None:
        """Answer a prompt with `declare` by a card that `search` has found."""
        await self._send(Answer(prompt.ask, code=card.code))

    async def concede(self) -> None:
        """Give up the running duel; its open prompt needs no answer any more."""
        self._answered = self._offered
        self._visit.send(Concede())
        await trio.lowlevel.checkpoint()

    async def _send(self, answer: Answer) -> None:
        self._answered = answer.ask
        await self._send_in_pace(answer)

    async def _send_in_pace(self, message: Answer | SearchCards) -> None:
        """Send a message, after a wait if the last ones came faster than a server takes them."""
        now = trio.current_time()
        self._next_send_s = max(self._next_send_s, now - MAX_BURST * SEND_INTERVAL_S) + SEND_INTERVAL_S
        await trio.sleep(max(0.0, self._next_send_s - now))
        self._last = message
        self._visit.send(message)

    # --- messages -------------------------------------------------------------------------------------------

    async def _wait_for_seat(self) -> None:
        """Wait for our seat. Raises FacedownError if it cannot be taken."""
        while self._model.table is None or self._model.seat not in (0, 1):
            await self._receive()
            self._raise_refusal()
        if not self._model.links and isinstance(self._visit.link.first_request, CreateTable):
            await self._receive()

    async def _receive(self) -> None:
        """Handle the next message. Raises FacedownError if the connection or the table is closed."""
        message = await self._visit.next()
        if isinstance(message, LinkState):
            if message.status is Status.CLOSED:
                raise FacedownError(message.code or Code.UNREACHABLE, message.sentence)
            self._ready_terms, self._proposal = -1, ("", 0)  # the message may be lost
            return
        await self._note_message(message)
        if self._model.ended is not None and not self.is_over:
            raise FacedownError(Code.TABLE_CLOSED, str(self._model.ended.reason))
        self._prepare_table()

    async def _note_message(self, message: FromServer) -> None:
        if (
            isinstance(message, DeckReport)
            and not message.legal
            and self._is_deck_sent
            and not message.unknown
        ):
            reasons = " ".join(str(reason) for reason in message.reasons)
            raise BadInput(Code.BAD_DECK, reasons)
        if not isinstance(message, Refused):
            return
        if message.code in RETRY_DELAYS_S and self._model.table is not None:
            await trio.sleep(RETRY_DELAYS_S[message.code])
            self._ready_terms = -1
            if self._model.prompt is not None and self._model.prompt.ask == self._last.ask:
                self._visit.send(self._last)
        elif message.ask == self._last.ask or self._model.table is None or message.code is Code.BAD_DECK:
            self._refusal = message

    def _raise_refusal(self) -> None:
        refused, self._refusal = self._refusal, None
        if refused is not None:
            self._offered = self._answered = -1
            raise FacedownError(refused.code, refused.sentence)

    def _prepare_table(self) -> None:
        """Send what the table waits for: our deck, ready, an answer to a proposal."""
        table = self._model.table
        if table is None or self.seat not in (0, 1):
            return
        what, _space, rest = table.proposal.partition(" ")
        proposal = table.proposal, table.proposal_number
        if rest.partition(" ")[0] == str(1 - self.seat) and proposal != self._proposal:
            self._visit.send(Consent(yes=what in AGREES))
        self._proposal, mine = proposal, table.seats[self.seat]
        if table.stage != "gathering":
            self._ready_terms = -1
        elif self._deck and not self._is_deck_sent:
            self._is_deck_sent = self._visit.send(UseDeck(self._deck, BOT))
        elif mine.deck and not mine.ready and self._ready_terms != table.terms:
            self._ready_terms = table.terms
            self._visit.send(Ready())

    async def _leave(self) -> None:
        """Give up a running duel, leave the table, and close the connection."""
        with trio.CancelScope(shield=True), trio.move_on_after(LEAVE_TIMEOUT_S):
            if self._model.table is not None and self._model.ended is None:
                if not self.is_over and self._model.is_in_duel:
                    self._visit.send(Concede())
                self._visit.send(Leave())
            self._visit.link.close()
            while not self._visit.is_closed:
                await self._visit.next()


def _index_of(prompt: Prompt, pick: Option | int) -> int:
    """Return the index of an option in its prompt; -1 if it is none of them."""
    if isinstance(pick, int):
        return pick if 0 <= pick < len(prompt.options) else -1
    return next((index for index, option in enumerate(prompt.options) if option is pick), -1)
