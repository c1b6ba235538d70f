"""The duel scene: the board, the player's input, and the texts and buttons around it.

The scene reads the app's model and sends messages through the app; it has no network access. Events go to the
topmost thing first: menu, dialog, buttons, then hand and board (`pointer`, `keys`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

import pygame
from msgspec.structs import replace

from facedown_client.board import (
    GestureActions,
    Layout,
    LogLine,
    PromptActions,
    Rect,
    Shape,
)
from facedown_client.board.layout import arrange
from facedown_client.board.name_prompt import NamePrompt
from facedown_client.model.lesson_progress import LessonProgress
from facedown_client.model.model import Transition
from facedown_client.model.words.countdown import absence_left
from facedown_client.model.words.phrases import event_line, is_only_result, news_words
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces, player_faces
from facedown_client.window.look import Look, Theme
from facedown_client.window.paint import DuelFrame, Last, rail, reasons
from facedown_client.window.paint.pane import is_chat_seen
from facedown_client.window.paint.screen import Screen
from facedown_client.window.paint.state import ToolGroup
from facedown_client.window.scenes.duel.board_presenter import BoardPresenter
from facedown_client.window.scenes.duel.drag_controller import DuelDragController
from facedown_client.window.scenes.duel.hands import DuelHands
from facedown_client.window.scenes.duel.input import MODES, DuelKeys, DuelPointer
from facedown_client.window.scenes.duel.log_lines import log_lines
from facedown_client.window.scenes.duel.mode_switch import ModeSwitch
from facedown_client.window.scenes.duel.motion import FADE_S, PULSE_PERIOD_S, SECONDS, Motion, pulse
from facedown_client.window.scenes.duel.ordering_row import OrderingRow
from facedown_client.window.scenes.duel.port import DuelPort
from facedown_client.window.scenes.duel.reason_hover import ReasonHover
from facedown_client.window.scenes.duel.tools import DuelTools
from facedown_client.window.scenes.duel.widgets import DuelWidgets
from facedown_client.window.scenes.lessons import lesson_note
from facedown_client.window.widgets import Group, key_name
from facedown_shared.protocol.messages import Answer, TableInfo, ToServer
from facedown_shared.tables import PUBLIC_CLASS_INDEX, TABLES, View
from facedown_shared.text import NOTHING, Words, _, current_language, gettext_noop

NOTICE_S = 4.0
"""Seconds for which a refusal is shown."""

INPUT_GUARD_S = 0.5
"""Seconds for which a new prompt ignores keys, and a new dialog ignores presses: they were meant for what was
shown before.
"""

CALLOUT_S = 2.5
"""Seconds for which a callout (a throw or a quick word) is shown over the board."""

GLOW_PULSES_COUNT = 3
"""Pulses of the glow around legal cards after an event or a prompt; then it stays bright."""

GLOW_FRAME_INTERVAL_S = 1 / 12
"""Seconds between two frames while the glow pulses."""

LOST = ("waiting", "connecting")
"""Statuses of a lost connection."""

LASTING = frozenset({"standing", "stalled"})
"""Table news that are shown for as long as they are true: clocks stand still, or acts wait for the disk."""

ALOUD = frozenset({"coin", "die", "signal", "search"})
"""Kinds of events that are called out over the board, since nothing on it shows them."""

UNGUARDED_KEYS = frozenset(
    {
        *MODES, "LEFT SHIFT", "RIGHT SHIFT", "LEFT CTRL", "RIGHT CTRL", "LEFT ALT", "RIGHT ALT",
        "Ctrl+Z", "Ctrl+Y", "Ctrl+F", "Ctrl+O", "Ctrl+S",
    }
)  # fmt: skip
"""Keys that do not end a shown animation, and count at once: they answer no prompt."""

ASKED = {
    "turn": gettext_noop("You may act"),
    "response": gettext_noop("You may respond"),
    "choice": gettext_noop("You choose"),
    "trigger": gettext_noop("You may use an effect"),
}


class DuelScene:
    """Scene of one duel, for a player or a spectator. Only `InteractionState` stores the player's input
    state.
    """

    _lesson: LessonProgress | None = None
    """The lesson whose tab was opened."""

    def __init__(
        self, look: Look, app: AppPort, faces: Faces | None = None, *, patience: float = math.inf
    ) -> None:
        """Create the scene. `patience` is the time budget of one frame in seconds; the rest is drawn in the
        next one.
        """
        self.look, self.app, self._language = look, app, look.language
        self.now = 0.0
        self.is_covered = self.is_put_away = False
        """Whether the end of the match covers the board, and whether that panel was put away."""
        mode = app.model.respond or app.preferences.respond
        self.gesturing = GestureActions(app.send)
        self.naming = NamePrompt(app.send)
        self.acting = PromptActions(
            self._send, self.gesturing.start_line, mode, lambda: app.preferences.zones == "always",
            lambda: app.preferences.zones == "place", lambda: self.tools.is_seeking,
            lambda: app.preferences.orders,
        )  # fmt: skip
        self.motion = Motion()
        self.presenting = BoardPresenter(
            app, self.acting.doing, self.motion, self.board_frame, self._start_motion
        )
        self.screen = Screen(patience)
        port = DuelPort(app, self.acting, self.gesturing, self.board_frame, lambda: self.now)
        self.hands = DuelHands(port)
        self.tools = DuelTools(port, self.hands)
        self.modes = ModeSwitch(self.acting, lambda: self.now, self._is_response_open)
        self.widgets = DuelWidgets(port, self.hands, self.tools, self.modes)
        self.wondering = ReasonHover(port)
        sliding, self.dragging = OrderingRow(port), DuelDragController(port, self.wondering)
        self.pointer = DuelPointer(port, self.hands, self.widgets, sliding, self.dragging)
        self.keys = DuelKeys(port, self.hands, self.tools, self.widgets, sliding, self.wondering, self.modes)
        self._own_faces, self._size = faces, (1280, 720)
        self._lines, self._shared_faces = Last(log_lines), Last(player_faces)
        self._table: tuple[TableInfo | None, float] = (None, 0.0)
        self._held: float | None = None
        """Time since which the connection is lost. The clocks stand still until the table is sent again."""
        self._read = app.model.talked
        self._seen = -math.inf
        """End time of the last animation that a press ends."""
        self._guard = (-math.inf, False, False)
        """Time until which presses are ignored, and whether that applies to keys and to the pointer."""
        self._said = ("", -NOTICE_S)
        """The app's notice, and since when it is shown."""
        self._asked, self._breathes_until, self._stage = -1, 0.0, ""
        self._openings: dict[str, tuple[object, float]] = {}
        self._notice: tuple[object, float] = (None, 0.0)
        self._called = ("", -CALLOUT_S)
        self._noted: tuple[Words, float] = (NOTHING, -NOTICE_S)
        self._tools: tuple[ToolGroup, ...] = ()

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        """The View that the board shows, which may be older than the newest one."""
        return self.presenting.showing.view

    @property
    def faces(self) -> Faces:
        """The store of card faces for the current palette."""
        return self._own_faces or self._shared_faces.of(self.app.preferences.cards, self.look.contrast)

    @property
    def group(self) -> Group:
        """The group of widgets; the app reads whether a text line is active."""
        return self.widgets.group

    @property
    def theme(self) -> Theme:
        """The theme of the window at its last drawing."""
        return self.look.theme(self._size)

    @property
    def layout(self) -> Layout:
        """The layout of the window at its last drawing, for the player below."""
        seat = self.app.model.seat
        near = self.acting.doing.near if seat == PUBLIC_CLASS_INDEX else seat
        table = self.view.table if self.view else "master"
        opened = bool(self.presenting.open_cards)
        return _layout(table, self._size, near, replayed=self.app.model.is_replay, opened=opened)

    def board_frame(self, view: View | None = None) -> DuelFrame:
        """Return the current board, or that of an earlier View, as one value."""
        now = view or self.view
        assert now is not None
        model, doing = self.app.model, self.acting.doing
        return DuelFrame(
            theme=self.theme, layout=self.layout, faces=self.faces.snapshot, view=now,
            table=self._current_table(),
            choices=self.acting.choices, doing=doing, offers=self.gesturing.offers,
            chosen=self.gesturing.chosen, names=model.names, log=self._log_lines(), chat=tuple(model.chat),
            unread=self._unread_count(), clocks=self._clocks(), absences=self._absences(),
            hidden=self._hidden_cards(),
            life=self.motion.displayed_life(self.now, now), notice=self._notice_text(), tools=self._tools,
            opened=self.presenting.open_cards, mode_note=self.modes.note, mode_undo=self.modes.can_undo,
            steps=model.line.rows, lesson=lesson_note(model.lesson), called=self._last_callout(),
            waits=self.presenting.waited_player(self.now),
            reasons=self.wondering.known.lines(doing.wonders),
            play=self.presenting.showing.play, play_share=self.presenting.opened_share(self.now, self.look),
            goes_on=self.presenting.is_holding,
            pulse=_in_twelfths(self._glow()),
            grow=_in_twelfths(self.motion.grown_share(self.now)), replayed=model.is_replay,
            covered=self.is_covered,
            match_result=model.match_result,
            put_away=self.is_put_away, just_changed=self.app.network.connection.just_changed,
        )  # fmt: skip

    def _unread_count(self) -> int:
        """Return the number of unread chat messages of others."""
        model, name = self.app.model, self.app.preferences.name
        fresh = max(0, model.talked - self._read)
        return sum(
            said.seat != model.seat or (not model.is_player and said.name != name)
            for said in islice(reversed(model.chat), fresh)
        )

    def _glow(self) -> float:
        """Return the current brightness of the glow around legal cards."""
        return 1.0 if self.now >= self._breathes_until else pulse(self.now, self._is_still)

    def _hidden_cards(self) -> frozenset[int]:
        """Return the cards that are not drawn in their place: moving ones and the dragged one."""
        dragged = self.acting.doing.dragged or self.acting.doing.flying
        moving = self.motion.hidden_cards(self.now)
        return moving | {dragged.card} if dragged is not None and dragged.card else moving

    def _last_callout(self) -> str:
        """Return the last callout for a few seconds; "" after that."""
        words, since = self._called
        return words if self.now - since < CALLOUT_S else ""

    def _current_table(self) -> TableInfo | None:
        """Return the last received table; while disconnected, with stopped clocks."""
        table = self.app.model.table
        return table if table is None or self._held is None else replace(table, ticking=PUBLIC_CLASS_INDEX)

    def _clocks(self) -> tuple[float, float]:
        table, since = self._table
        if table is None:
            return (0.0, 0.0)
        passed = 0.0 if table.paused else (self._held or self.now) - since
        left = [
            rail.displayed_seconds(seat.clock - (passed if table.ticking == number else 0.0))
            for number, seat in enumerate(table.seats)
        ]
        return left[0], left[1]

    def _clock_start(self, table: TableInfo | None, now: float) -> float:
        """Return the time from which the clocks of a new table state count. A gesture's state has no new
        clock values.
        """
        former, since = self._table
        if table is None or former is None or table.step == former.step:
            return now
        return since if table.seats is former.seats else now

    def _absences(self) -> tuple[float | None, float | None]:
        table, since = self._table
        if table is None:
            return None, None
        left = [absence_left(seat, (self._held or self.now) - since) for seat in table.seats]
        one, other = (None if each is None else rail.displayed_seconds(each) for each in left)
        return one, other

    def _notice_text(self) -> str:
        """Return why the last request was refused, or else the table's news, for a few seconds."""
        refusal = self.app.model.refusal
        if refusal is not self._notice[0]:
            self._notice = (refusal, self.now)
        if refusal is not None and self.now - self._notice[1] < NOTICE_S:
            return refusal.sentence
        note, since = self._noted
        if self.view is not None and is_only_result(note, self.view.result, self.app.model.names):
            note = NOTHING
        stays = note.id in LASTING or self.now - since < NOTICE_S
        return self.app.notice or (news_words(note, self.view) if stays else "")

    def _clear_notice(self) -> None:
        """Clear the app's notice after a while. The notice of a lost connection stays until it is
        restored.
        """
        if self.app.notice != self._said[0] or self._held is not None:
            self._said = (self.app.notice, self.now)
        elif self.app.notice and self.now - self._said[1] >= NOTICE_S:
            self.app.show_notice("")

    def _log_lines(self) -> Sequence[LogLine]:
        """Return the lines of the log and of the open prompt."""
        model, prompt = self.app.model, self.acting.choices.prompt
        quiet = frozenset({"rewind"}) if model.is_alone else frozenset[str]()
        made = self.presenting.shown_entries()
        lines = self._lines.of(made, quiet, model.logged - len(model.log), current_language())
        ours = prompt is None or prompt.kind == "by_hand" or prompt is self.gesturing.prompt
        if ours or prompt is None or self.view is None:
            return lines
        return (
            *lines,
            LogLine(_(ASKED.get(prompt.kind, gettext_noop("You are asked"))), self.view.turn, "ask"),
        )

    # --- the scene ------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Update from the model: new Views start animations, and a new prompt lights up after them."""
        self.now = now
        model = self.app.model
        if self.look.language != self._language:
            self._language = self.look.language
            self.acting.doing.open_menu(None)  # its lines are in the former language
        if model.table is not self._table[0]:
            self._table, self._held = (model.table, self._clock_start(model.table, now)), None
            self._handle_table_change(model.table)
        elif self._held is None and self.app.network.connection.status in LOST:
            self._held = now
        if model.lesson is not self._lesson:
            self._lesson = model.lesson
            self.acting.doing.show_tab("lesson" if model.lesson is not None else "log")
        self.faces.poll()
        self.motion.update(now)
        held = self.presenting.is_holding
        self.presenting.update(now)
        self._seen = now if held and not self.presenting.is_holding else self._seen
        self.hands.update(self.view)
        self.dragging.update(now, 0 if self.look.reduced else self.look.motion)
        self._take_prompt()
        self.modes.update()
        if self.view is not None:
            shown = self.board_frame()
            self._tools = self.tools.group_layout(shown)
            self.wondering.update(shown, now)
            self._read = model.talked if is_chat_seen(shown) else self._read
        self._start_prompt()
        self._clear_notice()

    def _handle_table_change(self, table: TableInfo | None) -> None:
        """Show the table's news for a while, and close a menu when the stage changes, as its lines may be
        outdated.
        """
        if table is None:
            return
        if table.note != self._noted[0] and not table.paused:
            self._noted = (table.note, self.now)
        if table.stage != self._stage:
            self._stage = table.stage
            self.acting.doing.open_menu(None)

    def _is_response_open(self) -> bool:
        """Return whether the server asks for a response, shown or not yet."""
        prompt = self.app.model.prompt
        return prompt is not None and prompt.kind == "response"

    def _take_prompt(self) -> None:
        """Show the open prompt: one of our own gestures, else the server's. It waits until the board is up to
        date, unless cards may be moved at any time.
        """
        model = self.app.model
        asked = model.prompt
        behind = self.presenting.showing.is_behind or self.view is not model.view
        if behind and asked is not None and asked.kind != "by_hand":
            asked = None
        asked = self.naming.with_found_cards(asked, model.found)
        self.acting.take_prompt(self.gesturing.prompt or asked, self.view, model.refusal, model.names)
        searched = self.acting.doing.search
        self.naming.search(self.acting.choices.prompt, searched, model.found, model.refusal, self.now)

    def _send(self, message: ToServer) -> None:
        if isinstance(message, Answer) and message.ask >= 0:
            self.tools.note_answer()
        self.hands.send(message)

    def _start_prompt(self) -> None:
        """Begin a new prompt.

        It takes the focus from buttons, so that Tab begins with its options. For a short time it ignores
        presses that were meant for what was shown before.
        """
        choices = self.acting.choices
        ask = choices.prompt.ask if choices.prompt is not None else -1
        if ask != self._asked:
            self._asked = ask
            self._start_glow()
            after_play = self.now - self._seen < INPUT_GUARD_S
            keys, presses = ask >= 0 and choices.shape is not Shape.HANDS, choices.is_modal or after_play
            if ask != -1 and (keys or presses):
                self._guard = (self.now + INPUT_GUARD_S, keys or after_play, presses)
            if choices.prompt is not None and choices.prompt.declare:
                self.widgets.focus_search()
            elif ask != -1 and not self.widgets.is_typing:
                self.widgets.group.give_focus(None)
                self.acting.doing.hide_focus()

    def _start_motion(self, step: Transition, waiting: int) -> None:
        """Start the animations from the previous board to the one shown now."""
        self.app.play_sounds(step.visible_events)
        mine = step.new.viewer
        aloud = [
            event for event in step.visible_events
            if event.kind in ALOUD and not (event.kind == "search" and event.seat == mine)
        ]  # fmt: skip
        if aloud:
            words = [event_line(event, step.new, self.app.model.names, step.old) for event in aloud]
            self._called = (" · ".join(words), self.now)
        self.motion.start(
            self.now, self.board_frame(step.old), self.board_frame(step.new), step.visible_events,
            factor=self.look.motion / (1 + waiting / 3), reduced=self.look.reduced,
        )  # fmt: skip

    def next_change(self, now: float) -> float:
        """Return the time of the next frame while something moves, else of the next step of a clock or of the
        glow, or of the end of a timed message.
        """
        moves = self.motion.next_change(now)
        if moves <= now or self._is_opening or self.screen.is_behind:
            return now
        if self.acting.doing.flying is not None:
            return now
        notice_shown = self._notice[1] if self._notice[0] is not None else -math.inf
        changes = (
            notice_shown + NOTICE_S, self._noted[1] + NOTICE_S, self._called[1] + CALLOUT_S, self._guard[0],
            self._said[1] + NOTICE_S if self.app.notice else -math.inf,
        )  # fmt: skip
        ends = (
            *changes,
            moves,
            self._clock_steps(),
            self._glow_steps(),
            self.wondering.next_query_time(now),
            self.naming.next_search_time(now),
            self.modes.next_change(now),
        )
        shows = self.presenting.next_change(now, self.look)
        return min((shows, *(end for end in ends if end > now)))

    def _clock_steps(self) -> float:
        """Return when the text of a running clock or of an absence changes."""
        table, since = self._table
        if table is None or table.paused or self._held is not None:
            return math.inf
        passed = self.now - since
        absences = [absence_left(seat, passed) for seat in table.seats]
        left = [each for each in absences if each is not None]
        if table.ticking in (0, 1):
            left.append(table.seats[table.ticking].clock - passed)
        return self.now + min(map(rail.seconds_until_change, left), default=math.inf)

    def _glow_steps(self) -> float:
        """Return when the glow changes: it pulses for a while and then stays bright."""
        still = self._is_still or self.acting.choices.prompt is None
        return math.inf if still or self.now >= self._breathes_until else self.now + GLOW_FRAME_INTERVAL_S

    @property
    def _is_still(self) -> bool:
        """Whether animations are turned off."""
        return self.look.reduced or self.look.motion == 0

    @property
    def _is_opening(self) -> bool:
        """Whether a menu or dialog is still opening."""
        return any(
            now is not None and self._share(what, since) < 1 for what, (now, since) in self._openings.items()
        )

    def finish_animations(self) -> None:
        """End all animations and show the newest state, as input does not wait for them."""
        self.motion.finish()
        self.presenting.showing.show_newest(self.app.model)
        if self.view is not None:
            self._take_prompt()
            self._start_prompt()
            self.widgets.update()

    def _start_glow(self) -> None:
        """Start the pulses of the glow. They end at its brightest."""
        self._breathes_until = (
            math.ceil(self.now / PULSE_PERIOD_S + GLOW_PULSES_COUNT) + 0.25
        ) * PULSE_PERIOD_S

    def event(self, event: pygame.event.Event) -> None:
        """Handle one event."""
        self._start_glow()
        self.hands.note_modifiers(event)
        if event.type == pygame.WINDOWFOCUSLOST:  # the key goes up where the window does not see it
            self.modes.release()
        if self.app.model.view is None:
            return
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.wondering.cancel_query()
            only_seen = self.presenting.is_holding
            if not (only_seen and self._is_on_widget(event)):
                self._seen = self.now if only_seen else self._seen
                self.finish_animations()
                if only_seen:
                    return
            if self._is_too_early(event):
                return
        if not self.pointer.event(event):
            self.keys.event(event)

    def _is_on_widget(self, event: pygame.event.Event) -> bool:
        """Return whether a press is for a button, a text line or the prompt mode, and not for the shown
        animation.
        """
        if event.type == pygame.KEYDOWN:
            return self.widgets.is_typing or key_name(event) in UNGUARDED_KEYS
        return self.widgets.group.widget_at(event.pos) is not None

    @property
    def takes_answers(self) -> bool:
        """Whether the open prompt has been shown for long enough to be answered."""
        return self.now >= self._guard[0]

    def _is_too_early(self, event: pygame.event.Event) -> bool:
        """Return whether a press was meant for what was shown before the open prompt."""
        if self.takes_answers:
            return False
        if event.type == pygame.KEYDOWN:
            return self._guard[1] and not self._is_on_widget(event)
        return self._guard[2] and not self.tools.is_for_line(self.widgets.group.widget_at(event.pos))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""
        self._size = surface.get_size()
        if self.view is None and self.app.model.view is not None:
            self.presenting.showing.show_newest(self.app.model)
        if self.view is None:
            self.theme.fill_background(surface)
            return
        self.widgets.update()
        shown = self.board_frame()
        self.screen.draw(surface, shown)
        self.motion.draw(surface, shown, self.now)
        opened = shown.choices.is_modal or shown.doing.pile
        dialog = (shown.choices.prompt, shown.doing.pile) if opened else None
        self.screen.draw_overlays(surface, shown, self._opened_share("dialog", dialog))
        self.widgets.group.draw(surface, self.theme)
        if (phase := self.widgets.explained_press) is not None:
            anchor = Rect(*phase.rect)
            reasons.draw_lines(surface, shown, *reasons.box_beside(shown, anchor, phase.told, below=True))
        self.screen.draw_top(surface, shown, self._opened_share("menu", shown.doing.menu))

    def _opened_share(self, what: str, now: object) -> float:
        """Return how far a menu or dialog has opened, 0 to 1. Input to it works from the first frame."""
        before, since = self._openings.get(what, (None, 0.0))
        if now is not before:
            same = before is not None and now is not None and before == now
            self._openings[what] = (now, since if same else self.now)
            since = self._openings[what][1]
        return self._share(what, since)

    def _share(self, what: str, since: float) -> float:
        seconds = FADE_S if self.look.reduced else SECONDS[what] * self.look.motion
        return 1.0 if seconds <= 0 else max(0.0, min(1.0, (self.now - since) / seconds))


@lru_cache(maxsize=4)
def _layout(table: str, size: tuple[int, int], near: int, *, replayed: bool, opened: bool) -> Layout:
    layout = arrange(TABLES.get(table) or TABLES["master"], size, near)
    layout = layout.without_chat() if replayed else layout
    return layout.with_open_cards() if opened else layout


def _in_twelfths(share: float) -> float:
    """Return a share rounded to twelfths, so that less is redrawn."""
    return round(share * 12) / 12
