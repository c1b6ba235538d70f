"""Compare how deck files are parsed with a plain parser: `python -m tools.deck_files FOLDER…`.

Every .ydk file below the folders is parsed, as a client does, and by the plain parser of the tests. Every
file that is refused, or whose cards differ, is named with the cards; at the end come the counts of each kind.
No file is written.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from facedown_client.data.deck_entries import MAX_DECK_LETTERS, MAX_FILE_BYTES
from facedown_shared.decks.deck_decoding import decode_deck
from facedown_shared.decks.deck_parsing import PARTS
from facedown_shared.decks.decks import parse_deck
from facedown_shared.text import BadInput
from tests.shared.cards.plain_reader import read_plainly

ALIKE, EMPTY, REFUSED, DIFFERENT, PARTLY = (
    "alike",
    "without a card",
    "refused",
    "different",
    "with lines left out",
)


def compare(data: bytes) -> tuple[str, str]:
    """Return the outcome for a file, and the lines about it."""
    plain = read_plainly(data)
    text = decode_deck(data) if len(data) <= MAX_FILE_BYTES else None
    if text is None or len(text) > MAX_DECK_LETTERS:
        return REFUSED, "too large, or no text"
    try:
        parsed = parse_deck(text)
    except BadInput as refusal:
        return (REFUSED if any(plain) else EMPTY), str(refusal)
    different = [
        f"{part}: {dict((ours - theirs) + (theirs - ours))}"
        for part, ours, theirs in zip(
            PARTS, map(Counter, parsed.deck.parts), map(Counter, plain), strict=True
        )
        if ours != theirs
    ]
    if different:
        return DIFFERENT, "; ".join(different)
    notes = " ".join(map(str, parsed.notes()))
    return (PARTLY, notes) if notes else (ALIKE, "")


def main(folders: Iterable[str]) -> int:
    """Compare every file below the folders; 1 where one was refused or differs."""
    counts: Counter[str] = Counter()
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.ydk")):
        kind, said = compare(path.read_bytes())
        counts[kind] += 1
        if kind != ALIKE:
            print(f"{kind}: {path}: {said}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()) or "There is no .ydk file.")
    return int(bool(counts[REFUSED] or counts[DIFFERENT]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
