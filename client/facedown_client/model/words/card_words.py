"""The words printed on cards: kinds, Attributes, Types, numbers, in the current language.

Law: rows only, and the one function that translates them.
"""

from __future__ import annotations

from facedown_shared.text import pgettext
from facedown_shared.text.language import pgettext_noop

CARD = "on a card"
"""The translation context of these words."""


def printed_word(word: str) -> str:
    """Return a kind, Attribute, Type or number, given as a lower-case word, as printed: "Quick-Play",
    "Beast-Warrior".
    """
    known = PRINTED.get(word)
    return pgettext(CARD, known) if known else word.replace("_", " ").title()


PRINTED = {
    "monster": pgettext_noop("on a card", "Monster"),
    "spell": pgettext_noop("on a card", "Spell"),
    "trap": pgettext_noop("on a card", "Trap"),
    "normal": pgettext_noop("on a card", "Normal"),
    "effect": pgettext_noop("on a card", "Effect"),
    "fusion": pgettext_noop("on a card", "Fusion"),
    "ritual": pgettext_noop("on a card", "Ritual"),
    "spirit": pgettext_noop("on a card", "Spirit"),
    "union": pgettext_noop("on a card", "Union"),
    "gemini": pgettext_noop("on a card", "Gemini"),
    "tuner": pgettext_noop("on a card", "Tuner"),
    "synchro": pgettext_noop("on a card", "Synchro"),
    "token": pgettext_noop("on a card", "Token"),
    "quickplay": pgettext_noop("on a card", "Quick-Play"),
    "continuous": pgettext_noop("on a card", "Continuous"),
    "equip": pgettext_noop("on a card", "Equip"),
    "field": pgettext_noop("on a card", "Field"),
    "counter": pgettext_noop("on a card", "Counter"),
    "flip": pgettext_noop("on a card", "Flip"),
    "toon": pgettext_noop("on a card", "Toon"),
    "xyz": pgettext_noop("on a card", "Xyz"),
    "pendulum": pgettext_noop("on a card", "Pendulum"),
    "special_summon_only": pgettext_noop("on a card", "Special Summon only"),
    "link": pgettext_noop("on a card", "Link"),
    "earth": pgettext_noop("on a card", "EARTH"),
    "water": pgettext_noop("on a card", "WATER"),
    "fire": pgettext_noop("on a card", "FIRE"),
    "wind": pgettext_noop("on a card", "WIND"),
    "light": pgettext_noop("on a card", "LIGHT"),
    "dark": pgettext_noop("on a card", "DARK"),
    "divine": pgettext_noop("on a card", "DIVINE"),
    "warrior": pgettext_noop("on a card", "Warrior"),
    "spellcaster": pgettext_noop("on a card", "Spellcaster"),
    "fairy": pgettext_noop("on a card", "Fairy"),
    "fiend": pgettext_noop("on a card", "Fiend"),
    "zombie": pgettext_noop("on a card", "Zombie"),
    "machine": pgettext_noop("on a card", "Machine"),
    "aqua": pgettext_noop("on a card", "Aqua"),
    "pyro": pgettext_noop("on a card", "Pyro"),
    "rock": pgettext_noop("on a card", "Rock"),
    "winged_beast": pgettext_noop("on a card", "Winged Beast"),
    "plant": pgettext_noop("on a card", "Plant"),
    "insect": pgettext_noop("on a card", "Insect"),
    "thunder": pgettext_noop("on a card", "Thunder"),
    "dragon": pgettext_noop("on a card", "Dragon"),
    "beast": pgettext_noop("on a card", "Beast"),
    "beast_warrior": pgettext_noop("on a card", "Beast-Warrior"),
    "dinosaur": pgettext_noop("on a card", "Dinosaur"),
    "fish": pgettext_noop("on a card", "Fish"),
    "sea_serpent": pgettext_noop("on a card", "Sea Serpent"),
    "reptile": pgettext_noop("on a card", "Reptile"),
    "psychic": pgettext_noop("on a card", "Psychic"),
    "divine_beast": pgettext_noop("on a card", "Divine-Beast"),
    "creator_god": pgettext_noop("on a card", "Creator God"),
    "wyrm": pgettext_noop("on a card", "Wyrm"),
    "cyberse": pgettext_noop("on a card", "Cyberse"),
    "illusion": pgettext_noop("on a card", "Illusion"),
    "generic": pgettext_noop("on a card", "Generic"),
    "kilnwright": pgettext_noop("on a card", "Kilnwright"),
    "shoalsinger": pgettext_noop("on a card", "Shoalsinger"),
    "hero": pgettext_noop("on a card", "Hero"),
    "weapon": pgettext_noop("on a card", "Weapon"),
    "equipment": pgettext_noop("on a card", "Equipment"),
    "action": pgettext_noop("on a card", "Action"),
    "attack": pgettext_noop("on a card", "Attack"),
    "attack reaction": pgettext_noop("on a card", "Attack Reaction"),
    "defense reaction": pgettext_noop("on a card", "Defense Reaction"),
    "instant": pgettext_noop("on a card", "Instant"),
    "ally": pgettext_noop("on a card", "Ally"),
    "item": pgettext_noop("on a card", "Item"),
    "aura": pgettext_noop("on a card", "Aura"),
    "resource": pgettext_noop("on a card", "Resource"),
    "head": pgettext_noop("on a card", "Head"),
    "chest": pgettext_noop("on a card", "Chest"),
    "arms": pgettext_noop("on a card", "Arms"),
    "legs": pgettext_noop("on a card", "Legs"),
    "off-hand": pgettext_noop("on a card", "Off-Hand"),
    "hammer": pgettext_noop("on a card", "Hammer"),
    "dagger": pgettext_noop("on a card", "Dagger"),
    "1h": pgettext_noop("on a card", "1H"),
    "2h": pgettext_noop("on a card", "2H"),
    "red": pgettext_noop("on a card", "Red"),
    "yellow": pgettext_noop("on a card", "Yellow"),
    "blue": pgettext_noop("on a card", "Blue"),
    "cost": pgettext_noop("on a card", "Cost"),
    "power": pgettext_noop("on a card", "Power"),
    "defense": pgettext_noop("on a card", "Defense"),
    "pitch": pgettext_noop("on a card", "Pitch"),
    "health": pgettext_noop("on a card", "Health"),
    "intellect": pgettext_noop("on a card", "Intellect"),
}
