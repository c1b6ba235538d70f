"""Siding typed: both lists, one card for another, and what is sent."""

from __future__ import annotations

import pytest

from facedown_client.data import deck_entries
from facedown_client.terminal.siding import SidingWords
from facedown_shared.decks import decks
from facedown_shared.protocol.messages import Answer, Prompt, UseDeck
from facedown_shared.text.errors import BadInput

PROMPT = Prompt(9, "side")
ELF_PASSCODE, GUARDIAN_PASSCODE, HOLE_PASSCODE, TRAP_PASSCODE = 69140098, 91152256, 53129443, 4206964
"""Gemini Elf, Celtic Guardian, Dark Hole, Trap Hole."""


def siding_words() -> SidingWords:
    """Return a small deck: two Gemini Elves and a Celtic Guardian, a Side Deck of Dark Hole and Trap Hole."""
    deck = decks.Deck((ELF_PASSCODE, ELF_PASSCODE, GUARDIAN_PASSCODE), (), (HOLE_PASSCODE, TRAP_PASSCODE))
    return SidingWords(deck_entries.from_text(decks.to_ydk(deck), "Mine"))


def test_cards_change_places_and_the_new_deck_is_sent() -> None:
    sides = siding_words()
    typed = sides.handle_line("swap gemini for dark", PROMPT)
    assert typed == (["Gemini Elf is out, Dark Hole is in."], [])
    listed = sides.handle_line("side", PROMPT)
    assert listed is not None
    assert listed[0] == [
        "You play:", "  Celtic Guardian", "  Dark Hole", "  Gemini Elf",
        "In your Side Deck:", "  Gemini Elf", "  Trap Hole",
    ]  # fmt: skip
    done = sides.handle_line("done", PROMPT)
    assert done is not None
    assert isinstance(done[1][0], UseDeck)
    sent = decks.parse_to_deck(done[1][0].deck)
    assert (sorted(sent.main), sorted(sent.side)) == (
        sorted((HOLE_PASSCODE, ELF_PASSCODE, GUARDIAN_PASSCODE)),
        sorted((ELF_PASSCODE, TRAP_PASSCODE)),
    )


@pytest.mark.parametrize("words", [("keep",), ("done",), ("swap gemini for dark", "undo", "done")])
def test_a_deck_is_kept(words: tuple[str, ...]) -> None:
    sides = siding_words()
    for line in words:
        typed = sides.handle_line(line, PROMPT)
    assert typed == ([], [Answer(9, (0,))])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("swap jinzo for dark", 'You play no card called "jinzo"'),
        ("swap gemini for elf", 'Your Side Deck has no card called "elf"'),
        ("swap gemini", "Write: swap CARD for CARD."),
        ("swap gemini for hole", '"hole" may be Dark Hole or Trap Hole'),
        ("swap 3 gemini for dark", "has no card called"),
    ],
)
def test_what_cannot_be_swapped_changes_nothing(line: str, sentence: str) -> None:
    sides = siding_words()
    with pytest.raises(BadInput, match=sentence):
        sides.handle_line(line, PROMPT)
    assert sides.handle_line("done", PROMPT) == ([], [Answer(9, (0,))])


def test_a_list_that_is_not_known_is_kept() -> None:
    with pytest.raises(BadInput, match="type keep"):
        SidingWords(None).handle_line("side", PROMPT)
    assert SidingWords(None).handle_line("keep", PROMPT) == ([], [Answer(9, (0,))])
    assert SidingWords(None).handle_line("board", PROMPT) is None
