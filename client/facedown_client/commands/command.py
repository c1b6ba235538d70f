"""The command `facedown`: the window, hosting, joining, watching, the bot and the demo.

A mistake of the user's is one sentence on stderr and exit 2; something that does not work is one and exit 1.
"""

from __future__ import annotations

import difflib
import os
import shlex
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import trio
from click.core import ParameterSource

from facedown_client.bot.bot_player import Robot
from facedown_client.commands import demo, link_handler
from facedown_client.commands.bot_options import level_option, print_bot_news
from facedown_client.commands.solo_options import add_solo_options
from facedown_client.commands.tunnel_prompt import ask_tunnel
from facedown_client.connection import Returns, hosting
from facedown_client.connection.replay_download import download_replay
from facedown_client.connection.return_places import PublicAccess
from facedown_client.data import DeckEntry, Preferences, deck_entries, preferences, solo_lines, solo_table
from facedown_client.data.solo_table import SoloTable
from facedown_client.model import card_catalogue, data_folder
from facedown_client.model.verify.verdict import check_record
from facedown_client.model.words.phrases import join_list
from facedown_client.replays import replay_list, shared_replays
from facedown_client.terminal import entry_points, replay_viewer
from facedown_shared.decks.core_location import lists_by_points
from facedown_shared.network import links
from facedown_shared.network.server_password import read_password
from facedown_shared.protocol.messages import CreateTable
from facedown_shared.protocol.table_options import settings_of as chosen_table
from facedown_shared.protocol.table_options import table_options
from facedown_shared.startup import INTERRUPTED_EXIT_CODE, collect_rarely, typed_command
from facedown_shared.tables import DECK_FORMATS, FORMATS
from facedown_shared.tables.lessons import Lesson
from facedown_shared.text import BadInput, FacedownError, _, gettext_noop, languages, set_language
from facedown_shared.text.errors import first_error
from facedown_shared.text.localized_help import LocalizedGroup
from facedown_shared.text.terminal_output import confirm, echo, print_lines

USER_ERROR_EXIT_CODE, FAILED_EXIT_CODE = 2, 1
SHARED = ("name", "deck", "cards", "narrate", "language")
"""Names of the options that `add_common_options` adds."""

WORDS = "facedown.words"
"""Key of the command line, from the command on, in click's `meta`."""
CLOSED = gettext_noop("The window is closed.")
CLOSED_IN_DUEL = gettext_noop(
    "The window is closed; a running duel is saved, and Return on the home screen resumes it."
)


@dataclass(frozen=True, slots=True)
class Common:
    """Options that all ways of playing share."""

    own: Preferences
    deck: DeckEntry | None
    text: bool
    narrate: bool


