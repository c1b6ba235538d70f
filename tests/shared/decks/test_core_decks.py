"""The ready decks for tables by EDOPro's core: passcodes alone, legal where EDOPro's data is at hand."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from facedown_shared.cards.facts import Pool
from facedown_shared.decks.banlists import parse_lists
from facedown_shared.decks.decks import (
    check,
    core_decks,
    core_decks_for,
    more_decks,
    ready_decks,
    ready_decks_for,
)
from facedown_shared.decks.edopro_database import read_database
from facedown_shared.tables import FORMATS
from tests import core_data

CORE = core_decks()
MAX_ABOUT_LETTERS = 140
LIST_FILE = "lflists/0TCG.lflist.conf"


def test_there_are_twenty_decks_for_the_core() -> None:
    assert len(CORE) == 20
    assert core_decks_for("master") == CORE
    assert not core_decks_for("classic")
    others = {**ready_decks(), **more_decks()}
    assert not CORE.keys() & others.keys()
    titles = [row.title for row in (*CORE.values(), *others.values())]
    assert len(set(titles)) == len(titles)
    assert not CORE.keys() & ready_decks_for("master").keys(), "no table begins with one"


@pytest.mark.parametrize("name", CORE)
def test_each_has_a_decks_size_and_says_how_it_plays(name: str) -> None:
    row = CORE[name]
    main, extra, side = row.deck.counts
    assert (main, side) == (40, 0)
    assert extra <= 15
    assert max(Counter(row.deck.cards).values()) <= 3
    assert row.about.endswith(".")
    assert len(row.about) <= MAX_ABOUT_LETTERS


@pytest.mark.skipif(core_data.EDOPRO not in os.environ, reason=f"{core_data.EDOPRO} names no folder")
def test_each_is_legal_by_the_list_of_edopros_data() -> None:
    folder = Path(os.environ[core_data.EDOPRO])
    pool = Pool(read_database(folder / "cards.cdb"))
    limits = next(iter(parse_lists((folder / LIST_FILE).read_text(encoding="utf-8")).lists.values()))
    wrong = {name: check(row.deck, FORMATS["master"], pool, limits) for name, row in CORE.items()}
    assert not {name: list(map(str, why)) for name, why in wrong.items() if why}
