"""Gestures on players and on the table: Life Points, phases, turns, throws, quick messages. Each function
plans a gesture.
"""

from __future__ import annotations

from facedown_server.games.manual.expressions import evaluate
from facedown_server.games.manual.hands import Command, PlayerHands
from facedown_server.table import ops
from facedown_shared.protocol.gestures import (
    ChangeLife,
    EndTurn,
    Gesture,
    GoToPhase,
    RollDice,
    SendSignal,
    TossCoins,
)
from facedown_shared.protocol.table_settings import MAX_LIFE
from facedown_shared.text import Code, Illegal, words

MAX_THROWS = 10


def life(hands: PlayerHands[ChangeLife]) -> Command:
    """Plan a change of Life Points: "-500", "+8000/2", "=4000"."""
    seat = hands.target_seat
    before = hands.state.life(seat)
    change = evaluate(hands.gesture.text, before) - before
    if before + change > MAX_LIFE:
        raise Illegal(words("most_life_points", MAX_LIFE))
    return lambda: ops.life(hands.state, seat, change, cause="by hand", by=hands.seat)


def phase(hands: PlayerHands[GoToPhase]) -> Command:
    """Plan a change of the phase, by the turn player."""
    name = hands.gesture.text
    if name not in hands.game.phases:
        raise Illegal(words("no_such_phase", ", ".join(hands.game.phases)))
    check_turn(hands)
    return lambda: ops.phase(hands.state, name)


def plan_end_turn(hands: PlayerHands[EndTurn]) -> Command:
    """Plan to end the turn and begin the other player's."""
    check_turn(hands)

    def command() -> None:
        ops.battle(hands.state, None)
        ops.begin_turn(hands.state, 1 - hands.state.turn_player)
        for name in hands.game.phases[:1]:
            ops.phase(hands.state, name)

    return command


def check_turn(hands: PlayerHands[Gesture]) -> None:
    """Raise Illegal unless it is this seat's turn."""
    if hands.state.turn_player != hands.seat and not hands.alone:
        raise Illegal(words("turn_player_says"), Code.NOT_YOUR_TURN)


def coin(hands: PlayerHands[TossCoins]) -> Command:
    """Plan to toss coins."""
    sides = ("heads", "tails")
    return _throw_command(
        hands,
        lambda: ops.note(
            hands.state, "coin", seat=hands.seat, word=sides[hands.streams.draw_below(2, "coin")]
        ),
    )


def die(hands: PlayerHands[RollDice]) -> Command:
    """Plan to roll dice."""
    return _throw_command(
        hands,
        lambda: ops.note(hands.state, "die", seat=hands.seat, amount=1 + hands.streams.draw_below(6, "die")),
    )


def _throw_command(hands: PlayerHands[TossCoins | RollDice], throw: Command) -> Command:
    """Throw as often as the gesture says."""
    if hands.gesture.amount > MAX_THROWS:
        raise Illegal(words("throws_at_a_time", MAX_THROWS))

    def command() -> None:
        for _ in range(hands.gesture.amount):
            throw()

    return command


def signal(hands: PlayerHands[SendSignal]) -> Command:
    """Plan to send a quick message. It changes nothing on the table."""
    return lambda: ops.note(hands.state, "signal", seat=hands.seat, word=hands.gesture.text)
