"""Choosing what a Summon is made of: Tributes and materials.

`choose_set` lets a player choose cards one at a time; only those are offered with which the choice can still
be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from server.duel.core.duel import Duel
from server.duel.core.effect import Body, Fx, Procedure
from server.duel.core.prompts import Offer, Play, ask_one
from server.duel.game_actions import leaving
from server.table import ops
from server.table.state import Card
from shared.zones import Seat

Good = Callable[[Sequence[Card]], bool]
FUEL = 20_000
"""Sets looked at before a search gives up: far more than any board needs (law 8)."""


def choose_set(seat: Seat, cards: Sequence[Card], good: Good, most: int, text: str) -> Play[list[Card]]:
    """Let a seat choose a set that is good, step by step; every offered step can be completed."""
    chosen: list[Card] = []
    while True:
        rest = [card for card in cards if not _among(card, chosen)]
        steps = [card for card in rest if reachable([*chosen, card], rest, good, most)]
        offers = [Offer(f"card:{card.id}", card, "material", card) for card in steps]
        if good(chosen):
            if not offers:
                return chosen
            offers.insert(0, Offer("done", None, "done"))
        card = yield from ask_one(seat, offers, text)
        if card is None:
            return chosen
        chosen.append(card)


def reachable(chosen: Sequence[Card], cards: Sequence[Card], good: Good, most: int) -> bool:
    """Whether some good set contains these cards."""
    rest = [card for card in cards if not _among(card, chosen)]
    return _search(list(chosen), rest, good, most, [FUEL])


def _search(chosen: list[Card], rest: Sequence[Card], good: Good, most: int, fuel: list[int]) -> bool:
    fuel[0] -= 1
    if good(chosen):
        return True
    if len(chosen) >= most or fuel[0] <= 0:
        return False
    for index, card in enumerate(rest):
        if _search([*chosen, card], rest[index + 1 :], good, most, fuel):
            return True
    return False


def by_materials(
    usable: Callable[[Fx], list[Card]], good: Callable[[Fx], Good], most: int, pay: Callable[[Fx, Any], Body],
    *, asks: str, **more: Any,
) -> Procedure:  # fmt: skip
    """The Summon of a monster by a good set of at most so many usable cards; `more`: as Procedure has it.

    `asks` is what the player is asked, with {} for the monster's name.
    """

    def can(fx: Fx) -> bool:
        return reachable([], usable(fx), good(fx), most)

    def choose(fx: Fx) -> Play[list[Card]]:
        return choose_set(fx.you, usable(fx), good(fx), most, asks.format(fx.card.name))

    return Procedure(can, choose, pay, **more)


def use_up(duel: Duel, fx: Fx, cards: Sequence[Card], cause: str) -> Play[None]:
    """Send what an effect Summons with to the Graveyard; the Summon comes after it (GAP-15)."""
    yield from leaving.send(duel, cards, "graveyard", cause=cause, by=fx.you, source=fx.card)
    yield from duel.check_state()
    ops.next_moment(fx.state)


def _among(card: Card, cards: Sequence[Card]) -> bool:
    return any(card is one for one in cards)
