"""Random legal duels, the same for the same seed, with everything each viewer class was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from proofs import entitled
from server.duel.engine import Duel
from server.referee import Act, Back, Choice, Frame, SeatPrompt, Setup
from server.table import sight
from server.table.random_streams import RandomStreams
from shared.cards.decks import Deck
from shared.cards.facts import Pool
from shared.formats import FORMATS
from shared.protocol.messages import Option
from shared.view import View, VisibleEvent
from shared.zones import CLASSES, Seat

MOST_ROWS = 4_000
"""Acts after which a random duel counts as unfinished."""

Shown = tuple[View, tuple[VisibleEvent, ...]]


@dataclass(frozen=True, slots=True)
class Row:
    """One act, and how its chosen options looked to the seat that chose them."""

    act: Act
    seen: tuple[Option, ...] = ()


@dataclass
class Run:
    """A duel that was played: its rows, and for each viewer class the frames that changed something."""

    duel: Duel
    setup: Setup
    rows: list[Row] = field(default_factory=list)
    watched: bool = True
    """Whether anybody is shown anything: a run for its log alone is quicker without."""
    shown: dict[Seat, list[Shown]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    read: dict[Seat, set[int]] = field(default_factory=lambda: {viewer: set() for viewer in CLASSES})
    """Physical cards each class was ever entitled to read, judged apart from sight."""

    def take(self, frames: Iterator[Frame], check: Callable[[Duel], None] | None = None) -> None:
        """Show every frame to every class, as a room does."""
        for frame in frames:
            if check is not None:
                check(self.duel)
            for viewer in CLASSES if self.watched else ():
                self._show(frame, viewer)

    def _show(self, frame: Frame, viewer: Seat) -> None:
        view = sight.view(self.duel.state, viewer)
        cuts = tuple(cut for told in frame.events if (cut := sight.redact(told, viewer)) is not None)
        self.read[viewer].update(entitled.now(self.duel.state, viewer))
        self.read[viewer].update(entitled.by(frame.events, viewer))
        before = self.shown[viewer]
        if cuts or not before or before[-1][0] != view:
            before.append((view, cuts))


def play(
    setup: Setup,
    pool: Pool,
    secret: bytes,
    *,
    check: Callable[[Duel], None] | None = None,
    most: int = MOST_ROWS,
    backs: int = 20,
    watched: bool = True,
) -> Run:
    """Play one random legal duel, never stopping within a declaration. One in `backs` takes a choice back."""
    duel = Duel(FORMATS[setup.format], pool)
    run, dice = Run(duel, setup, watched=watched), RandomStreams(secret + b"dice")
    run.take(duel.start(setup, RandomStreams(secret)), check)
    while duel.result() is None:
        ask = duel.prompts()[0]
        if len(run.rows) >= most and not ask.back:
            break
        act, seen = choose(ask, dice, backs)
        duel.check(act)
        run.rows.append(Row(act, seen))
        run.take(duel.apply(act), check)
    return run


def choose(
    ask: SeatPrompt, dice: RandomStreams, backs: int, weights: Sequence[int] = ()
) -> tuple[Act, tuple[Option, ...]]:
    """A random allowed answer to a prompt, and how it looked; by the options' `weights`, if there are any."""
    if ask.back and dice.below(backs, "back") == 0:
        return Act(ask.seat, Back()), ()
    options = ask.options
    most = min(ask.most, len(options))
    count = ask.least + dice.below(most - ask.least + 1, "count") if most > ask.least else most
    order = _drawn(weights, count, dice) if weights else dice.order(len(options), "pick")[:count]
    picked = [options[index] for index in order]
    return Act(ask.seat, Choice(tuple(key for key, _ in picked))), tuple(option for _, option in picked)


def _drawn(weights: Sequence[int], count: int, dice: RandomStreams) -> list[int]:
    """Places drawn one after another, each as likely as its weight."""
    left = list(enumerate(weights))
    drawn = []
    for _ in range(count):
        throw = dice.below(sum(weight for _, weight in left), "pick")
        at = next(at for at, upto in enumerate(accumulate(weight for _, weight in left)) if throw < upto)
        drawn.append(left.pop(at)[0])
    return drawn


def again(run: Run, secret: bytes) -> bytes:
    """Run the log of a duel again; its digest."""
    duel = Duel(FORMATS[run.setup.format], run.duel.pool)
    for _ in duel.start(run.setup, RandomStreams(secret)):
        pass
    for row in run.rows:
        duel.check(row.act)
        for _ in duel.apply(row.act):
            pass
    return duel.digest()


def random_setup(pool: Pool, decks: Sequence[Deck], format_name: str, secret: bytes) -> Setup:
    """Two of these decks and a starting player, by the secret."""
    dice = RandomStreams(secret + b"setup")
    pair = decks[dice.below(len(decks), "deck")], decks[dice.below(len(decks), "deck")]
    return Setup(format_name, pair, dice.below(2, "first"))
