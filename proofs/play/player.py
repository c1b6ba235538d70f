"""The one random player: it picks among the options offered, as any player could.

The same seed gives the same play: every kind of draw has a random stream of its own, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeVar

from facedown_server.refereeing.referee import Act, Back, Choice, SeatPrompt, name_key
from facedown_server.table import RandomStreams

T = TypeVar("T")

MAX_ACTS = 4_000
"""Acts after which a random duel counts as unfinished."""


def exhaust(frames: Iterable[object]) -> None:
    """Run an act, or the start of a duel, to its end without reading its frames."""
    for _ in frames:
        pass


def choose_one(among: Sequence[T], dice: RandomStreams, purpose: str) -> T:
    """Return one of these."""
    return among[dice.draw_below(len(among), purpose)]


def choose_some(among: Sequence[T], count: int, dice: RandomStreams) -> tuple[T, ...]:
    """Return so many of these, in any order."""
    return tuple(among[index] for index in dice.order(len(among), "some")[:count])


def choose_options(
    dice: RandomStreams, offered: int, least: int, most: int, weights: Sequence[int] = ()
) -> list[int]:
    """Return the places of as many options as a prompt needs; by the options' `weights`, if there are any."""
    most = min(most, offered)
    count = least + dice.draw_below(most - least + 1, "count") if most > least else most
    return _draw_weighted(weights, count, dice) if weights else [*dice.order(offered, "pick")[:count]]


def _draw_weighted(weights: Sequence[int], count: int, dice: RandomStreams) -> list[int]:
    """Return places drawn one after another, each as likely as its weight."""
    left = list(enumerate(weights))
    drawn = []
    for _ in range(count):
        throw = dice.draw_below(sum(weight for _, weight in left), "pick")
        at = next(at for at, upto in enumerate(accumulate(weight for _, weight in left)) if throw < upto)
        drawn.append(left.pop(at)[0])
    return drawn


SEARCHED = ("", "a", "on", "the", "dragon", "magician", "no card is called so")
"""Search texts for declaring the name of a card."""


def choose(ask: SeatPrompt, dice: RandomStreams, backs: int, weights: Sequence[int] = ()) -> Act:
    """Return a random legal answer to a prompt of a referee; one in `backs` takes the last choice back."""
    if ask.back and dice.draw_below(backs, "back") == 0:
        return Act(ask.seat, Back())
    if ask.names is not None:
        return Act(ask.seat, Choice((name_key(choose_one(sorted(ask.names), dice, "name")),)))
    picked = choose_options(dice, len(ask.options), ask.least, ask.most, weights)
    return Act(ask.seat, Choice(tuple(ask.options[index][0] for index in picked)))
