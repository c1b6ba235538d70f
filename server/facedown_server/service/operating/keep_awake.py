"""Keep this computer awake while an event runs: the systems' own means, none of which outlives the server."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from facedown_shared.text import _

CONTINUOUS_CODE, SYSTEM_REQUIRED_CODE = 0x8000_0000, 0x0000_0001
"""Flags of SetThreadExecutionState."""
END_TIMEOUT_S = 5.0


@contextmanager
def keep_awake(*, is_wanted: bool = True) -> Iterator[bool]:
    """Keep the computer from falling asleep within this context; the value is False if it may."""
    if not is_wanted:
        yield False
        return
    if sys.platform == "win32":
        import ctypes

        state = ctypes.windll.kernel32.SetThreadExecutionState
        try:
            yield bool(state(CONTINUOUS_CODE | SYSTEM_REQUIRED_CODE))
        finally:
            state(CONTINUOUS_CODE)
        return
    process = _start(inhibit_command())
    try:
        yield process is not None
    finally:
        if process is not None:
            _end(process)


def inhibit_command() -> list[str]:
    """Return the command that keeps this computer awake until its input ends; [] where there is none."""
    if sys.platform == "darwin":
        return ["caffeinate", "-i", "-w", str(os.getpid())]
    if shutil.which("systemd-inhibit"):
        return [
            "systemd-inhibit",
            "--what=idle:sleep",
            "--who=facedown",
            f"--why={_('An event is running')}",
            "cat",
        ]
    return []


def _start(command: list[str]) -> subprocess.Popen[bytes] | None:
    if not command:
        return None
    with suppress(OSError):
        return subprocess.Popen(  # noqa: S603 - one of the commands above
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_TIMEOUT_S)
