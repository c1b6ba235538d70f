"""Why a card cannot be played, in sentences: one for each code that a server may give.

Law: rows, and words for what has no row from a newer server.
"""

from __future__ import annotations

from facedown_shared.text.language import _, later

REASONS: dict[str, str] = {
    "not_asked": later("Nothing is asked of you now."),
    "not_yours": later("It is not a card of yours to play."),
    "no_effect": later("Nothing on it can be used from there."),
    "main_phase": later("Only in your Main Phase."),
    "battle_phase": later("Only in your Battle Phase."),
    "answering": later("You can only respond now."),
    "not_set": later("It must be Set first."),
    "damage_step": later("Not in this part of the Damage Step."),
    "speed": later("Too slow to answer this."),
    "nothing_to_answer": later("What it answers has not just happened."),
    "summon_declared": later("A Summon that is declared can only be negated."),
    "forbidden": later("An effect or a rule forbids it."),
    "used": later("Used as often as it may be."),
    "negated": later("Its effects do not work now."),
    "face_down": later("It lies face-down."),
    "face_up": later("It lies face-up already."),
    "set_this_turn": later("It was Set this turn."),
    "came_this_turn": later("It came, was Set or was turned this turn."),
    "position": later("Not in this position."),
    "attacked": later("It has attacked."),
    "no_zone": later("No zone is free for it."),
    "no_summon_left": later("You have used your Normal Summon of this turn."),
    "not_normal": later("It cannot be Normal Summoned or Set."),
    "by_effect": later("It comes by a card's effect alone."),
    "tributes": later("Too few Tributes."),
    "materials": later("Too few fitting materials."),
    "condition": later("Its condition is not met."),
    "cost": later("Its cost cannot be paid."),
    "no_target": later("There is nothing it could choose."),
}
"""By code, as `facedown_shared.protocol.reasons` lists them."""


def reason_words(code: str) -> str:
    """One reason as a sentence."""
    return _(REASONS[code]) if code in REASONS else f"{code.replace('_', ' ').capitalize()}."
