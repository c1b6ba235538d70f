"""A replay with both hands is made only once both players have agreed to it, and for them alone."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from trio.testing import wait_all_tasks_blocked

from facedown_client.replays import playing_on, replay_list
from facedown_client.replays.player import Player
from facedown_client.replays.recorder import Recorder
from facedown_server.games.openings import make_referee, open_file
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.cards.facts import every_game
from facedown_shared.protocol.messages import (
    Consent,
    FromServer,
    GetOpened,
    Propose,
    Refused,
    ReplayFile,
    ToServer,
)
from facedown_shared.replay import Replay, parse_replay
from facedown_shared.tables.view import View
from facedown_shared.text.errors import BadInput, Code
from tests.client.replays.duels import QUICK
from tests.server.room.replays.test_replay_desk import FinishedMatch, match

AGREED = msgspec.structs.replace(QUICK, open_hands=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set the folder in which clients store their replays."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def send_and_receive(played: FinishedMatch, seat: int, wish: ToServer) -> list[FromServer]:
    """Send a player's request; what this player receives from then on is appended to the list."""
    heard: list[FromServer] = []
    robot = played.robots[seat]
    tell = robot.tell
    assert tell is not None

    def note(message: FromServer, model: object) -> None:
        heard.append(message)

    robot.tell = note
    robot.send_request(wish)
    return heard


async def request_opening(played: FinishedMatch, seat: int) -> FromServer:
    """Return the answer to a player of the match who requests the opened replay."""
    heard = send_and_receive(played, seat, GetOpened())
    await wait_all_tasks_blocked(0.01)
    return [one for one in heard if isinstance(one, Refused | ReplayFile)][-1]


async def opened_replay(played: FinishedMatch) -> Replay:
    """Return the opened replay, as the first player gets it."""
    answer = await request_opening(played, 0)
    assert isinstance(answer, ReplayFile)
    return parse_replay(answer.data)


async def agree(played: FinishedMatch) -> None:
    """Let one propose to open both hands, and the other agree."""
    played.robots[0].send_request(Propose("open"))
    await wait_all_tasks_blocked(0.01)


async def test_agreed_to_before_it_has_what_both_were_shown(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path / "kept", settings=AGREED) as played:
        replay = await opened_replay(played)
        assert replay.head.is_opened
        assert replay.head.sides == (0, 1)
        player = Player(replay)
        for seat, seen in enumerate(played.players):
            player.set_viewer(seat)
            player.seek(0)
            views = [player.view]
            while (step := player.step_forward()) is not None:
                views.append(step.new)
            assert not [view for view in views if view not in seen.views]
            assert views[-1] == seen.views[-1]
        assert replay.throws is not None
        assert {seat for _duel, seat, *_rest in replay.throws.trails} == {0, 1}


async def test_agreed_to_afterwards_it_is_the_same(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path / "kept") as played:
        await agree(played)
        replay = await opened_replay(played)
        assert replay.head.is_opened
        assert [view.viewer for view in (Player(replay).view,)] == [0]
        assert 1 in replay.lines


async def test_one_agreement_alone_opens_nothing(tmp_path: Path, autojump_clock: object) -> None:
    """Before and after one of them has proposed it, every request gets the very same answer."""
    async with match(tmp_path / "kept", shy=True) as played:
        before = [await request_opening(played, seat) for seat in (0, 1)]
        played.robots[0].send_request(Propose("open"))
        await wait_all_tasks_blocked(0.01)
        after = [await request_opening(played, seat) for seat in (0, 1)]
        assert before == after
        assert [isinstance(one, Refused) and one.code for one in after] == [Code.NOT_NOW] * 2
        assert not played.server.lobby.replays._opened
        played.robots[1].send_request(Consent(yes=False))
        await wait_all_tasks_blocked(0.01)
        assert [await request_opening(played, seat) for seat in (0, 1)] == before


