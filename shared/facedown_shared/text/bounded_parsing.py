"""Parse untrusted JSON and TOML in time linear in their length (law 8).

Input that would take a library too long is rejected before the library is called: deep nesting, and in TOML
dotted keys. `tomllib` takes minutes for a key of many parts and holds the interpreter meanwhile.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeVar

import msgspec

MAX_DEPTH = 16
"""Maximum nesting of brackets; of our formats a scenario nests deepest, with seven."""

MAX_PARTS = 12_000
"""Maximum values, lines and comments of a TOML text; the longest saved line has some nine thousand."""

MAX_DIGITS = 20
"""Maximum digits of a TOML integer: parsing one takes time quadratic in its length."""

T = TypeVar("T")

_MARK = re.compile(r"'''|\"\"\"|['\"#\[\]{}.,=\n]|[0-9_]{21}")
"""Pattern of TOML's syntax outside of strings and comments."""
_ENDS = {
    "'''": re.compile("'''"), '"""': re.compile(r'\\.|"""', re.DOTALL),
    "'": re.compile("['\n]"), '"': re.compile(r'\\.|["\n]'), "#": re.compile("\n"),
}  # fmt: skip
"""Patterns of the end of a string or comment, by its beginning. An escaped character ends none."""


def json(data: bytes | str, kind: type[T]) -> T:
    """Parse JSON as a value of this type; pass `object` for any type.

    Raises msgspec.MsgspecError or ValueError for invalid JSON.
    """
    data = data.encode() if isinstance(data, str) else data
    if _depth(data) > MAX_DEPTH:
        raise ValueError("it is nested too deeply")
    return msgspec.json.decode(data, type=kind)


def _depth(data: bytes) -> int:
    """Return the maximum nesting of brackets outside of strings."""
    bare = data.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2]
    depth = deepest = 0
    for letter in b"".join(bare).translate(None, _NO_BRACKETS):
        depth += 1 if letter in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


_NO_BRACKETS = bytes(letter for letter in range(256) if letter not in b"[]{}")


def toml(text: str) -> dict[str, Any]:
    """Parse TOML without tables; return the values by name.

    Raises ValueError for invalid TOML, and for tables.
    """
    _check_flat(text)
    return tomllib.loads(text)


def _check_flat(text: str) -> None:
    """Raise ValueError for syntax that a list of names and values does not need."""
    at, parts, depth, in_value = 0, 0, 0, False
    while found := _MARK.search(text, at):
        mark, at, parts = found[0], found.end(), parts + 1
        if parts > MAX_PARTS or depth > MAX_DEPTH:
            raise ValueError("it has too many parts, or they are nested too deeply")
        if mark in _ENDS:
            at = _end_of_mark(text, at, mark)
        elif mark == "=":
            in_value = True
        elif mark == "\n":
            in_value = in_value and depth > 0
        elif mark in ("{", "}") or (not in_value and mark in ("[", "]", ".")):
            raise ValueError(f"{_describe_line(text, at)} is of a table; write a name, = and a value")
        elif len(mark) > MAX_DIGITS:
            raise ValueError(f"{_describe_line(text, at)} holds a number that is too long")
        else:
            depth += {"[": 1, "]": -1}.get(mark, 0)


def _describe_line(text: str, at: int) -> str:
    """Describe the line at this position by its number and its first letters."""
    begin = text.rfind("\n", 0, at) + 1
    return f"line {text.count(chr(10), 0, begin) + 1}, {text[begin : begin + 40].partition(chr(10))[0]!r},"


def _end_of_mark(text: str, at: int, mark: str) -> int:
    """Return the end of the string or comment that begins with this mark."""
    while found := _ENDS[mark].search(text, at):
        at = found.end()
        if found[0] in (mark, "\n"):
            return at - (found[0] == "\n")
    return len(text)
