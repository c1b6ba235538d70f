"""Before a match: the suggestion for a deck with unscripted cards, a guest's request, names for unknown
cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from facedown_client.model import card_catalogue
from facedown_client.window.look.theme import Look, Theme
from facedown_client.window.scenes.table.panels import WHO, InvitePanel
from facedown_client.window.scenes.table.table import TableScene
from facedown_client.window.widgets import Dropdown, Entry
from facedown_shared.network.tunnel_labels import CHECKING, PLAIN, SILENT
from facedown_shared.protocol.messages import (
    AtTable,
    ChangeMode,
    Consent,
    DeckReport,
    FromServer,
    Seated,
    SeatInfo,
    TableInfo,
    UseDeck,
)
from facedown_shared.protocol.provided_facts import ProvidedFacts, TellFacts
from facedown_shared.text.words import words
from tests.client.noting_app import NotingApp, press, press_key, show, write

LINKS: dict[str, tuple[tuple[str, str], ...]] = {
    "opponent": (("this network", "http://10.0.0.2:7777/t/AB2-CDE#seat=secret"),)
}
STRANGE = DeckReport(True, (), 52, 60, ("Ember Squire", "Ember Page"))
SEATS = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True))


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotingApp]:
    """Return an app, and a folder of our own for the names we give."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield NotingApp()
    monkeypatch.undo()
    card_catalogue.load_folder("")


def show_table(
    app: NotingApp, *told: FromServer, seat: int = 0, mode: str = "rules", proposal: str = ""
) -> TableScene:
    """Return the table's screen after these messages; Wren's seat is 0, and the host's."""
    app.model.handle_message(Seated("AB2-CDE", seat, "t", {} if seat else LINKS))
    app.model.handle_message(
        AtTable(
            TableInfo("AB2-CDE", "master", 1, "gathering", SEATS, host="Wren", mode=mode, proposal=proposal)
        )
    )
    for message in told:
        app.model.handle_message(message)
    scene: TableScene = show(TableScene(Look(), app))
    return scene


def labels(scene: TableScene) -> list[str]:
    """Return the labels of the buttons."""
    return [getattr(widget, "label", "") for widget in scene.group.widgets]


def test_unwritten_cards_suggest_another_way_with_one_press(app: NotingApp) -> None:
    scene = show_table(app, STRANGE)
    words = " ".join(line for line, _ in scene._report_lines(Look().theme((1280, 720))))
    assert "52 of 60 play by rules; 8 only by hand" in words
    press(scene, "Half and half")
    press(scene, "Free table")
    press_key(scene, pygame.K_h, "h")
    assert app.sent == [ChangeMode("half"), ChangeMode("free"), ChangeMode("half")]
    press(scene, "Ready deck")
    assert isinstance(app.sent[-1], UseDeck)


def test_at_another_s_table_it_is_a_wish(app: NotingApp) -> None:
    scene = show_table(app, STRANGE, seat=1)
    press(scene, "Half and half?")
    assert app.sent == [ChangeMode("half")]


def test_the_host_grants_it_or_not(app: NotingApp) -> None:
    scene = show_table(app, proposal="mode 1 half")
    assert scene.ways.headline == "Halvard asks to play half and half."
    press(scene, "Play half and half")
    press(scene, "No")
    assert app.sent == [Consent(yes=True), Consent(yes=False)]


def test_a_deck_asks_the_host_for_the_core(app: NotingApp) -> None:
    scene = show_table(app, proposal="core 1")
    assert scene.ways.headline.startswith("Halvard has a deck with cards that only EDOPro's core plays")
    press(scene, "Yes")
    press(scene, "No")
    assert app.sent == [Consent(yes=True), Consent(yes=False)]
    assert show_table(app, proposal="core 0").ways.headline.startswith("Your deck has cards that only EDOPro")


