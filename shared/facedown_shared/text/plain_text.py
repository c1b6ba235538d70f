"""Remove characters from untrusted text that act on the program which shows it.

Names and chat are cleaned before others see them (`server/facedown_server/network/crowd/names.py`), and so is
all output to a terminal (`shared/facedown_shared/text/terminal_output.py`) or a log. Control characters,
escape sequences and format characters (bidirectional overrides and isolates, zero-width spaces) are removed;
the joiners U+200C and U+200D stay where they join.
"""

from __future__ import annotations

import unicodedata

MAX_MARKS_PER_LETTER = 2
"""Maximum combining marks of one letter; more would overlap the lines above and below."""

ZWNJ, ZWJ = "\u200c", "\u200d"
_VIRAMA_CLASS_CODE = 9
"""The combining class of viramas, which join Indic letters."""

_INDIC = range(0x0900, 0x0E00)
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_EMOJI_VARIATION = "\ufe0f"
_TEXT_VARIATION = "\ufe0e"
_EMOJI_CATEGORIES = ("So", "Sm")
_MARK_CATEGORIES = ("Mn", "Me")
_MONGOLIAN = range(0x1820, 0x18AB)

WIDE_SPACES = f"\u00a0\u1680{''.join(map(chr, range(0x2000, 0x200B)))}\u202f\u205f\u3000"
"""Spaces that Python does not count as printable, but that may be shown."""

EMPTY_LETTERS = "\u115f\u1160\u3164\uffa0\u2800\ufffc"
"""Letters and symbols without a shape: Hangul fillers, the empty Braille pattern, the object placeholder."""


def strip_controls(text: str, *, lines: bool = True) -> str:
    """Return the text without control and format characters, and without spaces at its ends.

    `lines`: keep line ends. Otherwise they become spaces, as tabs do, and marks on a letter are limited.
    """
    seen = text if text.isprintable() else _without_controls(text, keep="\n" * lines)
    return (seen if lines else limit_marks(seen)).strip()


def printable(text: str, *, indent: str = "    ") -> str:
    """Return one message for output to a terminal: control sequences are removed, line ends are kept.

    Every line but the first is indented, so that no line looks like a message of its own.
    """
    if text.isprintable():
        return text
    first, *more = text.splitlines() or [""]
    return "\n".join([visible(first), *(visible(f"{indent}{line}") for line in more)])


def visible(line: str) -> str:
    """Return one line for display on a screen. Spaces are kept; half a surrogate pair becomes a question
    mark.
    """
    if line.isprintable():
        return line
    whole = "".join("?" if "\ud800" <= letter <= "\udfff" else letter for letter in line)
    return _without_controls(whole, keep=WIDE_SPACES)


def escape_unprintable(text: str) -> str:
    r"""Return a text for a log or a line of JSON. Characters that are not printable become escapes such as
    \u001b.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def limit_marks(text: str, most: int = MAX_MARKS_PER_LETTER) -> str:
    """Return the text with a limited number of combining marks on each letter, and none without a letter.

    One variation selector does not count.
    """
    if text.isascii():
        return text
    letters: list[str] = []
    room, may_vary = 0, False
    for letter in text:
        if letter in (_EMOJI_VARIATION, _TEXT_VARIATION):
            if may_vary:
                letters.append(letter)
            may_vary = False
        elif unicodedata.category(letter) in _MARK_CATEGORIES:
            if room:
                letters.append(letter)
            room = max(0, room - 1)
        else:
            letters.append(letter)
            if letter not in (ZWNJ, ZWJ) and unicodedata.category(letter) != "Mc":
                own = len(unicodedata.normalize("NFD", letter)) - 1
                room, may_vary = 0 if letter.isspace() else max(0, most - own), True
    return "".join(letters)


def is_visible(letter: str) -> bool:
    """Return whether a character has a visible shape: a letter, a digit, or a symbol such as an emoji."""
    return (letter.isalnum() or unicodedata.category(letter) == "So") and letter not in EMPTY_LETTERS


def _without_controls(text: str, keep: str) -> str:
    return "".join(
        letter
        if letter.isprintable() or letter in keep or (letter in (ZWNJ, ZWJ) and _joins(text, at))
        else " " if letter.isspace() else ""
        for at, letter in enumerate(text)
    )  # fmt: skip


def _escape(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _joins(text: str, at: int) -> bool:
    """Return whether the joiner at this position joins (or separates) its neighbours, as in RFC 5892.

    It does after a virama, between letters of a joining script, and between emoji.
    """
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA_CLASS_CODE:
        return unicodedata.category(after)[0] == "L"
    base = _base(text, at)
    if text[at] == ZWJ and unicodedata.combining(after) == _VIRAMA_CLASS_CODE:
        return ord(base) in _INDIC
    if is_joining(base) and is_joining(after):
        return True
    return text[at] == ZWJ and _is_emoji(base) and _is_emoji(after)


def _base(text: str, at: int) -> str:
    """Return the letter or symbol before this position, skipping marks and skin tones."""
    found = text[at - 1]
    for letter in reversed(text[max(0, at - MAX_MARKS_PER_LETTER - 2) : at]):
        found = letter
        if unicodedata.category(letter) not in _MARK_CATEGORIES and ord(letter) not in _SKIN_TONES:
            break
    return found


def is_joining(letter: str) -> bool:
    """Return whether a letter's script joins letters: Arabic and similar, Mongolian, N'Ko."""
    is_letter = unicodedata.category(letter)[0] in "LM"
    return is_letter and (unicodedata.bidirectional(letter) in ("AL", "NSM") or ord(letter) in _MONGOLIAN)


def _is_emoji(letter: str) -> bool:
    return unicodedata.category(letter) in _EMOJI_CATEGORIES and letter not in EMPTY_LETTERS
