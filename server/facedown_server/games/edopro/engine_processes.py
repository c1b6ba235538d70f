"""Engine processes: one per CPU core, each with many duels. A process that dies is restarted.

After a restart the process's duels are replayed. A duel stays with its process; a duel that crashes its
process twice is ended. Requests go through a pipe one after the other, in the order of `engine_queue.py`.
Waiting for a response does not block the event loop.
"""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import structlog
import trio

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.engine_protocol import (
    PASS_ANSWER,
    Begin,
    CoreSteps,
    DropDuel,
    PlayRequest,
    Reply,
    Request,
)
from facedown_server.games.edopro.engine_queue import EngineJob, JobQueue
from facedown_server.games.edopro.wasm.pinned_files import PinnedFiles
from facedown_server.refereeing.referee import ExternalWork
from facedown_shared.startup import module_command

log = structlog.get_logger(__name__)

RESPONSE_TIMEOUT_S = 60.0
"""Seconds after which a process that sends nothing counts as dead. The fuel limit ends any answer long
before.
"""
READ_CHUNK_BYTES = 16 * 1024
"""Bytes of a response that are read at once."""
MAX_CRASHES_PER_DUEL = 2
"""Number of crashes of its process after which a duel is ended."""
MAX_RESTARTS_PER_ANSWER = 12
"""Maximum number of process starts for one answer, for any cause of death."""
FAILURES = (OSError, trio.BrokenResourceError, trio.TooSlowError, ValueError, msgspec.MsgspecError)


class EngineProcessDied(Exception):
    """The engine process ended or sent an invalid response."""


