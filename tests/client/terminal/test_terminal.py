"""Playing in words: the output of each message, the messages of each line; and a whole duel."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from facedown_client.bot.bot_player import Robot
from facedown_client.connection.link import Link
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.model import card_catalogue
from facedown_client.model.model import Model
from facedown_client.model.room_words import KEY_AND_PASSWORD
from facedown_client.model.words.exit_texts import Keeps
from facedown_client.model.words.text import prompt_lines
from facedown_client.terminal import commands
from facedown_client.terminal.keyboard import TerminalSession
from facedown_client.terminal.terminal import Terminal
from facedown_shared.network import links
from facedown_shared.network.qr_codes import qr_lines
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    Chat,
    Clock,
    Concede,
    Consent,
    CreateTable,
    DeckReport,
    Ended,
    FromServer,
    JoinTable,
    Leave,
    LobbyRow,
    Option,
    Prompt,
    Ready,
    Refused,
    Said,
    Seated,
    SeatInfo,
    Settings,
    TableInfo,
    Tables,
    TellFacts,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.words import NOTHING, words
from tests.client.consoles import Paper
from tests.client.house import ADDRESS, House, house
from tests.client.views import small_board

SEATS = (SeatInfo("Wren", True), SeatInfo("Halvard", True))
TABLE = TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1)
FREE = replace(TABLE, mode="free", step=3, steps=5)


def make_terminal(*messages: FromServer) -> tuple[Terminal, list[str]]:
    """Return a terminal that received these; and its output."""
    model = Model()
    found, lines = Terminal(model), list[str]()
    for message in messages:
        model.handle_message(message)
        lines += found.message_lines(message)
    return found, lines


START = (Seated("AB2-CDE", 0, "t"), AtTable(TABLE), Whole(1, small_board()))


def test_a_table_that_changes_hands_is_come_to_once() -> None:
    watching = Seated("AB2-CDE", PUBLIC_CLASS_INDEX, epoch=1)
    there, lines = make_terminal(watching, AtTable(TABLE), Whole(1, small_board()))
    assert lines[0] == "You are at table AB2-CDE, watching."

    def next_lines(message: FromServer) -> list[str]:
        there.model.handle_message(message)
        return there.message_lines(message)

    assert next_lines(replace(watching, epoch=2)) == []  # as a relay sends it to those who stay
    assert next_lines(Seated("AB2-CDE", 1, "t", epoch=2)) == ["You are at table AB2-CDE."]
    assert next_lines(Seated("AB2-CDF", 1, "t")) == ["You are at table AB2-CDF."]
    assert next_lines(Ended(NOTHING)) == ["You are no longer at the table."]
    assert next_lines(Seated("AB2-CDF", 1, "t")) == ["You are at table AB2-CDF."]


def test_links_that_lead_elsewhere_after_a_move_are_said() -> None:
    led = {"spectator": (("here", "http://a.example/t/AB2-CDE#watch=s"),)}
    there, _ = make_terminal(replace(START[0], links=led), *START[1:])
    again = replace(START[0], links={"spectator": (("here", "http://b.example/t/AB2-CDE#watch=s"),)}, epoch=2)
    there.model.handle_message(again)
    lines = there.message_lines(again)
    assert lines[0] == "The addresses of this table have changed."
    assert "http://b.example/t/AB2-CDE#watch=s" in " ".join(lines)
    assert not any("You are at table" in line for line in lines)


def test_a_link_is_shown_as_a_qr_code() -> None:
    seat, watch = ("http://10.0.0.2:7777/t/AB2-CDE#" + what for what in ("seat=s", "watch=w"))
    led = {"opponent": (("here", seat), ("far", "http://far.example")), "spectator": (("here", watch),)}
    there, _ = make_terminal(replace(START[0], links=led), *START[1:])
    caption, *lines, hint = there.handle_line("qr")[0]
    assert caption == f"Link for the opponent, here: {seat}"
    assert lines == qr_lines(seat)
    assert "qr light" in hint
    assert there.handle_line("qr watch light")[0] == [
        f"Link for the spectator, here: {watch}", *qr_lines(watch, is_light=True)
    ]  # fmt: skip
    assert make_terminal(*START)[0].handle_line("qr")[0] == ["Only the table's host has links to send."]
    with pytest.raises(BadInput):
        there.handle_line("qr nonsense")


def test_coming_in_shows_the_table_and_the_board() -> None:
    _, lines = make_terminal(*START)
    assert lines[0] == "You are at table AB2-CDE."
    assert "Table AB2-CDE, Yu-Gi-Oh! Master, best of 1, duel running." in lines
    assert "Turn 3, Wren, Main Phase 1." in lines


def test_one_who_comes_is_told_what_the_table_waits_for() -> None:
    table = TableInfo("AB2-CDE", "master", 1, "gathering", (SEATS[0], SeatInfo("Halvard", True, deck=True)))
    assert make_terminal(Seated("AB2-CDE", 1, "t"), AtTable(table))[1][-1].startswith(
        "Your deck is the one you chose: type ready"
    )
    terminal = Terminal(Model(), deck=deck_entries.find_deck("starter-yugi"))
    terminal.model.handle_message(Seated("AB2-CDE", 1, "t"))
    terminal.model.handle_message(AtTable(table))
    assert "Your deck is Starter Yugi: type ready" in terminal.message_lines(AtTable(table))[-1]
    assert make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(table))[1][-1].startswith(
        "To begin type deck NAME"
    )
    opened, _ = make_terminal(Tables(()))
    opened.handle_line("open")
    brought = replace(table, seats=(SeatInfo("Wren", True, deck=True), SeatInfo()))
    for message in (Seated("AB2-CDE", 0, "t"), AtTable(brought)):
        opened.model.handle_message(message)
        lines = opened.message_lines(message)
    assert lines[-1].startswith(f"Your deck is {deck_entries.ready('master')[0].display_title}: type ready")
    assert not make_terminal(Seated("AB2-CDE", -1), AtTable(table))[1][-1].startswith("To begin")


def test_who_comes_to_watch_is_told_once() -> None:
    """Seen to fail: a spectator who had joined and left was counted twice, and one spectator was two."""
    lines = make_terminal(*START, AtTable(TABLE, same_spectators=True, come=("Ilse",)))[1]
    assert lines[-1] == "Watching: Ilse."


def test_what_happens_is_printed_once_and_counted() -> None:
    view = small_board()
    visible_events = (
        VisibleEvent("draw", 1),
        VisibleEvent("draw", 1),
        VisibleEvent("life", 1, amount=-100, word="cost"),
    )
    _, lines = make_terminal(*START, Update.between(2, view, view, visible_events))
    assert lines[-2:] == ["Halvard draws a card (×2)", "Halvard pays 100 Life Points"]


def test_a_prompt_is_numbered_and_a_number_answers_it() -> None:
    prompt = Prompt(5, "turn", NOTHING, (Option("activate", 21), Option("phase", text="end")))
    found, lines = make_terminal(*START, prompt)
    assert lines[-3:] == [
        "  1. Activate Mystical Space Typhoon",
        "  2. Go to the End Phase",
        "  Type a number.",
    ]
    assert found.handle_line("2") == ([], [Answer(5, (1,))])
    with pytest.raises(BadInput):
        found.handle_line("3")


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("say hello there", Chat("hello there")),
        ("ready", Ready()),
        ("wait", Ready(False)),
        ("join r7k-42q", JoinTable("r7k-42q")),
    ],
)
def test_words_are_wishes(typed: str, sent: ToServer) -> None:
    found, _ = make_terminal(*START)
    assert found.handle_line(typed) == ([], [sent])


def test_a_ready_deck_is_brought_by_its_name() -> None:
    found, _ = make_terminal(*START)
    _, sent = found.handle_line("deck starter-yugi")
    assert isinstance(sent[0], UseDeck)
    with pytest.raises(BadInput):
        found.handle_line("deck no-such-file.ydk")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("board", "Turn 3, Wren, Main Phase 1."),
        ("hand", "  Mystical Space Typhoon"),
        ("card decode", "Decode Talker. Monster effect link."),
        ("card moon", 'You have seen no card called "moon".'),
        ("log", "Nothing has happened yet."),
        ("prompt", "There is no open prompt."),
        ("7", "You have nothing to decide now. Type ? for help."),
    ],
)
def test_words_ask_for_what_is_known(typed: str, line: str) -> None:
    found, _ = make_terminal(*START)
    printed, sent = found.handle_line(typed)
    assert printed[0] == line
    assert sent == []


def test_the_link_back_is_shown_to_those_who_asks_and_to_nobody_else() -> None:
    link = "http://10.0.0.2:7777/t/AB2-CDE#back=mine"
    found, lines = make_terminal(*START)
    assert found.handle_line("key") == (["No link leads back to a seat of yours here."], [])
    found = Terminal(found.model, way_back=lambda: link)
    printed, sent = found.handle_line("key")
    assert (printed[1], sent) == (f"  {link}", [])
    assert "sees your hand" in printed[0]
    assert any(line.startswith("key: ") for line in found.handle_line("?")[0])
    assert not any("back=" in line for line in lines)


def test_what_means_nothing_is_told_from_a_wrong_number() -> None:
    found, _ = make_terminal(*START)
    for typed, said in (("redy", "did you mean ready?"), ("xyzzy", "type help for the commands")):
        with pytest.raises(BadInput, match=said):
            found.handle_line(typed)


def test_what_cannot_be_done_now_is_not_called_unknown() -> None:
    board = replace(FREE, stage="order")
    found, _ = make_terminal(
        Seated("AB2-CDE", 0, "t"), AtTable(board), Prompt(1, "first", NOTHING, (Option("first"),))
    )
    with pytest.raises(BadInput, match=r'^"undo" cannot be done now; type prompt to show the open prompt\.$'):
        found.handle_line("undo")


def test_a_running_duel_is_given_up_only_when_it_is_asked_for_twice() -> None:
    found, _ = make_terminal(*START)
    printed, sent = found.handle_line("leave")
    assert "Type leave again" in printed[0]
    assert sent == []
    found.handle_line("board")
    assert found.handle_line("leave")[1] == []
    assert found.handle_line("leave") == ([], [Leave()])


def test_the_program_is_left_and_the_seat_is_kept() -> None:
    found, _ = make_terminal(*START)
    found.server = ADDRESS
    printed, sent = found.handle_line("quit")
    assert printed[0].startswith("Your seat is kept")
    assert printed[0].endswith("join http://server.example:7777/t/AB2-CDE --text")
    assert (sent, found.over) == ([], True)


@pytest.mark.parametrize("word", ["leave", "quit"])
def test_a_practice_that_would_end_is_left_only_when_asked_for_twice(word: str) -> None:
    found, _ = make_terminal(*START)
    found.keeps = Keeps.NOTHING
    (asked,), sent = found.handle_line(word)
    assert "is not saved" in asked
    assert f"Type {word} again" in asked
    assert sent == []
    assert not found.over
    found.handle_line("board")
    assert found.handle_line(word)[1] == [], "something else was typed in between"
    assert found.handle_line(word) == (["The duel is over: practice is not saved."], [Leave()])


def test_who_stops_the_program_is_asked_nothing() -> None:
    found, _ = make_terminal(*START)
    found.keeps = Keeps.NOTHING
    assert found.handle_interrupt() == (["The duel is over: practice is not saved."], [Leave()])


def hosting_terminal(*messages: FromServer) -> Terminal:
    """Return a terminal whose server ends with it, after these messages."""
    model = Model(spoken=True)
    terminal = Terminal(model, keeps=Keeps.HERE, hosts=True)
    for message in messages:
        model.handle_message(message)
        terminal.message_lines(message)
    return terminal


TAKEN_UP = Ended(words("seat_taken_up"), taken=True)
LEFT_IT = Ended(words("you_have_left"))


def test_a_host_whose_seat_is_taken_up_stays_and_says_how_to_end_or_come_back() -> None:
    found = hosting_terminal(*START)
    found.model.handle_message(TAKEN_UP)
    taken, (stays,) = found.message_lines(TAKEN_UP)[0], found.message_lines(TAKEN_UP)[1:]
    assert taken == "This seat was taken over by another connection."
    assert "Type back to take the seat here again, or quit to stop the server" in stays
    assert not found.over
    assert found.handle_line("board") == ([stays], []), "nothing else makes sense"
    assert found.handle_line("back") == ([], [])
    assert found.standby.takes_back
    (kept,), sent = found.handle_line("quit")
    assert "is saved on this computer" in kept
    assert (sent, found.over) == ([], True)


def test_a_host_that_has_left_stays_for_as_long_as_others_are_there() -> None:
    for spectators, present, stays in (((), True, True), (("Sid",), False, True), ((), False, False)):
        seats = (SEATS[0], replace(SEATS[1], present=present))
        found = hosting_terminal(*START, AtTable(replace(TABLE, seats=seats, spectators=spectators)))
        found.model.handle_message(LEFT_IT)
        found.message_lines(LEFT_IT)
        assert (found.over, found.standby.is_on) == (not stays, stays)
    found = hosting_terminal(*START)
    closed = Ended(words("table_broke"))
    found.model.handle_message(closed)
    found.message_lines(closed)
    assert found.over, "nobody is there any more"


def test_a_host_whose_connection_ends_for_good_stays() -> None:
    found = hosting_terminal(*START)
    (stays,) = found.standby.disconnected_lines()
    assert "Type quit to stop it" in stays
    assert found.handle_line("back")[0] == [stays], "there is no connection to come back by"
    assert hosting_terminal().standby.disconnected_lines() == [], "before there is a table it is an error"


def test_a_guest_whose_seat_is_taken_up_reads_nothing_of_shuffles() -> None:
    found, _ = make_terminal(*START)
    found.model.witness.record.share = b"s" * 16
    found.model.handle_message(TAKEN_UP)
    assert found.model.is_unopened
    assert found.model.verdict is None
    assert found.message_lines(TAKEN_UP) == ["This seat was taken over by another connection."]
    assert found.over


@pytest.mark.parametrize("word", ["leave", "quit"])
def test_where_nothing_is_given_up_nothing_is_asked(word: str) -> None:
    table = replace(TABLE, stage="over")
    assert make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(table))[0].handle_line(word) == ([], [Leave()])
    assert make_terminal(Seated("AB2-CDE", -1), AtTable(TABLE))[0].handle_line(word) == ([], [Leave()])


def test_at_a_list_of_tables_it_is_said_what_can_be_typed() -> None:
    found, _ = make_terminal(Tables())
    for line in ("deck fab", "ready", "xyzzy", "1"):
        with pytest.raises(BadInput, match="type join CODE, watch CODE, open, or quit"):
            found.handle_line(line)
    assert found.handle_line("join AB2-CDE") == ([], [JoinTable("AB2-CDE")])
    assert found.handle_line("quit") == ([], [])
    assert found.over


def test_one_who_asks_reads_what_was_asked() -> None:
    asking = replace(FREE, proposal="rewind 0 2")
    _, lines = make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(FREE), AtTable(asking))
    assert lines[-1] == "Asked Halvard to take it back, to step 2."


def test_a_number_answers_the_list_that_was_printed_last() -> None:
    prompt = Prompt(
        5, "choice", words("plain", "Choose what you begin with"), (Option("done"), Option("done")), 0, 2
    )
    found, _ = make_terminal(Seated("AB2-CDE", 0, "t"), AtTable(FREE), Whole(1, small_board()), prompt)
    assert found.handle_line("menu")[0][0] == "The table:"
    picked = found.handle_line("1")[1]
    assert not isinstance(picked[0], Answer)
    assert picked == found.handle_line("pick 1")[1]
    assert found.handle_line("1 2")[1] == [Answer(5, (0, 1))]
    found.handle_line("prompt")
    assert found.handle_line("1")[1] == [Answer(5, (0,))]


def test_each_deck_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told_of = [TellFacts(())]
    monkeypatch.setattr(card_catalogue, "facts_messages", lambda codes: told_of if list(codes) else [])
    unknown, legal = DeckReport(True, (), 1, 2, unknown=(7,)), DeckReport(True, (), 2, 2)
    found, lines = make_terminal(*START, unknown, legal, legal)
    assert [line for line in lines if "deck" in line.casefold()][-1:] == ["The deck may be played."]
    assert lines.count("The deck may be played.") == 1
    found.handle_line("deck starter-yugi")
    assert found.message_lines(legal)[0] == "The deck may be played."


def test_alone_nobody_is_waited_for_and_no_link_is_told() -> None:
    found = Terminal(Model(), alone=True)
    seats = (SeatInfo("Wren", deck=True), SeatInfo(""))
    table = TableInfo("AB2-CDE", "master", 1, "gathering", seats, alone=True)
    seated = Seated("AB2-CDE", 0, "t", {"opponent": (("this computer", "http://127.0.0.1:1/t/AB2-CDE"),)})
    lines = list[str]()
    for message in (seated, AtTable(table), AtTable(replace(table, stage="duel"))):
        found.model.handle_message(message)
        lines += found.message_lines(message)
    assert lines == ["You are at table AB2-CDE.", "You play both sides: type ? for help."]


@pytest.mark.parametrize(("reason", "lines"), [("banned_by_operator", 1), ("table_broke", 2)])
def test_a_banned_player_reads_only_why(reason: str, lines: int) -> None:
    """Seen to fail: "Shuffles NOT verified", as if the match had ended without its secrets."""
    found = Terminal(Model(), alone=False)
    found.model.witness.record.share = b"s"
    ended = Ended(words(reason))
    found.model.handle_message(ended)
    told = found.message_lines(ended)
    assert len(told) == lines
    assert told[-1] == str(words(reason))


def test_everything_else_is_said_in_words() -> None:
    row = LobbyRow("AB2-CDE", "Wren", "master", 3, "gathering", 2, True)
    talk = (Said("Wren", "hi", 0), Said("", "note"))
    found, lines = make_terminal(
        Tables((row, replace(row, code="AB2-CDF", stage="over"))),
        Tables(),
        *talk,
        Refused(Code.NOT_NOW, text="No."),
        Ended(words("operator_says", "Gone.")),
    )
    assert lines == [
        "Open tables:",
        "  AB2-CDE: Wren, Yu-Gi-Oh! Master, best of 3, waiting for the players, 2 watching, password",
        "You are at a server's list of tables: type join CODE, watch CODE, open, or quit.",
        "No open table.",
        "Wren: hi",
        "note",
        "Refused: No.",
        "Gone.",
    ]
    assert found.over
    assert found.handle_line("") == ([], [])
    assert found.handle_line("?")[0]


def test_a_spectator_has_no_hand() -> None:
    found, _ = make_terminal(Seated("AB2-CDE", -1), AtTable(TABLE), Whole(1, View(-1, "master")))
    assert found.handle_line("hand")[0] == ["You have no hand here."]


class Typist(Paper):
    """A player who knows only what is printed, and types the first numbers that will do."""

    def __init__(self, nursery: trio.Nursery, server: House) -> None:
        super().__init__()
        self._nursery, self._server = nursery, server

    def print_lines(self, lines: Iterable[str]) -> None:
        """Read the terminal's output, and type what it asks for."""
        for line in lines:
            self.read.append(line)
            asks = re.match(r"\s*Type (a|\d+)\b", line)
            if line.startswith("Link for the opponent"):
                self._invite(links.parse_link(line))
            elif asks:
                least = 1 if asks[1] == "a" else int(asks[1])
                self.keys.send_nowait(" ".join(str(number + 1) for number in range(least)) or "0")
            elif "Type rematch to play again" in line:
                self.keys.send_nowait("leave")

    def _invite(self, link: links.TableLink) -> None:
        self._nursery.start_soon(Robot("Bot", dial=self._server.dial, stays=True).play_at, link)
        self.keys.send_nowait("ready")


