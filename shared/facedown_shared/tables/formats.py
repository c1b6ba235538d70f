"""The numbers and switches of a format. The engine reads switches, never a format's name.

`master` and `classic` are the formats people play; the older presets are those that scenario files name
(GAP-54). Sources: conflicts.md and gaps.md rows, named at each switch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from facedown_shared.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Format:
    """One set of rules, as values. `table` names a zone table of `shared/facedown_shared/tables/`."""

    name: str
    title: str
    table: str
    life: int = 8000
    opening_hand: int = 5
    hand_limit: int = 6
    first_turn_draw: bool = False
    """CF-22: True if the starting player draws in turn 1."""
    first_turn_battle: bool = False
    main_deck: tuple[int, int | None] = (40, 60)
    """CF-20: minimum and maximum number of cards; None means no maximum."""
    extra_deck: tuple[int, int | None] = (0, 15)
    parts: tuple[str, str, str] = (
        gettext_noop("Main Deck"),
        gettext_noop("Extra Deck"),
        gettext_noop("Side Deck"),
    )
    """The names of the parts of a deck."""
    by_hand: bool = False
    """True if the format is played by hand only."""
    on_paper: bool = False
    """True if the players have their cards on paper: there are no decks, the table sets the Life to start
    with, and a player without Life has lost.
    """
    card_kinds: frozenset[str] = frozenset({"monster", "spell", "trap"})
    """Kinds of which every card of this game has at least one (CLS-CARD-01)."""
    heroes: int = 0
    """Number of heroes beside a deck (FAB-3.11.4)."""
    extra_kinds: tuple[str, ...] = ("fusion", "synchro", "xyz", "link")
    """CF-19: kinds of monsters allowed in the Extra Deck."""
    races: tuple[str, ...] = ()
    """Allowed Types of monsters (CLS-CARD-11); empty allows any."""
    attributes: tuple[str, ...] = ()
    """Allowed Attributes of monsters (CLS-CARD-12); empty allows any."""
    side_deck: tuple[int, ...] = tuple(range(16))
    """CF-21: allowed sizes of the Side Deck."""
    copies: int = 3
    point_cap: int | None = None
    """The point cap of a deck, unless ban list or table set another; None if lists limit copies."""
    one_field_spell: bool = False
    """CF-17: True if both players together have one active Field Spell."""
    replace_own_field: str = "sent"
    """CF-18, GAP-54: treatment of a player's old Field Spell: "sent" to the Graveyard, "destroyed", or
    "refused" (the new one is refused).
    """
    extra_zones: str = "master5"
    """Zones for monsters from the Extra Deck: "master5" (CF-01), "master4" (GAP-54: only an Extra Monster
    Zone or a linked zone), "any" (any free Main Monster Zone).
    """
    pendulum_zones: str = "outer"
    """Pendulum Zones: "outer" (the outer Spell & Trap Zones), "own" (zones of their own, MR3), or "none"."""
    ignition_priority: bool = False
    """GAP-42: True if the turn player may activate a Spell Speed 1 effect right after a Summon."""
    zero_attack_destroys: bool = False
    """GAP-09: True if two monsters of ATK 0 destroy each other."""
    replay_any_attacker: bool = False
    """CF-26: True if a replay returns to the Battle Step."""
    damage_step: str = "modern"
    """CF-28: "modern" (GAP-07) or "classic" (only ATK and DEF changes before calculation)."""
    core_rules: int = 0
    """EDOPro's switches for these rules; 0 if its core does not play this format."""
    removed_returns: bool = True
    """CF-23: True if a card removed from play may return in this duel."""


MASTER = Format("master", gettext_noop("Yu-Gi-Oh! Master"), "master", core_rules=0x2E800)

_CLASSIC_RACES = (
    "dragon", "spellcaster", "zombie", "warrior", "beast_warrior", "beast", "winged_beast", "fiend", "fairy",
    "insect", "dinosaur", "reptile", "fish", "sea_serpent", "machine", "thunder", "aqua", "pyro", "rock",
    "plant",
)  # fmt: skip

CLASSIC = Format(
    "classic", gettext_noop("Yu-Gi-Oh! Classic"), "classic", first_turn_draw=True,
    main_deck=(40, None), extra_deck=(0, None), extra_kinds=("fusion",), side_deck=(0, 15),
    one_field_spell=True, replace_own_field="refused", extra_zones="any", pendulum_zones="none",
    ignition_priority=True, zero_attack_destroys=True, replay_any_attacker=True, damage_step="classic",
    removed_returns=False, races=_CLASSIC_RACES,
    attributes=("earth", "water", "fire", "wind", "light", "dark"),
)  # fmt: skip