def test_a_deck_asks_nobody_but_the_host(app: NotingApp) -> None:
    for proposal in ("core 0", "core 1"):
        scene = show_table(app, seat=1, proposal=proposal)
        assert scene.ways.headline == ""
        assert "Yes" not in labels(scene)


def test_what_was_left_out_of_a_deck_stands_first(app: NotingApp) -> None:
    note = words("deck_lines_unread", 38, "12", 2)
    scene = show_table(app, DeckReport(False, (words("plain", "Too small."),), 38, 38, notes=(note,)))
    lines = scene._report_lines(Look().theme((1280, 720)))
    assert lines[0] == ("38 cards read, 2 lines not understood: 12.", True)


def test_one_who_asked_waits(app: NotingApp) -> None:
    assert "No" not in labels(show_table(app, proposal="mode 0 half"))


def test_where_hands_may_move_nothing_is_suggested(app: NotingApp) -> None:
    assert "Half and half" not in labels(show_table(app, STRANGE, mode="half"))


def test_a_card_nobody_knows_is_named_here_and_told(app: NotingApp) -> None:
    scene = show_table(app, DeckReport(True, (), 39, 40, ("Card 77",), (77,)), mode="half")
    entries = [widget for widget in scene.group.widgets if isinstance(widget, Entry)]
    scene.group.give_focus(next(entry for entry in entries if "77" in entry.placeholder))
    write(scene, "Ember Squire")
    press_key(scene, pygame.K_RETURN)
    assert app.sent == [TellFacts((ProvidedFacts(code=77, name="Ember Squire"),))]
    assert card_catalogue.cards()[77].name == "Ember Squire"


def test_what_is_known_here_is_told_by_itself_and_once(app: NotingApp) -> None:
    card_catalogue.name_card(78, "Ember Page")
    show_table(app)
    report = DeckReport(True, (), 39, 40, ("Card 78",), (78, 79))
    assert app.model.handle_message(report) == (TellFacts((ProvidedFacts(code=78, name="Ember Page"),)),)
    assert app.model.handle_message(report) == ()


def test_a_table_of_a_format_without_ready_decks_is_shown_with_no_deck_to_choose(app: NotingApp) -> None:
    app.model.handle_message(Seated("AB2-CDE", 0, "t", LINKS))
    app.model.handle_message(
        AtTable(TableInfo("AB2-CDE", "MR5", 1, "gathering", SEATS, host="Wren", alone=True))
    )
    scene = show(TableScene(Look(), app))
    assert "Paste deck" in labels(scene)
    assert not [widget for widget in scene.group.widgets if isinstance(widget, Dropdown)]


@pytest.mark.parametrize(
    ("label", "rows", "headline"),
    [
        (PLAIN, ["Internet, not encrypted", "Internet, not encrypted"], "needs only a browser"),
        (SILENT, ["Internet, no answer", "this network"], "Wait before you send"),
        (CHECKING, ["Internet, being checked", "this network"], "Wait before you send"),
    ],
)
def test_a_tunnel_is_the_link_to_send_once_it_answers(
    app: NotingApp, monkeypatch: pytest.MonkeyPatch, label: str, rows: list[str], headline: str
) -> None:
    """Seen to fail: "not encrypted" was cut off, and links of the own network stood beside the right one."""
    app.model.handle_message(
        Seated("AB2-CDE", 0, "t", dict.fromkeys(WHO, ((label, "http://a.example/t"), *LINKS["opponent"])))
    )
    seats = (SEATS[0], SeatInfo())
    app.model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 1, "gathering", seats, host="Wren")))
    drawn, draw = list[str](), Theme.draw_text

    def note(theme: Theme, surface: Any, text: str, *more: Any, **named: Any) -> Any:
        drawn.append(text)
        return draw(theme, surface, text, *more, **named)

    monkeypatch.setattr(Theme, "draw_text", note)
    show(TableScene(Look(), app))
    assert [row[1] for row in InvitePanel(app, 0, 0).rows] == rows
    assert {*rows} <= {*drawn}
    assert any(headline in text for text in drawn)
