"""Where cards cost points, the dialog, the lobby and the editor say so in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown_client.data import Preferences, banlists, deck_entries
from facedown_client.window.look.theme import Look, Theme
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.scenes.table.hosting import HostScene
from facedown_client.window.widgets import Entry
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import LobbyRow, Settings, Tables, Welcome
from facedown_shared.tables.formats import PLAYED
from tests.client.noting_app import NotingApp, nearby_table, show

DECK = ready_decks()["synchro-xyz"].deck
CARD = DECK.main[0]
POINTS = Limits("Genesys", points={CARD: 60}, point_cap=50)


@pytest.fixture
def drawn_texts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return every line of text that is drawn."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    words: list[str] = []
    draw = Theme.draw_text

    def note(theme: Theme, surface: Any, text: str, *more: Any, **named: Any) -> Any:
        words.append(text)
        return draw(theme, surface, text, *more, **named)

    monkeypatch.setattr(Theme, "draw_text", note)
    return words


def dialog(table: Settings) -> HostScene:
    app = NotingApp()
    app.preferences = msgspec.structs.replace(Preferences(), table=table)
    scene: HostScene = show(HostScene(Look(), app))
    return scene


def test_the_number_of_points_is_said_to_be_one_once_it_is_filled_in(drawn_texts: list[str]) -> None:
    entries = [
        one for one in dialog(Settings("genesys", point_cap=250)).group.widgets if isinstance(one, Entry)
    ]
    assert entries[0].text == "250"
    assert "points at most" in drawn_texts
    drawn_texts.clear()
    dialog(Settings("master"))
    assert "points at most" not in drawn_texts


def test_the_lobby_says_how_many_points_a_deck_may_cost(drawn_texts: list[str]) -> None:
    app = NotingApp()
    app.model.handle_message(Welcome("Wren", "here", formats=("master", "genesys")))
    app.model.handle_message(Tables((LobbyRow("AB2-CDE", "Wren", "genesys", 1, "gathering", point_cap=250),)))
    show(LobbyScene(Look(), app))
    assert "Yu-Gi-Oh! Genesys, single duel · 250 points" in drawn_texts


def test_a_table_on_this_network_does_too(drawn_texts: list[str]) -> None:
    app = NotingApp()
    found = nearby_table(TableLink("10.0.0.9", code="AB2-CDE"), "Wren")
    app.network.nearby = (msgspec.structs.replace(found, point_cap=40),)
    show(LobbyScene(Look(), app))
    assert any(words.endswith(" · 40 points") for words in drawn_texts)


def test_the_editor_sums_the_whole_deck_and_takes_a_list_with_points(
    drawn_texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(banlists, "known_lists", lambda cards: {"TCG": Limits("TCG", {CARD: 0}), "G": POINTS})
    entry = deck_entries.from_deck(Deck(DECK.main, DECK.extra, (CARD,)), "mine")
    scene = EditorScene(Look(), NotingApp(), entry)
    scene._format(PLAYED.index("genesys"))
    assert scene.editing.limits is POINTS
    show(scene)
    assert f"{60 * (DECK.main.count(CARD) + 1)} of 50 points in all" in drawn_texts
    drawn_texts.clear()
    scene._banlist(0)
    show(scene)
    assert "no list with points" in drawn_texts
