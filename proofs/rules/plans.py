"""What a card needs before its effects come up in random duels, where its text does not say it: rows of data.

A deck about the card `brings` these; the other player's deck holds the `foils`, which set it off; `keeps` are
better held in the hand, `no_scales` better Summoned, what it `lacks` would only take its parts away, and it
may be better off `alone`; one that `fights` attacks whenever it can. A card with a `share` of 2 has twice as
many duels about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

TOON_FOILS = ("Mystical Space Typhoon", "Dust Tornado", "Toon World", "Toon Mermaid")
SCALES = ("Stargazer Magician", "Timegazer Magician", "Mandragon", "Foucault's Cannon")
EQUIPS = ("Axe of Despair", "Black Pendant", "Malevolent Nuzzler")
BREAKERS = ("Mystical Space Typhoon", "Dust Tornado", "Heavy Storm")
BOUNCERS = ("Compulsory Evacuation Device", "Hane-Hane", "Wall of Illusion")
REVIVERS = ("Monster Reborn", "Call of the Haunted", "Premature Burial")
TUNERS = ("Junk Synchron", "Cyber Dragon", "Plaguespreader Zombie")
LIMBS = (
    "Right Leg of the Forbidden One", "Left Leg of the Forbidden One", "Right Arm of the Forbidden One",
    "Left Arm of the Forbidden One",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """What duels about one card are made of, besides the card: names of cards."""

    brings: tuple[str, ...] = ()
    foils: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    no_scales: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    alone: bool = False
    fights: bool = False
    share: int = 1


PLANS = {
    "Ash Blossom & Joyous Spring": Plan(foils=("Pot of Greed", "Graceful Charity", "Jar of Greed"), share=2),
    "Axe of Despair": Plan(foils=BREAKERS),
    "Blue-Eyes Toon Dragon": Plan(foils=TOON_FOILS, share=6),
    "Cyber Dragon": Plan(alone=True, share=2),
    "Exodia the Forbidden One": Plan(
        brings=("Pot of Greed", "Graceful Charity", "Jar of Greed"),
        keeps=("Exodia the Forbidden One", *LIMBS), share=5,
    ),
    "Fake Trap": Plan(brings=("Waboku", "Mirror Force", "Gravity Bind"), foils=BREAKERS, share=3),
    "Flame Swordsman": Plan(keeps=("Flame Manipulator", "Masaki the Legendary Swordsman"), share=5),
    "Gaia the Dragon Champion": Plan(keeps=("Gaia The Fierce Knight", "Curse of Dragon"), share=4),
    "Gearfried the Iron Knight": Plan(brings=EQUIPS, alone=True, share=3),
    "Gryphon Wing": Plan(foils=("Harpie's Feather Duster",), share=6),
    "Junk Synchron": Plan(brings=("Effect Veiler", "Kuriboh")),
    "Junk Warrior": Plan(brings=("Junk Synchron",), share=5),
    "Manga Ryu-Ran": Plan(foils=TOON_FOILS, share=7),
    "Red Dragon Archfiend": Plan(
        brings=(*TUNERS, "Block Attack"), foils=("Mystical Elf", "Wall of Illusion"), fights=True, share=7
    ),
    "Proxy Dragon": Plan(share=3),
    "Relinquished": Plan(fights=True, share=6),
    "Royal Magical Library": Plan(brings=("Pot of Greed", "Dian Keto the Cure Master", "Ookazi"), share=2),
    "Self-Destruct Button": Plan(
        brings=("Toon World", "Ultimate Offering", "Solemn Judgment"),
        foils=("Dian Keto the Cure Master", "Ookazi", "Just Desserts"), share=6,
    ),
    "Sonic Bird": Plan(brings=("Black Luster Ritual", "Black Illusion Ritual"), share=2),
    "Speed Warrior": Plan(fights=True, share=2),
    "Stardust Dragon": Plan(
        brings=TUNERS, foils=("Dark Hole", "Raigeki", "Heavy Storm"), share=4,
    ),
    "Stargazer Magician": Plan(
        brings=(*SCALES, *REVIVERS), foils=BOUNCERS, no_scales=("Stargazer Magician",), share=6,
    ),
    "The Flute of Summoning Dragon": Plan(
        brings=("Blue-Eyes White Dragon", "Red-Eyes B. Dragon"),
        keeps=("Blue-Eyes White Dragon", "Red-Eyes B. Dragon"), share=5,
    ),
    "Thousand Dragon": Plan(keeps=("Time Wizard", "Baby Dragon"), share=4),
    "Timegazer Magician": Plan(brings=SCALES, foils=BREAKERS, share=5),
    "Toon Mermaid": Plan(foils=TOON_FOILS, share=2),
    "Toon Summoned Skull": Plan(foils=TOON_FOILS, share=7),
    "White Magical Hat": Plan(fights=True, share=3),
    "XY-Dragon Cannon": Plan(brings=REVIVERS, foils=("Gravity Bind", "Messenger of Peace"), share=6),
    "Y-Dragon Head": Plan(
        brings=("X-Head Cannon", *REVIVERS), lacks=("XY-Dragon Cannon",),
        foils=("Dark Hole", "Raigeki"), share=6,
    ),
}  # fmt: skip
"""Plans by the name of the card; a card without one needs no more than its text names."""


def plan(name: str) -> Plan:
    """The plan of a card."""
    return PLANS.get(name, Plan())


def subjects(names: Iterable[str]) -> Iterator[str]:
    """The cards to make duels about, in turn: each as often as its share says."""
    ordered = sorted(names)
    for turn in range(max(plan(name).share for name in ordered)):
        yield from (name for name in ordered if plan(name).share > turn)
