"""Verbs that send cards away: destroy, send, banish, return, discard, mill."""

from __future__ import annotations

from collections.abc import Iterable

from server.duel.core import zones
from server.duel.core.effect import Fx
from server.duel.core.prompts import SHOW, DelayedAction
from server.duel.game_actions import actions, returning
from server.duel.instructions.making import Doing, done, instruction
from server.table import ops
from server.table.state import Card
from shared.zones import Place, Seat


@instruction
def destroy(fx: Fx, cards: Iterable[Card], to: str = "graveyard") -> Doing:
    """Destroy by card effect; the cards destroyed."""
    return (yield from actions.destroy(fx.duel, list(cards), by=fx.you, source=fx.card, to=to))


@instruction
def destroy_instead(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Destroy cards in place of others (in a replacement's body); the cards destroyed."""
    return (yield from actions.destroy(fx.duel, list(cards), by=fx.you, source=fx.card, instead=True))


@instruction
def destroy_by_rule(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Destroy as a condition that was not met asks for, whatever protects from effects; the cards."""
    return (
        yield from actions.send(fx.duel, list(cards), "graveyard", cause="rule", by=fx.you, word="destroy")
    )


@instruction
def send_to_graveyard(fx: Fx, cards: Iterable[Card], word: str = "") -> Doing:
    """Send to the Graveyard without destroying; the cards sent. word="cost" when it is a cost."""
    return (
        yield from actions.send(
            fx.duel, list(cards), "graveyard", cause="send", by=fx.you, source=fx.card, word=word
        )
    )


@instruction
def send_as_material(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Send Synchro or Link Materials to the Graveyard."""
    return (
        yield from actions.send(
            fx.duel, list(cards), "graveyard", cause="material", by=fx.you, source=fx.card
        )
    )


@instruction
def banish(fx: Fx, cards: Iterable[Card], face_up: bool = True, word: str = "") -> Doing:
    """Banish; the cards banished (YGO-BAN-03, YGO-BAN-09)."""
    return (
        yield from actions.send(
            fx.duel,
            list(cards),
            "banished",
            cause="banish",
            by=fx.you,
            source=fx.card,
            face_up=face_up,
            word=word,
        )
    )


@instruction
def banish_for_a_while(fx: Fx, cards: Iterable[Card], phase: str = "end", turns: int = 0) -> Doing:
    """Banish monsters of the field that come back in that phase, `turns` turns from now; those banished."""
    befores = {card.id: ops.snapshot(card) for card in list(cards)}
    chosen = [card for card in fx.duel.state.cards if card.id in befores]
    banished: list[Card] = yield from actions.send(
        fx.duel, chosen, "banished", cause="banish", by=fx.you, source=fx.card
    )
    away = [(card, card.incarnation, befores[card.id]) for card in banished]
    left = DelayedAction(
        phase, fx.state.turn + turns, fx.you, fx.card, "What it banished comes back.",
        lambda: returning.come_back(fx, away),
    )  # fmt: skip
    fx.duel.later.append(left)
    return banished


@instruction
def return_to_hand(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Return to the owners' hands (Extra Deck monsters to the Extra Deck); the cards returned."""
    return (
        yield from actions.send(
            fx.duel, list(cards), "hand", cause="return", by=fx.you, source=fx.card, face_up=False
        )
    )


@instruction
def return_to_deck(fx: Fx, cards: Iterable[Card], where: str = "shuffle") -> Doing:
    """Return to the owners' Decks: "top", "bottom" or "shuffle"; the cards returned."""
    chosen = list(cards)
    moved = yield from actions.send(
        fx.duel,
        chosen,
        "deck",
        cause="return",
        by=fx.you,
        source=fx.card,
        face_up=False,
        bottom=where == "bottom",
    )
    owners = {card.owner for card in moved if card.zone == "deck"}
    for owner in sorted(owners) if where == "shuffle" else ():
        actions.shuffle(fx.duel, owner)
    return moved


@instruction
def add_to_hand(fx: Fx, cards: Iterable[Card], show: bool = False) -> Doing:
    """Add cards to their owner's hand from where they lie; `show` them to the opponent (GAP-V3)."""
    chosen = list(cards)
    moved = yield from actions.send(
        fx.duel, chosen, "hand", cause="add", by=fx.you, source=fx.card, face_up=False
    )
    if show and chosen:
        ops.reveal(fx.state, chosen, by=fx.you)
        yield SHOW
        ops.conceal(fx.state, chosen)
    return moved


@instruction
def tribute(fx: Fx, cards: Iterable[Card], word: str = "cost") -> Doing:
    """Tribute monsters; the cards Tributed."""
    return (
        yield from actions.send(
            fx.duel, list(cards), "graveyard", cause="tribute", by=fx.you, source=fx.card, word=word
        )
    )


@instruction
def discard(fx: Fx, cards: Iterable[Card], word: str = "") -> Doing:
    """Discard from a hand; the cards discarded. word="cost" when it is a cost."""
    return (yield from actions.discard(fx.duel, list(cards), by=fx.you, source=fx.card, word=word))


@instruction
def discard_at_random(fx: Fx, seat: Seat, count: int = 1) -> Doing:
    """A player discards cards at random; the cards discarded."""
    hand = fx.duel.lying("hand", seat)
    order = fx.duel.streams.order(len(hand), f"random:{seat}")
    chosen = [hand[index] for index in order[:count]]
    ops.pick(fx.state, seat, "hand", len(chosen))
    return (yield from actions.discard(fx.duel, chosen, by=fx.you, source=fx.card))


@instruction
def mill(fx: Fx, seat: Seat, count: int) -> Doing:
    """Send the top cards of a Deck to the Graveyard; the cards sent."""
    cards = list(fx.state.pile(seat, "deck")[:count])
    return (yield from actions.send(fx.duel, cards, "graveyard", cause="mill", by=fx.you, source=fx.card))


@instruction
def move_to_zone(fx: Fx, card: Card, place: Place) -> Doing:
    """Move a card on the field to another zone of its side; whether it can be there (CF-09)."""
    possible = zones.may_move_to(fx.duel, card, place)
    if possible:
        ops.move(
            fx.state, card, place, face_up=card.face_up, defense_position=card.defense_position,
            cause="place", by=fx.you, source=fx.card, controller=card.controller,
        )  # fmt: skip
    return (yield from done(possible))
