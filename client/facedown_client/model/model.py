"""The client's model: fed every message in turn, it holds the View, the table, the prompt, the log, the chat.

Law: no pygame and no trio; nothing is sent from here. `handle_message` returns the messages to send in
answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from facedown_client.model import card_catalogue
from facedown_client.model.lesson_progress import LessonProgress
from facedown_client.model.step_texts import StepTexts
from facedown_client.model.verify.fairness import FairnessWitness
from facedown_client.model.verify.verdict import FairnessVerdict, verify
from facedown_client.model.words.derived_events import changed_numbers, life_after
from facedown_client.model.words.phrases import (
    Names,
    PlayerNames,
    conceded_match_result,
    event_line,
    has_event_line,
    placeholder_names,
)
from facedown_shared.network import links, tunnel_labels
from facedown_shared.protocol.followed_table import FollowedTable
from facedown_shared.protocol.messages import (
    AtTable,
    CardsFound,
    Clock,
    DeckReport,
    Ended,
    FromServer,
    LobbyRow,
    Moved,
    Opened,
    Pledge,
    Printed,
    Prompt,
    PromptOver,
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
    Welcome,
    Whole,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat, View, VisibleEvent
from facedown_shared.text import BadInput, Code, TranslatedText, _

MAX_PENDING_FRAMES = 256
"""Maximum number of frames waiting for display; the oldest are dropped."""

MAX_LOG_LINES, MAX_LINE_LETTERS = 4_000, 5_000
"""Lines of the log and of the chat that are kept, and letters of one as sent; longer ones are dropped."""

STAYS_OPEN = ("you_have_left", "sent_you_away", "kicked_by_operator", "banned_by_operator")
"""Reasons of an ending for this client at a table that stays open for others."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One frame for a scene to animate: the View before, the View after, and the events between them."""

    old: View
    new: View
    visible_events: tuple[VisibleEvent, ...]
    logged: int = 0
    """Number of lines written to the log up to this frame."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log, worded when it was written."""

    happening: VisibleEvent
    said: TranslatedText
    turn: int

    @property
    def text(self) -> str:
        """The line in the current language."""
        return str(self.said)


