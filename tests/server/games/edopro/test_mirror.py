"""The mirror where the core sends less than is needed: messages built by hand."""

from __future__ import annotations

import struct

import pytest

from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    EXTRA_DECK_FLAG,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    OVERLAY_FLAG,
    SPELLS_FLAG,
    Places,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.pile_orders import OutOfStep
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import queries
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.refereeing.referee import Result
from facedown_server.table import ops, sight
from facedown_server.table.state import State
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import CLASSES, Place
from tests.server.games.edopro import mini

NAMES = (mini.WALKER_PASSCODE, mini.DRAWER_PASSCODE, mini.BURNER_PASSCODE)


def mirror_with_pile(zone: str, location: int) -> Mirror:
    """Return a mirror with three cards in a pile of seat 0."""
    state, pool = State(TABLES["master"]), mini.pool()
    cards = [ops.create(state, pool[code], 0) for code in NAMES]
    for card in cards:
        ops.place_card(state, card, Place(0, zone))
    mirror = Mirror(state, pool, Places(state.table, 0))
    mirror.cards.set_pile(0, location, cards)
    return mirror


def banish_message(code: int, sequence: int) -> said.CardMoved:
    """Return the message that a card of the Deck is banished."""
    return said.CardMoved(code, CoreSpot(0, DECK_FLAG, sequence, 8), CoreSpot(0, BANISHED_FLAG, 0, 5), 0x40)


def test_a_deck_that_was_put_in_an_order_unsaid_gives_the_card_that_the_core_names() -> None:
    mirror = mirror_with_pile("deck", DECK_FLAG)
    for _ in mirror.apply_messages([banish_message(mini.WALKER_PASSCODE, 2)], ()):
        pass
    assert [card.code for card in mirror.state.pile(0, "banished")] == [mini.WALKER_PASSCODE]
    assert sorted(card.code for card in mirror.cards.lists[(0, DECK_FLAG)]) == sorted(
        (mini.DRAWER_PASSCODE, mini.BURNER_PASSCODE)
    )


def test_a_card_that_is_in_no_deck_ends_the_duel() -> None:
    mirror = mirror_with_pile("deck", DECK_FLAG)
    with pytest.raises(OutOfStep, match=str(mini.GUARD_PASSCODE)):
        [*mirror.apply_messages([banish_message(mini.GUARD_PASSCODE, 2)], ())]


def test_when_the_duel_is_over_nothing_counts_any_more() -> None:
    mirror = mirror_with_pile("deck", DECK_FLAG)
    for _ in mirror.apply_messages([said.Win(0, 1), banish_message(mini.WALKER_PASSCODE, 2)], ()):
        pass
    for _ in mirror.apply_messages([banish_message(mini.GUARD_PASSCODE, 0), said.Win(1, 2)], ()):
        pass
    assert mirror.progress.ended == Result(0, "lp")
    assert mirror.state.pile(0, "banished") == []


@pytest.mark.parametrize(("reason", "word"), [(1, "lp"), (2, "deckout"), (9, "lp")])
def test_a_draw_has_the_reason_that_the_core_gives(reason: int, word: str) -> None:
    mirror = mirror_with_pile("deck", DECK_FLAG)
    for _ in mirror.apply_messages([said.Win(2, reason)], ()):
        pass
    assert mirror.progress.ended == Result(None, word)


def test_a_face_up_card_of_the_extra_deck_may_be_shuffled_with_the_others() -> None:
    mirror = mirror_with_pile("extra_deck", EXTRA_DECK_FLAG)
    ops.turn_card(
        mirror.state,
        mirror.cards.lists[(0, EXTRA_DECK_FLAG)][2],
        face_up=True,
        defense_position=False,
        cause="rule",
    )
    for _ in mirror.apply_messages([said.ShuffleExtra(0, NAMES[::-1])], ()):
        pass
    assert tuple(card.code for card in mirror.cards.lists[(0, EXTRA_DECK_FLAG)]) == NAMES[::-1]


