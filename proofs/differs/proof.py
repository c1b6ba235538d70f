"""Random boards on our rules and on EDOPro's core: the same decisions, compared at each of them.

The first difference ends a board. Differences are sorted by cause: what differs, and of which card. Choices
that docs/differences.md gives reasons for are counted apart.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from proofs.core.engines import Here, at_hand
from proofs.differs.led_duel import Deed, LedDuel, Open, stands
from proofs.figures import Figures
from proofs.rules.boards import random_position
from server.duel import starting_position
from server.duel.engine import DuelReferee
from server.duel.library import library
from server.duel.starting_position import StartingPosition, StartingSide
from server.edopro.referee import CoreReferee
from server.scenarios.words import word
from server.table.random_streams import FixedStreams, RandomStreams
from shared.cards.facts import bundled
from shared.formats import FORMATS

FORMAT = "MR5"
DECISIONS, TURNS = 40, 5
ENOUGH = 99.5
PASSES = 3
"""One in so many decisions is let pass."""

DOCUMENTED: dict[tuple[str, str], str] = {
    ("deck", "order"): "Cards that come to a Deck or Graveyard together",
}
"""Causes that docs/differences.md gives reasons for, with its row."""


@dataclass
class DiffersFigures(Figures):
    """What came of some boards."""

    alike: int = 0
    decisions: int = 0
    chance: int = 0
    """Boards that were left because a coin, a die or a random discard came: each side throws its own."""
    causes: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: list[tuple[tuple[str, str], int, str]] = field(default_factory=list)
    """(cause, number of the board, what differed) of each difference."""

    @property
    def documented(self) -> int:
        """Boards whose difference has a reason."""
        return sum(count for cause, count in self.causes.items() if cause in DOCUMENTED)

    @property
    def share(self) -> float:
        """How many of a hundred boards are alike, or have a reason not to be."""
        return 100 * (self.alike + self.documented) / max(1, self.duels)

    @property
    def is_alike(self) -> bool:
        """Whether it is enough."""
        return self.share >= ENOUGH

    def line(self) -> str:
        """The last line."""
        documented = self.documented
        return (
            f"boards {self.duels}, decisions {self.decisions}, alike {self.alike} ({self.chance} of them up "
            f"to a throw), documented {documented}, other {self.duels - self.alike - documented}: "
            f"{self.share:.1f} % alike beyond what is documented"
        )


class TwiceBoard:
    """One board on both sides."""

    def __init__(self, number: int, seed: int, folder: Path | None) -> None:
        secret = f"differs:{seed}:{number}".encode().ljust(32, b".")
        self._dice, self._folder = RandomStreams(secret + b"dice"), folder
        self._salt = f"{seed}:{number}"
        self._secret = secret
        self.position = random_position(
            bundled(), FORMAT, library(bundled()), RandomStreams(secret + b"board")
        )
        self.done: list[tuple[int, Deed | None]] = []

    def run(self, figures: DiffersFigures) -> tuple[tuple[str, str], str] | None:
        """To the first difference: its cause, and what differs; None where both stayed alike."""
        ours, theirs = self._begin()
        for _ in range(DECISIONS):
            one, other = ours.go_on(), theirs.go_on()
            if ours.thrown or theirs.thrown:
                figures.chance += 1
                return None
            found = self._compare(ours, theirs, one, other)
            if found is not None or one is None or ours.state.turn >= TURNS:
                return found
            figures.decisions += 1
            deeds = sorted(one.deeds)
            go = deeds and self._dice.below(PASSES, "pass")
            deed = deeds[self._dice.below(len(deeds), "deed")] if go else None
            self.done.append((one.seat, deed))
            ours.do(deed)
            theirs.do(deed)
        return None

    def _begin(self) -> tuple[LedDuel, LedDuel]:
        core = at_hand(self._folder)
        ruled = DuelReferee(FORMATS[FORMAT], bundled(), library(bundled()))
        played = CoreReferee(FORMATS[FORMAT], bundled(), Here(core))
        ours, theirs = LedDuel(ruled, self._salt), LedDuel(played, self._salt)
        ours.take(starting_position.begin(ruled, self.position, FixedStreams({"coin": [], "die": []})))
        theirs.take(played.start_at(self.position, RandomStreams(self._secret)))
        return ours, theirs

    def _compare(
        self, ours: LedDuel, theirs: LedDuel, one: Open | None, other: Open | None
    ) -> tuple[tuple[str, str], str] | None:  # fmt: skip
        last = next((deed for _, deed in reversed(self.done) if deed is not None), None)
        after = _name(last.code) if last is not None else "the start"
        if one is None or other is None:
            ends = ours.referee.result(), theirs.referee.result()
            if one is other and (ends[0] and ends[0].winner) == (ends[1] and ends[1].winner):
                return None
            return ("end", after), f"ours {one or ends[0]}, theirs {other or ends[1]}"
        if (one.what, one.seat) != (other.what, other.seat):
            whose = one if one.what == "window" else other
            named = ", ".join(sorted({_name(deed.code) for deed in whose.deeds}))
            side = "ours" if whose is one else "theirs"
            return (f"a window only of {side}", named), f"after {after}: ours {one}, theirs {other}"
        if one.deeds != other.deeds:
            only = min(one.deeds ^ other.deeds)
            side = "ours" if only in one.deeds else "theirs"
            return (f"{only.verb} only of {side}", _name(only.code)), f"{one.what} after {after}: {only}"
        return self._states(stands(ours.state), stands(theirs.state), after)

    @staticmethod
    def _states(
        ours: dict[str, Any], theirs: dict[str, Any], after: str
    ) -> tuple[tuple[str, str], str] | None:
        for what in sorted(ours.keys() | theirs.keys()):
            one, other = ours.get(what), theirs.get(what)
            if one != other:
                kind = what.partition(" ")[0]
                same = kind == "deck" and sorted(one or ()) == sorted(other or ())
                cause = (kind, "order") if same else (kind, after)
                return cause, f"{what}: ours {one}, theirs {other}"
        return None


def one_board(number: int, seed: int, folder: Path | None) -> DiffersFigures:
    """What comes of one board."""
    figures = DiffersFigures(duels=1)
    board = TwiceBoard(number, seed, folder)
    try:
        found = board.run(figures)
    except Exception as error:  # a fault of either side is a difference, and the other boards go on
        found = ("fault", type(error).__name__), str(error)[:200]
    if found is None:
        figures.alike += 1
    else:
        cause, what = found
        figures.causes[cause] += 1
        figures.examples.append((cause, number, what))
    return figures


def write(folder: Path, figures: DiffersFigures, seed: int, core: Path | None) -> None:
    """A scenario file for the shortest board of each cause: its start and decisions. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for cause in figures.causes:
        boards = [TwiceBoard(number, seed, core) for one, number, _ in figures.examples if one == cause][:5]
        for board in boards:
            with suppress(Exception):  # a fault was counted before; what was decided up to it is kept
                board.run(DiffersFigures())
        shortest = min(boards, key=lambda board: len(board.done))
        name = "-".join("".join(c if c.isalnum() else "-" for c in part.lower()) for part in cause)
        text = msgspec.json.format(msgspec.json.encode(_scenario(shortest, name[:80])))
        (folder / f"{name[:80]}.json").write_bytes(text)


