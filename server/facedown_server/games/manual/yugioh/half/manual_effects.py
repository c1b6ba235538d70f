"""Carrying out a card by hand within a duel, gesture by gesture, until its controller ends it and the
opponent agrees. The rules handle the consequences of each gesture.

If the opponent objects, the controller continues. Nothing is undone; players correct mistakes by hand. The
opponent objects to one card three times at most, since the controller's clock runs meanwhile. Before a
gesture shows hidden cards of the opponent, the opponent is asked, since what was read cannot be undone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from facedown_server.games.duel.core import Fx
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import arrivals, players
from facedown_server.games.duel.summons import attempts
from facedown_server.games.manual.referee import GesturePlan
from facedown_server.games.manual.yugioh.half import gestures
from facedown_server.games.manual.yugioh.half.duel import HalfDuel, ManualEffect
from facedown_server.games.manual.yugioh.half.gestures import MAX_OBJECTIONS, HalfDuelHands
from facedown_server.refereeing.prompts import DuelPrompt, Offer, Play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, GameEvent, card_sentence, name_list, ops
from facedown_shared.protocol.gestures import CloseDeck, Gesture, Mill, Move, SearchDeck, SendSignal
from facedown_shared.tables import Seat
from facedown_shared.text import Words

DONE = Offer("done", None, "done")
CONFIRM = Offer("confirm", True, "confirm")
OBJECT = Offer("object", False, "object")
PAID_BY_HAND = "paid_by_hand"
"""Note of an effect's use: a cost was paid by hand."""
CHOSEN_FROM = frozenset({"deck", "extra_deck", "graveyard", "banished"})
"""Zones of which a cost takes cards at its player's choice, which may be a gain."""
GONE_HOME = frozenset({"hand", "deck", "extra_deck"})
"""Zones in which a card loses the record that it was properly Summoned."""


def pay_cost(duel: HalfDuel, fx: Fx) -> Play[None]:
    """Carry out the cost of a card's activation by hand. The opponent is asked at once about cards from a
    Deck, Graveyard or the banished ones, and about the rest with the effect.
    """
    work = _start_effect(fx, paying=True)
    yield from _carry_out(duel, fx, work)
    fx.chosen[PAID_BY_HAND] = work.moved


def resolve(duel: HalfDuel, fx: Fx) -> Play[None]:
    """Carry out a card's effect by hand, until the opponent agrees that it is complete, or may object no
    more.
    """
    duel.unconfirmed += 1
    try:
        yield from _carry_out(duel, fx, _start_effect(fx))
    finally:
        duel.unconfirmed -= 1
    players.check_life(duel)


def _carry_out(duel: HalfDuel, fx: Fx, work: ManualEffect) -> Play[None]:
    text = card_sentence("pay_by_hand" if work.paying else "carry_out_by_hand", fx.card)
    work.moved = duel.confirms and fx.chosen.get(PAID_BY_HAND, False)
    yield from _run_gestures(duel, work, text)
    for _ in range(MAX_OBJECTIONS if duel.confirms else sys.maxsize):
        if (
            not (work.chose if work.paying else work.moved)
            or duel.alone
            or (yield from _confirm_with_opponent(fx))
        ):
            return
        ops.note(fx.state, "objection", seat=fx.opponent, card=fx.card, held=work.handles)
        yield from _run_gestures(duel, work, text)


def carry_out_card(duel: HalfDuel, seat: Seat, card: Card) -> Play[bool]:
    """Carry out a card's effect that starts no Chain. Returns whether the effect did anything."""
    fx = Fx(duel, card, seat, life=card.incarnation)
    before = duel.state.changed
    yield from resolve(duel, fx)
    return duel.state.changed != before


def _start_effect(fx: Fx, *, paying: bool = False) -> ManualEffect:
    handles = fx.own.handles if fx.own else fx.card.handles
    return ManualEffect(fx, handles, paying, shown=tuple(card for card in fx.state.cards if card.revealed))


def _confirm_with_opponent(fx: Fx) -> Play[bool]:
    """Ask the opponent, who has seen every move, whether the card was carried out correctly."""
    agreed: bool = yield DuelPrompt(
        fx.opponent, PromptKind.CONFIRM, card_sentence("was_carried_out", fx.card),
        lambda: (CONFIRM, OBJECT), default=(CONFIRM.key,),
    )  # fmt: skip
    return agreed


