"""Decks from a player: ready ones, files, pastes; and sentences for what is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from facedown_client.data import deck_entries
from facedown_client.model import card_catalogue
from facedown_shared.decks import decks
from facedown_shared.text.errors import BadInput
from tests.shared.cards.databases import DatabaseCard, make

WRITE_SLOWLY = """
import sys, time
with open(sys.argv[1], "w") as pipe:
    for half in (sys.argv[2][:9], sys.argv[2][9:]):
        time.sleep(0.1)
        pipe.write(half)
        pipe.flush()
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["master", "classic"])
def test_every_format_has_ready_decks_it_allows(name: str) -> None:
    ready = deck_entries.ready(name)
    assert len(ready) >= 2
    assert all(deck.reasons(name) == [] for deck in ready)


def test_a_ydke_address_is_a_deck_wherever_one_is_named() -> None:
    yugi = deck_entries.find_deck("starter-yugi").deck
    assert deck_entries.find_deck(decks.to_ydke(yugi)).deck.main == yugi.main
    with pytest.raises(BadInput, match="ydke"):
        deck_entries.find_deck("ydke://broken")


def test_a_deck_is_found_by_name_and_by_path(tmp_path: Path) -> None:
    yugi = deck_entries.find_deck("starter-yugi")
    path = tmp_path / "mine.ydk"
    path.write_text(yugi.text, "utf-8")
    assert deck_entries.find_deck(str(path)).deck.main == yugi.deck.main
    assert deck_entries.find_deck(str(path)).title == "mine"


@pytest.mark.parametrize("text", ["#main\nnot a card\n", "ydke://broken", "", "x" * 30_000])
def test_what_is_no_deck_is_said_so(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        deck_entries.from_text(text)
    path = tmp_path / "bad.ydk"
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput):
        deck_entries.find_deck(str(path))


def test_files_that_are_none_are_named(tmp_path: Path) -> None:
    (tmp_path / "binary.ydk").write_bytes(b"\x89PNG\r\n\x00\x00\x01")
    for path in (tmp_path / "missing.ydk", tmp_path / "binary.ydk", tmp_path):
        with pytest.raises(BadInput) as refused:
            deck_entries.find_deck(str(path))
        assert str(path) in str(refused.value) or path.name in str(refused.value)


def test_a_folder_is_no_deck_and_no_name_at_all_gets_the_ready_ones(tmp_path: Path) -> None:
    """Seen to fail: `deck` alone was answered with ". cannot be read as a deck file."."""
    with pytest.raises(BadInput, match="is a folder; name a deck file in it"):
        deck_entries.find_deck(str(tmp_path))
    for nothing in ("", " "):
        with pytest.raises(BadInput, match=r"^Name a deck file, or a ready deck: .*starter-joey"):
            deck_entries.find_deck(nothing)


def test_a_pasted_deck_is_kept_under_a_safe_name() -> None:
    pasted = deck_entries.from_text(decks.to_ydke(deck_entries.find_deck("starter-joey").deck))
    kept = deck_entries.save_deck(pasted, "../../Salt / Road!")
    assert Path(kept.key).parent == deck_entries.own_folder()
    assert [deck.deck.main for deck in deck_entries.own()] == [pasted.deck.main]


def test_one_starts_with_the_last_deck_if_the_format_allows_it() -> None:
    assert deck_entries.default_deck("synchro-xyz", "master") == deck_entries.find_deck("synchro-xyz")
    classic = deck_entries.default_deck("synchro-xyz", "classic")
    assert classic is not None
    assert classic.reasons("classic") == []
    assert deck_entries.default_deck("/no/such/deck.ydk", "master") is not None
    assert deck_entries.default_deck("", "no such format") is None


def test_a_deck_lists_its_cards() -> None:
    lines = deck_entries.find_deck("starter-kaiba").card_lines()
    assert lines[0] == "Main Deck, 50"
    assert "1  Blue-Eyes White Dragon" in lines


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gbk"])
def test_a_file_in_any_encoding_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.ydk"
    path.write_bytes("#created by 某某玩家\r\n#main\r\n46986414\r\n!side\r\n83764719\r\n".encode(encoding))
    found = deck_entries.find_deck(str(path))
    assert found.deck.counts == (1, 0, 1)
    assert found.card_lines()[1] == "1  Dark Magician"
    assert found.card_lines()[-1] == "1  Monster Reborn", "another artwork of a bundled card is known"


