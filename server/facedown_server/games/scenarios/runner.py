"""Runner of scenarios: applies each decision at the first prompt that it can answer.

A scenario stops at the first open prompt after its last decision, or when the duel ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from facedown_server.games.scenarios import board
from facedown_server.games.scenarios.choice_replies import ChoiceReplies
from facedown_server.games.scenarios.files import Decision, Scenario
from facedown_server.games.scenarios.hints import Hints, is_about, is_possible_target, next_decision
from facedown_server.games.scenarios.offer_lookup import OfferLookup
from facedown_server.games.scenarios.probes import Probes
from facedown_server.games.scenarios.prompt_answers import CannotDo, PromptAnswers
from facedown_server.games.scenarios.scenario_rules import ScenarioRules
from facedown_server.games.scenarios.words import passcode
from facedown_server.refereeing.referee import PromptKind, SeatPrompt


@dataclass(frozen=True, slots=True)
class ScenarioOutcome:
    """Outcome of a scenario, and the sizes of the groups of each Graveyard."""

    shape: dict[str, Any]
    together: list[list[int]]
    together_in_snapshots: list[list[list[int]]]


class Runner:
    """Runner of one scenario on one duel. `answers` and `offers` adapt it to another referee."""

    def __init__(
        self,
        scenario: Scenario,
        rules: ScenarioRules,
        answers: type[PromptAnswers] = PromptAnswers,
        offers: type[OfferLookup] = OfferLookup,
    ) -> None:
        self._scenario, self._rules, self._probes = scenario, rules, Probes()
        self._answers = answers(scenario, rules, self._probes)
        self._offers = offers(self._answers)
        self._replies = ChoiceReplies(self._answers)

    def run(self) -> ScenarioOutcome:
        """Run all decisions and return the outcome."""
        refused: dict[str, Any] = {"status": "ok"}
        self._answers.record_frames(self._rules.first_frames)
        for at, decision in enumerate(self._scenario.decisions):
            self._answers.upcoming = next_decision(self._scenario.decisions[at + 1 :])
            try:
                self._decide(decision)
            except CannotDo as reason:
                refused = {"status": "refused", "decision": at, "reason": str(reason)}
                break
        else:
            self._answers.answer_until_decision()
        self._probes.close_probes()
        return self._outcome(refused)

    def _decide(self, decision: Decision) -> None:
        if decision.do == "could":
            self._probes.open_probe(decision)
        elif decision.do == "snapshot":
            self._advance_to_prompt()
            self._probes.take_snapshot(self._position(), self._graveyard_groups())
        elif decision.do == "can":
            self._advance_to_prompt()
            assert decision.action is not None
            self._probes.results.append(self._offers.is_offered(decision.player, decision.action))
        elif decision.do in ("choose", "answer"):
            if not (decision.do == "answer" and decision.what == "direct" and self._has_named_target()):
                self._replies.reply(decision)
        elif decision.what == "instead":
            self._save(decision)
        elif decision.do == "activate" and decision.when != "open":
            self._respond(decision)
        else:
            self._act(decision)

    def _act(self, decision: Decision) -> None:
        """Take an action of the turn player in the open state.

        Raises CannotDo if it is not offered.
        """
        self._answers.answer_until_open_state()
        if self._answers.open_prompt is None:
            raise CannotDo("The duel is over.")
        if (
            self._answers.open_prompt.seat != decision.player
            or self._answers.open_prompt.kind is not PromptKind.TURN
        ):
            raise CannotDo(f"Player {decision.player} is not the one who may act now.")
        offer = self._offers.offer(decision.player, decision)
        if offer is None:
            raise CannotDo(self._offers.explain_missing(decision))
        self._answers.begin_decision(decision)
        self._answers.pick(offer.key)
        if decision.do == "attack":
            self._offers.choose_attack_target(decision)
        self._answers.finish_declaration()

    def _respond(self, decision: Decision) -> None:
        """Activate a card at the first window or open state that allows it.

        Raises CannotDo if none does.
        """
        self._offers.refuse_unscripted(decision)
        while (ask := self._answers.open_prompt) is not None:
            if ask.seat == decision.player and self._offers.is_due(decision):
                offer = self._offers.offer(decision.player, decision)
                if offer is not None and is_possible_target(offer, decision):
                    self._answers.note_window()
                    self._answers.begin_decision(decision)
                    self._answers.pick(offer.key)
                    self._answers.finish_declaration()
                    return
            if self._activates_itself(decision, ask):
                return
            if ask.kind is PromptKind.TURN:
                break
            self._answers.answer_by_default()
        if not self._has_activated(decision):
            raise CannotDo(self._offers.explain_missing(decision))
        self._answers.begin_decision(decision)

    def _has_named_target(self) -> bool:
        """Return whether the last decision was an attack with a target, so that none is prompted for."""
        attack = self._answers.taken
        return attack is not None and attack.do == "attack" and attack.target is not None

    def _save(self, decision: Decision) -> None:
        """Apply an effect that replaces a destruction: its player answers yes.

        Raises CannotDo if the effect is not offered.
        """
        while (ask := self._answers.open_prompt) is not None and ask.kind is not PromptKind.TURN:
            for offer in self._answers.offers if ask.seat == decision.player else ():
                if offer.verb == "yes" and is_about(offer, decision, decision.player):
                    self._answers.begin_decision(decision)
                    self._answers.pick(offer.key)
                    return
            self._answers.answer_by_default()
        raise CannotDo(self._offers.explain_missing(decision))

    def _activates_itself(self, decision: Decision, ask: SeatPrompt) -> bool:
        """Return whether the decision's card activates automatically.

        Answers the prompt for its targets with the decision's words.
        """
        if ask.kind is not PromptKind.CHOICE or ask.seat != decision.player:
            return False
        offers = self._answers.offers
        if self._has_activated(decision):
            return self._replies.is_for_next_decision(decision, offers)
        trial = Hints(decision.player)
        trial.start_decision(decision)
        forced = self._rules.must_activate(passcode(decision.card) or 0)
        if not (forced and {offer.verb for offer in offers} == {"target"} and trial.has_match(offers)):
            return False
        self._answers.begin_decision(decision)
        self._answers.answer()
        return True

    def _advance_to_prompt(self) -> None:
        """Advance to the prompt that a probe inspects: the next decision's choice, or else the open state."""
        if any(one.do in ("choose", "answer") for one in self._answers.upcoming):
            self._answers.answer_until_decision()
        else:
            self._answers.answer_until_open_state()

    def _has_activated(self, decision: Decision) -> bool:
        """Return whether the card has activated automatically since the last decision.

        A mandatory trigger does.
        """
        return any(
            event.kind == "activate"
            and event.seat == decision.player
            and event.code == passcode(decision.card)
            for event in self._answers.story.moved
        )

    def _position(self) -> dict[str, Any]:
        """Describe the present position."""
        return board.position(self._rules.duel, self._rules.referee.result(), self._answers.story)

    def _graveyard_groups(self) -> list[list[int]]:
        """Return the sizes of the groups of each Graveyard."""
        return [board.groups(self._rules.duel, self._answers.story, seat) for seat in (0, 1)]

    def _outcome(self, head: dict[str, Any]) -> ScenarioOutcome:
        answers, probes = self._answers, self._probes
        shape = {
            "id": self._scenario.id, **head, **self._position(), "chains": answers.story.chains,
            "probes": probes.results, "snapshots": probes.snapshots, "placements": answers.placements,
            "events": answers.story.events,
        }  # fmt: skip
        names = sorted(
            {card.name for card in self._rules.duel.state.cards if self._rules.is_unscripted(card.code)}
        )
        if names:
            shape["unscripted"] = names
        if self._scenario.notes:
            shape["notes"] = list(self._scenario.notes)
        return ScenarioOutcome(shape, self._graveyard_groups(), probes.together)
