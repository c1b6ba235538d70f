"""Composition of a card's picture: what its sky, ground and emblems do, chosen by archetype and passcode.

Cards of an archetype share the shape behind their emblem and its hue. All else differs from card to card, in
large areas of light and dark, so that two cards of an archetype differ at the size of a hand card too.

Lengths are shares: 0, 0 is the upper left corner of the picture and 1, 1 the lower right one.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from facedown_shared.cards.facts import Facts

SKIES = ("dusk", "dawn", "left", "right", "halo", "hollow", "bend", "bend_back", "band", "column")
GROUNDS = (
    "ridges", "sea", "towers", "rays", "pines", "arch", "pillars", "stairs", "slope", "canopy", "dunes",
    "floor", "shards", "clouds", "rings", "bare",
)  # fmt: skip
SHAPES = (
    "disc", "diamond", "hexagon", "shield", "square", "octagon", "star", "cross", "drop", "triangle",
    "gate", "burst",
)  # fmt: skip
"""Shapes behind an emblem, one for each archetype."""

VEILS: tuple[tuple[tuple[float, float], ...], ...] = (
    (), ((0, 0), (0.5, 0), (0.5, 1), (0, 1)), ((0, 0), (1, 0), (1, 0.5), (0, 0.5)),
    ((0, 0.5), (1, 0.5), (1, 1), (0, 1)), ((0, 0), (1, 0), (0, 1)), ((1, 0), (1, 1), (0, 1)),
    ((0, 0), (1, 0), (1, 1)), ((0, 0), (1, 1), (0, 1)), ((0.33, 0), (0.67, 0), (0.67, 1), (0.33, 1)),
    ((0, 0), (0.5, 0.5), (0, 1)), ((0, 0), (1, 0), (0.5, 0.6)), ((0, 1), (1, 1), (0.5, 0.4)),
)  # fmt: skip
"""Outlines of the part of a picture that is brighter or darker than the rest."""

HUE_SHIFTS = (-0.25, -0.16, -0.08, 0.0, 0.08, 0.16, 0.25)
"""Hue differences between sky and emblem, in turns of the colour wheel."""

ARCHETYPE_BITS = 0xFFF
"""Bits of a set code that name an archetype; the others name a part of one."""


class Pose(NamedTuple):
    """Place of an emblem: its centre, its size, and the angle by which it leans, in radians."""

    x: float = 0.5
    y: float = 0.5
    size: float = 1.0
    turn: float = 0.0
    mirrored: bool = False
    is_second: bool = False
    """Whether the card's second emblem stands here."""


ARRANGEMENTS: tuple[tuple[Pose, ...], ...] = (
    (Pose(),),
    (Pose(size=1.3),),
    (Pose(0.34, 0.5, 1.05), Pose(0.8, 0.28, 0.42, is_second=True)),
    (Pose(0.66, 0.5, 1.05), Pose(0.2, 0.28, 0.42, is_second=True)),
    (Pose(0.36, 0.58, 0.95), Pose(0.78, 0.36, 0.6)),
    (Pose(0.64, 0.58, 0.95), Pose(0.22, 0.36, 0.6)),
    (Pose(0.3, 0.5, 0.72), Pose(0.7, 0.5, 0.72, mirrored=True)),
    (Pose(0.5, 0.34, 0.66), Pose(0.26, 0.66, 0.66), Pose(0.74, 0.66, 0.66)),
    (Pose(0.5, 0.66, 0.66), Pose(0.26, 0.34, 0.66), Pose(0.74, 0.34, 0.66)),
    (Pose(0.5, 0.5, 0.85), Pose(0.14, 0.74, 0.4, is_second=True), Pose(0.86, 0.74, 0.4, is_second=True)),
    (Pose(0.5, 0.5, 0.85), Pose(0.14, 0.26, 0.4, is_second=True), Pose(0.86, 0.26, 0.4, is_second=True)),
    (Pose(0.24, 0.7, 0.5), Pose(0.46, 0.5, 0.62), Pose(0.74, 0.34, 0.74)),
    (Pose(0.76, 0.7, 0.5), Pose(0.54, 0.5, 0.62), Pose(0.26, 0.34, 0.74)),
    (Pose(0.5, 0.54, 1.4),),
    (Pose(0.36, 0.56, 1.3),),
    (Pose(0.64, 0.56, 1.3),),
    (Pose(0.5, 0.42, 0.7), Pose(0.5, 0.86, 0.7, mirrored=True)),
    (Pose(0.5, 0.5, 0.78, turn=0.5), Pose(0.2, 0.2, 0.34), Pose(0.8, 0.2, 0.34), Pose(0.2, 0.8, 0.34),
     Pose(0.8, 0.8, 0.34)),
)  # fmt: skip
"""Places of the emblems of one picture, the most important first."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Choices of one picture."""

    sky: str
    sky_centre: tuple[float, float]
    is_sky_bright: bool
    hue_shift: float
    ground: str
    is_ground_bright: bool
    horizon: float
    mirrored: bool
    moon: tuple[float, float, float] | None
    """Centre and radius of a sun or moon."""
    veil: tuple[tuple[float, float], ...]
    is_veil_bright: bool
    poses: tuple[Pose, ...]
    shape: str
    """Shape behind the first emblem; "" for none."""
    is_shape_bright: bool
    shape_size: float
    shape_hue_shift: float


def archetype_of(facts: Facts) -> int:
    """Return the archetype of a card, its first one; 0 for none."""
    return facts.archetypes[0] & ARCHETYPE_BITS if facts.archetypes else 0


def compose(facts: Facts) -> Composition:
    """Return the composition of a card's picture."""
    dice, archetype = Random(f"picture-{facts.code}"), archetype_of(facts)
    house = Random(f"archetype-{archetype}")
    shape, shape_hue_shift = house.choice(SHAPES), house.choice(HUE_SHIFTS)
    lean, flips = dice.uniform(-0.35, 0.35), dice.random() < 0.5
    right, down = dice.uniform(-0.1, 0.1), dice.uniform(-0.1, 0.1)
    poses = tuple(
        pose._replace(
            x=pose.x + right, y=pose.y + down, turn=pose.turn + lean, mirrored=pose.mirrored != flips
        )
        for pose in dice.choice(ARRANGEMENTS)
    )
    return Composition(
        sky=dice.choice(SKIES),
        sky_centre=(dice.uniform(0.1, 0.9), dice.uniform(0.1, 0.8)),
        is_sky_bright=dice.random() < 0.5,
        hue_shift=dice.choice(HUE_SHIFTS),
        ground=dice.choice(GROUNDS),
        is_ground_bright=dice.random() < 0.4,
        horizon=dice.uniform(0.5, 0.8),
        mirrored=dice.random() < 0.5,
        moon=(dice.choice((0.16, 0.5, 0.84)), dice.uniform(0.12, 0.4), dice.uniform(0.12, 0.3))
        if dice.random() < 0.5
        else None,
        veil=dice.choice(VEILS),
        is_veil_bright=dice.random() < 0.5,
        poses=poses,
        shape=shape if archetype or dice.random() < 0.4 else "",
        is_shape_bright=dice.random() < 0.5,
        shape_size=dice.uniform(1.0, 1.35),
        shape_hue_shift=shape_hue_shift,
    )
