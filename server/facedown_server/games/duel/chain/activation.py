"""Activation of an effect, in two steps.

`declaration` chooses zone, cost and targets without changing anything. `activate` then shows or places the
card, pays the cost and adds the Chain Link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.core import Activation, Duel, Effect, EffectKind, Fx, Selection
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import departures
from facedown_server.refereeing.prompts import (
    PASS,
    DuelOver,
    DuelPrompt,
    Offer,
    Play,
    Verb,
    prompt_for_cards,
    prompt_for_offer,
)
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, CardWords, ChainLink, ops
from facedown_shared.protocol.asking import About
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place, Seat
from facedown_shared.text import EFFECT, Words, words


def declaration(duel: Duel, fx: Fx, effect: Effect) -> Play[Activation]:
    """Prompt for zone, cost and targets of an activation, without changing anything."""
    place: Place | None = None
    if effect.kind is EffectKind.ACTIVATION and fx.card.zone == "hand":
        offers = [
            Offer(f"zone:{at}", at, "zone", fx.card, at)
            for at in legality.activation_places(duel, fx.card, fx.you, effect)
        ]
        place = yield from prompt_for_offer(fx.you, offers, words("choose_a_zone"))
    paid = yield from _choose_cost(fx, effect)
    groups = yield from _choose_targets(fx, effect, paid)
    return Activation(fx, effect, place, tuple(paid), groups)


def _choose_cost(fx: Fx, effect: Effect) -> Play[list[Card]]:
    if effect.cost is None or effect.cost.pick is None:
        return []
    pick = effect.cost.pick
    found = list(legality.candidates(fx, pick))
    return (yield from _choose(fx, pick, found, "pay", words("choose_what_to_pay")))


def _choose_targets(fx: Fx, effect: Effect, paid: Sequence[Card]) -> Play[tuple[tuple[Card, ...], ...]]:
    groups: list[tuple[Card, ...]] = []
    for pick in effect.target:
        spent = [*paid, *(card for group in groups for card in group)]
        found = [card for card in legality.candidates(fx, pick, targeting=True) if card not in spent]
        groups.append(tuple((yield from _choose(fx, pick, found, "target", words("choose_a_target")))))
    return tuple(groups)


def _choose(fx: Fx, pick: Selection, found: list[Card], verb: Verb, text: Words) -> Play[list[Card]]:
    return prompt_for_cards(
        fx.you, found, pick.text or text, least=fx.number(pick.least), most=fx.number(pick.most), verb=verb,
        always=bool(found) and verb == "pay" and fx.duel.announces,
    )  # fmt: skip


def activate(duel: Duel, declared: Activation) -> Play[None]:
    """Put a declared activation on the Chain: place the card, pay the cost, fix the targets.

    CLS-CARD-03, YGO-HAND-08.
    """
    fx = declared.fx
    ops.next_moment(duel.state)
    if declared.is_card:
        duel.activating = fx.card
        yield from _show_card(duel, declared)
        declared = yield from _join_effect(duel, declared)
    effect = fx.effect = declared.effect
    fx.life = fx.card.incarnation
    duel.count_use(fx, effect)
    fx.paid, fx.groups = declared.paid, declared.groups
    fx.targets = tuple(card for group in declared.groups for card in group)
    said = effect.words_for(fx.card)
    if isinstance(said, CardWords):
        said = Words(EFFECT, (said.code, *said.values))
    link = ChainLink(fx.you, fx.card, fx.card.handles, said, fx.targets, fx.card.place, activation=declared)
    if fx.card.zone in ("hand", "deck"):
        ops.reveal(duel.state, [fx.card], by=fx.you)
        link.handles = fx.card.handles
    fx.own = link
    fx.chosen["lives"] = tuple(card.incarnation for card in fx.targets)
    fx.about = tuple(effect.about(fx)) if effect.about else ()
    fx.chosen["about"] = tuple(card.incarnation for card in fx.about)
    fx.effects_negated = ongoing_effects.are_effects_negated(duel, fx.card)
    yield from _pay_cost(duel, declared, link)
    ops.link(duel.state, link, effect.text)
    duel.activating = None
    duel.activated.append(declared)
    if fx.card.zone == "hand" and fx.card.revealed:
        ops.conceal(duel.state, [fx.card])
    yield from duel.check_state()


def _join_effect(duel: Duel, declared: Activation) -> Play[Activation]:
    """Offer to use an effect of the card together with the card's activation.

    Returns the declaration of that effect, or `declared` unchanged. Public facts alone decide whether the
    prompt opens; its options may depend on the hand too.
    """
    fx = declared.fx
    script = duel.script(fx.card)
    effects = script.effects if script is not None else ()
    effect = next((one for one in effects if one.joins is not None and one.joins(fx)), None)
    if effect is None:
        return declared
    offer = Offer(
        f"activate:{fx.card.id}:joined", effect, "activate", fx.card, words=effect.words_for(fx.card)
    )
    offers = [PASS, offer] if legality.can_resolve(fx, effect) else [PASS]
    chosen = yield DuelPrompt(
        fx.you, PromptKind.RESPONSE, words("use_it_at_once"), lambda: offers, default=(PASS.key,),
        about=About("activation", fx.you), named=lambda: len(offers) > 1,
    )  # fmt: skip
    if chosen is None:
        return declared
    joined = replace(effect, kind=EffectKind.ACTIVATION, speed=declared.spell_speed)
    return (yield from declaration(duel, fx, joined))


def _pay_cost(duel: Duel, declared: Activation, link: ChainLink) -> Play[None]:
    """Pay the cost. If paying ends the duel, the activation still becomes a Chain Link."""
    cost = declared.effect.cost
    if cost is None:
        return
    try:
        yield from duel.carry_out(declared.fx, cost.pay(declared.fx, declared.paid))
    except DuelOver:
        ops.link(duel.state, link, declared.effect.text)
        raise


def _show_card(duel: Duel, declared: Activation) -> Play[None]:
    card, seat = declared.fx.card, declared.fx.you
    if card.facts.is_a("field") and declared.effect.key != "scale":
        yield from clear_field_zone(duel, seat, card)
    if declared.place is not None:
        ops.move(
            duel.state,
            card,
            declared.place,
            face_up=True,
            cause="activate",
            by=seat,
            controller=seat,
            word="place",
        )
        ops.mark(duel.state, card, arrived=duel.state.turn)
        if declared.effect.key == "scale":
            ops.mark(duel.state, card, summoned="scale")
    elif not card.face_up:
        ops.turn_card(duel.state, card, face_up=True, defense_position=False, cause="activate", by=seat)


def clear_field_zone(duel: Duel, seat: Seat, new: Card) -> Play[None]:
    """Send a player's old Field Spell to the Graveyard to make room for a new one (CF-18, GAP-54)."""
    own = [card for card in duel.cards_at("field_zone", seat) if card is not new]
    yield from departures.send_cards(duel, own, "graveyard", cause=field_cause(duel), by=seat)


def field_cause(duel: Duel) -> Cause:
    return "destroy" if duel.format.replace_own_field == "destroyed" else "rule"
