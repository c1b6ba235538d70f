"""One person at one window: its narration, and clicks and keys into it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import trio

from facedown_shared.text.language import _
from tests.core_data import TESTS_OWN
from tests.window.display import PRESS_S, Display

WAIT_TIMEOUT_S = 120.0
"""Seconds for anything that has to happen, on a busy machine too: the awaited event ends the wait, so this is
spent only where something is wrong.
"""

TEST_TIMEOUT_S = 900.0
"""Seconds for a whole test; as above, only what hangs takes so long."""

SETTLING_TIME_S = 5.0
"""Seconds after which a key has taken effect, where a window may narrate nothing about that."""

ROUNDS = (8, 24, 80)
"""Frames that a window has to narrate what is under the mouse, each time places are gone through."""

SIZE = (1280, 720)

NOWHERE = (1160, 250)
"""An empty point of the duel screen."""


KEYS = {"Esc": "Escape", "Y": "y", "N": "n"}
"""Names of keys at the display, by their names in the narration."""

ASKS = ("asked: ", "waiting: ", "screen: result", "screen: reconnectdialog")
"""Lines that close any earlier prompt; after a reconnect the prompt is repeated."""


class NarratedPrompt(NamedTuple):
    """A window's prompt: the question and its options, as narrated."""

    words: str
    options: tuple[str, ...]
    keys: tuple[str, ...]
    """The key of each option, as `Person.key` takes it; a number that is no key where the question names
    another way to answer it.
    """

    def number(self, words: str) -> str:
        """Return the key of the first option with this text."""
        return next(key for key, option in zip(self.keys, self.options, strict=True) if words in option)

    def offered(self, beginning: str) -> list[str]:
        """Return the rest of every option that begins so."""
        return [words.removeprefix(beginning) for words in self.options if words.startswith(beginning)]


