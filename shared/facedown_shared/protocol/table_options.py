"""Command options that open a table: game and mode, clock, pace, permissions to join."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
import msgspec

from facedown_shared.cards.listed_rules import format_of_list
from facedown_shared.protocol.messages import Clock, Settings
from facedown_shared.protocol.table_settings import MAX_LIFE, normalize
from facedown_shared.tables import FORMATS, PLAYED
from facedown_shared.text import _, gettext_noop

WAYS = ("rules", "half", "free", "core")
PACES = ("off", "quick", "careful")
NO_CLOCK = ("none", "0", "")
WRONG_CLOCK = gettext_noop(
    "A clock is none, or minutes and seconds like 10+15: up to 120 minutes, up to 120 seconds."
)

OPTIONS = (
    click.option(
        "--format", "format_name", type=click.Choice(PLAYED), default="master", show_default=True,
        help=gettext_noop("Which game, by which rules."),
    ),
    click.option(
        "--way", type=click.Choice(WAYS), default="rules", show_default=True,
        help=gettext_noop("By the rules; half and half, with cards that are not implemented by hand; free, "
                          "all by hand; or by EDOPro's core, which the host installs "
                          "(docs/host/edopro-core.md)."),
    ),
    click.option(
        "--list", "banlist", default="", metavar="NAME",
        help=gettext_noop("A ban list of EDOPro's, or part of its name (TCG, GOAT): its core plays by the "
                          "rules of that day."),
    ),
    click.option(
        "--points", type=click.IntRange(0, 10_000), default=None, metavar="NUMBER",
        help=gettext_noop("Maximum points of a deck in the format genesys; default: as the list says."),
    ),
    click.option(
        "--life", type=click.IntRange(1, MAX_LIFE), default=None, metavar="NUMBER",
        help=gettext_noop("Life to start with in the format companion; default: 8000."),
    ),
    click.option(
        "--best-of", type=click.Choice(["1", "3"]), default="1", show_default=True,
        help=gettext_noop("One duel, or a match of three with siding."),
    ),
    click.option(
        "--clock", metavar="MIN+SEC", default="none", show_default=True,
        help=gettext_noop("Minutes for each player, and seconds put back for each answer: 10+15."),
    ),
    click.option("--password", default="", help=
        gettext_noop("Password for joining from the lobby or by code; the link works without it.")),
    click.option(
        "--pace", type=click.Choice(PACES), default="quick", show_default=True,
        help=gettext_noop("Pauses that hide whether a player could have responded: none, short or longer "
                          "ones."),
    ),
    click.option(
        "--open-hands", is_flag=True,
        help=gettext_noop("After the match, show both hands to both players and in the replay."),
    ),
    click.option(
        "--unlisted", is_flag=True,
        help=gettext_noop("Hide the table from lists and searches: players and spectators need a link."),
    ),
)  # fmt: skip


Command = TypeVar("Command", bound=Callable[..., Any])
Banlists = Callable[[], Mapping[str, bool]]
"""Returns the names of the ban lists that a table may have, and whether cards cost points by them."""


def table_options(command: Command) -> Command:
    """Add the options of a command that opens a table."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def settings_of(
    banlists: Banlists, *, format_name: str, way: str, banlist: str, best_of: str, clock: str, password: str,
    pace: str, unlisted: bool, open_hands: bool, points: int | None = None, life: int | None = None,
) -> Settings:  # fmt: skip
    """Return the table settings of these options. Raises UsageError for an invalid combination."""
    table = Settings(
        format=format_name, mode=way, best_of=int(best_of), clock=_clock(clock), password=password,
        pace=pace, listed=not unlisted, open_hands=open_hands,
    )  # fmt: skip
    if banlist:
        known = banlists()
        name = _find_banlist(banlist, sorted(known))
        has_points = known[name]
        mode = way if has_points else "core"
        rules = format_of_list(name, has_points=has_points)
        table = msgspec.structs.replace(table, format=rules, mode=mode, banlist=name)
    if points is not None:
        if FORMATS[table.format].point_cap is None:
            raise click.UsageError(_("Only the format genesys has points."))
        table = msgspec.structs.replace(table, point_cap=points)
    if life is not None:
        if not FORMATS[table.format].on_paper:
            raise click.UsageError(_("Only the format companion has a Life to set."))
        table = msgspec.structs.replace(table, life=life)
    if len(password) > 64:
        raise click.UsageError(_("A password has up to 64 characters."))
    played = normalize(table)
    if played.mode == "free" and table.clock.bank:
        raise click.UsageError(_("A free table has no clock."))
    return played


def _find_banlist(part: str, known: list[str]) -> str:
    """Return a ban list by its name, or by a part that only one name contains. Raises UsageError."""
    found = [name for name in known if part.lower() == name.lower()]
    found = found or [name for name in known if part.lower() in name.lower()]
    if len(found) == 1:
        return found[0]
    if not known:
        raise click.UsageError(_("No ban lists are installed: `python run.py core` adds EDOPro's."))
    raise click.UsageError(_("Which ban list? There are {names}.", names=_(", ").join(found or known)))


def _clock(words: str) -> Clock:
    """Parse a clock such as "10+15": ten minutes each, fifteen seconds more for each answer."""
    if words.strip().lower() in NO_CLOCK:
        return Clock()
    found = re.fullmatch(r"(\d{1,3})(?:\+(\d{1,3}))?", words.strip())
    try:
        minutes, more = (int(found[1]), int(found[2] or 0)) if found else (-1, 0)
        return msgspec.convert({"bank": minutes * 60, "increment": more}, Clock)
    except msgspec.ValidationError:
        raise click.UsageError(_(WRONG_CLOCK)) from None
