"""Options of the command `solo`."""

from __future__ import annotations

from collections.abc import Callable

import click

from facedown_shared.tables import DECK_FORMATS
from facedown_shared.tables.lessons import Lesson, find_lesson, lessons
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.terminal_output import echo


def add_solo_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of solo play."""
    options = (
        click.option("--deck2", metavar="FILE", help=gettext_noop("A deck for the other side.")),
        click.option(
            "--rules",
            is_flag=True,
            help=gettext_noop("By the rules of the duel, instead of moving cards by hand."),
        ),
        click.option(
            "--half",
            is_flag=True,
            help=gettext_noop("By the rules; cards that are not implemented yet are played by hand."),
        ),
        click.option("--core", is_flag=True, help=gettext_noop("By EDOPro's core, if this computer has it.")),
        click.option(
            "--format", "format_name", type=click.Choice(DECK_FORMATS), default="master", show_default=True
        ),
        click.option(
            "--line",
            "line_file",
            metavar="FILE",
            help=gettext_noop("A saved line (.duel), or a scenario (.json) as a puzzle."),
        ),
        click.option(
            "--lesson",
            metavar="NAME",
            callback=_find_lesson,
            help=gettext_noop("A lesson, by its name or number; --lesson list names them."),
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _find_lesson(ctx: click.Context, param: click.Parameter, name: str | None) -> Lesson | None:
    """Return the named lesson.

    Raises UsageError with the names of all lessons if there is none of this name.
    """
    if name is None:
        return None
    if name == "list":
        for number, lesson in enumerate(lessons(), 1):
            echo(f"{number:2} {lesson.name:14} {lesson.title}")
        ctx.exit()
    found = find_lesson(name)
    if found is None:
        names = _(", ").join(lesson.name for lesson in lessons())
        raise click.UsageError(_("There is no lesson {name}; lessons are {names}.", name=name, names=names))
    return found
