"""One random duel with checks: its figures, and the loop that every such duel shares."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.library import library
from facedown_server.refereeing.referee import Act, Frame, SeatPrompt
from facedown_server.table import RandomStreams
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.text import Illegal
from proofs import invariants
from proofs.figures import Figures
from proofs.play.player import choose
from proofs.rules.parts import Part, parts

TAKE_BACK_INTERVAL_COUNT = 20
"""One in so many choices that can be taken back is taken back."""

MIN_RUNS_PER_PART = 20
"""How often each part of a card must have been carried out for the card to count as played."""

VERBS = frozenset(
    "activate arrange attack change_position choose direct discard done flip_summon material no number order "
    "pass pay pendulum_summon phase position set special_summon summon target tribute word yes zone".split()
)
"""Every kind of option a prompt may hold in random play."""


@cache
def all_parts() -> Mapping[str, tuple[Part, ...]]:
    """Return every part of every bundled card that has something to resolve, by the card's name."""
    return {script.name: tuple(parts(script)) for script in library(bundled_pool()).values()}


@dataclass
class RulesFigures(Figures):
    """Figures of some duels."""

    prompts: int = 0
    violations: int = 0
    refusals: int = 0
    exceptions: int = 0
    unfinished: int = 0
    played: Counter[Part] = field(default_factory=Counter)
    verbs: set[str] = field(default_factory=set)

    def rare(self) -> list[tuple[Part, int]]:
        """Return the parts of cards that were not played often enough, the rarest first."""
        counts = [(part, self.played[part]) for of_card in all_parts().values() for part in of_card]
        return sorted(
            ((part, count) for part, count in counts if count < MIN_RUNS_PER_PART), key=lambda row: row[1]
        )

    def line(self) -> str:
        """Return the last line."""
        cards = all_parts()
        missed = {name for (name, _), _ in self.rare()}
        return (
            f"duels {self.figures()}, unfinished {self.unfinished}, "
            f"cards resolved {MIN_RUNS_PER_PART} times {len(cards) - len(missed)} of {len(cards)}, "
            f"kinds of option {len(self.verbs)} of {len(VERBS)}"
        )

    def figures(self) -> str:
        """Return how many were played, and their failures."""
        return (
            f"{self.duels}, prompts {self.prompts}, violations {self.violations}, "
            f"refusals {self.refusals}, exceptions {self.exceptions}"
        )

    def nothing_wrong(self) -> bool:
        """Return whether every duel passed its checks."""
        return not (self.violations + self.refusals + self.exceptions + self.unfinished)

    def is_clean(self) -> bool:
        """Return whether nothing is wrong and everything was played."""
        return self.nothing_wrong() and not self.rare() and self.verbs == VERBS


class JudgedDuel(ABC):
    """A duel played at random, each option as likely as `weights` says; `take` checks its frames."""

    def __init__(self, referee: DuelReferee, secret: bytes, figures: RulesFigures) -> None:
        self.referee, self.duel, self.tally = referee, referee.duel, figures
        self.fate, self._dice = RandomStreams(secret), RandomStreams(secret + b"dice")

    @abstractmethod
    def weights(self, ask: SeatPrompt) -> Sequence[int]:
        """Return how likely each option of the open prompt is, against the others."""

    @abstractmethod
    def take(self, frames: Iterable[Frame]) -> None:
        """Check the state at every frame, and the events. Raises InvariantViolation."""

    @abstractmethod
    def look(self) -> None:
        """Check the state at an open prompt. Raises InvariantViolation."""

    @abstractmethod
    def answered(self, act: Act) -> None:
        """Record the answer to that prompt."""

    def is_left(self) -> bool:
        """Return whether enough of it was seen."""
        return self.referee.result() is not None

    def play(self, frames: Iterable[Frame], most: int) -> None:
        """Play from its first frames on, until it is left, something is wrong, or there were `most`
        prompts.
        """
        self.take(frames)
        for _ in range(most):
            if self.is_left():
                return
            self.look()
            ask = self.referee.prompts()[0]
            self.tally.verbs.update(option.verb for _, option in ask.options)
            act = choose(ask, self._dice, TAKE_BACK_INTERVAL_COUNT, self.weights(ask))
            self.answered(act)
            try:
                self.referee.check(act)
            except Illegal as refusal:
                self.tally.refusals += 1
                self.tally.complaints.append(f"{act.body} was offered, but: {refusal}")
                return
            self.tally.prompts += 1
            self.take(self.referee.apply(act))


def judged(name: str, play: Callable[[RulesFigures], None]) -> RulesFigures:
    """Play one duel and return its figures; every failure is counted, with a complaint in words."""
    figures = RulesFigures(duels=1)
    try:
        play(figures)
    except invariants.InvariantViolation as broken:
        figures.violations += 1
        figures.complaints.append(str(broken))
    except Exception:
        figures.exceptions += 1
        figures.complaints.append(traceback.format_exc(limit=-4))
    figures.complaints = [f"{name}: {complaint}" for complaint in figures.complaints]
    return figures
