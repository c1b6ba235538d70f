"""Plans of the own turn: acts of the open state on a `Position`, and a search for the best sequence.

Each act is one option of the prompt, with the cards it will be aimed at. The search looks a few acts ahead,
lets the Battle Phase follow, and judges the position at the end of the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from facedown_client.bot.board_worth import LETHAL_POINTS, BattlePlan, Position
from facedown_client.bot.card_roles import Role
from facedown_client.bot.effect_models import apply_effect
from facedown_client.bot.plan_context import PlanAct, PlanActs, PlanContext
from facedown_client.bot.reading import Reading
from facedown_client.bot.summon_models import (
    change_position,
    flip_summon,
    normal_summon,
    pendulum_summon,
    set_monster,
    special_summon,
)
from facedown_shared.protocol.messages import Option


class SearchDepth(NamedTuple):
    """How far plans are searched: acts of a plan, sequences that are followed further, and acts that are
    tried after each of them.
    """

    acts: int
    plans: int
    tried: int


FULL_DEPTH = SearchDepth(4, 5, 32)
QUICK_DEPTH = SearchDepth(1, 1, 16)
"""Depth of the plans within a search, of which there are thousands."""

MAX_BATTLE_STATES_COUNT = 16_000
"""Limit of the work of one plan: then the best one so far is taken."""

ACT_COST_POINTS = 6.0
"""Points that each act of a plan costs, so that acts without use are left out."""

EARLY_ROLES = {"draw": 0, "wipe_back_row": 1, "remove_back_row": 1}
"""Roles of effects that are used before anything else of a plan, the smallest number first."""


class Plan(NamedTuple):
    """A sequence of acts and its value."""

    value: float
    acts: tuple[PlanAct, ...] = ()

    def first(self, roles: Mapping[int, Role]) -> PlanAct:
        """Return the act to begin with: cards are drawn before anything is decided."""
        return min(self.acts, key=lambda act: EARLY_ROLES.get(roles[act.option].role, len(EARLY_ROLES)))

    @property
    def is_lethal(self) -> bool:
        """Whether it ends the duel."""
        return self.value >= LETHAL_POINTS - 1000


Apply = Callable[[PlanContext, int, Option, Role, Position], PlanActs]


class TurnPlanner:
    """Search for the best acts of one prompt. `allowed` are the indices of options that may be used."""

    def __init__(self, reading: Reading, allowed: frozenset[int], depth: SearchDepth = FULL_DEPTH) -> None:
        self.depth = depth
        self.context = PlanContext(reading)
        self.options, self.roles, self.start = self.context.options, self.context.roles, self.context.start
        self.allowed = allowed

    def battle_of(self, position: Position) -> BattlePlan:
        """Return the best attacks in a position."""
        return self.context.battle_of(position)

    def best_plan(self) -> Plan:
        """Return the best plan; one without acts if nothing is better than going on."""
        root = Plan(self.context.value_of(self.start))
        best, beam = root, [root]
        for _ in range(self.depth.acts):
            seen: dict[frozenset[tuple[int, tuple[int, ...]]], Plan] = {}
            for plan in beam:
                for act in self._next_acts(plan):
                    if self.context.states > MAX_BATTLE_STATES_COUNT:
                        break
                    acts = (*plan.acts, act)
                    value = self.context.value_of(act.after) - ACT_COST_POINTS * len(acts)
                    key = frozenset((one.option, one.aims) for one in acts)
                    if key not in seen or value > seen[key].value:
                        seen[key] = Plan(value, acts)
            beam = sorted(seen.values(), key=lambda plan: -plan.value)[: self.depth.plans]
            if not beam:
                break
            best = max(best, beam[0], key=lambda plan: plan.value)
            if best.is_lethal:
                break
        return best

    def single_acts(self) -> list[PlanAct]:
        """Return every act of the open state alone."""
        return self._next_acts(Plan(0.0))

    def _next_acts(self, plan: Plan) -> list[PlanAct]:
        position = plan.acts[-1].after if plan.acts else self.start
        used = {act.option for act in plan.acts}
        cards = {self.options[act.option].card for act in plan.acts if self.options[act.option].card}
        found: list[PlanAct] = []
        for index, option in enumerate(self.options):
            if index not in self.allowed or index in used or option.card in cards:
                continue
            apply = _VERBS.get(option.verb)
            if apply is not None:
                found += apply(self.context, index, option, self.roles[index], position)
        return found[: self.depth.tried]


_VERBS: dict[str, Apply] = {
    "summon": normal_summon,
    "set": set_monster,
    "flip_summon": flip_summon,
    "change_position": change_position,
    "special_summon": special_summon,
    "pendulum_summon": pendulum_summon,
    "activate": apply_effect,
}
"""Models of the acts of the open state, by verb."""
