"""Base scripts of a duel: run in its instance, or replaced by a copy of the memory that they leave.

They take more than half of a duel's start. The memory that they leave depends on the options of the duel and
contains its seed. This is not assumed of an engine that a host brings: the memory of one duel is the model, a
second duel with another seed must have left the same, and only later ones begin from the copy.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, Protocol, TypeAlias

from facedown_server.games.edopro.engine_protocol import Begin
from facedown_server.games.edopro.wasm.snapshots import PAGE_BYTES

MAX_MODELS = 8
"""Maximum number of options whose memory a process stores. Each takes 2 MB."""
_SEED = struct.Struct("<4Q")
Options: TypeAlias = tuple[int, tuple[int, int], int]
Parts: TypeAlias = tuple[tuple[int, tuple[bytes, ...]], ...]
"""Addresses of the parts of memory that differ from a new instance's, each with its bytes around the seed."""


class NewInstance(Protocol):
    """Instance of the engine without a duel; `Core` documents its members."""

    logs: list[tuple[int, str]]

    @property
    def handle(self) -> int: ...
    def create(self, seed: Sequence[int], flags: int, life: Sequence[int], hand: int) -> None: ...
    def load(self, name: str) -> bool: ...
    def read_pages(self, before: Sequence[bytes]) -> tuple[bytes, ...]: ...
    def adopt(self, handle: int, pages: int, parts: Sequence[tuple[int, bytes]]) -> None: ...


class BaseMemory(NamedTuple):
    """Memory of an instance after the base scripts."""

    seed: bytes
    handle: int
    pages: int
    parts: Parts
    is_proven: bool = False
    """Whether a duel with another seed has left the same memory."""


class BaseScripts:
    """Base scripts of a desk, for any number of duels. `can_copy`: whether memory is all of an instance's
    state.
    """

    def __init__(self, names: tuple[str, ...], can_copy: bool) -> None:
        self._names, self._can_copy = names, can_copy
        self._models: dict[Options, BaseMemory | None] = {}
        """The model for each of the options; None if two duels have left different memory."""

    def create(self, core: NewInstance, begin: Begin) -> None:
        """Create the duel in a new instance, with the base scripts run. Raises DuelStopped."""
        options = (begin.flags, begin.life, begin.hand)
        model, seed = self._models.get(options), _SEED.pack(*begin.seed)
        if model is not None and model.is_proven:
            parts = [(start, seed.join(around)) for start, around in model.parts]
            core.adopt(model.handle, model.pages, parts)
        elif not self._can_copy or (model is None and options in self._models):
            self._run(core, begin)
        else:
            before = core.read_pages(())
            self._run(core, begin)
            after = core.read_pages(before)
            self._learn(
                options, model, BaseMemory(seed, core.handle, len(after), _parts(before, after, seed))
            )
            if core.logs:
                self._models[options] = None

    def _run(self, core: NewInstance, begin: Begin) -> None:
        core.create(begin.seed, begin.flags, begin.life, begin.hand)
        for name in self._names:
            core.load(name)

    def _learn(self, options: Options, model: BaseMemory | None, made: BaseMemory) -> None:
        if model is None:
            if len(self._models) == MAX_MODELS:
                del self._models[next(iter(self._models))]
            self._models[options] = made
        elif made.seed != model.seed:
            same = made._replace(seed=model.seed) == model
            self._models[options] = made._replace(is_proven=True) if same else None


def _parts(before: Sequence[bytes], after: Sequence[bytes], seed: bytes) -> Parts:
    """Return what has changed in a memory, divided at the seed."""
    changed = [place for place, page in enumerate(after) if place >= len(before) or page is not before[place]]
    parts = []
    for _, run in groupby(enumerate(changed), lambda pair: pair[1] - pair[0]):
        places = [place for _, place in run]
        data = b"".join(after[place] for place in places)
        parts.append((places[0] * PAGE_BYTES, tuple(data.split(seed))))
    return tuple(parts)
