"""The Battle Phase: attacks, Replays, and the Damage Step in its parts.

Sources: GAP-06 to GAP-10, CF-26, CF-27, CF-28, CLS-BATTLE rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from server.duel.battle import attack_targets
from server.duel.chain import chain, legality
from server.duel.chain.declaring import declaration
from server.duel.core.effect import DestructionCause
from server.duel.core.prompts import DuelPrompt, Offer, Play, ask_one, declare
from server.duel.core.words import Rule
from server.duel.effects import ongoing_effects
from server.duel.game_actions import actions, destruction_replacements
from server.referee import PromptKind
from server.table import ops
from server.table.state import Card
from shared.zones import Seat

if TYPE_CHECKING:
    from server.duel.engine import Duel


@dataclass(slots=True)
class Attack:
    """One attack from declaration to the end of its Damage Step. `target` None: a direct attack."""

    attacker: Card
    target: Card | None
    seat: Seat
    negated: bool = False
    facing: frozenset[tuple[int, int]] = frozenset()
    """The defender's monsters at declaration, by id and life: a change means a Replay (GAP-08)."""
    life: int = 0
    target_life: int = 0
    damage: int = 0


def battle_phase(duel: Duel, seat: Seat) -> Play[str]:
    """Start Step, Battle Steps, End Step. Gives where the player wants to: Main Phase 2, or through it.

    CLS-BATTLE-01 to 03, CLS-BATTLE-32.
    """
    goal = "main2"
    ops.phase(duel.state, "battle")
    yield from chain.settle(duel, "The Battle Phase begins. Respond?")
    duel.this_turn.battle_step = True
    while not duel.this_turn.battle_ended:
        act = yield DuelPrompt(
            seat, PromptKind.TURN, "Your Battle Phase: attack, or go on.", partial(_offers, duel, seat),
            default=("phase:main2",),
        )  # fmt: skip
        if isinstance(act, str):
            passed = yield from end_step(duel)
            if passed:
                goal = act
                break
        elif callable(act):
            yield from chain.perform(duel, act)
        else:
            declared = yield from declare(partial(declaration, duel, act, act.effect), PromptKind.TURN)
            if declared is not None:
                yield from chain.build(duel, declared)
                yield from chain.settle(duel)
    ops.battle(duel.state, None)
    ongoing_effects.expire(duel, "battle")
    return goal


def end_step(duel: Duel) -> Play[bool]:
    """The end is announced and both may answer (CLS-BATTLE-33). True when nobody did: the phase is over."""
    duel.this_turn.battle_step = False
    for asked in duel.seat_order():
        answer = yield from chain.respond(duel, asked, "The Battle Phase is about to end. Respond?")
        if answer is not None:
            yield from chain.build(duel, answer)
            yield from chain.settle(duel)
            duel.this_turn.battle_step = True
            return False
    return True


def _offers(duel: Duel, seat: Seat) -> Iterator[Offer]:
    """What the turn player may do in a Battle Step (CLS-BATTLE-04 to 05)."""
    for card in duel.lying("monster", seat):
        if attack_targets.may_attack(duel, card):
            yield Offer(f"attack:{card.id}", partial(declare_attack, duel, seat, card), "attack", card)
    yield from legality.activations(duel, seat, False)
    for goal in ("main2", "end"):
        yield Offer(f"phase:{goal}", goal, "phase", text=goal)


# --- declaring ----------------------------------------------------------------------------------------------


def _choose_target(duel: Duel, seat: Seat, attacker: Card) -> Play[tuple[Card | None]]:
    """One monster of the opponent's, or the opponent (CLS-BATTLE-03, CLS-BATTLE-09)."""
    offers = [
        Offer(
            "direct" if card is None else f"card:{card.id}",
            (card,),
            "direct" if card is None else "attack",
            card,
        )
        for card in attack_targets.targets(duel, attacker)
    ]
    chosen: tuple[Card | None] = yield from ask_one(seat, offers, f"What does {attacker.name} attack?")
    return chosen


def declare_attack(duel: Duel, seat: Seat, attacker: Card) -> Play[bool]:
    """Declare an attack and carry it through with its windows; False, for nothing is left to be answered."""
    chosen = yield from declare(partial(_choose_target, duel, seat, attacker), PromptKind.TURN)
    if chosen is None:
        return False
    attack = Attack(attacker, chosen[0], seat)
    yield from _pay_for_attack(duel, attack)
    ops.mark(duel.state, attacker, attacks=attacker.attacks + 1)
    duel.this_turn.attacked = True
    duel.attack = attack
    goes_on = yield from _declaration(duel, attack)
    if attack.attacker.incarnation == attack.life:
        attack_targets.note_target(duel, attacker, attack.target)
    if goes_on:
        yield from damage_step(duel, attack)
    duel.attack = None
    ongoing_effects.expire(duel, "attack")
    ops.battle(duel.state, None)
    yield from chain.settle(duel, window=False)
    return False