class LinkOrCommand(LocalizedGroup):
    """Command group in which `facedown LINK` is short for `facedown join LINK`.

    A word that is neither a link nor a command is an error of one sentence.
    """

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a first word that is not a command as a link."""
        ctx.meta[WORDS] = tuple(args)
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            self._check_link(ctx, args[0])
            args = ["join", *args]
        return super().resolve_command(ctx, args)

    def _check_link(self, ctx: click.Context, word: str) -> None:
        """Raise UsageError for a word that is neither link nor code. A lone word is a mistyped command."""
        commands = self.list_commands(ctx)
        close = difflib.get_close_matches(word, commands, 1)
        hint = (
            _("did you mean {close}?", close=close[0])
            if close
            else _("commands are {commands}.", commands=", ".join(commands))
        )
        try:
            link = links.parse_link(word)
        except BadInput as refused:
            raise click.UsageError(f"{str(refused).rstrip('.')}; {hint}") from None
        if not link.code and link.host.isalpha() and link.host != "localhost" and "://" not in word:
            raise click.UsageError(_("There is no command {word}; {hint}", word=word, hint=hint))


def _set_language(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    """Set the language at once, also for the help."""
    if name is not None:
        set_language(name)
    return name


def add_common_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of every command that plays."""
    options = (
        click.option("--name", help=gettext_noop("Your name (saved for next time).")),
        click.option(
            "--deck",
            metavar="FILE",
            help=gettext_noop("A .ydk file or the name of a ready deck (the command decks lists them)."),
        ),
        click.option(
            "--cards",
            metavar="FOLDER",
            help=gettext_noop(
                "EDOPro's folder (its cards and pictures), or a folder of pictures as <passcode>.jpg."
            ),
        ),
        click.option(
            "--language",
            type=click.Choice([*languages()]),
            is_eager=True,
            callback=_set_language,
            help=gettext_noop("Language of all texts (saved for next time); default: the system's."),
        ),
        click.option(
            "--narrate",
            is_flag=True,
            default=None,
            help=gettext_noop("Also print what the window shows, in lines on stdout."),
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


text_option = click.option(
    "--text", is_flag=True, help=gettext_noop("Play in the terminal instead of a window.")
)


def collect_options(ctx: click.Context, *, text: bool = False) -> Common:
    """Return the shared options as values, and save settings given here.

    Options written before the command count as if written after it.

    Raises BadInput if a value is invalid.
    """
    options = {**(ctx.obj or {}), **{key: value for key, value in ctx.params.items() if value is not None}}
    name, deck, cards = options.get("name"), options.get("deck"), options.get("cards")
    own = preferences.load()
    language = options.get("language", own.language)
    if name is not None:
        own = preferences.replace(own, name=_check_name(name))
    if cards is not None:
        card_catalogue.load_folder(cards)
        own = preferences.replace(own, cards=str(Path(cards).expanduser().absolute()) if cards else "")
    else:
        with suppress(BadInput):
            card_catalogue.load_folder(own.cards)
    own = preferences.replace(own, language=language)
    set_language(language)
    if name is not None or cards is not None or "language" in options:
        preferences.save(own)
    return Common(own, deck_entries.find_deck(deck) if deck else None, text, bool(options.get("narrate")))


def _check_name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= 24:
        raise click.UsageError(_("A name has 1 to 24 characters."))
    return name


@click.group(
    cls=LinkOrCommand, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="facedown", prog_name="facedown")
@add_common_options
@click.pass_context
def cli(ctx: click.Context, /, **__: object) -> None:
    """Card duels with friends: one link, no account.

    Without arguments, opens the home screen. With a LINK, opens its table; for a public table on this network
    or on your last server, its code is enough.
    """
    if ctx.invoked_subcommand is None:
        _run_window(collect_options(ctx), None)
    else:
        ctx.obj = {key: value for key, value in ctx.params.items() if value is not None}


@cli.command()
@add_common_options
@text_option
@table_options
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=links.DEFAULT_PORT,
    show_default=True,
    help=gettext_noop("0 picks a free port."),
)
@click.option(
    "--open-port",
    is_flag=True,
    help=gettext_noop("Open the port on your router, so that a friend can join over the Internet."),
)
@click.option(
    "--tunnel",
    is_flag=False,
    flag_value="",
    envvar="FACEDOWN_TUNNEL",
    metavar="[HOST]",
    help=gettext_noop(
        "Let friends in from the Internet through a tunnel: an ssh host (you@your.server/7777: your own, "
        "which listens on that port; or a tunnel service), or cloudflared. Without HOST: the one of the "
        "window's dialog, else cloudflared, else you are prompted."
    ),
)
@click.option(
    "--public-url",
    default="",
    metavar="URL",
    help=gettext_noop("Address for the links, if friends reach your tunnel or router by another one."),
)
@click.option(
    "--public-host",
    multiple=True,
    metavar="NAME",
    help=gettext_noop("A further name of this computer that is accepted, such as nas.home.example."),
)
@click.option(
    "--bot",
    is_flag=True,
    help=gettext_noop("With --text: practise against the bot; no other player can join."),
)
@level_option
@click.pass_context
def host(
    ctx: click.Context, /, text: bool, port: int, open_port: bool, tunnel: str | None, public_url: str,
    public_host: tuple[str, ...], bot: bool, level: str, **options: Any,
) -> None:  # fmt: skip
    """Open a table on this computer, and get the links to send: one to play, one to watch."""
    if not text and not bot:
        _open_display()  # before a tunnel host is asked for
    own = {name: value for name, value in options.items() if name not in SHARED}
    table = chosen_table(partial(lists_by_points, hosting.stored_duels_folder()), **own)
    chosen = collect_options(ctx, text=text)
    if open_port:
        chosen = replace(chosen, own=preferences.replace(chosen.own, open_port=True))
    if tunnel is not None:
        tunnel = tunnel or chosen.own.tunnel or hosting.default_tunnel() or ask_tunnel()
    access = PublicAccess(chosen.own.open_port, tunnel or "", public_url, public_host)
    deck_entries.check_game(chosen.deck, table.format)
    or_any = ctx.get_parameter_source("port") is ParameterSource.DEFAULT
    if bot and not text:
        raise click.UsageError(_("--bot needs --text; in the window choose Practise."))
    if bot:
        _run_task(partial(entry_points.practise, table, chosen.own, chosen.deck, level))
    elif text:
        host_table = partial(entry_points.host, table, port, chosen.own, chosen.deck, access, or_any=or_any)
        _run_task(host_table)
    else:
        _run_window(chosen, lambda app: app.host_table(table, port, access, or_any=or_any))


@cli.command()
@add_common_options
@text_option
@add_solo_options
@click.pass_context
def solo(
    ctx: click.Context, /, text: bool, deck2: str | None, rules: bool, half: bool, core: bool,
    format_name: str, line_file: str | None, lesson: Lesson | None, **__: object,
) -> None:  # fmt: skip
    """Play alone, on both sides: combos, hands to try, puzzles, lessons. Everything can be undone."""
    if rules + half + core > 1:
        raise click.UsageError(_("Give only one of --rules, --half and --core."))
    if core and not hosting.offers_core():
        raise click.UsageError(_("EDOPro's core is not set up on this computer yet."))
    chosen = collect_options(ctx, text=text)
    other = deck_entries.find_deck(deck2) if deck2 else None
    for deck in (chosen.deck, other) if not line_file and not lesson else ():
        deck_entries.check_game(deck, format_name)
    mode = "core" if core else "half" if half else "rules" if rules else "free"
    table = solo_table.table(format_name, mode)
    if chosen.text:
        opened = SoloTable()
        line, remarks = solo_lines.read_line(line_file) if line_file else ("", {})
        line = lesson.file if lesson else line
        if line:
            opened.note_opened(line, remarks)
        else:
            opened.set_decks(chosen.deck, other)
        _run_task(partial(entry_points.play_alone, CreateTable(table, line), chosen.own, opened))
    elif lesson:
        _run_window(chosen, lambda app: app.play_file("", text=lesson.file, mode="rules"))
    elif line_file:
        solo_lines.read_line(line_file)
        _run_window(chosen, lambda app: app.play_file(line_file, mode="core" if core else ""))
    else:
        _run_window(chosen, lambda app: app.start_solo(table, chosen.deck, other))


password_option = click.option(
    "--password", default="", help=gettext_noop("The table's password; you are prompted for it if needed.")
)
password_file_option = click.option(
    "--password-file", default="", metavar="FILE",
    help=gettext_noop("A file whose first line is the server's password; you are prompted for it if needed."),
)  # fmt: skip


@cli.command()
@click.argument("link")
@add_common_options
@text_option
@password_option
@password_file_option
@click.option(
    "--tunnel",
    metavar="HOST",
    help=gettext_noop('With --text, for a duel that you hosted: another tunnel than before ("" for none).'),
)
@click.pass_context
def join(
    ctx: click.Context, /, link: str, text: bool, password: str, password_file: str, tunnel: str | None,
    **__: object,
) -> None:  # fmt: skip
    """Take a seat at the table of a LINK, or return to yours.

    The code alone (R7K-42Q) is enough for a public table on this network or on your last server; other
    tables need the full link. A server's address alone opens its list of tables.
    """
    if tunnel is not None and not text:
        raise click.UsageError(_("--tunnel needs --text here; in the window press Return."))
    _open_link(collect_options(ctx, text=text), link, False, password, password_file, tunnel)


@cli.command()
@click.argument("link")
@add_common_options
@text_option
@password_option
@password_file_option
@click.pass_context
def watch(
    ctx: click.Context, /, link: str, text: bool, password: str, password_file: str, **__: object
) -> None:  # fmt: skip
    """Watch the duel of a LINK; for a public table the code alone is enough."""
    _open_link(collect_options(ctx, text=text), link, True, password, password_file)


@cli.command()
@click.argument("link")
@click.option("--name", default="Bot", show_default=True)
@click.option("--deck", metavar="FILE", help=gettext_noop("A .ydk file or the name of a ready deck."))
@click.option(
    "--seed", type=int, default=0, help=gettext_noop("Random seed: the same seed gives the same duel.")
)
@level_option
def bot(link: str, name: str, deck: str | None, seed: int, level: str) -> None:
    """Let the bot play at the seat of a LINK."""
    brought = deck_entries.find_deck(deck) if deck else None
    print_lines(brought.omitted_sentences() if brought is not None else ())
    text = brought.text if brought is not None else ""
    robot = Robot(_check_name(name), text, seed, stays=True, tell=print_bot_news, level=level)
    _run_task(partial(robot.play_at, links.parse_link(link)))


@cli.command(name="demo")
@click.option("--duels", type=click.IntRange(1, 100), default=1, show_default=True)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help=gettext_noop("Seed for decks and bots; the server's shuffles stay random."),
)
@click.option("--format", "format_name", type=click.Choice(DECK_FORMATS), default="master", show_default=True)
@click.option("--fast", is_flag=True, help=gettext_noop("No pauses between plays."))
@level_option
def demo_command(duels: int, seed: int, format_name: str, fast: bool, level: str) -> None:
    """Run a server and two bots, and print their duel as text."""
    _run_task(partial(demo.run_demo, demo.DemoPlan(duels, seed, format_name, fast, level)))


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
def verify(file: Path) -> None:
    """Verify the shuffles of a finished match from this client's record of it."""
    verdict = check_record(file)
    echo(verdict.summary_line)
    for complaint in verdict.complaints[1:]:
        echo(f"  {complaint}")
    if verdict.complaints:
        sys.exit(FAILED_EXIT_CODE)


