"""Cards without a script on any server, made up for tests: a .cdb of them, and two decks of today's kind.

Names and numbers are invented; no printed card has such a passcode.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from facedown_shared.cards.facts import Pool, bundled_pool
from facedown_shared.decks import edopro_database
from facedown_shared.decks.decks import Deck
from tests.shared.cards.databases import (
    CONTINUOUS_TYPE_FLAG,
    EFFECT_FLAG,
    LINK_FLAG,
    MONSTER_FLAG,
    NORMAL_FLAG,
    QUICKPLAY_FLAG,
    SPELL_FLAG,
    SYNCHRO_FLAG,
    TRAP_FLAG,
    TUNER_FLAG,
    XYZ_FLAG,
    DatabaseCard,
    make,
)

MIN_STRANGER_PASSCODE = 990_000_001


def _named_cards(first: int, names: str, **rows: int) -> list[DatabaseCard]:
    return [
        DatabaseCard(first + number, name.strip(), text=f"{name.strip()} does what its players say.", **rows)
        for number, name in enumerate(names.split(","))
    ]


EMBER = [
    *_named_cards(
        MIN_STRANGER_PASSCODE, "Ember Squire, Ember Page, Ember Herald, Ember Smith", attack=1600, defense=800
    ),
    *_named_cards(MIN_STRANGER_PASSCODE + 10, "Ember Wisp, Ember Spark", attack=700, defense=300, level=2),
    *_named_cards(MIN_STRANGER_PASSCODE + 20, "Ember Captain", attack=2300, defense=1500, level=6),
    *_named_cards(
        MIN_STRANGER_PASSCODE + 30,
        "Ember Kindler",
        attack=1000,
        defense=500,
        level=3,
        type=MONSTER_FLAG | EFFECT_FLAG | TUNER_FLAG,
    ),
    *_named_cards(MIN_STRANGER_PASSCODE + 40, "Ember Call, Ember Trade", type=SPELL_FLAG, level=0),
    *_named_cards(MIN_STRANGER_PASSCODE + 50, "Ember Dash", type=SPELL_FLAG | QUICKPLAY_FLAG, level=0),
    *_named_cards(MIN_STRANGER_PASSCODE + 60, "Ember Court", type=SPELL_FLAG | CONTINUOUS_TYPE_FLAG, level=0),
    *_named_cards(MIN_STRANGER_PASSCODE + 70, "Ember Snare, Ember Mirror", type=TRAP_FLAG, level=0),
    *_named_cards(
        MIN_STRANGER_PASSCODE + 80,
        "Ember King",
        attack=2700,
        level=7,
        type=MONSTER_FLAG | EFFECT_FLAG | SYNCHRO_FLAG,
    ),
    *_named_cards(
        MIN_STRANGER_PASSCODE + 90,
        "Ember Twin",
        attack=2400,
        level=4,
        type=MONSTER_FLAG | EFFECT_FLAG | XYZ_FLAG,
    ),
]
TIDE = [
    *_named_cards(
        MIN_STRANGER_PASSCODE + 200,
        "Tide Diver, Tide Guard, Tide Singer, Tide Hunter",
        attack=1700,
        defense=1200,
    ),
    *_named_cards(MIN_STRANGER_PASSCODE + 210, "Tide Shell, Tide Pearl", attack=500, defense=2000, level=3),
    *_named_cards(MIN_STRANGER_PASSCODE + 220, "Tide Warden", attack=2400, defense=1000, level=5),
    *_named_cards(MIN_STRANGER_PASSCODE + 240, "Tide Song, Tide Gift", type=SPELL_FLAG, level=0),
    *_named_cards(MIN_STRANGER_PASSCODE + 250, "Tide Rush", type=SPELL_FLAG | QUICKPLAY_FLAG, level=0),
    *_named_cards(MIN_STRANGER_PASSCODE + 270, "Tide Lock, Tide Undertow", type=TRAP_FLAG, level=0),
    # The arrows of a Link Monster are stored in the place of DEF: bottom left and bottom right.
    *_named_cards(
        MIN_STRANGER_PASSCODE + 280,
        "Tide Anchor",
        attack=1800,
        defense=0x5,
        level=2,
        type=MONSTER_FLAG | EFFECT_FLAG | LINK_FLAG,
    ),
]
PLAIN = _named_cards(
    MIN_STRANGER_PASSCODE + 400, "Plain Soldier", attack=1500, type=MONSTER_FLAG | NORMAL_FLAG
)
CARDS = [*EMBER, *TIDE, *PLAIN]


def database(folder: Path) -> Path:
    """Return a card database of them all."""
    return make(folder / "cards.cdb", CARDS)


@cache
def facts() -> Pool:
    """Return their facts as their database has them."""
    with TemporaryDirectory() as folder:
        return Pool(edopro_database.read_database(database(Path(folder))))


@cache
def pool() -> Pool:
    """Return the bundled cards and these."""
    return bundled_pool().joined_with(facts())


def _deck(cards: list[DatabaseCard], name: str) -> Deck:
    """Return forty cards: three of each of these, filled up with cards that play by rules."""
    known = {card.code: pool()[card.code] for card in cards}
    main = [code for code, one in known.items() if not one.belongs_in_extra_deck for _ in range(3)][:32]
    fillers = [bundled_pool().find_named(title) for title in ("Mystical Elf", "Celtic Guardian", "Sangan")]
    main += [one.code for one in fillers if one is not None for _ in range(3)]
    extra = tuple(code for code, one in known.items() if one.belongs_in_extra_deck)
    return Deck(tuple(main), extra, (), name)


@cache
def decks() -> tuple[Deck, Deck]:
    """Return two decks, each with more than twenty cards that have no script."""
    return _deck(EMBER, "Embers"), _deck(TIDE, "Tides")
