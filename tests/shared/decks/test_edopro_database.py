"""Cards from databases in EDOPro's form, made for these tests: their facts, precedence, and what is
rejected.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts, bundled_pool
from facedown_shared.decks import banlists, decks
from facedown_shared.decks.edopro_database import MAX_LINE_LETTERS, picture_folders, read_database, read_lines
from facedown_shared.decks.foreign_lists import (
    detect_language,
    pool_with_folder,
    read_folder,
    read_folder_lines,
    read_folder_with_texts,
)
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.errors import BadInput, Code
from tests.shared.cards.databases import (  # fmt: skip
    EFFECT_FLAG,
    LINK_FLAG,
    MONSTER_FLAG,
    NORMAL_FLAG,
    PENDULUM_FLAG,
    QUICKPLAY_FLAG,
    SPELL_FLAG,
    TUNER_FLAG,
    XYZ_FLAG,
    DatabaseCard,
    make,
)
from tests.shared.reasons import check

HEAD = b"SQLite format 3\x00"


def read_card(folder: Path, card: DatabaseCard) -> Facts:
    (facts,) = read_database(make(folder / "cards.cdb", [card]))
    return facts


def test_an_effect_monster(tmp_path: Path) -> None:
    facts = read_card(
        tmp_path,
        DatabaseCard(
            5,
            "Sky Wyrm",
            MONSTER_FLAG | EFFECT_FLAG | TUNER_FLAG,
            1200,
            -2,
            3,
            "Does a thing.",
            sets=0x5D0043,
        ),
    )
    assert facts.kinds == ("monster", "effect", "tuner")
    assert (facts.level, facts.attack, facts.defense) == (3, 1200, UNKNOWN_STAT_POINTS)
    assert (facts.attribute, facts.race, facts.archetypes) == ("light", "dragon", (0x43, 0x5D))
    assert facts.text == "Does a thing."


def test_a_link_monster_has_arrows_and_no_defense(tmp_path: Path) -> None:
    facts = read_card(
        tmp_path, DatabaseCard(6, "Link Wyrm", MONSTER_FLAG | EFFECT_FLAG | LINK_FLAG, 1900, 0x80 | 0x1, 2)
    )
    assert (facts.link, facts.level, facts.defense) == (2, 0, None)
    assert facts.arrows == ("bottom_left", "top")


def test_an_xyz_monster_has_a_rank(tmp_path: Path) -> None:
    facts = read_card(tmp_path, DatabaseCard(7, "Xyz Wyrm", MONSTER_FLAG | EFFECT_FLAG | XYZ_FLAG, level=4))
    assert (facts.rank, facts.level) == (4, 0)


def test_a_pendulum_monster_has_two_texts_and_two_scales(tmp_path: Path) -> None:
    text = "[ Pendulum Effect ]\r\nScale words.\r\n" + "-" * 40 + "\r\n[ Monster Effect ]\r\nMonster words."
    facts = read_card(
        tmp_path,
        DatabaseCard(
            8, "Swing Wyrm", MONSTER_FLAG | EFFECT_FLAG | PENDULUM_FLAG, level=0x01080007, text=text
        ),
    )
    assert (facts.level, facts.scales) == (7, (1, 8))
    assert (facts.pendulum_text, facts.text) == ("Scale words.", "Monster words.")


def test_a_spell_has_no_numbers(tmp_path: Path) -> None:
    facts = read_card(
        tmp_path, DatabaseCard(9, "Quick Thought", SPELL_FLAG | QUICKPLAY_FLAG, 0, 0, 0, race=0, attribute=0)
    )
    assert facts.kinds == ("spell", "quickplay")
    assert (facts.attack, facts.defense, facts.race) == (None, None, "")


def test_databases_of_expansions_win_over_the_main_one(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Old name"), DatabaseCard(6, "Untouched")])
    make(tmp_path / "expansions" / "b.cdb", [DatabaseCard(5, "New name")])
    make(tmp_path / "expansions" / "a.cdb", [DatabaseCard(5, "Between"), DatabaseCard(7, "Added")])
    found = {facts.code: facts.name for facts in read_folder(tmp_path)}
    assert found == {5: "New name", 6: "Untouched", 7: "Added"}


def test_what_we_know_ourselves_stays_as_it_is(tmp_path: Path) -> None:
    known = bundled_pool().find_named("Dark Magician")
    assert known is not None
    make(
        tmp_path / "cards.cdb", [DatabaseCard(known.code, "Somebody else's words"), DatabaseCard(5, "Added")]
    )
    pool = pool_with_folder(bundled_pool(), str(tmp_path))
    assert pool[known.code] == known
    assert pool[5].name == "Added"


def test_an_alternate_art_counts_as_the_same_card_in_decks_and_banlists(tmp_path: Path) -> None:
    make(
        tmp_path / "cards.cdb",
        [
            DatabaseCard(100, "Twin", NORMAL_FLAG | MONSTER_FLAG),
            DatabaseCard(101, "Twin", NORMAL_FLAG | MONSTER_FLAG, alias=100),
        ],
    )
    pool = pool_with_folder(bundled_pool(), str(tmp_path))
    deck = decks.Deck(main=(100, 100, 101, 101))
    listed = banlists.parse_lists("!List\n100 1\n").lists["List"]
    reasons = " ".join(check(deck, FORMATS["master"], pool))
    assert "Twin is there 4 times; 3 copies" in reasons
    assert "Twin is there twice" not in reasons
    held = " ".join(check(decks.Deck(main=(100, 101)), FORMATS["master"], pool, listed))
    assert "Twin is there 2 times; the list List allows 1" in held


def test_pictures_of_expansions_come_first(tmp_path: Path) -> None:
    (tmp_path / "pics").mkdir()
    (tmp_path / "expansions" / "pics").mkdir(parents=True)
    assert picture_folders(tmp_path) == (tmp_path / "expansions" / "pics", tmp_path / "pics")


def test_a_folder_without_databases_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no cards\.cdb") as refused:
        read_folder(tmp_path)
    assert refused.value.code == Code.BAD_FILE


def test_another_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "cards.cdb"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE other (id)")
    with pytest.raises(BadInput, match="not a card database"):
        read_database(path)


def test_rows_that_are_no_cards_are_passed_over(tmp_path: Path) -> None:
    path = make(tmp_path / "cards.cdb", [DatabaseCard(5, "A card"), DatabaseCard(6, "Nothing", type=0)])
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO datas VALUES (7, 3, 0, 0, 1, 'many', 0, 4, 1, 1, 0)")
        database.execute("INSERT INTO texts VALUES (7, 'Words for numbers', '', '')")
    assert [facts.name for facts in read_database(path)] == ["A card"]


@given(some.binary(max_size=2_000), some.booleans())
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, looks_right: bool
) -> None:
    path = tmp_path_factory.mktemp("cdb") / "cards.cdb"
    path.write_bytes(HEAD * looks_right + data)
    with pytest.raises(BadInput, match=r"cards\.cdb"):
        read_database(path)


@given(some.integers(0, 8_191), some.binary(min_size=1, max_size=40))
def test_a_damaged_database_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, where: int, damage: bytes
) -> None:
    path = make(
        tmp_path_factory.mktemp("cdb") / "cards.cdb", [DatabaseCard(n, f"Card {n}") for n in range(1, 30)]
    )
    data = bytearray(path.read_bytes())
    data[where : where + len(damage)] = damage
    path.write_bytes(data)
    try:
        found = read_database(path)
    except BadInput:
        return
    assert all(facts.kinds for facts in found)


def test_a_database_in_another_language_says_names_and_texts_and_changes_no_card(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm"), DatabaseCard(6, "Sea Wyrm")])
    make(tmp_path / "expansions" / "more.cdb", [DatabaseCard(6, "Sea Wyrm", attack=1600)])
    make(
        tmp_path / "expansions" / "zh.cdb",
        [DatabaseCard(5, "天空龙", attack=9999), DatabaseCard(7, "大地龙")],
    )
    make(tmp_path / "repositories" / "delta" / "delta.cdb", [DatabaseCard(8, "Fire Wyrm")])
    make(
        tmp_path / "config" / "languages" / "Chinese" / "cards.cdb", [DatabaseCard(6, "海洋龙", text="水。")]
    )
    make(tmp_path / "config" / "languages" / "Deutsch" / "cards.cdb", [DatabaseCard(5, "Himmelswyrm")])
    found = read_folder_with_texts(tmp_path)
    cards = {facts.code: (facts.name, facts.attack) for facts in found.cards}
    assert cards == {
        5: ("Sky Wyrm", 1500), 6: ("Sea Wyrm", 1600), 7: ("大地龙", 1500), 8: ("Fire Wyrm", 1500)
    }  # fmt: skip
    said = {
        language: {code: facts.name for code, facts in rows.items()} for language, rows in found.texts.items()
    }
    assert said == {"zh_CN": {5: "天空龙", 6: "海洋龙", 7: "大地龙"}, "de": {5: "Himmelswyrm"}}
    assert found.texts["zh_CN"][6].text == "水。"


def write_sentences(path: Path, code: int, *lines: str) -> None:
    """Write these lines as the sentences of a card."""
    with closing(sqlite3.connect(path)) as database, database:
        names = {row[1] for row in database.execute("PRAGMA table_info(texts)")}
        for number, line in enumerate(lines, 1):
            if f"str{number}" not in names:
                database.execute(f"ALTER TABLE texts ADD COLUMN str{number} TEXT")
            database.execute(f"UPDATE texts SET str{number} = ? WHERE id = ?", (line, code))  # noqa: S608


def test_lines_of_cards_are_read_as_far_as_there_are_any(tmp_path: Path) -> None:
    path = make(
        tmp_path / "cards.cdb",
        [DatabaseCard(5, "Sky Wyrm"), DatabaseCard(6, "Sea Wyrm"), DatabaseCard(7, "Rock")],
    )
    write_sentences(path, 5, "Draw a card", "", "Gain\r\n 500  LP", "")
    write_sentences(path, 6, "x" * 1_000)
    found = read_lines(path)
    assert found == {5: ("Draw a card", "", "Gain 500 LP"), 6: ("x" * MAX_LINE_LETTERS,)}


def test_lines_are_kept_by_language_those_of_the_main_one_under_none(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm"), DatabaseCard(6, "Sea Wyrm")])
    make(tmp_path / "expansions" / "zh.cdb", [DatabaseCard(5, "天空龙")])
    make(tmp_path / "config" / "languages" / "Deutsch" / "cards.cdb", [DatabaseCard(5, "Himmelswyrm")])
    write_sentences(tmp_path / "cards.cdb", 5, "Draw a card")
    write_sentences(tmp_path / "cards.cdb", 6, "Swim")
    write_sentences(tmp_path / "expansions" / "zh.cdb", 5, "抽一张卡")
    write_sentences(tmp_path / "config" / "languages" / "Deutsch" / "cards.cdb", 5, "Ziehe eine Karte")
    assert read_folder_lines(tmp_path, read_folder_with_texts(tmp_path).language) == {
        "": {5: ("Draw a card",), 6: ("Swim",)}, "zh_CN": {5: ("抽一张卡",)}, "de": {5: ("Ziehe eine Karte",)}
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "language"), [("Sky Wyrm", "en"), ("天空龙", "zh_CN"), ("スカイ竜", "ja"), ("하늘 용", "ko")]
)
def test_a_language_is_known_by_its_letters(name: str, language: str) -> None:
    assert detect_language([Facts(code=1, name=name)]) == language


def test_pictures_lie_in_expansions_and_in_what_edopro_fetches_too(tmp_path: Path) -> None:
    for place in ("pics", "expansions/pics", "repositories/delta/pics"):
        (tmp_path / place).mkdir(parents=True)
    assert [folder.parent.name for folder in picture_folders(tmp_path)][:2] == ["expansions", "delta"]
    assert picture_folders(tmp_path)[-1] == tmp_path / "pics"
