"""Synthesised sounds made of sine waves on first use, and the moments at which they are played.

No files, and silence without an audio device.
"""

from __future__ import annotations

import math
import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import pygame

from facedown_client.model.model import Model
from facedown_client.model.words.countdown import Countdown
from facedown_shared.protocol.messages import AtTable, FromServer, Prompt, Said, Whole
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat, VisibleEvent

SAMPLE_RATE_HZ = 22_050
VOLUME_RATIO = 0.22
MAX_VOLUME = 10
STDERR_DESCRIPTOR_INDEX = 2


class Note(NamedTuple):
    """Tone: start and end frequency, seconds, loudness, and share of noise."""

    start: float
    end: float
    seconds: float
    loud: float = 1.0
    noise: float = 0.0


SOUNDS: dict[str, tuple[Note, ...]] = {
    "press": (Note(660, 620, 0.035, 0.5),),
    "draw": (Note(500, 900, 0.07, 0.5, 0.5),),
    "set": (Note(220, 160, 0.09, 0.8, 0.35),),
    "summon": (Note(330, 495, 0.10), Note(495, 660, 0.14)),
    "activate": (Note(740, 990, 0.08, 0.8), Note(990, 1240, 0.10, 0.7)),
    "attack": (Note(420, 110, 0.16, 1.0, 0.55),),
    "destroy": (Note(180, 50, 0.28, 1.0, 0.8),),
    "damage": (Note(150, 90, 0.22, 1.0, 0.3),),
    "gain": (Note(520, 780, 0.18, 0.7),),
    "negate": (Note(520, 260, 0.14, 0.7, 0.2),),
    "shuffle": (Note(900, 700, 0.05, 0.35, 0.9), Note(800, 600, 0.05, 0.35, 0.9), Note(900, 700, 0.06, 0.3)),
    "toss": (Note(1200, 1500, 0.05, 0.4), Note(1500, 1100, 0.07, 0.35)),
    "turn": (Note(523, 523, 0.08, 0.6), Note(784, 784, 0.12, 0.6)),
    "their_turn": (Note(392, 392, 0.10, 0.4),),
    "warning": (Note(988, 988, 0.07, 0.7), Note(0, 0, 0.05, 0.0), Note(988, 988, 0.07, 0.7)),
    "ask": (Note(880, 880, 0.05, 0.5),),
    "chat": (Note(700, 840, 0.05, 0.4),),
    "win": (Note(523, 523, 0.12), Note(659, 659, 0.12), Note(784, 1046, 0.3)),
    "even": (Note(440, 440, 0.14, 0.7), Note(440, 440, 0.2, 0.5)),
    "lose": (Note(392, 370, 0.2), Note(311, 262, 0.36)),
}


