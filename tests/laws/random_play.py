"""Recorded random plays: duels by the rules, manual tables, and half-manual duels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.manual import tables
from facedown_server.games.manual.yugioh.half.duel import APPLY
from facedown_server.games.manual.yugioh.half.referee import HalfDuelReferee
from facedown_server.refereeing.referee import Act, Choice, PromptKind, SeatPrompt, ToStep
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.gestures import KINDS, Gesture, make_gesture
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from proofs.play import gestures
from proofs.play.player import MAX_ACTS, choose, choose_one
from tests.laws.recording import PlayedAct, RecordedPlay, gesture_act

GOING_ON = {"response": 85, "turn": 10}
"""Percentage of prompts of this kind that are answered by passing or going on; 50 for the others."""

SET = "set"


def random_setup(decks: Sequence[Deck], format_name: str, secret: bytes) -> Setup:
    """Return two of these decks and a starting player, chosen by the secret."""
    dice = RandomStreams(secret + b"setup")
    return Setup(
        format_name,
        (choose_one(decks, dice, "deck"), choose_one(decks, dice, "deck")),
        dice.draw_below(2, "first"),
    )


def play_duel(
    setup: Setup, pool: Pool, secret: bytes, most: int = MAX_ACTS, *, backs: int = 20
) -> RecordedPlay:
    """Play a duel by the rules, never left within a declaration. One act in `backs` takes a choice back."""
    played = RecordedPlay(lambda begun: DuelReferee(FORMATS[begun.format], pool), setup, secret)
    dice = RandomStreams(secret + b"dice")
    while asks := played.referee.prompts():
        if len(played.acts) >= most and not asks[0].back:
            break
        played.do(PlayedAct(choose(asks[0], dice, backs)))
    return played


def begin_by_hand(setup: Setup, pool: Pool, secret: bytes) -> RecordedPlay:
    """Begin a manual table."""
    table = tables.free_table
    return RecordedPlay(lambda begun: Rewinder(lambda: table(FORMATS[begun.format], pool)), setup, secret)


def play_by_hand(setup: Setup, pool: Pool, secret: bytes, most: int = 80, *, backs: int = 10) -> RecordedPlay:
    """Play with gestures; one in `backs` asks to go back, with 0 none."""
    played, dice = begin_by_hand(setup, pool, secret), RandomStreams(secret + b"dice")
    table = played.referee
    assert isinstance(table, Rewinder), "it keeps a line of steps"
    for ask in table.prompts():
        if ask.kind is PromptKind.CHOICE:
            played.do(PlayedAct(Act(ask.seat, Choice(ask.default))))
    for _ in range(most * 3):
        if len(played.acts) >= most:
            break
        seat = dice.draw_below(2, "seat")
        if backs and table.step and dice.draw_below(backs, "back") == 0:
            step = max(0, table.step - 1 - dice.draw_below(3, "how far"))
            played.try_out(PlayedAct(Act(seat, ToStep(step))))
        elif (picked := gestures.random_gesture(sight.view(played.state, seat), seat, dice)) is not None:
            played.try_out(gesture_act(played.state, seat, picked))
    return played


def begin_half(setup: Setup, pool: Pool, secret: bytes) -> RecordedPlay:
    """Begin a half-manual duel."""
    return RecordedPlay(
        lambda begun: Rewinder(lambda: HalfDuelReferee(FORMATS[begun.format], pool)), setup, secret
    )


def play_half(setup: Setup, pool: Pool, secret: bytes, most: int = 120) -> RecordedPlay:
    """Play with answers and gestures; whenever a card is carried out, cards that no player can read are
    tried, too.
    """
    played, dice = begin_half(setup, pool, secret), RandomStreams(secret + b"dice")
    for _ in range(most * 2):
        asks = played.referee.prompts()
        if len(played.acts) >= most or not asks:
            break
        if asks[0].kind is PromptKind.BY_HAND:
            for tried in _blind(sight.view(played.state, asks[0].seat), dice):
                played.ask_about(gesture_act(played.state, asks[0].seat, tried))
        played.try_out(_random_half_act(played, asks[0], dice))
    return played


def _random_half_act(played: RecordedPlay, ask: SeatPrompt, dice: RandomStreams) -> PlayedAct:
    """Return an act of the prompted player; now and then the other player tries a gesture in between."""
    if ask.kind is PromptKind.BY_HAND and dice.draw_below(2, "done"):
        seat = ask.seat if dice.draw_below(6, "who") else 1 - ask.seat
        picked = gestures.random_half_gesture(sight.view(played.state, seat), dice)
        if picked is not None:
            return gesture_act(played.state, seat, picked)
    return PlayedAct(Act(ask.seat, Choice(_random_half_choice(ask, dice))))


def _random_half_choice(ask: SeatPrompt, dice: RandomStreams) -> tuple[str, ...]:
    """Return the choice: often a card to carry out at will or to Set, otherwise any option, or none if
    allowed.
    """
    keys = [key for key, _ in ask.options]
    for start, whether in ((APPLY, "at will"), (SET, "set")):
        wanted = [key for key in keys if key.startswith(start)]
        if wanted and dice.draw_below(2, whether):
            return (choose_one(wanted, dice, "which"),)
    if ask.default and dice.draw_below(100, "pass") < GOING_ON.get(ask.kind, 50):
        return ask.default
    count = min(
        len(keys), max(ask.least, dice.draw_below(ask.most + 1, "count") if ask.most < 4 else ask.least)
    )
    return tuple(keys[index] for index in dice.order(len(keys), "pick")[:count])


# --- gestures on cards that their player cannot read --------------------------------------------------------

MAX_ATTEMPTS = 12
"""Gestures tried on each such card."""
BLINDLY = ("move", "move", "special_summon", "position", "control", "flip_summon", "reveal", "hide")
PILES = ("extra_deck", "graveyard", "banished", "hand", "deck")
ZONES = ("monster", "spell_trap", "field", "extra_monster", *PILES)
POSITIONS = ("", "attack", "defense", "set", "up", "down", "scale")


def _blind(view: View, dice: RandomStreams) -> Iterator[Gesture]:
    """Yield gestures that no client offers: on the opponent's face-down cards."""
    for handle, seen in sorted(view.cards.items()):
        for _ in range(MAX_ATTEMPTS if not seen.code and seen.controller != view.viewer else 0):
            zone = choose_one(ZONES, dice, "zone")
            seat = SHARED_SEAT_INDEX if zone == "extra_monster" else dice.draw_below(2, "side")
            slot = -1 if zone in PILES else dice.draw_below(6 if seat != SHARED_SEAT_INDEX else 3, "slot") - 1
            do = choose_one(BLINDLY, dice, "do")
            position = choose_one(POSITIONS, dice, "position")
            yield make_gesture(
                KINDS[do], cards=(handle,), places=(Place(seat, zone, slot),), position=position
            )
