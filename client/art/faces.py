"""Card faces for scenes: asked for by code and size, a stand-in at once, the real one some frames later.

Drawing takes up to tens of milliseconds, so it happens in one worker thread (`run`, a task of the app) and is
kept on disk. `get` never blocks; `version` counts up whenever a face has become ready.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict, deque
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pygame
import trio

from client.art import drawing
from client.art.pictures import find
from shared.cards import Facts

DRAWN_AS = 1
"""Counted up when faces are drawn differently, so that old ones on disk are not used."""

KEPT_IN_MEMORY = 24_000_000
"""Pixels of faces kept before the least recently used go."""

KEPT_ON_DISK = 6_000


class Job(NamedTuple):
    """One face to draw."""

    facts: Facts
    size: tuple[int, int]
    style: str
    contrast: bool

    @property
    def key(self) -> Key:
        """What tells this face from all others."""
        return Key(self.facts.code, self.facts.name, self.size, self.style, self.contrast)


class Key(NamedTuple):
    """What a face is kept under."""

    code: int
    name: str
    size: tuple[int, int]
    style: str
    contrast: bool


class Faces:
    """All card faces of a client. `style` is one of `drawing.STYLES`: "board", "hand", "wide".

    `pics` are folders of the player's own pictures by passcode; `cache` is where drawn faces are kept.
    """

    def __init__(self, pics: Iterable[Path] = (), cache: Path | None = None, contrast: bool = False) -> None:
        self.pics, self.cache, self.contrast = tuple(pics), cache, contrast
        self.version = 0
        self._ready: OrderedDict[Key, pygame.Surface] = OrderedDict()
        self._pixels = 0
        self._waiting: deque[Job] = deque()
        self._asked: set[Key] = set()
        self._wake = trio.Event()

    def get(self, facts: Facts, size: tuple[int, int], style: str = "board") -> pygame.Surface:
        """The face if it is ready, else a stand-in of the same size."""
        job = Job(facts, size, style, self.contrast)
        key = job.key
        face = self._ready.get(key)
        if face is not None:
            self._ready.move_to_end(key)
            return face
        if key not in self._asked:
            self._asked.add(key)
            # The newest wish first: it is what the player looks at now.
            self._waiting.appendleft(job)
            self._wake.set()
        return drawing.stand_in(facts, size, style)

    @property
    def busy(self) -> bool:
        """Whether faces are still to be drawn."""
        return bool(self._waiting)

    async def run(self) -> None:
        """Draw what is asked for, one after the other, in a thread; a task of the app's nursery."""
        limiter = trio.CapacityLimiter(1)
        await trio.to_thread.run_sync(self._prune, limiter=limiter)
        while True:
            while self._waiting:
                job = self._waiting.popleft()
                face = await trio.to_thread.run_sync(self._make, job, limiter=limiter)
                self._keep(job.key, face)
            self._wake = trio.Event()
            await self._wake.wait()

    def settle(self) -> None:
        """Draw everything asked for at once (tools and tests)."""
        while self._waiting:
            job = self._waiting.popleft()
            self._keep(job.key, self._make(job))

    def _keep(self, key: Key, face: pygame.Surface) -> None:
        self._ready[key] = face
        self._asked.discard(key)
        self._pixels += face.get_width() * face.get_height()
        while self._pixels > KEPT_IN_MEMORY:
            _, oldest = self._ready.popitem(last=False)
            self._pixels -= oldest.get_width() * oldest.get_height()
        self.version += 1

    def _make(self, job: Job) -> pygame.Surface:
        picture = find(self.pics, job.facts)
        if picture is not None:
            return drawing.face(job.facts, job.size, job.style, job.contrast, picture)
        path = self._path(job)
        if path is not None:
            try:
                return pygame.image.load(path)
            except (OSError, pygame.error):
                pass
        face = drawing.face(job.facts, job.size, job.style, job.contrast)
        if path is not None:
            _save(face, path)
        return face

    def _path(self, job: Job) -> Path | None:
        if self.cache is None:
            return None
        told = msgspec.json.encode((DRAWN_AS, job.facts, job.size, job.style, job.contrast))
        return self.cache / f"{hashlib.sha256(told).hexdigest()[:32]}.png"

    def _prune(self) -> None:
        """Forget the oldest faces on disk when there are very many."""
        if self.cache is None or not self.cache.is_dir():
            return
        files = sorted(self.cache.glob("*.png"), key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) - KEPT_ON_DISK)]:
            path.unlink(missing_ok=True)


def _save(face: pygame.Surface, path: Path) -> None:
    """Keep a face on disk; a full or read-only disk costs nothing but time."""
    part = path.with_suffix(".part.png")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(face, part)
        part.replace(path)
    except (OSError, pygame.error):
        part.unlink(missing_ok=True)
