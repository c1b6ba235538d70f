"""Random histories of events for the tests of pairing, and the best pairs found by trying all."""

from __future__ import annotations

import random
from collections.abc import Iterator

from facedown_server.events.pairing.costs import BYE_INDEX, Cost, Entrant, Pair, PairingRequest

SECRET = "0f" * 32


def random_request(seed: int, max_players: int = 10) -> PairingRequest:
    """Return the request after some random rounds: rematches, byes, drops and late arrivals happened."""
    chance = random.Random(seed)
    players = list(range(1, chance.randint(2, max_players) + 1))
    points, byes, floats = (dict.fromkeys(players, 0) for _ in range(3))
    opponents: dict[int, list[int]] = {player: [] for player in players}
    for _ in range(chance.randint(0, 7)):
        present = [player for player in players if chance.random() < 0.9]
        chance.shuffle(present)
        if len(present) % 2:
            lucky = present.pop()
            points[lucky] += 3
            byes[lucky] += 1
            floats[lucky] += 1
        for one, two in zip(present[::2], present[1::2], strict=True):
            opponents[one].append(two)
            opponents[two].append(one)
            if points[one] != points[two]:
                floats[one if points[one] > points[two] else two] += 1
            outcome = chance.choice([(3, 0), (0, 3), (1, 1), (0, 0)])
            points[one] += outcome[0]
            points[two] += outcome[1]
    entrants = tuple(
        Entrant(player, points[player], byes[player], floats[player], tuple(opponents[player]))
        for player in players
    )
    return PairingRequest(entrants, 3, SECRET, f"pairing {seed}")


def all_matchings(players: list[int]) -> Iterator[list[Pair]]:
    """Yield every way to pair all players."""
    if not players:
        yield []
        return
    first, *others = players
    for index, other in enumerate(others):
        for rest in all_matchings(others[:index] + others[index + 1 :]):
            yield [(first, other), *rest]


def total(costs: dict[Pair, Cost], pairs: list[Pair]) -> Cost:
    """Return the sum of the costs at each level."""
    return tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True)))


def lowest_total(request: PairingRequest, costs: dict[Pair, Cost]) -> Cost:
    """Return the lowest total that any pairs of all players have."""
    players = [one.player for one in request.entrants]
    if len(players) % 2:
        players = [BYE_INDEX, *players]
    return min(total(costs, pairs) for pairs in all_matchings(players))
