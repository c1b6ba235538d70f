"""What a card's name speaks of, as an emblem: a pot for a card called after one. Words and drawings only.

The names are the English ones that come with the program, found by passcode: what language a client's own
cards are in changes nothing. Cards that did not come along have no emblem here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from facedown_client.window.art import arms, nature, objects
from facedown_client.window.art.brush import Part
from facedown_client.window.art.monsters import pyro, thunder
from facedown_shared.cards.facts import Facts, bundled

Emblem = Callable[[Random], list[Part]]

SPOKEN: tuple[tuple[Emblem, tuple[str, ...]], ...] = (
    (objects.pot, ("pot", "jar")),
    (objects.mask, ("mask", "clown", "faceless", "puppeteer")),
    (objects.mirror, ("mirror", "illusion")),
    (nature.pit, ("hole", "drain")),
    (objects.jaws, ("trap",)),
    (nature.crack, ("fissure",)),
    (nature.tornado, ("tornado", "trunade", "storm")),
    (nature.waves, ("umi", "torrential")),
    (nature.whirl, ("typhoon", "negate")),
    (arms.swords, ("swords", "reinforcements")),
    (arms.axe, ("axe",)),
    (objects.book, ("book", "world", "library")),
    (objects.scroll, ("will", "messenger")),
    (objects.crown, ("royal",)),
    (arms.shield, ("shield", "block", "defense", "reliable")),
    (objects.castle, ("walls", "labyrinth")),
    (arms.armor, ("armor",)),
    (arms.spear, ("javelin",)),
    (arms.trident, ("pronged",)),
    (objects.cylinders, ("cylinder",)),
    (objects.bomb, ("bakudan", "button")),
    (objects.ring_of_power, ("ring",)),
    (objects.pendant, ("pendant",)),
    (objects.chest, ("chest", "robbin")),
    (objects.gem, ("treasure",)),
    (objects.orb, ("energy", "jammer")),
    (objects.chain, ("bind",)),
    (objects.scales, ("judgment", "judge", "just")),
    (objects.key, ("tools",)),
    (objects.horn, ("horn",)),
    (objects.flute, ("flute",)),
    (objects.harp, ("harp",)),
    (objects.hat, ("hat",)),
    (objects.lamp, ("lamp",)),
    (objects.hourglass, ("time", "timegazer")),
    (objects.tomb, ("rest", "burial", "doomed", "haunted", "graveyard")),
    (objects.cards, ("card",)),
    (nature.eye, ("eye", "spy", "scout", "stargazer", "witch", "telescope")),
    (nature.heart, ("heart", "lover", "cure")),
    (nature.swap, ("swap", "exchange")),
    (nature.wing, ("wing", "charity", "waboku")),
    (nature.ankh, ("reborn",)),
    (nature.merged, ("polymerization",)),
    (nature.soul, ("soul", "phantom", "ghost")),
    (nature.arrow, ("recklessly", "invigoration", "evacuation")),
    (nature.eclipse, ("yami",)),
    (nature.peaks, ("mountain",)),
    (nature.grass, ("sogen",)),
    (nature.hand, ("arm", "snatch")),
    (nature.boot, ("leg",)),
    (nature.horns, ("scapegoat", "summoned")),
    (arms.sword, ("sword", "crossout", "tsurugi")),
    (pyro, ("ookazi",)),
    (thunder, ("raigeki",)),
)
"""Emblems with the words of names that they stand for; the first that fits a name is drawn."""


def spoken_of(facts: Facts) -> Emblem | None:
    """Return the emblem for a word of this card's English name; None where no word has one."""
    known = bundled().get(facts.code) or bundled().get(facts.original)
    words = frozenset(re.findall(r"[a-z]+", known.name.lower())) if known is not None else frozenset()
    return next((emblem for emblem, told in SPOKEN if not words.isdisjoint(told)), None)


FORMS: dict[str, tuple[Emblem, ...]] = {
    "spellcaster": (objects.staff, objects.hat, objects.orb),
    "warrior": (arms.helmet, arms.shield, arms.sword, arms.axe, arms.spear, arms.armor),
    "fiend": (nature.horns, nature.batwings),
    "dragon": (nature.head,),
}
"""Further emblems of the races that most monsters are of, beside the race's own."""