def test_the_first_word_of_an_end_is_the_end() -> None:
    """The core resolves the rest of a Chain all the same, and then sends another result."""
    mirror = mirror_with_pile("deck", DECK_FLAG)
    ops.tally(mirror.state, "1:life", 500)
    told = [said.Damage(1, 500), said.Win(0, 1), said.Damage(0, 8000), said.Win(2, 1)]
    [*mirror.apply_messages(told, ())]
    assert mirror.progress.ended == Result(0, "lp")
    assert not [event for event in mirror.state.events if event.kind == "life" and event.seat == 0]


def test_counters_stand_when_the_duel_ends_with_them() -> None:
    """There is no prompt after the result."""
    mirror = mirror_with_pile("deck", DECK_FLAG)
    card, spot = mirror.cards.lists[(0, DECK_FLAG)][2], CoreSpot(0, MONSTERS_FLAG, 0, 1)
    arrives = said.CardMoved(card.code, CoreSpot(0, DECK_FLAG, 2, 8), spot, 0x40)
    [
        *mirror.apply_messages(
            [arrives, said.AddCounter(1, spot, 3), said.RemoveCounter(1, spot, 1), said.Win(0, 1)], ()
        )
    ]
    assert card.counters == {"spell": 2}


def attack_query(attack: int) -> bytes:
    """Return the query result of the Monster Zones with one monster in the first."""
    numbers = (
        (queries.CODE_FLAG, mini.WALKER_PASSCODE), (queries.TYPE_FLAG, 0x11), (queries.ALIAS_FLAG, 0),
        (queries.STATUS_FLAG, 0), (queries.LEVEL_FLAG, 4), (queries.RANK_FLAG, 0),
        (queries.ATTRIBUTE_FLAG, 1), (queries.ATTACK_FLAG, attack), (queries.DEFENSE_FLAG, 1000),
        (queries.LEFT_SCALE_FLAG, 0), (queries.COUNTERS_FLAG, 0),
    )  # fmt: skip
    rows = [struct.pack("<HII", 8, flag, number) for flag, number in numbers]
    race = struct.pack("<HIQ", 12, queries.RACE_FLAG, 1)
    return b"".join([*rows, race, struct.pack("<HI", 4, queries.LAST_FLAG)]) + b"\0\0" * 6


def test_values_are_written_again_once_a_card_has_changed() -> None:
    """Equal results are skipped only while the card is as they have left it."""
    mirror = mirror_with_pile("deck", DECK_FLAG)
    card, spot = mirror.cards.lists[(0, DECK_FLAG)][0], CoreSpot(0, MONSTERS_FLAG, 0, 1)
    arrives = said.CardMoved(card.code, CoreSpot(0, DECK_FLAG, 0, 8), spot, 0x40)
    result = QueryResult(0, MONSTERS_FLAG, attack_query(2300))
    [*mirror.apply_messages([arrives], (result,))]
    assert card.attack == 2300
    before = mirror.state.touches
    [*mirror.apply_messages([], (result,))]
    assert mirror.state.touches == before
    ops.set_values(mirror.state, card, {"attack": 1})
    [*mirror.apply_messages([], (result,))]
    assert card.attack == 2300
    [*mirror.apply_messages([], (QueryResult(0, MONSTERS_FLAG, attack_query(700)),))]
    assert card.attack == 700


def arrival(start: CoreSpot, reason: int, code: int = mini.WALKER_PASSCODE) -> said.CardMoved:
    """Return the message that a monster is put face-up on the field."""
    return said.CardMoved(code, start, CoreSpot(0, MONSTERS_FLAG, 2, 1), reason)


@pytest.mark.parametrize(
    ("material", "reason", "word"),
    [
        (0, 0x2000400, "normal"),
        (0, 0x2000040, "normal"),
        (0, 0x40, "normal"),
        (0x1A, 0x2000400, "tribute"),
        (0, 0x800, "special"),
        (0x80008, 0x800, "special"),
    ],
)
def test_the_log_says_how_a_monster_was_summoned(material: int, reason: int, word: str) -> None:
    """The Synchro Material reason does not make the Summon of another monster a Synchro Summon. For a Normal
    Summon the core's reason is how the card was added to the hand, which is disclosed to no viewer.
    """
    mirror = mirror_with_pile("hand", HAND_FLAG)
    told = [arrival(CoreSpot(0, HAND_FLAG, 0, 10), reason)]
    if material:
        told.insert(
            0,
            said.CardMoved(
                mini.BURNER_PASSCODE, CoreSpot(0, HAND_FLAG, 2, 10), CoreSpot(0, 0x10, 0, 5), material
            ),
        )
    [*mirror.apply_messages(told, ())]
    (event,) = [one for one in mirror.state.events if one.goal and one.goal.zone == "monster"]
    assert event.cause == word


