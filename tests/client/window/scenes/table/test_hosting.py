"""Setting up a table: its modes, and the text where EDOPro's core is missing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from facedown_client.connection import hosting
from facedown_client.data import Preferences
from facedown_client.model.room_words import core_words
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.scenes.table.hosting import HostScene, modes_of
from facedown_client.window.scenes.table.solo import PractiseScene, SoloScene
from facedown_client.window.widgets import Button, Dropdown, Segments, Switch
from facedown_shared.decks import core_location
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import store_lists
from facedown_shared.protocol.messages import Settings, Welcome
from tests.client.noting_app import NotingApp, click, press, press_key, show

SOURCE = "ocgcore-wasm 0.1.2, https://sources.example/core"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of our own, with nothing in it."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    monkeypatch.setattr(hosting, "can_run_core", lambda: True)
    return tmp_path


def host(mode: str = "rules", format_name: str = "master") -> HostScene:
    """Return the dialog, with this mode chosen last."""
    app = NotingApp()
    table = Settings(format=format_name, mode=mode)
    app.preferences = msgspec.structs.replace(Preferences(), table=table)
    scene: HostScene = show(HostScene(Look(), app))
    return scene


def bring(home: Path) -> None:
    """Install a core on this computer."""
    place = home / core_location.FOLDER
    place.mkdir()
    (place / core_location.REMEMBERED).write_bytes(b"{}")


def test_without_a_core_it_is_not_offered_and_the_dialog_says_how_to_get_it(home: Path) -> None:
    scene = host(mode="core")
    assert scene.table.mode == "rules"
    assert "core" not in scene._modes()
    assert scene._mode_words().endswith("set up EDOPro's core.")
    assert any(isinstance(widget, Button) and "Set up" in widget.label for widget in scene.group.widgets)


def test_with_one_it_can_be_chosen(home: Path) -> None:
    bring(home)
    scene = host(mode="core")
    assert scene.table.mode == "core"
    assert "its core and its scripts" in scene._mode_words()


def test_where_nothing_is_there_for_it_to_run_in_it_is_not_offered(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(home)
    monkeypatch.setattr(hosting, "can_run_core", lambda: False)
    assert host(mode="core").table.mode == "rules"


def test_a_game_that_the_core_does_not_know_is_not_played_by_it(home: Path) -> None:
    bring(home)
    assert host(mode="core", format_name="classic").table.mode == "rules"
    assert list(modes_of("fab", core=True)) == ["free"]


def bring_list(home: Path, limits: Limits) -> None:
    """Install a core with one ban list."""
    bring(home)
    store_lists(home / core_location.FOLDER / "here.lists", [limits])
    told = home / core_location.FOLDER / core_location.REMEMBERED
    told.write_bytes(b'{"lists": "here.lists"}')


def dropdowns(scene: HostScene | LobbyScene) -> list[Dropdown]:
    """Return the choices of the dialog as they are now."""
    show(scene)
    return [widget for widget in scene.group.widgets if isinstance(widget, Dropdown)]


def test_the_ban_lists_of_edopro_stand_by_name_under_its_core(home: Path) -> None:
    bring_list(home, Limits("GOAT 2005.4"))
    scene = host()
    (game,) = dropdowns(scene)
    assert "GOAT 2005.4" not in game.words
    scene.set(mode="core")
    game, lists = dropdowns(scene)
    assert "GOAT 2005.4" not in game.words
    assert lists.words == ("None", "GOAT 2005.4")
    lists.choose(1)
    assert (scene.table.format, scene.table.mode, scene.table.banlist) == ("GOAT", "core", "GOAT 2005.4")
    assert "this ban list" in scene._mode_words()
    scene.set(mode="rules")
    assert (scene.table.format, scene.table.banlist) == ("master", "")
    scene.set(mode="core")
    dropdowns(scene)[1].choose(1)
    dropdowns(scene)[1].choose(0)
    assert (scene.table.format, scene.table.mode, scene.table.banlist) == ("master", "core", "")


@pytest.mark.parametrize("mode", ["core", "rules"])
def test_a_list_of_points_is_for_both_rules_and_the_mode_shown_is_that_of_the_table(
    home: Path, mode: str
) -> None:
    bring_list(home, Limits("Points 2026", point_cap=100))
    app = NotingApp()
    table = Settings(format="genesys", mode=mode, banlist="Points 2026", point_cap=300)
    app.preferences = msgspec.structs.replace(Preferences(), table=table)
    scene: HostScene = show(HostScene(Look(), app))
    assert scene.table == table
    assert {"rules", "core"} <= {*scene._modes()}
    ways = next(widget for widget in scene.group.widgets if isinstance(widget, Segments))
    assert list(scene._modes())[ways.chosen] == mode
    assert ("this ban list" in scene._mode_words()) is (mode == "core")


def test_a_list_that_was_chosen_last_and_is_gone_is_not_chosen_again(home: Path) -> None:
    bring(home)
    app = NotingApp()
    table = Settings(format="GOAT", mode="core", banlist="GOAT 2005.4")
    app.preferences = msgspec.structs.replace(Preferences(), table=table)
    scene: HostScene = show(HostScene(Look(), app))
    assert (scene.table.format, scene.table.banlist) == ("master", "")


def test_a_table_by_a_list_is_opened_at_a_server() -> None:
    scene, app = lobby_of_server(SOURCE, ("TCG 2026.5", "GOAT 2005.4"))
    assert [row.label for row in dropdowns(scene)] == ["Format", "How"]
    dropdowns(scene)[1].choose(1)
    listed = dropdowns(scene)[2]
    assert (listed.label, listed.words) == ("Ban list", ("None", "GOAT 2005.4", "TCG 2026.5"))
    listed.choose(1)
    press(scene, "Open a table here")
    (sent,) = app.sent
    assert sent.settings == Settings(format="GOAT", mode="core", banlist="GOAT 2005.4")


def lobby_of_server(core: str, banlists: tuple[str, ...] = ()) -> tuple[LobbyScene, NotingApp]:
    """Return the lobby of a server that has sent this of its core."""
    app = NotingApp()
    app.model.handle_message(
        Welcome("Wren", "here", formats=("master", "classic"), core=core, banlists=banlists)
    )
    scene: LobbyScene = show(LobbyScene(Look(), app))
    return scene, app


def test_the_lobby_of_a_server_says_what_it_plays_by_and_where_the_source_is() -> None:
    scene, app = lobby_of_server(SOURCE)
    assert SOURCE in core_words(app.model)
    ways = [widget for widget in scene.group.widgets if isinstance(widget, Dropdown)][1]
    ways.choose(1)
    press(scene, "Open a table here")
    (sent,) = app.sent
    assert sent.settings.mode == "core"


def test_the_lobby_of_a_server_without_one_says_so() -> None:
    scene, app = lobby_of_server("")
    assert "core" not in scene._modes()
    assert "does not have EDOPro's core" in core_words(app.model)


def test_enter_opens_the_table_and_never_flips_the_option_clicked_last(home: Path) -> None:
    scene = host()
    match = next(one for one in scene.group.widgets if isinstance(one, Segments) and len(one.words) == 2)
    click(scene, match.cells(scene.look.theme((1280, 720)))[1].center)
    assert scene.table.best_of == 3
    switch = next(one for one in scene.group.widgets if isinstance(one, Switch))
    click(scene, switch.rect.center)
    listed = scene.table.listed
    press_key(scene, pygame.K_RETURN)
    assert (scene.table.best_of, scene.table.listed) == (3, listed), "Enter changes no option"
    opened = [words[0] for name, words in scene.app.wishes if name == "host_table"]  # type: ignore[attr-defined]
    assert [table.best_of for table in opened] == [3], "it opens the table once"
    (button,) = [one for one in scene.group.widgets if isinstance(one, Button) and one.key_cap == "Enter"]
    assert button.label == "Open the table"


@pytest.mark.parametrize("kind", [SoloScene, PractiseScene])
def test_enter_begins_after_a_choice_from_a_list(kind: type[SoloScene | PractiseScene], home: Path) -> None:
    app = NotingApp()
    scene = show(kind(Look(), app))
    game = next(one for one in scene.group.widgets if isinstance(one, Dropdown))
    click(scene, game.rect.center)
    assert game.open
    press_key(scene, pygame.K_RETURN)
    press_key(scene, pygame.K_RETURN)
    assert {"start_solo", "start_practice"} & set(app.wished)
