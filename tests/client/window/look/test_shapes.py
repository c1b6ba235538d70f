"""Pictures are made once and cached, the most recently used ones, up to a limit of bytes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pygame
import pytest

from facedown_client.window.look import shapes
from facedown_client.window.look.shapes import Pictures


def blank_surface(side: int) -> pygame.Surface:
    return pygame.Surface((side, side))


def test_a_picture_is_made_once() -> None:
    kept = Pictures(4_000)
    first = kept.get(("panel", 1), partial(blank_surface, 10))
    assert kept.get(("panel", 1), partial(blank_surface, 10)) is first
    assert kept.get(("panel", 2), partial(blank_surface, 10)) is not first


def test_what_was_not_used_for_longest_goes_when_there_are_too_many_bytes() -> None:
    kept = Pictures(1_000)
    first = kept.get(("one",), partial(blank_surface, 10))
    kept.get(("two",), partial(blank_surface, 10))
    assert kept.get(("one",), partial(blank_surface, 10)) is first
    kept.get(("three",), partial(blank_surface, 10))
    assert kept.bytes == 800
    assert kept.get(("one",), partial(blank_surface, 10)) is first
    kept.get(("large",), partial(blank_surface, 40))
    assert len(kept) == 1


def test_two_threads_may_ask() -> None:
    kept = Pictures(20_000)
    with ThreadPoolExecutor(2) as threads:
        found = list(
            threads.map(lambda step: kept.get((step % 70,), partial(blank_surface, 10)), range(4_000))
        )
    assert len(found) == 4_000
    assert kept.bytes == 400 * len(kept) <= 20_000


def test_a_derived_picture_is_made_once_and_counts_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Pictures(4_000)
    monkeypatch.setattr(shapes, "_sprites", kept)
    picture = blank_surface(10)
    turned = shapes.derive(picture, "turned", pygame.Surface.copy)
    assert shapes.derive(picture, "turned", pygame.Surface.copy) is turned
    assert shapes.derive(picture, "dimmed", pygame.Surface.copy) is not turned
    for _ in range(50):
        shapes.derive(blank_surface(10), "turned", pygame.Surface.copy)
    assert kept.bytes <= 4_000


def test_a_veil_darkens_by_its_share() -> None:
    surface = pygame.Surface((4, 4))
    surface.fill((200, 100, 50))
    shapes.veil(surface, (0, 0, 0, 127), pygame.Rect(0, 0, 2, 4))
    assert all(
        abs(part - half) <= 1 for part, half in zip(surface.get_at((0, 0)), (100, 50, 25), strict=False)
    )
    assert surface.get_at((3, 0))[:3] == (200, 100, 50)
