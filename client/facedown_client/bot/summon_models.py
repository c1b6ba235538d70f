"""Models of Summons, Sets and changes of position: what each makes of a position."""

from __future__ import annotations

from facedown_client.bot.board_worth import Position, worth_at_turn_end
from facedown_client.bot.card_roles import Role
from facedown_client.bot.plan_context import (
    PlanAct,
    PlanActs,
    PlanContext,
    best_aims,
    cheapest_materials,
    find_unit,
    monster_keep,
    replace_own,
)
from facedown_shared.protocol.messages import Option

SEARCH_POINTS = 500
HAND_TRAP_POINTS = 400
"""Value that a card used from the hand loses on the field, beside `Role.keep`."""

MIN_PENDULUM_ATTACK_POINTS = 1000
"""ATK of monsters that are worth a Pendulum Summon."""


def normal_summon(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    facts = context.facts_of(option)
    if facts is None or at.summoned:
        return
    unit = context.reading.unit_of(facts, option.card, attacks=int(at.can_battle))
    if role.hand:
        at = at._replace(extra=at.extra - role.keep - HAND_TRAP_POINTS)
    if facts.is_a("spirit"):
        unit = unit._replace(bonus=-unit.worth // 2)
    for rest, paid in context.with_tributes(at, facts):
        after = rest._replace(mine=(*rest.mine, unit), summoned=True, extra=rest.extra - monster_keep(facts))
        yield PlanAct(index, paid, _arrival_effect(context, role, after))


def set_monster(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    facts = context.facts_of(option)
    if facts is None or not facts.is_monster or at.summoned:
        return
    unit = context.reading.unit_of(facts, option.card, position="set")
    if role.hand:
        at = at._replace(extra=at.extra - role.keep - HAND_TRAP_POINTS)
    for rest, paid in context.with_tributes(at, facts):
        yield PlanAct(
            index, paid,
            rest._replace(mine=(*rest.mine, unit), summoned=True, extra=rest.extra - monster_keep(facts)),
        )  # fmt: skip


def _arrival_effect(context: PlanContext, role: Role, at: Position) -> Position:
    """Return the position with the likely gain of an effect of a Summoned monster."""
    if role.role == "search":
        return at._replace(extra=at.extra + (SEARCH_POINTS if role.name == "Sonic Bird" else 150))
    if role.role == "revive_small":
        return _revive_small(context, role, at)
    return at


def _revive_small(context: PlanContext, role: Role, at: Position) -> Position:
    """Return the position with the small monster that a Tuner brings back, or with their Synchro Monster."""
    small = [
        unit for unit in context.reading.graveyard_units((context.reading.seat,))
        if 0 < unit.level <= role.level
    ]  # fmt: skip
    if not small or len(at.mine) > 4:
        return at
    risen = max(small, key=lambda unit: (unit.level, unit.worth))._replace(position="defense", bonus=0)
    full = at._replace(mine=(*at.mine, risen))
    best, value = full, worth_at_turn_end(full)
    for handle, facts in context.reading.extra_deck():
        unit = context.reading.unit_of(facts, handle, attacks=int(at.can_battle))
        for used in cheapest_materials(facts, full.mine) if facts.is_a("synchro") else ():
            after = full._replace(mine=(*(one for one in full.mine if one not in used), unit))
            if context.value_of(after) > value:
                best, value = after, context.value_of(after)
    return best


def flip_summon(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    unit = find_unit(at.mine, option.card)
    if unit is None or unit.position != "set":
        return
    turned = unit._replace(position="attack", attacks=int(at.can_battle), bonus=max(0, unit.bonus - 350))
    rest = replace_own(at, unit, turned)
    if role.flip:
        yield from _flip_effects(context, index, role, rest)
    else:
        yield PlanAct(index, (), rest)


def _flip_effects(context: PlanContext, index: int, role: Role, at: Position) -> PlanActs:
    if role.role in ("remove_monster", "return_monster", "bounce_all"):
        for aim in best_aims(at.theirs):
            gone = tuple(unit for unit in at.theirs if unit is not aim)
            back = 0 if role.role == "remove_monster" else 450
            yield PlanAct(index, (aim.handle,), at._replace(theirs=gone, extra=at.extra - back))
        return
    gains = {
        "recover": 500,
        "new_hand": 300,
        "look": 60,
        "gives_cards": -900,
        "remove_back_row": 450,
        "bomb": 0,
    }
    if role.role == "remove_back_row" and not context.their_back_row(role):
        yield PlanAct(index, (), at)
        return
    yield PlanAct(index, (), at._replace(extra=at.extra + gains.get(role.role, 0)))


def change_position(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    unit = find_unit(at.mine, option.card)
    if unit is None:
        return
    if unit.position == "attack":
        yield PlanAct(index, (), replace_own(at, unit, unit._replace(position="defense", attacks=0)))
    elif unit.position == "defense":
        free = at.can_battle and not context.reading.is_held(unit, context.reading.seat)
        yield PlanAct(index, (), replace_own(at, unit, unit._replace(position="attack", attacks=int(free))))


def special_summon(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    facts = context.facts_of(option)
    if facts is None or not at.special:
        return
    unit = context.reading.unit_of(facts, option.card, attacks=int(at.can_battle))
    if facts.is_a("toon"):
        for rest, paid in context.with_tributes(at, facts):
            yield PlanAct(index, paid, rest._replace(mine=(*rest.mine, unit._replace(attacks=0))))
        return
    if not facts.belongs_in_extra_deck:
        if len(at.mine) < 5:
            extra = at.extra - monster_keep(facts)
            yield PlanAct(index, (), at._replace(mine=(*at.mine, unit), extra=extra))
        return
    for used in cheapest_materials(facts, at.mine):
        left = tuple(one for one in at.mine if one not in used)
        bonus = 150 if facts.rank else 0
        yield PlanAct(
            index, tuple(one.handle for one in used),
            at._replace(mine=(*left, unit._replace(bonus=unit.bonus + bonus))),
        )  # fmt: skip


def pendulum_summon(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    scales = context.reading.scales()
    if len(scales) < 2 or not at.special:
        return
    low, high = min(scales), max(scales)
    room = 5 - len(at.mine)
    coming = [
        context.reading.unit_of(facts, handle, attacks=int(at.can_battle))
        for handle, facts in context.reading.hand()
        if facts.is_monster and low < facts.level < high and (facts.attack or 0) >= MIN_PENDULUM_ATTACK_POINTS
    ]
    coming.sort(key=lambda unit: -unit.worth)
    if coming and room > 0:
        chosen = tuple(coming[:room])
        keep = sum(300 for _ in chosen)
        after = at._replace(mine=(*at.mine, *chosen), extra=at.extra - keep)
        yield PlanAct(index, tuple(unit.handle for unit in chosen), after)
