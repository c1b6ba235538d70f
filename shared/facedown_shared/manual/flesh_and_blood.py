"""Flesh and Blood by hand: the zones each object may be in, and the gestures; rows alone.

Sources: FAB-3.0.1 to FAB-3.16.3. The players are trusted with the chapters on playing, combat and turns. The
rows offer what those chapters need, and refuse only objects that a zone cannot contain.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown_shared.manual.board import MATERIAL, PlacedCard
from facedown_shared.manual.flesh_and_blood_menu import ENTRIES, PILES
from facedown_shared.manual.game import TEXT, Condition, Game, GameTerms, Movement, MovementCell, PositionRow
from facedown_shared.tables.flesh_and_blood import FLESH_AND_BLOOD as TABLE
from facedown_shared.tables.flesh_and_blood import ZONES as ROWS
from facedown_shared.text import gettext_noop, words

ZONES = tuple(zone.name for zone in ROWS)
ARENA, EQUIPMENT = TABLE.zones_tagged("arena"), TABLE.zones_tagged("equipment")

DECK_CARDS_ONLY = ("arsenal", "deck", "hand", "pitch")
NO_DECK_CARD = frozenset({"hero", "demi-hero", "equipment", "weapon", "token", "macro", "proxy", "layer"})
"""Kinds that start outside a deck; all others are deck-cards."""
LASTING = frozenset(
    "affliction ally ash aura construct figment invocation item landmark token equipment weapon hero".split()
)
"""Kinds that stay in the arena as permanents."""
IN_HANDS = frozenset({"weapon", "off-hand", "quiver"})
"""Kinds allowed in weapon zones. FAB-3.16.2a."""

NAMES = {
    "arms": "the_arms", "arsenal": "the_arsenal", "banished": "the_banished_cards", "chest": "the_chest",
    "combat_chain": "the_combat_chain", "deck": "the_fab_deck", "graveyard": "the_fab_graveyard",
    "hand": "the_hand", "head": "the_head", "hero": "the_hero_zone", "legs": "the_legs",
    "permanent": "the_permanents", "pitch": "the_pitch_zone", "stack": "the_stack", "weapon": "weapon_zone",
    MATERIAL: "cards_beneath",
}  # fmt: skip

_AT_WILL_TO_STACK = ("hand", "arsenal", *ARENA)
"""Zones from which a card is played, or an ability used, without an effect that allows it (FAB-3.3.4)."""


def _cell(start: str, goal: str) -> MovementCell:
    if start == goal:
        return MovementCell.YES if start in ("weapon", "arsenal", "deck", *EQUIPMENT) else MovementCell.SAME
    if goal == "stack" and start not in _AT_WILL_TO_STACK:
        return MovementCell.EFFECT
    return MovementCell.YES


CELLS = {(start, goal): _cell(start, goal) for start in (*ZONES, MATERIAL) for goal in ZONES}

_UP, _DOWN = PositionRow("up", face_up=True), PositionRow("down", face_up=False)
POSITIONS: dict[str, tuple[PositionRow, ...]] = {
    **dict.fromkeys((*ARENA, "stack", "banished"), (_UP, _DOWN)),
    "graveyard": (_UP,),
    "pitch": (_UP,),
    "arsenal": (_DOWN, _UP),
    "hand": (PositionRow("", face_up=False),),
    "deck": (
        PositionRow("top", face_up=False),
        PositionRow("bottom", face_up=False),
        PositionRow("shuffled", face_up=False),
        PositionRow("shown", face_up=False),
    ),
}
"""Positions in each zone, the default first: public zones make cards public, private ones private
(FAB-3.0.4).
"""


def is_deck_card(card: PlacedCard) -> bool:
    """Return whether a deck may contain this card. True for unknown cards."""
    return not card.token and (card.facts is None or NO_DECK_CARD.isdisjoint(card.facts.kinds))


def _has_kind(card: PlacedCard, kinds: frozenset[str]) -> bool:
    """Return whether a card has one of these kinds. True for unknown cards."""
    return card.facts is None or not kinds.isdisjoint(card.facts.kinds)


def _is_occupied(movement: Movement) -> bool:
    other = movement.board.card_at(movement.goal) if movement.goal.slot >= 0 else None
    return other is not None and other.key not in (movement.card.key, *movement.leaving)


def _lacks_weapon_zone(movement: Movement) -> bool:
    """Return whether too few weapon zones are free: a 2H object needs both of them (FAB-3.16.2a). One that is
    face-down counts once for the other player: a refusal must not disclose it.
    """
    goal, card = movement.goal, movement.card
    if goal.zone != "weapon":
        return False
    held = [
        other
        for other in movement.board.cards.values()
        if other.zone == "weapon" and other.place.seat == goal.seat
        if other.key not in (card.key, *movement.leaving)
    ]
    known = [other for other in held if other.face_up or other.controller == movement.by]
    need = 1 + len(held) + sum(other.has_kinds("2h") for other in (card, *known))
    return need > len(movement.board.slots(goal.seat, "weapon"))


def _unfit(zone: str) -> Callable[[Movement], bool]:
    return lambda movement: movement.goal.zone == zone and not _has_kind(movement.card, frozenset({zone}))


def _no_deck_card(movement: Movement) -> bool:
    ceases = movement.card.token and movement.goal.zone == "deck"
    return movement.goal.zone in DECK_CARDS_ONLY and not is_deck_card(movement.card) and not ceases


def _is_private(movement: Movement) -> bool:
    """Return whether a private object in a public zone is played, which is not allowed (FAB-3.0.4e)."""
    public = "public" in movement.board.table.zones.get(movement.card.zone, TABLE.zones["hand"]).tags
    return movement.goal.zone == "stack" and public and not movement.card.face_up


CONDITIONS: tuple[Condition, ...] = (
    (_is_occupied, words("zone_holds_one_object"), False),
    *((_unfit(zone), words("equipped_by_subtype", zone), False) for zone in EQUIPMENT),
    (lambda m: m.goal.zone == "weapon" and not _has_kind(m.card, IN_HANDS),
     words("weapon_zone_holds"), False),
    (_lacks_weapon_zone, words("no_hand_free"), False),
    (_unfit("hero"), words("hero_zone_holds_hero"), False),
    (lambda m: m.goal.zone in DECK_CARDS_ONLY and m.goal.seat not in (-1, m.card.owner),
     words("zone_holds_own_cards"), False),
    (_no_deck_card, words("deck_cards_only"), False),
    (lambda m: m.goal.zone == "permanent" and not (m.card.token or _has_kind(m.card, LASTING)),
     words("permanents_only"), True),
    (lambda m: m.goal.zone == "combat_chain" and m.card.token and not m.card.has_kinds("proxy"),
     words("chain_holds_cards_and_proxies"), False),
    (lambda m: m.goal.zone == "stack" and m.card.token and not m.card.has_kinds("layer"),
     words("stack_holds_layers"), False),
    (_is_private, words("face_down_not_played"), True),
    (lambda m: m.goal.zone in (*EQUIPMENT, "weapon", "hero") and m.goal.seat != m.card.controller,
     words("equips_own_only"), True),
)  # fmt: skip
"""Conditions of movements. Where the last value is False, effects cannot overrule it either (FAB-3.0.11,
CF-45).
"""


FAB = Game(
    name="fab",
    cells=CELLS,
    names=NAMES,
    positions=POSITIONS,
    conditions=CONDITIONS,
    entries=ENTRIES,
    piles=PILES,
    phases=("action", "end"),
    stage="permanent",
    thrown=("graveyard", "banished", "pitch", "arsenal"),
    bears=(  # FAB-3.0.14
        lambda movement: movement.card.zone not in (*ARENA, "stack"),
        words("beneath_permanent_or_stack"),
        False,
    ),
    token_kinds=("token",),
    words=GameTerms(
        gettext_noop("life"),
        gettext_noop("Life"),
        gettext_noop("Power"),
        gettext_noop("Defense"),
        token=(("attack", gettext_noop("Power")), ("race", gettext_noop("Subtypes"))),
        deck_file=gettext_noop("deck list"),
        copied=TEXT,
    ),
)
