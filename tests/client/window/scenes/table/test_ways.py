"""Before a match: what a deck with unwritten cards suggests, what a guest asks, names for unknown cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from client.data import known
from client.window.look.theme import Look
from client.window.scenes.table.table import TableScene
from client.window.widgets import Entry
from shared.cards.told_facts import Brought, TellFacts
from shared.protocol.messages import (
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
from tests.client.desks import NotingDesk, key, press, show, write

LINKS: dict[str, tuple[tuple[str, str], ...]] = {
    "opponent": (("this network", "http://10.0.0.2:7777/t/AB2-CDE#seat=secret"),)
}
STRANGE = DeckReport(True, (), 52, 60, ("Ember Squire", "Ember Page"))
SEATS = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotingDesk]:
    """A desk, and a folder of our own for the names we give."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield NotingDesk()
    monkeypatch.undo()
    known.learn("")


def at_table(
    desk: NotingDesk, *told: FromServer, seat: int = 0, mode: str = "rules", proposal: str = ""
) -> TableScene:
    """The table's screen after this was told; Wren's seat is 0, and the host's."""
    desk.model.feed(Seated("AB2-CDE", seat, "t", {} if seat else LINKS))
    desk.model.feed(
        AtTable(
            TableInfo("AB2-CDE", "master", 1, "gathering", SEATS, host="Wren", mode=mode, proposal=proposal)
        )
    )
    for message in told:
        desk.model.feed(message)
    scene: TableScene = show(TableScene(Look(), desk))
    return scene


def labels(scene: TableScene) -> list[str]:
    """What stands on the buttons."""
    return [getattr(widget, "label", "") for widget in scene.group.widgets]


def test_unwritten_cards_suggest_another_way_with_one_press(desk: NotingDesk) -> None:
    scene = at_table(desk, STRANGE)
    words = " ".join(line for line, _ in scene._report_lines(Look().theme((1280, 720))))
    assert "52 of 60 play by rules; 8 only by hand" in words
    press(scene, "Half and half")
    press(scene, "Free table")
    key(scene, pygame.K_h, "h")
    assert desk.sent == [ChangeMode("half"), ChangeMode("free"), ChangeMode("half")]
    press(scene, "Ready deck")
    assert isinstance(desk.sent[-1], UseDeck)


def test_at_another_s_table_it_is_a_wish(desk: NotingDesk) -> None:
    scene = at_table(desk, STRANGE, seat=1)
    press(scene, "Half and half?")
    assert desk.sent == [ChangeMode("half")]


def test_the_host_grants_it_or_not(desk: NotingDesk) -> None:
    scene = at_table(desk, proposal="mode 1 half")
    assert scene.ways.headline == "Halvard asks to play half and half."
    press(scene, "Play half and half")
    press(scene, "No")
    assert desk.sent == [Consent(yes=True), Consent(yes=False)]


def test_whoever_asked_waits(desk: NotingDesk) -> None:
    assert "No" not in labels(at_table(desk, proposal="mode 0 half"))


def test_where_hands_may_move_nothing_is_suggested(desk: NotingDesk) -> None:
    assert "Half and half" not in labels(at_table(desk, STRANGE, mode="half"))


def test_a_card_nobody_knows_is_named_here_and_told(desk: NotingDesk) -> None:
    scene = at_table(desk, DeckReport(True, (), 39, 40, ("Card 77",), (77,)), mode="half")
    entries = [widget for widget in scene.group.widgets if isinstance(widget, Entry)]
    scene.group.give_focus(next(entry for entry in entries if "77" in entry.placeholder))
    write(scene, "Ember Squire")
    key(scene, pygame.K_RETURN)
    assert desk.sent == [TellFacts((Brought(code=77, name="Ember Squire"),))]
    assert known.cards()[77].name == "Ember Squire"


def test_what_is_known_here_is_told_by_itself_and_once(desk: NotingDesk) -> None:
    known.name_card(78, "Ember Page")
    at_table(desk)
    report = DeckReport(True, (), 39, 40, ("Card 78",), (78, 79))
    assert desk.model.feed(report) == (TellFacts((Brought(code=78, name="Ember Page"),)),)
    assert desk.model.feed(report) == ()
