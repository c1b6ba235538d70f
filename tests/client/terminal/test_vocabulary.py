"""The log for a player without a board beside it: "you", Life Points left, numbers that have changed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_client.model.model import Model
from facedown_client.model.words.derived_events import changed_numbers, life_after
from facedown_client.model.words.phrases import (
    PlayerNames,
    event_line,
    option_words,
    place_words,
    result_words,
)
from facedown_client.model.words.sentences import HAPPENINGS
from facedown_server.games.duel.core.words import Rule
from facedown_shared.protocol.messages import AtTable, Option, Seated, SeatInfo, TableInfo, Update, Whole
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.tables.zones import Place
from tests.client.views import NAMES, small_board

WREN = PlayerNames.for_reader(0, NAMES)
SEATS = (SeatInfo("Wren", True), SeatInfo("Halvard", True))
TABLE = TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1)


@pytest.mark.parametrize(
    ("happening", "words"),
    [
        (VisibleEvent("draw", 0, 21), "You draw Mystical Space Typhoon"),
        (VisibleEvent("draw", 1), "Halvard draws a card"),
        (VisibleEvent("coin", 0, word="heads"), "You toss a coin: heads"),
        (VisibleEvent("attack", 1, 5), "Decode Talker attacks you directly"),
        (VisibleEvent("shuffle", 0, word="deck"), "Your deck is shuffled"),
        (VisibleEvent("signal", 0, word="thinking"), "You are thinking"),
        (VisibleEvent("search", 0, word="deck"), "You look through the deck"),
        (VisibleEvent("result", word="1 lp"), "Halvard wins: you have no Life Points left"),
        (VisibleEvent("result", word="0 exodia"), "You win: you hold all five pieces of Exodia"),
        (VisibleEvent("result", word="0 lp"), "You win: Halvard has no Life Points left"),
        (VisibleEvent("lasting", 0, code=3, word="attack"), "Mystical Space Typhoon changes ATK"),
        (
            VisibleEvent("lasting", 0, code=3, word="moonlight"),
            "Mystical Space Typhoon works from now on: moonlight",
        ),
    ],
)
def test_one_who_reads_is_called_you(happening: VisibleEvent, words: str) -> None:
    assert event_line(happening, small_board(), WREN) == words


def test_a_spectator_hears_names() -> None:
    names = PlayerNames.for_reader(-1, NAMES)
    assert event_line(VisibleEvent("draw", 0), small_board(), names) == "Wren draws a card"
    assert result_words("0 lp", names) == "Wren wins: Halvard has no Life Points left"


def test_places_and_options_are_one_s_own() -> None:
    assert place_words(Place(0, "graveyard"), "master", WREN) == "your Graveyard"
    option = Option("zone", place=Place(0, "monster", 1))
    assert option_words(option, small_board(), WREN) == "Your Main Monster Zone 2"


def test_somebody_who_is_named_you_is_told_from_the_reader() -> None:
    assert (
        event_line(VisibleEvent("draw", 1), small_board(), PlayerNames.for_reader(0, ("Wren", "You")))
        == '"You" draws a card'
    )


def test_every_sentence_can_be_said_of_oneself() -> None:
    for key in HAPPENINGS:
        kind, _, word = key.partition(" ")
        happening = VisibleEvent(kind, 0, 1, word=word, amount=2, others=(5,), goal=Place(0, "graveyard"))
        words = event_line(happening, small_board(), WREN)
        assert not any(
            f"{you} {verb}" in words for you in ("You", "you") for verb in ("draws", "is ", "has ")
        )


def test_every_rule_that_holds_for_a_while_is_said_in_words_of_its_own() -> None:
    assert [rule for rule in Rule if f"lasting {rule.value}" not in HAPPENINGS] == []


def seated_model() -> Model:
    """Return a model at a table, as a terminal keeps it, seat 0's."""
    model = Model(spoken=True)
    for message in (Seated("AB2-CDE", 0, "t"), AtTable(TABLE), Whole(1, small_board())):
        model.handle_message(message)
    return model


def test_what_is_left_of_life_points_is_said_with_each_change() -> None:
    model, old = seated_model(), small_board()
    new = replace(old, tallies={"0:life": 6600, "1:life": 5100})
    hits = (
        VisibleEvent("life", 0, amount=-1000, word="battle damage"),
        VisibleEvent("life", 1, amount=-100, word="cost"),
        VisibleEvent("life", 0, amount=-400),
    )  # fmt: skip
    model.handle_message(Update.between(2, old, new, hits))
    assert [entry.text for entry in model.log] == [
        "You take 1000 battle damage: 7000 Life Points left",
        "Halvard pays 100 Life Points: 5100 Life Points left",
        "You lose 400 Life Points: 6600 Life Points left",
    ]
    assert life_after(hits, new) == {0: 7000, 1: 5100, 2: 6600}


def test_a_card_whose_numbers_have_changed_is_said() -> None:
    model, old = seated_model(), small_board()
    elf = replace(old.cards[1], attack=2400)
    new = replace(old, cards={**old.cards, 1: elf})
    model.handle_message(Update.between(2, old, new, (VisibleEvent("lasting", 0, code=3, word="attack"),)))
    assert [entry.text for entry in model.log][-1] == "Gemini Elf now has ATK 2400, DEF 900"
    moved = replace(new, piles={**new.piles, "0:monster": old.piles["0:hand"]})
    assert [*changed_numbers(old, moved)] == [], "where it lies no more nothing is compared"


def test_numbers_are_told_of_the_field_alone() -> None:
    """A card from a Graveyard has numbers that were not compared there."""
    old = small_board()
    elf = replace(old.cards[1], attack=2400)
    new = replace(old, cards={**old.cards, 1: elf})
    graveyard = {"0:monster": old.piles["0:hand"], "0:graveyard": old.piles["0:monster"]}
    assert [*changed_numbers(replace(old, piles={**old.piles, **graveyard}), new)] == []


def test_a_window_s_log_stays_as_it_was() -> None:
    model, old = Model(), small_board()
    for message in (Seated("AB2-CDE", 0, "t"), AtTable(TABLE), Whole(1, old)):
        model.handle_message(message)
    new = replace(old, tallies={"0:life": 7000, "1:life": 5200})
    model.handle_message(
        Update.between(2, old, new, (VisibleEvent("life", 0, amount=-1000, word="battle damage"),))
    )
    assert [entry.text for entry in model.log] == ["Wren takes 1000 battle damage"]
