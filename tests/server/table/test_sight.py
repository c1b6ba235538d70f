"""The only access to the State: what each class of viewers may know of a card, by its zone and position."""

from __future__ import annotations

import msgspec
import pytest

from facedown_server.table import ops, sight
from facedown_server.table.state import Card, CardWords, ChainLink, State, card_sentence
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.words import EFFECT, NOTHING, Words, words
from tests.rules import rule
from tests.server.table.laid import FUSION, MONSTER, PENDULUM, SPELL, XYZ, put_card, table

OWNER_SEAT_INDEX, OTHER_SEAT_INDEX = 0, 1


def readers_of(state: State, card: Card) -> str:
    """Return who reads the card's identity in their View: letters of owner, opponent, public."""
    found = ""
    for letter, viewer in (("o", OWNER_SEAT_INDEX), ("x", OTHER_SEAT_INDEX), ("p", PUBLIC_CLASS_INDEX)):
        seen = sight.view(state, viewer).cards.get(card.handles[viewer])
        found += letter if seen is not None and seen.code == card.code else "-"
    return found


@rule("VIS-01", "VIS-02", "VIS-07")
@pytest.mark.parametrize(
    ("name", "place", "face_up", "readers"),
    [
        (MONSTER, "0:monster:0", True, "oxp"), (MONSTER, "0:monster:0", False, "o--"),
        (SPELL, "0:spell_trap:0", True, "oxp"), (SPELL, "0:spell_trap:0", False, "o--"),
        ("Yami", "0:field:0", True, "oxp"), ("Yami", "0:field:0", False, "o--"),
        (FUSION, "-:extra_monster:0", True, "oxp"),
    ],
)  # fmt: skip
def test_who_reads_a_card_on_the_field(name: str, place: str, face_up: bool, readers: str) -> None:
    state = table()
    assert readers_of(state, put_card(state, name, place, owner=OWNER_SEAT_INDEX, face_up=face_up)) == readers


@rule("VIS-20", "VIS-22", "VIS-40")
@pytest.mark.parametrize(
    ("name", "place", "face_up", "readers"),
    [
        (MONSTER, "0:graveyard", True, "oxp"), (MONSTER, "0:deck", False, "---"),
        (MONSTER, "0:hand", False, "o--"), (FUSION, "0:extra_deck", False, "o--"),
        (PENDULUM, "0:extra_deck", True, "oxp"), (MONSTER, "0:banished", True, "oxp"),
        (MONSTER, "0:banished", False, "o--"),
    ],
)  # fmt: skip
def test_who_reads_a_card_in_a_pile(name: str, place: str, face_up: bool, readers: str) -> None:
    state = table()
    assert readers_of(state, put_card(state, name, place, face_up=face_up)) == readers


@rule("VIS-31", "VIS-32", "YGO-ED-08")
def test_the_extra_deck_shows_its_face_up_cards_and_its_size() -> None:
    state = table()
    for _ in range(3):
        put_card(state, FUSION, "0:extra_deck", face_up=False)
    pendulum = put_card(state, PENDULUM, "0:extra_deck")
    pile = sight.view(state, OTHER_SEAT_INDEX).piles["0:extra_deck"]
    assert (pile.count, pile.handles) == (4, (pendulum.handles[OTHER_SEAT_INDEX],))


@rule("VIS-03", "CF-40")
def test_owner_and_controller_read_a_face_down_monster() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0", face_up=False)
    ops.move(state, card, Place(1, "monster", 0), face_up=False, defense_position=True, controller=1)
    assert readers_of(state, card) == "ox-"


@rule("VIS-04")
def test_a_change_of_control_keeps_the_handle_of_a_face_down_monster() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0", face_up=False)
    handles = card.handles
    ops.move(state, card, Place(1, "monster", 0), face_up=False, defense_position=True, controller=1)
    assert card.handles == handles


@rule("VIS-06", "VIS-05")
def test_turning_face_down_takes_the_identity_and_not_the_handle() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    handles = card.handles
    ops.turn_card(state, card, face_up=False, defense_position=True, cause="effect")
    assert (readers_of(state, card), card.handles) == ("o--", handles)
    ops.turn_card(state, card, face_up=True, defense_position=True, cause="flip_summon")
    assert readers_of(state, card) == "oxp"


@rule("VIS-12", "GAP-V2")
def test_materials_are_open_even_beneath_a_face_down_monster() -> None:
    state = table()
    bearer, material = put_card(state, XYZ, "0:monster:0"), put_card(state, MONSTER, "0:monster:1")
    ops.attach(state, material, bearer)
    ops.turn_card(state, bearer, face_up=False, defense_position=True, cause="effect")
    assert readers_of(state, bearer) == "o--"
    assert readers_of(state, material) == "oxp"


@rule("VIS-47", "YGO-HAND-03")
def test_nobody_can_link_a_set_card_to_the_hand() -> None:
    state = table()
    cards = [put_card(state, name, "0:hand", face_up=False) for name in (MONSTER, SPELL)]
    assert [card.handles[OTHER_SEAT_INDEX] for card in cards] == [0, 0]
    told = ops.move(state, cards[0], Place(0, "monster", 0), face_up=False, kind="set")
    cut = sight.redact(told, OTHER_SEAT_INDEX)
    assert cut is not None
    assert (cut.code, cut.was) == (0, 0)
    assert cut.card == cards[0].handles[OTHER_SEAT_INDEX] > 0


