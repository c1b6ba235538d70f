"""Lists of cards that others made: EDOPro's databases, the community's JSON. Read in a process of their own.

A database is a program as much as a file (its tables may be views that never end), and SQLite, once asked,
holds whoever asked. So a child with limits on its time and memory reads it and hands facts back; whatever
happens to the child, the server or window that asked gets cards or a sentence.

    python -P -m shared.cards.foreign SECONDS FILE…      the child: facts as JSON on its standard output
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from shared.cards import edopro, flesh_and_blood
from shared.cards.facts import Facts, Pool
from shared.errors import BadInput, Code
from shared.language import _

MOST_SECONDS = 20
"""Of CPU for all files together; EDOPro's own take less than one."""
MOST_MEMORY = 1 << 30
"""Bytes of the child."""
LARGEST = 100_000_000
"""Bytes of a JSON file; the community's holds some twenty million."""


class Read(msgspec.Struct, frozen=True, array_like=True):
    """What the child found: facts of every file in turn, or why one cannot be read."""

    cards: list[Facts] = []
    refused: str = ""


def read_folder(path: Path) -> tuple[Facts, ...]:
    """Every card of EDOPro's folder, or of one .cdb file. Databases of `expansions` win over the main one.

    Raises BadInput.
    """
    path = path.expanduser()
    found = edopro.databases(path)
    if not found:
        raise BadInput(
            Code.BAD_FILE,
            _(
                "There is no {main_database} in {path}, nor a .cdb in its {expansions} folder; point "
                "at the folder EDOPro is installed in.",
                main_database=edopro.MAIN_DATABASE,
                path=path,
                expansions=edopro.EXPANSIONS,
            ),
        )
    return tuple({facts.code: facts for facts in read(*found)}.values())


def pool_with(pool: Pool, path: str) -> Pool:
    """A pool and the cards of an EDOPro folder; what the pool knows stays as it is. Raises BadInput."""
    return pool.joined(read_folder(Path(path))) if path else pool


def read(*paths: Path, seconds: int = MOST_SECONDS) -> list[Facts]:
    """Every card of these files, in their order, read by a child. Raises BadInput."""
    names = [str(path.absolute()) for path in paths]
    command = [sys.executable, "-P", "-m", "shared.cards.foreign", str(seconds), *names]
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    told = b""
    with suppress(subprocess.TimeoutExpired):  # it waits for something, or its CPU is not limited here
        told = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=3 * seconds, creationflags=flags, check=False,
        ).stdout  # fmt: skip
    try:
        found = msgspec.json.decode(told, type=Read)
    except msgspec.MsgspecError:
        which = " and ".join(path.name for path in paths[:2]) + (_(" and more") if len(paths) > 2 else "")
        raise BadInput(
            Code.BAD_FILE,
            _("Reading cards from {which} takes more time or memory than such files need.", which=which),
        ) from None
    if found.refused:
        raise BadInput(Code.BAD_FILE, found.refused)
    return found.cards


def read_here(path: Path) -> list[Facts]:
    """Every card of one file, in this process, however long it takes. Raises BadInput."""
    if path.suffix.lower() != ".json":
        return edopro.read_database(path)
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(Code.BAD_FILE, _("{path} is too large for a list of cards.", path=path))
        return flesh_and_blood.read_json(path.read_bytes())
    except OSError as error:
        raise BadInput(
            Code.BAD_FILE, _("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error


def _limit(seconds: int) -> None:
    """So much time and memory for this process, and no files written. Windows knows no such limits; there the
    parent's patience is the only one."""
    if sys.platform == "win32":
        return
    import resource

    limits = {"RLIMIT_CPU": seconds, "RLIMIT_AS": MOST_MEMORY, "RLIMIT_FSIZE": 0}
    for name, most in limits.items():
        with suppress(ValueError, OSError):  # a system that has it, and cannot set it
            resource.setrlimit(getattr(resource, name), (most, most))


def main(seconds: str, *paths: str) -> None:
    """The child's whole life."""
    _limit(int(seconds))
    try:
        found = Read([facts for path in paths for facts in read_here(Path(path))])
    except BadInput as refused:
        found = Read(refused=str(refused))
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
