"""The types of a game's rows for play by hand: movement cells, conditions, positions, Summons, menus.

This module knows no game by name; the game's module has its rows (`shared/facedown_shared/manual/yugioh.py`).
A rule returns None if it allows a movement, else a Refusal that names the rule.
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
from facedown_shared.tables import Place, Seat
from facedown_shared.text import Words, gettext_noop, words


@dataclass(frozen=True, slots=True)
class Refusal:
    """Reason why a gesture is not allowed by hand. `effect`: True if a card's effect may do it anyway."""

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
    """Role that the card gets from this position: a "scale"."""


class Movement(msgspec.Struct, frozen=True):
    """A movement of one card before it happens. `leaving`: the keys of cards that leave in the same act."""

    board: Board
    card: PlacedCard
    goal: Place
    position: str
    by: Seat
    leaving: tuple[int, ...] = ()


Condition = tuple[Callable[[Movement], bool], Words, bool]
"""A test that returns True to forbid a movement, the rule behind it, and whether an effect may overrule
it.
"""


@dataclass(frozen=True, slots=True)
class SummonPlan:
    """A Summon of several cards at once, before it happens."""

    board: Board
    cards: tuple[PlacedCard, ...]
    materials: tuple[PlacedCard, ...]
    by: Seat


Check = tuple[Callable[[SummonPlan], bool], Words, bool]
"""A Condition for a whole Summon."""


@dataclass(frozen=True, slots=True)
class SummonRow:
    """A Summon that is one gesture: its monster, its materials, and their destination."""

    gesture: type[Summon]
    title: str
    word: Cause
    """Name of the Summon in the log."""
    sources: tuple[str, ...]
    """Zones from which cards can be Summoned."""
    fits: Callable[[PlacedCard], bool]
    """Test whether a card can be Summoned this way, by its printed facts."""
    material_zones: tuple[str, ...] = ()
    material_fits: Callable[[PlacedCard], bool] = lambda card: True
    goes: str = "graveyard"
    """Destination of the materials: a zone, or "material" beneath the Summoned card."""
    positions: tuple[str, ...] = ("attack", "defense")
    most: int = 1
    """Maximum number of cards Summoned at once."""
    needs_materials: bool = True
    cause: Cause = "material"
    """The cause of the materials' move."""
    word_with_materials: Cause = ""
    """Name in the log of a Summon with materials, if different."""
    checks: tuple[Check, ...] = ()


Fits = Callable[[Board, PlacedCard, Seat], bool]
"""Test whether a menu entry makes sense for a card, from the view of a seat."""


def is_in_zones(*zones: str) -> Fits:
    """Return a test whether the card is in one of these zones."""
    return lambda board, card, seat: card.zone in zones


def all_of(*rows: Fits) -> Fits:
    """Return a test that is True if all of these are."""
    return lambda board, card, seat: all(row(board, card, seat) for row in rows)


def is_card(row: Callable[[PlacedCard], bool]) -> Fits:
    """Return a test that looks only at the card."""
    return lambda board, card, seat: row(card)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One entry of a card's menu: a gesture that makes sense for the card.

    `fits` tests the card from the view of a seat. `needs` names the values a client must still ask for:
    "place", "materials", "target", "bearer", "amount", "text".
    """

    gesture: type[Gesture]
    title: str
    fits: Fits
    zone: str = ""
    """Destination zone of the card, if it moves."""
    position: str = ""
    needs: tuple[str, ...] = ()
    other_side: bool = False
    """True if the card moves to the opponent's side."""
    asks: str = ""
    """Text of the question for more cards; if empty, a client uses a general text."""


@dataclass(frozen=True, slots=True)
class PileEntry:
    """One entry of a pile's menu, or of the table's menu (zone ""). Other attributes are fields of the
    gesture.
    """

    zone: str
    gesture: type[Gesture]
    title: str
    needs: tuple[str, ...] = ()
    goal: str = ""
    """Destination zone of the cards, if they move."""
    position: str = ""
    text: str = ""
    to_me: bool = False
    """True if the cards are shown only to the player who makes the gesture."""
    whole: bool = False
    """True if the gesture covers every distinguishable card of the pile."""
    of: str = ""
    """Zone whose cards the gesture may name: the player's own; for a player of both sides the turn
    player's.
    """
    asks: str = ""
    """Text of the question, as in MenuEntry."""
    while_searching: bool = False
    """True if the entry is offered only while that Deck is being searched; no other entry is offered then."""


