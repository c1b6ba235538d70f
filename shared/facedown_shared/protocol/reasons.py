"""Reasons why a card cannot be played: `why` requests them, `reasons` has a code of a closed list for each
verb.

A reason depends only on what the player knows; its sentence is the client's.
"""

from __future__ import annotations

import msgspec

from facedown_shared.protocol.envelope import Ordinal, ToClient, ToServer

REASONS = {
    "not_asked": "no open prompt",
    "not_yours": "another player's, or without a handle of its own",
    "no_effect": "no effect that can be used there",
    "main_phase": "only in one's own Main Phase",
    "battle_phase": "only in one's own Battle Phase",
    "answering": "only a response is possible",
    "not_set": "it must be Set first",
    "damage_step": "not in this part of the Damage Step",
    "speed": "too low a Spell Speed",
    "nothing_to_answer": "nothing that it responds to",
    "summon_declared": "a declared Summon can only be negated",
    "forbidden": "an effect or rule forbids it",
    "used": "used up",
    "negated": "its effects are negated",
    "face_down": "it is face-down",
    "face_up": "it is face-up",
    "set_this_turn": "Set this turn",
    "came_this_turn": "arrived, Set or turned this turn",
    "position": "not in this position",
    "attacked": "it has attacked",
    "no_zone": "no free zone",
    "no_summon_left": "the Normal Summon is used",
    "not_normal": "no Normal Summon or Set",
    "by_effect": "Summoned by effects only",
    "tributes": "too few Tributes",
    "materials": "too few materials",
    "condition": "its condition is not met",
    "cost": "its cost cannot be paid",
    "no_target": "no legal target",
}
"""Every code, and its meaning."""


class Why(ToServer, frozen=True, tag="why"):
    """Request the [reasons](#why-a-card-cannot-be-played) why a card cannot be played."""

    card: Ordinal


class Reason(msgspec.Struct, frozen=True, array_like=True):
    """One way in which the card cannot be used: the verb its option would have, and a code."""

    verb: str
    code: str


class Reasons(ToClient, frozen=True, tag="reasons"):
    """The reasons for this card, one for each way to use it; none if it can be played."""

    card: int
    reasons: tuple[Reason, ...] = ()
