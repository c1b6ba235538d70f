"""A server for tests of play by hand in pages: it lays out boards, and records gestures instead of carrying
them out.

A quick word of seat 1 lays out the next board of the game. A gesture of seat 0 is checked by the referee, and
recorded with the refusal, if there is one.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from facedown_server.games.manual.referee import FreeTable
from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.referee import Act, ByHand
from facedown_server.room.requests.line_requests import LineRequest, LineRequests
from facedown_server.service import command
from facedown_server.table import sight
from facedown_shared.protocol.gestures import Gesture, SendSignal
from facedown_shared.text import Illegal
from tests.browser.hands.boards import BOARDS, LaidBoard, LaidFabBoard, rows_of

RECORD, ROWS = "gestures.jsonl", "rows-{number}.json"
"""Files in the folder of the server: the gestures of seat 0, and where each row of a board is offered."""


class RecordedGesture(msgspec.Struct, frozen=True):
    """A gesture as the server parsed it, as text, and the code of its refusal."""

    gesture: str
    code: str = ""
    words: str = ""


async def record_gesture(requests: LineRequests, guest: Guest, request: LineRequest) -> None:
    """Handle a request of a player in place of `LineRequests.handle_request`."""
    if not isinstance(request, Gesture):
        return await _handle_request(requests, guest, request)
    seat, runner = requests._table.seat_of(guest).number, requests._runner
    if seat == 0:
        code = words = ""
        try:
            runner.match.check(Act(0, ByHand(request)))
        except Illegal as refusal:
            code, words = str(refusal.code), str(refusal)
        with (FOLDER / RECORD).open("ab") as file:
            file.write(msgspec.json.encode(RecordedGesture(repr(request), code, words)) + b"\n")
        return None
    duel: Any = runner.match.rewinder
    free: FreeTable = duel._inner
    number = next(_numbers)
    board = (LaidFabBoard if free.game.name == "fab" else LaidBoard)(free)
    BOARDS[free.game.name][number](board)
    for gesture in board.gestures:
        await runner.carry_out(Act(0, ByHand(gesture)))
    found = msgspec.json.encode(rows_of(free.game, sight.view(duel.state, 0)))
    write_rows(number, found)
    await runner.carry_out(Act(1, ByHand(SendSignal("ok"))))
    return None


def write_rows(number: int, rows: bytes) -> None:
    """Write the rows of a board into a file that is whole once it is there."""
    (FOLDER / "rows.part").write_bytes(rows)
    (FOLDER / "rows.part").rename(FOLDER / ROWS.format(number=number))


_numbers = count()
_handle_request = LineRequests.handle_request

if __name__ == "__main__":
    FOLDER = Path(sys.argv[sys.argv.index("--data") + 1])
    LineRequests.handle_request = record_gesture  # type: ignore[method-assign, assignment]
    command.main()
