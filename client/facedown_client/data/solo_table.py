"""A table played alone, as the client keeps it: the decks of either side, and what opens it.

Law: no pygame. It says what is to be sent; the app sends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from facedown_client.data import deck_entries, solo_lines
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.model.model import Model
from facedown_shared.protocol.messages import (
    AtTable,
    DeckReport,
    FromServer,
    Ready,
    Refused,
    Settings,
    TableInfo,
    ToServer,
    UseDeck,
)


def table(format_name: str, mode: str) -> Settings:
    """Return how a table is opened that one person plays alone."""
    return Settings(format=format_name, mode=mode, opponent="nobody", listed=False, pace="off")


class SoloTable:
    """The decks of both sides, from the wish to play alone until the next one."""

    def __init__(self) -> None:
        self.both: tuple[DeckEntry | None, DeckEntry | None] = (None, None)
        self.remarks: Mapping[int, str] = {}
        """What the file that was opened last says of its steps."""
        self._waits = False
        self.name = ""
        """What the line is called; "" until somebody has said it."""
        self._file: Path | None = None
        """Where it was kept under this name."""
        self._wish: tuple[str, str] | None = None
        """The name to keep it under next, and what the line played on is called then ("" for the same)."""
        self._kept = 0
        """How much had been done when the line was kept last."""
        self._unexamined = 0
        """Decks brought of which the server has not said yet what it makes of them."""

    def begin(self, deck: DeckEntry | None, other: DeckEntry | None) -> None:
        """These decks are brought as soon as there is a table."""
        self.both, self.remarks, self._waits = (deck, other), {}, True
        self._unexamined = self._kept = 0
        self._call("")

    def opened(self, text: str, remarks: Mapping[int, str], file: Path | None = None) -> None:
        """The text of a file is played, which brings its own decks. The line has the name of the file, and is
        kept there again where that is one of the player's own."""
        self._call(file.stem if file is not None else "", file if solo_lines.is_own(file) else None)
        self.remarks, self._kept = remarks, 0
        self.both, self._waits, self._unexamined = solo_lines.decks(text), False, 0

    def would_lose(self, model: Model) -> bool:
        """Return whether something was done at this table that no file holds."""
        table = model.table
        return table is not None and table.alone and table.steps > 0 and model.line.done != self._kept

    def wish_to_keep(self, name: str, then: str = "") -> None:
        """The text of the line, once the server has sent it, is kept under this name; with `then` that file
        is left as it is, and the line played on from here has this other name."""
        self._wish = (name, then)

    def keep(self, name: str, text: str, model: Model) -> Path:
        """Write this table's line into the player's folder: under the name that was wished for, else under
        the given one. A file of the line's own is replaced, any other stays. Raises BadInput."""
        (wished, then), self._wish = self._wish or (name, ""), None
        path = solo_lines.keep(wished, text, over=self._file)
        self._kept = model.line.done
        self._call(then or path.stem, None if then else path)
        return path

    def _call(self, name: str, file: Path | None = None) -> None:
        self.name, self._file, self._wish = name, file, None

    def hear(self, message: FromServer, usual: str) -> list[ToServer]:
        """Return what is to be said because of a message: at a new table the decks; ready, once the server
        has looked at them and so has been told what their cards are. `usual` is the deck used last.
        """
        match message:
            case AtTable(table=info) if info.alone and self._waits:
                return self._arrive(info, usual)
            case DeckReport() | Refused() if self._unexamined:
                self._unexamined -= 1
                return [] if self._unexamined else [Ready()]
        return []

    def _arrive(self, info: TableInfo, usual: str) -> list[ToServer]:
        self._waits = False
        deck, other = self.both
        deck = deck or deck_entries.starting(usual, info.format)
        self.both = (deck, other or (deck if info.mode != "free" else None))
        wishes: list[ToServer] = [UseDeck(deck.text, deck.title)] if deck is not None else []
        if other is not None:
            wishes.append(UseDeck(other.text, other.title, seat=1))
        self._unexamined = len(wishes)
        return wishes or [Ready()]
