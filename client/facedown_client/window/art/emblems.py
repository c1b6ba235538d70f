"""Emblem of a card: by a word of its name, its race, or its kind of Spell or Trap.

The emblems are our own drawings, in `drawings/`, within a circle of radius 1 around 0, 0; up is negative.
Names are the English ones of the bundled cards, found by passcode, so the language of a client's own cards
changes nothing. Cards that are not bundled have no emblem for their name.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from random import Random

from facedown_client.window.art.tints import WHITE, Tint
from facedown_client.window.look import Colour
from facedown_client.window.look.drawings import Drawing, read_drawings
from facedown_shared.cards.facts import Facts, bundled_pool

FOLDER = Path(__file__).with_name("drawings")
MONSTERS, SPELLS_AND_TRAPS = (read_drawings(FOLDER / f"{name}.txt") for name in ("monsters", "spells"))
EMBLEMS = MONSTERS | SPELLS_AND_TRAPS
for _name in ("arms", "nature", "objects"):
    EMBLEMS |= read_drawings(FOLDER / f"{_name}.txt")

NAME_WORDS = {
    "pot": ("pot", "jar"),
    "mask": ("mask", "clown", "faceless", "puppeteer"),
    "mirror": ("mirror", "illusion"),
    "pit": ("hole", "drain"),
    "jaws": ("trap",),
    "crack": ("fissure",),
    "tornado": ("tornado", "trunade", "storm"),
    "waves": ("umi", "torrential"),
    "whirl": ("typhoon", "negate"),
    "swords": ("swords", "reinforcements"),
    "axe": ("axe",),
    "book": ("book", "world", "library"),
    "scroll": ("will", "messenger"),
    "crown": ("royal",),
    "shield": ("shield", "block", "defense", "reliable"),
    "castle": ("walls", "labyrinth"),
    "armor": ("armor",),
    "spear": ("javelin",),
    "trident": ("pronged",),
    "cylinders": ("cylinder",),
    "bomb": ("bakudan", "button"),
    "ring_of_power": ("ring",),
    "pendant": ("pendant",),
    "chest": ("chest", "robbin"),
    "gem": ("treasure",),
    "orb": ("energy", "jammer"),
    "chain": ("bind",),
    "scales": ("judgment", "judge", "just"),
    "key": ("tools",),
    "horn": ("horn",),
    "flute": ("flute",),
    "harp": ("harp",),
    "hat": ("hat",),
    "lamp": ("lamp",),
    "hourglass": ("time", "timegazer"),
    "tomb": ("rest", "burial", "doomed", "haunted", "graveyard"),
    "cards": ("card",),
    "eye": ("eye", "spy", "scout", "stargazer", "witch", "telescope"),
    "heart": ("heart", "lover", "cure"),
    "swap": ("swap", "exchange"),
    "wing": ("wing", "charity", "waboku"),
    "ankh": ("reborn",),
    "merged": ("polymerization",),
    "soul": ("soul", "phantom", "ghost"),
    "arrow": ("recklessly", "invigoration", "evacuation"),
    "eclipse": ("yami",),
    "peaks": ("mountain",),
    "grass": ("sogen",),
    "hand": ("arm", "snatch"),
    "boot": ("leg",),
    "horns": ("scapegoat", "summoned"),
    "sword": ("sword", "crossout", "tsurugi"),
    "pyro": ("ookazi",),
    "thunder": ("raigeki",),
}
"""Words of names for each emblem; the first match is drawn."""

FURTHER_FORMS = {
    "spellcaster": ("staff", "hat", "orb"),
    "warrior": ("helmet", "shield", "sword", "axe", "spear", "armor"),
    "fiend": ("horns", "batwings"),
    "dragon": ("head",),
}
"""Further emblems of the most common races, beside the race's own."""

SUBTYPES = frozenset(name.partition("_")[2] for name in SPELLS_AND_TRAPS)
"""Subtypes of Spells and Traps."""


def subtype(kinds: tuple[str, ...]) -> str:
    """Return the subtype of a Spell or Trap; "normal" if none is printed."""
    return next((kind for kind in kinds if kind in SUBTYPES and kind != "normal"), "normal")


def emblem(facts: Facts) -> Drawing:
    """Return the emblem of a card: by a word of its name, else by race or kind of Spell or Trap."""
    spoken = emblem_of_name(facts)
    if spoken is not None:
        return spoken
    if facts.is_spell or facts.is_trap:
        kind = "spell" if facts.is_spell else "trap"
        named = SPELLS_AND_TRAPS.get(f"{kind}_{subtype(facts.kinds)}")
        return named or SPELLS_AND_TRAPS[f"{kind}_normal"]
    race = facts.race.replace("-", "_").replace(" ", "_").lower()
    further = (EMBLEMS[name] for name in FURTHER_FORMS.get(race, ()))
    return Random(facts.code).choice((MONSTERS.get(race, MONSTERS["stranger"]), *further))


def emblem_of_name(facts: Facts) -> Drawing | None:
    """Return the emblem for a word of this card's English name; None without a match."""
    known = bundled_pool().get(facts.code) or bundled_pool().get(facts.original)
    words = frozenset(re.findall(r"[a-z]+", known.name.lower())) if known is not None else frozenset()
    fitting = (name for name, spoken in NAME_WORDS.items() if not words.isdisjoint(spoken))
    name = next(fitting, None)
    return EMBLEMS[name] if name is not None else None


def tint_colours(tint: Tint) -> dict[str, Colour]:
    """Return the colours of an emblem's shades."""
    return {**asdict(tint), "white": WHITE}
