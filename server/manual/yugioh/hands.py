"""Moving one card by hand, and what follows by itself: home ways, materials, equips, the old Field Spell.

Sources: YGO-MOVE-44 to 57, YGO-XYZ-10, YGO-XYZ-11, YGO-TOK-11, YGO-FZ-03, CF-11, CF-17, CF-18.
"""

from __future__ import annotations

from server.manual.hands import PlayerHands
from server.table import moves, ops
from server.table.state import Card
from shared.manual.game import PositionRow
from shared.zones import Place


class YugiohHands(PlayerHands):
    """A seat's hands at a table of Yu-Gi-Oh!."""

    def carry(self, card: Card, goal: Place, position: PositionRow, *, cause: str = "") -> None:
        """Put a card where it really ends up, and let follow what follows."""
        carry(self, card, goal, position, cause=cause)

    def announce(self, card: Card, word: str) -> None:
        """A Summon of this kind has brought a card to the field."""
        ops.note(self.state, "summoned", seat=self.seat, card=card, word=word)


def announce(hands: PlayerHands, card: Card, word: str) -> None:
    """Say so, in whatever way these hands do."""
    assert isinstance(hands, YugiohHands), "a table of Yu-Gi-Oh! makes hands of its own"
    hands.announce(card, word)


def carry(hands: PlayerHands, card: Card, goal: Place, position: PositionRow, *, cause: str = "") -> None:
    """Put a card where it really ends up, and let follow what follows."""
    _clear(hands, card, goal, position)
    came_from = card.zone
    equips, materials = list(card.equips), list(card.materials)
    landing = moves.destination(card, goal, position.face_up)
    if landing.place is None:
        ops.vanish(hands.state, card, cause=cause, by=hands.seat, source=hands.source)
    else:
        _move(hands, card, landing.place, landing.face_up, position, cause)
    if came_from in hands.game.noted and card.on_field:
        ops.remember(hands.state, card, f"from_{came_from}", True)
    if position.mark or card.summoned in hands.game.marks:
        ops.mark(hands.state, card, summoned=position.mark)
    settle(hands, card, equips, materials)


def settle(hands: PlayerHands, card: Card, equips: list[Card], materials: list[Card]) -> None:
    """A card has left or turned: what was equipped to it is lost, what lay beneath it goes."""
    if not card.in_monster_zone:
        for material in materials:
            if material.bearer is card:
                carry(hands, material, Place(material.owner, hands.game.used), _UPRIGHT, cause="rule")
    if not (card.in_monster_zone and card.face_up):
        for equip in equips:
            if equip.on_field:
                carry(hands, equip, Place(equip.owner, hands.game.used), _UPRIGHT, cause="destroy")


def attach(hands: PlayerHands, card: Card, bearer: Card) -> None:
    """Put a card beneath another; what lay beneath it comes along (YGO-XYZ-13), its equips are lost."""
    equips, materials = list(card.equips), list(card.materials)
    for material in materials:
        ops.attach(hands.state, material, bearer, by=hands.seat)
    ops.attach(hands.state, card, bearer, by=hands.seat)
    settle(hands, card, equips, [])


def _move(
    hands: PlayerHands, card: Card, goal: Place, face_up: bool, position: PositionRow, cause: str
) -> None:  # fmt: skip
    zone = hands.state.table.zones[goal.zone]
    hidden_set = zone.slots is not None and not face_up and not card.on_field
    monster = "monster" in zone.tags
    ops.move(
        hands.state, card, goal, face_up=face_up, defense_position=monster and position.defense_position,
        cause=cause, by=hands.seat, source=hands.source, bottom=position.word == "bottom",
        kind="set" if hidden_set else "move",
        controller=goal.seat if goal.seat in (0, 1) else (None if card.on_field else hands.seat),
    )  # fmt: skip


def _clear(hands: PlayerHands, card: Card, goal: Place, position: PositionRow) -> None:
    """The next Field Spell sends the old one to the Graveyard (YGO-FZ-03); where there is one for both
    players, the other player's too (CF-17)."""
    if goal.zone not in hands.game.cleared:
        return
    seats = (goal.seat, 1 - goal.seat) if hands.rules.one_field_spell and position.face_up else (goal.seat,)
    for seat in seats:
        old = hands.state.at(goal._replace(seat=seat))
        if old is not None and old is not card and (seat == goal.seat or old.face_up):
            carry(hands, old, Place(old.owner, hands.game.used), _UPRIGHT, cause="rule")


_UPRIGHT = PositionRow("", "", face_up=True)
