"""Hidden cards that the core reveals for a while: who reads them, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from facedown_server.games.edopro.declarations import declarable_cards
from facedown_server.games.edopro.locations import DECK_FLAG, EXTRA_DECK_FLAG, HAND_FLAG, SPELLS_FLAG
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.prompt_translation import Questions
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.refereeing.prompts import DuelPrompt
from facedown_server.table import ops, sight
from facedown_server.table.state import Card
from facedown_shared.tables.zones import Place, Seat
from tests.server.games.edopro.test_cut import DOWN, ONE, OPEN, OWNER_SEAT_INDEX, TOP, spot, truth

OTHER_SEAT_INDEX: Seat = 1 - OWNER_SEAT_INDEX


def take(mirror: Mirror, *told: Any) -> None:
    for _ in mirror.apply_messages(told, ()):
        pass


def confirm_cards(player: Seat, location: int) -> said.ConfirmCards:
    return said.ConfirmCards(
        player, (said.Confirmed(ONE, spot(location)), said.Confirmed(OPEN, spot(location, 1)))
    )


def choice(player: Seat, location: int) -> asked.SelectCard:
    rows = (asked.LocatedCard(ONE, spot(location)), asked.LocatedCard(OPEN, spot(location, 1)))
    return asked.SelectCard(player, 0, 1, 1, rows)


def offered_cards(mirror: Mirror, message: Any, seat: Seat) -> list[Card | None]:
    """Return the cards to choose from, as this seat is offered them; None where it cannot identify one."""
    prompt = next(Questions(mirror, declarable_cards(mirror.pool)).prompt(message))
    assert isinstance(prompt, DuelPrompt)
    offers = prompt.options().offers_by_key().values()
    return [offer.card if offer.card and offer.card.handles[seat] else None for offer in offers]


def readable(mirror: Mirror, location: int, seat: Seat) -> list[bool]:
    cards: Sequence[Card] = mirror.cards.lists[OWNER_SEAT_INDEX, location]
    return [bool(sight.readers(mirror.state, card) >> seat & 1) for card in cards]


@pytest.mark.parametrize("location", [HAND_FLAG, EXTRA_DECK_FLAG])
def test_who_chooses_among_the_others_cards_that_were_shown_reads_them_until_then(location: int) -> None:
    mirror = truth(ONE)
    take(
        mirror,
        confirm_cards(OTHER_SEAT_INDEX, location),
        said.Hint(3, OTHER_SEAT_INDEX, 501),
        choice(OTHER_SEAT_INDEX, location),
    )
    assert None not in offered_cards(mirror, choice(OTHER_SEAT_INDEX, location), OTHER_SEAT_INDEX)
    take(mirror, said.ChainSolved(1))
    assert readable(mirror, location, OTHER_SEAT_INDEX) == [False, False]
    assert offered_cards(mirror, choice(OTHER_SEAT_INDEX, location), OTHER_SEAT_INDEX) == [None, None]


def test_both_players_choose_from_the_hands_that_they_were_shown() -> None:
    """Seen to fail: each chose blindly, since what one saw was covered when the other was shown a hand."""
    mirror = truth(ONE)
    others = hand_of_other(mirror)
    spots = [CoreSpot(OTHER_SEAT_INDEX, HAND_FLAG, number, DOWN) for number in (0, 1)]
    rows = tuple(asked.LocatedCard(OPEN, place) for place in spots)
    theirs = asked.SelectCard(OWNER_SEAT_INDEX, 0, 1, 1, rows)
    take(
        mirror,
        said.ConfirmCards(OWNER_SEAT_INDEX, tuple(said.Confirmed(OPEN, place) for place in spots)),
        confirm_cards(OTHER_SEAT_INDEX, HAND_FLAG),
        said.Hint(3, OWNER_SEAT_INDEX, 501),
        theirs,
    )
    assert offered_cards(mirror, theirs, OWNER_SEAT_INDEX) == others
    ours = choice(OTHER_SEAT_INDEX, HAND_FLAG)
    take(mirror, said.Hint(3, OTHER_SEAT_INDEX, 501), ours)
    assert None not in offered_cards(mirror, ours, OTHER_SEAT_INDEX)
    take(mirror, said.ChainSolved(1))
    assert readable(mirror, HAND_FLAG, OTHER_SEAT_INDEX) == [False, False]
    assert not any(sight.readers(mirror.state, card) >> OWNER_SEAT_INDEX & 1 for card in others)


def hand_of_other(mirror: Mirror) -> list[Card]:
    """Give the other player a hand of two cards, and return them."""
    cards = [ops.create(mirror.state, mirror.pool[OPEN], OTHER_SEAT_INDEX) for _ in range(2)]
    for card in cards:
        ops.place_card(mirror.state, card, Place(OTHER_SEAT_INDEX, "hand"))
    mirror.cards.set_pile(OTHER_SEAT_INDEX, HAND_FLAG, cards)
    return cards


@pytest.mark.parametrize(
    ("player", "readers"), [(OWNER_SEAT_INDEX, ops.ALL_CLASSES_MASK), (OTHER_SEAT_INDEX, 0b11)]
)
def test_a_card_set_by_an_effect_is_shown_to_all_and_one_looked_at_to_one_player(
    player: Seat, readers: int
) -> None:
    """GAP-V13. Seen to fail: a card Set from the Deck was shown to the player who Set it, and to no other."""
    mirror = truth(ONE)
    card = mirror.cards.lists[OWNER_SEAT_INDEX, SPELLS_FLAG][0]
    assert card is not None
    shown = said.ConfirmCards(player, (said.Confirmed(ONE, spot(SPELLS_FLAG)),))
    steps = mirror.apply_messages([shown, said.ChainSolved(1)], ())
    next(iter(steps))
    assert sight.readers(mirror.state, card) == readers
    for _ in steps:
        pass
    assert sight.readers(mirror.state, card) == 1 << OWNER_SEAT_INDEX


def test_how_a_hand_lies_tells_nothing_in_a_choice_of_its_cards() -> None:
    orders = []
    for swapped in (False, True):
        mirror = truth(ONE)
        if swapped:
            take(mirror, said.ShuffleHand(OWNER_SEAT_INDEX, (OPEN, ONE)))
        spots = [
            (card.code, spot(HAND_FLAG, at))
            for at, card in enumerate(mirror.cards.lists[OWNER_SEAT_INDEX, HAND_FLAG])
        ]
        shown = said.ConfirmCards(OTHER_SEAT_INDEX, tuple(said.Confirmed(code, at) for code, at in spots))
        ask = asked.SelectCard(
            OTHER_SEAT_INDEX, 0, 1, 1, tuple(asked.LocatedCard(code, at) for code, at in spots)
        )
        take(mirror, shown, ask)
        orders.append([card.code if card else 0 for card in offered_cards(mirror, ask, OTHER_SEAT_INDEX)])
    assert orders[0] == orders[1] == sorted(orders[0])


@pytest.mark.parametrize(
    "after",
    [
        choice(OWNER_SEAT_INDEX, HAND_FLAG),
        asked.SelectCard(OTHER_SEAT_INDEX, 0, 1, 1, (asked.LocatedCard(ONE, TOP),)),
        asked.SelectYes(OTHER_SEAT_INDEX, 30),
        said.ShuffleHand(OWNER_SEAT_INDEX, (OPEN, ONE)),
    ],
)
def test_what_is_not_chosen_from_is_covered_by_what_comes_next(after: Any) -> None:
    mirror = truth(ONE)
    steps = mirror.apply_messages([confirm_cards(OTHER_SEAT_INDEX, HAND_FLAG), after], ())
    next(iter(steps))
    assert readable(mirror, HAND_FLAG, OTHER_SEAT_INDEX) == [True, True]
    for _ in steps:
        pass
    assert readable(mirror, HAND_FLAG, OTHER_SEAT_INDEX) == [False, False]


def test_who_puts_cards_of_a_deck_in_an_order_is_shown_how_they_lie() -> None:
    """The View before the prompt shows what the prompt shows; no other viewer is shown which cards they
    are.
    """
    mirror = truth(ONE)
    rows = (asked.CardAtSpot(ONE, spot(DECK_FLAG, 1)), asked.CardAtSpot(OPEN, spot(DECK_FLAG, 0)))
    steps = mirror.apply_messages([asked.SortCards(OWNER_SEAT_INDEX, rows)], ())
    assert len([*islice(steps, 1)]) == 1
    assert readable(mirror, DECK_FLAG, OWNER_SEAT_INDEX) == [True, True]
    assert readable(mirror, DECK_FLAG, OTHER_SEAT_INDEX) == [False, False]
    for _ in steps:
        pass
    take(mirror, said.ChainSolved(1))
    assert readable(mirror, DECK_FLAG, OWNER_SEAT_INDEX) == [False, False]


def test_what_is_activated_in_a_hand_is_open_as_long_as_the_chain_lasts() -> None:
    mirror = truth(ONE)
    chaining = said.Chaining(ONE, spot(HAND_FLAG), OWNER_SEAT_INDEX, HAND_FLAG, 0, 0, 1)
    take(mirror, chaining, said.Chained(1))
    assert readable(mirror, HAND_FLAG, OTHER_SEAT_INDEX) == [True, False]
    take(mirror, said.ChainSolving(1), said.ChainSolved(1), said.ChainEnd())
    assert readable(mirror, HAND_FLAG, OTHER_SEAT_INDEX) == [False, False]


def test_a_hand_that_holds_given_cards_is_shuffled_alike_however_they_had_lain() -> None:
    """The core orders given cards in its own way; a shuffle moves ours as it moves those."""
    found = []
    for core in ((0, 1), (1, 0)):
        mirror = truth(ONE)
        cards = mirror.cards.lists[OWNER_SEAT_INDEX, HAND_FLAG]
        mirror.cards.lists[OWNER_SEAT_INDEX, HAND_FLAG] = [cards[index] for index in core]
        codes = [card.code for card in mirror.cards.lists[OWNER_SEAT_INDEX, HAND_FLAG]][::-1]
        take(mirror, said.ShuffleHand(OWNER_SEAT_INDEX, tuple(codes)))
        found.append([card.code for card in mirror.state.pile(OWNER_SEAT_INDEX, "hand")])
        assert [card.code for card in mirror.cards.lists[OWNER_SEAT_INDEX, HAND_FLAG]] == codes
    assert found == [[OPEN, ONE], [OPEN, ONE]]
