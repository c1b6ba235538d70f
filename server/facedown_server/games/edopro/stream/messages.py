"""Messages of the core, each as a class whose annotations are its layout (version 11.0 of its interface).

The messages hold secrets of both players. They reach a client only through the State.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from facedown_server.games.edopro.stream import prompts
from facedown_server.games.edopro.stream.decoding import (
    U8,
    U16,
    U32,
    U64,
    CoreSpot,
    Cursor,
    Near,
    Unread,
    Whole,
    Wide,
    reader,
)


class Retry(NamedTuple):
    """The answer was invalid."""


class Hint(NamedTuple):
    kind: U8
    player: U8
    value: U64


class Win(NamedTuple):
    player: U8
    reason: U8


class Confirmed(NamedTuple):
    code: U32
    spot: Wide


class ConfirmDeckTop(NamedTuple):
    player: U8
    cards: tuple[Confirmed, ...]


class ConfirmExtraTop(ConfirmDeckTop):
    """The top cards of an Extra Deck are shown."""


class ConfirmCards(ConfirmDeckTop):
    """Cards are shown to `player`."""


class ShuffleDeck(NamedTuple):
    player: U8


class ShuffleHand(NamedTuple):
    player: U8
    codes: tuple[U32, ...]


class ShuffleExtra(ShuffleHand):
    """The face-down cards of an Extra Deck were shuffled."""


class SwapGraveDeck(NamedTuple):
    player: U8
    face_down: U32
    rest: bytes


class ShuffleSet(NamedTuple):
    location: U8
    many: U8
    rest: bytes

    @property
    def places(self) -> tuple[tuple[CoreSpot, ...], tuple[CoreSpot, ...]]:
        """Places before the shuffle, and the cards on bearers of Xyz Materials after it."""
        whole = [
            CoreSpot(*struct.unpack_from("<BBII", self.rest, 10 * index)) for index in range(2 * self.many)
        ]
        return tuple(whole[: self.many]), tuple(whole[self.many :])


class ReverseDeck(NamedTuple):
    """Decks are turned upside down, or back."""


class DeckTop(NamedTuple):
    player: U8
    depth: U32
    code: U32
    position: U32


class NewTurn(NamedTuple):
    player: U8


class NewPhase(NamedTuple):
    phase: U16


class CardMoved(NamedTuple):
    code: U32
    start: Whole
    goal: Whole
    reason: U32


class PositionChange(NamedTuple):
    code: U32
    spot: Near
    before: U8
    now: U8


class Set(NamedTuple):
    code: U32
    spot: Whole


class Swap(NamedTuple):
    code: U32
    spot: Whole
    other_code: U32
    other: Whole


class FieldDisabled(NamedTuple):
    places: U32


class SummonBegun(NamedTuple):
    code: U32
    spot: Whole


class SpecialSummoning(SummonBegun):
    """A Special Summon began."""


class FlipSummoning(SummonBegun):
    """A Flip Summon began. It changes the monster's position."""


class Summoned(NamedTuple):
    """A Normal Summon succeeded."""


class SpecialSummoned(NamedTuple):
    """A Special Summon succeeded."""


class FlipSummoned(NamedTuple):
    """A Flip Summon succeeded."""


class Chaining(NamedTuple):
    code: U32
    spot: Whole
    player: U8
    location: U8
    sequence: U32
    text: U64
    link: U32


class Chained(NamedTuple):
    link: U8


class ChainSolving(Chained):
    """A Chain Link begins to resolve."""


class ChainSolved(Chained):
    """A Chain Link has resolved."""


class ChainEnd(NamedTuple):
    """The whole Chain has resolved."""


class ChainNegated(Chained):
    """The activation of a Chain Link was negated."""


class ChainDisabled(Chained):
    """The effect of a Chain Link was negated."""


class CardSelected(NamedTuple):
    spots: tuple[Whole, ...]


class RandomSelected(NamedTuple):
    player: U8
    spots: tuple[Whole, ...]


class BecomeTarget(NamedTuple):
    spots: tuple[Whole, ...]


class Drawn(NamedTuple):
    code: U32
    position: U32


class CardsDrawn(NamedTuple):
    player: U8
    cards: tuple[Drawn, ...]


class Amount(NamedTuple):
    player: U8
    amount: U32


class Damage(Amount):
    """Damage is taken."""


class Recover(Amount):
    """Life Points are gained."""


class LifeUpdate(Amount):
    """Life Points are set."""


class PayLife(Amount):
    """Life Points are paid."""


class Pair(NamedTuple):
    spot: Whole
    target: Whole


class Equipped(Pair):
    """A card is equipped to another."""


