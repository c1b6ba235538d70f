"""Whether every prompt of the core names a card, and shows the database's line where there is one.

The core's own message is parsed a second time here, with its passcodes and lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from facedown_server.games.edopro.engine_protocol import CoreSteps
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.refereeing.referee import PromptKind, SeatPrompt
from facedown_server.table import State, sight
from facedown_shared.text import LINE, Words

SELECT_MESSAGE_HINT_CODE = 3
"""The kind of hint that states the purpose of the next choice."""
MAX_CARD_LINES = 16
"""Lines that a card may have."""
CALLED_OFF = frozenset({"pass", "done", "no"})


class NamedPrompts:
    """Counts prompts of one duel. `lines`: the database's lines of a card, by passcode."""

    def __init__(self, lines: Callable[[int], Sequence[str]]) -> None:
        self._lines = lines
        self._message: Any = None
        self._hint = 0
        self.without_card: Counter[str] = Counter()
        """Prompts that name no card, by their words."""
        self.general: Counter[str] = Counter()
        """Prompts for which the database has a line that was not shown, by their words."""
        self.count = 0

    def handle(self, steps: CoreSteps) -> None:
        """Read the core's output."""
        for step in steps.steps:
            for message in said.split(step.messages):
                self.note(said.decode_message(message))

    def note(self, message: Any) -> None:
        """Read one message."""
        if isinstance(message, said.Hint) and message.kind == SELECT_MESSAGE_HINT_CODE:
            self._hint = message.value
        if type(message) in asked.KINDS:
            self._message = message

    def judge(self, prompt: SeatPrompt, state: State) -> None:
        """Check the open prompt."""
        if len(prompt.options) < 2:
            return  # there is no choice: a window that passes by itself
        self.count += 1
        if prompt.kind not in (PromptKind.TURN, PromptKind.RESPONSE) and not _names_a_card(prompt):
            self.without_card[prompt.words.id] += 1
        lines = {pair for words in _all_words(prompt) for pair in _lines_in(words)}
        if missing := [pair for pair in self._expected_lines(prompt.seat, state) if pair not in lines]:
            self.general[f"{prompt.words.id} {missing[0]}"] += 1

    def _expected_lines(self, seat: int, state: State) -> Iterator[tuple[int, int]]:
        """Return lines of the database that the core's message stands for, of cards that the seat may
        read.
        """
        readable = {
            code for card in state.cards if sight.readers(state, card) >> seat & 1
            for code in (card.code, card.facts.alias)
        }  # fmt: skip
        for text in self._texts():
            code, number = text >> 20, text & 0xFFFFF
            lines = self._lines(code) if code in readable and number < MAX_CARD_LINES else ()
            if number < len(lines) and lines[number]:
                yield code, number

    def _texts(self) -> Iterable[int]:
        match self._message:
            case asked.SelectYes(text=text) | asked.SelectEffect(text=text):
                return (text,)
            case asked.SelectOption(texts=texts):
                return texts
            case asked.SelectChain(effects=effects) if not self._message.forced:
                return [row.text for row in effects]
            case asked.SelectIdle(effects=effects) | asked.SelectBattle(effects=effects):
                return [row.text for row in effects]
            case asked.SelectCard() | asked.SelectTribute() | asked.SelectSum():
                hint, self._hint = self._hint, 0
                return (hint,)
        return ()


def _names_a_card(prompt: SeatPrompt) -> bool:
    """Return whether the prompt, or each of its options, names a card."""
    options = [option for _, option in prompt.options if option.verb not in CALLED_OFF]
    return bool(prompt.card or prompt.code) or all(option.card or option.code for option in options)


def _all_words(prompt: SeatPrompt) -> Iterator[Words]:
    yield prompt.words
    yield from (option.words for _, option in prompt.options)


def _lines_in(words: Words) -> Iterator[tuple[int, int]]:
    """Return the lines of cards that this text contains: passcode and number."""
    if words.id == LINE:
        code, number, *_ = words.values
        if isinstance(code, int) and isinstance(number, int):
            yield code, number
    for value in words.values:
        if isinstance(value, Words):
            yield from _lines_in(value)
