"""The typed commands at a table besides numbers, menus and gestures: each word, its meaning, and when it is
offered.

Law: rows, and small functions from a Model and the rest of a line to messages. `?` shows the rows that make
sense now; a word typed at another time is still sent if there is a table, and the server gives the reason.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import NamedTuple

import click

from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_client.model.words.phrases import card_words
from facedown_shared.protocol.asking import MODES
from facedown_shared.protocol.envelope import MAX_CHAT_LETTERS
from facedown_shared.protocol.messages import (
    AutoPass,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    ControlRelay,
    CreateTable,
    DropReplay,
    JoinTable,
    Kick,
    Propose,
    Ready,
    ToServer,
    UseDeck,
    Watch,
    Why,
)
from facedown_shared.protocol.table_options import settings_of, table_options
from facedown_shared.text import BadInput, Code, _, gettext_noop

When = Callable[[Model], bool]
Sends = Callable[[Model, str], ToServer]


TABLE_OPTIONS = gettext_noop(
    "Type open, or open classic, and what you want to be different: --way free, --best-of 3, --clock 10+15, "
    "--list TCG, --points 100, --password SECRET, --pace off, --open-hands, --unlisted."
)
OPEN_OPTIONS = click.command(table_options(lambda **_: None)).params
"""The options of `open`; a first word without -- is its format."""

RELAY_ACTS = ("disconnect", "mute", "unmute", "ban")
"""Acts of a host on a relay."""


class Command(NamedTuple):
    """One command: its word, its line of help, a test when it makes sense, and the function that makes its
    message.
    """

    word: str
    says: str
    when: When
    sends: Sends


def is_at_list(model: Model) -> bool:
    """Return whether this client is at a server's list of tables."""
    return not model.code


def is_seated(model: Model) -> bool:
    """Return whether this client has a seat at a table."""
    return model.is_player and model.table is not None


def is_shared_table(model: Model) -> bool:
    """Return whether this client is at a table that others can join."""
    return bool(model.code) and not model.is_alone


def has_opponent(model: Model) -> bool:
    """Return whether this client has a seat opposite another person."""
    return is_seated(model) and not model.is_alone


def is_gathering(model: Model) -> bool:
    """Return whether this client has a seat and no match has begun."""
    return is_seated(model) and _stage(model) == "gathering"


def is_match_running(model: Model) -> bool:
    """Return whether a match against a person is running."""
    return has_opponent(model) and model.is_in_duel


def is_match_over(model: Model) -> bool:
    """Return whether a match against a person has ended."""
    return has_opponent(model) and _stage(model) == "over"


def is_prompted(model: Model) -> bool:
    """Return whether this client has a seat at a table where the server prompts."""
    return is_seated(model) and model.table is not None and model.table.mode != "free"


def has_question(model: Model) -> bool:
    """Return whether there is an open proposal of the other player, or a question to the host about a
    deck.
    """
    if _proposal(model)[:1] == ["core"]:
        return model.is_host
    return has_opponent(model) and _proposal(model)[1:2] == [str(1 - model.seat)]


def is_opponent_overdue(model: Model) -> bool:
    """Return whether the other player has been away for too long."""
    return is_match_running(model) and model.table is not None and model.table.seats[1 - model.seat].overdue


def is_paused(model: Model) -> bool:
    """Return whether the duel is paused."""
    return is_match_running(model) and model.table is not None and model.table.paused


def needs_facts(model: Model) -> bool:
    """Return whether the server lacks facts of cards in the player's own deck."""
    return is_seated(model) and model.report is not None and bool(model.report.unknown)


def _stage(model: Model) -> str:
    return model.table.stage if model.table is not None else ""


def _proposal(model: Model) -> list[str]:
    return model.table.proposal.split() if model.table is not None else []


def _deck(model: Model, path: str) -> ToServer:
    deck = deck_entries.find_deck(path, model.table.format if model.table is not None else "")
    return UseDeck(deck.text, deck.title)


def _offer(model: Model, rest: str) -> ToServer:
    if rest not in ("", "draw"):
        raise BadInput(Code.NOT_OFFERED, _("Only a draw can be offered: type offer draw."))
    return Propose("draw")


def _respond(model: Model, rest: str) -> ToServer:
    if rest not in MODES:
        known = ", ".join(f"respond {mode}" for mode in MODES[:-1])
        raise BadInput(Code.NOT_OFFERED, _("Type {known} or respond {last}.", known=known, last=MODES[-1]))
    return AutoPass(rest)


def _ask_reason(model: Model, rest: str) -> ToServer:
    """Ask why a card cannot be played: the player's first card whose name contains these words, hand before
    field.
    """
    view = model.view
    cards = view.cards if view is not None else {}
    own = [handle for handle, seen in cards.items() if view is not None and seen.controller == view.viewer]
    own.sort(key=lambda handle: not _is_in_hand(model, handle))
    found = [
        handle
        for handle in own
        if rest and view is not None and rest.casefold() in card_words(handle, view).casefold()
    ]
    if not found:
        raise BadInput(Code.NOT_OFFERED, _('You have no card called "{name}" there.', name=rest))
    return Why(found[0])


def _is_in_hand(model: Model, handle: int) -> bool:
    place = model.view.place_of(handle) if model.view is not None else None
    return place is not None and place.zone == "hand"


def _open_table(model: Model, rest: str) -> ToServer:
    """Return the request for a table with the options of `host`, as typed."""
    names = model.welcome.banlists if model.welcome is not None else ()
    try:
        command = click.Command("open", params=OPEN_OPTIONS, add_help_option=False)
        typed = shlex.split(rest)
        game = ["--format"] if typed and not typed[0].startswith("-") else []
        options = command.make_context("open", game + typed).params
        return CreateTable(settings_of(lambda: dict.fromkeys(names, False), **options))
    except (click.ClickException, ValueError) as wrong:
        why = (
            wrong.format_message() if isinstance(wrong, click.ClickException) else _("A quote is not closed.")
        )
        raise BadInput(Code.NOT_OFFERED, f"{why} {_(TABLE_OPTIONS)}") from None


