"""Emptying a running server before an upgrade, for its host: asks over its door how far it has come."""

from __future__ import annotations

from collections.abc import Callable

import trio

from facedown_server.service.config import Config
from facedown_server.service.operating.control import ask
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _

POLL_INTERVAL_S = 0.5
"""Seconds between two checks of the progress."""


async def drain(config: Config, say: Callable[[str], object], *, cancel: bool, wait: bool) -> None:
    """Let the server of these settings hand its tables over and end, or call that off; print every new line.

    Raises BadInput if it cannot, or the drain was called off meanwhile.
    """
    lines = await ask(config, "drain", text="cancel" if cancel else "")
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
            lines = await ask(config, "drain", text="look")
        except BadInput as gone:
            if gone.code is not Code.UNREACHABLE:
                raise
            say(_("All tables are handed over, and the server has stopped."))
            return
