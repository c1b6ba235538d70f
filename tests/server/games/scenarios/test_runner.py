"""How the decisions of a scenario answer the prompts of its duel."""

from __future__ import annotations

from typing import Any

import pytest

from facedown_shared.cards.facts import bundled_pool
from tests.rules import rule
from tests.server.games.scenarios.given import play_decisions


def test_without_a_zone_the_lowest_free_one_and_without_a_position_attack() -> None:
    shape = play_decisions(
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
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Pot of Greed"},
        {"player": 1, "do": "could", "action": typhoon},
        {"player": 1, "do": "could", "action": typhoon, "in": "end"},
        mine={"hand": ["Pot of Greed"]},
        field=[{"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"}],
    )
    assert shape["probes"] == [True, False]
    assert len(shape["chains"]) == 1


def test_a_response_may_name_its_phase_and_its_turn() -> None:
    shape = play_decisions(
        {"player": 0, "do": "phase", "to": "end"},
        {"player": 0, "do": "activate", "card": "Mystical Space Typhoon", "in": "standby", "turn": 3},
        mine={"field": [{"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"}]},
        field=[{"zone": "SZ2", "card": "Trap Hole", "pos": "set"}],
    )
    at = [row["e"] for row in shape["events"]].index("activate")
    assert [row["e"] for row in shape["events"][:at]].count("turn") == 3
    assert shape["players"][1]["spells"] == {}


@rule("GAP-11")
@pytest.mark.parametrize("again", [True, False])
def test_a_phase_is_asked_for_once_and_a_response_leads_back_to_the_open_state(again: bool) -> None:
    battle = {"player": 0, "do": "phase", "to": "battle"}
    shape = play_decisions(
        battle,
        {"player": 1, "do": "activate", "card": "Mystical Space Typhoon", "in": "main1"},
        *([battle] if again else []),
        {"player": 0, "do": "attack", "with": "MZ1", "target": "direct"},
        mine={
            "field": [
                {"zone": "MZ1", "card": "Silver Fang"},
                {"zone": "SZ1", "card": "Trap Hole", "pos": "set"},
            ]
        },
        field=[{"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"}],
    )
    expected = ("ok", 6800) if again else ("refused", 8000)
    assert (shape["status"], shape["players"][1]["lp"]) == expected


@rule("YGO-MOVE-38", "YGO-MOVE-39", "GAP-31")
def test_a_pendulum_summon_waits_for_the_choice_of_its_monsters() -> None:
    scales = [{"zone": "SZ1", "card": "Stargazer Magician"}, {"zone": "SZ5", "card": "Timegazer Magician"}]
    shape = play_decisions(
        {"player": 0, "do": "pendulum_summon"},
        {"player": 0, "do": "choose", "cards": ["Feral Imp", "Silver Fang"], "zone": "MZ4"},
        {"player": 0, "do": "can", "action": {"do": "pendulum_summon"}},
        {"player": 0, "do": "can", "action": {"do": "normal_summon", "card": "Mystical Elf"}},
        mine={"hand": ["Silver Fang", "Feral Imp"], "field": scales},
    )
    monsters = shape["players"][0]["monsters"]
    assert {zone: bundled_pool()[row["card"]].name for zone, row in monsters.items()} == {
        "MZ1": "Feral Imp", "MZ4": "Silver Fang"
    }  # fmt: skip
    assert shape["probes"] == [False, True]


def test_an_order_nobody_asks_for_stays_as_it_is() -> None:
    deck = ["Mystical Elf", "Silver Fang", "Feral Imp", "Battle Ox"]
    mine = {"deck": deck, "field": [{"zone": "MZ1", "card": "Big Eye", "pos": "set"}]}
    flip = {"player": 0, "do": "flip_summon", "card": "Big Eye"}
    for names in ((), ("Battle Ox", "Feral Imp", "Silver Fang")):
        shape = play_decisions(
            flip, *([{"player": 0, "do": "choose", "cards": names}] if names else []), mine=mine
        )
        found = [bundled_pool()[code].name for code in shape["players"][0]["deck"]]
        assert found == list(names or deck[1:])


def test_a_question_that_allows_no_yes_is_none() -> None:
    tornado = {"zone": "SZ1", "card": "Dust Tornado", "pos": "set"}
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Dust Tornado"},
        mine={"hand": ["Silver Fang"], "field": [tornado]},
        field=[{"zone": "SZ1", "card": "Trap Hole", "pos": "set"}],
    )
    assert [shape["players"][seat]["gy"] for seat in (0, 1)] == [[60082869], [4206964]]


