"""A name declared in the terminal: searched, listed by number, read, answered."""

from __future__ import annotations

import pytest

from facedown_client.model.model import Model
from facedown_client.terminal import declaring
from facedown_client.terminal.terminal import Terminal
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    CardsFound,
    FoundCard,
    FromServer,
    Printed,
    Prompt,
    SearchCards,
    Seated,
)
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import words
from tests.client.terminal.test_terminal import TABLE

ASKED = Prompt(7, "choice", words("declare_a_name_of", words("condition_printed", "monster")), declare=True)
MAGICIAN = next(facts for facts in bundled_pool() if facts.name == "Dark Magician")
FOUND = CardsFound(
    7, "dark", (FoundCard(99, "Dark Nobody"), FoundCard(MAGICIAN.code, "Dark Magician")), more=True
)


def make_terminal(*messages: FromServer) -> tuple[Terminal, list[str]]:
    """Return a terminal at a table that received these; and its output."""
    terminal, lines = Terminal(Model()), list[str]()
    for message in (Seated("AB2-CDE", 0), AtTable(TABLE), *messages):
        terminal.model.handle_message(message)
        lines += terminal.message_lines(message)
    return terminal, lines


def test_the_condition_is_said_and_how_to_search() -> None:
    terminal, lines = make_terminal(ASKED)
    assert "Declare the name of a card: monster." in lines
    assert any("search dark magician" in line for line in lines)
    assert terminal.handle_line("search Dark  Mag") == ([], [SearchCards(7, "Dark  Mag")])
    assert declaring.HELP[0] in terminal.handle_line("?")[0]
    for typed in ("1", "read 1"):
        with pytest.raises(BadInput, match="search"):
            terminal.handle_line(typed)


def test_a_card_is_listed_read_and_declared_by_its_number() -> None:
    terminal, lines = make_terminal(ASKED, Printed((MAGICIAN,)), FOUND)
    assert lines[-4:-1] == [
        "  1. Dark Nobody",
        "  2. Dark Magician",
        "  There are more: type more of the name.",
    ]
    read, sent = terminal.handle_line("read 2")
    assert (read[0].partition(".")[0], sent) == ("Dark Magician", [])
    assert terminal.handle_line("read 1")[0] == ["That card is unknown."]
    assert terminal.handle_line("2") == ([], [Answer(7, code=MAGICIAN.code)])
    for number in ("0", "3"):
        with pytest.raises(BadInput, match="2"):
            terminal.handle_line(number)


def test_nothing_found_is_said() -> None:
    _, lines = make_terminal(ASKED, CardsFound(7, "wyvern"))
    assert lines[-1] == 'No card that may be declared has "wyvern" in its name.'
