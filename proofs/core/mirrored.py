"""Everything our State holds of a duel in the core, compared with the core's own answers to queries.

The core's numbers are translated by tables of this module's own, not by those of the mirror: a mistake in
those would agree with itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    DEFENSE_MASK,
    EXTRA_DECK_FLAG,
    FACE_UP_MASK,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    OVERLAY_FLAG,
    SLOTS,
    SPELLS_FLAG,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.stream import queries
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.stream.queries import CardQuery
from facedown_server.table import Card
from facedown_shared.cards.database_bits import ATTRIBUTES, KINDS, RACES

Look = Callable[[tuple[int, int], int], QueryResult]
"""The core's response about a place (player and location), each card by these flags."""

PILES = (DECK_FLAG, HAND_FLAG, MONSTERS_FLAG, SPELLS_FLAG, GRAVEYARD_FLAG, BANISHED_FLAG, EXTRA_DECK_FLAG)
UNORDERED = (DECK_FLAG, EXTRA_DECK_FLAG)
"""Piles that effects order without a message; their cards are compared, and not their order."""
EVERYTHING = (
    queries.COMPUTED_FLAGS
    | queries.EQUIP_FLAG
    | queries.TARGETS_FLAG
    | queries.MATERIALS_FLAG
    | queries.OWNER_FLAG
)
HELD = queries.HELD_FLAGS | queries.OWNER_FLAG
XYZ_FLAG, LINK_FLAG, SPELL_COUNTER_CODE = 0x800000, 0x4000000, 0x1


class CardComparison(NamedTuple):
    """A card on the field by our State, and by the core."""

    mirror: Mirror
    card: Card
    spot: CoreSpot
    told: CardQuery

    @property
    def fights(self) -> bool:
        """Whether it has the values of a monster that are public."""
        return self.spot.location == MONSTERS_FLAG and self.card.face_up

    def has(self, bits: int) -> bool:
        """Return whether it is of this kind now by the core."""
        return bool(self.told[queries.TYPE_FLAG] & bits)


Row = Callable[[CardComparison], tuple[Any, Any]]
"""Ours and the core's."""


def _position_values(one: CardComparison) -> tuple[Any, Any]:
    position = one.told[queries.POSITION_FLAG]
    defends = one.spot.location == MONSTERS_FLAG and bool(position & DEFENSE_MASK)
    card = one.card
    return (card.face_up, card.defense_position), (bool(position & FACE_UP_MASK), defends)


def _owner_values(one: CardComparison) -> tuple[Any, Any]:
    seats = one.mirror.places
    theirs = seats.seat(one.told[queries.OWNER_FLAG]), seats.seat(one.spot.player)
    return (one.card.owner, one.card.controller), theirs


def _kinds(one: CardComparison) -> tuple[Any, Any]:
    return set(one.card.kinds), {name for bit, name in KINDS.items() if one.has(bit)}


def _name(one: CardComparison) -> tuple[Any, Any]:
    alias, facts = one.told[queries.ALIAS_FLAG], one.card.facts
    if alias in (facts.code, facts.alias):
        return one.card.name, facts.name
    named = one.mirror.pool.get(alias)
    return one.card.name, facts.name if named is None else named.name


def _negation_values(one: CardComparison) -> tuple[Any, Any]:
    return one.card.negated, one.card.face_up and bool(
        one.told[queries.STATUS_FLAG] & queries.DISABLED_STATUS_FLAG
    )


def _level(one: CardComparison) -> tuple[Any, Any]:
    return one.card.level, 0 if one.has(XYZ_FLAG | LINK_FLAG) else one.told[queries.LEVEL_FLAG]


def _defense(one: CardComparison) -> tuple[Any, Any]:
    return one.card.defense, None if one.has(LINK_FLAG) else one.told[queries.DEFENSE_FLAG]


def _flag_values(one: CardComparison, ours: str, words: tuple[str, ...], flag: int) -> tuple[Any, Any]:
    bits = one.told[flag]
    return ours, next((word for number, word in enumerate(words) if bits & 1 << number), "")


def _scale(one: CardComparison) -> tuple[Any, Any]:
    return one.card.scale, one.told[queries.LEFT_SCALE_FLAG]


def _counters(one: CardComparison) -> tuple[Any, Any]:
    theirs = {}
    for number in one.told[queries.COUNTERS_FLAG]:
        kind, many = number & 0xFFFF, number >> 16
        if many:
            theirs["spell" if kind == SPELL_COUNTER_CODE else f"{kind:x}"] = many
    return dict(one.card.counters), theirs


def _equip_values(one: CardComparison) -> tuple[Any, Any]:
    spot: CoreSpot | None = one.told.values.get(queries.EQUIP_FLAG)
    return one.card.equipped_to, one.mirror.card(spot) if spot is not None and spot.location else None


def _targets(one: CardComparison) -> tuple[Any, Any]:
    """Return the targets: to the core an Equip Card points at its monster; with us that is another relation.

    A monster that becomes an Xyz Material stays in place in our State until the Xyz Monster has its zone, and
    what points at it goes on doing so until then: the monsters taken are not public before.
    """
    is_waiting = one.mirror.cards.materials.is_waiting
    ours = {card.id for card in one.card.targets if not is_waiting(card)}
    theirs = {one.mirror.card(spot) for spot in one.told[queries.TARGETS_FLAG]} - {one.card.equipped_to}
    return ours, {card.id if card else -1 for card in theirs}


