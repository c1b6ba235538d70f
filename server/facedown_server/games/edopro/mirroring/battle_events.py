"""Handlers of the core's messages about attacks and the Damage Step."""

from __future__ import annotations

from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.duel_progress import DuelProgress, Handlers
from facedown_server.games.edopro.stream import messages as said
from facedown_server.table import State, ops
from facedown_shared.protocol.asking import About


def end_battle(state: State) -> None:
    """End the current battle, if there is one."""
    if state.battle is not None:
        ops.battle(state, None)


class BattleEvents:
    """Handler of the battle messages of one duel."""

    def __init__(self, state: State, cards: CardLists, progress: DuelProgress) -> None:
        self._state, self._cards, self._progress = state, cards, progress

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.AttackDeclared: self._handle_attack, said.Battle: self._handle_battle,
            said.AttackDisabled: self._handle_attack_negated, said.DamageStepStart: self._handle_damage_step,
            said.DamageStepEnd: self._handle_damage_step_end,
        }  # fmt: skip

    def _handle_attack(self, message: said.AttackDeclared) -> None:
        attacker = self._cards.card_with_passcode(message.attacker, 0)
        target = self._cards.card(message.target) if message.target.location else None
        ops.battle(self._state, (attacker, target))
        others = (target,) if target is not None else ()
        seat = attacker.controller
        ops.note(self._state, "attack", seat=seat, card=attacker, others=others, by=seat)
        self._progress.about = About("attack", seat)

    def _handle_battle(self, message: said.Battle) -> None:
        attacker = self._cards.card(message.attacker)
        dies = message.dies + message.other_dies
        ops.note(self._state, "battled", seat=self._state.turn_player, card=attacker, amount=dies)

    def _handle_attack_negated(self, message: said.AttackDisabled) -> None:
        if self._state.battle is not None:
            attacker = self._state.battle[0]
            ops.note(self._state, "attack_negated", seat=attacker.controller, card=attacker)
        end_battle(self._state)

    def _handle_damage_step(self, message: said.DamageStepStart) -> None:
        self._progress.about = About("damage_step", self._state.turn_player)

    def _handle_damage_step_end(self, message: said.DamageStepEnd) -> None:
        end_battle(self._state)
