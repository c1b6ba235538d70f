"""Lingering effects as text: the card, the effect, the player, the end.

Law: derived from a View alone; no pygame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from facedown_client.model.words.phrases import (
    Names,
    card_words,
    event_line_without_end,
    join_list,
    name_words,
    until_words,
)
from facedown_shared.tables import LingeringEffect, View, VisibleEvent
from facedown_shared.text import _


class LastingMark(NamedTuple):
    """Mark for all lingering effects of one use of a card."""

    seat: int
    """Seat of the player whose effect it is."""
    code: int
    rows: tuple[LingeringEffect, ...]

    @property
    def key(self) -> tuple[int, int, int, str]:
        """Key that identifies the mark."""
        row = self.rows[0]
        return self.seat, self.code, row.turn, row.phase


def marks_at_player(view: View, seat: int) -> list[LastingMark]:
    """Return the marks beside a player: effects on the player, and the player's effects on no particular
    cards.
    """
    return _marks(
        row for row in view.lasting if seat in row.seats or not (row.seats or row.cards or row.seat != seat)
    )


def marks_at_card(view: View, card: int) -> list[LastingMark]:
    """Return the marks of lingering effects on a card."""
    return _marks(row for row in view.lasting if row.turn and card in row.cards)


def marked_cards(view: View) -> frozenset[int]:
    """Return the cards that lingering effects apply to."""
    return frozenset(card for row in view.lasting if row.turn for card in row.cards)


def _marks(rows: Iterator[LingeringEffect]) -> list[LastingMark]:
    found: dict[tuple[int, int, int, str], tuple[LingeringEffect, ...]] = {}
    for row in rows:
        key = (row.seat, row.code, row.turn, row.phase)
        found[key] = (*found.get(key, ()), row)
    return [LastingMark(seat, code, same) for (seat, code, *_rest), same in found.items()]


def title(mark: LastingMark, view: View) -> str:
    """Return the name of the card that an effect comes from."""
    return name_words(mark.code, view) or _("an effect")


def effect_text(mark: LastingMark, view: View, names: Names) -> str:
    """Return what the effects do: "Waboku protects from battle damage; Waboku protects from being destroyed
    in battle".
    """
    events = (VisibleEvent("lasting", row.seat, code=row.code, word=row.rule) for row in mark.rows)
    return "; ".join(dict.fromkeys(event_line_without_end(event, view, names) for event in events))


def end_text(mark: LastingMark, view: View) -> str:
    """Return the end of an effect: "to the end of this turn"; "" if it is unknown."""
    return until_words(mark.rows[0], view)


def detail(mark: LastingMark, view: View, names: Names) -> str:
    """Return the player and the end of an effect: "Wren, to the end of this turn"."""
    parts = [names[mark.seat]] if mark.seat in (0, 1) else []
    return ", ".join(part for part in (*parts, end_text(mark, view)) if part)


def explanation_lines(mark: LastingMark, view: View, names: Names) -> list[str]:
    """Return a full explanation as lines: what the effects do, then the affected cards, the player and
    the end.
    """
    events = (VisibleEvent("lasting", row.seat, code=row.code, word=row.rule) for row in mark.rows)
    does = [event_line_without_end(event, view, names) for event in events]
    about = join_list([card_words(card, view) for row in mark.rows for card in row.cards])
    rest = "; ".join(part for part in (about, detail(mark, view, names)) if part)
    return [*dict.fromkeys(does), *([f"({rest})"] if rest else [])]


def lasting_lines(view: View, names: Names) -> list[str]:
    """Return every lingering effect as a line, with the cards it affects."""
    lines = []
    for mark in _marks(iter(view.lasting)):
        cards = [card for row in mark.rows for card in row.cards]
        about = join_list([card_words(card, view) for card in dict.fromkeys(cards)])
        parts: Sequence[str] = (effect_text(mark, view, names), about, detail(mark, view, names))
        lines.append("; ".join(part for part in parts if part))
    return lines
