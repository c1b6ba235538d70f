"""The status of a card on the field during a Chain or a Summon.

It may not apply yet, be on its way to the Graveyard already, or count as never having been there. Sources:
GAP-17 to GAP-19.
"""

from __future__ import annotations

from facedown_server.games.duel.core.duel import Duel, activation_of
from facedown_server.games.duel.core.effect import DuelQueries
from facedown_server.table.state import Card

NEVER_THERE = "negated"
"""The move's word for a card that counts as never having been on the field."""
STAYS = frozenset({"continuous", "equip", "field"})
"""Kinds of Spells and Traps that stay on the field after their Chain."""


def works(duel: Duel, card: Card) -> bool:
    """Return whether a card's effects apply.

    A Spell or Trap whose activation is being paid for or is still on the Chain does not apply yet (GAP-19),
    nor does a monster whose Summon can still be negated.
    """
    if card is duel.activating or (duel.summoning is not None and duel.summoning.holds(card)):
        return False
    return not duel.state.chain or not any(
        link.card is card and card.on_field and activation_of(link).is_card for link in duel.state.chain
    )


def was_never_there(duel: Duel, card: Card) -> bool:
    """Return whether its Summon or activation was negated: it was never on the field (GAP-17)."""
    if duel.summoning is not None and duel.summoning.negated and duel.summoning.holds(card):
        return True
    return any(
        link.card is card and link.negated == "activation" and activation_of(link).is_card
        for link in duel.state.chain
    )


def is_leaving(duel: Duel, card: Card) -> bool:
    """Return whether it goes to the Graveyard after this Chain: until then it cannot return to a hand or Deck
    (GAP-18).
    """
    return any(
        used.is_card
        and used.fx.card is card
        and used.fx.here
        and (used.is_negated or not remains(card, used.effect.key))
        for used in duel.activated
    )


def remains(card: Card, key: str) -> bool:
    """Return whether a card activated by the effect of this key stays on the field after its Chain (GAP-19).

    CLS-SPELL-04, CLS-TRAP-04, YGO-STZ-09.
    """
    return key == "scale" or not STAYS.isdisjoint(card.facts.kinds) or "stays" in card.memory


def is_gone_for_good(duel: DuelQueries, card: Card) -> bool:
    """Return whether a card can never return: in classic, one removed from play (CF-23, CLS-CARD-09)."""
    return not duel.format.removed_returns and card.zone == "banished"
