"""The home screen, and the choices before hosting, by mouse and keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest
import trio
from msgspec.structs import replace

from facedown_client.connection.link import ConnectionState
from facedown_client.connection.return_places import DuelState, Return
from facedown_client.connection.return_words import format_words, turn_words
from facedown_client.data import preferences
from facedown_client.data.preferences import TEXT_SIZES
from facedown_client.model.room_words import KEY_AND_PASSWORD
from facedown_client.window.look import theme
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.dialogs import NameScene
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.returns import ReturnsScene
from facedown_client.window.scenes.table.hosting import HostScene
from facedown_client.window.widgets import Entry, Segments
from facedown_shared.network.links import ROLES, TableLink
from facedown_shared.protocol.messages import Clock, Settings
from facedown_shared.text.language import use_language
from tests.client.noting_app import NotingApp, click, nearby_table, press, press_key, show, write
from tests.client.screens import record_texts


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def app() -> NotingApp:
    return NotingApp()


def test_home_hosts_what_was_chosen(app: NotingApp) -> None:
    scene = show(HomeScene(Look(), app))
    scene.choice = 3
    press(scene, "Host a table")
    name, (table,) = app.wishes[-1]
    assert (name, table.format, table.best_of) == ("host_table", "classic", 3)


def test_more_choices_begin_with_what_was_chosen_at_home(app: NotingApp) -> None:
    scene = show(HomeScene(Look(), app))
    scene.choice = 3
    press(scene, "More")
    assert app.wishes[-1] == ("open_screen", ("host",))
    more = show(HostScene(Look(), app))
    for widget in more.group.widgets:
        if isinstance(widget, Segments) and "Long" in widget.words:
            widget.choose(widget.words.index("Long"))
        elif isinstance(widget, Segments) and "None" in widget.words:
            widget.choose(2)
        elif isinstance(widget, Entry):
            widget.set("sesame")
            widget.on_change("sesame")
    press(more, "Open the table")
    (table,) = next(given for name, given in app.wishes if name == "host_table")
    assert (table.format, table.best_of, table.pace) == ("classic", 3, "careful")
    assert (table.clock.bank, table.clock.increment, table.password) == (600, 15, "sesame")


def test_more_choices_are_as_last_time_if_no_other_format_was_chosen(app: NotingApp) -> None:
    table = Settings(format="genesys", mode="core", best_of=3, point_cap=60)
    app.preferences = replace(app.preferences, table=table)
    scene = show(HomeScene(Look(), app))
    press(scene, "More")
    assert app.preferences.table == table
    scene.choice = 0
    press(scene, "More")
    assert app.preferences.table == Settings()


def test_a_game_played_by_hand_offers_neither_rules_nor_a_clock(app: NotingApp) -> None:
    app.preferences = replace(app.preferences, table=Settings(clock=Clock(300, 10)))
    more = show(HostScene(Look(), app))
    more.set(format="fab")
    show(more)
    offered = [widget.words for widget in more.group.widgets if isinstance(widget, Segments)]
    assert offered[0] == ("Free, by hand",)
    assert offered[2] == ("None",)
    press(more, "Open the table")
    (table,) = next(given for name, given in app.wishes if name == "host_table")
    assert (table.format, table.mode, table.clock) == ("fab", "free", Clock())


@pytest.mark.parametrize("role", ROLES)
def test_every_kind_of_link_is_named_while_it_is_typed(app: NotingApp, role: str) -> None:
    scene = show(HomeScene(Look(), app))
    scene._paste(f"http://10.0.0.2:7777/t/AB2-CDE#{role}={'k' * 32}")
    show(scene)
    words = {"seat": "A seat", "watch": "A place to watch", "relay": "A place to watch"}
    assert scene._is_link(scene._parse_typed()) == f"{words.get(role, 'Your seat')} at 10.0.0.2:7777"


def test_home_checks_a_link_while_it_is_typed(app: NotingApp) -> None:
    app.network.nearby = (nearby_table(TableLink("10.0.0.3", code="AB2-CDE"), "Ilse"),)
    scene = show(HomeScene(Look(), app))
    press_key(scene, pygame.K_j, "j")
    write(scene, "ftp://")
    assert "starts with http://" in scene._parse_typed()
    press_key(scene, pygame.K_RETURN)
    assert "open_link" not in app.wished
    for _ in range(6):
        press_key(scene, pygame.K_BACKSPACE)
    write(scene, "ab2cde")
    assert scene._is_link(scene._parse_typed()) == "Ilse's table, on this network"
    assert scene._join_label() == "Join Ilse"
    press_key(scene, pygame.K_RETURN)
    assert app.wishes[-1] == ("open_link", ("ab2cde",))


def test_a_mistyped_code_is_called_that(app: NotingApp) -> None:
    scene = show(HomeScene(Look(), app))
    press_key(scene, pygame.K_j, "j")
    write(scene, "R7K-42")
    assert str(scene._is_link(scene._parse_typed())).startswith("A code has 6 letters and digits")


def test_home_offers_the_way_back(app: NotingApp) -> None:
    place = Return(TableLink("10.0.0.3"), "AB2-CDE", 0, "t", "Halvard")
    app.network.returns = (place,)
    scene = show(HomeScene(Look(), app))
    press_key(scene, pygame.K_RETURN)
    assert app.wishes[-1] == ("resume_duel", (place,))
    press(scene, "Forget it")
    assert app.wished[-1] == "confirm"
    app.agree()
    assert app.wishes[-1] == ("delete_seat", (place,))


def test_a_seat_that_was_taken_since_the_last_frame_is_not_returned_to(app: NotingApp) -> None:
    """Seen to fail: Enter in the first frame of `facedown join LINK` ended the window."""
    app.network.returns = (Return(TableLink("10.0.0.3"), "AB2-CDE", 0, "t", "Halvard"),)
    scene = show(HomeScene(Look(), app))
    app.network.returns = ()
    wished = len(app.wishes)
    press_key(scene, pygame.K_RETURN)
    assert len(app.wishes) == wished


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_server_that_goes_on_is_ended_or_come_back_to(app: NotingApp, is_taken: bool) -> None:
    place = Return(TableLink("127.0.0.1"), "AB2-CDE", 0, "t", "Halvard", hosted=True)
    scope = Mock(spec=trio.CancelScope)
    app.network.own_server.register(place.address, scope)
    app.network.own_server.goes_on, app.network.returns = True, (place,) if is_taken else ()
    scene = show(HomeScene(Look(), app))
    press_key(scene, pygame.K_RETURN)
    assert (("resume_duel", (place,)) in app.wishes) is is_taken
    press(scene, "End the server")
    assert app.wished[-1] == "confirm"
    scope.cancel.assert_not_called()
    app.agree()
    scope.cancel.assert_called_once()
    assert not app.network.own_server.goes_on


def test_a_server_of_events_is_named_with_its_page(app: NotingApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter opens the page again; the banner has its address to type."""
    own = app.network.own_server
    own.register(TableLink("127.0.0.1"), Mock(spec=trio.CancelScope))
    own.goes_on, own.event_page = True, "http://127.0.0.1:7777/e/new"
    drawn = record_texts(monkeypatch)
    scene = show(HomeScene(Look(), app))
    assert any(own.event_page in text for text in drawn)
    press_key(scene, pygame.K_RETURN)
    press(scene, "Event")
    assert app.wishes[-2:] == [("host_table", (None,))] * 2


