"""The fonts that come with the game: they hold the promised characters, and every letter of every
language.
"""

from __future__ import annotations

import pytest

from tools.fonts import FONTS, WANTED, font_letters
from tools.languages import FOLDER, read_catalog

OURS = ("NotoSans-Regular.ttf", *WANTED)


@pytest.mark.parametrize("name", WANTED)
def test_a_font_holds_what_is_wanted_and_no_published_font_lacks(name: str) -> None:
    wanted = {char for char in WANTED[name]() if "\u4e00" <= char <= "\u9fa5" or "가" <= char <= "힣"}
    assert len(wanted) in (6_763, 2_350)
    assert wanted <= font_letters(FONTS / name)
    assert (FONTS / name).stat().st_size < 1_900_000


def test_every_letter_of_every_language_is_drawn_without_the_systems_fonts() -> None:
    drawn = set[str]().union(*(font_letters(FONTS / name) for name in OURS))
    for path in FOLDER.glob("*.po"):
        said = {
            char for message in read_catalog(path) if message.string
            for char in "".join(message.string if not isinstance(message.string, str) else (message.string,))
        }  # fmt: skip
        assert len(said) > 500
        assert said - drawn - {"\n"} == set()