class WindowPlayer:
    """Reads a window's narration and acts in it. Positions are those of a window of 1280x720."""

    def __init__(self, display: Display, name: str) -> None:
        self.display, self.name = display, name
        self.process = 0
        self.corner = (0, 0)
        self.lines: list[str] = []
        self.read = 0
        """Lines before this have been handled."""
        self._given = -1
        """The line of the prompt returned last."""
        self._more = trio.Event()
        self._window = ""

    # --- listening ------------------------------------------------------------------------------------------

    def record_line(self, line: str) -> None:
        """Record a line of the narration."""
        self.lines.append(line)
        self._more.set()
        self._more = trio.Event()

    async def until(self, pattern: str, patience: float = WAIT_TIMEOUT_S) -> re.Match[str]:
        """Wait for a line that was not handled yet; it and all before it then are."""
        with trio.move_on_after(patience):
            while True:
                for number in range(self.read, len(self.lines)):
                    if found := re.search(pattern, self.lines[number]):
                        self.read = number + 1
                        return found
                await self._more.wait()
        last = "\n  ".join(self.lines[-12:])
        raise AssertionError(f"{self.name} waited for {pattern!r} in vain; the last lines were\n  {last}")

    async def quiet(self, pattern: str, patience: float) -> re.Match[str] | None:
        """Do the same, but return None when it does not come."""
        try:
            return await self.until(pattern, patience)
        except AssertionError:
            return None

    def last_match(self, pattern: str) -> re.Match[str] | None:
        """Return the last line of all that matches, handled or not."""
        fits = (re.search(pattern, line) for line in reversed(self.lines))
        return next((found for found in fits if found), None)

    async def asked(self) -> NarratedPrompt | None:
        """Wait for a prompt that was not returned before, and return it; None when the duel is over."""
        with trio.move_on_after(2 * WAIT_TIMEOUT_S):
            while True:
                number, line = next(
                    (found for found in reversed([*enumerate(self.lines)]) if found[1].startswith(ASKS)),
                    (-1, ""),
                )
                if line.startswith("screen: result"):
                    return None
                count = re.match(r"asked: .*?(\d+) (?:options?|个选项)", line)
                rest = self.lines[number + 1 :]
                if count and number != self._given and len(rest) >= int(count[1]):
                    self._given = number
                    self.read = max(self.read, number + 1)
                    words = [
                        words.removeprefix("option: ").partition(". ") for words in rest[: int(count[1])]
                    ]
                    keys, _, options = zip(*words, strict=True) if words else ((), (), ())
                    named = tuple(KEYS.get(key, key) for key in keys)
                    return NarratedPrompt(line.removeprefix("asked: "), options, named)
                await self._more.wait()
        raise AssertionError(f"{self.name} was asked nothing more: {self.lines[-12:]}")

    async def now(self, kind: str, pattern: str) -> re.Match[str]:
        """Wait until the latest line of a kind matches, handled or not."""
        with trio.move_on_after(WAIT_TIMEOUT_S):
            while True:
                line = next((line for line in reversed(self.lines) if line.startswith(f"{kind}: ")), "")
                if found := re.search(pattern, line):
                    return found
                await self._more.wait()
        raise AssertionError(f"{self.name} has no {kind} that fits {pattern!r}: {self.lines[-12:]}")

    # --- acting ---------------------------------------------------------------------------------------------

    async def appear(self, corner: tuple[int, int]) -> None:
        """Find the window and give it its place on the display; it stays the same once it shows something."""
        await self.until("^screen: ")
        self.read = 0
        with trio.fail_after(WAIT_TIMEOUT_S):
            while not self._window:
                found = await trio.run_process(
                    ["xdotool", "search", "--pid", str(self.process)],
                    capture_stdout=True, check=False, env=self.display.environment, stderr=subprocess.DEVNULL,
                )  # fmt: skip
                self._window = (found.stdout.decode().split() or [""])[-1]
                await trio.sleep(0.05)
        self.corner = corner
        await self.display.do("windowmove", self._window, *corner)

    async def key(self, *names: str) -> None:
        """Press keys one after the other, each for longer than a frame."""
        async with self.display.hands:
            await self.display.do("windowfocus", "--sync", self._window)
            for name in names:
                await self.display.do("keydown", name, "sleep", PRESS_S, "keyup", name, "sleep", PRESS_S / 3)

    async def type(self, words: str) -> None:
        """Type a text, as fast as a person who types fast."""
        async with self.display.hands:
            await self.display.do("windowfocus", "--sync", self._window)
            await self.display.do("type", "--delay", 15, words)

    async def point(self, x: float, y: float) -> None:
        """Move the mouse to a place in the window."""
        async with self.display.hands:
            await self.go(x, y)

    async def click(self, x: float, y: float, button: int = 1) -> None:
        """Click there."""
        async with self.display.hands:
            await self.go(x, y)
            await self.display.do("windowfocus", "--sync", self._window, "sleep", PRESS_S)
            await self.display.do("mousedown", button, "sleep", PRESS_S, "mouseup", button)

    async def take(self, x: float, y: float) -> None:
        """Put the mouse there and hold its button down."""
        async with self.display.hands:
            await self.go(x, y)
            await self.display.do("windowfocus", "--sync", self._window, "sleep", PRESS_S)
            await self.display.do("mousedown", 1, "sleep", PRESS_S)

    async def drop(self, x: float, y: float) -> None:
        """Move what is held there and release it."""
        async with self.display.hands:
            for off in (24, 12, 0):
                await self.go(x, y + off)
                await self.display.do("sleep", PRESS_S)
            await self.display.do("mouseup", 1, "sleep", PRESS_S)

    async def press(self, label: str) -> None:
        """Click the button of this name."""
        x, y = (await self.now("press", f"(?:^|; |: ){re.escape(label)}[^@;]* @(\\d+),(\\d+)")).groups()
        await self.click(int(x), int(y))

    async def get_ready(self, *, by_key: bool = False) -> None:
        """Press Ready once it takes a press: without a deck, and just after a change of the table, it does
        not, and the window does not list it."""
        if by_key:
            await self.now("press", rf"(?:^|; |: ){re.escape(_('Ready'))} @")
            await self.key("r")
        else:
            await self.press(_("Ready"))

    async def find(self, pattern: str, places: Iterable[tuple[float, float]]) -> tuple[float, float]:
        """Move along these places until the window narrates the focus on this there; return the place."""
        async with self.display.hands:
            for frames, place in product(ROUNDS, [*places]):
                await self.go(*NOWHERE)
                await trio.sleep(PRESS_S)
                self.read = len(self.lines)
                await self.go(*place)
                if not await self.quiet(pattern, frames * PRESS_S):
                    continue
                await trio.sleep(max(frames, 16) * PRESS_S)  # it may be the place before, narrated late
                if (told := self.last_match("^focus: .*")) and re.search(pattern, told[0]):
                    return place
        raise AssertionError(f"{self.name} did not find {pattern!r} with the mouse: {self.lines[-12:]}")

    async def tab_to(self, pattern: str, *, most: int = 40) -> None:
        """Press Tab until the window narrates the focus on this; wait after each, so that none is one too
        many. Where one was not narrated in time, its focus may be narrated after the next Tab: then the focus
        counts once it stays.
        """
        is_late = False
        for __ in range(most):
            self.read = len(self.lines)
            await self.key("Tab")
            focus = await self.quiet("^focus: .*", SETTLING_TIME_S)  # none where the name is as before
            is_late = is_late or focus is None
            if focus and re.search(pattern, focus[0]):
                while is_late and (later := await self.quiet("^focus: .*", SETTLING_TIME_S)):
                    focus = later
                if re.search(pattern, focus[0]):
                    return
        raise AssertionError(f"{self.name} did not find {pattern!r} by Tab: {self.lines[-12:]}")

    async def go(self, x: float, y: float) -> None:
        """Move the mouse; the caller holds it."""
        await self.display.do("mousemove", round(self.corner[0] + x), round(self.corner[1] + y))

    async def shot(self, name: str, shots: Path) -> Path:
        """Make the window save its picture (F12), and copy it to this name."""
        await self.key("F12")
        made = await self.until(r"^picture: (.+)$")
        kept = shots / f"{name}.png"
        shutil.copy(made[1], kept)
        return kept


