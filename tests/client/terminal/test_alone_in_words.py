"""Playing alone in a terminal: decks with cards that no server knows, naming them, steps, the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from facedown_client.connection.link import Link
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries, solo_lines, solo_table
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.data.solo_table import SoloTable
from facedown_client.model import card_catalogue, data_folder
from facedown_client.terminal.keyboard import TerminalSession
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import decks
from facedown_shared.protocol.messages import CreateTable, Prompt, Whole
from facedown_shared.tables.lessons import find_lesson
from facedown_shared.tables.view import View
from tests import strangers
from tests.client.consoles import Paper
from tests.client.house import ADDRESS, house


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    yield tmp_path
    for name in ("names.json", "cards.json"):
        (data_folder.home() / name).unlink(missing_ok=True)
    card_catalogue.load_folder("")


def unknown_deck(number: int) -> DeckEntry:
    """Return a deck of which the server knows less than half."""
    return deck_entries.from_text(decks.to_ydk(strangers.decks()[number]), f"Deck {number}")


async def play_lines(
    monkeypatch: pytest.MonkeyPatch, *words: str, mode: str = "free", deck: DeckEntry | None = None,
    other: DeckEntry | None = None, line: str = "",
) -> Paper:  # fmt: skip
    """Play a table of one's own to its end, by typing these lines."""
    script, opened = Paper(*words), SoloTable()
    text, remarks = solo_lines.read_line(line) if line else ("", {})
    if line:
        opened.note_opened(text, remarks)
    else:
        opened.set_decks(deck, other)
    async with house() as server, trio.open_nursery() as nursery:
        visit = Visit(
            Link(ADDRESS, "Wren", wish=CreateTable(solo_table.table("master", mode), text), dial=server.dial)
        )
        visit.model.line.add_remarks(opened.remarks)
        visit.model.lesson = opened.lesson
        nursery.start_soon(script.type)
        await TerminalSession(
            visit, script, hear=lambda message: opened.handle_message(message, "")
        ).run_session()
        nursery.cancel_scope.cancel()
    return script


@pytest.mark.parametrize("mode", ["free", "half", "rules"])
@pytest.mark.parametrize("other", [None, 0, 1])
@pytest.mark.parametrize("told", ["everything", "one name"])
async def test_a_deck_of_cards_that_only_we_know_begins(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, mode: str, other: int | None, told: str
) -> None:
    cards = list(strangers.facts())
    card_catalogue.store_cards(cards if told == "everything" else [Facts(code=cards[0].code, name="Mine")])
    script = await play_lines(
        monkeypatch,
        "hand",
        mode=mode,
        deck=unknown_deck(0),
        other=None if other is None else unknown_deck(other),
    )
    refused = [line for line in script.read if line.startswith("Refused")]
    if mode == "rules" and told == "one name":
        assert refused == ["Refused: Choose a deck that may be played here first."]
    else:
        assert not refused
        assert len(script.after("hand")) >= 5, "the match has begun"
    assert script.read[-1] == "You have left the table.", "the end of input ends it, whatever happened"


@pytest.mark.parametrize("word", ["leave", "quit"])
async def test_a_server_of_our_own_that_answers_no_more_is_left(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    script, opened = Paper(word), SoloTable()
    opened.set_decks(unknown_deck(0), None)
    async with house() as server, trio.open_nursery() as nursery:
        visit = Visit(
            Link(ADDRESS, "Wren", wish=CreateTable(solo_table.table("master", "free")), dial=server.dial)
        )
        monkeypatch.setattr(server.lobby.server.store, "store_table", trio.sleep_forever)
        nursery.start_soon(script.type)
        with trio.fail_after(60):
            await TerminalSession(
                visit, script, hear=lambda message: opened.handle_message(message, "")
            ).run_session()
        nursery.cancel_scope.cancel()


async def test_a_name_given_during_a_match_is_kept_for_the_next_one(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = next(iter(strangers.facts())).code
    named = f"name {code} Ember Thing"
    script = await play_lines(monkeypatch, named, "hand", deck=unknown_deck(0))
    assert any(f"type name {code} and its name: takes effect at the next start" in row for row in script.read)
    assert script.after(named) == [
        "That name is saved and takes effect at the next start; a running match does not change."
    ]
    again = await play_lines(monkeypatch, "hand", deck=unknown_deck(0))
    assert str(code) not in [line for line in again.read if "Unknown cards" in line][-1]


async def test_the_steps_of_an_opened_line_are_listed_and_each_is_named(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    await play_lines(monkeypatch, "draw", "coin", "lp -500", "undo", "save Walk", deck=unknown_deck(0))
    script = await play_lines(
        monkeypatch, "steps", "redo", "step 0", "step 1", "die", "undo", "lp -50",
        line=str(own_home / "lines" / "Walk.duel"),
    )  # fmt: skip
    assert script.after("steps") == [
        "The table is at step 2 of 3.", "  0. The beginning", "  1. Draw", "  2. Coin  (here)",
        "  3. Life -500",
    ]  # fmt: skip
    assert "Step 3 of 3: Life -500." in script.after("redo")
    assert "Step 0 of 3: the beginning." in script.after("step 0")
    assert "Step 1 of 3: Draw." in script.after("step 1")
    assert script.after("die")[-1] == "2 later steps are gone: the line continues from here."
    assert "Step 1 of 2: Draw." in script.after("undo")
    assert script.after("lp -50")[-2] == "The later step is gone: the line continues from here."


async def test_a_line_typed_early_waits_until_somebody_is_asked(autojump_clock: MockClock) -> None:
    """The word draw draws a card; before hands may move anything the same word would offer a draw."""
    sitting = TerminalSession(Visit(Link(ADDRESS, "Wren")), Paper(), hear=lambda _: [])
    sitting._handle_message(Whole(1, View(0, "master")))
    assert not sitting.there.is_set()
    sitting._handle_message(Prompt(1, "by_hand"))
    assert sitting.there.is_set()


async def test_a_lesson_is_read_and_played_by_typed_lines(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    lesson = find_lesson("summoning")
    assert lesson is not None
    file = own_home / "lesson.json"
    file.write_text(lesson.file, encoding="utf-8")
    script = await play_lines(monkeypatch, "next", "1", "1", "lesson", line=str(file))
    title = f"Lesson: {lesson.english}"
    begun = script.read.index(f"{title} (1 of {len(lesson.steps)})")
    assert script.read[begun + 1] == f"  {lesson.steps[0].english}"
    assert script.read[begun + 2] == "Type next to go on."
    assert script.after("next")[:2] == [
        f"{title} (2 of {len(lesson.steps)})", f"  {lesson.steps[1].english}",
    ]  # fmt: skip
    assert script.after("lesson")[:2] == [
        f"{title} (3 of {len(lesson.steps)})", f"  {lesson.steps[2].english}",
    ]  # fmt: skip
