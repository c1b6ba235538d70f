"""Going back: which steps stay at a table of two, all steps at a solo table, files that another machine runs
again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import msgspec
import pytest

from facedown_server.games.openings import make_referee, open_file
from facedown_server.refereeing.referee import WORKING, Act, Body, ByHand, Choice, Conceded, Restarted, ToStep
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.history import MAX_RERUN_EVENTS, Rewinder
from facedown_server.refereeing.undo.saved_lines import MAX_LINE_CARDS, SavedLine
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, TokenPrint, bundled_pool
from facedown_shared.decks import decks
from facedown_shared.decks.deck_parsing import MAX_CARDS
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.manual.remarks import strip_remarks
from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES, decode_from_client, encode
from facedown_shared.protocol.envelope import MAX_FILE_LETTERS
from facedown_shared.protocol.gestures import MakeToken
from facedown_shared.protocol.messages import CreateTable
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import CLASSES, Place
from facedown_shared.text.errors import BadInput, Code, Illegal
from tests.server.games.manual.manual_table import gesture

PAIR = [ready.deck for ready in ready_decks().values() if ready.format == "master"][:2]


class RewindableLine:
    """A line that can go back, driven by gestures."""

    def __init__(self, *, alone: bool = False, mode: str = "free", setup: Setup | None = None) -> None:
        both = (PAIR[0], PAIR[1])
        self.setup = setup or Setup("master", both, mode=mode, alone=alone)
        line = make_referee(self.setup, bundled_pool().joined_with(self.setup.provided_facts))
        assert isinstance(line, Rewinder)
        self.line = line
        for _ in self.line.start(self.setup, RandomStreams(b"rewind")):
            pass

    def do(
        self, do: str, *cards: int, seat: int = 0, to: str = "", position: str = "", text: str = "",
        amount: int = 0, viewer: int = -1, others: tuple[int, ...] = (),
    ) -> RewindableLine:  # fmt: skip
        """Do one gesture."""
        places = (Place.parse(to),) if to else ()
        said = gesture(
            do, cards=cards, places=places, position=position, others=others, amount=amount, text=text,
            viewer=viewer,
        )  # fmt: skip
        return self.act(ByHand(said), seat)

    def act(self, body: Body, seat: int = 0) -> RewindableLine:
        """Do one act. Raises Illegal."""
        act = Act(seat, body)
        self.line.check(act)
        for _ in self.line.apply(act):
            pass
        return self

    def hand(self, seat: int = 0) -> tuple[int, ...]:
        """Return the handles of a hand."""
        return self.view(seat).pile(seat, "hand").handles

    def view(self, viewer: int = 0) -> View:
        """Return a class's View."""
        return sight.view(self.line.state, viewer)

    def views(self) -> list[View]:
        """Return the View of each viewer class."""
        return [self.view(viewer) for viewer in CLASSES]


# --- tables of two ------------------------------------------------------------------------------------------


def steps_that_show_nothing(played: RewindableLine) -> list[RewindableLine]:
    """Do one gesture of each kind that may be taken back."""
    card = played.hand()[0]
    return [
        played.do("life", text="-500"),
        played.do("move", card, to="0:banished", position="up"),
        played.do("move", card, to="0:hand"),
        played.do("move", card, to="0:spell_trap:1", position="down"),
        played.do("phase", text="main1"),
        played.do("turn"),
    ]


def test_what_shows_nothing_hidden_is_taken_back_and_done_again() -> None:
    played = RewindableLine()
    before = played.views()
    steps_that_show_nothing(played)
    after = played.views()
    played.act(ToStep(0))
    assert played.views() == before
    played.act(ToStep(6))
    assert played.views() == after
    assert (played.line.step, len(played.line.line)) == (6, 6)


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        ("draw", "drawn"), ("mill", "seen"), ("search", "looked through"), ("shuffle", "shuffled"),
        ("coin", "tossed"), ("die", "rolled"), ("random", "chance"), ("look", "shown"),
    ],
)  # fmt: skip
def test_what_has_shown_something_stays_with_its_reason(do: str, reason: str) -> None:
    played = RewindableLine().do("life", text="-1").do(do)
    with pytest.raises(Illegal, match=reason) as refused:
        played.act(ToStep(0))
    assert refused.value.code is Code.NOT_TAKEN_BACK
    with pytest.raises(Illegal, match=reason):
        played.act(ToStep(1))


