"""Queries of a scenario to our own rules, besides the prompts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown_server.games.duel.battle import battle_phase
from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.games.duel.library import playable_codes
from facedown_server.games.scenarios import board
from facedown_server.games.scenarios.files import Scenario
from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import Frame
from facedown_server.table import Card, FixedStreams
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import FORMATS


class ScenarioRules:
    """A scenario's duel and its referee."""

    def __init__(self, scenario: Scenario, pool: Pool) -> None:
        self.pool = pool
        self.referee: PromptedReferee
        self.duel: board.ObservedDuel
        self.first_frames = self.begin(scenario)
        """Frames up to the first prompt."""

    def begin(self, scenario: Scenario) -> Iterable[Frame]:
        """Start the duel on a referee; return the frames up to the first prompt."""
        referee = DuelReferee(FORMATS[scenario.ruleset], self.pool)
        self.referee, self.duel, self._rules = referee, referee.duel, referee.duel
        return start_duel(
            referee, board.starting_position(scenario), FixedStreams(board.coin_and_die_results(scenario))
        )

    def must_activate(self, code: int) -> bool:
        """Return whether a card has a mandatory effect with targets."""
        script = self._rules.scripts.get(code)
        return script is not None and any(effect.must and effect.target for effect in script.effects)

    def attack_targets(self) -> Sequence[Card | None]:
        """Return the target of the declared attack (None: direct); empty without one."""
        attack = self._rules.attack
        return () if attack is None else (attack.target,)

    def targets(self, attacker: Card) -> Sequence[Card | None]:
        """Return the possible attack targets of a monster; None is a direct attack."""
        return battle_phase.targets(self._rules, attacker)

    def battle_step(self) -> str:
        """Return the step of the present attack, "declaration" or "damage"; "" without an attack."""
        return ("damage" if self._rules.step else "declaration") if self._rules.attack is not None else ""

    def is_asked_for(self, offers: Sequence[Offer]) -> bool:
        """Return whether the rules require this prompt.

        Another referee may prompt only to hide information.
        """
        return True

    def is_unscripted(self, code: int) -> bool:
        """Return whether a card has no script, so that it cannot be activated."""
        return code not in playable_codes(self.pool)
