"""Verbs for players and rules.

Choices, Life Points, coins, dice, lingering effects, negation, delayed actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from facedown_server.games.duel.core import (
    YOU,
    Body,
    DelayedAction,
    Duel,
    Fx,
    Instruction,
    Offer,
    Permission,
    Play,
    Rule,
    Value,
    Whose,
    activation_of,
    instruction,
    prompt_for_cards,
    prompt_for_offer,
    prompt_yes_no,
)
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import players
from facedown_server.games.duel.summons import attempts
from facedown_server.table import Card, ops
from facedown_shared.tables import Seat
from facedown_shared.text import NOTHING, Words, words


def _default_seat(fx: Fx, seat: Seat | None) -> Seat:
    return fx.you if seat is None else seat


def at_same_time(act: Instruction) -> Instruction:
    """Return the instruction joined to the one before: both happen simultaneously (GAP-15).

    Card texts join such actions by "and".
    """
    return replace(act, joined=True)


@instruction
def choose(
    duel: Duel, fx: Fx, cards: Sequence[Card], least: int = 1, most: int = 1, text: Words = NOTHING,
    seat: Seat | None = None, always: bool = False,
) -> Play[Any]:  # fmt: skip
    """Let a player choose cards; return them.

    A forced choice is made without a prompt unless `always` is True.
    """
    return prompt_for_cards(
        _default_seat(fx, seat),
        list(cards),
        text or words("choose_cards"),
        least=least,
        most=most,
        always=always,
    )


@instruction
def choose_order(duel: Duel, fx: Fx, cards: Sequence[Card], text: Words = NOTHING) -> Play[list[Card]]:
    """Let the player order cards one by one; return the cards in that order."""
    left, ordered = list(cards), []
    while left:
        (card,) = yield from prompt_for_cards(fx.you, left, text or words("which_comes_next"), verb="arrange")
        left = [one for one in left if one is not card]
        ordered.append(card)
    return ordered


@instruction
def choose_blind(duel: Duel, fx: Fx, cards: Sequence[Card], text: Words = NOTHING) -> Play[list[Card]]:
    """Let the player pick one of the opponent's hidden cards, in random order; return it in a list."""
    order = duel.streams.order(len(cards), f"blind:{1 - fx.you}")
    offers = [
        Offer(f"card:{cards[index].id}", cards[index], "choose", cards[index], amount=number)
        for number, index in enumerate(order, 1)
    ]
    return [(yield from prompt_for_offer(fx.you, offers, text or words("choose_blindly")))]


@instruction
def choose_word(
    duel: Duel, fx: Fx, among: Sequence[str], text: Words = NOTHING, seat: Seat | None = None
) -> Play[str]:
    """Let a player choose one of these words; return the word."""
    offers = [Offer(f"word:{word}", word, "word", text=word) for word in among]
    return prompt_for_offer(_default_seat(fx, seat), offers, text or words("choose_one"))


@instruction
def choose_number(
    duel: Duel, fx: Fx, numbers: Sequence[int], text: Words = NOTHING, seat: Seat | None = None
) -> Play[int]:
    """Let a player choose one of these numbers; return the number."""
    offers = [Offer(f"number:{number}", number, "number", amount=number) for number in numbers]
    return prompt_for_offer(_default_seat(fx, seat), offers, text or words("choose_a_number"))


@instruction
def ask(
    duel: Duel, fx: Fx, text: Words, seat: Seat | None = None, card: Card | None = None, *,
    possible: bool = True,
) -> Play[bool]:  # fmt: skip
    """Ask a player a yes/no question; return the reply. `possible`: whether hidden cards allow a yes."""
    return prompt_yes_no(_default_seat(fx, seat), text, card, possible=possible)


# --- Life Points, coins, dice -------------------------------------------------------------------------------


@instruction
def damage(duel: Duel, fx: Fx, seat: Seat, amount: int) -> int:
    """Inflict effect damage on one player; return the damage taken."""
    return players.damage(duel, seat, amount, by=fx.you, source=fx.card)


@instruction
def gain_life(duel: Duel, fx: Fx, seat: Seat, amount: int) -> None:
    """Give Life Points to a player."""
    ops.life(fx.state, seat, amount, cause="gain", by=fx.you, source=fx.card)


@instruction
def pay_life(duel: Duel, fx: Fx, amount: int) -> None:
    """Pay Life Points as a cost or upkeep."""
    ops.life(fx.state, fx.you, -amount, cause="cost", by=fx.you, source=fx.card)


@instruction
def set_life(duel: Duel, fx: Fx, amount: int) -> None:
    """Set the Life Points of both players at once."""
    for seat in duel.seat_order():
        ops.life(fx.state, seat, amount - fx.state.life(seat), cause="set", by=fx.you, source=fx.card)


@instruction
def toss_coin(duel: Duel, fx: Fx) -> bool:
    """Toss a coin; return whether it shows heads."""
    heads = duel.streams.draw_below(2, "coin") == 0
    ops.note(fx.state, "coin", seat=fx.you, amount=int(heads), word="heads" if heads else "tails")
    return heads


@instruction
def roll_die(duel: Duel, fx: Fx) -> int:
    """Roll a six-sided die; return the number."""
    number = duel.streams.draw_below(6, "die") + 1
    ops.note(fx.state, "die", seat=fx.you, amount=number)
    return number


# --- lingering effects --------------------------------------------------------------------------------------


