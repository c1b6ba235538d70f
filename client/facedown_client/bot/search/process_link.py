"""The search process as its bots use it: started with the first of them, one request at a time."""

from __future__ import annotations

import subprocess
from contextlib import suppress

import msgspec
import trio

from facedown_client.bot.search.search_calls import SearchRequest, SearchResult, decode_result, encode_request
from facedown_shared.startup import module_command

MODULE = "facedown_client.bot.search.search_process"
SEARCH_TIMEOUT_S = 3.0
"""Time for one result, waiting for the searches of other bots included. Then the bot plays without one."""
MAX_CPU_TIME_S = 2.0
"""CPU time of one search."""
MAX_STARTS = 5
"""Starts of the process after which the bots play without it."""
MAX_RESULT_BYTES = 1_000
_FAILURES = (OSError, trio.BrokenResourceError, trio.ClosedResourceError, msgspec.MsgspecError)


class SearchProcess:
    """The process that searches for all `hard` bots of this one. Without it they play as `normal` does."""

    def __init__(self, command: list[str] | None = None, timeout_s: float = SEARCH_TIMEOUT_S) -> None:
        """Prepare it. `command`: another command line than that of the search program."""
        self._command = module_command(MODULE) if command is None else command
        self._timeout_s = timeout_s
        self._process: trio.Process | None = None
        self._starts = 0
        self._turn = trio.Lock()

    @property
    def pid(self) -> int:
        """Process ID, or 0 while the process does not run."""
        return 0 if self._process is None or self._process.poll() is not None else self._process.pid

    async def start(self) -> None:
        """Start the process, so that it is ready when the first search comes."""
        async with self._turn:
            with suppress(OSError):
                await self._running_process()

    async def search(self, request: SearchRequest) -> SearchResult | None:
        """Return the result of a search; None if there is none in time."""
        request = msgspec.structs.replace(request, max_time_s=MAX_CPU_TIME_S)
        result: SearchResult | None = None
        with trio.move_on_after(self._timeout_s):
            async with self._turn:
                result = await self._exchange(encode_request(request))
        return result

    async def _exchange(self, line: bytes) -> SearchResult | None:
        """Send a request and return its result. A process that fails or is not awaited is ended."""
        done = False
        try:
            process = await self._running_process()
            if process is None or process.stdin is None or process.stdout is None:
                return None
            await process.stdin.send_all(line)
            received = b""
            while not received.endswith(b"\n"):
                part = await process.stdout.receive_some(MAX_RESULT_BYTES)
                received += part
                if not part or len(received) > MAX_RESULT_BYTES:
                    return None
            result = decode_result(received)
            done = True
        except _FAILURES:
            return None
        else:
            return result
        finally:
            if not done:
                await self.end()

    async def _running_process(self) -> trio.Process | None:
        if self._process is not None and self._process.poll() is not None:
            await self.end()
        if self._process is None and self._starts < MAX_STARTS:
            self._starts += 1
            self._process = await trio.lowlevel.open_process(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._process

    async def end(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        if process is None:
            return
        with trio.CancelScope(shield=True):
            if process.poll() is None:
                process.kill()
            await process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    await stream.aclose()
