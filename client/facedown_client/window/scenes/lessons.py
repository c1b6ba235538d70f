"""The lessons: a list of them, to begin one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facedown_client.model.lesson_progress import LessonProgress
from facedown_client.model.words.lesson_texts import following_lesson, lesson_heading, lesson_text
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.paint.state import LessonNote
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, ListBox, ListRow, Widget
from facedown_shared.tables.lessons import Lesson, lessons
from facedown_shared.text import _, gettext_noop, ngettext

INTRO = gettext_noop("Each takes a few minutes. You play both sides, and can take every step back.")


def begin_lesson(app: AppPort, lesson: Lesson) -> None:
    """Open a solo table with a lesson."""
    app.play_file("", text=lesson.file, mode="rules")


def lesson_note(progress: LessonProgress | None) -> LessonNote | None:
    """Return what the pane shows of a lesson."""
    if progress is None:
        return None
    is_over = progress.step is None
    leads_on = progress.waits or (is_over and following_lesson(progress) is not None)
    words = (_("Next lesson") if is_over else _("Go on")) if leads_on else ""
    return LessonNote(lesson_heading(progress), lesson_text(progress), words)


def lead_on(app: AppPort) -> None:
    """Leave a step that was to be read; after the last step begin the next lesson."""
    progress = app.model.lesson
    if progress is None:
        return
    after = following_lesson(progress)
    if progress.step is None and after is not None:
        begin_lesson(app, after)
    else:
        app.model.update_lesson(goes_on=True)


class LessonsScene(Overlay):
    """Dialog with all lessons."""

    title = gettext_noop("Lessons")
    wide, high = 640, 600

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.chosen = 0

    def build(self, page: Page) -> Sequence[Widget]:
        rows = [
            ListRow(
                f"{number}. {lesson.title}",
                right=ngettext("{count} step", "{count} steps", len(lesson.steps)),
            )
            for number, lesson in enumerate(lessons(), 1)
        ]
        listing = ListBox(
            page.box(24, 92, page.wide - 48, page.high - 172), rows, self._begin, chosen=self.chosen,
            on_choose=partial(setattr, self, "chosen"), row_height=page.theme.px(38),
        )  # fmt: skip
        begin = Button(
            page.foot(-348, 150), _("Begin"), lambda: self._begin(self.chosen), style="accent", key="B"
        )
        return [listing.with_focus(), begin, self.close_button(page)]

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_(INTRO), (24, 72), BODY_PX, page.palette.soft, room=page.wide - 48, least=9)

    def _begin(self, index: int) -> None:
        self.app.play_press_sound()
        begin_lesson(self.app, lessons()[index])
