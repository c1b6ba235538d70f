"""Answers to a scenario's prompts: by the words of the last decision, or by default.

By default response windows are passed, optional triggers are declined, and forced choices are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from facedown_server.games.scenarios.board import Story
from facedown_server.games.scenarios.files import Decision, Scenario
from facedown_server.games.scenarios.hints import LANDINGS, Hints
from facedown_server.games.scenarios.probes import Glimpse, Probes
from facedown_server.games.scenarios.scenario_rules import ScenarioRules
from facedown_server.games.scenarios.words import place_name
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import Act, Choice, Frame, PromptKind, SeatPrompt
from facedown_shared.tables import Seat

ORDERS = frozenset({"order", "arrange"})
"""Verbs of choices that order cards. By default the cards keep their order."""
SETTLED = frozenset({"activate", "done", "order", "arrange", "material", "number", "word"})
"""Verbs of choices that need no decision: by default they are passed, or take the first option."""
MAX_PROMPTS = 20_000
"""Maximum number of prompts answered before a scenario is rejected as endless."""


class CannotDo(Exception):
    """Rejection of a decision that is not offered. The text gives the reason."""


class PromptAnswers:
    """Default answers to the prompts of one scenario, and answers by the words of its decisions."""

    def __init__(self, scenario: Scenario, rules: ScenarioRules, probes: Probes) -> None:
        self.rules, self.probes = rules, probes
        self.story = Story(scenario.start.lp)
        self.hints = [Hints(0), Hints(1)]
        """The unused words of each player's last decision, by seat."""
        self.placements: list[dict[str, Any]] = []
        self.upcoming: Sequence[Decision] = ()
        """The decision after the present one, as a sequence of one; empty if there is none."""
        self.taken: Decision | None = None
        """The decision taken last."""
        self._fuel = MAX_PROMPTS

    @property
    def offers(self) -> Sequence[Offer]:
        """The options of the open prompt."""
        return self.rules.referee.offers

    @property
    def open_prompt(self) -> SeatPrompt | None:
        """The open prompt, or None when the duel is over."""
        asks = self.rules.referee.prompts()
        return asks[0] if asks else None

    def answer_until_open_state(self) -> None:
        """Answer prompts by default until a player is in the open state or the duel is over."""
        while (ask := self.open_prompt) is not None and ask.kind is not PromptKind.TURN:
            self.answer_by_default()

    def answer_until_decision(self) -> None:
        """Answer prompts by default until one is open: the open state, or a choice that needs a decision."""
        while (ask := self.open_prompt) is not None:
            chosen = ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
            if ask.kind is PromptKind.TURN or (chosen and self._is_open(self.offers)):
                return
            self.answer_by_default()

    def _is_open(self, offers: Sequence[Offer]) -> bool:
        verbs = {offer.verb for offer in offers}
        forced = self.open_prompt is not None and (
            self.open_prompt.back or len(offers) <= self.open_prompt.least
        )
        return not (forced or self.has_unused_hints(offers) or verbs <= LANDINGS or verbs & SETTLED)

    def has_unused_hints(self, offers: Sequence[Offer]) -> bool:
        """Return whether unused words of the last decision answer this prompt.

        False for choices of a zone or position.
        """
        lands = {offer.verb for offer in offers} <= LANDINGS
        return (
            self.open_prompt is not None and not lands and self.hints[self.open_prompt.seat].has_match(offers)
        )

    def answer_by_default(self) -> None:
        """Answer the open prompt by default."""
        ask = self.open_prompt
        if ask is not None and ask.kind is PromptKind.RESPONSE:
            self.note_window()
            self.pick("pass")
        else:
            self.answer()

    def finish_declaration(self) -> None:
        """Answer the remaining prompts of a declaration, unless the next decision answers them."""
        while (
            (ask := self.open_prompt) is not None
            and ask.back
            and ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
        ):
            offers = self.offers
            answered = {offer.verb for offer in offers} <= LANDINGS or self.has_unused_hints(offers)
            if not answered and self.is_left_open(ask.seat):
                return
            self.answer()

    def is_left_open(self, seat: Seat) -> bool:
        """Return whether the next decision is a `choose` or `answer` of this player."""
        return any(one.do in ("choose", "answer") and one.player == seat for one in self.upcoming)

    def answer(self) -> None:
        """Answer the open choice by the words of the last decision, or by default."""
        ask, offers = self.open_prompt, self.offers
        assert ask is not None
        verbs = {offer.verb for offer in offers}
        hints = self.hints[ask.seat]
        if not offers:
            self.pick()
        elif verbs == {"zone"}:
            offer = hints.zone(offers[0].card, offers)
            self._note_placement(ask.seat, offers, offer)
            self.pick(offer.key)
        elif verbs <= LANDINGS:
            self.pick(hints.position(offers[0].card, offers).key)
        elif verbs <= ORDERS and not (hints.has_match(offers) and hints.can_stack(verbs)):
            self.pick(min(offers, key=self._deck_index).key)
        else:
            if "activate" in verbs:
                self.note_window()
            self.pick(*self._keys(ask, offers, hints))

    def _deck_index(self, offer: Offer) -> int:
        """Return the index of an option's card in its Deck; 0 for other cards."""
        card = offer.card
        return (
            self.rules.duel.state.pile(card.owner, "deck").index(card) if card and card.zone == "deck" else 0
        )

    def _keys(self, ask: SeatPrompt, offers: Sequence[Offer], hints: Hints) -> list[str]:
        keys = hints.take_keys(offers, ask.most)
        keys += [key for key in (*ask.default, *(offer.key for offer in offers)) if key not in keys][
            : max(0, ask.least - len(keys))
        ]
        return keys

    def pick(self, *keys: str) -> None:
        """Answer the open prompt with the options of these keys.

        Raises CannotDo after MAX_PROMPTS prompts.
        """
        self._fuel -= 1
        if self._fuel <= 0:
            raise CannotDo("The duel goes on without end.")
        assert self.open_prompt is not None
        act = Act(self.open_prompt.seat, Choice(keys))
        self.rules.referee.check(act)
        self.record_frames(self.rules.referee.apply(act))

    def record_frames(self, frames: Iterable[Frame]) -> None:
        """Record the events of these frames."""
        for frame in frames:
            self.story.record_events(frame.events)

    def moments(self) -> tuple[str, ...]:
        """Return the words that a decision's `in` may use for the present moment."""
        return (self.rules.duel.state.phase, *filter(None, (self.rules.battle_step(),)))

    def note_window(self) -> None:
        """Record the options of this window for the open `could` probes."""
        if self.open_prompt is not None:
            self.probes.note(Glimpse(self.open_prompt.seat, self.moments(), self.offers))

    def _note_placement(self, seat: Seat, offers: Sequence[Offer], chosen: Offer) -> None:
        names = [place_name(offer.place, seat) for offer in offers if offer.place is not None]
        if chosen.place is not None:
            self.placements.append(
                {"player": seat, "offered": names, "chosen": place_name(chosen.place, seat)}
            )

    def begin_decision(self, decision: Decision) -> None:
        """Begin a decision: store its words, and set the results of the open `could` probes."""
        self.probes.close_probes()
        self.taken = decision
        seat = decision.player
        if decision.do not in ("choose", "answer") and not self.rules.duel.state.chain:
            self.hints[1 - seat] = Hints(1 - seat)
        self.hints[seat].start_decision(decision)
        if decision.do not in ("choose", "answer"):
            self.story.clear_moved()