@cli.command()
@click.argument("file")
@add_common_options
@text_option
@click.option(
    "--share",
    is_flag=True,
    help=gettext_noop(
        "Print the link to the public replay of this match; if there is none, save a copy here to send."
    ),
)
@click.option(
    "--own", is_flag=True, help=gettext_noop("With --share: share the file itself, even if it shows a hand.")
)
@password_file_option
@click.pass_context
def replay(
    ctx: click.Context, /, file: str, text: bool, share: bool, own: bool, password_file: str, **__: object
) -> None:  # fmt: skip
    """Watch a replay from a FILE (.replay) or from its link."""
    chosen = collect_options(ctx, text=text)
    path = _download(file, chosen.own.name, read_password(password_file)) if "://" in file else Path(file)
    if share:
        _share_replay(path, own=own)
    elif chosen.text:
        for line in replay_viewer.replay_lines(path):
            echo(line)
    else:
        replay_list.open_replay(path)
        _run_window(chosen, lambda app: app.open_replay(path))


def _share_replay(path: Path, *, own: bool) -> None:
    """Print the public link of a replay, or copy its file into this folder.

    A file that shows a hand needs a confirmation. Raises BadInput if the replay cannot be read.
    """
    head, link = replay_list.open_replay(path).head, shared_replays.link_of(path.expanduser().absolute())
    if link and not own:
        echo(_("The public replay, as spectators saw it: {link}", link=link))
        return
    if not shared_replays.is_public(head):
        echo(shared_replays.describe_content(head))
        if not confirm(_("Share it anyway?")):
            raise click.Abort
    echo(_("A copy to send is in {path}", path=shared_replays.copy_to(path.expanduser(), ".")))


