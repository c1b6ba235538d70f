"""Format classic: colours, stars and icons of cards, as the starter-deck rulebook names them."""

from __future__ import annotations

import colorsys

import pygame
import pytest

from facedown_client.window.art import drawing
from facedown_client.window.art.emblems import EMBLEMS, subtype
from facedown_client.window.art.tints import FRAMES, frame_kind
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.text.printed_words import printed_word
from tests.client.screens import surface
from tests.rules import rule

__all__ = ["surface"]


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
    facts = bundled_pool().find_named(name)
    assert facts is not None
    assert frame_kind(facts) == kind
    red, green, blue = FRAMES[kind].high
    hue = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0] * 360
    assert hues[0] <= hue <= hues[1]


@rule("CLS-CARD-10", "CLS-CARD-16")
@pytest.mark.parametrize(
    ("name", "level"), [("Dark Magician", 7), ("Kuriboh", 1), ("Blue-Eyes White Dragon", 8)]
)
def test_a_monster_shows_as_many_stars_as_its_level(
    name: str, level: int, surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts, stars = bundled_pool().find_named(name), list[float]()
    assert facts is not None
    monkeypatch.setattr(drawing, "draw_star", lambda canvas, centre, *_: stars.append(centre[0]))
    drawing.face(facts, (400, 300), "wide")
    assert len(set(stars)) == len(stars) == level


@rule("CLS-SPELL-02", "CLS-TRAP-02")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Axe of Despair", "Equip"), ("Magic Jammer", "Counter"), ("Yami", "Field"),
        ("Gravity Bind", "Continuous"),
        ("Rush Recklessly", "Quick-Play"), ("Black Luster Ritual", "Ritual"), ("Pot of Greed", "Normal"),
        ("Trap Hole", "Normal"),
    ],
)  # fmt: skip
def test_spells_and_traps_show_their_icon(name: str, words: str) -> None:
    facts = bundled_pool().find_named(name)
    assert facts is not None
    assert printed_word(subtype(facts.kinds)) == words
    assert f"{facts.kinds[0]}_{subtype(facts.kinds)}" in EMBLEMS
