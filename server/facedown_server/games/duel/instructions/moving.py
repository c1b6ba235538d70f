"""Verbs that move or show cards: draw, search, shuffle, destroy, send, banish, return, discard, mill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from facedown_server.games.duel.core import (
    SHOW,
    DelayedAction,
    Duel,
    Fx,
    Play,
    Whose,
    instruction,
    prompt_for_cards,
    zones,
)
from facedown_server.games.duel.game_actions import departures, players
from facedown_server.table import Card, ops
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place, Seat
from facedown_shared.text import words


@instruction
def destroy(duel: Duel, fx: Fx, cards: Iterable[Card], to: str = "graveyard") -> Play[list[Card]]:
    """Destroy cards by this effect; return the destroyed cards."""
    return departures.destroy(duel, list(cards), by=fx.you, source=fx.card, to=to)


@instruction
def destroy_instead(duel: Duel, fx: Fx, cards: Iterable[Card]) -> Play[list[Card]]:
    """Destroy cards in place of others, in a body registered with `saves`; return the destroyed cards."""
    return departures.destroy(duel, list(cards), by=fx.you, source=fx.card, instead=True)


@instruction
def destroy_by_rule(duel: Duel, fx: Fx, cards: Iterable[Card]) -> Play[list[Card]]:
    """Destroy cards by an unmet condition, despite protection from effects; return the destroyed cards."""
    return departures.send_cards(duel, list(cards), "graveyard", cause="rule", by=fx.you, word="destroy")


@instruction
def send_to_graveyard(duel: Duel, fx: Fx, cards: Iterable[Card], word: str = "") -> Play[list[Card]]:
    """Send cards to the Graveyard without destroying them; return the cards sent. word="cost": as a cost."""
    return _send(duel, fx, cards, "graveyard", "send", word=word)


@instruction
def send_as_material(duel: Duel, fx: Fx, cards: Iterable[Card]) -> Play[list[Card]]:
    """Send Synchro or Link Materials to the Graveyard; return the cards sent."""
    return _send(duel, fx, cards, "graveyard", "material")


@instruction
def banish(
    duel: Duel, fx: Fx, cards: Iterable[Card], face_up: bool = True, word: str = ""
) -> Play[list[Card]]:
    """Banish cards; return the banished cards (YGO-BAN-03, YGO-BAN-09)."""
    return _send(duel, fx, cards, "banished", "banish", face_up=face_up, word=word)


@instruction
def banish_temporarily(
    duel: Duel, fx: Fx, cards: Iterable[Card], phase: str = "end", turns: int = 0
) -> Play[list[Card]]:
    """Banish monsters on the field until a phase `turns` turns from now; return the banished cards."""
    befores = {card.id: ops.snapshot(card) for card in list(cards)}
    chosen = [card for card in fx.state.cards if card.id in befores]
    banished = yield from _send(duel, fx, chosen, "banished", "banish")
    away = [(card, card.incarnation, befores[card.id]) for card in banished]
    action = DelayedAction(
        phase, fx.state.turn + turns, fx.you, fx.card, words("banished_comes_back"),
        lambda: departures.return_banished(duel, fx, away),
    )  # fmt: skip
    duel.delayed.append(action)
    return banished


@instruction
def return_to_hand(duel: Duel, fx: Fx, cards: Iterable[Card]) -> Play[list[Card]]:
    """Return cards to their owners' hands (or Extra Decks); return the cards moved."""
    return _send(duel, fx, cards, "hand", "return", face_up=False)


@instruction
def return_to_deck(duel: Duel, fx: Fx, cards: Iterable[Card], where: str = "shuffle") -> Play[list[Card]]:
    """Return cards to their owners' Decks ("top", "bottom" or "shuffle"); return the cards moved."""
    moved = yield from _send(duel, fx, cards, "deck", "return", face_up=False, bottom=where == "bottom")
    owners = {card.owner for card in moved if card.zone == "deck"}
    for owner in sorted(owners) if where == "shuffle" else ():
        players.shuffle(duel, owner)
    return moved


@instruction
def add_to_hand(duel: Duel, fx: Fx, cards: Iterable[Card], show: bool = False) -> Play[list[Card]]:
    """Add cards to their owners' hands. `show`: reveal them to the opponent (GAP-V3)."""
    chosen = list(cards)
    moved = yield from _send(duel, fx, chosen, "hand", "add", face_up=False)
    if show and chosen:
        ops.reveal(fx.state, chosen, by=fx.you)
        yield SHOW
        ops.conceal(fx.state, chosen)
    return moved


