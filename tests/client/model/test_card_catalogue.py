"""The cards a client knows by itself: every_game, EDOPro's, named by the player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from facedown_client.data import deck_entries
from facedown_client.model import card_catalogue, data_folder
from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.decks import flesh_and_blood_cards
from facedown_shared.decks.card_search import CardSearch
from facedown_shared.text.errors import BadInput
from facedown_shared.text.language import ENGLISH, set_language, use_language
from tests.shared.cards.databases import DatabaseCard, make


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    card_catalogue._listed.clear()
    card_catalogue._pools.clear()
    yield
    for name in ("names.json", "cards.json"):
        (data_folder.home() / name).unlink(missing_ok=True)
    for sent in (card_catalogue._listed, card_catalogue._told, card_catalogue._lines):
        sent.clear()
    card_catalogue.load_folder("")


def test_an_edopro_folder_teaches_its_cards_and_pictures(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    (tmp_path / "pics").mkdir()
    card_catalogue.load_folder(str(tmp_path))
    assert card_catalogue.cards()[5].name == "Sky Wyrm"
    assert tmp_path / "pics" in card_catalogue.pictures(str(tmp_path))
    card_catalogue.load_folder("")
    assert 5 not in card_catalogue.cards()


def test_a_folder_of_pictures_teaches_nothing_and_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "46986414.JPG").touch()
    card_catalogue.load_folder(str(tmp_path))
    assert len(card_catalogue.cards()) == len(every_game())


def test_a_folder_without_cards_and_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(BadInput, match=r"neither cards \(cards\.cdb\) nor pictures"):
        card_catalogue.load_folder(str(tmp_path))


def test_a_folder_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    card_catalogue.load_folder(str(tmp_path))
    with pytest.raises(BadInput, match="no folder"):
        card_catalogue.load_folder(str(tmp_path / "elsewhere"))
    assert 5 in card_catalogue.cards()


def test_a_card_nobody_knows_gets_a_name_and_keeps_it(tmp_path: Path) -> None:
    card_catalogue.name_card(77, "  Grandpa's Card ")
    assert card_catalogue.cards()[77].name == "Grandpa's Card"
    make(tmp_path / "cards.cdb", [DatabaseCard(77, "Its real name")])
    card_catalogue.load_folder(str(tmp_path))
    assert card_catalogue.cards()[77].name == "Its real name"
    card_catalogue.load_folder("")
    assert card_catalogue.cards()[77].name == "Grandpa's Card"
    card_catalogue.name_card(77, "")
    assert 77 not in card_catalogue.cards()


def test_broken_names_count_as_none() -> None:
    (data_folder.home() / "names.json").write_text("{not json")
    assert card_catalogue.own_names() == []


def test_a_pasted_list_is_remembered_with_its_colours() -> None:
    deck_entries.save_deck(
        deck_entries.from_text("3 Ash Rain (red)\n1 Gull Knife", format_name="fab"), "Rain"
    )
    (told,) = card_catalogue.own_cards()
    assert (told.name, told.extra) == ("Ash Rain (red)", {"color": "red", "pitch": 1})
    assert card_catalogue.cards()[told.code] == told
    assert [
        facts.extra for message in card_catalogue.facts_messages([told.code]) for facts in message.facts
    ] == [told.extra]


def test_what_is_typed_in_replaces_what_a_list_said() -> None:
    listed = deck_entries.from_text("3 Ash Rain (red)", format_name="fab").listed
    assert card_catalogue.own_cards() == [], "to look at a list keeps nothing"
    card_catalogue.store_listed_cards(listed)
    typed = flesh_and_blood_cards.card_from_input(
        "Ash Rain", "red", ("action", "attack"), cost=2, power=6, defense=3
    )
    card_catalogue.store_cards([typed])
    assert card_catalogue.own_cards() == [typed]
    card_catalogue.load_folder("")
    assert card_catalogue.cards()[typed.code].attack == 6


def test_cards_are_called_as_in_the_players_database_where_another_language_is_spoken(tmp_path: Path) -> None:
    """The numbers on them stay ours."""
    code = 46986414
    make(tmp_path / "cards.cdb", [DatabaseCard(code, "黑魔术师", attack=1)])
    card_catalogue.load_folder(str(tmp_path))
    assert card_catalogue.card_name(code) == "Dark Magician"
    set_language("zh_CN")
    try:
        card_catalogue.load_folder(str(tmp_path))
        told = Facts(code=code, name="Dark Magician", text="told by a server")
        assert (card_catalogue.card_name(code), card_catalogue.in_own_language(told).name) == (
            "黑魔术师",
            "黑魔术师",
        )
        assert card_catalogue.cards()[code].attack == 2500
    finally:
        set_language(ENGLISH)
        card_catalogue.load_folder("")
    assert card_catalogue.card_name(code) == "Dark Magician"


@pytest.fixture
def chinese_language() -> Iterator[None]:
    set_language("zh_CN")
    yield
    set_language(ENGLISH)


@pytest.mark.usefixtures("chinese_language")
def test_the_cards_of_the_program_are_told_in_the_players_language(tmp_path: Path) -> None:
    stardust = card_catalogue.cards()[44508094]
    assert stardust.name == "星尘龙"
    assert stardust.text.startswith("素材：调整")
    assert card_catalogue.in_own_language(every_game()[44508094]) == stardust
    set_language(ENGLISH)
    assert card_catalogue.cards()[44508094].name == "Stardust Dragon"


@pytest.mark.usefixtures("chinese_language")
def test_what_the_players_database_says_in_that_language_comes_first(tmp_path: Path) -> None:
    make(
        tmp_path / "cards.cdb", [DatabaseCard(44508094, "星尘龙甲"), DatabaseCard(46986414, "Dark Magician")]
    )
    card_catalogue.load_folder(str(tmp_path))
    assert card_catalogue.card_name(44508094) == "星尘龙甲"
    assert card_catalogue.card_name(46986414) == "黑魔导"


@pytest.mark.usefixtures("chinese_language")
def test_a_card_is_found_by_its_english_name_too() -> None:
    found = [facts.name for facts in CardSearch("stardust").matching_cards(card_catalogue.cards())]
    assert found == ["星尘龙"]


def test_a_folder_says_its_cards_in_the_language_in_use_before_the_server_does(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    make(
        tmp_path / "config" / "languages" / "Chinese" / "cards.cdb",
        [DatabaseCard(5, "天空龙", text="它飞。")],
    )
    card_catalogue.load_folder(str(tmp_path))
    told = Facts(code=5, name="Sky Wyrm", text="It flies.")
    with use_language(["zh_CN"]):
        card_catalogue.note_sent_cards([Facts(code=5, name="别的名字"), Facts(code=6, name="海洋龙")])
        assert (card_catalogue.in_own_language(told).name, card_catalogue.in_own_language(told).text) == (
            "天空龙",
            "它飞。",
        )
        assert card_catalogue.card_name(6) == "海洋龙"
        assert card_catalogue.in_own_language(Facts(code=6, name="Sea Wyrm")).name == "海洋龙"
    assert card_catalogue.in_own_language(told) == told
    assert card_catalogue.card_name(6) == "passcode 6"


def test_what_a_server_said_is_printed_is_nothing_that_the_player_knows() -> None:
    card_catalogue.note_sent_cards([Facts(code=777, name="Told Wyrm")])
    assert card_catalogue.card_name(777) == "Told Wyrm"
    assert 777 not in card_catalogue.cards()
    assert [*card_catalogue.facts_messages([777])] == []


def test_of_the_cards_that_a_server_prints_the_latest_are_kept() -> None:
    """Seen to fail: a hostile server filled the memory of a terminal, 491 MB in half a minute."""
    most = card_catalogue.MAX_SENT_CARDS
    card_catalogue.note_sent_cards([Facts(code=1, name="Wyrm"), Facts(code=2, name="Drake")])
    for first in range(10, 10 + 2 * most, most // 2):
        codes = range(first, first + most // 2)
        lines = dict.fromkeys(codes, ("Draw 1 card?",)) | {7: ("y" * card_catalogue.MAX_SENT_CARD_LETTERS,)}
        card_catalogue.note_sent_cards([Facts(code=code, name=f"Card {code}") for code in codes], lines)
        card_catalogue.note_sent_cards([Facts(code=1, name="Wyrm")])
    known = [code for code in range(10 + 2 * most) if card_catalogue.find_facts(code)]
    assert len(known) <= most
    assert card_catalogue.card_name(1) == "Wyrm", "it was sent again and again"
    assert card_catalogue.card_name(2) == "passcode 2"
    assert card_catalogue.card_name(9 + 2 * most) == f"Card {9 + 2 * most}"
    assert card_catalogue.sent_lines(9 + 2 * most) == ("Draw 1 card?",)
    assert card_catalogue.sent_lines(10) == card_catalogue.sent_lines(7) == ()
    card_catalogue.note_sent_cards(
        [Facts(code=3, name="Long", text="x" * card_catalogue.MAX_SENT_CARD_LETTERS)]
    )
    assert card_catalogue.find_facts(3) is None
