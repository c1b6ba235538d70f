"""A .ydk parser of thirty lines, written from the format alone, to compare ours with."""

from __future__ import annotations

HEADINGS = {"#main": 0, "#extra": 1, "!side": 2, "#side": 2}


def read_plainly(data: bytes) -> tuple[list[int], list[int], list[int]]:
    """Return the passcodes of Main, Extra and Side Deck of a file: one number a line, the rest left out."""
    parts: tuple[list[int], list[int], list[int]] = ([], [], [])
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = data.decode("utf-16") if wide else data.decode("latin-1").removeprefix("\xef\xbb\xbf")
    part: int | None = 0
    begun = False
    for line in text.replace("\r", "\n").split("\n"):
        row = line.strip()
        if row.lower() in HEADINGS:
            part, begun = HEADINGS[row.lower()], True
        elif row[:1] == "!" or (begun and row[:1] == "#" and row[1:].isalpha()):
            part = None
        elif part is not None and row.isdigit() and 0 < int(row) < 2**32:
            parts[part].append(int(row))
    return parts
