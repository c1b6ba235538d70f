"""The host's command to drain a running server before an upgrade: it polls the server for the progress."""

from __future__ import annotations

from collections.abc import Callable

import trio

from facedown_server.service.config import Config
from facedown_server.service.operating.control import send_command
from facedown_shared.text import BadInput, Code, _

POLL_INTERVAL_S = 0.5
"""Seconds between two checks of the progress."""


async def drain(config: Config, say: Callable[[str], object], *, cancel: bool, wait: bool) -> None:
    """Drain the server of these settings so that it ends, or cancel that; print every new line of progress.

    Raises BadInput if the server cannot be drained, or the drain was cancelled meanwhile.
    """
    lines = (await send_command(config, "drain", text="cancel" if cancel else "")).lines
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
            if gone.code is not Code.UNREACHABLE:
                raise
            say(_("All tables are handed over, and the server has stopped."))
            return
