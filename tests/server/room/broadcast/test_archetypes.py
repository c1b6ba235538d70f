"""Archetypes are named by the words that the names of their cards share."""

from __future__ import annotations

from collections import defaultdict

import pytest

from facedown_server.room.broadcast.archetypes import archetype_names, archetypes_of_cards, shared_words
from facedown_shared.cards.facts import Facts, every_game

POOL = every_game()


@pytest.mark.parametrize(
    ("names", "shared"),
    [
        (["Dark Magician", "Dark Magician Girl", "Dark Magician of Chaos"], "Dark Magician"),
        (["Elemental HERO Burst", "Destiny HERO Dread", "Masked HERO Vapor", "HERO Mask"], "HERO"),
        (["Harpie Lady", "Harpie's Feather", "Harpie Channeler"], "Harpie"),
        (["Lord of the Red", "Claw of the Red", "Eye of the Red"], "Red"),
        (['"Sealed" Arm', "Sealed Leg"], "Sealed"),
        (["青眼白龙", "青眼亚白龙", "太古的白石"], "青眼"),
        (["Alpha", "Beta", "Gamma"], ""),
        (["Alpha One", "Alpha Two", "Beta", "Gamma", "Delta"], ""),
        ([], ""),
    ],
)
def test_shared_words(names: list[str], shared: str) -> None:
    assert shared_words(names) == shared


def test_a_card_of_a_part_belongs_to_the_whole() -> None:
    cards = [Facts(code=1, name="a", archetypes=(0x93,)), Facts(code=2, name="b", archetypes=(0x1093, 0x8))]
    assert archetypes_of_cards(cards) == {(0x93,): (0x93,), (0x1093, 0x8): (0x8, 0x93, 0x1093)}


def test_an_archetype_of_one_card_has_no_name() -> None:
    naming = archetype_names({1: ["Dark Magician"], 2: ["Blue-Eyes White", "Blue-Eyes Ultimate"]})
    while True:
        try:
            next(naming)
        except StopIteration as done:
            names = done.value
            break
    assert names == {2: "Blue-Eyes"}


def test_archetypes_of_the_games_cards_have_names() -> None:
    groups, names = archetypes_of_cards(POOL), defaultdict[int, list[str]](list)
    for facts in POOL:
        for code in groups.get(facts.archetypes, ()):
            names[code].append(facts.name)
    several = {code: shared_words(found) for code, found in names.items() if len(found) > 1}
    assert several[0x40] == "Forbidden One"
    assert len([name for name in several.values() if name]) > len(several) // 2
