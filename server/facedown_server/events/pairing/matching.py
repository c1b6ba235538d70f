"""The best pairs of a round: a matching of maximum weight among all players (networkx)."""

from __future__ import annotations

import networkx

from facedown_server.events.pairing.costs import (
    BYE_INDEX,
    PairingReply,
    PairingRequest,
    pair_costs,
    table_order,
    weights,
)


def best_pairs(request: PairingRequest) -> PairingReply:
    """Return the pairs of a round. The weights are whole numbers, so the result is exact."""
    graph = networkx.Graph()
    for (one, two), weight in weights(pair_costs(request)).items():
        graph.add_edge(one, two, weight=weight)
    found = [(min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True)]
    bye = next((two for one, two in found if one == BYE_INDEX), BYE_INDEX)
    return PairingReply(table_order(request, [pair for pair in found if pair[0] != BYE_INDEX]), bye)