async def test_nobody_else_is_given_it(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path / "kept", settings=AGREED) as played:
        assert isinstance(await request_opening(played, 1), ReplayFile)
        answer = await played.asks(GetOpened())
        assert isinstance(answer, Refused)
        assert answer.code is Code.NOT_NOW
        public = await played.replay()
        assert not public.head.is_opened
        assert not public.lines


async def test_a_spectator_is_not(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path / "kept", settings=AGREED) as played:
        room = next(iter(played.server.lobby.rooms.values()))
        (guest,) = room.table.audience.spectators
        with pytest.raises(Exception, match="both agreed"):
            await played.server.lobby.replays.handle_request(guest, GetOpened())


async def test_both_clients_keep_it_in_place_of_their_own(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path / "kept") as played:
        own = [seen.recorder.kept for seen in played.players]
        assert [replay_list.open_replay(path).head.is_opened for path in own if path is not None] == [
            False,
            False,
        ]
        for seen in played.players:
            seen.wishes.clear()
        await agree(played)
        for seat, seen in enumerate(played.players):
            assert seen.wishes == [GetOpened()]
            played.robots[seat].send_request(GetOpened())
        await wait_all_tasks_blocked(0.01)
        for seat, seen in enumerate(played.players):
            assert seen.recorder.kept == own[seat]
            replay = replay_list.open_replay(seen.recorder.kept or Path())
            assert replay.head.is_opened
            assert replay.head.sides == ((0, 1), (1, 0))[seat]


async def test_a_client_asks_for_it_by_itself(tmp_path: Path, autojump_clock: object) -> None:
    """Also a client that has nothing of the match yet: it has the whole match then."""
    async with match(tmp_path / "kept") as played:
        visit = played.robots[0].visit
        assert visit is not None
        visit.recorder = recorder = Recorder()
        before = len(replay_list.list_replays())
        await agree(played)
        await wait_all_tasks_blocked(0.01)
        assert recorder.is_opened
        assert len(replay_list.list_replays()) == before + 1
        assert recorder.kept is not None
        assert replay_list.open_replay(recorder.kept).lines


def view_at_end(text: str, seat: int) -> View:
    """Return the View of this seat at the end of a line on a solo table."""
    pool = every_game()
    setup = open_file(text, pool)
    referee = make_referee(setup, pool.joined_with(setup.provided_facts))
    for _ in referee.start(setup, RandomStreams(bytes(32))):
        pass
    return sight.view(referee.state, seat)


@pytest.mark.parametrize("best_of", [1, 3])
async def test_one_can_play_on_from_every_frame_that_ends_an_act(
    tmp_path: Path, autojump_clock: object, best_of: int
) -> None:
    """The log run to the step on a solo table gives both players the Views of that frame."""
    settings = msgspec.structs.replace(AGREED, best_of=best_of)
    async with match(tmp_path / "kept", settings=settings) as played:
        replay = await opened_replay(played)
    player, dice = Player(replay), random.Random(7)
    for side in (0, 1):
        player.set_viewer(side)
        shots = player.shown_course.shots
        ends = [at for at, shot in enumerate(shots[:-1]) if shot.at != shots[at + 1].at]
        for frame in (0, *sorted(dice.sample(ends, 5)), player.last):
            player.seek(frame)
            came, shown = view_at_end(playing_on.line_here(player), side), player.view
            assert (came.cards, came.piles) == (shown.cards, shown.piles)
            assert (came.tallies, came.turn, came.phase) == (shown.tallies, shown.turn, shown.phase)
            assert (came.chain, came.lasting) == (shown.chain, shown.lasting)
        for frame in player.shown_course.turns:
            player.seek(frame)
            came = view_at_end(playing_on.line_here(player), side)
            assert came.turn == player.view.turn, "no turn before the shown one is played on"


async def test_elsewhere_the_reason_is_a_sentence(tmp_path: Path, autojump_clock: object) -> None:
    async with match(tmp_path / "kept") as played:
        public = await played.replay()
        own = replay_list.open_replay(played.players[0].recorder.kept or Path())
    for replay in (public, own):
        with pytest.raises(BadInput, match="Playing on needs both hands"):
            playing_on.line_here(Player(replay))
