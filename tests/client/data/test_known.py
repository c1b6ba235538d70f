"""What a client knows of cards by itself: every_game, EDOPro's, named by the player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.data import deckbox, folder, known
from client.data.searching import CardSearch
from shared.cards import flesh_and_blood
from shared.cards.facts import Facts, every_game
from shared.errors import BadInput
from shared.language import ENGLISH, speak, speaking
from tests.shared.cards.databases import DatabaseCard, make


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    known.forget_listed()
    yield
    for name in ("names.json", "cards.json"):
        (folder.home() / name).unlink(missing_ok=True)
    known.forget_listed()
    known.learn("")


def test_an_edopro_folder_teaches_its_cards_and_pictures(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    (tmp_path / "pics").mkdir()
    known.learn(str(tmp_path))
    assert known.cards()[5].name == "Sky Wyrm"
    assert tmp_path / "pics" in known.pictures(str(tmp_path))
    known.learn("")
    assert 5 not in known.cards()


def test_a_folder_of_pictures_teaches_nothing_and_is_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "46986414.JPG").touch()
    known.learn(str(tmp_path))
    assert len(known.cards()) == len(every_game())


def test_a_folder_without_cards_and_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(BadInput, match=r"neither cards \(cards\.cdb\) nor pictures"):
        known.learn(str(tmp_path))


def test_a_folder_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    known.learn(str(tmp_path))
    with pytest.raises(BadInput, match="no folder"):
        known.learn(str(tmp_path / "elsewhere"))
    assert 5 in known.cards()


def test_a_card_nobody_knows_gets_a_name_and_keeps_it(tmp_path: Path) -> None:
    known.name_card(77, "  Grandpa's Card ")
    assert known.cards()[77].name == "Grandpa's Card"
    make(tmp_path / "cards.cdb", [DatabaseCard(77, "Its real name")])
    known.learn(str(tmp_path))
    assert known.cards()[77].name == "Its real name"
    known.learn("")
    assert known.cards()[77].name == "Grandpa's Card"
    known.name_card(77, "")
    assert 77 not in known.cards()


def test_broken_names_count_as_none() -> None:
    (folder.home() / "names.json").write_text("{not json")
    assert known.own_names() == []


def test_a_pasted_list_is_remembered_with_its_colours() -> None:
    deckbox.keep(deckbox.from_text("3 Ash Rain (red)\n1 Gull Knife", format_name="fab"), "Rain")
    (told,) = known.own_cards()
    assert (told.name, told.extra) == ("Ash Rain (red)", {"color": "red", "pitch": 1})
    assert known.cards()[told.code] == told
    assert [facts.extra for message in known.tellings([told.code]) for facts in message.facts] == [told.extra]


def test_what_is_typed_in_replaces_what_a_list_said() -> None:
    listed = deckbox.from_text("3 Ash Rain (red)", format_name="fab").listed
    assert known.own_cards() == [], "to look at a list keeps nothing"
    known.keep_listed(listed)
    typed = flesh_and_blood.typed("Ash Rain", "red", ("action", "attack"), cost=2, power=6, defense=3)
    known.keep_cards([typed])
    assert known.own_cards() == [typed]
    known.learn("")
    assert known.cards()[typed.code].attack == 6


def test_cards_are_called_as_in_the_players_database_where_another_language_is_spoken(tmp_path: Path) -> None:
    """The numbers on them stay ours."""
    code = 46986414
    make(tmp_path / "cards.cdb", [DatabaseCard(code, "黑魔术师", attack=1)])
    known.learn(str(tmp_path))
    assert known.called(code) == "Dark Magician"
    speak("zh_CN")
    try:
        known.learn(str(tmp_path))
        told = Facts(code=code, name="Dark Magician", text="told by a server")
        assert (known.called(code), known.in_own_language(told).name) == ("黑魔术师", "黑魔术师")
        assert known.cards()[code].attack == 2500
    finally:
        speak(ENGLISH)
        known.learn("")
    assert known.called(code) == "Dark Magician"


@pytest.fixture
def chinese() -> Iterator[None]:
    speak("zh_CN")
    yield
    speak(ENGLISH)


@pytest.mark.usefixtures("chinese")
def test_the_cards_of_the_program_are_told_in_the_players_language(tmp_path: Path) -> None:
    stardust = known.cards()[44508094]
    assert stardust.name == "星尘龙"
    assert stardust.text.startswith("素材：调整")
    assert known.in_own_language(every_game()[44508094]) == stardust
    speak(ENGLISH)
    assert known.cards()[44508094].name == "Stardust Dragon"


@pytest.mark.usefixtures("chinese")
def test_what_the_players_database_says_in_that_language_comes_first(tmp_path: Path) -> None:
    make(
        tmp_path / "cards.cdb", [DatabaseCard(44508094, "星尘龙甲"), DatabaseCard(46986414, "Dark Magician")]
    )
    known.learn(str(tmp_path))
    assert known.called(44508094) == "星尘龙甲"
    assert known.called(46986414) == "黑魔导"


@pytest.mark.usefixtures("chinese")
def test_a_card_is_found_by_its_english_name_too() -> None:
    found = [facts.name for facts in CardSearch("stardust").find()]
    assert found == ["星尘龙"]


def test_a_folder_says_its_cards_in_the_language_in_use_before_the_server_does(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm")])
    make(
        tmp_path / "config" / "languages" / "Chinese" / "cards.cdb",
        [DatabaseCard(5, "天空龙", text="它飞。")],
    )
    known.learn(str(tmp_path))
    told = Facts(code=5, name="Sky Wyrm", text="It flies.")
    with speaking(["zh_CN"]):
        known.hear([Facts(code=5, name="别的名字"), Facts(code=6, name="海洋龙")])
        assert (known.in_own_language(told).name, known.in_own_language(told).text) == ("天空龙", "它飞。")
        assert known.called(6) == "海洋龙"
        assert known.in_own_language(Facts(code=6, name="Sea Wyrm")).name == "海洋龙"
    assert known.in_own_language(told) == told
    assert known.called(6) == "passcode 6"


def test_what_a_server_said_is_printed_is_nothing_that_the_player_knows() -> None:
    known.hear([Facts(code=777, name="Told Wyrm")])
    assert known.called(777) == "Told Wyrm"
    assert 777 not in known.cards()
    assert [*known.tellings([777])] == []
