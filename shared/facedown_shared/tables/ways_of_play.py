"""The ways in which tables are played, of which a client may play only some."""

from __future__ import annotations

from collections.abc import Collection

from facedown_shared.tables.formats import FORMATS

WAYS_OF_PLAY = ("rules", "half", "free", "core", "fab", "companion")
"""Every way of this version. A client says in its Hello which of them it plays."""

OLDER_CLIENTS = {
    "facedown": ("rules", "half", "free", "core", "fab"),
    "facedown browser": ("rules", "core"),
}
"""What our clients play that are too old to say it, by the name of the client."""


def way_of_play(format_name: str, mode: str) -> str:
    """Return the way in which a table is played: its mode, or a format that is played by hand only.

    A format that this version does not know is a way of its own.
    """
    rules = FORMATS.get(format_name)
    return format_name if rules is None or rules.by_hand else mode


def known_ways(plays: Collection[str], client: str) -> Collection[str]:
    """Return the ways that a client plays, of which it says `plays`; () if that is unknown."""
    return plays or OLDER_CLIENTS.get(client, ())
