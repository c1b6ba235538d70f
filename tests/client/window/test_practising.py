"""Practising against the bot, in a hidden window and on a server in memory."""

from __future__ import annotations

from pathlib import Path

import pygame
import trio
import trio.testing
from trio.testing import MockClock

from facedown_client.data import deck_entries
from facedown_client.data.preferences import Practice, Preferences
from facedown_client.replays import replay_list
from facedown_client.window.display import MainWindow
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.replays.scene import ReplayScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_shared.protocol.gestures import EndTurn
from facedown_shared.protocol.messages import Answer, Propose
from tests.client.house import house
from tests.client.window.test_app import client, own_folder, run_client, window

__all__ = ["own_folder", "window"]


async def test_practising_is_two_keys_shows_no_link_and_ends_with_a_result(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await wren.practise()
        await wren.until(wren.is_on_top(TableScene))
        room = wren.app.screens.scene
        assert isinstance(room, TableScene)
        assert room.invite.rows == []
        assert room.table is not None
        assert "link" not in " ".join(room._headline(room.table))
        await wren.play("duel")
        await wren.until(wren.is_on_top(DuelScene))
        await wren.play("over")
        await wren.until(wren.is_on_top(ResultScene))
        await wren.press(pygame.K_ESCAPE)
        assert isinstance(wren.top, DuelScene)
        assert wren.app.network.returns == ()


async def test_a_practice_is_played_on_from_its_replay_without_a_question(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await wren.practise()
        await wren.play("duel")
        await wren.play("over")
        await wren.until(wren.is_on_top(ResultScene))
        await wren.until(lambda: has_both_hands(wren.app.network.recorded_replay))
        await wren.press(pygame.K_w, "w")
        await wren.until(wren.is_on_top(ReplayScene))
        replay = wren.top
        assert isinstance(replay, ReplayScene)
        replay.jump_to(replay.player.last // 2)
        await wren.press(pygame.K_p, "p")
        await wren.until(lambda: wren.app.model.is_alone and wren.app.model.view)
        table = wren.app.model.table
        assert table is not None
        assert 0 < table.step < table.steps
        await wren.until(wren.is_on_top(DuelScene))


def has_both_hands(path: Path | None) -> bool:
    """Return whether a stored replay has both hands."""
    return path is not None and replay_list.open_replay(path).head.is_opened


async def test_a_practice_that_was_left_is_returned_to_with_its_bot(
    window: MainWindow, autojump_clock: MockClock, own_folder: Path
) -> None:
    async with house() as server, trio.open_nursery() as nursery:
        async with client(window, server, nursery) as wren:
            await wren.practise()
            await wren.play("duel")
            await wren.until(lambda: wren.app.model.prompt)
            asked, seat = wren.app.model.prompt, wren.app.model.seat
            wren.app.leave_duel()
            await wren.run_frames()
            await wren.press(pygame.K_TAB)
            await wren.press(pygame.K_RETURN)
            await wren.until(wren.is_on_top(HomeScene))
            (place,) = wren.app.network.returns
            assert (place.opponent, bool(place.practice)) == ("Bot", True)
        async with client(window, server, nursery) as wren:
            await wren.press(pygame.K_RETURN)
            await wren.until(wren.is_on_top(DuelScene))
            await wren.until(lambda: wren.app.model.prompt)
            assert (wren.app.model.prompt, wren.app.model.seat, wren.app.notice) == (asked, seat, "")
            table = wren.app.model.table
            assert table is not None
            await wren.until(lambda: all(one.present for one in (wren.app.model.table or table).seats))
            assert wren.app.model.view is not None
            turn = wren.app.model.view.turn  # the bot plays on
            await wren.play("over")
            assert wren.app.model.view is not None
            assert wren.app.model.view.turn > turn
            wren.app.go_home()
            await wren.until(lambda: not wren.app.network.returns)
        await trio.testing.wait_all_tasks_blocked()
        assert list((own_folder / "practice").iterdir()) == [], "what is over is not kept"
        nursery.cancel_scope.cancel()


async def test_what_was_practised_last_is_practised_again(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    deck, other = deck_entries.ready("classic")[:2]
    last = Practice("classic", other.key, deck.key)
    async with run_client(window, own=Preferences(name="Wren", motion=0.0, practice=last)) as wren:
        await wren.practise()
        await wren.play("duel")
        table, seat = wren.app.model.table, wren.app.model.seat
        assert table is not None
        assert (table.format, table.seats[seat].counts) == ("classic", other.deck.counts)
        assert table.seats[1 - seat].counts == deck.deck.counts
        assert wren.app.preferences.practice == last


async def test_the_bot_practises_by_hand_too(window: MainWindow, autojump_clock: MockClock) -> None:
    own = Preferences(name="Wren", motion=0.0, practice=Practice("fab"))
    async with run_client(window, own=own) as wren:
        await wren.practise()
        await wren.play("duel")
        await wren.until(wren.is_on_top(DuelScene))
        bot = 1 - wren.app.model.seat

        def bot_acts() -> bool:
            """It chooses what it begins with, and does the first thing of its turn, as soon as it may."""
            model = wren.app.model
            if model.prompt is not None and model.prompt.options:
                wren.app.send(Answer(model.prompt.ask, tuple(range(model.prompt.least))))
            elif model.view is not None and model.view.turn_player == model.seat:
                wren.app.send(EndTurn())
            return any(one.happening.seat == bot and one.happening.kind == "move" for one in model.log)

        await wren.until(bot_acts)


async def test_the_bot_answers_an_offer_of_a_draw(window: MainWindow, autojump_clock: MockClock) -> None:
    async with run_client(window) as wren:
        await wren.practise()
        await wren.play("duel")
        await wren.until(wren.is_on_top(DuelScene))
        wren.app.send(Propose("draw"))
        await wren.until(lambda: wren.app.model.table and wren.app.model.table.note)
        table = wren.app.model.table
        assert table is not None
        assert (str(table.note), table.stage, table.proposal) == ("Bot declines the draw.", "duel", "")
        wren.app.send(Propose("pause"))
        await wren.until(lambda: wren.app.model.table and wren.app.model.table.paused)
        wren.app.send(Propose("resume"))
        await wren.until(lambda: wren.app.model.table and not wren.app.model.table.paused)


async def test_a_practice_left_as_its_link_comes_is_left(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await wren.press(pygame.K_p, "p")
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="", mod=0))
        wren.app.frame()
        while "opponent" not in wren.app.model.links:
            await trio.sleep(0.001)
            wren.app.frame()
        wren.app.go_home()
        await wren.run_frames(5)
        assert isinstance(wren.top, HomeScene)


async def test_the_level_travels_in_the_message_that_opens_the_table(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    own = Preferences(name="Wren", motion=0.0, practice=Practice(level="easy"))
    async with run_client(window, own=own) as wren:
        await wren.practise()
        await wren.play("duel")
        table = wren.app.model.table
        assert table is not None
        assert table.level == "easy"
        assert wren.app.preferences.practice.level == "easy"


async def test_a_file_that_is_no_replay_is_refused_in_a_sentence(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    """Seen to fail: a replay that was damaged beyond its head ended the window of `replay FILE`."""
    file = tmp_path / "duel.replay"
    file.write_bytes(b"facedown replay\n")
    async with run_client(window) as wren:
        wren.app.open_replay(file)
        assert "replay" in wren.app.notice.lower()
        assert isinstance(wren.top, HomeScene)
