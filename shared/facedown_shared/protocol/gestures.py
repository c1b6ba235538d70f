"""Every gesture as one struct: a client sends it at a table moved by hand.

A gesture is a message of its own and has only the fields it uses (FIELD_MEANINGS). The game decides which
gestures a table has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, cast, get_args

from msgspec import Meta, ValidationError, convert, to_builtins
from msgspec.structs import fields, replace

from facedown_shared.cards.facts import TokenPrint
from facedown_shared.protocol.envelope import Ordinal, ToServer, Word
from facedown_shared.tables import Place

MAX_CARDS, MAX_PLACES = 80, 10
PARTS: tuple[Part, ...] = ("effect", "activation")
"""What of a Chain Link is negated."""

FIELD_MEANINGS = {
    "cards": "handles of your View",
    "others": "the same: targets, materials, Tributes, or what `cards` are put on",
    "places": "where to: one for all cards, or one each; slot -1 is the first free one",
    "position": "how it is placed; the first one below is the default",
    "seat": "whose pile or number; -1: mine",
    "viewer": "who is shown it; -1: all",
    "amount": "how many",
    "text": "a word, a name or a formula",
    "effect": "a card's effect allows what a rule forbids; else such a gesture is `needs_effect`",
}
"""Meaning of each field that several gestures have; the docs print them."""

One = tuple[Ordinal]
Cards = Annotated[tuple[Ordinal, ...], Meta(min_length=1, max_length=MAX_CARDS)]
AnyCards = Annotated[tuple[Ordinal, ...], Meta(max_length=MAX_CARDS)]
UpToOne = Annotated[tuple[Ordinal, ...], Meta(max_length=1)]
Places = Annotated[tuple[Place, ...], Meta(min_length=1, max_length=MAX_PLACES)]
AnyPlaces = Annotated[tuple[Place, ...], Meta(max_length=MAX_PLACES)]
Count = Annotated[int, Meta(ge=1, le=99_999)]
Text = Annotated[str, Meta(max_length=40)]
Whose = Annotated[int, Meta(ge=-1, le=1)]
Part = Literal["effect", "activation"]
QuickWord = Literal["ok", "no_response", "thinking", "wait", "your_move"]


class Gesture(ToServer, frozen=True):
    """A gesture. Every one has these attributes: a missing field is empty."""

    @property
    def tag(self) -> str:
        """Its word on the wire and in logs."""
        return str(self.__struct_config__.tag)

    @property
    def cards(self) -> tuple[int, ...]:
        """Handles of the cards it is about."""
        return ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Where they go."""
        return ()

    @property
    def position(self) -> str:
        """Their position there."""
        return ""

    @property
    def others(self) -> tuple[int, ...]:
        """Handles of materials, of targets, or of the equipped monster."""
        return ()

    @property
    def text(self) -> str:
        """A word, a name or an expression."""
        return ""

    @property
    def seat(self) -> int:
        """Seat of the pile or number that is meant."""
        return -1

    @property
    def effect(self) -> bool:
        """Whether a card's effect allows what only an effect can."""
        return False


class _OneCard(Gesture, frozen=True):
    cards: One


class _Cards(Gesture, frozen=True):
    cards: Cards


class _Pile(Gesture, frozen=True):
    seat: Whose = -1


class _Top(Gesture, frozen=True):
    amount: Count = 1
    seat: Whose = -1


class Summon(Gesture, frozen=True):
    """A Summon of cards (one; for a Pendulum Summon up to six) with its Tributes or materials in one step."""

    cards: Annotated[tuple[Ordinal, ...], Meta(min_length=1, max_length=6)]
    places: AnyPlaces = ()
    position: Word = ""
    others: AnyCards = ()
    effect: bool = False


# --- cards ------------------------------------------------------------------------------------------------


class Move(_Cards, frozen=True, tag="move"):
    """Move cards; a moved material is detached. `text`, for a card carried out by hand: the cause."""

    places: Places
    position: Word = ""
    text: Literal["", "destroy", "discard", "tribute", "cost", "return"] = ""
    effect: bool = False


class SpecialSummon(_Cards, frozen=True, tag="special_summon"):
    """Special Summon cards to Monster Zones."""

    places: Places
    position: Word = ""
    effect: bool = False


class NormalSummon(Summon, frozen=True, tag="summon"):
    """Normal Summon; `others` are Tributes."""


