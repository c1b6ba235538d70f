"""What each possible pair of a round costs, in whole numbers at several levels (docs/reference/event.md).

The best pairs of a round are those whose summed costs are lowest at the first level, among these at the
second, and so on. `weights` makes one number of the levels, so that a matching of maximum weight is the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import mul

import msgspec

from facedown_server.events.rules.lots import lots
from facedown_server.events.rules.standings import records_of
from facedown_server.events.rules.state import EventState

BYE_INDEX = 0
"""The opponent of the player who has none."""
MAX_LOT_POINTS = 1 << 16

LEVELS = ("byes", "rematches", "meetings", "difference", "downfloats", "lot")


class Entrant(msgspec.Struct, frozen=True):
    """A player as the pairing sees one."""

    player: int
    points: int
    byes: int = 0
    downfloats: int = 0
    """Rounds in which the opponent had fewer points, and byes."""
    opponents: tuple[int, ...] = ()


class PairingRequest(msgspec.Struct, frozen=True):
    """Who is paired, what a win is worth, and the secret and purpose of the lots."""

    entrants: tuple[Entrant, ...]
    win: int
    secret: str
    purpose: str


class PairingReply(msgspec.Struct, frozen=True):
    """The pairs, table 1 first, and the player without an opponent (0: none)."""

    pairs: tuple[tuple[int, int], ...]
    bye: int = BYE_INDEX


Cost = tuple[int, ...]
Pair = tuple[int, int]


def request_for(state: EventState, pairing: int) -> PairingRequest:
    """Return the request for the next Swiss round."""
    records, floats = records_of(state), _downfloats(state)
    entrants = tuple(
        Entrant(
            player.number, records[player.number].points, records[player.number].byes,
            floats.get(player.number, 0), tuple(records[player.number].opponents),
        )
        for player in sorted(state.active_players, key=lambda one: one.number)
    )  # fmt: skip
    return PairingRequest(entrants, state.settings.points.win, state.secret, f"pairing {pairing}")


def _downfloats(state: EventState) -> dict[int, int]:
    """Return how often each player was paired with one who had fewer points then, or had a bye."""
    found: dict[int, int] = {}
    for number, played in enumerate(state.rounds):
        points = {player: record.points for player, record in records_of(state, number).items()}
        for pairing in played.pairings:
            if pairing.is_bye or points[pairing.one] > points[pairing.two]:
                found[pairing.one] = found.get(pairing.one, 0) + 1
            elif points[pairing.one] < points[pairing.two]:
                found[pairing.two] = found.get(pairing.two, 0) + 1
    return found


def pair_costs(request: PairingRequest) -> dict[Pair, Cost]:
    """Return the cost of every possible pair; with BYE_INDEX too if players are odd in number."""
    stream = lots(request.secret, request.purpose)
    entrants = {one.player: one for one in request.entrants}
    lowest = min((one.points for one in request.entrants), default=0)
    costs = {
        (one.player, two.player): (*_match_cost(one, two), stream.draw_below(MAX_LOT_POINTS))
        for one, two in combinations(request.entrants, 2)
    }
    if len(entrants) % 2:
        for one in request.entrants:
            distance = one.points - lowest + request.win
            cost = (one.byes, 0, 0, distance * distance, one.downfloats)
            costs[BYE_INDEX, one.player] = (*cost, stream.draw_below(MAX_LOT_POINTS))
    return costs


def _match_cost(one: Entrant, two: Entrant) -> Cost:
    met = one.opponents.count(two.player)
    difference = one.points - two.points
    higher = one if difference > 0 else two
    return 0, int(met > 0), met, difference * difference, higher.downfloats if difference else 0


def weights(costs: dict[Pair, Cost]) -> dict[Pair, int]:
    """Return a positive weight for each pair: the sum over a matching is highest where its costs are lowest.

    Each level has room for the sum of the levels below it over all pairs of a round.
    """
    players = {player: None for pair in costs for player in pair}
    pairs = max(1, len(players) // 2)
    room = [1]
    for level in range(len(LEVELS) - 1, 0, -1):
        highest = max((cost[level] for cost in costs.values()), default=0)
        room.insert(0, room[0] * (highest * pairs + 1))
    combined = {pair: sum(map(mul, cost, room)) for pair, cost in costs.items()}
    limit = max(combined.values(), default=0) + 1
    return {pair: limit - cost for pair, cost in combined.items()}


def table_order(request: PairingRequest, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the pairs in the order of their tables: most points first, at each table too."""
    points = {one.player: one.points for one in request.entrants}
    sides = [pair if points[pair[0]] >= points[pair[1]] else (pair[1], pair[0]) for pair in pairs]
    order = lots(request.secret, f"{request.purpose}/tables").order(len(sides))
    mixed = [sorted(sides)[index] for index in order]
    return tuple(sorted(mixed, key=lambda pair: (-points[pair[0]], -points[pair[1]])))
