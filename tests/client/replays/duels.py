"""Whole duels of two bots on a server in memory, in virtual time, and the replays their clients store."""

from __future__ import annotations

from functools import partial

import trio
from trio.testing import MockClock

from facedown_client.bot.bot_player import Robot
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_client.replays.player import Player
from facedown_client.replays.recorder import Recorder
from facedown_shared.network import links
from facedown_shared.protocol.messages import FromServer, Opened, Settings, ToServer, Update, Whole
from facedown_shared.tables.view import View, VisibleEvent
from tests.client.house import ADDRESS, house

QUICK = Settings(pace="off", listed=False)


def events_so_far(player: Player) -> tuple[VisibleEvent, ...]:
    """Return all events of this duel up to the current frame of a replay's player."""
    shots = [shot for shot in player.shown_course.shots[: player.at + 1] if shot.duel == player.duel]
    return tuple(event for shot in shots for event in player.replay.events(shot))


class RecordingClient:
    """One client's model, its recorder, and every View it had."""

    def __init__(self) -> None:
        self.recorder = Recorder()
        self.views: list[View] = []
        self.told: list[tuple[VisibleEvent, ...]] = []
        self.model = Model()
        self.wishes: list[ToServer] = []
        """Its recorder's requests."""

    def record_message(self, message: FromServer, model: Model) -> None:
        """Record a message to the client."""
        self.model = model
        self.wishes += self.recorder.record_message(message, model)
        view = model.view if isinstance(message, Update | Whole) else None
        if view is not None and not (self.views and self.views[-1] is view):
            self.views.append(view)
            self.told.append(model.told)


def play_duel(number: int = 0, settings: Settings = QUICK) -> tuple[RecordingClient, RecordingClient]:
    """Play a match of two bots; return what each of their clients was sent. The folder is FACEDOWN_HOME's."""
    return trio.run(_play_duel, number, settings, clock=MockClock(autojump_threshold=0))


async def _play_duel(number: int, settings: Settings) -> tuple[RecordingClient, RecordingClient]:
    one, other = RecordingClient(), RecordingClient()
    opened, code = trio.Event(), list[links.TableLink]()
    over = [trio.Event(), trio.Event()]

    def pass_on(seat: int, message: FromServer, model: Model) -> None:
        (one, other)[seat].record_message(message, model)
        if model.links and not opened.is_set():
            code.append(links.parse_link(model.links["opponent"][0][1]))
            opened.set()
        if isinstance(message, Opened):
            over[seat].set()

    decks = deck_entries.ready(settings.format)
    async with house(f"duel {number}") as server, trio.open_nursery() as nursery:
        robots = [
            Robot(
                name, decks[(number + seat) % len(decks)].text, number + 99 * seat, 0.0,
                tell=partial(pass_on, seat), dial=server.dial,
            )
            for seat, name in enumerate(("Wren", "Halvard"))
        ]  # fmt: skip
        nursery.start_soon(partial(robots[0].host, ADDRESS, settings))
        await opened.wait()
        nursery.start_soon(
            robots[1].play_at,
            links.TableLink(ADDRESS.host, ADDRESS.port, False, code[0].code, code[0].secret),
        )
        for each in over:
            await each.wait()
        nursery.cancel_scope.cancel()
    return one, other
