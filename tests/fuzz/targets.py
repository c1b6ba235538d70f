"""Every target by its name, with its seeds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.fuzz import readers, speakers


@dataclass(frozen=True, slots=True)
class Target:
    """A function that parses bytes: `put` fails on a find, `seeds` returns inputs to begin with."""

    put: Callable[[bytes], None]
    seeds: Callable[[], list[bytes]]
    longest: int = 4_000
    """Bytes of the longest input."""


TARGETS = {
    "codec": Target(readers.codec_target, readers.messages, 33_000),
    "door": Target(speakers.door_target, speakers.door_seeds),
    "table": Target(speakers.table_target, speakers.conversation_seeds, 400),
    "deck": Target(readers.deck_target, readers.sample_decks),
    "list": Target(
        readers.list_target,
        lambda: readers.texts(
            "Hero: Ira, Crimson Haze\nWeapons: Edge of Autumn\n3x Head Jab (red)\n(2) Flic Flak [Y]\n",
            "1 a\nequipment: " + "a," * 40,
            "3 a" + " " * 40 + "x)",
            "1" + " " * 40 + "1",
        ),
        20_000,
    ),
    "facts": Target(readers.facts_target, readers.sample_facts, 30_000),
    "said": Target(
        readers.typed_text_target, lambda: readers.texts("Wren", "8000/2", "-500 * 3", "e\u0301\u202eevil")
    ),
    "banlist": Target(
        readers.banlist_target, lambda: readers.texts("!Mine\n46986414 2 --\n$whitelist\n", "!A\n1 0\n#\n")
    ),
    "database": Target(readers.database_target, readers.databases, 40_000),
    "line": Target(readers.line_target, readers.sample_lines, 30_000),
    "scenario": Target(readers.scenario_target, readers.sample_scenarios, 30_000),
    "settings": Target(
        readers.settings_target, lambda: readers.texts('port = 7777\nbind = ["127.0.0.1"]\n', "name = 'x'\n")
    ),
    "link": Target(
        readers.link_target,
        lambda: readers.texts(
            "http://192.0.2.1:7777/t/R7K-42Q#seat=abc", "R7K 42Q", "[2001:db8::1]:7777", "duels.example"
        ),
    ),
    "record": Target(
        readers.record_target,
        lambda: readers.texts(
            '{"code":"A","chapters":{"1":{"seen":[["coin","","",1]]}},"opened":{"m":"opened"}}'
        ),
    ),
}
