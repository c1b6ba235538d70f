"""A change of language reaches every open screen at once: no word of the old language stays on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from facedown_client.window.look.theme import Look
from facedown_client.window.widgets import Widget
from facedown_shared.text import _, set_language
from tests.client.screens import record_texts, surface
from tools import gallery

__all__ = ["surface"]

SCREENS = ("solo", "free", "chat", "open", "home", "home_returns", "settings", "lobby", "table")


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def widget_texts(widgets: list[Widget]) -> list[str]:
    """Return the texts that widgets hold: labels, placeholders and the words to choose from."""
    held: list[str] = []
    for widget in widgets:
        held += [getattr(widget, "label", ""), getattr(widget, "placeholder", "")]
        held += [word for word in getattr(widget, "words", ()) if isinstance(word, str)]
    return held


@pytest.mark.parametrize("name", SCREENS)
def test_no_text_stays_in_the_old_language(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    drawn = record_texts(monkeypatch)
    made = gallery.SCREENS[name](Look(language="en"), surface)
    gallery.settle(made, surface)
    scenes: list[Any] = list(getattr(made, "scenes", (made,)))
    groups = [scene.widgets.group if hasattr(scene, "widgets") else scene.group for scene in scenes]
    before = {*drawn, *(text for group in groups for text in widget_texts(group.widgets))}
    set_language("zh_CN")
    for scene in scenes:
        scene.look = Look(language="zh_CN")
    made.update(2.1)
    made.draw(surface)
    drawn.clear()
    made.update(2.2)
    made.draw(surface)
    after = [*drawn, *(text for group in groups for text in widget_texts(group.widgets))]
    stale = [text for text in dict.fromkeys(after) if text and text in before and _(text) != text]
    assert stale == []
