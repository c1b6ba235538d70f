"""Starting positions: set up a core duel in the middle of a game, with the same cards in our State and in the
core.
"""

from __future__ import annotations

from collections.abc import Iterator

from facedown_server.games.edopro.engine_protocol import LaidCard
from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    EXTRA_DECK_FLAG,
    FACE_DOWN_DEFENSE_FLAG,
    FACE_UP_ATTACK_FLAG,
    FACE_UP_DEFENSE_FLAG,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    PILES,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.table import (
    BEFORE_FIRST_TURN,
    StartingCard,
    StartingPosition,
    StartingSide,
    ops,
)
from facedown_shared.tables import Place, Seat

NO_SHUFFLE_FLAG = 0x10
"""Duel option of the core that keeps Decks in their order."""
FACES = {"attack": FACE_UP_ATTACK_FLAG, "defense": FACE_UP_DEFENSE_FLAG, "set": FACE_DOWN_DEFENSE_FLAG}


def place_cards(mirror: Mirror, position: StartingPosition) -> Iterator[LaidCard]:
    """Place both sides' cards in our State, and yield each card for the core."""
    for seat, side in enumerate(position.sides):
        ops.tally(mirror.state, f"{seat}:life", side.life)
        yield from _piles(mirror, seat, side)
    for seat, side in enumerate(position.sides):
        for standing in side.field:
            yield _place_standing(mirror, seat, standing)


def _piles(mirror: Mirror, seat: Seat, side: StartingSide) -> Iterator[LaidCard]:
    player = mirror.places.player(seat)
    rows = (
        (HAND_FLAG, side.hand, False),
        (DECK_FLAG, side.deck, False),
        (EXTRA_DECK_FLAG, side.extra_deck, False),
        (EXTRA_DECK_FLAG, side.extra_face_up, True),
        (GRAVEYARD_FLAG, side.graveyard, True),
        (BANISHED_FLAG, side.banished, True),
    )
    for location, held, open_to_all in rows:
        cards = []
        for number, code in enumerate(held):
            face_up = open_to_all and not (location == BANISHED_FLAG and number in side.banished_face_down)
            card = ops.create(mirror.state, mirror.pool[code], seat)
            ops.place_card(mirror.state, card, Place(seat, PILES[location]), face_up=face_up)
            cards.append(card)
        lying = cards[::-1] if location == DECK_FLAG else cards
        mirror.cards.set_pile(player, location, [*mirror.cards.lists[(player, location)], *lying])
        for card in lying:
            face = FACE_UP_ATTACK_FLAG if card.face_up else FACE_DOWN_DEFENSE_FLAG
            yield LaidCard(card.code, player, player, location, 0, face)


def _place_standing(mirror: Mirror, seat: Seat, standing: StartingCard) -> LaidCard:
    owner = seat if standing.owner is None else standing.owner
    controller = seat if standing.controller is None else standing.controller
    facts = mirror.pool[standing.code]
    card = ops.create(mirror.state, facts, owner, token=facts.is_a("token"))
    ops.place_card(mirror.state, card, standing.place, face_up=standing.position != "set")
    is_monster = standing.place.zone in ("monster", "extra_monster")
    ops.mark(
        mirror.state, card, controller=controller, arrived=BEFORE_FIRST_TURN,
        defense_position=is_monster and standing.position != "attack",
    )  # fmt: skip
    player, location, sequence = mirror.places.spot(standing.place, controller)
    mirror.cards.lists[(player, location)][sequence] = card
    face = FACES[standing.position] if is_monster else (FACES["attack"] if card.face_up else FACES["set"])
    return LaidCard(card.code, mirror.places.player(owner), player, location, sequence, face)
