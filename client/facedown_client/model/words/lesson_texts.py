"""Words of a lesson: its heading, the open step, and what follows the last one."""

from __future__ import annotations

from facedown_client.model.lesson_progress import LessonProgress
from facedown_shared.tables.lessons import Lesson, lessons
from facedown_shared.text.language import _


def lesson_heading(progress: LessonProgress) -> str:
    """Return the lesson's title with the number of the open step."""
    done, steps = progress.index, len(progress.lesson.steps)
    return _(
        "Lesson: {title} ({step} of {steps})",
        title=progress.lesson.title, step=min(done + 1, steps), steps=steps,
    )  # fmt: skip


def lesson_text(progress: LessonProgress) -> str:
    """Return the text of the open step, or that the lesson is complete."""
    return progress.step.text if progress.step is not None else _("The lesson is complete.")


def following_lesson(progress: LessonProgress) -> Lesson | None:
    """Return the lesson after this one; None after the last."""
    rows = lessons()
    after = rows[rows.index(progress.lesson) + 1 :]
    return after[0] if after else None
