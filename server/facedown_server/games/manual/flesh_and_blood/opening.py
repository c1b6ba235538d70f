"""Starting cards of a player: the hero, and equipment and weapons, which both players choose in secret and
show together.

Sources: FAB-3.2.3, FAB-3.5.3, FAB-3.10.3, FAB-3.11.4, FAB-3.12.3, FAB-3.16.3, CF-46.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown_server.table import NOWHERE, Card, State
from facedown_shared.manual.flesh_and_blood import EQUIPMENT, IN_HANDS
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import Place, Seat
from facedown_shared.text import NOTHING, Code, Illegal, Words, words

TWO_HANDED_ZONES_COUNT = 2
"""Number of weapon zones that a 2H object takes."""


def options(cards: Sequence[Card]) -> tuple[tuple[str, Option], ...]:
    """Return one option for each card that a player may start with, except the hero, which always starts."""
    return tuple(
        (str(number), Option("equip", code=card.code))
        for number, card in enumerate(cards)
        if not card.is_a("hero")
    )


def suggested_keys(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the keys of a suggested selection: in list order, every card that can still be equipped."""
    keys: list[str] = []
    for key, _ in options(cards):
        if not refuse_equipment([cards[int(one)] for one in (*keys, key)]):
            keys.append(key)
    return tuple(keys)


def find_cards(cards: Sequence[Card], keys: Iterable[str]) -> list[Card]:
    """Return the cards of these keys.

    Raises Illegal if they cannot all be equipped.
    """
    known = dict(options(cards))
    if not all(key in known for key in keys):
        raise Illegal(words("not_offered"), Code.NOT_OFFERED)
    picked = [cards[int(key)] for key in dict.fromkeys(keys)]
    if reason := refuse_equipment(picked):
        raise Illegal(reason, Code.AGAINST_RULES)
    return picked


def refuse_equipment(cards: Sequence[Card]) -> Words:
    """Return why these cards cannot all be equipped at once, or NOTHING if they can."""
    for zone in EQUIPMENT:
        if sum(_zone(card) == zone for card in cards) > 1:
            return words("equipped_one_a_zone", zone)
    if (
        sum(TWO_HANDED_ZONES_COUNT if card.is_a("2h") else 1 for card in cards if _zone(card) == "weapon")
        > TWO_HANDED_ZONES_COUNT
    ):
        return words("equipped_two_weapons")
    strange = [card.name for card in cards if not _zone(card)]
    return words("cannot_be_equipped", strange[0]) if strange else NOTHING


def inventory(state: State, seat: Seat) -> list[Card]:
    """Return the cards that an effect may still bring in: starting cards that are not in the game yet."""
    return [
        card for card in state.cards
        if card.owner == seat and card.place == NOWHERE and not card.token and _zone(card)
    ]  # fmt: skip


def free_place(state: State, seat: Seat, card: Card) -> Place | None:
    """Return the place where a card of the inventory can be equipped, or None if no zone is free."""
    zone = _zone(card)
    held = [other for other in state.pile(seat, zone) if other is not None]
    hands = sum(TWO_HANDED_ZONES_COUNT if each.is_a("2h") else 1 for each in (*held, card))
    free = [slot for slot, other in enumerate(state.pile(seat, zone)) if other is None]
    if not free or (zone == "weapon" and hands > len(state.pile(seat, zone))):
        return None
    return Place(seat, zone, free[0])


def places(seat: Seat, cards: Sequence[Card]) -> list[tuple[Card, Place]]:
    """Return the place of each card at the start of the game."""
    laid: list[tuple[Card, Place]] = []
    held = 0
    for card in cards:
        zone = "hero" if card.is_a("hero") else _zone(card)
        laid.append((card, Place(seat, zone, held if zone == "weapon" else 0)))
        held += zone == "weapon"
    return laid


def _zone(card: Card) -> str:
    if not IN_HANDS.isdisjoint(card.kinds):
        return "weapon"
    return next((zone for zone in EQUIPMENT if card.is_a(zone)), "")
