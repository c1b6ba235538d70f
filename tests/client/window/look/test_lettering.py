"""Text: fonts by path, Chinese beside Latin, wrapping, shrinking and ellipsis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from facedown_client.window.look import lettering


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


@pytest.fixture
def clear_fonts() -> Iterator[None]:
    """Clear the cached fonts of this machine, before and after."""
    memories = (lettering._system_fonts.cache_clear, lettering._name.cache_clear)
    for forget in memories:
        forget()
    yield
    for forget in memories:
        forget()


def test_a_line_is_as_wide_as_it_says() -> None:
    picture = lettering.picture("Decode Talker", 14, (255, 255, 255), True)
    assert abs(picture.get_width() - lettering.width("Decode Talker", 14, True)) <= 1
    assert lettering.width("Decode Talker", 14, True) > lettering.width("Decode Talker", 14)


def test_the_same_text_is_drawn_once() -> None:
    first = lettering.picture("once", 13, (1, 2, 3))
    assert lettering.picture("once", 13, (1, 2, 3)) is first


def test_chinese_comes_from_its_own_font() -> None:
    boxes = lettering.picture("￿￿￿￿", 20, (255, 255, 255))
    words = lettering.picture("深海的灯", 20, (255, 255, 255))
    assert pygame.image.tobytes(words, "RGBA") != pygame.image.tobytes(boxes, "RGBA")
    assert lettering.width("深海", 20) == pytest.approx(40, abs=4)


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("words", ["Größe Ωмега", "魔法使 ブラック", "幻煌龙 ★", "블랙 매지션"])
def test_every_letter_has_a_shape_of_its_own(words: str, bold: bool) -> None:
    """Each letter alone: none is the box that stands for a missing one."""
    boxed = pygame.image.tobytes(lettering.picture("\uffff", 20, (255, 255, 255), bold), "RGBA")
    for letter in words.replace(" ", ""):
        drawn = lettering.picture(letter, 20, (255, 255, 255), bold)
        assert pygame.image.tobytes(drawn, "RGBA") != boxed, letter


@pytest.mark.parametrize("words", ["幻煌龙", "ブラック", "블랙"])
def test_a_space_after_a_letter_of_another_font_stays_empty(words: str) -> None:
    """Such a font has no space: it would draw a box."""
    alone, spaced = (lettering.picture(words + after, 20, (255, 255, 255)) for after in ("", "   "))
    assert spaced.get_width() > alone.get_width()
    assert spaced.get_bounding_rect() == alone.get_bounding_rect()


@pytest.mark.parametrize("words", ["深海的灯", "ブラック", "블랙"])
def test_chinese_japanese_and_korean_are_bolder_in_bold_and_no_wider(words: str) -> None:
    plain, bold = (lettering.picture(words, 20, (255, 255, 255), weight) for weight in (False, True))
    inks = [pygame.transform.average_color(picture)[3] for picture in (plain, bold)]
    assert inks[1] > 1.2 * inks[0]
    assert plain.get_size() == bold.get_size()


def test_rare_letters_come_from_the_systems_fonts(monkeypatch: pytest.MonkeyPatch, clear_fonts: None) -> None:
    """pygame's own font, which has letters that ours lack, stands for an installed one."""
    file = Path(pygame.font.__file__).with_name(pygame.font.get_default_font())
    monkeypatch.setattr(pygame.font, "match_font", lambda name: str(file) if name == "unifont" else None)
    assert lettering._runs("Ba ب 灯", False) == [
        (lettering.FAMILY[False], "Ba "), (str(file), "ب"), (lettering.FAMILY[False], " "),
        (lettering.FALLBACK[0], "灯"),
    ]  # fmt: skip
    assert lettering.picture("ب", 20, (255, 255, 255), True).get_bounding_rect().width > 5


def test_a_letter_that_no_font_has_is_a_box(
    monkeypatch: pytest.MonkeyPatch, clear_fonts: None, tmp_path: Path
) -> None:
    """Installed fonts that cannot be opened are no fonts."""
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    monkeypatch.setattr(pygame.font, "match_font", lambda name: str(broken))
    assert lettering._runs("ب", True) == [(lettering.FAMILY[True], "ب")]