def test_a_shown_hand_card_and_a_set_card_handed_over_stay() -> None:
    played = RewindableLine()
    card = played.hand()[0]
    played.do("reveal", card, viewer=1)
    with pytest.raises(Illegal, match="shown"):
        played.act(ToStep(0))
    played = RewindableLine()
    monster = next(
        card for card in played.hand()
        if (facts := played.view().known_facts(card)) and facts.is_monster and facts.level <= 4
    )  # fmt: skip
    played.do("set", monster)
    played.act(ToStep(0)).act(ToStep(1)).do("control", monster)
    with pytest.raises(Illegal, match="changed sides"):
        played.act(ToStep(1))


def test_what_came_after_what_was_shown_is_still_taken_back() -> None:
    played = RewindableLine().do("draw").do("life", text="-1").do("life", text="-1")
    played.act(ToStep(1))
    assert played.line.state.life(0) == 8000
    with pytest.raises(Illegal):
        played.act(ToStep(0))


def test_another_step_after_a_way_back_ends_what_could_be_done_again() -> None:
    played = RewindableLine().do("life", text="-1").do("life", text="-1").act(ToStep(1)).do("life", text="-5")
    assert (played.line.step, len(played.line.line)) == (2, 2)
    for step in (2, 3, -1):
        with pytest.raises(Illegal):
            played.act(ToStep(step))


def test_quick_words_are_no_steps() -> None:
    played = RewindableLine().do("life", text="-1").do("signal", text="ok")
    assert (played.line.step, len(played.line.line)) == (1, 1)
    played.act(ToStep(0)).act(ToStep(1))


def test_between_two_nothing_begins_again() -> None:
    with pytest.raises(Illegal):
        RewindableLine().act(Restarted())


def test_a_way_back_is_one_frame_with_everything_that_led_there() -> None:
    played = RewindableLine()
    steps_that_show_nothing(played)
    act = Act(1, ToStep(2))
    *before, frame = played.line.apply(act)
    assert all(one is WORKING for one in before)
    kinds = [told.kind for told in frame.events]
    assert kinds.count("draw") == 10
    assert kinds[-1] == "rewind"
    assert (frame.events[-1].seat, frame.events[-1].amount) == (1, 2)
    assert "spell_trap" not in [told.goal.zone for told in frame.events if told.goal]


# --- solo tables --------------------------------------------------------------------------------------------


def test_alone_everything_is_taken_back_and_throws_are_the_same_again() -> None:
    played = RewindableLine(alone=True).do("draw").do("coin", amount=5).do("shuffle").do("draw")
    after = played.views()
    for step in (0, 4, 2, 3, 1, 4):
        played.act(ToStep(step))
    assert played.views() == after


def test_a_line_has_an_end_and_giving_up_is_still_possible() -> None:
    played = RewindableLine(alone=True)
    for _ in range(saved_lines.MAX_STEPS):
        played.do("life", text="-1")
    with pytest.raises(Illegal, match="at most"):
        played.do("life", text="-1")
    played.act(Conceded())


def test_nobody_uses_up_the_steps_of_the_other_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_lines, "MAX_STEPS", 20)
    played = RewindableLine()
    for _ in range(20):
        played.do("life", text="-1")
    with pytest.raises(Illegal, match="Each player takes at most 20 steps"):
        played.do("life", text="-1")
    played.do("signal", text="ok")
    for _ in range(20):
        played.do("life", text="-1", seat=1)
    with pytest.raises(Illegal, match="at most 20 steps"):
        played.do("life", text="-1", seat=1)


def wisp(seat: int) -> ByHand:
    """Return the gesture that makes a Token on that side."""
    return ByHand(MakeToken(TokenPrint("Wisp"), (Place(seat, "monster"),), "attack"))


def test_tokens_of_one_player_take_no_steps_from_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    played = RewindableLine()
    monkeypatch.setattr(saved_lines, "MAX_WORK", 20 * len(played.line.state.cards))
    for _ in range(19):
        played.do("life", text="-1")
    for _ in range(5):
        played.act(wisp(1), seat=1)
    played.do("life", text="-1")
    with pytest.raises(Illegal, match="Each player takes at most 20 steps"):
        played.do("life", text="-1")
    for _ in range(14):
        played.do("life", text="-1", seat=1)
    with pytest.raises(Illegal, match="Each player takes at most 19 steps"):
        played.do("life", text="-1", seat=1)
    assert len(played.line.state.cards) * 19 <= saved_lines.MAX_WORK


