"""Playing and watching in a terminal: one fact a line, numbered options, everything typed. Fit for a reader
of screens and for a machine without a display.

Law: `Terminal` turns messages into lines and lines into messages; only `run` touches the keyboard.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from difflib import get_close_matches

import msgspec

from client import deckbox, known, text, typed_hands
from client.model import Model
from client.phrases import TRUST, phase_words
from client.sentences import ASKED, ASKS, WAYS
from client.terminal_hands import TerminalHands
from shared.errors import BadInput, Code
from shared.links import Link
from shared.messages import (
    AtTable,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    DeckReport,
    Ended,
    FromServer,
    JoinTable,
    Leave,
    LineText,
    Opened,
    Pledge,
    Prompt,
    Propose,
    Ready,
    Refused,
    Row,
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
from shared.typed import typed
from shared.view import Happening

HELP = (
    "Type the number of an option to pick it (1 3 picks two, 0 none, b goes back).",
    "board: the whole board.  hand: your hand.  log: the last lines.  prompt: the question again.",
    "card NAME: what a card does.  say WORDS: chat.  deck FILE: bring a deck.  ready: I am ready.",
    "join CODE, watch CODE: at a server's list of tables.",
    "quit: end this program; in a running match your seat is kept.  concede: give up the duel.",
    "leave: leave the table for good; in a running match that gives it up, and is asked once more.",
    "claim, void: end the match with a win or without a result when the other does not come back.",
    "open: after the match, ask to open both Decks.  yes, no: answer what the other proposes.",
    "half, free, rules: before a match, play another way, or ask the host for it.",
    "name PASSCODE NAME: name a card that nobody knows.",
    "link: a link back, good once, for an opponent who has lost theirs.",
)
AT_THE_LIST = "You are at a server's list of tables: type join CODE, watch CODE, or quit."
LEAVING = "Leaving gives up this match. Type leave again to do that, or quit to go and keep your seat."
KEPT = (
    "Your seat is kept; whoever waits too long for you may claim the win. "
    "To come back type the same command again, or"
)
LAST_LINES = 12
ALONE = "You play alone, and both sides are yours: type ? for how."
BY_HAND = "You may move cards by hand: type ? for how."


class Terminal:
    """What to print for each message, and what to send for each line typed."""

    def __init__(
        self, model: Model, *, typed: bool = True, alone: bool = False, server: Link | None = None
    ) -> None:
        self.model = model
        self.server = server or Link()
        """Where the table is: for the way back to it."""
        self.alone = alone
        """Whether it is to be a table played alone, to which nobody needs a link."""
        self.typed_here = typed
        """Whether what is told is told to somebody who types: then hints say what to type."""
        self.over = False
        self.has_list = False
        """Whether a server's list of tables was told: then something can be typed without a table."""
        self._leaving = False
        self._reports: deque[list[str]] = deque(maxlen=2)
        """What was last told of the decks of both sides."""
        self._logged = self._talked = 0
        self._hands = TerminalHands(model)
        self._table: TableInfo | None = None

    # --- from the server ------------------------------------------------------------------------------------

    def tell(self, message: FromServer) -> list[str]:
        """The lines a message is worth; it is in the model already."""
        match message:
            case Update(happenings=told):
                return self._news(whole=False) or self._phase_by_hand(told)
            case Whole():
                return self._news(whole=True)
            case Prompt(kind="by_hand", text=words):
                self._hands.menu_is_last = False
                return ["", words, *([BY_HAND] if self.typed_here else [])] if words else [BY_HAND]
            case Prompt():
                return ["", *self.prompt("")]
            case AtTable(table=table):
                return self._at_table(table)
            case Said() | Talk():
                return self._said(message.lines if isinstance(message, Talk) else (message,))
            case _:
                return self._aside(message)

    def _said(self, lines: Sequence[Said]) -> list[str]:
        """What was said; of the chat so far only what was not printed before."""
        if len(lines) != 1 or lines[0] is not self.model.chat[-1]:
            lines = lines[self._talked :]
        self._talked = len(self.model.chat)
        return [f"{said.name}: {said.text}" if said.name else said.text for said in lines]

    def _aside(self, message: FromServer) -> list[str]:
        match message:
            case Seated():
                return self._seated(message)
            case DeckReport():
                return self._report(message)
            case Opened() | Pledge():
                return [self.model.verdict.line] if self.model.verdict else []
            case Refused(text=words):
                return [f"Refused: {words}", *self._hands.refused(message)]
            case LineText(name=name, text=words):
                return [self._hands.keep(name, words)]
            case Tables(rows=rows):
                return self._listed(rows)
            case Ended(reason=reason):
                self.over = True
                unopened = [self.model.verdict.line] if self.model.is_unopened and self.model.verdict else []
                return [*unopened, reason or "You are no longer at the table."]
        return []

    def _listed(self, rows: Sequence[Row]) -> list[str]:
        """A server's list of tables, and once what can be typed there."""
        found = (
            ["Open tables:", *(f"  {text.row_words(row)}" for row in rows)] if rows else ["No open table."]
        )
        greeting = [] if self.has_list or not self.typed_here else [AT_THE_LIST]
        self.has_list = True
        return [*found, *greeting]

    def _seated(self, message: Seated) -> list[str]:
        lines = [f"You are at table {message.code}{'' if message.viewer in (0, 1) else ', watching'}."]
        for who, rows in message.links.items() if not self.alone else ():
            lines += [f"Link for the {who}, {label}: {link}" for label, link in rows]
        return lines

    def _at_table(self, table: TableInfo) -> list[str]:
        old, self._table = self._table, table
        if table.alone:
            news = [ALONE] if old is None else self._hands.stands(table)
            return [*news, table.note] if table.note and (old is None or table.note != old.note) else news
        if (
            old is None
            or old.stage != table.stage
            or (table.stage == "gathering" and _people(old) != _people(table))
        ):
            return [*text.table_lines(table), *self._next_step(table, old)]
        lines = self._hands.stands(table)
        lines += [table.note] if table.note and table.note != old.note else []
        if table.proposal != old.proposal:
            lines += self._asked(table)
        if table.spectators != old.spectators:
            lines.append(f"Watching: {', '.join(table.spectators) or 'nobody'}.")
        return lines

    def _asked(self, table: TableInfo) -> list[str]:
        """What a player proposes: the other one answers with yes or no."""
        what, _, rest = table.proposal.partition(" ")
        seat, _, step = rest.partition(" ")
        if what not in ASKS or not self.model.is_player:
            return []
        name, more = self.model.names[1 - self.model.seat], {"step": step, "way": WAYS.get(step, step)}
        if seat == str(self.model.seat):
            return [f"{ASKED[what].format(name=name, **more)}."] if self.typed_here else []
        words = f"{name} {ASKS[what].format(**more)}."
        return [f"{words} Type yes or no." if self.typed_here else words]

    def _report(self, report: DeckReport) -> list[str]:
        """What became of a deck, and what may be typed about it."""
        mode = self.model.table.mode if self.model.table else "rules"
        lines = text.report_lines(report, mode)
        if self.model.is_telling or lines in self._reports:
            return []  # it is looked at again in a moment, or was told already
        self._reports.append(lines.copy())
        if report.unscripted and mode == "rules" and self.typed_here:
            lines.append("  Type half, free, or deck NAME.")
        if report.unknown and self.typed_here:
            counts = ": that counts from the next start" if self.alone else ""
            lines.append(f"  To name one type name {report.unknown[0]} and its name{counts}.")
        return lines

    def _next_step(self, table: TableInfo, old: TableInfo | None) -> list[str]:
        """What the table waits for from whoever has just come; said once."""
        if old is not None or table.stage != "gathering" or not self.model.is_player:
            return []
        if not self.typed_here:
            return [TRUST]
        if table.seats[self.model.seat].deck:
            return [TRUST, "To begin with this deck type ready; deck NAME brings another, ? helps."]
        return [TRUST, "To begin type deck NAME (a ready one, or a file), then ready; ? helps."]

    def _news(self, *, whole: bool) -> list[str]:
        """The log's new lines; with a whole View the board as it stands."""
        view = self.model.view
        fresh = text.merged(entry.text for entry in self.model.since(self._logged))
        self._logged = self.model.logged
        if whole:
            return text.board(view, self.model.names) if view is not None else []
        return fresh

    def _phase_by_hand(self, told: Sequence[Happening]) -> list[str]:
        """A phase that somebody went to by hand: by the rules, the quiet ones come by themselves."""
        table, view = self.model.table, self.model.view
        if table is None or view is None or table.mode != "free":
            return []
        return [
            f"{self.model.names[one.seat]}: {phase_words(one.word)}" for one in told if one.kind == "phase"
        ]

    # --- from the keyboard ----------------------------------------------------------------------------------

    def typed(self, line: str) -> tuple[list[str], list[ToServer]]:
        """(what to print, what to send) for a line. Raises BadInput with a sentence."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return [], []
        if word.lower() in ("leave", "quit"):
            return self._go(word.lower())
        self._leaving = False
        shows = _SHOWS.get(word.lower())
        if shows is not None:
            return shows(self, rest.strip()), []
        by_hand = self._hands.typed(line)
        if by_hand is not None:
            return by_hand
        if word.lower() == "name":
            return self._name(rest)
        if word.lower() == "deck":
            self._reports.clear()
        sends = _SENDS.get(word.lower())
        if not self.model.code and (sends is None or word.lower() not in _BEFORE_A_TABLE):
            raise BadInput(Code.NOT_NOW, AT_THE_LIST)
        if sends is not None:
            return [], [sends(rest.strip())]
        return self._answer(line, word.lower())

    def _go(self, word: str) -> tuple[list[str], list[ToServer]]:
        """Leave the table, or only the program; in a running match the seat is given up only when it is asked
        for twice."""
        table = self.model.table
        if table is None:
            self.over = True
            return [], []
        if table.alone or not self.model.in_duel:
            return [], [Leave()]
        if word == "leave":
            asked, self._leaving = self._leaving, True
            return ([], [Leave()]) if asked else ([LEAVING], [])
        self.over = True
        link = msgspec.structs.replace(self.server, code=table.code)
        return [KEPT, f"  {_back(link)}"], []

    def _name(self, rest: str) -> tuple[list[str], list[ToServer]]:
        """Name a card that nobody knows: for good, and here too unless a match is on."""
        code, _, words = rest.partition(" ")
        if not (code.isascii() and code.isdecimal() and len(code) < 11 and words.strip()):
            raise BadInput(Code.NOT_OFFERED, "Write: name PASSCODE and the card's name.")
        known.name_card(int(code), words)
        told = known.tellings([int(code)])
        if not told:
            raise BadInput(Code.NOT_OFFERED, f"No card has the passcode {code}.")
        if self.model.in_duel:
            return ["That name is kept and counts from the next start; a match goes on as it began."], []
        return ["That name is kept."], [*told] if self.model.code else []

    def _answer(self, line: str, word: str) -> tuple[list[str], list[ToServer]]:
        """What is no command is an option's number, or else not understood."""
        prompt = self.model.prompt
        if word not in ("b", "back") and not word.rstrip(",").isdecimal():
            words = [*_SHOWS, *_SENDS, "leave", "quit", "name", *self._hands.words()]
            if word in words:
                asked = "; type prompt for what is asked of you" if prompt and prompt.options else ""
                raise BadInput(Code.NOT_NOW, f'"{word}" cannot be done now{asked}.')
            close = get_close_matches(word, words, 1)
            hint = f"did you mean {close[0]}?" if close else "type help for what can be typed."
            raise BadInput(Code.NOT_OFFERED, f'"{word}" means nothing here; {hint}')
        if prompt is None or not prompt.options:
            return ["Nothing is asked of you now. Type ? for help."], []
        return [], [text.read_answer(line, prompt)]

    def board(self, _: str) -> list[str]:
        """The whole board in words."""
        return (
            text.board(self.model.view, self.model.names) if self.model.view else ["There is no board yet."]
        )

    def hand(self, _: str) -> list[str]:
        """The own hand."""
        view = self.model.view
        if view is None or not self.model.is_player:
            return ["You have no hand here."]
        handles = view.pile(view.viewer, "hand").handles
        return [f"  {text.describe(handle, view)}" for handle in handles] or ["Your hand is empty."]

    def log(self, _: str) -> list[str]:
        """The last lines of the log."""
        return [entry.text for entry in list(self.model.log)[-LAST_LINES:]] or ["Nothing has happened yet."]

    def prompt(self, _: str) -> list[str]:
        """The open question once more."""
        prompt, self._hands.menu_is_last = self.model.prompt, False
        return (
            text.prompt_lines(prompt, self.model.view, self.model.names) if prompt else ["Nothing is asked."]
        )

    def card(self, name: str) -> list[str]:
        """What a card says, by a part of its name."""
        facts = self.model.view.facts.values() if self.model.view else ()
        found = [card for card in facts if name and name.casefold() in card.name.casefold()]
        if not found:
            return [f'You have seen no card called "{name}".']
        return [line for card in found[:3] for line in text.facts_lines(card)]

    def help(self, _: str) -> list[str]:
        """What can be typed."""
        table = self.model.table
        mode = table.mode if table is not None else "rules"
        by_hand = typed_hands.spoken(table.format).help if table is not None and mode != "rules" else ()
        return [*HELP, *(typed_hands.HALF_HELP if mode == "half" else ()), *by_hand]


