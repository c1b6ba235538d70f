"""A replay on the board: played, sought in both directions by keys and pointer, as it was shown in the
duel.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from facedown_client.replays import replay_list, shared_replays
from facedown_client.replays.player import Player
from facedown_client.window.look import Look
from facedown_client.window.paint import pane
from facedown_client.window.scenes.replays.scene import ReplayScene, TimeLine
from facedown_client.window.scenes.replays.shelf import ReplaysScene, ShareScene, match_result
from facedown_client.window.widgets import Segments, read_clipboard
from facedown_shared.replay import Head, ReplayWriter
from tests.client.noting_app import NotingApp
from tests.client.replays.duels import RecordingClient, play_duel

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def recorded_duel(tmp_path_factory: pytest.TempPathFactory) -> tuple[RecordingClient, RecordingClient]:
    """Play a duel that both players have stored."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FACEDOWN_HOME", str(tmp_path_factory.mktemp("home")))
        return play_duel(1)


class Seat:
    """A player before the screen."""

    def __init__(self, scene: Any, size: tuple[int, int] = SIZE) -> None:
        self.scene, self.now = scene, 0.0
        self.surface = pygame.Surface(size)
        self.wait(0.0)

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        end = self.now + seconds
        while True:
            self.scene.update(self.now)
            self.scene.draw(self.surface)
            if self.now >= end:
                return
            self.now += 0.05

    def press_key(self, key: int, mod: int = 0) -> None:
        """Press a key."""
        self.scene.event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.wait(0.0)

    def click(self, at: tuple[float, float]) -> None:
        """Press and release."""
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.scene.event(pygame.event.Event(kind, button=1, pos=(round(at[0]), round(at[1]))))
        self.wait(0.0)


@pytest.fixture
def scene(recorded_duel: tuple[RecordingClient, RecordingClient]) -> ReplayScene:
    assert recorded_duel[0].recorder.kept is not None
    return ReplayScene(Look(), NotingApp(), Player(replay_list.open_replay(recorded_duel[0].recorder.kept)))


def test_the_board_shows_what_was_shown(
    scene: ReplayScene, recorded_duel: tuple[RecordingClient, RecordingClient]
) -> None:
    here = Seat(scene)
    last = scene.player.last
    for frame in (0, last // 3, last - 1, 10, last):
        scene.jump_to(frame)
        here.wait(0.0)
        assert scene.duel.view == recorded_duel[0].views[frame]


def test_it_plays_by_itself_and_stops_at_a_press(
    scene: ReplayScene, recorded_duel: tuple[RecordingClient, RecordingClient]
) -> None:
    here = Seat(scene)
    scene.set_speed(3)
    here.press_key(pygame.K_SPACE)
    here.wait(6.0)
    at = scene.player.at
    assert at > 5
    assert scene.duel.view in recorded_duel[0].views[at - 2 : at + 1]
    here.press_key(pygame.K_SPACE)
    here.wait(3.0)
    assert scene.player.at == at


def test_keys_go_by_actions_and_by_turns(scene: ReplayScene) -> None:
    here = Seat(scene)
    here.press_key(pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    assert (scene.player.at, scene.player.view.turn) == (scene.player.shown_course.turns[1], 2)
    goal = scene.player.find_act(1)
    here.press_key(pygame.K_RIGHT)
    here.wait(8.0)
    assert scene.player.at == goal
    here.press_key(pygame.K_LEFT)
    assert scene.player.at < goal
    here.press_key(pygame.K_END)
    assert scene.player.at == scene.player.last
    here.press_key(pygame.K_PAGEUP)
    assert scene.player.at == scene.player.shown_course.turns[-1]
    here.press_key(pygame.K_HOME)
    assert scene.player.at == 0


def test_a_drag_on_the_time_line_goes_there(scene: ReplayScene) -> None:
    here = Seat(scene)
    (line,) = [widget for widget in scene.bar.widgets if isinstance(widget, TimeLine)]
    here.click(line.rect.center)
    assert abs(scene.player.at - scene.player.last / 2) <= 2
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=line.rect.center))
    there = (line.rect.right - 8, line.rect.centery)
    scene.event(pygame.event.Event(pygame.MOUSEMOTION, pos=there, rel=(5, 0), buttons=(1, 0, 0)))
    assert scene.player.at > scene.player.last * 0.9


