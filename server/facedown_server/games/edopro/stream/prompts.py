"""Prompts of the core, each as a class whose annotations are its layout.

They hold secrets. The State decides what a seat may read.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from facedown_server.games.edopro.stream.decoding import U8, U16, U32, U64, Near, Sorted, Whole, Wide


class CodedCard(NamedTuple):
    code: U32
    spot: Wide


class NearCard(NamedTuple):
    code: U32
    spot: Near


class LocatedCard(NamedTuple):
    code: U32
    spot: Whole


class Usable(NamedTuple):
    """An effect that can be activated."""

    code: U32
    spot: Wide
    text: U64
    mode: U8


class Attacker(NamedTuple):
    code: U32
    spot: Near
    direct: U8


class SelectBattle(NamedTuple):
    player: U8
    effects: tuple[Usable, ...]
    attackers: tuple[Attacker, ...]
    main2: U8
    end: U8


class SelectIdle(NamedTuple):
    player: U8
    summons: tuple[CodedCard, ...]
    specials: tuple[CodedCard, ...]
    turns: tuple[NearCard, ...]
    monster_sets: tuple[CodedCard, ...]
    spell_sets: tuple[CodedCard, ...]
    effects: tuple[Usable, ...]
    battle: U8
    end: U8
    shuffle: U8


class SelectEffect(NamedTuple):
    player: U8
    code: U32
    spot: Whole
    text: U64


class SelectYes(NamedTuple):
    player: U8
    text: U64


class SelectOption(NamedTuple):
    player: U8
    texts: Annotated[tuple[U64, ...], "B"]


class SelectCard(NamedTuple):
    player: U8
    cancel: U8
    least: U32
    most: U32
    cards: tuple[LocatedCard, ...]


class SelectUnselect(NamedTuple):
    player: U8
    finish: U8
    cancel: U8
    least: U32
    most: U32
    cards: tuple[LocatedCard, ...]
    chosen: tuple[LocatedCard, ...]


class Chainable(NamedTuple):
    code: U32
    spot: Whole
    text: U64
    mode: U8


class SelectChain(NamedTuple):
    player: U8
    special: U8
    forced: U8
    timing: U32
    other_timing: U32
    effects: tuple[Chainable, ...]


class SelectPlace(NamedTuple):
    player: U8
    many: U8
    taken: U32


class SelectDisabled(SelectPlace):
    """Choice of zones to make unusable."""


class SelectPosition(NamedTuple):
    player: U8
    code: U32
    positions: U8


class Tribute(NamedTuple):
    code: U32
    spot: Wide
    worth: U8


class SelectTribute(NamedTuple):
    player: U8
    cancel: U8
    least: U32
    most: U32
    cards: tuple[Tribute, ...]


class CountedCard(NamedTuple):
    code: U32
    spot: Near
    many: U16


class SelectCounter(NamedTuple):
    player: U8
    counter: U16
    many: U16
    cards: tuple[CountedCard, ...]


class Summand(NamedTuple):
    code: U32
    spot: Whole
    worth: U32


class SelectSum(NamedTuple):
    player: U8
    at_least: U8
    goal: U32
    least: U32
    most: U32
    forced: tuple[Summand, ...]
    cards: tuple[Summand, ...]


class CardAtSpot(NamedTuple):
    code: U32
    spot: Sorted


class SortCards(NamedTuple):
    player: U8
    cards: tuple[CardAtSpot, ...]


class SortChain(SortCards):
    """Choice of the order in which effects go on the Chain."""


class AnnounceRace(NamedTuple):
    player: U8
    many: U8
    races: U64


class AnnounceAttribute(NamedTuple):
    player: U8
    many: U8
    attributes: U32


class AnnounceCard(NamedTuple):
    player: U8
    codes: Annotated[tuple[U64, ...], "B"]


class AnnounceNumber(NamedTuple):
    player: U8
    numbers: Annotated[tuple[U64, ...], "B"]


class RockPaperScissors(NamedTuple):
    player: U8


BY_KIND: dict[int, Any] = {
    10: SelectBattle, 11: SelectIdle, 12: SelectEffect, 13: SelectYes, 14: SelectOption, 15: SelectCard,
    16: SelectChain, 18: SelectPlace, 19: SelectPosition, 20: SelectTribute, 21: SortChain, 22: SelectCounter,
    23: SelectSum, 24: SelectDisabled, 25: SortCards, 26: SelectUnselect, 132: RockPaperScissors,
    140: AnnounceRace, 141: AnnounceAttribute, 142: AnnounceCard, 143: AnnounceNumber,
}  # fmt: skip
CHOICES = frozenset({SelectCard, SelectUnselect, SelectSum, SortCards})
"""Prompts that offer cards in any place."""
KINDS = frozenset(BY_KIND.values())
