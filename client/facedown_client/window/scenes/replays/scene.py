"""A replay on the board of a duel, with the same log and preview, and a time line with controls below.

The duel's own scene shows it; messages from that scene are dropped. Law: it moves the replay and writes
nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import pygame

from facedown_client.data import preferences
from facedown_client.data.preferences import Preferences
from facedown_client.replays import playing_on
from facedown_client.replays.player import Player, TimeMark
from facedown_client.replays.replay_model import ReplayModel
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import SECOND_PX, Box, Look, Theme, icon, panel
from facedown_client.window.paint import pane
from facedown_client.window.scenes.dialogs import MessageDialog
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.widgets import Button, Group, IconButton, Segments, Slider, Widget, key_name
from facedown_shared.protocol.messages import Leave, ToServer
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text import BadInput, _, gettext_noop

ROWS: dict[str, tuple[str, float, float]] = {
    "summon": ("raised", -15, 9), "chain": ("hexagon", -15, 9), "damage": ("lowered", 15, 9),
    "result": ("flag", -15, 12),
}  # fmt: skip
"""Icon, offset from the line and size of each kind of mark."""

MIN_LABEL_GAP_PX = 15
"""Least distance between two turn numbers; nearer ones are left out."""


class TimeLine(Slider):
    """Widget to jump within a replay by a click or a drag."""

    def __init__(
        self, box: Box, at: int, last: int, marks: Sequence[TimeMark], near: Seat,
        on_change: Callable[[int], object], stop: int = -1,
    ) -> None:  # fmt: skip
        """Create the time line. `stop` is the frame at which playback stops by itself; -1 for none."""
        super().__init__(
            box,
            (0, max(1, last)),
            (0, at),
            lambda value: on_change(value[1]),
            both=False,
            called=_("Time line"),
        )
        self.marks, self.near, self.stop = marks, near, stop

    def frame_at(self, x: float) -> int:
        """Return the frame at an x position."""
        low, high = self.span
        share = (x - self.rect.x - 6) / max(1, self.rect.w - 12)
        return max(low, min(high, round(low + share * (high - low))))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, middle = theme.palette, self.rect.centery
        written = float(self.rect.x) - theme.px(MIN_LABEL_GAP_PX)
        for mark in self.marks:
            x = self._x(mark.at)
            if mark.kind in ("turn", "duel"):
                high = theme.px(9 if mark.kind == "turn" else 20)
                surface.fill(palette.strong, (round(x), middle - high // 2, max(1, theme.px(1)), high))
                if x - written >= theme.px(MIN_LABEL_GAP_PX):
                    at = (round(x), middle + theme.px(15))
                    theme.draw_text(surface, str(mark.amount), at, SECOND_PX - 1, palette.faint, anchor="cm")
                    written = x
                continue
            name, away, size = ROWS[mark.kind]
            ink = palette.harm if mark.kind == "damage" else palette.soft
            ink = palette.mine if mark.kind in ("summon", "chain") and mark.seat == self.near else ink
            icon(surface, name, (x, middle + theme.px(away)), theme.px(size), ink)
        if self.stop >= 0:
            x, high = self._x(self.stop), theme.px(30)
            surface.fill(palette.accent, (round(x), middle - high // 2, max(2, theme.px(2)), high))
            icon(surface, "stop", (x - theme.px(8), middle - theme.px(11)), theme.px(11), palette.accent)
        super().draw(surface, theme)


STRIP_HEIGHT_PX = 56
"""Height of the strip, in design pixels."""

SPEEDS = (
    ("\N{VULGAR FRACTION ONE HALF}\u00d7", "slow", 0.5),
    ("1\u00d7", "normal", 1.0),
    ("2\u00d7", "quick", 2.0),
    ("4\u00d7", "off", 4.0),
)
"""Name of a speed, its pace of plays, and the factor of its frame rate."""

OWN_HAND_ONLY = gettext_noop("one hand only")
UNSEEN_SIDE = gettext_noop(
    "This replay has only what you saw. It has both hands if both players press Open both hands at the end "
    "of the match."
)
"""Why there is no other side: in the button, and as a sentence."""

FRAME_INTERVAL_S = 0.35
"""Seconds between two frames without animations, at speed 1."""


class Stage:
    """Stand-in for the app while the board shows a replay. Its model is the replay, and it sends nothing."""

    def __init__(self, app: AppPort, model: ReplayModel) -> None:
        self._app, self.model = app, model
        self.speed = 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    @property
    def preferences(self) -> Preferences:
        """The player's preferences, except for how long plays are shown."""
        return preferences.replace(self._app.preferences, plays=SPEEDS[self.speed][1])

    def send(self, message: ToServer) -> None:
        """Close the replay on a Leave message; drop every other message."""
        if isinstance(message, Leave):
            self._app.close()


