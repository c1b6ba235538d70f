"""Decisions that answer a prompt: `choose` and `answer`."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.scenarios.files import Decision
from facedown_server.games.scenarios.hints import LANDINGS, Hints, has_moved
from facedown_server.games.scenarios.prompt_answers import CannotDo, PromptAnswers
from facedown_server.games.scenarios.words import is_meant
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import PromptKind
from facedown_shared.tables import Seat


class ChoiceReplies:
    """Responder of one scenario: answers prompts with its `choose` and `answer` decisions."""

    def __init__(self, answers: PromptAnswers) -> None:
        self._answers = answers

    @property
    def _seat(self) -> Seat:
        """Seat of the open prompt; -1 when the duel is over."""
        return self._answers.open_prompt.seat if self._answers.open_prompt else -1

    def reply(self, decision: Decision) -> None:
        """Answer this player's first matching prompt with a `choose` or `answer` decision.

        Raises CannotDo if no prompt matches.
        """
        while (ask := self._answers.open_prompt) is not None and ask.kind is not PromptKind.TURN:
            offers = self._answers.offers
            if ask.kind is PromptKind.RESPONSE and decision.do == "choose" and self._was_forced(decision):
                return
            if (
                ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
                and ask.seat == decision.player
                and not self._answers.has_unused_hints(offers)
                and self._answers.rules.is_asked_for(offers)
            ):
                if decision.do == "answer" and self._answer_yes_no(offers, bool(decision.yes)):
                    return
                if decision.do == "choose" and (
                    self._chooses(decision, offers) or self.is_for_next_decision(decision, offers)
                ):
                    return
            self._answers.answer_by_default()
        if decision.do == "answer" or not (self._was_forced(decision) or self._was_made_unmoved(decision)):
            raise CannotDo(f"Player {decision.player} was not asked about that.")

    def _answer_yes_no(self, offers: Sequence[Offer], yes: bool) -> bool:
        """Answer yes or no; return whether the prompt allows that.

        A yes to an optional choice leaves the choice itself to the next decision.
        """
        by_verb = {offer.verb: offer.key for offer in reversed(offers)}
        refusal = by_verb.get("no") or by_verb.get("pass")
        may_take_none = self._answers.open_prompt is not None and self._answers.open_prompt.least == 0
        if refusal is None and "direct" in by_verb:
            return self._attacks_directly(offers, yes)
        if refusal is None and not may_take_none and "yes" not in by_verb:
            return False
        if not yes:
            self._answers.pick(*([refusal] if refusal is not None else []))
        elif "yes" in by_verb or "activate" in by_verb:
            self._answers.pick(by_verb.get("yes") or by_verb["activate"])
        elif not self._answers.is_left_open(self._seat):
            accepting = [offer.key for offer in offers if offer.key != refusal]
            if not accepting:
                raise CannotDo(f"Player {self._seat} can only say no to that.")
            self._answers.pick(accepting[0])
        return True

    def _attacks_directly(self, offers: Sequence[Offer], yes: bool) -> bool:
        """Answer yes or no to a direct attack that could also target a monster."""
        fitting = [offer.key for offer in offers if (offer.verb == "direct") == yes]
        if len(fitting) == 1 or not self._answers.is_left_open(self._seat):
            self._answers.pick(fitting[0])
        return True

    def _chooses(self, decision: Decision, offers: Sequence[Offer]) -> bool:
        """Apply a `choose` decision if it matches these options; return whether it does.

        At a prompt for a zone or position, a decision matches if it names one.
        """
        verbs = {offer.verb for offer in offers}
        if verbs <= LANDINGS:
            chosen = bool(decision.zone or decision.position)
        else:
            trial = Hints(decision.player)
            trial.start_decision(decision)
            chosen = trial.has_match(offers) and trial.can_stack(verbs)
        if chosen:
            self._answers.begin_decision(decision)
            self._answers.answer()
        return chosen

    def is_for_next_decision(self, decision: Decision, offers: Sequence[Offer]) -> bool:
        """Return whether this prompt belongs to the next decision.

        True if the present decision's choice was made automatically. The present decision is then done.
        """
        if not any(one.do == "choose" and one.player == decision.player for one in self._answers.upcoming):
            return False
        trial = Hints(decision.player)
        trial.start_decision(self._answers.upcoming[0])
        if not trial.has_match(offers):
            return False
        self._answers.begin_decision(decision)
        return True

    def _was_forced(self, decision: Decision) -> bool:
        """Return whether a choice was made automatically: its cards have moved since the last action."""
        moved = [event for event in self._answers.story.moved if event.kind in ("move", "attach", "vanish")]
        return bool(decision.cards) and all(
            any(has_moved(event, word, decision.player) for event in moved) for word in decision.cards
        )

    def _was_made_unmoved(self, decision: Decision) -> bool:
        """Return whether a choice was made automatically without a move.

        Its cards were targeted or revealed.
        """
        seat, moved = decision.player, self._answers.story.moved
        seen = [card for event in moved if event.kind == "activate" for card in event.others]
        seen += [event.card for event in moved if event.kind == "reveal" and event.card is not None]
        return bool(decision.cards) and all(
            any(is_meant(card, word, seat) for card in seen) for word in decision.cards
        )
