"""Who may know what, row by row: cards by zone and position, and what is disclosed while they move."""

from __future__ import annotations

import pytest

from facedown_server.table import ops, sight
from facedown_server.table.state import Card, GameEvent, State
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX, Place
from tests.rules import rule
from tests.server.table.laid import FUSION, MONSTER, PENDULUM, SPELL, put_card, table
from tests.server.table.test_sight import readers_of

OWNER_SEAT_INDEX, OTHER_SEAT_INDEX = 0, 1
HAND, DECK, BANISHED = Place(0, "hand"), Place(0, "deck"), Place(0, "banished")


def learners_of(told: GameEvent) -> str:
    """Return who learns the identity in an event: letters of owner, opponent, public."""
    cuts = [(letter, sight.redact(told, viewer)) for letter, viewer in zip("oxp", CLASSES, strict=True)]
    return "".join(letter if cut.code else "-" for letter, cut in cuts)


def cut(told: GameEvent, viewer: int) -> VisibleEvent:
    """Return what this class is sent."""
    found = sight.redact(told, viewer)
    assert found is not None
    return found


def handles(state: State, pile: str, viewer: int) -> tuple[int, ...]:
    """Return what this class can distinguish in a pile."""
    return sight.view(state, viewer).piles[pile].handles


# --- cards on the field -------------------------------------------------------------------------------------


@rule("VIS-08", "VIS-09")
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("Yami", "0:field:0"), ("Gravity Bind", "0:spell_trap:1"), ("Axe of Despair", "0:spell_trap:2"),
        (PENDULUM, "0:spell_trap:0"),
    ],
)  # fmt: skip
def test_spells_traps_and_scales_are_open_face_up_and_a_back_face_down(name: str, place: str) -> None:
    for face_up, readers in ((True, "oxp"), (False, "o--")):
        state = table()
        card = put_card(state, name, place, face_up=face_up)
        assert readers_of(state, card) == readers
        assert all(card.handles), "that a card lies there is seen by all"


@rule("VIS-09", "YGO-MOVE-56")
def test_what_an_equip_card_hangs_on_is_seen_by_all() -> None:
    state = table()
    monster, axe = (
        put_card(state, MONSTER, "0:monster:0"),
        put_card(state, "Axe of Despair", "0:spell_trap:0"),
    )
    ops.equip(state, axe, monster)
    for viewer in CLASSES:
        seen = sight.view(state, viewer).cards[axe.handles[viewer]]
        assert seen.equipped_to == monster.handles[viewer] > 0


@rule("VIS-11", "YGO-TOK-03", "YGO-CTR-01")
def test_tokens_and_counters_are_seen_by_all() -> None:
    state = table()
    token = put_card(state, "Sheep Token", "0:monster:0", token=True)
    ops.counters(state, token, "spell", 2)
    for viewer in CLASSES:
        seen = sight.view(state, viewer).cards[token.handles[viewer]]
        assert (seen.code, seen.token, seen.counters) == (token.code, True, {"spell": 2})


@rule("VIS-16", "YGO-EMZ-09")
def test_that_a_zone_is_empty_is_seen_by_all() -> None:
    state = table()
    put_card(state, FUSION, "-:extra_monster:1", owner=OWNER_SEAT_INDEX)
    for viewer in CLASSES:
        assert [bool(handle) for handle in handles(state, "-:extra_monster", viewer)] == [False, True]


@rule("VIS-17", "GAP-V13")
def test_a_set_card_shown_and_left_set_is_hidden_as_before() -> None:
    state = table()
    card = put_card(state, SPELL, "0:spell_trap:0", face_up=False)
    place, mark = card.place, card.handles
    ops.reveal(state, [card], 1 << OTHER_SEAT_INDEX)
    assert (readers_of(state, card), learners_of(state.events[-1])) == ("ox-", "ox-")
    ops.conceal(state, [card])
    assert (readers_of(state, card), card.place, card.handles) == ("o--", place, mark)


# --- moves: who learns the identity -------------------------------------------------------------------------


def move_card(
    start: str, goal: Place, *, face_up: bool, owner: int = OWNER_SEAT_INDEX, ends: bool = False
) -> tuple[State, Card, GameEvent]:
    """Lay a card in a place (this face), then move it to a goal (face-up there: `ends`)."""
    state = table()
    card = put_card(state, MONSTER, start, face_up=face_up, owner=owner)
    return state, card, ops.move(state, card, goal, face_up=ends, controller=owner)


