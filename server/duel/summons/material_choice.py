"""Choosing what a Summon is made of: Tributes and materials.

`choose_set` lets a player choose cards one at a time; only those are offered with which the choice can still
be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from server.duel.core import Body, Duel, Fx, Offer, Play, Procedure, ask_one
from server.duel.game_actions import arriving, leaving
from server.table import ops
from server.table.state import Card
from shared.words import Words
from shared.zones import Seat

Good = Callable[[Sequence[Card]], bool]
FUEL = 20_000
"""Sets looked at before a search gives up: far more than any board needs (law 8)."""


def choose_set(seat: Seat, cards: Sequence[Card], good: Good, most: int, text: Words) -> Play[list[Card]]:
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
    *, asks: Callable[[Fx], Words], **more: Any,
) -> Procedure:  # fmt: skip
    """The Summon of a monster by a good set of at most so many usable cards; `more`: as Procedure has it.

    `asks` is what the player is asked.
    """

    def can(fx: Fx) -> bool:
        return reachable([], usable(fx), good(fx), most)

    def choose(fx: Fx) -> Play[list[Card]]:
        return choose_set(fx.you, usable(fx), good(fx), most, asks(fx))

    return Procedure(can, choose, pay, **more)


def summon_with(
    duel: Duel, fx: Fx, monster: Card, usable: Sequence[Card], good: Good, most: int, *, word: str,
    cause: str, text: Words,
) -> Play[Card]:  # fmt: skip
    """Let the player choose what an effect Summons a monster with, send it to the Graveyard, and Special
    Summon the monster after that (GAP-15); `word`: its kind of Summon, `cause`: what is sent is sent as."""
    chosen = yield from choose_set(fx.you, usable, good, most, text)
    yield from leaving.send(duel, chosen, "graveyard", cause=cause, by=fx.you, source=fx.card)
    yield from duel.check_state()
    ops.next_moment(fx.state)
    yield from arriving.special_summon(
        duel, [monster], to=fx.you, by=fx.you, source=fx.card, word=word, proper=True
    )
    return monster


def _among(card: Card, cards: Sequence[Card]) -> bool:
    return any(card is one for one in cards)
