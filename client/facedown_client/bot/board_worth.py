"""Monsters and positions as plain numbers for planning, and what they are worth.

All values are points: about the ATK of a monster, so that a plain monster with 1800 ATK is worth about 1800.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

UNKNOWN_ATTACK_POINTS = 1100
UNKNOWN_DEFENSE_POINTS = 1500
UNKNOWN_MONSTER_POINTS = 1150
"""Assumed numbers of a face-down monster."""

NEWCOMER_ATTACK_POINTS = 1700
"""Assumed ATK of the monster that the opponent Summons next."""

NEWCOMER_RATIO = 0.6
"""How likely it is that they have one."""

HAND_CARD_POINTS = 700
SET_CARD_POINTS = 450
THEIR_SET_CARD_POINTS = 250
EMPTY_FIELD_POINTS = -100
THEIR_EMPTY_FIELD_POINTS = 600
TRAP_RISK_RATIO = 0.05
"""Share of an attacker's worth that each Set card of the opponent puts at risk."""

MAX_RISKY_CARDS = 3
MAX_CACHED_BATTLES = 8_192
"""Battle Phases whose best attacks are cached: plans ask for the same ones again and again."""
LETHAL_POINTS = 100_000
LOSS_RISK_POINTS = 9_000
LIKELY_LOSS_POINTS = 3_100
COUNTER_RATIO = 0.75
"""Weight of the opponent's next attack, which may be prevented."""


class Unit(NamedTuple):
    """A monster on the field in a plan. `handle` 0: one that is only expected.

    `position`: "attack", "defense" or "set". `attacks`: attacks left this turn. `bonus`: worth beyond its
    numbers. `lent`: it goes back to the opponent at the end of the turn. `boost`: ATK that ends with it.
    """

    handle: int
    attack: int
    defense: int | None
    position: str = "attack"
    attacks: int = 0
    level: int = 0
    bonus: int = 0
    known: bool = True
    lent: bool = False
    boost: int = 0
    direct: bool = False
    pierces: bool = False
    safe: bool = False
    """Whether battle does not destroy it."""
    kinds: tuple[str, ...] = ()
    code: int = 0
    rank: int = 0
    race: str = ""
    can_turn: bool = False

    @property
    def guard(self) -> int:
        """The number that an attacker must beat."""
        return self.attack if self.position == "attack" else self.defense or 0

    @property
    def worth(self) -> int:
        """Value of keeping this monster on the field after this turn."""
        if not self.known:
            return UNKNOWN_MONSTER_POINTS
        if "token" in self.kinds:
            return 150 + max(self.attack, 0) // 2
        best = max(self.attack - self.boost, int(0.8 * (self.defense or 0)))
        return 600 + int(0.8 * max(best, 0)) + self.bonus


class Position(NamedTuple):
    """A position in a plan. `extra`: points already gained or spent (cards drawn, cards used)."""

    mine: tuple[Unit, ...]
    theirs: tuple[Unit, ...]
    my_life: int
    their_life: int
    my_back: int = 0
    their_back: int = 0
    their_hand: int = 0
    extra: float = 0.0
    locked: bool = False
    """Whether the opponent's monsters cannot attack in their next turn."""
    can_battle: bool = False
    summoned: bool = False
    special: bool = True
    """Whether Special Summons are still possible this turn."""


LIFE_WEIGHTS = ((1500, 0.6), (3000, 0.4), (5000, 0.2), (10**9, 0.15))
"""Value of one Life Point up to each total."""


def life_weight(life: int) -> float:
    """Return the value of one Life Point at this total."""
    return next(weight for upto, weight in LIFE_WEIGHTS if life <= upto)


def life_worth(life: int) -> float:
    """Return the value of a total of Life Points."""
    worth, floor = 0.0, 0
    for upto, weight in LIFE_WEIGHTS:
        if life <= floor:
            break
        worth += weight * (min(life, upto) - floor)
        floor = upto
    return worth


# --- battles ------------------------------------------------------------------------------------------------


class Clash(NamedTuple):
    """What one attack is expected to bring: value, damage to the defender, and what is destroyed."""

    value: float
    damage: int
    kills: bool
    dies: bool
    cost: int = 0
    """Damage to the attacker's player."""


