"""Errors in a deck, as the sentences that a user reads."""

from __future__ import annotations

from facedown_shared.cards.facts import Pool
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import Format


def check(deck: Deck, rules: Format, pool: Pool, limits: Limits = NO_LIMITS) -> list[str]:
    """Return why a format does not allow a deck."""
    return [str(why) for why in decks.check(deck, rules, pool, limits)]


def check_siding(before: Deck, after: Deck) -> list[str]:
    """Return why an exchange with the Side Deck is invalid."""
    return [str(why) for why in decks.check_siding(before, after)]
