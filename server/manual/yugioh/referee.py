"""The free table of Yu-Gi-Oh!: its own gestures, and the Summons of its rows. Sync and pure (law 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from server.manual import referee
from server.manual.hands import Deed, Hands
from server.manual.referee import FreeTable
from server.manual.yugioh import deeds, summons, tokens
from server.manual.yugioh.carrying import Duelists
from server.table import ops

GESTURES: Mapping[str, Callable[[Hands], Deed]] = {
    **referee.GESTURES,
    "move": deeds.move,
    "special_summon": deeds.special_summon,
    "position": deeds.position,
    "flip_summon": deeds.flip_summon,
    "activate": deeds.activate,
    "control": deeds.control,
    "attach": deeds.attach,
    "equip": deeds.equip,
    "attack": deeds.attack,
    "token": tokens.token,
}
"""Every gesture of this table; the Summons of a game's rows come on top."""


class DuelTable(FreeTable):
    """One duel moved by hand."""

    gestures: ClassVar[Mapping[str, Callable[[Hands], Deed]]] = GESTURES
    hands: ClassVar[type[Hands]] = Duelists

    def planner(self, do: str) -> Callable[[Hands], Deed] | None:
        """What plans a gesture of this name."""
        return summons.summon if do in self.game.summons else super().planner(do)

    def settle(self) -> None:
        """A battle is over when one of its monsters has left."""
        fighting = [card for card in self.state.battle or () if card is not None]
        if any(not card.on_field for card in fighting):
            ops.battle(self.state, None)
