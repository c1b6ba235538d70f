"""Gestures of Flesh and Blood, in addition to those of every table. Each function plans a gesture.

Sources: FAB-3.0.7b, FAB-3.0.10 to FAB-3.0.14, FAB-3.3.4, FAB-3.6.4. Turn and combat are up to the players.
"""

from __future__ import annotations

from facedown_server.games.manual.card_gestures import each, move_command
from facedown_server.games.manual.expressions import evaluate
from facedown_server.games.manual.flesh_and_blood import combat, opening
from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.games.manual.hands import Command
from facedown_server.table import Card, ops
from facedown_shared.manual.flesh_and_blood import LASTING
from facedown_shared.manual.game import UPRIGHT
from facedown_shared.protocol.gestures import (
    Activate,
    Attach,
    ChangePoints,
    ChangePosition,
    ChangeZones,
    Clear,
    FetchInventory,
    Gesture,
    MakeToken,
    Move,
    Pitch,
    PutCounters,
    Resolve,
)
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat, Side
from facedown_shared.text import Code, Illegal, words

MAX_POINTS = 999
POINTS = ("action", "resource")
STACK, PITCH, DECK, PERMANENT = "stack", "pitch", "deck", "permanent"


def plan_move(hands: FabHands[Move]) -> Command:
    """Plan a move of cards in the given order. Within its own zone a card changes only its face."""
    cards = hands.cards
    goals = [hands.place_for(index) for index in range(len(cards))]
    position = hands.position(goals[0].zone)
    if cards[0].zone != DECK and all(
        _is_same_zone(card, goal) for card, goal in zip(cards, goals, strict=True)
    ):
        return _turn_command(hands, cards, position.face_up)
    taken: list[Place] = []
    for card, goal in zip(cards, goals, strict=True):
        taken.append(hands.landing_place(card, goal, position.word, taken=taken))
    return move_command(hands, cards, taken, position)


def _is_same_zone(card: Card, goal: Place) -> bool:
    """Return whether origin and destination are the same zone. Such a move does not happen (FAB-3.0.7b)."""
    same = card.zone == goal.zone and goal.seat in (card.place.seat, card.owner)
    return same and goal.slot in (-1, card.place.slot)


def _turn_command(hands: FabHands[Gesture], cards: list[Card], face_up: bool) -> Command:
    turning = [card for card in cards if card.face_up != face_up]
    if not turning or cards[0].zone == "hand":
        raise Illegal(words("already_there"), Code.AGAINST_RULES)
    return each(lambda card: hands.turn_object(card, face_up=face_up), turning)


def position(hands: FabHands[ChangePosition]) -> Command:
    """Plan to turn an object face-up or face-down in place."""
    card = hands.card
    if card.zone in ("hand", DECK) or card.bearer is not None:
        raise Illegal(words("not_turned_there"), Code.AGAINST_RULES)
    return _turn_command(hands, [card], hands.position(card.zone).face_up)


def activate(hands: FabHands[Activate]) -> Command:
    """Plan to play a card as a layer, or to activate an ability of a public object. `other_cards` are its
    targets.
    """
    card, targets = hands.card, tuple(hands.other_cards)
    if hands.gesture.places:
        landing = hands.landing_place(card, hands.place_for(), "up")
        if landing.zone != STACK:
            raise Illegal(words("played_to_stack"), Code.AGAINST_RULES)
    elif not hands.is_public(card) and not hands.gesture.effect:
        raise Illegal(words("private_object_has_no_ability"), Code.NEEDS_EFFECT)

    def command() -> None:
        layer = card
        if hands.gesture.places:
            hands.move_card(card, Place(SHARED_SEAT_INDEX, STACK), UPRIGHT, cause="play")
        else:
            layer = hands.create(f"Ability of {card.name}"[:80], ("layer",))
            hands.move_card(layer, Place(SHARED_SEAT_INDEX, STACK), UPRIGHT, cause="play")
            ops.add_tie(hands.state, layer, card)
        for target in targets:
            ops.add_tie(hands.state, layer, target)
        if targets or layer is not card:
            ops.note(hands.state, "declare", seat=hands.seat, card=card, others=targets, by=hands.seat)

    return command


def resolve(hands: FabHands[Resolve]) -> Command:
    """Plan to resolve the top layer of the stack: an attack goes to the combat chain, a permanent into the
    arena.
    """
    card = hands.card
    stack = hands.state.pile(SHARED_SEAT_INDEX, STACK)
    if not stack or stack[-1] is not card:
        raise Illegal(words("top_layer_first"), Code.AGAINST_RULES)
    if card.is_a("attack"):
        return lambda: combat.link(hands, card)
    if not LASTING.isdisjoint(card.kinds):
        return lambda: hands.move_card(card, Place(SHARED_SEAT_INDEX, PERMANENT), UPRIGHT, cause="resolve")
    return lambda: hands.clear(card)


def attach(hands: FabHands[Attach]) -> Command:
    """Plan to put cards beneath another: into a hero's soul, or as an effect says (FAB-3.0.14)."""
    cards, bearer = hands.cards, hands.other_cards[0]
    hands.allow(hands.refuse_attach(bearer))
    if bearer in cards or any(card.token for card in cards):
        raise Illegal(words("only_others_beneath"), Code.AGAINST_RULES)
    return each(lambda card: hands.put_beneath(card, bearer), cards)


def clear(hands: FabHands[Clear]) -> Command:
    """Plan to clear objects. Cards go to their owners' graveyards; other objects cease to exist."""
    return each(hands.clear, hands.cards)


