"""What a game lets hands do, as rows: cells of a movement table, conditions, positions, Summons, menus.

Nothing here knows a game by name; its rows do (`shared/facedown_shared/manual/yugioh.py`). A rule's answer is
None where it has nothing against a movement, else a Refusal that says the rule.
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
    """Nobody does it at will; a card's effect can."""
    NO = "n"
    SAME = "="
    """Origin and goal are the same place."""


@dataclass(frozen=True, slots=True)
class PositionRow:
    """How a card lies: a word and what it means."""

    word: str
    face_up: bool
    defense_position: bool = False
    mark: str = ""
    """What the card is there besides, as long as it lies so: a Scale."""


class Movement(msgspec.Struct, frozen=True):
    """One card on its way, before it moves. `leaving` are keys of cards that make room in the same act."""

    board: Board
    card: PlacedCard
    goal: Place
    position: str
    by: Seat
    leaving: tuple[int, ...] = ()


Condition = tuple[Callable[[Movement], bool], Words, bool]
"""(whether it stands in the way, the rule, whether an effect may do it all the same)"""


@dataclass(frozen=True, slots=True)
class SummonPlan:
    """A Summon of several cards at once, before it happens."""

    board: Board
    cards: tuple[PlacedCard, ...]
    materials: tuple[PlacedCard, ...]
    by: Seat


Check = tuple[Callable[[SummonPlan], bool], Words, bool]
"""As Condition, of a whole Summon."""


@dataclass(frozen=True, slots=True)
class SummonRow:
    """A Summon that is one gesture: what is Summoned, of what, and where the materials go."""

    gesture: type[Summon]
    title: str
    word: Cause
    """How the log calls it."""
    sources: tuple[str, ...]
    """Zones the Summoned cards come from."""
    fits: Callable[[PlacedCard], bool]
    """Whether a card can be Summoned so, by its print."""
    material_zones: tuple[str, ...] = ()
    material_fits: Callable[[PlacedCard], bool] = lambda card: True
    goes: str = "graveyard"
    """Where materials go: a zone, or "material" beneath the Summoned card."""
    positions: tuple[str, ...] = ("attack", "defense")
    most: int = 1
    """How many cards are Summoned at once."""
    needs_materials: bool = True
    cause: Cause = "material"
    """Why what is used goes."""
    word_with_materials: Cause = ""
    """How the log calls it with materials, where that is another word."""
    checks: tuple[Check, ...] = ()


Fits = Callable[[Board, PlacedCard, Seat], bool]
"""Whether a line makes sense for a card, as the seat that looks sees it."""


def lies(*zones: str) -> Fits:
    """It lies in one of these zones."""
    return lambda board, card, seat: card.zone in zones


def both(*rows: Fits) -> Fits:
    """Every one of these holds."""
    return lambda board, card, seat: all(row(board, card, seat) for row in rows)


def about(row: Callable[[PlacedCard], bool]) -> Fits:
    """Something about the card alone."""
    return lambda board, card, seat: row(card)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One line of a card's menu: a gesture that makes sense for it.

    `fits` judges the card, and who looks. `needs` names what a client still has to ask for: "place",
    "materials", "target", "bearer", "amount", "text".
    """

    gesture: type[Gesture]
    title: str
    fits: Fits
    zone: str = ""
    """Where the card goes, if it moves."""
    position: str = ""
    needs: tuple[str, ...] = ()
    other_side: bool = False
    """It goes to the other player's side."""
    asks: str = ""
    """What is asked for where it needs more cards, in a sentence; a client has a general one."""


@dataclass(frozen=True, slots=True)
class PileEntry:
    """One line of a pile's menu, or of the table's own (zone ""). The rest are fields of the gesture."""

    zone: str
    gesture: type[Gesture]
    title: str
    needs: tuple[str, ...] = ()
    goal: str = ""
    """The zone the cards go to, if they go anywhere."""
    position: str = ""
    text: str = ""
    to_me: bool = False
    """What is shown is shown to whoever asks, and to nobody else."""
    whole: bool = False
    """It is about every card of the pile that one can tell apart."""
    of: str = ""
    """The zone whose cards it may name: the own one, of whoever's turn it is for who plays both sides."""
    asks: str = ""
    """What is asked for with them, as for a card."""
    while_searching: bool = False
    """Offered only while that Deck is being looked through; everything else is not."""