def _download(link: str, name: str, server_password: str) -> Path:
    """Download the replay of a link into the player's own folder and return its file."""
    found: list[Path] = []

    async def fetch() -> None:
        found.append(await download_replay(links.parse_link(link), name, server_password=server_password))

    _run_task(fetch)
    return found[0]


@cli.command()
def decks() -> None:
    """List the ready decks and your own, with the formats that allow each."""
    core_keys = {deck.key for deck in deck_entries.core_shelf()}
    for deck in (*deck_entries.shelf(by_core=True), *deck_entries.own()):
        found = [
            _("{title} (--format {name})", title=_(FORMATS[name].title), name=name)
            for name in deck_entries.formats(deck)
        ]
        if deck.key in core_keys:
            found = [_("EDOPro's core")]
        formats = join_list(found) or _("No format allows it")
        about = {"key": deck.key, "title": deck.display_title, "sizes": deck.sizes, "formats": formats}
        echo(_("{key}: {title}, {sizes}. {formats}.", **about))
        if deck.about:
            echo(f"  {deck.display_about}")
        for note in deck.omitted_sentences():
            echo(f"  {note}")


@cli.command(name="links")
@click.option("--remove", is_flag=True, help=gettext_noop("Undo it."))
def handle_links(*, remove: bool) -> None:
    """Let links that begin with facedown: open this program, after you confirm each."""
    echo(link_handler.unregister() if remove else link_handler.register())


