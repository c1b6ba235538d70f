"""The shown View in virtual time: what is played, how long, and that no player waits for it too long."""

from __future__ import annotations

import dataclasses
import math

import msgspec
import pytest

from facedown_client.model.model import Model, Transition
from facedown_client.model.play_schedule import (
    LEAD_TIME_S,
    MAX_LAG_S,
    MAX_PROMPT_DELAY_S,
    SECONDS,
    PlaySchedule,
    ShownPlay,
    known_code,
)
from facedown_client.model.play_words import headline
from facedown_shared.protocol.messages import Prompt, SeatInfo, TableInfo
from facedown_shared.tables.view import View, VisibleCard, VisibleEvent, VisibleLink
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import words
from tests.client.views import small_board

RING_INDEX, ELF_INDEX, TALKER_INDEX = 12, 1, 5
RESPONSE = Prompt(3, "response", words("respond"))
ACTIVATION = VisibleEvent("activate", 1, RING_INDEX, code=4, amount=1, others=(ELF_INDEX,))


class Board:
    """A model and what is shown of it, at a time that a test sets."""

    def __init__(self, view: View | None = None) -> None:
        self.model, self.showing = Model(), PlaySchedule()
        self.model.view = view or msgspec.structs.replace(small_board(), chain=())
        self.seen: list[tuple[float, ShownPlay]] = []
        self.at(0.0)

    def send_frame(self, *events: VisibleEvent, **changes: object) -> View:
        """Send one more frame from the server."""
        old = self.model.view
        assert old is not None
        new = msgspec.structs.replace(old, **{"turn": old.turn + 1, **changes})
        self.model.view = new
        self.model.steps.append(Transition(old, new, events))
        return new

    def at(self, now: float, pace: float = 1.0) -> ShownPlay | None:
        """Return what is played at that time."""
        while self.showing.advance(self.model, now, pace=pace) is not None:
            pass
        play = self.showing.play
        if play is not None and (not self.seen or self.seen[-1][1] is not play):
            self.seen.append((now, play))
        return play

    def run(self, start: float, end: float) -> float:
        """Advance in steps of a frame each; return when the board had caught up."""
        now = start
        while now < end:
            self.at(now)
            if not self.showing.is_behind:
                return now
            now += 1 / 60
        raise AssertionError("still behind")

    @property
    def played(self) -> list[tuple[str, int]]:
        """Return kind and card of every play that was seen."""
        return [(play.kind, play.card) for _, play in self.seen]


def test_an_activation_of_the_other_side_is_shown_for_about_a_second() -> None:
    board = Board()
    link = VisibleLink(1, RING_INDEX, 4, targets=(ELF_INDEX,), place=Place(1, "spell_trap", 1))
    new = board.send_frame(ACTIVATION, chain=(link,))
    assert board.at(0.0) is None
    assert board.showing.view is new
    play = board.at(LEAD_TIME_S)
    assert play is not None
    assert (play.kind, play.seat, play.code, play.targets, play.own) == (
        "activate",
        1,
        4,
        (ELF_INDEX,),
        False,
    )
    assert board.at(LEAD_TIME_S + 0.9) is play
    assert board.showing.is_behind
    assert board.at(LEAD_TIME_S + SECONDS["activate"]) is None
    assert not board.showing.is_behind


def test_ones_own_is_shown_shorter_and_holds_up_nothing() -> None:
    board = Board()
    board.send_frame(VisibleEvent("attack", 0, ELF_INDEX, code=1, others=(TALKER_INDEX,)))
    board.at(0.0)
    play = board.at(LEAD_TIME_S + 0.01)
    assert play is not None
    assert play.own
    assert not board.showing.is_behind
    assert board.at(LEAD_TIME_S + 0.5) is None


def test_the_next_frame_waits_until_a_play_was_seen() -> None:
    board = Board()
    first = board.send_frame(ACTIVATION)
    second = board.send_frame(VisibleEvent("life", 0, amount=-500))
    board.at(0.0)
    board.at(1.0)
    assert board.showing.view is first
    board.at(LEAD_TIME_S + SECONDS["activate"])
    assert board.showing.view is second


def test_frames_without_a_play_pass_at_once() -> None:
    board = Board()
    for name in ("draw", "standby", "main1"):
        last = board.send_frame(VisibleEvent("phase", 1, word=name), phase=name)
    board.at(0.0)
    assert board.showing.view is last
    assert not board.showing.is_behind


def test_a_frame_waits_for_cards_on_their_way() -> None:
    board = Board()
    first, _ = board.send_frame(), board.send_frame()
    assert board.showing.advance(board.model, 0.0) is not None
    assert board.showing.advance(board.model, 0.1, moving=True) is None
    assert board.showing.view is first


def test_a_prompt_takes_clicks_after_a_second_and_a_half() -> None:
    board = Board()
    for _ in range(6):
        board.send_frame(ACTIVATION)
    board.model.prompt = RESPONSE
    assert board.run(0.0, 10.0) <= MAX_PROMPT_DELAY_S + 1 / 60
    assert board.showing.view is board.model.view