@rule("VIS-14", "VIS-30", "VIS-46")
@pytest.mark.parametrize(
    ("start", "face_up"),
    [("0:monster:0", False), ("0:deck", False), ("0:hand", False), ("0:monster:0", True)],
)
@pytest.mark.parametrize("zone", ["graveyard", "banished"])
def test_whatever_goes_to_the_graveyard_or_is_banished_face_up_is_told_to_all(
    start: str, face_up: bool, zone: str
) -> None:
    state, card, told = move_card(start, Place(0, zone), face_up=face_up, ends=True)
    assert (learners_of(told), readers_of(state, card)) == ("oxp", "oxp")


@rule("VIS-24", "GAP-V3", "VIS-44")
def test_a_card_from_the_deck_to_the_hand_is_told_only_to_its_owner_unless_shown() -> None:
    state, card, told = move_card("0:deck", HAND, face_up=False)
    assert (learners_of(told), readers_of(state, card)) == ("o--", "o--")
    ops.reveal(state, [card])
    assert learners_of(state.events[-1]) == "oxp"
    ops.conceal(state, [card])
    assert readers_of(state, card) == "o--"


@rule("VIS-25", "YGO-MOVE-12")
def test_a_monster_summoned_from_the_deck_is_told_to_all() -> None:
    state, card, told = move_card("0:deck", Place(0, "monster", 0), face_up=False, ends=True)
    assert (learners_of(told), readers_of(state, card)) == ("oxp", "oxp")


@rule("VIS-28", "GAP-V5", "VIS-L06")
@pytest.mark.parametrize("bottom", [False, True])
def test_an_open_card_put_back_into_the_deck_is_told_once_and_leaves_no_handle(bottom: bool) -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    told = ops.move(state, card, DECK, face_up=False, bottom=bottom)
    assert (learners_of(told), readers_of(state, card), card.handles) == ("oxp", "---", (0, 0, 0))
    assert all(handles(state, "0:deck", viewer) == () for viewer in CLASSES)
    drawn = ops.move(state, card, HAND, face_up=False, kind="draw")
    assert (learners_of(drawn), cut(drawn, OTHER_SEAT_INDEX).card, cut(drawn, OTHER_SEAT_INDEX).was) == (
        "o--",
        0,
        0,
    )


@rule("VIS-29", "VIS-15", "GAP-V4")
@pytest.mark.parametrize("start", ["0:hand", "0:spell_trap:0"])
def test_a_hidden_card_put_back_into_the_deck_is_told_to_its_owner(start: str) -> None:
    state, card, told = move_card(start, DECK, face_up=False)
    assert (learners_of(told), readers_of(state, card)) == ("o--", "---")
    assert sight.view(state, OTHER_SEAT_INDEX).piles["0:deck"].count == 1


@rule("VIS-34", "VIS-L09", "YGO-MOVE-51")
@pytest.mark.parametrize(("face_up", "readers"), [(True, "oxp"), (False, "o--")])
def test_a_monster_returned_to_the_extra_deck_is_told_as_it_lay(face_up: bool, readers: str) -> None:
    state = table()
    card = put_card(state, FUSION, "0:monster:0", face_up=face_up)
    told = ops.move(state, card, Place(0, "extra_deck"), face_up=False)
    assert (learners_of(told), readers_of(state, card)) == (readers, "o--")
    assert (handles(state, "0:extra_deck", OTHER_SEAT_INDEX), cut(told, OTHER_SEAT_INDEX).card) == ((), 0)


@rule("VIS-45", "VIS-L03")
def test_an_open_card_taken_to_the_hand_is_told_and_then_one_of_many() -> None:
    state, card, told = move_card("0:monster:0", HAND, face_up=True)
    assert (learners_of(told), cut(told, OTHER_SEAT_INDEX).card, readers_of(state, card)) == ("oxp", 0, "o--")
    assert handles(state, "0:hand", OTHER_SEAT_INDEX) == handles(state, "0:hand", PUBLIC_CLASS_INDEX) == ()


# --- hand and banished --------------------------------------------------------------------------------------


@rule("VIS-41", "YGO-HAND-09", "VIS-L11")
def test_a_revealed_hand_is_open_until_it_ends_and_cannot_be_matched_afterwards() -> None:
    state = table()
    cards = [put_card(state, name, "0:hand", face_up=False) for name in (MONSTER, SPELL)]
    ops.reveal(state, cards)
    shown = set(handles(state, "0:hand", OTHER_SEAT_INDEX))
    assert [readers_of(state, card) for card in cards] == ["oxp", "oxp"]
    ops.conceal(state, cards)
    assert handles(state, "0:hand", OTHER_SEAT_INDEX) == ()
    ops.reveal(state, cards)
    assert len(shown) == 2
    assert not shown & set(handles(state, "0:hand", OTHER_SEAT_INDEX))