def test_what_a_player_s_steps_take_in_a_file_is_bounded_and_not_the_other_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(saved_lines, "MAX_LETTERS", 1_000)
    played = RewindableLine().do("mill", amount=30)
    large = played.view().pile(0, "graveyard").handles
    for _ in range(8):
        with suppress(Illegal):
            played.do("activate", large[0], others=large[1:])
    with pytest.raises(Illegal, match="Each player takes steps of at most 1000 letters"):
        played.do("activate", large[0], others=large[1:])
    assert sum(len(step.partition(b" ")[2]) for step in played.line.line) <= 1_000
    for _ in range(12):
        played.do("life", text="-1", seat=1)
    played.act(ToStep(3), seat=1).act(Conceded())


def test_a_step_about_many_cards_names_a_few_in_its_remark() -> None:
    played = RewindableLine(alone=True).do("draw", amount=10)
    played.do("reveal", *played.hand())
    remark = played.line.file_text().rpartition("#")[2]
    assert remark.startswith(" 2. reveal ")
    assert "10 more" in remark


def test_prompts_are_never_numbered_twice() -> None:
    played = RewindableLine(alone=True, mode="rules")
    seen: set[tuple[int, int]] = set()
    for step in (0, 1, 2):
        for _ in range(3):
            ask = played.line.prompts()[0]
            assert (ask.seat, ask.number) not in seen
            seen.add((ask.seat, ask.number))
            played.act(Choice(ask.default or tuple(key for key, _ in ask.options[:1])), ask.seat)
        played.act(ToStep(step))


def test_alone_a_rules_duel_is_taken_back_to_every_prompt() -> None:
    played = RewindableLine(alone=True, mode="rules")
    seen = [played.views()]
    while len(seen) < 40 and played.line.prompts():
        ask = played.line.prompts()[0]
        played.act(Choice(ask.default or tuple(key for key, _ in ask.options[: ask.least])), ask.seat)
        seen.append(played.views())
    for step in range(len(seen) - 2, -1, -7):
        played.act(ToStep(step))
        assert played.views() == seen[step]


def test_even_the_end_is_taken_back() -> None:
    played = RewindableLine(alone=True).act(Conceded())
    assert (played.line.result(), played.line.prompts()) == (None, ())
    with pytest.raises(Illegal):
        played.do("draw")
    played.act(ToStep(0)).do("draw")


def test_beginning_again_with_the_same_cards_or_fresh_ones() -> None:
    played = RewindableLine(alone=True)
    first = played.views()
    played.do("draw").act(Restarted())
    assert played.views() == first
    played.act(Restarted(fresh=True))
    fresh = played.views()
    assert fresh != first
    played.do("draw").act(ToStep(0))
    assert played.views() == fresh, "the way back leads to the cards of this deal"


@pytest.mark.parametrize("mode", ["free", "rules"])
def test_the_opening_hand_is_chosen(mode: str) -> None:
    wanted = PAIR[0].main[-3:]
    played = RewindableLine(alone=True, mode=mode).act(Restarted(fresh=True, hand=(*wanted, 1)))
    held = [played.view().cards[card].code for card in played.hand()]
    assert len(held) == 5
    assert all(held.count(code) >= wanted.count(code) for code in wanted)


# --- files --------------------------------------------------------------------------------------------------


def open_line(text: str) -> RewindableLine:
    """Open a file as another line."""
    return RewindableLine(setup=open_file(text, bundled_pool()))


@pytest.mark.parametrize("mode", ["free", "rules"])
def test_a_written_line_runs_again_step_by_step(mode: str) -> None:
    played = RewindableLine(alone=True, mode=mode)
    views = [played.views()]
    for _ in range(8):
        if mode == "free":
            played.do("draw" if len(views) % 2 else "coin")
        else:
            ask = played.line.prompts()[0]
            played.act(Choice(ask.default or (ask.options[0][0],)), ask.seat)
        views.append(played.views())
    played.act(ToStep(5))
    other = open_line(played.line.file_text())
    assert (other.line.step, len(other.line.line)) == (5, 8)
    for step in (8, 0, 3):
        other.act(ToStep(step))
        assert other.views() == views[step]


