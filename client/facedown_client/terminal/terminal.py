"""Playing and watching in a terminal: one fact a line, numbered options, all input typed. Suitable for screen
readers and for a machine without a display.

Law: `Terminal` turns messages into lines and lines into messages; only `keyboard` touches a keyboard.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial

import msgspec

from facedown_client.board.choices import default_zone
from facedown_client.board.placing import placed_zone
from facedown_client.board.reason_queries import reason_lines
from facedown_client.data import DeckEntry, Preferences, deck_entries
from facedown_client.model import card_catalogue, room_words
from facedown_client.model.model import Model
from facedown_client.model.words import exit_texts, text
from facedown_client.model.words.countdown import Countdown
from facedown_client.model.words.exit_texts import Keeps
from facedown_client.model.words.phrases import TRUST, capital, is_only_result, news_words, phase_words
from facedown_client.model.words.relays import relay_news
from facedown_client.model.words.sentences import ASKED, ASKS, OWN_CORE, WAYS
from facedown_client.terminal import declaring
from facedown_client.terminal.commands import ALSO, AT_LIST, BY_WORD
from facedown_client.terminal.hands import TerminalHands
from facedown_client.terminal.link_news import LinkNews
from facedown_client.terminal.queries import SHOWS, Shows
from facedown_client.terminal.siding import SidingWords
from facedown_client.terminal.standby import HostStandby
from facedown_client.terminal.table_words import changes, row_words, table_lines
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    CardsFound,
    CreateTable,
    DeckReport,
    Ended,
    FromServer,
    JoinTable,
    Leave,
    LineText,
    LobbyRow,
    Moved,
    Opened,
    Pledge,
    Prompt,
    Reasons,
    Refused,
    RelayRow,
    Relays,
    ReplayGone,
    ReplayKept,
    Said,
    Seated,
    TableInfo,
    Tables,
    Talk,
    ToServer,
    Update,
    UseDeck,
    Watch,
    Whole,
)
from facedown_shared.tables import VisibleEvent
from facedown_shared.text import BadInput, Code, _, gettext_noop

AT_THE_LIST = gettext_noop("You are at a server's list of tables: type join CODE, watch CODE, open, or quit.")
LOCKED = gettext_noop("Table {code} has a password: type it (it is not shown), or quit.")
SERVER_LOCKED = gettext_noop("This server has a password: type it (it is not shown), or quit.")
STILL_LOCKED = gettext_noop("Wrong password. Type it again, or quit.")
ALONE = gettext_noop("You play both sides: type ? for help.")
BY_HAND = gettext_noop("You may move cards by hand: type ? for help.")
GUARD_S = 0.5
TOO_EARLY = gettext_noop("The prompt appeared as you typed, so nothing was sent. Type it again.")
REPLACED = gettext_noop("The earlier proposal is no longer open.")
AFTERWARDS = gettext_noop("Type rematch to play again, or leave; ? lists the rest.")


class Terminal:
    """Interpreter between messages and text: lines to print for each message, messages to send for each typed
    line.
    """

    def __init__(
        self, model: Model, *, typed: bool = True, alone: bool = False, server: TableLink | None = None,
        own: Preferences | None = None, deck: DeckEntry | None = None, keeps: Keeps = Keeps.THERE,
        wish: ToServer | None = None, way_back: Callable[[], str] = str, hosts: bool = False,
        now: Callable[[], float] = float, at_keys: bool = False, show_password: Callable[[str], object] = str,
        sent_link: str = "",
    ) -> None:  # fmt: skip
        self.model = model
        self._guard_s = GUARD_S if at_keys else 0.0
        """Seconds for which a new prompt accepts no answer, because the line was typed for an earlier one."""
        self._asked_at = -math.inf
        self.server = server or TableLink()
        """Server of the table, for returning to it."""
        self.deck = deck
        """Deck sent last, for siding."""
        self.keeps = keeps
        self.alone = alone
        """True if a solo table is to be opened, which needs no links."""
        self.typed_here = typed
        """True if a person types here, so that hints on what to type make sense."""
        self.standby = HostStandby(model, self.server, hosts=hosts)
        self.over = False
        self.has_list = False
        """True if a server's list of tables was received, so that commands work without a table."""
        self.replies: deque[ToServer] = deque()
        """Automatic messages in answer to the last received one."""
        self._wish, self._show_password = wish, show_password
        """Table that we tried to join last."""
        self.locked = self.is_server_locked = False
        """True if a password is asked for, of a table or of the server: the next line is it, not shown."""
        self._going_back = False
        """True if the last line took back a choice."""
        self._siding = SidingWords(None)
        self._leaving = False
        self._sure = ""
        """Line that gives up the seat, typed once; it takes effect if typed a second time."""
        self._reports: deque[list[str]] = deque(maxlen=2)
        """Last reports on the decks of both sides."""
        self._logged = self._talked = 0
        self._hands = TerminalHands(model)
        self._shows = Shows(
            model, self._hands, own or Preferences(), way_back, now, typed=typed,
            keeps=keeps is not Keeps.NOTHING,
        )  # fmt: skip
        self._table: TableInfo | None = None
        self._place: tuple[str, int] | None = None
        """Table and seat of the last message."""
        self._relays: tuple[RelayRow, ...] = ()
        """Relays in the last message to the host."""
        self.link_news = LinkNews(model, sent_link)

    @property
    def clocks(self) -> Countdown:
        """Clocks of the last message."""
        return self._shows.countdown

    # --- from the server ------------------------------------------------------------------------------------

    def message_lines(self, message: FromServer) -> list[str]:
        """Return the lines to print for a message, which is in the model already."""
        match message:
            case Update():
                self.link_news.is_repeating = False
                news = self._new_log_lines(whole=False) or self._manual_phase_lines(self.model.told)
                table = self.model.table
                return (
                    [*news, *self._table_update_lines(table)] if message.steps and table is not None else news
                )
            case Whole():
                lines = self._new_log_lines(whole=True)
                return [] if self.link_news.is_repeating else lines
            case Prompt(ask=ask) if self.link_news.is_repeating and ask == self.link_news.shown_ask:
                return []
            case Prompt(kind="by_hand", text=words):
                self._hands.menu_is_last = False
                return ["", words, *([_(BY_HAND)] if self.typed_here else [])] if words else [_(BY_HAND)]
            case Prompt():
                return self._prompt_lines(message)
            case AtTable() if (table := self.model.table) is not None:
                self.clocks.set_clocks(table, self._shows.now())
                return self._table_update_lines(table)
            case Said() | Talk():
                return self._new_chat_lines(message.lines if isinstance(message, Talk) else (message,))
            case _:
                return self._aside_lines(message)

    def _prompt_lines(self, prompt: Prompt) -> list[str]:
        """Return the prompt in words. If the player prefers, a zone that does not matter is chosen
        automatically.
        """
        wish = self._shows.own.zones if self.typed_here else "always"
        zone = placed_zone(prompt, self.model.view) if wish == "place" else None
        if zone is None and wish != "always":
            zone = default_zone(prompt, self.model.view)
        if zone is not None and not (self._going_back and not prompt.back):
            self.replies.append(Answer(prompt.ask, () if self._going_back else (zone,), self._going_back))
            return []
        self._going_back = False
        self._asked_at, self.link_news.shown_ask = self._shows.now(), prompt.ask
        if prompt.kind == "side":
            self._siding, self._shows.can_side = SidingWords(self.deck), self.deck is not None
        return [*self._shows.new_lesson_lines(), "", *self._shows.prompt("")]

    def _new_chat_lines(self, lines: Sequence[Said]) -> list[str]:
        """Return new chat lines; of a repeated chat only those not printed before."""
        new = self.model.talked - min(self._talked, self.model.talked)
        self._talked = self.model.talked
        return [
            f"{said.name}: {said.line}" if said.name else said.line
            for said in lines[max(0, len(lines) - new) :]
        ]

    def _aside_lines(self, message: FromServer) -> list[str]:
        match message:
            case Seated():
                return self._seated_lines(message)
            case Relays(rows=rows):
                before, self._relays = self._relays, rows
                return relay_news(before, rows)
            case CardsFound():
                return declaring.found_lines(message)
            case Moved() if self.model.code:
                return [_("The table has moved to another server.")]
            case DeckReport():
                return self._report(message)
            case Opened() | Pledge():
                return [self.model.verdict.summary_line] if self.model.verdict else []
            case Refused(code=Code.WRONG_PASSWORD) if self.typed_here and not self.model.code:
                return self._password_lines()
            case Refused(code=Code.SERVER_PASSWORD, words=why) if self.typed_here and not self.model.code:
                self.locked = self.is_server_locked = True
                return [_(SERVER_LOCKED if why.id == "server_password" else STILL_LOCKED)]
            case Refused(sentence=words):
                self.locked = False
                return [_("Refused: {words}", words=words), *self._hands.refusal_hints(message)]
            case ReplayKept(days=days) if self.keeps is not Keeps.NOTHING:
                link = self.model.replay_link(self.server.base)
                return [
                    _("Public replay, as spectators saw it, for {days} days: {link}", days=days, link=link)
                ]
            case ReplayGone():
                return [_("The public replay is deleted.")]
            case Reasons():
                return reason_lines(message) or [self._no_reason_text()]
            case LineText(name=name, text=words) if self.typed_here:  # a window keeps its own state
                return [self._hands.save_line(name, words)]
            case Tables():
                return self._table_list_lines(self.model.rows)
            case Ended():
                return self._ended_lines(message)
        return []

    def _no_reason_text(self) -> str:
        """Return the sentence for a card without a reason from the server; the core gives none."""
        table = self.model.table
        if table is not None and table.mode == "core":
            return _("EDOPro's core does not say why a card cannot be played.")
        return _("Nothing prevents it from being played.")

    def _ended_lines(self, ended: Ended) -> list[str]:
        """Return the lines for the end of our stay at the table. A server of ours stays up for others."""
        self._place, goes_on = None, self.standby.ended_lines()
        self.over = not goes_on
        if self._leaving and self.model.is_alone and self._hands.unsaved:
            return [_(exit_texts.GONE_ALONE)]
        has_ended = self.model.is_unopened and not ended.keeps_seat
        unopened = [self.model.verdict.summary_line] if has_ended and self.model.verdict else []
        reason = str(ended.reason) or _("You are no longer at the table.")
        self._leaving = self._leaving and self.over
        return [*unopened, reason, *goes_on]

    def _password_lines(self) -> list[str]:
        """Return a line that asks for the table's password, the first time or after a wrong one."""
        code, said = (w.code, w.password) if isinstance(w := self._wish, JoinTable | Watch) else ("", "")
        again, self.locked = self.locked or bool(said), True
        return [_(STILL_LOCKED) if again else _(LOCKED, code=code)]

    def _table_list_lines(self, rows: Sequence[LobbyRow]) -> list[str]:
        """Return a server's list of tables, and (once) the commands for it."""
        found = (
            [_("Open tables:"), *(f"  {row_words(row)}" for row in rows)] if rows else [_("No open table.")]
        )
        greeting = [] if self.has_list or not self.typed_here else [_(AT_THE_LIST)]
        self.has_list = True
        return [*found, *greeting]

    def _seated_lines(self, message: Seated) -> list[str]:
        self.locked = self.standby.is_on = False
        place, self._place = self._place, (message.code, message.viewer)
        if place == self._place:  # a new owner node, or a reconnect; only links may differ now
            return self.link_news.changed_lines()
        self._relays = ()
        plays = message.viewer in (0, 1)
        here = _("You are at table {code}.") if plays else _("You are at table {code}, watching.")
        lines = [here.format(code=message.code)]
        shown = self.link_news.table_lines()
        return lines if self.alone or self.keeps is Keeps.NOTHING else [*shown, *lines]

    def _table_update_lines(self, table: TableInfo) -> list[str]:
        old, self._table = self._table, table
        if table.alone:
            news = [_(ALONE)] if old is None else self._hands.step_lines(table)
            return (
                [*news, str(table.note)] if table.note and (old is None or table.note != old.note) else news
            )
        if old is None:
            return [*table_lines(table), *self._match_terms(table), *self._next_step(table, old)]
        view = self.model.view
        ended = view is not None and is_only_result(table.note, view.result, self.model.names)
        said = partial(news_words, view=view)
        new = changes(old, table, self.model.log_names, is_told=ended, said=said)
        lines = [*self._hands.step_lines(table), *new]
        if table.paused and not old.paused and self.typed_here and self.model.is_player:
            lines.append(_("To go on type resume; the other player must agree."))
        if (table.proposal, table.proposal_number) != (old.proposal, old.proposal_number):
            lines += [_(REPLACED)] if old.proposal and table.proposal else []
            lines += self._proposal_lines(table)
        return [*lines, *self._next_step(table, old)]

    def _match_terms(self, table: TableInfo) -> list[str]:
        """Return a line about the match to come: clock, pauses, password, and what is opened afterwards."""
        words = room_words.table_terms(self.model) if table.stage == "gathering" else []
        opens = [f"  {_(room_words.OPENS)}"] if table.open_hands and table.stage == "gathering" else []
        return [_("  Played with {words}.", words=_(", ").join(words)), *opens] if words else opens

    def _proposal_lines(self, table: TableInfo) -> list[str]:
        """Return a player's proposal, which the other player answers with yes or no."""
        what, __, rest = table.proposal.partition(" ")
        seat, __, step = rest.partition(" ")
        if what not in ASKS or not self.model.is_player:
            return []
        name, more = self.model.names[1 - self.model.seat], {"step": step, "way": _(WAYS.get(step, step))}
        if what == "core" and self.model.is_host:
            own = seat == str(self.model.seat)
            words = _(OWN_CORE) if own else f"{name} {_(ASKS[what])}"
            return [_("{words} Type yes or no.", words=words) if self.typed_here else words]
        if what == "core" and seat != str(self.model.seat):
            return []
        if seat == str(self.model.seat):
            return [_("{text}.", text=_(ASKED[what], name=name, **more))] if self.typed_here else []
        words = _("{name} {asks}.", name=name, asks=_(ASKS[what], **more))
        return [_("{words} Type yes or no.", words=words) if self.typed_here else words]

    def _report(self, report: DeckReport) -> list[str]:
        """Return the report on a deck, and the commands about it."""
        mode = self.model.table.mode if self.model.table else "rules"
        if report.deck and self.deck is not None and not self.alone:
            self.deck = deck_entries.from_text(report.deck, self.deck.title)
        lines = text.report_lines(report, mode, card_catalogue.find_facts)
        if self.model.is_telling or lines in self._reports:
            return []  # the deck is checked again in a moment, or the report was printed already
        self._reports.append(lines.copy())
        if report.unscripted and mode == "rules" and self.typed_here:
            lines.append(_("  Type half, free, or deck NAME."))
        if report.unknown and self.typed_here:
            counts = _(": takes effect at the next start") if self.alone else ""
            lines.append(
                _(
                    "  To name one type name {unknown} and its name{counts}.",
                    unknown=report.unknown[0],
                    counts=counts,
                )
            )
        return lines

    def _next_step(self, table: TableInfo, old: TableInfo | None) -> list[str]:
        """Return what the table waits for from a newcomer; printed once."""
        if table.stage == "over" and self.model.is_player and self.typed_here:
            return [_(AFTERWARDS)] if old is None or old.stage != "over" else []
        if old is not None or table.stage != "gathering" or not self.model.is_player:
            return []
        if not self.typed_here:
            return [_(TRUST)]
        if table.life is not None:
            return [_(TRUST), _("To begin type ready: both have their cards on paper; ? shows help.")]
        if table.seats[self.model.seat].deck:
            is_new = isinstance(self._wish, CreateTable | JoinTable)
            deck = self.deck or (deck_entries.starting_deck(table, self.model.seat) if is_new else None)
            title = deck.display_title if deck is not None else _("the one you chose")
            return [
                _(TRUST),
                _(
                    "Your deck is {title}: type ready to begin; deck NAME chooses another, ? shows help.",
                    title=title,
                ),
            ]
        return [_(TRUST), _("To begin type deck NAME (a ready one, or a file), then ready; ? shows help.")]

    def _new_log_lines(self, *, whole: bool) -> list[str]:
        """Return the log's new lines; for a whole View, the board."""
        view = self.model.view
        fresh = text.merge_repeated(entry.text for entry in self.model.since(self._logged))
        self._logged = self.model.logged
        if whole:
            return text.board(view, self.model.log_names) if view is not None else []
        return fresh

    def _manual_phase_lines(self, events: Sequence[VisibleEvent]) -> list[str]:
        """Return lines about phases chosen by hand. By the rules, quiet phases come automatically."""
        table, view = self.model.table, self.model.view
        if table is None or view is None or table.mode != "free":
            return []
        return [
            f"{capital(self.model.log_names[one.seat])}: {phase_words(one.word)}"
            for one in events
            if one.kind == "phase"
        ]

    # --- from the keyboard ----------------------------------------------------------------------------------

    def handle_line(self, line: str) -> tuple[list[str], list[ToServer]]:
        """Return (lines to print, messages to send) for a typed line.

        Raises BadInput if the line cannot be understood.
        """
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if not word:
            return [], []
        if self.standby.is_on:
            return (
                self.handle_interrupt() if word in ("quit", "leave") else (self.standby.handle_word(word), [])
            )
        if word in ("leave", "quit"):
            return self._leave(word)
        if self.is_server_locked:
            self.locked = self.is_server_locked = False
            self._show_password(line.strip())
            return [], []
        if self.locked:
            return [], [self._unlock(line.strip())]
        self._leaving = False
        sure, self._sure = self._sure, ""
        if self.model.prompt is not None and self.model.prompt.kind == "side":
            sided = self._siding.handle_line(line, self.model.prompt)
            if sided is not None:
                return self._remember_sent(*sided)
        if self.model.prompt is not None and self.model.prompt.declare:
            declared = declaring.handle_line(line, self.model.prompt, self.model.found)
            if declared is not None:
                return declared
        if word in SHOWS:
            return SHOWS[word][1](self._shows, rest), []
        by_hand = self._hands.handle_line(line)
        if by_hand is not None:
            return by_hand
        return self._name(rest) if word == "name" else self._command(word, rest, line, sure)

    def _command(
        self, word: str, rest: str, line: str, sure: str
    ) -> tuple[list[str], list[ToServer]]:  # fmt: skip
        """Carry out a command, or answer an open question. `sure`: the line was typed twice to confirm it."""
        prompt = self.model.prompt
        picked = text.pick_by_word(line, prompt) if prompt is not None else None
        if picked is not None and not (word in ("yes", "no") and BY_WORD["yes"].when(self.model)):
            if self._is_too_early:
                return [_(TOO_EARLY)], []
            self._hands.unsaved = True
            return [], [picked]
        command = BY_WORD.get(ALSO.get(word, word)) if self.model.code else AT_LIST.get(word)
        if not self.model.code and command is None:
            raise BadInput(Code.NOT_NOW, _(AT_THE_LIST))
        if command is None:
            return self._answer(line, word)
        if word == "deck":
            self._reports.clear()
        if word == "concede" and sure != line and command.when(self.model):
            self._sure = line
            return [_(exit_texts.CONCEDING_MATCH if rest == "match" else exit_texts.CONCEDING)], []
        return self._remember_sent([], [command.sends(self.model, rest)])

    def _remember_sent(self, lines: list[str], wishes: list[ToServer]) -> tuple[list[str], list[ToServer]]:
        """Remember messages that are needed again: a deck for siding, a table for its password. Returns both
        arguments.
        """
        for wish in wishes:
            if isinstance(wish, UseDeck) and wish.seat == -1 and self.model.table is not None:
                gathering = self.model.table.stage == "gathering"
                self.deck = (
                    deck_entries.from_text(wish.deck, wish.name or _("your deck")) if gathering else self.deck
                )
            elif isinstance(wish, CreateTable | JoinTable | Watch):
                self._wish = wish
        return lines, wishes

    def _unlock(self, password: str) -> ToServer:
        assert isinstance(self._wish, JoinTable | Watch), "a door was knocked at"
        self._wish = msgspec.structs.replace(self._wish, password=password[:64])
        return self._wish

    def _leave(self, word: str) -> tuple[list[str], list[ToServer]]:
        """Leave the table, or only the program. In a running match the seat is given up only after
        confirmation.
        """
        table = self.model.table
        if table is None:
            self.over = True
            return [], []
        if table.alone or not self.model.is_in_duel:
            return [], [Leave()]
        asked = self._leaving
        if self.keeps is Keeps.NOTHING:
            self._leaving = True
            return ([_(exit_texts.GONE)], [Leave()]) if asked else ([_(exit_texts.ENDING, word=word)], [])
        if word == "leave":
            self._leaving = True
            return ([], [Leave()]) if asked else ([_(exit_texts.LEAVING)], [])
        self.over = True
        return [exit_texts.stored_match_text(self.keeps, self.server, table.code)], []

    def handle_interrupt(self) -> tuple[list[str], list[ToServer]]:
        """Handle Ctrl+C or the end of input: leave, and return what is kept."""
        if self.standby.is_on:
            self.over = True
            return [self.standby.last_words()], []
        table, self._leaving = self.model.table, True  # no person is there to ask
        if (
            table is not None and table.alone
        ):  # the server's last message, once all were received, is the sentence
            return [], [Leave()]
        lines, wishes = self._leave("quit")
        if self.model.is_player and not lines:
            lines = [_(exit_texts.LEFT)]
        self.over = True
        return lines or [_(exit_texts.WATCHED if self.model.code else exit_texts.NOTHING)], wishes

    def _name(self, rest: str) -> tuple[list[str], list[ToServer]]:
        """Name an unknown card permanently; in this Model too, unless a match is running."""
        code, __, words = rest.partition(" ")
        if not (code.isascii() and code.isdecimal() and len(code) < 11 and words.strip()):
            raise BadInput(Code.NOT_OFFERED, _("Write: name PASSCODE and the card's name."))
        card_catalogue.name_card(int(code), words)
        messages = card_catalogue.facts_messages([int(code)])
        if not messages:
            raise BadInput(Code.NOT_OFFERED, _("No card has the passcode {code}.", code=code))
        if self.model.is_in_duel:
            return [
                _("That name is saved and takes effect at the next start; a running match does not change.")
            ], []
        return [_("That name is saved.")], [*messages] if self.model.code else []

    @property
    def _is_too_early(self) -> bool:
        """True if the prompt is so new that the line was typed for an earlier one."""
        return self._shows.now() - self._asked_at < self._guard_s

    def _answer(self, line: str, word: str) -> tuple[list[str], list[ToServer]]:
        """Return the answer for a line that is no command: an option's number, else an error."""
        prompt = self.model.prompt
        if word not in ("b", "back") and not word.rstrip(",").isdecimal():
            words = [*SHOWS, *BY_WORD, *ALSO, "leave", "quit", "name", *self._hands.command_words()]
            if word in words:
                asked = _("; type prompt to show the open prompt") if prompt and prompt.options else ""
                raise BadInput(Code.NOT_NOW, _('"{word}" cannot be done now{asked}.', word=word, asked=asked))
            close = get_close_matches(word, words, 1)
            hint = _("did you mean {close}?", close=close[0]) if close else _("type help for the commands.")
            raise BadInput(
                Code.NOT_OFFERED, _('"{word}" is not a command here; {hint}', word=word, hint=hint)
            )
        if prompt is None or not prompt.options:
            return [_("You have nothing to decide now. Type ? for help.")], []
        answer = text.parse_answer(line, prompt)
        if self._is_too_early:
            return [_(TOO_EARLY)], []
        self._going_back, self._hands.unsaved = answer.back, True
        return [], [answer]
