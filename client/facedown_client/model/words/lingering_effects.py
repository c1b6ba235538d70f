"""What lasts, in words: which card, what it does, whose it is, until when.

Law: worked out from a View alone; no pygame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from facedown_client.model.words.phrases import Names, bare_line, card_words, listed, name_words, until_words
from facedown_shared.tables.view import LingeringEffect, View, VisibleEvent
from facedown_shared.text.language import _


class LastingMark(NamedTuple):
    """What one use of a card has left behind, as one mark."""

    seat: int
    """Whose it is."""
    code: int
    rows: tuple[LingeringEffect, ...]

    @property
    def key(self) -> tuple[int, int, int, str]:
        """Its identity."""
        row = self.rows[0]
        return self.seat, self.code, row.turn, row.phase


def at_player(view: View, seat: int) -> list[LastingMark]:
    """Return what stands beside a player: what is about them, and what of theirs is about no certain
    cards.
    """
    return _marks(
        row for row in view.lasting if seat in row.seats or not (row.seats or row.cards or row.seat != seat)
    )


def at_card(view: View, card: int) -> list[LastingMark]:
    """Return what is about a card, for a while."""
    return _marks(row for row in view.lasting if row.turn and card in row.cards)


def marked_cards(view: View) -> frozenset[int]:
    """The cards that something is about for a while."""
    return frozenset(card for row in view.lasting if row.turn for card in row.cards)


def _marks(rows: Iterator[LingeringEffect]) -> list[LastingMark]:
    found: dict[tuple[int, int, int, str], tuple[LingeringEffect, ...]] = {}
    for row in rows:
        key = (row.seat, row.code, row.turn, row.phase)
        found[key] = (*found.get(key, ()), row)
    return [LastingMark(seat, code, same) for (seat, code, *_rest), same in found.items()]


def title(mark: LastingMark, view: View) -> str:
    """The card it comes from."""
    return name_words(mark.code, view) or _("an effect")


def what(mark: LastingMark, view: View, names: Names) -> str:
    """Return what it does: "Waboku protects from battle damage; Waboku protects from being destroyed in
    battle".
    """
    told = (VisibleEvent("lasting", row.seat, code=row.code, word=row.rule) for row in mark.rows)
    return "; ".join(dict.fromkeys(bare_line(event, view, names) for event in told))


def until(mark: LastingMark, view: View) -> str:
    """Return until when: "to the end of this turn"; "" if that is unknown."""
    return until_words(mark.rows[0], view)


def detail(mark: LastingMark, view: View, names: Names) -> str:
    """Return whose it is and until when: "Wren, to the end of this turn"."""
    parts = [names[mark.seat]] if mark.seat in (0, 1) else []
    return ", ".join(part for part in (*parts, until(mark, view)) if part)


def explained(mark: LastingMark, view: View, names: Names) -> list[str]:
    """Return all of it, in lines: what it does, then the cards it is about, whose it is and until when."""
    told = (VisibleEvent("lasting", row.seat, code=row.code, word=row.rule) for row in mark.rows)
    does = [bare_line(event, view, names) for event in told]
    about = listed([card_words(card, view) for row in mark.rows for card in row.cards])
    rest = "; ".join(part for part in (about, detail(mark, view, names)) if part)
    return [*dict.fromkeys(does), *([f"({rest})"] if rest else [])]


def lasting_lines(view: View, names: Names) -> list[str]:
    """Everything that lasts, a line each, with the cards it is about."""
    lines = []
    for mark in _marks(iter(view.lasting)):
        cards = [card for row in mark.rows for card in row.cards]
        about = listed([card_words(card, view) for card in dict.fromkeys(cards)])
        parts: Sequence[str] = (what(mark, view, names), about, detail(mark, view, names))
        lines.append("; ".join(part for part in parts if part))
    return lines
