"""Cards of Flesh and Blood as players write them: the community's JSON, pasted lists, one typed in.

A card is its name and its colour: red, yellow and blue of a name are three cards. Such cards print no number,
so each gets one worked out of both, the same everywhere: a list names its cards without a database.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from shared.brought import FIRST_MADE, FIRST_TOKEN, LONGEST_NAME, LONGEST_TEXT, plain
from shared.cards import Facts, Pool
from shared.errors import BadInput, Code

COLOURS = {"red": 1, "yellow": 2, "blue": 3}
"""A colour and what a card of it is pitched for."""

MOST_CARDS = 20_000
MOST_COPIES = 80

NUMBERS = {"cost": "cost", "health": "health", "life": "health", "intelligence": "intellect",
           "intellect": "intellect", "arcane": "arcane", "power": "power", "defense": "defense"}  # fmt: skip
"""Fields of a card's JSON and what they are called here."""

_ROW = re.compile(
    r"^\s*(?:\(?(\d{1,2})\)?\s*[x×]?\s+)?(.+?)\s*(?:[(\[]\s*(red|yellow|blue|[ryb123])\s*[)\]])?\s*$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^\s*(hero|weapons?|equipment)\s*:\s*(.+)$", re.IGNORECASE)
_SHORT = {"r": "red", "y": "yellow", "b": "blue", "1": "red", "2": "yellow", "3": "blue"}
_COUNTED = re.compile(r"^[ \t]*\(?\d{1,2}\)?[ \t]*[x×]?[ \t]+[^\W\d_]", re.MULTILINE)


def code_of(name: str, colour: str = "") -> int:
    """The number of a card, worked out of its name and colour."""
    words = f"{' '.join(name.casefold().split())}|{colour}".encode()
    number = int.from_bytes(hashlib.blake2b(words, digest_size=8).digest(), "big")
    return FIRST_MADE + number % (FIRST_TOKEN - FIRST_MADE - 1)


def is_list(text: str) -> bool:
    """Whether a deck's text is a list of names, and no list of passcodes."""
    return _COUNTED.search(text) is not None


class Listed(NamedTuple):
    """One row of a pasted list. `kind` is what its heading says: "hero", "weapon" or "equipment"; else ""."""

    copies: int
    name: str
    colour: str = ""
    kind: str = ""

    @property
    def code(self) -> int:
        """The number of its card."""
        return code_of(self.name, self.colour)


def read_list(text: str, pool: Pool) -> list[Listed]:
    """What stands in the rows of "3 Name (red)" and "Equipment: Name, Name". Raises BadInput.

    Rows without a number are headings, unless what they name has a colour; remarks begin with # or //. A name
    with a comma in it is told from two names by the pool.
    """
    rows = [row for line in text.splitlines() for row in _rows(line, pool)]
    if sum(row.copies for row in rows) > 10 * MOST_COPIES:
        raise BadInput(Code.BAD_DECK, "The list names too many cards; a deck has 80 at most.")
    return rows


def _rows(line: str, pool: Pool) -> Iterator[Listed]:
    found, heading = _ROW.match(line), _HEADING.match(line)
    if found is None or line.lstrip().startswith(("#", "//")):
        return
    if heading:
        kind = heading[1].lower().removesuffix("s")
        names = [heading[2]] if kind == "hero" else _names(heading[2], pool)
        yield from (Listed(1, _cut(name), kind=kind) for name in names)
        return
    count, name, colour = found.groups()
    if count is not None or colour is not None:
        colour = (colour or "").lower()
        yield Listed(int(count or 1), _cut(name), _SHORT.get(colour, colour))


def _names(words: str, pool: Pool) -> Iterator[str]:
    """Names with commas between them: as many parts together as make a name somebody knows."""
    parts = [part.strip() for part in words.split(",") if part.strip()]
    while parts:
        sizes = range(len(parts), 0, -1)
        size = next((size for size in sizes if code_of(", ".join(parts[:size])) in pool), 1)
        yield ", ".join(parts[:size])
        parts = parts[size:]


def _cut(name: str) -> str:
    return plain(name, lines=False)[:LONGEST_NAME]


def codes(text: str, pool: Pool) -> list[int]:
    """The numbers of a pasted list's cards, in its order."""
    return [row.code for row in read_list(text, pool) for _ in range(row.copies)]


def named(text: str, pool: Pool) -> list[Facts]:
    """What a list alone says of its cards, for those nobody knows more of: name, colour and heading."""
    found = {row.code: row for row in read_list(text, pool)}
    return [typed(row.name, row.colour, (row.kind,) if row.kind else ()) for row in found.values()]


def types_of(line: str) -> list[str]:
    """The types in a card's type line; a reaction is one of two words."""
    return re.findall(r"(?:attack|defense) reaction|\w[\w-]*", line.lower())


def typed(name: str, colour: str = "", types: Iterable[str] = ("action",), **numbers: int) -> Facts:
    """A card typed in by a player: power and defense are fields of their own, other numbers go beside."""
    extra: dict[str, Any] = {key: value for key, value in numbers.items() if key not in ("power", "defense")}
    if colour:
        extra = {"color": colour, "pitch": COLOURS[colour], **extra}
    return Facts(
        code=code_of(name, colour), name=f"{name} ({colour})" if colour else name,
        kinds=tuple(dict.fromkeys(word.lower() for word in types)),
        attack=numbers.get("power"), defense=numbers.get("defense"), extra=extra,
    )  # fmt: skip


def read_json(data: bytes) -> list[Facts]:
    """The cards of a file in the community's JSON form: a list of cards. Raises BadInput."""
    try:
        rows = msgspec.json.decode(data)
    except msgspec.MsgspecError as error:
        raise BadInput(Code.BAD_FILE, f"This is no JSON file of cards: {error}.") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) and row.get("name") for row in rows):
        raise BadInput(Code.BAD_FILE, "The file must be a list of cards, each with a name.")
    if len(rows) > MOST_CARDS:
        raise BadInput(Code.BAD_FILE, f"The file names more than {MOST_CARDS} cards.")
    return list(_from_rows(rows))


def _from_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[Facts]:
    for row in rows:
        name, types = plain(str(row["name"]), lines=False)[:LONGEST_NAME], row.get("types")
        colour = str(row.get("color") or _colour(row)).lower()
        found = {ours: _number(row.get(theirs)) for theirs, ours in NUMBERS.items() if row.get(theirs)}
        numbers = {word: value for word, value in found.items() if value is not None}
        words = [str(word)[:24] for word in types[:8]] if isinstance(types, list) else ["action"]
        card = typed(name, colour if colour in COLOURS else "", words, **numbers)
        yield msgspec.structs.replace(card, text=plain(str(row.get("functional_text") or ""))[:LONGEST_TEXT])


def _colour(row: Mapping[str, Any]) -> str:
    pitch = _number(row.get("pitch"))
    return next((colour for colour, worth in COLOURS.items() if worth == pitch), "")


def _number(value: object) -> int | None:
    """A printed number; "X", "*" and nothing are none."""
    words = str(value).strip()
    return int(words) if words.isascii() and words.isdigit() and len(words) <= 4 else None
