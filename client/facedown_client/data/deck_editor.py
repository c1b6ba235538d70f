"""A deck being edited: plain values, undo for every change, and a reason for every impossible one.

Law: no pygame, no files. The legality of the deck is checked by `facedown_shared.decks.decks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Protocol

from facedown_client.data import draw_odds
from facedown_client.model import card_catalogue
from facedown_shared.cards.facts import ARENA_KINDS, Facts, Pool
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import FORMATS, Format
from facedown_shared.text import _, gettext_noop, words


class Part(StrEnum):
    """The three parts of a deck."""

    MAIN = "main"
    EXTRA = "extra"
    SIDE = "side"

    @property
    def number(self) -> int:
        """Index of the part in `Deck.parts`."""
        return list(Part).index(self)


class DeckInParts(Protocol):
    """Interface of a deck whose cards move between parts. As a part, None stands for outside the deck."""

    def cards(self, part: Part) -> tuple[int, ...]:
        """Return the cards of a part."""

    def refuse_move(self, code: int, start: Part | None, goal: Part | None) -> str:
        """Return the reason why a card cannot move between these parts; "" if it can."""

    def move_card(
        self, code: int, start: Part | None, goal: Part | None, *, at: int = -1, place: int = -1
    ) -> None:
        """Move a card from index `at` of one part (-1: its last copy) to another part, before the card
        at index `place` there (-1: to the end).
        """


class DeckEditor:
    """A deck being edited, with its undo history."""

    def __init__(self, deck: Deck, format_name: str = "master", limits: Limits = NO_LIMITS) -> None:
        self.deck = deck
        self.format_name = format_name
        self.limits = limits
        """Ban list that the deck is checked against."""
        self._before: list[Deck] = []
        self._saved = deck
        self._judged: tuple[object, list[str]] = (None, [])
        self._listed: tuple[object, Mapping[int, int]] = (None, {})

    # --- queries --------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Format:
        """Format of the deck."""
        return FORMATS[self.format_name]

    def cards(self, part: Part) -> tuple[int, ...]:
        """Return the cards of a part."""
        return self.deck.parts[part.number]

    def title(self, part: Part) -> str:
        """Return the game's name of a part."""
        return _(self.rules.parts[part.number])

    def max_cards(self, part: Part) -> int | None:
        """Return the maximum number of cards in a part; None if there is none."""
        return (self.rules.main_deck[1], self.rules.extra_deck[1], max(self.rules.side_deck))[part.number]

    def copies(self, code: int, part: Part) -> int:
        """Return the number of copies of a card in a part."""
        return self.cards(part).count(code)

    def home(self, code: int) -> Part:
        """Return the part in which a card belongs, other than the Side Deck."""
        facts = card_catalogue.find_facts(code)
        return Part.EXTRA if facts is not None and facts.belongs_in_extra_deck else Part.MAIN

    def allowed_copies(self, code: int) -> int:
        """Return the number of copies of a card that format and ban list allow in all parts together."""
        pool = card_catalogue.cards()
        if self._listed[0] != (id(pool), id(self.limits)):
            self._listed = ((id(pool), id(self.limits)), self.limits.allowed_copies(pool))
        limits = decks.applied_limits(self.rules, self.limits)
        listed = self._listed[1] if limits is self.limits else {}
        return min(self.rules.copies, listed.get(_original(code, pool), limits.otherwise))

    @property
    def cost(self) -> tuple[int, int] | None:
        """Points of the deck and its point cap; None if cards cost no points."""
        limits = decks.applied_limits(self.rules, self.limits)
        cap = decks.point_cap(self.rules, limits)
        return None if cap is None else (decks.points(self.deck, card_catalogue.cards(), limits), cap)

    @property
    def has_points(self) -> bool:
        """True if cards cost points by the ban list."""
        return self.limits.point_cap is not None

    def mark(self, code: int) -> int | None:
        """Return the number to show on a card: the points of a copy if cards cost points, else the allowed
        copies.

        None for a card that costs nothing, or whose copies the list does not limit.
        """
        if self.rules.point_cap is not None:
            return decks.points(Deck((code,)), card_catalogue.cards(), self.limits) or None
        allowed = self.allowed_copies(code)
        return allowed if self.limits.name and allowed < self.rules.copies else None

    @property
    def kind_counts(self) -> list[tuple[str, int]]:
        """Kinds of cards in the Main Deck, each with its number of cards."""
        read = [facts for code in self.deck.main if (facts := card_catalogue.cards().get(code)) is not None]
        kinds = COLOURS if self.rules.card_kinds & ARENA_KINDS else KINDS
        return [(title, sum(_has_kind(facts, word) for facts in read)) for title, word in kinds.items()]

    @property
    def problems(self) -> list[str]:
        """Reasons why format and ban list do not allow the deck, one sentence each."""
        about = (self.deck, self.format_name, id(self.limits), id(card_catalogue.cards()))
        if self._judged[0] != about:
            reasons = decks.check(self.deck, self.rules, card_catalogue.cards(), self.limits)
            self._judged = (about, list(map(str, reasons)))
        return self._judged[1]

    @property
    def excess(self) -> dict[int, int]:
        """Cards with too many copies, each with the number of surplus copies."""
        pool = card_catalogue.cards()
        together = Counter(_original(code, pool) for code in self.deck.cards)
        found = ((code, together[_original(code, pool)]) for code in dict.fromkeys(self.deck.cards))
        return {code: count - most for code, count in found if count > (most := self.allowed_copies(code))}

    @property
    def is_changed(self) -> bool:
        """True if the deck differs from the one saved last."""
        return self.deck.parts != self._saved.parts

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._before)

    # --- changes --------------------------------------------------------------------------------------------

    def refuse_move(self, code: int, start: Part | None, goal: Part | None) -> str:
        """Return the reason why a card cannot move between these parts; "" if it can. None is the search
        result.
        """
        if goal is None or goal is start:
            return ""
        facts, title = card_catalogue.find_facts(code), self.title(goal)
        if facts is not None and (reason := decks.misplacement_reason(goal.number, facts, self.rules)):
            return str(words("card_misplaced", facts.name, reason))
        most = self.max_cards(goal)
        if most is not None and len(self.cards(goal)) >= most:
            return _("The {part} holds {most} cards at most.", part=title, most=most)
        pool, name = card_catalogue.cards(), card_catalogue.card_name(code)
        there = sum(_original(card, pool) == _original(code, pool) for card in self.deck.cards)
        if start is None and there >= (allowed := self.allowed_copies(code)):
            if allowed == self.rules.copies:
                return _("{card} is in the deck {count} times, which is the maximum.", card=name, count=there)
            if not allowed:
                return _("The list {name} forbids {card}.", name=self.limits.name, card=name)
            values = {"name": self.limits.name, "count": allowed, "card": name}
            return _("The list {name} allows {count} of {card}.", **values)
        return ""

    def move_card(
        self, code: int, start: Part | None, goal: Part | None, *, at: int = -1, place: int = -1
    ) -> None:
        """Move a card from index `at` of one part (-1: its last copy) to another part, before the card
        at index `place` there (-1: to the end).

        None is the search result: moving from there adds a copy, moving to there removes one.
        """
        self._replace_deck(with_moved_card(self.deck, code, start, goal, at=at, place=place))

    def add(self, code: int, part: Part | None = None) -> None:
        """Add one copy to the part where the card belongs, or to the Side Deck."""
        self.move_card(code, None, part or self.home(code))

    def remove(self, code: int, part: Part) -> None:
        """Remove one copy of a card from a part, if there is one."""
        self.move_card(code, part, None)

    def sort(self) -> None:
        """Sort the deck: monsters by level, then Spells, then Traps, each by name; arena cards by their
        place.
        """
        main, extra, side = (tuple(sorted(self.cards(part), key=order)) for part in Part)
        self._replace_deck(replace(self.deck, main=main, extra=extra, side=side))

    def undo(self) -> None:
        """Undo the last change."""
        if self._before:
            self.deck = self._before.pop()

    def mark_saved(self) -> None:
        """Mark the present deck as saved."""
        self._saved = self.deck

    def _replace_deck(self, deck: Deck) -> None:
        if deck.parts != self.deck.parts:
            self._before.append(self.deck)
            self.deck = deck

    # --- odds -----------------------------------------------------------------------------------------------

    def odds(self, code: int, draws: int) -> float:
        """Return the probability of holding at least one copy of a card after so many draws."""
        return draw_odds.chance_of_each(len(self.deck.main), [self.copies(code, Part.MAIN)], draws)

    def opening_draws(self, turn: int) -> int:
        """Return the number of cards seen by the player's own turn of this number, going first."""
        drawn = turn if self.rules.first_turn_draw else turn - 1
        return self.rules.opening_hand + max(0, drawn)


