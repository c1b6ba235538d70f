"""A referee whose prompts come from a generator: shared by our rules and EDOPro's core.

It runs the generator from prompt to prompt and knows no rule. Synchronous and pure (law 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from facedown_server.refereeing.prompts import (
    TAKEN_BACK,
    DuelOver,
    DuelPrompt,
    LegalOptions,
    Offer,
    Play,
    Show,
)
from facedown_server.refereeing.referee import (
    Act,
    Agreed,
    Back,
    Choice,
    Conceded,
    Expire,
    Frame,
    PromptKind,
    Result,
    SeatPrompt,
)
from facedown_server.table import Card, State, ops, sight
from facedown_shared.protocol.messages import Option
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import PromptNotice, Seat
from facedown_shared.text import NOTHING, Code, Illegal, Words, words


class PromptedReferee:
    """Referee of one duel that is driven by a generator of prompts."""

    def __init__(self, state: State) -> None:
        self._truth = state
        self._decided: Result | None = None
        self._counts = [0, 0]
        self._run: Play[None] | None = None
        self._asked: DuelPrompt | None = None
        """The open prompt as the rules made it."""
        self._ask: SeatPrompt | None = None
        """The open prompt as sent to its seat, made on first access."""
        self._options = NONE_LEGAL
        self._picked: tuple[tuple[str, ...], list[Any]] = ((), [])
        """The keys last looked up for the open prompt, and their values."""

    @property
    def state(self) -> State:
        """The present state."""
        return self._truth

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return the open prompt, if the duel runs."""
        if self._asked is None:
            return ()
        if self._ask is None:
            self._ask = self._seat_prompt(self._asked)
        return (self._ask,)

    @property
    def offers(self) -> Sequence[Offer]:
        """The offers of the open prompt as the rules made them, for code that runs a duel in the same
        process.
        """
        return list(self._options.offers_by_key().values())

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return the reasons why a seat cannot play a card of its View now
        (`facedown_shared.protocol.reasons`).

        Raises Illegal for a card that the seat does not see.
        """
        card = next((one for one in self.state.cards if handle and one.handles[seat] == handle), None)
        if card is None:
            raise Illegal(words("not_among_offered"), Code.NOT_OFFERED)
        ask = self._asked
        if ask is None or ask.seat != seat or ask.kind not in _OPEN_KINDS:
            return (Reason("", "not_asked"),)
        if card.controller != seat or card.zone == "deck":
            return (Reason("", "not_yours"),)
        return self._reasons(seat, card, answering=ask.kind is PromptKind.RESPONSE)

    def _reasons(self, seat: Seat, card: Card, *, answering: bool) -> Sequence[Reason]:
        """Return the reasons why a card of the prompted seat cannot be played."""
        return ()

    def result(self) -> Result | None:
        """Return the result, or None while the duel runs."""
        return self._decided

    def digest(self) -> bytes:
        """Return the rolling digest over operations and prompts."""
        return self.state.digest()

    def check(self, act: Act) -> None:
        """Check that an act is allowed now. Changes nothing (CF-35, CLS-SETUP-13).

        Raises Illegal if it is not.
        """
        if self._decided is not None:
            raise Illegal(words("duel_over"), Code.NOT_NOW)
        if isinstance(act.body, _ANSWERS):
            if self._asked is None or self._asked.seat != act.seat:
                raise Illegal(words("not_asked_now"), Code.NOT_YOUR_TURN)
            self._check_answer(self._asked, act.body)
        elif not isinstance(act.body, _ENDS):
            raise Illegal(words("unknown_act"), Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act. Yields frames up to the next prompt or the end (GAP-24)."""
        body = act.body
        if isinstance(body, Choice):
            values, one = self._values(body.keys), self._asked is not None and self._asked.one
            ops.answer(self.state, act.seat, body.keys)
            return self._advance(values[0] if one else values)
        if isinstance(body, Back):
            ops.answer(self.state, act.seat, ("back",))
            return self._advance(TAKEN_BACK)
        if isinstance(body, Agreed):
            return self._end_duel(Result(None, "agreed"))
        return self._end_duel(Result(1 - act.seat, body.reason if isinstance(body, Expire) else "conceded"))

    # --- running the rules ----------------------------------------------------------------------------------

    def _advance(self, reply: Any) -> Iterator[Frame]:
        assert self._run is not None
        self._close_prompt()
        self._begin_work()
        try:
            step = self._run.send(reply)
            while isinstance(step, Show):
                yield step.frame or self._frame()
                step = self._run.send(None)
        except DuelOver as over:
            yield from self._end_duel(over.result)
            return
        self._open(step)
        yield self._frame()

    def _open(self, prompt: DuelPrompt) -> None:
        self._asked, self._options = prompt, prompt.options()
        self._counts[prompt.seat] += 1
        ops.set_prompted_seats(self.state, (PromptNotice(prompt.seat, prompt.public or prompt.kind),))

    def _close_prompt(self) -> None:
        self._asked, self._ask, self._options, self._picked = None, None, NONE_LEGAL, ((), [])

    def _seat_prompt(self, prompt: DuelPrompt) -> SeatPrompt:
        seat, options = prompt.seat, self._options
        card, code = self._source(prompt.source, seat)
        return SeatPrompt(
            seat, self._counts[seat], prompt.kind, sight.redact_words(self.state, prompt.text, seat),
            lambda: self._visible_options(seat, options), prompt.least, prompt.most, True, prompt.default,
            prompt.back, public=prompt.public, leads_on=prompt.leads_on, about=prompt.about,
            named=prompt.named, card=card, code=code, names=prompt.names,
        )  # fmt: skip

    def _visible_options(self, seat: Seat, options: LegalOptions) -> Sequence[tuple[str, Option]]:
        return [(key, self._option(offer, seat)) for key, offer in options.offers_by_key().items()]

    def _option(self, offer: Offer, seat: Seat) -> Option:
        card = offer.card
        handle = card.handles[seat] if card else 0
        code = card.code if card and not handle and self._may_read(card, seat) else 0
        said = offer.words
        if said is not NOTHING:
            said = sight.redact_words(self.state, said, seat)
        aims = tuple([aim.handles[seat] if aim else 0 for aim in offer.targets()])
        return Option(offer.verb, handle, code, offer.place, offer.amount, offer.text, said, aims)

    def _source(self, source: Card | int, seat: Seat) -> tuple[int, int]:
        """Return the handle and passcode of the card that a prompt comes from, or zeros if the seat may not
        read it.

        A card on the Chain is public.
        """
        if isinstance(source, int):
            return 0, source
        if not (self._may_read(source, seat) or any(link.card is source for link in self.state.chain)):
            return 0, 0
        handle = source.handles[seat]
        return handle, 0 if handle else source.code

    def _may_read(self, card: Card, seat: Seat) -> bool:
        """Return whether the seat may read a card. Its own Deck is open while it chooses from it; a blind
        choice stays blind.
        """
        return bool(sight.readers(self.state, card) >> seat & 1) or (card.zone, card.owner) == ("deck", seat)

    def _check_answer(self, ask: DuelPrompt, body: Choice | Back) -> None:
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

    def _end_duel(self, result: Result) -> Iterator[Frame]:
        self._decided = result
        self._close_prompt()
        if self._run is not None:
            self._run.close()
        ops.finish(self.state, str(result))
        yield self._frame()

    def _begin_work(self) -> None:
        """Do nothing; called when an answer begins to be carried out."""

    def _frame(self) -> Frame:
        """Return a frame of all events since the last one."""
        return Frame(ops.take_events(self.state))


_ANSWERS, _ENDS = (Choice, Back), (Conceded, Agreed, Expire)
_OPEN_KINDS = (PromptKind.TURN, PromptKind.RESPONSE)
NONE_LEGAL = LegalOptions(())
"""The options of no prompt."""


def _span(least: int, most: int) -> Words | int:
    return least if least == most else words("one_to", least, most)