PUT_BACK_ORDER = gettext_noop("Choose the cards that you have seen, in their order.")
"""Question for the cards that are put back on a Deck."""

YDKE, TEXT = "ydke://", gettext_noop("text")
"""Forms in which a deck can be copied."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """A game's vocabulary for the things that every table has: for sentences, and in short form."""

    life: str = gettext_noop("life")
    points: str = gettext_noop("Life")
    attack: str = gettext_noop("Attack")
    defense: str = gettext_noop("Defense")
    token: tuple[tuple[str, str], ...] = ()
    """Fields of a token besides its name: fields of `TokenPrint` with their titles."""
    deck_file: str = gettext_noop(".ydk file")
    """Name of the game's deck files."""
    copied: str = YDKE
    """Form in which a deck is copied for another program or a friend."""


@dataclass(frozen=True)
class Game:
    """One game on one table, with its rules for play by hand."""

    name: str
    cells: Mapping[tuple[str, str], MovementCell]
    names: Mapping[str, str]
    """Name of each zone within a sentence: an id of the catalogue."""
    positions: Mapping[str, tuple[PositionRow, ...]]
    """The positions of a card in each zone, the default first."""
    conditions: tuple[Condition, ...] = ()
    summons: Mapping[type[Gesture], SummonRow] = field(default_factory=dict)
    entries: tuple[MenuEntry, ...] = ()
    piles: tuple[PileEntry, ...] = ()
    changes_control: Callable[[Movement], bool] = lambda movement: False
    """Test whether a movement gives a card to the opponent; the movement table is then not applied."""
    phases: tuple[str, ...] = ()
    sentences: Mapping[tuple[str, str], Words] = field(default_factory=dict)
    """The rule behind a cell of the movement table, if a general sentence would not explain it."""
    stage: str = "monster"
    """Default destination of cards."""
    used: str = "graveyard"
    """Destination of used, lost or abandoned cards."""
    thrown: tuple[str, ...] = ("graveyard", "banished")
    """Possible destinations of cards from the top of a Deck."""
    gear: str = "spell_trap"
    """Zone of equipped cards."""
    cleared: frozenset[str] = frozenset()
    """Zones whose old card is removed to make room for a new one."""
    noted: frozenset[str] = frozenset()
    """Zones that are recorded as the origin of a card on the field."""
    bears: Condition | None = None
    """Conditions for putting a card beneath another. The Movement is that of the card above."""
    token_kinds: tuple[str, ...] = ("token",)
    words: GameTerms = field(default_factory=GameTerms)

    def position(self, zone: str, word: str) -> PositionRow | None:
        """Return the position with this word in a zone; "" is the default. None if the zone has no such
        position.
        """
        rows = self.positions.get(zone, (UPRIGHT,))
        return next((row for row in rows if word in ("", row.word)), None)

    def refusal(self, movement: Movement) -> Refusal | None:
        """Return the Refusal of a movement, or None. Refusals that no effect overrules come first."""
        cells = () if self.changes_control(movement) else _cell(self, movement)
        return _weightiest([*cells, *_conditions(self.conditions, movement)])

    def refuse_turn(self, movement: Movement) -> Refusal | None:
        """Return the Refusal of turning a card in place, or None."""
        return _weightiest(_conditions(self.conditions, movement))

    def refuse_attach(self, movement: Movement) -> Refusal | None:
        """Return the Refusal of putting cards beneath the card of this movement, or None."""
        return next(iter(_conditions([self.bears] if self.bears else [], movement)), None)

    @cached_property
    def marks(self) -> frozenset[str]:
        """All marks that positions can give a card."""
        return frozenset(row.mark for rows in self.positions.values() for row in rows if row.mark)

    def against(self, summon: SummonRow, summoning: SummonPlan) -> Refusal | None:
        """Return the Refusal of a whole Summon, or None."""
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
    """Return the strongest of several refusals: one that no effect overrules, if there is one."""
    return min(found, key=lambda refusal: refusal.effect, default=None) if found else None


def _conditions(rows: Sequence[Condition], movement: Movement) -> list[Refusal]:
    return [Refusal(rule, effect) for bars, rule, effect in rows if bars(movement)]
