"""Response windows of a phase. The core opens one only for a player who has something to use.

That would disclose a hidden card. So a player with cards hidden from others is prompted wherever the core
might have prompted them, with only a pass to choose. The core is not involved (law 4: public facts decide).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown_server.games.edopro import hints
from facedown_server.games.edopro.locations import HAND_FLAG, SPELLS_FLAG
from facedown_server.games.edopro.mirror import SELECT_MESSAGE_HINT_CODE, Mirror
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.refereeing.prompts import PASS, DuelPrompt, Play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import State
from facedown_shared.protocol.asking import About
from facedown_shared.tables import SHARED_SEAT_INDEX, Seat

EVENT_HINT_CODE = 1
"""Kind of hint that names the event of a window."""
PHASES = frozenset({20, 21, 25, 26, 28})
"""Hint values of windows of a phase: Draw Phase, Standby Phase, end of a battle, End Phase, start of a
battle.
"""
ENDING = frozenset({25, 29})
"""Hint values of the end of a battle: of the Battle Step, when its player makes no other attack, and of the
phase.
"""
STANDBY_FLAG, BATTLE_FLAG, BATTLE_ENDS_FLAG, END_FLAG = 0x2, 0x8, 0x80, 0x200
WITH_WINDOWS = frozenset({0x1, STANDBY_FLAG, BATTLE_FLAG, BATTLE_ENDS_FLAG, END_FLAG})
BUSY = frozenset({STANDBY_FLAG, END_FLAG})
"""Phases that carry out effects automatically: effects that end, return cards or require a payment."""
CARRIED_OUT = (
    said.Damage, said.Recover, said.PayLife, said.LifeUpdate, said.CardsDrawn, said.Swap, said.AddCounter,
    said.RemoveCounter, said.TossCoin, said.TossDice, asked.SelectYes, asked.SelectOption, asked.SelectCard,
)  # fmt: skip
MONSTER_ZONES_MASK = 0x7F | 0x7F << 16
"""Bits of the Monster Zones of both sides in a choice of zones."""
DISCARD_TEXT_CODE = 501
"""Text code of a choice of cards to discard for the hand size limit."""


def has_secrets(state: State, seat: Seat) -> bool:
    """Return whether a seat has a card that is hidden from another viewer. Such a card might be any card."""
    return any(not card.revealed for card in state.pile(seat, "hand")) or any(
        card.controller == seat and not card.face_up for card in state.field_cards()
    )


def automatic_effect(message: asked.SelectChain) -> int | None:
    """Return the index of an effect that is carried out automatically, or None.

    With nothing else to choose the core opens no prompt for it.
    """
    modes = [row.mode for row in message.effects]
    return next((number for number, mode in enumerate(modes) if message.forced and mode), None)


def can_begin_effect(message: Any) -> bool:
    """Return whether an effect that a phase carries out automatically may begin with this message. No
    activation begins so: it first turns a Set card face-up, or puts a card from the hand into a Spell &
    Trap Zone.
    """
    if isinstance(message, said.CardMoved):
        return message.goal.location != SPELLS_FLAG or message.start.location != HAND_FLAG
    if isinstance(message, said.PositionChange):
        return message.spot.location != SPELLS_FLAG
    if isinstance(message, asked.SelectPlace):
        return bool(~message.taken & MONSTER_ZONES_MASK)
    return isinstance(message, CARRIED_OUT)


class PhaseWindows:
    """Progress of a phase's windows. The turn player is prompted first, then the opponent, until both pass.

    A phase carries out some effects automatically, and the core does not say which player they belong to. It
    prompts a player with something to use before the opponent's effect, and again after it. So the turn
    player is prompted before each of these effects; after it both are prompted, and then the turn player once
    more.
    """

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self._due: list[Seat] = []
        """Seats that are still to be prompted, in order."""
        self._says = self._is_quiet = False
        """`_says`: the core announced a prompt of the phase. `_is_quiet`: the next effect is the phase's
        own.
        """
        self._asked: Seat = SHARED_SEAT_INDEX
        """Seat that was last prompted for the phase; SHARED_SEAT_INDEX after any other prompt."""
        self._phase = self._ahead = 0

    @property
    def is_next(self) -> bool:
        """True if the core announced that its next prompt is a window of the phase."""
        return self._says

    def expect(self, messages: Sequence[Any]) -> None:
        """Count how often a turn or phase begins in the messages up to the core's next prompt."""
        self._ahead = sum(isinstance(message, said.NewTurn | said.NewPhase) for message in messages)

    def open_before(self, message: Any) -> Play[None]:
        """Open the windows that precede a message of the core."""
        if isinstance(message, said.NewTurn):
            self._ahead -= 1
            yield from self._open_remaining()
        elif isinstance(message, said.NewPhase):
            self._ahead -= 1
            if self._phase == BATTLE_ENDS_FLAG:
                self._end_battle()
            yield from self._open_remaining()
            self._begin_phase(message.phase)
        elif isinstance(message, asked.SelectBattle):
            if self._phase == BATTLE_FLAG:
                yield from self._open_remaining()
                self._begin_phase(BATTLE_ENDS_FLAG)
        elif self._is_hand_limit_discard(message):
            yield from self._open_remaining()
            self._is_quiet = False
        elif isinstance(message, said.Hint):
            self._says = self._says and message.kind == SELECT_MESSAGE_HINT_CODE
            self._says = self._says or (message.kind == EVENT_HINT_CODE and message.value in PHASES)
            if message.kind == EVENT_HINT_CODE and message.value in ENDING:
                self._end_battle()
        elif isinstance(message, said.Chaining):
            self._is_quiet = False
            if self._asked != SHARED_SEAT_INDEX:
                self._due = [self._asked, 1 - self._asked]
            self._asked = SHARED_SEAT_INDEX
        elif isinstance(message, asked.SelectChain) and automatic_effect(message) is not None:
            self._says = False
            yield from self._handle_automatic_effect()
        elif isinstance(message, asked.SelectChain | asked.SelectEffect):
            self._is_quiet = self._phase in BUSY and not self._mirror.is_chaining
            yield from self._open_until(
                self._mirror.places.seat(message.player), getattr(message, "forced", 0)
            )
        elif (
            self._is_quiet and self._ahead > 0
        ):  # the phase is over, and with it the effects that last until its end
            yield from self._open_remaining()
        elif self._is_quiet and can_begin_effect(message):
            yield from self._handle_automatic_effect()

    def _begin_phase(self, phase: int) -> None:
        turn_player = self._mirror.state.turn_player
        self._phase, self._is_quiet = phase, phase in BUSY
        self._due = [turn_player, 1 - turn_player] if phase in WITH_WINDOWS else []
        self._asked, self._says = SHARED_SEAT_INDEX, False

    def _is_hand_limit_discard(self, message: Any) -> bool:
        """Return whether the message prompts for the hand size limit's discard. That happens only after both
        passed in the End Phase.
        """
        asks = isinstance(message, asked.SelectCard) and self._phase == END_FLAG
        return asks and self._mirror.progress.hint == DISCARD_TEXT_CODE and not self._mirror.is_chaining

    def _end_battle(self) -> None:
        self._mirror.progress.about = About("battle_ends", self._mirror.state.turn_player)

    def _handle_automatic_effect(self) -> Play[None]:
        """Handle an effect that the phase carries out automatically."""
        turn_player = self._mirror.state.turn_player
        self._is_quiet, self._asked = False, SHARED_SEAT_INDEX
        if self._phase in BUSY:
            if self._due and self._due[0] == turn_player:
                yield from self._open_pass_only()
            self._due = [turn_player, 1 - turn_player, turn_player]

    def _open_until(self, seat: Seat, forced: int) -> Play[None]:
        """Open pass-only windows for the seats due before `seat`, if the core announced the phase's window.

        A seat whose effect is mandatory (`forced`) is prompted again after it.
        """
        self._asked = SHARED_SEAT_INDEX
        if not self._says:
            return
        self._says = False
        while self._due and self._due[0] != seat:
            yield from self._open_pass_only()
        self._due = [seat, 1 - seat] if forced else self._due[1:]
        self._asked = seat

    def _open_remaining(self) -> Play[None]:
        while self._due:
            yield from self._open_pass_only()

    def _open_pass_only(self) -> Play[None]:
        mirror, seat = self._mirror, self._due.pop(0)
        if mirror.progress.ended is None and has_secrets(mirror.state, seat):
            yield DuelPrompt(
                seat, PromptKind.RESPONSE, hints.window(mirror), lambda: (PASS,), default=(PASS.key,),
                about=mirror.progress.about,
            )  # fmt: skip