def _ask_for_leave(work: ManualEffect, hands: HalfDuelHands[Gesture]) -> Play[bool]:
    """Ask the opponent before a gesture shows hidden cards of theirs."""
    fx, cards = work.fx, gestures.cards_shown(hands)
    text = (
        card_sentence("may_it_show", fx.card, name_list(cards))
        if cards
        else card_sentence("may_it_take_unseen", fx.card)
    )
    agreed: bool = yield DuelPrompt(
        fx.opponent, PromptKind.CONFIRM, text, lambda: (CONFIRM, OBJECT), default=(CONFIRM.key,)
    )
    return agreed


def _run_gestures(duel: HalfDuel, work: ManualEffect, text: Words) -> Play[None]:
    """Carry out gestures of both players until the effect ends; then hide and shuffle all cards again."""
    seat = work.fx.you
    while True:
        duel.work = work
        kind = PromptKind.SEARCH if work.searching[seat] else PromptKind.BY_HAND
        made = yield DuelPrompt(
            seat, PromptKind.BY_HAND, text, lambda: (DONE,), default=(DONE.key,), public=kind
        )
        if made is None:
            break
        if gestures.needs_leave(made.hands) and not (yield from _ask_for_leave(work, made.hands)):
            work.refused += 1
            ops.note(duel.state, "objection", seat=1 - seat, card=work.fx.card, held=work.handles)
            continue
        yield from _carry_out_gesture(duel, work, made)
    duel.work = None
    _hide_all(duel, work)
    yield from duel.check_state()


def _carry_out_gesture(
    duel: HalfDuel, work: ManualEffect, plan: GesturePlan[HalfDuelHands[Gesture]]
) -> Play[None]:
    """Carry out one checked gesture and its consequences by the rules."""
    first = len(duel.state.events)
    ops.next_moment(duel.state)
    work.chose = work.chose or (duel.confirms and _chooses(plan.hands))
    plan.command()
    work.moved = work.moved or not isinstance(plan.hands.gesture, SendSignal)
    _update_records(duel, duel.state.events[first:])
    yield from duel.check_state()
    yield from _complete_summon(duel, plan.hands)


def _chooses(hands: HalfDuelHands[Gesture]) -> bool:
    """Return whether a gesture takes what its player may gain by, if it is a cost."""
    moves = isinstance(hands.gesture, Move) and any(card.zone in CHOSEN_FROM for card in hands.cards)
    return moves or isinstance(hands.gesture, Mill | SearchDeck)


def _update_records(duel: HalfDuel, events: Sequence[GameEvent]) -> None:
    """Update the rules' records of cards that arrive, turn or leave."""
    for truth in events:
        card, before = truth.card, truth.before
        if card is None or before is None:
            continue
        if truth.kind in ("move", "set") and card.is_on_field and not before.was_on_field:
            set_turn = -1 if card.face_up else duel.state.turn
            ops.mark(duel.state, card, arrived=duel.state.turn, set_turn=set_turn)
        elif truth.kind == "face_down":
            ongoing_effects.reset_face_effects(duel, card)
            duel.forget_uses(card)
        elif truth.kind == "equip":
            ops.store_note(duel.state, card, "equipping", True)
            ops.store_note(duel.state, card, "stays", True)
        if card.proper and card.zone in GONE_HOME:
            ops.mark(duel.state, card, proper=False)
    attempt = duel.summoning
    # A monster that leaves during its Summon was not Summoned.
    if attempt is not None and not all(card.is_on_field for card in attempt.cards):
        attempt.negated = True


def _complete_summon(duel: HalfDuel, hands: HalfDuelHands[Gesture]) -> Play[None]:
    """Complete a Summon made by hand like any other. Outside a Chain it can be negated."""
    words = dict.fromkeys((card.controller, word) for card, word in hands.summoned)
    for seat, word in words:
        cards = [card for card, how in hands.summoned if (card.controller, how) == (seat, word)]
        for card in cards:
            ops.mark(duel.state, card, summoned=word)
        if all(card.face_up for card in cards):
            yield from attempts.attempt(duel, cards, seat, word, by=hands.seat)
        else:
            # The window of a face-down Summon must not disclose the monsters' names.
            for card in cards:
                arrivals.announce(duel, card, seat, word, by=hands.seat, source=hands.source)


def _hide_all(duel: HalfDuel, work: ManualEffect) -> None:
    """Shuffle searched Decks, and hide what was shown."""
    for seat in (0, 1):
        if work.searching[seat]:
            gestures.hands(duel, work, seat, CloseDeck()).shuffle(seat, "deck")
            work.searching[seat] = False
    ops.conceal(duel.state, [card for card in duel.state.cards if card.revealed and card not in work.shown])
