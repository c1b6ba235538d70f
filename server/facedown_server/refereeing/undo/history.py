"""Undo: a referee around another that stores the line of acts and runs it again up to an earlier step.

Running the acts again is the only way back, as for logs; no single change is reversed. At a solo table every
step may be undone; between two players, none that has shown a player a hidden card or drawn a random number.

A step is final if by it (1) a card left the Deck or was seen in it: drawn, milled, excavated, looked at,
found in a search; (2) a hidden card was shown: of a hand, Set, of the Extra Deck; (3) a player who could not
read a face-down card before now can; (4) a random number was drawn: a coin, a die, a shuffle, a random card.
A step is not final if its card was known to its owner and played openly: the opponent, who saw it, may agree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

from facedown_server.refereeing.referee import (
    WORKING,
    Act,
    Back,
    ByHand,
    Choice,
    Cut,
    ExternalWork,
    Frame,
    InCore,
    Referee,
    Restarted,
    Result,
    SeatPrompt,
    ToStep,
)
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.saved_lines import SavedLine
from facedown_server.table import GameEvent, RandomStreams, Setup, State, ops
from facedown_shared.decks import decks
from facedown_shared.manual.remarks import strip_remarks
from facedown_shared.protocol.envelope import MAX_FILE_LETTERS
from facedown_shared.protocol.gestures import SendSignal
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import CLASSES, Seat
from facedown_shared.tables.packed_rows import PackedRows
from facedown_shared.text import NOTHING, BadInput, Code, Illegal, Words, words

_FINAL = {
    kind: words(f"kept_{kind}") for kind in ("draw", "reveal", "search", "shuffle", "coin", "die", "result")
}
"""Kinds of events that cannot be undone -> the reason."""

_SEEN, _RANDOM, _SIDE = words("kept_seen"), words("kept_random"), words("kept_side")

_REASONS = (NOTHING, *_FINAL.values(), _SEEN, _RANDOM, _SIDE)

MAX_RERUN_EVENTS = 1_000
"""Events of a rerun line that players are sent, the latest ones. A file of 30 kB can have 150,000: a frame of
them would be larger than any client accepts, and take seconds of the event loop.
"""

MAX_NAMED_CARDS = 5
"""Cards named in the remark on a step."""


class LineUsage(NamedTuple):
    """Usage of a line's limits by its steps."""

    steps: int = 0
    letters: int = 0
    """Letters of the steps' text in a file; in memory a step takes up to ten bytes for each."""
    cards: int = 0
    """Tokens and other objects that the steps made, which all later steps must handle."""

    def plus(self, steps: int, letters: int, cards: int) -> LineUsage:
        """Return the usage with this much added."""
        return LineUsage(self.steps + steps, self.letters + letters, self.cards + cards)


_NOTHING_SPENT = LineUsage()


