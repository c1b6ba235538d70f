"""Player of a replay: goes to any frame, by action and by turn, seen from any side in it.

The replay is played to its end once, to refuse a file that breaks off and to find the marks of the time line.
After that only the present View is kept: other frames are rebuilt from the nearest whole View before them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal, NamedTuple

from facedown_client.model.model import Transition
from facedown_client.model.play_schedule import plays_of
from facedown_shared.replay import Replay, Shot
from facedown_shared.replay.rows import MAX_EVENTS, MAX_WORK
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat, View, VisibleEvent
from facedown_shared.text import BadInput, Code, _

MarkKind = Literal["turn", "summon", "chain", "damage", "duel", "result"]


class TimeMark(NamedTuple):
    """Mark on a time line: its frame, its kind, and its player."""

    at: int
    kind: MarkKind
    seat: Seat
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """The frames that one side was sent, and their marks on a time line."""

    shots: tuple[Shot, ...]
    marks: tuple[TimeMark, ...]
    whole: tuple[int, ...]
    """Frames with a whole View."""
    turns: tuple[int, ...]
    """Frames at which a turn or a duel begins."""


class Player:
    """One replay and its current position: after `at` frames of the side it is seen from.

    Raises BadInput for a file that cannot be played to its end.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._courses = {side: _play_frames(replay, side) for side in replay.head.sides}
        self.side: Seat = replay.head.sides[0]
        self.at = -1
        self.view = View(self.side, "master")
        self.events: tuple[VisibleEvent, ...] = ()
        """Events of the current frame."""
        self.seek(0)

    @property
    def shown_course(self) -> Course:
        """The frames of the shown side."""
        return self._courses[self.side]

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self.shown_course.shots) - 1

    @property
    def duel(self) -> int:
        """Number of the current duel in the match, from 1."""
        return self.shown_course.shots[self.at].duel

    @property
    def acts(self) -> int:
        """Number of acts of the match before the current frame."""
        return self.shown_course.shots[self.at].at

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The viewers it can be seen as."""
        return tuple(side for side in self._courses if self._courses[side].shots)

    def seek(self, frame: int) -> None:
        """Go to this frame, or to the nearest existing one."""
        shots = self.shown_course.shots
        frame = max(0, min(frame, self.last))
        if frame == self.at and shots:
            return
        begin = self.shown_course.whole[bisect_right(self.shown_course.whole, frame) - 1]
        is_ahead = begin <= self.at < frame and self.view.viewer == self.side
        view = self.view if is_ahead else None
        for shot in shots[self.at + 1 if is_ahead else begin : frame + 1]:
            view, self.events = self.replay.view(shot, view)
        assert view is not None, "a course begins with a whole View"
        self.view, self.at = view, frame

    def step_forward(self) -> Transition | None:
        """Go one frame further and return its transition; None at the end."""
        if self.at >= self.last:
            return None
        old = self.view
        self.seek(self.at + 1)
        return Transition(old, self.view, self.events)

    def find_act(self, way: int) -> int:
        """Return the frame of a player's next act (`way` 1) or previous act (-1)."""
        frames = {mark.at for mark in self.shown_course.marks} | {0, self.last}
        if way > 0:
            return min((frame for frame in frames if frame > self.at), default=self.last)
        return max((frame for frame in frames if frame < self.at), default=0)

    def frame_of_turn(self, way: int) -> int:
        """Return the frame at which the next turn begins (`way` 1), or the present one (-1).

        At the beginning of a turn, -1 returns the beginning of the turn before.
        """
        if way > 0:
            return next((frame for frame in self.shown_course.turns if frame > self.at), self.last)
        return max((frame for frame in self.shown_course.turns if frame < self.at), default=0)

    def turn_start(self, frame: int) -> int:
        """Return the frame at which the turn of this frame begins."""
        return max((begins for begins in self.shown_course.turns if begins <= frame), default=0)

    def first_frame_of_turn(self, turn: int) -> int:
        """Return the frame at which this turn of the current duel begins."""
        here = [frame for frame, shot in enumerate(self.shown_course.shots) if shot.duel == self.duel]
        begins = (mark.at for mark in self.shown_course.marks if mark.kind == "turn" and mark.amount == turn)
        return next((frame for frame in begins if here[0] <= frame <= here[-1]), here[0])

    def set_viewer(self, side: Seat) -> None:
        """Show the same moment as another viewer sees it."""
        if side not in self.sides or side == self.side:
            return
        acts, duel = self.acts, self.duel
        self.side, self.at = side, -1
        shots = self.shown_course.shots
        self.seek(max((n for n, shot in enumerate(shots) if (shot.duel, shot.at) <= (duel, acts)), default=0))


def _play_frames(replay: Replay, side: Seat) -> Course:
    """Play one side's frames to their end and return them.

    Raises BadInput if they cannot be played.
    """
    shots = tuple(shot for shot in replay.shots if shot.viewer == side)
    if not shots or not shots[0].is_whole:
        raise BadInput(Code.BAD_FILE, _("This replay is damaged: it cannot be played."))
    marks: list[TimeMark] = []
    turns, whole, events, work = [0], [], 0, 0
    view: View | None = None
    for at, shot in enumerate(shots):
        old = view
        view, visible_events = replay.view(shot, view)
        events += len(visible_events)
        work += len(view.cards) + len(view.piles) + len(view.facts) + len(view.tallies) + 4
        if events > MAX_EVENTS or work > MAX_WORK:
            raise BadInput(Code.BAD_FILE, _("This is larger than a replay can be."))
        if shot.is_whole:
            whole.append(at)
        begins = at > 0 and shot.duel != shots[at - 1].duel
        if begins or (old is not None and old.turn != view.turn):
            turns.append(at)
            marks.append(TimeMark(at, "duel" if begins else "turn", view.turn_player, view.turn))
        if at:
            marks += _frame_marks(
                at, Transition(old if old is not None and not begins else view, view, visible_events)
            )
    return Course(shots, tuple(marks), tuple(whole), tuple(dict.fromkeys(turns)))


_KINDS: dict[str, MarkKind] = {"summon": "summon", "activate": "chain"}


def _frame_marks(at: int, step: Transition) -> list[TimeMark]:
    """Return the marks of a frame."""
    marks = [
        TimeMark(at, kind, play.seat)
        for play in plays_of(step, 0)
        if (kind := _KINDS.get(play.kind)) is not None
    ]
    for event in step.visible_events:
        if event.kind == "life" and event.amount < 0:
            marks.append(TimeMark(at, "damage", event.seat, -event.amount))
        elif event.kind == "result":
            marks.append(TimeMark(at, "result", PUBLIC_CLASS_INDEX))
    return marks
