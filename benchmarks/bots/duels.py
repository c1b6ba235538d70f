"""Duels between two bots in the pure engine. Each bot gets what a client gets: its own Views and Prompts."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.refereeing.referee import Act, Conceded, Origin, Result, SeatPrompt
from facedown_server.room.match.pending_prompts import PendingPrompt, is_auto_passed
from facedown_server.table import RandomStreams, Setup, sight
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import Answer, Prompt
from facedown_shared.tables import FORMATS, View
from facedown_shared.text import Illegal
from proofs.play.player import MAX_ACTS, exhaust

CONFIDENCE_RATIO = 1.96
"""Standard deviations of a confidence interval of 95 %."""


class Player(Protocol):
    """Bot that answers the prompts of a seat."""

    def answer(self, prompt: Prompt, view: View | None) -> Answer:
        """Return a legal answer."""

    def note_refusal(self, ask: int) -> None:
        """Record that the answer to this prompt was refused."""

    @property
    def must_concede(self) -> bool:
        """Return whether the bot gives up a turn that never ends."""


MakePlayer = Callable[[int, int], Player]
"""Make a player of a seat with a seed."""


class DuelSetting(msgspec.Struct, frozen=True):
    """One duel: both seats play the same deck. `seed` decides shuffles and dice."""

    seed: int
    format: str
    deck: Deck
    first: int
    own: int
    """Seat of the measured bot."""


@dataclass
class Tally:
    """Results of duels, from the side of the measured bot."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    conceded: int = 0
    refused: int = 0
    turns: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Time of each decision of the measured bot."""

    @property
    def count(self) -> int:
        """The number of duels."""
        return self.won + self.lost + self.drawn + self.unfinished

    @property
    def interval(self) -> tuple[float, float]:
        """The share of duels won in percent, 95 % confidence (Wilson's score interval)."""
        if not self.count:
            return 0.0, 100.0
        share, square = self.won / self.count, CONFIDENCE_RATIO * CONFIDENCE_RATIO
        middle = share + square / (2 * self.count)
        spread = CONFIDENCE_RATIO * math.sqrt(share * (1 - share) / self.count + square / (4 * self.count**2))
        scale = 1 + square / self.count
        return 100 * (middle - spread) / scale, 100 * (middle + spread) / scale

    def __str__(self) -> str:
        low, high = self.interval
        middle = statistics.median(self.seconds) if self.seconds else 0.0
        return (
            f"{self.won} of {self.count} won: {100 * self.won / max(1, self.count):.1f} % "
            f"({low:.1f} to {high:.1f} %, 95 % confidence); {self.drawn} drawn, "
            f"{self.unfinished} unfinished, {self.conceded} given up, {self.refused} answers refused; "
            f"{statistics.mean(self.turns) if self.turns else 0:.1f} turns; "
            f"a decision {1000 * middle:.1f} ms (median), "
            f"{1000 * max(self.seconds, default=0):.0f} ms (longest)"
        )


def settings(count: int, seed: int, formats: Sequence[str] = ()) -> Iterator[DuelSetting]:
    """Yield duels with all ready decks in turn; seats and the first player change after each."""
    decks = [
        (ready.format, ready.deck) for _, ready in sorted(ready_decks().items())
        if ready.format != "fab" and (not formats or ready.format in formats)
    ]  # fmt: skip
    for number in range(count):
        name, deck = decks[number // 4 % len(decks)]
        yield DuelSetting(seed + number, name, deck, number // 2 % 2, number % 2)


def play_duel(setting: DuelSetting, make: tuple[MakePlayer, MakePlayer], tally: Tally) -> Result | None:
    """Play one duel between the measured bot and another, and count it. Returns its result."""
    secret = f"bots:{setting.seed}".encode().ljust(32, b".")
    referee = DuelReferee(FORMATS[setting.format], bundled_pool())
    players = [make[seat != setting.own](seat, 2 * setting.seed + seat) for seat in (0, 1)]
    table = BotTable(referee, players, setting.own, tally)
    exhaust(
        referee.start(
            Setup(setting.format, (setting.deck, setting.deck), setting.first), RandomStreams(secret)
        )
    )
    for _ in range(MAX_ACTS):
        if referee.result() is not None:
            break
        table.play_prompt()
    result = referee.result()
    tally.turns.append(referee.state.turn)
    if result is None:
        tally.unfinished += 1
    elif result.winner is None:
        tally.drawn += 1
    elif result.winner == setting.own:
        tally.won += 1
    else:
        tally.lost += 1
    return result


class BotTable:
    """A duel with its bots, and the View that each was last sent."""

    def __init__(self, referee: DuelReferee, players: Sequence[Player], own: int, tally: Tally) -> None:
        self.referee, self.players, self.own, self.tally = referee, players, own, tally
        self._views: list[tuple[View, int] | None] = [None, None]

    def view(self, seat: int) -> View:
        """Return the View of a seat, renewed as the server does."""
        state, last = self.referee.state, self._views[seat]
        if last is None:
            view = sight.view(state, seat)
        else:
            view = sight.renew_view(sight.Glance(state, last[1]), last[0])
        self._views[seat] = (view, state.touches)
        return view

    def play_prompt(self) -> None:
        """Let the open prompt be answered: by its default where the mode of most players passes, else by its
        bot.
        """
        ask = self.referee.prompts()[0]
        act = (
            PendingPrompt(ask, 0.0).default(Origin.AUTO) if is_auto_passed(ask, DEFAULT) else self.decide(ask)
        )
        exhaust(self.referee.apply(act))

    def decide(self, ask: SeatPrompt) -> Act:
        """Return the answer of the prompted bot."""
        player, pending = self.players[ask.seat], PendingPrompt(ask, 0.0)
        prompt, view = pending.message(), self.view(ask.seat)
        while True:
            begun = time.perf_counter()
            answer = player.answer(prompt, view)
            if ask.seat == self.own:
                self.tally.seconds.append(time.perf_counter() - begun)
            if player.must_concede:
                self.tally.conceded += 1
                return Act(ask.seat, Conceded())
            try:
                act = pending.parse_answer(answer)
                self.referee.check(act)
            except Illegal:
                player.note_refusal(ask.number)
                self.tally.refused += 1
            else:
                return act
