"""Lessons: positions in which a learner takes a few steps, with what to do and why.

The English is in `shared/facedown_shared/data/words/lessons.json`; the catalogues have the translations. A
lesson is the text of a puzzle or of a line, which a solo table opens, and steps with goals on the View.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import SHARED_SEAT_INDEX
from facedown_shared.text import bounded_parsing
from facedown_shared.text.language import pgettext

TITLE, STEP = "the title of a lesson", "a step of a lesson"
"""The translation contexts of a lesson's title and of the text of a step."""

POSITIONS = ("attack", "defense", "set")
COUNTED = ("turn", "chain", "life", "phase", "attack")
"""Kinds of goals that are no cards."""


class Goal(NamedTuple):
    """What must hold for a step to be done.

    `kind`: "card": the card with passcode `code` is in a zone of `seat`, in `position` if that is named.
    "turn", "chain": the turn, or the number of Chain Links, is `number`. "life": the Life Points of `seat`
    are at most `number`. "phase": the phase is `zone`. "attack": an attack is declared.
    """

    kind: str
    seat: int = 0
    zone: str = ""
    position: str = ""
    code: int = 0
    number: int = 0

    def holds(self, view: View) -> bool:
        """Return whether this goal is reached in a View."""
        match self.kind:
            case "turn":
                return view.turn == self.number
            case "chain":
                return len(view.chain) == self.number
            case "life":
                return view.tallies.get(f"{self.seat}:life", 0) <= self.number
            case "phase":
                return view.phase == self.zone
            case "attack":
                return view.attack is not None
        return any(self._fits(view, handle) for handle in self._handles(view))

    def _handles(self, view: View) -> list[int]:
        zones = ("monster", "extra_monster") if self.zone == "monster" else (self.zone,)
        return [
            handle
            for zone in zones
            for seat in (self.seat, SHARED_SEAT_INDEX)
            for handle in view.pile(seat, zone).handles
        ]

    def _fits(self, view: View, handle: int) -> bool:
        seen = view.cards.get(handle)
        if seen is None or seen.code != self.code or seen.controller != self.seat:
            return False
        position = "defense" if seen.defense_position else "attack"
        return not self.position or self.position == (position if seen.face_up else "set")


class LessonStep(NamedTuple):
    """A step: its text in English, what must hold for it to be done (nothing: the learner goes on), and what
    a test does for that.
    """

    english: str
    goals: tuple[Goal, ...]
    acts: tuple[str, ...]

    @property
    def text(self) -> str:
        """The text in the current language."""
        return pgettext(STEP, self.english)

    @property
    def marks(self) -> tuple[int, ...]:
        """The passcodes of the cards that the step is about."""
        named = (bundled_pool().find_named(act.partition(" ")[2]) for act in self.acts)
        return tuple(facts.code for facts in named if facts is not None)


class Lesson(NamedTuple):
    """A lesson. `file` is the text that a solo table opens."""

    name: str
    english: str
    file: str
    steps: tuple[LessonStep, ...]

    @property
    def title(self) -> str:
        """The title in the current language."""
        return pgettext(TITLE, self.english)


@dataclass(frozen=True, slots=True)
class StepEntry:
    """A step as written in the file."""

    text: str
    goals: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson as written in the file: a position (docs/reference/scenarios.md) and steps.

    `before`: the steps of the line that the lesson begins with.
    """

    name: str
    title: str
    ruleset: str
    first: int
    players: tuple[dict[str, Any], dict[str, Any]]
    steps: tuple[StepEntry, ...]
    before: tuple[str, ...] = ()


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in their order."""
    path = resources.files("facedown_shared") / "data" / "words" / "lessons.json"
    rows: list[LessonRow] = bounded_parsing.json(path.read_text("utf-8"), list[LessonRow])
    return tuple(map(_parse_lesson, rows))


def find_lesson(name: str) -> Lesson | None:
    """Return the lesson of a name, or of a number counted from 1; None if there is none."""
    numbered = enumerate(lessons(), 1)
    return next((lesson for number, lesson in numbered if name in (lesson.name, str(number))), None)


def lesson_of_file(text: str) -> Lesson | None:
    """Return the lesson that begins with this file; None for any other file."""
    return next((lesson for lesson in lessons() if lesson.file == text), None)


def _parse_lesson(row: LessonRow) -> Lesson:
    steps = tuple(LessonStep(step.text, tuple(map(_parse_goal, step.goals)), step.acts) for step in row.steps)
    return Lesson(row.name, row.title, _file(row), steps)


def _file(row: LessonRow) -> str:
    """Return the puzzle of a lesson; a line with its first steps if it has any."""
    puzzle = {"id": row.name, "ruleset": row.ruleset, "first": row.first, "start": {"players": row.players}}
    text = msgspec.json.encode(puzzle).decode()
    if not row.before:
        return text
    rows = [
        "facedown = 1", f'format = "{row.ruleset}"', f"first = {row.first}", f"at = {len(row.before)}",
        f"scenario = {_toml_string(text)}", "steps = [",
        *(f"  {_toml_string(step)}," for step in row.before), "]", "",
    ]  # fmt: skip
    return "\n".join(rows)


def _toml_string(text: str) -> str:
    """Return a TOML string, which JSON writes alike."""
    return msgspec.json.encode(text).decode()


def _parse_goal(text: str) -> Goal:
    """Parse a goal: "1 graveyard Battle Ox", "0 monster set Mystical Elf", "turn 2", "life 1 5500"."""
    first, *rest = text.split(" ")
    match first:
        case "attack":
            return Goal(first)
        case "turn" | "chain":
            return Goal(first, number=int(rest[0]))
        case "phase":
            return Goal(first, zone=rest[0])
        case "life":
            return Goal(first, int(rest[0]), number=int(rest[1]))
    zone, *words = rest
    position = words.pop(0) if words[0] in POSITIONS else ""
    return Goal("card", int(first), zone, position, _code_of(" ".join(words)))


def _code_of(name: str) -> int:
    facts = bundled_pool().find_named(name)
    assert facts is not None, name
    return facts.code