@instruction
def tribute(duel: Duel, fx: Fx, cards: Iterable[Card], word: str = "cost") -> Play[list[Card]]:
    """Tribute monsters; return the Tributed cards."""
    return _send(duel, fx, cards, "graveyard", "tribute", word=word)


@instruction
def discard(duel: Duel, fx: Fx, cards: Iterable[Card], word: str = "") -> Play[list[Card]]:
    """Discard cards from a hand; return the discarded cards. word="cost": as a cost."""
    return _send(duel, fx, cards, "graveyard", "discard", word=word)


@instruction
def discard_at_random(duel: Duel, fx: Fx, seat: Seat, count: int = 1) -> Play[list[Card]]:
    """Let a player discard random cards; return the discarded cards."""
    hand = duel.cards_at("hand", seat)
    order = duel.streams.order(len(hand), f"random:{seat}")
    chosen = [hand[index] for index in order[:count]]
    ops.choose_at_random(fx.state, seat, "hand", len(chosen))
    return _send(duel, fx, chosen, "graveyard", "discard")


@instruction
def mill(duel: Duel, fx: Fx, seat: Seat, count: int) -> Play[list[Card]]:
    """Send the top cards of a Deck to the Graveyard; return the cards sent."""
    return _send(duel, fx, fx.state.pile(seat, "deck")[:count], "graveyard", "mill")


@instruction
def move_to_zone(duel: Duel, fx: Fx, card: Card, place: Place) -> bool:
    """Move a card on the field to another zone of its side; return whether the card can be there (CF-09)."""
    possible = zones.can_move_to(duel, card, place)
    if possible:
        ops.move(
            fx.state, card, place, face_up=card.face_up, defense_position=card.defense_position,
            cause="place", by=fx.you, source=fx.card, controller=card.controller,
        )  # fmt: skip
    return possible


def _send(
    duel: Duel, fx: Fx, cards: Iterable[Card], zone: str, cause: Cause, *, word: str = "",
    face_up: bool = True, bottom: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    return departures.send_cards(
        duel, list(cards), zone, cause=cause, by=fx.you, source=fx.card, word=word, face_up=face_up,
        bottom=bottom,
    )  # fmt: skip


# --- Decks and hands ----------------------------------------------------------------------------------------


@instruction
def draw(duel: Duel, fx: Fx, seat: Seat, count: int = 1) -> list[Card]:
    """Draw cards; return them."""
    return players.draw(duel, seat, count, by=fx.you, source=fx.card)


@instruction
def shuffle_deck(duel: Duel, fx: Fx, seat: Seat) -> None:
    """Shuffle a Deck."""
    players.shuffle(duel, seat)


@instruction
def search(
    duel: Duel, fx: Fx, only: Callable[[Card], bool], where: str = "deck", count: int = 1,
    seat: Seat | None = None, up_to: bool = False,
) -> Play[Any]:  # fmt: skip
    """Let the player choose cards from their own Deck (YGO-DECK-07); return them.

    To reveal the cards of a limited search, use `add_to_hand` with `show` (GAP-V3). Prompts even with
    one or no fitting card. The verb that moves the card then shuffles the Deck, or `shuffle_deck` does.

    YGO-DECK-03.
    """
    who = fx.you if seat is None else seat
    found = [card for card in duel.cards_at(where, who) if only(card)]
    least = 0 if up_to else min(count, len(found))
    return prompt_for_cards(who, found, words("choose_from_your_deck"), least=least, most=count, always=True)


@instruction
def show(duel: Duel, fx: Fx, cards: Iterable[Card], to: Whose | None = None) -> Play[None]:
    """Reveal cards for a moment to all viewers, or to one player (YGO-MOVE-58)."""
    chosen = list(cards)
    classes = ops.ALL_CLASSES_MASK if to is None else sum(1 << seat for seat in fx.seats(to))
    ops.reveal(fx.state, chosen, classes, by=fx.you)
    yield SHOW
    ops.conceal(fx.state, [card for card in chosen if card.revealed])


@instruction
def put_on_top(duel: Duel, fx: Fx, cards: Sequence[Card]) -> None:
    """Put seen cards of a Deck back on its top. The first one becomes the topmost."""
    if cards:
        ops.arrange(fx.state, cards[0].owner, "deck", cards)
