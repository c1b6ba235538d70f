"""Commands that only show something: the board, the hand, the clocks, the possible commands.

Law: lines from a Model; nothing is sent from here.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown_client.data import Preferences, preferences
from facedown_client.model.model import Model
from facedown_client.model.shown_terms import fitting_terms, game_terms, shown_terms
from facedown_client.model.words import text
from facedown_client.model.words.countdown import Countdown, has_clocks
from facedown_client.model.words.lesson_texts import following_lesson, lesson_heading, lesson_text
from facedown_client.model.words.offered_cards import prompted_cards
from facedown_client.model.words.phases import waiting_words
from facedown_client.model.words.relays import relay_name, relay_state
from facedown_client.terminal import declaring
from facedown_client.terminal.commands import (
    COMMANDS,
    has_opponent,
    is_prompted,
    is_seated,
    is_shared_table,
    needs_facts,
)
from facedown_client.terminal.hands import TerminalHands
from facedown_client.terminal.link_news import all_links, link_line
from facedown_client.terminal.siding import HELP as SIDING_HELP
from facedown_client.terminal.siding import HINT, UNKNOWN
from facedown_shared.startup import typed_command
from facedown_shared.text import BadInput, Code, _, gettext_noop

RECENT_LOG_LINES = 12
MAX_CARDS_READ = 3
"""Cards whose texts one request prints."""
KEY = gettext_noop(
    "The link back to your seat, from any computer. Keep it to yourself: anyone who opens it sees your hand."
)
PICKING = gettext_noop("Type an option's number: 1 3 picks two, 0 none, b goes back. pass, yes, battle too.")
NAMING = gettext_noop("name PASSCODE NAME: name an unknown card.")
LEAVE = gettext_noop("leave: leave the table and give up the match, after a confirmation.")
QUIT_KEEPS = gettext_noop("quit: end this program and keep your seat. Ctrl+C does the same.")
QUIT = gettext_noop("quit: leave. Ctrl+C does the same.")
TERM = gettext_noop("{term}: {meaning}")
ZONES = {
    "always": gettext_noop("You are prompted for each zone from now on; zones matter undoes that."),
    "matter": gettext_noop("You are prompted for a zone only when it may matter; zones always undoes that."),
    "place": gettext_noop(
        "Your monsters are placed in the leftmost free Main Monster Zone that no Link Arrow and no card's "
        "rule concerns; zones always undoes that."
    ),
}


class Shows:
    """Answers to a player's queries. `typed`: True if a person types, so that hints make sense.

    `way_back` returns the link back to the player's own seat, "" if there is none. `now` returns the time,
    for clocks. `keeps`: True if a running match is stored when this program ends.
    """

    def __init__(
        self, model: Model, hands: TerminalHands, own: Preferences, way_back: Callable[[], str],
        now: Callable[[], float], *, typed: bool, keeps: bool,
    ) -> None:  # fmt: skip
        self.model, self.hands, self.own, self.typed_here = model, hands, own, typed
        self.way_back, self.now, self.keeps = way_back, now, keeps
        self.countdown = Countdown()
        self.can_side = False
        """True if the list of the player's own deck is known."""
        self._shown_lesson_step = -1
        """Index of the lesson's step that was printed last."""

    def board(self, __: str) -> list[str]:
        """Return the whole board as lines."""
        return (
            text.board(self.model.view, self.model.log_names)
            if self.model.view
            else [_("There is no board yet.")]
        )

    def hand(self, __: str) -> list[str]:
        """Return the player's hand."""
        view = self.model.view
        if view is None or not self.model.is_player:
            return [_("You have no hand here.")]
        handles = view.pile(view.viewer, "hand").handles
        return [f"  {text.describe(handle, view)}" for handle in handles] or [_("Your hand is empty.")]

    def log(self, __: str) -> list[str]:
        """Return the last lines of the log."""
        return [entry.text for entry in list(self.model.log)[-RECENT_LOG_LINES:]] or [
            _("Nothing has happened yet.")
        ]

    def prompt(self, __: str) -> list[str]:
        """Return the open prompt again."""
        prompt, self.hands.menu_is_last = self.model.prompt, False
        lines = (
            text.prompt_lines(prompt, self.model.view, self.model.log_names)
            if prompt
            else [_("There is no open prompt."), *self._waiting_lines()]
        )
        if prompt is not None and prompt.kind == "side" and self.typed_here:
            lines.append(f"  {_(HINT if self.can_side else UNKNOWN)}")
        return lines

    def _waiting_lines(self) -> list[str]:
        """Return the player the table waits for, and the reason."""
        view = self.model.view
        words = waiting_words(view, self.model.log_names) if view is not None else ""
        return [_("{text}.", text=words)] if words else []

    def card(self, name: str) -> list[str]:
        """Return a card's text, found by a part of its name, or by the number of an option that names it."""
        prompt, view = self.model.prompt, self.model.view
        offered = prompted_cards(prompt, view) if prompt is not None else {}
        if name.isdecimal() and (numbered := offered.get(int(name))):
            return text.facts_lines(numbered)
        seen = {card.code: card for card in (*offered.values(), *(view.facts.values() if view else ()))}
        found = [card for card in seen.values() if name and name.casefold() in card.name.casefold()]
        if not found:
            return [_('You have seen no card called "{name}".', name=name)]
        return [line for card in found[:MAX_CARDS_READ] for line in text.facts_lines(card)]

    def clock(self, _: str) -> list[str]:
        """Return the time left on both clocks."""
        return self.countdown.lines(self.model.log_names, self.now())

    def zones(self, rest: str) -> list[str]:
        """Set whether to prompt for zones always, or only when they matter; return a line about it. The
        setting is saved.
        """
        if rest not in ("", *ZONES):
            raise BadInput(Code.NOT_OFFERED, _("Type zones always, zones matter or zones place."))
        wish = rest or ("matter" if self.own.zones == "always" else "always")
        self.own = preferences.replace(self.own, zones=wish)
        preferences.save(self.own)
        return [_(ZONES[wish])]

    def links(self, __: str) -> list[str]:
        """Return the links to send again."""
        return all_links(self.model) or [_("Only the table's host has links to send.")]

    def qr(self, rest: str) -> list[str]:
        """Return one of the links as a QR code."""
        words = rest.split()
        if not set(words) <= {"watch", "light"}:
            raise BadInput(Code.NOT_OFFERED, _("Type qr, or qr watch for spectators."))
        who = "spectator" if "watch" in words else "opponent"
        rows = self.model.links.get(who, ())
        if not rows:
            return [_("Only the table's host has links to send.")]
        label, link = rows[0]
        from facedown_shared.network.qr_codes import qr_lines  # loaded on demand

        hint = [] if "light" in words else [_("If your terminal writes dark letters on white: qr light.")]
        return [link_line(who, label, link), *qr_lines(link, is_light="light" in words), *hint]

    def relays(self, __: str) -> list[str]:
        """Return the relays that watch, and the link for running another."""
        model = self.model
        if not model.is_host:
            return [_("Only the table's host sees its relays.")]
        there = [f"  {relay_name(row)}: {relay_state(row)}" for row in model.relays]
        links = [
            _("Link for a relay, {label}: {link}", label=_(label), link=link)
            for label, link in model.links.get("relay", ())
        ]
        return [*(there or [_("No relay watches this table.")]), *links]

    def terms(self, word: str) -> list[str]:
        """Return the explanations of the terms of the prompt and the log, or of those with a word."""
        found = fitting_terms(word, game_terms(self.model)) if word else shown_terms(self.model)
        lines = [f"  {_(TERM, term=term.title, meaning=term.meaning)}" for term in found]
        return lines or [
            _("No term fits.") if word else _("Type terms and a word of the rules: terms chain.")
        ]

    def new_lesson_lines(self) -> list[str]:
        """Return the open step of a lesson, if it has not been shown yet."""
        lesson = self.model.lesson
        if lesson is None or lesson.index == self._shown_lesson_step:
            return []
        return ["", *self.lesson("")]

    def lesson(self, __: str) -> list[str]:
        """Return the open step of the lesson."""
        lesson = self.model.lesson
        if lesson is None:
            return [_("There is no lesson here: solo --lesson list names them.")]
        self._shown_lesson_step = lesson.index
        after = following_lesson(lesson)
        hint = [_("Type next to go on.")] if lesson.waits else []
        if lesson.step is None and after is not None:
            hint = [_("The next one: {command}", command=typed_command(f"solo --text --lesson {after.name}"))]
        return [lesson_heading(lesson), f"  {lesson_text(lesson)}", *hint]

    def next(self, __: str) -> list[str]:
        """Leave a step of the lesson that was to be read, and return the next."""
        self.model.update_lesson(goes_on=True)
        return self.lesson("")

    def key(self, __: str) -> list[str]:
        """Return the link back to the player's own seat."""
        link = self.way_back()
        return [_(KEY), f"  {link}"] if link else [_("No link leads back to a seat of yours here.")]

    def help(self, __: str) -> list[str]:
        """Return the commands that make sense now."""
        prompt, table = self.model.prompt, self.model.table
        lines = [PICKING] if prompt is not None and prompt.options else []
        if prompt is not None and prompt.kind == "side":
            lines += SIDING_HELP
        if prompt is not None and prompt.declare:
            lines += declaring.HELP
        lines += [says for says, __, when in dict.fromkeys(SHOWS.values()) if says and when(self.model)]
        lines += [command.says for command in COMMANDS if command.when(self.model)]
        lines += [NAMING] if needs_facts(self.model) else []
        lines += self.hands.help()
        is_recorded = self.keeps and self.model.is_in_duel and table is not None and not table.alone
        return [_(line) for line in (*lines, *((LEAVE, QUIT_KEEPS) if is_recorded else (QUIT,)))]


