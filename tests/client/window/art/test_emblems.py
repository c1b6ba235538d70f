"""Emblems: every drawing can be drawn, lies within its circle and is used by some card, race or kind."""

from __future__ import annotations

import math
from random import Random

import pytest

from facedown_client.window.art.emblems import (
    EMBLEMS,
    FOLDER,
    FURTHER_FORMS,
    FURTHER_WORDS,
    MONSTERS,
    NAME_WORDS,
    SPELLS_AND_TRAPS,
    WORDS,
    tint_colours,
)
from facedown_client.window.art.marks import SIGNS
from facedown_client.window.art.tints import ATTRIBUTES, Tint
from facedown_client.window.look import Brush, Canvas

COLOURS = tint_colours(Tint.for_colour((90, 120, 200)))


@pytest.mark.parametrize("name", sorted(EMBLEMS))
def test_every_emblem_lies_around_the_middle_whatever_the_dice(name: str) -> None:
    for seed in range(30):
        strokes = EMBLEMS[name].strokes(Random(seed))
        spots = [spot for stroke in strokes for spot in stroke.spots]
        assert max(math.hypot(*spot) for spot in spots) < 1.45
        assert {stroke.shade for stroke in strokes} <= set(COLOURS)
        canvas = Canvas(31, 31, 1)
        Brush(canvas, (15, 15), 10, COLOURS).draw(strokes)
        assert max(canvas.finish().get_bounding_rect().size) > 10


def test_no_emblem_is_without_a_use() -> None:
    further = [name for names in FURTHER_FORMS.values() for name in names]
    assert {*NAME_WORDS, *further, *MONSTERS, *SPELLS_AND_TRAPS} == set(EMBLEMS)


def test_every_further_word_has_one_drawing() -> None:
    assert set(FURTHER_WORDS) <= set(EMBLEMS)
    assert len(WORDS) == sum(len(words) for words in (*NAME_WORDS.values(), *FURTHER_WORDS.values()))
    assert all(word.isalpha() and word.islower() for word in WORDS)


def test_every_attribute_has_a_sign() -> None:
    assert set(SIGNS) == set(ATTRIBUTES)


def test_no_name_is_given_twice() -> None:
    names = [
        name
        for path in FOLDER.glob("*.txt")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith(("#", " "))
        for name in line.partition(":")[0].split(", ")
        if name not in SIGNS or path.name != "signs.txt"
    ]
    assert len(names) == len(set(names)) == len(EMBLEMS)
