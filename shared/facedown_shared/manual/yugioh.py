"""Yu-Gi-Oh! by hand: the movement table, conditions, the Summons; master, classic and Genesys.

Sources: YGO-TT-01 to 13 as CF-08 to CF-13 read them, CF-01, CF-17, CF-18, CF-23, CF-33; POS, MOVE, XYZ, LNK,
TOK rows. At a table moved by hand, players are trusted with the changes that effects make. Printed conditions
are checked once; `effect` states that a card's effect overrules them.
"""

from __future__ import annotations

from dataclasses import replace

from facedown_shared.manual import arrows
from facedown_shared.manual.board import MATERIAL
from facedown_shared.manual.game import Condition, Game, GameTerms, Movement, MovementCell, PositionRow
from facedown_shared.manual.yugioh_menu import ENTRIES, PILES
from facedown_shared.manual.yugioh_summons import CLASSIC_SUMMONS, SUMMONS
from facedown_shared.protocol.gestures import Attach, LinkSummon, PendulumSummon
from facedown_shared.text import gettext_noop, words

ZONES = (
    "monster", "spell_trap", "extra_monster", "field", "graveyard", "banished", "hand", "deck", "extra_deck",
)  # fmt: skip
MONSTER_ZONES = ("monster", "extra_monster")
PHASES = ("draw", "standby", "main1", "battle", "main2", "end")

NAMES = {
    "monster": "main_monster_zone", "spell_trap": "spell_trap_zone",
    "extra_monster": "extra_monster_zone", "field": "field_zone", "graveyard": "the_graveyard",
    "banished": "the_banished_cards", "hand": "the_hand", "deck": "the_deck", "extra_deck": "the_extra_deck",
    MATERIAL: "materials_of_a_monster",
}  # fmt: skip

# y: allowed; e: only by a card's effect; n: never; =: the same place. Columns as in ZONES, then material.
_TABLE = {
    "hand":          "y y n y y y = y e y",
    "monster":       "e y e n y y y y y y",
    "spell_trap":    "y e n n y y y y e y",
    "extra_monster": "e e e n y y y y y y",
    "field":         "n n n = y y y y n y",
    "graveyard":     "y y n e = y y y y y",
    "banished":      "y y n e y = y y y y",
    "deck":          "y y n y y y y = e y",
    "extra_deck":    "y e y n y y e e = e",
    MATERIAL:        "e n n n y y y y e y",
}  # fmt: skip
"""Movement table of master: YGO-TT-01 to 10 as the conflict rows read them."""

CELLS = {
    (start, goal): MovementCell(letter)
    for start, row in _TABLE.items()
    for goal, letter in zip((*ZONES, MATERIAL), row.split(), strict=True)
}

_EXTRA_ZONE = words("extra_zone_from_extra_deck")
_STAYS = words("card_keeps_its_zone")
_SENTENCES = {
    ("monster", "monster"): _STAYS,
    ("spell_trap", "spell_trap"): _STAYS,
    ("extra_monster", "monster"): _STAYS,
    ("extra_monster", "extra_monster"): _STAYS,
    **{(start, "extra_monster"): _EXTRA_ZONE for start in ("hand", "graveyard", "banished", "deck")},
}

_MONSTER = (
    PositionRow("attack", face_up=True),
    PositionRow("defense", face_up=True, defense_position=True),
    PositionRow("set", face_up=False, defense_position=True),
)
"""Positions in a Monster Zone; face-down Attack does not exist (YGO-POS-05)."""

_FACES = (PositionRow("up", face_up=True), PositionRow("down", face_up=False))

POSITIONS: dict[str, tuple[PositionRow, ...]] = {
    "monster": _MONSTER,
    "extra_monster": _MONSTER[:2],
    "spell_trap": (*_FACES, PositionRow("scale", face_up=True, mark="scale")),
    "field": _FACES,
    "banished": _FACES,
    "deck": (
        PositionRow("shuffled", face_up=False),
        PositionRow("top", face_up=False),
        PositionRow("bottom", face_up=False),
    ),
}