class Rewinder:
    """Referee of a duel whose steps can be undone. `make` returns a new inner referee to run the line on."""

    def __init__(self, make: Callable[[], Referee], *, alone: bool = False) -> None:
        self.alone = alone
        self.line = PackedRows()
        """Every step, including undone ones at the end: the act's origin and its text in a file."""
        self.step = 0
        """The number of steps in force."""
        self._make = make
        self._inner = make()
        self._kept = bytearray()
        """The reason why each step between two players cannot be undone, as its index in `_REASONS`."""
        self._notes = PackedRows()
        """A remark on each step of a solo table, for readers of the file."""
        self._spent = [_NOTHING_SPENT, _NOTHING_SPENT]
        """The usage of each seat by the steps in force."""
        self._deals = 0
        self._asked = [0, 0]
        """The number of prompts of each seat before the line was last run again."""
        self._latest = [0, 0]
        self._shown: tuple[tuple[SeatPrompt, ...], tuple[SeatPrompt, ...]] = ((), ())
        """The inner referee's open prompts, and the same prompts as they are numbered here."""

    # --- the Referee interface ----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now; a new object after every rerun."""
        return self._inner.state

    @property
    def make_again(self) -> Callable[[], Rewinder]:
        """A function that returns a new referee for the same line. What an engine has carried out for this
        one it need not carry out again. One of both is used at a time.
        """
        return partial(Rewinder, self._make, alone=self.alone)

    def file_text(self) -> str:
        """Return the line as the text of a file."""
        notes = [note.decode() for note in self._notes]
        text = saved_lines.format_line(self._saved_line(brief=False), notes)
        if len(strip_remarks(text).encode()) > MAX_FILE_LETTERS:
            text = saved_lines.format_line(self._saved_line(brief=True), notes)
        return text

    def _saved_line(self, *, brief: bool) -> SavedLine:
        setup, (secret, shares, scope) = self.setup, self.streams.recipe
        began = saved_lines.parse_line(setup.line) if setup.line else SavedLine()
        one, other = (decks.to_ydk(deck) if deck.cards else "" for deck in setup.decks)
        return SavedLine(
            mode=saved_lines.MODES[setup.mode], core=setup.core, format=setup.format,
            first=setup.first, announces=setup.announces, names=setup.names,
            secret=secret.hex(), shares=tuple(share.hex() for share in shares),
            scope=scope, hands=setup.hands, decks=(one, other),
            scenario=began.scenario, facts=saved_lines.facts_texts(setup.provided_facts, brief=brief),
            at=self.step, life=setup.life,
            steps=tuple(step.decode().partition(" ")[2] for step in self.line),
        )  # fmt: skip

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel. Yields frames up to the first prompt, or to the step that a file's line is at.

        Raises BadInput if the line cannot be carried out.
        """
        self.setup, self.streams, self._first_streams = setup, streams, streams
        if not setup.line:
            yield from self._inner.start(setup, streams)
            self._count()
            return
        line = saved_lines.parse_line(setup.line)
        self.streams = RandomStreams(
            bytes.fromhex(line.secret), tuple(map(bytes.fromhex, line.shares)), line.scope
        )
        self.setup = replace(setup, first=line.first, hands=line.hands, announces=line.announces)
        events = deque[GameEvent]((), MAX_RERUN_EVENTS)
        yield from _external_work(self._inner.start(self.setup, self.streams), events)
        yield from self._load(line, events)
        if line.at < len(line.steps):
            yield from self._replay_until(line.at, setup.first)
        else:
            yield self._stand_at(line.at, setup.first, events)

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return the open prompts. No number is used twice, even after undo."""
        asked = self._inner.prompts()
        if asked != self._shown[0]:
            before = self._asked
            self._shown = asked, tuple([ask.with_number(ask.number + before[ask.seat]) for ask in asked])
        return self._shown[1]

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return the reasons why a seat cannot play a card of its View now."""
        return self._inner.find_reasons(seat, handle)

    def result(self) -> Result | None:
        """Return the result. At a solo table there is none, since even the end can be undone."""
        return None if self.alone else self._inner.result()

    def digest(self) -> bytes:
        """Return the digest of the line as it was last run."""
        return self._inner.digest()

    @property
    def cut(self) -> str:
        """The reason why the work of EDOPro's core was aborted, or is to be aborted at the next act; ""
        otherwise.
        """
        return self._inner.cut if isinstance(self._inner, InCore) else ""

    @cut.setter
    def cut(self, reason: str) -> None:
        if isinstance(self._inner, InCore):
            self._inner.cut = reason

    def complaints(self) -> Sequence[Words]:
        """Return messages about faulty scripts, each once."""
        return self._inner.complaints() if isinstance(self._inner, InCore) else ()

    def check(self, act: Act) -> None:
        """Check that an act is allowed now. Changes nothing.

        Raises Illegal if it is not.
        """
        match act.body:
            case ToStep(step=step):
                self._check_step(step)
            case Restarted():
                if not self.alone:
                    raise Illegal(words("begins_anew_alone_only"), Code.NOT_ALLOWED)
            case _:
                if isinstance(act.body, (ByHand, Choice, Back)) and _is_step(act):
                    self._check_share(act)
                self._inner.check(act)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act.

        If that reruns the line, it yields a frame without events for each step, and at the end one with the
        latest events.
        """
        match act.body:
            case ToStep(step=step):
                return self._replay_until(step, act.seat)
            case Restarted():
                self._restart(act)
                return self._replay_until(0, act.seat)
            case _:
                return self._run_step(act)

    # --- the line -----------------------------------------------------------------------------------------

    def _load(self, line: SavedLine, events: MutableSequence[GameEvent]) -> Iterator[Frame]:
        """Carry out a file's steps, checking each, and collect their events.

        Raises BadInput if a step is not allowed.
        """
        most = saved_lines.max_steps(len(self.state.cards))
        if len(line.steps) > most:
            raise BadInput(Code.BAD_FILE, words("most_steps_of_such_line", most))
        for number, act in enumerate(saved_lines.decode_steps(line), 1):
            yield WORKING
            try:
                self._check_share(act)
                self._inner.check(act)
                note, cards = self._note(act), len(self.state.cards)
                own: list[GameEvent] = []
                yield from _external_work(_apply(self._inner, act), own)
            except Illegal as refused:
                raise BadInput(Code.BAD_FILE, words("step_impossible", number, refused.words)) from refused
            self._add(act, note, own, cards)
            events.extend(own)

    def _add(self, act: Act, note: str, events: Sequence[GameEvent], cards: int) -> None:
        """Add a step to the line. `cards`: the number of cards at the table before it."""
        text = saved_lines.encode_step(act)
        _spend(self._spent, act.seat, len(text), len(self.state.cards) - cards)
        self.line.append(f"{act.origin} {text}".encode())
        if self.alone:
            self._notes.append((note or _result_words(events)).encode())
        else:
            self._kept.append(_REASONS.index(next(filter(None, map(_undo_obstacle, events)), NOTHING)))

    def _check_share(self, act: Act) -> None:
        """Check that a step is within the limits of a line (law 8).

        Each of two players has limits of their own, so that neither can use up the other's. Raises Illegal.
        """
        own, other = self._spent[act.seat], self._spent[1 - act.seat]
        if self.alone:
            own, other = own.plus(*other), _NOTHING_SPENT
        most = saved_lines.max_steps(len(self.state.cards) - other.cards)
        if own.steps >= most:
            raise Illegal(words("most_steps_alone" if self.alone else "most_steps", most), Code.NOT_NOW)
        if own.letters + len(saved_lines.encode_step(act)) > saved_lines.MAX_LETTERS:
            limit = "most_letters_alone" if self.alone else "most_letters"
            raise Illegal(words(limit, saved_lines.MAX_LETTERS), Code.NOT_NOW)

    def _check_step(self, step: int) -> None:
        if not 0 <= step <= len(self.line) or step == self.step:
            raise Illegal(words("no_such_step", len(self.line), self.step))
        if reason := next(filter(None, self._kept[step : self.step]), 0):
            raise Illegal(words("not_taken_back", _REASONS[reason]), Code.NOT_TAKEN_BACK)

    def _run_step(self, act: Act) -> Iterator[Frame]:
        note, cards = self._note(act), len(self.state.cards)
        events: list[GameEvent] = []
        for frame in self._inner.apply(act):
            events += frame.events
            yield frame
        self._count()
        if not _is_step(act):
            return
        if self.cut and isinstance(act.body, Choice):
            act = Act(act.seat, Cut(self.cut, act.body.keys), act.origin)
        if self.step < len(self.line):
            self.line.truncate(self.step)
            self._notes.truncate(self.step)
            del self._kept[self.step :]
        self._add(act, note, events, cards)
        self.step += 1

    def _restart(self, act: Act) -> None:
        """Restart with the same shuffles or fresh ones. The line so far is dropped."""
        assert isinstance(act.body, Restarted)
        self.line, self._notes, self._kept = PackedRows(), PackedRows(), bytearray()
        if act.body.fresh:
            self._deals += 1
            self.streams = RandomStreams(self._first_streams.secret(f"deal {self._deals}"))
        hands = list(self.setup.hands)
        hands[act.seat] = act.body.hand
        self.setup = replace(self.setup, hands=(hands[0], hands[1]))

    def _replay_until(self, step: int, seat: Seat) -> Iterator[Frame]:
        """Run the line again up to a step. `state` stays the old one until the run is complete."""
        self.streams.restart()
        inner = self._make()
        events = deque[GameEvent]((), MAX_RERUN_EVENTS)
        yield from _external_work(inner.start(self.setup, self.streams), events)
        spent = [_NOTHING_SPENT, _NOTHING_SPENT]
        for row in islice(self.line, step):
            yield WORKING
            origin, _, text = row.decode().partition(" ")
            act, cards = saved_lines.parse_step(text, origin), len(inner.state.cards)
            yield from _external_work(_apply(inner, act), events)
            _spend(spent, act.seat, len(text), len(inner.state.cards) - cards)
        self._asked = [asked + latest for asked, latest in zip(self._asked, self._latest, strict=True)]
        self._inner, self._spent = inner, spent
        yield self._stand_at(step, seat, events)

    def _stand_at(self, step: int, seat: Seat, events: Iterable[GameEvent]) -> Frame:
        """Note that the line stands at this step; return the frame with the latest events before it."""
        self.step = step
        self._count()
        ops.note(self.state, "rewind", seat=seat, amount=step)
        return Frame((*events, *ops.take_events(self.state)))

    def _note(self, act: Act) -> str:
        """Describe a gesture in a few words; "" unless at a solo table, since only its line becomes a
        file.
        """
        if not (self.alone and isinstance(act.body, ByHand)):
            return ""
        gesture = act.body.gesture
        named = self.state.named[act.seat]
        names = [named[handle].name for handle in (*gesture.cards, *gesture.others) if handle in named]
        if len(names) > MAX_NAMED_CARDS:
            names = [*names[:MAX_NAMED_CARDS], f"{len(names) - MAX_NAMED_CARDS} more"]
        return " ".join(filter(None, (gesture.tag.replace("_", " "), ", ".join(names), gesture.text)))

    def _count(self) -> None:
        """Store the number of each seat's latest prompt, as the inner referee counts."""
        for ask in self._inner.prompts():
            self._latest[ask.seat] = ask.number


