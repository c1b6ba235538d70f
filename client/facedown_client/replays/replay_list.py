"""The replays on this computer: each a file in the player's own folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from facedown_client.model import data_folder
from facedown_shared.replay import (
    ENDING,
    MAX_FILE_BYTES,
    MAX_HEAD_BYTES,
    Head,
    Replay,
    parse_head,
    parse_replay,
)
from facedown_shared.text import BadInput, Code, _

MAX_LISTED_REPLAYS = 20_000


@dataclass(frozen=True, slots=True)
class Row:
    """One replay in the list."""

    path: Path
    head: Head

    @property
    def seat(self) -> int:
        """Seat from which the replay is seen, PUBLIC for a spectator's."""
        return self.head.sides[0]

    @property
    def searched_text(self) -> str:
        """Searched text, in lower case."""
        head = self.head
        return " ".join((*head.names, *head.decks, head.made, head.format, self.path.stem)).casefold()


def own_folder() -> Path:
    """Return the folder of the player's replays.

    Raises BadInput if it cannot be created.
    """
    return data_folder.subfolder("replays")


def save_replay(data: bytes, over: Path | None = None) -> Path:
    """Save a replay among the player's own, in place of the file `over` if there is one.

    Raises BadInput if it cannot be written.
    """
    head = parse_head(data)
    path = over or _free_path(f"{head.made[:16].replace(':', '').replace('T', ' ')} {' - '.join(head.names)}")
    data_folder.write_private(path, data)
    return path


def _free_path(title: str) -> Path:
    """Return a free path in the player's own folder."""
    stem = (
        "".join(letter for letter in title if letter.isalnum() or letter in " .-_")[:70].strip(" .") or "duel"
    )
    names = (f"{stem}{f' ({number})' if number > 1 else ''}{ENDING}" for number in count(1))
    return next(path for name in names if not (path := own_folder() / name).exists())


def list_replays(where: Path | None = None) -> list[Row]:
    """Return the replays of a folder, newest first. Other files are skipped."""
    rows: list[Row] = []
    with (
        data_folder.explain_os_error(_("The replays cannot be listed")),
        os.scandir(where or own_folder()) as entries,
    ):
        for entry in entries:
            if entry.name.endswith(ENDING) and len(rows) < MAX_LISTED_REPLAYS:
                row = _read_row(entry.path)
                rows += [row] if row is not None else []
    return sorted(rows, key=lambda row: (row.head.made, row.path.name), reverse=True)


def _read_row(path: str) -> Row | None:
    try:
        with open(path, "rb", buffering=0) as file:
            return Row(Path(path), parse_head(file.read(MAX_HEAD_BYTES)))
    except (OSError, BadInput):
        return None


def open_replay(path: Path) -> Replay:
    """Return the replay in a file.

    Raises BadInput if the file cannot be read or is no replay.
    """
    path = path.expanduser()
    try:
        with path.open("rb") as file:
            return parse_replay(file.read(MAX_FILE_BYTES + 1))
    except FileNotFoundError:
        raise BadInput(Code.BAD_FILE, _("There is no file {file}.", file=path)) from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BadInput(
            Code.BAD_FILE, _("{file} cannot be read: {reason}.", file=path, reason=reason)
        ) from None


def delete_replay(path: Path) -> None:
    """Delete one of the player's own replays.

    Raises BadInput if it cannot be deleted.
    """
    with data_folder.explain_os_error(_("{path} cannot be deleted", path=path.name)):
        path.unlink(missing_ok=True)


def local_time(head: Head) -> str:
    """Return the local time at which a replay was played; "" if the file does not contain it."""
    try:
        made = datetime.fromisoformat(head.made)
    except ValueError:
        return ""
    made = made if made.tzinfo is not None else made.replace(tzinfo=UTC)
    return made.astimezone().strftime("%Y-%m-%d %H:%M")
