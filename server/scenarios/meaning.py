"""What a decision means among what is offered: which option, which card, which target."""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.chain.legality import candidates
from server.duel.core.effect import Fx
from server.duel.core.prompts import Offer
from server.scenarios.files import Decision
from server.scenarios.prompts import Glimpse
from server.scenarios.words import Copy, Word, is_meant, place
from server.table.state import Card, GameEvent
from shared.zones import Seat

VERBS = {
    "normal_summon": "summon", "set": "set", "special_summon": "special_summon", "flip_summon": "flip_summon",
    "change_position": "change_position", "activate": "activate", "attack": "attack", "phase": "phase",
    "pendulum_summon": "pendulum_summon",
}  # fmt: skip
"""What an option of the open state is called, for each decision taken there."""


def is_about(offer: Offer, action: Decision, seat: Seat) -> bool:
    """Whether an option of the right verb is about the right card (or phase)."""
    if action.do == "phase":
        return offer.text == action.to
    named = action.with_ if action.do == "attack" else action.card
    if named is None or offer.card is None:
        return named is None
    if action.from_ is not None and not is_meant(offer.card, action.from_, seat):
        return False
    return is_meant(offer.card, named, seat)


def next_taken(decisions: Sequence[Decision]) -> Sequence[Decision]:
    """The next decision that is no probe, if there is one."""
    return [one for one in decisions if one.do not in ("can", "could", "snapshot")][:1]


def is_possible(offer: Offer, decision: Decision) -> bool:
    """Whether an effect offered now can target what the decision names; a later window may let it."""
    fx = offer.value
    if not decision.targets or not isinstance(fx, Fx) or fx.effect is None or not fx.effect.target:
        return True
    found = [card for pick in fx.effect.target for card in candidates(fx, pick, targeting=True)]
    return any(is_meant(card, word, decision.player) for word in decision.targets for card in found)


def has_moved(told: GameEvent, word: Word, seat: Seat) -> bool:
    """Whether this move was of the card a decision's word means: by its code, or by where it lay."""
    if isinstance(word, Copy):
        parts = [part for part in (word.card, word.zone) if part is not None]
        return all(has_moved(told, part, seat) for part in parts)
    if isinstance(word, int):
        return told.card is not None and is_meant(told.card, word, seat)
    return told.start == place(word, seat)


def is_target(card: Card | None, wanted: Word, seat: Seat) -> bool:
    """Whether a decision's word for an attack's target means this monster; None: a direct attack."""
    if card is None or wanted == "direct":
        return card is None and wanted == "direct"
    return is_meant(card, wanted, 1 - seat)


def saw(glimpse: Glimpse, decision: Decision) -> bool:
    action = decision.action
    if action is None or glimpse.seat != decision.player:
        return False
    if any(word not in glimpse.moments for word in (decision.in_, action.in_) if word is not None):
        return False
    verb = VERBS.get(action.do, "")
    return any(offer.verb == verb and is_about(offer, action, decision.player) for offer in glimpse.offers)
