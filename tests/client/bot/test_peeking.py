"""A bot answers by its View and its prompts alone: what the opponent really holds changes no answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from benchmarks.bots.duels import BotTable, Player, Tally, settings
from facedown_client.bot.levels import LEVEL_NAMES, make_bot
from facedown_client.bot.normal_bot import NormalBot
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import Answer, Prompt
from facedown_shared.tables import FORMATS, View
from proofs.play.player import exhaust

MAX_PROMPTS = 400
PEEKED_SEAT_INDEX = 1

Hand = Callable[[], tuple[int, ...]]


class AnsweredPrompt(NamedTuple):
    """A prompt with the View it came with, and the bot's answer."""

    prompt: Prompt
    view: View | None
    answer: Answer


class RecordedBot:
    """A bot whose prompts and answers are recorded."""

    def __init__(self, bot: Player) -> None:
        self.bot, self.rows = bot, list[AnsweredPrompt]()

    @property
    def must_concede(self) -> bool:
        return self.bot.must_concede

    def answer(self, prompt: Prompt, view: View | None) -> Answer:
        answer = self.bot.answer(prompt, view)
        self.rows.append(AnsweredPrompt(prompt, view, answer))
        return answer

    def note_refusal(self, ask: int) -> None:
        self.bot.note_refusal(ask)


class PeekingBot(NormalBot):
    """A planted fault: it looks at the opponent's hand, and picks another option by what is there."""

    def __init__(self, hand: Hand) -> None:
        super().__init__(0, 1)
        self._hand = hand

    def answer(self, prompt: Prompt, view: View | None) -> Answer:
        honest = super().answer(prompt, view)
        if prompt.kind != "turn" or len(prompt.options) < 2:
            return honest
        return Answer(prompt.ask, (sum(self._hand()) % 2,))


def play(make: Callable[[Hand], Player]) -> list[AnsweredPrompt]:
    """Play the beginning of a duel, and return what the bot of seat 0 was asked and answered."""
    setting = next(settings(1, 7, ["master"]))
    referee = DuelReferee(FORMATS[setting.format], bundled_pool())

    def hand() -> tuple[int, ...]:
        return tuple(card.facts.code for card in referee.duel.cards_at("hand", PEEKED_SEAT_INDEX))

    bot = RecordedBot(make(hand))
    table = BotTable(referee, (bot, make_bot("normal", 1, 2)), 0, Tally())
    setup = Setup(setting.format, (setting.deck, setting.deck))
    exhaust(referee.start(setup, RandomStreams(bytes(32))))
    for _ in range(MAX_PROMPTS):
        if referee.result() is not None:
            break
        table.play_prompt()
    return bot.rows


def find_difference(rows: list[AnsweredPrompt], bot: Player) -> AnsweredPrompt | None:
    """Show a fresh bot the same Views and prompts; return the first that it answers otherwise."""
    return next((row for row in rows if bot.answer(row.prompt, row.view) != row.answer), None)


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_a_bot_needs_nothing_but_its_views_and_prompts(level: str) -> None:
    rows = play(lambda _: make_bot(level, 0, 1))
    assert len(rows) > 10
    assert find_difference(rows, make_bot(level, 0, 1)) is None


def test_a_bot_that_peeks_is_noticed() -> None:
    rows = play(PeekingBot)
    even, odd = PeekingBot(lambda: (0,)), PeekingBot(lambda: (1,))
    assert find_difference(rows, even) or find_difference(rows, odd)
