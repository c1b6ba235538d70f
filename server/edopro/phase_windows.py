"""The windows that a phase has of its own: the core opens one only for a player who has something to use.

That would tell a hidden card. So whoever has cards that nobody else can read is asked wherever the core might
have asked them, with nothing to do but pass; the core hears nothing of it (law 4: public facts settle it).
"""

from __future__ import annotations

from typing import Any

from server.duel.core.prompts import PASS, DuelPrompt, Play
from server.edopro import hints
from server.edopro.mirror import SELECT_MESSAGE, Mirror
from server.edopro.stream import messages as said
from server.edopro.stream import prompts as asked
from server.referee import PromptKind
from server.table.state import State
from shared.protocol.asking import About
from shared.zones import SHARED, Seat

EVENT = 1
"""The kind of hint that says which moment it is."""
PHASES = frozenset({20, 21, 25, 26, 28})
"""Its numbers where a phase has a window: draw, standby, a battle's end, the end phase, a battle's start."""
ENDING = frozenset({25, 29})
"""Those of a battle's end: of the Battle Step, when its player wants no other attack, and of the phase."""
BATTLE, BATTLE_ENDS = 0x8, 0x80
WITH_WINDOWS = frozenset({0x1, 0x2, BATTLE, BATTLE_ENDS, 0x200})
DISCARD = 501
"""What a choice of cards is for, where a hand is too large."""


def has_secrets(state: State, seat: Seat) -> bool:
    """Whether a seat holds or controls a card that not everybody can read: it might be any card."""
    return any(not card.revealed for card in state.pile(seat, "hand")) or any(
        card.controller == seat and not card.face_up for card in state.on_field()
    )


def takes_effect(message: asked.SelectChain) -> int | None:
    """Which of these takes effect by itself in any case, if one does: with nothing else to choose from the
    core would not have asked, so nobody is asked."""
    modes = [row.mode for row in message.effects]
    return next((number for number, mode in enumerate(modes) if message.forced and mode), None)


class PhaseWindows:
    """Where a phase is in its windows: first the turn player is asked, then the other, until both passed."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self._open = self._passed = self._says = False
        self._next: Seat = 0
        self._asked: Seat = SHARED
        """Who was asked last by the phase, until something else is."""
        self._phase = 0

    def before(self, message: Any) -> Play[None]:
        """Ask what goes before a message of the core's."""
        if isinstance(message, said.NewTurn):
            yield from self._rest()
        elif isinstance(message, said.NewPhase):
            if self._phase == BATTLE_ENDS:
                self._battle_ends()
            yield from self._rest()
            self._begin(message.phase)
        elif isinstance(message, asked.SelectBattle):
            if self._phase == BATTLE:
                yield from self._rest()
                self._begin(BATTLE_ENDS)
        elif isinstance(message, asked.SelectCard):
            if self._phase == 0x200 and self._mirror.hint == DISCARD and not self._mirror.is_chaining:
                yield from self._rest()
        elif isinstance(message, said.Hint):
            self._says = self._says and message.kind == SELECT_MESSAGE
            self._says = self._says or (message.kind == EVENT and message.value in PHASES)
            if message.kind == EVENT and message.value in ENDING:
                self._battle_ends()
        elif isinstance(message, said.Chaining):
            if self._asked != SHARED:
                self._open, self._passed, self._next = True, False, self._asked
            self._asked = SHARED
        elif isinstance(message, asked.SelectChain) and takes_effect(message) is not None:
            self._says = False
        elif isinstance(message, asked.SelectChain | asked.SelectEffect):
            yield from self._until(self._mirror.places.seat(message.player), getattr(message, "forced", 0))

    def _begin(self, phase: int) -> None:
        self._phase, self._open, self._passed = phase, phase in WITH_WINDOWS, False
        self._next, self._asked, self._says = self._mirror.state.turn_player, SHARED, False

    def _battle_ends(self) -> None:
        self._mirror.about = About("battle_ends", self._mirror.state.turn_player)

    def _until(self, seat: Seat, forced: int) -> Play[None]:
        """The core asks a seat, in the phase's own window if it said so. Who must use something is asked
        again after it."""
        self._asked = SHARED
        if not self._says:
            return
        self._says = False
        while self._open and self._next != seat:
            yield from self._pass()
        if forced:
            self._open, self._passed, self._next = True, False, seat
        else:
            self._step()
        self._asked = seat

    def _rest(self) -> Play[None]:
        while self._open:
            yield from self._pass()

    def _pass(self) -> Play[None]:
        seat, mirror = self._next, self._mirror
        self._step()
        if mirror.ended is None and has_secrets(mirror.state, seat):
            yield DuelPrompt(
                seat, PromptKind.RESPONSE, hints.window(mirror), lambda: (PASS,), default=(PASS.key,),
                about=mirror.about,
            )  # fmt: skip

    def _step(self) -> None:
        self._open, self._passed, self._next = self._open and not self._passed, True, 1 - self._next