def counter(hands: FabHands[PutCounters]) -> Command:
    """Plan to put counters of a name on a public object, or to remove them."""
    card, name = hands.card, " ".join(hands.gesture.text.split())[:24]
    have, amount = card.counters.get(name, 0), hands.gesture.amount
    if not hands.is_public(card) or card.zone in ("hand", DECK):
        raise Illegal(words("counters_on_public_objects_only"), Code.AGAINST_RULES)
    if not name or not amount or not 0 <= have + amount <= MAX_POINTS:
        raise Illegal(words("name_counter_and_number", have))
    return lambda: ops.counters(hands.state, card, name, amount)


def points(hands: FabHands[ChangePoints]) -> Command:
    """Plan a change of action or resource points: "action +1", "resource =0"."""
    name, _, change = hands.gesture.text.partition(" ")
    if name not in POINTS:
        raise Illegal(words("points_there_are", " and ".join(POINTS)))
    seat = hands.target_seat
    before = hands.state.tallies.get(f"{seat}:{name}", 0)
    after = evaluate(change, before)
    if not 0 <= after <= MAX_POINTS:
        raise Illegal(words("only_so_many_points", before), Code.AGAINST_RULES)

    def command() -> None:
        set_points(hands, seat, name, after)
        if after == before:  # announced even without a change, since a player requested it
            ops.note(hands.state, "points", seat=seat, word=name)

    return command


def set_points(hands: FabHands[Gesture], seat: Seat, name: str, value: int) -> None:
    """Set a player's points of one kind."""
    change = value - hands.state.tallies.get(f"{seat}:{name}", 0)
    if change:
        ops.tally(hands.state, f"{seat}:{name}", value)
        ops.note(hands.state, "points", seat=seat, amount=change, word=name)


def pitch(hands: FabHands[Pitch]) -> Command:
    """Plan to pitch cards from the hand for resource points."""
    cards = hands.cards
    if any(card.zone != "hand" for card in cards):
        raise Illegal(words("pitched_from_hand"), Code.AGAINST_RULES)
    for card in cards:
        hands.landing_place(card, Place(card.owner, PITCH), "up")

    def command() -> None:
        for card in cards:
            hands.move_card(card, Place(card.owner, PITCH), UPRIGHT, cause="pitch")
        gained = sum(int(card.facts.extra.get("pitch", 0)) for card in cards)
        have = hands.state.tallies.get(f"{hands.seat}:resource", 0)
        set_points(hands, cards[0].owner, "resource", min(MAX_POINTS, have + gained))

    return command


def inventory(hands: FabHands[FetchInventory]) -> Command:
    """Plan to equip a card that was not chosen at the start, as an effect says. `text` is the card's name."""
    seat, name = hands.target_seat, hands.gesture.text.strip().casefold()
    if not name:
        raise Illegal(words("name_card_of_inventory"))
    found = [card for card in opening.inventory(hands.state, seat) if name in card.name.casefold()]
    if not found:
        raise Illegal(words("not_in_inventory"), Code.NOT_OFFERED)
    place = opening.free_place(hands.state, seat, found[0])
    if place is None:
        raise Illegal(words("no_zone_free_to_equip"), Code.AGAINST_RULES)
    if not hands.gesture.effect:
        raise Illegal(words("equipped_by_effect_only"), Code.NEEDS_EFFECT)
    return lambda: hands.move_card(found[0], place, UPRIGHT, cause="equip")


def zone(hands: FabHands[ChangeZones]) -> Command:
    """Plan to add or remove a zone of a type: "arsenal +1", "arsenal -1" (FAB-3.0.10)."""
    name, _, change = hands.gesture.text.partition(" ")
    row, seat = hands.zone(name), hands.target_seat
    if row.slots is None or row.side is Side.SHARED or not row.spare or change not in ("+1", "-1"):
        raise Illegal(words("zones_not_changed"), Code.AGAINST_RULES)
    places = hands.state.pile(seat, name)
    if change == "+1":
        if len(places) >= row.slots + row.spare:
            raise Illegal(words("so_many_zones_already", len(places)), Code.AGAINST_RULES)
        return lambda: ops.add_place(hands.state, seat, name)
    gone = _zone_to_remove(hands, seat, name)

    def command() -> None:
        card = hands.state.card_at(gone)
        if card is not None:
            hands.clear(card)
        ops.remove_place(hands.state, gone)

    return command


def _zone_to_remove(hands: FabHands[Gesture], seat: Seat, name: str) -> Place:
    """Return the zone to remove: an empty one, or else the player's choice (FAB-3.0.10c)."""
    places = hands.state.pile(seat, name)
    empty = [slot for slot, card in enumerate(places) if card is None]
    if not places:
        raise Illegal(words("zone_is_gone"), Code.NOT_NOW)
    if empty:
        return Place(seat, name, empty[-1])
    if len(places) == 1:
        return Place(seat, name, 0)
    chosen = hands.place_for() if hands.gesture.places else Place(seat, name)
    if (chosen.seat, chosen.zone) != (seat, name) or not 0 <= chosen.slot < len(places):
        raise Illegal(words("none_empty_name_one"), Code.NOT_OFFERED)
    return chosen


def token(hands: FabHands[MakeToken]) -> Command:
    """Plan to create a token of the gesture's print in the arena (FAB-3.0.5a, FAB-3.13.2)."""
    made = hands.gesture.token
    goal = Place(SHARED_SEAT_INDEX, hands.game.stage)
    if hands.gesture.places and hands.gesture.places[0]._replace(slot=-1) != goal:
        raise Illegal(words("token_to_permanents"))
    subtypes = tuple(made.race.lower().split())

    def command() -> None:
        card = hands.create(made.name, ("token", *subtypes), attack=made.attack or None)
        hands.move_card(card, goal, UPRIGHT, cause="token")

    return command
