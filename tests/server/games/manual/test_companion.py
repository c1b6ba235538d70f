"""The companion for cards on paper: Life, throws and turns by hand, and nothing else."""

from __future__ import annotations

import pytest

from facedown_server.games.manual.companion import CompanionTable
from facedown_server.refereeing.referee import Act, ByHand
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.manual import menus
from facedown_shared.protocol.gestures import Draw, GoToPhase, MakeToken, SearchDeck, Shuffle
from facedown_shared.tables.formats import COMPANION
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code, Illegal
from tests.server.games.manual.manual_table import Table, gesture, refusal_rule


def companion(*, alone: bool = False) -> Table:
    return Table(rules="companion", alone=alone, fillers=0)


def test_a_table_has_life_and_no_card() -> None:
    view = companion().view(-1)
    assert view.tallies == {"0:life": 8000, "1:life": 8000}
    assert (view.cards, view.piles, view.phase, view.turn) == ({}, {}, "", 1)


@pytest.mark.parametrize("life", [1, 20, 40, 999_999])
def test_both_begin_with_the_life_of_the_table(life: int) -> None:
    free = CompanionTable(COMPANION, Pool(()))
    list(free.start(Setup("companion", (Deck(), Deck()), life=life), RandomStreams(bytes(32))))
    assert free.state.tallies == {"0:life": life, "1:life": life}


def test_a_player_without_life_has_lost() -> None:
    table = companion()
    table.do("life", text="-7999", by=1)
    assert table.free.result() is None
    table.do("life", text="-2000", by=1)
    assert str(table.free.result()) == "0 lp"
    assert table.view(0).tallies["1:life"] == 0
    refusal_rule(Code.NOT_NOW, lambda: table.do("life", text="=8000", by=1))


def test_players_change_their_own_life_and_one_alone_that_of_both_sides() -> None:
    refusal_rule(Code.NOT_ALLOWED, lambda: companion().do("life", text="-500", seat=1))
    table = companion(alone=True)
    table.do("life", text="-500", seat=1).do("life", text="+100")
    assert table.view(-1).tallies == {"0:life": 8100, "1:life": 7500}


def test_turns_are_counted_and_coins_and_dice_thrown() -> None:
    table = companion()
    table.do("turn")
    refusal_rule(Code.NOT_YOUR_TURN, lambda: table.do("turn"))
    table.do("turn", by=1).do("coin", amount=2).do("die", by=1).do("signal", text="thinking")
    assert (table.view(0).turn, table.view(0).turn_player) == (3, 0)
    assert table.kinds() == ["turn", "turn", "coin", "coin", "die", "signal"]


@pytest.mark.parametrize(
    "other", [Draw(), Shuffle(), SearchDeck(), GoToPhase("main1"), gesture("token", token={"name": "A"})]
)
def test_what_needs_cards_is_refused(other: Draw | Shuffle | SearchDeck | GoToPhase | MakeToken) -> None:
    with pytest.raises(Illegal, match="no such"):
        companion().free.check(Act(0, ByHand(other)))


def test_the_menu_has_what_the_table_accepts_and_nothing_of_cards() -> None:
    table = companion()
    rows = menus.table_menu(table.view(0))
    assert [row.title for row in rows][:4] == ["Life…", "End the turn", "Toss a coin", "Roll a die"]
    assert {type(row.gesture) for row in rows} == set(CompanionTable.gestures)
    assert menus.pile_menu(table.view(0), Place(0, "deck")) == []
