"""Names and chat messages, cleaned of characters that could imitate or disturb."""

from __future__ import annotations

import unicodedata

import pytest

from facedown_server.network.crowd.names import (
    MAX_NAME_LETTERS,
    clean,
    clean_name,
    person_name,
    skeleton,
    unlike,
)
from facedown_shared.text.errors import Code, Illegal


def distinct(name: str, taken: list[str]) -> str:
    """Return the name that a newcomer gets at a table with these names."""
    return unlike(name, {skeleton(other) for other in taken}.__contains__)[0]


def test_what_cannot_be_seen_is_taken_out() -> None:
    assert clean("a\x00b\u202ec\u200bd\te\n f ", 40) == "abcd e f"


def test_a_name_keeps_letters_of_every_script() -> None:
    assert clean_name(" 王 小明 ") == "王 小明"
    assert clean_name("A\u030angstro\u0308m") == "Ångström"


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧\u200d👦", "😀", "👩🏽\u200d💻 ♥", "🏳\ufe0f\u200d🌈"])
def test_a_name_may_be_emoji_alone(name: str) -> None:
    assert clean_name(name) == clean(name, 40) == name
    assert distinct(name, [name]) == f"{name} (2)"


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "র\u200d্য"])
def test_words_that_need_joiners_keep_them(text: str) -> None:
    assert clean_name(text) == clean(text, 40) == text


def test_a_name_cut_within_an_emoji_ends_with_no_joiner() -> None:
    assert clean_name("👩\u200d" * 20 + "👩", 4) == "👩\u200d👩"


def test_marks_do_not_pile_up() -> None:
    for cleaned in (
        clean_name("Z" + "\u0315\u031b\u0301" * 7 + "oe"),
        clean("Z" + "\u0489" * 99 + "oe", 400),
    ):
        marks = [
            char for char in unicodedata.normalize("NFD", cleaned) if unicodedata.category(char)[0] == "M"
        ]
        assert len(marks) == 2
        assert cleaned.endswith("oe")


@pytest.mark.parametrize(
    "name", ["", " \t ", "\u200b\u202e", "***", "\u3164", "\u2800\u2800", "\u200d", "\u0301"]
)
def test_a_name_in_which_nothing_is_seen_is_refused(name: str) -> None:
    with pytest.raises(Illegal) as refused:
        clean_name(name)
    assert refused.value.code is Code.BAD_NAME


def test_names_at_a_table_differ() -> None:
    assert distinct("Ben", ["Anna"]) == "Ben"
    assert distinct("Ben", ["ben", "Ben (2)"]) == "Ben (3)"


@pytest.mark.parametrize(
    "twin",
    ["Аnnа", "ΑΝΝΑ", "Ａｎｎａ", "𝐀𝐧𝐧𝐚", "Ánna", "An\u3164na", "anna", "Ꭺnna", "ᴀɴɴᴀ", "Ⓐnna", "A n n a"],
)
def test_names_that_look_alike_are_told_apart(twin: str) -> None:
    """Cyrillic, Greek, full-width, marks, fillers, Cherokee, small capitals, circles, spaces."""
    assert distinct(twin, ["Anna"]) == f"{twin} (2)"
    assert distinct("Anna", [twin]) == "Anna (2)"


@pytest.mark.parametrize("twin", ["ᗅlice", "Aliϲe", "Alic℮", "ALIϹE"])
def test_rarer_letters_that_look_alike_are_told_apart(twin: str) -> None:
    assert distinct(twin, ["Alice"]) == f"{twin} (2)"


@pytest.mark.parametrize(
    "twin", ["𐊠lice", "Aᒪice", "Alⵏce", "Ali𐐽e", "Alice̷", "Ⱥlice", "🅰lice", "🅐lice", "🇦lice", "Alıcɇ"]
)
def test_letters_of_rare_scripts_strokes_and_dark_circles_are_told_apart(twin: str) -> None:
    assert distinct(twin, ["Alice"]) == f"{twin} (2)"
    assert distinct("Alice", [twin]) == "Alice (2)"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "B০b"),
        ("Bob", "B๐b"),
        ("Tom7", "Tom𐓒"),
        ("ロボ", "口ボ"),
        ("Kai×", "Kaix"),
        ("Łukasz", "Lukasz"),
        ("Cæsar", "Caesar"),
        ("Phœbe", "Phoebe"),
    ],
)
def test_digits_of_other_scripts_and_letters_had_twice_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("lI1|", "IIll"), ("O0", "0Ο"), ("Bernd", "Bemd"), ("Веn", "Ben"), ("rosе", "rоse")]
)
def test_letters_that_only_look_alike_are_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Hanna"), ("Нина", "Нона"), ("小明", "小红"), ("Ολγα", "Ηλια"), ("Ben", "Den")],
)
def test_other_names_stay_as_they_are(one: str, other: str) -> None:
    assert distinct(one, [other]) == one


def test_a_numbered_name_is_no_longer_than_others() -> None:
    long = "x" * MAX_NAME_LETTERS
    other = distinct(long, [long])
    assert len(other) == MAX_NAME_LETTERS
    assert other.endswith(" (2)")


@pytest.mark.parametrize(
    "text", ["0.0.0.0/0", "10.0.0.0/8", "203.0.113.5", "1.2.3.4/33", "10.0.0.300", "2001:db8::/32"]
)
def test_an_address_is_no_name_of_a_person(text: str) -> None:
    """Seen to fail: the operator's ban of a player called 0.0.0.0/0 banned every address."""
    with pytest.raises(Illegal) as caught:
        person_name(text)
    assert caught.value.code is Code.BAD_NAME


@pytest.mark.parametrize("text", ["Anna 2.0", "7:30", "v1.2.3", "10/10", "Bo: the 1st"])
def test_a_name_with_dots_and_colons_is_a_name(text: str) -> None:
    assert person_name(text) == text
