"""A process to be measured: `ProbedProcess` starts a Python module as one and reads what it has used.

The module runs as `python -m` would run it. A thread beside it waits on standard input, and answers every
line with the CPU seconds (user and system, all threads) and the resident memory of the process so far, those
of its child processes included. That
costs the module nothing between requests, and CPU time is available on every system Python runs on.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ANSWER = "used "
"""The beginning of a line of this process that is an answer, not the module's."""

STATM = Path("/proc/self/statm")
IO = Path("/proc/self/io")
NO_MEMORY = "This system does not tell how much memory a process holds, so no memory is measured."
SHUTDOWN_TIMEOUT_S = 20.0


class ResourceUsage(NamedTuple):
    """What a process and its children have used: `cpu` in seconds, `memory` in KiB now, 0 where unknown."""

    cpu: float
    memory: float
    writes: float
    """System calls that wrote to files; 0 where the system does not count them."""
    children: float
    """CPU seconds that child processes have used; `cpu` includes them."""


class ProbedProcess:
    """A module as a process of its own. `said` is its first line of output. Raises RuntimeError without
    one.
    """

    def __init__(self, module: str, arguments: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "benchmarks.probe", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asks, self._answers = self._process.stdin, self._process.stdout
        self.said = self._answers.readline().strip()
        if not self.said:
            self.end()
            raise RuntimeError(f"{module} ended before it said anything; what it said last stands above.")

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    def usage(self) -> ResourceUsage:
        """Return what it has used so far.

        Raises RuntimeError when it has ended.
        """
        try:
            self._asks.write("?\n")
            self._asks.flush()
            for line in self._answers:
                if line.startswith(ANSWER):
                    return ResourceUsage(*map(float, line.removeprefix(ANSWER).split()))
        except OSError:
            pass
        raise RuntimeError("The measured process ended by itself; what it said last stands above.")

    def end(self) -> None:
        """End it, cleanly where that is possible."""
        self._process.terminate()
        try:
            self._process.wait(SHUTDOWN_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._asks.close()
        self._answers.close()


# --- in the measured process ------------------------------------------------------------------------------


def _answer_questions() -> None:
    """Answer each line with the usage so far.

    Read raw: a thread left in sys.stdin aborts Python at its exit. Write raw, in one piece that begins a line
    of its own: the module may be in the middle of one.
    """
    while os.read(0, 64):
        children = [*child_processes(os.getpid())]
        others = sum(map(cpu_of_process, children)) + sum(os.times()[2:4])
        cpu = time.process_time() + others
        os.write(1, f"\n{ANSWER}{cpu} {_memory(children)} {_writes()} {others}\n".encode())


def child_processes(process: int) -> Iterator[int]:
    """Yield the IDs of a process's living children, and of theirs; none where the system has no /proc."""
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text(encoding="ascii").split()):
                yield child
                yield from child_processes(child)


def cpu_of_process(process: int) -> float:
    """Return the CPU seconds of a process, its ended children included; 0 if it has ended meanwhile."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    return sum(map(int, status.rpartition(")")[2].split()[11:15])) / os.sysconf("SC_CLK_TCK")


def _memory(children: Sequence[int]) -> float:
    """Return the KiB of memory of this process and its children; 0 where the system does not report it
    simply.
    """
    if STATM.exists():
        pages = 0
        for process in ("self", *children):
            with suppress(OSError):
                pages += int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024
    if sys.platform == "win32":
        return 0.0
    output = subprocess.run(["ps", "-o", "rss=", "-p", str(os.getpid())], capture_output=True, text=True)
    return float(output.stdout.strip() or 0)


def _writes() -> float:
    """Return the system calls that wrote to files; those to sockets are not among them."""
    if not IO.exists():
        return 0.0
    return float(IO.read_text(encoding="ascii").partition("syscw:")[2].split()[0])


def main() -> None:
    """Run the module named first with the arguments that follow."""
    del sys.argv[0]
    threading.Thread(target=_answer_questions, daemon=True).start()
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
