"""What the window does for trust: shuffles checked, both Decks opened, the link back to one's own seat."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from facedown_client.model.verify.verdict import FairnessVerdict
from facedown_client.model.words.phrases import conceded_match_result
from facedown_client.model.words.sentences import ASKED
from facedown_client.window.look.theme import Look
from facedown_client.window.paint import overlays
from facedown_client.window.scenes.duel import widgets
from facedown_client.window.scenes.parts import INPUT_GUARD_S
from facedown_client.window.scenes.rematch import RematchScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.widgets import Button
from facedown_shared.protocol.fairness import Trail
from facedown_shared.protocol.messages import (
    AtTable,
    Consent,
    DeckReport,
    DropReplay,
    Opened,
    Propose,
    ReplayGone,
    ReplayKept,
    Seated,
    SeatInfo,
    TableInfo,
    UseDeck,
)
from facedown_shared.replay import Head
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text.language import _, use_language
from facedown_shared.text.words import words
from tests.client.noting_app import NotingApp, press, press_key, show
from tests.client.screens import Play, click, record_texts, surface
from tools import samples

__all__ = ["surface"]

SIZES = ((1280, 720), (900, 560), (720, 1280))


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))


def finished_match(proposal: str = "", *, seats: tuple[int, ...] = (0,), present: bool = True) -> NotingApp:
    """Return a match of ours that is over and whose shuffles were checked; of these seats the Decks are
    opened.
    """
    app = NotingApp()
    both = (SeatInfo("Wren", True), SeatInfo("Halvard", present, wins=1))
    app.model.handle_message(Seated("AB2-CDE", 0, "t"))
    app.model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 1, "over", both, proposal=proposal)))
    app.model.witness.record.opened = Opened(trails=tuple(Trail(1, seat, ()) for seat in seats))
    app.model.verdict = FairnessVerdict(7, 2, ())
    return app


@pytest.mark.parametrize(
    ("proposal", "label", "message"),
    [
        ("", "Open both hands", Propose("open")),
        ("open 1", "Open both hands", Consent(yes=True)),
        ("open 1", "No", Consent(yes=False)),
        ("open 0", "Take it back", Propose("")),
        ("rematch 1", "Rematch", Consent(yes=True)),
    ],
)
def test_both_decks_are_opened_if_both_agree(proposal: str, label: str, message: object) -> None:
    app = finished_match(proposal)
    scene = show(ResultScene(Look(), app))
    scene.update(INPUT_GUARD_S)
    at = next(one.rect for one in redraw(scene).group.widgets if getattr(one, "label", "") == label)
    click(scene, pygame.Rect(at).center)
    assert app.sent == [message]


ENGLISH_CHINESE = pytest.mark.parametrize("language", ["en", "zh_CN"])


def redraw(scene: ResultScene) -> ResultScene:
    """Draw the same at the same time."""
    surface = pygame.display.get_surface()
    assert surface is not None
    scene.draw(surface)
    return scene


def press_late(scene: ResultScene, code: int) -> None:
    scene.event(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0))
    redraw(scene)


def click_late(scene: ResultScene, at: tuple[int, int]) -> None:
    click(scene, at)
    redraw(scene)


def propose(app: NotingApp, proposal: str) -> None:
    assert app.model.table is not None
    app.model.handle_message(AtTable(msgspec.structs.replace(app.model.table, proposal=proposal)))


def places(scene: ResultScene) -> dict[str, pygame.Rect]:
    """Return the place of each key's button."""
    buttons = [one for one in scene.group.widgets if isinstance(one, Button)]
    return {one.key_cap: pygame.Rect(one.rect) for one in buttons}


@ENGLISH_CHINESE
def test_decks_are_opened_by_no_place_and_no_key_of_a_rematch(language: str) -> None:
    with use_language([language]):
        app = finished_match()
        scene = show(ResultScene(Look(), app))
        again = places(scene)["R"]
        propose(app, "open 1")
        scene.update(1.0)
        redraw(scene)
        assert places(scene)["R"] == again
        for code in (pygame.K_r, pygame.K_y, pygame.K_n, pygame.K_o, pygame.K_RETURN):
            press_late(scene, code)
        for box in places(scene).values():
            if box != places(scene)["Esc"] and box != places(scene)["L"]:
                click_late(scene, box.center)
        assert app.sent == [], "what has just come takes no press"
        scene.update(1.0 + INPUT_GUARD_S)
        redraw(scene)
        press_late(scene, pygame.K_r)
        click_late(scene, again.center)
        assert app.sent == [], "a rematch opens no Deck"
        press_late(scene, pygame.K_y)
        assert app.sent == [Consent(yes=True)]