def _pay_for_attack(duel: Duel, attack: Attack) -> Play[None]:
    cost = attack_targets.attack_cost(duel, attack.attacker)
    if cost:
        ops.life(duel.state, attack.seat, -cost, cause="cost", by=attack.seat, source=attack.attacker)
        yield from duel.check_state()


def _declaration(duel: Duel, attack: Attack) -> Play[bool]:
    """Announce, let both respond (CLS-BATTLE-07), replay while the board has changed. True: it goes on."""
    word = ""
    while True:
        _announce(duel, attack, word)
        yield from chain.settle(duel, _attack_text(attack))
        if attack.negated or not _may_go_on(duel, attack) or duel.this_turn.battle_ended:
            return False
        if not _needs_replay(duel, attack):
            return True
        again = yield from _replay(duel, attack)
        if not again:
            return False
        word = legality.REPLAY


def _announce(duel: Duel, attack: Attack, word: str) -> None:
    attack.facing = _facing(duel, attack)
    attack.life = attack.attacker.incarnation
    attack.target_life = attack.target.incarnation if attack.target else 0
    ops.next_moment(duel.state)
    ops.battle(duel.state, (attack.attacker, attack.target))
    others = (attack.target,) if attack.target else ()
    ops.note(
        duel.state, "attack", seat=attack.seat, card=attack.attacker, others=others, by=attack.seat, word=word
    )


def _attack_text(attack: Attack) -> str:
    target = "directly" if attack.target is None else "a monster"
    return f"{attack.attacker.name} attacks {target}. Respond?"


def _attacker_stands(attack: Attack) -> bool:
    """An attacker that left, changed sides or position ends the attack without a Replay (GAP-08)."""
    card = attack.attacker
    return (
        card.incarnation == attack.life and card.in_monster_zone and card.controller == attack.seat
        and card.face_up and not card.defense_position
    )  # fmt: skip


def _may_go_on(duel: Duel, attack: Attack) -> bool:
    return _attacker_stands(attack) and not ongoing_effects.holds(duel, Rule.NO_ATTACK, attack.attacker)


def _needs_replay(duel: Duel, attack: Attack) -> bool:
    """Whether what faces the attacker has changed (CLS-BATTLE-10 to 12)."""
    if _facing(duel, attack) != attack.facing:
        return True
    return attack.target is not None and not _target_stands(attack)


def _facing(duel: Duel, attack: Attack) -> frozenset[tuple[int, int]]:
    return frozenset((card.id, card.incarnation) for card in duel.lying("monster", 1 - attack.seat))


def _target_stands(attack: Attack) -> bool:
    target = attack.target
    return (
        target is not None and target.incarnation == attack.target_life and target.in_monster_zone
        and target.controller != attack.seat
    )  # fmt: skip


def _replay(duel: Duel, attack: Attack) -> Play[bool]:
    """The same attacker picks a new target or stops; in classic any attacker may be chosen anew (CF-26).

    CLS-BATTLE-11.
    """
    if duel.format.replay_any_attacker:
        ops.mark(duel.state, attack.attacker, attacks=attack.attacker.attacks - 1)
        return False
    found = attack_targets.targets(duel, attack.attacker, replay=True)
    offers = [Offer("stop", False, "no", attack.attacker, text="Do not attack")]
    offers += [
        Offer(
            "direct" if card is None else f"card:{card.id}",
            (card,),
            "direct" if card is None else "attack",
            card,
        )
        for card in found
    ]
    chosen = yield from ask_one(attack.seat, offers, "Replay: choose a new target, or stop.", forced=False)
    if chosen is False:
        return False
    attack.target = chosen[0]
    return True


# --- the Damage Step ----------------------------------------------------------------------------------------


def damage_step(duel: Duel, attack: Attack) -> Play[None]:
    """Start, before calculation, calculation, after, end (GAP-07, CLS-BATTLE-08, CLS-BATTLE-13)."""
    flipped = attack.target is not None and not attack.target.face_up
    yield from _part(duel, "start")
    if not _still_on(attack):
        yield from _leave(duel)
        return
    if attack.target is not None and not attack.target.face_up:
        _turn_target_up(duel, attack.target)
    yield from _part(duel, "before", triggers=not flipped)
    if not _still_on(attack):
        yield from _leave(duel)
        return
    yield from _part(duel, "calculation", triggers=False)
    doomed = _calculate(duel, attack)
    yield from duel.check_state()
    yield from _after(duel, attack, doomed)
    yield from _leave(duel)