class Sounds:
    """Player of sounds by name; does nothing when switched off or without an audio device."""

    def __init__(self, on: bool, volume: int = MAX_VOLUME) -> None:
        self.on = on
        self.volume = volume
        """Volume from 0 (silence) to LOUDEST."""
        self._able: bool | None = None
        """True if the device could be opened; None before the first sound."""

    def play(self, name: str) -> None:
        """Play one sound."""
        if self.on and self.volume > 0 and name in SOUNDS and self._open_device():
            sound = make_sound(name)
            sound.set_volume(min(1.0, self.volume / MAX_VOLUME))
            sound.play()

    def _open_device(self) -> bool:
        """Return whether there is a device; tried once."""
        if self._able is None:
            try:
                with _quiet_libraries():
                    pygame.mixer.init(SAMPLE_RATE_HZ, -16, 1, 1024)
                self._able = True
            except pygame.error:
                self._able = False
        return self._able


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Silence stderr meanwhile: without a device ALSA prints many lines that no setting stops."""
    if not sys.platform.startswith("linux"):
        yield
        return
    saved, nowhere = os.dup(STDERR_DESCRIPTOR_INDEX), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDERR_DESCRIPTOR_INDEX)
        yield
    finally:
        os.dup2(saved, STDERR_DESCRIPTOR_INDEX)
        os.close(saved)
        os.close(nowhere)


@cache
def make_sound(name: str) -> pygame.mixer.Sound:
    """Return a sound, ready to play."""
    return pygame.mixer.Sound(buffer=make_waves(SOUNDS[name]).tobytes())


def make_waves(notes: tuple[Note, ...]) -> array[int]:
    """Return signed samples of consecutive notes, each fading out."""
    samples = array("h")
    grain = 12_345
    for note in notes:
        count = int(note.seconds * SAMPLE_RATE_HZ)
        turn = 0.0
        for index in range(count):
            part = index / count
            turn += (note.start + (note.end - note.start) * part) / SAMPLE_RATE_HZ
            grain = (grain * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            hiss = grain / 0x3FFFFFFF - 1
            wave = math.sin(2 * math.pi * turn) * (1 - note.noise) + hiss * note.noise
            swell = min(1.0, index / 60) * (1 - part) ** 1.5
            samples.append(int(32_000 * VOLUME_RATIO * note.loud * swell * wave))
    return samples


HAPPENINGS = {
    "draw": "draw",
    "set": "set",
    "summoned": "summon",
    "flip": "set",
    "flip flip_summon": "summon",
    "activate": "activate",
    "negate": "negate",
    "attack": "attack",
    "attack_negated": "negate",
    "move destroy": "destroy",
    "move battle": "destroy",
    "shuffle": "shuffle",
    "coin": "toss",
    "die": "toss",
}
"""Sound by event kind, or by kind and word; other events are silent."""

ASKS = frozenset({"response", "trigger"})
"""Kinds of prompts that open while the opponent acts, so that the player may not be looking."""


def sound_of(event: VisibleEvent, seat: Seat) -> str:
    """Return the name of an event's sound for the player of this seat; "" for none."""
    if event.kind == "life":
        return "gain" if event.amount > 0 else "damage"
    if event.kind == "turn":
        return "turn" if seat in (PUBLIC_CLASS_INDEX, event.seat) else "their_turn"
    return HAPPENINGS.get(f"{event.kind} {event.word}", HAPPENINGS.get(event.kind, ""))


class SoundPlayer:
    """Player of the game's sounds."""

    def __init__(self, sounds: Sounds) -> None:
        self.sounds = sounds
        self._clock = Countdown()

    def play_message(self, message: FromServer, model: Model, now: float) -> None:
        """Play the sound of a message that is already in the model. Duel events sound when they are shown."""
        match message:
            case AtTable() if model.table is not None:
                self._clock.set_clocks(model.table, now)
            case Whole(view=view, log=log) if (
                view.turn == 1
            ):  # the first View of a duel already contains the first draws
                self.play_events(log, model.seat)
            case Prompt(kind=kind) if kind in ASKS:
                self.sounds.play("ask")
            case Said(seat=seat) if seat != model.seat or not model.is_player:
                self.sounds.play("chat")

    def play_events(self, events: Iterable[VisibleEvent], seat: Seat) -> None:
        """Play the sounds of events that are shown together, each sound once."""
        for name in dict.fromkeys(sound_of(event, seat) for event in events):
            self.sounds.play(name)

    def warn_of_clock(self, model: Model, now: float, *, connected: bool) -> None:
        """Warn when our own clock is about to run out."""
        if not connected:
            self._clock.stop(now)
        if self._clock.due_warning(model.seat, now):
            self.sounds.play("warning")

    def play_result(self, model: Model) -> None:
        """Play the sound of the match result for the player of this seat."""
        one, other = (seat.wins for seat in model.table.seats) if model.table is not None else (0, 0)
        winner = PUBLIC_CLASS_INDEX if one == other else int(other > one)
        ours = not model.is_player or winner == model.seat
        self.sounds.play("even" if winner == PUBLIC_CLASS_INDEX else "win" if ours else "lose")
