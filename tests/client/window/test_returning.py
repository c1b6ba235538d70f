"""What a client stores of a duel that waits, and what stays when its table is over or gone."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
import trio
from trio.testing import MockClock

from facedown_client.bot.bot_player import Robot
from facedown_client.connection.link import Link
from facedown_client.connection.return_places import DuelState
from facedown_client.connection.visit import Visit
from facedown_client.data.preferences import Preferences
from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_shared.protocol.messages import Concede, FromServer, Settings
from tests.client.house import house
from tests.client.window.test_app import client, own_folder, run_client, seat_link, window

__all__ = ["own_folder", "window"]


async def test_a_lost_connection_never_covers_a_result(window: MainWindow, autojump_clock: MockClock) -> None:
    """Halvard hosts, loses the duel and is gone: Wren reads the result until she leaves, and that is all."""
    async with house() as server, trio.open_nursery() as nursery:
        async with client(window, server, nursery) as wren:
            await wren.press(pygame.K_h, "h")
            await wren.until(wren.is_on_top(TableScene))
            nursery.start_soon(Robot("Halvard", dial=server.dial).play_at, seat_link(wren))
            await wren.press(pygame.K_r, "r")
            await wren.play("duel")
            await wren.until(lambda: wren.app.model.view)
            assert wren.app.network._kept.valid_places()[0].opponent == "Halvard"
            await wren.play("over")
            await wren.until(wren.is_on_top(ResultScene))
            server.away = True
            await server.cut()
            await wren.until(lambda: wren.app.network.connection.status != "up")
            await wren.run_frames(100)
            assert isinstance(wren.top, ResultScene), "the connection is lost, and the result stays"
            rematch = next(one for one in wren.top.group.widgets if getattr(one, "label", "") == "Rematch")
            assert (rematch.enabled, getattr(rematch, "reason", "")) == (False, "No connection")
            await wren.press(pygame.K_l, "l")
            await wren.until(wren.is_on_top(HomeScene))
            await wren.run_frames(10)
            assert wren.app.network.returns == (), "what is over is not offered"
        nursery.cancel_scope.cancel()


async def test_the_line_about_a_duel_to_return_to_counts_no_duel_that_has_not_begun(
    window: MainWindow, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []

    def read_one(visit: Visit) -> list[FromServer]:
        """Read one message in every frame, as over a slow connection."""
        message = visit._filter_message(visit._inbox.receive_nowait()) if visit.has_more else None
        return [message] if message is not None else []

    monkeypatch.setattr(Visit, "pump", read_one)

    def note_state(_: Link, **words: Any) -> None:
        if isinstance(state := words.get("state"), DuelState):
            lines.append(f"Duel {state.duel} of {state.best_of}")

    monkeypatch.setattr(Link, "note", note_state)
    async with run_client(
        window, own=Preferences(name="Wren", motion=0.0, table=Settings(best_of=3))
    ) as wren:
        await wren.press(pygame.K_h, "h")
        await wren.until(wren.is_on_top(TableScene))
        wren.app.network._nursery.start_soon(Robot("Bot", dial=wren.server.dial).play_at, seat_link(wren))
        await wren.press(pygame.K_r, "r")
        await wren.play("duel")
        wren.app.send(Concede())
        await wren.play("siding")
        await wren.play("duel")
    assert list(dict.fromkeys(lines)) == ["Duel 1 of 3", "Duel 2 of 3"]
