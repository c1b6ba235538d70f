"""The host's command to drain a running server before an upgrade: it polls the server for the progress."""

from __future__ import annotations

from collections.abc import Callable

import trio

from facedown_server.service.config import Config
from facedown_server.service.operating.control import control_path, send_command
from facedown_shared.text import BadInput, Code, _

POLL_INTERVAL_S = 0.5
"""Seconds between two checks of the progress."""


async def drain(config: Config, say: Callable[[str], object], *, cancel: bool, wait: bool) -> None:
    """Drain the server of these settings so that it ends, or cancel that; print every new line of progress.

    Raises BadInput if the server cannot be drained, or the drain was cancelled meanwhile.
    """
    lines = (await send_command(config, "drain", text="cancel" if cancel else "")).lines
    server = await _server_mark(config)
    said = tuple[str, ...]()
    while True:
        for line in lines:
            if line not in said:
                say(line)
        said = lines
        if cancel or not wait:
            return
        await trio.sleep(POLL_INTERVAL_S)
        try:
            lines = (await send_command(config, "drain", text="look")).lines
        except BadInput as gone:
            # A service manager may have started the next server already, which is not being drained.
            if gone.code is not Code.UNREACHABLE and server == await _server_mark(config):
                raise
            say(_("All tables are handed over, and the server has stopped."))
            return


async def _server_mark(config: Config) -> tuple[int, int] | None:
    """Return what another server in the same data folder changes; None if none is reached through it."""
    try:
        found = await trio.Path(control_path(config)).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
