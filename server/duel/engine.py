"""The duel as a Referee: it runs the rules' generators from prompt to prompt.

Rules live in the folders beside this file; this one knows none. It is sync and pure (law 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from server.duel.core.duel import FUEL, Duel
from server.duel.core.effect import CardScript
from server.duel.core.prompts import TAKEN_BACK, DuelOver, DuelPrompt, LegalOptions, Offer, Play, Show
from server.duel.effects import listeners
from server.duel.effects.state_checks import check_state
from server.duel.library import library
from server.duel.turn.turn import play
from server.referee import Act, Agreed, Back, Choice, Conceded, Expire, Frame, Result, SeatPrompt, Setup
from server.table import ops, sight
from server.table.random_streams import RandomStreams
from server.table.state import Card, State
from shared.cards.facts import Pool
from shared.errors import Code, Illegal
from shared.formats import Format
from shared.protocol.messages import Option
from shared.tables import TABLES
from shared.view import Waiting
from shared.words import Words, words
from shared.zones import Seat


class DuelReferee:
    """One duel, begun, answered and asked from outside. `scripts`: other ones than those of the pool."""

    def __init__(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript] | None = None) -> None:
        self.duel = self._duel(rules, pool, library(pool) if scripts is None else scripts)
        self._decided: Result | None = None
        self._counts = [0, 0]
        self._run: Play[None] | None = None
        self._ask: SeatPrompt | None = None
        self._open_one = False
        """Whether the open prompt wants one option and no list."""
        self._options = NONE_LEGAL
        self._picked: tuple[tuple[str, ...], list[Any]] = ((), [])
        """Keys that were looked up last for the open prompt, and what they stand for."""

    def _duel(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript]) -> Duel:
        return Duel(rules, pool, scripts, State(TABLES[rules.table]), check_state)

    @property
    def state(self) -> State:
        """The truth right now."""
        return self.duel.state

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel of a setup; frames up to the first prompt."""
        yield from self.run(play(self.duel, setup), streams)

    def run(self, play: Play[None], streams: RandomStreams) -> Iterator[Frame]:
        """Begin with these rules of play; frames up to the first prompt."""
        self.duel.streams = streams
        self._run = play
        yield from self._advance(None)

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """The open prompt, if the duel runs."""
        return (self._ask,) if self._ask else ()

    @property
    def offers(self) -> Sequence[Offer]:
        """What the open prompt offers as the rules make it: for those who run a duel from within."""
        return self._options.all()

    def result(self) -> Result | None:
        """How it ended, or None."""
        return self._decided

    def digest(self) -> bytes:
        """The rolling digest over operations and prompts."""
        return self.duel.state.digest()

    def check(self, act: Act) -> None:
        """Raise Illegal if the act is not allowed now; changes nothing (CF-35, CLS-SETUP-13)."""
        if self._decided is not None:
            raise Illegal(words("duel_over"), Code.NOT_NOW)
        if isinstance(act.body, _ANSWERS):
            if self._ask is None or self._ask.seat != act.seat:
                raise Illegal(words("not_asked_now"), Code.NOT_YOUR_TURN)
            self._check_answer(self._ask, act.body)
        elif not isinstance(act.body, _ENDS):
            raise Illegal(words("unknown_act"), Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act; frames up to the next prompt or the end (GAP-24)."""
        body = act.body
        if isinstance(body, Choice):
            values = self._values(body.keys)
            ops.answer(self.duel.state, act.seat, body.keys)
            yield from self._advance(values[0] if self._open_one else values)
        elif isinstance(body, Back):
            ops.answer(self.duel.state, act.seat, ("back",))
            yield from self._advance(TAKEN_BACK)
        elif isinstance(body, Agreed):
            yield from self._end(Result(None, "agreed"))
        elif isinstance(body, Conceded):
            yield from self._end(Result(1 - act.seat, "conceded"))
        elif isinstance(body, Expire):
            yield from self._end(Result(1 - act.seat, body.reason))

    # --- running the rules ----------------------------------------------------------------------------------

    def _advance(self, reply: Any) -> Iterator[Frame]:
        assert self._run is not None
        self._close_prompt()
        self.duel.fuel = FUEL
        try:
            step = self._run.send(reply)
            while isinstance(step, Show):
                yield self._frame()
                step = self._run.send(None)
        except DuelOver as over:
            yield from self._end(over.result)
            return
        self._open(step)
        yield self._frame()

    def _open(self, prompt: DuelPrompt) -> None:
        options = self._options = prompt.options()
        self._open_one = prompt.one
        self._counts[prompt.seat] += 1
        ops.wait(self.duel.state, (Waiting(prompt.seat, prompt.public or prompt.kind),))
        self._ask = SeatPrompt(
            prompt.seat, self._counts[prompt.seat], prompt.kind,
            sight.redact_words(self.state, prompt.text, prompt.seat),
            lambda: self._shown(prompt.seat, options), prompt.least, prompt.most, True, prompt.default,
            prompt.back, public=prompt.public,
        )  # fmt: skip

    def _close_prompt(self) -> None:
        self._ask, self._open_one, self._options, self._picked = None, False, NONE_LEGAL, ((), [])

    def _shown(self, seat: Seat, options: LegalOptions) -> Sequence[tuple[str, Option]]:
        return [(offer.key, self._option(offer, seat)) for offer in options.all()]

    def _option(self, offer: Offer, seat: Seat) -> Option:
        card = offer.card
        handle = card.handles[seat] if card else 0
        code = card.code if card and not handle and self._may_read(card, seat) else 0
        said = sight.redact_words(self.state, offer.words, seat)
        return Option(offer.verb, handle, code, offer.place, offer.amount, offer.text, said)

    def _may_read(self, card: Card, seat: Seat) -> bool:
        """Its own Deck is open to a player while they choose from it; a blind choice stays blind."""
        return bool(sight.readers(self.state, card) >> seat & 1) or (card.zone, card.owner) == ("deck", seat)

    def _check_answer(self, ask: SeatPrompt, body: Choice | Back) -> None:
        if isinstance(body, Back):
            if not ask.back:
                raise Illegal(words("no_choice_to_take_back"))
            return
        count = len(body.keys)
        if not ask.least <= count <= ask.most or (count > 1 and len(set(body.keys)) != count):
            raise Illegal(words("choose_so_many", _span(ask.least, ask.most)))
        self._values(body.keys)

    def _values(self, keys: tuple[str, ...]) -> list[Any]:
        if keys != self._picked[0]:
            found = [self._options.find(key) for key in keys]
            if None in found:
                raise Illegal(words("not_an_option"))
            self._picked = (keys, [offer.value for offer in found if offer])
        return self._picked[1]

    def _end(self, result: Result) -> Iterator[Frame]:
        self._decided = result
        self._close_prompt()
        if self._run is not None:
            self._run.close()
        ops.finish(self.state, str(result))
        yield self._frame()

    def _frame(self) -> Frame:
        """Everything that has happened since the last frame, for the room to show."""
        listeners.collect(self.duel)
        self.duel.scanned = 0
        return Frame(ops.take_events(self.duel.state))


_ANSWERS, _ENDS = (Choice, Back), (Conceded, Agreed, Expire)
NONE_LEGAL = LegalOptions(())
"""What no prompt offers."""


def _span(least: int, most: int) -> Words | int:
    return least if least == most else words("one_to", least, most)
