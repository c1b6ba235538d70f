"""Events from the home screen: a server of one's own, whose page opens in the browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pygame
import pytest
import trio
from trio.testing import MockClock

from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_shared.network import links
from tests.client.house import ADDRESS, house
from tests.client.window.test_app import client, own_folder, window

__all__ = ["own_folder", "window"]


async def test_an_event_is_run_from_the_home_screen(
    window: MainWindow, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page opens in the browser; a table that is hosted and left meanwhile does not end it."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    async with house() as server, trio.open_nursery() as nursery:
        served: list[object] = []

        @asynccontextmanager
        async def serve(*_: object, **options: object) -> AsyncIterator[links.TableLink]:
            served.append(options.get("events"))
            try:
                yield ADDRESS
            finally:
                served.append("ended")

        async with client(window, server, nursery, serve=serve) as wren:
            await wren.press(pygame.K_e, "e")
            await wren.until(lambda: wren.app.network.own_server.goes_on)
            assert served == [True]
            page = f"http://127.0.0.1:{ADDRESS.port}/e/new"
            assert opened == [page]
            wren.app.host_table(None)
            assert opened == [page, page], "the same page again, no other server"
            await wren.press(pygame.K_h, "h")
            await wren.until(wren.is_on_top(TableScene))
            wren.app.go_home()
            await wren.until(wren.is_on_top(HomeScene))
            assert wren.app.network.own_server.goes_on
            assert served == [True], "the event goes on"
            wren.app.network.own_server.stop()
            await wren.until(lambda: served == [True, "ended"])
            assert not wren.app.network.own_server.event_page
        nursery.cancel_scope.cancel()
