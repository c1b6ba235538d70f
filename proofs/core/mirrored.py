"""Everything our State holds of a duel in the core, against the core's own word when it is asked.

The words of the core's numbers are read here anew, and not by what the mirror reads them with: a mistake of
that would agree with itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import (
    BANISHED,
    DECK,
    DEFENSE,
    EXTRA,
    FACE_UP,
    GRAVEYARD,
    HAND,
    MONSTERS,
    OVERLAY,
    SLOTS,
    SPELLS,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.stream import queries
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.stream.queries import CardQuery
from facedown_server.table.state import Card
from facedown_shared.cards.database_bits import ATTRIBUTES, KINDS, RACES

Look = Callable[[tuple[int, int], int], QueryResult]
"""What the core says of a place (player and location), each card by these flags."""

PILES = (DECK, HAND, MONSTERS, SPELLS, GRAVEYARD, BANISHED, EXTRA)
UNORDERED = (DECK, EXTRA)
"""Piles that effects put in an order without a word; their cards are compared, and not how they lie."""
EVERYTHING = queries.COMPUTED | queries.EQUIP | queries.TARGETS | queries.MATERIALS | queries.OWNER
HELD = queries.HELD | queries.OWNER
XYZ, LINK, SPELL_COUNTER = 0x800000, 0x4000000, 0x1


class CardComparison(NamedTuple):
    """A card on the field by our State, and what the core says of it."""

    mirror: Mirror
    card: Card
    spot: CoreSpot
    told: CardQuery

    @property
    def fights(self) -> bool:
        """Whether it has the values of a monster that everybody may read."""
        return self.spot.location == MONSTERS and self.card.face_up

    def has(self, bits: int) -> bool:
        """Whether the core says that it is of this kind now."""
        return bool(self.told[queries.TYPE] & bits)


Row = Callable[[CardComparison], tuple[Any, Any]]
"""Ours and the core's."""


def _lies(one: CardComparison) -> tuple[Any, Any]:
    position = one.told[queries.POSITION]
    defends = one.spot.location == MONSTERS and bool(position & DEFENSE)
    card = one.card
    return (card.face_up, card.defense_position), (bool(position & FACE_UP), defends)


def _whose(one: CardComparison) -> tuple[Any, Any]:
    seats = one.mirror.places
    theirs = seats.seat(one.told[queries.OWNER]), seats.seat(one.spot.player)
    return (one.card.owner, one.card.controller), theirs


def _kinds(one: CardComparison) -> tuple[Any, Any]:
    return set(one.card.kinds), {name for bit, name in KINDS.items() if one.has(bit)}


def _name(one: CardComparison) -> tuple[Any, Any]:
    alias, facts = one.told[queries.ALIAS], one.card.facts
    if alias in (facts.code, facts.alias):
        return one.card.name, facts.name
    named = one.mirror.pool.get(alias)
    return one.card.name, facts.name if named is None else named.name


def _negated(one: CardComparison) -> tuple[Any, Any]:
    return one.card.negated, one.card.face_up and bool(
        one.told[queries.STATUS] & queries.DISABLED_STATUS_FLAG
    )


def _level(one: CardComparison) -> tuple[Any, Any]:
    return one.card.level, 0 if one.has(XYZ | LINK) else one.told[queries.LEVEL]


def _defense(one: CardComparison) -> tuple[Any, Any]:
    return one.card.defense, None if one.has(LINK) else one.told[queries.DEFENSE]


def _word(one: CardComparison, ours: str, words: tuple[str, ...], flag: int) -> tuple[Any, Any]:
    bits = one.told[flag]
    return ours, next((word for number, word in enumerate(words) if bits & 1 << number), "")


def _scale(one: CardComparison) -> tuple[Any, Any]:
    return one.card.scale, one.told[queries.LEFT]


def _counters(one: CardComparison) -> tuple[Any, Any]:
    theirs = {}
    for number in one.told[queries.COUNTERS]:
        kind, many = number & 0xFFFF, number >> 16
        if many:
            theirs["spell" if kind == SPELL_COUNTER else f"{kind:x}"] = many
    return dict(one.card.counters), theirs


def _equipped(one: CardComparison) -> tuple[Any, Any]:
    spot: CoreSpot | None = one.told.values.get(queries.EQUIP)
    return one.card.equipped_to, one.mirror.card(spot) if spot is not None and spot.location else None


def _targets(one: CardComparison) -> tuple[Any, Any]:
    """To the core an Equip Card points at its monster; with us that is another tie."""
    theirs = {one.mirror.card(spot) for spot in one.told[queries.TARGETS]} - {one.card.equipped_to}
    return {card.id for card in one.card.targets}, {card.id if card else -1 for card in theirs}


