"""Moves of one card by hand with their automatic consequences: return to the owner, materials, equips, the
old Field Spell.

Sources: YGO-MOVE-44 to 57, YGO-XYZ-10, YGO-XYZ-11, YGO-TOK-11, YGO-FZ-03, CF-11, CF-17, CF-18.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.manual.hands import G_co, PlayerHands, check_seen
from facedown_server.table import Card, Cards, moves, ops
from facedown_shared.manual.game import UPRIGHT, PositionRow
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place


class YugiohHands(PlayerHands[G_co]):
    """Context of one gesture at a table of Yu-Gi-Oh!."""

    def announce(self, card: Card, word: str) -> None:
        """Announce that a card was Summoned; `word` is the kind of Summon."""
        ops.note(self.state, "summoned", seat=self.seat, card=card, word=word)

    def landing_place(
        self, card: Card, goal: Place, position: str, leaving: Sequence[Card] = (),
        taken: Sequence[Place] = (),
    ) -> Place:  # fmt: skip
        """Return the goal with its slot. A hidden card gives way to one that replaces it only if the seat
        may move it.
        """
        place = super().landing_place(card, goal, position, leaving, taken)
        old = self.state.card_at(place) if place.zone in self.game.cleared else None
        check_seen(self, [old] if old is not None and old is not card else [])
        return place

    def move_card(self, card: Card, goal: Place, position: PositionRow, *, cause: Cause = "") -> None:
        """Move a card to its actual destination, and apply the consequences for its equips and materials."""
        self._clear(card, goal, position)
        came_from, equips, materials = card.zone, card.equips, card.materials
        landing = moves.destination(card, goal, position.face_up)
        if landing.place is None:
            ops.vanish(self.state, card, cause=cause, by=self.seat, source=self.source)
        else:
            self._move_to(card, landing.place, landing.face_up, position, cause)
        if came_from in self.game.noted and card.is_on_field:
            ops.store_note(self.state, card, f"from_{came_from}", True)
        if position.mark or card.summoned in self.game.marks:
            ops.mark(self.state, card, summoned=position.mark)
        self.drop_equips_and_materials(card, equips, materials)

    def drop_equips_and_materials(self, card: Card, equips: Cards, materials: Cards) -> None:
        """After a card left or turned, destroy its equips and send its materials to the Graveyard where the
        rules require it. A card turned face-down equips nothing: else it would be shown when its monster
        leaves.
        """
        if card.equipped_to is not None and not card.face_up:
            ops.unequip(self.state, card)
        if not card.is_in_monster_zone:
            for material in materials:
                if material.bearer is card:
                    self.move_card(material, Place(material.owner, self.game.used), UPRIGHT, cause="rule")
        if not (card.is_in_monster_zone and card.face_up):
            for equip in equips:
                if equip.is_on_field:
                    self.move_card(equip, Place(equip.owner, self.game.used), UPRIGHT, cause="destroy")

    def put_beneath(self, card: Card, bearer: Card) -> None:
        """Put a card beneath another. Its own materials move along (YGO-XYZ-13), and its equips are lost."""
        equips = card.equips
        for material in card.materials:
            ops.attach(self.state, material, bearer, by=self.seat)
        ops.attach(self.state, card, bearer, by=self.seat)
        self.drop_equips_and_materials(card, equips, ())

    def _move_to(
        self, card: Card, goal: Place, face_up: bool, position: PositionRow, cause: Cause
    ) -> None:  # fmt: skip
        zone = self.state.table.zones[goal.zone]
        hidden_set = zone.slots is not None and not face_up and not card.is_on_field
        monster = "monster" in zone.tags
        ops.move(
            self.state, card, goal, face_up=face_up, defense_position=monster and position.defense_position,
            cause=cause, by=self.seat, source=self.source, bottom=position.word == "bottom",
            kind="set" if hidden_set else "move",
            controller=goal.seat if goal.seat in (0, 1) else (None if card.is_on_field else self.seat),
        )  # fmt: skip

    def _clear(self, card: Card, goal: Place, position: PositionRow) -> None:
        """Send the old Field Spell to the Graveyard for a new one (YGO-FZ-03). If both players share one,
        send the other player's too (CF-17).
        """
        if goal.zone not in self.game.cleared:
            return
        seats = (
            (goal.seat, 1 - goal.seat) if self.rules.one_field_spell and position.face_up else (goal.seat,)
        )
        for seat in seats:
            old = self.state.card_at(goal._replace(seat=seat))
            if old is not None and old is not card and (seat == goal.seat or old.face_up):
                self.move_card(old, Place(old.owner, self.game.used), UPRIGHT, cause="rule")
