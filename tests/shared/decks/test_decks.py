"""Decks parsed and written in both forms, checked by format, and distinguished by whether rules play them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.cards.facts import Facts, Pool, bundled_pool, every_game
from facedown_shared.decks.deck_parsing import MAX_CARDS
from facedown_shared.decks.decks import (
    ABOUT,
    TITLE,
    Coverage,
    Deck,
    coverage,
    more_decks,
    more_decks_for,
    needs_script,
    parse_to_deck,
    ready_decks,
    ready_decks_for,
    to_ydk,
    to_ydke,
)
from facedown_shared.tables.formats import CLASSIC, FAB, FORMATS, GENESYS, MASTER, Format
from facedown_shared.text import languages, pgettext
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import ENGLISH, use_language
from tests.rules import rule
from tests.shared.reasons import check, check_siding

POOL = bundled_pool()
NORMALS = [card.code for card in POOL if card.kinds == ("monster", "normal")]

parts = st.lists(st.integers(1, 2**32 - 1), max_size=20).map(tuple)
decks = st.builds(Deck, parts, parts, parts).filter(lambda deck: bool(deck.cards))


def code(name: str) -> int:
    found = POOL.find_named(name)
    assert found is not None
    return found.code


TALKER, MAGICIAN, SOLDIER = code("Decode Talker"), code("Dark Magician"), code("Black Luster Soldier")
FLAME, STARDUST, GREED = code("Flame Swordsman"), code("Stardust Dragon"), code("Pot of Greed")


def main(*first: int, size: int = 40) -> tuple[int, ...]:
    """Return a Main Deck of this size, these cards first, then three each of plain monsters."""
    fillers = [filler for filler in NORMALS if filler not in first for _ in range(3)]
    return tuple([*first, *fillers][:size])


def add_extra_monsters(kind: str, count: int) -> tuple[Pool, tuple[int, ...]]:
    """Return the pool extended by so many different Extra Deck monsters of a kind, with their passcodes."""
    extra = [Facts(code=code, name=f"X{code}", kinds=("monster", kind)) for code in range(1, count + 1)]
    return POOL.joined_with(extra), tuple(card.code for card in extra)


# --- parsing and writing -----------------------------------------------------------------------------------


@given(decks)
def test_both_forms_read_back(deck: Deck) -> None:
    assert parse_to_deck(to_ydk(deck)) == deck
    assert parse_to_deck(to_ydke(deck)) == deck


@given(decks)
def test_line_ends_byte_order_marks_and_zeros_do_not_matter(deck: Deck) -> None:
    text = "\ufeff" + to_ydk(deck).replace("\n", "\r\n")
    padded = "\n".join(line.zfill(10) if line.isdigit() else line for line in text.splitlines())
    assert parse_to_deck(text) == parse_to_deck(padded) == deck


def test_a_ydk_file_as_others_write_it() -> None:
    text = "#created by me\n#main\n1\n\n  2  \n# a comment\n3 # with a word\n#EXTRA\n4\n!Side\n5 --five\n"
    assert parse_to_deck(text, name="Mine") == Deck((1, 2, 3), (4,), (5,), "Mine")


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("1\n2\n", Deck((1, 2))),
        ("!side\n1\n", Deck(side=(1,))),
        ("#extra\n1\n#main\n2\n", Deck((2,), (1,))),
        ("ydke://AQAAAA==!!!", Deck((1,))),
        ("  YDKE://!!AQAAAA==!\n", Deck(side=(1,))),
        ("ydke://AQAAAA!!", Deck((1,))),
    ],
)
def test_missing_sections_are_empty(text: str, deck: Deck) -> None:
    assert parse_to_deck(text) == deck


def test_a_known_address() -> None:
    deck = Deck((46986414, 89631139), (1861629,))
    assert to_ydke(deck) == "ydke://rvTMAqOpVwU=!/WccAA==!!"
    assert to_ydk(Deck((1,), (2,), (3,))) == "#created by facedown\n#main\n1\n#extra\n2\n!side\n3\n"


@rule("YGO-ED-01")
def test_extra_deck_monsters_are_moved_where_they_belong() -> None:
    text = f"#main\n{TALKER}\n{MAGICIAN}\n{SOLDIER}\n#extra\n{STARDUST}\n!side\n{TALKER}\n"
    assert parse_to_deck(text, POOL) == Deck((MAGICIAN, SOLDIER), (STARDUST, TALKER), (TALKER,))
    assert parse_to_deck(text).main == (TALKER, MAGICIAN, SOLDIER)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The deck names no card; paste"),
        ("#main\n#extra\n!side\n", "The deck names no card; paste"),
        ("ydke://!!!", "The deck names no card; paste"),
        (
            "#main\nNobody\n1.5\n",
            'No line of the deck is a card that is known here; the first is line 2, "Nobody".',
        ),
        ("#main\n" + "9" * 200, 'the first is line 2, "9999'),
        ("ydke://AQAAAA==", "must hold three parts, each closed by a !"),
        ("ydke://!AQAAAA==", "must hold three parts"),
        ("ydke://AQA*AA==!!!", "The Main Deck in the ydke:// address is damaged; copy"),
        ("ydke://!AQAA!!", "The Extra Deck in the ydke:// address is cut off; copy"),
        ("ydke://!!AAAAAA==!", "Card 1 of the Side Deck has no passcode"),
        ("1\n" * (MAX_CARDS + 1), "The deck holds more than 200 cards; take some out."),
        ("3x Rosetta Thorn (red)\n" * 67, "The deck holds more than 200 cards; take some out."),
    ],
)
def test_what_is_broken_is_said_and_how_to_mend_it(text: str, words: str) -> None:
    with pytest.raises(BadInput) as refusal:
        parse_to_deck(text)
    assert refusal.value.code == Code.BAD_DECK
    assert words in str(refusal.value)
    assert len(str(refusal.value)) < 180


@given(st.text(max_size=60) | st.text(max_size=40).map("ydke://".__add__))
def test_any_text_is_a_deck_or_bad_input(text: str) -> None:
    try:
        deck = parse_to_deck(text)
    except BadInput:
        return
    assert parse_to_deck(to_ydk(deck)) == parse_to_deck(to_ydke(deck)) == deck


# --- legality ----------------------------------------------------------------------------------------------


@rule("YGO-DECK-08", "GAP-03", "CF-20")
@pytest.mark.parametrize(
    ("size", "reasons"),
    [
        (39, ["The Main Deck has 39 cards; Yu-Gi-Oh! Master needs at least 40."]),
        (40, []),
        (60, []),
        (61, ["The Main Deck has 61 cards; Yu-Gi-Oh! Master allows at most 60."]),
    ],
)
def test_the_main_deck_has_40_to_60_cards(size: int, reasons: list[str]) -> None:
    assert check(Deck(main(size=size)), MASTER, POOL) == reasons


@rule("CLS-DECK-01", "CLS-DECK-02", "CF-20")
def test_classic_has_no_upper_limit() -> None:
    assert check(Deck(main(size=120)), CLASSIC, POOL) == []
    assert len(check(Deck(main(size=39)), CLASSIC, POOL)) == 1


@rule("YGO-ED-09", "CF-19", "GAP-03")
def test_the_extra_deck_has_at_most_15() -> None:
    pool, extra = add_extra_monsters("link", 16)
    too_many = ["The Extra Deck has 16 cards; Yu-Gi-Oh! Master allows at most 15."]
    assert check(Deck(main(), extra[:15]), MASTER, pool) == []
    assert check(Deck(main(), extra), MASTER, pool) == too_many


@rule("CLS-SETUP-06", "CF-19")
def test_the_fusion_deck_has_any_size_and_does_not_count() -> None:
    pool, extra = add_extra_monsters("fusion", 25)
    assert check(Deck(main(), extra), CLASSIC, pool) == []
    assert len(check(Deck(main(size=38), extra[:5]), CLASSIC, pool)) == 1


@rule("CF-21", "GAP-03")
@pytest.mark.parametrize(
    ("rules", "size", "reasons"),
    [
        (MASTER, 7, []),
        (MASTER, 16, ["The Side Deck has 16 cards; Yu-Gi-Oh! Master allows 0 to 15."]),
        (CLASSIC, 0, []),
        (CLASSIC, 15, []),
        (CLASSIC, 1, ["The Side Deck has 1 card; Yu-Gi-Oh! Classic allows 0 or 15."]),
    ],
)
def test_sizes_of_the_side_deck(rules: Format, size: int, reasons: list[str]) -> None:
    side = [filler for filler in reversed(NORMALS) for _ in range(3)][:size]
    assert check(Deck(main(), side=tuple(side)), rules, POOL) == reasons


@rule("CLS-DECK-03", "GAP-03", "GAP-41")
def test_three_copies_over_all_parts() -> None:
    too_many = ["Dark Magician is there 4 times; 3 copies are allowed in all parts together."]
    assert check(Deck(main(MAGICIAN, MAGICIAN, MAGICIAN)), MASTER, POOL) == []
    assert check(Deck(main(MAGICIAN, MAGICIAN), side=(MAGICIAN, MAGICIAN)), MASTER, POOL) == too_many
    assert len(check(Deck(main(), (FLAME,) * 4), CLASSIC, POOL)) == 1


@rule("GAP-03")
def test_alternate_art_counts_as_a_copy() -> None:
    other = Facts(code=7, name="Dark Magician", kinds=("monster", "normal"), level=7, alias=MAGICIAN)
    deck = Deck(main(MAGICIAN, MAGICIAN, 7, 7))
    assert check(deck, MASTER, POOL.joined_with([other])) == [
        "Dark Magician is there 4 times; 3 copies are allowed in all parts together."
    ]


@rule("YGO-ED-01", "CLS-RIT-01")
def test_every_card_in_its_part() -> None:
    assert check(Deck(main(TALKER)), MASTER, POOL) == [
        "Decode Talker belongs in the Extra Deck, not in the Main Deck."
    ]
    assert check(Deck(main(), (SOLDIER,)), MASTER, POOL) == [
        "Black Luster Soldier does not belong in the Extra Deck."
    ]
    assert check(Deck(main(SOLDIER), (TALKER,), (TALKER,)), MASTER, POOL) == []


@rule("CF-19", "CLS-SETUP-05")
def test_classic_knows_fusion_monsters_only() -> None:
    refused = check(Deck(main(), (STARDUST,)), CLASSIC, POOL)
    assert refused == ["Yu-Gi-Oh! Classic has no Synchro Monsters: take out Stardust Dragon."]
    assert check(Deck(main(), (FLAME,)), CLASSIC, POOL) == []
    assert len(check(Deck(main(code("Mandragon"))), CLASSIC, POOL)) == 1


@pytest.mark.parametrize(
    ("count", "named"), [(1, "X1"), (2, "X1 and X2"), (3, "X1, X2 and X3"), (5, "X1, X2, X3 and 2 more")]
)
def test_cards_of_a_kind_that_a_format_lacks_are_named_in_one_sentence(count: int, named: str) -> None:
    pool, links = add_extra_monsters("link", count)
    deck = Deck(main(code("Mandragon")), links, links[:1])
    assert check(deck, GENESYS, pool) == [
        "Yu-Gi-Oh! Genesys has no Pendulum Monsters: take out Mandragon.",
        f"Yu-Gi-Oh! Genesys has no Link Monsters: take out {named}.",
    ]


def test_tokens_and_strangers_are_in_no_deck() -> None:
    reasons = check(Deck(main(code("Sheep Token"), 999, 999)), MASTER, POOL)
    assert reasons == [
        "No card with the passcode 999 is known here.",
        "Sheep Token is a Token; Tokens are in no deck.",
    ]


@pytest.mark.parametrize(
    ("name", "rules", "meant"),
    [("starter-yugi", FAB, "Yu-Gi-Oh! Master"), ("kiln-and-hammer", CLASSIC, "Flesh and Blood")],
)
def test_a_deck_of_another_game_gets_one_sentence(name: str, rules: Format, meant: str) -> None:
    reasons = check(ready_decks()[name].deck, rules, every_game())
    assert reasons == [f"This deck is for {meant}, not for {rules.title}."]


@rule("GAP-03")
def test_siding_keeps_sizes_and_cards() -> None:
    before = Deck((1, 2), (3,), (4, 5))
    assert check_siding(before, Deck((4, 2), (3,), (1, 5))) == []
    assert check_siding(before, Deck((1, 2, 4), (3,), (5,))) == [
        "The Main Deck must keep its 2 cards; now it has 3.",
        "The Side Deck must keep its 2 cards; now it has 1.",
    ]
    assert check_siding(before, Deck((1, 9), (3,), (4, 5))) == [
        "Only cards of this deck and its Side Deck can be exchanged."
    ]


# --- which decks the rules play ----------------------------------------------------------------------------


def test_coverage_counts_cards_and_names_the_others_once() -> None:
    deck = Deck((MAGICIAN, GREED, GREED, code("Mirror Force")), (FLAME, STARDUST), (999,))
    assert coverage(deck, {GREED}, POOL) == Coverage(
        4, 7, ("Mirror Force", "Stardust Dragon", "passcode 999")
    )
    assert coverage(deck, POOL, POOL).unscripted == ("passcode 999",)


def test_a_script_of_the_original_serves_its_alternate_art() -> None:
    pool = Pool([Facts(code=7, name="Pot of Greed", kinds=("spell",), alias=GREED)])
    assert coverage(Deck((7,)), {GREED}, pool).scripted == 1


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("Dark Magician", False),
        ("Foucault's Cannon", False),
        ("Flame Swordsman", False),
        ("Black Luster Soldier", False),
        ("Stargazer Magician", True),
        ("Sangan", True),
        ("Toon World", True),
    ],
)
def test_what_needs_a_script(name: str, needed: bool) -> None:
    assert needs_script(POOL[code(name)]) == needed


# --- ready decks -------------------------------------------------------------------------------------------

READY = ready_decks()


def test_nine_decks_come_along() -> None:
    assert list(READY) == [
        "kiln-and-hammer",
        "pendulum-link",
        "ritual-fusion",
        "song-of-the-shoals",
        "starter-joey",
        "starter-kaiba",
        "starter-pegasus",
        "starter-yugi",
        "synchro-xyz",
    ]


@pytest.mark.parametrize("name", READY)
def test_a_ready_deck_may_be_played_as_it_is(name: str) -> None:
    ready = READY[name]
    assert check(ready.deck, FORMATS[ready.format], every_game()) == []
    assert ready.deck.name == ready.title
    assert ready.about.endswith(".")
    assert len(ready.deck.cards) == 50 if ready.format == "classic" else len(ready.deck.main) == 40


def test_starter_decks_hold_their_well_known_cards() -> None:
    for name, card in {
        "starter-yugi": "Dark Magician",
        "starter-kaiba": "Blue-Eyes White Dragon",
        "starter-joey": "Red-Eyes B. Dragon",
        "starter-pegasus": "Toon World",
    }.items():
        assert code(card) in READY[name].deck.main
    assert READY["starter-joey"].deck.counts == (48, 2, 0)


MORE = more_decks()
MAX_ABOUT_LETTERS = 140


def test_there_are_forty_decks_to_choose_from() -> None:
    assert len({**READY, **MORE}) == len(READY) + len(MORE) >= 40
    for name in ("master", "classic"):
        assert len(ready_decks_for(name)) + len(more_decks_for(name)) >= 16
    assert more_decks_for("genesys"), "those of today's rules that it allows"


@pytest.mark.parametrize("name", MORE)
def test_each_of_them_is_legal_plays_by_rules_and_says_how(name: str) -> None:
    more = MORE[name]
    assert check(more.deck, FORMATS[more.format], every_game()) == []
    assert len(more.deck.main) == 40
    assert more.deck.name == more.title
    assert more.about.endswith(".")
    assert len(more.about) <= MAX_ABOUT_LETTERS


def test_no_two_decks_are_the_same() -> None:
    assert len({row.deck.cards for row in (*READY.values(), *MORE.values())}) == len(READY) + len(MORE)
    assert len({row.title for row in (*READY.values(), *MORE.values())}) == len(READY) + len(MORE)


@pytest.mark.parametrize("language", [name for name in languages() if name != ENGLISH])
def test_every_deck_says_in_every_language_how_it_plays(language: str) -> None:
    with use_language([language]):
        for row in (*READY.values(), *MORE.values()):
            assert pgettext(ABOUT, row.about) != row.about, row.name
            assert pgettext(TITLE, row.title) != row.title, row.name
