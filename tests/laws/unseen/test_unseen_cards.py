"""Law: no gesture shows its player a hidden card of the opponent, or tells anything about one.

Every kind of gesture is tried on laid-out boards, with every card, place, position and flag, thinned evenly,
and after random gestures of both players. Each is refused, or changes what its player sees, as on a twin of
the board. Half and half, the carrying player may show Set cards where the opponent is asked afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.yugioh import summons
from facedown_server.games.manual.yugioh.half import gestures
from facedown_server.games.manual.yugioh.half.gestures import HalfDuelHands
from facedown_server.refereeing.referee import Act, ByHand, Referee
from facedown_server.table import ops, sight
from facedown_server.table.state import GameEvent, State
from facedown_shared.protocol.gestures import KINDS, Gesture
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text.errors import Illegal
from tests.laws.unseen.gesture_space import random_gestures, spread_gestures
from tests.laws.unseen.laid_boards import BOARDS, change_unseen_cards, clone, twin, unseen_cards
from tests.play import Cards
from tests.server.games.manual.yugioh.half.halves import HalfGame

GESTURES_PER_KIND = 20
WALKS_COUNT, STEPS_PER_WALK = 6, 40
TRIES_PER_STEP = 60


def refusal(referee: Referee, act: Act) -> str:
    """Return the words of an act's refusal, "" if it is allowed."""
    try:
        referee.check(act)
    except Illegal as illegal:
        return f"{illegal.code}: {illegal}"
    return ""


def carry_out(referee: Referee, act: Act) -> list[GameEvent]:
    """Carry out an act; return its events."""
    referee.check(act)
    return [event for frame in referee.apply(act) for event in frame.events]


def shown_by(referee: Referee, act: Act) -> tuple[list[str], list[GameEvent]]:
    """Carry out a gesture. Return the hidden cards of the opponent that it showed its player, and its
    events.
    """
    state, seat = referee.state, act.seat
    hidden = {card.id: repr(card) for card in unseen_cards(state, seat)}
    events = carry_out(referee, act)
    seen = {card.id for card in state.cards if sight.readers(state, card) >> seat & 1}
    seen |= {event.card.id for event in events if event.card is not None and event.readers >> seat & 1}
    return [hidden[card] for card in sorted(seen & set(hidden))], events


def kind_of(state: State, act: Act) -> tuple[object, ...]:
    """Return what makes a gesture another kind of attempt: its cards' zones, owners and faces, and goals."""
    assert isinstance(act.body, ByHand)
    gesture = act.body.gesture
    cards = (state.named[act.seat].get(handle) for handle in gesture.cards)
    return (
        gesture.tag, gesture.position, gesture.effect, len(gesture.others),
        *((card.zone, card.owner, card.controller, card.face_up) for card in cards if card),
        *((place.seat, place.zone) for place in gesture.places),
    )  # fmt: skip


def leaks_of(free: FreeTable, other: FreeTable, act: Act) -> Iterator[str]:
    """Yield what an allowed gesture shows its player or the public of hidden cards: on both twins, copied."""
    one, other = clone(free), clone(other)
    shown, events = shown_by(one, act)
    if shown:
        yield f"{act} shows {shown}"
        return
    other_events = carry_out(other, act)
    for viewer in (act.seat, PUBLIC_CLASS_INDEX):
        if sight.view(one.state, viewer) != sight.view(other.state, viewer):
            yield f"{act} changes the View of {viewer} by hidden cards"
        one_told, other_told = (
            [sight.redact(event, viewer) for event in told] for told in (events, other_events)
        )
        if one_told != other_told:
            yield f"{act} tells {viewer} something of hidden cards"


def leaks_on(free: FreeTable, seat: Seat, tried: Iterator[Gesture]) -> Iterator[str]:
    """Yield every leak by these gestures of a seat on a board. Alike ones are carried out once."""
    other, done = twin(free, seat), set()
    for gesture in tried:
        act = Act(seat, ByHand(gesture))
        one, two = refusal(free, act), refusal(other, act)
        if one != two:
            yield f"{act} is answered by {one!r} / {two!r}"
        elif not one and (kind := kind_of(free.state, act)) not in done:
            done.add(kind)
            yield from leaks_of(free, other, act)


def leaks_of_spread(rules: str, seat: Seat, *kinds: str, most: int = GESTURES_PER_KIND) -> list[str]:
    """Return the leaks by gestures of these kinds, or of all, on the untouched board."""
    free = BOARDS[rules]()
    return list(leaks_on(free, seat, spread_gestures(free.state, seat, most, kinds or tuple(KINDS))))


