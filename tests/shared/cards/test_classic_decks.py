"""Format classic: which cards it has, and which decks may be played."""

from __future__ import annotations

import pytest

from facedown_shared.cards.database_bits import KINDS
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.decks.banlists import parse_lists
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.tables.formats import CLASSIC
from tests.rules import rule
from tests.shared.reasons import check, check_siding

POOL = bundled_pool()
TWENTY_TYPES = [
    "dragon", "spellcaster", "zombie", "warrior", "beast_warrior", "beast", "winged_beast", "fiend", "fairy",
    "insect", "dinosaur", "reptile", "fish", "sea_serpent", "machine", "thunder", "aqua", "pyro",
    "rock", "plant",
]  # fmt: skip
NORMALS = [card.code for card in POOL if card.kinds == ("monster", "normal")]


def code(name: str) -> int:
    found = POOL.find_named(name)
    assert found is not None
    return found.code


def main(*first: int, size: int = 40) -> tuple[int, ...]:
    """Return a Deck of this size, these cards first."""
    fillers = [filler for filler in NORMALS if filler not in first for _ in range(3)]
    return tuple([*first, *fillers][:size])


@rule("CLS-DECK-01", "CLS-DECK-02", "CF-20")
@pytest.mark.parametrize(("size", "refused"), [(39, True), (40, False), (61, False), (120, False)])
def test_forty_cards_or_more_make_a_deck(size: int, refused: bool) -> None:
    assert bool(check(Deck(main(size=size)), CLASSIC, POOL)) is refused


@rule("CLS-DECK-03", "GAP-41")
@pytest.mark.parametrize("part", ["main", "extra", "side"])
def test_a_fourth_copy_is_refused_wherever_it_lies(part: str) -> None:
    name = "Flame Swordsman" if part == "extra" else "Dark Magician"
    copies = (code(name),)
    decks = {
        "main": Deck(main(*copies * 4)),
        "extra": Deck(main(), copies * 4),
        "side": Deck(main(*copies * 2), side=(*copies * 2, *NORMALS[-13:])),
    }
    (reason,) = check(decks[part], CLASSIC, POOL)
    assert reason.startswith(f"{name} is there 4 times")


@rule("CLS-DECK-04", "GAP-20")
def test_a_list_restricts_the_number_of_some_cards() -> None:
    greed = code("Pot of Greed")
    (limits,) = parse_lists(f"!Old\n{greed} 1 --Pot of Greed\n").lists.values()
    assert check(Deck(main(greed)), CLASSIC, POOL, limits) == []
    assert len(check(Deck(main(greed, greed)), CLASSIC, POOL, limits)) == 1


@rule("CLS-SIDE-01", "CLS-SIDE-04", "CF-21")
@pytest.mark.parametrize(("size", "refused"), [(0, False), (14, True), (15, False), (16, True)])
def test_a_side_deck_has_fifteen_cards_or_none(size: int, refused: bool) -> None:
    side = tuple([filler for filler in reversed(NORMALS) for _ in range(3)][:size])
    assert bool(check(Deck(main(), side=side), CLASSIC, POOL)) is refused


@rule("CLS-SIDE-02", "CLS-SIDE-03")
def test_any_cards_are_exchanged_and_the_deck_keeps_its_number() -> None:
    before = Deck(main(), side=tuple(NORMALS[-15:]))
    after = Deck(before.side[:3] + before.main[3:], side=before.main[:3] + before.side[3:])
    assert check_siding(before, after) == []
    assert check_siding(before, Deck(after.main[1:], side=(*after.side, after.main[0])))


@rule("CLS-SIDE-05")
@pytest.mark.parametrize("name", ["starter-yugi", "starter-kaiba", "starter-pegasus", "starter-joey"])
def test_a_starter_deck_and_nine_cards_make_deck_and_side_deck(name: str) -> None:
    deck = ready_decks()[name].deck
    more = [code for code in NORMALS if code not in deck.cards]
    cards = (*deck.main, *more)[:55]
    assert check(Deck(cards[:40], deck.extra, cards[40:]), CLASSIC, POOL) == []


