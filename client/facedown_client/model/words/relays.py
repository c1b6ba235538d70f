"""Relays at a table, in words for its host: which there are, and how many watch behind each."""

from __future__ import annotations

from facedown_shared.protocol.messages import RelayRow
from facedown_shared.text.language import _


def relay_name(row: RelayRow) -> str:
    """Return a relay's name: its number, which controls it, and the name it has given itself."""
    return _("Relay {number}, {name}", number=row.number, name=row.name)


def relay_state(row: RelayRow) -> str:
    """Return how many watch behind a relay, whether it has the host's link, and whether it is muted."""
    parts = [_("{count} watching", count=row.watching)]
    parts.append(_("with your link") if row.by_link else _("without your link"))
    parts += [_("muted")] if row.muted else []
    return _(", ").join(parts)


def relay_news(before: tuple[RelayRow, ...], now: tuple[RelayRow, ...]) -> list[str]:
    """Return a sentence for each relay that has come or gone."""
    known, there = {row.number for row in before}, {row.number for row in now}
    come = [_("{relay} watches this table.", relay=relay_name(row)) for row in now if row.number not in known]
    gone = [
        _("{relay} has disconnected.", relay=relay_name(row)) for row in before if row.number not in there
    ]
    return come + gone
