"""The rows of a log: each is one readable line, and comes out as it went in."""

from __future__ import annotations

import msgspec
import pytest

from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import EventLogRow, Score, decode_row, encode_row
from tests.server.events.evening import first_row

ROWS = [
    first_row(),
    EventLogRow(3.5, "player", acts.PlayerRegistered(1, "Anna", "0420")),
    EventLogRow(4, "organizer", acts.RoundPaired(1, ((1, 2), (3, 4)), 5)),
    EventLogRow(5, "player", acts.ResultClaimed(1, 2, Score(2, 1))),
    EventLogRow(6, "slip", acts.SlipSubmitted(1, 2, (4, 3), Score(0, 2))),
    EventLogRow(7, "referee", acts.MatchFinished(1, 2, Score(0, 2), "two")),
    EventLogRow(8, "organizer", acts.PenaltyGiven(1, 1, 2, "game loss")),
    EventLogRow(9, "organizer", acts.Undone(3)),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: type(row.act).__name__)
def test_a_row_comes_out_as_it_went_in(row: EventLogRow) -> None:
    line = encode_row(row)
    assert "\n" not in line
    assert decode_row(line) == row


def test_a_line_can_be_read_by_people() -> None:
    assert (
        encode_row(ROWS[3])
        == '{"at_s":5,"by":"player","act":{"do":"claim","pairing":1,"player":2,"score":[2,1]}}'
    )


@pytest.mark.parametrize(
    "line",
    [
        "", "{}", "null", '{"at_s":1,"by":"player","act":{"do":"dance"}}',
        '{"at_s":1,"by":"thief","act":{"do":"drop","player":1}}',
        '{"at_s":1,"by":"player","act":{"do":"drop","player":1,"more":2}}',
        '{"at_s":1,"by":"player","act":{"do":"drop","player":"1"}}',
    ],
)  # fmt: skip
def test_a_line_that_is_no_row_is_refused(line: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode_row(line)
