"""Referee of a duel by the rules with cards carried out by hand. Synchronous and pure (law 5).

While such a card is carried out, gestures of both players are acts of the duel. At other times they are
refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from facedown_server.games.duel.core import CardScript
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.game_actions.state_checks import check_state
from facedown_server.games.manual.referee import GesturePlan
from facedown_server.games.manual.yugioh.half import gestures, manual_effects
from facedown_server.games.manual.yugioh.half.duel import HalfDuel
from facedown_server.games.manual.yugioh.half.gestures import HalfDuelHands
from facedown_server.games.manual.yugioh.half.scripts import deck_scripts
from facedown_server.refereeing.referee import Act, ByHand, Frame, PromptKind
from facedown_server.table import RandomStreams, Setup, State
from facedown_shared.cards.facts import Pool
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.tables import TABLES, Format, Seat
from facedown_shared.text import Code, Illegal, words


class HalfDuelReferee(DuelReferee):
    """Referee of one duel, half by the rules and half by hand. `alone`: one person plays both sides."""

    duel: HalfDuel

    def __init__(self, rules: Format, pool: Pool, *, alone: bool = False) -> None:
        super().__init__(rules, pool)
        self.duel.alone = alone
        self._plan: GesturePlan[HalfDuelHands[Gesture]] | None = None

    def _duel(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript]) -> HalfDuel:
        table = TABLES[rules.table]
        return HalfDuel(
            rules, pool, scripts, State(table), check_state, game=GAMES[rules.table],
            carries_out=manual_effects.carry_out_card,
        )  # fmt: skip

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel of a setup. Yields frames up to the first prompt."""
        self.duel.confirms = setup.confirms
        yield from super().start(setup, streams)

    def _deck_scripts(self, setup: Setup, seat: Seat) -> Mapping[int, CardScript]:
        known = setup.known_pool(self.duel.pool, seat)
        return {**super()._deck_scripts(setup, seat), **deck_scripts(known, setup.decks[seat].cards)}

    def check(self, act: Act) -> None:
        """Check that an act is allowed now, without changing the duel. Raises Illegal if it is not."""
        if not isinstance(act.body, ByHand):
            super().check(act)
        elif self.result() is not None:
            raise Illegal(words("duel_over"), Code.NOT_NOW)
        elif self.duel.work is None or not any(ask.kind is PromptKind.BY_HAND for ask in self.prompts()):
            raise Illegal(words("nothing_carried_out"), Code.NOT_NOW)
        else:
            hands = gestures.hands(self.duel, self.duel.work, act.seat, act.body.gesture)
            self._plan = gestures.plan(hands)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act. Yields frames up to the next prompt or the end."""
        if not isinstance(act.body, ByHand):
            yield from super().apply(act)
            return
        if self._plan is None or not self._plan.is_for(act.seat, act.body.gesture):
            self.check(act)
        plan, self._plan = self._plan, None
        yield from self._advance(plan)
