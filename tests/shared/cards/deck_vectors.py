"""Texts of decks and their content: every parser of ours is tested with `deck_vectors.json`."""

from __future__ import annotations

from pathlib import Path

import msgspec


class DeckVector(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of a deck, or the bytes of a file in hex, and its content: cards part by part, unknown lines,
    headings of omitted parts; or the id of its refusal. `names`: the cards are written by name.
    """

    case: str
    text: str | None = None
    hex: str | None = None
    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    unread: tuple[int, ...] = ()
    left_out: tuple[tuple[int, str], ...] = ()
    refused: str = ""
    names: bool = False


def deck_vectors() -> list[DeckVector]:
    """Return every vector."""
    path = Path(__file__).parent / "deck_vectors.json"
    return msgspec.json.decode(path.read_bytes(), type=list[DeckVector])
