"""The price of a deck in the editor where cards cost points, and the numbers on its cards."""

from __future__ import annotations

from facedown_client.data.deck_editor import DeckEditor
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import Deck, ready_decks

DECK = ready_decks()["synchro-xyz"].deck
CARD = DECK.main[0]
POINTS = Limits("G", points={CARD: 60}, point_cap=50)
FORBIDS = Limits("L", {CARD: 0})


def test_the_editor_sums_points_and_says_what_a_card_costs() -> None:
    editing = DeckEditor(Deck((CARD,), (), (CARD,)), "genesys", POINTS)
    assert editing.cost == (120, 50)
    assert (editing.mark(CARD), editing.mark(DECK.main[-1])) == (60, None)
    assert any("costs 120 points; 50 are allowed" in why for why in editing.problems)
    assert not editing.excess


def test_where_cards_cost_points_a_forbidden_list_counts_for_nothing() -> None:
    editing = DeckEditor(DECK, "genesys", FORBIDS)
    assert (editing.cost, editing.mark(CARD), editing.allowed_copies(CARD)) == ((0, 100), None, 3)
    assert editing.problems == []


def test_elsewhere_cards_cost_nothing() -> None:
    editing = DeckEditor(DECK, "master", FORBIDS)
    assert (editing.cost, editing.mark(CARD)) == (None, 0)
    assert DeckEditor(DECK, "master", POINTS).problems == []
