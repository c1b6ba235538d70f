"""Worker processes: started, restarted, and given connections only while they take them."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.nodes.workers import Worker

REPORT_ONCE = """
import os, pathlib, socket, sys, time
done = pathlib.Path(sys.argv[2])
if not done.exists():
    done.touch()
    socket.socket(fileno=int(sys.argv[1])).send(b'{"connections": 3}')
    os.kill(os.getpid(), 9)
time.sleep(60)
"""
"""A worker that reports and is killed; the next one starts slowly."""


async def test_a_restarted_worker_is_available_once_it_reports(tmp_path: Path) -> None:
    """Seen to fail: connections waited in its queue until it had started."""
    first = tmp_path / "first"
    worker = Worker(
        Config(node="w-1"), RealWorld(),
        lambda channel: [sys.executable, "-c", REPORT_ONCE, str(channel), str(first)],
    )  # fmt: skip
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(worker.run)
            await worker.changed.wait()
            await worker.changed.wait()
            while worker.exit_code is None or not worker.pid:  # noqa: ASYNC110 -- no event of a start
                await trio.sleep(0.01)
            assert worker.exit_code == -9
            assert not worker.is_available
            nursery.cancel_scope.cancel()
