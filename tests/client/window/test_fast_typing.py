"""Keys typed before the window has drawn what they are for: none is lost when a text field opens."""

from __future__ import annotations

import pygame
import pytest
from trio.testing import MockClock

from facedown_client.data import solo_lines
from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.table.lines import SavedLineScene
from facedown_shared.protocol.gestures import Draw
from tests.client.data.test_solo_table import begin, duel, step
from tests.client.window.test_app import Player, own_folder, run_client, window

__all__ = ["own_folder", "window"]

CTRL = pygame.KMOD_CTRL


def post_key(key: int, letter: str = "", mod: int = 0) -> None:
    """Post the events of a key that is pressed and released, as SDL sends them."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=mod))
    if letter and not mod:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))


def post_text(words: str) -> None:
    """Post the keys of a text, and Enter."""
    for letter in words:
        post_key(ord(letter.lower()), letter)
    post_key(pygame.K_RETURN)


def life(wren: Player) -> int:
    view = wren.app.model.view
    assert view is not None
    return view.tallies["0:life"]


@pytest.mark.parametrize("is_clicked", [False, True], ids=["by key", "by mouse"])
async def test_no_letter_of_a_life_total_is_lost(
    window: MainWindow, autojump_clock: MockClock, *, is_clicked: bool
) -> None:
    """Seen to fail: without its first letter, 7000-2000 was 000-2000, and the duel was lost."""
    async with run_client(window) as wren:
        await begin(wren)
        await wren.run_frames()
        if is_clicked:
            button = next(one for one in duel(wren).widgets.group.widgets if one.caption == "Life…")
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, pos=button.rect.center, button=1))
        else:
            post_key(pygame.K_l, "l")
        post_text("7000-2000")
        await wren.until(lambda: life(wren) != 8000)
        assert life(wren) == 5000


async def test_no_letter_of_a_name_is_lost(window: MainWindow, autojump_clock: MockClock) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (1, 1))
        post_key(pygame.K_s, "", CTRL)
        post_text("Salt Road")
        await wren.until(wren.is_on_top(SavedLineScene))
        assert [path.stem for path in solo_lines.list_lines()] == ["Salt Road"]
