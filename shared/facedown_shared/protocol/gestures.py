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
        """Handles of materials, targets, a bearer."""
        return ()

    @property
    def text(self) -> str:
        """A word, a name or an expression."""
        return ""

    @property
    def seat(self) -> int:
        """Whose pile or number is meant."""
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
    """Cards go there. Detaching is moving a material. `text`, where a card is carried out by hand: why, for
    cards that listen to it."""

    places: Places
    position: Word = ""
    text: Literal["", "destroy", "discard", "tribute", "cost", "return"] = ""
    effect: bool = False


class SpecialSummon(_Cards, frozen=True, tag="special_summon"):
    """The same, to Monster Zones."""

    places: Places
    position: Word = ""
    effect: bool = False


class NormalSummon(Summon, frozen=True, tag="summon"):
    """Normal or Tribute Summon, with its Tributes."""


class SetMonster(Summon, frozen=True, tag="set"):
    """A monster is Set, with its Tributes."""


class FusionSummon(Summon, frozen=True, tag="fusion_summon"):
    """With its materials, in one step."""


class RitualSummon(Summon, frozen=True, tag="ritual_summon"):
    """With its Tributes, in one step."""


class SynchroSummon(Summon, frozen=True, tag="synchro_summon"):
    """With its materials, in one step."""


class XyzSummon(Summon, frozen=True, tag="xyz_summon"):
    """Its materials lie beneath it."""


class LinkSummon(Summon, frozen=True, tag="link_summon"):
    """With its materials, in one step."""


class PendulumSummon(Summon, frozen=True, tag="pendulum_summon"):
    """One to six monsters, all at once."""


class FlipSummon(_OneCard, frozen=True, tag="flip_summon"):
    """Turn a Set monster to face-up Attack Position."""


class ChangePosition(_OneCard, frozen=True, tag="position"):
    """Battle position or face of a card where it lies."""

    position: Word = ""
    effect: bool = False


class Activate(_OneCard, frozen=True, tag="activate"):
    """Played from the hand, turned up, or only declared; `others` are targets."""

    places: AnyPlaces = ()
    position: Word = ""
    others: AnyCards = ()
    effect: bool = False


class GiveControl(_OneCard, frozen=True, tag="control"):
    """A monster goes to the other player's side as it lies."""

    places: AnyPlaces = ()
    effect: bool = False


class Attach(_Cards, frozen=True, tag="attach"):
    """Cards become materials beneath another card."""

    others: One
    effect: bool = False


class Equip(_OneCard, frozen=True, tag="equip"):
    """Tied to that monster."""

    others: One
    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class PointAt(_OneCard, frozen=True, tag="point"):
    """Arrows to others; none: it lets go."""

    others: AnyCards = ()


class DeclareAttack(Gesture, frozen=True, tag="attack"):
    """A card attacks `others`; without them directly; without `cards` the battle is over."""

    cards: UpToOne = ()
    others: UpToOne = ()
    effect: bool = False


class PutCounters(_OneCard, frozen=True, tag="counter"):
    """Counters of that name, put on or (below 0) taken off."""

    text: Text
    amount: Annotated[int, Meta(ge=-99_999, le=99_999)]


class MakeToken(Gesture, frozen=True, tag="token"):
    """A Token of that name and those numbers."""

    token: TokenPrint
    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class Reveal(_Cards, frozen=True, tag="reveal"):
    """Shown until hidden or moved."""

    viewer: Whose = -1


class Hide(Gesture, frozen=True, tag="hide"):
    """Hidden again; without `cards` everything this seat shows."""

    cards: AnyCards = ()


# --- piles ------------------------------------------------------------------------------------------------


class Draw(_Top, frozen=True, tag="draw"):
    """From the top of the Deck to the hand."""


class Mill(_Top, frozen=True, tag="mill"):
    """From the top of the Deck to the Graveyard, or banished."""

    places: AnyPlaces = ()
    position: Word = ""
    effect: bool = False


class LookAtTop(_Top, frozen=True, tag="look"):
    """Show the top cards of the Deck to one player, or (excavated) to all."""

    viewer: Whose = -1


class Arrange(_Cards, frozen=True, tag="arrange"):
    """Cards seen on top of a Deck, put back on its top or bottom in this order."""

    position: Literal["top", "bottom"] = "top"


