"""Lines of play as the player's own files: save, list and read them. Any scenario is opened the same way.

Law: no pygame. The server interprets a file; the client reads only the decks it names.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from facedown_client.data import deck_entries
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.model import data_folder
from facedown_shared.manual.remarks import remarks, strip_remarks
from facedown_shared.protocol.envelope import MAX_FILE_LETTERS
from facedown_shared.text import BadInput, Code, _, bounded_parsing

MAX_FILE_BYTES = 2_000_000
"""Maximum bytes of a file, including remarks."""

ENDINGS = (".duel", ".json")


def own_folder() -> Path:
    """Return the folder of the player's lines."""
    return data_folder.subfolder("lines")


def save_line(name: str, text: str, where: Path | None = None, over: Path | None = None) -> Path:
    """Save a line under a name, by default in the player's own folder.

    If the file exists, the new one gets a number; only the file `over` is replaced.

    Raises BadInput if the file cannot be written.
    """
    stem = data_folder.file_stem(Path(name).name.removesuffix(".duel"), "line")
    where = where or own_folder()
    path = next(
        path for number in count(1)
        if not (path := where / f"{stem}{f'-{number}' if number > 1 else ''}.duel").exists() or path == over
    )  # fmt: skip
    data_folder.write_private(path, text.encode())
    return path


def is_own(path: Path | None) -> bool:
    """Return whether a file is in the player's own folder of lines."""
    return path is not None and path.parent == own_folder() and path.suffix == ENDINGS[0]


def parse_name(typed: str) -> tuple[str, Path | None]:
    """Parse a typed name; return the name and the folder, None for the player's own folder.

    Raises BadInput for an invalid name.
    """
    path = Path(typed).expanduser()
    if path.name == typed:
        return typed, None
    if not path.parent.is_dir():
        raise BadInput(Code.BAD_FILE, _("There is no folder {parent}.", parent=path.parent))
    return path.name, path.parent.absolute()


def list_lines() -> list[Path]:
    """Return the player's own lines, the newest first."""
    found = [path for path in own_folder().iterdir() if path.suffix in ENDINGS]
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


def read_line(path: str) -> tuple[str, dict[int, str]]:
    """Return the text of a line or a scenario as it is sent to a server, and the file's remarks on its steps.

    Raises BadInput if the file cannot be read.
    """
    file = Path(path.strip()).expanduser()
    try:
        whole = file.read_text("utf-8-sig") if file.stat().st_size <= MAX_FILE_BYTES else ""
        text = strip_remarks(whole)
        if not text.strip() or len(text.encode()) > MAX_FILE_LETTERS:
            raise BadInput(
                Code.BAD_FILE, _("{name} is empty, or too large for a line or a scenario.", name=file.name)
            )
        return text, remarks(whole)
    except FileNotFoundError:
        raise BadInput(Code.BAD_FILE, _("There is no file {file}.", file=file)) from None
    except (OSError, UnicodeDecodeError):
        raise BadInput(
            Code.BAD_FILE, _("{file} cannot be read as a line or a scenario.", file=file)
        ) from None


def decks(text: str) -> tuple[DeckEntry | None, DeckEntry | None]:
    """Return the decks that a line names."""
    try:
        named = bounded_parsing.toml(text).get("decks")
    except ValueError:
        return (None, None)
    texts = [deck for deck in named if isinstance(deck, str)] if isinstance(named, list) else []
    one, other, *_ = [*texts, "", ""]
    return _deck_of_line(one), _deck_of_line(other)


def _deck_of_line(text: str) -> DeckEntry | None:
    try:
        return deck_entries.from_text(text, _("the line's deck")) if text else None
    except BadInput:
        return None