class Model(FollowedTable):
    """The client's state from all messages so far, as plain values. Scenes read it; only `handle_message`
    changes it.
    """

    is_replay = False
    """True if the model is fed from a file, not from a server."""
    lesson: LessonProgress | None = None
    """The lesson that is played at a solo table."""
    match_result = ""
    """Result of a match that a player conceded, in the form of a duel's result; "" for any other."""

    def __init__(self, *, spoken: bool = False) -> None:
        super().__init__()
        self.spoken = spoken
        """True if lines are read without a board beside them. They then address the player as "you", and
        include Life Points left and changed numbers.
        """
        self.welcome: Welcome | None = None
        self.rows: tuple[LobbyRow, ...] = ()
        self.code = ""
        self.seat = PUBLIC_CLASS_INDEX
        self.links: dict[str, tuple[tuple[str, str], ...]] = {}
        self.relays: tuple[RelayRow, ...] = ()
        """Relays that watch; only the host is sent them."""
        self.clock, self.pace, self.locked = Clock(), "", False
        """Clock and pace of the table, and whether joining by code needs a password."""
        self.respond = ""
        """Response mode that the server reported on resuming; "" for a new seat."""
        self.report: DeckReport | None = None
        self._told: set[int] = set()
        """Cards unknown to the server whose facts were sent at this table."""
        self.told: tuple[VisibleEvent, ...] = ()
        """Events of the last frame."""
        self.prompt: Prompt | None = None
        self.log: deque[LogEntry] = deque(maxlen=MAX_LOG_LINES)
        self.logged = 0
        """Number of lines written to the log so far, including dropped ones."""
        self.chat: deque[Said] = deque(maxlen=MAX_LOG_LINES)
        self.talked = 0
        """Number of chat lines at this table so far, including dropped ones."""
        self.refusal: Refused | None = None
        self.reasons: Reasons | None = None
        """Reasons why the card asked about last cannot be played; valid until the next prompt."""
        self.found: CardsFound | None = None
        """Result of the last search for a card's name, for the open prompt."""
        self.ended: Ended | None = None
        self.steps: deque[Transition] = deque(maxlen=MAX_PENDING_FRAMES)
        self.line = StepTexts()
        """Texts of the steps of a solo table."""
        self.witness = FairnessWitness()
        """Witness that takes part in the throws of this table's matches and records the data for
        verifying them.
        """
        self.is_telling = False
        """True while the server checks a deck again, with the card facts that we have sent."""
        self.verdict: FairnessVerdict | None = None
        """Result of verifying the last match's throws."""
        self.replay: ReplayKept | None = None
        """Message with the secret that opens and deletes the public replay of the last match."""
        self._is_moving = False
        """True while the table has moved to another server that has sent nothing new yet."""

    @property
    def is_player(self) -> bool:
        """True if this client has a seat of its own."""
        return self.seat in (0, 1)

    @property
    def names(self) -> tuple[str, str]:
        """The two players' names; an empty seat has a placeholder."""
        return _names(self.table)

    @property
    def log_names(self) -> Names:
        """The names as used in lines of the log."""
        return _names_for(self.table, self._listener)

    @property
    def _listener(self) -> Seat | None:
        """The seat that lines are addressed to; None if they are read beside a board."""
        return self.seat if self.spoken else None

    @property
    def is_alone(self) -> bool:
        """True if one person plays both sides."""
        return self.table is not None and self.table.alone

    @property
    def opponent(self) -> str:
        """The name of the opponent."""
        return self.names[1 - self.seat] if self.is_player else ""

    @property
    def is_host(self) -> bool:
        """True if this seat opened the table: only the host was given links."""
        return self.is_player and bool(self.links)

    @property
    def is_in_duel(self) -> bool:
        """True while a duel of ours is running, which leaving would lose."""
        stage = self.table.stage if self.table else ""
        return self.is_player and stage in ("toss", "order", "duel", "siding") and self.ended is None

    @property
    def is_unopened(self) -> bool:
        """True if a match that our share was shown for was not opened (yet), so that its throws are not
        verified.
        """
        alone, record = self.table is not None and self.table.alone, self.witness.record
        return not alone and bool(record.share) and record.opened is None

    @property
    def has_continued_without_us(self) -> bool:
        """True if we were let go from a table that is still played at: with our seat, or by others."""
        if self.ended is None or self.table is None:
            return False
        others = [seat for number, seat in enumerate(self.table.seats) if number != self.seat]
        are_there = bool(self.table.spectators) or any(seat.name and seat.present for seat in others)
        return self.ended.taken or (are_there and self.ended.reason.id in STAYS_OPEN)

    @property
    def tunnel_label(self) -> str:
        """Return the label of the host's first link if it leads through a tunnel; else ""."""
        label, _link = next(iter(self.links.get("opponent", ())), ("", ""))
        return label if label in tunnel_labels.NOTES else ""

    def public_address(self, base: str) -> str:
        """Return the server's address for links: the one in a host's own links, else the used `base`."""
        rows = self.links.get("spectator", ())
        with suppress(BadInput):  # the server's own link is damaged
            return links.parse_link(rows[0][1]).base if rows else base
        return base

    def replay_link(self, base: str) -> str:
        """Return the link to the public replay of the last finished match, "" if there is none.

        `base`: the address we used.
        """
        return links.replay_link(self.public_address(base), self.replay.secret) if self.replay else ""

    def since(self, logged: int) -> list[LogEntry]:
        """Return the lines of the log after the first `logged` ones."""
        fresh = min(self.logged - logged, len(self.log))
        return list(self.log)[len(self.log) - fresh :] if fresh > 0 else []

    def forget_table(self) -> None:
        """Forget the table; the lobby and the server's welcome stay."""
        fresh = Model(spoken=self.spoken)
        fresh.rows, fresh.welcome = self.rows, self.welcome
        vars(self).update(vars(fresh), match_result="", lesson=None)

    def reset_connection(self) -> None:
        """Reset for another connection, unless our table was handed over. All following messages are new."""
        self._is_moving = False

    def is_repeated(self, message: FromServer) -> bool:
        """Return whether the new owner node repeats a message that the old one had sent already.

        Such a message is handled, but not shown again. Call this before the message is fed.
        """
        match message:
            case Whole(view=view):
                return self._is_moving and view == self.view
            case Prompt():
                return self._is_moving and message == self.prompt
            case Opened() | Pledge():
                return self._is_moving and self.verdict is not None
        return False

    def handle_message(self, message: FromServer) -> tuple[ToServer, ...]:
        """Handle one message; return the messages to send because of it."""
        answers = self.witness.handle_message(message)
        again = self.is_repeated(message)
        if isinstance(message, Whole) and again:  # steps that are still being shown stay, and so does the log
            self.replace_view(message)
            return answers
        if isinstance(message, Whole) and self._is_moving:
            self.prompt = None
        if isinstance(message, Update | PromptOver | Prompt | Whole):
            self._is_moving = self._is_moving and again
        if again and isinstance(message, Prompt):
            return answers
        answers = (*answers, *self._dispatch(message))
        self.update_lesson()
        return answers

    def update_lesson(self, *, goes_on: bool = False) -> None:
        """Update the lesson with the View. `goes_on`: the learner has read a step without a goal."""
        if self.lesson is not None and self.table is not None and self.view is not None:
            if goes_on:
                self.lesson.go_on(self.table.step)
            self.lesson.update(self.view, self.table.step)

    def _dispatch(self, message: FromServer) -> tuple[ToServer, ...]:
        match message:
            case Update():
                return self._update(message)
            case Whole():
                self._handle_whole(message)
            case Prompt():
                if self.found is not None and self.found.ask != message.ask:
                    self.found = None
                self.prompt, self.refusal, self.reasons = message, None, None
            case PromptOver(ask=ask):
                if self.prompt is not None and self.prompt.ask == ask:
                    self.prompt = None
            case AtTable():
                self._handle_table(message)
            case DeckReport():
                return self._handle_report(message)
            case _:
                self._handle_aside(message)
        return ()

    def _handle_aside(self, message: FromServer) -> None:
        """Handle a message that does not concern the duel itself."""
        match message:
            case Welcome():
                self.welcome = message
            case Moved():
                self._is_moving = bool(self.code)
            case Printed(facts=facts, lines=lines):
                card_catalogue.note_sent_cards(facts, lines)
            case Tables(rows=rows):
                self.rows = tuple(row for row in rows if row.stage != "over")
            case Relays(rows=relays):
                self.relays = relays
            case Seated():
                self._handle_seated(message)
            case Pledge():
                self.verdict = verify(self.witness.record) if self.witness.record.caught else None
            case Opened() if self.table is None or not self.table.alone:
                self.verdict = verify(self.witness.record)
            case Said() if len(repr(message)) <= MAX_LINE_LETTERS:
                self.chat.append(message)
                self.talked += 1
            case Talk(lines=lines):
                self.talked += _count_new_lines(lines, tuple(self.chat))
                self.chat.clear()
                self.chat.extend(lines)
            case Refused():
                self._handle_refused(message)
            case Reasons():
                self.reasons = message
            case CardsFound():
                self.found = message
            case ReplayKept():
                self.replay = message
            case ReplayGone():
                self.replay = None
            case Ended():
                self.ended, self.prompt = message, None
                if self.is_unopened and not message.keeps_seat:  # else the match continues with our seat
                    self.verdict = verify(self.witness.record)

    def _handle_report(self, report: DeckReport) -> tuple[ToServer, ...]:
        """Handle a deck's report; return (once) facts known here of cards the server does not know."""
        self.report = report
        fresh = [code for code in report.unknown if code not in self._told]
        self._told.update(fresh)
        tellings = tuple(card_catalogue.facts_messages(fresh))
        self.is_telling = bool(tellings)
        return tellings

    def _handle_seated(self, message: Seated) -> None:
        if message.code != self.code:
            self._told.clear()
            self.replay = None
        self.code, self.seat, self.ended = message.code, message.viewer, None
        self.links = message.links or self.links
        self.relays = ()  # the host is sent the present links again
        self.respond = message.auto
        self.clock, self.pace, self.locked = message.clock, message.pace, message.locked
        # The server is about to send everything again; old prompts may be closed. A handed-over table stays
        # as it is until a message changes it.
        if not self._is_moving:
            self.prompt = None

    def _handle_table(self, message: AtTable) -> None:
        before, table = self.table, message.table
        self.table = message.with_known_spectators(before)
        if before is not None and table.duel != before.duel:
            self.steps.clear()
        if self._is_moving and before is not None and table.stage != before.stage:
            self.prompt = None
        if table.stage != "over":
            self.match_result = ""
        elif table.best_of > 1:
            names = table.seats[0].name, table.seats[1].name
            self.match_result = conceded_match_result(table.note, names) or self.match_result
        if table.stage != "gathering":  # before a match there is no line yet
            self.line.set_step(table.step, table.steps)

    def _handle_refused(self, message: Refused) -> None:
        self.refusal = message
        if message.code == Code.OLD_PROMPT and self.prompt is not None and self.prompt.ask == message.ask:
            self.prompt = None

    def _handle_whole(self, message: Whole) -> None:
        self.told = message.log
        self.line.note_jump()
        self.replace_view(message)
        self.steps.clear()
        if message.log:
            self.log.clear()
            self._write_log(message.log, message.view, message.view, TranslatedText.computed_on_access)

    def _update(self, message: Update) -> tuple[ToServer, ...]:
        old = self.view
        happened = self.apply(message)
        new, self.told = self.view, happened or ()
        if happened is None or old is None or new is None:
            return self.request_view()
        self.witness.record_throws(self.told)
        written = self.logged
        self._write_log(self.told, new, old)
        self.steps.append(Transition(old, new, self.told, self.logged))
        for entry in self.since(written):
            self.line.add_event_text(entry.said)
        if message.steps and self.table is not None:
            self.line.set_step(self.table.step, self.table.steps)
        return ()

    def _write_log(
        self, visible_events: tuple[VisibleEvent, ...], view: View, before: View,
        retold: Callable[[Callable[[], str]], TranslatedText] = TranslatedText.in_each_language,
    ) -> None:  # fmt: skip
        """Write lines to the log. Of several events with one View, `retold` ones get their words when
        read.
        """
        turn = _first_turn(visible_events, view)
        left = life_after(visible_events, view) if self.spoken else {}
        changed = changed_numbers(before, view) if self.spoken else ()
        called = partial(_names_for, self.table, self._listener)
        for index, happening in enumerate((*visible_events, *changed)):
            if happening.kind == "turn":
                turn = happening.amount
            if len(happening.word) <= MAX_LINE_LETTERS and has_event_line(happening, view, before):
                text = retold(partial(_log_line, happening, view, before, called, left.get(index)))
                self.log.append(LogEntry(happening, text, turn))
                self.logged += 1


