"""The player's own pictures: `<passcode>.png`, then `.jpg`. Never fetched, only read."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pygame

from client.data.known import PICTURE_ENDINGS
from shared.cards.facts import Facts

ART = (0.12, 0.185, 0.76, 0.515)
"""Where the picture lies on a whole card (x, y, width, height as shares), for faces with the picture only."""


def find(folders: Iterable[Path], facts: Facts) -> pygame.Surface | None:
    """The picture for a card, or None. Broken files count as none."""
    for folder in folders:
        for code in dict.fromkeys((facts.code, facts.original)):
            for ending in PICTURE_ENDINGS:
                path = folder / f"{code}{ending}"
                if path.is_file():
                    with suppress(OSError, pygame.error):
                        return pygame.image.load(path)
    return None


def is_whole_card(picture: pygame.Surface) -> bool:
    """Whether a picture shows a card with its frame (by its shape) rather than the picture alone."""
    wide, high = picture.get_size()
    return 0.6 < wide / max(1, high) < 0.78


def art_of(picture: pygame.Surface) -> pygame.Surface:
    """The picture within a whole card, or the picture itself."""
    if not is_whole_card(picture):
        return picture
    wide, high = picture.get_size()
    x, y, w, h = ART
    return picture.subsurface((round(x * wide), round(y * high), round(w * wide), round(h * high)))


def covering(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture scaled and cut so that it fills a size without being squeezed; opaque."""
    wide, high = picture.get_size()
    scale = max(size[0] / wide, size[1] / high)
    whole = (max(size[0], round(wide * scale)), max(size[1], round(high * scale)))
    scaled = pygame.transform.smoothscale(_deep(picture), whole)
    left, top = (whole[0] - size[0]) // 2, (whole[1] - size[1]) // 3
    made = pygame.Surface(size, pygame.SRCALPHA)
    made.fill((0, 0, 0, 255))
    made.blit(scaled, (-left, -top))
    return made


def _deep(picture: pygame.Surface) -> pygame.Surface:
    """The same with 32 bits a pixel, which scaling needs."""
    if picture.get_bitsize() in (24, 32):
        return picture
    made = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    made.blit(picture, (0, 0))
    return made