# --- conditions ---------------------------------------------------------------------------------------------


def is_control(movement: Movement) -> bool:
    """Return whether a move only changes control: the monster keeps its position (YGO-EMZ-18)."""
    card, goal = movement.card, movement.goal
    return card.zone in MONSTER_ZONES and goal.zone == "monster" and goal.seat != card.controller


def _is_occupied(movement: Movement) -> bool:
    """Return whether the goal is occupied (YGO-MMZ-02). Field Zones are cleared for the next Field Spell."""
    other = movement.board.card_at(movement.goal) if movement.goal.slot >= 0 else None
    return other is not None and other.key not in movement.leaving and other.zone != "field"


def _not_a_monster(movement: Movement) -> bool:
    card = movement.card
    known = card.facts is not None and not card.facts.is_monster
    return movement.goal.zone in MONSTER_ZONES and known and not card.token


def _lacks_extra_deck_origin(movement: Movement) -> bool:
    card = movement.card
    if movement.goal.zone != "extra_monster" or card.zone not in MONSTER_ZONES or card.facts is None:
        return False
    if card.origins is None:
        return not card.facts.belongs_in_extra_deck
    return "from_extra_deck" not in card.origins


def _second_extra_zone(movement: Movement) -> bool:
    goal = movement.goal
    return goal.zone == "extra_monster" and not arrows.can_enter_extra_zone(
        movement.board, movement.card, goal, movement.by, movement.leaving
    )


def _lacks_linked_zone(movement: Movement) -> bool:
    """Return whether a needed linked zone is missing (CF-01): Link Monsters and face-up Pendulum Monsters
    from the Extra Deck need one.
    """
    card, goal = movement.card, movement.goal
    if card.zone != "extra_deck" or goal.zone != "monster":
        return False
    bound = card.has_kinds("link") or (card.has_kinds("pendulum") and card.face_up)
    return bound and goal not in arrows.linked_zones(movement.board, goal.seat, movement.leaving)


def _no_extra_deck_card(movement: Movement) -> bool:
    card = movement.card
    known = card.facts is not None and not card.facts.belongs_in_extra_deck
    return movement.goal.zone == "extra_deck" and known and not card.has_kinds("pendulum")


def _cannot_return(movement: Movement) -> bool:
    """Return whether a card may not return from the Extra Deck (CF-10): only face-up Main Deck Pendulum
    Monsters reach hand or Deck.
    """
    card = movement.card
    if card.zone != "extra_deck" or movement.goal.zone not in ("hand", "deck"):
        return False
    return not card.face_up or card.facts is None or card.facts.belongs_in_extra_deck


COMMON: tuple[Condition, ...] = (
    (_is_occupied, words("zone_is_taken"), False),
    (lambda m: m.goal.zone in ("monster", "spell_trap", "field") and m.goal.seat != m.by
     and not is_control(m),
     words("to_other_side_by_effect"), True),
    (_not_a_monster, words("spell_trap_as_monster_by_effect"), True),
    (lambda m: m.card.token and m.goal.zone in ("spell_trap", "field", "extra_monster", MATERIAL),
     words("token_stays_in_main_zone"), False),
    (lambda m: m.card.token and m.goal.zone in MONSTER_ZONES and m.position == "set",
     words("token_never_face_down"), False),
    (lambda m: m.goal.zone == "spell_trap" and m.card.has_kinds("spell", "field"),
     words("field_spell_in_field_zone"), False),
    (lambda m: m.goal.zone == "field" and m.card.facts is not None and not m.card.has_kinds("spell", "field"),
     words("field_zone_for_field_spells"), False),
    (_no_extra_deck_card, words("extra_deck_holds_only"), False),
    (_cannot_return, words("home_from_extra_deck"), False),
)  # fmt: skip


