"""What models of acts share: the reading, values of positions, Tributes, materials and targets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from facedown_client.bot.board_worth import (
    HAND_CARD_POINTS,
    LETHAL_POINTS,
    BattlePlan,
    Position,
    Unit,
    after_battle,
    best_battle,
    worth_at_turn_end,
)
from facedown_client.bot.card_roles import Role
from facedown_client.bot.reading import Reading
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Option

MAX_AIMS = 3
"""Targets that are tried for one option, the best first."""

HAND_ATTACK_RATIO = 0.3
"""Share of its ATK that a monster is worth in the hand."""

HIDDEN_CARD_POINTS = 780
"""Worth of a Set card of the opponent as a target."""


class PlanAct(NamedTuple):
    """One option, the handles it is aimed at or pays with, and the position afterwards."""

    option: int
    aims: tuple[int, ...]
    after: Position


PlanActs = Iterator[PlanAct]


class PlanContext:
    """A prompt of the open state, as models of acts read it."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.options = reading, reading.prompt.options
        self.start = reading.position()
        self._values: dict[Position, float] = {}
        self.states = 0
        """States of battles that were looked at, at most."""
        self.roles = {index: reading.role(option) for index, option in enumerate(self.options)}

    def value_of(self, position: Position) -> float:
        """Return the value of a position: the Battle Phase that may follow, then the end of the turn."""
        if position not in self._values:
            self.states += 1 << (len(position.mine) + len(position.theirs))
            after = position
            if position.can_battle:
                plan = self.battle_of(position)
                if plan.value >= LETHAL_POINTS:
                    self._values[position] = LETHAL_POINTS + position.extra / 100
                    return self._values[position]
                after = after_battle(position, plan)
            self._values[position] = worth_at_turn_end(after)
        return self._values[position]

    def battle_of(self, position: Position) -> BattlePlan:
        """Return the best attacks in a position."""
        return best_battle(
            position.mine, position.theirs, position.my_life, position.their_life, position.their_back
        )

    def facts_of(self, option: Option) -> Facts | None:
        return self.reading.board.facts(option)

    def with_tributes(self, at: Position, facts: Facts) -> Iterator[tuple[Position, tuple[int, ...]]]:
        need = 0 if facts.level <= 4 else 1 if facts.level <= 6 else 2
        if not need:
            if len(at.mine) < 5:
                yield at, ()
            return
        lent = self.reading.lent_to_tribute()
        cheap = [unit for unit in at.theirs if unit.handle in lent]
        cheap += sorted((unit for unit in at.mine if "token" not in unit.kinds), key=tribute_order)
        if len(cheap) >= need:
            paid = cheap[:need]
            rest = at._replace(
                mine=tuple(unit for unit in at.mine if unit not in paid),
                theirs=tuple(unit for unit in at.theirs if unit not in paid),
            )
            yield rest, tuple(unit.handle for unit in paid)

    def aims_of(self, option: Option, units: tuple[Unit, ...]) -> list[Unit]:
        legal = set(option.targets)
        among = [unit for unit in units if unit.handle in legal] if legal else list(units)
        return best_aims(tuple(among))

    def their_back_row(self, role: Role, option: Option | None = None) -> list[tuple[int, int]]:
        """Return the opponent's Spells and Traps as handles with their worth, the most valuable first."""
        legal = set(option.targets) if option is not None else set()
        rows = []
        for handle, seen in self.reading.board.back_row(self.reading.foe):
            if legal and handle not in legal:
                continue
            known = self.reading.view.known_facts(handle)
            stays = known is not None and not {"continuous", "equip", "field", "pendulum"}.isdisjoint(
                known.kinds
            )
            rows.append((handle, (850 if stays else 60) if seen.face_up else HIDDEN_CARD_POINTS))
        return sorted(rows, key=lambda row: -row[1])

    def is_own(self, handle: int) -> bool:
        seen = self.reading.view.cards.get(handle)
        return seen is not None and seen.controller == self.reading.seat

    def is_on_field(self, option: Option) -> bool:
        return "field" in self.reading.board.tags(option.card)

    def was_set(self, option: Option) -> int:
        seen = self.reading.view.cards.get(option.card)
        return int(seen is not None and not seen.face_up and self.is_on_field(option))


def monster_keep(facts: Facts) -> int:
    """Return what a monster is worth in the hand: playing it gives up that."""
    best = max(facts.attack or 0, int(0.8 * (facts.defense or 0)), 0)
    return min(HAND_CARD_POINTS, 150 + int(HAND_ATTACK_RATIO * best))


def tribute_order(unit: Unit) -> int:
    """Return how early a monster is Tributed: borrowed and weak ones first."""
    return -5000 + unit.worth if unit.lent else unit.worth


def find_unit(units: tuple[Unit, ...], handle: int) -> Unit | None:
    """Return the monster with this handle, or None."""
    return next((unit for unit in units if unit.handle == handle and handle), None)


def replace_own(at: Position, old: Unit, new: Unit) -> Position:
    """Return the position with an own monster changed."""
    return at._replace(mine=tuple(new if unit is old else unit for unit in at.mine))


def replace_opponents(at: Position, old: Unit, new: Unit) -> Position:
    """Return the position with a monster of the opponent changed."""
    return at._replace(theirs=tuple(new if unit is old else unit for unit in at.theirs))


def best_aims(units: tuple[Unit, ...]) -> list[Unit]:
    """Return the monsters that are worth most, as targets."""
    return sorted(units, key=lambda unit: -unit.worth)[:MAX_AIMS]


def cheapest_materials(facts: Facts, mine: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Yield the cheapest monsters that may be the materials of an Extra Deck Monster."""
    shown = [unit for unit in mine if unit.position != "set" and unit.known]
    ways: list[tuple[Unit, ...]] = []
    for count in range(1, 4):
        ways += [group for group in combinations(shown, count) if _may_be_materials(facts, group)]
    if ways:
        yield min(ways, key=lambda group: sum(tribute_order(unit) for unit in group))


def _may_be_materials(facts: Facts, group: tuple[Unit, ...]) -> bool:
    if facts.is_a("xyz"):
        return len(group) == 2 and all(unit.level == facts.rank for unit in group)
    if facts.is_a("synchro"):
        tuners = sum("tuner" in unit.kinds for unit in group)
        return len(group) > 1 and tuners == 1 and sum(unit.level for unit in group) == facts.level
    if facts.is_a("link"):
        return len(group) == max(facts.link, 1) or (facts.link > 2 and len(group) == 2)
    return len(group) == 2
