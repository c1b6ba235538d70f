"""The model: patches applied in order, a gap requested once, the log in words."""

from __future__ import annotations

import msgspec

from facedown_client.model.model import MAX_LINE_LETTERS, Model
from facedown_shared.protocol.messages import (
    AtTable,
    Ended,
    FromServer,
    GetView,
    LobbyRow,
    Moved,
    Prompt,
    PromptOver,
    Refused,
    Said,
    Seal,
    Seated,
    SeatInfo,
    TableInfo,
    Tables,
    Update,
    Whole,
)
from facedown_shared.protocol.table_settings import MAX_ROSTER_NAMES
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.text.errors import Code
from facedown_shared.text.language import use_language
from facedown_shared.text.words import words

OLD = View(0, "master", turn=1, turn_player=0, phase="draw", tallies={"0:life": 8000, "1:life": 8000})
NEW = View(0, "master", turn=2, turn_player=1, phase="main1", tallies={"0:life": 8000, "1:life": 7000})
TABLE = TableInfo("AB12", "master", 1, "duel", (SeatInfo("Wren", True), SeatInfo("Halvard", True)), duel=1)


def seated_model() -> Model:
    model = Model()
    (answer,) = model.handle_message(Seated("AB12", 0, "t"))
    assert isinstance(answer, Seal)
    for message in (AtTable(TABLE), Whole(4, OLD)):
        assert model.handle_message(message) == ()
    return model


def test_a_patch_leads_from_one_view_to_the_next() -> None:
    model = seated_model()
    assert model.handle_message(Update.between(5, OLD, NEW, (VisibleEvent("life", 1, amount=-1000),))) == ()
    assert model.view == NEW
    assert model.version == 5
    step = model.steps[-1]
    assert (step.old, step.new) == (OLD, NEW)
    assert model.log[-1].text == "Halvard loses 1000 Life Points"


def test_the_log_is_told_again_in_another_language() -> None:
    model = seated_model()
    model.handle_message(Update.between(5, OLD, NEW, (VisibleEvent("life", 1, amount=-1000),)))
    with use_language(["zh_CN"]):
        assert model.log[-1].text == "Halvard失去 1000 LP"
    assert model.log[-1].text == "Halvard loses 1000 Life Points"


def test_a_gap_asks_for_the_whole_view_once() -> None:
    model = seated_model()
    assert model.handle_message(Update.between(7, OLD, NEW)) == (GetView(),)
    assert model.handle_message(Update.between(8, OLD, NEW)) == ()
    assert model.view == OLD
    model.handle_message(Whole(8, NEW))
    assert (model.view, model.version) == (NEW, 8)
    assert model.handle_message(Update.between(9, NEW, OLD)) == ()
    assert model.view == OLD


def test_an_update_already_known_changes_nothing() -> None:
    model = seated_model()
    assert model.handle_message(Update.between(4, OLD, NEW)) == ()
    assert model.view == OLD


def test_a_late_comer_reads_the_log_so_far() -> None:
    model = Model()
    model.handle_message(AtTable(TABLE))
    model.handle_message(
        Whole(9, NEW, (VisibleEvent("turn", 0, amount=1), VisibleEvent("turn", 1, amount=2)))
    )
    assert [(entry.turn, entry.text) for entry in model.log] == [(1, "Turn 1: Wren"), (2, "Turn 2: Halvard")]


def test_what_a_late_comer_reads_is_said_when_it_is_read_in_any_language() -> None:
    model = Model()
    model.handle_message(AtTable(TABLE))
    model.handle_message(Whole(9, NEW, (VisibleEvent("phase", 0, word="draw"), VisibleEvent("draw", 1))))
    gone = msgspec.structs.replace(TABLE, seats=(TABLE.seats[0], SeatInfo()))
    model.handle_message(AtTable(gone))
    (entry,) = model.log
    assert (entry.text, model.logged) == ("Halvard draws a card", 1)
    with use_language(["zh_CN"]):
        assert entry.text == "Halvard抽了1张卡"
        assert entry.said.texts.get("xx") is None
    assert [*entry.said.texts] == ["en", "zh_CN"]


def test_a_prompt_stays_until_it_is_over() -> None:
    model = seated_model()
    model.handle_message(Prompt(3, "turn"))
    model.handle_message(Refused(Code.NOT_OFFERED, ask=3, text="No."))
    assert model.prompt is not None
    assert model.refusal is not None
    model.handle_message(PromptOver(2))
    assert model.prompt is not None
    model.handle_message(PromptOver(3))
    assert model.prompt is None


def test_an_old_prompt_is_put_away_when_the_server_says_so() -> None:
    model = seated_model()
    model.handle_message(Prompt(3, "turn"))
    model.handle_message(Refused(Code.OLD_PROMPT, ask=3, text="That prompt is over."))
    assert model.prompt is None


def test_a_table_whose_match_is_over_is_in_no_list() -> None:
    model = seated_model()
    over = LobbyRow("AB12", "Wren", "master", 1, "over", opponent="Ben")
    model.handle_message(Tables((over, msgspec.structs.replace(over, code="AB13", stage="duel"))))
    assert [row.code for row in model.rows] == ["AB13"]


