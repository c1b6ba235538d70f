"""Parse the text of a deck: a .ydk file, a ydke:// address in any wrapping, a list of names.

One line is one card, with an optional count and remark. `#main`, `#extra`, `!side` and similar lines are
headings. Any other heading ends the part before it, and the cards after it are left out. Every other line is
left out and reported by its number. Nothing here has side effects, and work grows with the length of the
text.

The browser's client does the same (`client/browser/src/room/deck_parsing.ts`), except for names, which the
server looks up; `tests/shared/cards/deck_vectors.json` checks both.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from facedown_shared.text import BadInput, Code, Words, words

MAX_CARDS = 200
"""Technical limit for formats without one: cards in Main, Extra and Side Deck together.

Work at a table grows with its cards. A saved line with two such decks can still be opened.
"""

MAX_PASSCODE = 4_294_967_295
MAX_LINE_LETTERS = 240
"""Maximum letters of a card's line; longer lines are no cards."""
MAX_QUOTED_LETTERS = 40
MAX_LOOKUPS = 600
"""Maximum name lookups for one deck; one line may need several, for several spellings."""

PARTS = ("Main Deck", "Extra Deck", "Side Deck")
YDKE = "ydke://"

PART_HEADINGS = {
    **dict.fromkeys(("main", "maindeck", "deck", "主卡组", "主牌组", "メインデッキ", "メイン",
                     "deckprincipal", "mazzo", "mazoprincipal", "hauptdeck"), 0),
    **dict.fromkeys(("extra", "extradeck", "fusiondeck", "额外", "额外卡组", "エクストラデッキ", "エクストラ",
                     "deckextra", "mazoextra"), 1),
    **dict.fromkeys(("side", "sidedeck", "sideboard", "副卡组", "备牌", "サイドデッキ", "サイド", "deckside",
                     "mazoside"), 2),
}  # fmt: skip
"""Parts of a deck by the letters of their headings."""

KIND_HEADINGS = frozenset({
    "monster", "monsters", "spell", "spells", "magic", "trap", "traps", "effectmonster", "effectmonsters",
    "normalmonster", "normalmonsters", "ritualmonster", "ritualmonsters", "spellcard", "spellcards",
    "trapcard", "trapcards", "monstercard", "monstercards", "fusion", "fusions", "synchro", "synchros", "xyz",
    "link", "links", "pendulum", "怪兽", "魔法", "陷阱", "モンスター", "罠",
    "monstre", "monstres", "monstruo",
    "monstruos", "zauber", "falle", "fallen",
})  # fmt: skip
"""Headings within a part; they do not end the part."""

