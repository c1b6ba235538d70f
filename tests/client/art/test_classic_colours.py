"""Format classic: the colour of each kind of card, as the starter-deck rulebook names them."""

from __future__ import annotations

import colorsys

import pytest

from client.art.tints import FRAMES, frame_kind
from shared.cards import bundled
from tests.rules import rule


@rule("CLS-CARD-14")
@pytest.mark.parametrize(
    ("name", "kind", "hues"),
    [
        ("Dark Magician", "normal", (40, 60)),
        ("Sangan", "effect", (15, 35)),
        ("Flame Swordsman", "fusion", (260, 285)),
        ("Black Luster Soldier", "ritual", (205, 235)),
        ("Pot of Greed", "spell", (140, 175)),
        ("Trap Hole", "trap", (300, 335)),
    ],
)
def test_the_frame_has_the_colour_of_its_kind(name: str, kind: str, hues: tuple[int, int]) -> None:
    facts = bundled().named(name)
    assert facts is not None
    assert frame_kind(facts) == kind
    red, green, blue = FRAMES[kind].high
    hue = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0] * 360
    assert hues[0] <= hue <= hues[1]
