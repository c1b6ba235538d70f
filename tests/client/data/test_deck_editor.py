"""Changing a deck, finding cards for it, and the chances of drawing one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_client.data import deck_entries
from facedown_client.data.deck_editor import DeckEditor, Part
from facedown_client.model import card_catalogue
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.card_search import CardSearch
from facedown_shared.decks.decks import Deck

ELF = next(facts.code for facts in bundled_pool() if facts.name == "Gemini Elf")
TALKER = next(facts.code for facts in bundled_pool() if facts.name == "Decode Talker")


def test_cards_go_where_they_belong() -> None:
    editing = DeckEditor(Deck())
    editing.add(ELF)
    editing.add(TALKER)
    editing.add(ELF, Part.SIDE)
    assert editing.deck == Deck((ELF,), (TALKER,), (ELF,))


def test_every_change_is_taken_back() -> None:
    editing = DeckEditor(deck_entries.find_deck("synchro-xyz").deck)
    start = editing.deck.parts
    editing.sort()
    for _ in range(3):
        editing.add(ELF, Part.MAIN)
    editing.remove(ELF, Part.MAIN)
    assert editing.is_changed
    while editing.can_undo:
        editing.undo()
    assert editing.deck.parts == start
    assert not editing.is_changed


def test_saving_is_remembered() -> None:
    editing = DeckEditor(Deck())
    editing.add(ELF)
    editing.mark_saved()
    assert not editing.is_changed
    editing.undo()
    assert editing.is_changed


def test_what_is_wrong_is_said_and_which_cards() -> None:
    editing = DeckEditor(Deck(), "classic")
    for _ in range(5):
        editing.add(ELF, Part.MAIN)
    assert editing.excess == {ELF: 2}
    assert any("Gemini Elf" in problem for problem in editing.problems)
    assert any("at least 40" in problem for problem in editing.problems)


def test_a_ready_deck_has_nothing_wrong() -> None:
    assert DeckEditor(deck_entries.find_deck("starter-yugi").deck, "classic").problems == []


@given(
    st.lists(
        st.tuples(st.sampled_from(("add", "remove", "undo")), st.sampled_from(list(Part))),
        max_size=30,
    )
)
def test_no_card_comes_from_nowhere(done: list[tuple[str, Part]]) -> None:
    editing = DeckEditor(Deck((ELF,)))
    for act, part in done:
        if act == "undo":
            editing.undo()
        else:
            getattr(editing, act)(ELF, part)
    assert set(editing.deck.cards) <= {ELF}


@pytest.mark.parametrize(
    ("search", "name"),
    [
        (CardSearch("gemini"), "Gemini Elf"),
        (CardSearch("destroy spell", frozenset({"spell"})), "Mystical Space Typhoon"),
        (CardSearch(marks=frozenset({"dark"}), levels=(7, 7)), "Dark Magician"),
        (CardSearch(attack=3000, defense=2500), "Blue-Eyes White Dragon"),
        (CardSearch(str(TALKER)), "Decode Talker"),
    ],
)
def test_a_search_finds_what_fits(search: CardSearch, name: str) -> None:
    found = [facts.name for facts in search.matching_cards(card_catalogue.cards())]
    assert name in found
    assert len(found) < len(bundled_pool())


def test_names_that_begin_so_come_first_and_tokens_never() -> None:
    found = CardSearch("dark").matching_cards(card_catalogue.cards())
    assert found[0].name.startswith("Dark")
    assert not any("token" in facts.kinds for facts in CardSearch().matching_cards(card_catalogue.cards()))


def test_chances_are_those_of_drawing_without_putting_back() -> None:
    editing = DeckEditor(Deck((ELF,) * 3 + (TALKER + 1,) * 37))
    assert editing.odds(ELF, 5) == pytest.approx(0.3376, abs=1e-4)
    assert editing.odds(TALKER, 5) == 0
    assert DeckEditor(Deck((ELF,))).odds(ELF, 5) == 1
    assert editing.opening_draws(3) == 7
    assert DeckEditor(Deck(), "classic").opening_draws(1) == 6
