"""Every gesture that a client could send about a board: kinds × cards × others × places × positions × flags.

The whole product is too large to be tried, so it is thinned evenly: each value of each field comes up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd, prod
from random import Random
from typing import Any

from facedown_server.table.state import State
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.gestures import KINDS, Gesture, is_complete, make_gesture
from facedown_shared.tables.zones import Place, Seat

TEXTS: dict[str, tuple[str, ...]] = {
    "counter": ("Spell",), "life": ("-100", "+100"), "phase": ("main1", "end", "action"),
    "signal": ("ok",), "points": ("action +1", "resource =0"), "inventory": ("a",),
    "zone": ("arsenal +1", "arsenal -1", "weapon +1", "weapon -1", "head -1"),
    "stats": ("attack +500", "level 3"), "shuffle": ("deck", "hand"), "negate": ("effect", "activation"),
    "move": ("", "destroy", "cost"),
}  # fmt: skip
AMOUNTS = {"counter": (1, -1), "negate": (0, 1)}
"""Amounts of kinds whose amount is no number of cards."""

OFTEN = ("move",) * 12 + ("position", "equip", "attach", "control") * 4 + ("special_summon", "close") * 2
"""Kinds that come up more often in a random walk, since they make boards that a setup does not have."""
SELDOM = ("reveal", "turn", "search")
"""Kinds that come up less often: they make everything public, or change nothing else."""


def places(state: State) -> list[Place]:
    """Return the places of a table: each zone without a slot, its first two and its last one."""
    found = []
    for seat, zone in state.table.piles():
        slots = len(state.piles[(seat, zone.name)]) if zone.slots is not None else 0
        found += [Place(seat, zone.name, slot) for slot in sorted({-1, *range(min(slots, 2)), slots - 1})]
    return found


def values(kind: str, state: State, seat: Seat) -> dict[str, Sequence[Any]]:
    """Return the values to try in each field of a kind of gesture."""
    cards = sorted(card.handles[seat] for card in state.cards if card.handles[seat])
    ones = [(card,) for card in cards]
    pairs = [pair for pair in zip(cards, [*cards[5:], *cards[:5]], strict=True) if pair[0] != pair[1]]
    rows = GAMES[state.table.name].positions.values()
    known: dict[str, Sequence[Any]] = {
        "cards": [*ones, *pairs, ()],
        "others": [(), *ones, *pairs],
        "places": [(), *((place,) for place in places(state))],
        "position": ["", *dict.fromkeys(row.word for positions in rows for row in positions if row.word)],
        "seat": (-1, 0, 1),
        "viewer": (-1, 0, 1),
        "amount": AMOUNTS.get(kind, (1, 2)),
        "text": TEXTS.get(kind, ("",)),
        "effect": (True, True, False),
        "token": (TokenPrint("Sheep Token"),),
    }
    return {name: known[name] for name in KINDS[kind].__struct_fields__}


FOCUSES: tuple[tuple[int, dict[str, Sequence[Any]]], ...] = (
    (1, {}),
    (4, {"others": [()], "effect": [True], "viewer": [-1]}),
    (20, {"others": [()], "position": [""], "effect": [True], "viewer": [-1]}),
    (20, {"places": [()], "position": [""], "effect": [True], "viewer": [-1]}),
)
"""What is spread: the share of the gestures, and the fields that are fixed. The last two spread cards over
places, and over other cards.
"""


def spread_gestures(
    state: State, seat: Seat, most: int, kinds: Iterable[str] = tuple(KINDS)
) -> Iterator[Gesture]:
    """Yield so many gestures of each kind, times the share of each focus, spread evenly over all."""
    for kind in kinds:
        known = values(kind, state, seat)
        for share, focus in FOCUSES:
            fixed = {name: focus[name] for name in known if name in focus}
            yield from _spread(kind, known | fixed, share * most)


def _spread(kind: str, known: dict[str, Sequence[Any]], most: int) -> Iterator[Gesture]:
    count = prod(map(len, known.values()))
    step = max(1, count // most)
    while gcd(step, count) > 1:  # otherwise some values would never come up
        step += 1
    for number in range(min(count, most)):
        index, said = number * step % count, {}
        for name, row in known.items():
            index, at = divmod(index, len(row))
            said[name] = row[at]
        if complete := complete_gesture(kind, said):
            yield complete


def complete_gesture(kind: str, said: dict[str, Any]) -> Gesture | None:
    """Return the gesture, or None if a client could not send it."""
    gesture = make_gesture(KINDS[kind], **said)
    return gesture if is_complete(gesture) else None


def random_gestures(state: State, seat: Seat, dice: Random, tries: int) -> Iterator[Gesture]:
    """Yield gestures of one random kind with random fields."""
    kind = dice.choice((*OFTEN, *(kind for kind in KINDS if kind not in SELDOM or dice.random() < 0.2)))
    known = values(kind, state, seat)
    for _ in range(tries):
        said = {name: dice.choice(row) for name, row in known.items()}
        if gesture := complete_gesture(kind, said):
            yield gesture
