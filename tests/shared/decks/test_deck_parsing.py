"""Texts of decks from outside: every line that is a card is parsed, every other one is reported."""

from __future__ import annotations

import pytest

from facedown_shared.cards.facts import every_game
from facedown_shared.decks.deck_decoding import decode_deck
from facedown_shared.decks.decks import Deck, parse_deck
from facedown_shared.tables.formats import FAB, MASTER
from facedown_shared.text.errors import BadInput
from tests.shared.cards.deck_vectors import DeckVector, deck_vectors

LIST = "3x Dark Magician\n2 Dark Hole\nSide\n1 Raigeki\n"


@pytest.mark.parametrize("vector", deck_vectors(), ids=lambda vector: vector.case)
def test_a_text_is_read_as_the_vectors_say(vector: DeckVector) -> None:
    text = vector.text if vector.hex is None else decode_deck(bytes.fromhex(vector.hex))
    if text is None:
        assert vector.refused == "no_text"
        return
    if vector.refused:
        with pytest.raises(BadInput) as refusal:
            parse_deck(text)
        assert refusal.value.words.id == vector.refused
        return
    parsed = parse_deck(text)
    assert parsed.deck == Deck(vector.main, vector.extra, vector.side)
    assert (parsed.unread, parsed.left_out) == (vector.unread, vector.left_out)
    assert parsed.has_names == vector.names
    assert parse_deck(parsed.text).deck == parsed.deck
    assert parse_deck(parsed.text).unread == parsed.unread, "line numbers stay"
    assert not parse_deck(parsed.text).has_names


def test_what_was_left_out_is_said_by_number() -> None:
    parsed = parse_deck("#main\n46986414 x3\nhello\n\nno card\n#spare\n83764718\n")
    assert [str(note) for note in parsed.notes()] == [
        "3 cards read, 2 lines not understood: 3 and 5.",
        'Line 6, "#spare", begins a part that no deck has: the cards below it were left out.',
    ]
    (one,) = parse_deck("46986414\n46986415 x\n?\n").notes()
    assert str(one) == "2 cards read, 1 line not understood: 3."
    (many,) = parse_deck("46986414\n" + "?\n" * 20).notes()
    assert str(many) == "1 card read, 20 lines not understood: 2, 3, 4, 5, 6, 7, 8, 9 and 12 more."
    (single,) = parse_deck("46986414\n?\n").notes()
    assert str(single) == "1 card read, 1 line not understood: 2."
    assert parse_deck("#main\n46986414\n# fine\n!side\n").notes() == []


@pytest.mark.parametrize("rules", [None, MASTER, FAB])
def test_a_list_of_yugioh_names_is_one_at_any_table(rules: object) -> None:
    parsed = parse_deck(LIST, every_game(), rules=rules)  # type: ignore[arg-type]
    assert parsed.deck.counts == (5, 0, 1)
    assert parsed.listed == ()


def test_a_list_that_says_nothing_of_its_game_is_of_the_tables() -> None:
    text = "3x Nobody Knows\n2x Unheard Of\n"
    assert parse_deck(text, every_game(), rules=FAB).deck.counts == (5, 0, 0)
    for rules in (None, MASTER):
        with pytest.raises(BadInput) as refusal:
            parse_deck(text, every_game(), rules=rules)
        assert 'the first is line 1, "3x Nobody Knows"' in str(refusal.value)


@pytest.mark.parametrize("rules", [None, MASTER, FAB])
def test_a_list_of_flesh_and_blood_is_one_at_any_table(rules: object) -> None:
    text = (
        "Hero: Brannoc Hale, Keeper of the Kiln\n3x Mocking Blow (yel)\n2x Booze! (blu)\n1x Soul (purple)\n"
    )
    parsed = parse_deck(text, every_game(), rules=rules)  # type: ignore[arg-type]
    assert parsed.deck.counts == (6, 1, 0)
    named = {facts.name: facts.extra for facts in parsed.listed}
    assert named["Mocking Blow (yellow)"] == {"color": "yellow", "pitch": 2}
    assert named["Booze! (blue)"] == {"color": "blue", "pitch": 3}
    assert named["Soul (purple)"] == {"color": "purple"}
