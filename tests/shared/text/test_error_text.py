"""Errors of a library in plain words."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from facedown_shared.text.error_text import explain_error


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    """A struct with fields."""

    at: Annotated[int, msgspec.Meta(le=9)]
    words: Annotated[tuple[str, ...], msgspec.Meta(max_length=8)] = ()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"at": "x"}, "at is a text, not a whole number"),
        ({"at": 1, "words": [2]}, "words[0] is a whole number, not a text"),
        ({"at": 1, "foo": 2}, "nothing is called foo there"),
        ({}, "at is missing"),
        ({"at": 1, "words": ("a",) * 9}, "words: Expected array of length <= 8"),
        ([], "it is a list, not a table"),
        ({"at": 10**26}, "at is larger than 9, which it cannot be"),
    ],
)
def test_no_word_of_the_library_is_left(value: object, words: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, Sample)
    assert explain_error(refused.value) == words


def test_what_is_plain_already_stays() -> None:
    assert explain_error(ValueError("it does not say facedown = 1.")) == "it does not say facedown = 1"
