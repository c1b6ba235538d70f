"""Public replays of a single server: one file each, named by a digest of the secret that opens it. Nodes of a
shared database store them there (`replay_table.py`).

Two secrets belong to a replay, one to open and one to delete it. Neither is stored: the digest of the second
names a small file that holds the replay's name. Each request reads one file, however many there are. Replays
expire after some days. A replay that is promised but not made yet is a file with the name of its log.
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
"""Size limit of a stored replay: small enough for the outbox of a slow reader."""

MAX_REPLAYS = 200_000
"""Maximum number of files; the oldest are deleted first."""

DAY_S = 86_400.0

CLEANUP_INTERVAL_S = 3_600.0
"""Seconds between two searches for expired files."""

PROMISED = ".promised"
"""The suffix of a file that holds the name of a log."""
KEY = ".key"
"""The suffix of a file that holds the name of a replay to delete."""

T = TypeVar("T")


class InThread(Protocol):
    """Runs a function that waits for the disk in a thread."""

    async def __call__(self, work: Callable[[], T], /) -> T: ...


class PendingReplay(NamedTuple):
    """A replay to be made: the digest of the secret that opens it, and its log."""

    opens: str
    log: str


class Archive(Protocol):
    """The public replays of a server."""

    days: int

    async def store_pending(self, name: str) -> tuple[str, str] | None:
        """Note that this log is to become a replay; return the secrets that open and delete it, None on
        failure.
        """

    async def pending_replays(self, secret: str = "") -> list[PendingReplay]:
        """Return the replays to be made, oldest first: all, or the one that this secret opens."""

    async def store_replay(self, promised: PendingReplay, data: bytes) -> None:
        """Store the replay of a log in place of its note, with the note's age.

        If it could not be made, or is too large, only the note is deleted.

        Raises OSError.
        """

    async def get(self, secret: str) -> bytes:
        """Return the replay that this secret opens; empty if there is none."""

    async def delete_replay(self, key: str) -> bool:
        """Delete the replay of this key, made or not; return whether there was one."""


class ReplayArchive:
    """The public replays of one server, in one folder. `thread` runs functions that wait for the disk."""

    def __init__(
        self, folder: Path, days: int, world: World, *,
        thread: InThread = trio.to_thread.run_sync,
    ) -> None:  # fmt: skip
        self.days = days
        self._folder, self._world, self._thread = folder, world, thread
        self._pruned = -CLEANUP_INTERVAL_S

    async def store_pending(self, name: str) -> tuple[str, str] | None:
        """Note that this log is to become a replay; return the secrets that open and delete it, None on
        failure.
        """
        secret, key = new_secret(self._world), new_secret(self._world)
        try:
            await self._thread(partial(self._note, secret, key, name, self._world.wall().timestamp()))
        except OSError:
            log.warning("a replay was not stored")
            return None
        return secret, key

    async def pending_replays(self, secret: str = "") -> list[PendingReplay]:
        """Return the replays to be made, oldest first: all, or the one that this secret opens."""
        return await self._thread(partial(self._notes, digest(secret) if secret else "*"))

    async def store_replay(self, promised: PendingReplay, data: bytes) -> None:
        """Store the replay of a log in place of its note, with the note's age.

        If it could not be made, or is too large, only the note is deleted.

        Raises OSError.
        """
        note = self._folder / f"{promised.opens}{PROMISED}"
        await self._thread(partial(self._write_file, note, data if len(data) <= MAX_REPLAY_BYTES else b""))

    async def get(self, secret: str) -> bytes:
        """Return the replay that this secret opens; empty if there is none."""
        return await self._thread(partial(self._read_file, self._folder / f"{digest(secret)}{ENDING}"))

    async def delete_replay(self, key: str) -> bool:
        """Delete the replay of this key, made or not; return whether there was one."""
        return await self._thread(partial(self._delete_file, self._folder / f"{digest(key)}{KEY}"))

    # --- in a thread ----------------------------------------------------------------------------------------

    def _note(self, secret: str, key: str, name: str, now: float) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if now - self._pruned >= CLEANUP_INTERVAL_S:
            self._pruned = now
            self._prune(now)
        opens = digest(secret)
        (self._folder / f"{digest(key)}{KEY}").write_text(opens, encoding="utf-8")
        (self._folder / f"{opens}{PROMISED}").write_text(name, encoding="utf-8")

    def _notes(self, name: str) -> list[PendingReplay]:
        here = self._folder / f"{name}{PROMISED}"
        found = self._folder.glob(here.name) if name == "*" else filter(Path.exists, (here,))
        aged = sorted((path.stat().st_mtime, path) for path in found)
        return [PendingReplay(path.stem, path.read_text(encoding="utf-8")) for _, path in aged]

    def _write_file(self, note: Path, data: bytes) -> None:
        if not note.exists():  # deleted by a player meanwhile
            return
        if data:
            draft, age = note.with_suffix(".new"), note.stat().st_mtime
            draft.write_bytes(data)
            os.utime(draft, (age, age))
            draft.replace(note.with_suffix(ENDING))
        note.unlink(missing_ok=True)

    def _prune(self, now: float) -> None:
        """Delete expired files, and the oldest of too many."""
        files = sorted((path.stat().st_mtime, path) for path in self._folder.iterdir())
        for number, (made, path) in enumerate(reversed(files), 1):
            if made < now - self.days * DAY_S or number >= MAX_REPLAYS:
                path.unlink(missing_ok=True)

    def _read_file(self, path: Path) -> bytes:
        now = self._world.wall().timestamp()
        with suppress(OSError):
            if path.stat().st_mtime >= now - self.days * DAY_S:
                return path.read_bytes()
        return b""

    def _delete_file(self, key: Path) -> bool:
        try:
            opens = key.read_text(encoding="utf-8")
        except OSError:
            return False
        found = [path for end in (ENDING, PROMISED) if (path := self._folder / f"{opens}{end}").exists()]
        for path in (*found, key):
            path.unlink(missing_ok=True)
        return bool(found)


def digest(secret: str) -> str:
    """Return the digest under which what a secret opens is stored."""
    return hashlib.sha256(b"facedown replay\0" + secret.encode()).hexdigest()[:32]
