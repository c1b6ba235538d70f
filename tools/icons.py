"""The pictures of the pages, drawn from the emblem: `python -m tools.icons` writes the icons of a home
screen, and the picture that chat apps show beside a link.
"""

from __future__ import annotations

import os
import re
from itertools import combinations
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from facedown_server.network.pages.link_previews import BACKGROUND, PREVIEW_SIZE

WEB = Path(__file__).parents[1] / "server" / "facedown_server" / "network" / "pages" / "web"
EMBLEM = WEB / "emblem.svg"

ICON_SIZES_PX = (192, 512)
ICON_CARD_RATIO = 0.65
"""Height of the card in an icon: its corners stay in the circle that every device shows (80 %)."""
OVERSAMPLING_RATIO = 3
MIX_STEP_COUNT = 10
FAN_ANGLES_DEG = (28, 14, 0, -14, -28)
FAN_CARD_PX, FAN_STEP_PX, FAN_DROP_PX = 380, 150, 16


def draw_card(height: int) -> pygame.Surface:
    """Return the emblem at this height in pixels."""
    return pygame.image.load_sized_svg(EMBLEM, (height, height))


def draw_icon(size: int) -> pygame.Surface:
    """Return the icon of this size in pixels."""
    icon = pygame.Surface((size, size))
    icon.fill(BACKGROUND)
    card = draw_card(round(size * ICON_CARD_RATIO))
    icon.blit(card, card.get_rect(center=icon.get_rect().center))
    return icon


def draw_preview() -> pygame.Surface:
    """Return the picture beside a link: a fan of cards, face-down, without words of any language."""
    width, height = (side * OVERSAMPLING_RATIO for side in PREVIEW_SIZE)
    picture = pygame.Surface((width, height))
    picture.fill(BACKGROUND)
    card = draw_card(FAN_CARD_PX * OVERSAMPLING_RATIO)
    for at, angle in enumerate(FAN_ANGLES_DEG):
        place = at - len(FAN_ANGLES_DEG) // 2
        turned = pygame.transform.rotate(card, angle)
        middle = (
            width / 2 + place * FAN_STEP_PX * OVERSAMPLING_RATIO,
            height / 2 + place**2 * FAN_DROP_PX * OVERSAMPLING_RATIO,
        )
        picture.blit(turned, turned.get_rect(center=middle))
    return pygame.transform.smoothscale(picture, PREVIEW_SIZE)


def reduce_colours(picture: pygame.Surface) -> pygame.Surface:
    """Return the picture in the emblem's colours and mixtures of two, in a fifth of the bytes."""
    colours = [pygame.Color(each) for each in dict.fromkeys(re.findall("#[0-9a-f]{6}", EMBLEM.read_text()))]
    pairs = combinations([pygame.Color(BACKGROUND), *colours], 2)
    mixtures = [
        one.lerp(other, step / MIX_STEP_COUNT) for one, other in pairs for step in range(MIX_STEP_COUNT + 1)
    ]
    reduced = pygame.Surface(picture.get_size(), depth=8)
    reduced.set_palette(mixtures)
    reduced.blit(picture, (0, 0))
    return reduced


def main() -> None:
    """Write the pictures."""
    for size in ICON_SIZES_PX:
        pygame.image.save(reduce_colours(draw_icon(size)), WEB / f"icon-{size}.png")
    pygame.image.save(reduce_colours(draw_preview()), WEB / "preview.png")


if __name__ == "__main__":
    main()
