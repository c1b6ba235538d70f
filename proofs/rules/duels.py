"""`python run.py prove rules`: random legal duels with random legal decks, every operation checked.

Each deck is about one card, and its player leans towards that card: so every card is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

from msgspec import structs

from facedown_server.games.duel.core.effect import CardScript
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.library import library
from facedown_server.refereeing.referee import Act, Frame, SeatPrompt
from facedown_server.table import Setup
from facedown_shared.cards.facts import Facts, Pool, bundled_pool
from facedown_shared.decks.decks import is_allowed
from facedown_shared.tables import FORMATS, Seat
from proofs import invariants
from proofs.play.player import MAX_ACTS
from proofs.rules.decks import friends, random_deck
from proofs.rules.duel_checker import JudgedDuel, RulesFigures, all_parts, judged
from proofs.rules.parts import telling
from proofs.rules.play_plans import SeatPlan, plan, subjects

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


def one_duel(number: int, seed: int) -> RulesFigures:
    """Play one random duel with two random decks."""
    return judged(f"duel {number}", lambda figures: _DeckDuel(number, seed, figures).run())


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
            FORMATS[name], pool, telling(scripts, lambda part: figures.played.update([part]))
        )
        super().__init__(referee, secret, figures)
        self.setup = Setup(name, (one, other), number % 2)
        self.leaning = [_leaning(pool, seat, about[seat], about[1 - seat]) for seat in (0, 1)]
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

    def look(self) -> None:
        """Do nothing: the state is checked at every frame."""

    def answered(self, act: Act) -> None:
        """Do nothing: only the frames that follow are checked."""

    def take(self, frames: Iterable[Frame]) -> None:
        """Check the invariants, and record what was played."""
        for frame in frames:
            if self.duel.state.changed != self.checked:
                self.checked = self.duel.state.changed
                invariants.check(self.duel.state)
                self._note_what_holds()
            for told in frame.events:
                if told.kind == "summoned" and told.card is not None:
                    self.tally.played[told.card.name, "arrives"] += 1

    def _note_what_holds(self) -> None:
        """Record each continuous rule of a card, once in each life of the card."""
        for active in chain.from_iterable(self.duel.active.values()):
            card, word = active.fx.card, active.rule.name.lower()
            if (card.id, card.incarnation, word) not in self.held:
                self.held.add((card.id, card.incarnation, word))
                self.tally.played[card.name, word] += 1


def _leaning(pool: Pool, seat: Seat, about: Facts, against: Facts) -> SeatPlan:
    """Return the plan of a seat whose deck is about one card, against a deck about another."""
    helping = {facts.name for facts in friends(pool, about)} | set(plan(against.name).foils)
    prey = frozenset(facts.name for facts in friends(pool, against))
    return SeatPlan(seat, about.name, frozenset(helping), prey)