class SetMonster(Summon, frozen=True, tag="set"):
    """Set a monster; `others` are Tributes."""


class FusionSummon(Summon, frozen=True, tag="fusion_summon"):
    """Fusion Summon with its materials."""


class RitualSummon(Summon, frozen=True, tag="ritual_summon"):
    """Ritual Summon with its Tributes."""


class SynchroSummon(Summon, frozen=True, tag="synchro_summon"):
    """Synchro Summon with its materials."""


class XyzSummon(Summon, frozen=True, tag="xyz_summon"):
    """Xyz Summon; its materials are attached."""


class LinkSummon(Summon, frozen=True, tag="link_summon"):
    """Link Summon with its materials."""


class PendulumSummon(Summon, frozen=True, tag="pendulum_summon"):
    """Pendulum Summon one to six monsters."""


class FlipSummon(_OneCard, frozen=True, tag="flip_summon"):
    """Turn a Set monster to face-up Attack Position."""


class ChangePosition(_OneCard, frozen=True, tag="position"):
    """Change the position or the face of a card in its zone."""

    position: Word = ""
    effect: bool = False


class Activate(_OneCard, frozen=True, tag="activate"):
    """Activate a card: from the hand, by turning it face-up, or only as a declaration."""

    places: AnyPlaces = ()
    position: Word = ""
    others: AnyCards = ()
    effect: bool = False


class GiveControl(_OneCard, frozen=True, tag="control"):
    """Give control of a monster to the other player."""

    places: AnyPlaces = ()
    effect: bool = False


class Attach(_Cards, frozen=True, tag="attach"):
    """Attach cards to another as materials."""

    others: One
    effect: bool = False


class Equip(_OneCard, frozen=True, tag="equip"):
    """Equip a card to a monster."""

    others: One
    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class PointAt(_OneCard, frozen=True, tag="point"):
    """Point at `others` with arrows; without `others`, remove them."""

    others: AnyCards = ()


class DeclareAttack(Gesture, frozen=True, tag="attack"):
    """Attack `others`, or directly; without `cards`, end the battle."""

    cards: UpToOne = ()
    others: UpToOne = ()
    effect: bool = False


class PutCounters(_OneCard, frozen=True, tag="counter"):
    """Put counters of that name on a card, or remove them (below 0)."""

    text: Text
    amount: Annotated[int, Meta(ge=-99_999, le=99_999)]


class MakeToken(Gesture, frozen=True, tag="token"):
    """Make a Token."""

    token: TokenPrint
    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class Reveal(_Cards, frozen=True, tag="reveal"):
    """Reveal cards until they are hidden or moved."""

    viewer: Whose = -1


class Hide(Gesture, frozen=True, tag="hide"):
    """Hide revealed cards; without `cards`, all of this seat."""

    cards: AnyCards = ()


# --- piles ------------------------------------------------------------------------------------------------


class Draw(_Top, frozen=True, tag="draw"):
    """Draw from the Deck."""


class Mill(_Top, frozen=True, tag="mill"):
    """Send top cards of the Deck to the Graveyard, or banish them."""

    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class LookAtTop(_Top, frozen=True, tag="look"):
    """Show top cards of the Deck to one player, or (excavated) to all."""

    viewer: Whose = -1


class Arrange(_Cards, frozen=True, tag="arrange"):
    """Put cards seen on top of a Deck back, in this order."""

    position: Literal["top", "bottom"] = "top"


class SearchDeck(_Pile, frozen=True, tag="search"):
    """Open the Deck to its owner, sorted by name; its cards can be moved."""


class CloseDeck(_Pile, frozen=True, tag="close"):
    """Close the opened Deck and shuffle it."""


class Shuffle(_Pile, frozen=True, tag="shuffle"):
    """Shuffle a Deck or a hand."""

    text: Literal["deck", "hand"] = "deck"


class DiscardAtRandom(_Top, frozen=True, tag="random"):
    """Discard from the hand at random."""


# --- players ----------------------------------------------------------------------------------------------


class ChangeLife(Gesture, frozen=True, tag="life"):
    """Change Life Points: "-500", "+1000", "=4000", "8000/2"."""

    text: Text
    seat: Whose = -1


class GoToPhase(Gesture, frozen=True, tag="phase"):
    """Go to this phase, as the turn player."""

    text: Word


class EndTurn(Gesture, frozen=True, tag="turn"):
    """End the turn, as the turn player."""

    cards: AnyCards = ()