@asynccontextmanager
async def window(display: Display, name: str, home: Path, *arguments: str) -> AsyncIterator[WindowPlayer]:
    """Run a client with a window, as a process of its own; ended with its block if it still runs."""
    person = WindowPlayer(display, name)
    environment = {
        **display.environment,
        "FACEDOWN_HOME": str(home),
        "SDL_AUDIODRIVER": "dummy",
    }
    for own in TESTS_OWN:  # no settings of a server that the window starts
        environment.pop(own, None)
    hasten(home)
    command = [sys.executable, "-P", "-m", "facedown_client", *arguments, "--name", name, "--narrate"]
    process = await trio.lowlevel.open_process(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment
    )
    person.process = process.pid
    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen, process, person)
        try:
            yield person
        finally:
            with trio.move_on_after(5, shield=True):
                process.terminate()
                await process.wait()
            if process.returncode is None:
                process.kill()
            nursery.cancel_scope.cancel()


def hasten(home: Path) -> None:
    """Write settings for a player who has none yet: fast motion, and the size that all positions are for."""
    home.mkdir(exist_ok=True)
    (home / "settings.json").write_text('{"motion": 0.5, "window": [1280, 720]}', encoding="utf-8")


async def listen(process: trio.Process, person: WindowPlayer) -> None:
    """Pass every line of the narration to its person."""
    rest = b""
    assert process.stdout is not None
    async with process.stdout:
        while data := await process.stdout.receive_some(65_536):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                person.record_line(line.decode(errors="replace"))
