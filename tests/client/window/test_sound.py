"""Sounds are short, quiet, and silent where nothing can play."""

from __future__ import annotations

import os
import subprocess
import sys

import pygame
import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from facedown_client.bot.bot_player import Robot
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_client.window.sound import (
    HAPPENINGS,
    MAX_VOLUME,
    SAMPLE_RATE_HZ,
    SOUNDS,
    SoundPlayer,
    Sounds,
    make_sound,
    make_waves,
    sound_of,
)
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import (
    AtTable,
    FromServer,
    Prompt,
    Said,
    Seated,
    SeatInfo,
    Settings,
    TableInfo,
    Update,
    Whole,
)
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.text.words import NOTHING
from tests.client.house import ADDRESS, house


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_every_sound_is_short_and_never_clips(name: str) -> None:
    samples = make_waves(SOUNDS[name])
    assert 0 < len(samples) < SAMPLE_RATE_HZ
    assert max(abs(sample) for sample in samples) < 12_000


def test_off_is_silent_and_on_plays() -> None:
    pygame.mixer.quit()  # another test may have played
    make_sound.cache_clear()
    sounds = Sounds(on=False)
    sounds.play("win")
    assert pygame.mixer.get_init() is None
    sounds.on = True
    sounds.play("win")
    assert pygame.mixer.get_init() is not None
    sounds.play("no such sound")
    pygame.mixer.quit()
    make_sound.cache_clear()  # its sounds went with the mixer


def test_the_volume_is_heard_and_none_is_silence() -> None:
    sounds = Sounds(on=True, volume=5)
    sounds.play("win")
    assert make_sound("win").get_volume() == pytest.approx(0.5, abs=0.02)
    sounds.volume = MAX_VOLUME
    sounds.play("win")
    assert make_sound("win").get_volume() == 1.0
    pygame.mixer.stop()
    sounds.volume = 0
    sounds.play("win")
    assert not pygame.mixer.get_busy()
    pygame.mixer.quit()
    make_sound.cache_clear()


def test_no_audio_device_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    Sounds(on=True).play("win")


def test_a_machine_without_a_device_prints_nothing() -> None:
    words = (
        "import pygame; from facedown_client.window.sound import Sounds; "
        "Sounds(on=True).play('win'); pygame.mixer.quit()"
    )
    done = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, env={**os.environ, "SDL_AUDIODRIVER": "alsa"}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


SEATS = (SeatInfo("Wren", True, clock=70.0), SeatInfo("Halvard", True, clock=200.0))
TABLE = TableInfo("AB2-CDE", "master", 1, "duel", SEATS, duel=1, ticking=0)


class RecordingSounds(Sounds):
    """Records the sounds that would be played."""

    def __init__(self) -> None:
        super().__init__(on=True)
        self.names: list[str] = []

    def play(self, name: str) -> None:
        """Record a sound; "" is none."""
        if name:
            assert name in SOUNDS
            self.names.append(name)


def make_sound_player(seat: int = 0) -> tuple[SoundPlayer, RecordingSounds, Model]:
    """Return a sound player of a client at a table."""
    model, heard = Model(), RecordingSounds()
    for message in (Seated("AB2-CDE", seat, "t"), AtTable(TABLE)):
        model.handle_message(message)
    return SoundPlayer(heard), heard, model


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (VisibleEvent("draw", 0), "draw"),
        (VisibleEvent("set", 1), "set"),
        (VisibleEvent("summoned", 1), "summon"),
        (VisibleEvent("activate", 1, amount=1), "activate"),
        (VisibleEvent("attack", 0), "attack"),
        (VisibleEvent("move", 0, word="destroy"), "destroy"),
        (VisibleEvent("life", 0, amount=-800, word="battle damage"), "damage"),
        (VisibleEvent("life", 0, amount=500), "gain"),
        (VisibleEvent("turn", 0, amount=3), "turn"),
        (VisibleEvent("turn", 1, amount=4), "their_turn"),
        (VisibleEvent("coin", 1), "toss"),
        (VisibleEvent("moon", 1), ""),
        (VisibleEvent("move", 0, word="moon"), ""),
    ],
)
def test_each_happening_has_its_sound(event: VisibleEvent, name: str) -> None:
    sounding, heard, _ = make_sound_player()
    sounding.play_events([event], 0)
    assert heard.names == [name] * bool(name)


