"""Setup of EDOPro's core from the window: checks of a folder and a file, and the command that sets it up.

The command runs as a process of its own, like every server. Its lines are the progress, its error is one
sentence. If the engine's sandbox (wasmtime) is missing, pip installs it first.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from importlib import invalidate_caches
from pathlib import Path
from shutil import which
from typing import NamedTuple

import trio

from facedown_client.connection import hosting
from facedown_shared.decks import banlist_files, edopro_database
from facedown_shared.decks.core_location import (
    can_run_core,
    core_source,
    default_edopro_folder,
    default_folder,
    engine_files,
    engine_folders,
    find_core_folder,
)
from facedown_shared.startup import module_command
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.language import current_language

SANDBOX = "wasmtime>=50,<51"
"""The requirement that pip installs: as the extra `core` of `pyproject.toml` has it."""
MAX_LINES = 200
"""Lines of the command that are stored, the latest ones."""
NATIVE_ENDINGS = (".dll", ".so", ".dylib")
"""Ends of the names of EDOPro's own engines."""
GZIP, WASM = b"\x1f\x8b", b"\0asm"
"""The first bytes of an engine: of the npm package, and of the WebAssembly."""

NO_SERVER = gettext_noop("The server part is not installed here; install facedown as its README says.")
NO_SANDBOX = gettext_noop(
    "pip could not install wasmtime, in which the engine runs; is this computer online? ({why})"
)
STOPPED = gettext_noop("The setup was stopped.")


class PathCheck(NamedTuple):
    """What is found at a path: whether it can be used, and a sentence."""

    is_good: bool
    sentence: str


def check_folder(typed: str) -> PathCheck:
    """Say what a typed EDOPro folder is; for an empty text, what is in the default folders."""
    if not typed.strip():
        place = default_edopro_folder()
        if place is None:
            return PathCheck(
                False, _("EDOPro was not found in its default folders: name its folder, or drop it here.")
            )
        return PathCheck(True, _("Found: {folder}", folder=place))
    folder = Path(typed.strip()).expanduser()
    try:
        if folder.is_file():
            return PathCheck(False, _("That is a file; name the folder in which EDOPro is installed."))
        if not folder.is_dir():
            return PathCheck(False, _("There is no such folder."))
        roots = edopro_database.roots(folder)
        if not edopro_database.databases(folder):
            return PathCheck(
                False,
                _("It has no card database (cards.cdb): EDOPro's folder has one after its first start."),
            )
        archives = tuple((folder / edopro_database.EXPANSIONS).glob("*.zip"))
        if not (archives or any((root / "script").is_dir() for root in roots)):
            return PathCheck(False, _("It has no card scripts (script/): start EDOPro once, it loads them."))
        lists = len(banlist_files.list_files(folder))
    except OSError as error:
        return PathCheck(False, _("It cannot be read: {why}.", why=error.strerror or error))
    return PathCheck(
        True,
        _("Found: card database, card scripts, ban lists: {count}.", count=lists),
    )


def check_engine(typed: str, edopro: str) -> PathCheck:
    """Say what a typed engine file is; for an empty text, which one is found or can be downloaded."""
    if not typed.strip():
        found = find_engine(edopro)
        if found is not None:
            return PathCheck(True, _("Found: {file}", file=found))
        if can_download():
            return PathCheck(
                True, _("None was found: npm downloads ocgcore-wasm 0.1.2 (2 MB) from the Internet.")
            )
        return PathCheck(
            False,
            _("None was found, and npm is not installed: download ocgcore-wasm-0.1.2.tgz, and drop it here."),
        )
    file = Path(typed.strip()).expanduser()
    if file.suffix.lower() in NATIVE_ENDINGS:
        return PathCheck(
            False,
            _("That is EDOPro's own engine; needed is the one for the sandbox: ocgcore-wasm-0.1.2.tgz."),
        )
    try:
        if file.is_dir():
            return PathCheck(False, _("That is a folder; name a .tgz or .wasm file in it."))
        with file.open("rb") as opened:
            head = opened.read(4)
    except FileNotFoundError:
        return PathCheck(False, _("There is no such file."))
    except OSError as error:
        return PathCheck(False, _("It cannot be read: {why}.", why=error.strerror or error))
    if not head.startswith((GZIP, WASM)):
        return PathCheck(
            False, _("That is no engine: it is the package ocgcore-wasm-0.1.2.tgz, or a .wasm file.")
        )
    return PathCheck(True, _("The trial duel will show whether it plays these scripts."))


