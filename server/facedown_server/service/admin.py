"""Health and metrics, on a separate port that only this machine can reach.

    /healthz   200 "ok" while the server works, 503 and the reason when it does not
    /readyz    200 "ok" while players may be routed here: healthy, no failed write in the last 10 s, tables
               recovered and, where nodes share a database, the lease valid and no drain; 503 and the reason
               otherwise
    /metrics   numbers for Prometheus: of connections and tables, never of people or cards; where nodes share
               a database, each with the label `node`

The port answers only to its own host names: a web page whose name points at this machine is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from http import HTTPStatus
from itertools import accumulate
from types import MappingProxyType

import trio
from prometheus_client import GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector, CollectorRegistry
from websockets.http11 import Request, Response

from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.http_responses import reply, sentence
from facedown_server.runtime.histogram import BOUNDS_S, Histogram
from facedown_server.storage.store import Store, StoreFailed

MEANINGS = {
    "accepted": "Connections accepted.",
    "turned_away": "Connections rejected: server full, or another protocol version.",
    "pages": "HTTP requests answered without an upgrade to WebSocket.",
    "received": "Messages received.",
    "pushed": "Messages sent or queued.",
    "overflows": "Outboxes that overflowed because the client read too slowly.",
    "cut": "Connections closed because the client did not read.",
    "failures": "Sessions ended by an internal error.",
}
"""Help text of each traffic counter."""

GAUGES = {
    "tables": "Open tables.",
    "tables_listed": "Tables of the whole service that the lobby lists.",
    "matches": "Matches in progress.",
    "players": "Players at a table, connected now.",
    "spectators": "Spectators of all tables, those behind relays included.",
    "ready": "1 if /readyz answers 200.",
    "nodes": "Nodes of this service that hold a lease, this one included.",
    "lease_seconds": "Seconds until the lease of this node expires.",
    "relays": "Relays behind this relay.",
    "spectators_behind": "Spectators of this relay and of the relays behind it.",
    "upstream_up": "1 if this relay is connected to the table above.",
    "upstream_lost": "Connections to the table above that were lost.",
}
"""Help text of each gauge of a server, a node and a relay; a test requires an entry for each."""

HISTOGRAMS = {
    "act_seconds": "Seconds from a player's answer or gesture until it is stored and sent to all.",
    "commit_seconds": "Seconds from the request to store something until it is on disk.",
    "reconnect_seconds": "Seconds from a player's lost connection until their return.",
}
"""Help text of each histogram."""

OWN_NAMES = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.IGNORECASE)
"""Host headers that this port accepts. Any other name is a stranger's (DNS rebinding)."""

NOT_ITS_NAME = "The admin port answers only requests for the hosts 127.0.0.1 and localhost."

HEARTBEAT_INTERVAL_S = 15.0
REQUEST_TIMEOUT_S = 5.0
FAILURE_MEMORY_S = 10.0
"""Seconds after a failed write for which /readyz answers 503."""

FAILURE_POLL_INTERVAL_S = 0.5

