"""A table played alone, as the client keeps it: the decks of either side, and what opens it.

Law: no pygame. It says what is to be sent; the app sends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from client.data import deckbox, lines
from client.data.deckbox import Boxed
from client.data.model import Model
from shared.protocol.messages import (
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
    """How a table is opened that one person plays alone."""
    return Settings(format=format_name, mode=mode, opponent="nobody", listed=False, pace="off")


class SoloTable:
    """The decks of both sides, from the wish to play alone until the next one."""

    def __init__(self) -> None:
        self.both: tuple[Boxed | None, Boxed | None] = (None, None)
        self.remarks: Mapping[int, str] = {}
        """What the file that was opened last says of its steps."""
        self._waits = False
        self._kept = 0
        """How much had been done when the line was kept last."""
        self._unexamined = 0
        """Decks brought of which the server has not said yet what it makes of them."""

    def begin(self, deck: Boxed | None, other: Boxed | None) -> None:
        """These decks are brought as soon as there is a table."""
        self.both, self.remarks, self._waits = (deck, other), {}, True
        self._unexamined = self._kept = 0

    def opened(self, text: str, remarks: Mapping[int, str]) -> None:
        """The text of a file is played, which brings its own decks."""
        self.remarks, self._kept = remarks, 0
        self.both, self._waits, self._unexamined = lines.decks(text), False, 0

    def would_lose(self, model: Model) -> bool:
        """Whether something was done at this table that no file holds."""
        table = model.table
        return table is not None and table.alone and table.steps > 0 and model.line.done != self._kept

    def keep(self, name: str, text: str, model: Model) -> Path:
        """Write this table's line into the player's folder. Raises BadInput."""
        path = lines.keep(name, text)
        self._kept = model.line.done
        return path

    def hear(self, message: FromServer, usual: str) -> list[ToServer]:
        """What is to be said because of a message: at a new table the decks; ready, once the server has
        looked at them and so has been told what their cards are. `usual` is the deck used last."""
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
        deck = deck or deckbox.starting(usual, info.format)
        self.both = (deck, other or (deck if info.mode != "free" else None))
        wishes: list[ToServer] = [UseDeck(deck.text, deck.title)] if deck is not None else []
        if other is not None:
            wishes.append(UseDeck(other.text, other.title, seat=1))
        self._unexamined = len(wishes)
        return wishes or [Ready()]
