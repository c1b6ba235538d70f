"""The glossary in the window: the terms on the screen first, all others, and a search."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.glossary import GlossaryScene
from facedown_client.window.widgets import Entry, Segments
from facedown_shared.protocol.messages import Prompt
from facedown_shared.text.language import use_language
from facedown_shared.text.words import words
from tests.client.noting_app import NotingApp, press, press_key, show, write


def make_scene(prompt: Prompt | None = None) -> GlossaryScene:
    """Return the glossary over an app with this prompt, drawn once."""
    app = NotingApp()
    app.model.prompt = prompt
    scene: GlossaryScene = show(GlossaryScene(Look(), app))
    return scene


def titles(scene: GlossaryScene) -> list[str]:
    return [line.words for line in scene.lines(Look().theme((1280, 720))) if line.kind == "title"]


def test_terms_of_the_prompt_stand_first() -> None:
    scene = make_scene(Prompt(1, "choice", words("plain", "Choose 1 monster to Special Summon.")))
    assert titles(scene)[0] == "Special Summon"
    assert titles(scene).count("Special Summon") == 1
    assert len(titles(scene)) > 80


def test_a_search_finds_terms_by_their_forms_and_explanations() -> None:
    scene = make_scene()
    write(scene, "chain l")
    assert "Chain Link" in titles(scene)
    assert len(titles(scene)) < 10
    write(scene, " nothing of this")
    assert titles(scene) == []
    assert [line.words for line in scene.lines(Look().theme((1280, 720)))] == ["No term fits."]


@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (1024, 640)])
def test_the_whole_list_can_be_scrolled_to(size: tuple[int, int]) -> None:
    scene = make_scene()
    show(scene, size)
    last = scene._scroll.max_offset
    assert last > 0
    scene._scroll.to_end()
    show(scene, size)
    assert scene._scroll.offset == scene._scroll.max_offset


def test_it_is_in_the_language_of_the_reader() -> None:
    with use_language(["zh_CN"]):
        assert "特殊召唤" in titles(make_scene())


def test_escape_closes_it() -> None:
    scene = make_scene()
    press_key(scene, pygame.K_ESCAPE)
    assert scene.app.wished == ["close"]  # type: ignore[attr-defined]
    other = make_scene()
    press(other, "Close")
    assert other.app.wished == ["close"]  # type: ignore[attr-defined]


def words_of(scene: GlossaryScene, *kinds: str) -> str:
    found = [line.words for line in scene.lines(Look().theme((1280, 720))) if line.kind in kinds]
    return " ".join(found)


def test_the_rules_stand_beside_the_terms_and_are_searched_too() -> None:
    scene = make_scene()
    choice = next(one for one in scene.group.widgets if isinstance(one, Segments))
    choice.choose(1)
    show(scene)
    assert "The board" in words_of(scene, "heading")
    assert any(line.kind == "chart" for line in scene.lines(Look().theme((1280, 720))))
    scene.group.give_focus(next(one for one in scene.group.widgets if isinstance(one, Entry)))
    write(scene, "quick-play")
    assert words_of(scene, "heading") == "Spells, Traps and Chains"
    assert "A Quick-Play Spell can be activated" in words_of(scene, "rule", "meaning")
    assert not any(line.kind == "chart" for line in scene.lines(Look().theme((1280, 720))))
