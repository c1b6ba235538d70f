"""Lookup of the option that a decision means, and the reason if there is none."""

from __future__ import annotations

from facedown_server.games.scenarios.files import Decision
from facedown_server.games.scenarios.hints import VERBS, is_about, is_target, option
from facedown_server.games.scenarios.prompt_answers import CannotDo, PromptAnswers
from facedown_server.games.scenarios.words import Copy, passcode
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card
from facedown_shared.tables import Seat


class OfferLookup:
    """Lookup of the options that decisions mean, in the open prompt of one scenario."""

    def __init__(self, answers: PromptAnswers) -> None:
        self.answers, self.rules = answers, answers.rules

    def offer(self, seat: Seat, action: Decision) -> Offer | None:
        """Return the option of the open prompt that a decision means, or None."""
        verb = VERBS.get(action.do, "")
        fitting = [
            offer for offer in self.answers.offers
            if offer.verb == verb and is_about(offer, action, seat)
            and self._may_attack(offer.card, action, seat)
        ]  # fmt: skip
        if action.option is not None:
            return option(fitting, action.option)
        named = action.with_ if action.do == "attack" else action.card
        nth = named.nth if isinstance(named, Copy) else 1
        return fitting[nth - 1] if nth <= len(fitting) else None

    def _may_attack(self, attacker: Card | None, action: Decision, seat: Seat) -> bool:
        if action.do != "attack" or attacker is None or action.target is None:
            return True
        return any(is_target(card, action.target, seat) for card in self.rules.targets(attacker))

    def is_offered(self, seat: Seat, action: Decision) -> bool:
        """Return whether this player is offered this action now."""
        is_asked = self.answers.open_prompt is not None and self.answers.open_prompt.seat == seat
        return is_asked and self.is_due(action) and self.offer(seat, action) is not None

    def is_due(self, decision: Decision) -> bool:
        """Return whether the duel is at the turn and moment that a decision names."""
        is_open = self.answers.open_prompt is not None and self.answers.open_prompt.kind is PromptKind.TURN
        return (
            decision.turn in (None, self.rules.duel.state.turn)
            and (decision.when != "open" or is_open)
            and decision.in_ in (None, *self.answers.moments())
        )

    def choose_attack_target(self, decision: Decision) -> None:
        """Choose the attack target that a decision names.

        Raises CannotDo if the monster cannot be attacked or another target is forced.
        """
        wanted, ask = decision.target, self.answers.open_prompt
        if wanted is None:
            return
        asked = ask is not None and ask.back and ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
        for offer in self.answers.offers if asked else ():
            if is_target(offer.card, wanted, decision.player):
                self.answers.pick(offer.key)
                return
        if asked or any(not is_target(card, wanted, decision.player) for card in self.rules.attack_targets()):
            raise CannotDo(f"{wanted} cannot be attacked.")

    def refuse_unscripted(self, decision: Decision) -> None:
        """Raise CannotDo if the decision's card has no script."""
        code = passcode(decision.card)
        if code is not None and self.rules.is_unscripted(code) and not self.rules.pool[code].is_a("pendulum"):
            raise CannotDo(f"{self.rules.pool[code].name} has no script, so its effect cannot be activated.")

    def explain_missing(self, decision: Decision) -> str:
        """Return a sentence that says why a decision is not offered.

        Raises CannotDo if the card has no script.
        """
        self.refuse_unscripted(decision)
        named = decision.card if decision.with_ is None else decision.with_
        code = passcode(named)
        where = named.zone if isinstance(named, Copy) else named
        what = self.rules.pool[code].name if code is not None else str(where or decision.to or "")
        deed = " ".join(word for word in (decision.do.replace("_", " "), what) if word)
        return f"Player {decision.player} is not offered to {deed}."
