"""Handlers of the core's messages about turns, phases, Summons, battles, Life Points, coins and dice."""

from __future__ import annotations

from facedown_server.games.edopro.locations import Places
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.card_moves import CardMoves
from facedown_server.games.edopro.mirroring.duel_progress import DuelProgress, Handlers
from facedown_server.games.edopro.stream import messages as said
from facedown_server.table import Card, State, ops
from facedown_shared.protocol.asking import About, What
from facedown_shared.protocol.visible_events import Cause

PHASES = {0x1: "draw", 0x2: "standby", 0x4: "main1", 0x8: "battle", 0x100: "main2", 0x200: "end"}
LASTING: dict[str, What] = {
    "draw": "draw_phase", "standby": "standby_phase", "battle": "battle_begins", "end": "end_phase",
}  # fmt: skip
BATTLE_END_PHASE_BITS = 0x80


class DuelEvents:
    """Handler of the messages about turns, phases, Summons, battles, Life Points and throws of one duel."""

    def __init__(
        self, state: State, places: Places, cards: CardLists, moves: CardMoves, progress: DuelProgress
    ) -> None:
        self._state, self._places, self._cards, self._moves = state, places, cards, moves
        self._progress = progress
        self._summoning: list[tuple[Card, str]] = []

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.NewTurn: self._handle_turn, said.NewPhase: self._phase, said.SummonBegun: self._summons,
            said.SpecialSummoning: self._summons, said.FlipSummoning: self._flips,
            said.Summoned: self._handle_summoned, said.SpecialSummoned: self._handle_summoned,
            said.FlipSummoned: self._handle_summoned, said.Set: self._handle_set,
            said.AttackDeclared: self._handle_attack, said.Battle: self._handle_battle,
            said.AttackDisabled: self._handle_attack_negated, said.DamageStepStart: self._handle_damage_step,
            said.DamageStepEnd: self._end_battle,
            said.Damage: self._damage, said.Recover: self._recover, said.PayLife: self._pay,
            said.LifeUpdate: self._life, said.TossCoin: self._coins, said.TossDice: self._dice,
        }  # fmt: skip

    def _handle_turn(self, message: said.NewTurn) -> None:
        ops.begin_turn(self._state, self._places.seat(message.player))

    def _phase(self, message: said.NewPhase) -> None:
        name = PHASES.get(message.phase)
        if name is not None and name != self._state.phase:
            ops.next_moment(self._state)
            ops.phase(self._state, name)
        if name in LASTING:
            self._progress.about = About(LASTING[name], self._state.turn_player)
        elif message.phase == BATTLE_END_PHASE_BITS:
            self._progress.about = About("battle_ends", self._state.turn_player)
            self._end_battle()
        else:
            self._progress.about = About("main_phase_ends", self._state.turn_player)

    def _summons(self, message: said.SummonBegun) -> None:
        card = self._cards.card_with_passcode(message.spot, 0)
        special = type(message) is said.SpecialSummoning
        self._summoning.append((card, "special" if special else "normal"))
        self._progress.about = About("summon", self._places.seat(message.spot.player))

    def _flips(self, message: said.FlipSummoning) -> None:
        card = self._cards.card_with_passcode(message.spot, message.code)
        self._moves.turn_card(card, message.spot.position, "flip_summon")
        self._summoning.append((card, "flip"))

    def _handle_summoned(self, message: object) -> None:
        for card, word in self._summoning:
            if card.is_in_monster_zone:
                seat = card.controller
                ops.mark(self._state, card, summoned=word)
                ops.note(self._state, "summoned", seat=seat, card=card, word=word, by=seat, place=card.place)
                self._progress.about = About("summon", seat)
        self._summoning.clear()

    def _handle_set(self, message: said.Set) -> None:
        self._progress.about = About("act", self._state.turn_player)

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
        self._end_battle()

    def _handle_damage_step(self, message: said.DamageStepStart) -> None:
        self._progress.about = About("damage_step", self._state.turn_player)

    def _end_battle(self, message: object = None) -> None:
        """End the current battle, if there is one."""
        if self._state.battle is not None:
            ops.battle(self._state, None)

    def _damage(self, message: said.Damage) -> None:
        cause: Cause = (
            "battle damage" if self._state.battle is not None and not self._state.chain else "effect damage"
        )
        ops.life(self._state, self._places.seat(message.player), -message.amount, cause=cause)

    def _recover(self, message: said.Recover) -> None:
        ops.life(self._state, self._places.seat(message.player), message.amount, cause="gain")

    def _pay(self, message: said.PayLife) -> None:
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