@pytest.mark.parametrize(("at", "runs"), [(8, 8), (3, 8 + 3), (0, 8)])
def test_a_line_that_stands_at_its_end_is_opened_by_running_it_once(at: int, runs: int) -> None:
    """Seen to fail: it was run twice."""
    played = RewindableLine(alone=True)
    for _ in range(8):
        played.do("draw")
    if at < 8:
        played.act(ToStep(at))
    setup = open_file(played.line.file_text(), bundled_pool())
    line = make_referee(setup, bundled_pool())
    frames = [*line.start(setup, RandomStreams(bytes(32)))]
    assert frames.count(WORKING) == runs
    other = RewindableLine(setup=setup)
    assert (other.line.step, other.views()) == (at, played.views())
    assert frames[-1].events, "the latest events are told"
    played.act(ToStep(2))
    other.act(ToStep(2))
    assert (other.views(), other.line.digest()) == (played.views(), played.line.digest())


def test_a_line_of_fresh_cards_and_a_chosen_hand_is_written_too() -> None:
    played = RewindableLine(alone=True).act(Restarted(fresh=True, hand=PAIR[0].main[-2:])).do("draw")
    assert open_line(played.line.file_text()).views() == played.views()


def test_a_file_is_for_people_too() -> None:
    text = RewindableLine(alone=True).do("life", text="8000/2").line.file_text()
    assert 'mode = "free"' in text
    assert """'0 hand {"do":"life","text":"8000/2"}',  # 1. life 8000/2""" in text
    assert text.startswith("# A line of a duel")


def test_without_its_remarks_a_file_says_the_same_and_less() -> None:
    played = RewindableLine(alone=True).do("draw").do("life", text="-1")
    played.do("move", played.hand()[0], to="0:graveyard")
    text = played.line.file_text()
    short = strip_remarks(text)
    assert "# 1" not in short
    assert "# 3" not in short
    assert saved_lines.parse_line(short) == saved_lines.parse_line(text)


def test_a_side_without_a_deck_is_written_too() -> None:
    setup = Setup("master", (PAIR[0], Deck()), mode="free", alone=True)
    played = RewindableLine(setup=setup).do("draw")
    assert open_line(played.line.file_text()).views() == played.views()


