"""The links of a table as QR codes in the window: which link is drawn, and exactly its modules."""

from __future__ import annotations

import pygame
import pytest
import segno

from facedown_client.window.look import Look, Theme
from facedown_client.window.scenes.table.qr_scene import QrScene
from facedown_client.window.scenes.table.table import TableScene
from tests.client.noting_app import NotingApp, press, show
from tests.client.window.scenes.table.test_relays import hosting_app

SEAT = "http://192.168.1.20:7777/t/AB2-CDE#seat=jqkyh0t1qUh3zl5UuN6P"
WATCH = SEAT.replace("seat", "watch")
ROWS = [("Friend", "this network", SEAT), ("Friend", "far", "http://far.example"), ("Watch", "near", WATCH)]


def drawn_modules(scene: QrScene, size: tuple[int, int], count: int) -> list[list[bool]]:
    """Return the modules of a drawn code with so many rows, found by its dark corner."""
    surface = pygame.Surface(size)
    theme = Theme(size, Look())
    page = scene.page(surface, theme)
    scene.paint(page)
    area = page.box((page.wide - 352) / 2, 156, 352, 352)
    dark = pygame.mask.from_threshold(surface.subsurface(area), (0, 0, 0), (1, 1, 1, 255))
    left, top, wide, high = pygame.Rect.unionall(dark.get_bounding_rects()[0], dark.get_bounding_rects())
    assert wide == high
    assert wide % count == 0
    side = wide // count
    assert side >= 4, "a phone reads it from a screen"
    return [
        [bool(dark.get_at((left + x * side + side // 2, top + y * side + side // 2))) for x in range(count)]
        for y in range(count)
    ]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)])
@pytest.mark.parametrize("link", [SEAT, WATCH])
def test_a_code_is_drawn_module_for_module(link: str, size: tuple[int, int]) -> None:
    scene = show(QrScene(Look(), NotingApp(), ROWS))
    if link == WATCH:
        scene._choose(1)
    expected = [[bool(module) for module in row] for row in segno.make_qr(link).matrix]
    assert drawn_modules(scene, size, len(expected)) == expected


def test_a_host_opens_it_beside_the_links() -> None:
    app = hosting_app()
    press(show(TableScene(Look(), app)), "QR code")
    ((scene,),) = [given for name, given in app.wishes if name == "open_scene"]
    assert isinstance(scene, QrScene)
    assert [receivers for receivers, _row in scene.links] == ["Friend"]
