"""Pairs that cannot be in the best matching, found by lower bounds: the matching is faster without them.

The bounds are exact. A first matching of few cheap pairs has some cost. Then every pair is left out with
which no matching can cost as little; if the first one has a rematch or an avoidable second bye, none is.

- *Differences*: of players in the order of their points, neighbours differ least. So the sum of the squared
  differences of any matching with a given pair is at least that of the pair and of the others' neighbours.
- *Lower levels*: each player has a potential, and no pair costs less than the potentials of its players. So a
  matching with a given pair costs at least the sum of all potentials and what that pair costs beyond its own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from heapq import nsmallest

from facedown_server.events.pairing.costs import BYE_INDEX, Cost, Pair, PairingRequest

BYES_INDEX, REMATCHES_INDEX, _MEETINGS_INDEX, DIFFERENCE_INDEX, DOWNFLOATS_INDEX, LOT_INDEX = range(6)
"""The levels in a cost."""
NEAR_COUNT, FAR_COUNT = 7, 3
"""Cheapest pairs of a player in the first matching: with each opponent's points equal, and different."""
SLACKS = (0, 8, 40)
"""How far above the least sum of squared differences pairs of the first matching may be."""
SWEEPS_COUNT = 2
Match = Callable[[Iterable[Pair]], set[Pair]]
"""Returns a matching of most and cheapest of these pairs."""


def pruned_matching(
    request: PairingRequest, costs: Mapping[Pair, Cost], weights: Mapping[Pair, int], match: Match
) -> set[Pair]:
    """Return a matching of maximum weight; `match` finds it among few pairs, or all of them."""
    points = {one.player: one.points for one in request.entrants}
    if len(points) % 2:
        points[BYE_INDEX] = min(points.values()) - request.win
    bounds = _difference_bounds(points, costs)
    least = _neighbour_sum(points.values())
    for slack in SLACKS:
        first = _cheap_pairs(
            points, weights, [pair for pair, bound in bounds.items() if bound <= least + slack]
        )
        found = match(first)
        if 2 * len(found) == len(points):
            break
    else:
        return match(costs)
    reached = sum(costs[pair][DIFFERENCE_INDEX] for pair in found)
    able = [pair for pair, bound in bounds.items() if bound <= reached]
    candidates = _able_pairs(able, costs, found) if reached == least else set(able)
    return found if candidates <= first else match(candidates | found)


def _difference_bounds(points: Mapping[int, int], costs: Mapping[Pair, Cost]) -> dict[Pair, int]:
    """Return for each pair without a rematch or an avoidable bye the least sum of squared differences of a
    matching with it.
    """
    fewest_byes = min((cost[BYES_INDEX] for pair, cost in costs.items() if pair[0] == BYE_INDEX), default=0)
    ordered, counts = sorted(points.values()), Counter(points.values())
    sums: dict[tuple[int, int], int] = {}
    for one in counts:
        for two in counts:
            if one < two or (one == two and counts[one] > 1):
                rest = ordered.copy()
                rest.remove(one)
                rest.remove(two)
                sums[one, two] = sums[two, one] = (two - one) ** 2 + _neighbour_sum(rest)
    return {
        pair: sums[points[pair[0]], points[pair[1]]]
        for pair, cost in costs.items()
        if not cost[REMATCHES_INDEX] and (pair[0] != BYE_INDEX or cost[BYES_INDEX] == fewest_byes)
    }


def _neighbour_sum(points: Iterable[int]) -> int:
    """Return the least sum of squared differences of any pairs of players with these points."""
    ordered = sorted(points)
    return sum((two - one) ** 2 for one, two in zip(ordered[::2], ordered[1::2], strict=True))


def _cheap_pairs(points: Mapping[int, int], weights: Mapping[Pair, int], pairs: Iterable[Pair]) -> set[Pair]:
    """Return the cheapest of these pairs for each player and each opponent's points."""
    near: defaultdict[tuple[int, int], list[Pair]] = defaultdict(list)
    for pair in pairs:
        one, two = pair
        near[one, points[two]].append(pair)
        near[two, points[one]].append(pair)
    return {
        pair
        for (player, other), own in near.items()
        for pair in nsmallest(
            NEAR_COUNT if other == points[player] else FAR_COUNT, own, key=lambda pair: -weights[pair]
        )
    }


def _able_pairs(pairs: Iterable[Pair], costs: Mapping[Pair, Cost], found: Iterable[Pair]) -> set[Pair]:
    """Return the pairs that may be in a matching that costs no more than this one at the lower levels."""
    pairs = list(pairs)
    scale = 1 + sum(costs[pair][LOT_INDEX] for pair in pairs)
    lower = {pair: costs[pair][DOWNFLOATS_INDEX] * scale + costs[pair][LOT_INDEX] for pair in pairs}
    reached = sum(lower[pair] for pair in found)
    potentials = _potentials(lower)
    gap = 2 * reached - sum(potentials.values())
    return {
        pair for pair, cost in lower.items() if 2 * cost - potentials[pair[0]] - potentials[pair[1]] <= gap
    }


def _potentials(costs: Mapping[Pair, int]) -> dict[int, int]:
    """Return a potential for each player, so that no pair's two exceed twice its cost."""
    near: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for (one, two), cost in costs.items():
        near[one].append((two, 2 * cost))
        near[two].append((one, 2 * cost))
    found = {player: min(cost for _other, cost in own) // 2 for player, own in near.items()}
    for sweep in range(SWEEPS_COUNT):
        for player in sorted(found, key=lambda one: (found[one], one), reverse=bool(sweep % 2)):
            found[player] += min(cost - found[player] - found[other] for other, cost in near[player])
    return found