@rule("VIS-50", "VIS-53", "YGO-BAN-04")
def test_an_open_card_banished_face_down_is_told_as_it_leaves_and_face_up_it_stays_open() -> None:
    for face_up, after in ((True, "oxp"), (False, "o--")):
        state, card, told = move_card("0:monster:0", BANISHED, face_up=True, ends=face_up)
        assert (learners_of(told), readers_of(state, card)) == ("oxp", after)


@rule("VIS-52", "YGO-BAN-10")
@pytest.mark.parametrize("start", ["0:hand", "0:deck", "0:monster:0"])
def test_a_hidden_card_banished_face_down_is_told_to_its_owner_alone(start: str) -> None:
    state, card, told = move_card(start, BANISHED, face_up=False)
    assert (learners_of(told), readers_of(state, card)) == ("o--", "o--")
    assert sight.view(state, OTHER_SEAT_INDEX).piles["0:banished"].count == 1


@rule("VIS-52", "VIS-54")
def test_who_controlled_a_card_or_banished_it_has_no_right_to_look() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0", face_up=False)
    ops.move(
        state, card, Place(1, "monster", 0), face_up=False, defense_position=True, controller=OTHER_SEAT_INDEX
    )
    assert readers_of(state, card) == "ox-"
    told = ops.move(state, card, BANISHED, face_up=False, by=OTHER_SEAT_INDEX, controller=OWNER_SEAT_INDEX)
    assert readers_of(state, card) == "o--"
    assert cut(told, OTHER_SEAT_INDEX).card == 0


@rule("VIS-55", "GAP-V7")
def test_what_classic_removes_from_play_is_open() -> None:
    state = table("classic")
    assert readers_of(state, put_card(state, MONSTER, "0:banished")) == "oxp"


@rule("VIS-56")
def test_coins_life_points_and_phases_are_told_to_all_alike() -> None:
    state = table()
    ops.phase(state, "main1")
    told = [ops.note(state, "coin", seat=0, word="heads")]
    ops.life(state, 0, 500, cause="gain")
    told.append(state.events[-1])
    for one in told:
        assert len({cut(one, viewer) for viewer in CLASSES}) == 1
    views = [sight.view(state, viewer) for viewer in CLASSES]
    assert {view.phase for view in views} == {"main1"}
    assert [view.tallies["0:life"] for view in views] == [500] * 3


# --- handles ------------------------------------------------------------------------------------------------


@rule("VIS-L01", "CF-41")
def test_in_its_zone_a_card_keeps_its_handle_whatever_its_face() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    mark = card.handles
    for face_up in (False, True, False):
        ops.turn_card(state, card, face_up=face_up, defense_position=True, cause="effect")
        assert card.handles == mark


@rule("VIS-L02")
def test_through_open_places_everybody_can_follow_a_card() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    mark = card.handles
    for goal in (Place(0, "graveyard"), Place(0, "banished"), Place(0, "monster", 3)):
        ops.move(state, card, goal)
        assert card.handles == mark


@rule("VIS-L04", "VIS-47")
@pytest.mark.parametrize("goal", [Place(0, "spell_trap", 1), BANISHED])
def test_from_hand_to_face_down_nobody_else_can_follow(goal: Place) -> None:
    state = table()
    card = put_card(state, SPELL, "0:spell_trap:0")
    before = card.handles
    ops.move(state, card, HAND, face_up=False)
    told = ops.move(state, card, goal, face_up=False)
    for viewer in (OTHER_SEAT_INDEX, PUBLIC_CLASS_INDEX):
        assert card.handles[viewer] != before[viewer]
        assert (cut(told, viewer).was, cut(told, viewer).code) == (0, 0)


@rule("VIS-L05", "VIS-L07")
def test_through_a_shuffled_deck_not_even_its_owner_can_follow() -> None:
    state = table()
    card, other = (put_card(state, name, "0:hand", face_up=False) for name in (MONSTER, SPELL))
    before = card.handles[OWNER_SEAT_INDEX]
    ops.move(state, card, DECK, face_up=False)
    ops.shuffle(state, 0, "deck", [0])
    assert card.handles == (0, 0, 0)
    told = ops.move(state, card, HAND, face_up=False, kind="draw")
    assert (cut(told, OWNER_SEAT_INDEX).was, cut(told, OTHER_SEAT_INDEX).card) == (0, 0)
    assert card.handles[OWNER_SEAT_INDEX] not in (0, before, other.handles[OWNER_SEAT_INDEX])