def _part(duel: Duel, name: str, *, triggers: bool = True) -> Play[None]:
    """One part of the Damage Step with its window. Triggers of a flip wait for the calculation (CF-27).

    CLS-BATTLE-26.
    """
    duel.step = name
    held = duel.pending if not triggers else []
    if not triggers:
        duel.collect()
        held, duel.pending = duel.pending, []
    yield from chain.settle(duel, "Damage Step. Respond?")
    duel.pending = held + duel.pending


def _still_on(attack: Attack) -> bool:
    return (
        not attack.negated and _attacker_stands(attack) and (attack.target is None or _target_stands(attack))
    )


def _leave(duel: Duel) -> Play[None]:
    duel.step = "end"
    yield from chain.settle(duel, window=False)
    duel.step = ""


def _turn_target_up(duel: Duel, target: Card) -> None:
    """What is attacked face-down is flipped, and stays face-up (CLS-BATTLE-25, CLS-BATTLE-31, CF-34)."""
    ops.next_moment(duel.state)
    ops.turn_card(
        duel.state, target, face_up=True, defense_position=True, cause="attacked", by=target.controller
    )
    ongoing_effects.refresh(duel)


@dataclass(frozen=True, slots=True)
class BattleOutcome:
    """What a battle comes to as things stand: who takes how much damage from which monster, and who falls."""

    hurt: Seat
    amount: int
    source: Card
    doomed: tuple[Card, ...] = ()


def foreseen_damage(duel: Duel, seat: Seat) -> int:
    """The battle damage this player would take from the attack that is on."""
    if duel.attack is None:
        return 0
    outcome = _outcome(duel, duel.attack)
    return outcome.amount if outcome.hurt == seat else 0


def _calculate(duel: Duel, attack: Attack) -> list[Card]:
    """Compare, deal battle damage, mark what is destroyed by it. Gives the marked monsters.

    CLS-BATTLE-27, CLS-WIN-02.
    """
    ops.next_moment(duel.state)
    end = _outcome(duel, attack)
    if end.amount:
        attack.damage = actions.damage(
            duel, end.hurt, end.amount, by=1 - end.hurt, source=end.source, cause="battle"
        )
    return list(end.doomed)


def _outcome(duel: Duel, attack: Attack) -> BattleOutcome:
    end = _compared(duel, attack)
    pair = (attack.attacker, attack.target)
    own = [card for card in pair if card is not None and card.controller == end.hurt]
    spared = ongoing_effects.holds_for(duel, Rule.NO_BATTLE_DAMAGE, end.hurt)
    if spared or any(ongoing_effects.holds(duel, Rule.NO_BATTLE_DAMAGE, card) for card in own):
        return replace(end, amount=0)
    return end


def _compared(duel: Duel, attack: Attack) -> BattleOutcome:
    """ATK against what faces it (CLS-BATTLE-16 to 20, CLS-BATTLE-24, YGO-POS-01 to 02)."""
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


def _against_defense(duel: Duel, attack: Attack, target: Card, more: int) -> BattleOutcome:
    """ATK against DEF (CLS-BATTLE-20 to 23)."""
    if more < 0:
        return BattleOutcome(attack.seat, -more, target)
    pierces = ongoing_effects.holds(duel, Rule.PIERCING, attack.attacker)
    doomed = (target,) if more else ()
    return BattleOutcome(1 - attack.seat, more if pierces else 0, attack.attacker, doomed)


def _after(duel: Duel, attack: Attack, doomed: list[Card]) -> Play[None]:
    """After calculation: triggers of damage and flips; then the destroyed go to the Graveyard (CF-27).

    CLS-BATTLE-15, CLS-BATTLE-28 to 30, CLS-EFF-03.
    """
    duel.step = "after"
    spared = [card for card in doomed if actions.is_protected(duel, Rule.NO_BATTLE_DESTRUCTION, card, attack)]
    doomed = [card for card in doomed if card not in spared]
    doomed = yield from destruction_replacements.spare(
        duel, doomed, DestructionCause("battle", attack.seat, attack)
    )
    for card in doomed:
        ops.remember(duel.state, card, "destroyed_by_battle", True)
    ops.note(
        duel.state,
        "battled",
        seat=attack.seat,
        card=attack.attacker,
        others=_both(attack),
        amount=len(doomed),
    )
    yield from chain.settle(duel, "After damage calculation. Respond?")
    duel.step = "end"
    ops.next_moment(duel.state)
    standing = [card for card in doomed if card.memory.get("destroyed_by_battle") and card.in_monster_zone]
    others = {id(attack.attacker): attack.target, id(attack.target): attack.attacker}
    for card in standing:
        duel.destroyed_by[card.id] = others[id(card)]
    yield from actions.send(duel, standing, "graveyard", cause="battle", by=attack.seat)
    yield from chain.settle(duel, "End of the Damage Step. Respond?")


def _both(attack: Attack) -> tuple[Card, ...]:
    return (attack.target,) if attack.target else ()
