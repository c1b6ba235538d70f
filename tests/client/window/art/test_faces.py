"""The cache of faces: a stand-in at once, the face later, cached in memory and on disk; own pictures
first.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from facedown_client.window.art import drawing
from facedown_client.window.art import faces as faces_module
from facedown_client.window.art.faces import Faces
from facedown_client.window.look.shapes import Pictures
from facedown_shared.cards.facts import Facts
from tests.client.screens import surface

__all__ = ["surface"]

CARD = Facts(code=46986414, name="Dark Magician", kinds=("monster", "normal"), attribute="dark",
             race="spellcaster", level=7, attack=2500, defense=2100)  # fmt: skip
SIZE = (62, 90)


def test_a_stand_in_first_and_the_face_when_it_is_drawn() -> None:
    faces = Faces()
    first = faces.get(CARD, SIZE)
    version = faces.version
    faces.wait_until_idle()
    assert faces.version == version + 1
    face = faces.get(CARD, SIZE)
    assert face is not first
    assert face is faces.get(CARD, SIZE)
    faces.poll()
    faces.close()


def test_a_face_is_asked_for_once() -> None:
    faces = Faces()
    for _ in range(5):
        faces.get(CARD, SIZE)
    faces.wait_until_idle()
    assert faces.version == 1
    faces.poll()
    assert faces.version == 1
    faces.close()


def test_faces_are_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Faces(cache=tmp_path / "faces")
    first.get(CARD, SIZE)
    first.wait_until_idle()
    drawn = pygame.image.tobytes(first.get(CARD, SIZE), "RGBA")
    first.close()
    assert len(list((tmp_path / "faces").glob("*.png"))) == 1

    def reject_drawing(*_: object) -> pygame.Surface:
        raise AssertionError("it lies on disk")

    monkeypatch.setattr(drawing, "face", reject_drawing)
    again = Faces(cache=tmp_path / "faces")
    again.get(CARD, SIZE)
    again.wait_until_idle()
    assert pygame.image.tobytes(again.get(CARD, SIZE), "RGBA") == drawn
    again.close()


def test_a_broken_file_on_disk_is_drawn_again(tmp_path: Path) -> None:
    faces = Faces(cache=tmp_path)
    faces.get(CARD, SIZE)
    faces.wait_until_idle()
    next(tmp_path.glob("*.png")).write_bytes(b"no picture")
    faces.close()
    again = Faces(cache=tmp_path)
    again.get(CARD, SIZE)
    again.wait_until_idle()
    assert again.get(CARD, SIZE).get_size() == SIZE
    again.close()


def test_a_disk_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be")
    faces = Faces(cache=tmp_path / "taken")
    faces.get(CARD, SIZE)
    faces.wait_until_idle()
    assert faces.get(CARD, SIZE).get_size() == SIZE
    faces.close()


@pytest.mark.parametrize("ending", [".png", ".jpg"])
@pytest.mark.parametrize("style", ["board", "hand", "wide"])
def test_own_pictures_come_first(tmp_path: Path, surface: pygame.Surface, ending: str, style: str) -> None:
    picture = pygame.Surface((421, 614))
    picture.fill((0, 255, 0))
    pygame.image.save(picture, tmp_path / f"{CARD.code}{ending}")
    faces = Faces(pics=[tmp_path / "missing", tmp_path])
    faces.get(CARD, SIZE, style)
    faces.wait_until_idle()
    red, green, _, _ = faces.get(CARD, SIZE, style).get_at((31, 45))
    assert green > 200
    assert red < 60
    faces.close()


def test_a_broken_picture_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / f"{CARD.code}.png").write_bytes(b"broken")
    faces = Faces(pics=[tmp_path])
    faces.get(CARD, SIZE)
    faces.wait_until_idle()
    assert faces.get(CARD, SIZE).get_size() == SIZE
    faces.close()


def test_an_alternate_art_may_use_the_original_s_picture(tmp_path: Path) -> None:
    picture = pygame.Surface((100, 100))
    pygame.image.save(picture, tmp_path / "46986414.png")
    other = Facts(code=46986415, name="Dark Magician", kinds=("monster",), alias=46986414)
    assert drawing.find_picture([tmp_path], other) is not None


def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces_module, "_ready", kept := Pictures(3 * 62 * 90 * 4))
    for contrast in (False, True):
        faces = Faces(contrast=contrast)
        for code in range(1, 8):
            faces.get(Facts(code=code, name=str(code), kinds=("spell",)), SIZE)
        faces.wait_until_idle()
        assert len(kept) == 3
        faces.close()