@rule("VIS-L10", "YGO-BAN-12", "VIS-51")
def test_of_face_down_banished_cards_others_have_a_number_and_no_order() -> None:
    views = []
    for names in ((MONSTER, SPELL), (SPELL, MONSTER)):
        state = table()
        for name in names:
            ops.move(state, put_card(state, name, "0:hand", face_up=False), BANISHED, face_up=False)
        views.append(sight.view(state, OTHER_SEAT_INDEX))
    assert views[0] == views[1]
    assert (views[0].piles["0:banished"].count, views[0].piles["0:banished"].handles) == (2, ())


@rule("VIS-L12", "VIS-04")
def test_a_taken_face_down_card_keeps_its_handle_and_its_new_controller_reads_it() -> None:
    state = table()
    card = put_card(state, MONSTER, "1:monster:0", face_up=False)
    mark = card.handles
    told = ops.move(state, card, Place(0, "monster", 0), face_up=False, defense_position=True, controller=0)
    assert card.handles == mark
    assert (readers_of(state, card), learners_of(told)) == ("ox-", "ox-")
    ops.move(state, card, Place(1, "monster", 0), face_up=False, defense_position=True, controller=1)
    assert readers_of(state, card) == "-x-"


@rule("VIS-L13")
@pytest.mark.parametrize("order", [(1, 0), (0, 1)])
def test_set_cards_shuffled_among_themselves_cannot_be_told_apart_by_others(order: tuple[int, int]) -> None:
    state = table()
    cards = [
        put_card(state, name, f"0:monster:{slot}", face_up=False)
        for slot, name in enumerate((MONSTER, "Sangan"))
    ]
    before = [card.handles for card in cards]
    ops.mix(state, cards, order)
    assert [state.pile(0, "monster")[slot] for slot in (0, 1)] == [cards[index] for index in order]
    assert [card.handles[OWNER_SEAT_INDEX] for card in cards] == [mark[OWNER_SEAT_INDEX] for mark in before]
    for viewer in (OTHER_SEAT_INDEX, PUBLIC_CLASS_INDEX):
        assert handles(state, "0:monster", viewer)[:2] == (3, 4), "new ones, place by place"


@rule("VIS-L14", "VIS-12", "YGO-XYZ-04")
def test_materials_can_be_followed_into_the_graveyard() -> None:
    state = table()
    bearer, material = (
        put_card(state, "Number 39: Utopia", "0:monster:0"),
        put_card(state, MONSTER, "0:monster:1"),
    )
    mark = material.handles
    ops.attach(state, material, bearer)
    assert (material.handles, readers_of(state, material)) == (mark, "oxp")
    ops.move(state, material, Place(0, "graveyard"), controller=0)
    assert material.handles == mark


@rule("VIS-L21", "YGO-HAND-03")
@pytest.mark.parametrize("viewer", [OTHER_SEAT_INDEX, PUBLIC_CLASS_INDEX])
def test_equal_public_histories_give_equal_views_whatever_is_hidden(viewer: int) -> None:
    views = []
    for hidden in ((MONSTER, SPELL, "Sangan"), ("Sangan", MONSTER, SPELL)):
        state = table()
        for zone in ("deck", "hand", "extra_deck"):
            for name in hidden:
                put_card(state, name, f"0:{zone}", face_up=False)
        ops.move(state, state.pile(0, "hand")[0], Place(0, "monster", 0), face_up=False, kind="set")
        ops.move(state, put_card(state, FUSION, "0:graveyard"), Place(0, "monster", 1))
        views.append((sight.view(state, viewer), [cut(told, viewer) for told in state.events]))
    assert views[0] == views[1]


@rule("VIS-L21")
def test_handles_are_each_viewers_own_and_no_index_of_a_deck_list() -> None:
    state = table()
    hidden = [put_card(state, MONSTER, "0:hand", face_up=False) for _ in range(3)]
    card = put_card(state, SPELL, "0:spell_trap:0")
    assert card.handles == (4, 1, 1), "others do not count what they never saw"
    assert card.id == 3
    assert len({one.handles[OWNER_SEAT_INDEX] for one in hidden}) == 3


@rule("VIS-L22", "GAP-V12")
def test_a_log_tells_what_a_viewer_was_entitled_to_at_each_moment() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:deck", face_up=False)
    drawn = ops.move(state, card, HAND, face_up=False, kind="draw")
    played = ops.move(state, card, Place(0, "monster", 0))
    returned = ops.move(state, card, HAND, face_up=False)
    assert [learners_of(told) for told in (drawn, played, returned)] == ["o--", "oxp", "oxp"]
    assert [cut(told, OTHER_SEAT_INDEX).card for told in (drawn, played, returned)] == [
        0,
        played.now[OTHER_SEAT_INDEX],
        0,
    ]
