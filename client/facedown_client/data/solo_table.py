"""A solo table in the client: the decks of both sides, and the settings that open it.

Law: no pygame. It returns messages; the app sends them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from facedown_client.data import deck_entries, solo_lines
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.model.lesson_progress import LessonProgress
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
from facedown_shared.tables.lessons import lesson_of_file


def table(format_name: str, mode: str, banlist: str = "") -> Settings:
    """Return the settings of a solo table. `banlist`: a list of EDOPro's, for its core."""
    return Settings(
        format=format_name, mode=mode, opponent="nobody", listed=False, pace="off", banlist=banlist
    )  # fmt: skip


class SoloTable:
    """The decks of both sides, from one request for a solo table until the next."""

    def __init__(self) -> None:
        self.both: tuple[DeckEntry | None, DeckEntry | None] = (None, None)
        self.lesson: LessonProgress | None = None
        """The lesson that the last opened file begins."""
        self.remarks: Mapping[int, str] = {}
        """Remarks on the steps of the last opened file."""
        self._waits = False
        self.name = ""
        """The name of the line; "" before it has one."""
        self._file: Path | None = None
        """File saved under this name."""
        self._wish: tuple[str, str] | None = None
        """Name for the next save, and the name of the line played on afterwards ("" for the same)."""
        self._kept = 0
        """Number of acts when the line was last saved."""
        self._unexamined = 0
        """Number of sent decks that the server has not reported on yet."""

    def set_decks(self, deck: DeckEntry | None, other: DeckEntry | None) -> None:
        """Set the decks to bring as soon as there is a table."""
        self.both, self.remarks, self._waits, self.lesson = (deck, other), {}, True, None
        self._unexamined = self._kept = 0
        self._call("")

    def note_opened(self, text: str, remarks: Mapping[int, str], file: Path | None = None) -> None:
        """Note that the text of a file is played, which names its own decks.

        The line gets the file's name. If the file is one of the player's own, the line is saved there again.
        """
        self._call(file.stem if file is not None else "", file if solo_lines.is_own(file) else None)
        lesson = lesson_of_file(text)
        self.lesson = LessonProgress(lesson) if lesson is not None else None
        self.remarks, self._kept = remarks, 0
        self.both, self._waits, self._unexamined = solo_lines.decks(text), False, 0

    def has_unsaved_acts(self, model: Model) -> bool:
        """Return whether this table has acts that no file contains, other than those of a lesson."""
        table = model.table
        if table is None or self.lesson is not None:
            return False
        return table.alone and table.steps > 0 and model.line.done != self._kept

    def request_save(self, name: str, then: str = "") -> None:
        """Save the line under this name once the server has sent it.

        With `then` that file stays as it is, and the line that is played on gets that other name.
        """
        self._wish = (name, then)

    def write_line(self, name: str, text: str, model: Model) -> Path:
        """Write this table's line into the player's folder: under the requested name, else under `name`.

        The line's own file is replaced, any other file stays.

        Raises BadInput if the file cannot be written.
        """
        (wished, then), self._wish = self._wish or (name, ""), None
        path = solo_lines.save_line(wished, text, over=self._file)
        self._kept = model.line.done
        self._call(then or path.stem, None if then else path)
        return path

    def _call(self, name: str, file: Path | None = None) -> None:
        self.name, self._file, self._wish = name, file, None

    def handle_message(self, message: FromServer, usual: str) -> list[ToServer]:
        """Return the messages that answer a message.

        A new table is sent the decks. Ready follows once the server has checked them and sent their cards'
        facts. `usual` is the deck used last.
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
        deck = deck or deck_entries.default_deck(usual, info.format)
        self.both = (deck, other or (deck if info.mode != "free" else None))
        wishes: list[ToServer] = [UseDeck(deck.text, deck.title)] if deck is not None else []
        if other is not None:
            wishes.append(UseDeck(other.text, other.title, seat=1))
        self._unexamined = len(wishes)
        return wishes or [Ready()]
