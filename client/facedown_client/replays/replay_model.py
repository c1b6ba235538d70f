"""A Model fed from a replay, so that every display of a duel can show it.

The log is written once, when the replay is first played. Its lines describe the moment they were written, at
any position.
"""

from __future__ import annotations

from bisect import bisect_right

from facedown_client.model.model import LogEntry, Model, Transition
from facedown_client.replays.player import Player
from facedown_shared.protocol.messages import SeatInfo, TableInfo
from facedown_shared.tables import TABLES, Seat, VisibleEvent
from facedown_shared.text import BadInput, Code, TranslatedText, _, gettext_noop

LATE = gettext_noop("Recorded from here on: the program was restarted in the middle of the duel")

_STRANGE = (LookupError, ValueError, TypeError, AttributeError)
"""Exceptions that the texts for an invalid View or event can raise."""


class ReplayModel(Model):
    """Model of a replay on the screen. Its own methods change it; no messages are fed to it."""

    is_replay = True

    def __init__(self, player: Player, *, spoken: bool = False) -> None:
        """Play the replay once to write its log.

        Raises BadInput for a replay that cannot be played or put into words.
        """
        super().__init__(spoken=spoken)
        self.player = player
        self._take_seat()

    @property
    def is_player(self) -> bool:
        """False, because a replay has no player."""
        return False

    def _take_seat(self) -> None:
        """Take the seat the player looks from, and write the log of the whole replay."""
        player, here = self.player, self.player.at
        self.seat = player.side
        self.entries: list[LogEntry] = []
        """All lines of the log, including those after the current position."""
        self._counts: list[int] = []
        """Number of lines after each frame."""
        try:
            player.seek(0)
            if player.view.table not in TABLES:
                raise LookupError(player.view.table)
            self._show_position()
            if player.replay.head.is_late:
                self._add_late_line()
            self._note_lines()
            while (step := player.step_forward()) is not None:
                self._show_step(step)
                self._note_lines()
        except _STRANGE as error:
            raise BadInput(Code.BAD_FILE, _("This replay is damaged: it cannot be played.")) from error
        player.seek(here)
        self._show_position()

    def _add_late_line(self) -> None:
        """Add a log line which says that earlier events can only be read, not seen."""
        text = TranslatedText.in_each_language(lambda: _(LATE))
        self.log.append(LogEntry(VisibleEvent("late"), text, self.player.view.turn))
        self.logged += 1

    def _note_lines(self) -> None:
        self.entries += self.since(len(self.entries))
        self._counts.append(len(self.entries))

    # --- playback -------------------------------------------------------------------------------------------

    def show_next(self) -> bool:
        """Show the next frame. Return whether there was one."""
        step = self.player.step_forward()
        if step is not None:
            self._show_step(step)
        return step is not None

    def show_frame(self, frame: int) -> None:
        """Show the position after this frame."""
        self.player.seek(frame)
        self._show_position()

    def set_viewer(self, side: Seat) -> None:
        """Show the replay as another viewer sees it, if it contains that viewer."""
        if side != self.player.side and side in self.player.sides:
            self.player.set_viewer(side)
            self.log.clear()
            self.logged = 0
            self._take_seat()

    def frame_of(self, line: int) -> int:
        """Return the frame in which this line of the log was written."""
        return min(bisect_right(self._counts, line), self.player.last)

    # --- the model ------------------------------------------------------------------------------------------

    def _show_step(self, step: Transition) -> None:
        """Show the next frame on the board. The first View of a duel appears without animation."""
        if step.old.result and not step.new.result:
            self._show_position()
            return
        self._set_table()
        self.view, self.told = step.new, step.visible_events
        self._write_log(self.told, step.new, step.old)
        self.steps.append(Transition(step.old, step.new, step.visible_events, self.logged))

    def _show_position(self) -> None:
        """Show the current position without animation."""
        player = self.player
        self._set_table()
        self.steps.clear()
        self.view, self.told = player.view, player.events
        if len(self._counts) > player.at:
            self.log.clear()
            self.log.extend(self.entries[: self._counts[player.at]])
            self.logged = self._counts[player.at]
        else:
            self._write_log(player.events, player.view, player.view)

    def _set_table(self) -> None:
        """Set the table to its state in the shown duel."""
        player = self.player
        if self.table is not None and self.table.duel == player.duel:
            return
        head = player.replay.head
        won = [
            sum(result.startswith(f"{seat} ") for result in head.results[: player.duel - 1])
            for seat in (0, 1)
        ]
        seats = [SeatInfo(name, present=True, wins=wins) for name, wins in zip(head.names, won, strict=True)]
        self.table = TableInfo(
            "", head.format, head.best_of, "duel", (seats[0], seats[1]), duel=player.duel, mode=head.mode
        )
