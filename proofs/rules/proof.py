"""`python run.py prove rules`: random legal duels with random legal decks, every operation checked.

It ends with one line of figures; anything wrong in them makes the exit code 1. A duel follows from its number
and the seed alone, so the figures are the same for any number of processes.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain

from msgspec import structs

from proofs import invariants
from proofs.play.duel import MOST_ROWS, choose
from proofs.rules.decks import friends, random_deck
from proofs.rules.leaning import Leaning
from proofs.rules.parts import Part, parts, telling
from proofs.rules.plans import plan, subjects
from server.duel.core.effect import CardScript
from server.duel.engine import Duel
from server.duel.library import library
from server.referee import Setup
from server.table.random_streams import RandomStreams
from server.table.state import GameEvent
from shared.cards.decks import belongs
from shared.cards.facts import Facts, Pool, bundled
from shared.errors import Illegal
from shared.formats import FORMATS
from shared.zones import Seat

ENOUGH = 20
"""How often each part of a card must have been carried out for the card to count as played."""

STAND_IN, STANDS_FOR = "Heavy Storm", "Harpie's Feather Duster"
"""Gryphon Wing answers one card only, and that is not among the bundled ones: a like one takes its name."""

VERBS = frozenset(
    "activate arrange attack change_position choose direct discard done flip_summon material no number order "
    "pass pay pendulum_summon phase position set special_summon summon target tribute word yes zone".split()
)
"""Every kind of option a prompt may hold in random play."""


@dataclass
class Tally:
    """What came of some duels."""

    duels: int = 0
    prompts: int = 0
    violations: int = 0
    refusals: int = 0
    exceptions: int = 0
    unfinished: int = 0
    played: Counter[Part] = field(default_factory=Counter)
    verbs: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what came of other duels."""
        for name in ("duels", "prompts", "violations", "refusals", "exceptions", "unfinished"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.played.update(other.played)
        self.verbs |= other.verbs
        self.complaints += other.complaints

    def rare(self) -> list[tuple[Part, int]]:
        """The parts of cards that were not played often enough, the rarest first."""
        counts = [(part, self.played[part]) for of_card in all_parts().values() for part in of_card]
        return sorted(((part, count) for part, count in counts if count < ENOUGH), key=lambda row: row[1])

    def line(self) -> str:
        """The last line."""
        cards = all_parts()
        missed = {name for (name, _), _ in self.rare()}
        return (
            f"duels {self.figures()}, unfinished {self.unfinished}, "
            f"cards resolved {ENOUGH} times {len(cards) - len(missed)} of {len(cards)}, "
            f"kinds of option {len(self.verbs)} of {len(VERBS)}"
        )

    def figures(self) -> str:
        """How many were played, and what was wrong in them."""
        return (
            f"{self.duels}, prompts {self.prompts}, violations {self.violations}, "
            f"refusals {self.refusals}, exceptions {self.exceptions}"
        )

    def nothing_wrong(self) -> bool:
        """Whether every duel was as it must be."""
        return not (self.violations + self.refusals + self.exceptions + self.unfinished)

    def is_clean(self) -> bool:
        """Whether nothing is wrong and everything was played."""
        return self.nothing_wrong() and not self.rare() and self.verbs == VERBS


def prove(play_one: Callable[[int], Tally], duels: int, jobs: int) -> Iterator[Tally]:
    """Play the duels in so many processes side by side; a tally for each, in the order of their numbers."""
    if jobs == 1:
        yield from map(play_one, range(duels))
        return
    with ProcessPoolExecutor(jobs) as processes:
        yield from processes.map(play_one, range(duels), chunksize=4)


# --- the cards ----------------------------------------------------------------------------------------------


@cache
def _pool() -> Pool:
    """The bundled cards and the stand-in."""
    cards = bundled()
    like = cards.named(STAND_IN)
    assert like is not None
    return cards.joined([structs.replace(like, code=1, name=STANDS_FOR)])


@cache
def _scripts() -> Mapping[int, CardScript]:
    """The scripts of the bundled cards, and the stand-in's."""
    pool = _pool()
    written = library(pool)
    like, other = pool.named(STAND_IN), pool.named(STANDS_FOR)
    assert like is not None
    assert other is not None
    return {**written, other.code: replace(written[like.code], name=STANDS_FOR)}


@cache
def all_parts() -> Mapping[str, tuple[Part, ...]]:
    """Every part of every bundled card that has something to resolve, by the card's name."""
    return {script.name: tuple(parts(script)) for script in library(bundled()).values()}


def _subjects(number: int) -> tuple[Facts, Facts]:
    """What the decks of a numbered duel are about; which two cards meet changes from round to round."""
    turns = [_pool().named(name) for name in subjects(all_parts())]
    cards = [facts for facts in turns if facts is not None]
    rounds = number // len(cards)
    return cards[number % len(cards)], cards[(rounds * 7 + number + len(cards) // 2) % len(cards)]


# --- a duel -------------------------------------------------------------------------------------------------


def one_duel(number: int, seed: int) -> Tally:
    """One random duel with two random decks."""
    return judged(f"duel {number}", lambda tally: _Proof(number, seed, tally).play())


def judged(name: str, play: Callable[[Tally], None]) -> Tally:
    """The tally of one duel; whatever goes wrong is counted, with a complaint in words."""
    tally = Tally(duels=1)
    try:
        play(tally)
    except invariants.Broken as broken:
        tally.violations += 1
        tally.complaints.append(f"{name}: {broken}")
    except Exception:
        tally.exceptions += 1
        tally.complaints.append(f"{name}: {traceback.format_exc(limit=-4)}")
    return tally


class _Proof:
    """One duel being played and looked at."""

    def __init__(self, number: int, seed: int, tally: Tally) -> None:
        pool = _pool()
        self.number, self.tally = number, tally
        self.secret = f"{seed}:{number}".encode().ljust(32, b".")
        first, second = _subjects(number)
        self.leaning = [_leaning(pool, 0, first, second), _leaning(pool, 1, second, first)]
        self.format = ("master", "master", "classic")[number % 3]
        if not all(belongs(about, FORMATS[self.format]) for about in (first, second)):
            self.format = "master"
        self.decks = (
            random_deck(pool, self.format, self.secret + b"0", first, against=second),
            random_deck(pool, self.format, self.secret + b"1", second, against=first),
        )
        scripts = telling(_scripts(), lambda part: tally.played.update([part]))
        self.duel = Duel(FORMATS[self.format], pool, scripts)
        self.checked = -1
        """The state's last change that the invariants were checked after."""
        self.held: set[tuple[int, int, str]] = set()

    def play(self) -> None:
        """To its end, or until something is wrong."""
        duel, dice = self.duel, RandomStreams(self.secret + b"dice")
        self._take(duel.start(Setup(self.format, self.decks, self.number % 2), RandomStreams(self.secret)))
        for _ in range(MOST_ROWS):
            if duel.result() is not None:
                return
            ask = duel.prompts()[0]
            self.tally.verbs.update(option.verb for _, option in ask.options)
            act, _ = choose(ask, dice, 20, self.leaning[ask.seat].weights(duel))
            try:
                duel.check(act)
            except Illegal as refusal:
                self.tally.refusals += 1
                self.tally.complaints.append(f"duel {self.number}: {act.body} was offered, but: {refusal}")
                return
            self.tally.prompts += 1
            self._take(duel.apply(act))
        self.tally.unfinished += duel.result() is None

    def _take(self, frames: Iterator[object]) -> None:
        for frame in frames:
            if self.duel.state.changed != self.checked:
                self.checked = self.duel.state.changed
                invariants.check(self.duel)
                self._note_what_holds()
            for told in getattr(frame, "events", ()):
                self._note_arrival(told)

    def _note_what_holds(self) -> None:
        """Each continuous rule of a card, once in each life of the card."""
        for active in chain.from_iterable(self.duel.active.values()):
            card, word = active.fx.card, active.rule.name.lower()
            if (card.id, card.incarnation, word) not in self.held:
                self.held.add((card.id, card.incarnation, word))
                self.tally.played[card.name, word] += 1

    def _note_arrival(self, told: GameEvent) -> None:
        if told.kind == "summoned" and told.card is not None:
            self.tally.played[told.card.name, "arrives"] += 1


def _leaning(pool: Pool, seat: Seat, about: Facts, against: Facts) -> Leaning:
    """A seat whose deck is about one card, against a deck about another."""
    own = plan(about.name)
    helping = {facts.name for facts in friends(pool, about)} | set(plan(against.name).foils)
    prey = frozenset(facts.name for facts in friends(pool, against))
    return Leaning(
        seat, about.name, frozenset(helping), prey, own.keeps, own.no_scales, own.alone, own.fights
    )
