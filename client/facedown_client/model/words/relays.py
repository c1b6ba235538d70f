"""Relays at a table as text for its host: their names, and the number of viewers behind each."""

from __future__ import annotations

from facedown_shared.protocol.messages import RelayRow
from facedown_shared.text import _


def relay_name(row: RelayRow) -> str:
    """Return a relay's name: the number for commands about it, and the name it has given itself."""
    return _("Relay {number}, {name}", number=row.number, name=row.name)


def relay_state(row: RelayRow) -> str:
    """Return a relay's state: its number of viewers, whether it has the host's link, and whether it is
    muted.
    """
    parts = [_("{count} watching", count=row.watching)]
    parts.append(_("with your link") if row.by_link else _("without your link"))
    parts += [_("muted")] if row.muted else []
    return _(", ").join(parts)


def relay_news(before: tuple[RelayRow, ...], now: tuple[RelayRow, ...]) -> list[str]:
    """Return a sentence for each relay that has joined or left."""
    known, there = {row.number for row in before}, {row.number for row in now}
    come = [_("{relay} watches this table.", relay=relay_name(row)) for row in now if row.number not in known]
    gone = [
        _("{relay} has disconnected.", relay=relay_name(row)) for row in before if row.number not in there
    ]
    return come + gone