@cli.command(
    name="open-link", hidden=True, add_help_option=False, context_settings={"ignore_unknown_options": True}
)  # every word is taken as it is, and refused unless it is a link
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def open_link(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Open the window with a link from a browser, once it is confirmed."""
    link = link_handler.parse_handed_link(words)
    ctx.meta[WORDS] = ("join", str(link))  # named where there is no display
    _run_window(collect_options(ctx), lambda app: link_handler.confirm_link(app, link))


# --- how each way of playing is run -------------------------------------------------------------------------


def _open_link(
    chosen: Common, text: str, watch: bool, password: str, password_file: str, tunnel: str | None = None
) -> None:  # fmt: skip
    links.parse_link(text)
    said: dict[str, Any] = {
        "watch": watch, "password": password, "server_password": read_password(password_file)
    }  # fmt: skip
    if chosen.text:
        own, deck = chosen.own, chosen.deck
        _run_task(partial(entry_points.open_link, text, own, deck, tunnel=tunnel, **said))
    else:
        _run_window(chosen, lambda app: app.open_link(text, **said))


def _open_display() -> None:
    """Open the display.

    Raises BadInput if there is none; the sentence has the same command line for the terminal.
    """
    try:
        from facedown_client.window.display import init_display
    except ImportError as missing:
        sentence = _("The window needs pygame-ce ({missing}); install 'facedown[client]'.", missing=missing)
        raise click.ClickException(sentence) from None
    first, *others = click.get_current_context().meta.get(WORDS) or ("",)
    init_display(typed_command(shlex.join((first, "--text", *others))) if first else "")


def _run_window(chosen: Common, begin: Callable[[Any], object] | None) -> None:
    """Run the window client; `begin` is its first request."""
    _open_display()
    from facedown_client.window.display import MainWindow
    from facedown_client.window.look import Look

    data_folder.home()  # report a disk error here, not during a duel
    window = MainWindow(full_screen=chosen.own.full_screen, size=chosen.own.window)
    try:
        window.show_background(Look(chosen.own.contrast))  # the window is visible while its contents load
        with collect_rarely():
            from facedown_client.window.app import run_window
            from facedown_client.window.narrator import Narrator
        narrator = Narrator() if chosen.narrate else None
        tell = partial(echo, err=True) if narrator is None else None  # for users who typed a link
        trio.run(partial(run_window, window, chosen.own, chosen.deck, begin, narrator=narrator, tell=tell))
    except* KeyboardInterrupt:
        print_lines([_(CLOSED_IN_DUEL if Returns().valid_places() else CLOSED)])
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None
    finally:
        window.close()


def _run_task(job: Callable[[], Awaitable[None]]) -> None:
    """Run a task without a window; an error becomes one sentence."""
    try:
        trio.run(job)
    except* FacedownError as group:
        found = first_error(group)
        if isinstance(found, BadInput):
            raise click.UsageError(str(found)) from None
        raise click.ClickException(str(found)) from None
    except* BrokenPipeError:  # the reader has closed the pipe (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except* KeyboardInterrupt:
        print_lines([_("Stopped.")])
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    set_language(preferences.load().language)
    try:
        cli.main(args=arguments, prog_name=typed_command(), standalone_mode=False)
    except click.UsageError as mistake:
        echo(mistake.format_message(), err=True)
        sys.exit(USER_ERROR_EXIT_CODE)
    except click.ClickException as failure:
        echo(failure.format_message(), err=True)
        sys.exit(FAILED_EXIT_CODE)
    except BadInput as mistake:
        echo(str(mistake), err=True)
        sys.exit(USER_ERROR_EXIT_CODE)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED_EXIT_CODE)