async def test_a_whole_duel_in_a_terminal(autojump_clock: MockClock) -> None:
    async with house() as server, trio.open_nursery() as nursery:
        typist = Typist(nursery, server)
        wish = CreateTable(Settings(listed=False, pace="off"))
        visit = Visit(Link(ADDRESS, "Wren", wish=wish, dial=server.dial))
        await TerminalSession(visit, typist, deck=deck_entries.ready("master")[0]).run_session()
        nursery.cancel_scope.cancel()
    assert any("wins: " in line for line in typist.read)
    assert typist.read[-1] == "You have left the table."


@pytest.mark.parametrize(("typed", "match"), [("concede", False), ("concede match", True)])
def test_giving_up_is_typed_twice(typed: str, match: bool) -> None:
    found, _ = make_terminal(*START)
    lines, sent = found.handle_line(typed)
    assert (len(lines), sent) == (1, [])
    assert found.handle_line("say wait") == ([], [Chat("wait")])
    assert found.handle_line(typed)[1] == [], "something else was typed in between"
    assert found.handle_line("concede match" if not match else "concede")[1] == [], (
        "that gives up something else"
    )
    found.handle_line(typed)
    assert found.handle_line(typed) == ([], [Concede(match=match)])


def test_one_who_comes_reads_how_the_table_is_played_and_what_the_link_is() -> None:
    table = TableInfo("AB2-CDE", "master", 1, "gathering", (SEATS[0], SeatInfo()))
    ours: dict[str, tuple[tuple[str, str], ...]] = {
        "opponent": (("this network", "http://10.0.0.2:7777/t/AB2-CDE#seat=secret"),)
    }
    came = Seated("AB2-CDE", 0, "t", ours, clock=Clock(300, 10), pace="quick", locked=True)
    _, lines = make_terminal(came, AtTable(table))
    assert "  Played with 5 min + 10 s for each, short pauses, password." in lines
    assert KEY_AND_PASSWORD in lines


