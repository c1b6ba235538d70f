"""What the window costs: a real one, in a process of its own, with a server of its own beside it.

It opens on the display there is; without one, on a virtual X server (Xvfb).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from benchmarks.baseline import Figure

SIZES = ("1280x720", "1920x1080")
NO_DISPLAY = "There is no display, and no Xvfb to make one: install Xvfb (apt install xvfb)."


def figures() -> Iterator[Figure]:
    """Return for each size: its cost at rest, how fast it draws, how soon it is open."""
    with display() as environment:
        for size in SIZES:
            for row in rows_of(size, environment):
                name, value, unit, baselines = row
                yield Figure(f"{size}: {name}", value, unit, baselines)


def rows_of(size: str, environment: dict[str, str]) -> list[tuple[str, float, str, float]]:
    """Return the rows that a window of this size has measured of itself."""
    with tempfile.TemporaryDirectory(prefix="facedown-bench-", ignore_cleanup_errors=True) as home:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "benchmarks.window.measured", size, str(time.time())],
            stdout=subprocess.PIPE, encoding="utf-8", env={**environment, "FACEDOWN_HOME": home}, check=True,
        )  # fmt: skip
    rows: list[tuple[str, float, str, float]] = json.loads(done.stdout.splitlines()[-1])
    return rows


@contextmanager
def display() -> Iterator[dict[str, str]]:
    """Yield the environment of a process that can show a window; a virtual display ends with its block."""
    own = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or not sys.platform.startswith("linux"):
        yield own
        return
    if shutil.which("Xvfb") is None:
        raise click.ClickException(NO_DISPLAY)
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "2000x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read, encoding="ascii") as number_pipe:
            number = number_pipe.readline().strip()
        if not number:
            raise click.ClickException(NO_DISPLAY)
        yield {**own, "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
    finally:
        process.terminate()
        process.wait()
