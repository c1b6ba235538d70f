"""`prove rules`, from boards in the middle of a game: short duels that lean to activating and chaining.

Where the duels of `duels.py` see every card played from its deck, these see cards meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofs import invariants
from proofs.rules.judging import JudgedDuel, RulesFigures, judged
from proofs.rules.laws import Laws, WatchedReferee
from proofs.rules.positions import random_position
from server.duel import starting_position
from server.duel.library import library
from server.referee import Act, Choice, Frame, SeatPrompt
from server.table.random_streams import RandomStreams
from shared.cards.facts import bundled
from shared.formats import FORMATS

PROMPTS, TURNS = 160, 5
"""After so many prompts or in this turn a duel is left: what was laid out is mostly used up."""

FORMAT_OF = ("master", "master", "classic", "master", "GOAT", "master", "MR1", "MR3", "master", "MR4")
"""The format of a numbered board: today's mostly, and every older one."""

WEIGHTS = {
    "activate": 60, "yes": 40, "special_summon": 40, "flip_summon": 40, "summon": 40, "pendulum_summon": 40,
    "attack": 30, "direct": 30, "set": 10, "phase": 6, "change_position": 6,
}  # fmt: skip
PLAIN = 20


def one_board(number: int, seed: int) -> RulesFigures:
    """One short duel from a random board."""
    return judged(f"board {number}", lambda figures: _BoardDuel(number, seed, figures).run())


class _BoardDuel(JudgedDuel):
    """One board being played under the laws."""

    def __init__(self, number: int, seed: int, figures: RulesFigures) -> None:
        pool, scripts = bundled(), library(bundled())
        name = FORMAT_OF[number % len(FORMAT_OF)]
        secret = f"board:{seed}:{number}".encode().ljust(32, b".")
        referee = WatchedReferee(FORMATS[name], pool, scripts)
        super().__init__(referee, secret, figures)
        self.laws = Laws(referee)
        self.board = random_position(pool, name, scripts, RandomStreams(secret + b"board"))

    def run(self) -> None:
        """To its end, or until something is wrong, or what was laid out is used up."""
        self.play(starting_position.begin(self.referee, self.board, self.fate), PROMPTS)

    def is_left(self) -> bool:
        """At its end, or late and not in the middle of a declaration."""
        return super().is_left() or (self.duel.state.turn >= TURNS and not self.referee.prompts()[0].back)

    def look(self) -> None:
        """Whether every law holds."""
        self.laws.look()

    def weights(self, ask: SeatPrompt) -> Sequence[int]:
        """By what is done."""
        return [
            PLAIN if (option.verb, option.text) == ("phase", "battle") else WEIGHTS.get(option.verb, PLAIN)
            for _, option in ask.options
        ]

    def answered(self, act: Act) -> None:
        """Whether the prompt was let pass."""
        self.laws.answered(act.body == Choice(("pass",)))

    def take(self, frames: Iterable[Frame]) -> None:
        """Check the invariants, and let the laws hear what happened."""
        for frame in frames:
            invariants.check(self.duel.state)
            for told in frame.events:
                self.laws.hear(told)
