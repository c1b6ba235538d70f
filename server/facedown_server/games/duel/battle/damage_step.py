"""The Damage Step: its parts, the outcome of a battle, damage and destruction.

Sources: GAP-07, GAP-09, GAP-10, CF-27, CF-28, CLS-BATTLE rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from facedown_server.games.duel.chain import chain, windows
from facedown_server.games.duel.core import (
    Attack,
    DestructionCause,
    Duel,
    DuelQueries,
    PendingTrigger,
    Play,
    Rule,
)
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.games.duel.game_actions import departures, players
from facedown_server.table import Card, ops
from facedown_shared.tables import Seat


def damage_step(duel: Duel, attack: Attack) -> Play[None]:
    """Run all parts of the Damage Step: start, before calculation, calculation, after, end.

    GAP-07, CLS-BATTLE-08, CLS-BATTLE-13.
    """
    flipped = attack.target is not None and not attack.target.face_up
    yield from _part(duel, "start")
    if not _is_still_valid(attack):
        yield from _end_step(duel)
        return
    if attack.target is not None and not attack.target.face_up:
        _turn_target_face_up(duel, attack.target)
    yield from _part(duel, "before", triggers=not flipped)
    if not _is_still_valid(attack):
        yield from _end_step(duel)
        return
    yield from _part(duel, "calculation", triggers=False)
    doomed = _calculate(duel, attack)
    yield from duel.check_state()
    yield from _after_calculation(duel, attack, doomed)
    yield from _end_step(duel)


def _part(duel: Duel, name: str, *, triggers: bool = True) -> Play[None]:
    """Run one part of the Damage Step with its response window.

    With `triggers` False the triggers wait, as Flip triggers do until after the calculation (CF-27).
    CLS-BATTLE-26.
    """
    duel.step = name
    held: list[PendingTrigger] = []
    if not triggers:
        listeners.collect(duel)
        held, duel.pending = duel.pending, []
    yield from chain.resolve_consequences(duel, windows.DAMAGE_STEP)
    duel.pending = held + duel.pending


def _is_still_valid(attack: Attack) -> bool:
    return (
        not attack.negated
        and can_attacker_continue(attack)
        and (attack.target is None or is_target_valid(attack))
    )


def _end_step(duel: Duel) -> Play[None]:
    duel.step = "end"
    yield from chain.resolve_consequences(duel, None)
    duel.step = ""


def _turn_target_face_up(duel: Duel, target: Card) -> None:
    """Turn a face-down attack target face-up, in which position it stays (CLS-BATTLE-25, CLS-BATTLE-31,
    CF-34).
    """
    ops.next_moment(duel.state)
    ops.turn_card(
        duel.state, target, face_up=True, defense_position=True, cause="attacked", by=target.controller
    )
    ongoing_effects.refresh(duel)


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """The expected outcome of a battle: damaged player, damage, its source, and monsters to be destroyed."""

    hurt: Seat
    amount: int
    source: Card
    doomed: tuple[Card, ...] = ()


def foreseen_damage(duel: DuelQueries, seat: Seat) -> int:
    """Return the battle damage that a player would take from the present attack."""
    if duel.attack is None:
        return 0
    outcome = _outcome(duel, duel.attack)
    return outcome.amount if outcome.hurt == seat else 0


def _calculate(duel: Duel, attack: Attack) -> list[Card]:
    """Inflict the battle damage and return the monsters to be destroyed.

    CLS-BATTLE-27, CLS-WIN-02.
    """
    ops.next_moment(duel.state)
    end = _outcome(duel, attack)
    if end.amount:
        attack.damage = players.damage(
            duel, end.hurt, end.amount, by=1 - end.hurt, source=end.source, cause="battle damage"
        )
    return list(end.doomed)


def _outcome(duel: DuelQueries, attack: Attack) -> BattleOutcome:
    end = _compare_values(duel, attack)
    pair = (attack.attacker, attack.target)
    own = [card for card in pair if card is not None and card.controller == end.hurt]
    spared = duel.is_rule_active_for(Rule.NO_BATTLE_DAMAGE, end.hurt)
    if spared or any(duel.is_rule_active(Rule.NO_BATTLE_DAMAGE, card) for card in own):
        return replace(end, amount=0)
    return end


def _compare_values(duel: DuelQueries, attack: Attack) -> BattleOutcome:
    """Return the outcome by comparing ATK with the target's ATK or DEF.

    CLS-BATTLE-16 to 20, CLS-BATTLE-24, YGO-POS-01 to 02.
    """
    attacker, target, facing = attack.attacker, attack.target, 1 - attack.seat
    mine = attacker.attack or 0
    if target is None:
        return BattleOutcome(facing, mine, attacker)
    if target.defense_position:
        return _against_defense(duel, attack, target, mine - (target.defense or 0))
    theirs = target.attack or 0
    if mine > theirs:
        return BattleOutcome(facing, mine - theirs, attacker, (target,))
    if mine < theirs:
        return BattleOutcome(attack.seat, theirs - mine, target, (attacker,))
    both = (attacker, target) if mine > 0 or duel.format.zero_attack_destroys else ()
    return BattleOutcome(facing, 0, attacker, both)


def _against_defense(duel: DuelQueries, attack: Attack, target: Card, more: int) -> BattleOutcome:
    """Return the outcome against a monster in Defense Position (CLS-BATTLE-20 to 23).

    `more` is the attacker's ATK minus the target's DEF.
    """
    if more < 0:
        return BattleOutcome(attack.seat, -more, target)
    pierces = duel.is_rule_active(Rule.PIERCING, attack.attacker)
    return BattleOutcome(1 - attack.seat, more if pierces else 0, attack.attacker, (target,) if more else ())


def _after_calculation(duel: Duel, attack: Attack, doomed: list[Card]) -> Play[None]:
    """Run the part after damage calculation, then send destroyed monsters to the Graveyard (CF-27).

    Triggers of damage and flips are used before that. CLS-BATTLE-15, CLS-BATTLE-28 to 30, CLS-EFF-03.
    """
    duel.step = "after"
    spared = [
        card for card in doomed if departures.is_protected(duel, Rule.NO_BATTLE_DESTRUCTION, card, attack)
    ]
    doomed = [card for card in doomed if card not in spared]
    doomed = yield from departures.apply_replacements(
        duel, doomed, DestructionCause("battle", attack.seat, attack)
    )
    for card in doomed:
        ops.store_note(duel.state, card, "destroyed_by_battle", True)
    ops.note(
        duel.state, "battled", seat=attack.seat, card=attack.attacker, amount=len(doomed),
        others=(attack.target,) if attack.target else (),
    )  # fmt: skip
    yield from chain.resolve_consequences(duel, windows.AFTER_DAMAGE)
    duel.step = "end"
    ops.next_moment(duel.state)
    standing = [card for card in doomed if card.memory.get("destroyed_by_battle") and card.is_in_monster_zone]
    others = {id(attack.attacker): attack.target, id(attack.target): attack.attacker}
    for card in standing:
        duel.destroyed_by[card.id] = others[id(card)]
    yield from departures.send_cards(duel, standing, "graveyard", cause="battle", by=attack.seat)
    yield from chain.resolve_consequences(duel, windows.DAMAGE_STEP_ENDS)


def can_attacker_continue(attack: Attack) -> bool:
    """Return whether the attacker can continue its attack.

    An attacker that left, changed control or changed position ends the attack without a replay (GAP-08).
    """
    card = attack.attacker
    return (
        card.incarnation == attack.life and card.is_in_monster_zone and card.controller == attack.seat
        and card.face_up and not card.defense_position
    )  # fmt: skip


def is_target_valid(attack: Attack) -> bool:
    target = attack.target
    return (
        target is not None and target.incarnation == attack.target_life and target.is_in_monster_zone
        and target.controller != attack.seat
    )  # fmt: skip
