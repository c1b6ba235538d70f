"""The keys and buttons that set how often a player is asked to respond.

A key that is held sets its mode until it is released. A tap, or a press on a button, changes the mode for
good, shows that for a moment, and can be undone. A mode that asks less often never answers the open prompt:
it begins when the moment is over and the prompt is answered.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from facedown_client.board import PromptActions
from facedown_shared.protocol.asking import MODES
from facedown_shared.text import _, gettext_noop

HOLD_DELAY_S = 0.4
"""Seconds after which a mode's key counts as held."""

MAX_COUNTED_FRAME_S = 0.1
"""Seconds that one frame adds to the time a key is down. In a longer frame the key may have gone up unseen: a
tap in a frame that stalls is no hold.
"""

COUNT_INTERVAL_S = 0.05
"""Seconds between two looks at a key that is down."""

UNDO_S = 4.0
"""Seconds for which a changed mode is shown and can be undone."""

TAPPED = {
    "always": gettext_noop("From now on you are always asked to respond."),
    "smart": gettext_noop("From now on you are asked when it matters."),
    "able": gettext_noop("From now on you are asked whenever you can respond."),
    "never": gettext_noop("From now on you are never asked to respond."),
}
HELD = {
    "always": gettext_noop("Always asked, as long as the key is held."),
    "smart": gettext_noop("Asked when it matters, as long as the key is held."),
    "able": gettext_noop("Asked whenever you can respond, as long as the key is held."),
    "never": gettext_noop("Never asked, as long as the key is held."),
}


class HeldKey(NamedTuple):
    """A mode's key that is down, and the mode before. It was down for `down_s` seconds when last seen, at
    `seen`.
    """

    key: int
    mode: str
    before: str
    seen: float
    down_s: float = 0.0

    def seen_at(self, now: float) -> HeldKey:
        """Return the key as seen now."""
        passed = min(now - self.seen, MAX_COUNTED_FRAME_S)
        return self._replace(seen=now, down_s=self.down_s + passed)

    @property
    def is_tap(self) -> bool:
        """Return whether a key that goes up now was only tapped."""
        return self.down_s < HOLD_DELAY_S


class ChangedMode(NamedTuple):
    """A mode that was changed for good: when, and the mode before."""

    mode: str
    before: str
    since: float


class ModeSwitch:
    """The prompt mode as the player sets it. `is_asked` returns whether a prompt is open."""

    def __init__(self, acting: PromptActions, now: Callable[[], float], is_asked: Callable[[], bool]) -> None:
        self._acting, self._now, self._is_asked = acting, now, is_asked
        self._held: HeldKey | None = None
        self._is_applied = False
        """Whether the held key has taken effect."""
        self._changed: ChangedMode | None = None
        self._is_due = False
        """Whether the changed mode has still to be sent."""

    @property
    def note(self) -> str:
        """Return the mode in words while it is held or has just been changed; "" otherwise."""
        if self._held is not None and self._is_applied:
            return _(HELD[self._held.mode])
        return _(TAPPED[self._changed.mode]) if self._changed is not None and self.can_undo else ""

    @property
    def can_undo(self) -> bool:
        """Return whether the last change can be undone."""
        return self._changed is not None and self._now() < self._changed.since + UNDO_S

    def hold(self, key: int, mode: str) -> None:
        """Handle a mode's key that goes down. One that asks more often takes effect at once."""
        if self._held is not None or mode == self._acting.doing.mode:
            return
        self._held, self._is_applied = HeldKey(key, mode, self._acting.doing.mode, self._now()), False
        if not self._asks_less(mode):
            self._apply_held()

    def release(self, key: int | None = None) -> None:
        """Handle a key that goes up; without a key, all of them: the window has lost the keyboard."""
        if self._held is None or key not in (None, self._held.key):
            return
        held, self._held = self._held.seen_at(self._now()), None
        is_tap = key is not None and held.is_tap
        if self._is_applied and not is_tap:
            self._acting.set_prompt_mode(held.before)
        elif is_tap:
            self._acting.doing.set_prompt_mode(held.before)
            self.change(held.mode)

    def change(self, mode: str) -> None:
        """Change the mode for good."""
        before = self._acting.doing.mode
        if mode == before:
            return
        former = self._changed.before if self._is_due and self._changed is not None else before
        self._changed, self._is_due = ChangedMode(mode, former, self._now()), self._asks_less(mode, former)
        if self._is_due:
            self._acting.doing.set_prompt_mode(mode)
        else:
            self._acting.set_prompt_mode(mode)

    def undo(self) -> bool:
        """Undo the last change; return whether there was one."""
        changed = self._changed
        if changed is None or not self.can_undo:
            return False
        self._changed = None
        if self._is_due:
            self._acting.doing.set_prompt_mode(changed.before)
        else:
            self._acting.set_prompt_mode(changed.before)
        self._is_due = False
        return True

    def update(self) -> None:
        """Let a held key take effect, and send a changed mode when its moment is over."""
        if self._held is not None:
            self._held = self._held.seen_at(self._now())
            if not (self._is_applied or self._held.is_tap):
                self._apply_held()
        if self._is_due and not self.can_undo and not self._is_asked() and self._changed is not None:
            self._is_due = False
            self._acting.set_prompt_mode(self._changed.mode)

    def next_change(self, now: float) -> float:
        """Return when to look again at a key that is down, or when the shown change ends."""
        is_counted = self._held is not None and self._held.is_tap
        times = [now + COUNT_INTERVAL_S] if is_counted else []
        times += [] if self._changed is None else [self._changed.since + UNDO_S]
        return min((time for time in times if time > now), default=math.inf)

    def _apply_held(self) -> None:
        assert self._held is not None, "a key is held"
        self._is_applied, self._changed, self._is_due = True, None, False
        self._acting.set_prompt_mode(self._held.mode, held=True)

    def _asks_less(self, mode: str, before: str = "") -> bool:
        """Return whether a mode asks less often than the present one."""
        order = [*MODES]
        before = before or self._acting.doing.mode
        return before in order and order.index(mode) > order.index(before)