def test_what_is_typed_just_as_a_question_comes_is_not_sent() -> None:
    """Only at a keyboard: what a program types counts at once."""
    asked = Prompt(3, "choice", options=(Option("yes"), Option("no")))
    clock = [10.0]
    for at_keys, counts in ((True, [False, False, True]), (False, [True, True, True])):
        model = Model()
        terminal = Terminal(model, now=lambda: clock[0], at_keys=at_keys)
        model.handle_message(Seated("ABCD", 0))
        model.handle_message(asked)
        terminal.message_lines(asked)
        sent = []
        for wait, line in ((0.0, "1"), (0.49, "2"), (0.02, "1")):
            clock[0] += wait
            sent.append(bool(terminal.handle_line(line)[1]))
        assert sent == counts


def test_a_question_names_its_card_and_shows_what_the_card_says() -> None:
    model = Model()
    view = small_board()
    model.view = view
    asked = Prompt(3, "choice", words("use_the_effect"), (Option("yes"), Option("no")), card=12)
    zone = Prompt(3, "choice", words("choose_cards"), (Option("choose", 1), Option("choose", 5)), code=4)
    for prompt, lines in ((asked, ["Ring of Destruction: Use the effect?", "  Destroy 1 monster."]),
                          (zone, ["Ring of Destruction: Choose.", "  1. Gemini Elf"])):  # fmt: skip
        told = prompt_lines(prompt, view, model.names)
        assert told[0] == lines[0]
        assert told[1].startswith(lines[1])


