"""The comparison of deck files with the plain parser, and that both parse random files alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.decks.decks import Deck, parse_deck
from facedown_shared.text.errors import BadInput
from tests.shared.cards.plain_reader import read_plainly
from tools.deck_files import ALIKE, DIFFERENT, EMPTY, PARTLY, REFUSED, compare
from tools.deck_files import main as compare_folders

GOOD = b"\xef\xbb\xbf#created by x\r\n#main\r\n46986414\r\n#extra\r\n!side\r\n83764718\r\n"

lines = st.sampled_from(
    ["#main", "#extra", "!side", " #MAIN ", "!Side", "#spare", "!desc", "# two words", "$46986414$", "",
     "word", "0", "4294967296", "46986414", "0089631139", " 83764718 "]
) | st.integers(1, 2**32 - 1).map(str)  # fmt: skip


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (GOOD, ALIKE, ""),
        (GOOD.decode("utf-8-sig").encode("utf-16"), ALIKE, ""),
        (b"#main\n#extra\n!side\n", EMPTY, "names no card"),
        (b"1\n" * 201, REFUSED, "more than 200"),
        (b"\x89PNG\0\0\1", REFUSED, "no text"),
        (b"#main\n46986414\n46986414 x2\n", DIFFERENT, "Main Deck: {46986414: 2}"),
        (b"#main\n46986414\n!side\n$1$\n", PARTLY, "1 line not understood: 4"),
    ],
)
def test_what_becomes_of_a_file(data: bytes, kind: str, said: str) -> None:
    found = compare(data)
    assert found[0] == kind
    assert said in found[1]


def test_a_folder_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "good.ydk").write_bytes(GOOD)
    (tmp_path / "partly.ydk").write_bytes(GOOD + b"word\n")
    assert compare_folders([str(tmp_path)]) == 0
    assert "1 alike, 1 with lines left out" in capsys.readouterr().out
    (tmp_path / "large.ydk").write_bytes(b"1\n" * 201)
    assert compare_folders([str(tmp_path)]) == 1


@given(st.lists(lines, max_size=40), st.sampled_from(["\n", "\r\n", "\r"]))
def test_random_files_come_out_as_the_plain_reader_reads_them(rows: list[str], end: str) -> None:
    text = end.join(rows)
    main, extra, side = map(tuple, read_plainly(text.encode()))
    plain = Deck(main, extra, side)
    try:
        assert parse_deck(text).deck == plain
    except BadInput:
        assert not plain.cards