def test_a_spectator_hears_every_turn_alike() -> None:
    assert [sound_of(VisibleEvent("turn", seat), -1) for seat in (0, 1)] == ["turn", "turn"]


def test_what_happens_at_once_is_heard_once() -> None:
    sounding, heard, _ = make_sound_player()
    sounding.play_events([VisibleEvent("draw", 0)] * 5 + [VisibleEvent("turn", 0, amount=1)], 0)
    assert heard.names == ["draw", "turn"]


def test_talk_and_questions_are_heard_when_they_come() -> None:
    sounding, heard, model = make_sound_player()
    said: tuple[FromServer, ...] = (
        Said("Halvard", "hello", 1), Said("Wren", "hello", 0), Prompt(4, "response", NOTHING),
        Prompt(5, "turn", NOTHING),
    )  # fmt: skip
    for message in said:
        model.handle_message(message)
        sounding.play_message(message, model, 0.0)
    assert heard.names == ["chat", "ask"], "nobody hears what they say themselves"


def test_the_own_clock_warns_three_times_and_only_while_it_runs() -> None:
    sounding, heard, model = make_sound_player()
    sounding.play_message(AtTable(TABLE), model, 0.0)
    for second in range(1, 70):
        sounding.warn_of_clock(model, float(second), connected=True)
    assert heard.names == ["warning"] * 3
    other, silence, theirs = make_sound_player(seat=1)
    other.play_message(AtTable(TABLE), theirs, 0.0)
    for second in range(1, 70):
        other.warn_of_clock(theirs, float(second), connected=True)
    assert silence.names == []
    lost, none, ours = make_sound_player()
    lost.play_message(AtTable(TABLE), ours, 0.0)
    for second in range(1, 70):
        lost.warn_of_clock(ours, float(second), connected=False)
    assert none.names == [], "without a connection it stands still"


@pytest.mark.parametrize(
    ("seat", "wins", "name"),
    [(0, (2, 1), "win"), (1, (2, 1), "lose"), (-1, (2, 1), "win"), (0, (0, 0), "even"), (0, (1, 1), "even")],
)
def test_the_end_sounds_as_it_is_felt(seat: int, wins: tuple[int, int], name: str) -> None:
    sounding, heard, model = make_sound_player(seat)
    one, other = (replace(seat, wins=won) for seat, won in zip(SEATS, wins, strict=True))
    model.handle_message(AtTable(replace(TABLE, stage="over", best_of=3, seats=(one, other))))
    sounding.play_result(model)
    assert heard.names == [name]


async def test_a_real_duel_makes_these_sounds(autojump_clock: MockClock) -> None:
    """Kinds of events have the names that servers give them: a duel of two bots is played."""
    heard: set[str] = set()
    linked, found = trio.Event(), list[TableLink]()

    def play_sounds(message: FromServer, model: Model) -> None:
        if isinstance(message, Update | Whole):
            heard.update(sound_of(event, model.seat) for event in model.told)
        if model.links and not found:
            found.append(parse_link(model.links["opponent"][0][1]))
            linked.set()

    decks = deck_entries.ready("master")
    async with house("heard") as server, trio.open_nursery() as nursery:
        first = Robot("Anna", decks[0].text, 1, dial=server.dial, tell=play_sounds)
        nursery.start_soon(first.host, ADDRESS, Settings(pace="off", listed=False))
        await linked.wait()
        await Robot("Ben", decks[1].text, 2, dial=server.dial).play_at(found[0])
    in_every_duel = {"draw", "set", "summon", "activate", "attack", "destroy", "damage", "shuffle"}
    assert in_every_duel | {"turn", "their_turn"} <= heard


def test_every_sound_that_is_named_exists() -> None:
    assert set(HAPPENINGS.values()) <= set(SOUNDS)
