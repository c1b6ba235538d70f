"""Many duels, each with a twin for every viewer class, and the figures of them all."""

from __future__ import annotations

from collections.abc import Collection

from facedown_server.table import RandomStreams
from facedown_shared.tables import CLASSES, FORMATS, Seat
from proofs.secrecy.compare import Difference, SecrecyFigures, compare
from proofs.secrecy.dealing import deal_other_truth, unread
from proofs.secrecy.first_run import Script, play
from proofs.secrecy.run_settings import MAX_ACTS, CoreTables, Way, random_table
from proofs.secrecy.twin_run import Twin
from proofs.secrecy.witness import Slot

EXAMPLE_MARGIN_S = 0.01
"""Seconds after a difference that the smallest example still plays."""


def check_numbered_duel(
    number: int, seed: int, most: int = MAX_ACTS, *, explain: bool = True, way: Way = "mixed",
    core: CoreTables | None = None, relays: int = 0, nodes: int = 0,
) -> SecrecyFigures:  # fmt: skip
    """Play one duel with a twin for each viewer class; return its figures. `explain`: search for the smallest
    example. `core`: what the tables of way "core" play by. `relays`: through so many, one behind the other,
    spectators watch. `nodes`: so many servers are one service, and the table changes hands.
    """
    script = play(random_table(number, seed, most, way, core, relays, nodes))
    figures = SecrecyFigures(duels=1, takeovers=script.takeovers, same=script.same)
    figures.complaints += script.differed
    for viewer in CLASSES:
        compared, difference = follow(script, viewer, _twin_end(script, viewer))
        figures.add(compared)
        if difference is not None:
            found = shrink_difference(script, viewer, difference) if explain else difference
            figures.complaints.append(found.words)
    return figures


def _twin_end(script: Script, viewer: Seat) -> float:
    """Return how long the twin follows: to the end, or only to a moment at which more was still hidden."""
    dice = RandomStreams(script.setting.secret + f"until {viewer}".encode())
    return script.end * (1.0 if dice.draw_below(2, "whole") else 0.2 + dice.draw_below(700, "part") / 1000)


def follow(
    script: Script, viewer: Seat, until: float, fixed: Collection[Slot] = ()
) -> tuple[SecrecyFigures, Difference | None]:
    """Play a twin for one viewer class and compare."""
    setting = script.setting
    dice = RandomStreams(setting.secret + f"redeal {viewer}".encode())
    rules = FORMATS[setting.settings.format]
    opened = script.opening_time(viewer) <= until
    deal = deal_other_truth(
        script.notes, setting.decks, viewer, until, rules, setting.pool, dice, fixed, opened,
        orders_itself=setting.core is not None,
    )  # fmt: skip
    twin = Twin(script, deal, viewer, until)
    twin.play()
    return compare(script, twin, viewer)


def shrink_difference(script: Script, viewer: Seat, found: Difference) -> Difference:
    """Return the same difference with as few hidden cards dealt again as a few attempts can find."""
    until = found.time + EXAMPLE_MARGIN_S
    hidden = unread(script.notes, viewer, until)
    fixed: list[Slot] = []
    size = len(hidden)
    while size > 1:
        size = (size + 1) // 2
        for start in range(0, len(hidden), size):
            part = [slot for slot in hidden[start : start + size] if slot not in fixed]
            if not part:
                continue
            _, difference = follow(script, viewer, until, [*fixed, *part])
            if difference is not None:
                found, fixed = difference, [*fixed, *part]
        if size < len(hidden) // 16:
            break
    return found