def _back(link: Link) -> str:
    """What to type to come back to a seat."""
    return f"{typed(f'join {link}')} --text"


def _people(table: TableInfo) -> object:
    return [(seat.name, seat.ready, seat.deck, seat.present) for seat in table.seats]


def _deck(path: str) -> UseDeck:
    deck = deckbox.find(path)
    return UseDeck(deck.text, deck.title)


_SHOWS: dict[str, Callable[[Terminal, str], list[str]]] = {
    "?": Terminal.help,
    "help": Terminal.help,
    "board": Terminal.board,
    "hand": Terminal.hand,
    "log": Terminal.log,
    "prompt": Terminal.prompt,
    "card": Terminal.card,
}

_SENDS: dict[str, Callable[[str], ToServer]] = {
    "say": lambda words: Chat(words[:400] or "…"),
    "ready": lambda _: Ready(),
    "wait": lambda _: Ready(False),
    "deck": _deck,
    "half": lambda _: ChangeMode("half"),
    "free": lambda _: ChangeMode("free"),
    "rules": lambda _: ChangeMode("rules"),
    "concede": lambda _: Concede(),
    "open": lambda _: Propose("open"),
    "link": lambda _: Propose("link"),
    "yes": lambda _: Consent(yes=True),
    "no": lambda _: Consent(yes=False),
    "claim": lambda _: Propose("win"),
    "void": lambda _: Propose("void"),
    "join": lambda code: JoinTable(code),
    "watch": lambda code: Watch(code),
}

_BEFORE_A_TABLE = ("join", "watch")
"""What makes sense at a server's list of tables."""
