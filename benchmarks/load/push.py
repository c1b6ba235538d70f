"""The baseline of a delivery: one shared frame pushed to many sockets, as a process of its own.

Nothing but the sends is counted, group by group, as an act is sent to all at its table. No loop, no library:
no server in Python does less work than this.
"""

from __future__ import annotations

import select
import socket
import time

FRAME_BYTES = 64
"""Of the frame."""


def main() -> None:
    """Serve one benchmark over a socket.

    The first connection sends how many connections follow and how large a group is ("1320 66"), then for how
    many seconds to push ("0.5"); the answer is how many deliveries that were and their CPU seconds.
    """
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    host, port = listener.getsockname()
    print(f"listening on {host}:{port}", flush=True)
    asker, _ = listener.accept()
    asks = asker.makefile("rw", encoding="ascii")
    count, group = map(int, asks.readline().split())
    sockets = [listener.accept()[0] for _ in range(count)]
    for sock in sockets:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setblocking(False)
    groups = [sockets[first : first + group] for first in range(0, count, group)]
    for line in asks:
        deliveries, cpu = _push(groups, float(line))
        asks.write(f"{deliveries} {cpu}\n")
        asks.flush()


def _push(groups: list[list[socket.socket]], seconds: float) -> tuple[int, float]:
    """Push to one group after the other; wait where a reader has fallen behind, which is not counted."""
    frame, deliveries, cpu = bytes(FRAME_BYTES), 0, 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for sockets in groups:
            begun, sent = time.thread_time(), 0
            try:
                for sock in sockets:
                    sock.send(frame)
                    sent += 1
            except BlockingIOError:
                select.select([], [sockets[sent]], [], 1.0)
            deliveries += sent
            cpu += time.thread_time() - begun
    return deliveries, cpu


if __name__ == "__main__":
    main()
