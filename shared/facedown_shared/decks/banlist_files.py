"""Files of ban lists, and their places in an EDOPro folder. Of several lists with one name the newest is
used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec

from facedown_shared.cards.listed_rules import list_age
from facedown_shared.decks import banlists, edopro_database
from facedown_shared.decks.banlists import Limits, ReadLists
from facedown_shared.decks.deck_decoding import decode_deck
from facedown_shared.text import BadInput, Code, _

MAX_FILE_BYTES = 2_000_000
"""Maximum bytes of a file of ban lists; the largest known file has a tenth of that."""
ENDING = ".conf"
ALONE = "lflist.conf"
FOLDER = "lflists"
CONFIGS = (("config", "configs.json"), ("config", "user_configs.json"), ("configs.json",))
"""File in EDOPro's folder that lists its repositories."""


class _Repository(msgspec.Struct):
    """The settings of one EDOPro repository that we need."""

    repo_path: str = ""
    repo_name: str = ""
    lflist_path: str = FOLDER
    should_read: bool = True


class _Configs(msgspec.Struct):
    repos: list[_Repository] = []


class FoundList(NamedTuple):
    """A ban list and the file it came from."""

    limits: Limits
    path: Path


@dataclass
class FoundLists:
    """The lists found in files."""

    lists: dict[str, FoundList] = field(default_factory=dict)
    """Ban lists by their names as written."""
    faults: list[str] = field(default_factory=list)
    """One sentence for each bad line and each unreadable file."""
    older: list[tuple[FoundList, FoundList]] = field(default_factory=list)
    """Lists left out because a newer one has the same name; each with that newer list."""


def list_files(folder: Path) -> tuple[Path, ...]:
    """Return the ban list files of an EDOPro folder: its own and those of expansions and repositories.

    Raises OSError if a folder cannot be read.
    """
    folder = folder.expanduser()
    if not folder.is_dir():
        return ()
    found = [path for place in _places(folder) for path in sorted(place.glob(f"*{ENDING}")) if _is_list(path)]
    return tuple({path.resolve(): path for path in found}.values())


def _is_list(path: Path) -> bool:
    """Return whether a file holds ban lists, judged by the name of its folder or by its own."""
    return path.is_file() and (path.parent.name == FOLDER or path.name.endswith(ALONE))


def _places(folder: Path) -> Iterator[Path]:
    skipped = {folder / row.repo_path for row in _repositories(folder) if not row.should_read}
    for root in edopro_database.roots(folder):
        if root not in skipped:
            yield from (root, root / FOLDER)
    for row in _repositories(folder):
        if row.should_read and row.repo_path:
            yield folder / row.repo_path / row.lflist_path


def _repositories(folder: Path) -> list[_Repository]:
    """Return EDOPro's repositories; an empty result if the settings cannot be read."""
    found: list[_Repository] = []
    for place in CONFIGS:
        try:
            text = decode_deck(folder.joinpath(*place).read_bytes()) or ""
            found += msgspec.json.decode(text, type=_Configs).repos
        except (OSError, msgspec.MsgspecError):
            continue
    return found


def read_file(path: Path) -> ReadLists:
    """Parse the ban lists of one file in any encoding. Reports of bad lines name the file.

    Raises BadInput if the file cannot be read.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInput(Code.BAD_FILE, _("{name} is too large for a banlist.", name=path.name))
        text = decode_deck(path.read_bytes())
    except OSError:
        text = None
    if text is None:
        raise BadInput(Code.BAD_FILE, _("The banlist {path} cannot be read.", path=path))
    lists, faults = banlists.parse_lists(text)
    return ReadLists(lists, tuple(_("{path}: {fault}", path=path, fault=fault) for fault in faults))


def collect(paths: Iterable[Path]) -> FoundLists:
    """Collect the ban lists of these files. If names differ only in the date, keep the newest list.

    A file that holds several lists of one name is a collection and keeps all of them.
    """
    found = FoundLists()
    rows: list[tuple[FoundList, bool]] = []
    for path in paths:
        try:
            lists, faults = read_file(path)
        except BadInput as refused:
            found.faults.append(str(refused))
            continue
        found.faults += faults
        if not lists and not faults:
            found.faults.append(_("{name} holds no banlist; one begins with a line !Name.", name=path.name))
        names = [list_age(name).called for name in lists]
        rows += [
            (FoundList(limits, path), names.count(list_age(name).called) > 1)
            for name, limits in lists.items()
        ]
    _choose(rows, found)
    return found


def _choose(rows: list[tuple[FoundList, bool]], found: FoundLists) -> None:
    """Separate lists into newest and older ones. Each row says whether its list is in a collection."""
    newest: dict[str, FoundList] = {}
    for row, _is_collected in rows:
        called = list_age(row.limits.name).called
        if called not in newest or _age(row) >= _age(newest[called]):
            newest[called] = row
    for row, is_collected in sorted(rows, key=lambda one: _age(one[0])):
        best = newest[list_age(row.limits.name).called]
        if row is best or (is_collected and row.limits.name != best.limits.name):
            found.lists[row.limits.name] = row
        else:
            found.older.append((row, best))
    order = [row.limits.name for row, _is_collected in rows]
    found.lists = dict(sorted(found.lists.items(), key=lambda one: order.index(one[0])))


def _age(row: FoundList) -> tuple[tuple[int, ...], float]:
    """Return a key that grows with a list's age: the date in its name, else the time of its file."""
    try:
        written = row.path.stat().st_mtime
    except OSError:
        written = 0.0
    return list_age(row.limits.name).day, written
