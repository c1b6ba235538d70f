"""Reasons why a card cannot be played: `why` requests them, `reasons` has a code of a closed list for each
verb.

A reason depends only on what the player knows; its sentence is the client's.
"""

from __future__ import annotations

import msgspec

from facedown_shared.protocol.envelope import Ordinal, ToClient, ToServer

REASONS = {
    "not_asked": "this player has no open prompt",
    "not_yours": "another player's card, or one that cannot be told from others",
    "no_effect": "nothing is written on it that could be used from there",
    "main_phase": "only in one's own Main Phase",
    "battle_phase": "only in one's own Battle Phase",
    "answering": "only what answers can be used now",
    "not_set": "it must be Set first",
    "damage_step": "not in this part of the Damage Step",
    "speed": "its Spell Speed is too low to respond",
    "nothing_to_answer": "what it responds to has not just happened",
    "summon_declared": "a Summon that is declared can only be negated",
    "forbidden": "an effect or a rule forbids it",
    "used": "used the maximum number of times",
    "negated": "its effects do not work now",
    "face_down": "it is face-down",
    "face_up": "it is already face-up",
    "set_this_turn": "it was Set this turn",
    "came_this_turn": "it arrived, was Set or changed position this turn",
    "position": "not in this position",
    "attacked": "it has attacked",
    "no_zone": "no zone is free for it",
    "no_summon_left": "the Normal Summon of this turn is used",
    "not_normal": "it cannot be Normal Summoned or Set",
    "by_effect": "it can only be Summoned by a card's effect",
    "tributes": "not enough Tributes",
    "materials": "not enough suitable materials",
    "condition": "its condition is not met",
    "cost": "its cost cannot be paid",
    "no_target": "it has nothing legal to choose",
}
"""Every code, and its meaning."""


class Why(ToServer, frozen=True, tag="why"):
    """Request the reasons why a card cannot be played now; `reasons` answers, empty for a card that can."""

    card: Ordinal


class Reason(msgspec.Struct, frozen=True, array_like=True):
    """One way in which the card cannot be used: the verb its option would have, and a code."""

    verb: str
    code: str


class Reasons(ToClient, frozen=True, tag="reasons"):
    """The reasons why this card cannot be played now, one for each way to use it."""

    card: int
    reasons: tuple[Reason, ...] = ()
