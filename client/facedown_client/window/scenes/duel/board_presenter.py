"""Playback of events on the board.

The shown View advances frame by frame, cards move, and acts are shown large with the preview beside them.
`facedown_client.model.play_schedule` decides what is shown when. Card faces are drawn here in advance, so
that no card flies blank. Law: no messages are sent from here.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from facedown_client.board import InteractionState, OpenCard, open_cards
from facedown_client.model.model import LogEntry, Model, Transition
from facedown_client.model.play_schedule import PACES, PlaySchedule, ShownPlay, known_code
from facedown_client.model.words.phases import waiting_words
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import Look
from facedown_client.window.paint import DuelFrame, Last
from facedown_client.window.paint.plays import face_size, wanted_faces
from facedown_client.window.scenes.duel.motion import Motion
from facedown_shared.tables import View

OPEN_ANIMATION_S = 0.14
"""Seconds in which a play opens; it closes immediately."""

MAX_ART_DELAY_S = 0.4
"""Longest time that a frame waits for the faces of its cards."""

WAITING_NOTICE_DELAY_S = 0.4
"""The delay before a wait for a player is shown: most response windows close sooner."""

MOVING_CARD_WIDTH_PX, LYING_CARD_WIDTH_PX = 96, 62
"""Design width of a moving card, and of a card on the board."""


class BoardPresenter:
    """Playback state of the board: the shown View and the shown play. `start` starts the animations of a
    frame.
    """

    def __init__(
        self, app: AppPort, doing: InteractionState, motion: Motion,
        shown: Callable[[View | None], DuelFrame],
        begin: Callable[[Transition, int], None],
    ) -> None:  # fmt: skip
        self.showing = PlaySchedule()
        self._app, self._doing, self._motion = app, doing, motion
        self._shown, self._begin = shown, begin
        self._open_cards = Last(open_cards)
        self._read: ShownPlay | None = None
        self._drawing: tuple[object, float] = (None, 0.0)
        """The frame whose faces are being drawn, and since when."""
        self._waits: tuple[str, float] = ("", math.inf)
        """The player that the newest View waits for and the reason, in words, and since when."""

    def shown_entries(self) -> tuple[LogEntry, ...]:
        """Return the entries of the log up to the board that is shown."""
        model = self._app.model
        count = len(model.log) - self.showing.lines_ahead(model)
        return tuple(model.log)[: max(0, count)]

    @property
    def open_cards(self) -> tuple[OpenCard, ...]:
        """The cards that lie open beside the board."""
        return self._open_cards.of(self.shown_entries())

    @property
    def is_holding(self) -> bool:
        """Whether a press only ends the current animation. Prompts are not answered before their board is
        shown.
        """
        prompt = self._app.model.prompt
        return self.showing.has_other_side_play and (prompt is None or prompt.kind != "by_hand")

    def opened_share(self, now: float, look: Look) -> float:
        """Return how far the play's panel has opened, 0 to 1 in sixths."""
        if look.reduced or look.motion <= 0:
            return 1.0
        return (
            round(6 * max(0.0, min(1.0, (now - self.showing.started) / (OPEN_ANIMATION_S * look.motion)))) / 6
        )

    def waited_player(self, now: float) -> str:
        """Return which player the newest View waits for and for what; "" before the notice is due."""
        words, since = self._waits
        return words if now - since >= WAITING_NOTICE_DELAY_S else ""

    def update(self, now: float) -> None:
        """Advance the playback to a time."""
        self._wait(now)
        model, pace = self._app.model, PACES.get(self._app.preferences.plays, 1.0)
        while True:
            waits = self._motion.is_holding or not self._is_drawn(model, now)
            step = self.showing.advance(model, now, pace=pace, moving=waits)
            if step is None:
                break
            self._begin(step, self.showing.waiting_count)
        self._preview(self.showing.play)

    def next_change(self, now: float, look: Look) -> float:
        """Return the time of the next change of the board without an event."""
        if self.showing.play is not None and self.opened_share(now, look) < 1:
            return now
        words, since = self._waits
        said = since + WAITING_NOTICE_DELAY_S if words and now - since < WAITING_NOTICE_DELAY_S else math.inf
        return min(said, self.showing.next_wakeup(now) if not self._motion.is_holding else math.inf)

    def _wait(self, now: float) -> None:
        model = self._app.model
        asked = model.view is None or model.prompt is not None or model.is_alone
        words = "" if asked or model.view is None else waiting_words(model.view, model.names)
        if words != self._waits[0]:
            self._waits = (words, now)

    def _preview(self, play: ShownPlay | None) -> None:
        """Preview the card of the current play, unless the player previews another card."""
        if play is None or play is self._read:
            return
        self._read = play
        is_read = self._doing.reading or self._doing.menu is not None
        if not is_read or not self._doing.preview:
            self._doing.show_card(play.code, play.card)

    def _is_drawn(self, model: Model, now: float) -> bool:
        """Return whether the faces for the next frame are drawn, or the wait for them has timed out."""
        step = self.showing.next_transition(model, now)
        if step is None:
            return True
        if step is not self._drawing[0]:
            self._drawing = (step, now)
        return self._has_faces(step) or now - self._drawing[1] >= MAX_ART_DELAY_S

    def _has_faces(self, step: Transition) -> bool:
        """Return whether every card that moves or is played in a frame has a face. Requests each face."""
        shown, faces = self._shown(step.new), self._shown(step.new).faces
        codes = {known_code(event, step.old, step.new) for event in step.visible_events}
        moving = [facts for code in codes if code and (facts := shown.facts_of(code)) is not None]
        large = [facts for play in self.showing.coming_plays for facts in wanted_faces(shown, play)]
        art = shown.layout.pane.art
        there = [
            faces.has(facts, shown.layout.card_size(wide))
            for facts in moving
            for wide in (MOVING_CARD_WIDTH_PX, LYING_CARD_WIDTH_PX)
        ]
        there += [faces.has(facts, face_size(shown), "hand") for facts in large]
        there += [faces.has(facts, (art.w, art.h), "wide") for facts in large]
        return all(there)