YDKE, TEXT = "ydke://", later("text")
"""What a deck can be copied as."""


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a game calls what every table has: in a sentence, and where there is little room."""

    life: str = "life"
    points: str = later("Life")
    attack: str = later("Attack")
    defense: str = later("Defense")
    token: tuple[tuple[str, str], ...] = ()
    """What is asked of a token besides its name: fields of `TokenPrint`, and their titles."""
    deck_file: str = later(".ydk file")
    """What a deck may lie in."""
    copied: str = YDKE
    """What a deck is copied as, for another program or a friend."""


@dataclass(frozen=True)
class Game:
    """One game on one table, as hands may play it."""

    name: str
    cells: Mapping[tuple[str, str], MovementCell]
    names: Mapping[str, str]
    """What a zone is called within a sentence: an id of the catalogue."""
    positions: Mapping[str, tuple[PositionRow, ...]]
    """How a card may lie in each zone, the usual way first."""
    conditions: tuple[Condition, ...] = ()
    summons: Mapping[type[Gesture], SummonRow] = field(default_factory=dict)
    entries: tuple[MenuEntry, ...] = ()
    piles: tuple[PileEntry, ...] = ()
    changes_control: Callable[[Movement], bool] = lambda movement: False
    """Whether a movement hands a card over to the other player: then its cell does not count."""
    phases: tuple[str, ...] = ()
    sentences: Mapping[tuple[str, str], Words] = field(default_factory=dict)
    """The rule behind a cell, where a general sentence would say too little."""
    stage: str = "monster"
    """The zone that cards are brought to unless another one is named."""
    used: str = "graveyard"
    """Where goes what is used, lost or left behind."""
    thrown: tuple[str, ...] = ("graveyard", "banished")
    """Where cards may be sent from the top of a Deck."""
    gear: str = "spell_trap"
    """The zone of cards that are equipped to others."""
    cleared: frozenset[str] = frozenset()
    """Zones whose old card makes room for the next one."""
    noted: frozenset[str] = frozenset()
    """Zones of which a card on the field remembers that it came from there."""
    bears: Condition | None = None
    """What stands in the way of a card that is to lie beneath another; the Movement is of the one above."""
    token_kinds: tuple[str, ...] = ("token",)
    words: GameTerms = field(default_factory=GameTerms)

    def position(self, zone: str, word: str) -> PositionRow | None:
        """The position of this word in a zone; "" is the usual one; None when there is none such."""
        rows = self.positions.get(zone, (UPRIGHT,))
        return next((row for row in rows if word in ("", row.word)), None)

    def refusal(self, movement: Movement) -> Refusal | None:
        """What stands in the way of a movement; what no effect can do is said first."""
        cells = () if self.changes_control(movement) else _cell(self, movement)
        return _weightiest([*cells, *_conditions(self.conditions, movement)])

    def turning(self, movement: Movement) -> Refusal | None:
        """What stands in the way of turning a card where it lies."""
        return _weightiest(_conditions(self.conditions, movement))

    def bearing(self, movement: Movement) -> Refusal | None:
        """What stands in the way of cards being laid beneath the one of this movement."""
        return next(iter(_conditions([self.bears] if self.bears else [], movement)), None)

    @cached_property
    def marks(self) -> frozenset[str]:
        """What positions mark cards as."""
        return frozenset(row.mark for rows in self.positions.values() for row in rows if row.mark)

    def against(self, summon: SummonRow, summoning: SummonPlan) -> Refusal | None:
        """What stands in the way of a whole Summon."""
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
    """What is said of several: first of all what no effect can do either."""
    return min(found, key=lambda refusal: refusal.effect, default=None) if found else None


def _conditions(rows: Sequence[Condition], movement: Movement) -> list[Refusal]:
    return [Refusal(rule, effect) for bars, rule, effect in rows if bars(movement)]