def clash(attacker: Unit, target: Unit | None, my_life: int, their_life: int, risk: float = 0.0) -> Clash:
    """Return what an attack is expected to bring its player. `target` None: directly."""
    attack, danger = attacker.attack, risk * attacker.worth
    gain, loss = life_weight(their_life), life_weight(my_life)
    if target is None:
        return Clash(gain * attack - danger, attack, kills=False, dies=False)
    if not target.known:
        return _clash_with_unknown(attacker, target, danger, loss)
    guard = target.guard
    if target.position == "attack":
        if attack > guard:
            damage = attack - guard
            kills = not target.safe
            return Clash(target.worth * kills + gain * damage - danger, damage, kills, dies=False)
        if attack == guard:
            return Clash(target.worth - attacker.worth - danger, 0, kills=attack > 0, dies=attack > 0)
        return Clash(
            -attacker.worth - loss * (guard - attack), 0, kills=False, dies=True, cost=guard - attack
        )
    if attack > guard:
        damage = attack - guard if attacker.pierces else 0
        flip = 250 if target.position == "set" and target.bonus > 0 else 0
        return Clash(
            target.worth * (not target.safe) + gain * damage - danger - flip,
            damage,
            not target.safe,
            dies=False,
        )
    return Clash(-loss * (guard - attack) - danger - 1, 0, kills=False, dies=False, cost=guard - attack)


def _clash_with_unknown(attacker: Unit, target: Unit, danger: float, loss: float) -> Clash:
    attack = attacker.attack
    chance = next(odds for floor, odds in _ODDS if attack >= floor)
    flip_danger = 0.1 * attacker.worth
    value = chance * target.worth - (1 - chance) * loss * 350 - danger - flip_danger
    return Clash(value, 0, chance >= 0.5, dies=False)


_ODDS = ((2200, 0.95), (2000, 0.85), (1800, 0.72), (1500, 0.58), (1200, 0.4), (900, 0.2), (-1, 0.05))
"""Odds of destroying a face-down monster, by ATK."""


class BattlePlan(NamedTuple):
    """The attacks of one Battle Phase in their order, and what they bring."""

    value: float = 0.0
    attacks: tuple[tuple[Unit, Unit | None], ...] = ()
    damage: int = 0


@lru_cache(maxsize=MAX_CACHED_BATTLES)
def best_battle(
    attackers: tuple[Unit, ...], targets: tuple[Unit, ...], my_life: int, their_life: int,
    risky_cards: int = 0,
) -> BattlePlan:  # fmt: skip
    """Return the most valuable order of attacks; a lethal one if it is certain."""
    ready = tuple(unit for unit in attackers if unit.attacks > 0 and unit.attack > 0)[:6]
    facing = targets[:6]
    if not ready:
        return BattlePlan()
    risk = TRAP_RISK_RATIO * min(risky_cards, MAX_RISKY_CARDS)
    solver = _Solver(ready, facing, my_life, their_life, risk)
    if solver.may_be_lethal():
        damage, line = solver.most_damage((1 << len(ready)) - 1, (1 << len(facing)) - 1)
        if damage >= their_life:
            return BattlePlan(LETHAL_POINTS, solver.spell_out(line), damage)
    value, line = solver.most_value((1 << len(ready)) - 1, (1 << len(facing)) - 1)
    attacks = solver.spell_out(line)
    damage = sum(clash(unit, aim, my_life, their_life).damage for unit, aim in attacks)
    return BattlePlan(value, attacks, damage)


Line = tuple[tuple[int, int], ...]
DIRECT_INDEX = -1


class _Solver:
    """Search over the sets of attackers that have not attacked and of targets that still stand."""

    def __init__(
        self, ready: tuple[Unit, ...], facing: tuple[Unit, ...], my_life: int, their_life: int, risk: float
    ) -> None:
        self.ready, self.facing = ready, facing
        self._their_life = their_life
        self._direct = [clash(unit, None, my_life, their_life, risk) for unit in ready]
        self._table = [[clash(unit, aim, my_life, their_life, risk) for aim in facing] for unit in ready]
        self._values: dict[tuple[int, int], tuple[float, Line]] = {}
        self._damages: dict[tuple[int, int], tuple[int, Line]] = {}

    def spell_out(self, line: Line) -> tuple[tuple[Unit, Unit | None], ...]:
        """Return a line of attacks as units."""
        return tuple((self.ready[at], None if aim == DIRECT_INDEX else self.facing[aim]) for at, aim in line)

    def may_be_lethal(self) -> bool:
        """Return whether all attacks together could end the duel."""
        return sum(unit.attack for unit in self.ready) >= self._their_life

    def _ways(self, left: int, standing: int) -> Iterator[tuple[int, int, Clash, int]]:
        for at, unit in enumerate(self.ready):
            if not left >> at & 1:
                continue
            if not standing or unit.direct:
                yield at, DIRECT_INDEX, self._direct[at], standing
            for aim in range(len(self.facing)):
                if standing >> aim & 1:
                    result = self._table[at][aim]
                    yield at, aim, result, standing & ~(1 << aim) if result.kills else standing

    def most_value(self, left: int, standing: int) -> tuple[float, Line]:
        """Return the best value of any attacks, none included."""
        key = (left, standing)
        if key not in self._values:
            best: tuple[float, Line] = (0.0, ())
            for at, aim, result, after in self._ways(left, standing):
                if result.value <= 0 and not result.kills:
                    continue
                value, line = self.most_value(left & ~(1 << at), after)
                if value + result.value > best[0] + 1e-9:
                    best = (value + result.value, ((at, aim), *line))
            self._values[key] = best
        return self._values[key]

    def most_damage(self, left: int, standing: int) -> tuple[int, Line]:
        """Return the most damage of certain attacks."""
        key = (left, standing)
        if key not in self._damages:
            best: tuple[int, Line] = (0, ())
            for at, aim, result, after in self._ways(left, standing):
                if (
                    aim != DIRECT_INDEX
                    and (not self.facing[aim].known or not result.kills)
                    and not result.damage
                ):
                    continue
                damage, line = self.most_damage(left & ~(1 << at), after)
                if damage + result.damage > best[0]:
                    best = (damage + result.damage, ((at, aim), *line))
            self._damages[key] = best
        return self._damages[key]


