"""Scenario files: read, run, compared, refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from server.scenario import run_files
from server.scenarios.files import parse
from server.scenarios.run import Runner
from server.scenarios.zones import full, is_zone, place, word
from shared.cards import bundled
from shared.errors import BadInput
from shared.zones import SHARED, Place
from tests.rules import rule

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.glob("*.json"))
END = {"player": 1, "do": "phase", "to": "end"}


def played(*decisions: dict[str, Any], mine: dict[str, Any] | None = None, **theirs: Any) -> dict[str, Any]:
    """A duel in which player 1 ends turn 1 and these decisions follow."""
    deck = ["Mystical Elf"] * 5
    players = [{"deck": deck, **(mine or {})}, {"deck": deck, **theirs}]
    text = json.dumps({"first": 1, "start": {"players": players}, "decisions": [END, *decisions]})
    return Runner(parse(text.encode(), bundled(), "played"), bundled()).run().shape


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_come_out_as_they_expect(path: Path) -> None:
    out = io.StringIO()
    assert run_files([path], check=True, out=out) == 0, out.getvalue()


def test_one_line_a_file_in_the_order_of_the_files() -> None:
    out = io.StringIO()
    assert run_files(FILES[:3], out=out) == 0
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
    assert run_files([path], check=True, out=out) == 1
    assert "players[0].lp: expected 7000, found 8000" in out.getvalue()
    assert "probes: expected [False], found [True]" in out.getvalue()
    assert "0 of 1 as expected" in out.getvalue()


@rule("YGO-GY-05")
def test_cards_that_came_to_a_graveyard_together_have_no_order(tmp_path: Path) -> None:
    shape = json.loads((FOLDER / "fusion-into-the-extra-monster-zone.json").read_text())
    pile = shape["expect"]["players"][0]["gy"]
    shape["expect"]["players"][0]["gy"] = [pile[1], pile[0], pile[2]]
    path = tmp_path / "turned.json"
    path.write_text(json.dumps(shape))
    assert run_files([path], check=True, out=io.StringIO()) == 0


CROWDED = '{"field": [{"zone": "EZ1", "card": "Sangan"}, {"zone": "1:EZ2", "card": "Sangan"}]}'


def decided(decision: dict[str, Any]) -> str:
    """A file with nothing in it but this decision."""
    return json.dumps({"start": {"players": [{}, {}]}, "decisions": [decision]})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no scenario"),
        ("{}", "missing required field `start`"),
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
        (decided({"do": "activate", "card": "Sangan", "from": "pocket"}), "no zone 'pocket'"),
        (decided({"do": "activate", "card": "Sangan", "targets": ["direct"]}), "no card 'direct'"),
        (decided({"do": "can", "action": {"do": "attack"}}), "attack needs with"),
        (decided({"do": "could", "action": {"do": "choose"}}), "choose is no action"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"^.*broken\.json .*\.$") as caught:
        run_files([path])
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        run_files([tmp_path / "nowhere.json"])


def test_a_refused_decision_ends_the_scenario_there() -> None:
    shape = played(
        {"player": 0, "do": "normal_summon", "card": "Summoned Skull"},
        {"player": 0, "do": "phase", "to": "end"},
        mine={"hand": ["Summoned Skull"]},
    )
    assert (shape["status"], shape["decision"], shape["turn"]) == ("refused", 1, 2)
    assert shape["reason"] == "Player 0 is not offered to normal summon Summoned Skull."


def test_acting_out_of_turn_is_refused() -> None:
    shape = played({"player": 1, "do": "normal_summon", "card": "Sangan"}, hand=["Sangan"])
    assert shape["status"] == "refused"
    assert "not the one who may act" in shape["reason"]


def test_a_field_nobody_knows_is_noted() -> None:
    shape = played({"player": 0, "do": "phase", "to": "end", "colour": "blue"})
    assert shape["notes"] == ["decision 1: the field 'colour' is not known and was passed over"]


def test_without_a_zone_the_lowest_free_one_and_without_a_position_attack() -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Monster Reborn", "targets": ["Feral Imp"]},
        mine={
            "hand": ["Monster Reborn"],
            "gy": ["Feral Imp"],
            "field": [{"zone": "MZ1", "card": "Silver Fang"}],
        },
    )
    assert shape["players"][0]["monsters"]["MZ2"]["pos"] == "atk"


def test_a_window_nobody_answers_is_passed_and_seen_by_could() -> None:
    typhoon = {"do": "activate", "card": "Mystical Space Typhoon"}
    shape = played(
        {"player": 0, "do": "activate", "card": "Pot of Greed"},
        {"player": 1, "do": "could", "action": typhoon},
        {"player": 1, "do": "could", "action": typhoon, "in": "end"},
        mine={"hand": ["Pot of Greed"]},
        field=[{"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"}],
    )
    assert shape["probes"] == [True, False]
    assert len(shape["chains"]) == 1


def test_a_response_may_name_its_phase_and_its_turn() -> None:
    shape = played(
        {"player": 0, "do": "phase", "to": "end"},
        {"player": 0, "do": "activate", "card": "Mystical Space Typhoon", "in": "standby", "turn": 3},
        mine={"field": [{"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"}]},
        field=[{"zone": "SZ2", "card": "Trap Hole", "pos": "set"}],
    )
    at = [row["e"] for row in shape["events"]].index("activate")
    assert [row["e"] for row in shape["events"][:at]].count("turn") == 3
    assert shape["players"][1]["spells"] == {}


def test_a_phase_is_asked_for_again_when_a_response_came_between() -> None:
    shape = played(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 1, "do": "activate", "card": "Mystical Space Typhoon", "in": "main1"},
        {"player": 0, "do": "attack", "with": "MZ1", "target": "direct"},
        mine={
            "field": [
                {"zone": "MZ1", "card": "Silver Fang"},
                {"zone": "SZ1", "card": "Trap Hole", "pos": "set"},
            ]
        },
        field=[{"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"}],
    )
    assert (shape["status"], shape["players"][1]["lp"]) == ("ok", 6800)


@rule("YGO-MOVE-38", "YGO-MOVE-39", "GAP-31")
def test_a_pendulum_summon_waits_for_the_choice_of_its_monsters() -> None:
    scales = [{"zone": "SZ1", "card": "Stargazer Magician"}, {"zone": "SZ5", "card": "Timegazer Magician"}]
    shape = played(
        {"player": 0, "do": "pendulum_summon"},
        {"player": 0, "do": "choose", "cards": ["Feral Imp", "Silver Fang"], "zone": "MZ4"},
        {"player": 0, "do": "can", "action": {"do": "pendulum_summon"}},
        {"player": 0, "do": "can", "action": {"do": "normal_summon", "card": "Mystical Elf"}},
        mine={"hand": ["Silver Fang", "Feral Imp"], "field": scales},
    )
    monsters = shape["players"][0]["monsters"]
    assert {zone: bundled()[row["card"]].name for zone, row in monsters.items()} == {
        "MZ1": "Silver Fang", "MZ4": "Feral Imp"
    }  # fmt: skip
    assert shape["probes"] == [False, True]


def test_an_order_nobody_asks_for_stays_as_it_is() -> None:
    deck = ["Mystical Elf", "Silver Fang", "Feral Imp", "Battle Ox"]
    mine = {"deck": deck, "field": [{"zone": "MZ1", "card": "Big Eye", "pos": "set"}]}
    flip = {"player": 0, "do": "flip_summon", "card": "Big Eye"}
    for names in ((), ("Battle Ox", "Feral Imp", "Silver Fang")):
        shape = played(flip, *([{"player": 0, "do": "choose", "cards": names}] if names else []), mine=mine)
        found = [bundled()[code].name for code in shape["players"][0]["deck"]]
        assert found == list(names or deck[1:])


def test_a_question_that_allows_no_yes_is_none() -> None:
    tornado = {"zone": "SZ1", "card": "Dust Tornado", "pos": "set"}
    shape = played(
        {"player": 0, "do": "activate", "card": "Dust Tornado"},
        mine={"hand": ["Silver Fang"], "field": [tornado]},
        field=[{"zone": "SZ1", "card": "Trap Hole", "pos": "set"}],
    )
    assert [shape["players"][seat]["gy"] for seat in (0, 1)] == [[60082869], [4206964]]


def test_a_response_waits_for_the_window_in_which_its_target_can_be_one() -> None:
    shape = played(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 0, "do": "attack", "with": "MZ1", "target": "MZ1"},
        {"player": 0, "do": "activate", "card": "Castle Walls", "in": "damage", "targets": ["1:MZ1"]},
        mine={
            "field": [
                {"zone": "MZ1", "card": "Summoned Skull"},
                {"zone": "SZ1", "card": "Castle Walls", "pos": "set"},
            ]
        },
        field=[{"zone": "MZ1", "card": "Giant Soldier of Stone", "pos": "set"}],
    )  # fmt: skip
    assert shape["status"] == "ok"
    assert (shape["players"][0]["lp"], list(shape["players"][1]["monsters"])) == (8000, ["MZ1"])


def test_a_probe_before_a_choice_looks_while_the_choice_is_open() -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Dark Hole", "when": "open"},
        {"do": "snapshot"},
        {"player": 0, "do": "choose", "cards": ["Kuriboh"]},
        {"do": "snapshot"},
        mine={
            "hand": ["Dark Hole"], "deck": ["Mystical Elf", "Silver Fang", "Kuriboh"],
            "field": [{"zone": "MZ1", "card": "Sangan"}],
        },
    )  # fmt: skip
    hands = [[row["players"][0]["hand"] for row in shape["snapshots"]]]
    assert hands == [[[15025844], [15025844, 40640057]]]


PENGUIN = {"zone": "MZ1", "card": "Penguin Soldier", "pos": "set"}
FLIP = {"player": 0, "do": "flip_summon", "card": "Penguin Soldier"}
ACTIVATE = {"player": 0, "do": "activate", "card": "Penguin Soldier"}


@pytest.mark.parametrize(
    "decisions",
    [
        ({**FLIP, "targets": ["1:MZ1"]}, ACTIVATE),
        (FLIP, {**ACTIVATE, "targets": ["1:MZ1"]}),
        (FLIP, ACTIVATE, {"player": 0, "do": "choose", "cards": ["1:MZ1"]}),
        (FLIP, {"player": 0, "do": "answer", "yes": True}, {"player": 0, "do": "choose", "cards": ["1:MZ1"]}),
    ],
)
def test_an_optional_trigger_may_be_used_in_several_words(decisions: tuple[dict[str, Any], ...]) -> None:
    shape = played(*decisions, mine={"field": [PENGUIN]}, field=[{"zone": "MZ1", "card": "Kuriboh"}])
    assert shape["status"] == "ok"
    assert [list(player["monsters"]) for player in shape["players"]] == [["MZ1"], []]


@pytest.mark.parametrize(
    ("what", "pile", "links"),
    [("order", [78010363, 26202165], [26202165, 78010363]), ("", [26202165, 78010363], [78010363, 26202165])],
)
def test_a_choice_orders_triggers_and_a_graveyard_only_when_it_says_so(
    what: str, pile: list[int], links: list[int]
) -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Dark Hole"},
        {"player": 0, "do": "choose", "cards": ["Witch of the Black Forest", "Sangan"], "what": what},
        mine={
            "hand": ["Dark Hole"],
            "field": [
                {"zone": "MZ1", "card": "Sangan"},
                {"zone": "MZ2", "card": "Witch of the Black Forest"},
            ],
        },
    )
    assert shape["players"][0]["gy"][:2] == pile
    assert [link["card"] for link in shape["chains"][1]["links"]] == links


def test_a_search_that_finds_nothing_goes_on() -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Dark Hole"},
        mine={
            "hand": ["Dark Hole"], "deck": ["Mystical Elf", "Summoned Skull"],
            "field": [{"zone": "MZ1", "card": "Sangan"}],
        },
    )  # fmt: skip
    assert [link["card"] for chain in shape["chains"] for link in chain["resolved"]] == [53129443, 26202165]


def test_a_position_is_for_the_card_it_was_named_with() -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Timegazer Magician", "zone": "SZ1"},
        {"player": 0, "do": "activate", "card": "Stargazer Magician", "zone": "SZ5"},
        {"player": 0, "do": "pendulum_summon"},
        {"player": 0, "do": "choose", "cards": ["Silver Fang"], "zone": "MZ4", "position": "def"},
        {"player": 0, "do": "choose", "cards": ["Feral Imp"], "zone": "MZ2"},
        mine={"hand": ["Timegazer Magician", "Stargazer Magician", "Silver Fang", "Feral Imp"]},
    )
    monsters = shape["players"][0]["monsters"]
    assert {zone: row["pos"] for zone, row in monsters.items()} == {"MZ2": "atk", "MZ4": "def"}


def test_what_lies_face_up_in_the_extra_deck_comes_last() -> None:
    extra = [{"card": "Foucault's Cannon", "face": "up"}, "Gaia the Dragon Champion"]
    shape = played(mine={"extra": extra})
    assert [row["face"] for row in shape["players"][0]["extra"]] == ["down", "up"]


def test_a_choice_that_makes_itself_leaves_the_next_one_to_the_next_decision() -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Black Luster Ritual", "when": "open"},
        {"player": 0, "do": "choose", "cards": ["Black Luster Soldier"], "zone": "MZ4", "position": "def"},
        {"player": 0, "do": "choose", "cards": ["Summoned Skull", "0:MZ1"]},
        mine={
            "hand": ["Black Luster Ritual", "Black Luster Soldier", "Summoned Skull"],
            "field": [{"zone": "MZ1", "card": "Silver Fang"}],
        },
    )
    assert (shape["status"], shape["players"][0]["hand"]) == ("ok", [15025844])
    assert shape["players"][0]["monsters"]["MZ4"]["pos"] == "def"


def test_banished_cards_lie_in_their_order_whatever_their_face() -> None:
    shape = played(mine={"banished": [{"card": "Feral Imp", "face": "down"}, "Silver Fang"]})
    assert [row["face"] for row in shape["players"][0]["banished"]] == ["down", "up"]


@pytest.mark.parametrize("named", [[], [{"player": 0, "do": "choose", "cards": [3]}]])
def test_a_number_may_be_named_and_is_not_waited_for(named: list[dict[str, Any]]) -> None:
    shape = played(
        {"player": 0, "do": "activate", "card": "Ancient Telescope", "when": "open"}, *named,
        mine={"hand": ["Ancient Telescope"]},
    )  # fmt: skip
    assert (shape["status"], shape["players"][0]["gy"]) == ("ok", [17092736])


def test_life_below_nothing_is_told_apart() -> None:
    shape = played(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 0, "do": "attack", "with": "MZ1", "target": "direct"},
        {"player": 0, "do": "attack", "with": "MZ2", "target": "direct"},
        {"player": 0, "do": "attack", "with": "MZ3", "target": "direct"},
        mine={"field": [{"zone": f"MZ{slot}", "card": "Blue-Eyes White Dragon"} for slot in (1, 2, 3)]},
    )
    assert (shape["winner"], shape["winReason"]) == (0, "lp")
    assert (shape["players"][1]["lp"], shape["players"][1]["lpBelowZero"]) == (0, -1000)


@rule("CF-05", "YGO-LNK-12", "YGO-FLD-09")
def test_each_player_names_zones_from_their_own_left() -> None:
    assert place("EZ1", 0) == Place(SHARED, "extra_monster", 0) == place("EZ2", 1)
    assert place("1:MZ3", 0) == Place(1, "monster", 2)
    assert (word(Place(SHARED, "extra_monster", 0), 1), full(Place(1, "field", 0), 1)) == ("EZ2", "1:FZ")
    assert [is_zone(text) for text in ("SZ5", "PZ2", "gy", "1:hand", "FZ", "SZ6", "EZ3", "MZ", "Sangan")] == [
        True, True, True, True, True, False, False, False, False
    ]  # fmt: skip
