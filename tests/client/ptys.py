"""A real terminal with a program in it: output is read as bytes, keys are typed as bytes."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select

from tests.core_data import TESTS_OWN

WAIT_TIMEOUT_S = 60.0
"""Seconds to wait for a program's output, on a busy machine."""


WIDE = "400"
"""Columns of a terminal on which no sentence is broken."""
HERE = """
from facedown_client.connection import hosting
hosting.EVERYWHERE = (hosting.LOOPBACK,)
from facedown_client.commands.command import main
main()
"""


class Terminal:
    """One program at the other end of a pseudo-terminal."""

    def __init__(self, process: subprocess.Popen[bytes], keyboard: int) -> None:
        self.process, self._keyboard = process, keyboard
        self.seen = ""
        """Everything the program has written, with its control sequences."""
        self.read = 0
        """How much of that was searched."""

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._keyboard, keys.encode())

    def until(self, pattern: str) -> re.Match[str]:
        """Wait until this is on the screen, after the last text that was waited for."""
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while not (found := re.compile(pattern).search(self.seen, self.read)):
            assert time.monotonic() < deadline, f"no {pattern!r} in {self.seen[self.read :]!r}"
            assert self._pump(0.5), f"it ended without {pattern!r}: {self.seen[self.read :]!r}"
        self.read = found.end()
        return found

    def look(self) -> None:
        """Read the output so far, after a moment."""
        self._pump(0.05)

    def wait_for_end(self) -> str:
        """Wait until the program ends; return its output since."""
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while self._pump(0.5):
            assert time.monotonic() < deadline, f"it goes on: {self.seen[-500:]!r}"
        self.process.wait(WAIT_TIMEOUT_S)
        return self.seen[self.read :]

    def _pump(self, seconds: float) -> bool:
        """Read the output; return whether more may follow."""
        if select([self._keyboard], [], [], seconds)[0]:
            try:
                data = os.read(self._keyboard, 65_536)
            except OSError:  # the other end is closed
                return False
            self.seen += data.decode(errors="replace")
            return bool(data)
        return True


@contextmanager
def terminal(*words: str, env: Mapping[str, str], folder: Path | None = None) -> Iterator[Terminal]:
    """Run the client's command in a terminal of its own; its server stays on this computer. `folder`: the
    working directory.
    """
    keyboard, screen = pty.openpty()
    command = [sys.executable, "-P", "-c", HERE, *words]
    own = {name: value for name, value in os.environ.items() if name not in TESTS_OWN}
    process = subprocess.Popen(
        command, stdin=screen, stdout=screen, stderr=screen, start_new_session=True,
        preexec_fn=_open_terminal, cwd=folder, env={**own, "TERM": "xterm", "COLUMNS": WIDE, **env},
    )  # fmt: skip
    os.close(screen)
    try:
        yield Terminal(process, keyboard)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()
        os.close(keyboard)


def _open_terminal() -> None:
    """Make standard input the new session's terminal, so that Ctrl+C reaches it as a signal."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