def after_battle(position: Position, plan: BattlePlan) -> Position:
    """Return the position after these attacks as expected."""
    mine, theirs = list(position.mine), list(position.theirs)
    my_life, their_life = position.my_life, position.their_life
    for unit, aim in plan.attacks:
        result = clash(unit, aim, my_life, their_life)
        their_life -= result.damage
        my_life -= result.cost
        if result.kills and aim in theirs:
            theirs.remove(aim)
        if unit in mine:
            mine.remove(unit)
            if not result.dies:
                mine.append(unit._replace(attacks=0, can_turn=False))
    return position._replace(mine=tuple(mine), theirs=tuple(theirs), my_life=my_life, their_life=their_life)


# --- worth of a position ------------------------------------------------------------------------------------


@lru_cache(maxsize=MAX_CACHED_BATTLES)
def worth_at_turn_end(position: Position) -> float:
    """Return the value of a position at the end of the own turn, the opponent's next attack included."""
    if position.their_life <= 0:
        return LETHAL_POINTS
    if position.my_life <= 0:
        return -LETHAL_POINTS
    mine = tuple(unit._replace(attack=unit.attack - unit.boost) for unit in position.mine if not unit.lent)
    back = tuple(unit for unit in position.mine if unit.lent)
    theirs = position.theirs + back
    value = position.extra + life_worth(position.my_life) - life_worth(position.their_life)
    value += sum(unit.worth for unit in mine) - sum(unit.worth for unit in theirs)
    value += SET_CARD_POINTS * min(position.my_back, 5) - THEIR_SET_CARD_POINTS * position.their_back
    value += EMPTY_FIELD_POINTS * (not mine) + THEIR_EMPTY_FIELD_POINTS * (not theirs)
    return value - _danger(position, mine, theirs)


def _danger(position: Position, mine: tuple[Unit, ...], theirs: tuple[Unit, ...]) -> float:
    """Return what the opponent's next turn is expected to cost, with and without one more monster."""
    if position.locked:
        return 0.0
    seen = tuple(_as_attacker(unit) for unit in theirs)
    standing = tuple(unit._replace(attacks=0) for unit in mine)
    certain = _cost_of_attacks(position, seen, standing, LOSS_RISK_POINTS)
    if position.their_hand <= 0:
        return certain
    newcomer = Unit(0, NEWCOMER_ATTACK_POINTS, 1000, attacks=1)
    expected = _cost_of_attacks(position, (*seen, newcomer), standing, LIKELY_LOSS_POINTS)
    return max(certain, (1 - NEWCOMER_RATIO) * certain + NEWCOMER_RATIO * expected)


def _cost_of_attacks(
    position: Position, attackers: tuple[Unit, ...], standing: tuple[Unit, ...], loss: float
) -> float:
    plan = best_battle(attackers, standing, position.their_life, position.my_life)
    shield = max(0.4, 1 - 0.15 * position.my_back)
    return shield * (loss if plan.value >= LETHAL_POINTS else COUNTER_RATIO * plan.value)


def _as_attacker(unit: Unit) -> Unit:
    attack = unit.attack if unit.known else UNKNOWN_ATTACK_POINTS
    return unit._replace(attack=attack, attacks=1, position="attack", known=True)
