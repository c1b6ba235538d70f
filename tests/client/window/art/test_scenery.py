"""Drawn pictures differ: at the size of a hand card, a perceptual hash finds no two of an archetype alike."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from random import Random

import msgspec
import pygame
import pytest

from facedown_client.window.art.composition import SHAPES, archetype_of, compose
from facedown_client.window.art.scenery import scenery, shape_outline
from facedown_shared.cards.facts import Facts, bundled_pool

HAND_ART_SIZE = (84, 75)
"""The picture on a hand card in a window of 1280x720."""

SIDE_PX, KEPT_COUNT = 32, 8
"""Width and height of the grey picture that is hashed, and of the part of its spectrum that is kept."""

MAX_ALIKE_BITS = 10
"""Pictures are alike if at most this many of the 64 bits of their hashes differ."""

COSINES = [
    [math.cos(math.pi * k * (2 * n + 1) / (2 * SIDE_PX)) for n in range(SIDE_PX)] for k in range(KEPT_COUNT)
]


def perceptual_hash(picture: pygame.Surface) -> int:
    """Return the 64 bits of the lowest frequencies of a picture, each above the median or not (pHash)."""
    pixels = pygame.image.tobytes(pygame.transform.smoothscale(picture, (SIDE_PX, SIDE_PX)), "RGB")
    grey = [299 * pixels[at] + 587 * pixels[at + 1] + 114 * pixels[at + 2] for at in range(0, len(pixels), 3)]
    across = [
        [
            sum(map(float.__mul__, map(float, grey[SIDE_PX * row : SIDE_PX * (row + 1)]), wave))
            for wave in COSINES
        ]
        for row in range(SIDE_PX)
    ]
    found = [
        sum(across[row][column] * wave[row] for row in range(SIDE_PX))
        for wave in COSINES
        for column in range(KEPT_COUNT)
    ]
    median = sorted(found[1:])[len(found) // 2]
    return sum((value > median) << bit for bit, value in enumerate(found))


def pairs_alike(cards: Iterable[Facts]) -> list[tuple[str, str]]:
    """Return the pairs of one archetype that look alike at the size of a hand card."""
    families: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for facts in cards:
        families[archetype_of(facts)].append((perceptual_hash(scenery(facts, HAND_ART_SIZE)), facts.name))
    return [
        (one[1], other[1])
        for family in families.values()
        for one, other in combinations(family, 2)
        if (one[0] ^ other[0]).bit_count() <= MAX_ALIKE_BITS
    ]


def database(cards: int, archetypes: int, seed: int) -> list[Facts]:
    """Return made-up cards: those of an archetype share their Type and Attribute, as most do."""
    dice, made = Random(seed), list[Facts]()
    for code in dice.sample(range(10_000_000, 100_000_000), cards):
        archetype = dice.randrange(archetypes)
        house = Random(archetype)
        race = house.choice(("cyberse", "dragon", "warrior", "fiend", "machine", "fairy", "plant", "aqua"))
        attribute = house.choice(("fire", "dark", "light", "water", "wind", "earth"))
        name = f"Archetype {archetype} Member {code}"
        made.append(
            Facts(
                code=code, name=name, kinds=("monster", "effect"), race=race, attribute=attribute, level=4,
                archetypes=(archetype + 1,),
            )
        )  # fmt: skip
    return made


@pytest.mark.parametrize("seed", [1, 2])
def test_of_1000_cards_no_two_of_one_archetype_are_alike(seed: int) -> None:
    assert pairs_alike(database(1000, 100, seed)) == []


def test_our_own_cards_differ_even_as_one_archetype() -> None:
    assert pairs_alike(msgspec.structs.replace(facts, archetypes=(1,)) for facts in bundled_pool()) == []


def test_cards_of_an_archetype_share_the_shape_behind_their_emblem() -> None:
    cards = database(60, 6, 3)
    shapes = {(archetype_of(facts), compose(facts).shape) for facts in cards}
    assert len(shapes) == len({archetype for archetype, _ in shapes})
    assert len({shape for _, shape in shapes}) > 1
    part = msgspec.structs.replace(cards[0], archetypes=(cards[0].archetypes[0] | 0x2000,))
    assert compose(part).shape == compose(cards[0]).shape, "a part of an archetype is of the archetype"


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_surrounds_its_emblem(name: str) -> None:
    outline = shape_outline(name, (10.0, 20.0), 4.0)
    assert len(outline) > 2
    assert all(2.5 < math.hypot(x - 10.0, y - 20.0) < 6.5 for x, y in outline)
    assert min(x for x, _ in outline) < 7.5
    assert max(x for x, _ in outline) > 12.5