@rule("VIS-15", "GAP-V4", "YGO-MOVE-50")
def test_a_set_card_returned_to_the_hand_is_never_told() -> None:
    state = table()
    card = put_card(state, SPELL, "0:spell_trap:0", face_up=False)
    told = ops.move(state, card, Place(0, "hand"), face_up=False)
    cut = sight.redact(told, OTHER_SEAT_INDEX)
    assert cut is not None
    assert (cut.code, cut.card) == (0, 0)
    assert card.handles[OTHER_SEAT_INDEX] == 0


@rule("VIS-14", "GAP-V4")
def test_a_set_card_sent_to_the_graveyard_is_told() -> None:
    state = table()
    card = put_card(state, SPELL, "0:spell_trap:0", face_up=False)
    cut = sight.redact(ops.move(state, card, Place(0, "graveyard")), OTHER_SEAT_INDEX)
    assert cut is not None
    assert cut.code == card.code


@rule("VIS-45", "YGO-HAND-02")
def test_an_open_card_returned_to_the_hand_is_told_once() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:monster:0")
    cut = sight.redact(ops.move(state, card, Place(0, "hand"), face_up=False), OTHER_SEAT_INDEX)
    assert cut is not None
    assert cut.code == card.code
    assert readers_of(state, card) == "o--"


@rule("VIS-51", "YGO-BAN-04", "YGO-BAN-10")
def test_face_down_banished_cards_are_counted_and_not_named() -> None:
    state = table()
    put_card(state, MONSTER, "0:banished")
    put_card(state, SPELL, "0:banished", face_up=False)
    pile = sight.view(state, OTHER_SEAT_INDEX).piles["0:banished"]
    assert (pile.count, len(pile.handles)) == (2, 1)


@rule("VIS-42", "GAP-V6", "YGO-HAND-09")
def test_a_reveal_ends_and_leaves_no_trail() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:hand", face_up=False)
    ops.reveal(state, [card])
    shown = card.handles[OTHER_SEAT_INDEX]
    assert readers_of(state, card) == "oxp"
    ops.conceal(state, [card])
    assert readers_of(state, card) == "o--"
    ops.reveal(state, [card])
    assert card.handles[OTHER_SEAT_INDEX] not in (0, shown)


@rule("VIS-56", "YGO-DECK-05", "YGO-HAND-04")
def test_counts_and_tallies_are_everybodys() -> None:
    state = table()
    ops.tally(state, "0:life", 8000)
    for _ in range(3):
        put_card(state, MONSTER, "0:deck", face_up=False)
        put_card(state, MONSTER, "1:hand", face_up=False)
    for viewer in (OWNER_SEAT_INDEX, OTHER_SEAT_INDEX, PUBLIC_CLASS_INDEX):
        view = sight.view(state, viewer)
        assert (view.piles["0:deck"].count, view.piles["1:hand"].count) == (3, 3)
        assert view.tallies == {"0:life": 8000}


@rule("YGO-DECK-04", "CF-16")
def test_facts_of_a_card_nobody_read_are_not_sent() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:deck", face_up=False)
    assert all(
        card.code not in sight.view(state, viewer).facts
        for viewer in (OWNER_SEAT_INDEX, OTHER_SEAT_INDEX, PUBLIC_CLASS_INDEX)
    )


def test_words_name_a_card_to_those_who_may_read_it() -> None:
    state = table()
    card = put_card(state, MONSTER, "0:hand", face_up=False)
    asked = words("two", card_sentence("summon_or_set", card), words("respond"))
    assert str(sight.redact_words(state, asked, OWNER_SEAT_INDEX)) == f"Summon or Set {MONSTER}? Respond?"
    for viewer in (OTHER_SEAT_INDEX, PUBLIC_CLASS_INDEX):
        told = sight.redact_words(state, asked, viewer)
        assert str(told) == "Summon or Set the card? Respond?"
        assert str(card.code).encode() not in msgspec.json.encode(told)


def test_what_a_card_does_is_told_to_those_who_may_read_it() -> None:
    state = table()
    card = put_card(state, SPELL, "0:spell_trap:0", face_up=False)
    does = CardWords(EFFECT, (0,), card=card)
    assert sight.redact_words(state, does, OWNER_SEAT_INDEX) == Words(EFFECT, (card.code, 0))
    assert sight.redact_words(state, does, OTHER_SEAT_INDEX) == NOTHING
    ops.link(state, ChainLink(OWNER_SEAT_INDEX, card, card.handles, NOTHING), "")
    assert sight.redact_words(state, does, OTHER_SEAT_INDEX) == Words(EFFECT, (card.code, 0)), (
        "a link is shown to all"
    )


def test_words_with_a_card_in_them_fit_into_no_message() -> None:
    state = table()
    with pytest.raises(TypeError):
        msgspec.json.encode(card_sentence("the_card", put_card(state, MONSTER, "0:hand")))
