"""Reasons why a card cannot be played, as sentences: one for each code that a server may send.

Law: rows, and a general text for unknown codes of a newer server.
"""

from __future__ import annotations

from facedown_shared.text import _, gettext_noop

REASONS: dict[str, str] = {
    "not_asked": gettext_noop("You have nothing to decide now."),
    "not_yours": gettext_noop("It is not your card to play."),
    "no_effect": gettext_noop("Nothing on it can be used from there."),
    "main_phase": gettext_noop("Only in your Main Phase."),
    "battle_phase": gettext_noop("Only in your Battle Phase."),
    "answering": gettext_noop("You can only respond now."),
    "not_set": gettext_noop("It must be Set first."),
    "damage_step": gettext_noop("Not in this part of the Damage Step."),
    "speed": gettext_noop("Its Spell Speed is too low to respond."),
    "nothing_to_answer": gettext_noop("What it responds to has not just happened."),
    "summon_declared": gettext_noop("A Summon that is declared can only be negated."),
    "forbidden": gettext_noop("An effect or a rule forbids it."),
    "used": gettext_noop("It has been used the maximum number of times."),
    "negated": gettext_noop("Its effects do not work now."),
    "face_down": gettext_noop("It is face-down."),
    "face_up": gettext_noop("It is already face-up."),
    "set_this_turn": gettext_noop("It was Set this turn."),
    "came_this_turn": gettext_noop("It arrived, was Set or changed position this turn."),
    "position": gettext_noop("Not in this position."),
    "attacked": gettext_noop("It has attacked."),
    "no_zone": gettext_noop("No zone is free for it."),
    "no_summon_left": gettext_noop("You have used your Normal Summon of this turn."),
    "not_normal": gettext_noop("It cannot be Normal Summoned or Set."),
    "by_effect": gettext_noop("It can only be Summoned by a card's effect."),
    "tributes": gettext_noop("Not enough Tributes."),
    "materials": gettext_noop("Not enough suitable materials."),
    "condition": gettext_noop("Its condition is not met."),
    "cost": gettext_noop("Its cost cannot be paid."),
    "no_target": gettext_noop("It has nothing legal to choose."),
}
"""Sentences by code; `facedown_shared.protocol.reasons` lists the codes."""


def reason_words(code: str) -> str:
    """Return a reason as a sentence."""
    return _(REASONS[code]) if code in REASONS else f"{code.replace('_', ' ').capitalize()}."
