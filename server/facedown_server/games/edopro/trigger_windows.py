"""Prompts for triggers. The core opens one only for a player who has a trigger to use.

Whether a trigger can be used often depends on a hand or a Deck (a card to search for or to discard). So after
every event that could trigger an effect, both players are prompted for triggers before fast effects may be
used. The turn player comes first; a player who used a trigger is prompted again. A player without a trigger
can only pass, which is done automatically. The core is not involved (law 4: public facts decide). Mandatory
triggers are public; both players are prompted after them as well.

Before the draw of a turn no fast effect can be activated, only a trigger of that moment. The core opens
windows there as soon as any card exists that may trigger in the hand, even in a Deck. So the turn player is
always prompted once, and other windows of that moment are passed unseen (`is_offered`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown_server.games.edopro import hints
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.phase_windows import EVENT_HINT_CODE, PhaseWindows, has_secrets
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.refereeing.prompts import PASS, DuelPrompt, Play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, State
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
BEFORE_DRAW_HINT_CODE, DRAW_PHASE_HINT_CODE = 27, 20
"""Values of the event hints with which a Draw Phase begins, and that announces its windows after the draw."""
ENDING_THE_MOMENT = (*HAPPENINGS, said.Chaining, said.NewPhase, said.Win)
"""Messages that end the moment before the draw."""
CHOICES = (asked.SelectIdle, asked.SelectBattle, asked.SelectChain, asked.SelectEffect)
"""Prompts in which a player may choose an act."""
HIDDEN_PILES = ("deck", "extra_deck")


def is_trigger_prompt(message: Any) -> bool:
    """Return whether the message prompts a player to choose a trigger."""
    if isinstance(message, asked.SelectChain):
        return message.special == SEVERAL_TRIGGERS_CODE and not message.forced
    return isinstance(message, asked.SelectEffect) and message.text == ONE_TRIGGER_CODE


def is_offered(mirror: Mirror, message: asked.SelectChain, card: Card | None) -> bool:
    """Return whether an effect of this card may be activated now.

    Before the draw only triggers may: the core's own prompt for them, or monsters in the turn player's hand.
    It lists these among fast effects, and does not say which are which.
    """
    if not mirror.progress.is_before_draw or message.forced or is_trigger_prompt(message):
        return True
    is_own = message.special > 0 and mirror.places.seat(message.player) == mirror.state.turn_player
    return is_own and card is not None and card.zone == "hand" and card.facts.is_monster


def is_draw_phase_hint(message: Any) -> bool:
    """Return whether the core announces the Draw Phase's own windows, with a draw before them or without."""
    if not isinstance(message, said.Hint):
        return False
    return message.kind == EVENT_HINT_CODE and message.value == DRAW_PHASE_HINT_CODE


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
        self._is_draw_due = False
        """Whether the turn player's prompt before the draw is still to come."""

    def expect(self, messages: Sequence[Any]) -> None:
        """Forward all messages up to the core's next prompt to the phase windows."""
        self._phases.expect(messages)

    def open_before(self, message: Any) -> Play[None]:
        """Open the prompts that precede a message of the core."""
        if self._mirror.progress.is_before_draw and (yield from self._open_before_draw(message)):
            return
        if isinstance(message, said.Hint) and message.kind == EVENT_HINT_CODE:
            progress = self._mirror.progress
            self._is_draw_due = progress.hides_windows and message.value == BEFORE_DRAW_HINT_CODE
            progress.is_before_draw = self._is_draw_due
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

    def _open_before_draw(self, message: Any) -> Play[bool]:
        """Open the turn player's prompt before the draw, unless the core itself does so. Return whether the
        message is a window of that moment.
        """
        mirror, is_prompt = self._mirror, isinstance(message, asked.SelectChain | asked.SelectEffect)
        ends = isinstance(message, ENDING_THE_MOMENT) or is_draw_phase_hint(message)
        if not (is_prompt or ends):
            return False
        seat, is_window = mirror.state.turn_player, is_prompt and not getattr(message, "forced", 0)
        is_own = is_window and mirror.places.seat(message.player) == seat
        if is_own and isinstance(message, asked.SelectChain):
            is_own = any(is_offered(mirror, message, mirror.card(row.spot)) for row in message.effects)
        if self._is_draw_due and not is_own:
            self._is_draw_due = False
            if any(not card.revealed for card in mirror.state.pile(seat, "hand")):
                yield from self._open_pass(seat)
        self._is_draw_due = self._is_draw_due and not is_own
        mirror.progress.is_before_draw = not ends
        return is_window

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