@ENGLISH_CHINESE
@pytest.mark.parametrize("what", ["open", "rematch"])
def test_who_asks_sees_what_was_asked(what: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with use_language([language]):
        app, drawn = finished_match(f"{what} 0"), record_texts(monkeypatch)
        show(ResultScene(Look(), app))
        asked = _(ASKED[what], name="Halvard")
        assert any(asked in line for line in drawn)


@ENGLISH_CHINESE
def test_a_rematch_is_answered_by_y_and_n_too(language: str) -> None:
    with use_language([language]):
        for code, yes in ((pygame.K_y, True), (pygame.K_r, True), (pygame.K_n, False)):
            app = finished_match("rematch 1")
            scene = show(ResultScene(Look(), app))
            scene.update(INPUT_GUARD_S)
            redraw(scene)
            press_late(scene, code)
            assert app.sent == [Consent(yes=yes)]


def test_what_is_asked_at_the_end_is_asked_once(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    play.app.model.handle_message(
        AtTable(msgspec.structs.replace(samples.table(), proposal=f"open {1 - play.app.model.seat}"))
    )
    play.scene.update(3.0)
    assert overlays.proposal(play.scene.board_frame()) == "open"
    play.scene.is_covered = True
    assert overlays.proposal(play.scene.board_frame()) == ""


@pytest.mark.parametrize(
    "app", [finished_match(seats=(0, 1)), finished_match(present=False)], ids=["both open", "alone"]
)
def test_there_is_nothing_more_to_open(app: NotingApp) -> None:
    labels = [one.label for one in show(ResultScene(Look(), app)).group.widgets if isinstance(one, Button)]
    assert "Open both hands" not in labels
    assert "Leave" in labels


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [Look(), Look(contrast=True, text_scale=1.3)])
def test_its_button_lies_over_no_other(size: tuple[int, int], look: Look) -> None:
    app = finished_match()
    app.network.recorded_replay = Path("match.duelreplay")
    scene = show(ResultScene(look, app), size)
    boxes = [pygame.Rect(widget.rect) for widget in scene.group.widgets if isinstance(widget, Button)]
    assert len(boxes) == 6
    for at, box in enumerate(boxes):
        assert pygame.Rect(0, 0, *size).contains(box)
        assert box.collidelist(boxes[at + 1 :]) == -1


LONG = (
    "before it, 2 matches ended without a duel",
    "12 shuffles by EDOPro's core were fixed in advance, not computed again",
    "not seen from the beginning",
)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640), (960, 540)])
@pytest.mark.parametrize("look", [Look(), Look(contrast=True, text_scale=1.3)])
@pytest.mark.parametrize("proposal", ["", "open 1", "rematch 1"])
def test_what_is_said_of_the_shuffles_is_read_to_its_end(
    size: tuple[int, int], look: Look, proposal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, drawn = finished_match(proposal), record_texts(monkeypatch)
    app.model.verdict = FairnessVerdict(7, 3, (), LONG)
    show(ResultScene(look, app), size)
    assert app.model.verdict.summary_line in " ".join(drawn)


def test_who_waits_too_long_ends_the_match_and_opens_no_seat(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), None)
    model, table = play.app.model, samples.table()
    other = 1 - model.seat
    seats = tuple(
        msgspec.structs.replace(seat, present=at != other, overdue=at == other)
        for at, seat in enumerate(table.seats)
    )
    model.handle_message(AtTable(msgspec.structs.replace(table, seats=seats)))
    play.scene.update(3.0)
    play.scene.draw(surface)
    for box in overlays.banner_boxes(play.scene.board_frame())[1:]:
        click(play.scene, box.centre)
    assert play.sent == [Propose("win"), Propose("void")]
    labels = [one.label for one in play.scene.widgets.group.widgets if isinstance(one, Button)]
    assert not any("ink" in label for label in labels)


