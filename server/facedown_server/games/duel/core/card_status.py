"""Status of a card on the field during a Chain or a Summon.

The card may not apply yet, may be due for the Graveyard, or may count as never having been on the field.
Sources: GAP-17 to GAP-19.
"""

from __future__ import annotations

from facedown_server.games.duel.core.duel import Duel, activation_of
from facedown_server.games.duel.core.effect import DuelQueries
from facedown_server.table import Card

NEVER_THERE = "negated"
"""Word of the move that removes a card that counts as never having been on the field."""
STAYS = frozenset({"continuous", "equip", "field"})
"""Kinds of Spells and Traps that stay on the field after their Chain."""


def is_applied(duel: Duel, card: Card) -> bool:
    """Return whether a card's effects apply.

    A Spell or Trap does not apply while its activation is being paid for or is on the Chain (GAP-19). A
    monster does not apply while its Summon can still be negated.
    """
    if card is duel.activating or (duel.summoning is not None and duel.summoning.is_summoning(card)):
        return False
    return not duel.state.chain or not any(
        link.card is card and card.is_on_field and activation_of(link).is_card for link in duel.state.chain
    )


def was_negated(duel: Duel, card: Card) -> bool:
    """Return whether the card's Summon or activation was negated.

    Such a card counts as never having been on the field (GAP-17).
    """
    if duel.summoning is not None and duel.summoning.negated and duel.summoning.is_summoning(card):
        return True
    return any(
        link.card is card and link.negated == "activation" and activation_of(link).is_card
        for link in duel.state.chain
    )


def is_leaving(duel: Duel, card: Card) -> bool:
    """Return whether a card goes to the Graveyard at the end of this Chain.

    Until then it cannot return to a hand or Deck (GAP-18).
    """
    return any(
        used.is_card
        and used.fx.card is card
        and used.fx.is_in_place
        and (used.is_negated or not remains(card, used.effect.key))
        for used in duel.activated
    )


def remains(card: Card, key: str) -> bool:
    """Return whether a card stays on the field after the Chain in which it was activated (GAP-19).

    `key` is the key of the activated effect. CLS-SPELL-04, CLS-TRAP-04, YGO-STZ-09.
    """
    return key == "scale" or not STAYS.isdisjoint(card.facts.kinds) or "stays" in card.memory


def is_gone_for_good(duel: DuelQueries, card: Card) -> bool:
    """Return whether a banished card can never return, as in classic (CF-23, CLS-CARD-09)."""
    return not duel.format.removed_returns and card.zone == "banished"
