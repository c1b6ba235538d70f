"""Everything in words: the board, every kind of event, prompts and typed answers."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_client.model import card_catalogue
from facedown_client.model.model import Model
from facedown_client.model.words import text
from facedown_client.model.words.phrases import (
    event_line,
    has_event_line,
    news_words,
    option_words,
    place_words,
    placeholder_names,
    result_words,
)
from facedown_client.model.words.sentences import HAPPENINGS, VERBS
from facedown_client.terminal.table_words import changes, table_lines
from facedown_server.refereeing.prompts import Verb
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import DeckReport, Option, Printed, Prompt, SeatInfo, TableInfo
from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import BadInput
from facedown_shared.text.language import _, use_language
from facedown_shared.text.words import LINE, NOTHING, words
from tests.client.views import NAMES, TALKER, small_board

HAND, ZONE = Place(0, "hand"), Place(0, "monster", 1)

PROTOCOL = Path(__file__).parents[4] / "docs" / "reference" / "protocol.md"


def documented_kinds() -> list[str]:
    """Return every kind of event the protocol's description lists."""
    part = PROTOCOL.read_text("utf-8").split("## Events")[1].split("\n## ")[0]
    return re.findall("^- `(\\w+)`: ", part, re.MULTILINE)


def test_every_verb_of_the_rules_has_words() -> None:
    assert [verb for verb in get_args(Verb) if verb not in VERBS] == []


@pytest.mark.parametrize(("language", "said"), [("en", "Option 2"), ("zh_CN", "选项2")])
def test_an_option_says_the_line_that_the_server_told_of_its_card(language: str, said: str) -> None:
    model, board = Model(), small_board()
    option = Option("word", words=words(LINE, 900_777, 1, words("its_option", 2)))
    with use_language([language]):
        assert option_words(option, board, NAMES) == said
        model.handle_message(Printed((), {900_777: ("Walk", "Draw 2 cards.")}))
        assert option_words(option, board, NAMES) == "Draw 2 cards."
        card_catalogue.note_sent_cards((), {900_777: ()})


@pytest.mark.parametrize("verb", ["order", "arrange", "word", "choose"])
def test_no_bare_english_verb_stands_in_another_language(verb: str) -> None:
    board = small_board()
    with use_language(["zh_CN"]):
        told = option_words(Option(verb, code=TALKER.code, text="dark"), board, NAMES)
    assert verb not in told.casefold()
    assert re.search("[\u4e00-\u9fff]", told) or verb == "choose"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("word", ["destroy", "battle"])
def test_where_a_destroyed_card_goes_is_said_unless_it_is_the_graveyard(word: str, language: str) -> None:
    def describe_move(zone: str) -> str:
        moved = VisibleEvent("move", 0, 0, 1, 1, ZONE, Place(0, zone), word=word)
        return event_line(moved, small_board(), NAMES)

    with use_language([language]):
        usual, extra, hand, banished = map(describe_move, ("graveyard", "extra_deck", "hand", "banished"))
        assert place_words(Place(0, "graveyard"), "master", NAMES) not in usual
        assert place_words(Place(0, "extra_deck"), "master", NAMES) in extra
        assert place_words(Place(0, "hand"), "master", NAMES) in hand
        assert _("banished") in banished
        assert len({usual, extra, hand, banished}) == 4


def test_a_direct_attack_is_one_sentence_in_chinese_too() -> None:
    with use_language(["zh_CN"]):
        told = event_line(VisibleEvent("attack", 1, 5, code=2), small_board(), NAMES)
        aimed = event_line(VisibleEvent("attack", 1, 5, code=2, others=(1,)), small_board(), NAMES)
    assert told.endswith("直接攻击Wren")
    assert "直接" not in aimed
    assert aimed.count("攻击") == told.count("攻击") == 1


@pytest.mark.parametrize("format_name", sorted(FORMATS))
def test_the_cards_beside_a_deck_have_one_name_in_chinese(format_name: str) -> None:
    """The same as on the keys of the editor and in the questions between two duels."""
    with use_language(["zh_CN"]):
        assert _(FORMATS[format_name].parts[2]) == "副卡组"


def test_seats_without_a_name_are_called_in_the_language_in_use() -> None:
    assert placeholder_names() == ("Player 1", "Player 2")
    with use_language(["zh_CN"]):
        assert Model().names == ("玩家1", "玩家2")


def test_every_kind_of_happening_has_a_sentence() -> None:
    kinds = documented_kinds()
    assert len(kinds) > 20
    assert [kind for kind in kinds if kind not in HAPPENINGS] == []