def test_fonts_are_files_of_ours_with_their_licence() -> None:
    files = {path.name for path in lettering.FONTS.iterdir()}
    assert {name for name in files if name.endswith((".ttf", ".otf"))} == {
        *lettering.FAMILY.values(), *lettering.FALLBACK,
    }  # fmt: skip
    assert sum(path.stat().st_size for path in lettering.FONTS.iterdir()) < 4_000_000
    licence = (lettering.FONTS / "OFL.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert all(name in licence for name in files if name.startswith("Noto"))


def test_wrapping_keeps_every_word_and_the_room() -> None:
    words = "Gains 500 ATK for each monster it points to. Quick Effect: when the opponent activates a card"
    lines = lettering.wrap(words, 13, 160)
    assert " ".join(lines) == words
    assert all(lettering.width(line, 13) <= 160 for line in lines)


def test_an_overlong_word_is_broken_and_chinese_between_characters() -> None:
    assert all(lettering.width(line, 13) <= 60 for line in lettering.wrap("Supercalifragilistic", 13, 60))
    lines = lettering.wrap("把这张卡超量素材取除，以对方场上的怪兽为对象才能发动。", 13, 80)
    assert len(lines) > 3
    assert not any(line.startswith("，") for line in lines)


def test_lines_that_are_too_many_end_in_an_ellipsis() -> None:
    lines = lettering.wrap("one two three four five six seven eight nine ten", 13, 60, lines=2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")


def test_fitting_shrinks_first_and_cuts_last() -> None:
    assert lettering.fit("Yami", 11, 200) == ("Yami", 11)
    words, size = lettering.fit("Mystical Space Typhoon", 13, 140, True, 9)
    assert words == "Mystical Space Typhoon"
    assert 9 <= size < 13
    words, size = lettering.fit("Mystical Space Typhoon", 13, 40, True, 9)
    assert words.endswith("…")
    assert size == 9
    assert lettering.width(words, 9, True) <= 40


def test_fonts_outlive_a_closed_pygame() -> None:
    lettering.width("before", 13)
    pygame.quit()
    pygame.font.init()
    assert lettering.width("after", 13) > 0
    assert lettering.picture("after 灯", 13, (9, 9, 9)).get_width() > 10


def test_text_of_others_is_drawn_without_what_is_no_letter() -> None:
    """Seen to fail: a NUL in a card's name, from a server or a replay, ended the window."""
    evil = "a\x00b\x1b[2J\u202e\x9b\ud800c"
    assert lettering.width(evil, 20) == lettering.width("ab[2J?c", 20)
    assert lettering.picture(evil, 20, (255, 255, 255)).get_width() > 0
    assert lettering.wrap(f"{evil}\n\x00", 20, 40)


def test_a_text_that_no_window_has_room_for_is_cut_before_it_is_drawn() -> None:
    """A server's text of 200,000 letters ended the window: the font library crashed."""
    size, letters = 14.0, lettering.MAX_LINE_LETTERS
    assert lettering.width("x" * 200_000, size) == lettering.width("x" * letters, size)
    assert lettering.picture("x" * 200_000, size, (1, 2, 3)) is lettering.picture(
        "x" * letters, size, (1, 2, 3)
    )
    lines = lettering.wrap("x" * 200_000, size, 500.0)
    assert sum(map(len, lines)) == lettering.MAX_TEXT_LETTERS
    assert len(lettering.wrap("x" * 200_000, size, 500.0, lines=3)) == 3


def test_fonts_and_lines_of_many_sizes_are_not_all_kept(clear_fonts: None) -> None:
    for step in range(200):
        lettering.picture("Blue-Eyes", 10 + step / 4, (255, 255, 255))
    assert lettering._font.cache_info().currsize <= lettering.MAX_OPEN_FONTS
    for step in range(100):
        lettering.picture(f"{step} " * 40, 40, (255, 255, 255))
    assert lettering._pictures.bytes <= lettering.MAX_CACHED_BYTES