def test_home_s_list_is_clicked_to_join_or_watch(app: NotingApp) -> None:
    app.network.nearby = (
        nearby_table(TableLink("10.0.0.3", code="AB2-CDE"), "Ilse"),
        nearby_table(TableLink("10.0.0.4", code="AB2-CDF"), "Tomasz", "duel"),
    )
    scene = show(HomeScene(Look(), app))
    for index in (0, 1):
        click(scene, scene._listing.row(index).center)
    assert [words[1] for name, words in app.wishes if name == "open_link"] == [False, True]


@pytest.mark.parametrize(
    ("label", "wish"),
    [
        ("Practise", "open_screen"),
        ("Watch", "open_screen"),
        ("Decks", "open_screen"),
        ("Settings", "open_screen"),
    ],
)
def test_home_s_tiles(app: NotingApp, label: str, wish: str) -> None:
    scene = show(HomeScene(Look(), app))
    tile = next(widget for widget in scene.group.widgets if getattr(widget, "title", "") == label)
    click(scene, tile.rect.center)
    assert app.wished == [wish]


def test_a_notice_is_closed_before_the_window_is(app: NotingApp) -> None:
    app.notice = "Nobody is there."
    scene = show(HomeScene(Look(), app))
    press_key(scene, pygame.K_ESCAPE)
    assert (app.notice, app.wished) == ("", [])
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished == ["confirm"]


def test_who_is_on_the_way_reads_it_at_once_and_can_stop(app: NotingApp) -> None:
    home = show(HomeScene(Look(), app))
    assert not any(widget.caption == "Cancel" for widget in home.group.widgets)
    app.network.connection = ConnectionState("connecting", "", "this computer")
    show(home)
    press(home, "Cancel")
    assert app.wishes[-1] == ("go_home", ())
    app.network.connection = ConnectionState()
    show(home)
    assert not any(widget.caption == "Cancel" for widget in home.group.widgets)


