"""Tokens made by hand: what the gesture says of them, or a known Token of that print (YGO-TOK-01 to 03)."""

from __future__ import annotations

import msgspec

from server.manual.hands import Command
from server.manual.yugioh.hands import YugiohHands
from server.table import ops
from shared.cards.facts import Facts, TokenPrint
from shared.cards.told_facts import FIRST_TOKEN
from shared.errors import Code, Illegal
from shared.protocol.gestures import MakeToken
from shared.words import words
from shared.zones import Place


def token(hands: YugiohHands[MakeToken]) -> Command:
    """A Token comes to a Monster Zone; it is made of what the gesture says (YGO-TOK-01 to 03)."""
    made = hands.gesture.token
    goal = hands.place() if hands.gesture.places else Place(hands.seat, hands.game.stage)
    if goal.zone != hands.game.stage:
        raise Illegal(words("token_to_field"))
    if goal.seat != hands.seat and not (hands.gesture.effect or hands.alone):
        raise Illegal(words("token_to_other_side_by_effect"), Code.NEEDS_EFFECT)
    free = [place for place in hands.board.free(goal.seat, goal.zone) if goal.slot < 0 or place == goal]
    if not free:
        raise Illegal(words("no_zone_free"), Code.AGAINST_RULES)
    position = hands.position(goal.zone)
    if not position.face_up:
        raise Illegal(words("token_never_face_down"), Code.AGAINST_RULES)
    facts = _facts(hands, made)

    def command() -> None:
        card = ops.create(hands.state, facts, goal.seat, token=True)
        ops.move(
            hands.state, card, free[0], face_up=True, defense_position=position.defense_position,
            cause="special", by=hands.seat,
        )  # fmt: skip
        hands.announce(card, "special")

    return command


def _facts(hands: YugiohHands[MakeToken], made: TokenPrint) -> Facts:
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