def _scenario(board: TwiceBoard, name: str) -> dict[str, Any]:
    position = board.position
    verbs = {"summon": "normal_summon", "attack": "attack"}
    decisions = [
        {"do": verbs.get(deed.verb, deed.verb), "player": seat, "with" if deed.verb == "attack" else "card":
         deed.code}
        for seat, deed in board.done if deed is not None
    ]  # fmt: skip
    return {
        "id": name, "ruleset": FORMAT, "first": position.first,
        "start": {"lp": [side.life for side in position.sides], "players": _halves(position)},
        "decisions": decisions,
    }  # fmt: skip


def _halves(position: StartingPosition) -> list[dict[str, Any]]:
    return [_half(seat, side) for seat, side in enumerate(position.sides)]


def _half(seat: int, side: StartingSide) -> dict[str, Any]:
    lies = {"attack": "atk", "defense": "def", "set": "set"}
    return {
        "hand": side.hand, "deck": side.deck, "extra": side.extra_deck, "gy": side.graveyard,
        "banished": side.banished,
        "field": [
            {"zone": word(card.place, seat), "card": card.code, "pos": lies[card.position]}
            for card in side.field
        ],
    }  # fmt: skip


def _name(code: int) -> str:
    facts = bundled().get(code)
    return facts.name if facts is not None else str(code)
