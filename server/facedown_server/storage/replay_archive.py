"""Where public replays lie: a file each, under a digest of what opens it.

Neither that secret is kept nor the one that deletes it, whose digest is the name of a file that names the
replay: whatever is asked for is one file, however many there are. A replay lies there for so many days. What
is promised and not made yet is a file that names the log it will be made of.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import structlog
import trio

from facedown_server.runtime.random_secrets import new_secret
from facedown_server.runtime.world import World
from facedown_shared.replay import ENDING

log = structlog.get_logger(__name__)

MAX_REPLAY_BYTES = 200_000
"""Bytes of a replay that is kept; what waits for a slow reader has room for it."""

MAX_REPLAYS = 200_000
"""Files; the oldest go first."""

DAY_S = 86_400.0

CLEANUP_INTERVAL_S = 3_600.0
"""Seconds between two looks for what is too old."""

PROMISED = ".promised"
"""How the name of a file ends that holds the name of a log."""
KEY = ".key"
"""How the name of a file ends that holds the name of the replay which a key deletes."""

T = TypeVar("T")


class InThread(Protocol):
    """Runs what waits for the disk."""

    async def __call__(self, work: Callable[[], T], /) -> T: ...


class PendingReplay(NamedTuple):
    """A replay that is still to be made: where it is noted, and of which log."""

    path: Path
    log: str


class ReplayArchive:
    """The public replays of one server, in one folder. `thread` runs what waits for the disk."""

    def __init__(
        self, folder: Path, days: int, world: World, *,
        thread: InThread = trio.to_thread.run_sync,
    ) -> None:  # fmt: skip
        self.days = days
        self._folder, self._world, self._thread = folder, world, thread
        self._pruned = -CLEANUP_INTERVAL_S

    async def promise(self, name: str) -> tuple[str, str] | None:
        """Note that this log is to become a replay: the secret that will open it and the one that deletes it;
        None if that did not work."""
        secret, key = new_secret(self._world), new_secret(self._world)
        try:
            await self._thread(partial(self._note, secret, key, name, self._world.wall().timestamp()))
        except OSError:
            log.warning("a replay was not kept")
            return None
        return secret, key

    async def promised(self, secret: str = "") -> list[PendingReplay]:
        """What is still to be made, oldest first: all of it, or what this secret will open."""
        return await self._thread(partial(self._notes, _digest(secret) if secret else "*"))

    async def keep(self, promised: PendingReplay, data: bytes) -> None:
        """Keep what was made of a log in the place of its note, with the note's age; a note alone goes if
        nothing could be made, or too much. Raises OSError."""
        await self._thread(
            partial(self._write, promised.path, data if len(data) <= MAX_REPLAY_BYTES else b"")
        )

    async def get(self, secret: str) -> bytes:
        """The replay that this secret opens; empty where there is none (any more, or yet)."""
        return await self._thread(partial(self._read, self._folder / f"{_digest(secret)}{ENDING}"))

    async def drop(self, key: str) -> bool:
        """Delete the replay that this key deletes, made or not; whether there was one."""
        return await self._thread(partial(self._drop, self._folder / f"{_digest(key)}{KEY}"))

    # --- in a thread ----------------------------------------------------------------------------------------

    def _note(self, secret: str, key: str, name: str, now: float) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if now - self._pruned >= CLEANUP_INTERVAL_S:
            self._pruned = now
            self._prune(now)
        opens = _digest(secret)
        (self._folder / f"{_digest(key)}{KEY}").write_text(opens, encoding="utf-8")
        (self._folder / f"{opens}{PROMISED}").write_text(name, encoding="utf-8")

    def _notes(self, name: str) -> list[PendingReplay]:
        here = self._folder / f"{name}{PROMISED}"
        found = self._folder.glob(here.name) if name == "*" else filter(Path.exists, (here,))
        aged = sorted((path.stat().st_mtime, path) for path in found)
        return [PendingReplay(path, path.read_text(encoding="utf-8")) for _, path in aged]

    def _write(self, note: Path, data: bytes) -> None:
        if not note.exists():  # deleted by a player meanwhile
            return
        if data:
            draft, age = note.with_suffix(".new"), note.stat().st_mtime
            draft.write_bytes(data)
            os.utime(draft, (age, age))
            draft.replace(note.with_suffix(ENDING))
        note.unlink(missing_ok=True)

    def _prune(self, now: float) -> None:
        """Delete what is too old, and the oldest of too many."""
        files = sorted((path.stat().st_mtime, path) for path in self._folder.iterdir())
        for number, (made, path) in enumerate(reversed(files), 1):
            if made < now - self.days * DAY_S or number >= MAX_REPLAYS:
                path.unlink(missing_ok=True)

    def _read(self, path: Path) -> bytes:
        now = self._world.wall().timestamp()
        with suppress(OSError):
            if path.stat().st_mtime >= now - self.days * DAY_S:
                return path.read_bytes()
        return b""

    def _drop(self, key: Path) -> bool:
        try:
            opens = key.read_text(encoding="utf-8")
        except OSError:
            return False
        found = [path for end in (ENDING, PROMISED) if (path := self._folder / f"{opens}{end}").exists()]
        for path in (*found, key):
            path.unlink(missing_ok=True)
        return bool(found)


def _digest(secret: str) -> str:
    return hashlib.sha256(b"facedown replay\0" + secret.encode()).hexdigest()[:32]
