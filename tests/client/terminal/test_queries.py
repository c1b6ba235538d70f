"""What a player asks to see in the terminal: the texts of cards that a prompt offers."""

from __future__ import annotations

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Option, Printed, Prompt
from facedown_shared.text.words import words
from tests.client.terminal.test_terminal import START, make_terminal

EMBER = Facts(code=900_000_001, name="Ember Page", kinds=("monster",), text="It burns.")


def test_cards_of_a_searched_deck_are_read_by_name_and_by_number() -> None:
    """Seen to fail: a player had "seen no card called" what the prompt offered."""
    options = (Option("choose", 21), Option("choose", code=EMBER.code))
    found, _ = make_terminal(*START, Printed((EMBER,)), Prompt(5, "choice", options=options))
    for typed in ("card ember", "card 2"):
        lines, sent = found.handle_line(typed)
        assert ("Ember Page" in lines[0], lines[-1].strip(), sent) == (True, "It burns.", [])
    assert "Mystical Space Typhoon" in found.handle_line("card 1")[0][0]
    assert found.handle_line("card 3")[0] == ['You have seen no card called "3".']


def test_the_source_of_a_prompt_is_read_by_its_name() -> None:
    found, _ = make_terminal(
        *START, Printed((EMBER,)), Prompt(5, "choice", options=(Option("yes"),), code=EMBER.code)
    )
    assert "Ember Page" in found.handle_line("card ember")[0][0]


def test_the_terms_of_a_prompt_are_explained() -> None:
    found, _ = make_terminal(*START, Prompt(5, "choice", words("plain", "Choose a Tribute.")))
    lines, sent = found.handle_line("terms")
    assert lines[0].startswith("  Tribute: Send your own monster to the Graveyard")
    assert sent == []
    lines, _ = found.handle_line("terms extra monster")
    assert any(line.startswith("  Extra Monster Zone: ") for line in lines)
    assert found.handle_line("terms xyzzy")[0] == ["No term fits."]
    assert any("terms WORD" in line for line in found.handle_line("?")[0])
