"""The Battle Phase up to the Damage Step: legal attacks and targets, declarations and replays.

Sources: GAP-06, GAP-08, CF-26, CLS-BATTLE rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from facedown_server.games.duel.battle import damage_step
from facedown_server.games.duel.chain import chain, legality, windows
from facedown_server.games.duel.core import (
    SHOW,
    Attack,
    Duel,
    DuelPrompt,
    Offer,
    OfferGroup,
    Play,
    Rule,
    declare,
    prompt_for_offer,
)
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.effects.trigger_conditions import REPLAY
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, card_sentence, ops
from facedown_shared.tables import Seat
from facedown_shared.text import words


def battle_phase(duel: Duel, seat: Seat) -> Play[str]:
    """Run the Battle Phase up to its End Step and return the player's next phase, "main2" or "end".

    CLS-BATTLE-01 to 03, CLS-BATTLE-32.
    """
    goal = "main2"
    ops.phase(duel.state, "battle")
    yield from chain.resolve_consequences(duel, windows.BATTLE_BEGINS)
    duel.this_turn.battle_step = True
    while not duel.this_turn.battle_ended:
        act = yield DuelPrompt(
            seat, PromptKind.TURN, words("your_battle_phase"), _offers(duel, seat),
            default=("phase:main2",),
        )  # fmt: skip
        if isinstance(act, str):
            goal = act
            yield from end_step(duel)
            break
        else:
            yield from chain.perform(duel, act)
    ops.battle(duel.state, None)
    ongoing_effects.expire(duel, "battle")
    return goal


def end_step(duel: Duel) -> Play[None]:
    """Run the End Step: both players may respond until they pass (CLS-BATTLE-33, GAP-11).

    No attack can be declared after it begins (GAP-06).
    """
    duel.this_turn.battle_step = False
    yield from chain.resolve_consequences(duel, windows.BATTLE_ENDS)


def _offers(duel: Duel, seat: Seat) -> Sequence[OfferGroup]:
    """Return the turn player's options in a Battle Step (CLS-BATTLE-04 to 05)."""
    return (
        OfferGroup(partial(_attack_offers, duel, seat), _ATTACK),
        *legality.open_state(duel, seat),
        OfferGroup(lambda: _GOING_ON, _PHASE),
    )


_ATTACK, _PHASE = frozenset({"attack"}), frozenset({"phase"})
_GOING_ON = tuple(Offer(f"phase:{goal}", goal, "phase", text=goal) for goal in ("main2", "end"))


def _attack_offers(duel: Duel, seat: Seat) -> Iterator[Offer]:
    for card in duel.cards_at("monster", seat):
        if aims := legal_attack_targets(duel, card):
            act = partial(declare_attack, duel, seat, card)
            yield Offer(f"attack:{card.id}", act, "attack", card, targets=partial(tuple, aims))


# --- declaring ----------------------------------------------------------------------------------------------


def _choose_target(duel: Duel, seat: Seat, attacker: Card) -> Play[tuple[Card | None]]:
    """Prompt for the attack target: a monster, or None for a direct attack (CLS-BATTLE-03, CLS-BATTLE-09)."""
    offers = [_target_offer(card) for card in targets(duel, attacker)]
    return prompt_for_offer(seat, offers, card_sentence("what_does_it_attack", attacker))


def _target_offer(card: Card | None) -> Offer:
    """Return the offer to attack a monster, or the opponent directly."""
    return (
        Offer("direct", (None,), "direct")
        if card is None
        else Offer(f"card:{card.id}", (card,), "attack", card)
    )


def declare_attack(duel: Duel, seat: Seat, attacker: Card) -> Play[bool]:
    """Declare an attack and carry it out with its response windows.

    Always returns False: nothing is left to respond to.
    """
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
        note_target(duel, attacker, attack.target)
    if goes_on:
        yield from damage_step.damage_step(duel, attack)
    duel.attack = None
    ongoing_effects.expire(duel, "attack")
    ops.battle(duel.state, None)
    yield from chain.resolve_consequences(duel, None)
    return False


def _pay_for_attack(duel: Duel, attack: Attack) -> Play[None]:
    cost = attack_cost(duel, attack.attacker)
    if cost:
        ops.life(duel.state, attack.seat, -cost, cause="cost", by=attack.seat, source=attack.attacker)
        yield from duel.check_state()


def _declaration(duel: Duel, attack: Attack) -> Play[bool]:
    """Announce an attack, let both players respond (CLS-BATTLE-07) and run replays if the board changes.

    Returns whether the attack continues.
    """
    word = ""
    while True:
        _announce(duel, attack, word)
        yield SHOW
        yield from chain.resolve_consequences(duel, windows.attacks(attack.attacker, attack.target))
        goes_on = damage_step.can_attacker_continue(attack) and not duel.is_rule_active(
            Rule.NO_ATTACK, attack.attacker
        )
        if attack.negated or not goes_on or duel.this_turn.battle_ended:
            return False
        if not _needs_replay(duel, attack):
            return True
        if not (yield from _replay(duel, attack)):
            return False
        word = REPLAY


