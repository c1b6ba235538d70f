"""`facedown-server prove rules`: random legal duels with random legal decks, every operation checked.

It ends with one line of figures; anything wrong in them makes the exit code 1.
"""

from __future__ import annotations

import os
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from server.duel.engine import Duel
from server.duel.library import library
from server.prove import invariants
from server.prove.decks import random_deck
from server.prove.play import MOST_ROWS, choose
from server.referee import Setup
from server.table.fate import Fate
from server.table.state import Truth
from shared.cards import bundled
from shared.errors import Illegal
from shared.formats import FORMATS

ENOUGH = 20
"""How often each card's effect must have resolved to count as played."""

UNREACHABLE = {"Gryphon Wing": "it answers one card only, and that is not in the pool"}
"""Cards whose effect cannot resolve with the bundled cards, and why."""

VERBS = frozenset(
    "activate attack change_position choose direct done flip_summon material no number pass pendulum_summon "
    "phase position set special_summon summon tribute word yes zone".split()
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
    resolved: Counter[str] = field(default_factory=Counter)
    verbs: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    checked: int = -1
    """The state's last change that the invariants were checked after."""

    def add(self, other: Tally) -> None:
        """Take in what came of other duels."""
        for name in ("duels", "prompts", "violations", "refusals", "exceptions", "unfinished"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.resolved.update(other.resolved)
        self.verbs |= other.verbs
        self.complaints += other.complaints

    def line(self, names: frozenset[str]) -> str:
        """The last line."""
        played = sum(self.resolved[name] >= ENOUGH for name in sorted(names))
        return (
            f"duels {self.duels}, prompts {self.prompts}, violations {self.violations}, "
            f"refusals {self.refusals}, exceptions {self.exceptions}, unfinished {self.unfinished}, "
            f"cards resolved {ENOUGH} times {played} of {len(names)}, "
            f"kinds of option {len(self.verbs & VERBS)} of {len(VERBS)}"
        )

    def is_clean(self, names: frozenset[str]) -> bool:
        """Whether nothing is wrong and everything was played."""
        wrong = self.violations + self.refusals + self.exceptions + self.unfinished
        return not wrong and all(self.resolved[name] >= ENOUGH for name in names)


def prove(duels: int, seed: int, workers: int = 0) -> Iterator[Tally]:
    """Play the duels side by side; a tally for each."""
    with ProcessPoolExecutor(workers or os.cpu_count() or 1) as pool:
        yield from pool.map(partial(one_duel, seed=seed), range(duels), chunksize=4)


def scripted_names() -> frozenset[str]:
    """The cards that have something to resolve."""
    pool = bundled()
    return frozenset(pool[code].name for code in library(pool)) - frozenset(UNREACHABLE)


def one_duel(number: int, seed: int) -> Tally:
    """One random duel with two random decks; whatever goes wrong is counted, with a complaint in words."""
    secret = f"{seed}:{number}".encode().ljust(32, b".")
    format_name = ("master", "master", "classic")[number % 3]
    pool = bundled()
    abouts = [pool.named(name) for name in sorted(scripted_names())]
    decks = (
        random_deck(pool, format_name, secret + b"0", abouts[number % len(abouts)]),
        random_deck(
            pool, format_name, secret + b"1", abouts[(number // len(abouts) * 7 + number) % len(abouts)]
        ),
    )
    tally = Tally(duels=1)
    duel = Duel(FORMATS[format_name], pool)
    try:
        _play(duel, Setup(format_name, decks, number % 2), secret, tally)
    except invariants.Broken as broken:
        tally.violations += 1
        tally.complaints.append(f"duel {number}: {broken}")
    except Exception:
        tally.exceptions += 1
        tally.complaints.append(f"duel {number}: {traceback.format_exc(limit=-4)}")
    return tally


def _play(duel: Duel, setup: Setup, secret: bytes, tally: Tally) -> None:
    dice = Fate(secret + b"dice")
    _take(duel, duel.start(setup, Fate(secret)), tally)
    rows = 0
    while duel.result() is None:
        if rows == MOST_ROWS:
            tally.unfinished += 1
            return
        ask = duel.asks()[0]
        tally.verbs.update(option.verb for _, option in ask.options)
        act, _ = choose(ask, dice, 20)
        try:
            duel.check(act)
        except Illegal as refusal:
            tally.refusals += 1
            tally.complaints.append(f"{act.body} was offered and refused: {refusal}")
            return
        tally.prompts += 1
        rows += 1
        _take(duel, duel.apply(act), tally)


def _take(duel: Duel, frames: Iterator[object], tally: Tally) -> None:
    for frame in frames:
        if duel.state.changed != tally.checked:
            tally.checked = duel.state.changed
            invariants.check(duel)
        for told in getattr(frame, "happenings", ()):
            _count(told, tally)


def _count(told: Truth, tally: Tally) -> None:
    """An effect resolved, or a card without one of its own came face-up onto the field."""
    if told.card is None:
        return
    arrived = told.kind in ("summoned", "flip") or (told.kind == "move" and told.card.on_field)
    if told.kind == "resolving" or (arrived and told.card.face_up):
        tally.resolved[told.card.name] += 1
