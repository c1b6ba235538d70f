"""The list of lessons, and the open step in the pane of a solo table."""

from __future__ import annotations

from msgspec.structs import replace

from facedown_client.model.lesson_progress import LessonProgress
from facedown_client.window.look.theme import Look
from facedown_client.window.navigation import Screens
from facedown_client.window.scenes.lessons import LessonsScene, lead_on, lesson_note
from facedown_shared.tables.lessons import lessons
from facedown_shared.tables.view import View
from tests.client.noting_app import NotingApp, press, show
from tests.client.terminal.test_terminal import TABLE


def begun(app: NotingApp) -> str:
    """Return the text of the file that was opened last."""
    return str(next(words for name, words in reversed(app.wishes) if name == "play_file")[1])


def test_a_lesson_of_the_list_is_begun() -> None:
    app = NotingApp()
    screens = Screens(Look(), app)
    screens.open_screen("lessons")
    assert isinstance(screens.top, LessonsScene)
    show(screens.top)
    screens.top.chosen = 2
    press(screens.top, "Begin")
    assert begun(app) == lessons()[2].file


def test_a_step_to_read_has_a_button_and_the_last_one_leads_to_the_next_lesson() -> None:
    app, progress = NotingApp(), LessonProgress(lessons()[0])
    app.model.lesson, app.model.table, app.model.view = (
        progress,
        replace(TABLE, alone=True),
        View(0, "master"),
    )
    note = lesson_note(progress)
    assert note is not None
    assert (note.heading, note.button) == ("Lesson: The board (1 of 6)", "Go on")
    lead_on(app)
    assert progress.index == 1
    lead_on(app)
    assert progress.index == 2
    lead_on(app)
    assert progress.index == 2, "there is something to do"
    assert lesson_note(progress) == ("Lesson: The board (3 of 6)", lessons()[0].steps[2].english, "")


def test_no_line_of_a_lesson_is_asked_about_when_it_is_left() -> None:
    app = NotingApp()
    app.model.table = replace(TABLE, alone=True, step=3, steps=3)
    app.model.line.done = 3
    app.alone.note_opened("facedown = 1", {})
    assert app.alone.has_unsaved_acts(app.model)
    app.alone.note_opened(lessons()[0].file, {})
    assert app.alone.lesson is not None
    assert not app.alone.has_unsaved_acts(app.model)