@pytest.mark.parametrize(
    "line",
    [
        SavedLine(at=1),
        SavedLine(format="mr9"),
        SavedLine(mode="free", format="MR3"),
        SavedLine(mode="half", format="GOAT", decks=(decks.to_ydk(PAIR[0]), decks.to_ydk(PAIR[1]))),
        SavedLine(steps=("2 back",)),
        SavedLine(steps=("0 fly",)),
        SavedLine(steps=('0 hand {"do":"draw","amount":"x"}',)),
        SavedLine(
            mode="free", decks=(decks.to_ydk(PAIR[0]), ""), steps=('0 hand {"do":"draw","amount":99}',)
        ),
        SavedLine(mode="free", decks=("x", "")),
        SavedLine(scenario="{}"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused_in_a_sentence(line: SavedLine) -> None:
    with pytest.raises(BadInput) as refused:
        open_file(saved_lines.format_line(line), bundled_pool())
    assert refused.value.code in (Code.BAD_FILE, Code.BAD_DECK)
    assert str(refused.value).endswith(".")


def test_a_long_line_is_a_message_and_opened_again() -> None:
    played = RewindableLine(alone=True)
    for _ in range(saved_lines.MAX_STEPS // 4):
        played.do("move", played.hand()[0], to="0:banished", position="down")
        played.do("move", played.view().pile(0, "banished").handles[0], to="0:hand")
    text = strip_remarks(played.line.file_text())
    assert (
        DEFAULT_CLIENT_MESSAGE_BYTES < 2 * len(text) < MAX_FILE_LETTERS - MAX_LINE_CARDS * len("4294967295\n")
    )
    assert open_line(text).views() == played.views()
    message = CreateTable(line=text.ljust(MAX_FILE_LETTERS, "\n"))
    assert decode_from_client(encode(message)) == message


def test_what_was_told_of_cards_is_cut_before_a_line_grows_too_long() -> None:
    codes = tuple(range(990_000_001, 990_000_001 + MAX_LINE_CARDS))
    told = tuple(Facts(code=code, name="Wyrm", text="x" * 1_000, pendulum_text="y" * 900) for code in codes)
    played = RewindableLine(
        setup=Setup("master", (Deck(codes), Deck()), mode="free", alone=True, facts=(told, told))
    )
    text = played.line.file_text()
    assert len(text) < MAX_FILE_LETTERS
    assert [row.name for row in saved_lines.provided_facts(saved_lines.parse_line(text))] == [
        "Wyrm"
    ] * MAX_LINE_CARDS


def test_a_line_of_the_largest_decks_is_opened_again() -> None:
    codes = [*range(990_000_001, 990_000_001 + MAX_CARDS)]
    deck = decks.parse_to_deck("\n".join(map(str, codes)))
    told = tuple(Facts(code=code, name="Wyrm") for code in codes)
    setup = Setup("classic", (deck, deck), mode="free", alone=True, facts=(told, told))
    assert open_line(RewindableLine(setup=setup).do("draw").line.file_text()).line.step == 1


def test_a_line_with_many_cards_is_shorter() -> None:
    deck = "#main\n" + f"{PAIR[0].main[0]}\n" * (MAX_LINE_CARDS // 2)
    steps = ('0 hand {"do":"die"}',) * saved_lines.max_steps(MAX_LINE_CARDS)
    line = SavedLine(mode="free", decks=(deck, deck), steps=steps)
    assert open_line(saved_lines.format_line(line)).line.step == 0
    with pytest.raises(BadInput, match="at most 750 steps"):
        open_file(
            saved_lines.format_line(msgspec.structs.replace(line, steps=(*steps, steps[0]))), bundled_pool()
        )
    larger = msgspec.structs.replace(line, decks=(deck, deck + f"{PAIR[0].main[0]}\n"), steps=())
    with pytest.raises(BadInput, match="more than 200 cards"):
        open_file(saved_lines.format_line(larger), bundled_pool())


def test_a_file_has_no_more_tokens_than_its_steps_may(monkeypatch: pytest.MonkeyPatch) -> None:
    played = RewindableLine(alone=True).act(wisp(0)).act(wisp(0)).act(wisp(0)).do("draw")
    text = played.line.file_text()
    assert open_line(text).line.step == 4
    monkeypatch.setattr(saved_lines, "MAX_WORK", 4 * (len(played.line.state.cards) - 3))
    with pytest.raises(BadInput, match="Step 4 of this line cannot be taken: A line has at most 3 steps"):
        open_line(text)


def test_a_line_that_is_run_again_gives_way_between_its_steps() -> None:
    played = RewindableLine(alone=True)
    for _ in range(6):
        played.do("life", text="-1")
    stood = played.line.state
    frames = played.line.apply(Act(0, ToStep(4)))
    for _ in range(4):
        assert next(frames) is WORKING
        assert played.line.state is stood, "nobody sees a step in between"
    (last,) = frames
    assert last is not WORKING
    assert played.line.step == 4
    setup = replace(played.setup, line=played.line.file_text())
    again = list(make_referee(setup, bundled_pool()).start(setup, RandomStreams(b"rewind")))
    assert sum(frame is WORKING for frame in again) == 6 + 4, "each step is checked, then the line is run"


@pytest.mark.parametrize(
    "text", ["", "=", "facedown = 2", 'mode = "rules"\nunknown = 1', "{", "[]", "{}", 'secret = "xyz"', "\0"]
)
def test_other_texts_are_no_lines(text: str) -> None:
    with pytest.raises(BadInput):
        open_file(text, bundled_pool())


def test_a_line_run_again_sends_its_latest_events_alone() -> None:
    """Seen to fail: a file of 30 kB made a frame of 150,000 events, which no client accepts. The event loop
    stood for two seconds.
    """
    line = RewindableLine(alone=True)
    for _ in range(40):
        line.do("look", amount=len(line.line.state.pile(0, "deck")))
    frames = [frame for frame in line.line.apply(Act(0, ToStep(39))) if frame.events]
    (last,) = frames
    assert len(last.events) == MAX_RERUN_EVENTS + 1
    assert last.events[-1].kind == "rewind"
    assert last.events[-2].kind == "reveal"
