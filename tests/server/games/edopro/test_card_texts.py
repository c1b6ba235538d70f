"""Names and texts in other languages: stored beside the edition, looked up by card and language."""

from __future__ import annotations

from pathlib import Path

import msgspec

from facedown_server.games.edopro import card_texts
from facedown_server.games.edopro.card_texts import TextFile
from facedown_shared.cards.facts import Facts
from tests.server.games.edopro.mini import CARDS, GUARD_PASSCODE, WALKER_PASSCODE

WALKS, GUARDS = CARDS[0], CARDS[3]


def test_a_card_is_said_in_a_language_that_was_kept_and_in_no_other(tmp_path: Path) -> None:
    path = tmp_path / "one.texts"
    card_texts.store_texts(
        path, {"zh_CN": {WALKER_PASSCODE: Facts(code=WALKER_PASSCODE, name="小小行者", text="它走。")}}
    )
    kept = TextFile(path)
    assert [*kept.languages] == ["zh_CN"]
    assert kept.translated_facts(WALKS, "zh_CN") == msgspec.structs.replace(
        WALKS, name="小小行者", text="它走。"
    )
    assert kept.translated_facts(WALKS, "de") is None
    assert kept.translated_facts(GUARDS, "zh_CN") is None


def test_another_picture_of_a_card_says_what_the_card_says(tmp_path: Path) -> None:
    path = tmp_path / "one.texts"
    card_texts.store_texts(path, {"zh_CN": {GUARD_PASSCODE: Facts(code=GUARD_PASSCODE, name="小小守卫")}})
    other = msgspec.structs.replace(GUARDS, code=900104, alias=GUARD_PASSCODE)
    said = TextFile(path).translated_facts(other, "zh_CN")
    assert said is not None
    assert (said.code, said.name) == (900104, "小小守卫")


def test_lines_are_said_in_the_readers_language_else_in_the_folders_own(tmp_path: Path) -> None:
    path = tmp_path / "one.texts"
    said: dict[str, dict[int, tuple[str, ...]]] = {
        "": {WALKER_PASSCODE: ("Walk", "Stay"), GUARD_PASSCODE: ("Guard",)},
        "zh_CN": {WALKER_PASSCODE: ("走", "留")},
    }
    card_texts.store_texts(
        path, {"zh_CN": {GUARD_PASSCODE: Facts(code=GUARD_PASSCODE, name="小小守卫")}}, said
    )
    kept = TextFile(path)
    assert [*kept.languages] == ["zh_CN"]
    assert kept.card_lines(WALKER_PASSCODE, "zh_CN") == ("走", "留")
    assert kept.card_lines(WALKER_PASSCODE, "de") == ("Walk", "Stay")
    assert kept.card_lines(GUARD_PASSCODE, "zh_CN") == ("Guard",)
    assert kept.card_lines(1, "zh_CN") == ()
    assert kept.translated_facts(WALKS, "zh_CN") is None
    assert TextFile(None).card_lines(WALKER_PASSCODE, "de") == ()


def test_without_a_file_nothing_is_said(tmp_path: Path) -> None:
    assert TextFile(None).translated_facts(WALKS, "zh_CN") is None
    assert TextFile(tmp_path / "none.texts").translated_facts(WALKS, "zh_CN") is None
