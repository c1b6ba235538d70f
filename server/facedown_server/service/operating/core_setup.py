"""Set up EDOPro's core: find, test and register a host's EDOPro folder and engine.

Neither is part of this project: copies are stored with the duels.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from facedown_server.games.edopro import edition, installation
from facedown_server.games.edopro.core_registry import CoreRecord, store_core
from facedown_server.games.edopro.edition import Edition
from facedown_server.games.edopro.engine_protocol import Begin, CoreSteps
from facedown_server.games.edopro.installation import BASE, NoInstallation
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.games.edopro.wasm.engine_file import EngineFile, InvalidEngine
from facedown_shared.cards.listed_rules import list_title
from facedown_shared.decks import banlist_files, foreign_lists
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import (
    FETCHED,
    FOLDER,
    can_run_core,
    default_edopro_folder,
    engine_files,
    engine_folders,
)
from facedown_shared.text import BadInput, Code, _

if TYPE_CHECKING:
    from facedown_server.games.edopro.wasm.engine import Engine


class TriedEngine(NamedTuple):
    """The scripts that an engine was tested with: their latest date, and the hash of those that every duel
    loads first.
    """

    day: str
    scripts: str


KNOWN = {
    "7415337a6f88653b38e10faa3a087c0a5ab64dd27a7d7cf8a1e6872747c5c265": TriedEngine(
        "2026-06-08", "6256a0a7f4686957fd4b2bd7a429f8ae7b0fd7c476807cae63e0555a0ac7ca23"
    )
}
"""Hash of an engine's WebAssembly -> the scripts that this engine was tested with."""
TRIAL_DECK_CARDS = 40
MASTER_RULE_5_FLAGS = 0x2E800
SEED = (1, 2, 3, 4)

MAX_LIST_NAME_LETTERS = 80
"""Maximum letters in a ban list's name, as in a table's settings."""

PACKAGE = "ocgcore-wasm@0.1.2"
"""The tested engine's package and version in npm."""
NPM_TIMEOUT_S = 180.0
"""Timeout of npm in seconds."""

Say = Callable[[str], None]
Ask = Callable[[str], bool]
"""Asks the host a question; returns True for yes."""


def register_core(folder: Path, edopro: str, engine: str, say: Say, ask: Ask = lambda _: False) -> CoreRecord:
    """Find, test and register engine and scripts. `folder` is the folder of the duels.

    If no engine is found and npm is installed, `ask` asks the host whether npm may download one.

    Raises BadInput.
    """
    if not can_run_core():
        raise _refusal(_("The engine needs wasmtime: pip install 'facedown[core]', then run this again."))
    try:
        found = installation.find_installation(_folder(edopro))
        file = _engine(engine, found.folder, folder, ask, say)
        read = engine_file.read_engine(file)
        say(
            _(
                "EDOPro: {folder}. Engine: {file} ({source}).",
                folder=found.folder,
                file=file,
                source=read.source,
            )
        )
        scripts = installation.scripts(found)
        _warn_untested_pair(read.digest, scripts, say)
        spoken = foreign_lists.read_folder_with_texts(found.folder)
        cards = spoken.cards
        for fault in spoken.faults:
            say(_("{fault} It is left out.", fault=fault))
        edition_file = edition.store_edition(folder / FOLDER, scripts.items(), cards)
        if spoken.texts:
            say(
                _("Names and texts of cards also in: {languages}.", languages=", ".join(sorted(spoken.texts)))
            )
        say(_("{count} cards. Trying a duel …", count=len(cards)))
        errors = test_duel(read, edition_file, folder / FOLDER / "cache")
        lists = read_lists(found.lists, say)
        said = foreign_lists.read_folder_lines(found.folder, spoken.language)
        made = store_core(folder, read, file, edition_file, lists.values(), spoken.texts, said)
    except (NoInstallation, InvalidEngine) as missing:
        raise _refusal(str(missing)) from missing
    except OSError as error:
        raise _refusal(_("It cannot be stored in {folder}: {error}.", folder=folder, error=error)) from error
    for line in errors[:3]:
        say(_("Script error: {line}", line=line))
    say(_("From its next start on, tables of this server can play by EDOPro's core."))
    return made


def _warn_untested_pair(engine: str, scripts: Mapping[str, bytes], say: Say) -> None:
    """Warn the host if this engine was not tested with these scripts."""
    tried = KNOWN.get(engine)
    if tried is None:
        say(_("This engine was not tested with these scripts: watch for script errors."))
    elif hashlib.sha256(b"".join(scripts[name] for name in BASE)).hexdigest() != tried.scripts:
        say(
            _("These scripts differ from those this engine was tested with, which go up to {day}. If they "
              "fail, build an engine of their date with deploy/core.", day=tried.day)
        )  # fmt: skip


