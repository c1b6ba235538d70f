"""Gestures on cards of Yu-Gi-Oh!: Summon, turn, activate, attach, equip, attack. Each function plans a
gesture.
"""

from __future__ import annotations

from facedown_server.games.manual import card_gestures
from facedown_server.games.manual.hands import Command
from facedown_server.games.manual.yugioh.hands import YugiohHands
from facedown_server.table import Card, ops
from facedown_shared.manual.game import PositionRow
from facedown_shared.protocol.gestures import (
    Activate,
    Attach,
    ChangePosition,
    DeclareAttack,
    Equip,
    FlipSummon,
    Gesture,
    SpecialSummon,
)
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place
from facedown_shared.text import Code, Illegal, words


def plan_move(hands: YugiohHands[Gesture], cause: Cause = "") -> Command:
    """Plan a move of cards in the given order. A single monster moved to the other side changes its
    controller.
    """
    cards = hands.cards
    if len(cards) == 1 and changes_sides(hands, cards[0], hands.place_for()):
        return control(hands)
    return card_gestures.plan_move(hands, cause)


def changes_sides(hands: YugiohHands[Gesture], card: Card, goal: Place) -> bool:
    """Return whether a monster moves from one player's side of the field to the other's."""
    monster = "monster" in hands.zone(goal.zone).tags
    return monster and card.is_in_monster_zone and goal.seat == 1 - card.controller


def special_summon(hands: YugiohHands[SpecialSummon]) -> Command:
    """Plan a Special Summon of cards to Monster Zones, by a card's effect or their own."""
    command, cards = plan_move(hands, "special"), hands.cards
    if any(card.is_in_monster_zone for card in cards):
        raise Illegal(words("already_on_field"), Code.AGAINST_RULES)
    if any("monster" not in hands.zone(place.zone).tags for place in hands.gesture.places):
        raise Illegal(words("summoned_to_monster_zone"))

    def summon() -> None:
        command()
        for card in cards:
            hands.announce(card, "special")

    return summon


def position(hands: YugiohHands[ChangePosition]) -> Command:
    """Plan to turn a card on the field, or to change its battle position."""
    card = hands.card
    if not card.is_on_field:
        raise Illegal(words("turned_on_field_only"), Code.AGAINST_RULES)
    chosen = hands.position(card.zone)
    hands.allow(hands.refuse_turn(card, chosen))
    if (card.face_up, card.defense_position) == (chosen.face_up, chosen.defense_position):
        raise Illegal(words("already_lies_like_that"))
    return lambda: turn_command(hands, card, chosen)


def turn_command(hands: YugiohHands[Gesture], card: Card, chosen: PositionRow, cause: Cause = "") -> None:
    """Turn a card in place. Turned face-down, it loses its counters and equips."""
    equips, materials = card.equips, card.materials
    ops.turn_card(
        hands.state, card, face_up=chosen.face_up, defense_position=chosen.defense_position, cause=cause,
        by=hands.seat, source=hands.source,
    )  # fmt: skip
    hands.drop_equips_and_materials(card, equips, materials)


def flip_summon(hands: YugiohHands[FlipSummon]) -> Command:
    """Plan to turn a Set monster to face-up Attack Position (YGO-POS-07)."""
    card = hands.card
    if not card.is_in_monster_zone or card.face_up:
        raise Illegal(words("flip_face_down_only"), Code.AGAINST_RULES)
    chosen = hands.position(card.zone, "attack")

    def command() -> None:
        turn_command(hands, card, chosen, "flip_summon")
        hands.announce(card, "flip")

    return command


