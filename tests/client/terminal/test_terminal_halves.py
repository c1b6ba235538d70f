"""A duel half by hand in a terminal: ways to play, names of cards, and carrying out a card in typed words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from facedown_client.model import card_catalogue
from facedown_client.model.model import Model
from facedown_client.terminal.terminal import Terminal
from facedown_shared.protocol.gestures import ChangeLife, ChangeStats, Gesture, Move, Negate
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    ChangeMode,
    Consent,
    DeckReport,
    FromServer,
    Option,
    Prompt,
    Seated,
    SeatInfo,
    TableInfo,
    Whole,
)
from facedown_shared.protocol.provided_facts import ProvidedFacts, TellFacts
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import words
from tests.play import Cards
from tests.server.games.manual.yugioh.half.halves import HalfGame

SEATS = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True))
TABLE = TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1, mode="half")
DONE = Prompt(9, "by_hand", words("plain", "Carry out Ember Call by hand, then say done."), (Option("done"),))


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield
    monkeypatch.undo()
    card_catalogue.load_folder("")


def make_terminal(*messages: FromServer) -> tuple[Terminal, list[str]]:
    """Return a terminal that received these, and its output."""
    found, lines = Terminal(Model()), list[str]()
    for message in messages:
        found.model.handle_message(message)
        lines += found.message_lines(message)
    return found, lines


def carry_out() -> tuple[Terminal, HalfGame, list[str]]:
    """Return a table at which we carry out a card."""
    game = HalfGame(Cards(hand=["Ember Call"], monsters=["Ember Page"]), Cards(monsters=["Tide Diver"]))
    game.activate("Ember Call")
    found, lines = make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(TABLE), Whole(1, game.view(0)), DONE)
    return found, game, lines


def sent_message(found: Terminal, line: str) -> object:
    """Return the one message a line sends."""
    _, messages = found.handle_line(line)
    assert len(messages) == 1, line
    return messages[0]


def test_cards_are_carried_out_in_typed_words_and_then_it_is_done() -> None:
    found, game, lines = carry_out()
    assert DONE.text in lines
    diver, page = game.card("Tide Diver").handles[0], game.card("Ember Page").handles[0]
    gone = (Place(1, "graveyard"),)
    assert sent_message(found, "destroy Tide Diver") == Move((diver,), gone, text="destroy")
    assert sent_message(found, "negate tide") == Negate((diver,))
    assert sent_message(found, "stats Ember Page attack +500 stays") == ChangeStats(
        (page,), "attack +500", "stays"
    )
    assert sent_message(found, "lp their -500") == ChangeLife("-500", 1)
    assert sent_message(found, "link 1 activation") == Negate(amount=1, text="activation")
    assert sent_message(found, "done") == Answer(9, (0,))
    assert "destroy" in " ".join(found.handle_line("?")[0])


def test_what_was_typed_is_what_the_duel_understands() -> None:
    found, game, _ = carry_out()
    for line in ("destroy Tide Diver", "lp their -500", "stats Ember Page attack +500"):
        gesture = sent_message(found, line)
        assert isinstance(gesture, Gesture)
        game.send(gesture)
    assert (game.life(1), game.card("Ember Page").attack) == (7500, 2100)
    assert game.names("graveyard", 1) == ["Tide Diver"]


def test_while_the_rules_ask_the_same_words_answer_them() -> None:
    found, _, _ = carry_out()
    view = found.model.view
    assert view is not None
    found.model.handle_message(Whole(2, msgspec.structs.replace(view, waiting=())))
    with pytest.raises(BadInput):
        found.handle_line("destroy Tide Diver")


def test_the_way_to_play_is_offered_asked_and_granted() -> None:
    table = TableInfo("AB2-CDE", "master", 1, "gathering", SEATS)
    report = DeckReport(True, (), 52, 60, ("Ember Squire",), (77,))
    found, lines = make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(table), report)
    assert any("52 of 60 play by rules; 8 only by hand" in line for line in lines)
    assert sent_message(found, "half") == ChangeMode("half")
    assert sent_message(found, "free") == ChangeMode("free")
    asked = AtTable(msgspec.structs.replace(table, proposal="mode 1 half"))
    found.model.handle_message(asked)
    assert found.message_lines(asked)[-1].startswith("Halvard asks to play this table half and half.")
    assert sent_message(found, "yes") == Consent(yes=True)
    assert sent_message(found, "name 77 Ember Page") == TellFacts(
        (ProvidedFacts(code=77, name="Ember Page"),)
    )
    with pytest.raises(BadInput):
        found.handle_line("name Ember Page")
