"""Additional commands at a table of Flesh and Blood: verbs, points, places.

Law: rows and small functions; `typed_hands` reads them.
"""

from __future__ import annotations

from facedown_client.terminal.vocabulary import GameVocabulary, does, sent
from facedown_shared.protocol.gestures import (
    Activate,
    ChangePoints,
    Clear,
    CloseChain,
    Defend,
    FetchInventory,
    Gesture,
    Pitch,
    Resolve,
)
from facedown_shared.tables import View
from facedown_shared.text import BadInput, Code, _, later

HELP = (
    later("By hand: menu CARD lists what a card can do: type a number, or pick 3 and what it needs."),
    later("pitch CARD.  play CARD (to the stack), resolve CARD.  attack CARD.  use CARD: its ability."),
    later("defend CARD with CARD, CARD.  chain closes the combat chain.  arsenal CARD.  equip CARD."),
    later("action +1, action -1, resource -2: your points.  life -3, life their -3, life =20."),
    later("end: the turn ends; pitched cards go to the bottom, hands are drawn up."),
    later("end with CARD, CARD: in this order."),
    later("banish, bury, return, show, clear CARD.  bottom CARD.  attach A to B (a hero's soul)."),
    later(
        "move CARD to PLACE as POSITION (up, down, top, bottom, shuffled).  as POSITION CARD turns a card."
    ),
    later("Places: head, chest, arms, legs, hero, weapon 1, weapon 2, arsenal, pitch, stack, chain, arena,"),
    later("graveyard, banished, deck, hand; their chest for the other side.  A zone names its card."),
    later("point A at B.  counter CARD NAME +1.  token NAME POWER.  draw, mill, look, random with a number."),
    later("search, then close.  shuffle.  hide.  coin, die.  inventory NAME: what a card's effect fetches."),
    later("ok, thinking, no response, wait, your move: quick words."),
    later("effect: do what was just refused, by a card's effect."),
)


def _points(name: str, rest: str, view: View) -> Gesture:
    if not rest:
        raise BadInput(Code.NOT_OFFERED, _("Write: {name} +1, {name} -1 or {name} =0.", name=name))
    return ChangePoints(f"{name} {rest}")


FLESH_AND_BLOOD = GameVocabulary(
    verbs={
        "play": does(Activate),
        "use": does(Activate),
        "pitch": does(Pitch),
        "resolve": does(Resolve),
        "defend": does(Defend),
        "clear": does(Clear),
        "equip": sent("weapon", "head", "chest", "arms", "legs"),
        "arsenal": sent("arsenal"),
    },
    others={
        "action": lambda rest, view: _points("action", rest, view),
        "resource": lambda rest, view: _points("resource", rest, view),
        "chain": lambda rest, view: CloseChain(),
        "inventory": lambda rest, view: FetchInventory(rest),
    },
    places={"chain": "combat_chain", "arena": "permanent", "permanents": "permanent"},
    help=HELP,
)
