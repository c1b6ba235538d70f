"""The words printed on cards: kinds, Attributes, Types, numbers, in the current language.

Law: rows only, and the one function that translates them.
"""

from __future__ import annotations

from facedown_shared.text import pgettext
from facedown_shared.text.language import later_as

CARD = "on a card"
"""The translation context of these words."""


def said(word: str) -> str:
    """Return a kind, Attribute, Type or number, given as a lower-case word, as printed: "Quick-Play",
    "Beast-Warrior".
    """
    known = PRINTED.get(word)
    return pgettext(CARD, known) if known else word.replace("_", " ").title()


PRINTED = {
    "monster": later_as("on a card", "Monster"),
    "spell": later_as("on a card", "Spell"),
    "trap": later_as("on a card", "Trap"),
    "normal": later_as("on a card", "Normal"),
    "effect": later_as("on a card", "Effect"),
    "fusion": later_as("on a card", "Fusion"),
    "ritual": later_as("on a card", "Ritual"),
    "spirit": later_as("on a card", "Spirit"),
    "union": later_as("on a card", "Union"),
    "gemini": later_as("on a card", "Gemini"),
    "tuner": later_as("on a card", "Tuner"),
    "synchro": later_as("on a card", "Synchro"),
    "token": later_as("on a card", "Token"),
    "quickplay": later_as("on a card", "Quick-Play"),
    "continuous": later_as("on a card", "Continuous"),
    "equip": later_as("on a card", "Equip"),
    "field": later_as("on a card", "Field"),
    "counter": later_as("on a card", "Counter"),
    "flip": later_as("on a card", "Flip"),
    "toon": later_as("on a card", "Toon"),
    "xyz": later_as("on a card", "Xyz"),
    "pendulum": later_as("on a card", "Pendulum"),
    "special_summon_only": later_as("on a card", "Special Summon only"),
    "link": later_as("on a card", "Link"),
    "earth": later_as("on a card", "EARTH"),
    "water": later_as("on a card", "WATER"),
    "fire": later_as("on a card", "FIRE"),
    "wind": later_as("on a card", "WIND"),
    "light": later_as("on a card", "LIGHT"),
    "dark": later_as("on a card", "DARK"),
    "divine": later_as("on a card", "DIVINE"),
    "warrior": later_as("on a card", "Warrior"),
    "spellcaster": later_as("on a card", "Spellcaster"),
    "fairy": later_as("on a card", "Fairy"),
    "fiend": later_as("on a card", "Fiend"),
    "zombie": later_as("on a card", "Zombie"),
    "machine": later_as("on a card", "Machine"),
    "aqua": later_as("on a card", "Aqua"),
    "pyro": later_as("on a card", "Pyro"),
    "rock": later_as("on a card", "Rock"),
    "winged_beast": later_as("on a card", "Winged Beast"),
    "plant": later_as("on a card", "Plant"),
    "insect": later_as("on a card", "Insect"),
    "thunder": later_as("on a card", "Thunder"),
    "dragon": later_as("on a card", "Dragon"),
    "beast": later_as("on a card", "Beast"),
    "beast_warrior": later_as("on a card", "Beast-Warrior"),
    "dinosaur": later_as("on a card", "Dinosaur"),
    "fish": later_as("on a card", "Fish"),
    "sea_serpent": later_as("on a card", "Sea Serpent"),
    "reptile": later_as("on a card", "Reptile"),
    "psychic": later_as("on a card", "Psychic"),
    "divine_beast": later_as("on a card", "Divine-Beast"),
    "creator_god": later_as("on a card", "Creator God"),
    "wyrm": later_as("on a card", "Wyrm"),
    "cyberse": later_as("on a card", "Cyberse"),
    "illusion": later_as("on a card", "Illusion"),
    "generic": later_as("on a card", "Generic"),
    "kilnwright": later_as("on a card", "Kilnwright"),
    "shoalsinger": later_as("on a card", "Shoalsinger"),
    "hero": later_as("on a card", "Hero"),
    "weapon": later_as("on a card", "Weapon"),
    "equipment": later_as("on a card", "Equipment"),
    "action": later_as("on a card", "Action"),
    "attack": later_as("on a card", "Attack"),
    "attack reaction": later_as("on a card", "Attack Reaction"),
    "defense reaction": later_as("on a card", "Defense Reaction"),
    "instant": later_as("on a card", "Instant"),
    "ally": later_as("on a card", "Ally"),
    "item": later_as("on a card", "Item"),
    "aura": later_as("on a card", "Aura"),
    "resource": later_as("on a card", "Resource"),
    "head": later_as("on a card", "Head"),
    "chest": later_as("on a card", "Chest"),
    "arms": later_as("on a card", "Arms"),
    "legs": later_as("on a card", "Legs"),
    "off-hand": later_as("on a card", "Off-Hand"),
    "hammer": later_as("on a card", "Hammer"),
    "dagger": later_as("on a card", "Dagger"),
    "1h": later_as("on a card", "1H"),
    "2h": later_as("on a card", "2H"),
    "red": later_as("on a card", "Red"),
    "yellow": later_as("on a card", "Yellow"),
    "blue": later_as("on a card", "Blue"),
    "cost": later_as("on a card", "Cost"),
    "power": later_as("on a card", "Power"),
    "defense": later_as("on a card", "Defense"),
    "pitch": later_as("on a card", "Pitch"),
    "health": later_as("on a card", "Health"),
    "intellect": later_as("on a card", "Intellect"),
}
