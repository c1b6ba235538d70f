"""Chains: response windows, building a Chain and resolving it from the last link to the first.

Fast effect timing (GAP-11): triggers come first, then the turn player, then the opponent, until both pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from facedown_server.games.duel.chain import activation, legality, triggers, windows
from facedown_server.games.duel.chain.windows import Window
from facedown_server.games.duel.core import Activation, Duel, Fx, Rule, activation_of, card_status
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.games.duel.effects.trigger_conditions import REPLAY
from facedown_server.games.duel.game_actions import departures, players, state_checks
from facedown_server.refereeing.prompts import (
    PASS,
    SHOW,
    TAKEN_BACK,
    DuelOver,
    DuelPrompt,
    OfferGroup,
    Play,
    declare,
)
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, ChainLink, ops
from facedown_shared.tables import Place, Seat

# --- building and resolving ---------------------------------------------------------------------------------


def build(duel: Duel, declared: Activation) -> Play[None]:
    """Build a Chain from its first link and resolve it.

    CLS-CHAIN-01 to 03, CLS-CHAIN-05 to 06.
    """
    yield from activation.activate(duel, declared)
    yield from _continue_chain(duel)


def _join_chain(duel: Duel, declared: Activation) -> Play[None]:
    """Add one of several triggers that form the first links of a Chain."""
    if duel.state.chain:
        yield SHOW
    yield from activation.activate(duel, declared)


def _continue_chain(duel: Duel) -> Play[None]:
    """Continue a Chain from its present links: prompt for responses, then resolve it."""
    seat = 1 - duel.state.chain[-1].seat
    passes = 0
    while passes < 2:
        answer = yield from respond(duel, seat, windows.activation_window(duel.state.chain[-1].card))
        if answer is None:
            passes += 1
            seat = 1 - seat
        else:
            yield from activation.activate(duel, answer)
            passes, seat = 0, 1 - answer.fx.you
    yield from _resolve_all(duel)


def _resolve_all(duel: Duel) -> Play[None]:
    """Resolve the Chain from the last link to the first, showing each step (CLS-CHAIN-04, CLS-CHAIN-07)."""
    duel.window = ()
    duel.recent.clear()
    while duel.state.chain:
        yield SHOW
        yield from _resolve(duel, duel.state.chain[-1])
        if duel.state.chain:
            yield from _carry_out_followers(duel)
    yield from _send_resolved_cards(duel)
    yield from _carry_out_followers(duel)


def _carry_out_followers(duel: Duel) -> Play[None]:
    """Carry out the acts that follow immediately after the Chain Link that has just resolved.

    After link 1 the Chain is over, so a Summon among these acts has its own windows (GAP-17).
    """
    waiting, duel.afterwards = duel.afterwards, []
    for act in waiting:
        yield from act()
        yield from duel.check_state()


def _resolve(duel: Duel, link: ChainLink) -> Play[None]:
    declared = activation_of(link)
    fx = declared.fx
    ops.next_moment(duel.state)
    if link.negated != "activation" and _is_negated(duel, link):
        ops.negate_link(duel.state, link, "effect", fx.opponent)
    if not link.negated and _can_resolve(declared):
        fx.targets, fx.groups = _remaining_targets(fx, declared)
        lives = fx.chosen["about"]
        fx.about = tuple(card for card, life in zip(fx.about, lives, strict=True) if card.incarnation == life)
        ops.start_resolving(duel.state, link)
        yield from _run_body(duel, declared)
    if link.negated == "activation":
        duel.unuse(fx, declared.effect)
        ongoing_effects.release(duel, fx)
    else:
        yield from _replace_field_spell(duel, declared)
    ops.unlink(duel.state)
    yield from duel.check_state()
    players.check_draws(duel)


def _run_body(duel: Duel, declared: Activation) -> Play[None]:
    """Carry out the body of the resolving effect (CLS-SET-05).

    If the duel ends in it, the link is still removed and its events are still collected.
    """
    duel.resolving = True
    try:
        yield from duel.carry_out(declared.fx, declared.effect.body(declared.fx))
    except DuelOver:
        ops.unlink(duel.state)
        listeners.collect(duel)
        yield from state_checks.react(duel, check=False)
        raise
    finally:
        duel.resolving = False


def _is_negated(duel: Duel, link: ChainLink) -> bool:
    """Return whether the effect of a Chain Link is negated.

    It is if its card is negated on the field, if its effects were negated before it left, or if a rule
    negates the link itself.
    """
    fx = activation_of(link).fx
    if fx.affects(fx.card) and fx.card.is_on_field:
        if fx.card.negated:
            return True
    elif fx.effects_negated:
        return True
    return any(row.allows(link) for row in duel.rows(Rule.NEGATE_LINK))


def _can_resolve(declared: Activation) -> bool:
    """Return whether an activation can still resolve (GAP-19).

    Continuous, Equip and Field cards must still be face-up in their zone.
    """
    lies_there = declared.fx.is_in_place and declared.fx.card.is_on_field
    return lies_there or not (declared.is_card and card_status.remains(declared.fx.card, declared.effect.key))


def _remaining_targets(fx: Fx, declared: Activation) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """Return the targets that are still legal, all and by group (GAP-19).

    A target must be the same object as at activation and still meet the header's condition.
    """
    lives = dict(zip(map(id, fx.targets), fx.chosen["lives"], strict=True))
    groups = tuple(
        tuple(
            card for card in group
            if card.incarnation == lives[id(card)] and (pick.keep is None or pick.keep(card, fx))
        )
        for pick, group in zip(declared.effect.target, declared.groups, strict=True)
    )  # fmt: skip
    return tuple(card for group in groups for card in group), groups


def _replace_field_spell(duel: Duel, declared: Activation) -> Play[None]:
    """Remove the opponent's Field Spell after one resolves, if the format allows only one (CF-17, GAP-54).

    CLS-SPELL-12 to 13, CLS-MAT-02, YGO-FZ-02.
    """
    card, seat = declared.fx.card, declared.fx.you
    if (
        duel.format.one_field_spell
        and declared.is_card
        and card.facts.is_a("field")
        and declared.fx.is_in_place
    ):
        theirs = [card for card in duel.cards_at("field_zone", 1 - seat) if card.face_up]
        yield from departures.send_cards(
            duel, theirs, "graveyard", cause=activation.field_cause(duel), by=seat
        )


def _send_resolved_cards(duel: Duel) -> Play[None]:
    """Send activated Spells and Traps that do not stay on the field to the Graveyard (GAP-18).

    CLS-SPELL-03, CLS-TRAP-02 to 03, CLS-SPELL-21.
    """
    lying = [one for one in duel.activated if one.is_card and _is_in_place(one.fx)]
    duel.activated = []
    negated = [one.fx.card for one in lying if one.is_negated]
    spent = [one.fx.card for one in lying if not (one.is_negated or _remains(one))]
    for card in negated:
        if "pendulum" in card.facts.kinds:
            ops.move(duel.state, card, Place(card.owner, "graveyard"), cause="rule", controller=card.owner)
    still_there = [card for card in negated if card.is_on_field]
    yield from departures.send_cards(
        duel, still_there, "graveyard", cause="rule", word=card_status.NEVER_THERE
    )
    yield from departures.send_cards(duel, spent, "graveyard", cause="rule", word=triggers.SPENT)
    yield from duel.check_state()


def _is_in_place(fx: Fx) -> bool:
    card = fx.card
    return card.is_on_field and card.face_up and not card.is_in_monster_zone and fx.affects(card)


def _remains(declared: Activation) -> bool:
    """Return whether an activated card stays on the field after its Chain.

    An Equip Card stays only with a monster (GAP-19).
    """
    card = declared.fx.card
    if card.facts.is_a("equip") and "equipping" not in card.memory:
        return False
    return card_status.remains(card, declared.effect.key)


# --- windows ------------------------------------------------------------------------------------------------


def respond(duel: Duel, seat: Seat, window: Window) -> Play[Activation | None]:
    """Prompt a player for a response and return its declaration, or None.

    No window opens if public facts rule out any response (law 4).
    """
    while legality.can_respond(duel, seat):
        fx: Any = yield DuelPrompt(
            seat, PromptKind.RESPONSE, window.words,
            (_PASSING, OfferGroup(partial(legality.activations, duel, seat, True), legality.ACTIVATE)),
            default=(PASS.key,), about=windows.window_subject(duel, window, seat),
            named=partial(legality.names_window, duel, seat),
        )  # fmt: skip
        if fx is None or fx is TAKEN_BACK:
            return None
        if callable(fx):
            yield from perform(duel, fx)
            continue
        declared = yield from declare(
            partial(activation.declaration, duel, fx, fx.effect), PromptKind.RESPONSE
        )
        if declared is not None:
            return declared
    return None


def perform(duel: Duel, act: Any) -> Play[None]:
    """Carry out an act that a player picked in the open state.

    `act` is the Fx of an activation, or a function without arguments that returns whether it did something.
    """
    if callable(act):
        if (yield from act()):
            yield from resolve_consequences(duel)
        return
    declared = yield from declare(partial(activation.declaration, duel, act, act.effect), PromptKind.TURN)
    if declared is not None:
        yield from build(duel, declared)
        yield from resolve_consequences(duel, windows.CHAIN_RESOLVED)


_PASSING = OfferGroup(lambda: (PASS,), frozenset({PASS.key}))


def resolve_consequences(duel: Duel, window: Window | None = windows.ACT) -> Play[None]:
    """Handle the consequences of an act, until nothing is left to do.

    These are triggers, then fast effects of both players (if there is a `window`) and the acts of the phase.
    """
    order = _BEGUN
    while True:
        yield from duel.check_state()
        last = triggers.last_event(duel.recent)
        open_window(duel)
        if duel.pending:
            yield from triggers.activate_waiting(duel, last, partial(_join_chain, duel))
        if duel.state.chain:
            yield from _continue_chain(duel)
            done = _CHAIN
        else:
            done = yield from _prompt_both(duel, window, order)
        if not done:
            duel.window = ()
            return
        triggers.clear_passes(duel)
        order = _GOES_ON
        if done == _CHAIN:
            window = window and windows.CHAIN_RESOLVED


_CHAIN, _ACT = "chain", "act"
_BEGUN = (("window", 0), ("phase", 0), ("window", 1), ("phase", 1))
"""Order of the prompts when a phase has just begun; 0 is the turn player."""
_GOES_ON = (("window", 0), ("window", 1), ("phase", 0), ("phase", 1))
"""Order of the prompts after a Chain or an act: both players may respond before the phase continues
(GAP-11).
"""


def _prompt_both(duel: Duel, window: Window | None, order: Sequence[tuple[str, int]]) -> Play[str]:
    """Prompt both players in this order until one acts; return `_CHAIN`, `_ACT`, or "" if both pass."""
    seats, busy = duel.seat_order(), duel.state.phase in triggers.BUSY
    for what, place in order:
        seat = seats[place]
        if what == "window":
            chained = window is not None and (yield from _fast_effect(duel, seat, window))
        elif not busy:
            continue
        else:
            next_one = yield from triggers.choose_next(duel, seat)
            if isinstance(next_one, triggers.Due):
                yield from next_one.act()
                return _ACT
            chained = next_one is not None
            if next_one is not None:
                yield from build(duel, next_one)
        if chained:
            return _CHAIN
    return ""


def open_window(duel: Duel) -> None:
    """Open a response window on the latest events that happened at the same time."""
    duel.window = ()
    if duel.recent:
        last = triggers.last_event(duel.recent)
        duel.window = tuple([event for event in duel.recent if event.moment == last and event.word != REPLAY])
        duel.recent.clear()


def _fast_effect(duel: Duel, seat: Seat, window: Window) -> Play[bool]:
    """Offer a player a fast effect and build its Chain; return whether one was used.

    After their own Summon the turn player may have priority.
    """
    if seat == duel.state.turn_player and duel.format.ignition_priority:
        summoned = any(event.kind == "summoned" and event.by == seat for event in duel.window)
        duel.priority_seat = seat if summoned else None
    answer = yield from respond(duel, seat, window)
    duel.priority_seat = None
    if answer is not None:
        yield from build(duel, answer)
    return answer is not None
