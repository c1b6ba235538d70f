"""Commands with help in the current language: texts marked with `gettext_noop`, or docstrings.

Law: click alone; what a command does belongs to its program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from facedown_shared.text.language import _, gettext_noop
from facedown_shared.text.terminal_output import echo

CLICKS = (
    gettext_noop("Options"), gettext_noop("Commands"), gettext_noop("Usage:"),
        gettext_noop("Show this message and exit."),
    gettext_noop("Show the version and exit."), gettext_noop("%(prog)s, version %(version)s"),
        gettext_noop("Aborted!"),
    gettext_noop("Missing command."), gettext_noop("Try '{command} {option}' for help."),
        gettext_noop("Error: {message}"),
    gettext_noop("Invalid value: {message}"), gettext_noop("Invalid value for {param_hint}: {message}"),
    gettext_noop("Missing argument"), gettext_noop("Missing option"), gettext_noop("Missing parameter"),
    gettext_noop("Missing parameter: {param_name}"), gettext_noop("No such option {name!r}."),
    gettext_noop("No such command {name!r}."), gettext_noop("Did you mean {possibility}?"),
    gettext_noop("(Did you mean one of: {possibilities}?)"),
        gettext_noop("Could not open file {filename!r}: {message}"),
    gettext_noop("Argument {name!r} takes {nargs} values."),
        gettext_noop("Option {name!r} does not take a value."),
    gettext_noop("Option {name!r} requires an argument."),
        gettext_noop("Option {name!r} requires {nargs} arguments."),
    gettext_noop("Got unexpected extra argument ({args})"),
        gettext_noop("Got unexpected extra arguments ({args})"),
    gettext_noop("{value!r} is not {choice}."), gettext_noop("{value!r} is not one of {choices}."),
    gettext_noop("{value!r} is not a valid {number_type}."),
        gettext_noop("{value} is not in the range {range}."),
    gettext_noop("{name} {filename!r} does not exist."), gettext_noop("{name} {filename!r} is a directory."),
    gettext_noop("{name} {filename!r} is a file."), gettext_noop("{name} {filename!r} is not readable."),
    gettext_noop("file"), gettext_noop("directory"), gettext_noop("path"),
        gettext_noop("default: {default}"), gettext_noop("env var: {var}"),
    gettext_noop("Error: invalid input"),
)  # fmt: skip
"""Sentences of click that users can see."""


def _translate_click() -> None:
    """Translate click's own texts to the current language; click itself would use the system's."""
    for name in ("core", "decorators", "exceptions", "formatting", "parser", "termui", "types"):
        door = vars(import_module(f"click.{name}"))
        for word, said in (("_", _), ("ngettext", lambda one, many, count: _(one if count == 1 else many))):
            if word in door:
                door[word] = said


_translate_click()


def installed_version() -> str:
    """Return the version of the installed package ("0.1.0"), which a frozen program has too.

    Its one place is `version` in pyproject.toml; `run.py`, which installs the package, reads that.
    """
    from importlib.metadata import version  # half a megabyte, which most processes do not need

    return version("facedown")


def _print_version(ctx: click.Context, param: click.Parameter, is_given: bool) -> None:
    """Print the version and exit, if the option is given."""
    if is_given and not ctx.resilient_parsing:
        echo(_("%(prog)s, version %(version)s") % {"prog": "facedown", "version": installed_version()})
        ctx.exit()


VERSION_OPTION = click.Option(
    ["--version"], is_flag=True, is_eager=True, expose_value=False, hidden=True, callback=_print_version
)
"""The option of every command; help lists it for a program alone."""


class LocalizedCommand(click.Command):
    """Command whose help is translated when it is shown, and which has the option `--version`."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options and arguments, with `--version`."""
        params = super().get_params(ctx)
        has_own = any("--version" in param.opts for param in params)
        return params if has_own else [*params, VERSION_OPTION]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's help in the current language."""
        with _translated_help(self):
            super().format_help(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first sentence of the command's help, for a list."""
        with _translated_help(self):
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
def _translated_help(command: click.Command) -> Iterator[None]:
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
