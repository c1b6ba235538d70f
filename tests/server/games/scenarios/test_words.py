"""Words of a scenario file where a passcode is not enough: which of two cards, which option, which throw."""

from __future__ import annotations

from typing import Any

import pytest

from facedown_server.games.scenarios.words import Copy, parse_word
from facedown_shared.cards.facts import bundled_pool
from tests.server.games.scenarios.given import play_decisions

SANGAN_PASSCODE = 26202165


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Sangan", SANGAN_PASSCODE),
        ("1:MZ3", "1:MZ3"),
        ("Sangan@1:gy", Copy(SANGAN_PASSCODE, "1:gy")),
        ("26202165@MZ2", Copy(SANGAN_PASSCODE, "MZ2")),
        ("Sangan/2", Copy(SANGAN_PASSCODE, None, 2)),
        ("gy/3", Copy(None, "gy", 3)),
        ("Sangan@gy/2", Copy(SANGAN_PASSCODE, "gy", 2)),
    ],
)
def test_a_word_names_a_card_a_zone_or_which_of_several(text: str, word: object) -> None:
    assert parse_word(text, bundled_pool()) == word


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sangan@pocket", "no zone 'pocket'"),
        ("Sangan/0", "no card 'Sangan/0'"),
        ("Nobody@gy", "no card 'Nobody'"),
        ("12@gy", "no card 12"),
        ("@gy", "no card stands before"),
        ("", "no card ''"),
    ],
)
def test_a_word_that_names_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_word(text, bundled_pool())


@pytest.mark.parametrize(("word", "left"), [("Sangan@1:gy", [1, 0]), ("Sangan@0:gy", [0, 1])])
def test_of_two_cards_of_one_name_the_one_that_lies_there(word: str, left: list[int]) -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Monster Reborn", "targets": [word]},
        mine={"hand": ["Monster Reborn"], "gy": ["Sangan"]},
        gy=["Sangan"],
    )
    assert [player["gy"].count(SANGAN_PASSCODE) for player in shape["players"]] == [
        1 - gone for gone in left
    ][::-1]
    assert shape["players"][0]["monsters"]["MZ1"]["card"] == SANGAN_PASSCODE


@pytest.mark.parametrize(("word", "slot"), [("Silver Fang/2", "MZ2"), ("Silver Fang", "MZ1")])
def test_of_two_that_could_act_the_second(word: str, slot: str) -> None:
    shape = play_decisions(
        {"player": 0, "do": "change_position", "card": word},
        mine={"field": [{"zone": zone, "card": "Silver Fang"} for zone in ("MZ1", "MZ2")]},
    )
    assert [zone for zone, row in shape["players"][0]["monsters"].items() if row["pos"] == "def"] == [slot]


COIN = {"player": 0, "do": "activate", "card": "Time Wizard", "when": "open"}


@pytest.mark.parametrize("option", ["tails", 2])
@pytest.mark.parametrize(("thrown", "mine", "theirs"), [("tails", ["MZ1"], []), ("heads", [], ["MZ1"])])
def test_an_option_by_its_words_or_number_and_the_coin_of_the_file(
    option: Any, thrown: str, mine: list[str], theirs: list[str]
) -> None:
    shape = play_decisions(
        COIN,
        {"player": 0, "do": "choose", "option": option},
        throws={"coin": [thrown]},
        mine={"field": [{"zone": "MZ1", "card": "Time Wizard"}]},
        field=[{"zone": "MZ1", "card": "Kuriboh"}],
    )
    assert [list(player["monsters"]) for player in shape["players"]] == [mine, theirs]


@pytest.mark.parametrize(
    ("throws", "said"),
    [({"coin": ["edge"]}, "coin"), ({"die": [7]}, "die"), ({"die": [0]}, "die")],
)
def test_a_throw_that_cannot_be_is_refused(throws: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        play_decisions(throws=throws)


def test_simultaneous_effects_go_on_the_chain_in_the_order_of_their_activations() -> None:
    names = ["Witch of the Black Forest", "Sangan"]
    links = []
    for order in (names, names[::-1]):
        shape = play_decisions(
            {"player": 0, "do": "activate", "card": "Dark Hole"},
            *({"player": 0, "do": "activate", "card": name} for name in order),
            mine={
                "hand": ["Dark Hole"],
                "field": [{"zone": f"MZ{at}", "card": name} for at, name in enumerate(names, 1)],
            },
        )
        assert shape["status"] == "ok"
        links.append([link["card"] for link in shape["chains"][1]["links"]])
    assert links == [[78010363, SANGAN_PASSCODE], [SANGAN_PASSCODE, 78010363]]


def test_without_a_zone_the_first_extra_monster_zone_as_its_player_counts() -> None:
    link = {"do": "special_summon", "card": "Link Spider"}
    mine = {"field": [{"zone": "MZ1", "card": "Celtic Guardian"}], "extra": ["Link Spider"]}
    for seat, before in ((0, []), (1, [{"player": 0, "do": "phase", "to": "end"}])):
        sides = {"mine": mine} if seat == 0 else mine
        shape = play_decisions(*before, {"player": seat, **link}, **sides)
        assert list(shape["players"][seat]["monsters"]) == ["EZ1"], seat


def test_yes_where_only_no_is_possible_is_refused_in_words() -> None:
    shape = play_decisions(
        {"player": 0, "do": "activate", "card": "Dust Tornado"},
        {"player": 0, "do": "answer", "yes": True},
        mine={"field": [{"zone": "SZ1", "card": "Dust Tornado", "pos": "set"}]},
        field=[{"zone": "SZ1", "card": "Trap Hole", "pos": "set"}],
    )
    assert (shape["status"], shape["decision"]) == ("refused", 2)
    assert shape["reason"] in ("Player 0 can only say no to that.", "Player 0 was not asked about that.")


@pytest.mark.parametrize("answered", [True, False])
def test_who_has_said_who_to_attack_is_not_asked_whether_directly(answered: bool) -> None:
    direct = {"player": 0, "do": "answer", "yes": False, "what": "direct"}
    shape = play_decisions(
        {"player": 0, "do": "phase", "to": "battle"},
        {"player": 0, "do": "attack", "with": "MZ1", "target": "1:MZ2"},
        *([direct] if answered else []),
        mine={"field": [{"zone": "SZ1", "card": "Toon World"}, {"zone": "MZ1", "card": "Toon Mermaid"}]},
        field=[{"zone": "MZ1", "card": "Summoned Skull"}, {"zone": "MZ2", "card": "Kuriboh"}],
    )
    assert (shape["status"], list(shape["players"][1]["monsters"])) == ("ok", ["MZ1"])


@pytest.mark.parametrize(("used", "left"), [(True, "MZ2"), (False, "MZ1")])
def test_what_replaces_a_destruction_is_activated_instead(used: bool, left: str) -> None:
    """Proxy Dragon would be destroyed; a monster it points to can be destroyed instead."""
    instead = {"player": 0, "do": "activate", "card": "Proxy Dragon", "what": "instead"}
    doom = {"player": 0, "do": "activate", "card": "Tribute to The Doomed", "when": "open"}
    shape = play_decisions(
        {**doom, "cost": ["Kuriboh"], "targets": ["0:MZ2"]},
        instead if used else {"player": 0, "do": "answer", "yes": False},
        mine={
            "hand": ["Tribute to The Doomed", "Kuriboh"],
            "field": [{"zone": "MZ2", "card": "Proxy Dragon"}, {"zone": "MZ1", "card": "Silver Fang"}],
        },
    )
    assert (shape["status"], list(shape["players"][0]["monsters"])) == ("ok", [left])
