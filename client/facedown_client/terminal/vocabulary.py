"""Additional typed words of a game at a table moved by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import (
    Activate,
    ChangePoints,
    Clear,
    CloseChain,
    Defend,
    FetchInventory,
    Gesture,
    Move,
    Pitch,
    Resolve,
)
from facedown_shared.tables import View
from facedown_shared.text import BadInput, Code, _, gettext_noop

Picks = Callable[[MenuOffer], bool]


class GameVocabulary(NamedTuple):
    """Vocabulary of one game; missing words are those of every table."""

    verbs: dict[str, Picks] = {}
    """Verbs of entries in a card's menu."""
    others: dict[str, Callable[[str, View], Gesture]] = {}
    """First words of other lines, each with a function for the rest of the line."""
    places: dict[str, str] = {}
    """Short names of zones."""
    help: tuple[str, ...] = ()
    """Help as lines; empty for that of every table."""


def makes_gesture(*kinds: type[Gesture]) -> Picks:
    """Return a test whether an entry makes one of these gestures."""
    return lambda offered: isinstance(offered.gesture, kinds)


def moves_to(*zones: str, position: str = "") -> Picks:
    """Return a test whether an entry moves a card to one of these zones."""
    return lambda offered: (
        isinstance(offered.gesture, Move)
        and offered.places[:1] != ()
        and offered.places[0].zone in zones
        and position in ("", offered.gesture.position)
    )


COMPANION = GameVocabulary(
    help=(
        gettext_noop("lp -500, lp =4000, lp 8000/2: your Life.  end: the turn ends.  coin, die, coin 3."),
        gettext_noop("ok, thinking, no response, wait, your move: quick words."),
    )
)
"""With cards on paper: there is no card to name."""

FLESH_AND_BLOOD_HELP = (
    gettext_noop("By hand: menu CARD lists what a card can do: type a number, or pick 3 and what it needs."),
    gettext_noop(
        "pitch CARD.  play CARD (to the stack), resolve CARD.  attack CARD.  use CARD: its ability."
    ),
    gettext_noop("defend CARD with CARD, CARD.  chain closes the combat chain.  arsenal CARD.  equip CARD."),
    gettext_noop("action +1, action -1, resource -2: your points.  life -3, life their -3, life =20."),
    gettext_noop("end: the turn ends; pitched cards go to the bottom, hands are drawn up."),
    gettext_noop("end with CARD, CARD: in this order."),
    gettext_noop("banish, bury, return, show, clear CARD.  bottom CARD.  attach A to B (a hero's soul)."),
    gettext_noop(
        "move CARD to PLACE as POSITION (up, down, top, bottom, shuffled).  as POSITION CARD turns a card."
    ),
    gettext_noop(
        "Places: head, chest, arms, legs, hero, weapon 1, weapon 2, arsenal, pitch, stack, chain, arena,"
    ),
    gettext_noop("graveyard, banished, deck, hand; their chest for the other side.  A zone names its card."),
    gettext_noop(
        "point A at B.  counter CARD NAME +1.  token NAME POWER.  draw, mill, look, random with a number."
    ),
    gettext_noop(
        "search, then close.  shuffle.  hide.  coin, die.  inventory NAME: what a card's effect fetches."
    ),
    gettext_noop("ok, thinking, no response, wait, your move: quick words."),
    gettext_noop("effect: do what was just refused, by a card's effect."),
)


def _points(name: str, rest: str, view: View) -> Gesture:
    if not rest:
        raise BadInput(Code.NOT_OFFERED, _("Write: {name} +1, {name} -1 or {name} =0.", name=name))
    return ChangePoints(f"{name} {rest}")


FLESH_AND_BLOOD = GameVocabulary(
    verbs={
        "play": makes_gesture(Activate),
        "use": makes_gesture(Activate),
        "pitch": makes_gesture(Pitch),
        "resolve": makes_gesture(Resolve),
        "defend": makes_gesture(Defend),
        "clear": makes_gesture(Clear),
        "equip": moves_to("weapon", "head", "chest", "arms", "legs"),
        "arsenal": moves_to("arsenal"),
    },
    others={
        "action": lambda rest, view: _points("action", rest, view),
        "resource": lambda rest, view: _points("resource", rest, view),
        "chain": lambda rest, view: CloseChain(),
        "inventory": lambda rest, view: FetchInventory(rest),
    },
    places={"chain": "combat_chain", "arena": "permanent", "permanents": "permanent"},
    help=FLESH_AND_BLOOD_HELP,
)
