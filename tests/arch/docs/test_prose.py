"""Words that the style sheet bans only become fewer; and the count sees each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.docs import prose
from tests.arch.source import hold
from tests.arch.test_imports import put


def test_banned_words_only_become_fewer() -> None:
    hold(prose.check_words(prose.count(), prose.allowed_counts()))


@pytest.mark.parametrize("word", prose.BANNED)
def test_each_word_is_seen_in_a_page(tmp_path: Path, word: str) -> None:
    put(tmp_path, "docs/play/a.md", f"# A\n\nWhat {word.replace(' ', chr(10))}, once.\n")
    assert prose.count(tmp_path)["docs"] == {word: 1}


@pytest.mark.parametrize(
    "text",
    [
        '"""Send nobody a card."""\n',
        'MAX_CARDS = 3\n"""What nobody\n   exceeds."""\n',
        "$ Nobody reads this.\n",
        "a = 1  $ nobody's\n",
        "def f():\n    $ The first line,\n    $ then nobody.\n    pass\n",
    ],
)
def test_docstrings_and_comments_of_python_are_prose(tmp_path: Path, text: str) -> None:
    put(tmp_path, "server/facedown_server/a.py", text.replace("$", "#"))
    assert prose.count(tmp_path)["python"] == {"nobody": 1}


def test_a_phrase_goes_on_in_the_next_line_of_a_comment(tmp_path: Path) -> None:
    put(tmp_path, "run.py", "# What each player is\n# told.\n")
    put(tmp_path, "client/browser/src/a.ts", "// What each player is\n// told;\n/** It is told. */\n")
    assert prose.count(tmp_path) == {"docs": {}, "python": {"is told": 1}, "typescript": {"is told": 2}}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/a.md", "`nobody`\n\n```\nnobody\n```\n"),
        ("server/facedown_server/a.py", '"""Send `nobody`."""\nNOBODY = "nobody"\nnobody = NOBODY\n'),
        ("client/browser/src/a.ts", 'const nobody = "nobody // nobody", other = `${nobody}`;\n'),
    ],
)
def test_code_and_texts_are_no_prose(tmp_path: Path, path: str, text: str) -> None:
    put(tmp_path, path, text)
    assert not any(prose.count(tmp_path).values())


def test_one_more_than_the_table_is_a_complaint() -> None:
    allowed = {"docs": {"nobody": 2}}
    assert prose.check_words({"docs": {"nobody": 2}, "python": {}}, allowed) == []
    (complaint,) = prose.check_words({"docs": {"nobody": 3}}, allowed)
    assert complaint.startswith("docs: `nobody` stands 3 times, 2 are left over from before.")
    assert len(prose.check_words({"python": {"anew": 1}}, allowed)) == 1


def test_the_table_is_lowered_and_never_raised() -> None:
    text = prose.lower_counts(
        {"docs": {"nobody": 3, "anew": 1}, "python": {"whom": 1}}, {"docs": {"nobody": 4}}
    )
    assert '"nobody" = 3' in text
    assert "anew" not in text
    assert '"nobody" = 2' in prose.lower_counts({"docs": {"nobody": 5}}, {"docs": {"nobody": 2}})


def test_mentions_are_listed_with_their_files(tmp_path: Path) -> None:
    put(tmp_path, "docs/a.md", "Sent to\nnobody at all.\n")
    assert [*prose.find_words(["nobody"], tmp_path)] == ["docs/a.md: …Sent to nobody at all.…"]