def test_a_line_of_the_log_leads_to_where_it_was_written(scene: ReplayScene) -> None:
    here = Seat(scene)
    scene.jump_to(scene.player.last)
    here.wait(0.0)
    shown = scene.duel.board_frame()
    line, _wrapped, box = next(iter(pane.log_rows(shown, shown.layout.pane.log)))
    here.click(box.centre)
    frame = scene.screening.frame_of(line.entry)
    assert scene.player.at == frame < scene.player.last
    assert scene.screening.log[-1].text == scene.screening.entries[scene.screening._counts[frame] - 1].text


def test_a_heading_of_the_log_leads_to_where_its_turn_begins(scene: ReplayScene) -> None:
    here = Seat(scene)
    for frame in (scene.player.last, scene.player.first_frame_of_turn(4)):
        scene.jump_to(frame)
        here.wait(0.0)
        shown = scene.duel.board_frame()
        line, _wrapped, row = next(iter(pane.log_rows(shown, shown.layout.pane.log)))
        here.click((row.x + 4, row.y - 6))
        assert scene.player.at == scene.player.first_frame_of_turn(line.turn) < frame
        assert scene.player.view.turn == line.turn
        assert scene.player.at in scene.player.shown_course.turns


def test_it_stops_at_the_turn_that_was_chosen(scene: ReplayScene) -> None:
    here, turns = Seat(scene), scene.player.shown_course.turns
    scene.set_speed(3)
    for _ in range(2):
        here.press_key(pygame.K_PERIOD)
    assert scene.stop == turns[2]
    here.press_key(pygame.K_SPACE)
    here.wait(60.0)
    assert (scene.player.at, scene.is_playing, scene.stop) == (turns[2], False, -1)
    here.press_key(pygame.K_SPACE)
    here.wait(5.0)
    assert scene.player.at > turns[2]


def test_the_right_button_chooses_where_it_stops_and_takes_that_back(scene: ReplayScene) -> None:
    here = Seat(scene)
    (line,) = [widget for widget in scene.bar.widgets if isinstance(widget, TimeLine)]
    press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=line.rect.center)
    scene.event(press)
    assert scene.stop == scene.player.turn_start(line.frame_at(line.rect.centerx)) > 0
    assert scene.player.at == 0
    scene.event(press)
    assert scene.stop == -1
    scene.jump_to(scene.player.last)
    here.wait(0.0)
    shown = scene.duel.board_frame()
    heading, _wrapped, row = next(iter(pane.log_rows(shown, shown.layout.pane.log)))
    scene.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=(row.x + 4, row.y - 6)))
    assert scene.stop == scene.player.first_frame_of_turn(heading.turn)


def test_where_it_cannot_be_played_on_the_reason_is_read(scene: ReplayScene) -> None:
    here, app = Seat(scene), scene.app
    here.press_key(pygame.K_p)
    assert isinstance(app, NotingApp)
    name, (told,) = app.wishes[-1]
    assert name == "open_scene"
    assert "press Open both hands on the result" in told.text, "it names the button"
    assert "play_file" not in app.wished


def test_the_other_side_of_ones_own_replay_is_grey_and_says_why(scene: ReplayScene) -> None:
    here = Seat(scene)
    (button,) = [one for one in scene.bar.widgets if getattr(one, "label", "") == "Other side"]
    assert (button.enabled, getattr(button, "reason", "")) == (False, "one hand only")
    here.press_key(pygame.K_e)
    assert "has only what you saw" in scene.app.notice
    here.wait(0.0)
    assert "has only what you saw" in scene.duel.board_frame().notice


def test_speeds_are_chosen(scene: ReplayScene) -> None:
    here = Seat(scene)
    (speeds,) = [widget for widget in scene.bar.widgets if isinstance(widget, Segments)]
    here.click((speeds.rect.right - 10, speeds.rect.centery))
    assert scene.stage.speed == 3
    here.press_key(pygame.K_MINUS)
    assert scene.stage.speed == 2


