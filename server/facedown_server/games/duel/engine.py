"""Referee of a duel: runs the generators of the rules from prompt to prompt.

This module implements no rule; the packages beside it do. Synchronous and pure (law 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from facedown_server.games.duel.core import MAX_OPERATIONS_PER_ANSWER, CardScript, Duel
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.games.duel.game_actions.state_checks import check_state
from facedown_server.games.duel.library import fast_places, library
from facedown_server.games.duel.turn.reasons import reasons
from facedown_server.games.duel.turn.turn import play_duel
from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import Play
from facedown_server.refereeing.referee import Frame
from facedown_server.table import Card, RandomStreams, Setup, State, ops
from facedown_shared.cards.facts import Pool
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import TABLES, Format, Seat


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
        yield from self.run(play_duel(self.duel, setup), streams)

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
