"""Exchanging cards with the Side Deck: CLS-SIDE-02, CLS-SIDE-03."""

from __future__ import annotations

from facedown_client.data import deck_entries
from facedown_client.data.deck_editor import Part
from facedown_client.data.siding import SidingState
from facedown_client.model import card_catalogue
from facedown_shared.cards.facts import Facts
from facedown_shared.decks.decks import Deck
from tests.rules import rule


@rule("CLS-SIDE-02", "CLS-SIDE-03")
def test_the_parts_keep_their_sizes_and_the_cards_are_the_same() -> None:
    siding = SidingState(deck_entries.find_deck("synchro-xyz").deck, "master")
    out, into = siding.cards(Part.MAIN)[5], siding.cards(Part.SIDE)[2]
    siding.move_card(into, Part.SIDE, Part.MAIN)
    assert siding.reasons
    siding.move_card(out, Part.MAIN, Part.SIDE, place=5)
    assert not siding.reasons
    assert siding.new_indices(Part.MAIN) == {39}
    assert siding.new_indices(Part.SIDE) == {5}


def test_cards_go_to_where_they_belong_and_nowhere_else() -> None:
    siding = SidingState(deck_entries.find_deck("synchro-xyz").deck, "master")
    main, extra = siding.cards(Part.MAIN)[0], siding.cards(Part.EXTRA)[0]
    assert siding.other_part(main, Part.MAIN) is Part.SIDE
    assert siding.other_part(main, Part.SIDE) is Part.MAIN
    assert siding.other_part(extra, Part.SIDE) is Part.EXTRA
    assert siding.refuse_move(main, Part.MAIN, Part.EXTRA)
    assert siding.refuse_move(extra, Part.EXTRA, Part.MAIN)
    assert siding.refuse_move(main, Part.MAIN, None)
    assert not siding.refuse_move(extra, Part.EXTRA, Part.SIDE)


def test_a_card_that_only_the_server_knows_goes_to_where_it_belongs() -> None:
    told = Facts(code=900_004_001, name="Told Synchron", kinds=("monster", "synchro"))
    card_catalogue.note_sent_cards([told])
    siding = SidingState(Deck((1,), (2,), (told.code,)), "master")
    assert siding.other_part(told.code, Part.SIDE) is Part.EXTRA
    assert "Told Synchron" in siding.refuse_move(told.code, Part.SIDE, Part.MAIN)


def test_every_exchange_is_taken_back_also_that_all_was_taken_back() -> None:
    siding = SidingState(deck_entries.find_deck("synchro-xyz").deck, "master")
    siding.move_card(siding.cards(Part.MAIN)[0], Part.MAIN, Part.SIDE)
    changed = siding.after
    siding.reset()
    assert siding.after == siding.before
    siding.undo()
    assert siding.after == changed
    siding.undo()
    assert not siding.can_undo
