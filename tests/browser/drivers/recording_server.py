"""A server for tests of play by hand in pages: it lays out boards, and records gestures instead of carrying
them out.

A quick word of seat 1 lays out the next board of the game. A gesture of seat 0 is checked by the referee, and
recorded with the refusal, if there is one.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.yugioh.half.referee import HalfDuelReferee
from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.referee import Act, ByHand
from facedown_server.room.match import lifecycle
from facedown_server.room.people.table_context import TableContext
from facedown_server.room.requests.line_requests import LineRequest, LineRequests
from facedown_server.room.server_context import OpenedFile
from facedown_server.service import command
from facedown_server.table import Setup, sight
from facedown_shared.protocol.gestures import Gesture, SendSignal
from facedown_shared.text import Illegal
from tests import strangers
from tests.browser.hands.boards import BOARDS, HalfBoard, LaidBoard, LaidFabBoard, rows_of_name

RECORD, ROWS = "gestures.jsonl", "rows-{number}.json"
"""Files in the folder of the server: the gestures of seat 0, and where each row of a board is offered."""

CHAINED = ("Ember Call", "Ember Dash")
"""Cards of both hands that are carried out by hand, half by the rules, and answer each other."""


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
    duel: Any = runner.match.rewinder or runner.match._duel
    number = next(_numbers)
    game, board = make_board(duel)
    BOARDS[game][number](board)
    for gesture in board.gestures:
        await runner.carry_out(Act(0, ByHand(gesture)))
    found = rows_of_name(game).find_offers(sight.view(runner.match.state, 0))
    await runner.carry_out(Act(1, ByHand(SendSignal("ok"))))
    write_rows(number, msgspec.json.encode(found))
    return None


def make_board(duel: Any) -> tuple[str, LaidBoard]:
    """Return the name of a duel's game among the boards, and a board on its table."""
    if isinstance(duel, HalfDuelReferee):
        return "half", HalfBoard(duel.duel)
    free: FreeTable = duel._inner
    return free.game.name, (LaidFabBoard if free.game.name == "fab" else LaidBoard)(free)


def make_setup(table: TableContext, opening: OpenedFile | None) -> Setup:
    """Return the setup of a match as `_new_setup` does; half by the rules, both can begin a Chain by hand."""
    setup = _new_setup(table, opening)
    if setup.mode != "half":
        return setup
    chained = [strangers.pool().find_named(name) for name in CHAINED]
    hand = tuple(facts.code for facts in chained if facts is not None)
    return replace(setup, hands=(hand, hand))


def write_rows(number: int, rows: bytes) -> None:
    """Write the rows of a board into a file that is whole once it is there."""
    (FOLDER / "rows.part").write_bytes(rows)
    (FOLDER / "rows.part").rename(FOLDER / ROWS.format(number=number))


_numbers = count()
_handle_request = LineRequests.handle_request
_new_setup = lifecycle._new_setup

if __name__ == "__main__":
    FOLDER = Path(sys.argv[sys.argv.index("--data") + 1])
    LineRequests.handle_request = record_gesture  # type: ignore[method-assign, assignment]
    lifecycle._new_setup = make_setup
    command.main()
