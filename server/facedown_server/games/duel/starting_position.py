"""Start of a duel from a given position, for scenarios, puzzles and tests."""

from __future__ import annotations

from collections.abc import Iterator

from facedown_server.games.duel.core import Duel, Play
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.turn.turn import turns
from facedown_server.refereeing.referee import Frame
from facedown_server.table import (
    BEFORE_FIRST_TURN,
    Card,
    RandomStreams,
    StartingCard,
    StartingPosition,
    StartingSide,
    ops,
)
from facedown_shared.tables import Place, Seat


def start_duel(referee: DuelReferee, position: StartingPosition, streams: RandomStreams) -> Iterator[Frame]:
    """Start a duel from a position, before the Draw Phase of turn 1; yield frames up to the first prompt."""
    return referee.run(_play_duel(referee.duel, position), streams)


def _play_duel(duel: Duel, position: StartingPosition) -> Play[None]:
    for seat, side in enumerate(position.sides):
        ops.tally(duel.state, f"{seat}:life", side.life)
        _place_piles(duel, seat, side)
    for seat, side in enumerate(position.sides):
        for standing in side.field:
            _place_standing(duel, seat, standing)
    ongoing_effects.refresh(duel)
    yield from turns(duel, position.first)


def _place_piles(duel: Duel, seat: Seat, side: StartingSide) -> None:
    piles = (
        ("hand", side.hand, False), ("deck", side.deck, False), ("extra_deck", side.extra_deck, False),
        ("extra_deck", side.extra_face_up, True), ("graveyard", side.graveyard, True),
        ("banished", side.banished, True),
    )  # fmt: skip
    for zone, codes, open_to_all in piles:
        for number, code in enumerate(codes):
            face_up = open_to_all and not (zone == "banished" and number in side.banished_face_down)
            ops.place_card(duel.state, _create(duel, code, seat), Place(seat, zone), face_up=face_up)


def _place_standing(duel: Duel, seat: Seat, standing: StartingCard) -> None:
    card = _create(duel, standing.code, seat if standing.owner is None else standing.owner)
    ops.place_card(duel.state, card, standing.place, face_up=standing.position != "set")
    in_monster_zone = standing.place.zone in ("monster", "extra_monster")
    ops.mark(
        duel.state, card, controller=seat, arrived=BEFORE_FIRST_TURN, set_turn=BEFORE_FIRST_TURN,
        moved_turn=BEFORE_FIRST_TURN, proper=True,
        defense_position=in_monster_zone and standing.position != "attack",
    )  # fmt: skip
    if not in_monster_zone and card.facts.is_a("pendulum") and standing.position != "set":
        ops.mark(duel.state, card, summoned="scale")


def _create(duel: Duel, code: int, owner: Seat) -> Card:
    facts = duel.pool[code]
    card = ops.create(duel.state, facts, owner, token=facts.is_a("token"))
    duel.listen(card)
    return card
