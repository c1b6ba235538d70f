"""The deck box: finding, copying, renaming, deleting and restoring decks."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from facedown_client.data import deck_entries
from facedown_client.data.deck_box import DeckBox
from facedown_shared.text.errors import BadInput


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    return tmp_path


def box(*titles: str) -> DeckBox:
    """Return a box with these own decks, the last one chosen."""
    made = DeckBox()
    for title in titles:
        made.add(deck_entries.from_deck(deck_entries.find_deck("starter-yugi").deck, title))
    return made


def test_own_decks_come_first_and_the_one_used_last_is_chosen() -> None:
    box("Salt Road", "Amber")
    made = DeckBox("starter-joey")
    assert [deck.title for deck in made.decks[:2]] == ["Amber", "Salt Road"]
    assert made.chosen.key == "starter-joey"
    assert DeckBox("gone").chosen.title == "Amber"


def test_a_search_finds_titles_and_cards_and_keeps_the_choice() -> None:
    made = box("Salt Road")
    made.words = "kiln"
    assert [deck.title for deck in made.matching_decks] == ["Kiln and Hammer"]
    assert made.chosen_index == -1
    assert made.chosen.title == "Salt Road"
    made.words = "stardust DRAGON"
    found = made.matching_decks
    assert "synchro-xyz" in [deck.key for deck in found]
    assert all("stardust dragon" in " ".join(deck.card_lines()).casefold() for deck in found)
    assert len(found) < len(made.decks)
    made.words = "no such card"
    assert made.matching_decks == []


def test_copies_are_numbered_and_nothing_is_overwritten() -> None:
    made = box("Salt Road")
    assert made.add(made.chosen).title == "Salt Road 2"
    assert made.add(made.chosen).title == "Salt Road 2 2"
    made.key = "starter-yugi"
    assert made.add(made.chosen).deck.parts == deck_entries.find_deck("starter-yugi").deck.parts
    assert made.is_own


def test_a_new_name_keeps_the_cards_and_never_takes_anothers_place() -> None:
    made = box("Salt Road", "Amber")
    before = made.chosen.deck.parts
    assert made.rename("Salt Road").title == "Salt Road 2"
    assert made.chosen.deck.parts == before
    assert made.rename("Salt Road 2").title == "Salt Road 2", "its own name is free"
    assert made.rename("a/b: c?").title == "ab c"


def test_a_ready_deck_is_neither_renamed_nor_deleted() -> None:
    made = DeckBox("starter-yugi")
    with pytest.raises(BadInput, match="cannot be renamed"):
        made.rename("Mine")
    with pytest.raises(BadInput, match="cannot be deleted"):
        made.delete()


def test_deleted_decks_come_back_last_first() -> None:
    made = box("Amber", "Birch", "Cedar")
    assert made.delete() == "Cedar"
    made.key = next(deck.key for deck in made.decks if deck.title == "Amber")
    assert made.delete() == "Amber"
    assert [deck.title for deck in deck_entries.own()] == ["Birch"]
    assert made.chosen.title == "Birch", "what stood below is chosen"
    assert made.last_deleted == "Amber"
    box("Amber")
    assert made.undo() == "Amber 2"
    assert made.undo() == "Cedar"
    assert made.undo() == ""
    assert [deck.title for deck in deck_entries.own()] == ["Amber", "Amber 2", "Birch", "Cedar"]


def test_files_that_come_and_go_are_seen(home: Path) -> None:
    made = box("Amber")
    assert not made.has_changed()
    (home / "decks" / "Birch.ydk").write_text(made.chosen.text, encoding="utf-8")
    assert made.has_changed()
    assert [deck.title for deck in made.decks[:2]] == ["Amber", "Birch"]
    (home / "decks" / "Amber.ydk").unlink()
    assert made.has_changed()
    assert made.chosen.title == "Birch"


def test_decks_stand_game_by_game_the_one_played_last_first() -> None:
    made = box("Salt Road")
    made.add(deck_entries.from_deck(deck_entries.find_deck("kiln-and-hammer").deck, "Aardvark"))
    assert DeckBox().chosen.title == "Salt Road"
    assert DeckBox(game="fab").chosen.title == "Aardvark"
    for game in ("master", "fab"):
        games = [deck.game.card_kinds for deck in DeckBox(game=game).decks]
        assert sum(one != after for one, after in pairwise(games)) == 1, "no game is mixed into another"


def test_every_ready_deck_is_listed() -> None:
    listed = {deck.key for deck in DeckBox().decks}
    assert {deck.key for deck in deck_entries.shelf()} <= listed
    assert len(listed) >= 40
