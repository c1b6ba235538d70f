"""The best pairs of a round: a matching of maximum weight among all players (networkx)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import networkx

from facedown_server.events.pairing.costs import (
    BYE_INDEX,
    PairingReply,
    PairingRequest,
    pair_costs,
    table_order,
    weights,
)


class PlainGraph(networkx.Graph):  # type: ignore[misc]  # networkx has no types
    """A graph whose neighbours are plain dicts: the matching reads weights a million times for 128 players,
    and networkx's views of them take half of its time.
    """

    def __getitem__(self, node: int) -> Mapping[int, dict[str, Any]]:
        return self._adj[node]  # type: ignore[no-any-return]  # for the same reason


def best_pairs(request: PairingRequest) -> PairingReply:
    """Return the pairs of a round. The weights are whole numbers, so the result is exact."""
    graph = PlainGraph()
    for (one, two), weight in weights(pair_costs(request)).items():
        graph.add_edge(one, two, weight=weight)
    found = [(min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True)]
    bye = next((two for one, two in found if one == BYE_INDEX), BYE_INDEX)
    return PairingReply(table_order(request, [pair for pair in found if pair[0] != BYE_INDEX]), bye)
