"""Free table of Yu-Gi-Oh!, with its own gestures and the Summons of its data. Synchronous and pure (law
5).
"""

from __future__ import annotations

from typing import Any, ClassVar

from facedown_server.games.manual import referee
from facedown_server.games.manual.hands import Planners, PlayerHands
from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.yugioh import card_gestures, summons
from facedown_server.games.manual.yugioh.hands import YugiohHands
from facedown_server.table import ops
from facedown_shared.manual.yugioh_summons import SUMMONS
from facedown_shared.protocol import gestures

GESTURES: Planners = {
    **referee.GESTURES,
    **dict.fromkeys(SUMMONS, summons.summon),
    gestures.Move: card_gestures.plan_move,
    gestures.SpecialSummon: card_gestures.special_summon,
    gestures.ChangePosition: card_gestures.position,
    gestures.FlipSummon: card_gestures.flip_summon,
    gestures.Activate: card_gestures.activate,
    gestures.GiveControl: card_gestures.control,
    gestures.Attach: card_gestures.attach,
    gestures.Equip: card_gestures.equip,
    gestures.DeclareAttack: card_gestures.attack,
    gestures.MakeToken: summons.token,
}
"""Planner of each gesture of this table. The game's rows say which Summons exist."""


class DuelTable(FreeTable):
    """A duel played by hand."""

    gestures: ClassVar[Planners] = GESTURES
    hands: ClassVar[type[PlayerHands[Any]]] = YugiohHands

    def apply_consequences(self) -> None:
        """End the battle once one of its monsters has left."""
        fighting = [card for card in self.state.battle or () if card is not None]
        if any(not card.is_on_field for card in fighting):
            ops.battle(self.state, None)
