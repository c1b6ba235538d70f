"""Laws of play that need no other engine to judge by: what may never be seen, whatever the cards.

They read the truth and the events from outside and return what is wrong as text. Each has its ledger row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain as flat

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.chain.triggers import EVENTS
from facedown_server.games.duel.core import (
    CardScript,
    Duel,
    Effect,
    EffectKind,
    Fx,
    Limit,
    PendingTrigger,
    Rule,
    activation_of,
    card_status,
)
from facedown_server.games.duel.effects.trigger_conditions import meets_trigger
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.game_actions.state_checks import check_state
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, GameEvent, State
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import TABLES, Format, Seat
from proofs.invariants import InvariantViolation

INHERENT = frozenset({"normal", "tribute", "flip", "synchro", "xyz", "link", "pendulum"})
"""Summons by a player's own act: their window of negation is never omitted (GAP-17)."""
NORMAL = frozenset({"normal", "tribute"})
SPENDS = frozenset({"material", "tribute"})

Life = tuple[int, int]
"""A card's id and incarnation: the card in one of its lives."""
Due = tuple[int, int, int]
"""A life and the number of one of the card's effects."""


@dataclass(eq=False)
class WatchedDuel(Duel):
    """A duel that records which effects became due and were used, for the law of triggers."""

    noted: list[tuple[PendingTrigger, int]] = field(default_factory=list)
    """Effects that became due, and in which turn."""
    used_by: list[Fx] = field(default_factory=list)

    def add_pending(self, trigger: PendingTrigger) -> None:
        """Record an effect that waits for the next Chain."""
        self.noted.append((trigger, self.state.turn))
        super().add_pending(trigger)

    def count_use(self, fx: Fx, effect: Effect) -> None:
        """Count one use."""
        self.used_by.append(fx)
        super().count_use(fx, effect)


class WatchedReferee(DuelReferee):
    """The referee of a watched duel."""

    duel: WatchedDuel

    def _duel(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript]) -> WatchedDuel:
        return WatchedDuel(rules, pool, scripts, State(TABLES[rules.table]), check_state)


