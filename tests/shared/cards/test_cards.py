"""The bundled cards are consistent, and a pool finds cards by passcode and by name."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import facedown_shared
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts, Pool, bundled_pool, parse_sheet
from facedown_shared.decks.decks import needs_script
from facedown_shared.tables.geometry import ARROWS

DATA = Path(facedown_shared.__file__).parent / "data"
POOL = bundled_pool()
MONSTERS = [card for card in POOL if card.is_monster]

KINDS = {
    *("monster", "spell", "trap", "normal", "effect", "flip", "tuner", "spirit", "union", "toon", "token"),
    *("fusion", "ritual", "synchro", "xyz", "pendulum", "link", "special_summon_only"),
    *("continuous", "equip", "field", "quickplay", "counter"),
}


def card(name: str) -> Facts:
    found = POOL.find_named(name)
    assert found is not None
    return found


def test_the_pool_has_the_cards_of_every_sheet_and_is_read_once() -> None:
    sheets = [sheet.read_text(encoding="utf-8") for sheet in DATA.glob("*.toml")]
    assert len(POOL) == sum(sheet.count("[[cards]]\n") for sheet in sheets) > 0
    assert bundled_pool() is POOL


def test_passcodes_and_names_are_unique() -> None:
    assert len({card.code for card in POOL}) == len({card.name.casefold() for card in POOL}) == len(POOL)


@pytest.mark.parametrize("card", POOL, ids=lambda card: card.name)
def test_every_card_is_of_one_sort_and_of_known_kinds(card: Facts) -> None:
    assert sum(card.is_a(sort) for sort in ("monster", "spell", "trap")) == 1
    assert set(card.kinds) <= KINDS


@pytest.mark.parametrize("card", MONSTERS, ids=lambda card: card.name)
def test_a_monster_has_the_numbers_of_its_kind(card: Facts) -> None:
    numbers = {"link": card.link, "rank": card.rank, "level": card.level}
    own = "link" if card.is_a("link") else "rank" if card.is_a("xyz") else "level"
    assert [name for name, number in numbers.items() if number] == [own]
    assert card.attribute in {"light", "dark", "earth", "water", "fire", "wind"}
    assert card.race
    assert card.attack is not None
    assert card.attack >= UNKNOWN_STAT_POINTS
    assert (card.defense is None) == card.is_a("link")
    assert (card.scales is not None) == card.is_a("pendulum")


@pytest.mark.parametrize("card", [card for card in POOL if not card.is_monster], ids=lambda card: card.name)
def test_spells_and_traps_have_no_numbers(card: Facts) -> None:
    assert (card.attack, card.defense, card.level, card.race, card.attribute) == (None, None, 0, "", "")


def test_link_monsters_have_as_many_arrows_as_their_rating() -> None:
    links = [card for card in POOL if card.is_a("link")]
    assert all(len(card.arrows) == card.link and set(card.arrows) <= set(ARROWS) for card in links)
    assert [card for card in POOL if card.arrows] == links


@pytest.mark.parametrize("card", POOL, ids=lambda card: card.name)
def test_what_does_something_says_what(card: Facts) -> None:
    if needs_script(card):
        assert len(card.text + card.pendulum_text) >= len("You draw 1 card.")
    if card.is_a("normal") and not card.is_a("token"):
        assert card.text == ""
    for text in (card.text, card.pendulum_text):
        assert text == text.strip()
        assert not text or text.endswith(".")


def test_what_starts_in_the_extra_deck_names_its_materials() -> None:
    extra = [card for card in POOL if card.belongs_in_extra_deck]
    assert extra
    assert all(card.text.startswith("Materials: ") for card in extra)


def test_some_facts_as_printed() -> None:
    talker = card("Decode Talker")
    assert (talker.code, talker.link, talker.attack) == (1861629, 3, 2300)
    assert talker.archetypes == (0x101,)
    assert card("Stargazer Magician").scales == (1, 1)
    assert card("Number 39: Utopia").rank == 4
    assert card("Junk Synchron").is_a("tuner", "effect")
    assert not card("Dark Magician").belongs_in_extra_deck


def test_a_pool_answers_by_code_and_name() -> None:
    magician = POOL[46986414]
    assert POOL.find_named("dark MAGICIAN") is magician
    assert magician.code in POOL
    assert POOL.get(1) is None
    assert POOL.find_named("No Such Card") is None
    assert "Dark Magician" not in POOL


def test_joining_keeps_what_is_known() -> None:
    pool = Pool([Facts(code=1, name="One")])
    joined = pool.joined_with([Facts(code=1, name="Another"), Facts(code=2, name="Two")])
    assert (joined[1].name, joined[2].name, len(pool)) == ("One", "Two", 1)


def test_alternate_art_counts_as_its_original() -> None:
    assert Facts(code=2, name="One", alias=1).original == 1
    assert Facts(code=1, name="One").original == 1


@pytest.mark.parametrize("data", [b"cards = 3", b"[[cards]]\nname = 'x'", b"[[card]]\ncode = 1", b"\xff"])
def test_a_sheet_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeDecodeError)):
        parse_sheet(data)