@rule("CLS-SETUP-05", "CF-19", "CLS-RIT-01")
def test_the_fusion_deck_holds_fusion_monsters_only() -> None:
    soldier = code("Black Luster Soldier")
    assert check(Deck(main(), (soldier,)), CLASSIC, POOL)
    assert check(Deck(main(soldier)), CLASSIC, POOL) == []
    assert check(Deck(main(), (code("Gaia the Dragon Champion"),)), CLASSIC, POOL) == []
    for name in ("Stardust Dragon", "Number 39: Utopia", "Link Spider"):
        assert check(Deck(main(), (code(name),)), CLASSIC, POOL), name


@rule("CLS-SETUP-06", "CF-19", "CF-44")
def test_fusion_monsters_have_no_number_and_do_not_count() -> None:
    extra = [Facts(code=number, name=f"F{number}", kinds=("monster", "fusion")) for number in range(1, 26)]
    pool, codes = POOL.joined_with(extra), tuple(card.code for card in extra)
    assert check(Deck(main(), codes), CLASSIC, pool) == []
    assert len(check(Deck(main(size=38), codes[:5]), CLASSIC, pool)) == 1


@rule("CLS-TOK-01", "CF-36")
def test_a_token_is_no_card_of_a_deck() -> None:
    assert "Sheep Token is a Token; Tokens are in no deck." in check(
        Deck(main(code("Sheep Token"))), CLASSIC, POOL
    )


@rule("CLS-CARD-01", "CLS-SPELL-02")
def test_every_card_is_a_monster_a_spell_or_a_trap_of_a_known_sort() -> None:
    icons = {
        "spell": {"equip", "field", "continuous", "quickplay", "ritual"},
        "trap": {"counter", "continuous"},
    }
    for card in POOL:
        assert [kind for kind in card.kinds if kind in CLASSIC.card_kinds] == [card.kinds[0]], card.name
        kind = card.kinds[0]
        if kind != "monster":
            assert set(card.kinds[1:]) <= icons[kind], card.name
            assert len(card.kinds) < 3, card.name


@rule("CLS-SPELL-02")
def test_the_six_icons_are_read_from_a_card_database_too() -> None:
    icons = {
        0x80: "ritual", 0x10000: "quickplay", 0x20000: "continuous", 0x40000: "equip", 0x80000: "field",
        0x100000: "counter",
    }  # fmt: skip
    assert {bit: KINDS.get(bit) for bit in icons} == icons


@rule("CLS-CARD-10", "CLS-CARD-16")
def test_a_face_shows_what_its_kind_has() -> None:
    for card in POOL:
        assert card.name
        strength = (card.attack, card.level or card.rank or card.link, card.attribute, card.race)
        if card.is_monster:
            assert None not in strength, card.name
            assert all((card.attribute, card.race)), card.name
        else:
            assert strength == (None, 0, "", ""), card.name
            assert card.defense is None, card.name
            assert card.text, card.name


@rule("CLS-CARD-11")
def test_the_twenty_types_may_be_played_and_no_later_one() -> None:
    kinds, refused = ("monster", "effect"), {}
    for race in (*TWENTY_TYPES, "psychic", "wyrm", "cyberse", "divine_beast", "illusion"):
        facts = Facts(code=7, name="S", kinds=kinds, attribute="dark", race=race, level=4)
        refused[race] = check(Deck(main(7)), CLASSIC, POOL.joined_with([facts]))
    assert [race for race, reasons in refused.items() if not reasons] == TWENTY_TYPES
    assert refused["cyberse"] == ["S is cyberse; Yu-Gi-Oh! Classic knows no such monsters."]


@rule("CLS-CARD-12")
def test_the_six_attributes_may_be_played_and_no_other() -> None:
    six, kinds, refused = ["earth", "water", "fire", "wind", "light", "dark"], ("monster", "effect"), {}
    for attribute in (*six, "divine"):
        facts = Facts(code=7, name="S", kinds=kinds, attribute=attribute, race="fiend", level=4)
        refused[attribute] = check(Deck(main(7)), CLASSIC, POOL.joined_with([facts]))
    assert [attribute for attribute, reasons in refused.items() if not reasons] == six
    assert refused["divine"] == ["S is divine; Yu-Gi-Oh! Classic knows no such monsters."]


@rule("CLS-FUS-02")
def test_a_fusion_monster_is_marked_and_names_its_materials() -> None:
    for name in ("Gaia the Dragon Champion", "Flame Swordsman", "Thousand Dragon"):
        card = POOL.find_named(name)
        assert card is not None
        assert card.is_a("fusion")
        assert card.text.startswith('Materials: "')
