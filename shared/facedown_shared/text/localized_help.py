"""Commands with help in the current language: texts marked with `later`, or docstrings.

Law: click alone; what a command does belongs to its program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from facedown_shared.text.language import _, later

CLICKS = (
    later("Options"), later("Commands"), later("Usage:"), later("Show this message and exit."),
    later("Show the version and exit."), later("%(prog)s, version %(version)s"), later("Aborted!"),
    later("Missing command."), later("Try '{command} {option}' for help."), later("Error: {message}"),
    later("Invalid value: {message}"), later("Invalid value for {param_hint}: {message}"),
    later("Missing argument"), later("Missing option"), later("Missing parameter"),
    later("Missing parameter: {param_name}"), later("No such option {name!r}."),
    later("No such command {name!r}."), later("Did you mean {possibility}?"),
    later("(Did you mean one of: {possibilities}?)"), later("Could not open file {filename!r}: {message}"),
    later("Argument {name!r} takes {nargs} values."), later("Option {name!r} does not take a value."),
    later("Option {name!r} requires an argument."), later("Option {name!r} requires {nargs} arguments."),
    later("Got unexpected extra argument ({args})"), later("Got unexpected extra arguments ({args})"),
    later("{value!r} is not {choice}."), later("{value!r} is not one of {choices}."),
    later("{value!r} is not a valid {number_type}."), later("{value} is not in the range {range}."),
    later("{name} {filename!r} does not exist."), later("{name} {filename!r} is a directory."),
    later("{name} {filename!r} is a file."), later("{name} {filename!r} is not readable."),
    later("file"), later("directory"), later("path"), later("default: {default}"), later("env var: {var}"),
    later("Error: invalid input"),
)  # fmt: skip
"""Sentences of click that users can see."""


def _teach() -> None:
    """Translate click's own texts to the current language; click itself would use the system's."""
    for name in ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types"):
        door = vars(import_module(f"click.{name}"))
        for word, said in (("_", _), ("ngettext", lambda one, many, count: _(one if count == 1 else many))):
            if word in door:
                door[word] = said


_teach()


class LocalizedCommand(click.Command):
    """Command whose help is translated when it is shown."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's help in the current language."""
        with _said(self):
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the command's help, for a list."""
        with _said(self):
            first, stop, _rest = (self.help or "").partition("。")
            return first + stop if stop else super().get_short_help_str(limit)


class LocalizedOption(click.Option):
    """Option whose help shows its allowed words and its default."""

    def __init__(self, *names: Any, words: Sequence[str] = (), usual: str = "", **about: Any) -> None:
        super().__init__(*names, **about)
        self.takes, self.usual = words, usual

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's syntax and help."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        name, text = record
        if self.takes:
            text = _("{meaning}: {words}.", meaning=text.rstrip(".。"), words=", ".join(self.takes))
        return name, f"{text} [{_(self.usual)}]" if self.usual else text


class LocalizedGroup(LocalizedCommand, click.Group):
    """Group of localized commands."""

    command_class = LocalizedCommand


@contextmanager
def _said(command: click.Command) -> Iterator[None]:
    """Translate the help of a command and its options within this context."""
    parts = [part for part in (command, *command.params) if isinstance(part, click.Command | click.Option)]
    before = [part.help for part in parts]
    for part in parts:
        part.help = _(cleandoc(part.help)) if part.help else part.help
    try:
        yield
    finally:
        for part, words in zip(parts, before, strict=True):
            part.help = words
