"""An EDOPro folder that a host or player names: card databases (.cdb) and pictures.

A .cdb is an SQLite file with the tables `datas` (numbers) and `texts` (words). It is only read, with limits
on each card. Its facts travel like all facts: with a card that its viewer may see. Law:
`shared/facedown_shared/decks/foreign_lists.py` alone reads databases by this, in a process of its own.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from facedown_shared.cards.database_bits import ARROWS, ATTRIBUTES, KINDS, RACES
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts
from facedown_shared.text import BadInput, Code, _

MAX_CARDS = 100_000
"""Maximum rows of one database; there are some 14,000 cards."""

MAX_NAME_LETTERS = 120
MAX_TEXT_LETTERS = 4_000
MAX_LINE_LETTERS = 240
MAX_LINES = 16
"""Number of a card's lines: the columns str1 to str16."""

MAIN_DATABASE = "cards.cdb"
EXPANSIONS = "expansions"
REPOSITORIES = "repositories"
PICTURES = "pics"
LANGUAGES = ("config", "languages")
"""Folders of databases with names and texts in another language, each named after its language."""

_ROWS = """
    SELECT datas.id, datas.alias, datas.setcode, datas.type, datas.atk, datas.def, datas.level, datas.race,
           datas.attribute, substr(texts.name, 1, ?), substr(texts.desc, 1, ?)
    FROM datas JOIN texts ON texts.id = datas.id
    WHERE datas.id BETWEEN 1 AND 4294967295
    ORDER BY datas.id LIMIT ?
"""

_PENDULUM_EFFECT = re.compile(r"\[ ?pendulum effect ?\]", re.IGNORECASE)
_OWN_EFFECT = re.compile(r"\[ ?(?:monster effect|flavor text) ?\]", re.IGNORECASE)
"""Headings within a text that holds both effects of a Pendulum Monster; dashes may separate the two."""


_LINES = tuple(f"str{number}" for number in range(1, MAX_LINES + 1))

_TEXTS = """
    SELECT id, substr(name, 1, ?), substr(desc, 1, ?) FROM texts
    WHERE id BETWEEN 1 AND 4294967295
    ORDER BY id LIMIT ?
"""


def roots(path: Path) -> tuple[Path, ...]:
    """Return the folders that EDOPro reads: its own, expansions, and its repositories."""
    path = path.expanduser()
    return (path, path / EXPANSIONS, *sorted((path / REPOSITORIES).glob("*/")))


def picture_folders(path: Path) -> tuple[Path, ...]:
    """Return the folders with pictures by passcode; those of expansions first, EDOPro's own last."""
    own, *others = roots(path)
    return tuple(folder for root in (*others, own) if (folder := root / PICTURES).is_dir())


def read_texts(path: Path) -> list[Facts]:
    """Return the names and texts of one .cdb file, by passcode.

    Raises BadInput if the file cannot be read.
    """
    with _open_database(path) as database:
        rows = database.execute(_TEXTS, (MAX_NAME_LETTERS, MAX_TEXT_LETTERS, MAX_CARDS))
        return [facts for row in rows if (facts := _text_facts(row)) is not None]


def read_lines(path: Path) -> dict[int, tuple[str, ...]]:
    """Return the lines of each card in a .cdb file (str1, str2 …: options and effects), by passcode.

    Cards without lines are left out.

    Raises BadInput if the file cannot be read.
    """
    with _open_database(path) as database:
        rows = database.execute("SELECT * FROM texts LIMIT ?", (MAX_CARDS,))
        names = [column[0] for column in rows.description]
        at = [names.index(name) for name in ("id", *_LINES) if name in names]
        found = ([row[index] for index in at] for row in rows)
        return {
            code: lines for code, *said in found if isinstance(code, int) and (lines := _trimmed_lines(said))
        }


def read_database(path: Path) -> list[Facts]:
    """Return every card of one .cdb file, by passcode.

    Raises BadInput if the file cannot be read.
    """
    with _open_database(path) as database:
        rows = database.execute(_ROWS, (MAX_NAME_LETTERS, MAX_TEXT_LETTERS, MAX_CARDS))
        return [facts for row in rows if (facts := _facts(row)) is not None]