@pytest.mark.parametrize("key", sorted(HAPPENINGS))
def test_every_sentence_can_be_made(key: str) -> None:
    kind, _, word = key.partition(" ")
    told = VisibleEvent(kind, 0, 1, 0, 1, Place(0, "hand"), Place(0, "monster", 1), 2, word, (5,))
    words = event_line(told, small_board(), NAMES)
    assert "{" not in words
    assert words == words.strip()


@given(
    st.builds(
        VisibleEvent,
        kind=st.sampled_from([*sorted({key.split()[0] for key in HAPPENINGS}), "moon_rise"]),
        seat=st.integers(-1, 1),
        card=st.integers(0, 30),
        was=st.integers(0, 30),
        code=st.integers(0, 5),
        start=st.none() | st.builds(Place, st.integers(-1, 1), st.sampled_from(("hand", "monster", "moon"))),
        goal=st.none() | st.builds(Place, st.integers(-1, 1), st.sampled_from(("hand", "deck", "monster"))),
        amount=st.integers(-9, 9),
        word=st.sampled_from(("", "destroy", "cost", "0 lp", "attack", "main1", "moving", "nonsense_word")),
        others=st.lists(st.integers(0, 30), max_size=3).map(tuple),
    )
)
def test_whatever_happens_can_be_told(told: VisibleEvent) -> None:
    for view in (small_board(), View(0, "no_such_table")):
        for before in (None, view):
            assert has_event_line(told, view, before) == bool(event_line(told, view, NAMES, before))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (VisibleEvent("draw", 0, 21, code=3), "Wren draws Mystical Space Typhoon"),
        (VisibleEvent("draw", 1), "Halvard draws a card"),
        (VisibleEvent("life", 1, amount=-500, word="battle damage"), "Halvard takes 500 battle damage"),
        (VisibleEvent("life", 0, amount=1000, word="gain"), "Wren gains 1000 Life Points"),
        (
            VisibleEvent("move", 0, 1, code=1, start=HAND, goal=ZONE, word="normal"),
            "Wren Normal Summons Gemini Elf",
        ),
        (
            VisibleEvent("move", 0, 1, code=1, start=ZONE, goal=Place(0, "graveyard"), word="tribute"),
            "Wren Tributes Gemini Elf",
        ),
        (
            VisibleEvent("move", 1, 0, 11, start=Place(1, "spell_trap"), goal=Place(1, "hand"), word="moon"),
            "A face-down card goes to Halvard's hand",
        ),
        (
            VisibleEvent("activate", 1, 12, code=4, others=(1,)),
            "Halvard activates Ring of Destruction, targeting Gemini Elf",
        ),
        (VisibleEvent("attack", 1, 5, code=2), "Decode Talker attacks Wren directly"),
        (VisibleEvent("turn", 1, amount=4), "Turn 4: Halvard"),
        (VisibleEvent("result", word="0 lp"), "Wren wins: Halvard has no Life Points left"),
        (VisibleEvent("moon_rise", 1, amount=3, word="full"), "Halvard: moon rise, full, 3"),
        (VisibleEvent("summoned", 0, 1, code=1, word="normal"), ""),
        (VisibleEvent("counter", 0, 1, code=1, amount=2, word="spell"), "Gemini Elf: +2 spell counter"),
        (VisibleEvent("counter", 0, 1, code=1, amount=2, word="1015"), "Gemini Elf: +2 counter 0x1015"),
    ],
)  # fmt: skip
def test_what_is_told(told: VisibleEvent, words: str) -> None:
    assert event_line(told, small_board(), NAMES) == words


def test_counters_without_a_word_are_called_by_their_number() -> None:
    assert text.counter_words("1015", 2) == "2 counters 0x1015"
    assert text.counter_words("1015", 1) == "1 counter 0x1015"
    assert text.counter_words("spell", 2) == "2 spell counters"


def test_the_board_has_everything_one_may_know() -> None:
    board = text.board(small_board(), NAMES)
    assert board[0] == "Turn 3, Wren, Main Phase 1."
    assert "Halvard: 5200 Life Points." in board
    assert "Wren (you): 8000 Life Points." in board
    assert "  Main Monster Zone 2: Gemini Elf, Attack, ATK 1900 DEF 900 Level 4, 1 spell counter" in board
    assert "  The left Extra Monster Zone, Halvard: Decode Talker, Attack, ATK 2800 Link 3" in board
    assert "  Spell & Trap Zone 1: a face-down card" in board
    assert "  Hand: 1: Mystical Space Typhoon" in board
    assert "  Hand: 4" in board
    assert "  Chain Link 1: Ring of Destruction, targeting Gemini Elf" in board


