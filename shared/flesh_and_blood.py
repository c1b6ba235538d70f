"""Cards of Flesh and Blood as players write them: the community's JSON, pasted lists, one typed in.

A card is its name and its colour: red, yellow and blue of a name are three cards. Such cards print no number,
so each gets one worked out of both, the same everywhere: a list names its cards without a database.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from shared.brought import FIRST_MADE, FIRST_TOKEN, LONGEST_NAME, LONGEST_TEXT, plain
from shared.cards import Facts
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


def read_list(text: str) -> list[tuple[int, str, str]]:
    """(how many, name, colour) for every row of "3 Name (red)". Raises BadInput.

    Rows without a number are headings, unless what they name has a colour; remarks begin with # or //.
    """
    rows = [row for line in text.splitlines() if (row := _row(line)) is not None]
    if sum(count for count, _, _ in rows) > 10 * MOST_COPIES:
        raise BadInput(Code.BAD_DECK, "The list names too many cards; a deck has 80 at most.")
    return rows


def _row(line: str) -> tuple[int, str, str] | None:
    found = _ROW.match(line)
    if found is None or line.lstrip().startswith(("#", "//")):
        return None
    count, name, colour = found.groups()
    heading = re.match(r"^\s*(hero|weapons?|equipment)\s*:\s*(.+)$", line, re.IGNORECASE)
    if heading:
        return (1, plain(heading[2], lines=False)[:LONGEST_NAME], "")
    if count is None and colour is None:
        return None
    colour = (colour or "").lower()
    return int(count or 1), plain(name, lines=False)[:LONGEST_NAME], _SHORT.get(colour, colour)


def codes(text: str) -> list[int]:
    """The numbers of a pasted list's cards, in its order."""
    return [code for count, name, colour in read_list(text) for code in [code_of(name, colour)] * count]


def named(text: str) -> list[Facts]:
    """What a list alone says of its cards: name and colour, for those nobody knows more of."""
    found = {code_of(name, colour): (name, colour) for _, name, colour in read_list(text)}
    return [typed(name, colour) for name, colour in found.values()]


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
