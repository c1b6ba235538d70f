"""The only way to print: every output of the commands goes through `printable` first.

Law: client and server print only by these functions (`tests/arch/test_printing.py`). So names, files and
messages of other servers cannot move the cursor, set the title or hide a line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from facedown_shared.text.plain_text import printable


def print_lines(lines: Iterable[str]) -> None:
    """Print messages to standard output and flush; later lines of a message are indented."""
    sys.stdout.write("".join(f"{printable(line)}\n" for line in lines))
    sys.stdout.flush()


def echo(text: object = "", *, err: bool = False) -> None:
    """Print one message to standard output, or with `err` to standard error."""
    click.echo(printable(str(text)), err=err)


def echo_help(text: str, *, err: bool = False) -> None:
    """Print a text of our own with several lines, such as the help of a command, without indentation."""
    for line in text.split("\n"):
        echo(line, err=err)


def confirm(question: str, *, default: bool = False) -> bool:
    """Ask the person at the keyboard a yes/no question."""
    return click.confirm(printable(question), default=default)


def prompt(question: str) -> str:
    """Ask the person at the keyboard for a line; "" for none."""
    try:
        return str(click.prompt(printable(question), default="", show_default=False)).strip()
    except click.Abort:
        return ""
