"""Registry of the core that a host offers besides our own rules. It is stored in the data folder.

The core's referee module is loaded with the first core duel. Until then a server saves its 2.7 MiB.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from facedown_server.games.edopro import card_texts
from facedown_server.games.edopro.card_texts import TextFile
from facedown_server.games.edopro.declarations import DeclarableCards
from facedown_server.games.edopro.edition import SUFFIX, Edition
from facedown_server.games.edopro.engine_processes import EngineProcesses, command
from facedown_server.games.edopro.wasm.engine_file import EngineFile
from facedown_server.refereeing.referee import Referee
from facedown_server.table import Setup, StartingPosition
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import FOLDER, LISTS, REMEMBERED, store_lists, stored_lists
from facedown_shared.tables import FORMATS

if TYPE_CHECKING:
    from facedown_server.games.edopro.core_referee import Engines

MAX_PROCESSES = 4
MAX_EARLIER_EDITIONS = 4
"""Number of earlier editions to keep for duels that began with them."""


class CoreUnavailable(Exception):
    """A duel needs an engine or scripts that this server no longer has."""


class StoredCore(msgspec.Struct, frozen=True):
    """Names of an engine and an edition in the folder."""

    engine: str
    engine_digest: str
    edition: str

    @property
    def digest(self) -> str:
        """Digest that a duel's log records."""
        from facedown_server.games.edopro.core_referee import CORE_PROMPTS_VERSION

        return self.digest_of(CORE_PROMPTS_VERSION)

    def digest_of(self, version: int) -> str:
        """Return the digest that the log of a duel of this version records."""
        from facedown_server.games.edopro.core_referee import edition_digest

        return edition_digest(self.engine_digest, self.edition, version)


class CoreRecord(StoredCore, frozen=True):
    """Core that the command `core` found and tested, with its source for players."""

    source: str
    lists: str = ""
    """File name of the ban lists."""
    texts: str = ""
    """File name of the names and texts in other languages."""
    earlier: tuple[StoredCore, ...] = ()
    """Cores offered before, newest first. Duels that began with them continue."""


class EarlierCore:
    """A core offered before, or as an earlier version of ours used it: its processes, and its cards, which
    are loaded when a duel first needs them.
    """

    def __init__(self, edition: Path, processes: EngineProcesses, version: int) -> None:
        self.processes, self.version = processes, version
        self._edition, self._pool = edition, Pool(())
        self.declarable: DeclarableCards | None = None
        """Cards whose names may be declared; None until the pool is loaded."""

    def pool(self, now: Pool) -> Pool:
        """Return the pool with this edition's cards on top of the cards that come from no folder. `now`:
        today's pool.
        """
        if not self._pool.own:
            while now.below is not None:
                now = now.below
            held = Edition(self._edition)
            self._pool = now.joined_with(held.facts())
            self.declarable = DeclarableCards(held.rows)
            held.close()
        return self._pool


