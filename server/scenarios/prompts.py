"""The prompts of a running scenario: what is passed, what makes itself, what a decision has answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from server.duel.core.prompts import Offer
from server.duel.engine import DuelReferee
from server.referee import Act, Choice, Frame, PromptKind, SeatPrompt
from server.scenarios.board import Story
from server.scenarios.files import Decision
from server.scenarios.hints import LANDINGS, VERBS, Hints, is_about
from server.scenarios.words import full
from shared.zones import Seat

ORDERS = frozenset({"order", "arrange"})
"""Verbs of choices that put cards in an order: left alone, they lie as they lay."""
SETTLED = frozenset({"activate", "done", "order", "arrange", "material", "number", "word"})
"""Verbs of choices that nobody waits for: unanswered they are passed, or the first is taken."""
FUEL = 20_000
"""Prompts answered before a scenario is called endless."""


class CannotDo(Exception):
    """A decision that is not offered; the words say why."""


@dataclass(slots=True)
class Glimpse:
    """A window of a player: when it was, and what it offered."""

    seat: Seat
    moments: tuple[str, ...]
    offers: Sequence[Offer] = field(default_factory=list)

    def allowed(self, decision: Decision) -> bool:
        """Whether it offered what a `could` looks for, when it looks for it."""
        action = decision.action
        if action is None or self.seat != decision.player:
            return False
        if any(word not in self.moments for word in (decision.in_, action.in_) if word is not None):
            return False
        verb = VERBS.get(action.do, "")
        return any(offer.verb == verb and is_about(offer, action, self.seat) for offer in self.offers)


class Prompts:
    """A duel with its open prompt, and what is known of how it came there."""

    def __init__(self, referee: DuelReferee, story: Story) -> None:
        self.referee, self.duel = referee, referee.duel
        self.story = story
        self.hints = [Hints(0), Hints(1)]
        """Of each player the words of their last decision: an answer in between uses up nobody else's."""
        self.placements: list[dict[str, Any]] = []
        self.windows: list[Glimpse] = []
        """Every window since the last decision."""
        self.upcoming: Sequence[Decision] = ()
        """The decision after the one being taken, if there is one."""
        self.fuel = FUEL

    @property
    def ask(self) -> SeatPrompt | None:
        """The open prompt, or None when the duel is over."""
        asks = self.referee.prompts()
        return asks[0] if asks else None

    def _to_open(self) -> None:
        """Let everything pass until a player is in the open state, or the duel is over."""
        while (ask := self.ask) is not None and ask.kind is not PromptKind.TURN:
            self._let_pass()

    def _stop(self) -> None:
        """Go to the first prompt that is open: neither a window nor a choice that makes itself."""
        while (ask := self.ask) is not None:
            chosen = ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
            if ask.kind is PromptKind.TURN or (chosen and self._is_open(self.referee.offers)):
                return
            self._let_pass()

    def _is_open(self, offers: Sequence[Offer]) -> bool:
        verbs = {offer.verb for offer in offers}
        forced = self.ask is not None and (self.ask.back or len(offers) <= self.ask.least)
        return not (forced or self._still_hinted(offers) or verbs <= LANDINGS or verbs & SETTLED)

    def _still_hinted(self, offers: Sequence[Offer]) -> bool:
        """Whether words of the decision before still answer this prompt; no word says where a card lands."""
        lands = {offer.verb for offer in offers} <= LANDINGS
        return self.ask is not None and not lands and self.hints[self.ask.seat].fits(offers)

    def _let_pass(self) -> None:
        """Answer the open prompt as if nobody had a decision for it."""
        ask = self.ask
        if ask is not None and ask.kind is PromptKind.RESPONSE:
            self._glimpse()
            self._pick("pass")
        else:
            self._answer()

    def _finish_declaration(self) -> None:
        """Answer the rest of a declaration by its words, unless the next decision is about it."""
        while (
            (ask := self.ask) is not None and ask.back and ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
        ):
            offers = self.referee.offers
            answered = {offer.verb for offer in offers} <= LANDINGS or self._still_hinted(offers)
            if not answered and self._is_left_open(ask.seat):
                return
            self._answer()

    def _is_left_open(self, seat: Seat) -> bool:
        return any(one.do in ("choose", "answer") and one.player == seat for one in self.upcoming)

    def _answer(self) -> None:
        """Answer a choice by the words of the decision taken last, else as the rules would by themselves."""
        ask, offers = self.ask, self.referee.offers
        assert ask is not None
        verbs = {offer.verb for offer in offers}
        hints = self.hints[ask.seat]
        if not offers:
            self._pick()
        elif verbs == {"zone"}:
            offer = hints.zone(offers[0].card, offers)
            self._note_placement(ask.seat, offers, offer)
            self._pick(offer.key)
        elif verbs <= LANDINGS:
            self._pick(hints.position(offers[0].card, offers).key)
        elif verbs <= ORDERS and not (hints.fits(offers) and hints.may_stack(verbs)):
            self._pick(min(offers, key=self._lies_at).key)
        else:
            if "activate" in verbs:
                self._glimpse()
            self._pick(*self._keys(ask, offers, hints))

    def _lies_at(self, offer: Offer) -> int:
        """Where a card lies in its pile: an order nobody asks for stays as it is."""
        card = offer.card
        return self.duel.state.pile(card.owner, "deck").index(card) if card and card.zone == "deck" else 0

    def _keys(self, ask: SeatPrompt, offers: Sequence[Offer], hints: Hints) -> list[str]:
        keys = hints.take(offers, ask.most)
        keys += [key for key in (*ask.default, *(offer.key for offer in offers)) if key not in keys][
            : max(0, ask.least - len(keys))
        ]
        return keys

    def _pick(self, *keys: str) -> None:
        self.fuel -= 1
        if self.fuel <= 0:
            raise CannotDo("The duel goes on without end.")
        assert self.ask is not None
        act = Act(self.ask.seat, Choice(keys))
        self.referee.check(act)
        self._hear(self.referee.apply(act))

    def _hear(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            self.story.hear(frame.events)

    def _moments(self) -> tuple[str, ...]:
        """What `in` may call this moment."""
        battle = ("damage" if self.duel.step else "declaration",) if self.duel.attack is not None else ()
        return (self.duel.state.phase, *battle)

    def _glimpse(self) -> None:
        """Remember what this window offers, for every `could` about the time since the last decision."""
        if self.ask is not None:
            self.windows.append(Glimpse(self.ask.seat, self._moments(), self.referee.offers))

    def _note_placement(self, seat: Seat, offers: Sequence[Offer], chosen: Offer) -> None:
        names = [full(offer.place, seat) for offer in offers if offer.place is not None]
        if chosen.place is not None:
            self.placements.append({"player": seat, "offered": names, "chosen": full(chosen.place, seat)})
