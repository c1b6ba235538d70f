"""Pictures are made once and cached, the most recently used ones, up to a limit of pixels."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pygame

from facedown_client.window.look.shapes import Pictures


def blank(side: int) -> pygame.Surface:
    return pygame.Surface((side, side))


def test_a_picture_is_made_once() -> None:
    kept = Pictures(1_000)
    first = kept.get(("panel", 1), partial(blank, 10))
    assert kept.get(("panel", 1), partial(blank, 10)) is first
    assert kept.get(("panel", 2), partial(blank, 10)) is not first


def test_what_was_not_used_for_longest_goes_when_there_are_too_many_pixels() -> None:
    kept = Pictures(250)
    first = kept.get(("one",), partial(blank, 10))
    kept.get(("two",), partial(blank, 10))
    assert kept.get(("one",), partial(blank, 10)) is first
    kept.get(("three",), partial(blank, 10))
    assert kept.pixels == 200
    assert kept.get(("one",), partial(blank, 10)) is first
    kept.get(("large",), partial(blank, 40))
    assert len(kept) == 1


def test_two_threads_may_ask() -> None:
    kept = Pictures(5_000)
    with ThreadPoolExecutor(2) as threads:
        found = list(threads.map(lambda step: kept.get((step % 70,), partial(blank, 10)), range(4_000)))
    assert len(found) == 4_000
    assert kept.pixels == 100 * len(kept) <= 5_000