class TossCoins(Gesture, frozen=True, tag="coin"):
    """Toss coins."""

    amount: Count = 1


class RollDice(Gesture, frozen=True, tag="die"):
    """Roll dice."""

    amount: Count = 1


class SendSignal(Gesture, frozen=True, tag="signal"):
    """Send a quick word."""

    text: QuickWord


# --- a card carried out by hand in a duel by the rules ----------------------------------------------------


class Negate(Gesture, frozen=True, tag="negate"):
    """Negate Chain Link `amount`, below the one that resolves; without a number, a monster being Summoned, or
    a face-up card's effects until the end of the turn.
    """

    others: UpToOne = ()
    amount: Annotated[int, Meta(ge=0, le=99_999)] = 0
    text: Part = "effect"


class ChangeStats(Gesture, frozen=True, tag="stats"):
    """Change a monster's numbers ("attack +500", "defense =0", "level 3") until the end of the turn, or as
    long as it `stays`.
    """

    others: One
    text: Text
    position: Literal["", "stays"] = ""


# --- Flesh and Blood --------------------------------------------------------------------------------------


class Resolve(_OneCard, frozen=True, tag="resolve"):
    """Resolve the top layer of the stack."""


class Defend(_Cards, frozen=True, tag="defend"):
    """Defend against the last attack."""

    effect: bool = False


class CloseChain(Gesture, frozen=True, tag="close_chain"):
    """Close the combat chain."""


class Clear(_Cards, frozen=True, tag="clear"):
    """Clear objects: to their owners' graveyards, or out of existence."""


class ChangePoints(Gesture, frozen=True, tag="points"):
    """Change action or resource points: "action +1", "resource =0"."""

    text: Text
    seat: Whose = -1


class Pitch(_Cards, frozen=True, tag="pitch"):
    """Pitch cards for resource points."""

    effect: bool = False


class ToBottom(_Cards, frozen=True, tag="bottom"):
    """Put pitched cards on the bottom of the deck, in this order."""


class ChangeZones(Gesture, frozen=True, tag="zone"):
    """Add or remove a zone: "arsenal +1", "arsenal -1"; `places` names one that is not empty."""

    text: Text
    places: AnyPlaces = ()
    seat: Whose = -1


class FetchInventory(Gesture, frozen=True, tag="inventory"):
    """Equip a card of this name from the inventory."""

    text: Text
    seat: Whose = -1
    effect: bool = False


AnyGesture = (
    Move | SpecialSummon | NormalSummon | SetMonster | FusionSummon | RitualSummon | SynchroSummon | XyzSummon
    | LinkSummon | PendulumSummon | FlipSummon | ChangePosition | Activate | GiveControl | Attach | Equip
    | PointAt | DeclareAttack | PutCounters | MakeToken | Reveal | Hide | Draw | Mill | LookAtTop | Arrange
    | SearchDeck | CloseDeck | Shuffle | DiscardAtRandom | ChangeLife | GoToPhase | EndTurn | TossCoins
    | RollDice | SendSignal | Negate | ChangeStats | Resolve | Defend | CloseChain | Clear | ChangePoints
    | Pitch | ToBottom | ChangeZones | FetchInventory
)  # fmt: skip

KINDS: dict[str, type[Gesture]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyGesture)}
"""Every gesture by its word."""

_UNSAID: dict[str, Any] = {"cards": (), "places": (), "others": (), "text": "", "amount": 0, "token": None}

G = TypeVar("G", bound=Gesture)


def make_gesture(kind: type[G], **said: Any) -> G:
    """Return a gesture of this kind with these fields; its other required fields are empty."""
    return with_fields(cast(Callable[..., G], kind)(**_required_fields(kind)), **said)


@cache
def _required_fields(kind: type[Gesture]) -> dict[str, Any]:
    """Return the empty values of the required fields: `fields` evaluates every annotation, 0.3 ms a kind."""
    return {field.name: _UNSAID[field.name] for field in fields(kind) if field.required}


def with_fields(gesture: G, **said: Any) -> G:
    """Return the gesture with these fields added, as far as it has them."""
    return replace(gesture, **{name: said[name] for name in said if name in gesture.__struct_fields__})


def is_complete(gesture: Gesture) -> bool:
    """Return whether all required fields of the gesture are set and within their limits."""
    try:
        convert(to_builtins(gesture), type(gesture))
    except ValidationError:
        return False
    return True
