"""What a game allows by hand, as rows: cells of a movement table, conditions, positions, Summons, menus.

This module knows no game by name; its rows do (`shared/facedown_shared/manual/yugioh.py`). A rule returns
None if it allows a movement, else a Refusal that names the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import msgspec

from facedown_shared.manual.board import Board, PlacedCard
from facedown_shared.protocol.gestures import Gesture, Summon
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.language import later
from facedown_shared.text.words import Words, words


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be done by hand. `effect`: a card's effect may do it all the same."""

    words: Words
    effect: bool = False


class MovementCell(StrEnum):
    """One cell of a movement table."""

    YES = "y"
    EFFECT = "e"
    """Only a card's effect allows it."""
    NO = "n"
    SAME = "="
    """Origin and goal are the same place."""


@dataclass(frozen=True, slots=True)
class PositionRow:
    """A position of a card: a word and its meaning."""

    word: str
    face_up: bool
    defense_position: bool = False
    mark: str = ""
    """What the card is in addition in this position: a Scale."""


class Movement(msgspec.Struct, frozen=True):
    """A movement of one card before it happens. `leaving` are keys of cards that leave in the same act."""

    board: Board
    card: PlacedCard
    goal: Place
    position: str
    by: Seat
    leaving: tuple[int, ...] = ()


Condition = tuple[Callable[[Movement], bool], Words, bool]
"""(the test that forbids it, the rule, whether an effect may overrule it)"""


@dataclass(frozen=True, slots=True)
class SummonPlan:
    """A Summon of several cards at once, before it happens."""

    board: Board
    cards: tuple[PlacedCard, ...]
    materials: tuple[PlacedCard, ...]
    by: Seat


Check = tuple[Callable[[SummonPlan], bool], Words, bool]
"""A Condition of a whole Summon."""


@dataclass(frozen=True, slots=True)
class SummonRow:
    """A Summon that is one gesture: its monster, its materials, and where these go."""

    gesture: type[Summon]
    title: str
    word: Cause
    """Its name in the log."""
    sources: tuple[str, ...]
    """Zones of the Summoned cards."""
    fits: Callable[[PlacedCard], bool]
    """Whether a card can be Summoned like this, by its print."""
    material_zones: tuple[str, ...] = ()
    material_fits: Callable[[PlacedCard], bool] = lambda card: True
    goes: str = "graveyard"
    """Where materials go: a zone, or "material" beneath the Summoned card."""
    positions: tuple[str, ...] = ("attack", "defense")
    most: int = 1
    """The maximum of cards Summoned at once."""
    needs_materials: bool = True
    cause: Cause = "material"
    """The cause of the materials' move."""
    word_with_materials: Cause = ""
    """Its name in the log with materials, if different."""
    checks: tuple[Check, ...] = ()


Fits = Callable[[Board, PlacedCard, Seat], bool]
"""Whether a line makes sense for a card, as the looking seat sees it."""


def lies(*zones: str) -> Fits:
    """Return a test that it is in one of these zones."""
    return lambda board, card, seat: card.zone in zones


def both(*rows: Fits) -> Fits:
    """Return a test that all of these hold."""
    return lambda board, card, seat: all(row(board, card, seat) for row in rows)


def about(row: Callable[[PlacedCard], bool]) -> Fits:
    """Return a test of the card alone."""
    return lambda board, card, seat: row(card)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One line of a card's menu: a gesture that makes sense for it.

    `fits` judges the card, and the looking seat. `needs` names what a client must still ask for: "place",
    "materials", "target", "bearer", "amount", "text".
    """

    gesture: type[Gesture]
    title: str
    fits: Fits
    zone: str = ""
    """The destination of the card, if it moves."""
    position: str = ""
    needs: tuple[str, ...] = ()
    other_side: bool = False
    """Whether it goes to the opponent's side."""
    asks: str = ""
    """The text of the question for more cards; a client has a general one."""


@dataclass(frozen=True, slots=True)
class PileEntry:
    """One line of a pile's menu, or of the table's own (zone ""). The rest are fields of the gesture."""

    zone: str
    gesture: type[Gesture]
    title: str
    needs: tuple[str, ...] = ()
    goal: str = ""
    """The destination zone of the cards, if any."""
    position: str = ""
    text: str = ""
    to_me: bool = False
    """Whether cards are shown to the asking player alone."""
    whole: bool = False
    """Whether it is about every distinguishable card of the pile."""
    of: str = ""
    """The zone whose cards it may name: the own one; for a player of both sides the turn player's."""
    asks: str = ""
    """The text of the question, as for a card."""
    while_searching: bool = False
    """Offered only while that Deck is being searched; no other line is then."""