def _unkeep(model: Model, rest: str) -> ToServer:
    if rest != "replay":
        raise BadInput(Code.NOT_OFFERED, _("It cannot be restored. To delete it, type unkeep replay."))
    return DropReplay(model.replay.key if model.replay is not None else "")


def _kick(model: Model, rest: str) -> ToServer:
    if not rest:
        raise BadInput(Code.NOT_OFFERED, _("Type kick and a name."))
    return Kick(rest[:24])


def _relay(model: Model, rest: str) -> ToServer:
    number, _space, act = rest.partition(" ")
    if not number.isdecimal() or len(number) > 9 or act.strip() not in RELAY_ACTS:
        known = ", ".join(RELAY_ACTS)
        raise BadInput(
            Code.NOT_OFFERED,
            _("Type relay, its number and one of {known}. To list them: relays.", known=known),
        )
    return ControlRelay(int(number), act.strip())


COMMANDS = (
    Command("join",
        gettext_noop("join CODE: sit down at a table of the list."), is_at_list, lambda m,
            code: JoinTable(code)),
    Command("watch", gettext_noop("watch CODE: watch a table of the list."), is_at_list, lambda m,
        code: Watch(code)),
    Command("open",
        gettext_noop("open: open a table, with options such as --format classic --best-of 3 --clock 10+15."),
        is_at_list, _open_table),
    Command("deck", gettext_noop("deck NAME: choose a deck, a ready one or a file."), is_gathering, _deck),
    Command("ready", gettext_noop("ready: I am ready to begin."), is_gathering, lambda m, _: Ready()),
    Command("wait", gettext_noop("wait: I am not ready after all."), is_gathering, lambda m, _: Ready(False)),
    Command("half", gettext_noop("half: play by the rules, and cards that are not implemented by hand."),
        is_gathering,
            lambda m, _: ChangeMode("half")),
    Command("free", gettext_noop("free: play all by hand."), is_gathering, lambda m, _: ChangeMode("free")),
    Command("core", gettext_noop("core: play by EDOPro's core."), is_gathering,
        lambda m, _: ChangeMode("core")),
    Command("rules", gettext_noop("rules: play by the rules."), is_gathering,
        lambda m, _: ChangeMode("rules")),
    Command("yes", gettext_noop("yes: accept the other player's proposal."), has_question, lambda m,
        _: Consent(yes=True)),
    Command("no", gettext_noop("no: decline it."), has_question, lambda m, _: Consent(yes=False)),
    Command("withdraw", gettext_noop("withdraw: withdraw your proposal."),
            lambda m: has_opponent(m) and _proposal(m)[1:2] == [str(m.seat)], lambda m, _: Propose("")),
    Command("claim", gettext_noop("claim: claim the win, because the other player has not reconnected."),
        is_opponent_overdue,
            lambda m, _: Propose("win")),
    Command("void", gettext_noop("void: end the match without a result, because the other player has not "
                          "reconnected."),
            is_opponent_overdue, lambda m, _: Propose("void")),
    Command("resume", gettext_noop("resume: ask to go on after a pause."), is_paused,
            lambda m, _: Propose("resume")),
    Command("pause", gettext_noop("pause: ask for a pause; the clocks stop then."),
            lambda m: is_match_running(m) and not is_paused(m), lambda m, _: Propose("pause")),
    Command("offer", gettext_noop("offer draw: offer to end this duel without a winner."), is_match_running,
        _offer),
    Command("concede", gettext_noop("concede: give up this duel.  concede match: give up the whole match."),
            is_match_running, lambda m, rest: Concede(match=rest == "match")),
    Command("rematch", gettext_noop("rematch: ask to play again."), is_match_over,
        lambda m, _: Propose("rematch")),
    Command("open",
            gettext_noop("open: ask to open both hands and Decks to each other, to check all of it and for "
                         "the replay."), is_match_over, lambda m, _: Propose("open")),
    Command("unkeep",
            gettext_noop("unkeep replay: delete the public replay of this match, for all who have its link."),
            lambda m: m.replay is not None and bool(m.replay.key), _unkeep),
    Command("why", gettext_noop("why CARD: why a card of yours cannot be played now."), is_prompted,
        _ask_reason),
    Command("respond",
            gettext_noop("respond smart: be prompted when you can respond and it matters.  respond able: "
                         "whenever you can.  respond always.  respond never."), is_prompted, _respond),
    Command("kick", gettext_noop("kick NAME: kick a player or spectator from your table."),
            lambda m: has_opponent(m) and m.is_host, _kick),
    Command("relay",
            gettext_noop("relay NUMBER disconnect: disconnect a relay and all behind it.  relay NUMBER ban: "
                         "ban it.  relay NUMBER mute, relay NUMBER unmute: whether its spectators may chat."),
            lambda m: m.is_host and bool(m.relays), _relay),
    Command("say", gettext_noop("say WORDS: chat."), is_shared_table,
        lambda m, words: Chat(words[:MAX_CHAT_LETTERS] or "…")),
)  # fmt: skip
"""The commands, in the order of the help."""

AT_LIST = {command.word: command for command in COMMANDS if command.when is is_at_list}
BY_WORD = AT_LIST | {command.word: command for command in COMMANDS if command.when is not is_at_list}

ALSO = {"draw": "offer"}
"""Synonyms of commands where no gesture has the word: at a free table "draw" draws cards."""
