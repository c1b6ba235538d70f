"""EDOPro's core within this process, as a host has brought it to this computer.

What needs wasmtime is loaded where an engine is: the other proofs do without both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from server.edopro import brought
from server.edopro.edition import SUFFIX, Edition
from server.edopro.installation import BASE
from server.edopro.offered import remembered
from server.edopro.requests import Begin, CoreSteps, DropDuel, Reply
from server.referee import Elsewhere
from shared.offered_core import FOLDER, kept_in

if TYPE_CHECKING:
    from server.edopro.wasm.child import Desk


class Here:
    """Duels in the engine of this process."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._duels, self._said = desk, 0, dict[int, CoreSteps]()

    def number(self) -> int:
        """The number of a new duel."""
        self._duels += 1
        return self._duels

    def call(self, request: Begin | Reply) -> Iterator[Elsewhere]:
        """Ask at once: nothing is waited for."""
        self._said[request.duel] = self._desk.handle(request)
        return iter(())

    def said(self, duel: int) -> CoreSteps:
        """What the last call gave."""
        return self._said.pop(duel)

    def drop(self, request: DropDuel) -> None:
        """A duel is over for us."""
        self._desk.handle(request)


@cache
def at_hand(folder: str) -> Here | None:
    """The engine that `core` has remembered in a folder ("" for the usual one), or None."""
    place = kept_in(Path(folder)) if folder else kept_in()
    found = remembered(place) if place is not None else None
    if place is None or found is None:
        return None
    from server.edopro.wasm.child import Desk
    from server.edopro.wasm.engine import Engine

    kept = place / FOLDER
    read = brought.read(kept / found.engine)
    engine = Engine(read.wasm, read.exports, read.imports, kept / "cache")
    return Here(Desk(engine, Edition(kept / f"{found.edition}{SUFFIX}"), BASE))
