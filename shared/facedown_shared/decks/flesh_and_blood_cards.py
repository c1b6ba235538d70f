"""Cards of Flesh and Blood as players write them: the community's JSON, pasted lists, a typed card.

A card is identified by its name and colour: red, yellow and blue versions are three cards. These cards print
no number, so each gets one computed from name and colour. It is the same on every computer, so a list can
name cards without a database.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.provided_facts import (
    MAX_NAME_LETTERS,
    MAX_TEXT_LETTERS,
    MIN_DERIVED_PASSCODE,
    MIN_TOKEN_PASSCODE,
)
from facedown_shared.text import BadInput, Code, bounded_parsing, explain_error, strip_controls, words

COLOURS = {"red": 1, "yellow": 2, "blue": 3}
"""Colours with the pitch value of their cards."""
UNPITCHED_COLOURS = ("purple",)
"""Colours without a pitch value."""

MAX_CARDS = 20_000
MAX_LISTED_CARDS = 240
"""Maximum number of cards in a list; a deck has 80 at most."""

NUMBERS = {"cost": "cost", "health": "health", "life": "health", "intelligence": "intellect",
           "intellect": "intellect", "arcane": "arcane", "power": "power", "defense": "defense"}  # fmt: skip
"""Fields of a card's JSON with our names for them."""

_COLOUR_WORDS = {**{colour: colour for colour in (*COLOURS, *UNPITCHED_COLOURS)}, "r": "red", "y": "yellow",
                 "b": "blue", "yel": "yellow", "blu": "blue", "pur": "purple", "p": "purple",
                 "1": "red", "2": "yellow", "3": "blue"}  # fmt: skip
_HEADINGS = {"hero": "hero", "weapon": "weapon", "weapons": "weapon", "equipment": "equipment"}
_TIMES = ("x", "X", "\N{MULTIPLICATION SIGN}")
_MAX_NAME_PARTS = 5
"""Maximum parts of one name that commas separate."""


def card_number(name: str, colour: str = "") -> int:
    """Return the number of a card, computed from its name and colour."""
    words = f"{' '.join(name.casefold().split())}|{colour}".encode(errors="replace")
    number = int.from_bytes(hashlib.blake2b(words, digest_size=8).digest(), "big")
    return MIN_DERIVED_PASSCODE + number % (MIN_TOKEN_PASSCODE - MIN_DERIVED_PASSCODE - 1)


def has_heading(text: str) -> bool:
    """Return whether a line names a hero, a weapon or equipment: "Hero: Name"."""
    parts = (line.partition(":") for line in text.splitlines())
    return any(heading.strip().lower() in _HEADINGS and bool(names.strip()) for heading, _, names in parts)


def count_evidence(text: str, pool: Pool) -> tuple[int, int]:
    """Count the rows of a list, and those rows that only Flesh and Blood has.

    Such a row has a colour, one of this game's headings, or the name of a known card.
    """
    rows = list(islice((row for line in text.splitlines() for row in _rows(line, pool)), MAX_LISTED_CARDS))
    return len(rows), sum(bool(row.colour or row.kind or row.code in pool) for row in rows)


class ListedCard(NamedTuple):
    """One row of a pasted list. `kind` comes from its heading: "hero", "weapon", "equipment", or "" for
    others.
    """

    copies: int
    name: str
    colour: str = ""
    kind: str = ""

    @property
    def code(self) -> int:
        """The computed number of the card."""
        return card_number(self.name, self.colour)


def parse_list(text: str, pool: Pool) -> list[ListedCard]:
    """Parse rows such as "3 Name (red)" and "Equipment: Name, Name".

    Rows without a number are headings, unless the name has a colour. Remarks begin with # or //. The pool
    decides whether a comma is part of a name.

    Raises BadInput for an invalid list.
    """
    rows, copies = [], 0
    for row in (row for line in text.splitlines() for row in _rows(line, pool)):
        rows.append(row)
        copies += row.copies
        if copies > MAX_LISTED_CARDS:
            raise BadInput(Code.BAD_DECK, words("list_too_many_cards"))
    return rows


def _rows(line: str, pool: Pool) -> Iterator[ListedCard]:
    heading, colon, names = line.partition(":")
    kind = _HEADINGS.get(heading.strip().lower()) if colon else None
    if line.lstrip().startswith(("#", "//")):
        return
    if kind and names.strip():
        found = [names.strip()] if kind == "hero" else _names(names, pool)
        yield from (ListedCard(1, _cut(name), kind=kind) for name in found)
        return
    count, rest = _split_count(line)
    name, colour = _split_colour(rest)
    if name and (count or colour):
        yield ListedCard(int(count or 1), _cut(name), colour)


def _split_count(line: str) -> tuple[str, str]:
    """Return a row's leading number and the rest: "3 Name", "(3) Name", "3x Name", "3 x Name".

    Without a number: "" and the whole row.
    """
    first, rest = _split_first_word(line)
    digits = (first[:-1] if first.endswith(_TIMES) else first).removeprefix("(").removesuffix(")")
    if not (rest and digits.isdecimal() and len(digits) <= 2):
        return "", line.strip()
    times, name = _split_first_word(rest)
    return digits, name if name and times in _TIMES else rest