def _result_words(events: Iterable[GameEvent]) -> str:
    """Describe the result of an answer in a few words, as the remark on a step that is no gesture."""
    for truth in events:
        what = (truth.cause or truth.kind).replace("_", " ")
        if truth.card is not None:
            return f"{what} {truth.card.name}"
        if truth.kind == "phase":
            return f"phase {truth.word}"
    return ""


def _spend(spent: list[LineUsage], seat: Seat, letters: int, cards: int) -> None:
    """Add a step with so many letters that made so many cards to the usage of its seat."""
    spent[seat] = spent[seat].plus(1, letters, cards)


def _is_step(act: Act) -> bool:
    """Return whether an act is a step of the line. A quick word is not: it changes nothing."""
    return not (isinstance(act.body, ByHand) and isinstance(act.body.gesture, SendSignal))


def _apply(inner: Referee, act: Act) -> Iterator[Frame]:
    """Carry out a step of a line, which may say that the core's work was aborted."""
    if isinstance(act.body, Cut):
        if isinstance(inner, InCore):
            inner.cut = act.body.reason
        act = Act(act.seat, Choice(act.body.keys), act.origin)
    return inner.apply(act)


def _external_work(frames: Iterable[Frame], events: MutableSequence[GameEvent]) -> Iterator[Frame]:
    """Run frames of a line and collect their events. Yields only the work to wait for."""
    for frame in frames:
        events.extend(frame.events)
        if isinstance(frame, ExternalWork):
            yield frame


def _undo_obstacle(truth: GameEvent) -> Words:
    """Return the reason why a step with this event cannot be undone; empty if it can."""
    if truth.kind in _FINAL:
        return _FINAL[truth.kind]
    if truth.start is not None and truth.start.zone == "deck" and truth.readers:
        return _SEEN
    if truth.cause == "random":
        return _RANDOM
    return _SIDE if _is_read_by_opponent(truth) else NOTHING


def _is_read_by_opponent(truth: GameEvent) -> bool:
    """Return whether a face-down card now has a controller who is not its owner and may read it."""
    card, before = truth.card, truth.before
    if card is None or before is None or truth.kind not in ("move", "set") or before.face_up:
        return False
    everybody_read_it = truth.readers >> 2 & 1 == 1
    changed = before.controller != truth.seat and truth.seat in CLASSES[:2]
    return changed and truth.seat != card.owner and not everybody_read_it