Gauges = Callable[[], Mapping[str, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(Collector):
    """Prometheus collector that reads the numbers on each request."""

    wire: Wire
    gauges: Gauges
    store: Store | None
    histograms: Mapping[str, Histogram] = field(default_factory=dict)

    def collect(self) -> Iterator[Metric]:
        """Yield the traffic counters, the gauges, and the journal's failures."""
        for counter in fields(self.wire.traffic):
            name = f"facedown_{counter.name}"
            yield CounterMetricFamily(name, MEANINGS[counter.name], getattr(self.wire.traffic, counter.name))
        if self.store is not None:
            refused = "What the journal did not take: a full disk, or one that cannot be written."
            yield CounterMetricFamily("facedown_journal_failures", refused, self.store.failures)
        yield GaugeMetricFamily("facedown_connections", "Sockets open now.", len(self.wire.connections))
        waiting = sum(connection.outbox_bytes for connection in self.wire.connections)
        yield GaugeMetricFamily("facedown_outbox_bytes", "Bytes waiting for slow readers.", waiting)
        for name, number in self.gauges().items():
            yield GaugeMetricFamily(f"facedown_{name}", GAUGES.get(name, ""), number)
        for name, histogram in self.histograms.items():
            limits = [*map(str, BOUNDS_S), "+Inf"]
            buckets = [*zip(limits, accumulate(histogram.counts), strict=True)]
            yield HistogramMetricFamily(f"facedown_{name}", HISTOGRAMS[name], buckets, histogram.sum_s)


@dataclass(frozen=True, slots=True, eq=False)
class OfNode(Collector):
    """Collector that adds the label `node` to the numbers of another collector."""

    inner: Collector
    node: str

    def collect(self) -> Iterator[Metric]:
        """Yield the inner collector's metrics with the label."""
        for metric in self.inner.collect():
            metric.samples = [
                sample._replace(labels={**sample.labels, "node": self.node}) for sample in metric.samples
            ]
            yield metric


@dataclass(slots=True)
class Pulse:
    """Periodic check of the journal: whether writes succeed in time."""

    store: Store
    trouble: str = ""
    _failed_at: float = -math.inf

    @property
    def recent_failure(self) -> str:
        """Why players should not be routed here: a write has failed lately; "" if none has."""
        if trio.current_time() - self._failed_at > FAILURE_MEMORY_S:
            return ""
        return f"A write to the journal failed in the last {FAILURE_MEMORY_S:.0f} seconds."

    async def watch_failures(self) -> None:
        """Notice failed writes until cancelled: a full disk may take a test row, and no act."""
        known = self.store.failures
        while True:
            if self.store.failures != known:
                known, self._failed_at = self.store.failures, trio.current_time()
            await trio.sleep(FAILURE_POLL_INTERVAL_S)

    async def run(self) -> None:
        """Check until cancelled."""
        while True:
            try:
                with trio.fail_after(REQUEST_TIMEOUT_S):
                    await self.store.check_writable()
            except StoreFailed as failed:
                self.trouble = f"The journal does not work: {failed}."
            except trio.TooSlowError:
                self.trouble = f"The journal has not answered for {REQUEST_TIMEOUT_S:.0f} seconds."
            else:
                self.trouble = ""
            await trio.sleep(HEARTBEAT_INTERVAL_S)


class Admin:
    """Handler of the admin port's requests.

    `trouble` returns why the server does not work, "" while it does. `gauges` returns numbers besides those
    of connections and journal, `histograms` are durations by name. `unready` returns why a healthy server
    should get no players now. `node` is this node's name among several, the label of each number.
    """

    def __init__(
        self,
        wire: Wire,
        trouble: Callable[[], str],
        gauges: Gauges,
        store: Store | None = None,
        unready: Callable[[], str] = str,
        node: str = "",
        histograms: Mapping[str, Histogram] = MappingProxyType({}),
    ) -> None:
        self._wire, self._trouble, self._unready = wire, trouble, unready
        self._registry = CollectorRegistry()
        apart = CollectorRegistry()
        found: tuple[Collector, ...] = (
            Numbers(wire, gauges, store, histograms), ProcessCollector(registry=apart),
            PlatformCollector(registry=apart), GCCollector(registry=apart),
        )  # fmt: skip
        for collector in found:
            self._registry.register(OfNode(collector, node) if node else collector)

    def __call__(self, request: Request) -> Response | None:
        """Return the response to a request; None if there is no such page."""
        names = request.headers.get_all("Host")
        if len(names) != 1 or not OWN_NAMES.fullmatch(names[0]):
            return sentence(HTTPStatus.MISDIRECTED_REQUEST, NOT_ITS_NAME)
        path = request.path.partition("?")[0]
        if path in ("/healthz", "/readyz"):
            trouble = "The server is stopping." if self._wire.is_stopping else self._trouble()
            trouble = trouble or (self._unready() if path == "/readyz" else "")
            return sentence(HTTPStatus.SERVICE_UNAVAILABLE if trouble else HTTPStatus.OK, trouble or "ok")
        if path == "/metrics":
            return reply(HTTPStatus.OK, generate_latest(self._registry), CONTENT_TYPE_LATEST)
        return None