class CardTarget(Pair):
    """A card has another card as its lasting target from now on."""


class CancelTarget(Pair):
    """A card no longer has another card as its lasting target."""


class Unequip(NamedTuple):
    spot: Whole


class AddCounter(NamedTuple):
    counter: U16
    spot: Near
    many: U16


class RemoveCounter(AddCounter):
    """Counters are removed."""


class AttackDeclared(NamedTuple):
    attacker: Whole
    target: Whole


class Battle(NamedTuple):
    attacker: Whole
    attack: U32
    defense: U32
    dies: U8
    target: Whole
    other_attack: U32
    other_defense: U32
    other_dies: U8


class AttackDisabled(NamedTuple):
    """The attack was negated."""


class DamageStepStart(NamedTuple):
    """The Damage Step begins."""


class DamageStepEnd(NamedTuple):
    """The Damage Step is over."""


class MissedEffect(NamedTuple):
    spot: Whole
    code: U32


class Tossed(NamedTuple):
    player: U8
    values: Annotated[tuple[U8, ...], "B"]


class TossCoin(Tossed):
    """Coins were tossed; 1 is heads."""


class TossDice(Tossed):
    """Dice were rolled."""


class HandResult(NamedTuple):
    hands: U8


class CardHint(NamedTuple):
    spot: Whole
    kind: U8
    value: U64


class PlayerHint(NamedTuple):
    player: U8
    kind: U8
    value: U64


class MatchKill(NamedTuple):
    code: U32


class RemoveCards(NamedTuple):
    spots: tuple[Whole, ...]


class IgnoredMessage(NamedTuple):
    """A message of other game modes. It is parsed and ignored."""

    rest: bytes


Message = Any
"""An instance of one of these classes. Any, since NamedTuple classes have no common base to name here."""

CLASSES: dict[int, Any] = {
    **prompts.BY_KIND,
    1: Retry, 2: Hint, 5: Win, 30: ConfirmDeckTop, 31: ConfirmCards, 32: ShuffleDeck, 33: ShuffleHand,
    35: SwapGraveDeck, 36: ShuffleSet, 37: ReverseDeck, 38: DeckTop, 39: ShuffleExtra, 40: NewTurn,
    41: NewPhase, 42: ConfirmExtraTop, 50: CardMoved, 53: PositionChange, 54: Set, 55: Swap,
    56: FieldDisabled, 60: SummonBegun, 61: Summoned, 62: SpecialSummoning, 63: SpecialSummoned,
    64: FlipSummoning, 65: FlipSummoned, 70: Chaining, 71: Chained, 72: ChainSolving, 73: ChainSolved,
    74: ChainEnd, 75: ChainNegated, 76: ChainDisabled, 80: CardSelected, 81: RandomSelected,
    83: BecomeTarget, 90: CardsDrawn, 91: Damage, 92: Recover, 93: Equipped, 94: LifeUpdate, 95: Unequip,
    96: CardTarget, 97: CancelTarget, 100: PayLife, 101: AddCounter, 102: RemoveCounter,
    110: AttackDeclared, 111: Battle, 112: AttackDisabled, 113: DamageStepStart, 114: DamageStepEnd,
    120: MissedEffect, 130: TossCoin, 131: TossDice, 133: HandResult, 160: CardHint, 163: IgnoredMessage,
    164: IgnoredMessage,
    165: PlayerHint, 170: MatchKill, 180: IgnoredMessage, 190: RemoveCards,
}  # fmt: skip
"""Map of each message kind to its class. A subclass of a message class has the same layout as its base."""

PROMPTS = frozenset(prompts.BY_KIND)
"""Kinds of messages that require an answer."""

_LENGTH = struct.Struct("<I")
_READERS = {
    kind: reader(one.__mro__[1] if one.__mro__[1] is not tuple else one) for kind, one in CLASSES.items()
}


def split(data: bytes) -> Iterator[bytes]:
    """Split the output of a call into messages; each begins with its kind. Raises Unread."""
    cursor = Cursor(data)
    while cursor.unread_count:
        yield cursor.read(cursor.unpack(_LENGTH)[0])


def decode_message(message: bytes) -> Message:
    """Decode one message. Raises Unread if its kind or layout is unknown."""
    kind = message[0] if message else 0
    if kind not in CLASSES:
        raise Unread(f"message {kind} is unknown")
    cursor = Cursor(message, 1)
    found = _READERS[kind](cursor)
    if cursor.unread_count:
        raise Unread(f"{cursor.unread_count} bytes of message {kind} are left")
    return found if type(found) is CLASSES[kind] else CLASSES[kind](*found)
