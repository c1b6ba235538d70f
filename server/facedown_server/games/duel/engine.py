"""Referee of a duel: runs the generators of the rules from prompt to prompt.

This module implements no rule; the packages beside it do. Synchronous and pure (law 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from facedown_server.games.duel.core import MAX_OPERATIONS_PER_ANSWER, CardScript, Duel
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.games.duel.game_actions.state_checks import check_state
from facedown_server.games.duel.library import complete_scripts, fast_places, library
from facedown_server.games.duel.turn.reasons import reasons
from facedown_server.games.duel.turn.turn import play_duel, turns
from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import Play
from facedown_server.refereeing.referee import Frame
from facedown_server.table import (
    BEFORE_FIRST_TURN,
    Card,
    RandomStreams,
    Setup,
    StartingCard,
    StartingPosition,
    StartingSide,
    State,
    ops,
)
from facedown_shared.cards.facts import Pool
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import TABLES, Format, Place, Seat


class DuelReferee(PromptedReferee):
    """Referee that plays one duel by scripted rules. `scripts` replaces the scripts of the pool."""

    def __init__(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript] | None = None) -> None:
        self.duel = self._duel(rules, pool, library(pool) if scripts is None else scripts)
        super().__init__(self.duel.state)
        self.duel.fast_places = fast_places(pool)

    def _duel(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript]) -> Duel:
        return Duel(rules, pool, scripts, State(TABLES[rules.table]), check_state)

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Start the duel of a setup and yield frames up to the first prompt."""
        self.duel.announces = setup.announces
        self.duel.deck_scripts = (self._deck_scripts(setup, 0), self._deck_scripts(setup, 1))
        yield from self.run(play_duel(self.duel, setup), streams)

    def _deck_scripts(self, setup: Setup, seat: Seat) -> Mapping[int, CardScript]:
        """Return the scripts of cards in a player's deck that the pool's scripts do not contain."""
        return complete_scripts(setup.facts[seat])

    def run(self, play: Play[None], streams: RandomStreams) -> Iterator[Frame]:
        """Start a duel with this generator of the rules and yield frames up to the first prompt."""
        self.duel.streams = streams
        self._run = play
        yield from self._advance(None)

    def _reasons(self, seat: Seat, card: Card, *, answering: bool) -> Sequence[Reason]:
        return reasons(self.duel, seat, card, answering=answering)

    def _begin_work(self) -> None:
        self.duel.fuel = MAX_OPERATIONS_PER_ANSWER

    def _frame(self) -> Frame:
        """Return a frame of all events since the last frame."""
        listeners.collect(self.duel)
        self.duel.scanned = 0
        ongoing_effects.publish(self.duel)
        return Frame(ops.take_events(self.duel.state))


def start_duel(referee: DuelReferee, position: StartingPosition, streams: RandomStreams) -> Iterator[Frame]:
    """Start a duel from a position of a scenario, puzzle or test, before the Draw Phase of turn 1; yield
    frames up to the first prompt.
    """
    return referee.run(_play_position(referee.duel, position), streams)


def _play_position(duel: Duel, position: StartingPosition) -> Play[None]:
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
            ops.place_card(duel.state, _create_card(duel, code, seat), Place(seat, zone), face_up=face_up)


def _place_standing(duel: Duel, seat: Seat, standing: StartingCard) -> None:
    card = _create_card(duel, standing.code, seat if standing.owner is None else standing.owner)
    ops.place_card(duel.state, card, standing.place, face_up=standing.position != "set")
    in_monster_zone = standing.place.zone in ("monster", "extra_monster")
    ops.mark(
        duel.state, card, controller=seat, arrived=BEFORE_FIRST_TURN, set_turn=BEFORE_FIRST_TURN,
        moved_turn=BEFORE_FIRST_TURN, proper=True,
        defense_position=in_monster_zone and standing.position != "attack",
    )  # fmt: skip
    if not in_monster_zone and card.facts.is_a("pendulum") and standing.position != "set":
        ops.mark(duel.state, card, summoned="scale")


def _create_card(duel: Duel, code: int, owner: Seat) -> Card:
    facts = duel.pool[code]
    card = ops.create(duel.state, facts, owner, token=facts.is_a("token"))
    duel.listen(card)
    return card
