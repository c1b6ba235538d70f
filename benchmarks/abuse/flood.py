"""One stranger who floods a server with one kind of message, or with connections, for some seconds.

`python -m benchmarks.abuse.flood HOST PORT SECONDS SOURCE KIND CASE`: several connections from the address
SOURCE send a case of the catalogue, each as fast as its price and the limits of its own allow. It prints
"flooding" once all of them have reached the state where the case costs most, and at the end what it sent.
"""

from __future__ import annotations

import contextlib
import itertools
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator

from benchmarks.abuse.catalogue import CASES, Case
from benchmarks.abuse.strangers import Stage, open_stage
from benchmarks.load.websocket import Address, ConnectionLost, WebSocket
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.pages.browser_assets import load_bundles
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import CreateTable, Leave, Ping, Settings, UseDeck
from facedown_shared.text import Code

RATE = Bounds().message_rate
FORMATS = ("master", "fab")
PAGES = ("/", "/t/ABCDEFGH", f"/browser/{load_bundles()['app'][1]}", "/facedown.zip", "/nothing")
CONNECTING, BROWSING, OVER_RATE, MALFORMED = "connections", "pages", "pings over the rate", "malformed"
DECKS = "decks"
CONNECTION_COUNTS = {DECKS: 6}
DEFAULT_CONNECTION_COUNT = 3
"""Connections of one stranger; they share the limit of their address."""
DECK_RATE_HZ = 40.0
"""Messages a second that one connection may send, whatever their price."""


def _case(
    address: Address, source: str, case: Case, until: Callable[[], float], report_ready: Callable[[], None]
) -> int:
    """Send a case as fast as allowed; return how many rounds that was."""
    number = 0
    with open_stage(address, case.stage, source) as stage:
        time.sleep(3)  # the tokens spent on staging are refilled
        stage.settle()
        report_ready()
        while until() > 0:
            paid = stage.price + stage.pings
            case.send(stage, number)
            stage.settle()
            number += 1
            time.sleep(max((stage.price + stage.pings - paid) / RATE, 1 / case.rate if case.rate else 0.0))
    return number


def _connections(address: Address, source: str, until: Callable[[], float]) -> int:
    """Open and close connections as fast as possible."""
    number = 0
    while until() > 0:
        number += 1
        with contextlib.suppress(OSError, ConnectionLost):
            WebSocket(address, source=source).sock.close()
    return number


def _pages(address: Address, source: str, until: Callable[[], float]) -> int:
    """Request pages as fast as they are served."""
    number = 0
    while until() > 0:
        path = PAGES[number % len(PAGES)]
        number += 1
        with contextlib.suppress(OSError), socket.create_connection(address, 5, (source, 0)) as sock:
            sock.sendall(f"GET {path} HTTP/1.1\r\nHost: {address[0]}\r\n\r\n".encode())
            while sock.recv(262_144):
                pass
    return number


def _pings(address: Address, source: str, until: Callable[[], float], payload: bytes = b"") -> int:
    """Send more messages than allowed, or invalid ones, and reconnect when the connection is closed for
    it.
    """
    number = 0
    while until() > 0:
        with contextlib.suppress(OSError, ConnectionLost):
            stage = Stage(address, source)
            stage.arrive()
            while until() > 0:
                number += 1
                stage.one.websocket.send(payload or encode(Ping()))
                stage.one.listen()
                time.sleep(1 / (2 * RATE))
    return number


def _decks(address: Address, source: str, until: Callable[[], float]) -> int:
    """Send long decks of every notation, at another table whenever that is too fast."""
    number, decks = 0, long_decks()
    while until() > 0:
        with contextlib.suppress(OSError, ConnectionLost):
            stage = Stage(address, source)
            one = stage.arrive("Flood")
            while until() > 0:
                one.send_messages(
                    CreateTable(Settings(FORMATS[number % len(FORMATS)], listed=False, mode="free"))
                )
                one.refusals.clear()
                while until() > 0 and not one.refusals[Code.TOO_FAST]:
                    one.send_messages(UseDeck(next(decks)))
                    number += 1
                    time.sleep(1 / DECK_RATE_HZ)
                    one.listen()
                one.send_messages(Leave())
                time.sleep(1 / DECK_RATE_HZ)
        time.sleep(1)
    return number


def long_decks() -> Iterator[str]:
    """Return long decks, each different: unknown passcodes, too many of them, names, and names with
    commas.
    """
    for base in itertools.count(100_000_000, 1_000):
        yield "\n".join(str(base + card) for card in range(1_500))
        yield "\n".join(str(base + card) for card in range(999))
        yield "\n".join(f"1 Card {base + card} (red)" for card in range(720))
        yield "1 a\nequipment: " + ",".join(f"b{base + card}" for card in range(780))


FLOODS: dict[str, Callable[[Address, str, Callable[[], float]], int]] = {
    CONNECTING: _connections,
    BROWSING: _pages,
    OVER_RATE: _pings,
    DECKS: _decks,
    MALFORMED: lambda address, source, until: _pings(address, source, until, b"\xc1" * 32_000),
}
"""Floods that are no kind of message."""


def main(host: str, port: str, seconds: str, source: str, kind: str, number: str) -> None:
    """Flood for so many seconds from all connections."""
    address = host, int(port)
    sent: list[int] = []
    connections = CONNECTION_COUNTS.get(kind, DEFAULT_CONNECTION_COUNT)
    ready = threading.Barrier(connections)
    end = [0.0]

    def report_ready() -> None:
        if ready.wait(60) == 0:
            print("flooding", flush=True)
            end[0] = time.monotonic() + float(seconds)
        ready.wait(60)

    def until() -> float:
        return end[0] - time.monotonic()

    def flood() -> None:
        try:
            if kind in FLOODS:
                report_ready()
                sent.append(FLOODS[kind](address, source, until))
            else:
                rows = next(rows for each, rows in CASES.items() if each.__name__ == kind)
                sent.append(_case(address, source, rows[int(number)], until, report_ready))
        except (ConnectionLost, OSError, AssertionError, threading.BrokenBarrierError) as failure:
            ready.abort()
            print(f"failed {type(failure).__name__} {failure}", flush=True)

    threads = [threading.Thread(target=flood) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"sent {sum(sent)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
