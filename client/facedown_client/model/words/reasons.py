"""Reasons why a card cannot be played, as sentences: one for each code that a server may send.

Law: rows, and a general text for unknown codes of a newer server.
"""

from __future__ import annotations

from facedown_shared.text import _, later

REASONS: dict[str, str] = {
    "not_asked": later("You have nothing to decide now."),
    "not_yours": later("It is not your card to play."),
    "no_effect": later("Nothing on it can be used from there."),
    "main_phase": later("Only in your Main Phase."),
    "battle_phase": later("Only in your Battle Phase."),
    "answering": later("You can only respond now."),
    "not_set": later("It must be Set first."),
    "damage_step": later("Not in this part of the Damage Step."),
    "speed": later("Its Spell Speed is too low to respond."),
    "nothing_to_answer": later("What it responds to has not just happened."),
    "summon_declared": later("A Summon that is declared can only be negated."),
    "forbidden": later("An effect or a rule forbids it."),
    "used": later("It has been used the maximum number of times."),
    "negated": later("Its effects do not work now."),
    "face_down": later("It is face-down."),
    "face_up": later("It is already face-up."),
    "set_this_turn": later("It was Set this turn."),
    "came_this_turn": later("It arrived, was Set or changed position this turn."),
    "position": later("Not in this position."),
    "attacked": later("It has attacked."),
    "no_zone": later("No zone is free for it."),
    "no_summon_left": later("You have used your Normal Summon of this turn."),
    "not_normal": later("It cannot be Normal Summoned or Set."),
    "by_effect": later("It can only be Summoned by a card's effect."),
    "tributes": later("Not enough Tributes."),
    "materials": later("Not enough suitable materials."),
    "condition": later("Its condition is not met."),
    "cost": later("Its cost cannot be paid."),
    "no_target": later("It has nothing legal to choose."),
}
"""Sentences by code; `facedown_shared.protocol.reasons` lists the codes."""


def reason_words(code: str) -> str:
    """Return a reason as a sentence."""
    return _(REASONS[code]) if code in REASONS else f"{code.replace('_', ' ').capitalize()}."
