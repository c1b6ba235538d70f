"""Lists of limits as lflist.conf writes them, and what they do to a deck."""

from __future__ import annotations

import pytest

from shared.cards.banlists import NO_LIMITS, Limits, read
from shared.cards.decks import Deck
from shared.cards.facts import Facts, Pool
from shared.errors import BadInput, Code
from shared.formats import MASTER
from tests.rules import rule
from tests.shared.reasons import check

POOL = Pool(
    [
        *(
            Facts(code=code, name=f"Card {code}", kinds=("monster", "normal"), level=4)
            for code in range(1, 21)
        ),
        Facts(code=101, name="Card 1", kinds=("monster", "normal"), level=4, alias=1),
    ]
)

TEXT = """\ufeff# made by hand
!First list
#forbidden
1 0 --Card 1
2 1 --Card 2
3 2
4 3

!Second list
$whitelist
--allowed
5 3
"""


def deck(*codes: int) -> Deck:
    """A deck of 40 cards with these among them and three each of others."""
    fillers = [code for code in range(6, 21) for _ in range(3)]
    return Deck(tuple([*codes, *fillers][:40]))


def reasons(limits: Limits, *codes: int) -> list[str]:
    return check(deck(*codes), MASTER, POOL, limits)


def test_every_list_of_a_file_is_read() -> None:
    lists = read(TEXT.replace("\n", "\r\n"))
    assert list(lists) == ["First list", "Second list"]
    assert lists["First list"] == Limits("First list", {1: 0, 2: 1, 3: 2, 4: 3})
    assert lists["Second list"] == Limits("Second list", {5: 3}, whitelist=True)


@rule("GAP-20", "CLS-DECK-04")
def test_forbidden_limited_and_semi_limited() -> None:
    limits = read(TEXT)["First list"]
    assert reasons(limits, 2, 3, 3, 4, 4, 4) == []
    assert reasons(limits, 1) == ["Card 1 is there once; the list First list forbids it."]
    assert reasons(limits, 2, 2) == ["Card 2 is there 2 times; the list First list allows 1."]
    assert reasons(limits, 3, 3, 3) == ["Card 3 is there 3 times; the list First list allows 2."]


@rule("GAP-20")
def test_alternate_art_falls_under_the_limit_of_its_card() -> None:
    assert reasons(Limits("L", {1: 0}), 101) == ["Card 1 is there once; the list L forbids it."]
    assert reasons(Limits("L", {101: 1}), 1, 101) == ["Card 1 is there 2 times; the list L allows 1."]
    assert reasons(Limits("L", {101: 2, 1: 1}), 1, 1) == ["Card 1 is there 2 times; the list L allows 1."]


@rule("GAP-20")
def test_a_whitelist_forbids_what_it_does_not_name() -> None:
    named = dict.fromkeys(range(6, 21), 3)
    assert reasons(Limits("L", named, whitelist=True)) == []
    assert reasons(Limits("L", named, whitelist=True), 5) == ["Card 5 is there once; the list L forbids it."]


def test_without_a_list_three_of_everything() -> None:
    assert reasons(NO_LIMITS, 1, 1, 1) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 0", "Line 1 of the list of limits comes before the first list"),
        ("!L\nabc 1", "Line 2 of the list of limits is no entry"),
        ("!L\n1", "Line 2 of the list of limits is no entry"),
        ("!L\n\n1 4", "Line 3 of the list of limits is no entry"),
        ("!L\n1 -2", "Line 2 of the list of limits is no entry"),
        ("!L\n99999999999 1", "Line 2 of the list of limits is no entry"),
        ("!L\n$points", "the only word of this kind is $whitelist"),
    ],
)
def test_a_broken_line_is_named(text: str, words: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read(text)
    assert refusal.value.code == Code.BAD_FILE
    assert words in str(refusal.value)


def test_some_lists_write_minus_one_for_not_one_copy() -> None:
    (limits,) = read("!L\n$whitelist\n7 3\n1 -1\n").values()
    assert (limits.counts, limits.whitelist) == ({7: 3, 1: 0}, True)
