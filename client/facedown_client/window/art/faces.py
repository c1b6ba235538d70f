"""Card faces for scenes: requested by code and size, with a placeholder until the face is drawn.

Drawing takes some milliseconds a card, so it happens in one worker thread and is cached on disk. `get` never
blocks; `poll`, once a frame, takes finished faces and increments `version`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pygame

from facedown_client.model import card_catalogue, data_folder
from facedown_client.window.art import drawing
from facedown_client.window.art.drawing import find_picture
from facedown_client.window.look.shapes import Pictures
from facedown_shared.cards.facts import Facts
from facedown_shared.text import current_language

DRAWING_VERSION = 3
"""Version of the drawing code; a new version invalidates the faces on disk."""

MAX_CACHED_BYTES = 14_000_000
"""Limit of the bytes of all cached faces before the least recently used are dropped. With 24 MB as many are
drawn again.
"""

MAX_FACE_FILES = 6_000


class Job(NamedTuple):
    """Face to draw."""

    facts: Facts
    size: tuple[int, int]
    style: str
    contrast: bool
    language: str
    """Language of the type line."""

    @property
    def key(self) -> FaceKey:
        """Return the cache key of this face."""
        return self.facts.code, self.facts.name, self.size, self.style, self.contrast, self.language


FaceKey = tuple[int, str, tuple[int, int], str, bool, str]
"""Cache key of a face in one store: passcode, name, size, style, contrast, language."""

_ready = Pictures(MAX_CACHED_BYTES)
"""Faces of all stores: a player who switches the contrast has one cache, not two."""


class FaceSnapshot(NamedTuple):
    """Faces that are ready in one frame. A newly drawn face makes a different snapshot."""

    store: Faces
    version: int

    def get(self, facts: Facts, size: tuple[int, int], style: str = "board") -> pygame.Surface:
        """Return the face if it is ready, else a placeholder of the same size."""
        return self.store.get(facts, size, style)

    def has(self, facts: Facts, size: tuple[int, int], style: str = "board") -> bool:
        """Return whether the face is ready; if not, request it."""
        return self.store.has(facts, size, style)


class Faces:
    """Cache of all card faces of a client. `style` is one of "board", "hand", "wide".

    `pics` are folders of the player's own pictures by passcode; `cache` is the folder of drawn faces.
    """

    def __init__(self, pics: Iterable[Path] = (), cache: Path | None = None, contrast: bool = False) -> None:
        self.pics, self.cache, self.contrast = tuple(pics), cache, contrast
        self.version = 0
        self._drawing: dict[FaceKey, Future[pygame.Surface]] = {}
        self._worker: ThreadPoolExecutor | None = None

    @property
    def snapshot(self) -> FaceSnapshot:
        """Return a snapshot of the faces that are ready in this frame."""
        return FaceSnapshot(self, self.version)

    def get(self, facts: Facts, size: tuple[int, int], style: str = "board") -> pygame.Surface:
        """Return the face if it is ready, else a placeholder of the same size."""
        job = Job(facts, size, style, self.contrast, current_language())
        key = job.key
        face = _ready.find((self, key))
        if face is not None:
            return face
        if key not in self._drawing:
            self._drawing[key] = self._thread_pool().submit(self._make_face, job)
        return drawing.stand_in(facts, size, style)

    def has(self, facts: Facts, size: tuple[int, int], style: str = "board") -> bool:
        """Return whether the face is ready; if not, request it."""
        key = Job(facts, size, style, self.contrast, current_language()).key
        if _ready.find((self, key)) is None:
            self.get(facts, size, style)
        return _ready.find((self, key)) is not None

    @property
    def is_busy(self) -> bool:
        """Return whether faces are still being drawn."""
        return bool(self._drawing)

    def poll(self) -> None:
        """Take finished faces."""
        for key in [key for key, future in self._drawing.items() if future.done()]:
            self._store_face(key, self._drawing.pop(key).result())

    def wait_until_idle(self) -> None:
        """Wait for all requested faces (tools and tests)."""
        for key in list(self._drawing):
            self._store_face(key, self._drawing.pop(key).result())

    def close(self) -> None:
        """Stop drawing; drop requests that have not started."""
        if self._worker is not None:
            self._worker.shutdown(cancel_futures=True)
            self._worker = None
        self._drawing.clear()

    def _thread_pool(self) -> ThreadPoolExecutor:
        """Return the drawing thread, started on demand."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, thread_name_prefix="faces")
            self._worker.submit(self._delete_oldest)
        return self._worker

    def _store_face(self, key: FaceKey, face: pygame.Surface) -> None:
        _ready.add((self, key), face)
        self.version += 1

    def _make_face(self, job: Job) -> pygame.Surface:
        picture = find_picture(self.pics, job.facts)
        if picture is not None:
            return drawing.face(job.facts, job.size, job.style, job.contrast, picture)
        path = self._face_path(job)
        if path is not None:
            with suppress(OSError, pygame.error):
                return pygame.image.load(path)
        face = drawing.face(job.facts, job.size, job.style, job.contrast)
        if path is not None:
            _save(face, path)
        return face

    def _face_path(self, job: Job) -> Path | None:
        if self.cache is None:
            return None
        description = msgspec.json.encode(
            (DRAWING_VERSION, job.facts, job.size, job.style, job.contrast, job.language)
        )
        return self.cache / f"{hashlib.sha256(description).hexdigest()[:32]}.png"

    def _delete_oldest(self) -> None:
        """Delete the oldest faces on disk when there are very many."""
        if self.cache is None or not self.cache.is_dir():
            return
        files = sorted(self.cache.glob("*.png"), key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) - MAX_FACE_FILES)]:
            path.unlink(missing_ok=True)


def _save(face: pygame.Surface, path: Path) -> None:
    """Store a face on disk; ignore a full or read-only disk."""
    part = path.with_suffix(".part.png")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(face, part)
        part.replace(path)
    except (OSError, pygame.error):
        with suppress(OSError):
            part.unlink(missing_ok=True)


_shared: list[Faces] = []


@cache
def shared_faces(pics: tuple[Path, ...], cache_folder: Path | None, contrast: bool) -> Faces:
    """Return the cache that all duels of a client share, so that a rematch finds its faces drawn."""
    _shared.append(Faces(pics, cache_folder, contrast))
    return _shared[-1]


def player_faces(cards: str, contrast: bool) -> Faces:
    """Return the shared cache for EDOPro's folder or folder of pictures `cards` ("" for none).

    Looks for folders on the disk: scenes keep the result.
    """
    return shared_faces(card_catalogue.pictures(cards), data_folder.home() / "faces", contrast)


def take_in_faces() -> None:
    """Take the finished faces of every shared cache."""
    for store in _shared:
        store.poll()


def are_faces_coming() -> bool:
    """Return whether a requested face of a shared cache is still being drawn."""
    return any(store.is_busy for store in _shared)