def named_folder(typed: str) -> Path | None:
    """Return the typed EDOPro folder, or the default one; None if there is none."""
    return Path(typed.strip()).expanduser() if typed.strip() else default_edopro_folder()


def find_engine(edopro: str) -> Path | None:
    """Return the engine that the setup would find without a name, or None."""
    try:
        return next(engine_files(engine_folders(named_folder(edopro) or Path(), _data_folder())), None)
    except OSError:
        return None


def can_download() -> bool:
    """Return whether npm is here to download an engine."""
    return which("npm") is not None


def installed_words() -> str:
    """Return what is set up: the engine and the ban lists; "" if there is no core."""
    place = find_core_folder(hosting.stored_duels_folder())
    if place is None or not can_run_core():
        return ""
    source, lists = core_source(place), sorted(hosting.banlists())
    if not lists:
        return _("Installed: {engine}, without ban lists.", engine=source)
    return _("Installed: {engine}. Ban lists: {lists}.", engine=source, lists=_(", ").join(lists))


def _data_folder() -> Path:
    """Return the folder that has the core, or that gets one."""
    return find_core_folder(hosting.stored_duels_folder()) or default_folder()


class CoreSetup:
    """One setup at a time: its progress, its end."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self._process: trio.Process | None = None
        self.lines: tuple[str, ...] = ()
        """The progress so far, line by line."""
        self.failure = ""
        """Why the last setup failed, in a sentence; "" if it did not."""
        self.is_running = self.is_done = False

    def start(self, folder: str, engine: str) -> None:
        """Begin a setup, unless one is running."""
        if self.is_running:
            return
        self.lines, self.failure = (_("Working …"),), ""
        self.is_running, self.is_done = True, False
        self._nursery.start_soon(self._run, folder.strip(), engine.strip())

    def stop(self) -> None:
        """End a running setup. What was set up before stays."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def _run(self, folder: str, engine: str) -> None:
        words = ["core", "--fetch", "--data", str(_data_folder())]
        words += ["--edopro", folder] if folder else []
        words += ["--engine", engine] if engine else []
        try:
            if not can_run_core():
                await self._install_sandbox()
            if not self.failure:
                code, errors = await self._follow(hosting.command(*words))
                self._note_end(code, errors)
        except OSError as error:
            self.failure = _("The setup cannot be started: {why}.", why=error.strerror or error)
        finally:
            self.is_running, self._process = False, None

    def _note_end(self, code: int, errors: Sequence[str]) -> None:
        text = " ".join(errors)
        self.is_done = code == 0
        if code < 0:
            self.failure = _(STOPPED)
        elif "no module named facedown_server" in text.lower():
            self.failure = _(NO_SERVER)
        elif code:
            last = next((line for line in reversed(errors) if line), _("it ended without an error message"))
            self.failure = last.partition("Error: ")[2] or last

    async def _install_sandbox(self) -> None:
        self._note_line(_("Installing wasmtime, the engine's sandbox …"))
        pip = [*module_command("pip"), "install", "--quiet", "--disable-pip-version-check", SANDBOX]
        code, errors = await self._follow(pip)
        invalidate_caches()
        if code or not can_run_core():
            self.failure = _(NO_SANDBOX, why=next(iter(errors[-1:]), str(code)))

    def _note_line(self, line: str) -> None:
        self.lines = (*self.lines, line)[-MAX_LINES:]

    async def _follow(self, command: list[str]) -> tuple[int, list[str]]:
        """Run a command; return its exit code and its errors. Its output becomes progress."""
        errors: list[str] = []
        speaks = {**os.environ, "LANGUAGE": current_language(), "PYTHONUNBUFFERED": "1"}
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=speaks
        )
        self._process = process
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_read_lines, process.stdout, self._note_line)
                nursery.start_soon(_read_lines, process.stderr, errors.append)
                await process.wait()
        finally:
            with trio.CancelScope(shield=True):
                await hosting.terminate(process)
        return process.returncode or 0, errors


async def _read_lines(stream: trio.abc.ReceiveStream | None, take: Callable[[str], object]) -> None:
    rest = b""
    while stream is not None and (data := await stream.receive_some(65_536)):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if text := line.decode(errors="replace").strip():
                take(text)
    if text := rest.decode(errors="replace").strip():
        take(text)
