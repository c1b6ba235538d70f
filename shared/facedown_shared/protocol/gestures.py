"""Every gesture as one struct: a client sends it at a table moved by hand.

A gesture is a message of its own and has only the fields it uses. `cards` and `others` are handles of the
sender's own View. `places` are the destinations, one for all cards or one for each (slot -1: the first free
one); `position` is the position there, "" for the default. `seat` is whose pile or number is meant (-1:
mine), `viewer` who is shown something (-1: all). `effect` says that a card's effect allows what only an
effect can. The game decides which gestures a table has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, cast, get_args

from msgspec import Meta, ValidationError, convert, to_builtins
from msgspec.structs import fields, replace

from facedown_shared.cards.facts import TokenPrint
from facedown_shared.protocol.envelope import Ordinal, ToServer, Word
from facedown_shared.tables.zones import Place

MAX_CARDS, MAX_PLACES = 80, 10
PARTS: tuple[Part, ...] = ("effect", "activation")
"""What of a Chain Link is negated."""

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
    """Move cards to a place; moving a material detaches it. `text`, for a card carried out by hand: the
    cause, for cards that react to it.
    """

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
    """Normal Summon or Tribute Summon a monster, with its Tributes."""


class SetMonster(Summon, frozen=True, tag="set"):
    """Set a monster, with its Tributes."""


class FusionSummon(Summon, frozen=True, tag="fusion_summon"):
    """Fusion Summon a monster with its materials, in one step."""


class RitualSummon(Summon, frozen=True, tag="ritual_summon"):
    """Ritual Summon a monster with its Tributes, in one step."""


class SynchroSummon(Summon, frozen=True, tag="synchro_summon"):
    """Synchro Summon a monster with its materials, in one step."""


class XyzSummon(Summon, frozen=True, tag="xyz_summon"):
    """Xyz Summon a monster; its materials are attached to it."""


class LinkSummon(Summon, frozen=True, tag="link_summon"):
    """Link Summon a monster with its materials, in one step."""


class PendulumSummon(Summon, frozen=True, tag="pendulum_summon"):
    """Pendulum Summon one to six monsters at once."""


class FlipSummon(_OneCard, frozen=True, tag="flip_summon"):
    """Turn a Set monster to face-up Attack Position."""


class ChangePosition(_OneCard, frozen=True, tag="position"):
    """Change the battle position or the face of a card in its zone."""

    position: Word = ""
    effect: bool = False


class Activate(_OneCard, frozen=True, tag="activate"):
    """Activate a card: from the hand, by turning it face-up, or only as a declaration. `others` are
    targets.
    """

    places: AnyPlaces = ()
    position: Word = ""
    others: AnyCards = ()
    effect: bool = False


class GiveControl(_OneCard, frozen=True, tag="control"):
    """Give control of a monster to the other player, in its present position."""

    places: AnyPlaces = ()
    effect: bool = False


class Attach(_Cards, frozen=True, tag="attach"):
    """Attach cards to another card as materials."""

    others: One
    effect: bool = False


class Equip(_OneCard, frozen=True, tag="equip"):
    """Equip a card to that monster."""

    others: One
    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class PointAt(_OneCard, frozen=True, tag="point"):
    """Point from a card to others with arrows; without `others`, remove the arrows."""

    others: AnyCards = ()


class DeclareAttack(Gesture, frozen=True, tag="attack"):
    """Attack `others` with a card, or directly without `others`; without `cards`, end the battle."""

    cards: UpToOne = ()
    others: UpToOne = ()
    effect: bool = False


class PutCounters(_OneCard, frozen=True, tag="counter"):
    """Put counters of that name on a card, or remove them (below 0)."""

    text: Text
    amount: Annotated[int, Meta(ge=-99_999, le=99_999)]


class MakeToken(Gesture, frozen=True, tag="token"):
    """Make a Token with that name and those numbers."""

    token: TokenPrint
    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class Reveal(_Cards, frozen=True, tag="reveal"):
    """Reveal cards until they are hidden or moved."""

    viewer: Whose = -1


class Hide(Gesture, frozen=True, tag="hide"):
    """Hide revealed cards; without `cards`, all that this seat reveals."""

    cards: AnyCards = ()


# --- piles ------------------------------------------------------------------------------------------------


class Draw(_Top, frozen=True, tag="draw"):
    """Draw from the top of the Deck to the hand."""


class Mill(_Top, frozen=True, tag="mill"):
    """Send cards from the top of the Deck to the Graveyard, or banish them."""

    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class LookAtTop(_Top, frozen=True, tag="look"):
    """Show the top cards of the Deck to one player, or (excavated) to all."""

    viewer: Whose = -1


class Arrange(_Cards, frozen=True, tag="arrange"):
    """Put cards seen on top of a Deck back on its top or bottom, in this order."""

    position: Literal["top", "bottom"] = "top"


class SearchDeck(_Pile, frozen=True, tag="search"):
    """Open the Deck to its owner, sorted by name; its cards can be moved."""


class CloseDeck(_Pile, frozen=True, tag="close"):
    """Close the opened Deck and shuffle it."""


class Shuffle(_Pile, frozen=True, tag="shuffle"):
    """Shuffle a Deck or a hand."""

    text: Literal["deck", "hand"] = "deck"


class DiscardAtRandom(_Top, frozen=True, tag="random"):
    """Discard that many cards of the hand at random."""


# --- players ----------------------------------------------------------------------------------------------


class ChangeLife(Gesture, frozen=True, tag="life"):
    """Change Life Points: "-500", "+1000", "=4000", "8000/2"."""

    text: Text
    seat: Whose = -1


class GoToPhase(Gesture, frozen=True, tag="phase"):
    """Go to this phase, as the turn player."""

    text: Word


class EndTurn(Gesture, frozen=True, tag="turn"):
    """End the turn, as the turn player. In Flesh and Blood, `cards` of the pitch zone go to the bottom in
    this order.
    """

    cards: AnyCards = ()


class TossCoins(Gesture, frozen=True, tag="coin"):
    """Toss coins, publicly."""

    amount: Count = 1


class RollDice(Gesture, frozen=True, tag="die"):
    """Roll dice, publicly."""

    amount: Count = 1


class SendSignal(Gesture, frozen=True, tag="signal"):
    """Send a short signal; it changes nothing and is not a step."""

    text: QuickWord


# --- a card carried out by hand in a duel by the rules ----------------------------------------------------


class Negate(Gesture, frozen=True, tag="negate"):
    """Negate the effect or activation of the Chain Link with this number, below the one that resolves;
    without a number, a monster being Summoned, or a face-up card's effects until the end of the turn.
    """

    others: UpToOne = ()
    amount: Annotated[int, Meta(ge=0, le=99_999)] = 0
    text: Part = "effect"


class ChangeStats(Gesture, frozen=True, tag="stats"):
    """Change a face-up monster's numbers: "attack +500", "defense =0" or "level 3", until the end of the turn
    or as long as it stays there.
    """

    others: One
    text: Text
    position: Literal["", "stays"] = ""


# --- Flesh and Blood --------------------------------------------------------------------------------------


class Resolve(_OneCard, frozen=True, tag="resolve"):
    """Resolve the top layer of the stack."""


class Defend(_Cards, frozen=True, tag="defend"):
    """Defend against the last attack with cards."""

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
    """Pitch cards of the hand for resource points."""

    effect: bool = False


class ToBottom(_Cards, frozen=True, tag="bottom"):
    """Put pitched cards on the bottom of the deck, in this order."""


class ChangeZones(Gesture, frozen=True, tag="zone"):
    """Add or remove a zone of a type: "arsenal +1", "arsenal -1"; `places` names the zone if none is
    empty.
    """

    text: Text
    places: AnyPlaces = ()
    seat: Whose = -1


class FetchInventory(Gesture, frozen=True, tag="inventory"):
    """Equip a card of this name from the inventory, by a card's effect."""

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


def made(kind: type[G], **said: Any) -> G:
    """Return a gesture of this kind with these fields; its other required fields are empty."""
    empty = {field.name: _UNSAID[field.name] for field in fields(kind) if field.required}
    return telling(cast(Callable[..., G], kind)(**empty), **said)


def telling(gesture: G, **said: Any) -> G:
    """Return the gesture with these fields added, as far as it has them."""
    return replace(gesture, **{name: said[name] for name in said if name in gesture.__struct_fields__})


def is_complete(gesture: Gesture) -> bool:
    """Return whether all required fields of the gesture are set and within their limits."""
    try:
        convert(to_builtins(gesture), type(gesture))
    except ValidationError:
        return False
    return True