def test_a_play_alone_is_seen_whole_before_a_prompt() -> None:
    board = Board()
    board.send_frame(ACTIVATION)
    board.model.prompt = RESPONSE
    assert LEAD_TIME_S + SECONDS["activate"] <= board.run(0.0, 10.0) <= MAX_PROMPT_DELAY_S


def test_a_queue_that_is_behind_shortens_itself_and_keeps_the_newest() -> None:
    board = Board()
    for turn in range(30):
        board.send_frame(msgspec.structs.replace(ACTIVATION, card=RING_INDEX if turn < 29 else 11))
    assert board.run(0.0, 60.0) <= MAX_LAG_S + 0.5
    assert 4 <= len(board.seen) < 30
    assert board.played[-1] == ("activate", 11)


def test_a_click_shows_what_is_so() -> None:
    board = Board()
    board.send_frame(ACTIVATION)
    board.send_frame(VisibleEvent("attack", 1, TALKER_INDEX, code=2))
    board.at(0.5)
    board.showing.show_newest(board.model)
    assert board.showing.view is board.model.view
    assert board.at(0.6) is None
    assert not board.showing.is_behind


@pytest.mark.parametrize(("pace", "seconds"), [(1.5, 1.5), (1.0, 1.0), (0.5, 0.5)])
def test_the_pace_multiplies(pace: float, seconds: float) -> None:
    board = Board()
    board.send_frame(ACTIVATION)
    board.at(0.0, pace)
    lead = LEAD_TIME_S * min(1.0, pace)
    assert board.at(lead + seconds - 0.01, pace) is not None
    assert board.at(lead + seconds + 0.01, pace) is None


def test_off_shows_no_plays() -> None:
    board = Board()
    new = board.send_frame(ACTIVATION)
    assert board.at(0.0, 0.0) is None
    assert board.showing.view is new
    assert not board.showing.is_behind


def test_a_chain_of_three_resolves_link_by_link() -> None:
    board = Board()
    links = tuple(
        VisibleLink(number % 2, RING_INDEX, 4, place=Place(1, "spell_trap", 1)) for number in (1, 2, 3)
    )
    board.send_frame(chain=links)
    for left in (3, 2, 1):
        board.send_frame(
            VisibleEvent("resolving", 1, RING_INDEX, code=4, amount=left), chain=links[: left - 1]
        )
    assert board.run(0.0, 10.0) >= 2 * SECONDS["resolve"]
    assert [(play.kind, play.number) for _, play in board.seen] == [("resolve", n) for n in (3, 2, 1)]
    board.send_frame(chain=links[:1])
    board.send_frame(VisibleEvent("resolving", 1, RING_INDEX, code=4, amount=1), chain=())
    board.run(20.0, 30.0)
    assert len(board.seen) == 3, "of a Chain of one link the activation was shown"


def test_what_resolves_is_announced_before_what_it_does_is_shown() -> None:
    board = Board()
    links = tuple(VisibleLink(1, RING_INDEX, 4, place=Place(1, "spell_trap", 1)) for _ in range(3))
    before = board.send_frame(chain=links)
    board.at(0.0)
    after = [
        board.send_frame(
            VisibleEvent("resolving", 1, RING_INDEX, code=4, amount=left),
            VisibleEvent("life", 0, amount=-left),
            chain=links[: left - 1],
        )
        for left in (3, 2, 1)
    ]
    views: dict[int, list[View | None]] = {3: [], 2: [], 1: []}
    for frame in range(300):
        play = board.at(frame / 60)
        if play is not None:
            views[play.number].append(board.showing.view)
    boards = (before, *after)
    for step, number in enumerate((3, 2, 1)):
        assert len(views[number]) > 10
        assert all(view is boards[step] for view in views[number])
    assert board.showing.view is after[-1]


def test_a_negated_link_is_announced_by_its_number_before_its_card_goes() -> None:
    board = Board()
    links = (VisibleLink(0, ELF_INDEX, 1), VisibleLink(1, RING_INDEX, 4))
    before = board.send_frame(chain=links)
    board.at(0.0)
    board.send_frame(
        VisibleEvent("resolving", 1, RING_INDEX, code=4, amount=2),
        VisibleEvent("negate", 1, ELF_INDEX, code=1, word="activation"),
        VisibleEvent("move", 0, ELF_INDEX, code=1, goal=Place(0, "graveyard"), word="destroy"),
        chain=links[:1],
    )
    said = []
    for frame in range(120):
        if (play := board.at(frame / 60)) is not None:
            assert board.showing.view is before
            said.append(headline(play, ("Wren", "Halvard")))
    assert list(dict.fromkeys(said)) == ["Chain Link 2 resolves", "Chain Link 1 is negated"]
    assert board.showing.view is board.model.view


