"""What a league takes away: the standings as CSV, the whole event as JSON."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from facedown_server.events.export import event_json, percent, standings_csv
from facedown_server.events.rules import acts
from facedown_server.events.rules.lots import commitment
from tests.server.events.evening import SECRET, Evening, play_round


def test_standings_as_a_table() -> None:
    evening = Evening(3)
    play_round(evening, [(1, 2)], 3, [(2, 1)])
    evening.do(acts.PlayerDropped(2))
    rows = list(csv.DictReader(io.StringIO(standings_csv(evening.state))))
    assert [row["player"] for row in rows][2] == "Ben"
    anna = next(row for row in rows if row["player"] == "Anna")
    assert (anna["place"], anna["points"], anna["wins"], anna["opponents"], anna["dropped"]) == (
        "1", "3", "1", "0.0000", "no",
    )  # fmt: skip
    assert rows[2]["dropped"] == "yes"


def test_a_name_is_no_formula() -> None:
    evening = Evening()
    for name in ("=1+1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A"):
        evening.register(name)
        assert f"'{name}" in standings_csv(evening.state)


def test_the_whole_event() -> None:
    evening = Evening(3)
    play_round(evening, [(1, 2)], 3, [(2, 1)])
    data = json.loads(event_json(evening.state))
    assert data["lots"] == {"commitment": commitment(evening.state), "secret": ""}
    assert data["rounds"][0]["pairings"] == [
        {"table": 1, "players": ["Anna", "Ben"], "score": [2, 1], "outcome": "one", "source": "organizer"},
        {"table": 0, "players": ["Chiara"], "score": [2, 0], "outcome": "one", "source": "bye"},
    ]
    assert {row["player"]: row["points"] for row in data["standings"]} == {"Anna": 3, "Ben": 0, "Chiara": 3}
    evening.do(acts.EventFinished())
    assert json.loads(event_json(evening.state))["lots"]["secret"] == SECRET


@pytest.mark.parametrize(
    ("value", "text"), [(Fraction(0), "0.0000"), (Fraction(1), "1.0000"), (Fraction(2, 3), "0.6667"),
                        (Fraction(57, 16), "3.5625"), (Fraction(1, 20000), "0.0001")],
)  # fmt: skip
def test_numbers_are_rounded(value: Fraction, text: str) -> None:
    assert percent(value) == text
