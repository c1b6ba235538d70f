"""The combat chain by hand: attacks as links, what defends them, and what becomes of all when it closes.

The chain is open while it has links (FAB-3.6.4). What closing does with equipment and weapons is what the
zones say: home if the zone is there and free, else cleared as by a rule (FAB-3.0.11).
"""

from __future__ import annotations

from server.manual.flesh_and_blood.hands import FabHands
from server.manual.hands import Command, PlayerHands
from server.table import ops
from server.table.state import Card
from shared.errors import Code, Illegal
from shared.manual.flesh_and_blood import EQUIPMENT
from shared.manual.game import UPRIGHT
from shared.zones import SHARED, Place

CHAIN = "combat_chain"
LINKS = "links"
"""The tally of the chain's links; the chain is closed at none."""
DEFENDS = "defends"


def attack(hands: PlayerHands) -> Command:
    """A card attacks as the next link; a permanent is stood for by an attack-proxy."""
    table, card = _objects(hands), hands.card()
    if card.zone in ("weapon", "permanent"):
        if not table.is_public(card):
            raise Illegal("A private object does not attack.", Code.AGAINST_RULES)
        return lambda: _by_proxy(table, card)
    hands.landing(card, Place(SHARED, CHAIN), "up")
    return lambda: link(table, card)


def link(table: FabHands, card: Card) -> None:
    """An attack comes to the chain: one link more."""
    table.carry(card, Place(SHARED, CHAIN), UPRIGHT, cause="attack")
    _links(table, table.state.tallies.get(LINKS, 0) + 1)


def _by_proxy(table: FabHands, card: Card) -> None:
    proxy = table.create(card.name, ("proxy", "attack"), attack=card.facts.attack)
    link(table, proxy)
    ops.tie(table.state, proxy, card)


def defend(hands: PlayerHands) -> Command:
    """Cards defend the last attack: of the hand, the arsenal, or equipped."""
    table, cards = _objects(hands), hands.cards()
    attacks = [card for card in hands.state.pile(SHARED, CHAIN) if not card.memory.get(DEFENDS)]
    if not hands.state.tallies.get(LINKS, 0) or not attacks:
        raise Illegal("There is no attack to defend: the combat chain is closed.", Code.NOT_NOW)
    for card in cards:
        if card.zone == CHAIN:
            raise Illegal("It is on the combat chain already.", Code.AGAINST_RULES)
        hands.landing(card, Place(SHARED, CHAIN), "up")

    def command() -> None:
        for card in cards:
            table.carry(card, Place(SHARED, CHAIN), UPRIGHT, cause="defend")
            ops.remember(table.state, card, DEFENDS, True)
            ops.tie(table.state, card, attacks[-1])

    return command


def close_chain(hands: PlayerHands) -> Command:
    """The combat chain closes."""
    if not hands.state.pile(SHARED, CHAIN) and not hands.state.tallies.get(LINKS, 0):
        raise Illegal("The combat chain is closed.", Code.NOT_NOW)
    return lambda: close(_objects(hands))


def close(table: FabHands) -> None:
    """Equipment goes home, everything else is cleared."""
    for card in list(table.state.pile(SHARED, CHAIN)):
        home = _home(table, card)
        if home is None:
            table.clear(card)
        else:
            ops.untie(table.state, card)
            table.carry(card, home, UPRIGHT, cause="home")
            ops.remember(table.state, card, DEFENDS, False)
    if table.state.tallies.get(LINKS, 0):
        _links(table, 0)


def _home(table: FabHands, card: Card) -> Place | None:
    """The free zone a piece of equipment goes back to; None when there is none, or it is no equipment."""
    for zone in EQUIPMENT if card.is_a("equipment") else ():
        places = table.state.pile(card.controller, zone)
        if card.is_a(zone) and None in places:
            return Place(card.controller, zone, places.index(None))
    return None


def _links(table: FabHands, count: int) -> None:
    ops.tally(table.state, LINKS, count)
    ops.note(table.state, "combat", amount=count, word="" if count else "closed")


def _objects(hands: PlayerHands) -> FabHands:
    assert isinstance(hands, FabHands), "a table of Flesh and Blood makes hands of its own"
    return hands
