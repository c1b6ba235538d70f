"""Options of commands that start bots."""

from __future__ import annotations

import click

from facedown_client.bot.levels import DEFAULT_LEVEL, LEVEL_NAMES
from facedown_shared.text import gettext_noop

level_option = click.option(
    "--level",
    type=click.Choice(LEVEL_NAMES),
    default=DEFAULT_LEVEL,
    show_default=True,
    help=gettext_noop("How well the bot plays Yu-Gi-Oh!."),
)
