"""Combat chain by hand: attacks as links, their defenders, and the close of the chain.

The chain is open while it has links (FAB-3.6.4). The close returns equipment and weapons to their zones if
these are free. It clears everything else as by a rule (FAB-3.0.11). The other player's face-down cards stay,
since the close would show them.
"""

from __future__ import annotations

from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.games.manual.hands import Command
from facedown_server.table import Card, ops
from facedown_shared.manual.flesh_and_blood import EQUIPMENT
from facedown_shared.manual.game import UPRIGHT
from facedown_shared.protocol.gestures import CloseChain, DeclareAttack, Defend, Gesture
from facedown_shared.tables import SHARED_SEAT_INDEX, Place
from facedown_shared.text import Code, Illegal, words

CHAIN = "combat_chain"
LINKS = "links"
"""Name of the tally of the chain's links. The chain is closed at zero."""
DEFENDS = "defends"


def attack(hands: FabHands[DeclareAttack]) -> Command:
    """Plan an attack with a card as the next link. An attack-proxy represents a permanent."""
    if not hands.gesture.cards:
        raise Illegal(words("say_what_attacks"))
    card = hands.card
    if card.zone in ("weapon", "permanent"):
        if not hands.is_public(card):
            raise Illegal(words("private_object_attacks_not"), Code.AGAINST_RULES)
        return lambda: _is_by_proxy(hands, card)
    hands.landing_place(card, Place(SHARED_SEAT_INDEX, CHAIN), "up")
    return lambda: link(hands, card)


def link(hands: FabHands[Gesture], card: Card) -> None:
    """Add an attack to the chain as a link."""
    hands.move_card(card, Place(SHARED_SEAT_INDEX, CHAIN), UPRIGHT, cause="attack")
    _links(hands, hands.state.tallies.get(LINKS, 0) + 1)


def _is_by_proxy(hands: FabHands[Gesture], card: Card) -> None:
    proxy = hands.create(card.name, ("proxy", "attack"), attack=card.facts.attack)
    link(hands, proxy)
    ops.add_tie(hands.state, proxy, card)


def defend(hands: FabHands[Defend]) -> Command:
    """Plan to defend the last attack with cards from the hand, from the arsenal, or equipped."""
    cards = hands.cards
    attacks = [card for card in hands.state.pile(SHARED_SEAT_INDEX, CHAIN) if not card.memory.get(DEFENDS)]
    if not hands.state.tallies.get(LINKS, 0) or not attacks:
        raise Illegal(words("no_attack_to_defend"), Code.NOT_NOW)
    for card in cards:
        if card.zone == CHAIN:
            raise Illegal(words("already_on_combat_chain"), Code.AGAINST_RULES)
        hands.landing_place(card, Place(SHARED_SEAT_INDEX, CHAIN), "up")

    def command() -> None:
        for card in cards:
            hands.move_card(card, Place(SHARED_SEAT_INDEX, CHAIN), UPRIGHT, cause="defend")
            ops.store_note(hands.state, card, DEFENDS, True)
            ops.add_tie(hands.state, card, attacks[-1])

    return command


def close_chain(hands: FabHands[CloseChain]) -> Command:
    """Plan the close of the combat chain."""
    if not _find_leaving_cards(hands) and not hands.state.tallies.get(LINKS, 0):
        raise Illegal(words("combat_chain_closed"), Code.NOT_NOW)
    return lambda: close(hands)


def close(hands: FabHands[Gesture]) -> None:
    """Close the combat chain: return equipment to its zones and clear everything else."""
    for card in _find_leaving_cards(hands):
        home = _home(hands, card)
        if home is None:
            hands.clear(card)
        else:
            ops.untie(hands.state, card)
            hands.move_card(card, home, UPRIGHT, cause="home")
            ops.store_note(hands.state, card, DEFENDS, False)
    if hands.state.tallies.get(LINKS, 0):
        _links(hands, 0)


def _find_leaving_cards(hands: FabHands[Gesture]) -> list[Card]:
    """Return the cards that leave the chain when this player closes it."""
    chain = hands.state.pile(SHARED_SEAT_INDEX, CHAIN)
    return [card for card in chain if all(map(hands.can_read, (card, *card.materials)))]


def _home(hands: FabHands[Gesture], card: Card) -> Place | None:
    """Return the free zone of a piece of equipment. None if its zone is taken or the card is not
    equipment.
    """
    for zone in EQUIPMENT if card.is_a("equipment") else ():
        places = hands.state.pile(card.controller, zone)
        if card.is_a(zone) and None in places:
            return Place(card.controller, zone, places.index(None))
    return None


def _links(hands: FabHands[Gesture], count: int) -> None:
    ops.tally(hands.state, LINKS, count)
    ops.note(hands.state, "combat", amount=count, word="" if count else "closed")
