"""Watches tables in a process of its own that does nothing else, and reports how long each was sent nothing
whenever it went to another server.

    python -m proofs.recovery.followers  # reads a link to watch from each line; writes a `HandoverGap` a line

Arrival times of messages are measured, so nothing else may run here that could delay them.
"""

from __future__ import annotations

import math
import sys

import msgspec
import trio

from facedown_client.connection.link import Incoming, Link, LinkState, Status
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import AtTable, Ended, Prompt, PromptOver, Update, Watch, Whole


class HandoverGap(msgspec.Struct, frozen=True):
    """A table went to another server, in seconds: from the last message of the old server to the redirect,
    from there to the new server's welcome, from there to the first View.
    """

    code: str
    until_moved: float
    until_connected: float
    until_told: float
    lost: bool = False
    """Whether the connection was lost, instead of being redirected."""

    @property
    def handover_duration(self) -> float:
        """From the redirect to the first View."""
        return self.until_connected + self.until_told

    @property
    def silence(self) -> float:
        """How long nothing was sent."""
        return self.until_moved + self.handover_duration


AWAY = (Status.MOVING, Status.CONNECTING, Status.WAITING)
"""States of a connection that was at a table and is not yet back there."""


class Follower:
    """One spectator of one table."""

    def __init__(self, link: TableLink, number: int) -> None:
        self.is_over = False
        self._code = link.code
        self._link = Link(
            link.server, f"Fay {number}", wish=Watch(link.code, link.secret), patient=True
        )  # fmt: skip
        self._told = self._moved = self._connected = math.nan
        self._lost = False

    async def run(self) -> None:
        """Watch until the match is over."""
        into, inbox = trio.open_memory_channel[Incoming](math.inf)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._link.run, into)
            async for item in inbox:
                self._take(item, trio.current_time())
                if self.is_over:
                    break
            self._link.close()
            nursery.cancel_scope.cancel()

    def _take(self, item: Incoming, now: float) -> None:
        match item:
            case LinkState(status=status) if status in AWAY and math.isnan(self._moved):
                self._moved, self._lost = now, status is not Status.MOVING
            case LinkState(status=Status.UP):
                self._connected = now
            case LinkState(status=Status.CLOSED) | Ended():
                self.is_over = True
            case Whole() | Update():
                if not (math.isnan(self._told) or math.isnan(self._moved)):
                    self._report_gap(now)
                self._told, self._moved, self._lost = now, math.nan, False
            case AtTable(table=table):
                self.is_over = table.stage == "over"
                self._told = now if math.isnan(self._moved) else self._told
            case Prompt() | PromptOver():
                self._told = now if math.isnan(self._moved) else self._told

    def _report_gap(self, now: float) -> None:
        found = HandoverGap(
            self._code, self._moved - self._told, self._connected - self._moved, now - self._connected,
            self._lost,
        )  # fmt: skip
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
        sys.stdout.flush()


async def main() -> None:
    """Watch all links read, until there are no more."""
    number = 0
    async with trio.open_nursery() as nursery:
        async for line in trio.wrap_file(sys.stdin):
            number += 1
            nursery.start_soon(Follower(parse_link(line.strip()), number).run)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
