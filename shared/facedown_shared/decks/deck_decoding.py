"""Decode the bytes of a deck file: UTF-8, UTF-16, GBK or Windows-1252, with a byte order mark or without.

Passcodes are ASCII in all of them but UTF-16, so a comment in an old encoding never costs a deck. The
browser's client does the same (`client/browser/src/room/deck_parsing.ts`);
`tests/shared/cards/deck_vectors.json` holds both to it."""

from __future__ import annotations

import codecs
import re

MAX_PROBED_BYTES = 1_000
"""Leading bytes that identify UTF-16 without a byte order mark."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HIGH_RUNS = re.compile(rb"[\x80-\xff]+")


def decode_deck(data: bytes) -> str | None:
    """Return the text of a deck file, or None if the bytes are not text."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.removeprefix(mark).decode(encoding, "replace")
    if encoding := _guess_utf16(data):
        return data.decode(encoding, "replace")
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy(data)


def _guess_utf16(data: bytes) -> str:
    """Return the byte order of UTF-16 text, found by the zero bytes of ASCII letters; "" for other text."""
    probed = data[:MAX_PROBED_BYTES]
    even, odd = probed[::2].count(0), probed[1::2].count(0)
    if odd > len(probed) // 8 and not even:
        return "utf-16-le"
    return "utf-16-be" if even > len(probed) // 8 and not odd else ""


def _decode_legacy(data: bytes) -> str:
    """Decode as GBK if it fits and most letters beyond ASCII come in pairs of high bytes, else as
    Windows-1252.
    """
    runs = [len(run) for run in _HIGH_RUNS.findall(data)]
    if 2 * sum(length % 2 for length in runs) < len(runs):
        try:
            return data.decode("gbk")
        except UnicodeDecodeError:
            pass
    return data.decode("cp1252", "replace")