def test_a_response_waits_for_the_window_in_which_its_target_can_be_one() -> None:
    shape = play_decisions(
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
    shape = play_decisions(
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
    shape = play_decisions(*decisions, mine={"field": [PENGUIN]}, field=[{"zone": "MZ1", "card": "Kuriboh"}])
    assert shape["status"] == "ok"
    assert [list(player["monsters"]) for player in shape["players"]] == [["MZ1"], []]


@pytest.mark.parametrize(
    ("what", "pile", "links"),
    [("order", [78010363, 26202165], [26202165, 78010363]), ("", [26202165, 78010363], [78010363, 26202165])],
)
def test_a_choice_orders_triggers_and_a_graveyard_only_when_it_says_so(
    what: str, pile: list[int], links: list[int]
) -> None:
    shape = play_decisions(
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
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Dark Hole"},
        mine={
            "hand": ["Dark Hole"], "deck": ["Mystical Elf", "Summoned Skull"],
            "field": [{"zone": "MZ1", "card": "Sangan"}],
        },
    )  # fmt: skip
    assert [link["card"] for chain in shape["chains"] for link in chain["resolved"]] == [53129443, 26202165]


def test_a_position_is_for_the_card_it_was_named_with() -> None:
    shape = play_decisions(
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
    shape = play_decisions(mine={"extra": extra})
    assert [row["face"] for row in shape["players"][0]["extra"]] == ["down", "up"]


def test_a_choice_that_makes_itself_leaves_the_next_one_to_the_next_decision() -> None:
    shape = play_decisions(
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
    shape = play_decisions(mine={"banished": [{"card": "Feral Imp", "face": "down"}, "Silver Fang"]})
    assert [row["face"] for row in shape["players"][0]["banished"]] == ["down", "up"]


@pytest.mark.parametrize("named", [[], [{"player": 0, "do": "choose", "cards": [3]}]])
def test_a_number_may_be_named_and_is_not_waited_for(named: list[dict[str, Any]]) -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Ancient Telescope", "when": "open"}, *named,
        mine={"hand": ["Ancient Telescope"]},
    )  # fmt: skip
    assert (shape["status"], shape["players"][0]["gy"]) == ("ok", [17092736])


def test_an_answer_in_between_uses_up_nobody_elses_words() -> None:
    """A Chain of two: the first player's zone and position still apply when it resolves."""
    shape = play_decisions(
        {
            "player": 0, "do": "activate", "card": "Monster Reborn", "when": "open",
            "targets": ["Silver Fang"], "position": "def",
        },
        {"player": 1, "do": "activate", "card": "Jar of Greed", "zone": "SZ1"},
        mine={"hand": ["Monster Reborn"], "gy": ["Silver Fang"]},
        field=[{"zone": "SZ1", "card": "Jar of Greed", "pos": "set"}],
    )  # fmt: skip
    assert [row["pos"] for row in shape["players"][0]["monsters"].values()] == ["def"]


@pytest.mark.parametrize(
    "words",
    [
        [{"player": 1, "do": "activate", "card": "Man-Eater Bug", "targets": ["0:MZ2"]}],
        [{"player": 1, "do": "choose", "cards": ["0:MZ2"]}],
    ],
)
def test_what_must_activate_may_be_told_like_any_other_activation(words: list[dict[str, Any]]) -> None:
    shape = play_decisions(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 0, "do": "attack", "with": "MZ1", "target": "MZ1"},
        *words,
        mine={"field": [{"zone": "MZ1", "card": "Summoned Skull"}, {"zone": "MZ2", "card": "Silver Fang"}]},
        field=[{"zone": "MZ1", "card": "Man-Eater Bug", "pos": "set"}],
    )
    assert (shape["status"], list(shape["players"][0]["monsters"])) == ("ok", ["MZ1"])


def test_after_it_has_activated_the_next_choice_is_its_own() -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Dark Hole", "when": "open"},
        {"player": 0, "do": "activate", "card": "Sangan"},
        {"player": 0, "do": "choose", "cards": ["Silver Fang"]},
        mine={
            "hand": ["Dark Hole"], "deck": ["Mystical Elf", "Kuriboh", "Silver Fang"],
            "field": [{"zone": "MZ1", "card": "Sangan"}],
        },
    )  # fmt: skip
    assert (shape["status"], shape["players"][0]["hand"]) == ("ok", [15025844, 90357090])


def test_monsters_chosen_at_once_come_in_the_order_of_the_hand() -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "The Flute of Summoning Dragon"},
        {"player": 0, "do": "choose", "cards": ["Koumori Dragon", "Blue-Eyes White Dragon"]},
        mine={
            "hand": ["The Flute of Summoning Dragon", "Blue-Eyes White Dragon", "Koumori Dragon"],
            "field": [{"zone": "MZ1", "card": "Lord of D."}],
        },
    )
    zones = shape["players"][0]["monsters"]
    assert [zones[zone]["level"] for zone in ("MZ2", "MZ3")] == [8, 4]


def test_a_choice_says_where_a_monster_already_targeted_comes() -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Monster Reborn", "targets": ["Feral Imp"], "zone": "SZ2"},
        {"player": 0, "do": "choose", "cards": ["Feral Imp"], "zone": "MZ4", "position": "def"},
        mine={"hand": ["Monster Reborn"], "gy": ["Feral Imp"]},
    )
    assert shape["players"][0]["monsters"]["MZ4"]["pos"] == "def"


@pytest.mark.parametrize(
    ("answers", "lost"),
    [
        ([{"player": 0, "do": "answer", "yes": True}], 1400),
        (
            [
                {"player": 0, "do": "answer", "yes": False},
                {"player": 0, "do": "choose", "cards": ["1:MZ2"]},
            ],
            1100,
        ),
    ],
)
def test_an_attack_may_be_said_to_be_direct_in_an_answer(answers: list[dict[str, Any]], lost: int) -> None:
    shape = play_decisions(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 0, "do": "attack", "with": "MZ1"},
        *answers,
        mine={"field": [{"zone": "SZ1", "card": "Toon World"}, {"zone": "MZ1", "card": "Toon Mermaid"}]},
        field=[{"zone": "MZ1", "card": "Summoned Skull"}, {"zone": "MZ2", "card": "Kuriboh"}],
    )
    assert shape["players"][1]["lp"] == 8000 - lost


def test_the_only_target_may_be_chosen_all_the_same() -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Axe of Despair"},
        {"player": 0, "do": "choose", "cards": ["0:MZ2"]},
        {"player": 0, "do": "activate", "card": "The Inexperienced Spy"},
        {"player": 0, "do": "choose", "cards": ["Umi"]},
        mine={
            "hand": ["Axe of Despair", "The Inexperienced Spy"],
            "field": [{"zone": "MZ2", "card": "Kuriboh"}],
        },
        hand=["Umi"],
    )
    assert shape["status"] == "ok"
    assert shape["players"][0]["monsters"]["MZ2"]["atk"] == 1300
