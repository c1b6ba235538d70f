"""Conversion of the core's current card values to the words of our table."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from facedown_server.games.edopro.card_rows import lowest_word
from facedown_server.games.edopro.stream import queries
from facedown_server.games.edopro.stream.queries import CardQuery
from facedown_server.table import Card
from facedown_shared.cards.database_bits import ATTRIBUTES, KINDS, RACES
from facedown_shared.cards.facts import Pool

COUNTERS = {0x1: "spell"}
"""Names of counters by the core's number. Other counters are named by their number."""


def counter(number: int) -> str:
    """Return the name of a counter type."""
    return COUNTERS.get(number & 0xFFFF, f"{number & 0xFFFF:x}")


def counters(said: CardQuery) -> dict[str, int]:
    """Return the counters on a card, by name."""
    return {counter(one): one >> 16 for one in said[queries.COUNTERS_FLAG] if one >> 16}


def changes(card: Card, said: CardQuery, pool: Pool) -> dict[str, Any]:
    """Return the values of a card on the field that differ from our State, by attribute name."""
    monster = card.is_in_monster_zone
    facts, kinds = card.facts, said[queries.TYPE_FLAG]
    alias = said[queries.ALIAS_FLAG]
    named = pool.get(alias) if alias not in (facts.code, facts.alias) else None
    has_rank, has_link = bool(kinds & 0x800000), bool(kinds & 0x4000000)
    now: dict[str, Any] = {
        "negated": card.face_up and bool(said[queries.STATUS_FLAG] & queries.DISABLED_STATUS_FLAG),
        "called": named.name if named is not None else "",
        "kinds": _kinds(kinds),
    }
    if monster and card.face_up:
        now |= {
            "attack": said[queries.ATTACK_FLAG],
            "defense": None if has_link else said[queries.DEFENSE_FLAG],
            "level": 0 if has_rank or has_link else said[queries.LEVEL_FLAG],
            "rank": said[queries.RANK_FLAG] if has_rank else 0,
            "attribute": lowest_word(ATTRIBUTES, said[queries.ATTRIBUTE_FLAG]),
            "race": lowest_word(RACES, said[queries.RACE_FLAG]),
        }
    if card.zone == "pendulum" or card.summoned == "scale":
        now["scale"] = said[queries.LEFT_SCALE_FLAG]
    if now["kinds"] == card.kinds or set(now["kinds"]) == set(card.kinds):
        del now["kinds"]
    return {name: value for name, value in now.items() if getattr(card, name) != value}


@lru_cache(maxsize=1024)
def _kinds(bits: int) -> tuple[str, ...]:
    """Return the words for the core's bits of a card type."""
    return tuple(name for bit, name in KINDS.items() if bits & bit)