def test_a_spectator_reads_a_board_too() -> None:
    assert text.board(View(-1, "classic"), NAMES)[0] == "Before the first turn."
    over = View(-1, "classic", result="draw agreed")
    assert text.board(over, NAMES)[0] == "Over. A draw: both agreed to it."


@pytest.mark.parametrize("table", sorted(TABLES))
def test_every_place_of_every_game_has_a_name(table: str) -> None:
    for seat, zone in TABLES[table].piles():
        for slot in range(zone.slots or 1):
            words = place_words(Place(seat, zone.name, slot), table, NAMES)
            assert words
            assert "_" not in words


PROMPT = Prompt(
    7, "turn", words("plain", "Your Main Phase 1."),
    (Option("summon", 21), Option("activate", 21, text="destroy a card"), Option("phase", text="end")),
)  # fmt: skip


def test_a_prompt_is_a_question_with_numbers() -> None:
    assert text.prompt_lines(PROMPT, small_board(), NAMES) == [
        "Your Main Phase 1.",
        "  1. Normal Summon Mystical Space Typhoon",
        "  2. Activate Mystical Space Typhoon: destroy a card",
        "  3. Go to the End Phase",
        "  Type a number.",
    ]


def test_a_material_is_offered_with_the_monster_above_it() -> None:
    """Seen to fail: of two equal materials none knew beneath which monster each was."""
    view = small_board()
    elf = msgspec.structs.replace(view.cards[1], materials=(77,))
    view = msgspec.structs.replace(view, cards={**view.cards, 1: elf, 77: view.cards[21]})
    asks = Prompt(5, "choice", options=(Option("detach", 77), Option("detach", 21)))
    own, _how = text.prompt_lines(asks, view, NAMES)[1:3]
    assert own.endswith("(beneath Gemini Elf, Wren's Main Monster Zone 2)")


@given(st.sampled_from([*VERBS, "unheard_of"]), st.integers(0, 30), st.integers(0, 9))
def test_every_option_has_words(verb: str, card: int, code: int) -> None:
    words = option_words(Option(verb, card, code, Place(0, "monster", 1), 2, "attack"), small_board(), NAMES)
    assert words
    assert "{" not in words


@pytest.mark.parametrize(
    ("typed", "least", "most", "picks"),
    [("2", 1, 1, (1,)), ("1 3", 2, 2, (0, 2)), ("1, 2", 1, 3, (0, 1)), ("0", 0, 1, ()), ("", 0, 1, ())],
)
def test_numbers_are_answers(typed: str, least: int, most: int, picks: tuple[int, ...]) -> None:
    prompt = Prompt(7, "choice", NOTHING, PROMPT.options, least, most)
    assert text.parse_answer(typed, prompt).picks == picks


@pytest.mark.parametrize("typed", ["4", "x", "1 1", "1 2", "0", "-1", "b", "９９"])
def test_what_is_no_answer_is_said_so(typed: str) -> None:
    with pytest.raises(BadInput) as refused:
        text.parse_answer(typed, PROMPT)
    assert str(refused.value).endswith(".")


def test_back_is_offered_where_it_is_allowed() -> None:
    prompt = Prompt(7, "choice", NOTHING, PROMPT.options, back=True)
    assert text.parse_answer("b", prompt).back
    assert "b to go back" in text.prompt_lines(prompt, None, NAMES)[-1]


def test_a_deck_s_report_in_words() -> None:
    assert text.report_lines(DeckReport(True, (), 40, 40)) == [
        "The deck may be played.", "  All 40 cards play by rules.",
    ]  # fmt: skip
    lines = text.report_lines(
        DeckReport(False, (words("plain", "Too small."),), 9, 11, ("Toon World", "Relinquished"))
    )
    assert lines[1] == "  Too small."
    assert "9 of 11 play by rules; 2 only by hand" in lines[2]
    assert "Toon World and Relinquished" in lines[3]


def test_a_report_names_cards_that_only_the_player_or_only_the_server_knows() -> None:
    own = {77: Facts(code=77, name="Ember Squire")}
    page = words("card_called", 78, "Ash Page")
    reasons = (words("passcode_unknown", 77), words("core_has_no_script", page))
    lines = text.report_lines(DeckReport(False, reasons), "core", own.get)
    assert lines[1:] == [
        "  No card with the passcode 77 (Ember Squire) is known here.",
        "  EDOPro's folder has no script for Ash Page.",
    ]
    assert str(words("passcode_unknown", 78)) == "No card with the passcode 78 is known here."
    assert str(words("card_called", 46986414, "Something else")) == "Dark Magician"


