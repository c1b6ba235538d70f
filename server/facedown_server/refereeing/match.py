"""Referee of a match, around the referees of its duels: who goes first, best of one or three, siding (GAP-01,
GAP-05).

Pure, like the referee inside (law 5). Rows: CLS-MATCH-01 to 05, CLS-SIDE-02, CLS-SIDE-03; master uses the
same (GAP-03). A best of one is a match too, so that a room handles one kind of referee.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import (
    Act,
    Choice,
    Conceded,
    Cut,
    Frame,
    InCore,
    PromptKind,
    Referee,
    Result,
    SeatPrompt,
    Sided,
)
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table import RandomStreams, Setup, State
from facedown_shared.cards.facts import Pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.fairness import MATCH
from facedown_shared.protocol.messages import Option
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import FORMATS, Seat
from facedown_shared.text import NOTHING, BadInput, Code, Illegal, Words, join_words, words


class MatchStage(StrEnum):
    """The stage of a match, as sent to clients. In TOSS nothing has been thrown yet."""

    TOSS = "toss"
    ORDER = "order"
    DUEL = "duel"
    SIDING = "siding"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class MatchDuel:
    """One duel of a match: its number from 1, its setup (decks as sided), its streams and its referee."""

    number: int
    setup: Setup
    streams: RandomStreams
    duel: Referee


class Match:
    """Referee of a match: one to three duels between two decks. `make` returns a new referee for each
    duel.
    """

    def __init__(self, make: Callable[[], Referee], pool: Pool) -> None:
        self.stage = MatchStage.TOSS
        self.number = 0
        """The number of the duel, from 1; 0 before the first."""
        self.results: list[Result] = []
        self.decks: list[Deck] = []
        self.chooser: Seat = 0
        """The seat that chooses who goes first in the next duel."""
        self._make = make
        self._pool = pool
        self._duel: Referee | None = None
        self._core: InCore | None = None
        """The running duel, or the last one, if EDOPro's core does its work."""
        self._open: list[SeatPrompt] = []
        self._asked = [0, 0]
        """The number of prompts of each seat before the running duel; between duels, of all so far."""
        self._latest = [0, 0]
        """The number of each seat's last prompt in the running duel."""
        self._shown: tuple[tuple[SeatPrompt, ...], tuple[SeatPrompt, ...]] = ((), ())
        """The duel's open prompts, and the same prompts numbered through the match."""
        self._result: Result | None = None
        self.cut = ""
        """The reason why the core's work after the last act was aborted, which ended the duel; ""
        otherwise.
        """
        self.toss: RandomStreams | None = None
        """The throws of the toss; None before the match has started."""
        self.chapters: list[MatchDuel] = []
        """The duels so far, for the check of their throws after the match."""
        self._hash = hashlib.blake2b(digest_size=16)

    # --- the interface of a room --------------------------------------------------------------------------

    @property
    def has_begun(self) -> bool:
        """True once the first duel has begun, so that there is a table to show."""
        return self._duel is not None

    @property
    def state(self) -> State:
        """The state of the running duel, or of the last one. Valid once `has_begun`."""
        assert self._duel is not None, "no duel has begun"
        return self._duel.state

    @property
    def wins(self) -> tuple[int, int]:
        """The number of duels won by each seat so far. A draw counts for neither."""
        winners = [result.winner for result in self.results]
        return winners.count(0), winners.count(1)

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return the open prompts, numbered for each seat through the whole match."""
        if self.stage is MatchStage.DUEL and self._duel:
            asked = self._duel.prompts()
            if asked != self._shown[0]:
                numbered = tuple([ask.with_number(ask.number + self._asked[ask.seat]) for ask in asked])
                self._shown = (asked, numbered)
            return self._shown[1]
        return tuple(self._open)

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return the reasons why a seat cannot play a card of its View now."""
        return self._running.find_reasons(seat, handle) if self.stage is MatchStage.DUEL else ()

    def result(self) -> Result | None:
        """Return the result of the match, or None while it runs."""
        return self._result

    def digest(self) -> bytes:
        """Return the rolling digest over the match's own acts and all of its duels."""
        whole = self._hash.copy()
        if self._duel:
            whole.update(self._duel.digest())
        return whole.digest()

    # --- stages of a match --------------------------------------------------------------------------------

    @property
    def rewinder(self) -> Rewinder | None:
        """The running duel, if its steps can be undone."""
        return self._duel if isinstance(self._duel, Rewinder) else None

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Toss, and prompt the winner for who goes first. No duel runs yet, so there is no frame.

        At a solo table there is no prompt, and the duel begins at once.
        """
        self._setup, self._streams, self.toss = setup, streams, streams.for_duel(MATCH)
        self.decks = list(setup.decks)
        if setup.alone:
            yield from self._begin_duel(setup.first)
            return
        self._toss()
        self._prompt_for_first_turn()

    def check(self, act: Act) -> None:
        """Check that an act is allowed now.

        Raises Illegal if it is not.
        """
        act = _without_abort(act)
        match self.stage, act.body:
            case MatchStage.OVER, _:
                raise Illegal(words("match_over"), Code.NOT_NOW)
            case MatchStage.DUEL, Conceded():
                self._running.check(Act(act.seat, Conceded(), act.origin))
            case MatchStage.DUEL, _:
                self._running.check(act)
            case _, Conceded(match=True):
                pass
            case (MatchStage.ORDER, Choice(keys=("first" | "second",))) | (
                MatchStage.SIDING,
                Choice(keys=("keep",)),
            ) if self._is_prompted(act.seat):
                pass
            case MatchStage.SIDING, Sided(deck=text) if self._is_prompted(act.seat):
                self._check_sided_deck(act.seat, text)
            case _:
                raise Illegal(words("not_asked_of_you"), Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act. Yields frames up to the next prompt, of this duel or the next."""
        self.cut = act.body.reason if isinstance(act.body, Cut) else ""
        act = _without_abort(act)
        self._hash.update(_digest_bytes(act))
        if self.stage is MatchStage.DUEL and not isinstance(act.body, Conceded):
            return self._play_act(act)
        return self._apply_rare(act)

    def _apply_rare(self, act: Act) -> Iterator[Frame]:
        """Carry out a concession, or an act between two duels."""
        match self.stage, act.body:
            case MatchStage.DUEL, Conceded(match=whole):
                yield from self._play_act(Act(act.seat, Conceded(), act.origin))
                if whole:
                    self._finish(Result(1 - act.seat, "concede"))
            case _, Conceded():
                self._finish(Result(1 - act.seat, "concede"))
            case MatchStage.ORDER, Choice(keys=keys):
                yield from self._begin_duel(self.chooser if keys == ("first",) else 1 - self.chooser)
            case MatchStage.SIDING, body:
                if isinstance(body, Sided):
                    self.decks[act.seat] = decks.parse_to_deck(body.deck, self._known_to(act.seat))
                self._open = [ask for ask in self._open if ask.seat != act.seat]
                if not self._open:  # both are done
                    self._prompt_for_first_turn()

    # --- between two duels --------------------------------------------------------------------------------

    def _toss(self) -> None:
        """Let the winner of the toss choose who goes first (CLS-SETUP-07, CLS-SETUP-09)."""
        assert self.toss is not None, "only a match that has started tosses"
        self.chooser = self.toss.draw_below(2, "coin")

    def _prompt_for_first_turn(self) -> None:
        """Prompt for who goes first (CLS-SETUP-08)."""
        self.stage = MatchStage.ORDER
        self._open = [self._make_prompt(self.chooser, PromptKind.ORDER, ("first", "second"))]

    def _make_prompt(self, seat: Seat, kind: PromptKind, words: tuple[str, ...]) -> SeatPrompt:
        """Return a new prompt of the match itself. Its default is the first word."""
        self._asked[seat] += 1
        options = tuple((word, Option(word)) for word in words)
        return SeatPrompt(seat, self._asked[seat], kind, NOTHING, lambda: options, default=words[:1])

    def _is_prompted(self, seat: Seat) -> bool:
        return any(ask.seat == seat for ask in self._open)

    def _check_sided_deck(self, seat: Seat, text: str) -> None:
        """Check a sided deck: the same cards, Main and Extra Deck as large as before (CLS-SIDE-02,
        CLS-SIDE-03, GAP-03).

        CLS-SIDE-07. Raises Illegal.
        """
        try:
            new = decks.parse_to_deck(text, self._known_to(seat))
        except BadInput as unreadable:
            raise Illegal(unreadable.words, Code.BAD_DECK) from unreadable
        # With the cards that the seat knows, `parse_to_deck` has put every Extra Deck monster into its deck;
        # wrong sizes show a wrong one.
        reasons = decks.check_siding(self._setup.decks[seat], new)
        if reasons:
            raise Illegal(join_words(reasons), Code.BAD_DECK)

    def _known_to(self, seat: Seat) -> Pool:
        """Return the cards that a seat knows: a refusal must not tell the opponent's (VIS-31)."""
        return self._setup.known_pool(self._pool, seat)

    # --- one duel -----------------------------------------------------------------------------------------

    @property
    def _running(self) -> Referee:
        assert self._duel is not None, "no duel has begun"
        return self._duel

    def _begin_duel(self, first: Seat) -> Iterator[Frame]:
        self._open = []
        self.stage = MatchStage.DUEL
        self.number += 1
        self._duel = duel = self._make()
        self._core = duel if isinstance(duel, InCore) else None
        self._abort_core()
        setup = replace(self._setup, decks=(self.decks[0], self.decks[1]), first=first)
        streams = self._streams.for_duel(str(self.number))
        self.chapters.append(MatchDuel(self.number, setup, streams, self._duel))
        yield from self._duel.start(setup, streams)
        self._close()

    def _abort_core(self) -> None:
        """Tell the core that the work of the next act is aborted, and why, as the log says."""
        if self.cut and self._core is not None:
            self._core.cut = self.cut

    def as_logged(self, act: Act) -> Act:
        """Return an act that was carried out in the form that the log stores."""
        if self.cut and isinstance(act.body, Choice):
            return Act(act.seat, Cut(self.cut, act.body.keys), act.origin)
        return act

    def complaints(self) -> Sequence[Words]:
        """Return messages to the players about faulty scripts of the running duel, each once."""
        return () if self._core is None else self._core.complaints()

    def _play_act(self, act: Act) -> Iterator[Frame]:
        for ask in self._running.prompts():
            self._latest[ask.seat] = ask.number
        self._abort_core()
        yield from self._running.apply(act)
        self._close()

    def _close(self) -> None:
        """Begin siding, or end the match, if the duel is over."""
        self.cut = "" if self._core is None else self._core.cut
        result = self._running.result()
        if result is None:
            return
        self._asked = [asked + latest for asked, latest in zip(self._asked, self._latest, strict=True)]
        self._latest = [0, 0]
        self.results.append(result)
        self._hash.update(self._running.digest())
        if max(self.wins) > 1 or len(self.results) >= self._setup.best_of:
            self._finish(self._outcome())
            return
        if result.winner is None:
            self._toss()
        else:
            self.chooser = 1 - result.winner
        if FORMATS[self._setup.format].on_paper:  # there are no decks to side into
            self._prompt_for_first_turn()
            return
        self.stage = MatchStage.SIDING
        self._open = [self._make_prompt(seat, PromptKind.SIDE, ("keep",)) for seat in (0, 1)]

    def _outcome(self) -> Result:
        if self._setup.best_of == 1:
            return self.results[0]
        ahead = self.wins[0] - self.wins[1]
        return Result(None if ahead == 0 else int(ahead < 0), "match")

    def _finish(self, result: Result) -> None:
        self.stage = MatchStage.OVER
        self._open = []
        self._result = result


def _without_abort(act: Act) -> Act:
    """Return an aborted answer as an ordinary one; return any other act unchanged."""
    return Act(act.seat, Choice(act.body.keys), act.origin) if isinstance(act.body, Cut) else act


def _digest_bytes(act: Act) -> bytes:
    """Return the bytes of an act for the digest."""
    return f"{act.seat} {act.origin} {log_codec.encode_body(act.body)}\n".encode()
