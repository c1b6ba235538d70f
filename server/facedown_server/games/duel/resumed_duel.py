"""Start of a duel in the middle of a turn, from cards as they are seen or assumed.

A bot's search uses it: the hidden cards of a View are assumed, and the duel is played on from there. What a
View does not show is not restored: lingering effects, notes of card scripts, and uses of limited effects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from facedown_server.games.duel.battle import battle_phase
from facedown_server.games.duel.core import Duel, Play, TurnRecord
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.turn.turn import end_phase, main_phase, turns
from facedown_server.refereeing.referee import Frame
from facedown_server.table import BEFORE_FIRST_TURN, Card, RandomStreams, ops
from facedown_server.table.state import MATERIAL
from facedown_shared.tables import Place, Seat


@dataclass(frozen=True, slots=True)
class AssumedCard:
    """One card. `bearer`, `equipped_to` and `targets` are indices in the list of all cards; -1 for none.

    `is_new`: it came to its zone this turn. `is_tired`: its position cannot be changed this turn.
    """

    code: int
    owner: Seat
    controller: Seat
    place: Place
    face_up: bool = False
    defense_position: bool = False
    token: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    bearer: int = -1
    equipped_to: int = -1
    targets: tuple[int, ...] = ()
    is_new: bool = False
    is_tired: bool = False
    attacks: int = 0


@dataclass(frozen=True, slots=True)
class AssumedDuel:
    """A duel in a phase ("main1", "battle" or "main2") of a player's turn. A deck's cards are top first."""

    cards: tuple[AssumedCard, ...]
    life: tuple[int, int]
    turn: int
    player: Seat
    phase: str
    has_normal_summoned: bool = False
    has_attacked: bool = False


def resume_duel(
    referee: DuelReferee, assumed: AssumedDuel, streams: RandomStreams
) -> tuple[Sequence[Card], Iterator[Frame]]:
    """Start a duel in the middle of a turn. Return its cards in the given order, and frames up to the first
    prompt.

    Raises KeyError for a passcode that the pool does not know.
    """
    duel = referee.duel
    cards = [_create(duel, one) for one in assumed.cards]
    for seat, life in enumerate(assumed.life):
        ops.tally(duel.state, f"{seat}:life", life)
    for number in range(assumed.turn):
        ops.begin_turn(duel.state, assumed.player if (assumed.turn - number) % 2 else 1 - assumed.player)
    for card, one in zip(cards, assumed.cards, strict=True):
        _place(duel, card, one, assumed.turn)
    for card, one in zip(cards, assumed.cards, strict=True):
        _tie(duel, card, one, cards)
    ops.take_events(duel.state)
    return cards, referee.run(_play_on(duel, assumed), streams)


def _create(duel: Duel, one: AssumedCard) -> Card:
    card = ops.create(duel.state, duel.pool[one.code], one.owner, token=one.token)
    duel.listen(card)
    return card


def _place(duel: Duel, card: Card, one: AssumedCard, turn: int) -> None:
    if one.place.zone == MATERIAL:
        return
    ops.place_card(duel.state, card, one.place, face_up=one.face_up)
    if not card.is_on_field:
        return
    since = turn if one.is_new else BEFORE_FIRST_TURN
    ops.mark(
        duel.state, card, controller=one.controller, arrived=since, set_turn=since, proper=True,
        moved_turn=turn if one.is_tired else BEFORE_FIRST_TURN, attacks=one.attacks,
        defense_position=one.defense_position and card.is_in_monster_zone,
    )  # fmt: skip
    if one.face_up and not card.is_in_monster_zone and card.facts.is_a("pendulum"):
        ops.mark(duel.state, card, summoned="scale")


def _tie(duel: Duel, card: Card, one: AssumedCard, cards: Sequence[Card]) -> None:
    if one.bearer >= 0:
        ops.attach(duel.state, card, cards[one.bearer])
    if one.equipped_to >= 0:
        ops.equip(duel.state, card, cards[one.equipped_to])
    for index in one.targets:
        ops.add_tie(duel.state, card, cards[index])
    for name, count in one.counters.items():
        ops.counters(duel.state, card, name, count)


def _play_on(duel: Duel, assumed: AssumedDuel) -> Play[None]:
    """Play the rest of the turn from its phase, then all turns after it."""
    seat, phase = assumed.player, assumed.phase
    duel.this_turn = TurnRecord(attacked=assumed.has_attacked)
    duel.this_turn.normal_summons[seat] = int(assumed.has_normal_summoned)
    ongoing_effects.refresh(duel)
    goal = phase
    if phase == "main1":
        goal = yield from main_phase(duel, seat, "main1")
    if goal == "battle":
        goal = yield from battle_phase.battle_phase(duel, seat)
        yield from main_phase(duel, seat, "main2", through=goal == "end")
    elif phase == "main2":
        yield from main_phase(duel, seat, "main2")
    yield from end_phase(duel, seat)
    yield from turns(duel, 1 - seat)
