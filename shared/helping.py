"""Commands whose help is in the language in use: it is marked with `later`, or stands in a docstring.

Law: click alone; what a command does is its program's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import cleandoc

import click

from shared.language import _


class SpokenCommand(click.Command):
    """A command whose help is translated when it is shown."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write its help."""
        with _said(self):
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Its first sentence, for a list."""
        with _said(self):
            first, stop, _rest = (self.help or "").partition("。")
            return first + stop if stop else super().get_short_help_str(limit)


class SpokenGroup(SpokenCommand, click.Group):
    """A group of such commands."""

    command_class = SpokenCommand


@contextmanager
def _said(command: click.Command) -> Iterator[None]:
    """Within this, the help of a command and its options is translated."""
    parts = [part for part in (command, *command.params) if isinstance(part, click.Command | click.Option)]
    before = [part.help for part in parts]
    for part in parts:
        part.help = _(cleandoc(part.help)) if part.help else part.help
    try:
        yield
    finally:
        for part, words in zip(parts, before, strict=True):
            part.help = words
