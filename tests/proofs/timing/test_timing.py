"""The proof of law 4: its classifier finds timing differences, and windows are matched with their owners."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean, pstdev

import pytest
import trio
from trio.testing import MockClock

from facedown_server.table.random_streams import RandomStreams
from facedown_shared.decks.decks import Deck
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    AtTable,
    FromServer,
    ListTables,
    Option,
    Prompt,
    SeatInfo,
    TableInfo,
    Update,
    Whole,
)
from facedown_shared.tables.diff import diff
from facedown_shared.tables.view import PromptNotice, View, VisibleEvent
from facedown_shared.text.words import NOTHING
from proofs.timing import classifier
from proofs.timing.classifier import area, features
from proofs.timing.player import ObservedWindow, TimedPlayer
from proofs.timing.proof import WindowTimes, collect_windows

DICE = RandomStreams(b"classifier".ljust(32, b"."))


def draw_delay(low: int, high: int) -> float:
    """Return these milliseconds as seconds."""
    return (low + DICE.draw_below(high - low, "time")) / 1000


def distinguish(able: tuple[int, int], unable: tuple[int, int]) -> float:
    labels = [bool(DICE.draw_below(2, "label")) for _ in range(1500)]
    rows = [features(draw_delay(*(able if label else unable)), 0.3, 0.3, 0.3) for label in labels]
    return classifier.score_classifier(rows, labels, [0] * len(rows)).auc


def test_equal_times_tell_nothing() -> None:
    assert distinguish((150, 500), (150, 500)) == pytest.approx(0.5, abs=0.05)


def test_a_round_trip_tells_nearly_everything() -> None:
    assert distinguish((20, 60), (1, 8)) > 0.97


def test_a_small_delay_is_noticed() -> None:
    assert distinguish((170, 520), (150, 500)) > 0.53


def test_times_that_lie_on_both_sides_of_the_others_are_noticed() -> None:
    labels = [index % 2 == 0 for index in range(1000)]
    rows = [
        features(
            draw_delay(300, 350) if label else draw_delay(*((150, 200), (450, 500))[index % 4 > 1]),
            0.3,
            0.3,
            0.3,
        )
        for index, label in enumerate(labels)
    ]
    assert classifier.score_classifier(rows, labels, [0] * len(rows)).auc > 0.9


def test_the_area_counts_ties_half() -> None:
    assert area([1.0, 1.0], [True, False], "aa").auc == 0.5
    assert area([2.0, 1.0, 3.0], [True, False, True], "aaa").auc == 1.0
    assert area([0.0, 1.0], [True, False], "aa").auc == 0.0


def test_only_windows_of_one_kind_are_held_against_each_other() -> None:
    """Chains last longer than phases, and which it was is public."""
    scores, labels = [9.0, 9.0, 1.0, 1.0], [True, False, True, False]
    assert area(scores, labels, ["chain", "chain", "phase", "phase"]).auc == 0.5
    assert area([9.0, 1.0], [True, False], ["chain", "chain"]).auc == 1.0
    with pytest.raises(ValueError, match="nothing to tell apart"):
        area([9.0, 1.0], [True, False], ["chain", "phase"])


def test_with_one_kind_of_window_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="nothing to tell apart"):
        classifier.score_classifier([(1.0,)] * 5, [True] * 5, "aaaaa")


def rows_of(able: tuple[int, int], count: int) -> WindowTimes:
    """Return windows of two kinds; every seventh owner has a response, and then takes this long."""
    labels = [index % 7 == 0 for index in range(count)]
    times = [draw_delay(*(able if label else (150, 500))) for label in labels]
    rows = tuple(features(time, 0.3, 0.3, time) for time in times)
    return WindowTimes(rows, tuple(labels), tuple((str(index % 2),) for index in range(count)))


def test_the_spread_is_what_chance_does_to_the_area() -> None:
    """Every order of two true and three false rows, counted by hand."""
    found = [
        area([1.0, 2.0, 3.0, 4.0, 5.0], [index in chosen for index in range(5)], "aaaaa")
        for chosen in combinations(range(5), 2)
    ]
    assert fmean(one.auc for one in found) == pytest.approx(0.5)
    assert pstdev(one.auc for one in found) == pytest.approx(found[0].spread)


def test_the_spread_of_ties_is_less() -> None:
    """Two rows are alike: of the six orders of two true and two false rows."""
    found = [
        area([1.0, 2.0, 2.0, 3.0], [index in chosen for index in range(4)], "aaaa")
        for chosen in combinations(range(4), 2)
    ]
    assert pstdev(one.auc for one in found) == pytest.approx(found[0].spread)


def test_the_verdict_is_that_of_the_interval() -> None:
    assert not rows_of((150, 500), 1000).is_difference_significant
    assert rows_of((200, 550), 3000).is_difference_significant
    assert rows_of((200, 550), 3000).is_enough
    few = rows_of((150, 500), 60)
    assert not few.is_enough, "with eight windows nothing is said"


MATCH = b"match"


def make_player(name: str) -> TimedPlayer:
    return TimedPlayer(TableLink("server", 1), name, DICE, ListTables(), Deck(), 0.0)


def test_a_window_is_matched_with_what_its_owner_knew() -> None:
    watcher, owner = make_player("Anna"), make_player("Ben")
    watcher.seen = [
        ObservedWindow(0.3, ("draw",), (MATCH, 4), since=0.3),
        ObservedWindow(0.4, ("draw",), (MATCH, 9), since=0.1),
        ObservedWindow(0.5, ("draw",), (MATCH, 11), since=0.5, alone=True),
    ]  # fmt: skip
    owner.asked = {(MATCH, 4): True, (MATCH, 5): True, (MATCH, 9): False}
    found = collect_windows([(watcher, owner)])
    assert found.able == (True, False)
    assert [row[0] for row in found.rows] == [0.3, 0.4]
    assert [row[3] for row in found.rows] == pytest.approx([-0.1, 0.0])
    assert [row[4] for row in found.rows] == pytest.approx([0.0, -0.1])
    assert [row[5] for row in found.rows] == [0.3, 0.1]
    assert found.kinds == (("draw",), ("draw",))
    assert found.alone == 1, "one that its owner never saw has closed without its owner"


# --- what a player sees of the opponent's windows -----------------------------------------------------------


def table(present: bool) -> AtTable:
    seats = (SeatInfo("Anna", present=True), SeatInfo("Ben", present=present))
    return AtTable(TableInfo(code="AB12", format="master", best_of=1, stage="duel", seats=seats))


def view_with_prompts(*seats: int) -> View:
    return View(viewer=0, table="master", waiting=tuple(PromptNotice(seat, "response") for seat in seats))


async def feed_player(player: TimedPlayer, *messages: tuple[float, FromServer]) -> None:
    """Feed a player messages at these times."""
    began = trio.current_time()
    async with trio.open_nursery() as player.tasks:
        for at, message in messages:
            await trio.sleep_until(began + at)
            player.model.handle_message(message)
            await player.handle(message)


async def test_a_window_that_closes_without_its_owner_is_noticed(autojump_clock: MockClock) -> None:
    anna = make_player("Anna")
    anna.model.seat = 0
    opens, closes = (
        diff(view_with_prompts(), view_with_prompts(1)),
        diff(view_with_prompts(1), view_with_prompts()),
    )
    await feed_player(
        anna, (0, Whole(1, view_with_prompts())), (1, Update(2, opens)), (1.02, table(False)),
        (1.1, Update(3, closes)), (2, table(True)), (3, Update(4, opens)), (3.01, table(False)),
        (5, table(True)), (5.1, Update(5, closes)),
    )  # fmt: skip
    assert [seen.alone for seen in anna.seen] == [True, False]
    assert [seen.elapsed for seen in anna.seen] == pytest.approx([0.1, 2.1])
    assert [seen.since for seen in anna.seen] == pytest.approx([0.1, 0.1])
    assert all("owner away" in seen.alike for seen in anna.seen)


async def test_an_own_window_is_the_same_after_a_reconnect(autojump_clock: MockClock) -> None:
    ben = make_player("Ben")
    ben.model.seat, log = 0, (VisibleEvent("turn"), VisibleEvent("phase"))
    await feed_player(
        ben,
        (0, Whole(1, view_with_prompts(), log[:1])),
        (1, Update.between(2, view_with_prompts(), view_with_prompts(0), log[1:])),
    )
    assert ben.asked == {(b"", 2): False}
    ben.is_fresh = True
    await feed_player(ben, (2, Whole(1, view_with_prompts(0), log)))
    await feed_player(ben, (2, Prompt(3, "response", NOTHING, (Option("pass"),))))
    assert ben.asked == {(b"", 2): True}
