"""The free table of Yu-Gi-Oh!: its own gestures, and the Summons of its rows. Sync and pure (law 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from server.manual import referee
from server.manual.hands import Command, PlayerHands
from server.manual.referee import FreeTable
from server.manual.yugioh import card_gestures, summons, tokens
from server.manual.yugioh.hands import YugiohHands
from server.table import ops

GESTURES: Mapping[str, Callable[[PlayerHands], Command]] = {
    **referee.GESTURES,
    "move": card_gestures.move,
    "special_summon": card_gestures.special_summon,
    "position": card_gestures.position,
    "flip_summon": card_gestures.flip_summon,
    "activate": card_gestures.activate,
    "control": card_gestures.control,
    "attach": card_gestures.attach,
    "equip": card_gestures.equip,
    "attack": card_gestures.attack,
    "token": tokens.token,
}
"""Every gesture of this table; the Summons of a game's rows come on top."""


class DuelTable(FreeTable):
    """One duel moved by hand."""

    gestures: ClassVar[Mapping[str, Callable[[PlayerHands], Command]]] = GESTURES
    hands: ClassVar[type[PlayerHands]] = YugiohHands

    def planner(self, do: str) -> Callable[[PlayerHands], Command] | None:
        """What plans a gesture of this name."""
        return summons.summon if do in self.game.summons else super().planner(do)

    def settle(self) -> None:
        """A battle is over when one of its monsters has left."""
        fighting = [card for card in self.state.battle or () if card is not None]
        if any(not card.on_field for card in fighting):
            ops.battle(self.state, None)