def read_lists(paths: Iterable[Path], say: Say) -> dict[str, Limits]:
    """Return the ban lists of these files by name, the newest of each. Report the lists found and invalid
    files with `say`.
    """
    found = banlist_files.collect(paths)
    for fault in found.faults:
        say(fault)
    listed = {
        called: (replace(row.limits, name=called), row.path) for name, row in found.lists.items()
        if (called := list_title(name)[:MAX_LIST_NAME_LETTERS].strip())
    }  # fmt: skip
    for path in dict.fromkeys(path for _limits, path in listed.values()):
        names = sorted(name for name, (_limits, place) in listed.items() if place == path)
        say(_("Ban lists in {path}: {names}.", path=path, names=_(", ").join(names)))
    for old, new in found.older:
        say(
            _("Left out: {name} in {path}; {newer} in {place} is newer.", name=list_title(old.limits.name),
              path=old.path, newer=list_title(new.limits.name), place=new.path)
        )  # fmt: skip
    return {name: limits for name, (limits, _path) in listed.items()}


def test_duel(read: EngineFile, folder: Path, cache: Path) -> tuple[str, ...]:
    """Play the beginning of a duel; return the script errors.

    Raises InvalidEngine if no duel can be played.
    """
    from facedown_server.games.edopro.wasm.engine import Engine
    from facedown_server.games.edopro.wasm.engine_worker import Desk

    held = edition.Edition(folder)
    codes = tuple(sorted(held.codes)[:TRIAL_DECK_CARDS])
    engine = Engine(read.wasm, read.exports, read.imports, cache)
    _test_scripts(engine, held)
    desk = Desk(engine, held, BASE)
    begun = Begin(1, SEED, MASTER_RULE_5_FLAGS, (8000, 8000), 5, (codes, codes), ((), ()))
    said: CoreSteps = desk.handle(begun)
    if said.stopped or not said.steps:
        raise InvalidEngine(_("The engine does not play a duel ({why}).", why=said.stopped))
    return said.logs


def _test_scripts(engine: Engine, held: Edition) -> None:
    """Run the scripts that every duel loads first.

    Raises InvalidEngine if one of them fails.
    """
    from facedown_server.games.edopro.wasm.instance import Core

    core = Core(engine, held.row, held.script)
    core.create(SEED, MASTER_RULE_5_FLAGS, (8000, 8000), 5)
    failed = next((name for name in BASE if not core.load(name)), "")
    line = next((text for kind, text in core.logs if kind == 0), "")
    core.close()
    if failed:
        raise InvalidEngine(
            _("Engine and scripts do not match: {name} does not run in it ({line}). An engine that "
              "deploy/core builds from the scripts' own date plays them.", name=failed, line=line)
        )  # fmt: skip


def _folder(typed: str) -> Path:
    if typed:
        return Path(typed).expanduser()
    if (found := default_edopro_folder()) is not None:
        return found
    raise _refusal(_("EDOPro was not found in its usual places: give its folder with --edopro FOLDER."))


def _engine(typed: str, edopro: Path, own: Path, ask: Ask, say: Say) -> Path:
    if typed:
        return Path(typed).expanduser()
    found = next(engine_files(engine_folders(edopro, own)), None)
    npm = shutil.which("npm")
    if found is None and npm and ask(_("No engine was found. Download {package} with npm?", package=PACKAGE)):
        found = fetch(npm, own / FOLDER / FETCHED, say)
    if found is None:
        raise _refusal(
            _("No engine was found: `npm pack ocgcore-wasm@0.1.2` downloads it; or name it: --engine FILE.")
        )
    return found


def fetch(npm: str, into: Path, say: Say) -> Path:
    """Download the engine's package with npm and return its path; nothing in it is run.

    Raises BadInput.
    """
    into.mkdir(parents=True, exist_ok=True, mode=0o700)
    say(_("Downloading {package} with npm …", package=PACKAGE))
    try:
        done = subprocess.run(
            [npm, "pack", PACKAGE, "--ignore-scripts", "--pack-destination", str(into)],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=NPM_TIMEOUT_S, check=False,
        )  # fmt: skip
        found = next(engine_files((into,)), None) if done.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired):
        found = None
    if found is None:
        raise _refusal(
            _("npm could not download {package}; is this computer online? Otherwise give the .tgz with "
              "--engine.",
              package=PACKAGE)
        )  # fmt: skip
    return found


def _refusal(sentence: str) -> BadInput:
    return BadInput(Code.BAD_SETTING, sentence)