@pytest.mark.parametrize(
    ("practice", "said"), [("", "the duel is lost"), ("x", "against the bot is deleted")]
)
def test_forgetting_says_what_becomes_of_the_duel(app: NotingApp, practice: str, said: str) -> None:
    app.network.returns = (Return(TableLink("10.0.0.3"), "AB2-CDF", 0, "t", "Halvard", practice=practice),)
    press(show(HomeScene(Look(), app)), "Forget it")
    assert said in app.wishes[-1][1][1]


def test_one_who_has_no_name_yet_is_asked_for_one(app: NotingApp) -> None:
    app.preferences = preferences.Preferences()
    scene = show(HomeScene(Look(), app))
    press_key(scene, pygame.K_n)
    wish, (asked,) = app.wishes[-1]
    assert (wish, type(asked)) == ("open_scene", NameScene)
    show(asked)
    write(asked, "Wren of the northern and the southern wood")
    press_key(asked, pygame.K_RETURN)
    assert app.preferences.name == "Wren of the northern and the southern wood"[:24]
    again = show(HomeScene(Look(), app))
    assert [one.label for one in again.group.widgets if getattr(one, "key_cap", "") == "N"] == []


@pytest.mark.parametrize(
    ("account", "name"), [("root", "Player"), ("", "Player"), ("user", "Player"), ("halvard", "Halvard")]
)
def test_an_account_of_no_person_gives_no_name(
    account: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: account)
    assert preferences.login_name() == name


def waiting_duels() -> tuple[Return, ...]:
    """Return four duels that wait, the newest first."""
    states = (
        DuelState("master", best_of=3, duel=2, turn=4, is_own_turn=True, life=(8000, 6000)),
        DuelState("master", mode="core", turn=7, life=(100, 200)),
        DuelState("fab", mode="free", turn=1, life=(20, 20), table="fab"),
        None,
    )
    names = (("Halvard", ""), ("Ilse", ""), ("Bot", "x"), ("Tomasz", ""))
    return tuple(
        Return(TableLink("10.0.0.3"), f"AB2-CD{step}", 0, "t", name, practice=practice, state=state)
        for step, ((name, practice), state) in enumerate(zip(names, states, strict=True), 2)
    )


def test_every_duel_that_waits_is_listed_and_returned_to(
    app: NotingApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.network.returns = places = waiting_duels()
    home = show(HomeScene(Look(), app))
    press(home, "All 4 duels")
    (scene,) = [words[0] for name, words in app.wishes if name == "open_scene"]
    drawn = record_texts(monkeypatch)
    show(scene)
    for words in ("Halvard", "Ilse", "Practice against the bot", "Tomasz"):
        assert words in drawn
    assert any("duel 2 of 3" in line for line in drawn)
    assert any("EDOPro's core" in line for line in drawn)
    assert "turn 4, yours \u00b7 8000 to 6000 Life Points" in drawn
    press_key(scene, pygame.K_DOWN)
    press_key(scene, pygame.K_DOWN)
    press_key(scene, pygame.K_RETURN)
    assert app.wishes[-1] == ("resume_duel", (places[2],))


def test_a_duel_that_ends_leaves_the_list_at_once(app: NotingApp) -> None:
    app.network.returns = places = waiting_duels()
    scene = show(ReturnsScene(Look(), app))
    press(scene, "Forget it")
    app.agree()
    assert app.wishes[-1] == ("delete_seat", (places[0],))
    app.network.returns = places[1:]
    scene.update(1.0)
    show(scene)
    assert scene.shown == places[1:]


def test_the_list_speaks_the_language_of_now(app: NotingApp) -> None:
    place = waiting_duels()[0]
    with use_language(["zh_CN"]):
        assert "turn" not in f"{format_words(place)} {turn_words(place)}"
    assert "turn 4" in turn_words(place)


def test_enter_returns_after_one_duel_was_forgotten(app: NotingApp) -> None:
    app.network.returns = places = waiting_duels()
    scene = show(HomeScene(Look(), app))
    press(scene, "Forget it")
    app.agree()
    app.network.returns = places[1:]
    scene.update(1.0)
    show(scene)
    press_key(scene, pygame.K_RETURN)
    assert app.wishes[-1] == ("resume_duel", (places[1],))


def test_the_notes_of_a_form_are_larger_with_larger_text(
    app: NotingApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: with larger text they shrank to the room that they had."""
    drawn: list[tuple[str, float]] = []
    write = theme.write_text

    def note(
        surface: pygame.Surface, words: str, at: Any, pixels: float, *more: Any, **named: Any
    ) -> pygame.Rect:
        drawn.append((words, pixels))
        return write(surface, words, at, pixels, *more, **named)

    monkeypatch.setattr(theme, "write_text", note)
    sizes = []
    for look in (Look(), Look(text_scale=max(TEXT_SIZES))):
        show(HostScene(look, app))
        sizes.append(next(size for words, size in drawn if words == KEY_AND_PASSWORD))
        drawn.clear()
    assert sizes[1] >= 1.25 * sizes[0]
