"""An hour of play in a few minutes: `python run.py bench window.hour` prints the window's memory over time.

A window in a process of its own goes round after round through every kind of screen: duels against a bot,
replays, the deck editor, lists and dialogs. Each round has another window size, language, contrast and text
size. Nothing waits for a person, so a minute of the process shows what a player sees in a quarter of an hour.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace

import click
import pygame
import trio

from benchmarks.baseline import Figure
from benchmarks.window import display
from benchmarks.window.measured import MeasuredTour, NoSearch, TimedApp, resident
from facedown_client.bot.bot import Bot
from facedown_client.bot.bot_player import seat_bot
from facedown_client.connection.sessions import Sessions
from facedown_client.data import deck_entries, preferences
from facedown_client.data.preferences import Practice, Preferences
from facedown_client.replays import replay_list
from facedown_client.window.display import DESIGN, MainWindow
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.scenes.replays.scene import SPEEDS, ReplayScene
from facedown_shared.decks.card_search import CardSearch
from facedown_shared.protocol.messages import Concede

ROUNDS_COUNT = 6
SIZES = ((1280, 720), (1920, 1080), (1024, 640), (1600, 900))
LANGUAGES = ("en", "zh")
SCREENS = ("settings", "help", "decks", "host", "practise", "solo", "replays", "watch")
"""Screens that are opened over Home in each round."""

EDITED_DECKS_COUNT = 3
SEARCHES = ("", "dragon", "magician", "the", "spell", "blue")
MAX_DUEL_S, MAX_REPLAY_S = 20.0, 8.0
"""Longest times for which the duel and the replay of a round are played."""

JUMPS_COUNT = 40

MAX_END_MB = 200.0
"""Goal: resident memory after the last round."""


def figures() -> Iterator[Figure]:
    """Run the window, and yield its memory at the start, after each round and at the end."""
    with display() as environment, tempfile.TemporaryDirectory(prefix="facedown-bench-") as home:
        done = subprocess.Popen(
            [sys.executable, "-P", "-m", "benchmarks.window.hour"], stdout=subprocess.PIPE,
            encoding="utf-8", env={**environment, "FACEDOWN_HOME": home},
        )  # fmt: skip
        assert done.stdout is not None
        for line in done.stdout:
            if line.startswith("["):
                name, value, unit = json.loads(line)
                yield Figure(name, value, unit)
        if done.wait():
            raise subprocess.CalledProcessError(done.returncode, done.args)
        if value > MAX_END_MB:
            raise click.ClickException(f"The window ends with more than {MAX_END_MB:.0f} MB.")


class HourTour(MeasuredTour):
    """The way through the client that is repeated, and the memory after each part of it."""

    def begin(self) -> None:
        self.begun, self.dice = time.perf_counter(), random.Random(1)
        self.note("home")

    def note(self, what: str) -> None:
        """Print the resident memory now."""
        name = f"memory after {time.perf_counter() - self.begun:4.0f} s: {what}"
        print(json.dumps((name, resident(), "MB")), flush=True)

    def dress(self, number: int) -> None:
        """Give the window the size, the language and the look of a round."""
        app = self.app
        pygame.display.set_mode(SIZES[number % len(SIZES)], pygame.RESIZABLE)
        app.save_preferences(
            preferences.replace(
                app.preferences,
                language=LANGUAGES[number // 2 % len(LANGUAGES)],
                contrast=number % 4 == 3,
                text_size=preferences.TEXT_SIZES[number % 4],
                motion=0.5,
            )
        )

    async def point_around(self, times: int) -> None:
        """Move the pointer over the window, and wait for a picture each time."""
        wide, high = self.app.window.size
        for _ in range(times):
            at = self.dice.randrange(wide), self.dice.randrange(high)
            pygame.mouse.set_pos(at)
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
            await trio.sleep(0.02)

    async def screens(self) -> None:
        """Open every screen over Home."""
        for name in SCREENS:
            self.app.screens.open_screen(name)
            await self.point_around(8)
            self.app.screens.close_overlays()

    async def editor(self) -> None:
        """Open decks in the editor, search, and look at cards."""
        decks = deck_entries.ready("master")
        for deck in self.dice.sample(decks, min(EDITED_DECKS_COUNT, len(decks))):
            self.app.edit_deck(deck)
            editor = self.app.screens.top
            assert isinstance(editor, EditorScene)
            for words in SEARCHES:
                editor._set_search(replace(CardSearch.for_format(editor.editing.rules), words=words))
                await self.point_around(8)
            self.app.screens.close_overlays()

    async def duel(self) -> None:
        """Play a duel against the bot for a while, give up, and look at the result."""
        app, answered = self.app, -1
        bot: Bot | None = None
        decks = deck_entries.ready("master")
        app.start_practice(Practice(), self.dice.choice(decks), self.dice.choice(decks).text)
        await self.until(lambda: app.model.prompt)
        with trio.move_on_after(MAX_DUEL_S):
            while app.model.table is not None and app.model.table.stage != "over":
                model = app.model
                if model.prompt is not None and model.prompt.ask != answered:
                    answered = model.prompt.ask
                    bot = bot or Bot(model.seat, self.dice.randrange(1000))
                    app.send(bot.answer(model.prompt, model.view))
                await self.point_around(1)
        app.send(Concede())
        await self.until(lambda: app.screens.overlays)
        await self.point_around(4)
        app.go_home()
        await self.until(lambda: app.screens.place == "home")

    async def replay(self) -> None:
        """Watch the newest replay, at the highest speed, and jump through it."""
        self.app.open_replay(replay_list.list_replays()[0].path)
        scene = self.app.screens.top
        assert isinstance(scene, ReplayScene)
        scene.set_speed(len(SPEEDS) - 1)
        scene.toggle_play()
        with trio.move_on_after(MAX_REPLAY_S):
            while scene.is_playing:
                await self.point_around(1)
        for frame in range(0, scene.player.last, max(1, scene.player.last // JUMPS_COUNT)):
            scene.jump_to(frame)
            await self.point_around(1)
        self.app.screens.close_overlays()

    async def round(self, number: int) -> None:
        self.dress(number)
        for part in (self.screens, self.editor, self.duel, self.replay):
            await part()
            self.note(f"round {number + 1}, {part.__name__}")


async def measure() -> None:
    """Go through all rounds, and print the memory after each part."""
    window = MainWindow(size=DESIGN)
    async with trio.open_nursery() as nursery:
        sessions = Sessions(nursery, "Wren", seat_bot=seat_bot, search=NoSearch())
        app = TimedApp(Preferences(name="Wren", plays="quick"), window, sessions)
        app.pictures = []
        nursery.start_soon(app.run)
        tour = HourTour(app)
        await tour.until(lambda: app.pictures)
        tour.begin()
        for number in range(ROUNDS_COUNT):
            await tour.round(number)
        await tour.still()
        tour.note("at the end")
        nursery.cancel_scope.cancel()
    window.close()


if __name__ == "__main__":
    trio.run(measure)
