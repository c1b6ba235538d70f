"""Life Points by expression, phases, turns, throws and quick words by hand."""

from __future__ import annotations

import pytest

from facedown_server.games.manual.expressions import evaluate
from facedown_shared.manual.menus import SIGNALS
from facedown_shared.text.errors import Code, Illegal
from tests.rules import rule
from tests.server.games.manual.manual_table import Table, expect_malformed, refusal_rule


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("-500", 7500), ("+1000", 9000), ("=4000", 4000), ("8000/2", 4000), ("/2", 4000), ("4000", 4000),
        ("-1000*3", 5000), ("- 500", 7500), ("0", 0), ("-9000", 0), ("8000-100*2+50", 7850), ("=100*3", 300),
        ("*2", 16000),
    ],
)  # fmt: skip
def test_numbers_as_players_write_them(text: str, after: int) -> None:
    assert evaluate(text, 8000) == after


def test_half_of_an_odd_number_is_rounded_up() -> None:
    assert evaluate("/2", 4001) == 2001


@pytest.mark.parametrize(
    "text", ["", "=", "abc", "1+", "--1", "=-5", "1/0", "/0", "1" * 7, "1+1" * 20, "9**9", "١٢", "1.5", "½"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(Illegal):
        evaluate(text, 8000)


@rule("VIS-56")
def test_life_points_change_for_all_to_see() -> None:
    table = Table()
    table.do("life", text="-500")
    table.do("life", text="8000/2", by=1)
    assert table.view(-1).tallies == {"0:life": 7500, "1:life": 4000}
    assert [(told.kind, told.seat, told.amount) for told in table.told] == [
        ("life", 0, -500), ("life", 1, -4000),
    ]  # fmt: skip
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("life", text="=999999*9"))


def test_the_turn_player_goes_from_phase_to_phase_and_ends_the_turn() -> None:
    table = Table()
    table.do("phase", text="main1").do("phase", text="battle")
    assert table.view(1).phase == "battle"
    refusal_rule(Code.NOT_YOUR_TURN, lambda: table.do("phase", text="end", by=1))
    refusal_rule(Code.NOT_YOUR_TURN, lambda: table.do("turn", by=1))
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("phase", text="lunch"))
    table.do("turn")
    view = table.view(-1)
    assert (view.turn, view.turn_player, view.phase) == (2, 1, "draw")
    table.do("phase", text="main1", by=1)


def test_alone_one_person_says_both_turns() -> None:
    table = Table(alone=True)
    table.do("turn").do("phase", text="main1").do("turn")
    assert table.view(0).turn_player == 0


def test_coins_and_dice_are_thrown_by_fate() -> None:
    table = Table()
    table.do("coin", amount=10).do("die", amount=10, by=1)
    coins = [told.word for told in table.told if told.kind == "coin"]
    dice = [told.amount for told in table.told if told.kind == "die"]
    assert len(coins) == len(dice) == 10
    assert set(coins) == {"heads", "tails"}
    assert set(dice) <= set(range(1, 7))
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("coin", amount=11))
    expect_malformed(lambda: table.do("die", amount=-1))


@pytest.mark.parametrize("word", SIGNALS)
def test_quick_words_change_nothing(word: str) -> None:
    table = Table()
    before = table.view(1)
    table.do("signal", text=word, by=1)
    assert table.view(1) == before
    assert (table.told[-1].kind, table.told[-1].seat, table.told[-1].word) == ("signal", 1, word)


def test_other_quick_words_are_for_the_chat() -> None:
    table = Table()
    expect_malformed(lambda: table.do("signal", text="hello"))


def test_there_are_no_other_gestures() -> None:
    table = Table(hand=["Sangan"])
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("pitch", "Sangan"))


@pytest.mark.parametrize("to", ["0:attic", "0:monster:5", "0:extra_monster:0", "-:monster:0"])
def test_there_are_no_other_places(to: str) -> None:
    table = Table(hand=["Sangan"])
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("move", "Sangan", to=to))
    expect_malformed(lambda: table.do("move", "Sangan"))
    expect_malformed(lambda: table.do("move", "Sangan", to="0:monster:-2"))
