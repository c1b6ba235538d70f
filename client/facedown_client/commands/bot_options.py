"""Options of commands that start bots, and what such a command prints."""

from __future__ import annotations

import click

from facedown_client.bot.levels import DEFAULT_LEVEL, LEVEL_NAMES
from facedown_client.model.model import Model
from facedown_shared.protocol.messages import Ended, FromServer, Opened, Seated, Update
from facedown_shared.text import _, gettext_noop
from facedown_shared.text.terminal_output import print_lines

level_option = click.option(
    "--level",
    type=click.Choice(LEVEL_NAMES),
    default=DEFAULT_LEVEL,
    show_default=True,
    help=gettext_noop("How well the bot plays Yu-Gi-Oh!."),
)


def print_bot_news(message: FromServer, model: Model) -> None:
    """Print a bot's news for the person who started it."""
    match message:
        case Seated(code=code):
            print_lines([_("The bot sits at table {code}.", code=code)])
        case Update() if model.log and model.log[-1].happening.kind == "result":
            print_lines([f"{model.log[-1].text}."])
        case Opened() if model.verdict is not None:
            print_lines([model.verdict.summary_line])
        case Ended(reason=reason):
            print_lines([str(reason)])