def test_nothing_is_sent_and_nothing_can_be_done(scene: ReplayScene) -> None:
    here, app = Seat(scene), scene.app
    scene.jump_to(40)
    for at in ((700, 600), (480, 360), (700, 40)):
        here.click(at)
    for key in (pygame.K_RETURN, pygame.K_d, pygame.K_t, pygame.K_c):
        here.press_key(key)
    assert isinstance(app, NotingApp)
    assert not [wish for wish in app.wishes if wish[0] in ("send", "store_deck", "host_table")]
    assert not scene.duel.board_frame().is_player


def test_esc_closes_it(scene: ReplayScene) -> None:
    here = Seat(scene)
    here.press_key(pygame.K_ESCAPE)
    assert isinstance(scene.app, NotingApp)
    assert scene.app.wishes[-1][0] == "close"


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_the_strip_fits(
    recorded_duel: tuple[RecordingClient, RecordingClient], size: tuple[int, int]
) -> None:
    assert recorded_duel[1].recorder.kept is not None
    player = Player(replay_list.open_replay(recorded_duel[1].recorder.kept))
    scene = ReplayScene(Look(), NotingApp(), player)
    Seat(scene, size)
    boxes = [widget.rect for widget in scene.bar.widgets]
    assert all(pygame.Rect(0, 0, *size).contains(box) for box in boxes)
    assert all(box.collidelist(boxes[:index]) < 0 for index, box in enumerate(boxes))


def test_the_list_is_searched(
    recorded_duel: tuple[RecordingClient, RecordingClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = recorded_duel[0].recorder.kept
    assert kept is not None
    monkeypatch.setenv("FACEDOWN_HOME", str(kept.parents[1]))
    app = NotingApp()
    scene = ReplaysScene(Look(), app)
    Seat(scene)
    assert len(scene.found) == 2
    assert {match_result(row) for row in scene.found} == {"won", "lost"}
    for words, count in (("halvard", 2), ("won", 1), ("nobody", 0), ("wren lost", 1), ("", 2)):
        scene._open_typed(words)
        assert len(scene.found) == count, words
    scene._open()
    assert app.wishes[-1][0] == "open_scene"
    scene.handle_dropped(str(kept))
    assert app.wishes[-1][0] == "open_scene"
    scene._note_deleted(scene.found[0])
    assert len(scene.rows) == 1


def test_one_is_shared_by_its_link_and_ones_own_file_only_after_a_question(
    recorded_duel: tuple[RecordingClient, RecordingClient], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    writer = ReplayWriter()
    writer.add(recorded_duel[1].views[0])
    kept = replay_list.save_replay(writer.file_bytes(Head(sides=(1,), names=("Wren", "Halvard"))))
    (row,), goal = replay_list.list_replays(), tmp_path / "goal"
    goal.mkdir()
    app = NotingApp()
    here = Seat(scene := ShareScene(Look(), app, row))
    assert not scene.link
    link = "http://duel.example.org/replay#replay=abcdefghijklmnop"
    shared_replays.store_link(kept, link, 30)
    here = Seat(scene := ShareScene(Look(), app, row))
    here.press_key(pygame.K_v)
    assert (read_clipboard(), scene._copying.text) == (link, link)
    scene.where = str(goal)
    scene._save_or_confirm()
    assert not [*goal.iterdir()]
    assert app.wishes[-1][0] == "confirm"
    app.agree()
    here.wait(0.0)
    (copy,) = goal.iterdir()
    assert copy.read_bytes() == kept.read_bytes()
    assert str(copy) in scene.news


def test_a_link_is_followed_from_the_list(recorded_duel: tuple[RecordingClient, RecordingClient]) -> None:
    app = NotingApp()
    scene = ReplaysScene(Look(), app)
    Seat(scene)
    for typed in ("", "R7K-42Q", "http://duel.example.org/t/R7K-42Q#watch=abc"):
        scene.link = typed
        scene._download()
        assert scene.trouble
    scene.link = "http://duel.example.org/replay#replay=abcdefghijklmnop"
    scene._download()
    assert app.wishes[-1] == ("open_link", (scene.link,))
