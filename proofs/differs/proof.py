"""Random boards and whole duels on our rules and on EDOPro's core: the same decisions, compared at each.

The first difference ends a duel. Differences are sorted by cause: what differs, and of which card. Choices
that docs/reference/differences.md gives reasons for are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from facedown_server.games.duel.library import library
from facedown_server.table import RandomStreams, StartingPosition, StartingSide
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import FORMATS
from proofs.core.engines import at_hand
from proofs.differs.comparing import Cause, Disagreement
from proofs.differs.guided_duel import FORMAT, DuelAction, OpenDecision
from proofs.differs.paired_duel import ComparisonResult, StopCondition, TwiceDuel
from proofs.figures import Figures
from proofs.rules.boards import random_position
from proofs.rules.decks import random_deck

ON_A_BOARD, IN_A_DUEL = StopCondition(40, 5), StopCondition(1_000, 200)
MIN_EQUAL_PERCENT = 99.5
BATTLE, END = DuelAction("phase", 0, "battle"), DuelAction("phase", 0, "end")
PASS_INTERVAL_COUNT = 3
"""One in so many decisions is passed."""


@dataclass
class DiffersFigures(Figures):
    """Figures of some duels."""

    alike: int = 0
    decisions: int = 0
    over: int = 0
    """Duels that stayed alike up to the end of the duel."""
    chance: int = 0
    """Duels that were abandoned at a coin, a die or a random discard: each side throws its own."""
    causes: Counter[Cause] = field(default_factory=Counter)
    documented: Counter[str] = field(default_factory=Counter)
    """Differences that have a reason, by the row of docs/reference/differences.md that gives it."""
    examples: list[tuple[Cause, str]] = field(default_factory=list)
    """(cause, which duel) of each other difference; with details they are complaints as well, which are
    printed at once."""

    @property
    def share(self) -> float:
        """Return how many of a hundred duels are alike, or have a reason not to be."""
        return 100 * (self.alike + self.documented.total()) / max(1, self.duels)

    @property
    def is_alike(self) -> bool:
        """Whether the share is high enough."""
        return self.share >= MIN_EQUAL_PERCENT

    def line(self, what: str) -> str:
        """Return the last line."""
        documented = self.documented.total()
        return (
            f"{what} {self.duels}, decisions {self.decisions}, alike {self.alike} ({self.over} of them to "
            f"the end of the duel, {self.chance} up to a throw), documented {documented}, other "
            f"{self.duels - self.alike - documented}: {self.share:.2f} % alike beyond what is documented"
        )


def make_duel(which: str, folder: Path | None) -> tuple[TwiceDuel, Callable[[], ComparisonResult]]:
    """Return a duel by its name ("board:1:17": of seed 1 number 17), and the function that plays it."""
    kind, seed, number = which.split(":")
    secret = f"differs:{seed}:{number}".encode().ljust(32, b".")
    dice = RandomStreams(secret + b"dice")
    if kind == "board":
        position, limits = _board(secret), ON_A_BOARD
    else:
        position, limits = _random_opening(secret, int(number) % 2), IN_A_DUEL
    duel = TwiceDuel(position, f"{seed}:{number}", at_hand(folder))
    return duel, lambda: duel.run(lambda found: choose_action(found, dice), limits)


def _board(secret: bytes) -> StartingPosition:
    return random_position(bundled_pool(), FORMAT, library(bundled_pool()), RandomStreams(secret + b"board"))


def _random_opening(secret: bytes, first: int) -> StartingPosition:
    """Return a whole duel: two random decks, five cards in each hand."""
    rules, sides = FORMATS[FORMAT], []
    for seat in (b"0", b"1"):
        deck = random_deck(bundled_pool(), FORMAT, secret + seat)
        order = RandomStreams(secret + seat + b"order").order(len(deck.main), "deck")
        cards = tuple(deck.main[at] for at in order)
        hand = rules.opening_hand
        sides.append(StartingSide(rules.life, cards[:hand], cards[hand:], tuple(deck.extra)))
    return StartingPosition((sides[0], sides[1]), first)


def choose_action(found: OpenDecision, dice: RandomStreams) -> DuelAction | None:
    """Return the next action: one in so many decisions is passed; a player who can go to battle then mostly
    does.
    """
    deeds = sorted(deed for deed in found.deeds if deed != END)
    if deeds and dice.draw_below(PASS_INTERVAL_COUNT, "pass"):
        return deeds[dice.draw_below(len(deeds), "deed")]
    return BATTLE if BATTLE in found.deeds and dice.draw_below(PASS_INTERVAL_COUNT, "battle") else None


def play_numbered(number: int, kind: str, seed: int, folder: Path | None, *, details: bool) -> DiffersFigures:
    """Play one "board" or "duel"; return its figures."""
    figures, which = DiffersFigures(duels=1), f"{kind}:{seed}:{number}"
    duel, play = make_duel(which, folder)
    try:
        ending = play()
    except Exception as error:  # a fault of either side is a difference, and the other duels go on
        ending = ComparisonResult(Disagreement(("fault", type(error).__name__), str(error)[:200], None, None))
    figures.decisions, figures.chance, figures.over = len(duel.done), int(ending.thrown), int(ending.over)
    if ending.found is None:
        figures.alike += 1
    elif ending.reason:
        figures.documented[ending.reason] += 1
    else:
        figures.causes[ending.found.cause] += 1
        figures.examples.append((ending.found.cause, which))
        if details:
            figures.complaints.append(f"{which}, {': '.join(ending.found.cause)}: {ending.found.what}")
    return figures
