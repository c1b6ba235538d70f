"""Read card lists of others, EDOPro's databases and the community's JSON, in a process of its own.

A database is a program as much as a file: its tables may be views that never end, and SQLite blocks its
caller. So a child process with limits on time and memory reads the file and returns facts. If the child
fails, its caller gets an error sentence.

    python -P -m facedown_shared.decks.foreign_lists SECONDS WHAT FILE…      the child prints facts as JSON
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks import edopro_database, flesh_and_blood_cards
from facedown_shared.startup import module_command
from facedown_shared.text import ENGLISH, BadInput, Code, _

MAX_CPU_S = 20
"""CPU seconds for all files together; EDOPro's own take less than one."""
MAX_MEMORY_BYTES = 1 << 30
"""Maximum memory of the child, in bytes."""
CARDS, TEXTS, LINES = "cards", "texts", "lines"
"""Parts of a database that can be read: whole cards, only names and texts, or only lines."""
MAX_FILE_BYTES = 100_000_000
"""Maximum bytes of a JSON file; the community's file has some twenty million."""


class ForeignCards(msgspec.Struct, frozen=True, array_like=True):
    """The child's result: for every file in turn, its facts, or its lines by passcode."""

    cards: list[list[Facts]] = []
    refused: dict[int, str] = {}
    """Reasons why a file cannot be read, by the file's number. Such a file has no cards here."""
    lines: list[dict[int, tuple[str, ...]]] = []


class FolderCards(NamedTuple):
    """The cards of an EDOPro folder in the language of its main database.

    Names and texts in other languages are given by language and passcode.
    """

    cards: tuple[Facts, ...]
    language: str
    texts: dict[str, dict[int, Facts]]
    faults: tuple[str, ...] = ()
    """Sentences about databases that were left out; the main database is never among them."""


FOLDERS = {
    "english": "en", "chinese": "zh_CN", "chs": "zh_CN", "zh-cn": "zh_CN", "zh_cn": "zh_CN", "zh": "zh_CN",
    "cht": "zh_TW", "deutsch": "de", "german": "de", "español": "es", "spanish": "es", "français": "fr",
    "francais": "fr", "french": "fr", "italiano": "it", "italian": "it", "português": "pt",
    "portugues": "pt", "portuguese": "pt", "japanese": "ja", "日本語": "ja", "korean": "ko", "한국어": "ko",
    "简体中文": "zh_CN", "中文": "zh_CN", "thai": "th", "vietnamese": "vi",
}  # fmt: skip
"""Names of language folders with our names of these languages."""

SCRIPTS = (("ja", "\u3040", "\u30ff"), ("ko", "\uac00", "\ud7a3"), ("zh_CN", "\u4e00", "\u9fff"))
"""Languages by ranges of code points, first and last. Han letters alone mean Chinese."""


def detect_language(cards: Iterable[Facts]) -> str:
    """Return the language that most of these names are written in, judged by their letters; else English."""
    return _detect_text_language(facts.name for facts in cards)


def _detect_text_language(said: Iterable[str]) -> str:
    """Return the language that most letters of a text belong to."""
    names = list(said)
    for language, first, last in SCRIPTS:
        if 2 * sum(any(first <= letter <= last for letter in name) for name in names) > len(names):
            return language
    return ENGLISH


def read_folder(path: Path) -> tuple[Facts, ...]:
    """Return every card of EDOPro's folder, or of one .cdb file.

    Raises BadInput if the main database cannot be read.
    """
    return read_folder_with_texts(path).cards


def read_folder_with_texts(path: Path) -> FolderCards:
    """Return every card of EDOPro's folder or of one .cdb file, with its texts in other languages.

    Among databases in the language of the first one, the later takes precedence. A database in another
    language only adds names and texts of known cards. A damaged database other than the first is left out and
    reported in `faults`.

    Raises BadInput if the first database cannot be read.
    """
    path = path.expanduser()
    found = edopro_database.databases(path)
    if not found:
        raise BadInput(
            Code.BAD_FILE,
            _(
                "There is no {main_database} in {path}, nor a .cdb in its {expansions} folder; point "
                "at the folder EDOPro is installed in.",
                main_database=edopro_database.MAIN_DATABASE,
                path=path,
                expansions=edopro_database.EXPANSIONS,
            ),
        )
    cards: dict[int, Facts] = {}
    others: dict[int, Facts] = {}
    texts: dict[str, dict[int, Facts]] = {}
    files, faults = _read_complete(CARDS, found)
    language = detect_language(files[0])
    for file in files:
        rows = {facts.code: facts for facts in file}
        if (own := detect_language(file)) == language:
            cards |= rows
        else:
            others |= rows
            texts.setdefault(own, {}).update(rows)
    for name, paths in edopro_database.translations(path).items():
        rows_of, said = _read_complete(TEXTS, paths, first_must=False)
        faults += said
        for file in rows_of:
            own = FOLDERS.get(name.casefold()) or detect_language(file)
            texts.setdefault(own, {}).update((facts.code, facts) for facts in file)
    return FolderCards(
        tuple((others | cards).values()),
        language,
        {name: rows for name, rows in texts.items() if rows},
        tuple(faults),
    )


