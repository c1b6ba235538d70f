"""Models of effects in the own turn, by the role of the card: what each makes of a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations

from facedown_client.bot.board_worth import Position, Unit
from facedown_client.bot.card_roles import Role, role_of
from facedown_client.bot.plan_context import (
    HIDDEN_CARD_POINTS,
    PlanAct,
    PlanActs,
    PlanContext,
    best_aims,
    find_unit,
    monster_keep,
    replace_opponents,
    replace_own,
    tribute_order,
)
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Option

Apply = Callable[[PlanContext, int, Option, Role, Position], PlanActs]

DRAW_POINTS = 650
SEARCH_POINTS = 500
OTHER_EFFECT_POINTS = 120
OWN_TURN_TOKENS_COST_POINTS = 700
"""Tokens are better made in the opponent's turn, where they keep the bot from no Summon."""

_QUOTED = re.compile(r'"([^"]{1,80})"')
_HARMS = re.compile(r"destroy|banish|negate|return", re.IGNORECASE)


def apply_effect(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if option.words.id == "activate_as_scale":
        yield from _place_scale(context, index, option, at)
        return
    apply = _ROLES.get(role.role)
    if apply is None or _is_too_dear(context, role, at):
        return
    spent = 0 if context.is_on_field(option) and role.itself is False and role.keep == 0 else role.keep
    paid = at._replace(
        my_life=at.my_life - _life_cost(role, at),
        extra=at.extra - spent - 450 * role.cards,
        my_back=at.my_back - context.was_set(option),
    )
    yield from apply(context, index, option, role, paid)


def _is_too_dear(context: PlanContext, role: Role, at: Position) -> bool:
    return _life_cost(role, at) >= at.my_life


def _life_cost(role: Role, at: Position) -> int:
    return at.my_life // 2 if role.half else role.life


def _place_scale(context: PlanContext, index: int, option: Option, at: Position) -> PlanActs:
    facts = context.facts_of(option)
    if facts is None or facts.scales is None:
        return
    mine, placed = facts.scales[0], context.reading.scales()
    others = placed or [
        one.scales[0]
        for handle, one in context.reading.hand()
        if one.scales is not None and handle != option.card
    ]
    best = max((_pendulum_worth(context, mine, other, option.card) for other in others), default=0)
    if len(placed) < 2 and best > 0:
        yield PlanAct(index, (), at._replace(extra=at.extra + best - 350))


def _pendulum_worth(context: PlanContext, one: int, other: int, but: int) -> int:
    low, high = min(one, other), max(one, other)
    coming = [
        context.reading.unit_of(facts, handle).worth // 2 for handle, facts in context.reading.hand()
        if handle != but and facts.is_monster and low < facts.level < high and (facts.attack or 0) >= 1000
    ]  # fmt: skip
    return sum(coming)


def _wipe_monsters(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if not at.theirs:
        return
    mine = at.mine if role.side == "theirs" else ()
    yield PlanAct(index, (), at._replace(theirs=(), mine=mine))


def _gamble(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    """Consider a coin that destroys one side: worth it only from far behind."""
    theirs, mine = sum(unit.worth for unit in at.theirs), sum(unit.worth for unit in at.mine)
    if theirs > mine + 800:
        yield PlanAct(index, (), at._replace(extra=at.extra + (theirs - mine) * 0.4))


def _remove_monster(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if role.itself:
        unit = find_unit(at.mine, option.card)
        at = at if unit is None else at._replace(mine=tuple(one for one in at.mine if one is not unit))
    if role.own:
        cheap = sorted(at.mine, key=tribute_order)[: role.own]
        at = at._replace(mine=tuple(unit for unit in at.mine if unit not in cheap))
    aims = context.aims_of(option, at.theirs)
    if role.only == "lowest":
        seen = [unit for unit in aims if unit.position != "set"]
        aims = [min(seen, key=lambda unit: unit.attack)] if seen else []
    elif role.only == "face_down":
        aims = [unit for unit in aims if unit.position == "set"]
    back = 450 if role.role == "return_monster" else 0
    for aim in aims:
        back = back if not {"token", "fusion", "synchro", "xyz", "link"} & set(aim.kinds) else 0
        gone = tuple(unit for unit in at.theirs if unit is not aim)
        yield PlanAct(index, (aim.handle,), at._replace(theirs=gone, extra=at.extra - back))


def _remove_card(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    yield from _remove_monster(context, index, option, role, at)
    yield from _remove_back_row(context, index, option, role, at)


def _remove_back_row(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    for handle, worth in context.their_back_row(role, option)[:2]:
        hidden = int(worth == HIDDEN_CARD_POINTS)
        yield PlanAct(
            index, (handle,),
            at._replace(their_back=max(0, at.their_back - hidden), extra=at.extra + (0 if hidden else worth)),
        )  # fmt: skip


def _wipe_back_row(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    rows = context.their_back_row(role)
    seen = sum(worth for _, worth in rows if worth != HIDDEN_CARD_POINTS)
    gain = seen - 600 * max(0, at.my_back - context.was_set(option))
    if rows:
        yield PlanAct(
            index, (), at._replace(their_back=0, my_back=0, extra=at.extra + gain + 700 * at.my_back)
        )


def _return_back_row(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    rows = context.their_back_row(role)
    if rows:
        yield PlanAct(index, (), at._replace(their_back=0, extra=at.extra - 620 * len(rows)))


def _steal(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if len(at.mine) >= 5:
        return
    for aim in context.aims_of(option, at.theirs):
        ready = int(at.can_battle and aim.known and aim.position == "attack")
        taken = aim._replace(attacks=ready, lent=role.until == "end")
        gone = tuple(unit for unit in at.theirs if unit is not aim)
        yield PlanAct(index, (aim.handle,), at._replace(theirs=gone, mine=(*at.mine, taken)))


def _swap_monsters(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if not at.mine or not at.theirs:
        return
    weakest = min(at.mine, key=lambda unit: unit.worth)
    got = min(at.theirs, key=lambda unit: unit.worth)
    mine = tuple(unit for unit in at.mine if unit is not weakest)
    theirs = tuple(unit for unit in at.theirs if unit is not got)
    ready = int(at.can_battle and got.position == "attack")
    yield PlanAct(
        index, (weakest.handle,),
        at._replace(mine=(*mine, got._replace(attacks=ready)), theirs=(*theirs, weakest._replace(attacks=0))),
    )  # fmt: skip


def _absorb(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    own = find_unit(at.mine, option.card)
    if own is None:
        return
    for aim in context.aims_of(option, at.theirs):
        grown = own._replace(attack=aim.attack, defense=aim.defense, bonus=own.bonus + 300)
        gone = tuple(unit for unit in at.theirs if unit is not aim)
        yield PlanAct(index, (aim.handle,), replace_own(at._replace(theirs=gone), own, grown))


def _revive(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if len(at.mine) >= 5 or not at.special:
        return
    seats = (context.reading.seat, context.reading.foe) if role.side == "all" else (context.reading.seat,)
    found = [
        unit for unit in context.reading.graveyard_units(seats)
        if not option.targets or unit.handle in option.targets
    ]  # fmt: skip
    for aim in sorted(found, key=lambda unit: -unit.worth)[:2]:
        risen = aim._replace(attacks=int(at.can_battle))
        yield PlanAct(index, (aim.handle,), at._replace(mine=(*at.mine, risen)))


def _draw(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if context.reading.view.pile(context.reading.seat, "deck").count > role.amount + 3:
        yield PlanAct(index, (), at._replace(extra=at.extra + DRAW_POINTS * role.amount))


def _new_hand(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    mine = context.reading.view.pile(context.reading.seat, "hand").count - 1
    gain = sum(600 - _use_of(facts, at) for handle, facts in context.reading.hand() if handle != option.card)
    if role.flip:
        gain = 600 * (5 - mine) - 500 * (5 - at.their_hand)
    yield PlanAct(index, (), at._replace(extra=at.extra + gain))


def _use_of(facts: Facts, at: Position) -> int:
    """Return what a card of the hand is good for at present."""
    if not facts.is_monster:
        return max(role_of(facts).keep, 200)
    need = 0 if facts.level <= 4 else 1 if facts.level <= 6 else 2
    return 150 if need > len(at.mine) else 350 + max(facts.attack or 0, 0) // 5


def _search(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    yield PlanAct(index, (), at._replace(extra=at.extra + SEARCH_POINTS))


def _equip(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    legal = set(option.targets)
    for unit in at.mine:
        if unit.position == "attack" and (not legal or unit.handle in legal):
            grown = unit._replace(attack=unit.attack + role.amount)
            yield PlanAct(index, (unit.handle,), replace_own(at, unit, grown))


def _boost(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    """Raise ATK in the own turn only where that kills the opponent: else it waits for a battle."""
    units = [find_unit(at.mine, option.card)] if role.itself else list(at.mine)
    for unit in units:
        if unit is None or unit.position != "attack" or not unit.attacks:
            continue
        grown = unit._replace(
            attack=unit.attack + role.amount, boost=role.amount, lent=role.dies or unit.lent
        )
        yield PlanAct(index, (unit.handle,), replace_own(at, unit, grown))


def _grow(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    unit = find_unit(at.mine, option.card)
    if unit is not None:
        yield PlanAct(index, (), replace_own(at, unit, unit._replace(attack=unit.attack + role.amount)))


def _burn(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    count = len(at.theirs) if role.each == "monster" else 1
    if count:
        yield PlanAct(index, (), at._replace(their_life=at.their_life - role.amount * count))


def _heal(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    yield PlanAct(index, (), at._replace(my_life=at.my_life + role.amount))


def _lock(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if role.turns and at.theirs:
        yield PlanAct(index, (), at._replace(locked=True, extra=at.extra + 350))


def _to_defense(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    for aim in context.aims_of(option, tuple(unit for unit in at.theirs if unit.position == "attack")):
        yield PlanAct(index, (aim.handle,), replace_opponents(at, aim, aim._replace(position="defense")))


def _to_attack(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    for aim in context.aims_of(option, tuple(unit for unit in at.theirs if unit.position != "attack")):
        shown = aim if aim.known else aim._replace(attack=900, known=True, defense=1400)
        yield PlanAct(index, (aim.handle,), replace_opponents(at, aim, shown._replace(position="attack")))


def _to_face_down(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    for aim in context.aims_of(option, tuple(unit for unit in at.theirs if unit.position != "set")):
        yield PlanAct(index, (aim.handle,), replace_opponents(at, aim, aim._replace(position="set")))


def _tokens(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    if at.summoned or len(at.mine) + role.amount > 5:
        return
    sheep = tuple(Unit(0, 0, 0, "defense", kinds=("token",)) for _ in range(role.amount))
    extra = at.extra - OWN_TURN_TOKENS_COST_POINTS
    yield PlanAct(index, (), at._replace(mine=(*at.mine, *sheep), summoned=True, special=False, extra=extra))


def _fusion(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    hand = {facts.name: handle for handle, facts in context.reading.hand()}
    codes = {unit.code: unit for unit in at.mine}
    for handle, facts in context.reading.extra_deck():
        names = _QUOTED.findall(facts.text.partition(".")[0])
        if not facts.is_a("fusion") or len(names) < 2:
            continue
        field = (
            [codes[code] for code in codes if context.reading.view.facts[code].name in names] if codes else []
        )
        from_hand = [name for name in names if name in hand]
        if len(field) + len(from_hand) < len(names):
            continue
        rest = tuple(unit for unit in at.mine if unit not in field)
        cost = 350 * (len(names) - len(field))
        unit = context.reading.unit_of(facts, handle, attacks=int(at.can_battle))
        yield PlanAct(index, (handle,), at._replace(mine=(*rest, unit), extra=at.extra - cost))


def _ritual(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    facts = context.facts_of(option)
    names = _QUOTED.findall(facts.text) if facts is not None else []
    for handle, monster in context.reading.hand():
        if monster.name not in names:
            continue
        unit = context.reading.unit_of(monster, handle, attacks=int(at.can_battle))
        cost, paid = _cheapest_tributes(context, at, handle, monster.level)
        rest = tuple(one for one in at.mine if one.handle not in paid)
        after = at._replace(mine=(*rest, unit), extra=at.extra - cost - 300)
        if role_of(monster).role == "absorb" and at.theirs:
            aim = best_aims(at.theirs)[0]
            grown = unit._replace(attack=aim.attack, defense=aim.defense, bonus=unit.bonus + 300)
            gone = tuple(one for one in at.theirs if one is not aim)
            after = replace_own(after._replace(theirs=gone), unit, grown)
        yield PlanAct(index, (handle, *paid), after)


def _cheapest_tributes(
    context: PlanContext, at: Position, but: int, need: int
) -> tuple[float, tuple[int, ...]]:
    """Return what the Tributes of a Ritual Summon cost besides monsters on the field, and their handles."""
    rows = [(unit.level, float(unit.worth), 0.0, unit.handle) for unit in at.mine if unit.level]
    for handle, facts in context.reading.hand():
        if facts.is_monster and facts.level and handle != but:
            keep = float(monster_keep(facts))
            rows.append((facts.level, keep, keep, handle))
    sets = [
        group for count in (1, 2, 3) for group in combinations(rows[:9], count)
        if sum(row[0] for row in group) >= need
    ]  # fmt: skip
    if not sets:
        return 2000.0, ()
    best = min(sets, key=lambda group: sum(row[1] for row in group))
    return sum(row[2] for row in best), tuple(row[3] for row in best)


def _field_spell(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    def raise_unit(unit: Unit) -> Unit:
        delta = role.amount * (unit.race in role.races) - role.amount * (unit.race in role.weaker)
        return unit._replace(attack=unit.attack + delta) if unit.known and unit.position != "set" else unit

    yield PlanAct(
        index, (), at._replace(mine=tuple(map(raise_unit, at.mine)), theirs=tuple(map(raise_unit, at.theirs)))
    )


def _dragons(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    dragons = [
        context.reading.unit_of(facts, handle, attacks=int(at.can_battle))
        for handle, facts in context.reading.hand() if facts.is_monster and facts.race == "dragon"
    ]  # fmt: skip
    chosen = tuple(sorted(dragons, key=lambda unit: -unit.worth)[:2])
    if chosen:
        yield PlanAct(index, tuple(unit.handle for unit in chosen), at._replace(mine=(*at.mine, *chosen)[:5]))


def _toon_world(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    toons = [facts for _, facts in context.reading.hand() if facts.is_a("toon", "special_summon_only")]
    ready = [
        facts for facts in toons if len(at.mine) >= (0 if facts.level <= 4 else 1 if facts.level <= 6 else 2)
    ]
    if ready:
        yield PlanAct(index, (), at._replace(extra=at.extra + 1100))


def _summon_small(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    small = [
        context.reading.unit_of(facts, handle, attacks=int(at.can_battle))
        for handle, facts in context.reading.hand() if facts.is_a("normal") and facts.level <= 4
    ]  # fmt: skip
    if small and len(at.mine) < 5:
        best = max(small, key=lambda unit: unit.worth)
        yield PlanAct(index, (best.handle,), at._replace(mine=(*at.mine, best), extra=at.extra - 400))


def _support(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    """Turn up a card that helps own attackers."""
    if any(unit.position == "attack" for unit in at.mine):
        yield PlanAct(index, (), at._replace(extra=at.extra + 500))


def _return_itself(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    facts = context.facts_of(option)
    tuned = any(4 <= unit.level <= 6 for unit in at.mine)
    if facts is not None and tuned and len(at.mine) < 5:
        unit = context.reading.unit_of(facts, option.card, position="defense")
        yield PlanAct(index, (), at._replace(mine=(*at.mine, unit), extra=at.extra + 500))


def _lend(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    big = [facts for _, facts in context.reading.hand() if facts.is_monster and 5 <= facts.level <= 6]
    big += [facts for _, facts in context.reading.hand() if facts.is_monster and facts.level > 6 and at.mine]
    if at.summoned or not big:
        return
    best = max(big, key=lambda facts: facts.attack or 0)
    for aim in context.aims_of(option, at.theirs)[:1]:
        gone = tuple(unit for unit in at.theirs if unit is not aim)
        unit = context.reading.unit_of(best)
        rest = at.mine if best.level <= 6 else tuple(sorted(at.mine, key=tribute_order)[1:])
        yield PlanAct(
            index, (aim.handle,),
            at._replace(
                theirs=gone, mine=(*rest, unit), summoned=True, can_battle=False,
                extra=at.extra - monster_keep(best),
            ),
        )  # fmt: skip


def _other(context: PlanContext, index: int, option: Option, role: Role, at: Position) -> PlanActs:
    """Use an effect that is not understood if its text does not miss, or costs nothing."""
    facts = context.facts_of(option)
    if context.reading.board.appeal(facts, option.does if facts is None else facts.text) <= 0:
        return
    if option.targets and all(context.is_own(aim) for aim in option.targets) and _harms(context, option):
        return
    gain = OTHER_EFFECT_POINTS + (role.keep if facts is None or not facts.is_trap else 0)
    yield PlanAct(index, (), at._replace(extra=at.extra + gain))


def _harms(context: PlanContext, option: Option) -> bool:
    facts = context.facts_of(option)
    return _HARMS.search(facts.text if facts is not None else option.does) is not None


_ROLES: dict[str, Apply] = {
    "wipe_monsters": _wipe_monsters,
    "gamble": _gamble,
    "remove_monster": _remove_monster,
    "return_monster": _remove_monster,
    "remove_card": _remove_card,
    "remove_back_row": _remove_back_row,
    "wipe_back_row": _wipe_back_row,
    "return_back_row": _return_back_row,
    "steal": _steal,
    "swap": _swap_monsters,
    "absorb": _absorb,
    "revive": _revive,
    "draw": _draw,
    "new_hand": _new_hand,
    "search": _search,
    "equip": _equip,
    "boost": _boost,
    "grow": _grow,
    "burn": _burn,
    "heal": _heal,
    "lock": _lock,
    "to_defense": _to_defense,
    "to_attack": _to_attack,
    "to_face_down": _to_face_down,
    "tokens": _tokens,
    "fusion": _fusion,
    "ritual": _ritual,
    "field": _field_spell,
    "dragons": _dragons,
    "toon_world": _toon_world,
    "summon_small": _summon_small,
    "support": _support,
    "return_itself": _return_itself,
    "lend": _lend,
    "other": _other,
}
"""Models of effects in the own turn, by role. A role that is missing is never used in the open state."""