def with_moved_card(
    deck: Deck, code: int, start: Part | None, goal: Part | None, *, at: int = -1, place: int = -1
) -> Deck:
    """Return a deck with a card moved between parts, as in `DeckInParts.move_card`; the same deck if the
    card is not there.
    """
    parts = {part: list(deck.parts[part.number]) for part in Part}
    if start is not None:
        there = parts[start]
        if code not in there:
            return deck
        if not (0 <= place < len(there) and there[place] == code):
            place = len(there) - 1 - there[::-1].index(code)
        del there[place]
        at -= start is goal and place < at
    if goal is not None:
        parts[goal].insert(at if at >= 0 else len(parts[goal]), code)
    main, extra, side = (tuple(parts[part]) for part in Part)
    return replace(deck, main=main, extra=extra, side=side)


KINDS = {gettext_noop("Monsters"): "monster", gettext_noop("Spells"): "spell", gettext_noop("Traps"): "trap"}
COLOURS = {gettext_noop("Red"): "red", gettext_noop("Yellow"): "yellow", gettext_noop("Blue"): "blue"}
ARENA = ("hero", "weapon", "head", "chest", "arms", "legs")
"""The order of cards that start in the arena."""


def _has_kind(facts: Facts, word: str) -> bool:
    return word in facts.kinds or facts.extra.get("color") == word


def _original(code: int, pool: Pool) -> int:
    facts = pool.get(code)
    return facts.original if facts is not None else code


def order(code: int) -> tuple[Any, ...]:
    """Return the sort key of a card in a sorted deck."""
    facts = card_catalogue.find_facts(code)
    if facts is None:
        return (3, 0, 0, str(code))
    if facts.is_monster or facts.is_spell or facts.is_trap:
        group = 0 if facts.is_monster else 1 if facts.is_spell else 2
        return (group, -(facts.level or facts.rank or facts.link), 0, facts.name)
    slot = next((number for number, kind in enumerate(ARENA) if kind in facts.kinds), len(ARENA))
    return (0, slot, facts.extra.get("pitch", 0), facts.name)