def test_leaving_keeps_only_the_lobby() -> None:
    model = seated_model()
    model.handle_message(Tables((LobbyRow("AB12", "Wren", "master", 1, "duel"),)))
    assert (model.is_in_duel, len(model.rows)) == (True, 1)
    model.handle_message(Ended(words("operator_says", "You left.")))
    assert model.ended is not None
    model.forget_table()
    assert (model.view, model.table, len(model.rows)) == (None, None, 1)


def test_names_are_the_table_s() -> None:
    model = seated_model()
    assert (model.names, model.opponent, model.is_player) == (("Wren", "Halvard"), "Halvard", True)


def test_lines_of_the_log_stand_under_the_turn_in_which_they_happened() -> None:
    log = (
        VisibleEvent("draw", 0), VisibleEvent("turn", 0, amount=1), VisibleEvent("draw", 0),
        VisibleEvent("turn", 1, amount=2), VisibleEvent("draw", 1),
    )  # fmt: skip
    later = View(0, "master", turn=2, turn_player=1, phase="main1")
    model = Model()
    for message in (Seated("AB12", 0, "t"), AtTable(TABLE), Whole(4, later, log)):
        model.handle_message(message)
    assert [(entry.turn, entry.happening.kind) for entry in model.log if entry.happening.kind == "draw"] == [
        (0, "draw"), (1, "draw"), (2, "draw")
    ]  # fmt: skip
    third = View(0, "master", turn=3, turn_player=0, phase="draw")
    happened = (VisibleEvent("life", 1, amount=-100), VisibleEvent("turn", 0, amount=3))
    model.handle_message(Update.between(5, later, third, happened))
    assert next(entry.turn for entry in model.log if entry.happening.kind == "life") == 2


def test_the_side_at_which_nobody_sits_has_its_name_in_the_language_in_use() -> None:
    model = Model()
    seats = (SeatInfo("Wren", True), SeatInfo("Other side", True))
    model.handle_message(Seated("AB2-CDE", 0, "t", {}))
    model.handle_message(AtTable(TableInfo("AB2-CDE", "master", 1, "duel", seats, host="Wren", alone=True)))
    assert model.names == ("Wren", "Other side")
    with use_language(["zh_CN"]):
        assert model.names == ("Wren", "另一侧")


PROMPT = Prompt(7, "turn")


def test_at_the_server_to_which_a_table_has_gone_nothing_is_news_that_was_known() -> None:
    """An open prompt stays open, and the log and the steps that are being shown stay."""
    model = seated_model()
    model.handle_message(Update.between(5, OLD, NEW, (VisibleEvent("life", 1, amount=-1000),)))
    again: tuple[FromServer, ...] = (
        Whole(2, NEW, (VisibleEvent("life", 1, amount=-1000),)),
        Prompt(7, "turn"),
    )
    model.handle_message(PROMPT)
    assert not any(map(model.is_repeated, again))
    view, logged = model.view, model.logged
    for message in (Moved("http://b.test", "AB12", 2), Seated("AB12", 0, "t"), AtTable(TABLE), *again):
        assert model.is_repeated(message) == (message in again)
        model.handle_message(message)
        assert model.prompt is PROMPT
    assert (model.view, model.version, model.logged, len(model.steps)) == (view, 2, logged, 1)
    model.handle_message(Update.between(3, NEW, OLD))
    assert model.version == 3
    assert not model.is_repeated(Whole(3, OLD))


def test_after_a_connection_that_was_lost_all_is_news() -> None:
    """A table had moved, the connection to its server was lost as well, and the client did not say that it
    had reconnected.
    """
    model = seated_model()
    model.handle_message(PROMPT)
    model.handle_message(Moved("http://b.test", "AB12", 2))
    model.reset_connection()
    for message in (Seated("AB12", 0, "t"), Whole(2, OLD), PROMPT):
        assert not model.is_repeated(message)
        model.handle_message(message)
    assert model.prompt is PROMPT


def test_what_happened_there_before_we_came_is_taken_in() -> None:
    """Another View, and no prompt; or another stage, before there is any View."""
    for news in (Whole(2, NEW), AtTable(msgspec.structs.replace(TABLE, stage="over"))):
        model = seated_model()
        model.handle_message(PROMPT)
        for message in (Moved("http://b.test", "AB12", 2), Seated("AB12", 0, "t"), news):
            assert not model.is_repeated(message)
            model.handle_message(message)
        assert model.prompt is None


def test_what_a_hostile_server_sends_again_and_again_fills_no_memory() -> None:
    """Seen to fail: names of spectators, and lines of millions of letters, were all kept."""
    model = seated_model()
    for number in range(4):
        names = tuple(f"n{number} {index}" for index in range(MAX_ROSTER_NAMES))
        model.handle_message(AtTable(TABLE, same_spectators=True, come=names))
        model.handle_message(Said("Eve", "x" * MAX_LINE_LETTERS))
        model.handle_message(Said("", words=words("operator_says", "x" * MAX_LINE_LETTERS)))
        long_word = VisibleEvent("declared", 1, word="x" * (MAX_LINE_LETTERS + 1))
        model.handle_message(Whole(4, OLD, log=(long_word,)))
    assert model.table is not None
    assert len(model.table.spectators) == MAX_ROSTER_NAMES
    assert (len(model.chat), len(model.log)) == (0, 0)
    model.handle_message(Said("", words=words("operator_says", "x" * 4_096)))
    assert len(model.chat) == 1
