"""A window that measures itself, as a process: `python -m benchmarks.window.measured 1280x720 STARTED`.

It goes through home, the deck editor, a table hosted on a server of its own, a duel with a running clock and
a full board in motion, and prints rows of (name, value, unit, baselines). STARTED is the time of its start.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import msgspec
import pygame
import trio

from benchmarks.baseline import cpu, run_twenty
from facedown_client.bot.bot import Bot
from facedown_client.bot.bot_player import seat_bot
from facedown_client.connection.network_search import NetworkSearch
from facedown_client.connection.sessions import Sessions
from facedown_client.data import deck_entries
from facedown_client.data.preferences import Preferences
from facedown_client.model.model import Transition
from facedown_client.window.app import App
from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.decks.editor import EditorScene
from facedown_client.window.widgets import Entry
from facedown_shared.protocol.messages import Ready, Settings
from facedown_shared.protocol.table_settings import Clock
from facedown_shared.tables import Place, View, VisibleEvent
from tools import samples

REST_TIME_S = 10.0
"""Seconds for which a window at rest is measured."""

MOVING_TIME_S = 6.0
"""Seconds of cards in motion."""

STEP_TIMEOUT_S = 60.0
CLOCK_BANK_S = 3600
"""Seconds on the clock of a player: it runs while the duel is measured."""

Row = tuple[str, float, str, float]


class TimedApp(App):
    """The client, and of each of its pictures the start and the duration. The duration is the CPU time of the
    thread that draws, which others on the machine lengthen less.
    """

    pictures: list[tuple[float, float]]

    def frame(self) -> bool:
        begun, used = time.perf_counter(), time.thread_time()
        drawn = super().frame()
        if drawn:
            self.pictures.append((begun, time.thread_time() - used))
        return drawn


@dataclass
class MeasuredTour:
    """The way through the client, and the rows measured on it."""

    app: TimedApp
    rows: list[Row] = field(default_factory=list)
    stick: float = field(default_factory=lambda: cpu(run_twenty) / 20)

    def row(self, name: str, value: float, unit: str, baselines: float = 0.0) -> None:
        """Add a figure."""
        self.rows.append((name, value, unit, baselines))

    async def until(self, seen: Callable[[], object]) -> None:
        """Wait until a condition holds."""
        with trio.fail_after(STEP_TIMEOUT_S):
            while not seen():  # noqa: ASYNC110 - a window sets no event for what it has drawn
                await trio.sleep(0.005)

    async def still(self) -> None:
        """Wait until no picture has been drawn for a second and a half, or for a quarter of a minute."""
        with trio.move_on_after(15):
            count = -1
            while count != len(self.app.pictures):
                count = len(self.app.pictures)
                await trio.sleep(1.5)

    def press(self, key: int, letter: str) -> None:
        """Press a key."""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=0))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))

    async def at_rest(self, where: str) -> None:
        """Measure the window while nothing happens."""
        await self.still()
        drawn, used, begun = len(self.app.pictures), time.process_time(), time.perf_counter()
        await trio.sleep(REST_TIME_S)
        passed = time.perf_counter() - begun
        share, pictures = (time.process_time() - used) / passed, len(self.app.pictures) - drawn
        self.row(f"at rest {where}", 100 * share, "% of a core")
        self.row(f"at rest {where}, pictures drawn", pictures / passed, "pictures/s")

    def longest(self, name: str, since: int) -> None:
        """Return the longest of the pictures drawn since one."""
        longest = max(seconds for _, seconds in self.app.pictures[since:])
        self.row(f"longest picture, {name}", 1000 * longest, "ms of CPU", longest / self.stick)

    async def home(self, started: float) -> None:
        await self.until(lambda: self.app.pictures)
        self.row("from the command to the first picture", 1000 * (time.time() - started), "ms")
        self.row("the same, CPU", 1000 * time.process_time(), "ms", time.process_time() / self.stick)
        await self.at_rest("on the home screen")
        self.row("memory on the home screen", resident(), "MB")

    async def editor(self) -> None:
        """Measure the deck editor with the cursor in its search."""
        first = len(self.app.pictures)
        self.app.edit_deck(deck_entries.ready("master")[0])
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0)))
        await self.still()
        self.longest("opening the deck editor", first)
        editor = self.app.screens.top
        assert isinstance(editor, EditorScene)
        group = editor.group
        group.give_focus(next(widget for widget in group.widgets if isinstance(widget, Entry)))
        await self.at_rest("in the deck editor, typing")
        self.row("memory in the deck editor", resident(), "MB")
        self.app.screens.close()

    async def practice(self) -> None:
        """Measure from the key that begins a practice to a table with the bot."""
        self.press(pygame.K_p, "p")
        await self.until(lambda: self.app.screens.overlays)
        await self.still()
        begun = time.perf_counter()
        self.press(pygame.K_b, "b")
        await self.until(lambda: self.app.screens.place in ("table", "duel"))
        self.row("from the key to a practice table", 1000 * (time.perf_counter() - begun), "ms")
        self.app.go_home()
        await self.still()

    async def duel(self) -> None:
        """Play a duel against a bot with a clock, up to a turn of our own in which it runs."""
        app, bots = self.app, trio.Event()
        app.host_table(Settings(clock=Clock(CLOCK_BANK_S), listed=False, pace="off"), 0)
        await self.until(lambda: app.model.links and app.model.report)
        link = app.model.links["opponent"][0][1]
        command = [sys.executable, "-P", "-m", "facedown_client", "bot", link]
        async with trio.open_nursery() as nursery:
            process = await trio.lowlevel.open_process(command, stdout=-3, stderr=-3)
            try:
                first = len(app.pictures)
                app.send(Ready())
                nursery.start_soon(self._play, bots)
                await self.until(lambda: _clock_runs(app))
                self.longest("a duel begins", first)
                bots.set()
                await self.at_rest("in a duel, a clock running")
                self.row("memory in the duel", resident(), "MB")
            finally:
                process.kill()
                nursery.cancel_scope.cancel()
        app.go_home()
        await self.still()

    async def _play(self, done: trio.Event) -> None:
        """Answer prompts until the own clock runs in a turn of our own."""
        app, answered = self.app, -1
        bot: Bot | None = None
        while not done.is_set():
            model = app.model
            if model.prompt is not None and model.prompt.ask != answered and not _clock_runs(app):
                answered = model.prompt.ask
                if model.prompt.kind == "turn" and model.view is not None and model.view.turn > 2:
                    return
                bot = bot or Bot(model.seat, 1)
                app.send(bot.answer(model.prompt, model.view))
            await trio.sleep(0.05)

    async def full_board(self) -> None:
        """Feed a full board as a whole View, and then move cards on it without a pause."""
        app, board = self.app, samples.BusyBoard(chain=True)
        model, first = app.model, len(app.pictures)
        view = board.view(chain=board.links())
        model.seat, model.table, model.view = 0, samples.table(), view
        await self.until(lambda: app.screens.place == "duel" and len(app.pictures) > first)
        await self.still()
        self.longest("a whole View comes, a full board", first)
        first, used, begun = len(app.pictures), time.process_time(), time.perf_counter()
        while time.perf_counter() - begun < MOVING_TIME_S:
            for step in _moves(board, view):
                model.steps.append(step)
            await self.until(lambda: not model.steps)
        await trio.sleep(0.1)
        taken, drawn = time.process_time() - used, app.pictures[first:]
        between = [later - earlier for (earlier, _), (later, _) in pairwise(drawn)]
        self.row("cards in motion, full board", 1 / statistics.median(between), "pictures/s")
        slowest = statistics.quantiles(between, n=100)[98]
        self.row("cards in motion, full board, one in a hundred below", 1 / slowest, "pictures/s")
        self.row(
            "CPU of a picture in motion", 1000 * taken / len(drawn), "ms", taken / len(drawn) / self.stick
        )
        self.longest("cards in motion", first)
        self.row("memory with a full board", resident(), "MB")


def _clock_runs(app: App) -> bool:
    """Return whether it is our turn, we have a prompt, and our clock runs."""
    model = app.model
    asked = model.prompt is not None and model.prompt.kind == "turn"
    return asked and model.table is not None and model.table.ticking == model.seat


def _moves(board: samples.BusyBoard, view: View) -> list[Transition]:
    """Move a card of the hand to the field, lower Life Points, and move it back."""
    card = board.hand[0]
    there, back = Place(0, "hand", 0), Place(0, "graveyard", 0)
    code = view.cards[card].code
    life = {**view.tallies, "1:life": view.tallies["1:life"] - 600}
    hurt = msgspec.structs.replace(view, tallies=life)
    away = VisibleEvent("move", 0, card, card, code, there, back)
    home = VisibleEvent("move", 0, card, card, code, back, there)
    return [
        Transition(view, hurt, (away, VisibleEvent("life", 1, amount=-600))),
        Transition(hurt, view, (home, VisibleEvent("life", 1, amount=600))),
    ]


def resident() -> float:
    """Return the megabytes of memory this process holds; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


class NoSearch(NetworkSearch):
    """A search that does not use the network."""

    async def run(self) -> None:
        """Do nothing."""


async def measure(size: tuple[int, int], started: float) -> list[Row]:
    """Go through the client, and return the rows."""
    window = MainWindow(size=size)
    gc.freeze()
    async with trio.open_nursery() as nursery:
        app = TimedApp(
            Preferences(name="Wren"), window, Sessions(nursery, "Wren", seat_bot=seat_bot, search=NoSearch())
        )
        app.pictures = []
        nursery.start_soon(app.run)
        measuring = MeasuredTour(app)
        await measuring.home(started)
        await measuring.editor()
        await measuring.practice()
        await measuring.duel()
        await measuring.full_board()
        nursery.cancel_scope.cancel()
    window.close()
    return measuring.rows


if __name__ == "__main__":
    wide, high = map(int, sys.argv[1].split("x"))
    print(json.dumps(trio.run(measure, (wide, high), float(sys.argv[2]))))
