"""Piles by hand: draw, mill, search, look, excavate, return, shuffle, discard at random; who sees what."""

from __future__ import annotations

import pytest

from facedown_server.table import sight
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.games.manual.manual_table import FILLER, Table, expect_malformed, refusal_rule

TOP, NEXT, THIRD = "Sangan", "Kuriboh", "Celtic Guardian"


@rule("YGO-MOVE-01", "YGO-DECK-02", "VIS-44")
def test_a_draw_brings_the_top_card_to_the_hand_for_its_owner_alone() -> None:
    table = Table(deck=[TOP, NEXT, THIRD])
    table.do("draw", amount=2)
    assert table.names("0:hand") == [TOP, NEXT]
    card = table.card(TOP)
    assert (table.knows(0, card), table.knows(1, card), table.knows(PUBLIC_CLASS_INDEX, card)) == (
        True,
        False,
        False,
    )
    assert table.view(1).pile(0, "hand").count == 2
    cut = sight.redact(table.told[0], 1)
    assert (cut.kind, cut.code, cut.card) == ("draw", 0, 0)


@rule("YGO-MOVE-02")
def test_nothing_is_drawn_from_an_empty_deck() -> None:
    table = Table(fillers=1)
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("draw", amount=2))
    table.do("draw")
    assert "0 cards" in refusal_rule(Code.AGAINST_RULES, lambda: table.do("draw"))


@rule("YGO-MOVE-46", "VIS-30")
def test_milled_cards_are_open() -> None:
    table = Table(deck=[TOP, NEXT])
    table.do("mill", amount=2)
    assert table.names("0:graveyard") == [TOP, NEXT]
    assert table.knows(1, table.card(TOP))


@rule("YGO-BAN-09", "VIS-52")
def test_the_top_is_banished_face_down_for_its_owner_alone() -> None:
    table = Table(deck=[TOP])
    table.do("mill", to="0:banished", position="down")
    card = table.card(TOP)
    assert (table.knows(0, card), table.knows(1, card)) == (True, False)
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("mill", to="0:hand"))


# --- searching ----------------------------------------------------------------------------------------------


def begin_search() -> Table:
    """Return a table whose Deck is being searched."""
    table = Table(deck=[THIRD, TOP, NEXT])
    return table.do("search")


@rule("YGO-MOVE-03", "VIS-23", "CF-16")
def test_a_search_shows_the_owner_the_deck_by_name_and_nobody_else() -> None:
    table = begin_search()
    view = table.view(0)
    names = [facts.name for card in view.pile(0, "deck").handles if (facts := view.known_facts(card))]
    assert names == sorted([THIRD, TOP, NEXT, *[FILLER] * 6])
    for viewer in (1, PUBLIC_CLASS_INDEX):
        assert table.view(viewer).pile(0, "deck").handles == ()
        assert table.view(viewer).pile(0, "deck").count == 9
    kinds = [(row.seat, row.kind) for row in table.view(PUBLIC_CLASS_INDEX).waiting]
    assert kinds == [(0, "search"), (1, "by_hand")]


@rule("VIS-L08")
def test_the_order_of_a_deck_is_gone_once_it_is_looked_through() -> None:
    one, other = Table(deck=[TOP, NEXT, THIRD]), Table(deck=[THIRD, TOP, NEXT])
    assert one.do("search").names("0:deck") == other.do("search").names("0:deck")


@rule("YGO-MOVE-04", "YGO-DECK-06", "VIS-L05")
def test_closing_a_searched_deck_shuffles_it_and_cuts_every_handle() -> None:
    table = begin_search()
    handles = set(table.view(0).pile(0, "deck").handles)
    table.do("move", NEXT, to="0:hand").do("close")
    assert table.kinds()[-1] == "shuffle"
    assert table.view(0).pile(0, "deck").handles == ()
    assert not handles & set(table.view(0).pile(0, "hand").handles)
    table.do("search")
    assert not handles & set(table.view(0).pile(0, "deck").handles)


@rule("VIS-24", "VIS-25")
def test_what_is_found_is_known_to_others_where_it_lies_openly() -> None:
    table = begin_search()
    table.do("move", NEXT, to="0:hand").do("special_summon", THIRD, to="0:monster:0")
    assert not table.knows(1, table.card(NEXT))
    assert table.knows(1, table.card(THIRD))


@pytest.mark.parametrize("do", ["draw", "turn", "coin", "search", "shuffle", "look", "mill"])
def test_one_who_looks_through_a_deck_closes_it_first(do: str) -> None:
    table = begin_search()
    refusal_rule(Code.NOT_NOW, lambda: table.do(do))
    table.do("signal", text="thinking")
    table.do("coin", by=1)
    table.do("close")
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("close"))


def test_other_cards_wait_while_a_deck_is_open() -> None:
    table = begin_search()
    card = table.put_card(TOP, "0:monster:0")
    refusal_rule(Code.NOT_NOW, lambda: table.do("move", card, to="0:graveyard"))


def test_nobody_looks_through_the_other_players_deck() -> None:
    table = Table()
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("search", seat=1))
    Table(alone=True).do("search", seat=1)


# --- the top ------------------------------------------------------------------------------------------------


@rule("YGO-MOVE-58", "VIS-26")
def test_excavated_cards_are_open_to_all_until_they_are_hidden() -> None:
    table = Table(deck=[TOP, NEXT, THIRD])
    table.do("look", amount=2)
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        view = table.view(viewer)
        names = [facts.name for card in view.pile(0, "deck").handles if (facts := view.known_facts(card))]
        assert names == [TOP, NEXT]
    table.do("hide")
    assert all(table.view(viewer).pile(0, "deck").handles == () for viewer in (0, 1, PUBLIC_CLASS_INDEX))


