"""Windows that close by themselves, pace, clocks, and what happens when the store or the referee fails."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from facedown_server.room.match.pending_prompts import SPANS
from facedown_server.room.match.runner import CLOCK_SAVE_INTERVAL_S
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.messages import (  # fmt: skip
    Answer,
    AtTable,
    AutoPass,
    Clock,
    Prompt,
    PromptOver,
    Ready,
    Reason,
    Reasons,
    Settings,
    Why,
)
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.counting import CountingGame
from tests.server.tables import Player, begin, begin_duel, run_server

QUICK = Settings(pace="quick")
TIMED = Settings(pace="quick", clock=Clock(60, 5))


def game_without_responses() -> CountingGame:
    """Return a game in which neither player could respond."""
    return CountingGame(charms=[0, 0])


def kinds(player: Player) -> list[str]:
    return [note.kind for note in player.told]


# --- windows that close by themselves -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "asked"), [("always", True), ("smart", False), ("able", False), ("never", False)]
)
async def test_a_seat_says_when_it_wants_to_be_asked(
    autojump_clock: MockClock, mode: str, asked: bool
) -> None:
    async with run_server(make=game_without_responses) as server:
        first, other = await begin_duel(server)
        await other.do(AutoPass(mode))
        await first.pick("say", 3)
        assert ("response" in [prompt.kind for prompt in other.all(Prompt)]) is asked
        assert other.count == (0 if asked else 3)


async def test_why_is_answered_to_those_who_is_asked_and_no_window_is_told_that_is_passed(
    autojump_clock: MockClock,
) -> None:
    async with run_server(make=game_without_responses) as server:
        first, other = await begin_duel(server, QUICK)
        await first.do(Why(1))
        assert first.last(Reasons) == Reasons(1, (Reason("activate", "condition"),))
        await first.pick("say", 3)
        await other.do(Why(1))
        assert other.prompt is None
        assert other.last(Reasons).reasons == (Reason("", "not_asked"),)


async def test_a_held_key_counts_while_it_is_held(autojump_clock: MockClock) -> None:
    async with run_server(make=game_without_responses) as server:
        first, other = await begin_duel(server)
        await other.do(AutoPass("never"), AutoPass("always", held=True))
        await first.pick("say", 3)
        assert other.asked.kind == "response"
        await other.do(AutoPass("never"))
        assert (other.count, other.asked.kind) == (3, "turn")


async def test_a_held_key_ends_with_the_connection(autojump_clock: MockClock) -> None:
    async with run_server(make=game_without_responses) as server:
        first, other = await begin_duel(server)
        await other.do(AutoPass("always", held=True))
        await other.hang_up()
        again = await server.back(other)
        assert again.seated is not None
        assert again.seated.auto == "smart"
        await first.pick("say", 3)
        assert (again.count, again.asked.kind) == (3, "turn")


async def test_a_change_of_mind_reaches_the_open_window(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.pick("say", 3)
        ask = other.asked.ask
        await other.do(AutoPass("never"))
        assert PromptOver(ask) in other.all(PromptOver)
        assert other.count == 3


async def test_a_pass_by_rule_can_be_stopped_until_it_is_due(autojump_clock: MockClock) -> None:
    async with run_server(make=game_without_responses) as server:
        first, other = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        assert other.prompt is None
        await other.do(AutoPass("always"))
        await trio.sleep(5)
        assert other.asked.kind == "response"
        assert other.count == 0


async def receive_after_closing(
    able: bool, settings: Settings, by_hand_after: float | None
) -> tuple[list[bytes], list[float]]:
    """Return what the player who said a number receives from then on, and after what delay."""
    async with run_server(make=lambda: CountingGame(charms=[int(able)] * 2)) as server:
        first, other = await begin_duel(server, settings)
        seen, start = len(first.raw), trio.current_time()
        await first.pick("say", 3)
        if by_hand_after is not None:
            await trio.sleep(by_hand_after)
            await other.pick("pass")
        await trio.sleep(4)
        return first.raw[seen:], [time - start for time in first.times[seen:]]


@pytest.mark.parametrize("settings", [QUICK, TIMED], ids=["untimed", "timed"])
async def test_nobody_can_tell_a_pass_by_rule_from_one_by_hand(
    autojump_clock: MockClock, settings: Settings
) -> None:
    by_rule = await receive_after_closing(False, settings, None)
    by_hand = await receive_after_closing(True, settings, SPANS["quick"][0] / 2)
    assert by_rule[0] == by_hand[0]
    assert by_rule[1] == pytest.approx(by_hand[1])
    assert SPANS["quick"][0] <= by_rule[1][-1] <= SPANS["quick"][1]


async def receive_window(hidden: bool) -> list[tuple[float, bytes]]:
    """Return what the other player and a spectator receive, and when, by what is hidden on the first player's
    side.
    """
    async with run_server(make=lambda: CountingGame(charms=[0, 0])) as server:
        anna = await server.host(settings=TIMED)
        ben = await server.guest(anna)
        sid = await server.spectator(anna)
        first = await begin(anna, ben)
        other = ben if first is anna else anna
        start = trio.current_time()
        if hidden:
            server.made[-1].charms[first.seat] = 1
            await trio.sleep(2)
            await first.pick("think")
            await trio.sleep(1)
            await first.do(Answer(first.asked.ask, back=True))
        await trio.sleep_until(start + 5)
        await first.pick("say", 2)
        await trio.sleep_until(start + 8)
        await other.pick("say", 1)
        if hidden:
            await trio.sleep(0.02)
            await first.pick("pass")
        await trio.sleep_until(start + 12)
        heard = [list(zip(player.times, player.raw, strict=True)) for player in (other, sid)]
        return [(at - start, data) for each in heard for at, data in each]


async def test_alike_runs_sound_alike(autojump_clock: MockClock) -> None:
    plain, hidden = await receive_window(hidden=False), await receive_window(hidden=True)
    assert [data for _, data in plain] == [data for _, data in hidden]
    assert [at for at, _ in plain] == pytest.approx([at for at, _ in hidden])


async def test_a_window_that_public_facts_close_takes_no_time(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(possible=False)) as server:
        first, other = await begin_duel(server, QUICK)
        await other.do(AutoPass("always"))
        now = trio.current_time()
        await first.pick("say", 3)
        assert (first.count, trio.current_time()) == (3, now)


async def test_an_answer_before_due_is_the_only_one(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, QUICK)
        await first.pick("say", 3)
        ask = other.asked.ask
        await other.do(Answer(ask, (1,)), Answer(ask, (0,)))
        assert other.refusal is Code.OLD_PROMPT
        assert kinds(first)[-1] == "said"
        await trio.sleep(1)
        assert first.count == 0
        assert "charm" in kinds(first)


# --- clocks -------------------------------------------------------------------------------------------------


async def test_the_clock_of_those_who_is_asked_runs(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        assert first.table
        assert first.table.ticking == first.seat
        await trio.sleep(20)
        await first.pick("say", 1)
        assert first.table.seats[first.seat].clock == 45.0
        assert first.table.seats[other.seat].clock == 60.0


async def test_only_the_time_after_due_is_charged(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await first.pick("say", 1)
        assert first.table
        assert first.table.ticking == -1
        start = trio.current_time()
        await trio.sleep(1)
        assert first.table.ticking == other.seat
        due = next(at for at, told in zip(first.times, first.heard, strict=True)
                   if at > start and isinstance(told, AtTable))  # fmt: skip
        await trio.sleep(10)
        await other.pick("pass")
        assert first.table.seats[other.seat].clock == pytest.approx(60 - (11 - (due - start)) + 5, abs=0.1)


async def began_to_run(first: Player, seat: int) -> float:
    """Return the seconds from now until all clients are informed that this clock runs."""
    start = trio.current_time()
    await trio.sleep(8)
    return next(
        at - start for at, told in zip(first.times, first.heard, strict=True)
        if at > start and isinstance(told,
            AtTable) and told.with_known_spectators(first.table).ticking == seat
    )  # fmt: skip


@pytest.mark.parametrize(("plays", "later"), [(1, 0.6), (3, 1.8), (5, 3.0), (20, 3.0)])
async def test_a_clock_waits_until_its_player_has_been_shown_what_happened(
    autojump_clock: MockClock, plays: int, later: float
) -> None:
    async with run_server(make=lambda: CountingGame(plays=plays)) as server:
        first, other = await begin_duel(server, TIMED)
        await first.pick("say", 1)
        assert await began_to_run(first, other.seat) == pytest.approx(later, abs=0.05)


async def test_what_was_seen_by_the_last_answer_counts_no_more(autojump_clock: MockClock) -> None:
    async with run_server(make=lambda: CountingGame(plays=2)) as server:
        first, other = await begin_duel(server, TIMED)
        await first.pick("say", 1)
        await trio.sleep(5)
        await other.pick("pass")
        assert other.table
        assert other.table.ticking == other.seat, "their own turn begins at once"


@pytest.mark.parametrize("charms", [[0, 0], [1, 1]])
async def test_a_window_that_closes_when_it_is_due_tells_nothing_by_a_clock(
    autojump_clock: MockClock, charms: list[int]
) -> None:
    """A player who could not respond got no prompt, one who could answered at once: both clocks wait
    alike.
    """
    async with run_server(make=lambda: CountingGame(plays=2, charms=charms)) as server:
        first, other = await begin_duel(server, TIMED)
        await first.pick("say", 1)
        if charms[other.seat]:
            await other.pick("pass")
        assert await began_to_run(first, other.seat) == pytest.approx(1.2 + SPANS["quick"][1], abs=0.13)


@rule("GAP-24")
async def test_an_empty_clock_loses_the_duel(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(59.9)
        assert first.stage == "duel"
        await trio.sleep(0.2)
        assert first.stage == "over"
        assert first.view
        assert first.view.result == f"{other.seat} time"


async def test_without_a_clock_there_is_all_the_time_in_the_world(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server)
        await trio.sleep(5 * 3600)
        assert first.stage == "duel"


async def test_choices_within_a_declaration_show_on_no_clock(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, TIMED)
        await trio.sleep(10)
        before = len(other.heard)
        await first.pick("think")
        await trio.sleep(10)
        await first.do(Answer(first.asked.ask, back=True))
        assert len(other.heard) == before
        await first.pick("say", 1)
        assert other.table
        assert other.table.seats[first.seat].clock == 45.0


async def test_at_a_table_with_clocks_somebody_says_who_begins_in_time(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host(settings=TIMED)
        ben = await server.guest(anna)
        await anna.do(Ready())
        await ben.do(Ready())
        assert anna.stage == "order"
        await trio.sleep(server.lobby.bounds.order_time + 1)
        assert anna.stage == "duel"


async def test_clocks_are_noted_while_they_run(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, _ = await begin_duel(server, TIMED)
        await trio.sleep(CLOCK_SAVE_INTERVAL_S * 4 + 0.5)
        (name,) = store.logs
        assert (await store.read_match(name)).clocks[first.seat] == pytest.approx(
            40, abs=CLOCK_SAVE_INTERVAL_S
        )