def _announce(duel: Duel, attack: Attack, word: str) -> None:
    attack.facing = _board_faces(duel, attack)
    attack.life = attack.attacker.incarnation
    attack.target_life = attack.target.incarnation if attack.target else 0
    ops.next_moment(duel.state)
    ops.battle(duel.state, (attack.attacker, attack.target))
    others = (attack.target,) if attack.target else ()
    ops.note(
        duel.state, "attack", seat=attack.seat, card=attack.attacker, others=others, by=attack.seat, word=word
    )


def _needs_replay(duel: Duel, attack: Attack) -> bool:
    """Return whether the target left or the opponent's monsters changed (CLS-BATTLE-10 to 12)."""
    target_left = attack.target is not None and not damage_step.is_target_valid(attack)
    return target_left or _board_faces(duel, attack) != attack.facing


def _board_faces(duel: Duel, attack: Attack) -> frozenset[tuple[int, int]]:
    return frozenset((card.id, card.incarnation) for card in duel.cards_at("monster", 1 - attack.seat))


def _replay(duel: Duel, attack: Attack) -> Play[bool]:
    """Let the attacker's player choose a new target or stop the attack; return whether it continues.

    In classic the attack ends and any attacker may be chosen again (CF-26). CLS-BATTLE-11.
    """
    if duel.format.replay_any_attacker:
        ops.mark(duel.state, attack.attacker, attacks=attack.attacker.attacks - 1)
        return False
    offers = [Offer("stop", False, "no", attack.attacker, words=words("do_not_attack"))]
    offers += [_target_offer(card) for card in targets(duel, attack.attacker, replay=True)]
    chosen = yield from prompt_for_offer(attack.seat, offers, words("replay_attack"), forced=False)
    if chosen is False:
        return False
    attack.target = chosen[0]
    return True


# --- legal attackers and targets ----------------------------------------------------------------------------


def legal_attack_targets(duel: Duel, card: Card) -> list[Card | None]:
    """Return the targets that a monster may attack now; None stands for a direct attack."""
    return [] if attack_obstacle(duel, card) else targets(duel, card)


def attack_obstacle(duel: Duel, card: Card) -> str:
    """Return the code in `reasons` of what prevents any attack of a monster, or "".

    This is its position if it is not in face-up Attack Position, a rule, or a cost that cannot be paid.
    """
    if not card.face_up or card.defense_position:
        return "position"
    if (
        duel.is_rule_active(Rule.NO_ATTACK, card)
        or duel.is_rule_active(Rule.NO_ATTACK_DECLARATION, card)
        or duel.is_rule_active_for(Rule.NO_ATTACK, card.controller, card)
    ):
        return "forbidden"
    return "cost" if duel.state.life(card.controller) < attack_cost(duel, card) else ""


def targets(duel: Duel, attacker: Card, *, replay: bool = False) -> list[Card | None]:
    """Return the targets that a monster may attack; None stands for a direct attack.

    `replay`: the present attack is already counted.
    """
    facing = duel.cards_at("monster", 1 - attacker.controller)
    found: list[Card | None] = [
        card for card in facing if not duel.is_rule_active(Rule.NO_ATTACK_TARGET, card)
    ]
    forced = [card for card in facing if duel.is_rule_active(Rule.MUST_BE_ATTACKED, card)]
    if forced:
        found = [card for card in found if [card] == forced]
    found = [card for card in found if card is None or _can_choose_target(duel, attacker, card)]
    way_is_free = not facing or (not forced and duel.is_rule_active(Rule.DIRECT_ATTACK, attacker))
    if way_is_free and not duel.is_rule_active(Rule.NO_DIRECT_ATTACK, attacker):
        found.append(None)
    made = attacker.attacks - replay
    extra = sum(int(value) for value in duel.values(Rule.EXTRA_ATTACKS, attacker))
    return found if made <= extra else _remaining_attack_targets(duel, attacker, found)


def _remaining_attack_targets(duel: Duel, attacker: Card, found: Sequence[Card | None]) -> list[Card | None]:
    """Return the targets left to a monster that has used up its attacks.

    Only a monster that may attack every monster once has any: those it has not attacked this turn.
    """
    turn, attacked = attacker.memory.get("attacked", (0, ()))
    if turn != duel.state.turn or None in attacked or not duel.is_rule_active(Rule.ATTACKS_ALL, attacker):
        return []
    return [card for card in found if card is not None and (card.id, card.incarnation) not in attacked]


def _can_choose_target(duel: Duel, attacker: Card, target: Card) -> bool:
    """Return whether the rules that restrict an attacker's targets allow this one."""
    limits = [row for row in duel.rows(Rule.ATTACKS_ONLY) if row.fits(attacker)]
    return all(row.allows(target) for row in limits)


def attack_cost(duel: Duel, attacker: Card) -> int:
    """Return the Life Points that an attack with this monster costs its player."""
    return sum(int(value) for value in duel.values(Rule.ATTACK_COST, attacker))


def note_target(duel: Duel, attacker: Card, target: Card | None) -> None:
    """Record an attack target in the attacker's memory, for monsters that may attack each monster once."""
    turn, attacked = attacker.memory.get("attacked", (0, ()))
    fresh = (target.id, target.incarnation) if target else None
    known = attacked if turn == duel.state.turn else ()
    ops.store_note(duel.state, attacker, "attacked", (duel.state.turn, (*known, fresh)))