@rule("YGO-MOVE-59", "CF-31")
def test_excavated_cards_put_on_the_bottom_are_not_shuffled() -> None:
    table = Table(deck=[TOP, NEXT, THIRD])
    table.do("look", amount=2)
    table.do("arrange", NEXT, TOP, position="bottom").do("hide")
    assert table.names("0:deck")[0] == THIRD
    assert table.names("0:deck")[-2:] == [NEXT, TOP]
    assert "shuffle" not in table.kinds()


@rule("VIS-27")
def test_the_top_looked_at_is_for_the_looker_alone_and_put_back_in_any_order() -> None:
    table = Table(deck=[TOP, NEXT, THIRD])
    table.do("look", amount=3, viewer=0)
    assert table.knows(0, table.card(TOP))
    assert table.view(1).pile(0, "deck").handles == ()
    assert sum(kind == "reveal" for kind in table.kinds()) == 3
    table.do("arrange", THIRD, TOP, NEXT).do("hide")
    assert table.names("0:deck")[:3] == [THIRD, TOP, NEXT]
    assert table.view(0).pile(0, "deck").handles == ()


def test_only_cards_seen_on_top_are_put_in_an_order() -> None:
    table = Table(deck=[TOP], hand=[NEXT])
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("arrange", NEXT))
    table.do("look", viewer=0)
    expect_malformed(lambda: table.do("arrange", TOP, position="shuffled"))


def test_a_shuffle_ends_what_was_seen_of_the_deck() -> None:
    table = Table(deck=[TOP, NEXT])
    table.do("look", amount=2).do("shuffle")
    assert table.view(1).pile(0, "deck").handles == ()
    assert not any(card.revealed for card in table.free.state.cards)


def test_a_looked_at_card_goes_where_the_effect_says() -> None:
    table = Table(deck=[TOP, NEXT])
    table.do("look", amount=2).do("move", NEXT, to="0:hand").do("hide")
    card = table.card(NEXT)
    assert (card.zone, table.knows(1, card)) == ("hand", False)


# --- revealing ----------------------------------------------------------------------------------------------


@rule("VIS-41", "VIS-L11", "YGO-HAND-09")
def test_a_shown_hand_card_is_open_until_hidden_and_then_another_card_to_others() -> None:
    table = Table(hand=[TOP, NEXT])
    card = table.card(TOP)
    table.do("reveal", card)
    handle = card.handles[1]
    assert table.knows(1, card)
    assert table.knows(PUBLIC_CLASS_INDEX, card)
    table.do("hide", card)
    assert not table.knows(1, card)
    table.do("reveal", card)
    assert card.handles[1] not in (0, handle)


@rule("VIS-17")
@pytest.mark.parametrize(("viewer", "known"), [(1, (True, False)), (-1, (True, True))])
def test_a_set_card_is_shown_to_one_or_to_all_and_stays_set(viewer: int, known: tuple[bool, bool]) -> None:
    table = Table()
    card = table.put_card("Trap Hole", "0:spell_trap:0", "down")
    table.do("reveal", card, viewer=viewer)
    assert (table.knows(1, card), table.knows(PUBLIC_CLASS_INDEX, card)) == known
    assert not card.face_up
    table.do("hide", card)
    assert not table.knows(1, card)


def test_what_is_not_shown_is_not_hidden_again() -> None:
    table = Table(hand=[TOP])
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("hide", TOP))
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("hide"))


# --- at random ----------------------------------------------------------------------------------------------


def test_a_random_discard_goes_to_the_graveyard() -> None:
    table = Table(hand=[TOP, NEXT, THIRD])
    table.do("random", amount=2)
    assert (table.count("0:hand"), table.count("0:graveyard")) == (1, 2)
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("random", amount=2))


@rule("VIS-L05")
def test_a_shuffled_hand_cannot_be_followed() -> None:
    table = Table(hand=[TOP, NEXT])
    handles = set(table.view(0).pile(0, "hand").handles)
    table.do("shuffle", text="hand")
    assert not handles & set(table.view(0).pile(0, "hand").handles)


# --- what cannot be followed --------------------------------------------------------------------------------


@rule("VIS-L04", "VIS-47")
def test_a_card_returned_to_the_hand_and_set_is_another_one_to_the_other_player() -> None:
    table = Table()
    card = table.put_card("Trap Hole", "0:spell_trap:0")
    before = card.handles[1]
    table.do("move", card, to="0:hand").do("move", card, to="0:spell_trap:1", position="down")
    assert card.handles[1] not in (0, before)
    assert not table.knows(1, card)


@rule("VIS-L02")
def test_between_open_places_everybody_follows() -> None:
    table = Table()
    card = table.put_card(TOP, "0:monster:0")
    handles = card.handles
    table.do("move", card, to="0:graveyard").do("special_summon", card, to="0:monster:3")
    assert card.handles == handles


@rule("VIS-L07")
def test_a_drawn_card_is_another_one_than_the_card_put_on_top() -> None:
    table = Table(hand=[TOP])
    card = table.card(TOP)
    before = card.handles[0]
    table.do("move", card, to="0:deck", position="top").do("draw")
    assert card.zone == "hand"
    assert card.handles[0] not in (0, before)


def test_nobody_moves_what_is_the_other_players_or_unknown() -> None:
    table = Table()
    theirs = table.put_card(TOP, "1:monster:0")
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("move", theirs, to="1:graveyard"))
    table.put_card(NEXT, "1:hand")
    refusal_rule(Code.NOT_NOW, lambda: table.do("move", NEXT, to="1:graveyard"))
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("draw", seat=1))
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("life", text="0", seat=1))