class ReplayScene:
    """Scene that plays one replay."""

    def __init__(self, look: Look, app: AppPort, player: Player, path: Path | None = None) -> None:
        self.app, self.path = app, path
        self.screening = ReplayModel(player)
        self.stage = Stage(app, self.screening)
        self.duel = DuelScene(look, cast(AppPort, self.stage))
        self.is_playing = False
        self._until = -1
        """Frame at which an animated step ends and playback stops; -1 for none."""
        self.stop = -1
        """Frame of a turn's beginning at which playback stops; -1 for none."""
        self.is_opening = False
        """Whether a table to play on at is being opened."""
        self._due = 0.0
        self._now = 0.0
        self.bar = Group()
        self._laid: object = None

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def look(self) -> Look:
        """The look of the window."""
        return self.duel.look

    @look.setter
    def look(self, look: Look) -> None:
        self.duel.look, self._laid = look, None

    @property
    def group(self) -> Group:
        """The buttons of the strip."""
        return self.bar

    @property
    def player(self) -> Player:
        """The replay and its current position."""
        return self.screening.player

    def _high(self, size: tuple[int, int]) -> int:
        return round(STRIP_HEIGHT_PX * self.look.theme(size).u)

    # --- time -----------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Advance the replay when due. A frame is shown to its end before the next one begins."""
        self._now = now
        self.duel.update(now)
        if not self._is_playing or now < self._due or self._is_showing:
            return
        if not self.screening.show_next() or self.player.at == self._until:
            self.is_playing, self._until = False, -1
        if self.player.at == self.stop:
            self.is_playing, self.stop = False, -1
        self._due = now + FRAME_INTERVAL_S / SPEEDS[self.stage.speed][2]
        self.duel.update(now)

    @property
    def _is_playing(self) -> bool:
        return self.is_playing or self._until >= 0

    @property
    def _is_showing(self) -> bool:
        showing = self.duel.presenting.showing
        return showing.waiting_count > 0 or showing.play is not None or self.duel.motion.is_holding

    def next_change(self, now: float) -> float:
        """Return when the board changes or the next frame is due."""
        ahead = max(self._due, now) if self._is_playing and not self._is_showing else math.inf
        return min(self.duel.next_change(now), ahead)

    # --- going to and fro -----------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Start or pause; at the end, start from the beginning."""
        self.is_playing = not self.is_playing or self._until >= 0
        self._until = -1
        if self.is_playing and self.player.at == self.player.last:
            self.screening.show_frame(0)

    def jump_to(self, frame: int) -> None:
        """Jump to a frame without animation."""
        self._until = -1
        self.screening.show_frame(frame)
        self.duel.finish_animations()

    def go_to_act(self, way: int) -> None:
        """Play the next act of a player with its animation, or jump back to the act before."""
        self.is_playing = False
        self.duel.finish_animations()
        if way < 0:
            self.jump_to(self.player.find_act(-1))
        else:
            self._until, self._due = self.player.find_act(1), self._now
            if self._until <= self.player.at:
                self._until = -1

    def go_to_turn(self, way: int) -> None:
        """Jump to the beginning of the next turn (1), or of the current turn (-1); from its beginning, of the
        previous one.
        """
        self.jump_to(self.player.frame_of_turn(way))

    def stop_at(self, frame: int) -> None:
        """Stop playback at the turn of this frame; a second call removes that stop."""
        begins = self.player.turn_start(frame)
        self.stop = -1 if begins == self.stop else begins

    def stop_later(self) -> None:
        """Move the stop to the next turn after the present stop or position."""
        turns = self.player.shown_course.turns
        self.stop = next((begins for begins in turns if begins > max(self.player.at, self.stop)), -1)

    def play_on(self) -> None:
        """Play on alone from the current position; show the reason if that is impossible."""
        self.is_playing, self._until = False, -1
        try:
            text = playing_on.line_here(self.player)
        except BadInput as refused:
            self._show_message(str(refused))
            return
        self.is_opening = True
        self.app.play_file("", self._handle_refusal, text=text)

    def _handle_refusal(self, sentence: str) -> None:
        self.is_opening = False
        self._show_message(sentence)

    def _show_message(self, sentence: str) -> None:
        self.app.open_scene(MessageDialog(self.look, self.app, _("Play on from here"), sentence))

    def set_speed(self, index: int) -> None:
        """Set the playback speed."""
        self.stage.speed = max(0, min(len(SPEEDS) - 1, index))

    @property
    def _has_other_side(self) -> bool:
        """Whether it can be seen from the other side: a player's own replay has only what that player saw."""
        return len(self.player.sides) > 1 or self.player.side == PUBLIC_CLASS_INDEX

    def turn_around(self) -> None:
        """Switch to the other player's side: with both hands open to the other hand, else only the table."""
        sides = self.player.sides
        if not self._has_other_side:
            self.app.show_notice(_(UNSEEN_SIDE))
        elif len(sides) > 1:
            self.screening.set_viewer(sides[(sides.index(self.player.side) + 1) % len(sides)])
            self.stop = -1
            self.duel.finish_animations()
        else:
            self.duel.acting.doing.turn_around()

    # --- events ---------------------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> None:
        """Handle an event: first the strip, then the replay's keys, then the board."""
        if event.type == pygame.KEYDOWN and not self._is_open and self._handle_key(event):
            return
        if self.bar.event(event):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._press_log_line(event.pos):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self._stop_at_turn(event.pos):
            return
        if event.type == pygame.KEYDOWN and key_name(event) == "Esc" and not self._is_open:
            self.app.close()
            return
        self.duel.event(event)

    @property
    def _is_open(self) -> bool:
        """Whether a list or menu of the board is open, which then gets the keys."""
        doing = self.duel.acting.doing
        return doing.menu is not None or doing.pile is not None or doing.reading

    def _handle_key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        if name in ("LEFT", "RIGHT") and getattr(event, "mod", 0) & pygame.KMOD_SHIFT:
            name = f"Shift+{name}"
        keys: dict[str, Callable[[], object]] = {
            "LEFT": partial(self.go_to_act, -1), "RIGHT": partial(self.go_to_act, 1),
            "Shift+LEFT": partial(self.go_to_turn, -1), "Shift+RIGHT": partial(self.go_to_turn, 1),
            "PAGE UP": partial(self.go_to_turn, -1), "PAGE DOWN": partial(self.go_to_turn, 1),
            "HOME": partial(self.jump_to, 0), "END": partial(self.jump_to, self.player.last),
            "-": partial(self.set_speed, self.stage.speed - 1),
            "+": partial(self.set_speed, self.stage.speed + 1),
            "=": partial(self.set_speed, self.stage.speed + 1), "E": self.turn_around,
            ".": self.stop_later, "P": self.play_on,
        }  # fmt: skip
        if name == "Space" and self.bar.focus is None:
            self.toggle_play()
            return True
        if name in keys:
            keys[name]()
            return True
        return False

    def _stop_at_turn(self, at: tuple[int, int]) -> bool:
        """Set a stop at a turn that was right-clicked on the time line or in the log."""
        line = next((one for one in self.bar.widgets if isinstance(one, TimeLine)), None)
        if line is not None and line.rect.collidepoint(at):
            self.stop_at(line.frame_at(at[0]))
            return True
        if self.duel.view is None or (turn := pane.log_turn_at(self.duel.board_frame(), at)) is None:
            return False
        self.stop_at(self.player.first_frame_of_turn(turn))
        return True

    def _press_log_line(self, at: tuple[int, int]) -> bool:
        """Jump to the frame of a pressed log line; a heading leads to its turn."""
        if self.duel.view is None:
            return False
        shown = self.duel.board_frame()
        if (turn := pane.log_turn_at(shown, at)) is not None:
            self.jump_to(self.player.first_frame_of_turn(turn))
            return True
        found = pane.log_line_at(shown, at)
        if found is None or found[0].entry < 0:
            return False
        self.jump_to(self.screening.frame_of(found[0].entry))
        return True

    # --- drawing --------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board, and the strip below it."""
        wide, high = surface.get_size()
        strip = self._high((wide, high))
        self.duel.draw(surface.subsurface((0, 0, wide, high - strip)))
        theme = self.look.theme((wide, high))
        box = pygame.Rect(0, high - strip, wide, strip)
        now = (
            box.size, self.look, self.player.at, self.player.side, self._is_playing, self.stage.speed,
            self.duel.layout.near, self.stop, self.is_opening,
        )  # fmt: skip
        if now != self._laid:
            self._laid = now
            self.bar.set_widgets(self._widgets(box))
        palette = theme.palette
        panel(surface, box, palette.panel, palette.line, palette.thin, 0)
        self.bar.draw(surface, theme)

    def _widgets(self, strip: pygame.Rect) -> Sequence[Widget]:
        theme = self.look.theme(self._whole(strip))
        gap, size = theme.px(8), theme.px(38)
        y = strip.y + (strip.h - size) // 2
        x = strip.x + gap
        found: list[Widget] = []
        stands = "pause" if self._is_playing else "play"
        for image, label, press in (
            ("turn_back", _("Turn before (Shift+Left)"), partial(self.go_to_turn, -1)),
            ("left", _("Action before (Left)"), partial(self.go_to_act, -1)),
            (stands, _("Play or pause (Space)"), self.toggle_play),
            ("right", _("Next action (Right)"), partial(self.go_to_act, 1)),
            ("turn_on", _("Next turn (Shift+Right)"), partial(self.go_to_turn, 1)),
            ("stop", _("Stop at the next turn (.)"), self.stop_later),
        ):
            found.append(IconButton(pygame.Rect(x, y, size, size), label, press, image=image))
            x += size + gap // 2
        right = strip.right - gap
        for words, wide, does in self._buttons():
            right -= theme.px(wide)
            why = _(OWN_HAND_ONLY) if does == self.turn_around and not self._has_other_side else ""
            box = pygame.Rect(right, y, theme.px(wide), size)
            found.append(Button(box, words, does, size=SECOND_PX, reason=why, enabled=not why))
            right -= gap
        wide = theme.px(150)
        right -= wide
        found.append(
            Segments(
                pygame.Rect(right, y, wide, size),
                [words for words, *_rest in SPEEDS],
                self.stage.speed,
                self.set_speed,
            )
        )
        line = pygame.Rect(x + gap, strip.y, right - x - 2 * gap, strip.h)
        player = self.player
        found.append(
            TimeLine(
                line,
                player.at,
                player.last,
                player.shown_course.marks,
                self.duel.layout.near,
                self.jump_to,
                self.stop,
            )
        )
        return found

    def _buttons(self) -> list[tuple[str, int, Callable[[], object]]]:
        """Return (words, width, action) of the buttons at the right end, from the right."""
        on = _("Opening …") if self.is_opening else _("Play on")
        return [
            (_("Close"), 76, self.app.close), (_("Other side"), 104, self.turn_around), (on, 96, self.play_on)
        ]  # fmt: skip

    def _whole(self, strip: pygame.Rect) -> tuple[int, int]:
        return strip.w, strip.bottom
