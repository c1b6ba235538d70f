"""Siding as text: both lists, cards exchanged one for one, and the final deck.

Law: decks and lines; `Terminal` decides when siding is possible, and the server checks the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from facedown_client.data import DeckEntry
from facedown_client.model import card_catalogue
from facedown_shared.decks.decks import Deck, check_siding, to_ydk
from facedown_shared.protocol.messages import Answer, Prompt, ToServer, UseDeck
from facedown_shared.text import BadInput, Code, _, gettext_noop, join_words

HINT = gettext_noop(
    "To change cards type swap CARD for CARD; side lists both decks, done goes on, keep changes nothing."
)
UNKNOWN = gettext_noop("This client does not know your deck list, so you can only keep the deck: type keep.")
HELP = (
    gettext_noop("side: the cards you play, and those in your Side Deck."),
    gettext_noop(
        "swap CARD for CARD: the first goes out, the second comes in.  swap 2 CARD for CARD: two of each."
    ),
    gettext_noop(
        "undo: the deck as it was.  done: go on with this deck.  keep: go on with the deck as it was."
    ),
)


class SidingWords:
    """A deck during siding. `deck` is the list before siding; None if it is not known."""

    def __init__(self, deck: DeckEntry | None) -> None:
        self.before = deck
        self._after = deck.deck if deck is not None else Deck()

    def handle_line(self, line: str, prompt: Prompt) -> tuple[list[str], list[ToServer]] | None:
        """Return (lines to print, messages to send) for a typed line, or None if it is about something else.

        Raises BadInput for a line that is invalid.
        """
        word, __, rest = line.strip().partition(" ")
        match word.lower():
            case "keep":
                return [], [Answer(prompt.ask, (0,))]
            case "side" | "swap" | "undo" | "done" if self.before is None:
                raise BadInput(Code.NOT_NOW, _(UNKNOWN))
            case "side":
                return self._lists(), []
            case "swap":
                return [self._swap(rest.strip())], []
            case "undo":
                self._after = self._deck_entry.deck
                return [_("The deck is as it was.")], []
            case "done":
                return [], [self._finish(prompt)]
        return None

    @property
    def _deck_entry(self) -> DeckEntry:
        assert self.before is not None, "only a deck that is known is changed"
        return self.before

    def _finish(self, prompt: Prompt) -> ToServer:
        if self._after == self._deck_entry.deck:
            return Answer(prompt.ask, (0,))
        if reasons := check_siding(self._deck_entry.deck, self._after):
            raise BadInput(Code.BAD_DECK, str(join_words(reasons)))
        return UseDeck(to_ydk(self._after), self._deck_entry.title)

    def _lists(self) -> list[str]:
        playing, side = [*self._after.main, *self._after.extra], self._after.side
        return [_("You play:"), *_rows(playing), _("In your Side Deck:"), *(_rows(side) or [_("  nothing")])]

    def _swap(self, rest: str) -> str:
        found = re.fullmatch(r"(?:(\d)\s+)?(.+?)\s+for\s+(.+)", rest)
        if not found:
            raise BadInput(Code.NOT_OFFERED, _("Write: swap CARD for CARD."))
        count, out, into = max(1, int(found[1] or 1)), found[2], found[3]
        deck = self._after
        for __ in range(count):
            old = _find_card(out, (*deck.main, *deck.extra), _("You play"))
            new = _find_card(into, deck.side, _("Your Side Deck has"))
            deck = _exchange(deck, old, new)
        self._after = deck
        return _("{times}{out} is out, {into} is in.", times=_times(count), out=_name(old), into=_name(new))


def _exchange(deck: Deck, old: int, new: int) -> Deck:
    """Exchange two cards: each takes the other's place, so that the sizes stay the same."""
    part = "main" if old in deck.main else "extra"
    changed: dict[str, Any] = {
        part: _replace_card(getattr(deck, part), old, new),
        "side": _replace_card(deck.side, new, old),
    }
    return replace(deck, **changed)


def _replace_card(cards: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def _find_card(words: str, cards: Sequence[int], where: str) -> int:
    """Return the card with this name, or the one whose name contains these words.

    Raises BadInput if there is no such card, or more than one.
    """
    wanted = words.strip().casefold()
    titles = {_name(code): code for code in cards}
    exact = [code for title, code in titles.items() if title.casefold() == wanted]
    found = exact or [code for title, code in titles.items() if wanted in title.casefold()]
    if not found:
        raise BadInput(
            Code.NOT_OFFERED, _('{where} no card called "{name}".', where=where, name=words.strip())
        )
    if len(found) > 1:
        which = _(" or ").join(sorted(map(_name, found))[:4])
        raise BadInput(
            Code.NOT_OFFERED,
            _('"{name}" may be {which}; type more of its name.', name=words.strip(), which=which),
        )
    return found[0]


def _rows(cards: Sequence[int]) -> list[str]:
    named = sorted(Counter(cards).items(), key=lambda row: _name(row[0]))
    return [f"  {_times(count)}{_name(code)}" for code, count in named]


def _times(count: int) -> str:
    return f"{count} × " if count > 1 else ""


_name = partial(card_catalogue.card_name, unknown="card")
