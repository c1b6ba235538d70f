"""The dialog of solo play: a deck is never taken for another game's."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from facedown_client.data import deck_entries, preferences
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.table.solo import SoloScene
from facedown_shared.tables import DECK_FORMATS
from tests.client.screens import surface
from tests.client.window.test_app import own_folder

__all__ = ["own_folder", "surface"]

PASSCODES = [77585513, 12345678]
"""Those of Jinzo, and of a card that no data here has."""


def solo_scene(game: str) -> SoloScene:
    """Return the dialog with this game chosen."""
    app = SimpleNamespace(preferences=preferences.Preferences(), notice="")
    scene = SoloScene(Look(), app)
    scene._set_format(DECK_FORMATS.index(game))
    return scene


@pytest.mark.parametrize("code", PASSCODES)
def test_a_deck_of_another_game_changes_the_game_and_says_so(
    own_folder: Path, tmp_path: Path, code: int
) -> None:
    file = tmp_path / "modern.ydk"
    file.write_text("#main\n" + f"{code}\n" * 40, encoding="utf-8")
    scene = solo_scene("fab")
    assert not scene._open(str(file)), "nothing begins before the player has seen the change"
    assert scene.format == "master"
    assert scene.trouble == "This deck is for Yu-Gi-Oh! Master: the game is set to it."
    assert scene.decks[scene.mine].title == "modern"
    scene._set_format(DECK_FORMATS.index("fab"))
    assert "modern" not in [deck.title for deck in scene.decks]
    scene._set_format(DECK_FORMATS.index("master"))
    assert scene._open(str(file))


@pytest.mark.parametrize("code", PASSCODES)
def test_own_decks_are_offered_to_their_game_alone(own_folder: Path, code: int) -> None:
    deck_entries.save_deck(deck_entries.from_text("#main\n" + f"{code}\n" * 40), "mine")
    assert "mine" in [deck.title for deck in solo_scene("master").decks]
    assert "mine" not in [deck.title for deck in solo_scene("fab").decks]