def read_folder_lines(path: Path, language: str) -> dict[str, dict[int, tuple[str, ...]]]:
    """Return the lines of an EDOPro folder's cards, by language and passcode.

    Lines in the language of the main database, or in no other known language, are under "". `language`: the
    language of the main database.

    Raises BadInput if the main database cannot be read.
    """
    found: dict[str, dict[int, tuple[str, ...]]] = {}
    named = [(name, file) for name, files in edopro_database.translations(path).items() for file in files]
    files = [*(("", file) for file in edopro_database.databases(path)), *named]
    read = _read_cached(LINES, [file for _name, file in files]).lines
    for (name, _file), lines in zip(files, read, strict=True):
        own = FOLDERS.get(name.casefold()) or _detect_text_language(" ".join(one) for one in lines.values())
        found.setdefault("" if own == language else own, {}).update(lines)
    return {own: lines for own, lines in found.items() if lines}


def pool_with_folder(pool: Pool, path: str) -> Pool:
    """Return a pool extended by the cards of an EDOPro folder. Facts in the pool take precedence.

    Raises BadInput if the folder's main database cannot be read.
    """
    return pool.joined_with(read_folder(Path(path))) if path else pool


def read_files(*paths: Path, seconds: int = MAX_CPU_S) -> list[Facts]:
    """Return every card of these files, in order, read by a child process.

    Raises BadInput if a file cannot be read.
    """
    return [facts for file in read_files_each(CARDS, *paths, seconds=seconds) for facts in file]


def read_files_each(what: str, *paths: Path, seconds: int = MAX_CPU_S) -> list[list[Facts]]:
    """Return the cards of each of these files, read by a child process. `what`: CARDS, or TEXTS for texts
    alone.

    Raises BadInput if a file cannot be read.
    """
    return _read_all(what, *paths, seconds=seconds).cards


def _read_all(what: str, *paths: Path, seconds: int = MAX_CPU_S) -> ForeignCards:
    """Return the content of each of these files, read by a child process.

    Raises BadInput for the first unreadable file.
    """
    found = _run_child(what, paths, seconds)
    if found.refused:
        raise BadInput(Code.BAD_FILE, next(iter(found.refused.values())))
    return found


def _read_complete(
    what: str, paths: Sequence[Path], *, first_must: bool = True
) -> tuple[list[list[Facts]], list[str]]:
    """Return the cards of each of these files, and the reasons why files were left out.

    Raises BadInput if a required first file is unreadable.
    """
    found = _read_cached(what, paths)
    if first_must and 0 in found.refused:
        raise BadInput(Code.BAD_FILE, found.refused[0])
    return found.cards, list(found.refused.values())


def _read_cached(what: str, paths: Sequence[Path]) -> ForeignCards:
    """Return the content of each of these files; unreadable files are empty."""
    try:
        return _run_child(what, paths, MAX_CPU_S)
    except BadInput as refused:
        if len(paths) == 1:
            return ForeignCards([[]], {0: str(refused)}, [{}])
    # One file takes all the time or memory, or ends the child: read each file in a child of its own.
    rows = [_read_cached(what, [path]) for path in paths]
    return ForeignCards(
        [file for row in rows for file in row.cards],
        {number: row.refused[0] for number, row in enumerate(rows) if row.refused},
        [file for row in rows for file in row.lines],
    )


def _run_child(what: str, paths: Sequence[Path], seconds: int) -> ForeignCards:
    """Run a child process for these files and return its result.

    Raises BadInput if the child does not answer.
    """
    names = [str(path.absolute()) for path in paths]
    command = module_command("facedown_shared.decks.foreign_lists", str(seconds), what, *names)
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    output = b""
    with suppress(
        subprocess.TimeoutExpired
    ):  # the child waits for something, or its CPU time is not limited here
        output = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=3 * seconds, creationflags=flags, check=False,
        ).stdout  # fmt: skip
    try:
        return msgspec.json.decode(output, type=ForeignCards)
    except msgspec.MsgspecError:
        which = " and ".join(path.name for path in paths[:2]) + (_(" and more") if len(paths) > 2 else "")
        raise BadInput(
            Code.BAD_FILE,
            _("Reading cards from {which} takes more time or memory than such files need.", which=which),
        ) from None


def read_in_process(path: Path, what: str = CARDS) -> list[Facts]:
    """Return every card of one file, read in this process without a time limit.

    Raises BadInput if the file cannot be read.
    """
    if what == TEXTS:
        return edopro_database.read_texts(path)
    if path.suffix.lower() != ".json":
        return edopro_database.read_database(path)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInput(Code.BAD_FILE, _("{path} is too large for a list of cards.", path=path))
        return flesh_and_blood_cards.parse_json(path.read_bytes())
    except OSError as error:
        raise BadInput(
            Code.BAD_FILE, _("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error


def _limit(seconds: int) -> None:
    """Limit this process's CPU time and memory, and forbid writing files.

    Windows has no such limits; only the parent's timeout applies there.
    """
    if sys.platform == "win32":
        return
    import resource

    limits = {"RLIMIT_CPU": seconds, "RLIMIT_AS": MAX_MEMORY_BYTES, "RLIMIT_FSIZE": 0}
    for name, most in limits.items():
        with suppress(ValueError, OSError):  # the system has this limit but cannot set it
            resource.setrlimit(getattr(resource, name), (most, most))


def main(seconds: str, what: str, *paths: str) -> None:
    """Run the child process: read the named files and print their facts as JSON."""
    _limit(int(seconds))
    found = ForeignCards(cards=[], refused={}, lines=[])
    for number, path in enumerate(map(Path, paths)):
        try:
            cards, lines = (
                ([], edopro_database.read_lines(path)) if what == LINES else (read_in_process(path, what), {})
            )
        except BadInput as refused:
            found.refused[number] = str(refused)
            cards, lines = [], {}
        found.cards.append(cards)
        found.lines.append(lines)
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
