"""Health and metrics, on a port of their own that only this machine can reach, never beside the game.

    /healthz   200 "ok" while the server works, 503 and the reason when it does not
    /readyz    200 "ok" while players may be routed here: healthy, tables recovered and, where nodes share a
               database, the lease valid and no drain; 503 and the reason otherwise
    /metrics   numbers for Prometheus: of connections and tables, never of people or cards; where nodes share
               a database, each with the label `node`

It answers for its own names alone: a web page whose name points at this machine is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from http import HTTPStatus

import trio
from prometheus_client import GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry
from websockets.http11 import Request, Response

from facedown_server.network.wire.acceptor import Wire
from facedown_server.network.wire.http_responses import reply, sentence
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
"""What each count of the wire means."""

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
"""What each gauge of a server, a node and a relay means; a test requires an entry for each."""

OWN_NAMES = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.IGNORECASE)
"""What a request may call this port (its Host header). Any other name is a stranger's (DNS rebinding)."""

NOT_ITS_NAME = "The admin port answers only requests for the hosts 127.0.0.1 and localhost."

HEARTBEAT_INTERVAL_S = 15.0
REQUEST_TIMEOUT_S = 5.0

Gauges = Callable[[], Mapping[str, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers(Collector):
    """What Prometheus reads, taken from the server when it asks."""

    wire: Wire
    gauges: Gauges
    store: Store | None

    def collect(self) -> Iterator[Metric]:
        """The counts of the wire, and whatever else is counted."""
        for field in fields(self.wire.traffic):
            name = f"facedown_{field.name}"
            yield CounterMetricFamily(name, MEANINGS[field.name], getattr(self.wire.traffic, field.name))
        if self.store is not None:
            refused = "What the journal did not take: a full disk, or one that cannot be written."
            yield CounterMetricFamily("facedown_journal_failures", refused, self.store.failures)
        yield GaugeMetricFamily("facedown_connections", "Sockets open now.", len(self.wire.connections))
        waiting = sum(connection.outbox_bytes for connection in self.wire.connections)
        yield GaugeMetricFamily("facedown_outbox_bytes", "Bytes waiting for slow readers.", waiting)
        for name, number in self.gauges().items():
            yield GaugeMetricFamily(f"facedown_{name}", GAUGES.get(name, ""), number)


@dataclass(frozen=True, slots=True, eq=False)
class OfNode(Collector):
    """The numbers of a collector, each with the label of the server that has them."""

    inner: Collector
    node: str

    def collect(self) -> Iterator[Metric]:
        """The same numbers."""
        for metric in self.inner.collect():
            metric.samples = [
                sample._replace(labels={**sample.labels, "node": self.node}) for sample in metric.samples
            ]
            yield metric


@dataclass(slots=True)
class Pulse:
    """Looks after the journal now and then: whether it takes what is written, and in good time."""

    store: Store
    trouble: str = ""

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            try:
                with trio.fail_after(REQUEST_TIMEOUT_S):
                    await self.store.try_out()
            except StoreFailed as failed:
                self.trouble = f"The journal does not work: {failed}."
            except trio.TooSlowError:
                self.trouble = f"The journal has not answered for {REQUEST_TIMEOUT_S:.0f} seconds."
            else:
                self.trouble = ""
            await trio.sleep(HEARTBEAT_INTERVAL_S)


class Admin:
    """Answers the requests of the admin port. `trouble`: why it does not do what it should, "" while it does.
    `gauges`: numbers besides those of the wire and the journal, where there is one. `unready`: why players
    should not be led here though it does what it should. `node`: its name among several, which each number
    gets as a label."""

    def __init__(
        self,
        wire: Wire,
        trouble: Callable[[], str],
        gauges: Gauges,
        store: Store | None = None,
        unready: Callable[[], str] = str,
        node: str = "",
    ) -> None:
        self._wire, self._trouble, self._unready = wire, trouble, unready
        self._registry = CollectorRegistry()
        apart = CollectorRegistry()
        found: tuple[Collector, ...] = (
            Numbers(wire, gauges, store), ProcessCollector(registry=apart),
            PlatformCollector(registry=apart), GCCollector(registry=apart),
        )  # fmt: skip
        for collector in found:
            self._registry.register(OfNode(collector, node) if node else collector)

    def __call__(self, request: Request) -> Response | None:
        """Return the answer to a request; None when there is no such page."""
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