def activate(hands: YugiohHands[Activate]) -> Command:
    """Plan to play a card face-up, to turn it face-up, or to declare its effect. The card becomes public."""
    card, targets = hands.card, tuple(hands.other_cards)
    lay = plan_move(hands, "place") if hands.gesture.places else None
    flips = lay is None and card.is_on_field and not card.face_up
    chosen = hands.position(card.zone, "up") if flips and not card.is_in_monster_zone else None

    def command() -> None:
        shown = not lay and chosen is None and not (card.face_up and card.zone != "hand")
        if lay is not None:
            lay()
        elif chosen is not None:
            turn_command(hands, card, chosen)
        if shown:
            ops.reveal(hands.state, [card], by=hands.seat)
        ops.note(hands.state, "declare", seat=hands.seat, card=card, others=targets, by=hands.seat)
        if shown:
            ops.conceal(hands.state, [card])

    return command


def control(hands: YugiohHands[Gesture]) -> Command:
    """Plan to move a monster to the other player's side in its position (YGO-EMZ-18, CF-39)."""
    card = hands.card
    if not card.is_in_monster_zone:
        raise Illegal(words("control_of_monsters_only"), Code.AGAINST_RULES)
    goal = hands.place_for() if hands.gesture.places else Place(1 - card.controller, hands.game.stage)
    if goal.zone != hands.game.stage or goal.seat == card.controller:
        raise Illegal(words("to_other_players_monster_zone"), Code.AGAINST_RULES)
    landing = hands.landing_place(card, goal, "")
    return lambda: ops.move(
        hands.state, card, landing, face_up=card.face_up, defense_position=card.defense_position,
        cause="control", by=hands.seat, source=hands.source, controller=landing.seat, word="control",
    )  # fmt: skip


def attach(hands: YugiohHands[Attach]) -> Command:
    """Plan to attach cards to a monster as materials (YGO-XYZ-08, YGO-XYZ-09)."""
    cards, bearer = hands.cards, hands.other_cards[0]
    hands.allow(hands.refuse_attach(bearer))
    if bearer in cards:
        raise Illegal(words("not_beneath_itself"), Code.AGAINST_RULES)
    for card in cards:
        hands.landing_place(card, Place(bearer.controller, "material"), "")
    return card_gestures.each(lambda card: hands.put_beneath(card, bearer), cards)


def equip(hands: YugiohHands[Equip]) -> Command:
    """Plan to equip a face-up monster with a card, which first moves to a Spell & Trap Zone if needed."""
    card, monster = hands.card, hands.other_cards[0]
    if not (monster.is_in_monster_zone and monster.face_up) or monster is card:
        raise Illegal(words("equipped_to_face_up_monster"), Code.AGAINST_RULES)
    lay = plan_move(hands, "place") if hands.gesture.places else None
    if lay is None and card.zone != hands.game.gear:
        raise Illegal(words("say_which_zone"))
    chosen = hands.position(hands.game.gear, "up")
    goals = {place.zone for place in hands.gesture.places}
    if (
        hands.confirms
        and goals
        and (goals != {hands.game.gear} or not hands.position(hands.game.gear).face_up)
    ):
        # It is destroyed with the monster, and would be shown then if it was face-down.
        raise Illegal(words("cannot_lie_like_that"), Code.AGAINST_RULES)

    def command() -> None:
        if lay is not None:
            lay()
        elif not card.face_up:
            turn_command(hands, card, chosen)
        ops.equip(hands.state, card, monster)

    return command


def attack(hands: YugiohHands[DeclareAttack]) -> Command:
    """Plan an attack on a monster, or a direct attack. Without a card, end the battle."""
    if not hands.gesture.cards:
        return lambda: ops.battle(hands.state, None)
    card, targets = hands.card, tuple(hands.other_cards)
    if not (card.is_in_monster_zone and card.face_up) or any(
        not other.is_in_monster_zone for other in targets
    ):
        raise Illegal(words("attacks_face_up_monster"), Code.AGAINST_RULES)

    def command() -> None:
        ops.battle(hands.state, (card, targets[0] if targets else None))
        ops.note(hands.state, "attack", seat=hands.seat, card=card, others=targets)

    return command