def leaks_of_walk(rules: str, seed: int) -> list[str]:
    """Return the leaks in a random walk of both players."""
    free, dice = BOARDS[rules](), Random(seed)
    found: list[str] = []
    for _ in range(STEPS_PER_WALK):
        seat = dice.randrange(2)
        tried = [*random_gestures(free.state, seat, dice, TRIES_PER_STEP)]
        allowed = (act for act in (Act(seat, ByHand(one)) for one in tried) if not refusal(free, act))
        if (act := next(allowed, None)) is not None:
            found += leaks_on(free, seat, islice(tried, 10))
            found += shown_by(free, act)[0]
    return found


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("rules", BOARDS)
def test_no_gesture_shows_or_tells_its_player_of_a_hidden_card(rules: str, seat: Seat) -> None:
    assert leaks_of_spread(rules, seat) == []


@pytest.mark.parametrize("seed", range(WALKS_COUNT))
@pytest.mark.parametrize("rules", BOARDS)
def test_no_gesture_does_after_others_of_both_players(rules: str, seed: int) -> None:
    assert leaks_of_walk(rules, seed) == []


# --- half and half ------------------------------------------------------------------------------------------

YOU = Cards(
    hand=["Ember Call", "Ember Squire", "Ember Wisp"],
    monsters=["Ember Captain", "Ember Smith:set", "Number 39: Utopia"],
    spells=["Ember Court", "Ember Snare:set", "Axe of Despair:set"],
    extra=["Ember King", "Ember Twin", "Gaia the Dragon Champion"], extra_face_up=["Stargazer Magician"],
    graveyard=["Ember Page"], banished=["Ember Spark"],
)  # fmt: skip
THEM = Cards(
    hand=["Tide Diver", "Tide Guard", "Tide Rush"],
    monsters=["Tide Singer", "Tide Hunter:set", "Man-Eater Bug:set"],
    spells=["Tide Lock:set", "Tide Song:set", "Axe of Despair"], field_spell="Umi:set",
    extra=["Tide Anchor", "Ember King"], extra_face_up=["Timegazer Magician"],
    graveyard=["Tide Shell"], banished=["Tide Pearl"],
)  # fmt: skip


def begin_half(*, paying: bool) -> HalfGame:
    """Return a duel in which seat 0 pays the cost of a card by hand, or carries it out."""
    game = HalfGame(YOU, THEM)
    return game.begin_act("by_hand", "Ember Call").until("by_hand") if paying else game.activate("Ember Call")


def leaks_of_half(*, paying: bool, seat: Seat) -> list[str]:
    """Return what gestures show or tell their seat of hidden cards before the opponent agrees."""
    game, other, found, done = begin_half(paying=paying), begin_half(paying=paying), [], set()
    change_unseen_cards(other.duel.state, seat)
    for gesture in spread_gestures(game.duel.state, seat, GESTURES_PER_KIND):
        act = Act(seat, ByHand(gesture))
        one, two = refusal(game.referee, act), refusal(other.referee, act)
        if one != two:
            found.append(f"{act} is answered by {one!r} / {two!r}")
        elif not one and (kind := kind_of(game.duel.state, act)) not in done:
            done.add(kind)
            copied = begin_half(paying=paying)
            found += shown_by(copied.referee, act)[0]
    return found


@pytest.mark.parametrize("paying", [True, False])
@pytest.mark.parametrize("seat", [0, 1])
def test_half_and_half_shows_nothing_without_a_question(paying: bool, seat: Seat) -> None:
    assert leaks_of_half(paying=paying, seat=seat) == []


# --- mistakes that must be noticed --------------------------------------------------------------------------


def test_materials_that_are_not_checked_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summons, "check_seen", lambda hands, cards: None)
    assert any("shows" in one for one in leaks_of_spread("master", 0, "summon", "fusion_summon"))


def test_a_field_spell_that_clears_a_hidden_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown_server.games.manual.yugioh.hands.check_seen", lambda hands, cards: None)
    assert any("shows" in one for one in leaks_of_spread("master", 0, "move", "activate", most=200))


def test_a_chain_that_shows_cards_when_it_closes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FabHands, "can_read", lambda hands, card: True)
    assert any("shows" in one for one in leaks_of_spread("fab", 0, "close_chain", "turn"))


def test_equips_that_stay_on_a_monster_face_down_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops, "unequip", lambda state, card: None)
    assert any(leaks_of_walk("classic", seed) for seed in range(WALKS_COUNT))


def test_a_cost_that_takes_cards_of_the_opponent_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HalfDuelHands, "is_own_cost", property(lambda hands: False))
    monkeypatch.setattr(gestures, "needs_leave", lambda hands: False)
    assert leaks_of_half(paying=True, seat=0)


def test_an_effect_that_shows_cards_without_a_question_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gestures, "needs_leave", lambda hands: False)
    assert leaks_of_half(paying=False, seat=0)


def test_a_refusal_by_what_a_set_card_is_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HalfDuelHands, "can_read", lambda hands, card: True)
    assert any("answered by" in one for one in leaks_of_half(paying=False, seat=0))
