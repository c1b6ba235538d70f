"""The host's relays in the window: what is shown, what is sent, which viewers have no such button."""

from __future__ import annotations

import pytest

from facedown_client.window.look import Look
from facedown_client.window.scenes.table.panels import ROWS_PER_PAGE, RelaysScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_client.window.widgets import read_clipboard
from facedown_shared.protocol.messages import (
    AtTable,
    ControlRelay,
    RelayRow,
    Relays,
    Seated,
    SeatInfo,
    TableInfo,
)
from tests.client.noting_app import NotingApp, press, show

LINK = "http://10.0.0.2:7777/t/AB2-CDE#relay=secret"
LINKS: dict[str, tuple[tuple[str, str], ...]] = {
    "opponent": (("this network", LINK.replace("relay", "seat")),),
    "relay": (("this network", LINK),),
}
SEATS = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True))


def hosting_app(*rows: RelayRow) -> NotingApp:
    """Return a table of our own that these relays watch."""
    app = NotingApp()
    app.model.handle_message(Seated("AB2-CDE", 0, "t", LINKS))
    app.model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 1, "gathering", SEATS, host="Wren")))
    app.model.handle_message(Relays(rows))
    return app


def labels(scene: RelaysScene | TableScene) -> list[str]:
    return [getattr(widget, "label", "") for widget in scene.group.widgets]


@pytest.mark.parametrize(("button", "act"), [("Disconnect", "disconnect"), ("Mute", "mute")])
def test_a_relay_is_disconnected_and_muted_by_its_number(button: str, act: str) -> None:
    app = hosting_app(RelayRow(3, "relay", 250))
    press(show(RelaysScene(Look(), app)), button)
    assert app.sent == [ControlRelay(3, act)]


def test_one_that_is_muted_is_unmuted() -> None:
    app = hosting_app(RelayRow(3, "relay", 250, muted=True))
    press(show(RelaysScene(Look(), app)), "Unmute")
    assert app.sent == [ControlRelay(3, "unmute")]


def test_a_ban_is_asked_about_first() -> None:
    app = hosting_app(RelayRow(3, "relay"))
    press(show(RelaysScene(Look(), app)), "Ban")
    assert app.sent == []
    app.agree()
    assert app.sent == [ControlRelay(3, "ban")]


def test_the_link_for_relays_is_copied_from_there() -> None:
    scene = show(RelaysScene(Look(), hosting_app()))
    press(scene, "Copy the link")
    assert read_clipboard() == LINK


def test_of_many_relays_some_are_shown_and_the_others_after_that() -> None:
    app = hosting_app(*(RelayRow(number, "relay") for number in range(1, ROWS_PER_PAGE + 3)))
    scene = show(RelaysScene(Look(), app))
    assert labels(scene).count("Ban") == ROWS_PER_PAGE
    press(scene, "More")
    show(scene)
    assert [row.number for row in scene.page_relays] == [ROWS_PER_PAGE + 1, ROWS_PER_PAGE + 2]
    app.model.handle_message(Relays((RelayRow(1, "relay"),)))
    show(scene)
    assert [row.number for row in scene.page_relays] == [1]


def test_only_the_host_has_the_button() -> None:
    app = hosting_app()
    assert "Relays" in labels(show(TableScene(Look(), app)))
    guest = NotingApp()
    guest.model.handle_message(Seated("AB2-CDE", 1, "t"))
    guest.model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 1, "gathering", SEATS, host="Wren")))
    assert "Relays" not in labels(show(TableScene(Look(), guest)))


def test_after_a_lost_connection_the_relays_are_those_that_are_told_again() -> None:
    app = hosting_app(RelayRow(3, "relay"))
    app.model.handle_message(Seated("AB2-CDE", 0, "t", LINKS))
    assert app.model.relays == ()
