"""Summons as one gesture and one step: the materials or Tributes leave first, then the Summoned cards arrive.

Also Tokens made by hand, as the gesture describes them, or a known Token of that print (YGO-TOK-01 to 03).
"""

from __future__ import annotations

import msgspec

from facedown_server.games.manual import board_adapter
from facedown_server.games.manual.hands import Command, check_seen
from facedown_server.games.manual.yugioh.hands import YugiohHands
from facedown_server.table import Card, ops
from facedown_shared.cards.facts import Facts, TokenPrint
from facedown_shared.manual.board import MATERIAL
from facedown_shared.manual.game import UPRIGHT, PositionRow, SummonPlan, SummonRow
from facedown_shared.protocol.gestures import MakeToken, Summon
from facedown_shared.protocol.provided_facts import MIN_TOKEN_PASSCODE
from facedown_shared.tables import Place
from facedown_shared.text import Code, Illegal, words


def summon(hands: YugiohHands[Summon]) -> Command:
    """Plan a Summon of the game's rows (YGO-MOVE-05 to 43)."""
    row = hands.game.summons.get(type(hands.gesture))
    if row is None:
        raise Illegal(words("no_such_summon"))
    cards, materials = hands.cards, hands.other_cards
    check_seen(hands, materials)
    if len(cards) > row.most or (row.needs_materials and not materials):
        raise Illegal(words("summon_takes_one_and_materials"))
    _check_cards(hands, row, cards, materials)
    position = hands.position(hands.game.stage, hands.gesture.position or row.positions[0])
    if position.word not in row.positions:
        raise Illegal(words("not_summoned_like_that"), Code.AGAINST_RULES)
    summoning = SummonPlan(
        hands.board, tuple(board_adapter.placed_card(card) for card in cards),
        tuple(map(board_adapter.placed_card, materials)),
        hands.seat if not hands.alone else cards[0].controller,
    )  # fmt: skip
    hands.allow(hands.game.against(row, summoning))
    landings = _landings(hands, cards, materials, position)
    word = (materials and row.word_with_materials) or row.word

    def command() -> None:
        _use_materials(hands, row, cards[0], materials)
        for card, landing in zip(cards, landings, strict=True):
            hands.move_card(card, landing, position, cause=word)
        for card in cards if position.face_up else ():
            hands.announce(card, word)

    return command


def _check_cards(
    hands: YugiohHands[Summon], row: SummonRow, cards: list[Card], materials: list[Card]
) -> None:
    for card in cards:
        if card.zone not in row.sources or not row.fits(board_adapter.placed_card(card)):
            raise Illegal(words("not_summoned_of_this"), Code.AGAINST_RULES)
    for card in materials:
        if card in cards or card.zone not in row.material_zones:
            raise Illegal(words("not_usable_for_it"), Code.AGAINST_RULES)


def _landings(
    hands: YugiohHands[Summon], cards: list[Card], materials: list[Card], position: PositionRow
) -> list[Place]:  # fmt: skip
    """Return a zone for each card: the gesture's, or the first that the game allows."""
    landings: list[Place] = []
    for index, card in enumerate(cards):
        seat = hands.seat if not hands.alone else card.controller
        goal = hands.place_for(index) if hands.gesture.places else Place(seat, hands.game.stage)
        if "monster" not in hands.zone(goal.zone).tags:
            raise Illegal(words("summoned_to_monster_zone"))
        if goal.slot >= 0 and goal in landings and index < len(hands.gesture.places):
            raise Illegal(words("one_card_a_zone"), Code.AGAINST_RULES)
        if goal in landings:
            goal = goal._replace(slot=-1)
        landings.append(hands.landing_place(card, goal, position.word, materials, landings))
    return landings


def _use_materials(hands: YugiohHands[Summon], row: SummonRow, summoned: Card, materials: list[Card]) -> None:
    for material in materials:
        if row.goes == MATERIAL:
            hands.put_beneath(material, summoned)
        else:
            hands.move_card(material, Place(material.owner, row.goes), UPRIGHT, cause=row.cause)


# --- Tokens -------------------------------------------------------------------------------------------------


def token(hands: YugiohHands[MakeToken]) -> Command:
    """Plan to put a Token, as the gesture describes it, in a Monster Zone (YGO-TOK-01 to 03)."""
    made = hands.gesture.token
    goal = hands.place_for() if hands.gesture.places else Place(hands.seat, hands.game.stage)
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
    """Return the facts of a Token: a known Token of this name, an equal one made here before, or a new
    one.
    """
    facts = Facts(
        code=MIN_TOKEN_PASSCODE, name=made.name, kinds=hands.game.token_kinds, attribute=made.attribute,
        race=made.race, level=made.level, attack=made.attack, defense=made.defense,
    )  # fmt: skip
    printed = hands.pool.find_named(made.name)
    if printed is not None and printed.is_a("token"):
        return printed
    made_here = [card.facts for card in hands.state.cards if card.code >= MIN_TOKEN_PASSCODE]
    alike = [other for other in made_here if _print(other) == _print(facts)]
    new = max((other.code for other in made_here), default=MIN_TOKEN_PASSCODE - 1) + 1
    return alike[0] if alike else msgspec.structs.replace(facts, code=new)


def _print(facts: Facts) -> tuple[object, ...]:
    return (facts.name, facts.attack, facts.defense, facts.level, facts.attribute, facts.race)