def test_what_is_left_out_is_told_and_its_line_numbers_stay_for_the_server(tmp_path: Path) -> None:
    path = tmp_path / "mine.ydk"
    path.write_text("\n\n#main\n3x Dark Magician\n?\nUnheard Of\n", "utf-8")
    found = deck_entries.find_deck(str(path))
    assert found.omitted_sentences() == ["3 cards read, 2 lines not understood: 5 and 6."]
    again = decks.parse_deck(found.text)
    assert (again.deck.main, again.unread, again.has_names) == ((46986414,) * 3, (5, 6), False)


def test_names_are_found_in_every_language_of_the_players_databases(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(77, "Ember Squire"), DatabaseCard(78, "Ash Page")])
    (tmp_path / "config" / "languages" / "Deutsch").mkdir(parents=True)
    make(tmp_path / "config" / "languages" / "Deutsch" / "cards.cdb", [DatabaseCard(77, "Glutknappe")])
    card_catalogue.load_folder(str(tmp_path))
    try:
        found = deck_entries.from_text("2x ember squire\n1 Glutknappe\n3 黑魔导\nSide\nAsh-Page x2\n")
    finally:
        card_catalogue.load_folder("")
    assert found.deck.main == (77, 77, 77, 46986414, 46986414, 46986414)
    assert found.deck.side == (78, 78)
    assert not found.notes


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_deck_is_read_from_a_pipe_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: without a writer the client waited for ever."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(deck_entries, "PIPE_TIMEOUT_S", 0.1)
    with pytest.raises(BadInput, match=r"No deck came from .*pipe"):
        deck_entries.find_deck(str(pipe))
    monkeypatch.setattr(deck_entries, "PIPE_TIMEOUT_S", 20.0)
    for text, counts in (("#main\n46986414\n!side\n83764719\n", (1, 0, 1)), ("1 Sangan\n" * 9_000, None)):
        writer = subprocess.Popen([sys.executable, "-c", WRITE_SLOWLY, str(pipe), text])
        try:
            if counts is None:
                with pytest.raises(BadInput, match="pipe is too large"):
                    deck_entries.find_deck(str(pipe))
            else:
                assert deck_entries.find_deck(str(pipe)).deck.counts == counts
        finally:
            writer.wait(20)


def test_an_endless_file_is_not_read_as_a_deck() -> None:
    """Seen to fail: memory ran out."""
    if Path("/dev/zero").exists():
        with pytest.raises(BadInput, match="too large"):
            deck_entries.find_deck("/dev/zero")


@pytest.mark.parametrize("name", ["master", "classic", "genesys", "fab"])
def test_a_surprise_is_a_deck_that_the_format_allows(name: str) -> None:
    for _ in range(20):
        assert deck_entries.surprise(name).reasons(name) == []
    assert deck_entries.find_deck("surprise", name).key in [deck.key for deck in deck_entries.shelf(name)]


def test_a_surprise_is_another_deck_each_time() -> None:
    assert len({deck_entries.find_deck("surprise", "master").key for _ in range(60)}) > 3


def test_a_further_deck_is_found_by_its_name_and_no_table_begins_with_one() -> None:
    assert deck_entries.find_deck("council-of-fours").title == "Council of Fours"
    assert "council-of-fours" not in [deck.key for deck in deck_entries.ready()]
    assert deck_entries.shelf()[: len(deck_entries.ready())] == deck_entries.ready()


def test_decks_for_the_core_are_listed_where_it_plays_alone() -> None:
    plain, by_core = deck_entries.shelf("master"), deck_entries.shelf("master", by_core=True)
    assert len(by_core) == len(plain) + 20
    assert by_core[: len(plain)] == plain
    assert deck_entries.shelf("classic", by_core=True) == deck_entries.shelf("classic")
    assert deck_entries.find_deck("eyes-of-ice").display_about
    assert deck_entries.surprise("master", by_core=True) in by_core[len(plain) :]
    assert deck_entries.surprise("classic", by_core=True) in deck_entries.shelf("classic")