BULLETS = "-*•·"
TIMES = "xX*×"
REMARKS = ("#", "//", "--")
_BRACKETS = {")": "(", "]": "["}
_BLANKS = " \t"
_DIGITS = frozenset("0123456789")
_NUMBER = re.compile(r"[0-9]+")
_GROUP = re.compile(r",[0-9]{3}(?![0-9])")
"""Pattern of a thousands group, which continues a number in a name: "10,000 Year Reunion"."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_BASE64 = re.compile(r"[A-Za-z0-9+/=_\s-]*", re.ASCII)
_YDKE_QUOTED = re.compile(r"ydke(?::|%3a)(?:/|%2f)(?:/|%2f)", re.IGNORECASE)


class ParsedRow(NamedTuple):
    """One line of a deck."""

    number: int
    line: str
    part: int | None = None
    """The part of the deck; None for a part that is left out."""
    code: int = 0
    copies: int = 0
    is_heading: bool = False
    is_named: bool = False
    """True if the card was found by name."""
    is_understood: bool = True
    is_counted: bool = False
    """True if the line is written as a card: with a passcode or a count."""

    @property
    def passcode_line(self) -> str:
        """The line for a parser without names: a card is given by its passcode, other lines are unchanged."""
        return f"{self.code} x{self.copies}" if self.is_named else self.line


class ParsedLines(NamedTuple):
    """The parsed lines of a deck. `left_out`: the heading of each part whose cards were left out."""

    rows: tuple[ParsedRow, ...]
    left_out: tuple[tuple[int, str], ...] = ()

    @property
    def parts(self) -> tuple[list[int], list[int], list[int]]:
        """The passcodes of Main, Extra and Side Deck."""
        parts: tuple[list[int], list[int], list[int]] = ([], [], [])
        total = 0
        for row in self.rows:
            if row.part is not None and row.code:
                total += row.copies
                if total > MAX_CARDS:
                    raise bad_deck(words("deck_too_many_cards", MAX_CARDS))
                parts[row.part].extend([row.code] * row.copies)
        return parts

    @property
    def unread_lines(self) -> tuple[int, ...]:
        """The numbers of lines that were not understood."""
        return tuple(row.number for row in self.rows if not row.is_understood)

    @property
    def passcode_text(self) -> str:
        """The same lines with passcodes in place of names; line numbers are unchanged."""
        return "\n".join(row.passcode_line for row in self.rows)


def bad_deck(why: Words) -> BadInput:
    """Build the error that refuses a deck."""
    return BadInput(Code.BAD_DECK, why)


# --- ydke:// ------------------------------------------------------------------------------------------------


def find_ydke(text: str) -> str | None:
    """Return the text after ydke://, in any wrapping.

    None if there is no ydke:// address, or only one in a comment of a .ydk file.
    """
    found = _YDKE_QUOTED.search(text)
    if found is None or _has_main_heading(text):
        return None
    address = text[found.start() :]
    address = unquote(address) if "%" in address else address
    return address[len(YDKE) :]


def _has_main_heading(text: str) -> bool:
    return any(line.strip().lower() == "#main" for line in text.splitlines())


def parse_ydke(address: str) -> list[list[int]]:
    """Parse the text after ydke://: three parts, each ended by "!", which is optional after the last.

    Raises BadInput for an invalid address.
    """
    pieces = address.split("!", maxsplit=3)
    if len(pieces) < 3:
        raise bad_deck(words("ydke_three_parts"))
    last = pieces[2]
    if len(pieces) == 3 or not _BASE64.fullmatch(last):
        found = _BASE64.match(last.partition(" ")[0])  # later words are not part of the address
        last = found[0] if found is not None else ""
    return [
        _unpack(part, "".join(piece.split())) for part, piece in zip(PARTS, (*pieces[:2], last), strict=True)
    ]


def _unpack(part: str, piece: str) -> list[int]:
    piece = piece.translate(str.maketrans("-_", "+/")).rstrip("=")
    try:
        data = base64.b64decode(piece + "=" * (-len(piece) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise bad_deck(words("ydke_damaged", part)) from None
    if len(data) % 4:
        raise bad_deck(words("ydke_cut_off", part))
    codes = list(struct.unpack(f"<{len(data) // 4}I", data))
    if 0 in codes:
        raise bad_deck(words("ydke_no_passcode", codes.index(0) + 1, part))
    return codes


# --- lines --------------------------------------------------------------------------------------------------


def parse_lines(text: str, find: Callable[[str], int]) -> Generator[None, None, ParsedLines]:
    """Parse a deck line by line. Yields after every line, because many lines take a while.

    `find` returns the passcode of a card by its name, 0 for an unknown name.
    """
    rows: list[ParsedRow] = []
    for row in _rows(text, find):
        rows.append(row)
        yield
    first = next((row for row in rows if row.line.strip()), None)
    if first is not None and first.is_named and not first.is_counted and any(row.is_counted for row in rows):
        at = first.number - 1  # the title of the list, which happens to be a card's name
        rows[at] = ParsedRow(first.number, first.line)
    return ParsedLines(tuple(rows), tuple(_omitted_rows(rows)))


def _omitted_rows(rows: list[ParsedRow]) -> Iterator[tuple[int, str]]:
    heading: ParsedRow | None = None
    for row in rows:
        if row.is_heading:
            heading = row
        elif heading is not None and row.part is None and row.code:
            yield heading.number, heading.line.strip()[:MAX_QUOTED_LETTERS]
            heading = None


def _rows(text: str, find: Callable[[str], int]) -> Iterator[ParsedRow]:
    part: int | None = 0
    begun, looked_up = False, 0

    def find_passcode(name: str) -> int:
        nonlocal looked_up
        looked_up += 1
        return find(name) if looked_up <= MAX_LOOKUPS else 0

    for number, line in enumerate(split_lines(text), start=1):
        row = line.strip()
        if (named := _part_heading(row)) is not None:
            part, begun = named, True
            yield ParsedRow(number, line, part, is_heading=True)
        elif _is_other_heading(row, begun=begun):
            part = None
            yield ParsedRow(number, line, part, is_heading=True)
        elif not row or row.startswith(REMARKS) or heading_letters(row) in KIND_HEADINGS:
            yield ParsedRow(number, line)
        elif len(row) > MAX_LINE_LETTERS:
            yield ParsedRow(number, line, is_understood=part is None)
        else:
            yield _card_row(ParsedRow(number, line, part), _strip_bullet(row), find_passcode)


def split_lines(text: str) -> list[str]:
    """Split a text at line ends only, so that every parser counts lines alike."""
    return _LINE_END.split(text)


_ASCII_SIGNS = {code: None for code in range(128) if not chr(code).isalpha()}


def heading_letters(row: str) -> str:
    """Return the letters of a heading, without surrounding signs and card counts."""
    letters = row[:MAX_LINE_LETTERS].lower().replace("cards", "")
    if letters.isascii():  # nearly all rows are ASCII, and each is tested
        return letters.translate(_ASCII_SIGNS)
    return "".join(filter(str.isalpha, letters))


def _part_heading(row: str) -> int | None:
    """Return the part that a heading begins: "#main", "!side", "Extra Deck (15):", "== Side =="."""
    return PART_HEADINGS.get(heading_letters(row)) if row and row[0] not in _DIGITS else None


def _is_other_heading(row: str, *, begun: bool) -> bool:
    """Return whether a row is a heading that begins no part: "!desc …", or "#spare" within a part."""
    if row.startswith("!"):
        return row[1:2] not in _DIGITS
    word = row[1:].strip(_BLANKS).removesuffix(":").rstrip(_BLANKS).lower()
    is_word = row.startswith("#") and word.isascii() and word.replace("_", "").isalpha()
    return begun and is_word and word not in KIND_HEADINGS and word != "created"


def _strip_bullet(row: str) -> str:
    return row[1:].lstrip(_BLANKS) if row[0] in BULLETS and row[1:2] in _BLANKS else row


def _card_row(row: ParsedRow, said: str, find: Callable[[str], int]) -> ParsedRow:
    """Parse one line that may be a card."""
    coded = parse_passcode(said)
    if coded is not None:
        count, code = coded
        known = 0 < code <= MAX_PASSCODE and count > 0
        if not known:
            return row._replace(is_understood=row.part is None)
        return row._replace(copies=count, code=code, is_counted=True)
    for count, name in _possible_names(said):
        if code := find(name):
            return row._replace(copies=count or 1, code=code, is_named=True, is_counted=count > 0)
    return row._replace(is_understood=row.part is None, is_counted=_parse_leading_count(said) is not None)


def parse_passcode(said: str) -> tuple[int, int] | None:
    """Return count and passcode of a line: "46986414", "46986414 x3", "3x 46986414", "46986414 3", each with
    an optional remark.

    Returns None for a line without a passcode. The passcode is 0 if it is invalid.
    """
    if said[:1] in TIMES:  # "x3 46986414"
        found = _NUMBER.match(said, 1)
        return _count_first(found[0], said[found.end() :]) if found is not None else None
    opened = said.startswith("(")
    found = _NUMBER.match(said, int(opened))
    if found is None or (opened and said[found.end() : found.end() + 1] != ")"):
        return None
    first, behind = found[0], said[found.end() + opened :]
    if len(first) <= 2 and (counted := _count_first(first, behind)) is not None:
        return counted
    return None if opened or _is_counted_name(first, behind) else _code_first(first, behind)


class _Next(NamedTuple):
    """The text after a number, parsed."""

    is_apart: bool
    has_sign: bool
    number: str
    rest: str


def _next(behind: str) -> _Next:
    """Parse the text after a number: blanks and a multiplication sign, the next number, and the rest."""
    row = behind.lstrip(_BLANKS)
    signed = row[:1] != "" and row[0] in TIMES
    said = row[1:].lstrip(_BLANKS) if signed else row
    found = _NUMBER.match(said)
    number = found[0] if found is not None else ""
    return _Next(len(row) < len(behind), signed, number, said[len(number) :])


def _is_number_end(rest: str) -> bool:
    """Return whether a number ends at this position."""
    return not rest or not (rest[0] == "." or (rest[0].isascii() and rest[0].isalnum()))


def _count_first(count: str, behind: str) -> tuple[int, int] | None:
    """Parse "3x 46986414", "3 46986414": the count and the passcode after it."""
    found = _next(behind)
    code = found.number.lstrip("0")
    is_code = len(code) > 2 or (found.has_sign and bool(code) and not _continues_name(found.rest))
    if (
        len(count) > 2
        or not (found.has_sign or found.is_apart)
        or not is_code
        or not _is_number_end(found.rest)
    ):
        return None
    if _GROUP.match(found.rest) is not None:
        return None
    return int(count), _passcode(code)


def _is_counted_name(first: str, behind: str) -> bool:
    """Return whether a short number counts copies of the name after it. A name may itself begin with a
    number.
    """
    found = _next(behind)
    if len(first) > 2 or not (found.has_sign or found.is_apart):
        return False
    if _GROUP.match(found.rest) is not None:
        return True
    return _continues_name(found.rest) if len(found.number) <= 2 else False


def _continues_name(rest: str) -> bool:
    return rest.lstrip(" \t-")[:1].isalpha() and not rest.startswith("--")


def _code_first(first: str, behind: str) -> tuple[int, int] | None:
    """Parse "46986414 x3", "46986414 3": the passcode, and its count or a remark after it."""
    if len(first) <= 3 and _GROUP.match(behind) is not None:
        return None
    found = _next(behind)
    code = _passcode(first.lstrip("0"))
    if found.number and _is_number_end(found.rest):
        if found.has_sign:
            return (int(found.number), code) if len(found.number) <= 2 else None
        if found.is_apart and len(found.number) > 2:
            return None  # two passcodes: the line is ambiguous
        rest = found.rest.strip()
        if found.is_apart and (not rest or rest.startswith(REMARKS)):
            return int(found.number), code
    return (1, code) if _is_number_end(behind) else None


def _passcode(digits: str) -> int:
    return int(digits) if 0 < len(digits) <= len(str(MAX_PASSCODE)) else 0


def _possible_names(said: str) -> Iterator[tuple[int, str]]:
    """Return the possible names in a line with their counts: "3x Dark Magician", "Dark Magician x3".

    The count is 0 if the line has none.
    """
    for name in dict.fromkeys((said, _strip_remark(said), _strip_brackets(said))):
        if (before := _parse_leading_count(name)) is not None:
            yield before
        if (after := _parse_trailing_count(name)) is not None:
            yield after
        yield 0, name


def _parse_leading_count(name: str) -> tuple[int, str] | None:
    """Parse "3 Dark Magician", "3x Dark Magician", "(3) Dark Magician"."""
    opened = name.startswith("(")
    found = _NUMBER.match(name, int(opened))
    if found is None or len(found[0]) > 2 or (opened and name[found.end() : found.end() + 1] != ")"):
        return None
    behind = name[found.end() + opened :]
    row = behind.lstrip(_BLANKS)
    signed = row[:1] != "" and row[0] in TIMES and (row[1:2] in _BLANKS or len(row) == len(behind))
    rest = row[1:].lstrip(_BLANKS) if signed else row
    return (int(found[0]), rest) if rest and (signed or len(row) < len(behind)) else None


def _parse_trailing_count(name: str) -> tuple[int, str] | None:
    """Parse "Dark Magician x3", "Dark Magician (3)"."""
    if name.endswith(")"):
        head, opened, digits = name[:-1].rpartition("(")
    else:
        head = name.rstrip("0123456789")
        digits, head = name[len(head) :], head.rstrip(_BLANKS)
        head, opened = head[:-1], head[-1:] if head and head[-1] in TIMES else ""
    if not opened or not 1 <= len(digits) <= 2 or not _DIGITS.issuperset(digits):
        return None
    return int(digits), head.rstrip(_BLANKS)


def _strip_remark(said: str) -> str:
    places = [at for sign in REMARKS if (at := said.find(sign)) > 0]
    return said[: min(places)].rstrip() if places else said


def _strip_brackets(said: str) -> str:
    """Return a line without the bracketed remark at its end: "Dark Magician (LOB-005)"."""
    opened = _BRACKETS.get(said[-1:])
    at = said.rfind(opened) if opened else -1
    return said[:at].rstrip() if at > 0 else said


def has_counted_names(rows: ParsedLines) -> bool:
    """Return whether a text is a list of names with counts and without passcodes."""
    cards = [row for row in rows.rows if row.is_counted]
    return bool(cards) and not any(row.code and not row.is_named for row in cards)