def test_a_deck_that_may_be_tried_alone_gets_one_verdict() -> None:
    lines = text.report_lines(DeckReport(True, (words("plain", "Too small."),), 9, 9))
    assert lines[:2] == ["The deck may be played here solo, not at a table with others:", "  Too small."]


def test_a_table_says_how_it_is_played() -> None:
    table = TableInfo("AB2-CDE", "master", 1, "gathering", (SeatInfo("Wren"), SeatInfo("")), mode="half")
    assert table_lines(table)[0].startswith("Table AB2-CDE, Yu-Gi-Oh! Master, half and half, best of 1,")


def test_a_table_in_words() -> None:
    table = TableInfo(
        "AB2-CDE",
        "master",
        3,
        "gathering",
        (SeatInfo("Wren", True, ready=True, deck=True), SeatInfo()),
        ("Priya",),
    )
    assert table_lines(table) == [
        "Table AB2-CDE, Yu-Gi-Oh! Master, best of 3, waiting for the players.",
        "  Wren, ready.",
        "  An empty seat.",
        "  Watching: Priya.",
    ]


def test_a_card_in_words() -> None:
    assert text.facts_lines(TALKER) == [
        "Decode Talker. Monster effect link.",
        "DARK Cyberse, Link 3, ATK 2300.",
        "Gains 500 ATK for each monster it points to.",
    ]


def test_results_in_words() -> None:
    assert result_words("1 deckout", NAMES) == "Halvard wins: Wren had to draw from an empty Deck"
    assert result_words("draw lp", NAMES).startswith("A draw")
    assert result_words("", NAMES) == ""


def test_an_attack_with_one_target_says_what_it_would_hit() -> None:
    view = small_board()
    options = (
        Option("attack", 1, targets=(5,)), Option("attack", 1, targets=(0,)),
        Option("attack", 1, targets=(5, 0)),
    )  # fmt: skip
    lines = text.option_lines(Prompt(1, "turn", NOTHING, options[:1]), view, NAMES)
    assert lines == ["Attack with Gemini Elf (at Decode Talker)"]
    assert text.option_lines(Prompt(1, "turn", NOTHING, options[1:2]), view, NAMES) == [
        "Attack with Gemini Elf (directly)"
    ]
    assert text.option_lines(Prompt(1, "turn", NOTHING, options[2:]), view, NAMES) == [
        "Attack with Gemini Elf"
    ]


def test_a_script_that_failed_is_told_with_the_name_of_its_card() -> None:
    seats = (SeatInfo("Wren", True), SeatInfo("Halvard", True))
    old = TableInfo("AB2-CDE", "master", 1, "duel", seats, duel=1, mode="core")
    new = msgspec.structs.replace(old, note=words("script_of_card_fails", 900001))
    card = Facts(code=900001, name="Mini Walker", kinds=("monster", "normal"))
    view = msgspec.structs.replace(small_board(), facts={900001: card})
    (line,) = changes(old, new, NAMES, said=partial(news_words, view=view))
    assert line.startswith("The script of Mini Walker failed")


def test_siding_is_told_to_everybody() -> None:
    seats = (SeatInfo("Wren", True), SeatInfo("Halvard", True, ready=True))
    old = TableInfo("AB2-CDE", "master", 3, "siding", (seats[0], SeatInfo("Halvard", True)), duel=1)
    new = TableInfo("AB2-CDE", "master", 3, "siding", seats, duel=1)
    assert changes(old, new, ("Wren", "Halvard")) == ["Halvard is done with siding."]
    assert table_lines(new)[1:] == ["  Wren, still siding.", "  Halvard, done."]


@pytest.mark.parametrize(
    ("start", "token", "owner", "said"),
    [
        (HAND, False, 0, "Wren Special Summons"),
        (Place(1, "hand"), False, 1, "is Special Summoned to Wren's side"),
        (Place(1, "graveyard"), False, 1, "Wren Special Summons"),
        (None, True, 1, "is Special Summoned to Wren's side"),
        (None, True, 0, "Wren Special Summons"),
    ],
)
def test_who_gives_the_other_side_a_monster_is_not_said_to_be_that_side(
    start: Place | None, token: bool, owner: int, said: str
) -> None:
    board = small_board()
    handle, seen = next((handle, seen) for handle, seen in board.cards.items() if seen.code)
    changed = msgspec.structs.replace(seen, owner=owner, controller=0, token=token)
    view = msgspec.structs.replace(board, cards={**board.cards, handle: changed})
    came = VisibleEvent("move", 0, handle, code=seen.code, start=start, goal=ZONE, word="special")
    assert said in event_line(came, view, NAMES)
