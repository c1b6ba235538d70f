"""Faces for every kind of card there is, at every size and in every style, each card like itself alone."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pygame
import pytest

from facedown_client.window.art import drawing, marks
from facedown_client.window.art.emblems import (
    EMBLEMS,
    MONSTERS,
    NAME_WORDS,
    SPELLS_AND_TRAPS,
    emblem,
    second_emblem,
)
from facedown_client.window.art.scenery import scenery
from facedown_client.window.art.tints import FRAMES, frame_kind, tint
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts, bundled_pool
from tests.client.screens import surface

__all__ = ["surface"]


def monster(code: int, kind: str, attribute: str, race: str, **more: Any) -> Facts:
    """Return a monster of one kind."""
    kinds = ("monster", kind, *more.pop("also", ()))
    return Facts(code=code, name=kind.title(), kinds=kinds, attribute=attribute, race=race, **more)


RACES = [name for name in MONSTERS if name != "stranger"]

KINDS = {
    "normal": monster(1, "normal", "dark", "fiend", level=4, attack=1000, defense=900),
    "effect": monster(
        2, "effect", "fire", "beast_warrior", also=("tuner",), level=12, attack=UNKNOWN_STAT_POINTS, defense=0
    ),
    "ritual": monster(3, "ritual", "light", "fairy", level=8),
    "fusion": monster(4, "fusion", "wind", "dragon", level=7),
    "synchro": monster(5, "synchro", "water", "fish", level=6),
    "xyz": monster(6, "xyz", "earth", "rock", rank=4, attack=2500, defense=2000),
    "link": monster(7, "link", "dark", "cyberse", link=3, attack=2300, arrows=("top", "bottom_left")),
    "token": monster(8, "token", "earth", "beast", also=("normal",), level=1, attack=0, defense=0),
    "spell": Facts(
        code=9, name="Mystical Space Typhoon of the Long Name That Does Not End", kinds=("spell", "quickplay")
    ),
    "trap": Facts(code=10, name="Stopped", kinds=("trap", "counter")),
    "red": Facts(code=11, name="Blow", extra={"color": "red"}, attack=4, defense=3),
    "other": Facts(code=12, name="深海的灯塔守望者"),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("style", ["board", "hand", "wide"])
@pytest.mark.parametrize("size", [(48, 70), (62, 90), (144, 210), (250, 160)])
def test_every_kind_in_every_style(kind: str, style: str, size: tuple[int, int]) -> None:
    facts = KINDS[kind]
    assert frame_kind(facts) == kind
    for contrast in (False, True):
        face = drawing.face(facts, size, style, contrast)
        assert face.get_size() == size
        assert face.get_at((size[0] // 2, size[1] // 2))[3] == 255
        assert face.get_at((0, 0))[3] < 255, "corners are round"
    assert drawing.stand_in(facts, size, style).get_size() == size


def test_every_bundled_card_has_a_face() -> None:
    for facts in bundled_pool():
        assert drawing.face(facts, (40, 58), "hand").get_size() == (40, 58)


def test_a_pendulum_card_is_half_a_spell() -> None:
    facts = Facts(code=13, name="Swing", kinds=("monster", "normal", "pendulum"), scales=(2, 2))
    face = drawing.face(facts, (60, 90), "board")
    high, low = face.get_at((2, 12)), face.get_at((2, 80))
    assert high[0] > high[1] > high[2]
    assert low[1] > low[0]


def test_every_race_and_kind_has_an_emblem_of_its_own() -> None:
    drawn = [emblem(Facts(code=1, name="", kinds=("monster",), race=race)) for race in RACES]
    assert len(set(drawn)) >= len(RACES) - 1
    shapes = [drawing for name, drawing in SPELLS_AND_TRAPS.items() if name.startswith("spell")]
    assert len(set(shapes)) == len(shapes) == 6
    strange = emblem(Facts(code=1, name="", kinds=("monster",), race="gallic rooster"))
    assert strange not in [MONSTERS[race] for race in RACES]


@pytest.mark.parametrize("race", [*RACES, "unheard_of"])
def test_emblems_differ_from_card_to_card_and_never_in_themselves(race: str) -> None:
    def picture(code: int) -> bytes:
        facts = Facts(code=code, name="", kinds=("monster",), race=race, attribute="dark")
        return pygame.image.tobytes(scenery(facts, (80, 80)), "RGB")

    assert picture(1) == picture(1)
    assert picture(1) != picture(2)


def test_few_cards_share_an_emblem_and_no_two_a_picture() -> None:
    pictures = [pygame.image.tobytes(scenery(facts, (31, 45)), "RGB") for facts in bundled_pool()]
    assert len(set(pictures)) == len(pictures)
    drawn = [emblem(facts) for facts in bundled_pool()]
    assert max(map(drawn.count, drawn)) <= 12


@pytest.mark.parametrize(
    ("drawn", "names"),
    [
        (
            "pot",
            {"Pot of Desires", "Pot of Greed", "Jar of Greed", "Morphing Jar", "Dragon Capture Jar"},
        ),
        ("book", {"Book of Moon", "Book of Secret Arts", "Royal Magical Library", "Toon World"}),
        ("chest", {"Man-Eating Treasure Chest", "Robbin' Goblin"}),
        ("pit", {"Dark Hole", "Trap Hole", "Bottomless Trap Hole", "Skill Drain"}),
        ("tornado", {"Heavy Storm", "Giant Trunade", "Dust Tornado"}),
        ("boot", {"Left Leg of the Forbidden One", "Right Leg of the Forbidden One"}),
        ("swords", {"Swords of Revealing Light", "Reinforcements"}),
    ],
)  # fmt: skip
def test_these_cards_and_no_others_are_drawn_so(drawn: str, names: set[str]) -> None:
    assert {facts.name for facts in bundled_pool() if emblem(facts) is EMBLEMS[drawn]} == names


def test_every_word_that_has_an_emblem_draws_some_card() -> None:
    words = {word: EMBLEMS[drawn] for drawn, spoken in NAME_WORDS.items() for word in spoken}
    assert len(words) == sum(map(len, NAME_WORDS.values())), "no word stands twice"
    for facts in bundled_pool():
        for word in re.findall("[a-z]+", facts.name.lower()):
            if words.get(word) is emblem(facts):
                del words[word]
    assert not words


def test_a_card_looks_the_same_in_every_language() -> None:
    for facts in bundled_pool():
        assert emblem(msgspec.structs.replace(facts, name="强欲之壶")) is emblem(facts)


def test_another_print_of_a_card_has_its_emblem() -> None:
    pot = next(facts for facts in bundled_pool() if facts.name == "Pot of Greed")
    other = msgspec.structs.replace(pot, code=pot.code + 1, alias=pot.code)
    assert other.code not in bundled_pool()
    assert emblem(other) is EMBLEMS["pot"]


def test_a_card_that_did_not_come_along_is_drawn_by_its_name_else_by_its_race() -> None:
    fox = Facts(code=1, name="Ember Falcon Fox", kinds=("monster",), race="plant")
    assert emblem(fox) is EMBLEMS["beast"], "the last word counts first"
    assert second_emblem(fox) is EMBLEMS["winged_beast"]
    strange = msgspec.structs.replace(fox, name="强欲之壶")
    assert emblem(strange) in (MONSTERS["plant"], EMBLEMS["grass"])
    assert second_emblem(strange) is not emblem(strange)


def test_colours_follow_the_attribute() -> None:
    fire, water = tint(KINDS["effect"]).base, tint(KINDS["synchro"]).base
    assert fire[0] > fire[2]
    assert water[2] > water[0]
    assert len({frame.high for frame in FRAMES.values()}) == len(FRAMES)


def test_marks_can_be_drawn_at_any_size(surface: pygame.Surface) -> None:
    for across in (9, 13.5, 24):
        for name in (*marks.SIGNS, "nothing"):
            marks.attribute(surface, name, (50, 50), across)
        for direction in marks.DIRECTIONS:
            marks.link_arrow(surface, direction, (50, 50), across, (255, 106, 61))
        marks.level_star(surface, (50, 50), across, rank=across > 10)
    back = marks.card_back((62, 90))
    assert back is marks.card_back((62, 90))
    assert back.get_at((31, 45))[2] > back.get_at((31, 45))[0], "the diamond is blue"


def test_numbers_and_types_in_words() -> None:
    assert drawing.number_words(UNKNOWN_STAT_POINTS) == "?"
    assert drawing.number_words(None) == ""
    assert drawing.type_words(KINDS["effect"]) == "Beast-Warrior · Tuner"
    assert drawing.type_words(KINDS["link"]) == "Cyberse · Link"


def test_a_whole_card_and_a_picture_alone_are_told_apart() -> None:
    whole, alone = pygame.Surface((421, 614)), pygame.Surface((400, 400))
    assert drawing.is_whole_card(whole)
    assert not drawing.is_whole_card(alone)
    assert drawing.art_of(whole).get_width() < 421
    assert drawing.scale_to_cover(alone, (30, 60)).get_size() == (30, 60)


@pytest.mark.parametrize("numbers", [{"level": 10**9}, {"rank": 10**9}, {"level": -1}], ids=str)
def test_a_level_that_no_card_has_is_drawn_at_once(numbers: dict[str, int]) -> None:
    """A file or a server may send any number: a thousand million stars would have been drawn for ever."""
    drawing.face(monster(13, "effect", "fire", "dragon", **numbers), (144, 210), "hand", False)