class Child:
    """One engine process and the pipes to it."""

    def __init__(self, command: Sequence[str], files: PinnedFiles) -> None:
        self._command, self._files = command, files
        self._process: trio.Process | None = None

    async def request(self, request: Request) -> CoreSteps:
        """Send a request to the process, starting it if needed, and return the response.

        Raises EngineProcessDied.
        """
        try:
            with trio.fail_after(RESPONSE_TIMEOUT_S):
                process = await self._running_process()
                assert process.stdin is not None
                await process.stdin.send_all(engine_protocol.frame(request))
                return engine_protocol.steps(await self._read_response(process))
        except FAILURES as error:
            raise EngineProcessDied(type(error).__name__) from error

    @property
    def pid(self) -> int:
        """Process ID, or 0 while the process does not run."""
        return 0 if self._process is None else self._process.pid

    async def _running_process(self) -> trio.Process:
        if self._process is None:
            await trio.to_thread.run_sync(self._files.ready)
            self._process = await trio.lowlevel.open_process(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._process

    async def _read_response(self, process: trio.Process) -> bytes:
        """Read one frame, in most cases with a single call, and return its data."""
        assert process.stdout is not None
        data, missing = b"", engine_protocol.FRAME_HEADER_BYTES
        while missing > 0:
            part = await process.stdout.receive_some(max(missing, READ_CHUNK_BYTES))
            if not part:
                raise EngineProcessDied("it ended")
            data += part
            missing = engine_protocol.missing_bytes(data)
        if missing:
            raise EngineProcessDied("it sent more than was requested")
        return data[engine_protocol.FRAME_HEADER_BYTES :]

    async def end(self) -> None:
        """Kill the process and close its pipes."""
        process, self._process = self._process, None
        if process is not None:
            with trio.CancelScope(shield=True):
                with suppress(OSError):
                    process.kill()
                await process.wait()
                for pipe in (process.stdin, process.stdout):
                    if pipe is not None:
                        await pipe.aclose()


class EngineProcesses:
    """The engine processes of one edition. `command` starts one process and reads `files`."""

    def __init__(self, command: Sequence[str], count: int, files: Sequence[Path] = ()) -> None:
        self._files = PinnedFiles(files)
        self.children = [Child(command, self._files) for _ in range(count)]
        self._queues = [JobQueue() for _ in range(count)]
        self._duels = 0
        self._history: dict[int, list[Begin | Reply]] = {}
        """Requests of every duel so far, to replay after a process restart."""
        self._said: dict[int, CoreSteps] = {}
        self._ahead: dict[int, deque[CoreSteps]] = {}
        """Responses of each duel to passes that its referee has not requested yet."""
        self._token: trio.lowlevel.TrioToken | None = None
        """Token of the loop that handles requests, while it runs."""

    async def serve(self) -> None:
        """Handle requests until cancelled."""
        self._token = trio.lowlevel.current_trio_token()
        try:
            async with trio.open_nursery() as nursery:
                for number in range(len(self.children)):
                    nursery.start_soon(self._serve_process, number)
        finally:
            self._token = None
            for child in self.children:
                await child.end()
            self._files.close()

    # --- interface for the referee ------------------------------------------------------------------------

    def number(self) -> int:
        """Return the number for a new duel."""
        self._duels += 1
        return self._duels

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Queue a request. Yields a frame to await before `last_response` has the response.

        Yields nothing if the response is known already (`CoreSteps.ahead`).
        """
        if self._take_ahead(request):
            return
        job = EngineJob(request)
        self._queue(request.duel).put(job)
        yield ExternalWork(done=job.done.wait, worked_s=lambda: job.worked_s)

    def _take_ahead(self, request: PlayRequest) -> bool:
        """Respond to a request with what the process has sent ahead. Return False if there is nothing."""
        ahead = self._ahead.get(request.duel)
        if not ahead:
            return False
        assert isinstance(request, Reply), "a duel that has responses ahead has begun"
        assert request.answer == PASS_ANSWER, "no other answer was possible"
        self._said[request.duel] = said = ahead.popleft()
        self._note(request, said)
        return True

    def last_response(self, duel: int) -> CoreSteps:
        """Return the response to the duel's last request."""
        return self._said.pop(duel)

    def forget_duel(self, request: DropDuel) -> None:
        """Tell the engine process that a duel is no longer needed, and forget its history.

        Garbage collection calls this too, in whichever thread it runs: another one must not wake a task.
        """
        here = None
        with suppress(RuntimeError):
            here = trio.lowlevel.current_trio_token()
        if self._token is None or self._token is here:
            self._forget_duel(request)
        else:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._forget_duel, request)

    def _forget_duel(self, request: DropDuel) -> None:
        self._ahead.pop(request.duel, None)
        self._queue(request.duel).forget(request.duel)
        if self._history.pop(request.duel, None) is not None:
            self._queue(request.duel).put(EngineJob(request))

    def _queue(self, duel: int) -> JobQueue:
        return self._queues[duel % len(self.children)]

    # --- one process ---------------------------------------------------------------------------------------

    async def _serve_process(self, number: int) -> None:
        child, jobs = self.children[number], self._queues[number]
        while True:
            job = await jobs.next()
            said = await self._request_from(child, number, job.request)
            if not isinstance(job.request, DropDuel):
                self._said[said.duel] = said
                self._note(job.request, said)
                jobs.note_work(said.duel, said.worked_s)
                if said.ahead:
                    self._ahead[said.duel] = deque(said.ahead)
            job.worked_s = said.worked_s
            job.done.set()

    def _note(self, request: PlayRequest, said: CoreSteps) -> None:
        """Note a request in its duel's history, unless it stopped the duel. A duel that rewinds goes on from
        an earlier answer then, and its snapshots stay.
        """
        duel = request.duel
        if said.stopped:
            past = self._history.get(duel)
            if not (past and isinstance(past[0], Begin) and past[0].rewinds):
                self._history.pop(duel, None)
        elif isinstance(request, Begin):
            self._history[duel] = [request]
        elif isinstance(request, Reply):
            self._history.setdefault(duel, []).append(request)
        elif said.resumed >= 0:
            answers = request.answers[: said.resumed]
            self._history[duel] = [request.begin, *(Reply(duel, answer) for answer in answers)]

    async def _request_from(self, child: Child, number: int, request: Request) -> CoreSteps:
        """Return the response to a request.

        A crash counts against the duel that the process was working on; the second crash ends that duel. A
        process that was killed between answers is restarted and counts against no duel.
        """
        blamed = 0
        for _ in range(MAX_RESTARTS_PER_ANSWER):
            at_work = 0
            try:
                if not child.pid:
                    for duel, asked in self._past_requests(number):
                        at_work = duel
                        await child.request(asked)
                at_work = request.duel
                return await child.request(request if blamed else _with_ahead(request))
            except EngineProcessDied as died:
                blamed += at_work == request.duel
                log.warning("an engine process died", number=number, reason=str(died))
                await child.end()
                self._forget_ahead(number)
                if blamed == MAX_CRASHES_PER_DUEL:
                    break
        return CoreSteps(request.duel, stopped="fault")

    def _forget_ahead(self, number: int) -> None:
        """Forget what a process has sent ahead: its successor repeats only requests that were made."""
        for duel in [duel for duel in self._ahead if duel % len(self.children) == number]:
            del self._ahead[duel]

    def _past_requests(self, number: int) -> list[tuple[int, Begin | Reply]]:
        """Return the past requests of all duels of a process, duel by duel."""
        return [
            (duel, asked) for duel, history in self._history.items() if duel % len(self.children) == number
            for asked in history
        ]  # fmt: skip


def _with_ahead(request: Request) -> Request:
    """Return a request that lets the process pass empty windows after an answer."""
    return Reply(request.duel, request.answer, ahead=True) if isinstance(request, Reply) else request


def command(engine: str, edition: str, cache: str) -> list[str]:
    """Return the command line that starts an engine process."""
    return module_command("facedown_server.games.edopro.wasm.engine_worker", engine, edition, cache)


@asynccontextmanager
async def run_processes(processes: EngineProcesses) -> AsyncIterator[EngineProcesses]:
    """Run the processes for the duration of the context."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(processes.serve)
        yield processes
        nursery.cancel_scope.cancel()
