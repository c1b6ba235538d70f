"""Emblems of a card: by words of its name, its race, or its kind of Spell or Trap.

The emblems are our own drawings, in `drawings/`, within a circle of radius 1 around 0, 0; up is negative.
Names are English. A bundled card's is found by passcode, so the language of a client's own cards changes
nothing; another card has the name in the player's own database.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from random import Random

from facedown_client.window.art.tints import WHITE, Tint
from facedown_client.window.look import Colour, mix
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
    "cyberse": ("orb", "key", "chain"),
    "machine": ("cylinders", "bomb"),
    "winged_beast": ("wing", "arrow"),
    "fairy": ("harp", "ring_of_power"),
    "zombie": ("tomb", "soul"),
    "plant": ("grass",),
    "aqua": ("waves", "whirl"),
    "pyro": ("lamp",),
    "rock": ("peaks", "gem", "crack"),
    "psychic": ("eye", "mirror"),
    "beast": ("horns",),
    "fish": ("trident",),
}
"""Further emblems of common races, beside the race's own."""

FURTHER_WORDS = {
    name: tuple(words.split())
    for line in Path(__file__).with_name("name_words.txt").read_text(encoding="utf-8").splitlines()
    for name, found, words in [line.partition(": ")]
    if found and not line.startswith("#")
}
"""Words of names in a player's own database for the same drawings, beside those of NAME_WORDS."""

WORDS = {
    word: name for words in (FURTHER_WORDS, NAME_WORDS) for name, spoken in words.items() for word in spoken
}
"""Drawing of each word."""

SUBTYPES = frozenset(name.partition("_")[2] for name in SPELLS_AND_TRAPS)
"""Subtypes of Spells and Traps."""


def subtype(kinds: tuple[str, ...]) -> str:
    """Return the subtype of a Spell or Trap; "normal" if none is printed."""
    return next((kind for kind in kinds if kind in SUBTYPES and kind != "normal"), "normal")


def emblem(facts: Facts) -> Drawing:
    """Return the emblem of a card: by a word of its name, else by race or kind of Spell or Trap."""
    return _emblems_of_name(facts)[0] if _emblems_of_name(facts) else _emblem_of_kind(facts)


def second_emblem(facts: Facts) -> Drawing:
    """Return the smaller emblem: by another word of the name, else by race or kind, else any other."""
    first = emblem(facts)
    found = [*_emblems_of_name(facts)[1:], _emblem_of_kind(facts)]
    other = next((one for one in found if one is not first), None)
    return other or Random(f"second-{facts.code}").choice([*EMBLEMS.values()])


def _emblem_of_kind(facts: Facts) -> Drawing:
    if facts.is_spell or facts.is_trap:
        kind = "spell" if facts.is_spell else "trap"
        named = SPELLS_AND_TRAPS.get(f"{kind}_{subtype(facts.kinds)}")
        return named or SPELLS_AND_TRAPS[f"{kind}_normal"]
    race = facts.race.replace("-", "_").replace(" ", "_").lower()
    further = (EMBLEMS[name] for name in FURTHER_FORMS.get(race, ()))
    return Random(facts.code).choice((MONSTERS.get(race, MONSTERS["stranger"]), *further))


def _emblems_of_name(facts: Facts) -> list[Drawing]:
    """Return the emblems for words of this card's English name, the one to draw large first.

    A bundled card is known by its passcode. Of another card's name the last word counts first: the first
    words often name its archetype.
    """
    known = bundled_pool().get(facts.code) or bundled_pool().get(facts.original)
    if known is not None:
        words = frozenset(_words(known.name))
        return [EMBLEMS[name] for name, spoken in NAME_WORDS.items() if not words.isdisjoint(spoken)]
    found = (WORDS[word] for word in reversed(_words(facts.name)) if word in WORDS)
    return [EMBLEMS[name] for name in dict.fromkeys(found)]


def _words(name: str) -> list[str]:
    """Return the words of a name; of "Blackwing's" only the first part."""
    return re.findall(r"[a-z]+", name.lower())


def tint_colours(tint: Tint) -> dict[str, Colour]:
    """Return the colours of an emblem's shades."""
    return {**asdict(tint), "white": WHITE}


def dark_colours(tint: Tint) -> dict[str, Colour]:
    """Return the colours of an emblem on a bright ground: dark where it is bright otherwise."""
    return {
        "night": tint.pale, "deep": tint.light, "dim": tint.base, "base": mix(tint.deep, tint.dim, 0.4),
        "light": tint.deep, "pale": tint.night, "white": tint.night,
    }  # fmt: skip
