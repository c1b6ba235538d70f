"""Summons of several cards in one gesture, and so in one step: what is used goes first, then they arrive."""

from __future__ import annotations

from server.manual import boards
from server.manual.hands import Command
from server.manual.yugioh.hands import YugiohHands
from server.table.state import Card
from shared.errors import Code, Illegal
from shared.manual.board import MATERIAL
from shared.manual.game import UPRIGHT, PositionRow, Summoning, SummonRow
from shared.protocol.gestures import Summon
from shared.words import words
from shared.zones import Place


def summon(hands: YugiohHands[Summon]) -> Command:
    """One Summon of the game's rows (YGO-MOVE-05 to 43)."""
    row = hands.game.summons.get(type(hands.gesture))
    if row is None:
        raise Illegal(words("no_such_summon"))
    cards, materials = hands.cards, hands.others
    if len(cards) > row.most or (row.needs_materials and not materials):
        raise Illegal(words("summon_takes_one_and_materials"))
    _check_cards(hands, row, cards, materials)
    position = hands.position(hands.game.stage, hands.gesture.position or row.positions[0])
    if position.word not in row.positions:
        raise Illegal(words("not_summoned_like_that"), Code.AGAINST_RULES)
    summoning = Summoning(
        hands.board, tuple(boards.placed(card) for card in cards), tuple(map(boards.placed, materials)),
        hands.seat if not hands.alone else cards[0].controller,
    )  # fmt: skip
    hands.allow(hands.game.against(row, summoning))
    landings = _landings(hands, cards, materials, position)
    word = (materials and row.word_with_materials) or row.word

    def command() -> None:
        _use(hands, row, cards[0], materials)
        for card, landing in zip(cards, landings, strict=True):
            hands.carry(card, landing, position, cause=word)
        for card in cards:
            if position.face_up:
                hands.announce(card, word)

    return command


def _check_cards(
    hands: YugiohHands[Summon], row: SummonRow, cards: list[Card], materials: list[Card]
) -> None:
    for card in cards:
        placed = boards.placed(card)
        if card.zone not in row.sources or not row.fits(placed):
            raise Illegal(words("not_summoned_of_this"), Code.AGAINST_RULES)
    for card in materials:
        if card in cards or card.zone not in row.material_zones:
            raise Illegal(words("not_usable_for_it"), Code.AGAINST_RULES)


def _landings(
    hands: YugiohHands[Summon], cards: list[Card], materials: list[Card], position: PositionRow
) -> list[Place]:  # fmt: skip
    """A zone for each card; without one said, the first that the game allows."""
    landings: list[Place] = []
    for index, card in enumerate(cards):
        seat = hands.seat if not hands.alone else card.controller
        goal = hands.place(index) if hands.gesture.places else Place(seat, hands.game.stage)
        if "monster" not in hands.zone(goal.zone).tags:
            raise Illegal(words("summoned_to_monster_zone"))
        if goal.slot >= 0 and goal in landings and index < len(hands.gesture.places):
            raise Illegal(words("one_card_a_zone"), Code.AGAINST_RULES)
        if goal in landings:
            goal = goal._replace(slot=-1)
        landings.append(hands.landing(card, goal, position.word, materials, landings))
    return landings


def _use(hands: YugiohHands[Summon], row: SummonRow, summoned: Card, materials: list[Card]) -> None:
    for material in materials:
        if row.goes == MATERIAL:
            hands.put_beneath(material, summoned)
        else:
            goal = Place(material.owner, row.goes)
            hands.carry(material, goal, UPRIGHT, cause=row.cause)
