"""Play that leans towards the card a deck is about, and what that card needs besides: rows of data.

A deck about the card `brings` these; the other player's deck holds the `foils`, which trigger it; `keeps` are
better held in the hand, `no_scales` better Summoned, what it `lacks` would only take its parts away, and it
may be better off `alone`; one that `fights` attacks whenever it can. A card with a `share` of 2 has twice as
many duels about it. No option is ever excluded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.refereeing.prompts import Offer
from facedown_server.table import Card
from facedown_shared.tables import Seat

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
class PlanNeeds:
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
    "Ash Blossom & Joyous Spring": PlanNeeds(
        foils=("Pot of Greed", "Graceful Charity", "Jar of Greed"), share=2
    ),
    "Axe of Despair": PlanNeeds(foils=BREAKERS),
    "Blue-Eyes Toon Dragon": PlanNeeds(foils=TOON_FOILS, share=6),
    "Cyber Dragon": PlanNeeds(alone=True, share=2),
    "Exodia the Forbidden One": PlanNeeds(
        brings=("Pot of Greed", "Graceful Charity", "Jar of Greed"),
        keeps=("Exodia the Forbidden One", *LIMBS), share=5,
    ),
    "Fake Trap": PlanNeeds(brings=("Waboku", "Mirror Force", "Gravity Bind"), foils=BREAKERS, share=3),
    "Flame Swordsman": PlanNeeds(keeps=("Flame Manipulator", "Masaki the Legendary Swordsman"), share=5),
    "Gaia the Dragon Champion": PlanNeeds(keeps=("Gaia The Fierce Knight", "Curse of Dragon"), share=4),
    "Gearfried the Iron Knight": PlanNeeds(brings=EQUIPS, alone=True, share=3),
    "Gryphon Wing": PlanNeeds(foils=("Harpie's Feather Duster",), share=6),
    "Junk Synchron": PlanNeeds(brings=("Effect Veiler", "Kuriboh")),
    "Junk Warrior": PlanNeeds(brings=("Junk Synchron",), share=5),
    "Manga Ryu-Ran": PlanNeeds(foils=TOON_FOILS, share=7),
    "Red Dragon Archfiend": PlanNeeds(
        brings=(*TUNERS, "Block Attack"), foils=("Mystical Elf", "Wall of Illusion"), fights=True, share=7
    ),
    "Proxy Dragon": PlanNeeds(share=3),
    "Relinquished": PlanNeeds(fights=True, share=6),
    "Royal Magical Library": PlanNeeds(
        brings=("Pot of Greed", "Dian Keto the Cure Master", "Ookazi"), share=2
    ),
    "Self-Destruct Button": PlanNeeds(
        brings=("Toon World", "Ultimate Offering", "Solemn Judgment"),
        foils=("Dian Keto the Cure Master", "Ookazi", "Just Desserts"), share=6,
    ),
    "Sonic Bird": PlanNeeds(brings=("Black Luster Ritual", "Black Illusion Ritual"), share=2),
    "Speed Warrior": PlanNeeds(fights=True, share=2),
    "Stardust Dragon": PlanNeeds(
        brings=TUNERS, foils=("Dark Hole", "Raigeki", "Heavy Storm"), share=4,
    ),
    "Stargazer Magician": PlanNeeds(
        brings=(*SCALES, *REVIVERS), foils=BOUNCERS, no_scales=("Stargazer Magician",), share=6,
    ),
    "The Flute of Summoning Dragon": PlanNeeds(
        brings=("Blue-Eyes White Dragon", "Red-Eyes B. Dragon"),
        keeps=("Blue-Eyes White Dragon", "Red-Eyes B. Dragon"), share=5,
    ),
    "Thousand Dragon": PlanNeeds(keeps=("Time Wizard", "Baby Dragon"), share=4),
    "Timegazer Magician": PlanNeeds(brings=SCALES, foils=BREAKERS, share=5),
    "Toon Mermaid": PlanNeeds(foils=TOON_FOILS, share=2),
    "Toon Summoned Skull": PlanNeeds(foils=TOON_FOILS, share=7),
    "White Magical Hat": PlanNeeds(fights=True, share=3),
    "XY-Dragon Cannon": PlanNeeds(brings=REVIVERS, foils=("Gravity Bind", "Messenger of Peace"), share=6),
    "Y-Dragon Head": PlanNeeds(
        brings=("X-Head Cannon", *REVIVERS), lacks=("XY-Dragon Cannon",),
        foils=("Dark Hole", "Raigeki"), share=6,
    ),
}  # fmt: skip
"""Plans by the name of the card; a card without one needs no more than its text names."""


def plan(name: str) -> PlanNeeds:
    """Return the plan of a card."""
    return PLANS.get(name, PlanNeeds())


def subjects(names: Iterable[str]) -> Iterator[str]:
    """Return the cards to make duels about, in turn: each as often as its share."""
    ordered = sorted(names)
    for turn in range(max(plan(name).share for name in ordered)):
        yield from (name for name in ordered if plan(name).share > turn)


# --- Leaning towards a card ---------------------------------------------------------------------------------


USES = frozenset("activate summon special_summon flip_summon pendulum_summon yes change_position".split())
LOSES = frozenset({"tribute", "pay", "discard"})
BRINGS_OUT = frozenset({"summon", "set", "special_summon"})
AIMS = frozenset({"target", "attack", "choose"})
ANY_WEIGHT, LOW_WEIGHT, HIGH_WEIGHT, MAX_WEIGHT = 20, 1, 60, 200
"""Weights: of anything, of what should rather stay, of what helps the card, of using the card itself."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """What a seat leans towards: using the `subject` of its deck and its `friends`, hitting its `prey`.

    Its plan (`play_plans.py`) defines what it retains in its hand, would not have for scales, and whether it
    seldom Summons monsters that are not wanted.
    """

    seat: Seat
    subject: str
    friends: Collection[str] = ()
    prey: Collection[str] = ()

    def weights(self, referee: DuelReferee) -> list[int]:
        """Return the weight of each option of the open prompt."""
        held = Counter(offer.card.name for offer in referee.offers if offer.card is not None)
        return [self._weight(referee, offer, held) for offer in referee.offers]

    def _weight(self, referee: DuelReferee, offer: Offer, held: Counter[str]) -> int:
        card = offer.card
        if card is None:
            to_battle = (offer.verb, offer.text) == ("phase", "battle")
            return HIGH_WEIGHT if to_battle and self._could_attack(referee) else ANY_WEIGHT
        if card.owner != self.seat:
            return HIGH_WEIGHT if card.name in self.prey and offer.verb in AIMS else ANY_WEIGHT
        wanted = card.name == self.subject or card.name in self.friends
        if offer.verb in LOSES:
            return LOW_WEIGHT if wanted and held[card.name] == 1 else ANY_WEIGHT
        if card.zone == "hand" and self._saves_card(offer.verb, card, wanted):
            return LOW_WEIGHT
        return self._use(offer.verb, card.name, card.facts.kinds) if wanted else ANY_WEIGHT

    def _could_attack(self, referee: DuelReferee) -> bool:
        return plan(self.subject).fights and any(
            card.name == self.subject and card.face_up for card in referee.duel.cards_at("monster", self.seat)
        )

    def _saves_card(self, verb: str, card: Card, wanted: bool) -> bool:
        if verb == "activate":
            return card.name in plan(self.subject).no_scales and card.is_a("pendulum")
        unwanted = plan(self.subject).alone and card.is_monster and not wanted
        return verb in BRINGS_OUT and (card.name in plan(self.subject).keeps or unwanted)

    def _use(self, verb: str, name: str, kinds: Collection[str]) -> int:
        """Return how to use a card: Traps and Flip monsters are Set first, anything else is played
        face-up.
        """
        much = MAX_WEIGHT if name == self.subject else HIGH_WEIGHT
        from_below = "trap" in kinds or "flip" in kinds
        match verb:
            case "set":
                return much if from_below else LOW_WEIGHT
            case "summon" if from_below:
                return LOW_WEIGHT
            case "attack":
                return much if plan(self.subject).fights else ANY_WEIGHT
        return much if verb in USES else ANY_WEIGHT
