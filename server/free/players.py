"""Gestures on players and on the table itself: Life Points, phases, turns, throws, Tokens, quick words."""

from __future__ import annotations

import msgspec

from server.free.expressions import reckon
from server.free.hands import Deed, Hands
from server.table import ops
from shared.brought import FIRST_TOKEN
from shared.byhand.words import SIGNALS
from shared.cards import Facts, TokenPrint
from shared.errors import Code, Illegal
from shared.zones import Place

MOST_THROWS = 10
MOST_LIFE = 999_999


def life(hands: Hands) -> Deed:
    """Life Points change: "-500", "+8000/2", "=4000"."""
    seat = hands.whose
    before = hands.state.life(seat)
    change = reckon(hands.gesture.text, before) - before
    if before + change > MOST_LIFE:
        raise Illegal(f"Nobody has more than {MOST_LIFE} Life Points here.")
    return lambda: ops.life(hands.state, seat, change, cause="by hand", by=hands.seat)


def phase(hands: Hands) -> Deed:
    """The turn player goes to a phase."""
    name = hands.gesture.text
    if name not in hands.game.phases:
        raise Illegal(f"There is no such phase; there are {', '.join(hands.game.phases)}.")
    _check_turn(hands)
    return lambda: ops.phase(hands.state, name)


def turn(hands: Hands) -> Deed:
    """The turn ends, and the other player's begins."""
    _check_turn(hands)

    def deed() -> None:
        ops.battle(hands.state, None)
        ops.turn(hands.state, 1 - hands.state.turn_player)
        ops.phase(hands.state, hands.game.phases[0])

    return deed


def _check_turn(hands: Hands) -> None:
    if hands.state.turn_player != hands.seat and not hands.alone:
        raise Illegal("The turn player says so.", Code.NOT_YOUR_TURN)


def coin(hands: Hands) -> Deed:
    """Coins are tossed."""
    count = _throws(hands)

    def deed() -> None:
        for _ in range(count):
            word = ("heads", "tails")[hands.fate.below(2, "coin")]
            ops.note(hands.state, "coin", seat=hands.seat, word=word)

    return deed


def die(hands: Hands) -> Deed:
    """Dice are rolled."""
    count = _throws(hands)

    def deed() -> None:
        for _ in range(count):
            ops.note(hands.state, "die", seat=hands.seat, amount=1 + hands.fate.below(6, "die"))

    return deed


def _throws(hands: Hands) -> int:
    count = hands.gesture.amount or 1
    if not 1 <= count <= MOST_THROWS:
        raise Illegal(f"One to {MOST_THROWS} at a time.")
    return count


def signal(hands: Hands) -> Deed:
    """A quick word: it changes nothing."""
    word = hands.gesture.text
    if word not in SIGNALS:
        raise Illegal(f"The quick words are {', '.join(SIGNALS)}.")

    def deed() -> None:
        ops.note(hands.state, "signal", seat=hands.seat, word=word)

    return deed


def token(hands: Hands) -> Deed:
    """A Token comes to a Monster Zone; it is made of what the gesture says (YGO-TOK-01 to 03)."""
    made = hands.gesture.token
    if made is None:
        raise Illegal("Say what the Token is called, and its numbers.")
    places = hands.gesture.places or (Place(hands.seat, hands.game.stage),)
    goal = hands.place() if hands.gesture.places else places[0]
    if goal.zone != hands.game.stage:
        raise Illegal("A Token comes to the field.")
    if goal.seat != hands.seat and not (hands.gesture.effect or hands.alone):
        raise Illegal("A Token comes to the other side only by a card's effect.", Code.NEEDS_EFFECT)
    free = [place for place in hands.board.free(goal.seat, goal.zone) if goal.slot < 0 or place == goal]
    if not free:
        raise Illegal("No zone is free for it there.", Code.AGAINST_RULES)
    position = hands.position(goal.zone)
    if not position.face_up:
        raise Illegal("A Token is never face-down.", Code.AGAINST_RULES)
    facts = _facts(hands, made)

    def deed() -> None:
        card = ops.create(hands.state, facts, goal.seat, token=True)
        ops.move(
            hands.state, card, free[0], face_up=True, defense_position=position.defense_position,
            cause="special", by=hands.seat,
        )  # fmt: skip
        hands.announce(card, "special")

    return deed


def _facts(hands: Hands, made: TokenPrint) -> Facts:
    """A known Token of this print, one made here before, or a new one."""
    facts = Facts(
        code=FIRST_TOKEN, name=made.name, kinds=hands.game.token_kinds, attribute=made.attribute,
        race=made.race, level=made.level, attack=made.attack, defense=made.defense,
    )  # fmt: skip
    printed = hands.pool.named(made.name)
    if printed is not None and printed.is_a("token"):
        return printed
    made_here = [card.facts for card in hands.state.cards if card.code >= FIRST_TOKEN]
    alike = [other for other in made_here if _print(other) == _print(facts)]
    new = max((other.code for other in made_here), default=FIRST_TOKEN - 1) + 1
    return alike[0] if alike else msgspec.structs.replace(facts, code=new)


def _print(facts: Facts) -> tuple[object, ...]:
    return (facts.name, facts.attack, facts.defense, facts.level, facts.attribute, facts.race)
