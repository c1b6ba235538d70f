"""Where public replays lie: a file each, under digests of what opens and what deletes it.

Neither secret is kept. A file lies there for so many days and is looked for by its name alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import structlog
import trio

from server.room.people.seats import new_secret
from server.world import World
from shared.replay import ENDING

log = structlog.get_logger(__name__)

LARGEST = 200_000
"""Bytes of a replay that is kept; what waits for a slow reader has room for it."""

MOST = 100_000
"""Files; the oldest go first."""

DAY = 86_400.0

T = TypeVar("T")


class InThread(Protocol):
    """Runs what waits for the disk."""

    async def __call__(self, work: Callable[[], T], /) -> T: ...


class ReplayArchive:
    """The public replays of one server, in one folder. `thread` runs what waits for the disk."""

    def __init__(
        self, folder: Path, days: int, world: World, *,
        thread: InThread = trio.to_thread.run_sync,
    ) -> None:  # fmt: skip
        self.days = days
        self._folder, self._world, self._thread = folder, world, thread

    async def keep(self, data: bytes) -> tuple[str, str] | None:
        """Keep a replay: the secret that opens it and the one that deletes it; None if that did not work."""
        if not 0 < len(data) <= LARGEST:
            return None
        secret, key = new_secret(self._world), new_secret(self._world)
        path = self._folder / f"{_digest(secret)}-{_digest(key)}{ENDING}"
        try:
            await self._thread(partial(self._write, path, data, self._world.wall().timestamp()))
        except OSError:
            log.warning("a replay was not kept")
            return None
        return secret, key

    async def get(self, secret: str) -> bytes:
        """The replay that this secret opens; empty where there is none (any more)."""
        return await self._thread(partial(self._read, f"{_digest(secret)}-*{ENDING}"))

    async def drop(self, key: str) -> bool:
        """Delete the replay that this key deletes; whether there was one."""
        return await self._thread(partial(self._drop, f"*-{_digest(key)}{ENDING}"))

    # --- in a thread ----------------------------------------------------------------------------------------

    def _write(self, path: Path, data: bytes, now: float) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._prune(now)
        draft = path.with_suffix(".new")
        draft.write_bytes(data)
        draft.replace(path)

    def _prune(self, now: float) -> None:
        """Delete what is too old, and the oldest of too many."""
        files = sorted((path.stat().st_mtime, path) for path in self._folder.glob(f"*{ENDING}"))
        for number, (made, path) in enumerate(reversed(files), 1):
            if made < now - self.days * DAY or number >= MOST:
                path.unlink(missing_ok=True)

    def _read(self, name: str) -> bytes:
        now = self._world.wall().timestamp()
        for path in self._folder.glob(name):
            try:
                if path.stat().st_mtime >= now - self.days * DAY:
                    return path.read_bytes()
            except OSError:
                break
        return b""

    def _drop(self, name: str) -> bool:
        found = [*self._folder.glob(name)]
        for path in found:
            path.unlink(missing_ok=True)
        return bool(found)


def _digest(secret: str) -> str:
    return hashlib.sha256(b"facedown replay\0" + secret.encode()).hexdigest()[:32]
