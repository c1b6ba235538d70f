"""What the window makes of raw events: a held key counts once, and a key that opens a line types nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from facedown_client.window.display import DISPLAYS, MainWindow, opening_size
from facedown_client.window.look import Look
from facedown_shared.text.errors import BadInput


@pytest.fixture
def window() -> Iterator[MainWindow]:
    opened = MainWindow()
    yield opened
    opened.close()


def key_down(key: int, letter: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=0)


def key_up(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0)


def text(words: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.TEXTINPUT, text=words)


def test_a_held_key_counts_once_until_it_is_let_go(window: MainWindow) -> None:
    assert window.must_handle(key_down(pygame.K_RETURN), typing=False)
    assert not window.must_handle(key_down(pygame.K_RETURN), typing=False)
    assert window.must_handle(key_up(pygame.K_RETURN), typing=False)
    assert window.must_handle(key_down(pygame.K_RETURN), typing=False)


def test_a_key_let_go_over_another_window_is_not_held(window: MainWindow) -> None:
    window.must_handle(key_down(pygame.K_1, "1"), typing=False)
    window.must_handle(pygame.event.Event(pygame.WINDOWFOCUSLOST), typing=False)
    assert window.must_handle(key_down(pygame.K_1, "1"), typing=False)


def test_arrows_move_on_while_they_are_held(window: MainWindow) -> None:
    assert all(window.must_handle(key_down(pygame.K_DOWN), typing=False) for _ in range(3))


def test_letters_repeat_only_in_a_line_of_text(window: MainWindow) -> None:
    assert all(window.must_handle(key_down(pygame.K_w, "w"), typing=True) for _ in range(3))
    window.must_handle(key_down(pygame.K_F12), typing=True)
    assert not window.must_handle(key_down(pygame.K_F12), typing=True)


def test_the_key_that_opens_a_line_is_not_typed_into_it(window: MainWindow) -> None:
    window.must_handle(key_down(pygame.K_t, "t"), typing=False)
    assert not window.must_handle(text("t"), typing=True)
    window.must_handle(key_up(pygame.K_t), typing=True)
    window.must_handle(key_down(pygame.K_t, "t"), typing=True)
    assert window.must_handle(text("t"), typing=True)


def test_text_that_comes_without_a_key_counts(window: MainWindow) -> None:
    window.must_handle(key_down(pygame.K_t, "t"), typing=False)
    window.must_handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1, 1)), typing=True)
    assert window.must_handle(text("t"), typing=True)


def test_pictures_taken_in_one_second_do_not_replace_each_other(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    taken = {window.save_screenshot() for _ in range(3)}
    assert len(taken) == 3
    assert all(path.exists() for path in taken)


def test_without_a_display_there_is_a_sentence_and_no_hidden_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BadInput, match=r"there is no display.*--text"):
        MainWindow()


def test_a_window_opens_as_large_as_fits_the_desktop_well() -> None:
    assert opening_size((1920, 1080), None) == (1707, 960)
    assert opening_size((1366, 768), None) == (1152, 648)
    assert opening_size((3840, 2160), None) == (1920, 1080)
    for desktop in ((1024, 768), (1280, 720), (1280, 1024), (2560, 1080), (720, 1280)):
        wide, high = opening_size(desktop, None)
        assert wide < desktop[0]
        assert high < desktop[1]
        assert wide / high == pytest.approx(16 / 9, rel=0.01)


def test_a_window_opens_as_it_was_last_where_that_fits() -> None:
    assert opening_size((1920, 1080), (900, 700)) == (900, 700)
    assert opening_size((1366, 768), (1920, 1080)) == (1366, 768)
    window = MainWindow(size=(900, 700))
    assert window.size == (900, 700)
    window.close()


def test_a_window_that_is_new_shows_the_ground(window: MainWindow) -> None:
    window.surface.fill((255, 0, 0))
    look = Look(contrast=True)
    window.show_background(look)
    assert window.surface.get_at((5, 5))[:3] == look.theme(window.surface.get_size()).palette.ground


@pytest.mark.parametrize(("platform", "awareness"), [("win32", "permonitorv2"), ("linux", "None")])
def test_windows_is_asked_for_real_pixels(platform: str, awareness: str) -> None:
    """A process of its own, since SDL reads it once."""
    code = (
        f"import sys; sys.platform = {platform!r}; from facedown_client.window import display; import os; "
        "print(os.environ.get('SDL_WINDOWS_DPI_AWARENESS'))"
    )
    own = {name: value for name, value in os.environ.items() if name != "SDL_WINDOWS_DPI_AWARENESS"}
    done = subprocess.run([sys.executable, "-c", code], env=own, capture_output=True, text=True, timeout=60)
    assert done.stdout.split()[-1:] == [awareness], done.stderr