def _materials(one: CardComparison) -> tuple[Any, Any]:
    """Return the materials: ours are in an order that discloses nothing; the mirror knows the core's."""
    codes, spot = one.told[queries.MATERIALS_FLAG], one.spot
    lying = [
        one.mirror.card(spot._replace(location=spot.location | OVERLAY_FLAG, position=number))
        for number in range(len(codes))
    ]
    ours = [card.code for card in lying if card is not None]
    return (ours, Counter(card.code for card in one.card.materials)), ([*codes], Counter(codes))


ROWS: dict[str, Row] = {
    "position": _position_values,
    "owner and controller": _owner_values,
    "equipped to": _equip_values,
    "targets": _targets,
    "materials": _materials,
}
"""Of every card on the field, what messages report."""
COMPUTED: dict[str, Row] = {
    "kinds": _kinds,
    "name": _name,
    "negated": _negation_values,
    "counters": _counters,
}
"""Of every card on the field, what the core computes; counters too are removed without a message, as from a
card that is about to be moved while its player still chooses its position.
"""
FIGHTING: dict[str, Row] = {
    "ATK": lambda one: (one.card.attack, one.told[queries.ATTACK_FLAG]),
    "DEF": _defense,
    "Level": _level,
    "Rank": lambda one: (one.card.rank, one.told[queries.RANK_FLAG] if one.has(XYZ_FLAG) else 0),
    "Link": lambda one: (one.card.facts.link, one.told[queries.LINK_FLAG][0] if one.has(LINK_FLAG) else 0),
    "Attribute": lambda one: _flag_values(one, one.card.attribute, ATTRIBUTES, queries.ATTRIBUTE_FLAG),
    "race": lambda one: _flag_values(one, one.card.race, RACES, queries.RACE_FLAG),
}
"""Compared for face-up monsters in Monster Zones only: of others the State holds what no viewer is sent."""
SCALES: dict[str, Row] = {"scale": _scale}
"""Of what is a Pendulum Scale."""


class StateDifference(NamedTuple):
    """Where our State differs. `computed`: what the core computes, and reports only on a query."""

    words: str
    computed: bool = False


def differences(mirror: Mirror, look: Look) -> Iterator[StateDifference]:
    """Return everything in which our State differs from the core."""
    for player in (0, 1):
        for location in PILES:
            flags = EVERYTHING if location in SLOTS else HELD
            queried = [*queries.decode_queries(look((player, location), flags).cards)]
            yield from _pile_differences(mirror, player, location, queried)
            if location in SLOTS:
                yield from _zone_differences(mirror, player, location, queried)


def _pile_differences(
    mirror: Mirror, player: int, location: int, queried: list[CardQuery | None]
) -> Iterator[StateDifference]:
    """Return the cards of a place, their order, their owners, and where our State has them."""
    cards: list[Card | None] = mirror.cards.lists[player, location]
    shown = location in (*SLOTS, BANISHED_FLAG)
    ours = [card and (card.code, card.owner, shown and card.face_up) for card in cards]
    theirs = [
        one and (
            one[queries.CODE_FLAG], mirror.places.seat(one[queries.OWNER_FLAG]),
            shown and bool(one[queries.POSITION_FLAG] & FACE_UP_MASK),
        )
        for one in queried
    ]  # fmt: skip
    alike = Counter(ours) == Counter(theirs) if location in UNORDERED else ours == theirs
    if not alike:
        yield StateDifference(f"place {location} of player {player}: {ours}, but {theirs}")
    if location == HAND_FLAG:
        yield from _hand_differences(mirror, player, cards, queried)
    for sequence, card in enumerate(cards):
        place = mirror.places.to_place(CoreSpot(player, location, sequence))
        if card is not None and card.place != place:
            yield StateDifference(f"{card} is not at {place}")
    if location not in SLOTS:
        pile = mirror.state.pile(place.seat, place.zone) if cards else []
        if {card.id for card in pile} != {card.id for card in cards if card is not None}:
            yield StateDifference(
                f"place {location} of player {player}: our own pile holds {pile}, but {cards}"
            )


def _hand_differences(
    mirror: Mirror, player: int, hand: list[Card | None], queried: list[CardQuery | None]
) -> Iterator[StateDifference]:  # fmt: skip
    """Return which cards of a hand an effect reveals: not those on the Chain, nor in a choice."""
    ours, theirs = [], []
    for card, one in zip(hand, queried, strict=True):
        if card is not None and one is not None and not mirror.showing.is_shown_briefly(card):
            ours += [card] * bool(card.revealed)
            theirs += [card] * bool(one.get(queries.PUBLIC_FLAG))
    if ours != theirs:
        yield StateDifference(f"hand of player {player}: {ours} are shown, but {theirs}", computed=True)


def _zone_differences(
    mirror: Mirror, player: int, location: int, queried: list[CardQuery | None]
) -> Iterator[StateDifference]:
    """Return the values of the cards of one side's zones."""
    for sequence, (card, one) in enumerate(zip(mirror.cards.lists[player, location], queried, strict=True)):
        if card is None or one is None:
            continue
        standing = CardComparison(mirror, card, CoreSpot(player, location, sequence), one)
        is_scale = card.face_up and (card.zone == "pendulum" or card.summoned == "scale")
        computed = COMPUTED | (FIGHTING if standing.fights else {}) | (SCALES if is_scale else {})
        for name, row in {**ROWS, **computed}.items():
            ours, theirs = row(standing)
            if ours != theirs:
                yield StateDifference(f"{name} of {card}: {ours}, but {theirs}", computed=name in computed)
