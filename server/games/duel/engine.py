"""The duel as a Referee: it runs the rules' generators from prompt to prompt.

Rules live in the folders beside this file; this one knows none. It is sync and pure (law 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from server.games.duel.core.duel import MAX_OPERATIONS_PER_ANSWER, Duel
from server.games.duel.core.effect import CardScript
from server.games.duel.effects import listeners, ongoing_effects
from server.games.duel.effects.state_checks import check_state
from server.games.duel.library import fast_places, library
from server.games.duel.turn.reasons import reasons
from server.games.duel.turn.turn import play
from server.refereeing.prompted_referee import PromptedReferee
from server.refereeing.prompts import Play
from server.refereeing.referee import Frame, Setup
from server.table import ops
from server.table.random_streams import RandomStreams
from server.table.state import Card, State
from shared.cards.facts import Pool
from shared.protocol.reasons import Reason
from shared.tables import TABLES
from shared.tables.formats import Format
from shared.tables.zones import Seat


class DuelReferee(PromptedReferee):
    """One duel by our own rules. `scripts`: other ones than those of the pool."""

    def __init__(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript] | None = None) -> None:
        self.duel = self._duel(rules, pool, library(pool) if scripts is None else scripts)
        super().__init__(self.duel.state)
        self.duel.fast_places = fast_places(pool)

    def _duel(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript]) -> Duel:
        return Duel(rules, pool, scripts, State(TABLES[rules.table]), check_state)

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel of a setup; frames up to the first prompt."""
        self.duel.announces = setup.announces
        yield from self.run(play(self.duel, setup), streams)

    def run(self, play: Play[None], streams: RandomStreams) -> Iterator[Frame]:
        """Begin with these rules of play; frames up to the first prompt."""
        self.duel.streams = streams
        self._run = play
        yield from self._advance(None)

    def _reasons(self, seat: Seat, card: Card, *, answering: bool) -> Sequence[Reason]:
        return reasons(self.duel, seat, card, answering=answering)

    def _begin_work(self) -> None:
        self.duel.fuel = MAX_OPERATIONS_PER_ANSWER

    def _frame(self) -> Frame:
        """Everything that has happened since the last frame, for the room to show."""
        listeners.collect(self.duel)
        self.duel.scanned = 0
        ongoing_effects.publish(self.duel)
        return Frame(ops.take_events(self.duel.state))