def _has_view(model: Model) -> bool:
    return model.view is not None


def _has_lesson(model: Model) -> bool:
    return model.lesson is not None


def _always(model: Model) -> bool:
    return True


SHOWS: dict[str, tuple[str, Callable[[Shows, str], list[str]], Callable[[Model], bool]]] = {
    "?": ("", Shows.help, _always),
    "help": ("", Shows.help, _always),
    "terms": (
        gettext_noop("terms: what the terms of the prompt and the log mean.  terms WORD: those with a word."),
        Shows.terms, _has_view,
    ),
    "lesson": (gettext_noop("lesson: what to do now."), Shows.lesson, _has_lesson),
    "next": (gettext_noop("next: go on, where there is nothing to do."), Shows.next, _has_lesson),
    "prompt": (gettext_noop("prompt: show the open prompt again."), Shows.prompt, is_seated),
    "board": (gettext_noop("board: the whole board."), Shows.board, _has_view),
    "hand": (gettext_noop("hand: your hand."), Shows.hand,
    lambda model: _has_view(model) and model.is_player),
    "log": (gettext_noop("log: the last lines."), Shows.log, _has_view),
    "card": (gettext_noop("card NAME: what a card does; card NUMBER: that of an option."),
             Shows.card, _has_view),
    "clock": (gettext_noop("clock: the time left to both."), Shows.clock,
              lambda model: model.table is not None and has_clocks(model.table)),
    "zones": (
        gettext_noop(
            "zones always: be prompted for each zone.  zones matter: only when it may matter.  zones "
            "place: have your monsters placed."
        ),
              Shows.zones, is_prompted),
    "links": (gettext_noop("links: the links to send."), Shows.links,
              lambda model: bool(model.links) and is_shared_table(model)),
    "qr": (gettext_noop("qr: the opponent's link as a QR code, for a phone.  qr watch: the spectators'."),
           Shows.qr, lambda model: bool(model.links) and is_shared_table(model)),
    "relays": (gettext_noop("relays: the relays that watch your table, and the link for another one."),
               Shows.relays, lambda model: model.is_host and is_shared_table(model)),
    "key": (gettext_noop("key: the link back to your own seat, for you alone."), Shows.key, has_opponent),
}  # fmt: skip
"""Commands that only show something: a line of help, the function, and when it makes sense."""