def _materials(one: CardComparison) -> tuple[Any, Any]:
    """Ours lie in an order that tells nothing; the mirror knows the core's."""
    codes, spot = one.told[queries.MATERIALS], one.spot
    lying = [
        one.mirror.card(spot._replace(location=spot.location | OVERLAY, position=number))
        for number in range(len(codes))
    ]
    ours = [card.code for card in lying if card is not None]
    return (ours, Counter(card.code for card in one.card.materials)), ([*codes], Counter(codes))


ROWS: dict[str, Row] = {
    "position": _lies,
    "owner and controller": _whose,
    "equipped to": _equipped,
    "targets": _targets,
    "materials": _materials,
}
"""Of every card on the field, what messages say."""
COMPUTED: dict[str, Row] = {"kinds": _kinds, "name": _name, "negated": _negated, "counters": _counters}
"""Of every card on the field, what the core works out; counters too go without a word, as from a card that is
about to be moved while its player still says in which position."""
FIGHTING: dict[str, Row] = {
    "ATK": lambda one: (one.card.attack, one.told[queries.ATTACK]),
    "DEF": _defense,
    "Level": _level,
    "Rank": lambda one: (one.card.rank, one.told[queries.RANK] if one.has(XYZ) else 0),
    "Link": lambda one: (one.card.facts.link, one.told[queries.LINK][0] if one.has(LINK) else 0),
    "Attribute": lambda one: _word(one, one.card.attribute, ATTRIBUTES, queries.ATTRIBUTE),
    "race": lambda one: _word(one, one.card.race, RACES, queries.RACE),
}
"""Of face-up monsters in monster zones: of others the State holds what nobody is told."""
SCALES: dict[str, Row] = {"scale": _scale}
"""Of what is a Pendulum Scale."""


class Unequal(NamedTuple):
    """What our State has otherwise. `computed`: what the core works out, and says only when it is asked."""

    words: str
    computed: bool = False


def differences(mirror: Mirror, look: Look) -> Iterator[Unequal]:
    """Everything that our State has otherwise than the core says."""
    for player in (0, 1):
        for location in PILES:
            flags = EVERYTHING if location in SLOTS else HELD
            told = [*queries.read(look((player, location), flags).cards)]
            yield from _lying(mirror, player, location, told)
            if location in SLOTS:
                yield from _standing(mirror, player, location, told)


def _lying(mirror: Mirror, player: int, location: int, told: list[CardQuery | None]) -> Iterator[Unequal]:
    """Which cards lie in a place, in which order, whose they are, and where our State has them."""
    cards: list[Card | None] = mirror.cards.lists[player, location]
    shown = location in (*SLOTS, BANISHED)
    ours = [card and (card.code, card.owner, shown and card.face_up) for card in cards]
    theirs = [
        one and (
            one[queries.CODE], mirror.places.seat(one[queries.OWNER]),
            shown and bool(one[queries.POSITION] & FACE_UP),
        )
        for one in told
    ]  # fmt: skip
    alike = Counter(ours) == Counter(theirs) if location in UNORDERED else ours == theirs
    if not alike:
        yield Unequal(f"place {location} of player {player}: {ours}, but {theirs}")
    if location == HAND:
        yield from _shown(mirror, player, cards, told)
    for sequence, card in enumerate(cards):
        place = mirror.places.place(CoreSpot(player, location, sequence))
        if card is not None and card.place != place:
            yield Unequal(f"{card} is not at {place}")
    if location not in SLOTS:
        pile = mirror.state.pile(place.seat, place.zone) if cards else []
        if {card.id for card in pile} != {card.id for card in cards if card is not None}:
            yield Unequal(f"place {location} of player {player}: our own pile holds {pile}, but {cards}")


def _shown(
    mirror: Mirror, player: int, hand: list[Card | None], told: list[CardQuery | None]
) -> Iterator[Unequal]:  # fmt: skip
    """Which cards of a hand an effect shows to everybody: not those on the chain, nor in a choice."""
    ours, theirs = [], []
    for card, one in zip(hand, told, strict=True):
        if card is not None and one is not None and not mirror.showing.is_passing(card):
            ours += [card] * bool(card.revealed)
            theirs += [card] * bool(one.get(queries.PUBLIC))
    if ours != theirs:
        yield Unequal(f"hand of player {player}: {ours} are shown, but {theirs}", computed=True)


def _standing(mirror: Mirror, player: int, location: int, told: list[CardQuery | None]) -> Iterator[Unequal]:
    """The values of the cards of one side's zones."""
    for sequence, (card, one) in enumerate(zip(mirror.cards.lists[player, location], told, strict=True)):
        if card is None or one is None:
            continue
        standing = CardComparison(mirror, card, CoreSpot(player, location, sequence), one)
        is_scale = card.face_up and (card.zone == "pendulum" or card.summoned == "scale")
        computed = COMPUTED | (FIGHTING if standing.fights else {}) | (SCALES if is_scale else {})
        for name, row in {**ROWS, **computed}.items():
            ours, theirs = row(standing)
            if ours != theirs:
                yield Unequal(f"{name} of {card}: {ours}, but {theirs}", computed=name in computed)