def test_a_chain_that_begins_as_another_ends_is_told_apart() -> None:
    board = Board()
    ended, begun = VisibleLink(1, RING_INDEX, 4, words("plain", "old")), VisibleLink(1, TALKER_INDEX, 2)
    board.send_frame(chain=(ended, ended))
    board.at(0.0)
    board.send_frame(
        VisibleEvent("resolving", 1, RING_INDEX, code=4, amount=1),
        VisibleEvent("activate", 1, TALKER_INDEX, code=2, amount=1),
        chain=(begun,),
    )
    board.run(0.1, 9.0)
    assert [(play.kind, play.words) for _, play in board.seen] == [
        ("resolve", ended.words), ("activate", begun.words),
    ]  # fmt: skip


def test_a_card_is_known_by_either_end() -> None:
    old, new = small_board(), small_board()
    assert known_code(VisibleEvent("move", 1, 99), old, new) == 0
    assert known_code(VisibleEvent("move", 1, 99, code=7), old, new) == 7
    seen = {**new.cards, 99: VisibleCard(1, 1, 3, revealed=True)}
    assert known_code(VisibleEvent("move", 1, 99), old, msgspec.structs.replace(new, cards=seen)) == 3
    assert known_code(VisibleEvent("set", 0, 99, was=21), old, new) == 3


def test_a_summon_is_played_and_a_card_set_is_not() -> None:
    board = Board()
    goal = Place(1, "monster", 2)
    board.send_frame(VisibleEvent("set", 1, 30, goal=goal), cards={30: VisibleCard(1, 1)})
    board.send_frame(
        VisibleEvent("move", 1, 31, code=1, start=Place(1, "hand"), goal=goal, word="special"),
        cards={31: VisibleCard(1, 1, 1, face_up=True)},
    )
    board.run(0.0, 5.0)
    assert board.played == [("summon", 31)]
    assert board.seen[0][1].word == "special"


def test_cards_of_one_name_that_come_at_once_are_one_play() -> None:
    board = Board()
    comes = [
        VisibleEvent("move", 1, 31 + slot, code=1, goal=Place(1, "monster", slot), word="special")
        for slot in range(4)
    ]
    other = VisibleEvent("move", 1, 40, code=2, goal=Place(1, "monster", 4), word="special")
    board.send_frame(*comes, other)
    board.run(0.0, 9.0)
    assert board.played == [("summon", 31), ("summon", 40)]


def test_a_whole_view_is_shown_at_once() -> None:
    board = Board()
    board.send_frame(ACTIVATION)
    board.send_frame(ACTIVATION)
    board.at(0.5)
    board.model.steps.clear()
    whole = board.model.view = msgspec.structs.replace(small_board(), turn=99)
    assert board.at(0.6) is None
    assert board.showing.view is whole


def test_alone_nothing_is_played() -> None:
    board = Board()
    board.model.table = TableInfo("AB12", "master", 1, "duel", (SeatInfo("Wren"), SeatInfo()), alone=True)
    board.send_frame(ACTIVATION)
    board.at(0.0)
    assert board.at(0.5) is None
    assert not board.showing.is_behind


def test_it_says_when_it_has_to_be_looked_at_again() -> None:
    board = Board()
    assert board.showing.next_wakeup(0.0) == math.inf
    board.send_frame(ACTIVATION)
    board.at(0.0)
    assert board.showing.next_wakeup(0.0) == pytest.approx(LEAD_TIME_S)
    board.at(0.5)
    assert board.showing.next_wakeup(0.5) == pytest.approx(LEAD_TIME_S + SECONDS["activate"])
    board.at(2.0)
    assert board.showing.next_wakeup(2.0) == math.inf


def test_the_log_tells_no_more_than_the_board_shows() -> None:
    board = Board()
    board.send_frame(ACTIVATION)
    board.send_frame(VisibleEvent("life", 0, amount=-500))
    first, second = board.model.steps
    board.model.steps[0] = dataclasses.replace(first, logged=1)
    board.model.steps[1] = dataclasses.replace(second, logged=3)
    board.model.logged = 3
    board.at(0.0)
    assert board.showing.lines_ahead(board.model) == 2
    board.at(2.0)
    assert board.showing.lines_ahead(board.model) == 0


@pytest.mark.parametrize(
    ("word", "goal", "text"),
    [
        ("attack", Place(-1, "combat_chain"), "Halvard attacks"),
        ("defend", Place(-1, "combat_chain"), "Halvard defends"),
        ("pitch", Place(1, "pitch"), "Halvard pitches"),
    ],
)
def test_a_card_played_by_hand_is_a_play_too(word: str, goal: Place, text: str) -> None:
    """Seen to fail: what was pitched or defended with was not shown."""
    board = Board(msgspec.structs.replace(small_board(), table="fab", chain=()))
    board.send_frame(
        VisibleEvent("move", 1, 31, code=1, start=Place(1, "hand"), goal=goal, word=word),
        cards={31: VisibleCard(1, 1, 1, face_up=True)},
    )
    board.run(0.0, 5.0)
    assert board.played == [(word, 31)]
    assert headline(board.seen[0][1], ("Wren", "Halvard")) == text