@instruction
def apply_rule(
    duel: Duel, fx: Fx, rule: Rule, value: Value = True, to: Iterable[Card] = (), turns: int | None = 0,
    phase: str = "end", follows_face: bool = True,
) -> None:  # fmt: skip
    """Apply a rule to these cards until a turn's end, `turns` turns from now; None: while they stay.

    `phase` names another phase in which it ends.
    """
    cards = tuple((card, card.incarnation) for card in to)
    until = _turn_number(fx, turns)
    ongoing_effects.start_lingering_effect(
        duel, fx, rule, value, cards=cards, until=until, phase=phase, follows_face=follows_face
    )
    _announce_rule(fx, rule)
    if rule is Rule.NEGATE:
        ongoing_effects.negate_on_chain(duel, [card for card, _ in cards])


@instruction
def apply_to_self(
    duel: Duel, fx: Fx, rule: Rule, value: Value, turns: int | None = None, phase: str = "end"
) -> None:
    """Apply a rule to this monster while it stays face-up and is not negated; see `apply_rule`."""
    card = fx.card
    if card.is_in_monster_zone and card.face_up and fx.affects(card):
        life = ((card, card.incarnation),)
        ongoing_effects.start_lingering_effect(
            duel, fx, rule, value, cards=life, until=_turn_number(fx, turns), phase=phase, own=True
        )
        _announce_rule(fx, rule)


@instruction
def apply_rule_to_all(
    duel: Duel, fx: Fx, rule: Rule, value: Value = True, fits: Callable[[Card], bool] = lambda card: True,
    turns: int | None = 0, phase: str = "end",
) -> None:  # fmt: skip
    """Apply a rule to every card that fits, including cards that appear later; see `apply_rule`."""
    ongoing_effects.start_lingering_effect(
        duel, fx, rule, value, fits=fits, until=_turn_number(fx, turns), phase=phase
    )
    _announce_rule(fx, rule)


@instruction
def apply_rule_to_player(
    duel: Duel, fx: Fx, rule: Rule, value: Value = True, whose: Whose = YOU, turns: int | None = 0,
    phase: str = "end",
) -> None:  # fmt: skip
    """Apply a rule to players; see `apply_rule`."""
    seats, until = tuple(fx.seats(whose)), _turn_number(fx, turns)
    ongoing_effects.start_lingering_effect(duel, fx, rule, value, seats=seats, until=until, phase=phase)
    _announce_rule(fx, rule)


def _turn_number(fx: Fx, turns: int | None) -> int | None:
    return None if turns is None else fx.state.turn + turns


def _announce_rule(fx: Fx, rule: Rule) -> None:
    held = fx.own.handles if fx.own else None
    ops.note(fx.state, "lasting", seat=fx.you, card=fx.card, word=rule, held=held)


# --- Chain, attack, turn ------------------------------------------------------------------------------------


@instruction
def negate_activation(duel: Duel, fx: Fx) -> list[Card]:
    """Negate the activation to which this effect responds.

    Returns its card in a list; empty if the card has moved since.
    """
    if fx.link is None:
        return []
    ops.negate_link(fx.state, fx.link, "activation", fx.you)
    return [fx.link.card] if activation_of(fx.link).fx.affects(fx.link.card) else []


@instruction
def negate_effect(duel: Duel, fx: Fx) -> list[Card]:
    """Negate the effect to which this effect responds; return its card in a list."""
    if fx.link is None:
        return []
    ops.negate_link(fx.state, fx.link, "effect", fx.you)
    return [fx.link.card]


@instruction
def negate_summon(duel: Duel, fx: Fx) -> list[Card]:
    """Negate the declared Summon; return its monsters."""
    return attempts.negate(duel, by=fx.you, source=fx.card)


@instruction
def negate_attack(duel: Duel, fx: Fx) -> bool:
    """Negate the present attack; return whether it was still in progress."""
    attack = duel.attack
    if attack is None or attack.negated:
        return False
    attack.negated = True
    ops.note(fx.state, "attack_negated", seat=attack.seat, card=attack.attacker, by=fx.you)
    return True


@instruction
def end_battle_phase(duel: Duel, fx: Fx) -> None:
    """End the Battle Phase after the present action."""
    duel.this_turn.battle_ended = True


@instruction
def permit(
    duel: Duel, fx: Fx, said: Words, seems: Callable[[Fx], bool], can: Callable[[Fx], bool],
    body: Callable[[Fx], Body],
) -> None:  # fmt: skip
    """Offer the player a body in the open state, once this turn while `can` is true, without a Chain.

    `seems`: the part of `can` that depends on public facts only.
    """
    permissions = duel.this_turn.permissions

    def act() -> Play[bool]:
        permissions.remove(permission)
        yield from duel.carry_out(fx, body(fx))
        return True

    permission = Permission(fx.you, fx.card, said, lambda: seems(fx), lambda: can(fx), act)
    permissions.append(permission)


@instruction
def schedule(duel: Duel, fx: Fx, phase: str, body: Callable[[Fx], Body], turns: int = 0) -> None:
    """Schedule a body for the "standby" or "end" phase, `turns` turns from now."""
    turn = fx.state.turn + turns
    card = fx.card
    life = card.incarnation if card.is_on_field and card.face_up else -1
    act = DelayedAction(
        phase, turn, fx.you, card, NOTHING, lambda: duel.carry_out(fx, body(fx)), life, card.handles
    )
    duel.delayed.append(act)
