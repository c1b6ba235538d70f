"""The bot's strength: duels against random legal play, both with the same deck, in each format.

The bot gets what a client gets and nothing else: its own Views, and its Prompts as the server sends them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.baseline import Figure
from facedown_client.bot.bot import Bot
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.refereeing.referee import Act, SeatPrompt
from facedown_server.room.match.pending_prompts import PendingPrompt
from facedown_server.table import RandomStreams, Setup, sight
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.tables import FORMATS
from facedown_shared.text import Illegal
from proofs.play.player import MAX_ACTS, choose, exhaust

DUELS_COUNT = 200
"""Duels in each format."""

MIN_WINS_PERCENT = 90.0
"""The share of them, in percent, that a bot worth playing against wins."""

NO_BACKS_COUNT = 1 << 30
"""Random play takes no choice back."""


def figures() -> Iterator[Figure]:
    """Return the share of duels the bot wins, format by format, and whether it ever picked an illegal
    answer.
    """
    refused = 0
    for name in ("master", "classic"):
        decks = [ready.deck for ready in ready_decks().values() if ready.format == name]
        table = [duel(number, name, decks) for number in range(DUELS_COUNT)]
        refused += sum(refusals for _, refusals in table)
        share = 100 * sum(won for won, _ in table) / DUELS_COUNT
        yield Figure(
            f"bot: {DUELS_COUNT} {name} duels won against random play",
            share,
            f"% (goal {MIN_WINS_PERCENT:.0f})",
        )
    yield Figure("bot: answers refused", refused, "answers")


def duel(number: int, name: str, decks: Sequence[Deck]) -> tuple[bool, int]:
    """Play one duel; return whether the bot won it, and how many of its answers were refused.

    Both seats start equally often. A duel that does not end counts as not won.
    """
    secret = f"{name}:{number}".encode().ljust(32, b".")
    deck, seat, first = decks[number // 4 % len(decks)], number % 2, number // 2 % 2
    referee, dice = DuelReferee(FORMATS[name], bundled_pool()), RandomStreams(secret + b"dice")
    bot, refused = Bot(seat, number), 0
    exhaust(referee.start(Setup(name, (deck, deck), first), RandomStreams(secret)))
    for _ in range(MAX_ACTS):
        if referee.result() is not None:
            break
        ask = referee.prompts()[0]
        if ask.seat == seat:
            act, refusals = _answer(bot, referee, ask)
            refused += refusals
        else:
            act = choose(ask, dice, NO_BACKS_COUNT)
        exhaust(referee.apply(act))
    result = referee.result()
    return result is not None and result.winner == seat, refused


def _answer(bot: Bot, referee: DuelReferee, ask: SeatPrompt) -> tuple[Act, int]:
    """Return the bot's answer to the open prompt, and how many of its earlier answers were refused."""
    pending = PendingPrompt(ask, due=0.0)
    prompt, view, refusals = pending.message(), sight.view(referee.state, bot.seat), 0
    while True:
        act = pending.parse_answer(bot.answer(prompt, view))
        try:
            referee.check(act)
        except Illegal:
            bot.note_refusal(ask.number)
            refusals += 1
        else:
            return act, refusals
