"""The window accepts no yes within half a second of a change of what it would agree to, and shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pygame
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_client.connection.link import Link
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.data.recent_change import GUARD_S, HELD_BACK
from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.parts import JUST_CHANGED
from facedown_client.window.scenes.table.table import TableScene
from facedown_client.window.widgets import Button
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    Answer,
    ChangeMode,
    CreateTable,
    Propose,
    Ready,
    Settings,
    UseDeck,
)
from tests.client.house import ADDRESS
from tests.client.window.test_app import Player, own_folder, run_client, window

__all__ = ["own_folder", "window"]


@asynccontextmanager
async def seat_against_halvard(window: MainWindow) -> AsyncIterator[tuple[Player, Visit]]:
    """Seat Wren at her window, at the table of Halvard, who decides how it is played."""
    async with run_client(window) as wren, trio.open_nursery() as nursery:
        wish = CreateTable(Settings(listed=False, pace="off"))
        halvard = Visit(Link(ADDRESS, "Halvard", wish=wish, dial=wren.server.dial))
        nursery.start_soon(halvard.run_link)

        async def read() -> None:
            while True:
                await halvard.next()

        nursery.start_soon(read)
        await wait_all_tasks_blocked()
        link = links.parse_link(halvard.model.links["opponent"][0][1])
        halvard.send(UseDeck(deck_entries.ready("master")[0].text))
        wren.app.open_link(str(link))
        await wren.until(wren.is_on_top(TableScene))
        await wren.until(lambda: wren.app.model.report)
        await wren.run_frames(10)
        yield wren, halvard
        nursery.cancel_scope.cancel()


def labels(player: Player) -> set[str]:
    """Return the labels of the visible buttons."""
    scene = player.app.screens.top
    group = scene.widgets.group if isinstance(scene, DuelScene) else scene.group  # type: ignore[attr-defined]
    return {text for one in group.widgets if isinstance(one, Button) for text in (one.label, one.reason)}


async def test_ready_waits_until_the_new_way_to_play_was_seen(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with seat_against_halvard(window) as (wren, halvard):
        halvard.send(ChangeMode("free"))
        await wren.until(lambda: wren.app.model.table and wren.app.model.table.mode == "free")
        assert JUST_CHANGED in labels(wren)
        wren.app.send(Ready())
        assert wren.app.notice == HELD_BACK
        await wren.press(pygame.K_r, "r")
        table = wren.app.model.table
        assert table is not None
        assert not table.seats[wren.app.model.seat].ready
        await trio.sleep(GUARD_S)
        await wren.run_frames()
        assert JUST_CHANGED not in labels(wren)
        await wren.press(pygame.K_r, "r")
        await wren.until(
            lambda: wren.app.model.table and wren.app.model.table.seats[wren.app.model.seat].ready
        )


async def test_a_yes_waits_until_the_new_proposal_was_seen(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with seat_against_halvard(window) as (wren, halvard):
        wren.app.send(Ready())
        halvard.send(Ready())
        await wren.until(lambda: halvard.model.prompt or wren.app.model.prompt)
        if halvard.model.prompt is not None:
            halvard.send(Answer(halvard.model.prompt.ask, (0,)))
        await wren.play("duel")
        await wren.until(wren.is_on_top(DuelScene))
        halvard.send(Propose("pause"))
        await wren.until(lambda: wren.app.model.table and wren.app.model.table.proposal)
        await wren.run_frames(20)
        assert "Yes" in labels(wren)
        halvard.send(Propose("draw"))
        await wren.until(lambda: wren.app.model.table and wren.app.model.table.proposal.startswith("draw"))
        assert JUST_CHANGED in labels(wren)
        assert "Yes" not in labels(wren)
        await wren.press(pygame.K_y, "y")
        table = wren.app.model.table
        assert table is not None
        assert table.stage == "duel"
        await trio.sleep(GUARD_S)
        await wren.run_frames()
        assert "Yes" in labels(wren)
