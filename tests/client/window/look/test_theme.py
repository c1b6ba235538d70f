"""Lengths, type sizes and palettes at any window size."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.window.look.theme import CONTRAST, STANDARD, Look, Theme
from tests.client.screens import surface

__all__ = ["surface"]


def test_everything_is_a_multiple_of_the_unit() -> None:
    assert Theme((1280, 720)).px(104) == 104
    assert Theme((1920, 1080)).px(104) == 156
    assert Theme((1024, 640)).px(100) == 80
    assert Theme((1600, 720)).u == 1


def test_plates_stay_at_eleven_where_the_window_is_small() -> None:
    small = Theme((1024, 640))
    assert small.type_size(11) == 11
    assert small.type_size(10) == 10
    assert small.type_size(28) == pytest.approx(22.5, abs=0.5)
    assert Theme((1920, 1080)).type_size(11) == 16.5


def test_text_may_be_larger() -> None:
    assert Theme((1280, 720), Look(text_scale=1.3)).type_size(13) == 17


def test_nothing_to_hit_is_under_28() -> None:
    assert Theme((960, 540)).hit_length(30) == 28
    assert Theme((1920, 1080)).hit_length(30) == 45


def test_a_colour_of_its_own_for_every_meaning() -> None:
    for palette in (STANDARD, CONTRAST):
        kinds = {palette.accent, palette.harm, palette.good, palette.arrow, palette.focus}
        assert len(kinds) == 5


def test_contrast_is_white_on_black_with_thicker_lines() -> None:
    assert CONTRAST.ground == (0, 0, 0)
    assert CONTRAST.text == (255, 255, 255)
    assert CONTRAST.thin == 2


def test_anchors(surface: pygame.Surface) -> None:
    theme = Theme((1280, 720))
    left = theme.draw_text(surface, "Hand 5", (100, 100), 14, anchor="lm")
    middle = theme.draw_text(surface, "Hand 5", (100, 100), 14, anchor="cm")
    right = theme.draw_text(surface, "Hand 5", (100, 100), 14, anchor="rm")
    assert left.left == 100
    assert abs(middle.centerx - 100) <= 1
    assert right.right == 100
