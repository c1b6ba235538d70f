"""Every screen around the duel by mouse and keys, at every size, before an app that records its calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from weakref import ref

import msgspec
import pygame
import pytest

from facedown_client.connection.link import ConnectionState
from facedown_client.connection.return_places import Return
from facedown_client.data import deck_entries
from facedown_client.data.preferences import Practice, Preferences
from facedown_client.model import room_words
from facedown_client.model.verify.fairness import CALLED_OFF
from facedown_client.model.verify.verdict import FairnessVerdict
from facedown_client.window import keys
from facedown_client.window.look.theme import Look
from facedown_client.window.navigation import Screens
from facedown_client.window.scenes.decks.decks import DecksScene
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.scenes.dialogs import Help, Password, Question, ReconnectDialog, ServerPassword
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.lessons import LessonsScene
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.scenes.settings import SettingsScene
from facedown_client.window.scenes.table.hosting import HostScene
from facedown_client.window.scenes.table.panels import RelaysScene
from facedown_client.window.scenes.table.siding import SidingScene
from facedown_client.window.scenes.table.solo import PractiseScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_client.window.widgets import Button, Dropdown, Entry, Slider
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    Chat,
    Clock,
    Consent,
    DeckReport,
    Kick,
    Leave,
    LobbyRow,
    Option,
    Prompt,
    Propose,
    Ready,
    Refused,
    RelayRow,
    Relays,
    Said,
    Seated,
    SeatInfo,
    TableInfo,
    Tables,
    UseDeck,
    Watch,
    Welcome,
)
from facedown_shared.tables.formats import PLAYED
from facedown_shared.tables.view import View
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.client.noting_app import NotingApp, click, nearby_table, press, press_key, show, write

SIZES = ((1280, 720), (900, 560), (1024, 640), (1920, 1080), (2560, 1080), (720, 1280))
LINKS: dict[str, tuple[tuple[str, str], ...]] = {
    "opponent": (("this network", "http://10.0.0.2:7777/t/AB2-CDE#seat=secret"),)
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def app() -> NotingApp:
    return NotingApp()


def seat_us(app: NotingApp, stage: str = "gathering", *, other: bool = True, **more: Any) -> None:
    """Seat us at a table of ours."""
    seats = (SeatInfo("Wren", True, deck=True, counts=(40, 0, 0)), SeatInfo())
    if other:
        seats = (seats[0], SeatInfo("Halvard", True, ready=True, deck=True, counts=(41, 3, 12), wins=1))
    app.model.handle_message(Seated("AB2-CDE", 0, "t", LINKS))
    app.model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 3, stage, seats, ("Priya",), **more)))


WON = words("match_won", "Halvard", words("why_lp", "Halvard", "Wren"))


def scenes(app: NotingApp) -> list[Any]:
    """Return every screen there is, with something on it."""
    seat_us(app, "over", proposal="rematch 1", note=WON)
    app.model.handle_message(
        DeckReport(False, (words("plain", "Too few cards, " * 9),), 9, 40, ("Toon World",) * 9)
    )
    app.model.handle_message(Said("Halvard", "a long line " * 20, 1))
    app.model.handle_message(Refused(Code.NOT_NOW, text="Not now."))
    app.model.handle_message(
        Relays(tuple(RelayRow(number, "a relay far away " * 2, 9_999) for number in range(16)))
    )
    app.model.view = View(0, "master", result="1 lp")
    app.network.nearby = (nearby_table(TableLink("10.0.0.3", code="AB2-CDF"), "鹿野", best_of=3),)
    app.network.returns = (Return(TableLink("10.0.0.3"), "AB2-CDF", 0, "t", "Halvard", "turn 9"),)
    look, deck = Look(), deck_entries.ready("master")[0]
    return [
        HomeScene(look, app), HostScene(look, app), PractiseScene(look, app), LobbyScene(look, app),
        LessonsScene(look, app),
        TableScene(look, app, deck), ResultScene(look, app),
        SidingScene(look, app, deck), SidingScene(look, app, None), SettingsScene(look, app),
        DecksScene(look, app), EditorScene(look, app, deck),
        Help(look, app, "duel"), Password(look, app, print), ServerPassword(look, app, print),
        ReconnectDialog(look, app),
        RelaysScene(look, app), Question(look, app, "Really?", "Words. " * 20, "Yes", print),
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [Look(), Look(contrast=True, text_scale=1.3)])
def test_every_screen_fits_every_window(size: tuple[int, int], look: Look, app: NotingApp) -> None:
    window = pygame.Rect(0, 0, *size)
    for scene in scenes(app):
        scene.look = look
        show(scene, size)
        for widget in scene.group.widgets:
            assert window.contains(widget.rect), (type(scene).__name__, getattr(widget, "label", widget))


def test_every_screen_can_be_walked_with_tab(app: NotingApp) -> None:
    for scene in scenes(app):
        show(scene)
        able = [widget for widget in scene.group.widgets if widget.focusable and widget.enabled]
        reached = set()
        for _ in range(len(able) * 2):
            press_key(scene, pygame.K_TAB)
            if scene.group.focus is not None:
                reached.add(scene.group.widgets.index(scene.group.focus))
        assert len(reached) == len(able), type(scene).__name__


def test_no_two_buttons_of_a_screen_share_a_key(app: NotingApp) -> None:
    for scene in scenes(app):
        show(scene)
        caps = [
            widget.key_cap for widget in scene.group.widgets if isinstance(widget, Button) and widget.key_cap
        ]
        assert len(caps) == len(set(caps)), (type(scene).__name__, caps)


# --- at a table ---------------------------------------------------------------------------------------------


def test_a_table_s_buttons_and_keys(app: NotingApp) -> None:
    seat_us(app)
    scene = show(TableScene(Look(), app))
    press_key(scene, pygame.K_r, "r")
    press_key(scene, pygame.K_t, "t")
    write(scene, "good luck")
    press_key(scene, pygame.K_RETURN)
    press(scene, "Send away")
    app.agree()
    press(scene, "Leave")
    assert app.sent == [Ready(True), Chat("good luck"), Kick("Halvard"), Leave()]


def test_a_link_is_copied(app: NotingApp) -> None:
    seat_us(app)
    scene = show(TableScene(Look(), app))
    press_key(scene, pygame.K_c, "c")
    assert scene.invite.copying.text == LINKS["opponent"][0][1]


def test_decks_are_brought_by_choice_path_paste_and_drop(app: NotingApp, tmp_path: Path) -> None:
    seat_us(app)
    scene = show(TableScene(Look(), app))
    next(box for box in scene.group.widgets if isinstance(box, Dropdown)).choose(1)
    path = tmp_path / "mine.ydk"
    path.write_text(deck_entries.find_deck("starter-yugi").text, "utf-8")
    scene.event(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    show(scene)
    assert [type(message) for message in app.sent] == [UseDeck, UseDeck]
    entry = next(widget for widget in scene.group.widgets if isinstance(widget, Entry))
    scene.group.give_focus(entry)
    entry.set("/no/such/file.ydk")
    press_key(scene, pygame.K_RETURN)
    assert "There is no deck file /no/such/file.ydk" in scene.trouble
    assert len(app.sent) == 2


def test_the_winner_of_the_toss_says_who_begins(app: NotingApp) -> None:
    seat_us(app, "order")
    app.model.handle_message(Prompt(4, "order", words("plain", "order"), (Option("first"), Option("second"))))
    scene = show(TableScene(Look(), app))
    press(scene, "Halvard goes first")
    assert app.sent == [Answer(4, (1,))]


@pytest.mark.parametrize("stage", ["toss", "order"])
@pytest.mark.parametrize("wish", [("Claim the win", "win"), ("End without a result", "void")])
def test_one_who_is_kept_waiting_before_the_duel_need_not_wait(
    app: NotingApp, stage: str, wish: tuple[str, str]
) -> None:
    """The match has begun with the pledge: its shares, or the choice who goes first, may never arrive."""
    seat_us(app, stage)
    table = app.model.table
    assert table is not None
    labels = [one.label for one in show(TableScene(Look(), app)).group.widgets if isinstance(one, Button)]
    assert wish[0] not in labels, "there is a grace"
    away = msgspec.structs.replace(table.seats[1], overdue=True)
    app.model.handle_message(AtTable(msgspec.structs.replace(table, seats=(table.seats[0], away))))
    press(show(TableScene(Look(), app)), wish[0])
    assert app.sent == [Propose(wish[1])]


@pytest.mark.parametrize("caught", [None, FairnessVerdict(0, 0, (CALLED_OFF,))])
def test_a_server_caught_before_the_match_is_said_at_once(
    app: NotingApp, caught: FairnessVerdict | None
) -> None:
    seat_us(app, "toss", note="The match waits.")
    app.model.verdict = caught
    scene = show(TableScene(Look(), app))
    words, detail = scene._headline(scene.table)
    assert words == (caught.summary_line if caught else "Both add to the shuffle.")
    assert detail == "The match waits."


def test_leaving_once_the_match_runs_keeps_the_seat_or_asks_first(app: NotingApp) -> None:
    seat_us(app, "order")
    scene = show(TableScene(Look(), app))
    press_key(scene, pygame.K_ESCAPE)
    assert (app.wished, app.sent) == (["leave_duel"], [])
    press(scene, "Give up")
    assert (app.wished, app.sent) == (["leave_duel", "confirm"], [])
    app.agree()
    assert app.sent == [Leave()]


def test_a_spectator_s_table_has_no_deck(app: NotingApp) -> None:
    seat_us(app)
    app.model.seat = -1
    scene = show(TableScene(Look(), app))
    assert not any(getattr(widget, "label", "") == "Ready" for widget in scene.group.widgets)


# --- lobby, result, settings, decks -----------------------------------------------------------------


def test_the_lobby_joins_watches_and_opens(app: NotingApp) -> None:
    app.model.handle_message(Welcome("Wren", "house", 1, ("master", "classic")))
    rows = (
        LobbyRow("AB2-CDE", "Ilse", "master", 1, "duel"),
        LobbyRow("AB2-CDF", "T", "master", 1, "gathering", 0, True),
    )
    app.model.handle_message(Tables(rows))
    scene = show(LobbyScene(Look(), app))
    press_key(scene, pygame.K_RETURN)
    press_key(scene, pygame.K_DOWN)
    press_key(scene, pygame.K_RETURN)
    press(scene, "Open a table here")
    assert app.sent[0] == Watch("AB2-CDE")
    assert ("ask_password", ("AB2-CDF", False)) in app.wishes
    assert app.sent[1].settings.format == "master"
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished[-1] == "go_home"


@pytest.mark.parametrize(
    ("proposal", "label", "message"),
    [
        ("", "Rematch", Propose("rematch")),
        ("rematch 1", "Rematch", Consent(yes=True)),
        ("rematch 1", "No", Consent(yes=False)),
        ("rematch 0", "Asked. Withdraw", Propose("")),
        ("", "Leave", Leave()),
    ],
)
def test_after_the_match(app: NotingApp, proposal: str, label: str, message: object) -> None:
    seat_us(app, "over", proposal=proposal)
    scene = ResultScene(Look(), app)
    scene.update(-1.0)
    press(show(scene), label)
    assert app.sent == [message]


def test_nobody_is_asked_who_has_left(app: NotingApp) -> None:
    seat_us(app, "over", other=False)
    scene = show(ResultScene(Look(), app))
    press(scene, "Rematch")
    assert app.sent == []


def test_settings_change_as_they_are_pressed(app: NotingApp) -> None:
    scene = show(SettingsScene(Look(), app))
    scene._name("  Ilse ")
    scene._name("   ")
    for widget in scene.group.widgets:
        if type(widget).__name__ == "Switch":
            click(scene, (widget.rect.x + 8, widget.rect.centery))
    assert app.preferences.name == "Ilse"
    assert (app.preferences.contrast, app.preferences.sound, app.preferences.full_screen) == (
        True,
        False,
        True,
    )
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished == ["close"]


def test_the_deck_box_chooses_pastes_and_copies(app: NotingApp) -> None:
    scene = show(DecksScene(Look(), app))
    press_key(scene, pygame.K_c, "c")
    before = scene.deck.deck.parts
    press_key(scene, pygame.K_v, "v")
    assert (scene.deck.title, scene.deck.deck.parts) == ("Pasted deck", before)
    press_key(scene, pygame.K_p, "p")
    assert app.preferences.deck == scene.deck.key
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished[-1] == "close"


def _labels(scene: Any) -> list[str]:
    return [getattr(widget, "label", "") for widget in scene.group.widgets]


def test_a_deck_is_copied_in_the_way_of_its_game(app: NotingApp) -> None:
    scene = show(DecksScene(Look(), app))
    for game, label in (("master", "Copy as ydke://"), ("fab", "Copy as text")):
        scene._choose(
            next(number for number, deck in enumerate(scene.box.matching_decks) if deck.game.name == game)
        )
        assert label in _labels(show(scene))
    press_key(scene, pygame.K_c, "c")
    assert "The list is on the clipboard." in scene.said
    assert deck_entries.from_text("\n".join(scene.deck.card_lines())).deck.counts == scene.deck.deck.counts


def test_a_deck_s_path_is_asked_for_in_the_words_of_its_game(app: NotingApp) -> None:
    for name, said in (("master", "Path of a .ydk file"), ("fab", "Path of a deck list")):
        app.model.handle_message(Seated("AB2-CDE", 0, "t"))
        app.model.handle_message(
            AtTable(TableInfo("AB2-CDE", name, 1, "gathering", (SeatInfo("Wren"), SeatInfo(""))))
        )
        entries = [one for one in show(TableScene(Look(), app, None)).group.widgets if isinstance(one, Entry)]
        assert said in [entry.placeholder for entry in entries]


def test_the_help_lists_every_key_of_its_place(app: NotingApp) -> None:
    for place, (title, rows) in keys.PLACES.items():
        assert title
        assert len({binding.key for binding in rows}) == len(rows), place
        show(Help(Look(), app, place))
    show(Help(Look(), app, "nowhere"))


@pytest.mark.parametrize("dialog", [Password, ServerPassword])
def test_a_password_is_handed_on(app: NotingApp, dialog: type[Password]) -> None:
    heard: list[str] = []
    scene = show(dialog(Look(), app, heard.append))
    write(scene, "sesame")
    press_key(scene, pygame.K_RETURN)
    assert (heard, app.wished) == (["sesame"], ["close"])


def test_a_question_does_nothing_by_itself(app: NotingApp) -> None:
    done: list[bool] = []
    scene = show(Question(Look(), app, "Really?", "", "Yes", lambda: done.append(True)))
    press_key(scene, pygame.K_RETURN)
    assert (done, app.wished) == ([], ["close"])
    press(scene, "Yes")
    assert done == [True]


def test_a_lost_connection_counts_down_and_lets_go(app: NotingApp) -> None:
    app.network.connection = ConnectionState("waiting", "The connection was lost.", "10.0.0.2", 4.0)
    scene = show(ReconnectDialog(Look(), app))
    press_key(scene, pygame.K_ESCAPE)
    assert app.wished == ["go_home"]


@pytest.mark.parametrize(
    ("duel", "said"),
    [(0, "You won the toss: who goes first?"), (1, "You choose: who goes first?")],
)
def test_the_toss_is_won_before_the_first_duel_alone(app: NotingApp, duel: int, said: str) -> None:
    seat_us(app, "order", duel=duel)
    app.model.handle_message(Prompt(4, "order", words("plain", "order"), (Option("first"), Option("second"))))
    scene = show(TableScene(Look(), app))
    assert scene._headline(scene.table)[0] == said


def test_a_lost_connection_can_be_tried_at_once(app: NotingApp) -> None:
    seat_us(app, "duel")
    app.network.connection = ConnectionState("waiting", "The connection was lost.", "10.0.0.2", 14.0)
    scene = show(ReconnectDialog(Look(), app))
    assert "Leave, keep my seat" in _labels(scene)
    press_key(scene, pygame.K_RETURN)
    assert app.network.tries == 1
    press(scene, "Try now")
    assert app.network.tries == 2


def test_one_who_does_not_choose_reads_who_does(app: NotingApp) -> None:
    """ "The coin is tossed" was also shown between two duels, where there is no toss."""
    seat_us(app, "order", duel=1, chooser=1)
    scene = show(TableScene(Look(), app))
    assert scene._headline(scene.table)[0] == "Halvard chooses who goes first."
    assert "Bring another" not in " ".join(line for line, _ in scene._report_lines(Look().theme((1280, 720))))


def test_practising_begins_with_one_key_as_it_was_chosen_last(app: NotingApp) -> None:
    ready = deck_entries.ready("classic")
    app.preferences = Preferences(practice=Practice("classic", ready[1].key, ready[0].key))
    press_key(show(PractiseScene(Look(), app)), pygame.K_RETURN)
    (chosen, mine, theirs) = next(given for name, given in app.wishes if name == "start_practice")
    assert chosen == app.preferences.practice
    assert (mine.key, theirs) == (ready[1].key, ready[0].text)


def test_another_game_has_other_decks_and_any_deck_may_come(app: NotingApp) -> None:
    scene = show(PractiseScene(Look(), app))
    boxes = [one for one in scene.group.widgets if isinstance(one, Dropdown)]
    boxes[0].choose(PLAYED.index("fab"))
    show(scene)
    press(scene, "Begin")
    (chosen, mine, theirs) = next(given for name, given in app.wishes if name == "start_practice")
    assert (chosen.format, chosen.other) == ("fab", "")
    assert mine.key in [deck.key for deck in deck_entries.ready("fab")]
    assert theirs in [deck.text for deck in deck_entries.ready("fab")]


def test_a_practice_shows_no_link_and_says_that_it_is_kept(app: NotingApp) -> None:
    seat_us(app, other=False)
    app.network.is_practice = True
    scene = show(TableScene(Look(), app))
    assert scene.invite.rows == []
    assert scene._headline(scene.table)[0] == "The bot is joining."


def test_the_room_shows_clock_pauses_and_password_and_what_the_link_is(app: NotingApp) -> None:
    seat_us(app, other=False)
    assert room_words.key_words(app.model) == room_words.KEY
    app.model.handle_message(
        Seated("AB2-CDE", 0, "t", LINKS, clock=Clock(600, 15), pace="careful", locked=True)
    )
    assert room_words.table_terms(app.model) == ["10 min + 15 s for each", "long pauses", "password"]
    assert room_words.key_words(app.model) == room_words.KEY_AND_PASSWORD
    table = app.model.table
    assert table is not None
    app.model.handle_message(AtTable(msgspec.structs.replace(table, mode="free")))
    assert room_words.table_terms(app.model) == ["10 min + 15 s for each", "password"], (
        "by hand nothing pauses"
    )


def test_the_volume_is_set_with_a_slider_and_nothing_is_silence(app: NotingApp) -> None:
    scene = show(SettingsScene(Look(), app))
    slider = next(one for one in scene.group.widgets if isinstance(one, Slider))
    scene.group.give_focus(slider)
    press_key(scene, pygame.K_RIGHT)
    assert (app.preferences.volume, app.preferences.sound) == (7, True)
    assert ("play_press_sound", ()) in app.wishes, "it is heard at once"
    for _ in range(7):
        press_key(scene, pygame.K_LEFT)
    assert (app.preferences.volume, app.preferences.sound) == (0, False)


def test_a_scene_below_one_that_fills_the_window_is_not_drawn(
    app: NotingApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens, drawn = Screens(Look(), app), list[type]()
    for kind in (HomeScene, DecksScene, Question):
        monkeypatch.setattr(kind, "draw", lambda scene, surface: drawn.append(type(scene)))
    surface = pygame.Surface((640, 360))
    screens.open_scene(Question(Look(), app, "Leave?", "", "Yes", int))
    screens.draw(surface)
    assert drawn == [HomeScene, Question]
    drawn.clear()
    screens.overlays.insert(0, DecksScene(Look(), app))
    screens.draw(surface)
    assert drawn == [DecksScene, Question]


def test_a_closed_board_is_freed_at_once(app: NotingApp) -> None:
    screens = Screens(Look(), app)
    screens.open_scene(DuelScene(Look(), app))
    screens.update(0.0)
    board = ref(screens.top)
    screens.close()
    screens.update(0.1)
    assert board() is None
