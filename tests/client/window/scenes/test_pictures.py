"""A folder of the player's own pictures is asked for once, on the home screen; no dialog opens by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from trio.testing import MockClock

from facedown_client.data import preferences
from facedown_client.model import card_catalogue
from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.parts import FormScene
from facedown_client.window.scenes.pictures import PictureFolderScene
from facedown_client.window.widgets import Button
from tests.client.window.test_app import Player, own_folder, run_client, window

__all__ = ["own_folder", "window"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder with one picture."""
    found = tmp_path / "pics"
    found.mkdir()
    pygame.image.save(pygame.Surface((40, 40)), found / "46986414.png")
    yield found
    card_catalogue.load_folder("")


def labels(wren: Player) -> list[str]:
    """Return the labels of the buttons of the topmost screen."""
    scene = wren.top
    assert isinstance(scene, FormScene)
    return [widget.label for widget in scene.group.widgets if isinstance(widget, Button)]


async def test_a_folder_is_taken_and_not_asked_for_again(
    window: MainWindow, autojump_clock: MockClock, own_folder: Path, folder: Path
) -> None:
    async with run_client(window) as wren:
        assert isinstance(wren.top, HomeScene), "no dialog opens by itself"
        assert {"Choose the folder", "I have none"} <= set(labels(wren))
        await wren.press(pygame.K_f, "f")
        await wren.until(wren.is_on_top(PictureFolderScene))
        scene = wren.top
        assert isinstance(scene, PictureFolderScene)
        scene._use(str(folder / "missing"))
        assert scene.trouble
        assert wren.app.notice == ""
        assert wren.is_on_top(PictureFolderScene)()
        scene.handle_dropped(str(folder))
        await wren.until(wren.is_on_top(HomeScene))
        assert (wren.app.preferences.cards, wren.app.preferences.asked_pictures) == (str(folder), True)
        await wren.run_frames()
        assert "Choose the folder" not in labels(wren)
    assert preferences.load().asked_pictures


@pytest.mark.parametrize("where", ["home", "dialog"])
async def test_no_is_an_answer_too(
    window: MainWindow, autojump_clock: MockClock, own_folder: Path, where: str
) -> None:
    async with run_client(window) as wren:
        if where == "home":
            scene = wren.top
            assert isinstance(scene, HomeScene)
            scene._decline_pictures()
            await wren.press(pygame.K_F10)
        else:
            await wren.press(pygame.K_f, "f")
            await wren.until(wren.is_on_top(PictureFolderScene))
            scene = wren.top
            assert isinstance(scene, PictureFolderScene)
            await wren.press(pygame.K_ESCAPE)
            await wren.until(wren.is_on_top(HomeScene))
            assert not wren.app.preferences.asked_pictures, "not now is no answer"
            await wren.press(pygame.K_f, "f")
            await wren.until(wren.is_on_top(PictureFolderScene))
            scene = wren.top
            assert isinstance(scene, PictureFolderScene)
            scene._decline()
        await wren.until(wren.is_on_top(HomeScene))
        await wren.run_frames()
        assert "Choose the folder" not in labels(wren)
        assert preferences.load().asked_pictures
