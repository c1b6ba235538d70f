"""Card databases made for tests, in EDOPro's schema: rows of numbers, rows of texts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

TABLES = """
    CREATE TABLE datas (id INTEGER PRIMARY KEY, ot INTEGER, alias INTEGER, setcode INTEGER, type INTEGER,
        atk INTEGER, def INTEGER, level INTEGER, race INTEGER, attribute INTEGER, category INTEGER);
    CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, desc TEXT, str1 TEXT);
"""

MONSTER_FLAG, SPELL_FLAG, TRAP_FLAG, NORMAL_FLAG, EFFECT_FLAG, FUSION_FLAG = 0x1, 0x2, 0x4, 0x10, 0x20, 0x40
TUNER_FLAG, SYNCHRO_FLAG, QUICKPLAY_FLAG, XYZ_FLAG, PENDULUM_FLAG, LINK_FLAG = (
    0x1000,
    0x2000,
    0x10000,
    0x800000,
    0x1000000,
    0x4000000,
)
CONTINUOUS_TYPE_FLAG = 0x20000
LIGHT_FLAG, DRAGON_FLAG = 0x10, 0x2000


@dataclass(frozen=True)
class DatabaseCard:
    """One card as the database has it. A monster by default (see `type`)."""

    code: int
    name: str
    type: int = MONSTER_FLAG | EFFECT_FLAG
    attack: int = 1500
    defense: int = 1000
    level: int = 4
    text: str = ""
    alias: int = 0
    sets: int = 0
    race: int = DRAGON_FLAG
    attribute: int = LIGHT_FLAG


def make(path: Path, cards: Iterable[DatabaseCard]) -> Path:
    """Write a database with these cards."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(TABLES)
        for card in cards:
            database.execute(
                "INSERT INTO datas VALUES (?, 3, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
                (card.code, card.alias, card.sets, card.type, card.attack, card.defense, card.level,
                 card.race, card.attribute),
            )  # fmt: skip
            database.execute("INSERT INTO texts VALUES (?, ?, ?, '')", (card.code, card.name, card.text))
    return path
