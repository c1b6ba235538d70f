"""The lessons: each is in every language, names its cards as they are called, and is played to its end on a
server, as a learner plays it.
"""

from __future__ import annotations

import re

import pytest
from trio.testing import MockClock

from facedown_client.model.lesson_progress import LessonProgress
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import Answer, CreateTable, Option, Settings
from facedown_shared.tables.lessons import Goal, Lesson, find_lesson, lesson_of_file, lessons
from facedown_shared.tables.view import View
from facedown_shared.text import languages
from facedown_shared.text.language import ENGLISH, use_language
from facedown_shared.text.translated_cards import card_name
from tests.server.tables import Player, run_server

ALONE = Settings(opponent="nobody", listed=False, pace="off")
MAX_STEP_LETTERS = 220
MAX_ANSWERS = 15
"""Limit of answers that an act needs besides its own: zones, positions, windows that are passed."""


def test_there_are_lessons_of_several_steps_with_short_texts() -> None:
    assert len(lessons()) >= 13
    assert len({lesson.name for lesson in lessons()}) == len(lessons())
    for lesson in lessons():
        assert len(lesson.steps) >= 3, lesson.name
        assert any(step.goals for step in lesson.steps), lesson.name
        assert all(len(step.english) <= MAX_STEP_LETTERS for step in lesson.steps), lesson.name


@pytest.mark.parametrize("language", [name for name in languages() if name != ENGLISH])
def test_every_step_is_in_every_language_and_names_the_same_cards(language: str) -> None:
    names = [facts.name for facts in bundled_pool()]
    with use_language([language]):
        for lesson in lessons():
            assert lesson.title != lesson.english
            for step in lesson.steps:
                assert step.text != step.english
                quoted = set(re.findall("「([^」]+)」", step.text))
                assert quoted <= {card_name(name) for name in names if name in step.english}, step.text


def test_a_lesson_is_found_by_its_name_its_number_and_its_file() -> None:
    assert find_lesson("board") is find_lesson("1") is lessons()[0]
    assert find_lesson("chess") is None
    assert lesson_of_file(lessons()[2].file) is lessons()[2]
    assert lesson_of_file("{}") is None


def test_undone_steps_are_open_again() -> None:
    read, _, act, *_rest = lessons()[0].steps
    progress = LessonProgress(Lesson("", "", "", (read, act._replace(goals=(Goal("turn", number=2),)), read)))
    first, second = View(0, "master", turn=1), View(0, "master", turn=2)
    progress.update(first, 4)
    assert progress.waits
    progress.go_on(4)
    progress.update(second, 4)  # the act shows before its step is counted
    progress.update(second, 9)
    assert progress.index == 2
    progress.update(second, 7)
    assert progress.index == 2, "the act was before"
    progress.update(second, 4)  # the old View: the undone one follows
    progress.update(first, 4)
    assert progress.index == 1, "what was read stays read"
    progress.update(first, 2)
    assert progress.index == 0


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
async def test_a_lesson_is_played_to_its_end(autojump_clock: MockClock, lesson: Lesson) -> None:
    async with run_server() as server:
        learner = await server.connect("Lena")
        await learner.do(CreateTable(ALONE, lesson.file))
        progress = LessonProgress(lesson)
        for number, step in enumerate(lesson.steps):
            assert progress.index == number, f"{step.english} was done before it was read"
            if progress.waits:
                progress.go_on(line_step(learner))
                continue
            update(progress, learner)
            assert progress.index == number, f"{step.english} held before anything was done"
            for act in step.acts:
                await take(learner, act)
            for _ in range(MAX_ANSWERS):
                if update(progress, learner) > number or not await pass_on(learner):
                    break
            assert update(progress, learner) > number, step.english
        assert progress.step is None


def line_step(learner: Player) -> int:
    assert learner.table is not None
    return learner.table.step


def update(progress: LessonProgress, learner: Player) -> int:
    """Update a lesson, and return the number of steps that are done."""
    assert learner.view is not None
    progress.update(learner.view, line_step(learner))
    return progress.index


async def take(learner: Player, act: str) -> None:
    """Take the option of a verb and of a card or a word, as soon as it is offered."""
    for _ in range(MAX_ANSWERS):
        found = [index for index, option in enumerate(learner.asked.options) if fits(learner, option, act)]
        if found:
            await learner.do(Answer(learner.asked.ask, (found[0],)))
            return
        if not await pass_on(learner):
            break
    raise AssertionError(f"{act} is not offered: {learner.prompt}")


def fits(learner: Player, option: Option, act: str) -> bool:
    assert learner.view is not None
    verb, _space, meant = act.partition(" ")
    facts = learner.view.known_facts(option.card) or learner.view.facts.get(option.code)
    words = ("", option.text, facts.name if facts is not None else "")
    return verb in (option.verb, "choose") and meant in words


async def pass_on(learner: Player) -> bool:
    """Pass, or take first options, in a prompt other than for a turn; return whether there was one."""
    if learner.prompt is None or learner.prompt.kind == "turn":
        return False
    verbs = [option.verb for option in learner.prompt.options]
    picks = (verbs.index("pass"),) if "pass" in verbs else tuple(range(max(1, learner.prompt.least)))
    await learner.do(Answer(learner.prompt.ask, picks))
    return True


def test_goals_are_read_from_words() -> None:
    found = {goal for lesson in lessons() for step in lesson.steps for goal in step.goals}
    assert Goal("turn", number=2) in found
    assert Goal("phase", zone="battle") in found
    assert Goal("life", 1, number=5500) in found
    assert Goal("card", 0, "monster", "attack", 46986414) in found
