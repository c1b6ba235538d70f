"""Sharing a replay: the link to the public replay of its match, or a copy of its file.

Law: links are stored beside the replays, in a file of their own, and never in a replay.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import msgspec
from platformdirs import user_downloads_path

from facedown_client.model import data_folder
from facedown_shared.network import links
from facedown_shared.replay import ENDING, MAX_FILE_BYTES, Head, parse_head
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import BadInput, _, gettext_noop

NOTES = "links.json"
"""File in the folder of replays that stores the links."""
MAX_SHARED_REPLAYS = 5_000

OWN = gettext_noop("Your own one shows your hand and your Deck.")
BOTH = gettext_noop("It shows both hands and both Decks.")
SEEN = gettext_noop("It shows what spectators saw: no hand, no face-down card.")


class SharedReplay(msgspec.Struct, frozen=True):
    """The link to a match's public replay, and its expiry in ISO 8601; "" if that is unknown."""

    link: str
    until: str = ""


def store_link(path: Path, link: str, days: int = 0) -> None:
    """Store the link to the public replay of the match in this file, and its lifetime in days (0: unknown).

    A link that only works on this computer is not stored. If the disk is full, the link is lost.
    """
    until = (datetime.now(UTC) + timedelta(days=days)).isoformat(timespec="seconds") if days else ""
    if link and not _is_loopback(links.parse_link(link).host):
        _write_links(path.parent, {**_read_links(path.parent), path.name: SharedReplay(link, until)})


def delete_link(path: Path) -> None:
    """Forget the link of a public replay that was deleted."""
    _write_links(
        path.parent, {name: row for name, row in _read_links(path.parent).items() if name != path.name}
    )


def link_of(path: Path) -> str:
    """Return the link to the public replay of this match; "" if none is known, or it has expired."""
    noted = _read_links(path.parent).get(path.name)
    return noted.link if noted is not None and _is_listed(noted) else ""


def describe_content(head: Head) -> str:
    """Return a sentence on what the receiver of this file sees."""
    return _(BOTH if head.is_opened else SEEN if is_public(head) else OWN)


def is_public(head: Head) -> bool:
    """Return whether a replay contains only what spectators saw."""
    return head.sides == (PUBLIC_CLASS_INDEX,)


def default_folder() -> Path:
    """Return the folder in which people look for files to send."""
    downloads = user_downloads_path()
    return downloads if downloads.is_dir() else Path.home()


def copy_to(path: Path, where: str) -> Path:
    """Copy the file into this folder, under a free name.

    Raises BadInput if it cannot be written.
    """
    goal = Path(where.strip() or ".").expanduser()
    with data_folder.explain_os_error(_("{path} cannot be copied", path=path.name)):
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES)
        parse_head(data)
        names = (f"{path.stem}{f' ({number})' if number > 1 else ''}{ENDING}" for number in count(1))
        free = next(goal / name for name in names if not (goal / name).exists())
        if not goal.is_dir():
            raise NotADirectoryError(20, _("there is no folder {folder}", folder=goal))
    data_folder.write_private(free, data)
    return free.absolute()


def _is_listed(noted: SharedReplay) -> bool:
    with suppress(ValueError):
        return not noted.until or datetime.fromisoformat(noted.until) > datetime.now(UTC)
    return False


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _read_links(where: Path) -> dict[str, SharedReplay]:
    with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.decode((where / NOTES).read_bytes(), type=dict[str, SharedReplay])
    return {}


def _write_links(where: Path, rows: dict[str, SharedReplay]) -> None:
    """Store the links of replays that still exist; of too many, the latest."""
    stored = [(name, row) for name, row in rows.items() if _is_listed(row) and (where / name).exists()][
        -MAX_SHARED_REPLAYS:
    ]
    with suppress(BadInput):
        data_folder.write_private(where / NOTES, msgspec.json.encode(dict(stored)))
