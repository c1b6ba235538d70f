"""The process in which the bots for practice play: started when it is needed, and ended some time after.

The bots are clients. They connect to a port of their own on this computer, so that neither TLS nor a proxy
stands between. The server starts them by their command, never by import.
"""

from __future__ import annotations

import subprocess
from importlib.util import find_spec

import structlog
import trio

from facedown_server.runtime.world import World
from facedown_shared.network.bot_calls import BotCall, encode_call
from facedown_shared.protocol.messages import JoinTable, Resume, ToServer
from facedown_shared.startup import module_command
from facedown_shared.text import BadInput, Code, _

log = structlog.get_logger(__name__)

MODULE = "facedown_client.bot.bot_process"
LOOPBACK = ("127.0.0.1",)
CALL_TIMEOUT_S = 5.0
UNUSED_LIFETIME_S = 120.0
"""Seconds without a table for practice until the process is ended."""
LOST = (OSError, trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError)


def check_installed() -> None:
    """Raise BadInput if the bot is not installed here: it comes with the client."""
    if find_spec("facedown_client") is None or find_spec("facedown_client.bot") is None:
        raise BadInput(
            Code.BAD_SETTING,
            _(
                "Practice needs the bot, which is part of the client: install all of facedown, or set "
                "practice to 0."
            ),
        )


class BotProcess:
    """The process of the bots. `port`: where this server listens for them."""

    def __init__(self, port: int, world: World, password: str = "") -> None:
        self._command = module_command(MODULE, str(port))
        self._world, self._password = world, password
        self._process: trio.Process | None = None
        self._needed_at = 0.0

    @property
    def pid(self) -> int:
        """Process ID, or 0 while the process does not run."""
        return 0 if self._process is None or self._process.poll() is not None else self._process.pid

    async def call(self, request: ToServer, language: str) -> None:
        """Let a bot come to a table with this request, named in this language.

        Raises OSError if the process cannot be started or does not listen.
        """
        call = BotCall("", password=self._password, language=language)
        match request:
            case JoinTable(code=code, secret=secret, key=key):
                call = BotCall(code, secret, key, password=self._password, language=language)
            case Resume(token=token):
                code = token.partition(".")[0]
                call = BotCall(code, token=token, password=self._password, language=language)
        process = await self._running_process()
        assert process.stdin is not None
        try:
            with trio.fail_after(CALL_TIMEOUT_S):
                await process.stdin.send_all(encode_call(call))
        except LOST as failed:
            await self.end()
            raise OSError("the bots' process does not listen") from failed

    async def set_needed(self, *, needed: bool) -> None:
        """Report whether there are tables for practice; end the process some time after the last one."""
        now = self._world.now()
        if needed:
            self._needed_at = now
        elif self._process is not None and now >= self._needed_at + UNUSED_LIFETIME_S:
            await self.end()

    async def _running_process(self) -> trio.Process:
        if self._process is not None and self._process.poll() is not None:
            log.warning("the process of the bots has ended", code=self._process.returncode)
            await self.end()
        if self._process is None:
            self._process = await trio.lowlevel.open_process(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
            )
            self._needed_at = self._world.now()
        return self._process

    async def end(self) -> None:
        """Kill the process: its bots lose their connections, and nothing else."""
        process, self._process = self._process, None
        if process is not None:
            with trio.CancelScope(shield=True):
                if process.poll() is None:
                    process.kill()
                await process.wait()
                if process.stdin is not None:
                    await process.stdin.aclose()
