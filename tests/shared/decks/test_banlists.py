"""Ban lists in the form of lflist.conf, and their effect on a deck."""

from __future__ import annotations

import pytest

from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.banlists import MAX_FAULTS, NO_LIMITS, Limits, parse_lists
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import MASTER
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
    """Return a deck of 40 cards with these among them and three each of others."""
    fillers = [code for code in range(6, 21) for _ in range(3)]
    return Deck(tuple([*codes, *fillers][:40]))


def reasons(limits: Limits, *codes: int) -> list[str]:
    return check(deck(*codes), MASTER, POOL, limits)


def test_every_list_of_a_file_is_read() -> None:
    lists = parse_lists(TEXT.replace("\n", "\r\n")).lists
    assert list(lists) == ["First list", "Second list"]
    assert lists["First list"] == Limits("First list", {1: 0, 2: 1, 3: 2, 4: 3})
    assert lists["Second list"] == Limits("Second list", {5: 3}, whitelist=True)


@rule("GAP-20", "CLS-DECK-04")
def test_forbidden_limited_and_semi_limited() -> None:
    limits = parse_lists(TEXT).lists["First list"]
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
        ("!L\nabc 1", "Line 2 of the list of limits is not an entry"),
        ("!L\n1", "Line 2 of the list of limits is not an entry"),
        ("!L\n\n1 4", "Line 3 of the list of limits is not an entry"),
        ("!L\n1 -2", "Line 2 of the list of limits is not an entry"),
        ("!L\n99999999999 1", "Line 2 of the list of limits is not an entry"),
        ("!L\n$points", "words of this kind are $whitelist and $genesys with a number"),
        ("!L\n$genesys many", "words of this kind are"),
        ("!L\n1 $other 7", "Line 2 of the list of limits says $other"),
        ("!L\n$genesys 100\n1 $genesys 20\n2 20", "Line 4 of the list of limits is not an entry"),
        ("!L\n1 $genesys 99999", "Line 2 of the list of limits is not an entry"),
    ],
)
def test_a_broken_line_is_named_and_the_rest_kept(text: str, words: str) -> None:
    found = parse_lists(f"{text}\n!Last\n7 1\n")
    (fault,) = found.faults
    assert words in fault
    assert found.lists["Last"] == Limits("Last", {7: 1})


def test_many_bad_lines_do_not_make_a_book() -> None:
    assert len(parse_lists("nonsense\n" * 5_000).faults) == MAX_FAULTS


def test_any_blanks_stand_between_columns() -> None:
    text = "!L\n1\t0 -- tab between\n2  1 --two\n3 3 --unlimited\n4 0--none\n5\t \t2\n6 1#said\n7\u30001\n"
    found = parse_lists(text)
    assert found.lists["L"].counts == {1: 0, 2: 1, 3: 3, 4: 0, 5: 2, 6: 1}
    assert [fault.split(" of")[0] for fault in found.faults] == ["Line 8"]


def test_points_are_read_with_the_word_and_without() -> None:
    told = parse_lists("#[G]\n!G\n$genesys 100\n1 $genesys 20\n2\t$genesys\t33 --two\n3 0\n").lists["G"]
    assert told == Limits("G", {3: 0}, points={1: 20, 2: 33}, point_cap=100)
    plain = parse_lists("!G\n$genesys 50\n1 20\n2 3\n").lists["G"]
    assert plain == Limits("G", points={1: 20, 2: 3}, point_cap=50)


def test_a_list_of_points_without_a_cap_gets_the_default() -> None:
    found = parse_lists("!2026.06.08 Genesys\n$genesys\n# 1 Point\n1 1 -- one\n2 20\n")
    assert found.faults == ()
    assert found.lists["2026.06.08 Genesys"].points == {1: 1, 2: 20}
    assert found.lists["2026.06.08 Genesys"].point_cap == 100


def test_other_artworks_cost_what_their_card_costs() -> None:
    assert Limits("G", points={101: 5, 2: 1}, point_cap=100).costs(POOL) == {1: 5, 2: 1}
    assert Limits("G", points={101: 5, 1: 7}, point_cap=100).costs(POOL) == {1: 7}


def test_some_lists_write_minus_one_for_not_one_copy() -> None:
    (limits,) = parse_lists("!L\n$whitelist\n7 3\n1 -1\n").lists.values()
    assert (limits.counts, limits.whitelist) == ({7: 3, 1: 0}, True)
