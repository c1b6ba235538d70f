"""Sounds are short, quiet, and silent where nothing can play."""

from __future__ import annotations

import os
import subprocess
import sys

import pygame
import pytest

from facedown_client.window.sound import MAX_VOLUME, SAMPLE_RATE_HZ, SOUNDS, Sounds, made, waves


@pytest.mark.parametrize("name", sorted(SOUNDS))
def test_every_sound_is_short_and_never_clips(name: str) -> None:
    samples = waves(SOUNDS[name])
    assert 0 < len(samples) < SAMPLE_RATE_HZ
    assert max(abs(sample) for sample in samples) < 12_000


def test_off_is_silent_and_on_plays() -> None:
    pygame.mixer.quit()  # another test may have played
    made.cache_clear()
    sounds = Sounds(on=False)
    sounds.play("win")
    assert pygame.mixer.get_init() is None
    sounds.on = True
    sounds.play("win")
    assert pygame.mixer.get_init() is not None
    sounds.play("no such sound")
    pygame.mixer.quit()
    made.cache_clear()  # its sounds went with the mixer


def test_the_volume_is_heard_and_none_is_silence() -> None:
    sounds = Sounds(on=True, volume=5)
    sounds.play("win")
    assert made("win").get_volume() == pytest.approx(0.5, abs=0.02)
    sounds.volume = MAX_VOLUME
    sounds.play("win")
    assert made("win").get_volume() == 1.0
    pygame.mixer.stop()
    sounds.volume = 0
    sounds.play("win")
    assert not pygame.mixer.get_busy()
    pygame.mixer.quit()
    made.cache_clear()


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