def _split_first_word(text: str) -> tuple[str, str]:
    first, *rest = text.split(maxsplit=1) or [""]
    return first, rest[0].rstrip() if rest else ""


def _split_colour(text: str) -> tuple[str, str]:
    """Return a name and the colour in brackets after it: "Name (red)", "Name [R]", "Name (1)".

    The colour is "" if there is none.
    """
    at = max(text.rfind("("), text.rfind("["))
    colour = _COLOUR_WORDS.get(text[at + 1 : -1].strip().lower(), "") if text.endswith((")", "]")) else ""
    return (text[:at].rstrip(), colour) if at > 0 and colour else (text, "")


def _names(words: str, pool: Pool) -> Iterator[str]:
    """Split names at commas, joining parts that form a known name."""
    parts = [part.strip() for part in words.split(",") if part.strip()]
    at = 0
    while at < len(parts):
        names = [", ".join(parts[at : at + size]) for size in range(_MAX_NAME_PARTS, 1, -1)]
        name = next((name for name in names if card_number(name) in pool), parts[at])
        yield name
        at += name.count(",") + 1


def _cut(name: str) -> str:
    return strip_controls(name[: 4 * MAX_NAME_LETTERS], lines=False)[:MAX_NAME_LETTERS]


def codes(text: str, pool: Pool) -> list[int]:
    """Return the numbers of a pasted list's cards, in list order."""
    return [code for row in parse_list(text, pool) for code in [row.code] * row.copies]


def facts_from_list(text: str, pool: Pool) -> list[Facts]:
    """Return the facts that a list gives of cards which are otherwise unknown: name, colour and heading."""
    found = {row.code: row for row in parse_list(text, pool)}
    return [card_from_input(row.name, row.colour, (row.kind,) if row.kind else ()) for row in found.values()]


def split_types(line: str) -> list[str]:
    """Return the types in a card's type line. "Attack Reaction" and the like are one type of two words."""
    return re.findall(r"(?:attack|defense) reaction|\w[\w-]*", line.lower())


def card_from_input(name: str, colour: str = "", types: Iterable[str] = ("action",), **numbers: int) -> Facts:
    """Return a card from a player's input. Power and defense have fields of their own; other numbers go to
    `extra`.
    """
    extra: dict[str, Any] = {key: value for key, value in numbers.items() if key not in ("power", "defense")}
    if colour:
        pitch = {"pitch": COLOURS[colour]} if colour in COLOURS else {}
        extra = {"color": colour, **pitch, **extra}
    return Facts(
        code=card_number(name, colour), name=f"{name} ({colour})" if colour else name,
        kinds=tuple(dict.fromkeys(word.lower() for word in types)),
        attack=numbers.get("power"), defense=numbers.get("defense"), extra=extra,
    )  # fmt: skip


def parse_json(data: bytes) -> list[Facts]:
    """Parse a file of cards in the community's JSON form: a list of cards.

    Raises BadInput for an invalid file.
    """
    try:
        rows = bounded_parsing.json(data, object)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(Code.BAD_FILE, words("no_json_of_cards", explain_error(error))) from error
    if not isinstance(rows, list) or not all(map(_has_name, rows)):
        raise BadInput(Code.BAD_FILE, words("file_no_list_of_cards"))
    if len(rows) > MAX_CARDS:
        raise BadInput(Code.BAD_FILE, words("file_too_many_cards", MAX_CARDS))
    return list(_from_rows(rows))


def _has_name(row: object) -> bool:
    return isinstance(row, dict) and bool(_text(row, "name").strip())


def _from_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[Facts]:
    for row in rows:
        name, types = _cut(_text(row, "name")), row.get("types")
        colour = (_text(row, "color") or _colour(row)).lower()
        found = {ours: _number(row.get(theirs)) for theirs, ours in NUMBERS.items() if theirs in row}
        numbers = {word: value for word, value in found.items() if value is not None}
        words = (
            [word[:24] for word in types[:8] if isinstance(word, str)]
            if isinstance(types, list)
            else ["action"]
        )
        known = colour if colour in COLOURS or colour in UNPITCHED_COLOURS else ""
        card = card_from_input(name, known, words, **numbers)
        yield msgspec.structs.replace(
            card, text=strip_controls(_text(row, "functional_text"))[:MAX_TEXT_LETTERS]
        )


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row.get(field)
    return value if isinstance(value, str) else ""


def _colour(row: Mapping[str, Any]) -> str:
    pitch = _number(row.get("pitch"))
    return next((colour for colour, worth in COLOURS.items() if worth == pitch), "")


def _number(value: object) -> int | None:
    """Return a printed number; None for "X", "*" and an empty value."""
    if isinstance(value, int):
        return value if 0 <= value <= 9_999 else None
    words = value.strip() if isinstance(value, str) else ""
    return int(words) if words.isascii() and words.isdigit() and len(words) <= 4 else None
