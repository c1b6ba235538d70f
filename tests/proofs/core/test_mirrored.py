"""Every value in our State that differs from the core's is noticed."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import HAND_FLAG, MONSTERS_FLAG, SPELLS_FLAG, Places
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.stream import queries
from facedown_server.table import ops
from facedown_server.table.state import Card, State
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place
from proofs.core.mirrored import differences

WALKER = Facts(
    code=900001, name="Mini Walker", kinds=("monster", "effect"), attribute="earth", race="warrior", level=4,
    attack=1500, defense=1000,
)  # fmt: skip
SCALE = Facts(
    code=900002, name="Mini Scale", kinds=("monster", "normal", "pendulum"), attribute="light", race="fairy",
    level=4, attack=100, defense=100, scales=(3, 3),
)  # fmt: skip
POOL = Pool((WALKER, SCALE))
NUMBER = {"monster": 0x21, "scale": 0x1000002}


def encode_query(**values: bytes) -> bytes:
    """Return one card as the core sends it: flags by the beginnings of their names in `queries`."""
    rows = [(getattr(queries, f"{name}_FLAG"), value) for name, value in values.items()]
    packed = b"".join(struct.pack("<HI", 4 + len(value), flag) + value for flag, value in rows)
    return packed + struct.pack("<HI", 4, queries.LAST_FLAG)


def number(value: int) -> bytes:
    return struct.pack("<i", value)


def spot(player: int, location: int, sequence: int) -> bytes:
    return struct.pack("<BBII", player, location, sequence, 1)


def query_values(facts: Facts, kinds: int) -> dict[str, bytes]:
    """Return what the core sends of a card as printed, face-up and controlled by the first player."""
    return {
        "CODE": number(facts.code), "POSITION": number(1), "ALIAS": number(facts.code),
        "TYPE": number(kinds), "LEVEL": number(facts.level), "RANK": number(0), "ATTRIBUTE": number(1),
        "RACE": struct.pack("<Q", 1), "ATTACK": number(facts.attack or 0),
        "DEFENSE": number(facts.defense or 0), "TARGETS": number(0), "MATERIALS": number(0),
        "COUNTERS": number(0), "OWNER": b"\0", "STATUS": number(0), "PUBLIC": b"\0",
        "LEFT_SCALE": number(3), "LINK": bytes(8),
    }  # fmt: skip


CORE = {
    (0, HAND_FLAG): encode_query(CODE=number(900001), POSITION=number(10), OWNER=b"\0", PUBLIC=b"\0"),
    (0, MONSTERS_FLAG): encode_query(**query_values(WALKER, NUMBER["monster"])) * 2 + bytes(2 * 5),
    (0, SPELLS_FLAG): encode_query(**query_values(SCALE, NUMBER["scale"])) + bytes(2 * 7),
}
EMPTY = {MONSTERS_FLAG: bytes(2 * 7), SPELLS_FLAG: bytes(2 * 8)}


def look(place: tuple[int, int], flags: int) -> QueryResult:
    return QueryResult(*place, CORE.get(place, EMPTY.get(place[1], b"")))


def put_cards() -> Mirror:
    """Return a mirror of two monsters, a Pendulum Scale and a card in the hand, as the core has them."""
    state = State(TABLES["master"])
    mirror = Mirror(state, POOL, Places(state.table, 0))
    places = [
        (WALKER, "hand", -1, HAND_FLAG, 0), (WALKER, "monster", 0, MONSTERS_FLAG, 0),
        (WALKER, "monster", 1, MONSTERS_FLAG, 1), (SCALE, "spell_trap", 0, SPELLS_FLAG, 0),
    ]  # fmt: skip
    for facts, zone, slot, location, sequence in places:
        card = ops.create(state, facts, 0)
        ops.place_card(state, card, Place(0, zone, slot), face_up=zone != "hand")
        if location == HAND_FLAG:
            mirror.cards.set_pile(0, HAND_FLAG, [card])
        else:
            mirror.cards.lists[0, location][sequence] = card
    scale = mirror.cards.lists[0, SPELLS_FLAG][0]
    ops.mark(state, scale, summoned="scale")
    ops.set_values(state, scale, {"kinds": ("spell", "pendulum")})
    return mirror


def test_what_stands_as_the_core_says_is_equal() -> None:
    assert [*differences(put_cards(), look)] == []


Spoil = Callable[[Mirror, Card, Card], None]


def value(**values: object) -> Spoil:
    return lambda mirror, card, other: ops.set_values(mirror.state, card, values)


def put_scale(mirror: Mirror, card: Card, other: Card) -> None:
    ops.set_scale(mirror.state, mirror.cards.lists[0, SPELLS_FLAG][0], 5)


def put_beneath(mirror: Mirror, card: Card, other: Card) -> None:
    ops.attach(mirror.state, ops.create(mirror.state, WALKER, 0), card)


SPOILS: dict[str, tuple[Spoil, bool]] = {
    "ATK": (value(attack=1600), True),
    "DEF": (value(defense=None), True),
    "Level": (value(level=5), True),
    "Rank": (value(rank=4), True),
    "Attribute": (value(attribute="dark"), True),
    "race": (value(race="dragon"), True),
    "kinds": (value(kinds=("monster",)), True),
    "name": (value(called="Somebody Else"), True),
    "negated": (value(negated=True), True),
    "scale": (put_scale, True),
    "position": (lambda mirror, card, other: ops.mark(mirror.state, card, defense_position=True), False),
    "owner and controller": (lambda mirror, card, other: ops.mark(mirror.state, card, controller=1), False),
    "counters": (lambda mirror, card, other: ops.counters(mirror.state, card, "spell", 1), True),
    "equipped to": (lambda mirror, card, other: ops.equip(mirror.state, card, other), False),
    "targets": (lambda mirror, card, other: ops.add_tie(mirror.state, card, other), False),
    "materials": (put_beneath, False),
}


@pytest.mark.parametrize("name", SPOILS)
def test_one_value_that_is_another_is_noticed(name: str) -> None:
    """It is also classified: computed by the core, or known from messages."""
    mirror, (spoil, computed) = put_cards(), SPOILS[name]
    spoil(mirror, *mirror.cards.lists[0, MONSTERS_FLAG][:2])
    assert [(one.words.partition(" of ")[0], one.computed) for one in differences(mirror, look)] == [
        (name, computed)
    ]


def test_a_target_that_waits_to_be_a_material_may_be_held_and_no_longer() -> None:
    """The core has let go of it when it attached it to a monster that is still in the Extra Deck."""
    mirror = put_cards()
    row = mirror.cards.lists[0, MONSTERS_FLAG]
    bearer, material = ops.create(mirror.state, WALKER, 0), ops.create(mirror.state, WALKER, 0)
    ops.place_card(mirror.state, bearer, Place(0, "extra_deck"))
    ops.place_card(mirror.state, material, Place(0, "monster", 2))
    ops.add_tie(mirror.state, row[0], material)
    said = [one.words.partition(" of ")[0] for one in differences(mirror, look)]
    assert said == ["targets"]
    mirror.cards.materials.attach(bearer, material)
    assert [*differences(mirror, look)] == []


def test_a_card_that_lies_elsewhere_is_noticed() -> None:
    mirror = put_cards()
    row = mirror.cards.lists[0, MONSTERS_FLAG]
    row[1], row[2] = row[2], row[1]
    assert [one.words for one in differences(mirror, look)]


def test_a_hand_that_is_open_to_all_is_noticed() -> None:
    mirror = put_cards()
    ops.reveal(mirror.state, mirror.cards.lists[0, HAND_FLAG], cause="effect")
    assert [one.words.startswith("hand of player 0") for one in differences(mirror, look)] == [True]


def test_a_pendulum_scale_is_what_the_core_says() -> None:
    mirror = put_cards()
    changed = encode_query(**{**query_values(SCALE, NUMBER["scale"]), "LEFT_SCALE": number(9)}) + bytes(2 * 7)
    [*mirror.apply_messages((), (QueryResult(0, SPELLS_FLAG, changed),))]
    assert mirror.cards.lists[0, SPELLS_FLAG][0].scale == 9
