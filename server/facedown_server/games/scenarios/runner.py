"""Running one scenario: each decision is taken at the first prompt it can answer.

Windows no decision answers are passed, optional triggers not activated are declined, forced choices are made.
A scenario stops at the first open prompt after its last decision, or when the duel ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from facedown_server.games.duel.battle import battle_phase
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.library import scripted
from facedown_server.games.duel.starting_position import begin
from facedown_server.games.scenarios import board
from facedown_server.games.scenarios.board import Story
from facedown_server.games.scenarios.files import Decision, Scenario
from facedown_server.games.scenarios.hints import (
    LANDINGS,
    VERBS,
    Hints,
    has_moved,
    is_about,
    is_possible,
    is_target,
    next_taken,
    option,
)
from facedown_server.games.scenarios.words import Copy, full, is_meant, passcode
from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import Act, Choice, Frame, PromptKind, SeatPrompt
from facedown_server.table.random_streams import FixedStreams
from facedown_server.table.starting_position import StartingPosition
from facedown_server.table.state import Card
from facedown_shared.cards.facts import Pool
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import Seat

ORDERS = frozenset({"order", "arrange"})
"""Verbs of choices that put cards in an order: left alone, they lie as they lay."""
SETTLED = frozenset({"activate", "done", "order", "arrange", "material", "number", "word"})
"""Verbs of choices that nobody waits for: unanswered they are passed, or the first is taken."""
MAX_PROMPTS = 20_000
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
        if not {decision.in_, action.in_} <= {None, *self.moments}:
            return False
        verb = VERBS.get(action.do, "")
        return any(offer.verb == verb and is_about(offer, action, self.seat) for offer in self.offers)


@dataclass(frozen=True, slots=True)
class ScenarioOutcome:
    """How a scenario came out, and which cards of the Graveyards came together."""

    shape: dict[str, Any]
    together: list[list[int]]
    together_in_snapshots: list[list[list[int]]]


class Runner:
    """One scenario on one duel."""

    def __init__(self, scenario: Scenario, pool: Pool) -> None:
        self.scenario = scenario
        self.pool = pool
        self.referee: PromptedReferee
        self.duel: board.ObservedDuel
        self._begun = self.begin(board.start(scenario))
        self.story = Story(scenario.start.lp)
        self.hints = [Hints(0), Hints(1)]
        """Of each player the words of their last decision: an answer in between uses up nobody else's."""
        self.placements: list[dict[str, Any]] = []
        self.windows: list[Glimpse] = []
        """Every window since the last decision."""
        self.upcoming: Sequence[Decision] = ()
        """The decision after the one being taken, if there is one."""
        self.fuel = MAX_PROMPTS
        self.probes: list[bool] = []
        self.snapshots: list[dict[str, Any]] = []
        self.together_in_snapshots: list[list[list[int]]] = []
        self.watches: list[tuple[int, Decision]] = []
        """Each `could` that waits for the next decision: which probe it is, and what it looks for."""
        self.taken: Decision | None = None
        """The decision taken last."""

    def run(self) -> ScenarioOutcome:
        """The whole scenario."""
        refused: dict[str, Any] = {"status": "ok"}
        self._hear(self._begun)
        for at, decision in enumerate(self.scenario.decisions):
            self.upcoming = next_taken(self.scenario.decisions[at + 1 :])
            try:
                self._decide(decision)
            except CannotDo as reason:
                refused = {"status": "refused", "decision": at, "reason": str(reason)}
                break
        else:
            self._stop()
        self._close_watches()
        return self._outcome(refused)

    # --- what the referee's own rules say -------------------------------------------------------------------

    def begin(self, position: StartingPosition) -> Iterable[Frame]:
        """Put the duel on a referee; its frames up to the first prompt."""
        referee = DuelReferee(FORMATS[self.scenario.ruleset], self.pool)
        self.referee, self.duel, self._rules = referee, referee.duel, referee.duel
        return begin(referee, position, FixedStreams(board.throws(self.scenario)))

    def must_activate(self, code: int) -> bool:
        """Whether a card has an effect with targets that activates by itself."""
        script = self._rules.scripts.get(code)
        return script is not None and any(effect.must and effect.target for effect in script.effects)

    def attacked(self) -> Sequence[Card | None]:
        """Whom the declared attack is for (None: directly); empty without one."""
        attack = self._rules.attack
        return () if attack is None else (attack.target,)

    def targets(self, attacker: Card) -> Sequence[Card | None]:
        """Whom a monster may attack."""
        return battle_phase.targets(self._rules, attacker)

    def in_battle(self) -> str:
        """ "declaration" or "damage" while an attack is on, else ""."""
        return ("damage" if self._rules.step else "declaration") if self._rules.attack is not None else ""

    def is_asked_for(self, offers: Sequence[Offer]) -> bool:
        """Whether these are asked for by the rules, and not for the sake of what others see."""
        return True

    def unscripted(self, code: int) -> bool:
        """Whether a card cannot be activated for want of a script."""
        return code not in scripted(self.pool)

    # --- decisions ------------------------------------------------------------------------------------------

    def _decide(self, decision: Decision) -> None:
        if decision.do == "could":
            self.watches.append((len(self.probes), decision))
            self.probes.append(False)
        elif decision.do == "snapshot":
            self._to_prompt()
            self.snapshots.append(board.position(self.duel, self.referee.result(), self.story))
            self.together_in_snapshots.append(self._together())
        elif decision.do == "can":
            self._to_prompt()
            assert decision.action is not None
            self.probes.append(self._is_offered(decision.player, decision.action))
        elif decision.do in ("choose", "answer"):
            if not (decision.do == "answer" and decision.what == "direct" and self._has_said_whom()):
                self._reply(decision)
        elif decision.what == "instead":
            self._save(decision)
        elif decision.do == "activate" and decision.when != "open":
            self._respond(decision)
        else:
            self._act(decision)

    def _act(self, decision: Decision) -> None:
        """Something the turn player does in the open state."""
        self._to_open()
        if self.ask is None:
            raise CannotDo("The duel is over.")
        if self.ask.seat != decision.player or self.ask.kind is not PromptKind.TURN:
            raise CannotDo(f"Player {decision.player} is not the one who may act now.")
        offer = self._offer(decision.player, decision)
        if offer is None:
            raise CannotDo(self._why_not(decision))
        self._take(decision)
        self._pick(offer.key)
        if decision.do == "attack":
            self._choose_attack_target(decision)
        self._finish_declaration()

    def _respond(self, decision: Decision) -> None:
        """An activation at the first window that allows it (or in the open state, if that comes first)."""
        self._refuse_unscripted(decision)
        while (ask := self.ask) is not None:
            if ask.seat == decision.player and self._is_time(decision):
                offer = self._offer(decision.player, decision)
                if offer is not None and is_possible(offer, decision):
                    self._glimpse()
                    self._take(decision)
                    self._pick(offer.key)
                    self._finish_declaration()
                    return
            if self._activates_itself(decision, ask):
                return
            if ask.kind is PromptKind.TURN:
                break
            self._let_pass()
        if not self._has_activated(decision):
            raise CannotDo(self._why_not(decision))
        self._take(decision)

    def _has_said_whom(self) -> bool:
        """Whether the attack before has said already whom it is for, so that nobody asks."""
        attack = self.taken
        return attack is not None and attack.do == "attack" and attack.target is not None

    def _save(self, decision: Decision) -> None:
        """An effect that replaces a destruction, without a chain: its player says yes when asked."""
        while (ask := self.ask) is not None and ask.kind is not PromptKind.TURN:
            for offer in self.referee.offers if ask.seat == decision.player else ():
                if offer.verb == "yes" and is_about(offer, decision, decision.player):
                    self._take(decision)
                    self._pick(offer.key)
                    return
            self._let_pass()
        raise CannotDo(self._why_not(decision))

    def _activates_itself(self, decision: Decision, ask: SeatPrompt) -> bool:
        """Whether the card has to activate, and this prompt is about its targets or for the next one."""
        if ask.kind is not PromptKind.CHOICE or ask.seat != decision.player:
            return False
        offers = self.referee.offers
        if self._has_activated(decision):
            return self._is_for_the_next(decision, offers)
        trial = Hints(decision.player)
        trial.begin(decision)
        forced = self.must_activate(passcode(decision.card) or 0)
        if not (forced and {offer.verb for offer in offers} == {"target"} and trial.fits(offers)):
            return False
        self._take(decision)
        self._answer()
        return True

    def _reply(self, decision: Decision) -> None:
        """`choose` or `answer`: at the first prompt of this player that it fits."""
        while (ask := self.ask) is not None and ask.kind is not PromptKind.TURN:
            offers = self.referee.offers
            if ask.kind is PromptKind.RESPONSE and decision.do == "choose" and self._was_forced(decision):
                return
            if (
                ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
                and ask.seat == decision.player
                and not self._still_hinted(offers)
                and self.is_asked_for(offers)
            ):
                if decision.do == "answer" and self._answers(offers, bool(decision.yes)):
                    return
                if decision.do == "choose" and (
                    self._chooses(decision, offers) or self._is_for_the_next(decision, offers)
                ):
                    return
            self._let_pass()
        if decision.do == "answer" or not (self._was_forced(decision) or self._was_settled(decision)):
            raise CannotDo(f"Player {decision.player} was not asked about that.")

    def _answers(self, offers: Sequence[Offer], yes: bool) -> bool:
        """Say yes or no; yes to a choice that can be declined leaves it to the next decision."""
        by_verb = {offer.verb: offer.key for offer in reversed(offers)}
        refusal = by_verb.get("no") or by_verb.get("pass")
        may_take_none = self.ask is not None and self.ask.least == 0
        if refusal is None and "direct" in by_verb:
            return self._attacks_directly(offers, yes)
        if refusal is None and not may_take_none and "yes" not in by_verb:
            return False
        if not yes:
            self._pick(*([refusal] if refusal is not None else []))
        elif "yes" in by_verb or "activate" in by_verb:
            self._pick(by_verb.get("yes") or by_verb["activate"])
        elif not self._is_left_open(self.ask.seat if self.ask else -1):
            accepting = [offer.key for offer in offers if offer.key != refusal]
            if not accepting:
                raise CannotDo(f"Player {self.ask.seat if self.ask else -1} can only say no to that.")
            self._pick(accepting[0])
        return True

    def _attacks_directly(self, offers: Sequence[Offer], yes: bool) -> bool:
        """Yes or no to a direct attack where a monster could be attacked as well."""
        fitting = [offer.key for offer in offers if (offer.verb == "direct") == yes]
        if len(fitting) == 1 or not self._is_left_open(self.ask.seat if self.ask else -1):
            self._pick(fitting[0])
        return True

    def _chooses(self, decision: Decision, offers: Sequence[Offer]) -> bool:
        """Take a `choose` whose cards are offered, or whose cards were forced and whose zone is asked now."""
        verbs = {offer.verb for offer in offers}
        if verbs <= LANDINGS:
            chosen = bool(decision.zone or decision.position)
        else:
            trial = Hints(decision.player)
            trial.begin(decision)
            chosen = trial.fits(offers) and trial.may_stack(verbs)
        if chosen:
            self._take(decision)
            self._answer()
        return chosen

    def _is_for_the_next(self, decision: Decision, offers: Sequence[Offer]) -> bool:
        """Whether this choice is the next decision's: the one before it was forced and made itself."""
        if not any(one.do == "choose" and one.player == decision.player for one in self.upcoming):
            return False
        trial = Hints(decision.player)
        trial.begin(self.upcoming[0])
        if not trial.fits(offers):
            return False
        self._take(decision)
        return True

    def _take(self, decision: Decision) -> None:
        """A decision is being taken: its words count from now on, and what watched for it is settled."""
        self._close_watches()
        self.taken = decision
        seat = decision.player
        if decision.do not in ("choose", "answer") and not self.duel.state.chain:
            self.hints[1 - seat] = Hints(1 - seat)
        self.hints[seat].begin(decision)
        if decision.do not in ("choose", "answer"):
            self.story.turn_page()

    def _choose_attack_target(self, decision: Decision) -> None:
        """Answer the question whom to attack; a forced target must be the one meant."""
        wanted, ask = decision.target, self.ask
        if wanted is None:
            return
        asked = ask is not None and ask.back and ask.kind in (PromptKind.CHOICE, PromptKind.TRIGGER)
        for offer in self.referee.offers if asked else ():
            if is_target(offer.card, wanted, decision.player):
                self._pick(offer.key)
                return
        if asked or any(not is_target(card, wanted, decision.player) for card in self.attacked()):
            raise CannotDo(f"{wanted} cannot be attacked.")

    def _to_prompt(self) -> None:
        """Go where a probe looks: to the choice that the next decision makes, or to the open state."""
        if any(one.do in ("choose", "answer") for one in self.upcoming):
            self._stop()
        else:
            self._to_open()

    # --- the prompts: what is passed, what makes itself, what a decision has answered -----------------------

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
        return (self.duel.state.phase, *filter(None, (self.in_battle(),)))

    def _glimpse(self) -> None:
        """Remember what this window offers, for every `could` about the time since the last decision."""
        if self.ask is not None:
            self.windows.append(Glimpse(self.ask.seat, self._moments(), self.referee.offers))

    def _note_placement(self, seat: Seat, offers: Sequence[Offer], chosen: Offer) -> None:
        names = [full(offer.place, seat) for offer in offers if offer.place is not None]
        if chosen.place is not None:
            self.placements.append({"player": seat, "offered": names, "chosen": full(chosen.place, seat)})

    # --- looking --------------------------------------------------------------------------------------------

    def _offer(self, seat: Seat, action: Decision) -> Offer | None:
        """The option of the open prompt that an action means."""
        verb = VERBS.get(action.do, "")
        fitting = [
            offer for offer in self.referee.offers
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
        return any(is_target(card, action.target, seat) for card in self.targets(attacker))

    def _is_offered(self, seat: Seat, action: Decision) -> bool:
        is_asked = self.ask is not None and self.ask.seat == seat
        return is_asked and self._is_time(action) and self._offer(seat, action) is not None

    def _is_time(self, decision: Decision) -> bool:
        is_open = self.ask is not None and self.ask.kind is PromptKind.TURN
        return (
            decision.turn in (None, self.duel.state.turn)
            and (decision.when != "open" or is_open)
            and decision.in_ in (None, *self._moments())
        )

    def _close_watches(self) -> None:
        for at, decision in self.watches:
            self.probes[at] = any(glimpse.allowed(decision) for glimpse in self.windows)
        self.watches, self.windows = [], []

    def _has_activated(self, decision: Decision) -> bool:
        """Whether the card activated by itself since the last decision (a mandatory trigger does)."""
        return any(
            told.kind == "activate" and told.seat == decision.player and told.code == passcode(decision.card)
            for told in self.story.moved
        )

    def _was_forced(self, decision: Decision) -> bool:
        """Whether a choice was made by itself: its cards have moved since the last act."""
        moved = [told for told in self.story.moved if told.kind in ("move", "attach", "vanish")]
        return bool(decision.cards) and all(
            any(has_moved(told, word, decision.player) for told in moved) for word in decision.cards
        )

    def _was_settled(self, decision: Decision) -> bool:
        """Whether a choice was the only one and moved nothing: its cards were targeted or shown."""
        seat = decision.player
        seen = [card for told in self.story.moved if told.kind == "activate" for card in told.others]
        seen += [told.card for told in self.story.moved if told.kind == "reveal" and told.card is not None]
        return bool(decision.cards) and all(
            any(is_meant(card, word, seat) for card in seen) for word in decision.cards
        )

    def _together(self) -> list[list[int]]:
        """Which cards of the Graveyards came together."""
        return [board.groups(self.duel, self.story, seat) for seat in (0, 1)]

    # --- refusing and telling -------------------------------------------------------------------------------

    def _refuse_unscripted(self, decision: Decision) -> None:
        code = passcode(decision.card)
        if code is not None and self.unscripted(code) and not self.pool[code].is_a("pendulum"):
            raise CannotDo(f"{self.pool[code].name} has no script, so its effect cannot be activated.")

    def _why_not(self, decision: Decision) -> str:
        self._refuse_unscripted(decision)
        named = decision.card if decision.with_ is None else decision.with_
        code = passcode(named)
        where = named.zone if isinstance(named, Copy) else named
        what = self.pool[code].name if code is not None else str(where or decision.to or "")
        deed = " ".join(word for word in (decision.do.replace("_", " "), what) if word)
        return f"Player {decision.player} is not offered to {deed}."

    def _outcome(self, head: dict[str, Any]) -> ScenarioOutcome:
        shape = {
            "id": self.scenario.id,
            **head,
            **board.position(self.duel, self.referee.result(), self.story),
        }
        shape |= {
            "chains": self.story.chains, "probes": self.probes, "snapshots": self.snapshots,
            "placements": self.placements, "events": self.story.events,
        }  # fmt: skip
        names = sorted({card.name for card in self.duel.state.cards if self.unscripted(card.code)})
        if names:
            shape["unscripted"] = names
        if self.scenario.notes:
            shape["notes"] = list(self.scenario.notes)
        return ScenarioOutcome(shape, self._together(), self.together_in_snapshots)