class Laws:
    """The observations of one duel so far, and every law over them."""

    def __init__(self, referee: WatchedReferee) -> None:
        self.referee, self.duel = referee, referee.duel
        self.live: frozenset[Seat] = frozenset()
        """Seats with a Set card that could be turned up at the last prompt: all see that they may answer."""
        self.windows: dict[Seat, list[Card]] = {0: [], 1: []}
        """The monsters whose Summon each seat could have negated, since the last open state."""
        self.owed: dict[Seat, GameEvent] = {}
        """For each seat the Summon after which it has still to be given a window."""
        self.link = 0
        """The number of the Chain Link that resolves."""
        self.spent: list[tuple[GameEvent, str]] = []
        self.came = False
        self.resolved_at = -1
        """The moment the last Chain Link began to resolve."""
        self.placed: dict[int, tuple[Card, int]] = {}
        """By the number of its Chain Link, a Spell or Trap whose own activation is on the Chain."""
        self.away: set[Life] = set()
        """Cards that have resolved and only wait for the end of the Chain."""
        self.waiting = 0
        """How many Chain Links have not resolved."""
        self.barred: tuple[set[Seat], set[Seat]] = (set(), set())
        """Seats that could Special Summon, and Normal Summon, nothing at the last prompt."""
        self.due: set[Due] = set()
        self.offered: set[Due] = set()
        self.passed = False
        self.phase_told: GameEvent | None = None
        self.complaints: list[str] = []

    # --- what happened --------------------------------------------------------------------------------------

    def handle(self, event: GameEvent) -> None:
        """Read one event."""
        listener = _LISTENERS.get(event.kind)
        if listener is not None:
            listener(self, event)

    def _phase(self, event: GameEvent) -> None:
        self.phase_told = event
        self._check_phase_effects()

    def _check_phase_effects(self) -> None:
        """Check that every effect of a phase is offered before the phase ends (GAP-14)."""
        if self.passed and (missed := self.due - self.offered):
            card = next(card for card in self.duel.state.cards if card.id == min(missed)[0])
            self.complaints.append(f"the phase ended although {card!r} was never offered its effect")
        self.due, self.offered = set(), set()

    def _activate(self, event: GameEvent) -> None:
        assert event.card is not None
        links, self.waiting = self.duel.state.chain, event.amount
        if len(links) < event.amount or links[event.amount - 1].card is not event.card:
            return
        activation = activation_of(links[event.amount - 1])
        self._note_offered(activation.fx, activation.effect)
        if activation.is_card:
            self.placed[event.amount] = event.card, event.card.incarnation

    def _note_resolving(self, event: GameEvent) -> None:
        self.link, self.resolved_at = event.amount, event.moment
        self.spent, self.came = [], False

    def _note_resolved(self, event: GameEvent) -> None:
        assert event.card is not None
        card = event.card
        if self.link and self.spent and not self.came:
            lost, cause = self.spent[0]
            self.complaints.append(f"{lost.card!r} went as {cause} for {card!r}, and nothing was Summoned")
        placed, life = self.placed.pop(event.amount, (None, 0))
        if placed is card and card_status.STAYS.isdisjoint(card.facts.kinds):
            self.away.add((card.id, life))
        self.waiting = event.amount - 1
        if event.amount == 1:
            self.away.clear()
        self.link, self.spent = 0, []

    def _move(self, event: GameEvent) -> None:
        card = event.card
        if card is None or event.goal is None or event.before is None:
            return
        life = (card.id, event.before.incarnation)
        if life in self.away and event.goal.zone in ("hand", "deck"):
            self.complaints.append(f"{card!r} had resolved and was still taken to the {event.goal.zone}")
        self.away.discard(life)
        if self.link and event.cause in SPENDS:
            self.spent.append((event, event.cause))

    def _note_summoned(self, event: GameEvent) -> None:
        assert event.card is not None
        self.came = True
        now = frozenset(seat for seat in (0, 1) if self._may_answer(seat))
        for seat in self.live & now if not self.duel.step else ():
            if event.word in INHERENT and not self.waiting and event.card not in self.windows[seat]:
                self.complaints.append(
                    f"seat {seat} had no window to negate the {event.word} Summon of {event.card!r}"
                )
            self.owed[seat] = event
        special, normal = self.barred
        barred = normal if event.word in NORMAL else special if event.word != "flip" else set()
        rule = Rule.NO_NORMAL_SUMMON if event.word in NORMAL else Rule.NO_SPECIAL_SUMMON
        if not event.card.token and event.by in barred and event.by in self._barred_seats(rule):
            self.complaints.append(f"seat {event.by} Summoned {event.card!r} although it could not")

    def _set(self, event: GameEvent) -> None:
        self.came = True

    def _may_answer(self, seat: Seat) -> bool:
        return any(
            legality.can_be_turned_up(self.duel, card) for card in self.duel.cards_at("spell_trap", seat)
        )

    def _barred_seats(self, rule: Rule) -> set[Seat]:
        rows = [row for row in self.duel.rows(rule) if not callable(row.value)]
        return {seat for row in rows for seat in row.seats}

    # --- what stands ----------------------------------------------------------------------------------------

    def check(self) -> None:
        """Check every law at an open prompt. Raises InvariantViolation with the first failure."""
        ask = self.referee.prompts()[0]
        for said in flat(
            self.complaints,
            self._negation(),
            self._chain(),
            self._counters(),
            self._equips(),
            self._triggers(),
        ):
            raise InvariantViolation(said)
        if ask.kind is PromptKind.RESPONSE:
            self._window(ask.seat)
        elif ask.kind is PromptKind.TURN:
            self._open_state()
        self._check_due()
        self.live = frozenset(seat for seat in (0, 1) if self._may_answer(seat))
        self.barred = self._barred_seats(Rule.NO_SPECIAL_SUMMON), self._barred_seats(Rule.NO_NORMAL_SUMMON)

    def record_answer(self, passed: bool) -> None:
        """Record the answer to the prompt just checked."""
        self.passed = passed

    def _window(self, seat: Seat) -> None:
        """Count a response window for the Summon it is about; nothing older can be answered in it."""
        duel = self.duel
        if duel.summoning is not None:
            self.windows[seat] += duel.summoning.cards
        self.owed.pop(seat, None)
        old = [event for event in duel.window if event.moment < self.resolved_at and event.kind in EVENTS]
        if old and not duel.state.chain and duel.summoning is None:
            raise InvariantViolation(
                f"{old[0].kind} of {old[0].card!r} can be answered although a link resolved after it"
            )

    def _open_state(self) -> None:
        for seat, owed in self.owed.items():
            if self._may_answer(seat) and seat in self.live:
                raise InvariantViolation(f"seat {seat} had no window after the Summon of {owed.card!r}")
        self.owed.clear()
        self.windows = {0: [], 1: []}
        self.resolved_at = -1

    def _negation(self) -> Iterator[str]:
        """Check that a negating effect is not itself negated, and whatever is negated has an effect that
        negates it (CLS-EFF-05).
        """
        duel = self.duel
        if duel.resolving:
            return
        ongoing = {id(one.fx) for one in duel.ongoing}
        negating = duel.rows(Rule.NEGATE)
        for card in duel.state.field_cards():
            by = any(row.fits(card) for row in negating)
            if card.face_up and card.negated != by:
                yield f"{card!r} is {'negated by nothing' if card.negated else 'not negated by its negator'}"
        for row in flat.from_iterable(duel.active.values()):
            source: Card = row.fx.card
            if id(row.fx) in ongoing:
                continue
            if source.negated and not self._applies_when_negated(source, row.rule):
                yield f"{source!r} is negated, and its {row.rule} holds all the same"

    def _applies_when_negated(self, card: Card, rule: Rule) -> bool:
        script = self.duel.script(card)
        return script is None or any(one.even_negated for one in script.continuous if one.rule is rule)

    def _chain(self) -> Iterator[str]:
        """Check that an effect of a card waits until the card's own activation has resolved (GAP-19)."""
        links = self.duel.state.chain
        for at, link in enumerate(links):
            below = [one for one in links[:at] if one.card is link.card and activation_of(one).is_card]
            if below and not activation_of(link).is_card and not below[0].negated:
                yield f"{link.card!r} uses an effect above its own activation"

    def _counters(self) -> Iterator[str]:
        """Check that counters are on a card that can hold them now (GAP-36)."""
        for card in self.duel.state.field_cards():
            if any(card.counters.values()) and (card.negated or (card.equipped_to and card.facts.is_monster)):
                yield f"{card!r} keeps counters it can no longer hold"

    def _equips(self) -> Iterator[str]:
        """Check that an Equip Card is face-up with a face-up monster it may be equipped to (YGO-STZ-09)."""
        if self.duel.state.chain or self.referee.prompts()[0].kind is not PromptKind.TURN:
            return
        for card in self.duel.state.field_cards():
            bearer = card.equipped_to
            shown = card.face_up or card.facts.is_monster
            if bearer is not None and not (shown and bearer.is_in_monster_zone and bearer.face_up):
                yield f"{card!r} is equipped to {bearer!r}, which cannot be"
            stands = card.face_up and not card.is_in_monster_zone
            if stands and card.facts.is_a("equip") and bearer is None:
                yield f"{card!r} is an Equip Card without a monster"

    def _triggers(self) -> Iterator[str]:
        """Check that an effect that became due was used once, or was the player's to decline (GAP-14,
        GAP-15).
        """
        duel = self.duel
        if self.referee.prompts()[0].kind is not PromptKind.TURN:
            return
        for one, turn in duel.noted:
            uses = sum(fx is one.fx for fx in duel.used_by)
            if uses > 1:
                yield f"{one.fx.card!r} used one trigger {uses} times"
            waits = any(one is other for other in duel.pending) or one.fx.card.incarnation != one.fx.life
            forced = one.effect.must and not one.is_phase_trigger  # for those of a phase see `_missed`
            counts = (
                one.effect.limit is Limit.NONE or turn == duel.state.turn
            )  # else it may have been used up
            if (
                forced
                and counts
                and not uses
                and not waits
                and legality.is_trigger_usable(duel, one.fx, one.effect)
            ):
                yield f"{one.fx.card!r} was never forced to use its effect"
        duel.noted, duel.used_by = [], []

    # --- effects of a phase ---------------------------------------------------------------------------------

    def _check_due(self) -> None:
        duel, phase = self.duel, self.phase_told
        for offer in self.referee.offers:
            pending = offer.value
            if isinstance(pending, PendingTrigger):
                self._note_offered(pending.fx, pending.effect)
        self.due = set()
        if phase is None or duel.state.phase not in ("standby", "end"):
            return
        for card, effect, _ in duel.effect_index.triggers.get("phase", ()):
            if meets_trigger(duel, card, effect, phase):
                fx = Fx(duel, card, card.controller, effect, event=phase, life=card.incarnation)
                works = effect.must or legality.can_resolve(fx, effect)
                if works and legality.is_trigger_usable(duel, fx, effect):
                    self.due.add(self._key(fx, effect))

    def _note_offered(self, fx: Fx, effect: Effect) -> None:
        if effect.kind is EffectKind.TRIGGER:
            self.offered.add(self._key(fx, effect))

    def _key(self, fx: Fx, effect: Effect) -> Due:
        script = self.duel.script(fx.card)
        effects = script.effects if script is not None else []
        return (
            fx.card.id,
            fx.card.incarnation,
            next((at for at, one in enumerate(effects) if one is effect), -1),
        )


_LISTENERS: dict[str, Callable[[Laws, GameEvent], None]] = {
    "phase": Laws._phase,
    "turn": lambda laws, told: laws._check_phase_effects(),
    "activate": Laws._activate,
    "resolving": Laws._note_resolving,
    "resolved": Laws._note_resolved,
    "move": Laws._move,
    "attach": Laws._move,
    "set": Laws._set,
    "summoned": Laws._note_summoned,
}