def test_pendulum_summons_end_with_what_is_activated_then() -> None:
    mirror = mirror_with_pile("hand", HAND_FLAG)
    mirror.progress.is_scaling = True
    [*mirror.apply_messages([arrival(CoreSpot(0, HAND_FLAG, 0, 10), 0x800)], ())]
    (event,) = [one for one in mirror.state.events if one.goal and one.goal.zone == "monster"]
    assert event.cause == "pendulum"


def mirror_with_monsters(*codes: int) -> Mirror:
    """Return a mirror with face-up monsters of seat 0, from the first zone on."""
    mirror = mirror_with_pile("hand", HAND_FLAG)
    for slot, code in enumerate(codes):
        card = next(card for card in mirror.cards.lists[0, HAND_FLAG] if card.code == code)
        ops.move(mirror.state, card, Place(0, "monster", slot), cause="special")
        mirror.cards.lists[0, HAND_FLAG].remove(card)
        mirror.cards.lists[0, MONSTERS_FLAG][slot] = card
    return mirror


def test_a_token_is_its_makers_wherever_it_is_made() -> None:
    """It comes from no zone, and its owner is the player who makes it."""
    mirror = mirror_with_pile("hand", HAND_FLAG)
    made = said.CardMoved(mini.GUARD_PASSCODE, CoreSpot(1, 0, 0, 0), CoreSpot(0, MONSTERS_FLAG, 0, 4), 0x800)
    [*mirror.apply_messages([made], ())]
    card = mirror.cards.lists[0, MONSTERS_FLAG][0]
    assert (card.owner, card.controller) == (1, 0)


def test_what_was_an_equip_card_and_stands_up_as_a_monster_is_equipped_to_nothing() -> None:
    mirror = mirror_with_monsters(mini.WALKER_PASSCODE, mini.BURNER_PASSCODE)
    monster, gear = mirror.cards.lists[0, MONSTERS_FLAG][:2]
    here, there = CoreSpot(0, MONSTERS_FLAG, 1, 1), CoreSpot(0, SPELLS_FLAG, 2, 5)
    lies = said.CardMoved(mini.BURNER_PASSCODE, here, there, 0x40)
    [*mirror.apply_messages([lies, said.Equipped(there, CoreSpot(0, MONSTERS_FLAG, 0, 1))], ())]
    assert gear.equipped_to is monster
    [*mirror.apply_messages([said.CardMoved(mini.BURNER_PASSCODE, there, here, 0x40)], ())]
    assert (gear.equipped_to, monster.equips) == (None, ())


def test_of_several_cards_that_one_points_at_one_alone_is_let_go() -> None:
    mirror = mirror_with_monsters(*NAMES)
    spots = [CoreSpot(0, MONSTERS_FLAG, slot, 1) for slot in range(3)]
    source, one, other = mirror.cards.lists[0, MONSTERS_FLAG][:3]
    told = [said.CardTarget(spots[0], spots[1]), said.CardTarget(spots[0], spots[2])]
    [*mirror.apply_messages([*told, said.CancelTarget(spots[0], spots[1])], ())]
    assert (source.targets, one.targeted_by, other.targeted_by) == ((other,), (), (source,))


@pytest.mark.parametrize("reason", [0x2000040, 0x2000400, 0x40, 0])
def test_a_spell_that_is_used_does_not_tell_how_it_was_drawn(reason: int) -> None:
    """The core gives the reason of the previous move, which no other viewer saw."""
    mirror = mirror_with_pile("hand", HAND_FLAG)
    start, goal = CoreSpot(0, HAND_FLAG, 1, 10), CoreSpot(0, SPELLS_FLAG, 2, 5)
    [*mirror.apply_messages([said.CardMoved(mini.DRAWER_PASSCODE, start, goal, reason)], ())]
    (event,) = [one for one in mirror.state.events if one.goal and one.goal.zone == "spell_trap"]
    assert event.cause == "rule"