def test_the_link_back_is_ones_own_and_copied_after_a_word(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(widgets, "write_clipboard", copied.append)
    play = Play(surface, samples.BusyBoard(), None)
    for link in ("", "http://10.0.0.2/t/AB2-CDE#back=x"):
        play.app.network.way_back = link
        play.scene.widgets.open_table_menu()
        menu = play.scene.acting.doing.menu
        assert menu is not None
        assert ("back" in [entry.act for entry in menu.entries]) == bool(link)
    play.scene.widgets.run_menu_line("back")
    assert copied == []
    title, then = play.app.questions[-1]
    assert title == widgets.LINK_BACK
    then()
    assert copied == ["http://10.0.0.2/t/AB2-CDE#back=x"]


@pytest.mark.parametrize(("language", "told"), [("en", "gave up"), ("zh_CN", "认输")])
def test_why_a_match_ended_is_said_once(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    note = words("match_won", "Halvard", words("why_conceded", "Halvard", "Wren"))
    app = finished_match()
    assert app.model.table is not None
    app.model.table = msgspec.structs.replace(app.model.table, note=note)
    app.model.view = samples.BusyBoard().view(result="1 conceded")
    with use_language([language]):
        scene, drawn = ResultScene(Look(), app), record_texts(monkeypatch)
        show(scene)
        assert sum(told in line for line in drawn) == 1
        board = Play(surface, samples.BusyBoard(), None, app.model.view)
        board.app.model.handle_message(AtTable(app.model.table))
        board.scene.update(3.0)
        drawn.clear()
        board.scene.draw(surface)
        assert sum(told in line for line in drawn) == 1, "over the board too"


@ENGLISH_CHINESE
def test_on_the_board_too_what_has_just_come_opens_no_deck(surface: pygame.Surface, language: str) -> None:
    with use_language([language]):
        play = Play(surface, samples.BusyBoard(), None)
        asked = f"open {1 - play.app.model.seat}"
        play.app.model.handle_message(AtTable(msgspec.structs.replace(samples.table(), proposal=asked)))
        play.scene.update(3.0)
        play.scene.draw(surface)
        yes = overlays.banner_boxes(play.scene.board_frame())[1]
        click(play.scene, yes.centre)
        assert play.sent == []
        play.scene.update(3.0 + INPUT_GUARD_S)
        click(play.scene, yes.centre)
        assert play.sent == [Consent(yes=True)]


@pytest.mark.parametrize(
    ("proposal", "told"),
    [
        ("", "Halvard wins: Wren gave up"),
        ("rematch 1", "Halvard would like to play again."),
        ("rematch 0", "Asked Halvard for a rematch: no answer yet."),
    ],
)
def test_the_board_looked_at_after_the_match_leads_back_to_its_result(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, proposal: str, told: str
) -> None:
    app = finished_match(proposal)
    assert app.model.table is not None
    play = Play(surface, samples.BusyBoard(), None, samples.BusyBoard().view(result="1 conceded"))
    play.app.model.handle_message(AtTable(app.model.table))
    play.scene.is_put_away = True
    play.scene.update(3.0)
    drawn, shown = record_texts(monkeypatch), list[str]()
    monkeypatch.setattr(play.app, "open_screen", shown.append)
    play.scene.draw(surface)
    assert told in drawn
    assert "Wren gave up." not in drawn, "nothing lies over the board"
    __, yes, no = overlays.banner_boxes(play.scene.board_frame())
    click(play.scene, ((yes.x + no.right) / 2, yes.centre[1]))
    play.press(pygame.K_r)
    assert shown == ["result", "result"]
    assert play.sent == []


def test_the_public_replay_is_shared_by_its_link_and_deleted_after_a_question() -> None:
    app = finished_match()
    scene = show(ResultScene(Look(), app))
    labels = [getattr(one, "label", "") for one in scene.group.widgets]
    assert "Delete the replay" not in labels
    app.model.handle_message(ReplayKept("abc", 30, "key"))
    app.network.replay_link = app.model.replay_link("http://server.example")
    scene.update(1.0)
    boxes = {getattr(one, "label", ""): pygame.Rect(one.rect) for one in redraw(scene).group.widgets}
    click(scene, boxes["Copy the link to the public replay"].center)
    assert scene._copying.text == "http://server.example/replay#replay=abc"
    click(scene, boxes["Delete the replay"].center)
    assert app.sent == []
    app.agree()
    assert app.sent == [DropReplay("key")]
    app.model.handle_message(ReplayGone())
    app.network.replay_link = app.model.replay_link("http://server.example")
    scene.update(2.0)
    assert "Delete the replay" not in [getattr(one, "label", "") for one in redraw(scene).group.widgets]


@pytest.mark.parametrize(
    ("seat", "title"), [(0, "You lose."), (1, "You win!"), (PUBLIC_CLASS_INDEX, "Halvard wins")]
)
def test_who_concedes_the_match_between_two_duels_has_not_won_it(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, seat: int, title: str
) -> None:
    """Seen to fail: the winner of the last duel was shown, in lists of replays too."""
    note = words("match_won", "Halvard", words("why_conceded", "Halvard", "Wren"))
    both = (SeatInfo("Wren", True, wins=1), SeatInfo("Halvard", True))
    table = TableInfo("AB2-CDE", "master", 3, "over", both, note=note)
    app = NotingApp()
    app.model.handle_message(Seated("AB2-CDE", seat, "t"))
    app.model.view = samples.BusyBoard().view(result="0 conceded")
    for each in (table, msgspec.structs.replace(table, note=words("has_left", "Wren"))):
        app.model.handle_message(AtTable(each))
    drawn = record_texts(monkeypatch)
    show(ResultScene(Look(), app))
    assert title in drawn
    assert any("Wren gave up" in line for line in drawn)
    assert not any("Halvard gave up" in line for line in drawn)
    board = Play(surface, samples.BusyBoard(), None, app.model.view)
    board.app.model.handle_message(AtTable(table))
    board.scene.update(3.0)
    drawn.clear()
    board.scene.draw(surface)
    assert any("Wren gave up" in line for line in drawn), "over the board too"
    assert not any("Halvard gave up" in line for line in drawn)


def test_a_replay_of_a_conceded_match_says_who_won_it() -> None:
    head = Head(best_of=3, results=("0 conceded",), match_result=app_result())
    assert head.winner == 1
    assert Head(best_of=3, results=("0 conceded",)).winner == 0


def app_result() -> str:
    """Return the result that a client records of a match that Wren, who leads, conceded."""
    note = words("match_won", "Halvard", words("why_conceded", "Halvard", "Wren"))
    return conceded_match_result(note, ("Wren", "Halvard"))


@pytest.mark.parametrize(
    ("wins", "result", "title"),
    [((1, 1), "0 conceded", "Wren wins"), ((0, 1), "1 conceded", "The match is over.")],
    ids=["in a duel", "between two duels"],
)
def test_a_spectator_who_comes_late_reads_one_winner_or_none(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch, wins: tuple[int, int], result: str, title: str
) -> None:
    """Wren's opponent leads and concedes the match; the news of it is gone when the spectator comes."""
    both = (SeatInfo("Wren", True, wins=wins[0]), SeatInfo("Halvard", True, wins=wins[1]))
    note = words("has_left", "Halvard")
    app = NotingApp()
    app.model.handle_message(Seated("AB2-CDE", PUBLIC_CLASS_INDEX, "t"))
    app.model.view = samples.BusyBoard().view(result=result)
    app.model.handle_message(
        AtTable(TableInfo("AB2-CDE", "master", 3, "over", both, duel=sum(wins), note=note))
    )
    drawn = record_texts(monkeypatch)
    show(ResultScene(Look(), app))
    assert title in drawn
    assert not {"Halvard wins", "A draw"} & set(drawn)


def test_the_replay_of_the_match_is_one_press_away(surface: pygame.Surface, tmp_path: Path) -> None:
    app = finished_match()
    scene = show(ResultScene(Look(), app))
    assert "See the replay" not in labels(scene)
    app.network.recorded_replay = tmp_path / "match.duelreplay"
    app.network.recorded_replay.write_bytes(b"no replay")
    scene.update(1.0)
    show(scene)
    press(scene, "See the replay")
    assert app.notice, "a file that cannot be read is a sentence"


def test_a_rematch_with_another_deck_is_proposed_once_the_table_has_taken_it(
    surface: pygame.Surface,
) -> None:
    app = finished_match()
    press(show(ResultScene(Look(), app)), "Rematch with another deck")
    (scene,) = [words[0] for name, words in app.wishes if name == "open_scene"]
    assert isinstance(scene, RematchScene)
    show(scene)
    scene._choose(1)
    press_key(scene, pygame.K_RETURN)
    brought = app.sent[-1]
    assert isinstance(brought, UseDeck)
    assert brought.deck == scene.decks[1].text
    scene.update(1.0)
    assert app.sent[-1] is brought, "nothing is proposed before the deck is checked"
    app.model.handle_message(DeckReport(legal=False, reasons=(words("plain", "Too few cards."),)))
    scene.update(2.0)
    assert scene.trouble == "Too few cards."
    assert not any(isinstance(one, Propose) for one in app.sent)
    show(scene)
    press_key(scene, pygame.K_RETURN)
    app.model.handle_message(DeckReport(legal=True))
    scene.update(3.0)
    assert [one for one in app.sent if isinstance(one, Propose)] == [Propose("rematch")]
    assert app.wished[-1] == "close"


def test_another_deck_accepts_the_rematch_that_the_other_player_asks_for(surface: pygame.Surface) -> None:
    app = finished_match("rematch 1")
    scene = show(RematchScene(Look(), app))
    press_key(scene, pygame.K_RETURN)
    app.model.handle_message(DeckReport(legal=True))
    scene.update(1.0)
    assert app.sent[-1] == Consent(yes=True)


def labels(scene: ResultScene) -> set[str]:
    """Return the labels of a scene's buttons."""
    return {one.label for one in scene.group.widgets if isinstance(one, Button)}