def _log_line(
    happening: VisibleEvent, view: View, before: View, called: Callable[[], Names], left: int | None
) -> str:  # fmt: skip
    return event_line(happening, view, called(), before, left)


def _names(table: TableInfo | None) -> Names:
    """Return the two players' names; an empty seat has a placeholder."""
    if table is None:
        return placeholder_names()
    if table.alone and table.host:  # a free seat has a name of its own
        mine, theirs = table.host, _("Other side")
        one, other = (mine if seat.name == mine else theirs for seat in table.seats)
        return (one, other)
    one, other = (seat.name for seat in table.seats)
    first, second = placeholder_names()
    return (one or first, other or second)


def _names_for(table: TableInfo | None, listener: Seat | None) -> Names:
    """Return the names for lines: addressed to a listener at a seat, or to any reader."""
    names = _names(table)
    alone = table is not None and table.alone
    return names if listener is None or alone else PlayerNames.for_reader(listener, names)


def _first_turn(visible_events: tuple[VisibleEvent, ...], view: View) -> int:
    """Return the turn in which the first of these events happened; 0 before the first turn.

    It is the turn before the first one that the events begin, else the View's.
    """
    begun = next((event.amount for event in visible_events if event.kind == "turn"), view.turn + 1)
    return begun - 1


def _count_new_lines(lines: Sequence[Said], known: Sequence[Said]) -> int:
    """Return the number of lines in a repeated chat that are newer than the known ones."""
    if known[: len(lines)] == lines:
        return 0
    meets = (n for n in range(min(len(lines), len(known)), 0, -1) if known[-n:] == lines[:n])
    return len(lines) - next(meets, 0)