class SearchDeck(_Pile, frozen=True, tag="search"):
    """The Deck is opened to its owner, sorted by name; its cards can be moved."""


class CloseDeck(_Pile, frozen=True, tag="close"):
    """It is closed, and shuffled."""


class Shuffle(_Pile, frozen=True, tag="shuffle"):
    """A Deck or a hand is shuffled."""

    text: Literal["deck", "hand"] = "deck"


class DiscardAtRandom(_Top, frozen=True, tag="random"):
    """That many cards of the hand, picked by chance, are discarded."""


# --- players ----------------------------------------------------------------------------------------------


class ChangeLife(Gesture, frozen=True, tag="life"):
    """Life Points: "-500", "+1000", "=4000", "8000/2"."""

    text: Text
    seat: Whose = -1


class GoToPhase(Gesture, frozen=True, tag="phase"):
    """The turn player goes to this phase."""

    text: Word


class EndTurn(Gesture, frozen=True, tag="turn"):
    """The turn player's turn ends. In Flesh and Blood `cards` of the pitch zone go to the bottom in this
    order."""

    cards: AnyCards = ()


class TossCoins(Gesture, frozen=True, tag="coin"):
    """Toss coins, publicly."""

    amount: Count = 1


class RollDice(Gesture, frozen=True, tag="die"):
    """Roll dice, publicly."""

    amount: Count = 1


class SendSignal(Gesture, frozen=True, tag="signal"):
    """A quick word; it changes nothing and is no step."""

    text: QuickWord


# --- a card carried out by hand in a duel by the rules ----------------------------------------------------


class Negate(Gesture, frozen=True, tag="negate"):
    """The effect or activation of the Chain Link of this number, below the one that resolves; without a
    number, a monster being Summoned, or a face-up card's effects to the end of the turn."""

    others: UpToOne = ()
    amount: Annotated[int, Meta(ge=0, le=99_999)] = 0
    text: Part = "effect"


class ChangeStats(Gesture, frozen=True, tag="stats"):
    """Of a face-up monster "attack +500", "defense =0" or "level 3", to the end of the turn, or as long as it
    stays there."""

    others: One
    text: Text
    position: Literal["", "stays"] = ""


# --- Flesh and Blood --------------------------------------------------------------------------------------


class Resolve(_OneCard, frozen=True, tag="resolve"):
    """The top layer of the stack resolves."""


class Defend(_Cards, frozen=True, tag="defend"):
    """Cards defend the last attack."""

    effect: bool = False


class CloseChain(Gesture, frozen=True, tag="close_chain"):
    """The combat chain closes."""


class Clear(_Cards, frozen=True, tag="clear"):
    """Objects are cleared: to their owners' graveyards, or out of existence."""


class ChangePoints(Gesture, frozen=True, tag="points"):
    """Action or resource points: "action +1", "resource =0"."""

    text: Text
    seat: Whose = -1


class Pitch(_Cards, frozen=True, tag="pitch"):
    """Cards of the hand are pitched for resource points."""

    effect: bool = False


class ToBottom(_Cards, frozen=True, tag="bottom"):
    """Pitched cards go to the bottom of the deck in this order."""


class ChangeZones(Gesture, frozen=True, tag="zone"):
    """Add a zone of a type, or remove one: "arsenal +1", "arsenal -1"; `places` names it, where none is
    empty.
    """

    text: Text
    places: AnyPlaces = ()
    seat: Whose = -1


class FetchInventory(Gesture, frozen=True, tag="inventory"):
    """A card of this name that was not chosen at the beginning is equipped by a card's effect."""

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
    """Return a gesture of this kind with these fields; its other required fields are empty, to be filled
    in.
    """
    empty = {field.name: _UNSAID[field.name] for field in fields(kind) if field.required}
    return telling(cast(Callable[..., G], kind)(**empty), **said)


def telling(gesture: G, **said: Any) -> G:
    """Return the same gesture saying this too, as far as it has fields for it."""
    return replace(gesture, **{name: said[name] for name in said if name in gesture.__struct_fields__})


def is_complete(gesture: Gesture) -> bool:
    """Return whether all its required fields are set, within their limits: only then is it a message."""
    try:
        convert(to_builtins(gesture), type(gesture))
    except ValidationError:
        return False
    return True