@dataclass(frozen=True)
class OfferedCore:
    """The core that this server offers."""

    digest: str
    source: str
    """Engine, version and where its source code is. Players are entitled to that information."""
    facts: tuple[Facts, ...]
    """Facts of every card in the edition."""
    codes: frozenset[int]
    processes: EngineProcesses
    banlists: Mapping[str, Limits] = field(default_factory=dict)
    """Ban lists that a table can be opened with, by name."""
    scriptless: frozenset[int] = frozenset()
    """Cards in the database that lack a script and would do nothing."""
    texts: TextFile = field(default_factory=lambda: TextFile(None))
    """Names and texts in other languages."""
    earlier: Mapping[str, EarlierCore] = field(default_factory=dict)
    """Cores offered before, by digest."""
    declarable: DeclarableCards | None = None
    """Cards whose names may be declared; None for those of a duel's pool."""

    @property
    def every_process(self) -> tuple[EngineProcesses, ...]:
        """Engine processes of this core and of the earlier ones. A process starts when a duel first needs
        it.
        """
        return tuple(dict.fromkeys((self.processes, *(one.processes for one in self.earlier.values()))))

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Return whether the core can play all these cards and the rules of this format."""
        return bool(FORMATS[format_name].core_rules) and self.codes.issuperset(codes)

    def referee(self, setup: Setup, pool: Pool) -> Referee:
        """Return a new referee for one duel.

        Raises CoreUnavailable if the duel began with a core that is gone, or OSError.
        """
        return self.referees(setup, pool)()

    def referees(
        self, setup: Setup, pool: Pool, position: StartingPosition | None = None
    ) -> Callable[[], Referee]:  # fmt: skip
        """Return a function that returns a new referee for each run of one duel. A duel played alone is run
        again and again. `position`: where a puzzle starts.

        Raises CoreUnavailable if the duel began with a core that is gone, or OSError.
        """
        from facedown_server.games.edopro.core_referee import CORE_PROMPTS_VERSION, CorePuzzle, CoreReferee
        from facedown_server.games.edopro.line_engines import LineEngines

        rules, declarable = FORMATS[setup.format], self.declarable
        engines: Engines = self.processes
        version = CORE_PROMPTS_VERSION
        if setup.core != self.digest:
            before = self.earlier.get(setup.core)
            if before is None:
                raise CoreUnavailable("it was begun with another engine or other scripts")
            pool, engines, declarable = before.pool(pool), before.processes, before.declarable
            version = before.version
        if setup.alone:
            engines = LineEngines(engines)
        if position is None:
            return lambda: CoreReferee(rules, pool, engines, declarable, version)
        return lambda: CorePuzzle(position, rules, pool, engines, declarable, version)


def registered_core(folder: Path) -> CoreRecord | None:
    """Return the core registered in this folder, or None."""
    try:
        return msgspec.json.decode((folder / FOLDER / REMEMBERED).read_bytes(), type=CoreRecord)
    except (OSError, msgspec.MsgspecError):
        return None


def store_core(
    folder: Path, brought: EngineFile, file: Path, edition: Path, lists: Iterable[Limits] = (),
    said: Mapping[str, Mapping[int, Facts]] | None = None,
    lines: Mapping[str, Mapping[int, tuple[str, ...]]] | None = None,
) -> CoreRecord:  # fmt: skip
    """Register a core: copy its engine beside the edition, and store ban lists, texts in other languages
    (`said`) and the cards' `lines`.

    Raises OSError.
    """
    target = folder / FOLDER / f"{brought.digest[:32]}{file.suffix}"
    if not target.exists():
        part = target.with_suffix(".part")
        part.write_bytes(file.read_bytes())
        part.replace(target)
    rows = tuple(lists)
    named = f"{hashlib.sha256(msgspec.json.encode(rows)).hexdigest()[:32]}{LISTS}"
    store_lists(folder / FOLDER / named, rows)
    spoken = f"{edition.stem}{card_texts.SUFFIX}"
    card_texts.store_texts(folder / FOLDER / spoken, said or {}, lines)
    found = CoreRecord(
        target.name, brought.digest, edition.stem, brought.source, named, spoken,
        _cores_before(registered_core(folder), StoredCore(target.name, brought.digest, edition.stem)),
    )  # fmt: skip
    offered = folder / FOLDER / REMEMBERED
    part = offered.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(found))
    part.replace(offered)
    return found


def _cores_before(last: CoreRecord | None, now: StoredCore) -> tuple[StoredCore, ...]:
    """Return the cores offered before `now`, newest first."""
    if last is None:
        return ()
    rows = (StoredCore(last.engine, last.engine_digest, last.edition), *last.earlier)
    return tuple(one for one in rows if one.digest != now.digest)[:MAX_EARLIER_EDITIONS]


def offer(
    folder: Path, found: CoreRecord, where: str, cpus: Callable[[], int | None] = os.cpu_count
) -> OfferedCore:
    """Return the registered core, ready to offer. Its processes are not started yet. `where`: where its
    source is.

    Raises OSError.
    """
    place = folder / FOLDER
    edition = place / f"{found.edition}{SUFFIX}"
    held = Edition(edition)
    facts = held.facts()
    codes = frozenset(one.code for one in facts if held.plays(one))
    scriptless = frozenset(one.code for one in facts) - codes
    declarable = DeclarableCards(held.rows)
    held.close()
    processes = _processes(place, found, min(MAX_PROCESSES, cpus() or 1))
    return OfferedCore(
        found.digest, f"{found.source}, {where}", facts, codes, processes, stored_lists(folder), scriptless,
        TextFile(place / found.texts if found.texts else None),
        dict(_earlier_cores(place, found, processes)), declarable,
    )  # fmt: skip


def _earlier_cores(
    place: Path, found: CoreRecord, now: EngineProcesses
) -> Iterator[tuple[str, EarlierCore]]:  # fmt: skip
    """Yield the cores of duels that continue, by digest: the earlier ones, and each as an earlier version of
    ours used it. `now`: the processes of the core that is offered.
    """
    from facedown_server.games.edopro.core_referee import CORE_PROMPTS_VERSION, OPEN_WINDOWS_VERSION

    for one in (found, *found.earlier):
        edition = place / f"{one.edition}{SUFFIX}"
        if not (edition.is_file() and (place / one.engine).is_file()):
            continue
        processes = now if one is found else _processes(place, one, 1)
        for version in (OPEN_WINDOWS_VERSION, CORE_PROMPTS_VERSION)[: 1 if one is found else 2]:
            yield one.digest_of(version), EarlierCore(edition, processes, version)


def _processes(place: Path, core: StoredCore, count: int) -> EngineProcesses:
    files = (place / core.engine, place / f"{core.edition}{SUFFIX}")
    engine, edition = map(str, files)
    return EngineProcesses(command(engine, edition, str(place / "cache")), count, files)
