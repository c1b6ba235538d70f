"""Cards moved by hand in typed words: the gesture of each line, and a free table played in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from facedown_client.connection.link import Link
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.terminal import typed_hands
from facedown_client.terminal.keyboard import TerminalSession
from facedown_client.terminal.terminal import Terminal
from facedown_server.refereeing.undo import saved_lines
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.protocol.gestures import (
    ChangeLife,
    ChangePosition,
    CloseDeck,
    DeclareAttack,
    Draw,
    EndTurn,
    Gesture,
    GoToPhase,
    Hide,
    LookAtTop,
    MakeToken,
    NormalSummon,
    PutCounters,
    SearchDeck,
    SendSignal,
    TossCoins,
)
from facedown_shared.protocol.messages import (
    AtTable,
    Consent,
    CreateTable,
    LineText,
    Prompt,
    Refused,
    Restart,
    Rewind,
    SaveLine,
    Seated,
    Settings,
    TakeSide,
    ToServer,
    Whole,
)
from facedown_shared.protocol.table_settings import SeatInfo, TableInfo
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import BadInput, Code
from tests.client.consoles import Paper
from tests.client.house import ADDRESS, house
from tests.client.terminal.test_terminal import make_terminal
from tests.server.games.manual.manual_table import Table

SEATS = (SeatInfo("Wren", True), SeatInfo("Halvard", True))
FREE = TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1, mode="free", step=3, steps=5)


def table() -> Table:
    """Return a board with full hands, a few cards on both sides."""
    found = Table(
        hand=["Sangan", "Jinzo", "Pot of Greed", "Trap Hole", "Umi"], extra_deck=["Number 39: Utopia"]
    )
    found.put_card("Gemini Elf", "0:monster:0")
    found.put_card("Celtic Guardian", "0:monster:1")
    found.put_card("Kuriboh", "1:monster:1", "set")
    found.put_card("Cyber Dragon", "1:monster:2")
    return found


PLAYED = {
    "summon Sangan": ("0:monster:2", "Sangan"),
    "summon sangan m5": ("0:monster:4", "Sangan"),
    "summon Jinzo with Gemini Elf": ("0:monster:0", "Jinzo"),
    "summon jinzo m4 with m1": ("0:monster:3", "Jinzo"),
    "set trap hole": ("0:spell_trap:0", "Trap Hole"),
    "set Trap Hole s3": ("0:spell_trap:2", "Trap Hole"),
    "set Sangan m3": ("0:monster:2", "Sangan"),
    "activate Pot of Greed s2": ("0:spell_trap:1", "Pot of Greed"),
    "activate umi": ("0:field:0", "Umi"),
    "special Sangan m4 as defense": ("0:monster:3", "Sangan"),
    "summon Utopia m3 with Gemini Elf, Celtic Guardian": ("0:monster:2", "Number 39: Utopia"),
    "move Sangan to m5 as set": ("0:monster:4", "Sangan"),
}
"""A line, and the places of cards after it."""


@pytest.mark.parametrize("line", PLAYED)
def test_lines_that_bring_cards_out(line: str) -> None:
    found = table()
    found.send(typed_hands.parse_gesture(line, found.view(0)))
    place, name = PLAYED[line]
    assert found.at(place) == name


SENT = {
    "bury Sangan": "0:graveyard",
    "banish Sangan": "0:banished",
    "return Gemini Elf": "0:hand",
    "top Sangan": "0:deck",
    "bottom Sangan": "0:deck",
    "move Sangan, Jinzo to gy": "0:graveyard",
    "move m1 to the deck as bottom".replace("the ", ""): "0:deck",
}
"""A line, and the pile that has grown by it."""


@pytest.mark.parametrize("line", SENT)
def test_lines_that_send_cards_away(line: str) -> None:
    found = table()
    before = found.count(SENT[line])
    found.send(typed_hands.parse_gesture(line, found.view(0)))
    assert found.count(SENT[line]) > before


SAID = {
    "draw": Draw(1),
    "draw 3": Draw(3),
    "look 2": LookAtTop(2, viewer=0),
    "excavate 2": LookAtTop(2),
    "search": SearchDeck(),
    "close": CloseDeck(),
    "lp -500": ChangeLife("-500"),
    "lp 8000 / 2": ChangeLife("8000 / 2"),
    "phase Main1": GoToPhase("main1"),
    "end": EndTurn(),
    "coin": TossCoins(1),
    "hide": Hide(),
}


@pytest.mark.parametrize("line", SAID)
def test_lines_about_piles_and_players(line: str) -> None:
    assert typed_hands.parse_gesture(line, table().view(0)) == SAID[line]


def test_attacks_arrows_counters_tokens_and_turns() -> None:
    found = table()
    view = found.view(0)
    elf, kuriboh = found.card("Gemini Elf").handles[0], found.card("Kuriboh").handles[0]
    dragon = found.card("Cyber Dragon").handles[0]
    assert typed_hands.parse_gesture("attack gemini on their m2", view) == DeclareAttack((elf,), (kuriboh,))
    assert typed_hands.parse_gesture("attack m1 on cyber", view).others == (dragon,)
    assert typed_hands.parse_gesture("attack m1", view) == DeclareAttack((elf,))
    assert typed_hands.parse_gesture("point gemini at cyber dragon", view).others == (dragon,)
    assert typed_hands.parse_gesture("counter gemini Spell +2", view) == PutCounters((elf,), "Spell", 2)
    assert typed_hands.parse_gesture("as set m1", view) == ChangePosition((elf,), "set")
    assert typed_hands.parse_gesture("token Sheep 100 200", view) == MakeToken(TokenPrint("Sheep", 100, 200))


@pytest.mark.parametrize("words", ["OK", "no response", "thinking", "Wait"])
def test_quick_words(words: str) -> None:
    assert isinstance(typed_hands.signal(words), SendSignal)


@pytest.mark.parametrize(
    "line",
    [
        "summon Nobody", "summon m4", "summon Pot of Greed", "move Sangan", "move Sangan to the moon",
        "draw many", "counter Gemini", "as sideways m1", "summon", "set Gemini Elf", "banish",
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_said_in_a_sentence(line: str) -> None:
    with pytest.raises(BadInput) as refused:
        typed_hands.parse_gesture(line, table().view(0))
    assert str(refused.value).endswith((".", "…"))


# --- in the terminal ----------------------------------------------------------------------------------------


def seated_terminal(info: TableInfo = FREE, cards: Table | None = None) -> Terminal:
    """Seat a player at a free table."""
    view = (cards or table()).view(0)
    return make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(info), Whole(1, view), Prompt(1, "by_hand"))[0]


def sent_message(terminal: Terminal, line: str) -> ToServer:
    """Return the one message a line sends."""
    (message,) = terminal.handle_line(line)[1]
    return message


def test_help_at_a_free_table_tells_of_hands() -> None:
    lines, _ = seated_terminal().handle_line("?")
    assert any("undo" in line for line in lines)
    assert not any("undo" in line for line in make_terminal(Seated("AB2-CDE", 0, "t"))[0].handle_line("?")[0])


def test_the_way_back_is_typed() -> None:
    terminal = seated_terminal()
    assert sent_message(terminal, "undo") == Rewind(2)
    assert sent_message(terminal, "undo 9") == Rewind(0)
    assert sent_message(terminal, "redo") == Rewind(4)
    assert sent_message(terminal, "step 5") == Rewind(5)
    assert sent_message(terminal, "restart") == Restart()
    assert sent_message(terminal, "restart new") == Restart(fresh=True)
    assert sent_message(terminal, "side 2") == sent_message(terminal, "side") == TakeSide(1)
    assert sent_message(terminal, "save") == SaveLine()
    for line in ("undo x", "side 3"):
        with pytest.raises(BadInput):
            terminal.handle_line(line)


def test_a_menu_is_numbered_lines_and_pick_takes_one() -> None:
    terminal = seated_terminal()
    lines, messages = terminal.handle_line("menu Sangan")
    assert messages == []
    assert lines[0] == "Sangan:"
    number = next(number for number, line in enumerate(lines) if "Normal Summon" in line)
    gesture = sent_message(terminal, f"pick {number}")
    assert isinstance(gesture, NormalSummon)
    assert gesture.places == (Place(0, "monster", 2),)
    assert any("Draw" in line for line in terminal.handle_line("menu deck")[0])
    lines, _ = terminal.handle_line("menu")
    life = next(number for number, line in enumerate(lines) if "Life Points" in line)
    assert sent_message(terminal, f"pick {life} -500") == ChangeLife("-500")
    with pytest.raises(BadInput):
        terminal.handle_line("pick 99")


def test_what_only_an_effect_does_is_done_again_with_one() -> None:
    terminal = seated_terminal()
    first = sent_message(terminal, "move Sangan to their m1")
    refusal = Refused(Code.NEEDS_EFFECT, text="Only a card's effect does that.")
    assert terminal.message_lines(refusal)[-1].endswith("type effect.")
    again = sent_message(terminal, "effect")
    assert isinstance(first, Gesture)
    assert isinstance(again, Gesture)
    assert (again.effect, again.cards) == (True, first.cards)


def test_a_way_back_is_asked_and_answered() -> None:
    terminal = seated_terminal()
    asked = TableInfo(
        "AB2-CDE", "master", 1, "duel", SEATS, duel=1, mode="free", step=3, steps=5, proposal="rewind 1 2"
    )
    terminal.model.handle_message(AtTable(asked))
    assert terminal.message_lines(AtTable(asked)) == [
        "Halvard asks to take the table to step 2. Type yes or no."
    ]
    assert sent_message(terminal, "yes") == Consent(True)


def test_by_the_rules_between_two_nothing_of_this_is_typed() -> None:
    terminal = seated_terminal(TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1))
    with pytest.raises(BadInput):
        terminal.handle_line("undo")


def test_a_line_is_kept_under_the_name_that_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    own, terminal = tmp_path / "home" / "lines", seated_terminal()
    for typed, kept in (
        ("save", own / "master-AB2.duel"),
        ("save Turn one", own / "Turn one.duel"),
        ("save Turn one.duel", own / "Turn one-2.duel"),
        (f"save {tmp_path}/x.duel", tmp_path / "x.duel"),
    ):
        assert sent_message(terminal, typed) == SaveLine()
        assert terminal.message_lines(LineText("../../x/master-AB2.duel", "steps")) == [
            f"The line is saved as {kept}."
        ]
        assert kept.read_text() == "steps"
    with pytest.raises(BadInput, match="There is no folder"):
        terminal.handle_line(f"save {tmp_path}/nowhere/x")


# --- a whole table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["step -1", "step 6", "step x"])
def test_a_step_that_is_not_there_is_said_so(typed: str) -> None:
    found, _ = make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(FREE), Whole(1, table().view(0)))
    with pytest.raises(BadInput, match=rf"^There is no {typed}; steps are 0 to 5\.$"):
        found.handle_line(typed)


async def test_a_table_is_played_alone_in_a_terminal(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    script = Paper(
        "ready", "draw 2", "phase end", "undo", "lp -0", "undo", "lp -500", "undo", "redo",
        "token Sheep 0 0", "position", "menu m1", "search",
        "close", "coin", "undo 3", "save My hand", "leave",
    )  # fmt: skip
    wish = CreateTable(Settings(mode="free", opponent="nobody", listed=False, pace="off"))
    async with house() as server, trio.open_nursery() as nursery:
        visit = Visit(Link(ADDRESS, "Wren", wish=wish, dial=server.dial))
        nursery.start_soon(script.type)
        await TerminalSession(visit, script, deck=deck_entries.ready("master")[0]).run_session()
        nursery.cancel_scope.cancel()
    said = "\n".join(script.read)
    for words in (
        "You may move cards by hand", "Wren: End Phase", "Wren keeps the same Life Points",
        "Wren loses 500 Life Points", "Sheep", "Wren looks through the deck",
        "Wren tosses a coin", "The line is saved as",
    ):  # fmt: skip
        assert words in said
    assert saved_lines.parse_line((tmp_path / "lines" / "My hand.duel").read_text(encoding="utf-8")).at == 3
    assert script.read[-1] == "You have left the table."
