"""Handlers of the core's messages about Life Points, coins and dice."""

from __future__ import annotations

from facedown_server.games.edopro.locations import Places
from facedown_server.games.edopro.mirroring.duel_progress import Handlers
from facedown_server.games.edopro.stream import messages as said
from facedown_server.table import State, ops
from facedown_shared.protocol.visible_events import Cause


class LifeAndThrows:
    """Handler of Life Point changes, coin tosses and die rolls of both players."""

    def __init__(self, state: State, places: Places) -> None:
        self._state, self._places = state, places

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.Damage: self._damage, said.Recover: self._recover, said.PayLife: self._handle_payment,
            said.LifeUpdate: self._life, said.TossCoin: self._coins, said.TossDice: self._dice,
        }  # fmt: skip

    def _damage(self, message: said.Damage) -> None:
        cause: Cause = (
            "battle damage" if self._state.battle is not None and not self._state.chain else "effect damage"
        )
        ops.life(self._state, self._places.seat(message.player), -message.amount, cause=cause)

    def _recover(self, message: said.Recover) -> None:
        ops.life(self._state, self._places.seat(message.player), message.amount, cause="gain")

    def _handle_payment(self, message: said.PayLife) -> None:
        ops.life(self._state, self._places.seat(message.player), -message.amount, cause="cost")

    def _life(self, message: said.LifeUpdate) -> None:
        seat = self._places.seat(message.player)
        ops.life(self._state, seat, message.amount - self._state.life(seat), cause="effect")

    def _coins(self, message: said.TossCoin) -> None:
        for value in message.values:
            word = "heads" if value else "tails"
            ops.note(self._state, "coin", seat=self._places.seat(message.player), word=word)

    def _dice(self, message: said.TossDice) -> None:
        for value in message.values:
            ops.note(self._state, "die", seat=self._places.seat(message.player), amount=value)
