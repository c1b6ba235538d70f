"""The best pairs of a round: a matching of maximum weight among all players (networkx)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import networkx

from facedown_server.events.pairing.costs import (
    BYE_INDEX,
    Pair,
    PairingReply,
    PairingRequest,
    pair_costs,
    table_order,
    weights,
)
from facedown_server.events.pairing.pruning import pruned_matching


class PlainGraph(networkx.Graph):  # type: ignore[misc]  # networkx has no types
    """A graph whose neighbours are plain dicts: the matching reads weights a million times for 128 players,
    and networkx's views of them take half of its time.
    """

    def __getitem__(self, node: int) -> Mapping[int, dict[str, Any]]:
        return self._adj[node]  # type: ignore[no-any-return]  # for the same reason


def best_pairs(request: PairingRequest) -> PairingReply:
    """Return the pairs of a round. The weights are whole numbers, so the result is exact."""
    costs = pair_costs(request)
    weight = weights(costs)

    def match(pairs: Iterable[Pair]) -> set[Pair]:
        graph = PlainGraph()
        graph.add_weighted_edges_from((one, two, weight[one, two]) for one, two in pairs)
        return {(min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True)}

    found = pruned_matching(request, costs, weight, match) if len(request.entrants) > 1 else match(costs)
    bye = next((two for one, two in found if one == BYE_INDEX), BYE_INDEX)
    pairs = sorted(pair for pair in found if pair[0] != BYE_INDEX)
    return PairingReply(table_order(request, pairs), bye)
