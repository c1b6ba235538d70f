"""Many duels, each with a twin for every viewer class, and the figures of them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from proofs.figures import Figures
from proofs.secrecy.compare import Compared, compare
from proofs.secrecy.dealing import deal_anew, unread
from proofs.secrecy.emitted import ELSEWHERE, LISTED
from proofs.secrecy.first import Script, play
from proofs.secrecy.setting import MOST_ACTS, Way, random_table
from proofs.secrecy.twin import Twin
from proofs.secrecy.witness import Slot
from server.table.random_streams import RandomStreams
from shared.formats import FORMATS
from shared.zones import CLASSES, Seat

MARGIN = 0.01
"""Seconds after a difference that the smallest example still plays."""


@dataclass
class SecrecyFigures(Figures):
    """What came of some duels."""

    twins: int = 0
    empty: int = 0
    """Twins whose truth came out equal: they count for nothing."""
    short: int = 0
    """Twins that were alike only until somebody could not do what they did."""
    frames: int = 0
    size: int = 0
    seconds: float = 0.0
    hidden: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)

    def take(self, compared: Compared, *, short: bool) -> None:
        """Take in one twin."""
        if not compared.counts:
            self.empty += 1
            return
        self.twins += 1
        self.short += short
        self.frames += compared.frames
        self.size += compared.size
        self.seconds += compared.seconds
        self.hidden.update(compared.hidden)
        self.names.update(compared.names)

    @property
    def is_clean(self) -> bool:
        """Whether nothing could be told apart, enough was compared, and all of it is listed."""
        return not self.complaints and self.twins > self.empty and not self.unlisted

    @property
    def unlisted(self) -> list[str]:
        """What was sent and stands on no list."""
        return sorted(set(self.names) - LISTED)

    @property
    def unseen(self) -> list[str]:
        """What is on the list and was never sent, though it could have been."""
        return sorted(LISTED - set(self.names) - set(ELSEWHERE))

    def __str__(self) -> str:
        hidden = ", ".join(f"{name} {count}" for name, count in sorted(self.hidden.items()))
        unlisted = f"sent and not listed: {', '.join(self.unlisted)}\n" if self.unlisted else ""
        return (
            f"{unlisted}listed and never sent here: {', '.join(self.unseen) or 'nothing'}\n"
            f"twins in which other cards lay hidden: {hidden}\n"
            f"twins of an equal truth, not counted: {self.empty}; alike only for a part: {self.short}\n"
            f"duels {self.duels}, twins {self.twins}, frames {self.frames}, bytes {self.size}, "
            f"differences {len(self.complaints)}"
        )


def one_duel(
    number: int, seed: int, most: int = MOST_ACTS, *, explain: bool = True, way: Way = "mixed"
) -> SecrecyFigures:
    """One duel with a twin for each viewer class; its figures. `explain`: look for the smallest example."""
    figures = SecrecyFigures(duels=1)
    script = play(random_table(number, seed, most, way))
    for viewer in CLASSES:
        until = _until(script, viewer)
        twin, compared = follow(script, viewer, until)
        figures.take(compared, short=twin.cut < until)
        if compared.difference is not None:
            found = smallest(script, viewer, compared) if explain else compared
            figures.complaints.append(str(found.difference))
    return figures


def _until(script: Script, viewer: Seat) -> float:
    """How long the twin follows: to the end, or only so far that more was hidden still."""
    dice = RandomStreams(script.setting.secret + f"until {viewer}".encode())
    return script.end * (1.0 if dice.below(2, "whole") else 0.2 + dice.below(700, "part") / 1000)


def follow(script: Script, viewer: Seat, until: float, kept: Collection[Slot] = ()) -> tuple[Twin, Compared]:
    """Play a twin for one viewer class and compare."""
    setting = script.setting
    dice = RandomStreams(setting.secret + f"redeal {viewer}".encode())
    rules = FORMATS[setting.settings.format]
    opened = script.opened(viewer) <= until
    deal = deal_anew(script.notes, setting.decks, viewer, until, rules, setting.pool, dice, kept, opened)
    twin = Twin(script, deal, viewer, until)
    twin.play()
    return twin, compare(script, twin, viewer)


def smallest(script: Script, viewer: Seat, found: Compared) -> Compared:
    """The same difference with as few hidden cards dealt anew as a few tries can make it."""
    assert found.difference is not None, "there is something to explain"
    until = found.difference.time + MARGIN
    hidden = unread(script.notes, viewer, until)
    kept: list[Slot] = []
    size = len(hidden)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(hidden), size):
            part = [slot for slot in hidden[start : start + size] if slot not in kept]
            if not part:
                continue
            compared = follow(script, viewer, until, [*kept, *part])[1]
            if compared.difference is not None:
                found, kept = compared, [*kept, *part]
        if size < len(hidden) // 16:
            break
    return found
