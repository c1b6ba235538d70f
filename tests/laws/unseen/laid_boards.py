"""Laid-out boards with hidden cards of both players in every zone, and their twins for one player.

A twin has other cards wherever that player cannot see which they are.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable

from facedown_server.games.manual.referee import FreeTable
from facedown_server.table import ops, sight
from facedown_server.table.state import Card, State
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Seat
from tests.server.games.manual.flesh_and_blood import table as fab
from tests.server.games.manual.manual_table import Table

EQUIP, FIELD = "Axe of Despair", "Umi"
VALUES = ("attack", "defense", "level", "rank", "attribute", "race", "kinds")
FITTED = frozenset({"field", "head", "chest", "arms", "legs", "hero", "weapon", "nowhere"})
"""Places whose cards have a public kind, since no others may be there: twins have the same cards there."""


def make_yugioh(rules: str) -> FreeTable:
    """Return a table of Yu-Gi-Oh! on which each player has equipped the other's monster."""
    table = Table(rules=rules)
    hand = ("Sangan", "Dark Magician", "Mystical Space Typhoon", "Black Luster Soldier", FIELD)
    field = {
        "monster:0": ("Man-Eater Bug", "set"), "monster:1": ("Celtic Guardian", "attack"),
        "spell_trap:0": ("Mirror Force", "down"), "spell_trap:1": (EQUIP, "up"),
        "spell_trap:2": (EQUIP, "down"),
    }  # fmt: skip
    for seat in (0, 1):
        for name in hand:
            table.put_card(name, f"{seat}:hand")
        for place, (name, position) in field.items():
            table.put_card(name, f"{seat}:{place}", position)
        table.put_card("Breaker the Magical Warrior", f"{seat}:monster:2", "set", owner=1 - seat)
        table.put_card(FIELD, f"{seat}:field:0", ("up", "down")[seat])
        table.put_card("Gaia the Dragon Champion", f"{seat}:extra_deck")
        table.put_card("Kuriboh", f"{seat}:graveyard")
        table.put_card("Jinzo", f"{seat}:banished", "down")
        if rules == "master":
            _add_modern_cards(table, seat)
    state = table.free.state
    for seat in (0, 1):
        ops.equip(state, state.piles[(seat, "spell_trap")][1], state.piles[(1 - seat, "monster")][1])
    return table.free


def _add_modern_cards(table: Table, seat: Seat) -> None:
    for name in ("Stardust Dragon", "Number 39: Utopia", "Link Spider"):
        table.put_card(name, f"{seat}:extra_deck")
    ops.mark(table.free.state, table.put_card("Timegazer Magician", f"{seat}:extra_deck"), face_up=True)
    table.put_beneath("Kuriboh", table.put_card("Number 39: Utopia", f"{seat}:monster:3", "attack"))


def make_flesh_and_blood() -> FreeTable:
    """Return a table of Flesh and Blood with face-down objects in each zone, and cards beneath some of
    them.
    """
    table = fab.FabTable(arena=(fab.HEAD, fab.HAMMER), chosen=())
    state = table.state
    hidden = (
        ("arsenal", fab.STRONG), ("banished", fab.ITEM), ("weapon:0", fab.KNIFE), ("legs", fab.LEGS),
    )  # fmt: skip
    shared = (
        ("permanent", fab.ALLY, "down"), ("permanent", fab.AURA, "up"), ("stack", fab.INSTANT, "down"),
        ("combat_chain", fab.ATTACK, "up"), ("combat_chain", fab.REACTION, "down"),
        ("combat_chain", fab.CHEST, "down"),
    )  # fmt: skip
    for seat in (0, 1):
        for name in (fab.ATTACK, fab.BLUE, fab.REACTION, fab.AURA):
            table.put_card(name, f"{seat}:hand")
        for place, name in hidden:
            table.put_card(name, f"{seat}:{place}", "down")
        for zone, name, position in shared:
            table.put_card(name, f"-:{zone}", position, by=seat)
        table.put_card(fab.INSTANT, f"{seat}:pitch")
    for seat in (0, 1):
        for owner in (0, 1):
            bearer = next(
                card for card in state.piles[(SHARED_SEAT_INDEX, "permanent")]
                if card.controller == seat and not card.face_up
            )  # fmt: skip
            ops.attach(state, table.put_card(fab.STRONG, f"{owner}:hand"), bearer, face_up=False)
    return table.free


BOARDS: dict[str, Callable[[], FreeTable]] = {
    "master": lambda: make_yugioh("master"),
    "classic": lambda: make_yugioh("classic"),
    "fab": make_flesh_and_blood,
}


def unseen_cards(state: State, seat: Seat) -> list[Card]:
    """Return the opponent's cards that a player cannot read. A card that its owner gave to the player, who
    controls it, is the player's.
    """
    return [
        card for card in state.cards
        if 1 - seat in (card.owner, card.controller) and not (card.is_on_field and card.controller == seat)
        and not card.token and not sight.readers(state, card) >> seat & 1
    ]  # fmt: skip


def clone(free: FreeTable) -> FreeTable:
    """Return a copy of a table, with the same random throws to come."""
    state, new = free.state, copy.copy(free)
    facts = (*(card.facts for card in state.cards), *(one for known in state.known for one in known.values()))
    memo = {id(one): one for one in (free.game, free.format, free.pool, state.table, *facts)}
    memo[id(state.hash)] = state.hash.copy()
    memo[id(free)] = new
    for name in ("state", "streams", "searching", "outside", "picked"):
        if hasattr(free, name):
            setattr(new, name, copy.deepcopy(getattr(free, name), memo))
    return new


def twin(free: FreeTable, seat: Seat) -> FreeTable:
    """Return a copy of a table with other cards wherever this player cannot see which they are."""
    new = clone(free)
    change_unseen_cards(new.state, seat)
    return new


def change_unseen_cards(state: State, seat: Seat) -> None:
    """Exchange the cards of a table that this player cannot see."""
    groups: defaultdict[tuple[object, ...], list[Card]] = defaultdict(list)
    for card in unseen_cards(state, seat):
        if card.zone not in FITTED:
            groups[(card.owner, card.facts.belongs_in_extra_deck)].append(card)
    for cards in groups.values():
        facts, shift = [card.facts for card in cards], len(cards) // 2 | 1
        for card, other in zip(cards, [*facts[shift:], *facts[:shift]], strict=True):
            card.facts = other
            for name in VALUES:
                setattr(card, name, getattr(other, name))