# --- Xyz materials ------------------------------------------------------------------------------------------


def count_cards(mirror: Mirror, viewer: int) -> int:
    """Return how many cards a viewer class sees in piles and as materials."""
    seen = sight.view(mirror.state, viewer)
    return sum(pile.count for pile in seen.piles.values()) + sum(
        len(row.materials) for row in seen.cards.values()
    )


def overlay_message(code: int, start: CoreSpot, sequence: int = 0) -> said.CardMoved:
    """Return the message that attaches a card to the card of the Extra Deck with this number."""
    return said.CardMoved(code, start, CoreSpot(0, EXTRA_DECK_FLAG | OVERLAY_FLAG, sequence, 0), 0x200008)


def xyz_duel() -> Mirror:
    """Return a mirror with three monsters on the field and two Xyz Monsters in the Extra Deck."""
    mirror = mirror_with_monsters(*NAMES)
    extra = [
        ops.create(mirror.state, mini.pool()[code], 0) for code in (mini.GUARD_PASSCODE, mini.WEAVER_PASSCODE)
    ]
    for card in extra:
        ops.place_card(mirror.state, card, Place(0, "extra_deck"))
    mirror.cards.set_pile(0, EXTRA_DECK_FLAG, extra)
    return mirror


def apply_messages(mirror: Mirror, *told: object) -> None:
    [*mirror.apply_messages([*told], ())]


SUMMONED_TO = CoreSpot(0, MONSTERS_FLAG, 1, 1)


def test_xyz_materials_are_seen_by_everybody_in_every_frame() -> None:
    """The core attaches them while their monster is in the Extra Deck, and then prompts for its zone, which
    may be that of a material.
    """
    mirror = xyz_duel()
    walker, drawer, burner = mirror.cards.lists[0, MONSTERS_FLAG][:3]
    guard = mirror.cards.lists[0, EXTRA_DECK_FLAG][0]
    apply_messages(
        mirror,
        overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 0, 1)),
        overlay_message(mini.DRAWER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 1, 1)),
    )  # fmt: skip
    assert [count_cards(mirror, viewer) for viewer in CLASSES] == [5, 5, 5]
    assert mirror.card(CoreSpot(0, EXTRA_DECK_FLAG | OVERLAY_FLAG, 0, 1)) is drawer
    apply_messages(
        mirror, said.CardMoved(mini.GUARD_PASSCODE, CoreSpot(0, EXTRA_DECK_FLAG, 0, 8), SUMMONED_TO, 0x800)
    )
    assert [count_cards(mirror, viewer) for viewer in CLASSES] == [5, 5, 5]
    assert guard.materials == (walker, drawer)
    assert (guard.place, burner.place) == (Place(0, "monster", 1), Place(0, "monster", 2))
    apply_messages(
        mirror,
        said.CardMoved(
            mini.DRAWER_PASSCODE,
            CoreSpot(0, MONSTERS_FLAG | OVERLAY_FLAG, 1, 1),
            CoreSpot(0, GRAVEYARD_FLAG, 0, 1),
            0x80,
        ),
    )
    assert guard.materials == (walker,)
    assert [count_cards(mirror, viewer) for viewer in CLASSES] == [5, 5, 5]


def test_what_points_at_a_material_does_so_until_its_monster_comes() -> None:
    """The core drops the target when it attaches the material, without a message; our State has it until the
    Xyz Monster has its zone.
    """
    mirror = xyz_duel()
    walker, _drawer, burner = mirror.cards.lists[0, MONSTERS_FLAG][:3]
    apply_messages(
        mirror,
        said.CardTarget(CoreSpot(0, MONSTERS_FLAG, 2, 1), CoreSpot(0, MONSTERS_FLAG, 0, 1)),
        overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 0, 1)),
    )
    assert mirror.cards.materials.is_waiting(walker)
    assert burner.targets == (walker,)
    apply_messages(
        mirror, said.CardMoved(mini.GUARD_PASSCODE, CoreSpot(0, EXTRA_DECK_FLAG, 0, 8), SUMMONED_TO, 0x800)
    )
    assert not mirror.cards.materials.is_waiting(walker)
    assert (burner.targets, walker.targeted_by) == ((), ())