YDKE, TEXT = "ydke://", later("text")
"""Forms in which a deck can be copied."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """A game's vocabulary for what every table has: in a sentence, and where there is little room."""

    life: str = "life"
    points: str = later("Life")
    attack: str = later("Attack")
    defense: str = later("Defense")
    token: tuple[tuple[str, str], ...] = ()
    """The fields of a token besides its name: fields of `TokenPrint`, and their titles."""
    deck_file: str = later(".ydk file")
    """The kinds of deck files."""
    copied: str = YDKE
    """The form in which a deck is copied, for another program or a friend."""


@dataclass(frozen=True)
class Game:
    """One game on one table, as it may be played by hand."""

    name: str
    cells: Mapping[tuple[str, str], MovementCell]
    names: Mapping[str, str]
    """The name of a zone within a sentence: an id of the catalogue."""
    positions: Mapping[str, tuple[PositionRow, ...]]
    """The positions of a card in each zone, the default first."""
    conditions: tuple[Condition, ...] = ()
    summons: Mapping[type[Gesture], SummonRow] = field(default_factory=dict)
    entries: tuple[MenuEntry, ...] = ()
    piles: tuple[PileEntry, ...] = ()
    changes_control: Callable[[Movement], bool] = lambda movement: False
    """Whether a movement gives a card to the opponent: then its cell does not count."""
    phases: tuple[str, ...] = ()
    sentences: Mapping[tuple[str, str], Words] = field(default_factory=dict)
    """The rule behind a cell, where a general sentence would say too little."""
    stage: str = "monster"
    """The default destination of cards."""
    used: str = "graveyard"
    """The destination of used, lost or abandoned cards."""
    thrown: tuple[str, ...] = ("graveyard", "banished")
    """Possible destinations of cards from the top of a Deck."""
    gear: str = "spell_trap"
    """The zone of equipped cards."""
    cleared: frozenset[str] = frozenset()
    """Zones whose old card is cleared for the next one."""
    noted: frozenset[str] = frozenset()
    """Zones that a card on the field remembers as its origin."""
    bears: Condition | None = None
    """Conditions for a card beneath another; the Movement is of the one above."""
    token_kinds: tuple[str, ...] = ("token",)
    words: GameTerms = field(default_factory=GameTerms)

    def position(self, zone: str, word: str) -> PositionRow | None:
        """Return the position of this word in a zone; "" is the default; None if there is none."""
        rows = self.positions.get(zone, (UPRIGHT,))
        return next((row for row in rows if word in ("", row.word)), None)

    def refusal(self, movement: Movement) -> Refusal | None:
        """Return what forbids a movement; reasons that no effect overrules come first."""
        cells = () if self.changes_control(movement) else _cell(self, movement)
        return _weightiest([*cells, *_conditions(self.conditions, movement)])

    def turning(self, movement: Movement) -> Refusal | None:
        """Return what forbids turning a card in place."""
        return _weightiest(_conditions(self.conditions, movement))

    def bearing(self, movement: Movement) -> Refusal | None:
        """Return what forbids putting cards beneath the one of this movement."""
        return next(iter(_conditions([self.bears] if self.bears else [], movement)), None)

    @cached_property
    def marks(self) -> frozenset[str]:
        """The marks that positions give cards."""
        return frozenset(row.mark for rows in self.positions.values() for row in rows if row.mark)

    def against(self, summon: SummonRow, summoning: SummonPlan) -> Refusal | None:
        """Return what forbids a whole Summon."""
        return _weightiest([Refusal(rule, effect) for bars, rule, effect in summon.checks if bars(summoning)])


UPRIGHT = PositionRow("", face_up=True)


def _cell(game: Game, movement: Movement) -> Sequence[Refusal]:
    start, goal = movement.card.zone, movement.goal.zone
    cell = game.cells.get((start, goal), MovementCell.NO)
    if cell is MovementCell.YES:
        return ()
    if cell is MovementCell.SAME:
        return (Refusal(words("already_there")),)
    said, effect = game.sentences.get((start, goal)), cell is MovementCell.EFFECT
    if said is None:
        way = (words(game.names[start]), words(game.names[goal]))
        said = words("moved_by_effect_only" if effect else "no_card_goes_there", *way)
    return (Refusal(said, effect),)


def _weightiest(found: Sequence[Refusal]) -> Refusal | None:
    """Return the strongest of several refusals: first those that no effect overrules."""
    return min(found, key=lambda refusal: refusal.effect, default=None) if found else None


def _conditions(rows: Sequence[Condition], movement: Movement) -> list[Refusal]:
    return [Refusal(rule, effect) for bars, rule, effect in rows if bars(movement)]
