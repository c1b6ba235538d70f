"""Prompts for triggers. The core opens one only for a player who has a trigger to use.

Whether a trigger can be used often depends on a hand or a Deck (a card to search for or to discard). So after
every event that could trigger an effect, both players are prompted for triggers before fast effects may be
used. The turn player comes first; a player who used a trigger is prompted again. A player without a trigger
can only pass, which is done automatically. The core is not involved (law 4: public facts decide). Mandatory
triggers are public; both players are prompted after them as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown_server.games.edopro import hints
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.phase_windows import PhaseWindows, has_secrets
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.refereeing.prompts import PASS, DuelPrompt, Play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import State
from facedown_shared.tables import Seat

SEVERAL_TRIGGERS_CODE, ONE_TRIGGER_CODE = 0x7F, 221
"""The core's text codes of prompts for several triggers and for one trigger."""
HAPPENINGS = (
    said.CardMoved, said.PositionChange, said.Swap, said.Set, said.Summoned, said.SpecialSummoned,
    said.FlipSummoned, said.ChainEnd, said.Damage, said.Recover, said.PayLife, said.LifeUpdate,
    said.Equipped, said.AddCounter, said.RemoveCounter, said.AttackDeclared, said.AttackDisabled,
    said.DamageStepStart, said.Battle, said.DamageStepEnd, said.CardsDrawn, said.TossCoin, said.TossDice,
)  # fmt: skip
"""Events that may trigger an effect. All of them are public."""
CHOICES = (asked.SelectIdle, asked.SelectBattle, asked.SelectChain, asked.SelectEffect)
"""Prompts in which a player may choose an act."""
HIDDEN_PILES = ("deck", "extra_deck")


def is_trigger_prompt(message: Any) -> bool:
    """Return whether the message prompts a player to choose a trigger."""
    if isinstance(message, asked.SelectChain):
        return message.special == SEVERAL_TRIGGERS_CODE and not message.forced
    return isinstance(message, asked.SelectEffect) and message.text == ONE_TRIGGER_CODE


def is_mandatory(chaining: said.Chaining, since: Sequence[Any]) -> bool:
    """Return whether an activation was mandatory.

    True if an event happened since a player could last choose, other than the arrival or flip of the
    activated card.
    """
    last = since[-1] if since else None
    spots = [last.start, last.goal] if isinstance(last, said.CardMoved) else []
    spots += [last.spot] if isinstance(last, said.PositionChange) else []
    is_its_own = chaining.spot[:3] in [spot[:3] for spot in spots]
    return len(since) > is_its_own


def may_have_triggers(state: State, seat: Seat) -> bool:
    """Return whether a seat has hidden cards that its triggers could depend on."""
    return has_secrets(state, seat) or any(state.pile(seat, zone) for zone in HIDDEN_PILES)


class TriggerWindows:
    """Tracker of the seats still to be prompted for triggers before fast effects may be used.

    `phases`: the phase's own windows, which no event precedes. They come first.
    """

    def __init__(self, mirror: Mirror, phases: PhaseWindows) -> None:
        self._mirror, self._phases = mirror, phases
        self._happened = self._is_asking = self._is_forced = False
        self._since: list[Any] = []
        """Events since a player could last choose an act."""
        self._left: Sequence[Seat] = ()

    def expect(self, messages: Sequence[Any]) -> None:
        """Forward all messages up to the core's next prompt to the phase windows."""
        self._phases.expect(messages)

    def open_before(self, message: Any) -> Play[None]:
        """Open the prompts that precede a message of the core."""
        own = self._phases.is_next
        yield from self._phases.open_before(message)
        if isinstance(message, HAPPENINGS):
            self._happened = True
            self._is_forced = self._is_forced and not isinstance(message, said.ChainEnd)
            self._since.append(message)
        elif isinstance(message, said.Chaining) and self._is_asking:
            self._left = (self._mirror.places.seat(message.player),)
        elif isinstance(message, said.Chaining):
            self._is_forced = self._is_forced or (message.link == 1 and is_mandatory(message, self._since))
        elif is_trigger_prompt(message):
            yield from self._open_before_seat(self._mirror.places.seat(message.player))
        elif isinstance(message, asked.SelectChain) and not (own or message.forced):
            yield from self._open_remaining(self._mirror.places.seat(message.player))
        elif isinstance(message, asked.SelectIdle | asked.SelectBattle):
            self._left, self._is_asking, self._is_forced = (), False, False
        if isinstance(message, CHOICES) and not getattr(message, "forced", 0):
            self._since = []

    def _open_before_seat(self, seat: Seat) -> Play[None]:
        """Open prompts for the seats before `seat`, which the core prompts for triggers."""
        if not self._is_asking:
            self._begin_round()
        before = self._left.index(seat) if seat in self._left else len(self._left)
        skipped, self._left = self._left[:before], self._left[before + 1 :]
        for one in skipped:
            yield from self._open_pass(one)

    def _open_remaining(self, seat: Seat) -> Play[None]:
        """Open the remaining prompts for triggers, since the core now prompts `seat` for fast effects."""
        turn_player = self._mirror.state.turn_player
        happened = self._happened and not self._mirror.is_chaining and seat == turn_player
        if (happened or self._is_forced) and not self._is_asking:
            self._begin_round()
        left, self._left, self._is_asking = self._left, (), False
        for number, one in enumerate(left):
            if number < len(left) - 1 or one != seat:  # otherwise it is the same window as the core's
                yield from self._open_pass(one)

    def _begin_round(self) -> None:
        turn_player = self._mirror.state.turn_player
        self._left, self._is_asking, self._happened = (turn_player, 1 - turn_player), True, False
        self._is_forced = False

    def _open_pass(self, seat: Seat) -> Play[None]:
        mirror = self._mirror
        if mirror.progress.ended is None and may_have_triggers(mirror.state, seat):
            yield DuelPrompt(
                seat, PromptKind.TRIGGER, hints.window(mirror), lambda: (PASS,), default=(PASS.key,),
                public=PromptKind.RESPONSE, leads_on=True, about=mirror.progress.about,
            )  # fmt: skip
