"""A duel by EDOPro's core, whose replay both players opened, is played on alone from its end and its middle:
own cards on the installed engine.

Skipped where FACEDOWN_CORE names no engine.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_client.bot.bot import Bot
from facedown_client.bot.bot_player import Robot
from facedown_client.data import solo_table
from facedown_client.replays import playing_on
from facedown_client.replays.player import Player
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import (
    Concede,
    CreateTable,
    FromServer,
    GetOpened,
    Opened,
    Prompt,
    Ready,
    ReplayFile,
    Settings,
    UseDeck,
)
from facedown_shared.replay import Replay, parse_replay
from tests.reliability.processes import HeadlessClient, server_process
from tests.server.games.edopro import mini, mini_summons

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")

ANSWERS_COUNT = 5
DUEL = Settings(format="master", mode="core", pace="off", open_hands=True)


class Recorder(HeadlessClient):
    """A client that notes that both hands are open, and the replays that it is sent."""

    def __init__(self, name: str, port: int) -> None:
        super().__init__(name, port, CreateTable(DUEL))
        self.is_open, self.replays = False, list[bytes]()

    async def handle(self, message: FromServer) -> None:
        """Note a message."""
        await super().handle(message)
        self.is_open |= isinstance(message, Opened)
        if isinstance(message, ReplayFile):
            self.replays.append(message.data)


def is_over(anna: Recorder) -> bool:
    """Return whether the match is over."""
    return anna.model.table is not None and anna.model.table.stage == "over"


async def next_prompt(anna: Recorder, answered: int) -> Prompt | None:
    """Return the next prompt; None if the duel is over."""
    await anna.wait_until(lambda: is_over(anna) or (anna.prompt is not None and anna.prompt.ask != answered))
    return None if is_over(anna) else anna.prompt


async def play(anna: Recorder) -> None:
    """Answer some prompts, and give up."""
    prompt = await next_prompt(anna, -1)
    bot = Bot(anna.model.seat, 1)
    for _ in range(ANSWERS_COUNT):
        if prompt is not None:
            anna.visit.send(bot.answer(prompt, anna.model.view))
            prompt = await next_prompt(anna, prompt.ask)
    if not is_over(anna):
        anna.visit.send(Concede())
    await anna.wait_until(lambda: is_over(anna))


async def opened_replay(anna: Recorder) -> Replay:
    """Return the replay with both hands."""
    await anna.wait_until(lambda: anna.is_open)
    anna.visit.send(GetOpened())
    await anna.wait_until(lambda: anna.replays)
    return parse_replay(anna.replays[-1])


async def begun(alone: HeadlessClient) -> None:
    """Wait until a player alone is prompted."""
    await alone.wait_until(lambda: alone.model.view and alone.prompt)


async def test_a_duel_by_the_core_is_played_on_from_its_replay(tmp_path: Path) -> None:
    mini_summons.install(tmp_path)
    async with server_process(tmp_path, 0, "--solo", "2") as (_, port), trio.open_nursery() as nursery:
        anna = Recorder("Anna", port)
        nursery.start_soon(anna.run)
        await anna.wait_until(lambda: anna.model.links)
        link = parse_link(anna.model.links["opponent"][0][1])
        nursery.start_soon(Robot("Ben", deck=mini_summons.YDK).play_at, link)
        anna.visit.send(UseDeck(mini_summons.YDK, "helpers"))
        await anna.wait_until(lambda: anna.model.table and all(seat.deck for seat in anna.model.table.seats))
        anna.visit.send(Ready())
        await play(anna)
        replay = await opened_replay(anna)
        assert replay.head.mode == "core"
        player = Player(replay)
        for at in (len(player.shown_course.shots) - 1, len(player.shown_course.shots) // 2):
            player.seek(at)
            text = playing_on.line_here(player)
            alone = HeadlessClient("Anna", port, CreateTable(solo_table.table("master", "core"), text))
            async with trio.open_nursery() as visit:
                visit.start_soon(alone.run)
                await begun(alone)
                view, table = alone.model.view, alone.model.table
                assert view is not None
                assert table is not None
                assert (view.turn, view.tallies) == (player.view.turn, player.view.tallies)
                assert 0 < table.step <= table.steps
                visit.cancel_scope.cancel()
        nursery.cancel_scope.cancel()
