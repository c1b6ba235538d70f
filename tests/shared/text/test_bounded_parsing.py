"""Untrusted JSON and TOML: flat and shallow texts are parsed as before, the rest is rejected at once in a
sentence.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from facedown_shared.text import bounded_parsing

FLAT = """\
# a remark with = and [ and '''
name = "a # b \\" ] . ="    # 1. and so on
'quoted key' = 'a.b'
at = 3
ratio = 1.5
when = 1979-05-27T07:32:00Z
hands = [[1, 2], [3]]
many = [
  "x",  # [
  'y',
]
long = '''
[a.b]
c = { d = 1 }
'''
more = \"\"\"\\
  \\"\\"\\" [x] "" \"\"\"
"""


def test_names_and_values_are_read_as_toml_is() -> None:
    assert bounded_parsing.toml(FLAT) == tomllib.loads(FLAT)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a.b = 1", "line 1, 'a.b = 1', is of a table"), ("x = 1\n[a]\n", "line 2, '[a]', is of a table"),
        ("[[a]]", "of a table"), ("a = {b = 1}", "of a table"), ('"a"."b" = 1', "of a table"),
        ("a = [[[[[[[[[[[[[[[[[[1", "too many parts, or they are nested too deeply"),
        ("a = 1\n" * 12_001, "too many parts"), ("a = " + "9" * 400, "a number that is too long"),
        ("a = ", "Invalid value"), ("a = '", "'"),
    ],
)  # fmt: skip
def test_what_a_list_of_values_does_not_need_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        bounded_parsing.toml(text)


@given(some.text("a=.[]{}'\"#\\\n1 ,", max_size=30))
def test_nothing_is_read_otherwise_than_toml_is(text: str) -> None:
    found = None
    try:
        found = bounded_parsing.toml(text)
    except ValueError:
        return
    assert found == tomllib.loads(text)


def test_every_sheet_of_words_is_read() -> None:
    sheets = [*(Path(__file__).parents[3] / "shared" / "facedown_shared" / "data" / "words").glob("*.toml")]
    assert sheets
    for path in sheets:
        text = path.read_text("utf-8")
        assert bounded_parsing.toml(text) == tomllib.loads(text)


def test_json_nests_so_deep_and_no_deeper() -> None:
    assert bounded_parsing.json("[" * bounded_parsing.MAX_DEPTH + "]" * bounded_parsing.MAX_DEPTH, object)
    with pytest.raises(ValueError, match="nested too deeply"):
        bounded_parsing.json('{"a":' * 17 + "1" + "}" * 17, object)


def test_brackets_in_texts_nest_nothing() -> None:
    text = '["' + "[" * 50 + '\\"' + "{" * 50 + '\\\\"]'
    assert bounded_parsing.json(text, object) == ["[" * 50 + '"' + "{" * 50 + "\\"]
