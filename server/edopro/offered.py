"""What a host offers besides our own rules: the field's core, remembered where duels are kept.

Its referee is loaded with the first duel in the core: a server that has none does without its 2.7 MiB.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from server.edopro import texts
from server.edopro.brought import BroughtEngine
from server.edopro.edition import SUFFIX, Edition
from server.edopro.processes import EngineProcesses, command
from server.edopro.texts import KeptTexts
from server.referee import Referee, Setup
from shared.cards.banlists import Limits
from shared.cards.facts import Facts, Pool
from shared.formats import FORMATS
from shared.offered_core import FOLDER, LISTS, REMEMBERED, keep_lists, kept_lists

MOST_PROCESSES = 4


class NotHere(Exception):
    """A duel was begun with an engine or with scripts that this server no longer has."""


class Remembered(msgspec.Struct, frozen=True):
    """What `core` has found and tried: files in the folder, and what players are told of the source."""

    engine: str
    engine_digest: str
    edition: str
    source: str
    lists: str = ""
    """The file of ban lists."""
    texts: str = ""
    """The file of names and texts in other languages."""

    @property
    def digest(self) -> str:
        """What a duel's log pins."""
        from server.edopro.referee import digest_of

        return digest_of(self.engine_digest, self.edition)


@dataclass(frozen=True)
class OfferedCore:
    """The core as this server offers it."""

    digest: str
    source: str
    """Engine and version, and where its source is: players are owed it."""
    facts: tuple[Facts, ...]
    """Every card it can play."""
    codes: frozenset[int]
    processes: EngineProcesses
    banlists: Mapping[str, Limits] = field(default_factory=dict)
    """Ban lists that a table can be opened with, by name."""
    scriptless: frozenset[int] = frozenset()
    """Cards that are in the database and would do nothing."""
    texts: KeptTexts = field(default_factory=lambda: KeptTexts(None))
    """Names and texts in other languages."""

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Whether it knows every one of these cards, and the rules of this format."""
        return bool(FORMATS[format_name].core_rules) and self.codes.issuperset(codes)

    def referee(self, setup: Setup, pool: Pool) -> Referee:
        """A fresh referee for one duel. Raises NotHere."""
        if setup.core != self.digest:
            raise NotHere("it was begun with another engine or other scripts")
        from server.edopro.referee import CoreReferee

        return CoreReferee(FORMATS[setup.format], pool, self.processes)


def remembered(folder: Path) -> Remembered | None:
    """What this folder remembers, or None."""
    try:
        return msgspec.json.decode((folder / FOLDER / REMEMBERED).read_bytes(), type=Remembered)
    except (OSError, msgspec.MsgspecError):
        return None


def remember(
    folder: Path, brought: BroughtEngine, file: Path, edition: Path, lists: Iterable[Limits] = (),
    said: Mapping[str, Mapping[int, Facts]] | None = None,
) -> Remembered:  # fmt: skip
    """Keep a copy of the engine beside the edition, the lists, and what is `said` in other languages, and
    remember them. Raises OSError."""
    kept = folder / FOLDER / f"{brought.digest[:32]}{file.suffix}"
    if not kept.exists():
        part = kept.with_suffix(".part")
        part.write_bytes(file.read_bytes())
        part.replace(kept)
    rows = tuple(lists)
    named = f"{hashlib.sha256(msgspec.json.encode(rows)).hexdigest()[:32]}{LISTS}"
    keep_lists(folder / FOLDER / named, rows)
    spoken = f"{edition.stem}{texts.SUFFIX}"
    texts.keep(folder / FOLDER / spoken, said or {})
    found = Remembered(kept.name, brought.digest, edition.stem, brought.source, named, spoken)
    offered = folder / FOLDER / REMEMBERED
    part = offered.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(found))
    part.replace(offered)
    return found


def offer(
    folder: Path, found: Remembered, where: str, cpus: Callable[[], int | None] = os.cpu_count
) -> OfferedCore:
    """The core that was remembered, its processes not started yet. `where` its source is. Raises OSError."""
    place = folder / FOLDER
    edition = place / f"{found.edition}{SUFFIX}"
    held = Edition(edition)
    facts = held.facts()
    codes = frozenset(one.code for one in facts if held.plays(one))
    scriptless = frozenset(one.code for one in facts) - codes
    held.close()
    start = command(str(place / found.engine), str(edition), str(place / "cache"))
    processes = EngineProcesses(start, min(MOST_PROCESSES, cpus() or 1))
    lists = kept_lists(folder)
    said = KeptTexts(place / found.texts if found.texts else None)
    return OfferedCore(
        found.digest, f"{found.source}, {where}", facts, codes, processes, lists, scriptless, said
    )