def test_materials_go_on_to_an_xyz_monster_that_is_summoned_with_their_bearer() -> None:
    mirror = xyz_duel()
    walker = mirror.cards.lists[0, MONSTERS_FLAG][0]
    guard, weaver = mirror.cards.lists[0, EXTRA_DECK_FLAG]
    apply_messages(
        mirror,
        overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 0, 1)),
        said.CardMoved(
            mini.GUARD_PASSCODE, CoreSpot(0, EXTRA_DECK_FLAG, 0, 8), CoreSpot(0, MONSTERS_FLAG, 0, 1), 0x800
        ),
    )
    assert guard.materials == (walker,)
    bearing = CoreSpot(0, MONSTERS_FLAG, 0, 1)
    for message in (
        overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG | OVERLAY_FLAG, 0, 0)),
        overlay_message(mini.GUARD_PASSCODE, bearing),
        said.CardMoved(mini.WEAVER_PASSCODE, CoreSpot(0, EXTRA_DECK_FLAG, 0, 8), bearing, 0x800),
    ):
        apply_messages(mirror, message)
        assert [count_cards(mirror, viewer) for viewer in CLASSES] == [5, 5, 5]
    assert weaver.materials == (walker, guard)
    assert guard.materials == ()


def test_materials_of_a_monster_that_never_comes_go_from_where_they_are() -> None:
    mirror = xyz_duel()
    apply_messages(mirror, overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 0, 1)))
    gone = said.CardMoved(
        mini.WALKER_PASSCODE,
        CoreSpot(0, EXTRA_DECK_FLAG | OVERLAY_FLAG, 0, 0),
        CoreSpot(0, GRAVEYARD_FLAG, 0, 1),
        0x400,
    )
    apply_messages(mirror, gone)
    assert [card.code for card in mirror.state.pile(0, "graveyard")] == [mini.WALKER_PASSCODE]
    assert [count_cards(mirror, viewer) for viewer in CLASSES] == [5, 5, 5]


def test_a_zone_that_the_core_has_freed_may_be_taken_by_another_card() -> None:
    mirror = xyz_duel()
    walker, _drawer, burner = mirror.cards.lists[0, MONSTERS_FLAG][:3]
    apply_messages(mirror, overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 0, 1)))
    apply_messages(
        mirror,
        said.CardMoved(
            mini.BURNER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 2, 1), CoreSpot(0, MONSTERS_FLAG, 0, 1), 0x40
        ),
    )
    assert burner.place == Place(0, "monster", 0)
    assert walker.bearer is mirror.cards.lists[0, EXTRA_DECK_FLAG][0]


def test_materials_stay_beneath_a_monster_that_changes_its_zone_or_its_controller() -> None:
    mirror = xyz_duel()
    walker, guard = mirror.cards.lists[0, MONSTERS_FLAG][0], mirror.cards.lists[0, EXTRA_DECK_FLAG][0]
    apply_messages(
        mirror,
        overlay_message(mini.WALKER_PASSCODE, CoreSpot(0, MONSTERS_FLAG, 0, 1)),
        said.CardMoved(
            mini.GUARD_PASSCODE, CoreSpot(0, EXTRA_DECK_FLAG, 0, 8), CoreSpot(0, MONSTERS_FLAG, 0, 1), 0x800
        ),
    )
    here = CoreSpot(0, MONSTERS_FLAG, 0, 1)
    for there in (CoreSpot(0, MONSTERS_FLAG, 4, 1), CoreSpot(1, MONSTERS_FLAG, 3, 1)):
        apply_messages(mirror, said.CardMoved(mini.GUARD_PASSCODE, here, there, 0x4000))
        here = there
        assert guard.materials == (walker,)
        assert [count_cards(mirror, viewer) for viewer in CLASSES] == [5, 5, 5]