_MR1 = replace(
    MASTER, name="MR1", title=gettext_noop("Yu-Gi-Oh! Master Rule 1"), table="master1", first_turn_draw=True,
    one_field_spell=True, replace_own_field="destroyed", extra_zones="any", pendulum_zones="none",
    ignition_priority=True, core_rules=0xD0700,
)  # fmt: skip

SPEED = replace(
    MASTER, name="SPEED", title=gettext_noop("Speed Duel"), table="master1", life=4000, opening_hand=4,
    main_deck=(20, 30), extra_deck=(0, 6), side_deck=tuple(range(7)), extra_zones="any",
    pendulum_zones="none", core_rules=0x628000,
)  # fmt: skip
RUSH = replace(
    MASTER, name="RUSH", title=gettext_noop("Rush Duel"), table="master1", opening_hand=4,
    first_turn_draw=True,
    extra_zones="any", pendulum_zones="none", core_rules=0x807F28200,
)  # fmt: skip
"""Rush rules: both players use the three middle columns. Only EDOPro's core plays them."""

DEFAULT_POINT_CAP = 100
"""Maximum points of a deck if neither its list nor its table sets a limit."""

GENESYS = replace(
    MASTER, name="genesys", title=gettext_noop("Yu-Gi-Oh! Genesys"), table="genesys", extra_zones="any",
    pendulum_zones="none", extra_kinds=("fusion", "synchro", "xyz"), point_cap=DEFAULT_POINT_CAP,
    core_rules=0x28000,
)  # fmt: skip
"""Today's rules without Extra Monster Zones and Pendulum Zones; cards cost points, in place of a list."""

_MR3 = replace(
    MASTER,
    name="MR3",
    title=gettext_noop("Yu-Gi-Oh! Master Rule 3"),
    table="master3",
    extra_zones="any",
    pendulum_zones="own",
    core_rules=0xD1800,
)

FAB = Format(
    "fab", gettext_noop("Flesh and Blood"), "fab", life=20, opening_hand=4, main_deck=(40, 80),
    extra_deck=(1, 20),
    parts=(gettext_noop("Deck"), gettext_noop("Arena cards"),
    gettext_noop("Sideboard")), extra_kinds=("hero", "equipment", "weapon"),
    pendulum_zones="none", extra_zones="any", by_hand=True, heroes=1, side_deck=tuple(range(41)),
    card_kinds=frozenset({"hero", "equipment", "weapon", "action", "attack reaction", "defense reaction",
                     "instant", "resource", "block", "mentor"}),
)  # fmt: skip

COMPANION = Format(
    "companion", gettext_noop("Cardboard companion"), "companion", opening_hand=0, main_deck=(0, 0),
    extra_deck=(0, 0), side_deck=(0,), extra_kinds=(), card_kinds=frozenset(), extra_zones="any",
    pendulum_zones="none", by_hand=True, on_paper=True,
)  # fmt: skip

FORMATS: dict[str, Format] = {
    row.name: row
    for row in (
        MASTER,
        CLASSIC,
        GENESYS,
        FAB,
        COMPANION,
        replace(MASTER, name="MR5", title=gettext_noop("Yu-Gi-Oh! Master Rule 5")),
        replace(
            MASTER,
            name="MR4",
            title=gettext_noop("Yu-Gi-Oh! Master Rule 4"),
            extra_zones="master4",
            core_rules=0xD2800,
        ),
        _MR3,
        _MR1,
        replace(
            _MR1,
            name="MR2",
            title=gettext_noop("Yu-Gi-Oh! Master Rule 2"),
            ignition_priority=False,
            core_rules=0xD0600,
        ),
        SPEED,
        RUSH,
        replace(
            _MR1,
            name="GOAT",
            title="GOAT",
            zero_attack_destroys=True,
            replay_any_attacker=True,
            core_rules=0x7F80D072C,
        ),
    )
}
"""Every format by name."""

PLAYED = ("master", "classic", "genesys", "fab", "companion")
"""The formats that a table can be opened with."""

DECK_FORMATS = tuple(name for name in PLAYED if not FORMATS[name].on_paper)
"""Those that are played with decks."""