@contextmanager
def _open_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database for reading within this context.

    Raises BadInput if the file is not a readable database.
    """
    if not path.is_file():
        raise BadInput(Code.BAD_FILE, _("There is no card database {path}.", path=path))
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as database:
            yield database
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        # SQLite quotes what it cannot read, line breaks and all.
        why = " ".join(str(error).split())[:MAX_NAME_LETTERS]
        raise BadInput(
            Code.BAD_FILE,
            _("{path} is not a card database of EDOPro, or it is damaged: {why}.", path=path, why=why),
        ) from None


def databases(path: Path) -> tuple[Path, ...]:
    """Return the databases of an EDOPro folder, or a single named one, in reading order. Later ones take
    precedence.
    """
    if path.is_file():
        return (path,)
    main = [path / MAIN_DATABASE] if (path / MAIN_DATABASE).is_file() else []
    own, *others = roots(path)
    found = [file for root in others for file in sorted(root.glob("*.cdb"))]
    found += sorted((own / EXPANSIONS).glob("*/*.cdb"))
    return tuple(file for file in dict.fromkeys((*main, *found)) if file.stat().st_size)


def translations(path: Path) -> dict[str, tuple[Path, ...]]:
    """Return the databases of an EDOPro folder in other languages, by the name of their folder."""
    folders = sorted(path.joinpath(*LANGUAGES).glob("*/")) if path.is_dir() else []
    found = {folder.name: tuple(sorted(folder.glob("*.cdb"))) for folder in folders}
    return {name: files for name, files in found.items() if files}


def _trimmed_lines(found: list[object]) -> tuple[str, ...]:
    """Return lines without line breaks, shortened to the limit. Empty lines at the end are dropped."""
    lines = [" ".join(one[:MAX_LINE_LETTERS].split()) if isinstance(one, str) else "" for one in found]
    while lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


def _text_facts(row: tuple[object, ...]) -> Facts | None:
    """Return one row of texts as facts without numbers; None if the row names no card."""
    code, name, text = row
    if not isinstance(code, int) or not isinstance(name, str) or not name.strip():
        return None
    own, scale = _texts((text if isinstance(text, str) else "").replace("\r\n", "\n").strip(), ("pendulum",))
    return Facts(code=code, name=name.strip(), text=own, pendulum_text=scale)


def _facts(row: tuple[object, ...]) -> Facts | None:
    """Return one row as facts; None if the row has no kind, or values that are not numbers."""
    numbers, words = row[:9], row[9:]
    if not all(isinstance(number, int) for number in numbers):
        return None
    code, alias, sets, kind, attack, defense, level, race, attribute = (
        _to_unsigned(number) for number in numbers
    )
    name, text = (word if isinstance(word, str) else "" for word in words)
    kinds = tuple(word for bit, word in KINDS.items() if kind & bit)
    if not {"monster", "spell", "trap"} & set(kinds) or alias > 0xFFFFFFFF:
        return None
    own, scale_text = _texts(text.replace("\r\n", "\n").strip(), kinds)
    values = _monster(kinds, _to_signed(attack), _to_signed(defense), level) if "monster" in kinds else {}
    return Facts(
        code=code, name=name.strip() or f"passcode {code}", kinds=kinds, alias=alias,
        attribute=_lowest(ATTRIBUTES, attribute), race=_lowest(RACES, race),
        archetypes=tuple(part for shift in (0, 16, 32, 48) if (part := sets >> shift & 0xFFFF)),
        text=own, pendulum_text=scale_text, **values,
    )  # fmt: skip


def _monster(kinds: tuple[str, ...], attack: int, defense: int, level: int) -> dict[str, Any]:
    """Return the numbers of a monster. Level and Scales share a field, as do DEF and Link Arrows."""
    stars = level & 0xFF
    which = "link" if "link" in kinds else "rank" if "xyz" in kinds else "level"
    values: dict[str, Any] = {"attack": max(UNKNOWN_STAT_POINTS, attack), which: stars}
    if "link" in kinds:
        values["arrows"] = tuple(word for bit, word in ARROWS.items() if defense & bit)
    else:
        values["defense"] = max(UNKNOWN_STAT_POINTS, defense)
    if "pendulum" in kinds:
        values["scales"] = (level >> 24 & 0xFF, level >> 16 & 0xFF)
    return values


def _texts(text: str, kinds: tuple[str, ...]) -> tuple[str, str]:
    """Return the text of the card itself and the text of its Pendulum Effect."""
    scale = _PENDULUM_EFFECT.search(text) if "pendulum" in kinds else None
    own = _OWN_EFFECT.search(text, scale.end()) if scale else None
    if scale is None or own is None:
        return text, ""
    between = text[scale.end() : own.start()].rstrip()
    between = between.rstrip("-") if between.endswith("-----") else between
    return text[own.end() :].strip(), between.strip()


def _lowest(words: tuple[str, ...], bits: int) -> str:
    return next((word for number, word in enumerate(words) if bits >> number & 1), "")


def _to_unsigned(number: object) -> int:
    """Return a signed number of SQLite as an unsigned one; set codes and types use all 64 bits."""
    assert isinstance(number, int)
    return number & 0xFFFF_FFFF_FFFF_FFFF


def _to_signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
