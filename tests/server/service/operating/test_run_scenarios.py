"""Scenario files: parsed, run, compared, rejected."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from facedown_server.games.scenarios.words import is_zone, place_name, place_of_name, zone_name
from facedown_server.service.operating.run_files import run_scenarios
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from facedown_shared.text.errors import BadInput
from tests.rules import rule
from tests.server.games.scenarios.given import play_decisions

FOLDER = Path(__file__).parents[3] / "scenarios"
FILES = sorted(FOLDER.glob("*.json"))
assert FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_come_out_as_they_expect(path: Path) -> None:
    out = io.StringIO()
    assert run_scenarios([path], check=True, out=out) == 0, out.getvalue()


def test_one_line_a_file_in_the_order_of_the_files() -> None:
    out = io.StringIO()
    assert run_scenarios(FILES[:3], out=out) == 0
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["id"] for line in lines] == [path.stem for path in FILES[:3]]
    assert all(
        {"status", "turn", "turnPlayer", "phase", "players", "chains", "events"} <= set(line)
        for line in lines
    )


def test_a_difference_is_named_and_fails_the_check(tmp_path: Path) -> None:
    shape = json.loads((FOLDER / "trap-hole-answers-a-tribute-summon.json").read_text())
    shape["expect"]["players"][0]["lp"] = 7000
    shape["expect"]["probes"] = [False]
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(shape))
    out = io.StringIO()
    assert run_scenarios([path], check=True, out=out) == 1
    assert "players[0].lp: expected 7000, found 8000" in out.getvalue()
    assert "probes: expected [False], found [True]" in out.getvalue()
    assert "0 of 1 as expected" in out.getvalue()


def test_cards_that_came_to_a_graveyard_together_have_no_order(tmp_path: Path) -> None:
    shape = json.loads((FOLDER / "fusion-into-the-extra-monster-zone.json").read_text())
    pile = shape["expect"]["players"][0]["gy"]
    shape["expect"]["players"][0]["gy"] = [pile[1], pile[0], pile[2]]
    path = tmp_path / "turned.json"
    path.write_text(json.dumps(shape))
    assert run_scenarios([path], check=True, out=io.StringIO()) == 0


CROWDED = '{"field": [{"zone": "EZ1", "card": "Sangan"}, {"zone": "1:EZ2", "card": "Sangan"}]}'


def decision_file(decision: dict[str, Any]) -> str:
    """Return a file with only this decision."""
    return json.dumps({"start": {"players": [{}, {}]}, "decisions": [decision]})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not a scenario"),
        ("{}", "start is missing"),
        ('{"start": {"players": [{}]}}', "players"),
        ('{"start": {"players": [{"hand": ["Nobody"]}, {}]}}', "no card 'Nobody' is known"),
        ('{"start": {"players": [{"field": [{"zone": "MZ9", "card": "Sangan"}]}, {}]}}', "no zone 'MZ9'"),
        ('{"start": {"players": [' + CROWDED + ", {}]}}", "two cards stand in zone '1:EZ2'"),
        ('{"start": {"players": [{}, {}]}, "ruleset": "MR9"}', "no ruleset 'MR9'"),
        ('{"start": {"players": [{}, {}]}, "decisions": [{"do": "fly"}]}', "decision 0"),
        ('{"start": {"players": [{}, {}]}, "decisions": [{"do": "phase"}]}', "phase needs to"),
        (
            '{"ruleset": "MR1", "start": {"players": [{"field": [{"zone": "EZ1", "card": "Sangan"}]}, {}]}}',
            "no card can stand in zone 'EZ1' of a field of MR1",
        ),
        ('{"start": {"players": [{"field": [{"zone": "gy", "card": "Sangan"}]}, {}]}}', "in zone 'gy'"),
        (decision_file({"do": "activate", "card": "Sangan", "from": "pocket"}), "no zone 'pocket'"),
        (decision_file({"do": "activate", "card": "Sangan", "targets": ["direct"]}), "no card 'direct'"),
        (decision_file({"do": "can", "action": {"do": "attack"}}), "attack needs with"),
        (decision_file({"do": "could", "action": {"do": "choose"}}), "choose is no action"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"^.*broken\.json .*\.$") as caught:
        run_scenarios([path])
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        run_scenarios([tmp_path / "nowhere.json"])


@pytest.mark.parametrize("check", [False, True])
def test_a_broken_file_stops_no_other(tmp_path: Path, check: bool) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{")
    out = io.StringIO()
    with pytest.raises(BadInput, match="is not a scenario"):
        run_scenarios([path, FILES[0]], check, out=out)
    lines = out.getvalue().splitlines()
    if check:
        assert lines[0].startswith("broken: ")
        assert lines[1:] == ["1 of 2 as expected, 1 unreadable"]
    else:
        first, second = map(json.loads, lines)
        assert (first["id"], first["status"], second["id"]) == ("broken", "unreadable", FILES[0].stem)


def test_a_refused_decision_ends_the_scenario_there() -> None:
    shape = play_decisions(
        {"player": 0, "do": "normal_summon", "card": "Summoned Skull"},
        {"player": 0, "do": "phase", "to": "end"},
        mine={"hand": ["Summoned Skull"]},
    )
    assert (shape["status"], shape["decision"], shape["turn"]) == ("refused", 1, 2)
    assert shape["reason"] == "Player 0 is not offered to normal summon Summoned Skull."


def test_acting_out_of_turn_is_refused() -> None:
    shape = play_decisions({"player": 1, "do": "normal_summon", "card": "Sangan"}, hand=["Sangan"])
    assert shape["status"] == "refused"
    assert "not the one who may act" in shape["reason"]


def test_a_field_nobody_knows_is_noted() -> None:
    shape = play_decisions({"player": 0, "do": "phase", "to": "end", "colour": "blue"})
    assert shape["notes"] == ["decision 1: the field 'colour' is not known and was passed over"]


def test_life_below_nothing_is_told_apart() -> None:
    shape = play_decisions(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 0, "do": "attack", "with": "MZ1", "target": "direct"},
        {"player": 0, "do": "attack", "with": "MZ2", "target": "direct"},
        {"player": 0, "do": "attack", "with": "MZ3", "target": "direct"},
        mine={"field": [{"zone": f"MZ{slot}", "card": "Blue-Eyes White Dragon"} for slot in (1, 2, 3)]},
    )
    assert (shape["winner"], shape["winReason"]) == (0, "lp")
    assert (shape["players"][1]["lp"], shape["players"][1]["lpBelowZero"]) == (0, -1000)


@rule("CF-05", "YGO-FLD-07")
def test_each_player_names_zones_from_their_own_left() -> None:
    assert place_of_name("EZ1", 0) == Place(SHARED_SEAT_INDEX, "extra_monster", 0) == place_of_name("EZ2", 1)
    assert place_of_name("1:MZ3", 0) == Place(1, "monster", 2)
    assert (
        zone_name(Place(SHARED_SEAT_INDEX, "extra_monster", 0), 1),
        place_name(Place(1, "field", 0), 1),
    ) == (
        "EZ2",
        "1:FZ",
    )
    assert [is_zone(text) for text in ("SZ5", "PZ2", "gy", "1:hand", "FZ", "SZ6", "EZ3", "MZ", "Sangan")] == [
        True, True, True, True, True, False, False, False, False
    ]  # fmt: skip
