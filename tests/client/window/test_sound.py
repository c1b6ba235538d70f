"""Sounds are short, quiet, and silent where nothing can play."""

from __future__ import annotations

import os
import subprocess
import sys

import pygame
import pytest

from client.window.sound import HAPPENINGS, RATE, SOUNDS, Sounds, waves


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_every_sound_is_short_and_never_clips(name: str) -> None:
    samples = waves(SOUNDS[name])
    assert 0 < len(samples) < RATE
    assert max(abs(sample) for sample in samples) < 12_000


def test_every_happening_s_sound_exists() -> None:
    assert set(HAPPENINGS.values()) <= set(SOUNDS)


def test_off_is_silent_and_on_plays() -> None:
    sounds = Sounds(on=False)
    sounds.play("win")
    assert pygame.mixer.get_init() is None
    sounds.on = True
    sounds.play("win")
    assert pygame.mixer.get_init() is not None
    sounds.play("no such sound")
    for kind, word, amount in (("life", "", -5), ("life", "", 5), ("move", "destroy", 0), ("moon", "", 0)):
        sounds.happening(kind, word, amount)
    pygame.mixer.quit()


def test_no_audio_device_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    Sounds(on=True).play("win")


def test_a_machine_without_a_device_prints_nothing() -> None:
    words = (
        "import pygame; from client.window.sound import Sounds; "
        "Sounds(on=True).play('win'); pygame.mixer.quit()"
    )
    done = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, env={**os.environ, "SDL_AUDIODRIVER": "alsa"}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