def _no_scale(movement: Movement) -> bool:
    """Return whether a card cannot be a Scale (YGO-PZ-01, YGO-PZ-05): that takes a Pendulum Monster in one of
    the two outer zones.
    """
    inner = movement.goal.slot not in (0, 4) or not movement.card.has_kinds("pendulum")
    return movement.position == "scale" and inner


MASTER_ONLY: tuple[Condition, ...] = (
    (_no_scale, words("scale_in_outer_zone"), False),
    (lambda m: m.card.has_kinds("link") and m.position in ("defense", "set") and m.goal.zone in MONSTER_ZONES,
     words("link_always_attacks"), False),
    (_lacks_extra_deck_origin, _EXTRA_ZONE, False),
    (_second_extra_zone, words("second_extra_zone"), False),
    (_lacks_linked_zone, words("linked_zone_needed"),
     False),
)  # fmt: skip


def _own_field_spell(movement: Movement) -> bool:
    """Return whether the player's old Field Spell forbids a new one, as in classic (CF-18)."""
    other = movement.board.card_at(movement.goal) if movement.goal.zone == "field" else None
    return other is not None and other.key != movement.card.key


CLASSIC_ONLY: tuple[Condition, ...] = (
    (_own_field_spell, words("own_field_spell_first"), False),
    (lambda m: m.card.zone == "banished", words("removed_stays_removed"), False),
)


def _no_bearer(movement: Movement) -> bool:
    """Return whether the card above is no face-up Xyz Monster, which materials need (YGO-XYZ-08)."""
    card = movement.card
    return not (card.zone in MONSTER_ZONES and card.face_up and card.has_kinds("xyz"))


MASTER = Game(
    name="master",
    cells=CELLS,
    names=NAMES,
    positions=POSITIONS,
    conditions=(*COMMON, *MASTER_ONLY),
    summons=SUMMONS,
    entries=ENTRIES,
    piles=PILES,
    changes_control=is_control,
    phases=PHASES,
    sentences=_SENTENCES,
    cleared=frozenset({"field"}),  # YGO-FZ-03
    noted=frozenset({"extra_deck"}),  # YGO-EMZ-13
    bears=(_no_bearer, words("materials_beneath_xyz_only"), False),
    token_kinds=("monster", "normal", "token"),
    words=GameTerms(
        gettext_noop("Life Points"),
        "LP",
        "ATK",
        "DEF",
        token=(
            ("attack", "ATK"),
            ("defense", "DEF"),
            ("level", gettext_noop("Level")),
            ("attribute", gettext_noop("Attribute")),
            ("race", gettext_noop("Type")),
        ),
    ),
)

_CLASSIC_ZONES = tuple(zone for zone in ZONES if zone != "extra_monster")
CLASSIC = replace(
    MASTER,
    name="classic",
    cells={pair: CELLS[pair] for pair in CELLS if pair[0] in _CLASSIC_ZONES and pair[1] in _CLASSIC_ZONES},
    names={
        **NAMES,
        "extra_deck": "the_fusion_deck",
        "monster": "monster_card_zone",
        "spell_trap": "spell_trap_card_zone",
        "banished": "removed_cards",
    },
    positions={zone: POSITIONS[zone] for zone in POSITIONS if zone in _CLASSIC_ZONES}
    | {"spell_trap": _FACES},
    conditions=(*COMMON, *CLASSIC_ONLY),
    summons=CLASSIC_SUMMONS,
    entries=tuple(
        entry
        for entry in ENTRIES
        if entry.gesture not in (*SUMMONS, Attach) or entry.gesture in CLASSIC_SUMMONS
        if entry.position != "scale"
    ),
)

GENESYS = replace(
    MASTER,
    name="genesys",
    cells=CLASSIC.cells,
    positions=CLASSIC.positions,
    conditions=COMMON,
    summons={kind: row for kind, row in SUMMONS.items() if kind not in (LinkSummon, PendulumSummon)},
    entries=tuple(
        entry
        for entry in ENTRIES
        if entry.gesture not in (LinkSummon, PendulumSummon) and entry.position != "scale"
    ),
)
