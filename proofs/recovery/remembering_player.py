"""A player who records all messages and answers, while the server ends over and over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import trio

from facedown_client.connection import LinkState
from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    Answer,
    Concede,
    FromServer,
    Pledge,
    Prompt,
    PromptOver,
    Refused,
    TableInfo,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from facedown_shared.tables import View, VisibleEvent
from facedown_shared.text import Code, Words
from proofs.online.player import OnlinePlayer

RETRY_DELAY_S = 0.4
"""Seconds after which a request that could not be stored is repeated."""

MAX_ANSWERS = 40
"""Answers in one duel after which it is conceded."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one viewer had been sent at one moment: the View, and the log of its duel."""

    view: View
    log: tuple[VisibleEvent, ...]


class RememberingPlayer(OnlinePlayer):
    """`hurry`: whether duels are short. What the server could not store is requested again, as a person
    would.
    """

    harmless = (*OnlinePlayer.harmless, Code.BROKEN, Code.OUTDATED)
    """OUTDATED: a duel was conceded during a redirect, and once more after the next prompt there."""

    def __init__(
        self, server: TableLink, name: str, dice: RandomStreams, wish: ToServer, deck: Deck | None = None, *,
        hurry: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        super().__init__(server, name, dice, wish, deck, longest=MAX_ANSWERS)
        self.told: list[Snapshot] = []
        self.answers: dict[int, tuple[Prompt, tuple[Answer | UseDeck, ...]]] = {}
        """By the number of its prompt, the answers sent: more than one where it was asked again, since a
        server may send its state while an answer is on its way.
        """
        self.done: set[int] = set()
        """Prompts that the server has closed."""
        self.here = trio.Event()
        """Set while it is connected and has the current state."""
        self.left = trio.Event()
        """Set once that has ended."""
        self._wish = wish
        self._hurry = hurry
        self._was_ready = False
        self._log: tuple[VisibleEvent, ...] = ()
        self._pledge: Pledge | None = None

    def connection_changed(self, state: LinkState) -> None:
        """Assume nothing until it is sent again."""
        super().connection_changed(state)
        if self.is_fresh and self.here.is_set():
            self.here = trio.Event()
            self.left.set()

    async def handle(self, message: FromServer) -> None:
        """Record the message first."""
        match message:
            case Whole(log=log):
                self.remember(log)
            case Update():
                self.remember((*self._log, *self.model.told))
            case PromptOver(ask=ask):
                self.done.add(ask)
            case Refused(code=Code.BROKEN):
                self.tasks.start_soon(self._retry)
            case Refused(words=Words(id="decks_fixed_in_duel")) if self._has_sided_twice:
                return  # the first deck has arrived: a second one does not name the prompt that it answers
            case Pledge():
                if self._pledge not in (None, message):
                    self.complain("other throws were pledged than before")
                self._pledge = message
        await super().handle(message)

    @property
    def _has_sided_twice(self) -> bool:
        """Return whether a prompt to change cards was answered more than once."""
        return any(prompt.kind == "side" and len(sent) > 1 for prompt, sent in self.answers.values())

    def remember(self, log: tuple[VisibleEvent, ...]) -> None:
        """Record the current View, and all events that led to it."""
        assert self.model.view is not None, "a View was just told"
        self._log = log
        self.told.append(Snapshot(self.model.view, log))
        self._is_here()

    def _is_here(self) -> None:
        if not self.here.is_set():
            self.left = trio.Event()
            self.here.set()

    async def _retry(self) -> None:
        """Repeat a request that the server could not store, after a moment."""
        await trio.sleep(RETRY_DELAY_S)
        prompt, table = self.model.prompt, self.model.table
        if not self.seated.is_set():
            self.visit.send(self._wish)
        elif prompt is not None:
            await self.answer(prompt)
        elif table is not None:
            self._is_ready = False
            self.at_table(table)

    def at_table(self, table: TableInfo) -> None:
        """Before a match, that is all there is to remember. A player whose match could not be stored is no
        longer ready.
        """
        if table.stage == "gathering" and self.deck is not None and self.seated.is_set():
            ready = table.seats[self.model.seat].ready
            self._is_ready &= ready or not self._was_ready
            self._was_ready = ready
        super().at_table(table)
        if table.stage == "gathering":
            self._is_here()

    def reply(self, prompt: Prompt) -> ToServer:
        """Answer at random; siding changes one card."""
        if prompt.ask in self.done:
            self.complain(f"asked {prompt.ask} again after it was over")
        if self.answers.get(prompt.ask, (prompt,))[0] != prompt:
            self.complain(f"prompt {prompt.ask} came back otherwise")
        reply = super().reply(prompt)
        if prompt.kind == "side" and self.deck is not None:
            reply = UseDeck(to_ydk(self._side_card(self.deck)))
        elif self._hurry() and self.in_duel and self._duel % 2 == self.model.seat:
            reply = Concede()
        if isinstance(reply, Answer | UseDeck):
            _, before = self.answers.get(prompt.ask, (prompt, ()))
            self.answers[prompt.ask] = (prompt, (*before, reply))
        return reply

    def _side_card(self, deck: Deck) -> Deck:
        """Exchange one card of the Main Deck for one of the Side Deck, where there is one that may go
        there.
        """
        main, side = list(deck.main), list(deck.side)
        if side:
            here, there = self.dice.draw_below(len(main), "main"), self.dice.draw_below(len(side), "side")
            main[here], side[there] = side[there], main[here]
        return replace(deck, main=tuple(main), side=tuple(side))
