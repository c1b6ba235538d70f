"""Handlers of the core's messages about turns, phases and Summons."""

from __future__ import annotations

from facedown_server.games.edopro.locations import Places
from facedown_server.games.edopro.mirroring.battle_events import end_battle
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.card_moves import CardMoves
from facedown_server.games.edopro.mirroring.duel_progress import DuelProgress, Handlers
from facedown_server.games.edopro.stream import messages as said
from facedown_server.table import Card, State, ops
from facedown_shared.protocol.asking import About, What

PHASES = {0x1: "draw", 0x2: "standby", 0x4: "main1", 0x8: "battle", 0x100: "main2", 0x200: "end"}
LASTING: dict[str, What] = {
    "draw": "draw_phase", "standby": "standby_phase", "battle": "battle_begins", "end": "end_phase",
}  # fmt: skip
BATTLE_END_PHASE_BITS = 0x80


class TurnEvents:
    """Handler of the messages about turns, phases and Summons of one duel."""

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
            end_battle(self._state)
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