LINKS: dict[str, tuple[tuple[str, str], ...]] = {"opponent": (("here", "http://a.example/t/AB2-CDE#play=s"),)}


@pytest.mark.parametrize(
    ("proposal", "said"),
    [
        ("core 1", "Halvard has a deck with cards that only EDOPro's core plays: play this table by it?"),
        ("core 0", "Your deck has cards that only EDOPro's core plays: play this table by it?"),
    ],
)
def test_the_host_answers_what_a_deck_asks(proposal: str, said: str) -> None:
    table = replace(TABLE, stage="gathering", duel=0)
    found, lines = make_terminal(
        Seated("AB2-CDE", 0, "t", LINKS), AtTable(table), AtTable(replace(table, proposal=proposal))
    )
    assert f"{said} Type yes or no." in lines
    assert found.handle_line("yes")[1] == [Consent(yes=True)]
    assert found.handle_line("no")[1] == [Consent(yes=False)]


def test_a_guest_is_told_that_the_host_decides_about_the_deck() -> None:
    table = replace(TABLE, stage="gathering", duel=0)
    asked = AtTable(replace(table, proposal="core 1"))
    found, lines = make_terminal(Seated("AB2-CDE", 1, "t"), AtTable(table), asked)
    assert any("only EDOPro's core plays: Wren decides how this table plays" in line for line in lines)
    assert not commands.has_question(found.model)
