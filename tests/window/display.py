"""A virtual display for a test, and the hands on it: one mouse and one keyboard for all windows."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

SCREEN = "2624x1480x24"
"""Room for four windows of 1280x720."""

PRESS_S = 0.06
"""Seconds a button or key stays down: longer than a frame of an idle window (1/20 s)."""


class Display:
    """A virtual X server."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hands = trio.Lock()
        """Held by the player who uses the one mouse and the one keyboard."""
        self.environment = {**os.environ, "DISPLAY": name, "SDL_VIDEODRIVER": "x11"}

    async def do(self, *words: object) -> str:
        """Run one xdotool command; return its output."""
        command = ["xdotool", *map(str, words)]
        done = await trio.run_process(command, capture_stdout=True, env=self.environment)
        return done.stdout.decode().strip()


@asynccontextmanager
async def display() -> AsyncIterator[Display]:
    """Start a virtual display, ended with its block; the X server finds a free number by itself.

    No key repeats itself: on a busy machine one may stay down for longer than it should.
    """
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset", "-r"]
    process = await trio.lowlevel.open_process(
        command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    async with trio.lowlevel.FdStream(read) as told:
        try:
            with trio.fail_after(120):
                number = b""
                while not number.endswith(b"\n"):
                    number += await told.receive_some(16) or b"\n"
            yield Display(f":{number.decode().strip()}")
        finally:
            process.terminate()
            with trio.CancelScope(shield=True):
                await process.wait()
