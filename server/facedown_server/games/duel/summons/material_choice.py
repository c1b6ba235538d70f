"""Choice of Tributes and materials.

`choose_set` prompts for one card at a time. It offers only cards with which the choice can be completed. If
the duel announces costs, it prompts for a forced last card too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from facedown_server.games.duel.core import (
    Body,
    Duel,
    DuelQueries,
    Fx,
    Offer,
    Play,
    Procedure,
    Rule,
    prompt_for_offer,
)
from facedown_server.games.duel.game_actions import arrivals, departures
from facedown_server.table import Card, ops
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Seat
from facedown_shared.text import Words

Good = Callable[[Sequence[Card]], bool]
MAX_MATERIAL_SETS = 20_000
"""Maximum of sets tried in one search: far more than any board needs (law 8)."""


def choose_set(fx: Fx, cards: Sequence[Card], good: Good, most: int, text: Words) -> Play[list[Card]]:
    """Let the player of `fx` choose a set that passes `good`, one card at a time.

    Every offered card can be completed to such a set.
    """
    chosen: list[Card] = []
    while True:
        rest = [card for card in cards if card not in chosen]
        steps = [card for card in rest if reachable([*chosen, card], rest, good, most)]
        offers = [Offer(f"card:{card.id}", card, "material", card) for card in steps]
        if good(chosen):
            if not offers:
                return chosen
            offers.insert(0, Offer("done", None, "done"))
        card = yield from prompt_for_offer(fx.you, offers, text, forced=not fx.duel.announces)
        if card is None:
            return chosen
        chosen.append(card)


def reachable(chosen: Sequence[Card], cards: Sequence[Card], good: Good, most: int, least: int = 0) -> bool:
    """Return whether a set that passes `good` contains the chosen cards.

    A set has at least `least` and at most `most` cards.
    """
    rest = [card for card in cards if card not in chosen]
    return _search(list(chosen), rest, good, most, least, [MAX_MATERIAL_SETS])


def _search(
    chosen: list[Card], rest: Sequence[Card], good: Good, most: int, least: int, fuel: list[int]
) -> bool:
    fuel[0] -= 1
    if len(chosen) + len(rest) < least:
        return False
    if len(chosen) >= least and good(chosen):
        return True
    if len(chosen) >= most or fuel[0] <= 0:
        return False
    for after, card in enumerate(rest, 1):
        if _search([*chosen, card], rest[after:], good, most, least, fuel):
            return True
    return False


def distinct(cards: Sequence[Card], most: int) -> list[Card]:
    """Return these cards with at most so many copies of a card in a hand: more make no other set."""
    copies: Counter[int] = Counter()
    left = []
    for card in cards:
        copies[card.code] += card.zone == "hand"
        if copies[card.code] <= most or card.zone != "hand":
            left.append(card)
    return left


def frees_zone(cards: Sequence[Card]) -> bool:
    """Return whether any of these cards leaves a zone of the field as a material."""
    return any(card.is_on_field for card in cards)


def procedure_with_materials(
    usable: Callable[[Fx], list[Card]], good: Callable[[Fx], Good], most: int, pay: Callable[[Fx, Any], Body],
    *, asks: Callable[[Fx], Words], least: int = 0, **more: Any,
) -> Procedure:  # fmt: skip
    """Return the Procedure of a Summon with a valid set of usable cards.

    `asks` is the text of the prompt; `more` goes to the Procedure.
    """

    def is_possible(fx: Fx) -> bool:
        cards = usable(fx)
        return len(cards) >= least and reachable([], cards, good(fx), most, least)

    def choose(fx: Fx) -> Play[list[Card]]:
        return choose_set(fx, usable(fx), good(fx), most, asks(fx))

    return Procedure(is_possible, choose, pay, **more)


def summon_with(
    duel: Duel, fx: Fx, monster: Card, usable: Sequence[Card], good: Good, most: int, *, word: str,
    cause: Cause, text: Words,
) -> Play[Card]:  # fmt: skip
    """Let the player choose materials, send them to the Graveyard, then Special Summon the monster (GAP-15).

    `word`: the kind of Summon; `cause`: the cause of the materials' move.
    """
    chosen = yield from choose_set(fx, usable, good, most, text)
    yield from departures.send_cards(duel, chosen, "graveyard", cause=cause, by=fx.you, source=fx.card)
    yield from duel.check_state()
    ops.next_moment(fx.state)
    yield from arrivals.special_summon(
        duel, [monster], to=fx.you, by=fx.you, source=fx.card, word=word, proper=True
    )
    return monster


# --- Tributes (GAP-32) --------------------------------------------------------------------------------------


def usable_tributes(duel: DuelQueries, seat: Seat) -> list[Card]:
    """Return the monsters that this player may Tribute, with those of the opponent that an effect lends.

    CLS-CTRL-05, CLS-TOK-02.
    """
    own = [card for card in duel.cards_at("monster", seat) if not duel.is_rule_active(Rule.NO_TRIBUTE, card)]
    return own + lent_monsters(duel, seat)


def lent_monsters(duel: DuelQueries, seat: Seat) -> list[Card]:
    """Return the opponent's monsters that this player must Tribute before others."""
    if not duel.rows(Rule.LENT):
        return []
    return [
        card for card in duel.cards_at("monster", 1 - seat)
        if seat in duel.values(Rule.LENT, card)
        and not duel.is_rule_active(Rule.NO_TRIBUTE, card)
    ]  # fmt: skip


def prefers_lent_monsters(
    duel: DuelQueries, seat: Seat, chosen: Sequence[Card], usable: Sequence[Card]
) -> bool:
    """Return whether a choice of Tributes takes lent monsters before others.

    An empty choice does. Lent monsters that are not in `usable` do not count.
    """
    borrowed = [card for card in lent_monsters(duel, seat) if card in usable]
    uses_all = all(card in chosen for card in borrowed)
    return uses_all or all(card in borrowed for card in chosen)
