"""Nothing is drawn while nothing changes, and nothing that changes is missed."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
import trio
from trio.testing import MockClock

from facedown_client.bot.bot_player import Robot
from facedown_client.data import deck_entries
from facedown_client.data.preferences import Preferences
from facedown_client.model import card_catalogue
from facedown_client.window import navigation
from facedown_client.window.art import are_faces_coming, shared_faces, take_in_faces
from facedown_client.window.display import MainWindow
from facedown_client.window.paint import rail
from facedown_client.window.redraw_schedule import (
    ACTIVE_PERIOD_S,
    FRAME_RATE_HZ,
    IDLE_POLL_RATE_HZ,
    RedrawSchedule,
)
from facedown_client.window.scenes.dialogs import ReconnectDialog
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_shared.protocol.messages import Chat, Settings
from facedown_shared.protocol.table_settings import Clock
from tests.client.window.test_app import FRAME_S, Player, own_folder, run_client, seat_link, window

__all__ = ["own_folder", "window"]


@pytest.fixture(autouse=True)
def faces_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no card faces: a thread draws them in real time."""
    monkeypatch.setattr(navigation, "are_faces_coming", lambda: False)


async def pictures(player: Player, seconds: float) -> int:
    """Return how many pictures are drawn in this time."""
    count = 0
    for _ in range(round(seconds / FRAME_S)):
        count += player.app.frame()
        await trio.sleep(FRAME_S)
    return count


async def test_nothing_is_drawn_at_home_until_something_happens(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        assert await pictures(wren, 20) == 0
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0)))
        assert await pictures(wren, 5) == 1
        wren.app.notice = "Something went wrong."
        assert await pictures(wren, 5) == 1


async def test_a_message_is_seen_at_once_and_once(window: MainWindow, autojump_clock: MockClock) -> None:
    async with run_client(window) as wren:
        await wren.press(pygame.K_h, "h")
        await wren.until(wren.is_on_top(TableScene))
        await pictures(wren, 10)
        wren.app.send(Chat("hello"))
        assert 1 <= await pictures(wren, 1) <= 2
        # Every five seconds the server is asked for an echo.
        assert await pictures(wren, 20) <= 4


async def test_in_a_duel_a_running_clock_is_drawn_once_a_second(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    own = Preferences(name="Wren", motion=0.0, table=Settings(clock=Clock(300)))
    async with run_client(window, own=own) as wren, trio.open_nursery() as nursery:
        await wren.press(pygame.K_h, "h")
        await wren.until(wren.is_on_top(TableScene))
        nursery.start_soon(Robot("Halvard", dial=wren.server.dial).play_at, seat_link(wren))
        await wren.press(pygame.K_r, "r")
        await wren.play("duel")
        await wren.until(lambda: wren.app.model.table and wren.app.model.table.ticking == wren.app.model.seat)
        await pictures(wren, 10)
        table, scene = wren.app.model.table, wren.top
        assert table is not None
        assert isinstance(scene, DuelScene)
        told = scene.board_frame().clocks[table.ticking]
        assert 9 <= await pictures(wren, 10) <= 14
        assert 9 <= told - scene.board_frame().clocks[table.ticking] <= 11
        nursery.cancel_scope.cancel()


async def test_the_seconds_until_the_next_attempt_are_counted(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await wren.press(pygame.K_p, "p")
        await wren.press(pygame.K_RETURN)
        await wren.play("duel")
        wren.server.away = True
        await wren.server.cut()
        await wren.until(wren.is_on_top(ReconnectDialog))
        await wren.until(lambda: wren.app.network.connection.retry > 5)
        assert 3 <= await pictures(wren, 4) <= 6


def test_a_clock_is_told_again_when_it_is_told_otherwise() -> None:
    for start in (180.0, 42.3, 10.4, 9.97, 3.26):
        after = rail.seconds_until_change(start)
        assert rail.clock_words(start - after - 0.001) != rail.clock_words(start)
        assert rail.seconds_until_change(start) <= 1.0
    assert rail.seconds_until_change(0.0) == math.inf


async def test_looks_are_rare_at_rest_frequent_after_input_and_news_end_the_rest(
    autojump_clock: MockClock,
) -> None:
    redrawing = RedrawSchedule()
    redrawing.note_picture("", math.inf)

    async def count_looks(seconds: float) -> int:
        count, end = 0, trio.current_time() + seconds
        while trio.current_time() < end:
            await redrawing.sleep(trio.sleep_forever)
            count += 1
        return count

    assert abs(await count_looks(4) - 4 * IDLE_POLL_RATE_HZ) < 5
    redrawing.note_event(trio.current_time())
    assert abs(await count_looks(ACTIVE_PERIOD_S) - ACTIVE_PERIOD_S * FRAME_RATE_HZ) < 5

    async def send_news() -> None:
        await trio.sleep(0.03)

    before = trio.current_time()
    await redrawing.sleep(send_news)
    assert trio.current_time() - before < 1 / IDLE_POLL_RATE_HZ


def test_a_picture_is_due_when_it_is_late_or_was_drawn_from_something_else() -> None:
    redrawing = RedrawSchedule()
    assert redrawing.is_due(0.0, "home")
    redrawing.note_picture("home", 5.0)
    assert not redrawing.is_due(4.9, "home")
    assert redrawing.is_due(5.0, "home")
    assert redrawing.is_due(1.0, "elsewhere")


def test_faces_are_taken_in_those_who_asked_for_them(tmp_path: Path) -> None:
    facts = card_catalogue.cards()[deck_entries.ready("master")[0].deck.main[0]]
    take_in_faces()
    store = shared_faces((), tmp_path / "faces", True)
    stand_in = store.get(facts, (40, 58))
    assert are_faces_coming()
    while are_faces_coming():
        take_in_faces()
    assert store.get(facts, (40, 58)) is not stand_in
