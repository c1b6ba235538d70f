"""How far a learner is in a lesson: which step is open, by the View and the table's step of its line."""

from __future__ import annotations

from facedown_shared.tables import View
from facedown_shared.tables.lessons import Lesson, LessonStep


class LessonProgress:
    """The open step of a lesson. Steps that are undone on the table's line are open again."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._reached: list[int] = []
        """For each step that is done, the step of the table's line at which it was."""
        self._seen = 0
        """Step of the table's line at the last update."""

    @property
    def index(self) -> int:
        """Number of steps that are done."""
        return len(self._reached)

    @property
    def step(self) -> LessonStep | None:
        """The open step; None once all are done."""
        return self.lesson.steps[self.index] if self.index < len(self.lesson.steps) else None

    @property
    def waits(self) -> bool:
        """Whether the open step only waits for the learner to have read it."""
        return self.step is not None and not self.step.goals

    def update(self, view: View, line_step: int) -> None:
        """Update with the View at a step of the table's line."""
        before, self._seen = self._seen, line_step
        if line_step < before:
            # The View may still be the one before the undo, so goals wait for the next message.
            while self._reached and self._is_undone(line_step):
                self._reached.pop()
            return
        while (step := self.step) is not None and step.goals:
            if not all(goal.holds(view) for goal in step.goals):
                return
            self._reached.append(line_step)

    def _is_undone(self, line_step: int) -> bool:
        """Return whether the step done last is open again at a step of the line. An act shows before its own
        step of the line is counted.
        """
        done = self._reached[-1]
        return done > line_step or (done == line_step and bool(self.lesson.steps[self.index - 1].goals))

    def go_on(self, line_step: int) -> None:
        """Leave a step that was to be read."""
        if self.waits:
            self._reached.append(line_step)
