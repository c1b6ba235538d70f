"""`python run.py prove rules`: random legal duels with random legal decks, every operation checked.

The loop and the figures are shared by every proof of random duels.
"""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain

from msgspec import structs

from facedown_server.games.duel.core import CardScript
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.library import library
from facedown_server.refereeing.referee import Act, Frame, SeatPrompt
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import Facts, Pool, bundled_pool
from facedown_shared.decks.decks import is_allowed
from facedown_shared.tables import FORMATS, Seat
from facedown_shared.text import Illegal
from proofs import invariants
from proofs.figures import Figures
from proofs.play.player import MAX_ACTS, choose
from proofs.rules.decks import random_deck, related_cards
from proofs.rules.parts import Part, parts, record_parts
from proofs.rules.play_plans import SeatPlan, plan, subjects

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

    def rare_parts(self) -> list[tuple[Part, int]]:
        """Return the parts of cards that were not played often enough, the rarest first."""
        counts = [(part, self.played[part]) for of_card in all_parts().values() for part in of_card]
        return sorted(
            ((part, count) for part, count in counts if count < MIN_RUNS_PER_PART), key=lambda row: row[1]
        )

    def line(self) -> str:
        """Return the last line."""
        cards = all_parts()
        missed = {name for (name, _), _ in self.rare_parts()}
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

    def has_no_failures(self) -> bool:
        """Return whether every duel passed its checks."""
        return not (self.violations + self.refusals + self.exceptions + self.unfinished)

    def is_clean(self) -> bool:
        """Return whether nothing is wrong and everything was played."""
        return self.has_no_failures() and not self.rare_parts() and self.verbs == VERBS


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
    def check(self) -> None:
        """Check the state at an open prompt. Raises InvariantViolation."""

    @abstractmethod
    def record_answer(self, act: Act) -> None:
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
            self.check()
            ask = self.referee.prompts()[0]
            self.tally.verbs.update(option.verb for _, option in ask.options)
            act = choose(ask, self._dice, TAKE_BACK_INTERVAL_COUNT, self.weights(ask))
            self.record_answer(act)
            try:
                self.referee.check(act)
            except Illegal as refusal:
                self.tally.refusals += 1
                self.tally.complaints.append(f"{act.body} was offered, but: {refusal}")
                return
            self.tally.prompts += 1
            self.take(self.referee.apply(act))


def play_checked(name: str, play: Callable[[RulesFigures], None]) -> RulesFigures:
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


STAND_IN, STANDS_FOR = "Heavy Storm", "Harpie's Feather Duster"
"""Gryphon Wing answers one card only, which is not bundled: a similar one has its name."""


@cache
def _cards() -> tuple[Pool, Mapping[int, CardScript]]:
    """Return the bundled cards and the stand-in, and their scripts."""
    like = bundled_pool().find_named(STAND_IN)
    assert like is not None, "it is bundled"
    pool = bundled_pool().joined_with([structs.replace(like, code=1, name=STANDS_FOR)])
    written = library(pool)
    return pool, {**written, 1: replace(written[like.code], name=STANDS_FOR)}


def _subjects(number: int, pool: Pool) -> tuple[Facts, Facts]:
    """Return the subjects of the decks of a numbered duel; which two cards meet changes from round to
    round.
    """
    cards = [facts for name in subjects(all_parts()) if (facts := pool.find_named(name)) is not None]
    rounds = number // len(cards)
    return cards[number % len(cards)], cards[(rounds * 7 + number + len(cards) // 2) % len(cards)]


def play_numbered_duel(number: int, seed: int) -> RulesFigures:
    """Play one random duel with two random decks."""
    return play_checked(f"duel {number}", lambda figures: _DeckDuel(number, seed, figures).run())


class _DeckDuel(JudgedDuel):
    """One duel, its two decks and their players' plans."""

    def __init__(self, number: int, seed: int, figures: RulesFigures) -> None:
        pool, scripts = _cards()
        secret = f"{seed}:{number}".encode().ljust(32, b".")
        about = _subjects(number, pool)
        name = ("master", "master", "classic")[number % 3]
        if not all(is_allowed(facts, FORMATS[name]) for facts in about):
            name = "master"
        one, other = (
            random_deck(pool, name, secret + str(seat).encode(), about[seat], against=about[1 - seat])
            for seat in (0, 1)
        )
        referee = DuelReferee(
            FORMATS[name], pool, record_parts(scripts, lambda part: figures.played.update([part]))
        )
        super().__init__(referee, secret, figures)
        self.setup = Setup(name, (one, other), number % 2)
        self.leaning = [_theme_plan(pool, seat, about[seat], about[1 - seat]) for seat in (0, 1)]
        self.checked = -1
        """The state's last change after which the invariants were checked."""
        self.held: set[tuple[int, int, str]] = set()

    def run(self) -> None:
        """Play to its end, or until something is wrong."""
        self.play(self.referee.start(self.setup, self.fate), MAX_ACTS)
        self.tally.unfinished += self.referee.result() is None and not self.tally.refusals

    def weights(self, ask: SeatPrompt) -> Sequence[int]:
        """Return weights by the subject of the deck."""
        return self.leaning[ask.seat].weights(self.referee)

    def check(self) -> None:
        """Do nothing: the state is checked at every frame."""

    def record_answer(self, act: Act) -> None:
        """Do nothing: only the frames that follow are checked."""

    def take(self, frames: Iterable[Frame]) -> None:
        """Check the invariants, and record what was played."""
        for frame in frames:
            if self.duel.state.changed != self.checked:
                self.checked = self.duel.state.changed
                invariants.check(self.duel.state)
                self._note_what_holds()
            for event in frame.events:
                if event.kind == "summoned" and event.card is not None:
                    self.tally.played[event.card.name, "arrives"] += 1

    def _note_what_holds(self) -> None:
        """Record each continuous rule of a card, once in each life of the card."""
        for active in chain.from_iterable(self.duel.active.values()):
            card, word = active.fx.card, active.rule.name.lower()
            if (card.id, card.incarnation, word) not in self.held:
                self.held.add((card.id, card.incarnation, word))
                self.tally.played[card.name, word] += 1


def _theme_plan(pool: Pool, seat: Seat, about: Facts, against: Facts) -> SeatPlan:
    """Return the plan of a seat whose deck is about one card, against a deck about another."""
    helping = {facts.name for facts in related_cards(pool, about)} | set(plan(against.name).foils)
    prey = frozenset(facts.name for facts in related_cards(pool, against))
    return SeatPlan(seat, about.name, frozenset(helping), prey)
