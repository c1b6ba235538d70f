"""The Duel: data that all rules share, and queries on it. This module implements no rule.

Every rule takes a Duel. Read-only rules take `DuelQueries`, the interface that an Fx carries.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Concatenate, ParamSpec

from facedown_server.games.duel.core import effect_index, zones
from facedown_server.games.duel.core.effect import (
    ActiveRule,
    Body,
    CardScript,
    Effect,
    FastPlaces,
    Fx,
    Instruction,
    Procedure,
    Reaction,
    StandingRule,
    UsableEffects,
    Value,
    Worth,
)
from facedown_server.games.duel.core.effect_index import EffectIndex
from facedown_server.games.duel.core.records import (
    ActivationTiming,
    Attack,
    ControlHome,
    DelayedAction,
    SummonAttempt,
    TurnRecord,
    UseKey,
)
from facedown_server.games.duel.core.words import EffectKind, Limit, Rule
from facedown_server.refereeing.prompts import DuelOver, Offer, Play
from facedown_server.refereeing.referee import Result
from facedown_server.table import Card, ChainLink, GameEvent, Handles, RandomStreams, State, ops
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import Format, Place, Seat

MAX_OPERATIONS_PER_ANSWER = 5_000
"""Limit on script operations per answer; the longest real combos need fewer than a hundred."""


# --- records of activations, triggers and lingering effects -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation with all choices made: zone, cost and targets."""

    fx: Fx
    effect: Effect
    place: Place | None
    paid: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...]

    @property
    def is_card(self) -> bool:
        """True if a Spell or Trap Card itself is activated, not an effect of a card in place."""
        return self.effect.kind is EffectKind.ACTIVATION

    @property
    def spell_speed(self) -> int:
        return self.effect.speed

    @property
    def is_negated(self) -> bool:
        """True if the activation was negated, not only its effect."""
        return self.fx.own is not None and self.fx.own.negated == "activation"


def activation_of(link: ChainLink) -> Activation:
    """Return the activation of a Chain Link."""
    assert isinstance(link.activation, Activation)
    return link.activation


@dataclass(slots=True)
class PendingTrigger:
    """A trigger effect whose condition was met and that waits for the next Chain."""

    fx: Fx
    effect: Effect
    moment: int
    hidden: bool
    """True if the opponent cannot see the trigger's card in its zone (GAP-14)."""
    passed: bool = False
    """True if the player passed on this trigger. Only a phase's trigger keeps waiting after that."""

    @property
    def is_phase_trigger(self) -> bool:
        """True if the start of a phase triggered the effect. It can then be used throughout that phase."""
        return self.fx.event is not None and self.fx.event.kind == "phase"


@dataclass(slots=True, eq=False)
class OngoingEffect:
    """A lingering effect: one rule that applies to cards or seats until the end of a turn.

    It applies to `cards` (each with an incarnation), to cards that pass `fits`, or to `seats`. `last_turn` is
    the turn at whose end it stops. `phase` names an earlier phase of that turn to stop in.
    """

    rule: Rule
    value: Value
    fx: Fx
    cards: tuple[tuple[Card, int], ...] | None
    seats: tuple[Seat, ...]
    fits: Callable[[Card], bool] | None
    last_turn: int
    stamp: int
    phase: str = "end"
    follows_face: bool = True
    own: bool = False
    """True if a card applies the effect to itself. It then ends when the card's effects are negated."""
    readers: int = 0
    """Bit mask of the viewer classes that could read the effect's card when the effect was applied."""
    marks: Mapping[int, Handles] = field(default_factory=dict, repr=False)
    """Handles of the affected cards at the time the effect was applied, by card id."""
    row: ActiveRule = field(init=False, repr=False)
    """Active rule of this effect, always the same object."""

    def __post_init__(self) -> None:
        self.row = ActiveRule(self.rule, self.value, self.is_applied_to, self.seats, self.fx, self.stamp)

    def is_applied_to(self, card: Card) -> bool:
        """Return whether the effect applies to a card: a listed card in its listed incarnation, or one that
        fits.
        """
        if self.cards is not None:
            return any(card is one and card.incarnation == life for one, life in self.cards)
        return self.fits is not None and self.fits(card)


# --- the duel -----------------------------------------------------------------------------------------------

Values = tuple[int | None, int | None, int, str, str, str, tuple[str, ...]]
"""Values of a monster: ATK, DEF, Level, Attribute, race, current name and kinds."""

Basis = tuple[int, Card | None, SummonAttempt | None, tuple[OngoingEffect, ...]]
"""Snapshot of all inputs of the continuous rules (see `ongoing_effects.basis`)."""
Settled = tuple[()]
"""Empty result of a check that found nothing to do."""


@dataclass(eq=False)
class Duel:
    """One duel.

    `scripts` maps passcodes to scripts; a card without a script has no effects. `state_checks` runs the
    automatic checks of the rules after every operation.
    """

    format: Format
    pool: Pool
    scripts: Mapping[int, CardScript]
    state: State
    state_checks: Callable[[Duel], Play[None] | Settled]
    announces: bool = False
    """True if Tributes, costs and materials are prompted for even when there is only one choice.

    Earlier versions did not prompt then, and a stored log must run as it was played.
    """
    streams: RandomStreams = field(default_factory=lambda: RandomStreams(bytes(32)))
    deck_scripts: tuple[Mapping[int, CardScript], Mapping[int, CardScript]] = ({}, {})
    """Scripts of cards of each player's deck that come before those of the pool.

    One for each owner: two players may describe a card differently that the server does not know.
    """
    effect_index: EffectIndex = field(default_factory=EffectIndex)
    this_turn: TurnRecord = field(default_factory=TurnRecord)
    used_in_duel: dict[UseKey, int] = field(default_factory=dict)
    fuel: int = MAX_OPERATIONS_PER_ANSWER

    # --- events, and what triggers on them ---
    recent: list[GameEvent] = field(default_factory=list)
    """Events since the last response window opened."""
    window: tuple[GameEvent, ...] = ()
    """Latest events, to which fast effects may respond."""
    scanned: int = 0
    """Number of the state's events already searched for triggers."""
    pending: list[PendingTrigger] = field(default_factory=list)
    reactions: list[tuple[Fx, Reaction]] = field(default_factory=list)
    """Reactions to carry out, without a Chain, before anything else."""
    phase_began: GameEvent | None = None
    noted_in_phase: set[tuple[int, int, str]] = field(default_factory=set)
    """Triggers and upkeep already found in this phase: card id, incarnation and effect key."""
    looked_at: int = -1
    """Change counter of the state at the last search for triggers of the phase."""
    hands_filled: bool = False
    """True if a card was added to a hand since the last check for cards that win the duel."""

    # --- the chain ---
    activated: list[Activation] = field(default_factory=list)
    """Activations of the present Chain, including resolved ones."""
    activating: Card | None = None
    """Spell or Trap whose activation is being paid for."""
    resolving: bool = False
    """True while the effect of a Chain Link is being carried out."""
    afterwards: list[Callable[[], Play[None]]] = field(default_factory=list)
    """Acts to carry out immediately after the resolving Chain Link."""
    priority_seat: Seat | None = None
    fast_places: FastPlaces = field(default_factory=lambda: FastPlaces({}))
    """Cached places of fast effects, shared by duels with the same scripts."""

    # --- battle and Summons ---
    attack: Attack | None = None
    step: str = ""
    """Part of the Damage Step, "" outside of it."""
    summoning: SummonAttempt | None = None
    destroyed_by: dict[int, Card | None] = field(default_factory=dict)
    """Card id -> the monster that last destroyed the card by battle."""
    tributed_for: dict[int, tuple[Card, ...]] = field(default_factory=dict)

    # --- continuous and lingering effects ---
    ongoing: list[OngoingEffect] = field(default_factory=list)
    active: dict[Rule, list[ActiveRule]] = field(default_factory=dict)
    refreshed: Basis | None = None
    """Basis from which `active` and the cards' values were last computed."""
    checked: Basis | None = None
    """Basis of the last automatic state check."""
    standing: dict[int, tuple[tuple[int, Seat, int], Sequence[StandingRule]]] = field(default_factory=dict)
    """Card id -> (incarnation, player, turn) and the rules of the card's continuous effects, as cached
    then.
    """
    delayed: list[DelayedAction] = field(default_factory=list)
    published: tuple[object, ...] = ()
    """Lingering effects and delayed actions at the last `publish`, with the affected cards at that time."""
    stamps: dict[int, int] = field(default_factory=dict)
    """Card in one incarnation -> the time at which its continuous effects began."""
    worked_out: dict[Card, tuple[Sequence[ActiveRule] | None, Values]] = field(default_factory=dict)
    """Monster -> the rules applied to it (None for a face-down monster) and the resulting values."""
    homes: dict[int, ControlHome] = field(default_factory=dict)
    """Card id -> the seat to which a monster returns when control of it ends."""
    kept_open: list[Card] = field(default_factory=list)
    """Cards in hands that a rule keeps revealed."""
    drew_too_much: list[bool] = field(default_factory=lambda: [False, False])

    def __post_init__(self) -> None:
        self._piles = dict(zones.location_piles(self.state))

    # --- cards ----------------------------------------------------------------------------------------------

    def script(self, card: Card) -> CardScript | None:
        """Return the card's script, or None."""
        code = card.facts.original
        return self.deck_scripts[card.owner].get(code) or self.scripts.get(code)

    def listen(self, card: Card) -> None:
        """Add a new card to the effect index."""
        script = self.script(card)
        if script is not None:
            self.effect_index.add(card, script)

    def usable(self, seat: Seat, now: ActivationTiming) -> Iterator[tuple[Card, UsableEffects]]:
        """Yield each card of a seat that has usable effects at this moment, with those effects."""
        scripts, own, index = self.scripts, self.deck_scripts, self.effect_index
        used_from = index.fast_from if now.is_fast else index.used_from
        for zone, pile, shared in self._piles["anywhere", seat]:
            if zone not in used_from:
                continue
            for card in pile:
                if card is None or (shared and card.controller != seat):
                    continue
                facts = card.facts
                code = facts.alias or facts.code
                if (script := own[card.owner].get(code) or scripts.get(code)) is not None:
                    known = script.usable.get(zone)
                    found = known.get(now) if known is not None else None
                    if found is None:
                        found = effect_index.usable(card, script, now)
                    if found:
                        yield card, found

    def procedures(self, seat: Seat) -> Iterator[tuple[Card, int, Procedure]]:
        """Yield each card of a seat that can be Summoned by a procedure from its zone.

        Each item is the card, the procedure's number in the script, and the procedure.
        """
        for zone, pile, _ in self._piles["off_field", seat]:
            for card in pile if zone in self.effect_index.summoned_from else ():
                script = self.script(card)
                for index, way in enumerate(script.procedures) if script is not None else ():
                    if zone in way.zones:
                        yield card, index, way

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """Return a seat's cards at a location.

        `where` is "monster", "spell_trap", "field" (all zones), another word of `zones.PLACES`, or a pile's
        name. YGO-FLD-03 to 05, CF-25, CLS-CARD-07, YGO-FZ-06 to 07.
        """
        return [
            card for _, pile, shared in self._piles[where, seat] for card in pile
            if card is not None and (not shared or card.controller == seat)
        ]  # fmt: skip

    def seat_order(self) -> tuple[Seat, Seat]:
        """Return both seats, the turn player's first."""
        return (self.state.turn_player, 1 - self.state.turn_player)

    # --- active rules -------------------------------------------------------------------------------------

    def rows(self, rule: Rule) -> Sequence[ActiveRule]:
        """Return the active rules of this kind, oldest first."""
        return self.active.get(rule, ())

    def is_rule_active(self, rule: Rule, card: Card) -> bool:
        """Return whether an active rule of this kind applies to the card."""
        rows = self.active.get(rule)
        return rows is not None and any(row.fits(card) for row in rows)

    def values(self, rule: Rule, card: Card) -> list[Worth]:
        """Return the values that active rules of this kind have for the card, oldest rule first."""
        return [row.value_for(card) for row in self.active.get(rule, ()) if row.fits(card)]

    def is_rule_active_for(self, rule: Rule, seat: Seat, card: Card | None = None) -> bool:
        """Return whether an active rule of this kind applies to a player.

        With a `card`, a rule whose value is callable applies only if the call with the card returns true.
        """
        rows = self.active.get(rule)
        return rows is not None and any(
            seat in row.seats and (card is None or row.allows(card)) for row in rows
        )

    # --- limits of use ------------------------------------------------------------------------------------

    def use_count(self, card: Card, seat: Seat, effect: Effect) -> int:
        """Return how often this player has used this effect of the card within its limit."""
        return self._usage(effect).get(_limit_key(card, seat, effect), 0)

    def count_use(self, fx: Fx, effect: Effect) -> None:
        """Count one use of an effect, if its uses are limited."""
        if effect.limit is not Limit.NONE:
            usage = self._usage(effect)
            key = _limit_key(fx.card, fx.you, effect)
            usage[key] = usage.get(key, 0) + 1

    def unuse(self, fx: Fx, effect: Effect) -> None:
        """Undo the count of one use after a negated activation, if the limit is `Limit.ACTIVATED`."""
        if effect.limit is Limit.ACTIVATED:
            self._usage(effect)[_limit_key(fx.card, fx.you, effect)] -= 1

    def forget_uses(self, card: Card) -> None:
        """Reset the uses of a monster that was turned face-down.

        It may use its effects again once it is face-up (GAP-21).
        """
        life = (card.id, card.incarnation)
        for usage in (self.this_turn.used, self.used_in_duel):
            for key in [key for key in usage if key[:2] == life]:
                del usage[key]

    def carry_uses(self, card: Card, life: int) -> None:
        """Transfer a card's counted uses from incarnation `life` to its present incarnation."""
        for usage in (self.this_turn.used, self.used_in_duel):
            for key in [key for key in usage if key[:2] == (card.id, life)]:
                usage[card.id, card.incarnation, *key[2:]] = usage.pop(key)

    def _usage(self, effect: Effect) -> dict[UseKey, int]:
        return self.used_in_duel if effect.limit is Limit.DUEL else self.this_turn.used

    # --- carrying out ---------------------------------------------------------------------------------------

    def carry_out(self, fx: Fx, body: Body, *, check: bool = True, follows: bool = False) -> Play[None]:
        """Run the body of a script and carry out each Instruction that it yields.

        `check`: run the state checks after each instruction. `follows`: the body is simultaneous with the
        last event, like an Equip Card that is removed because its monster left (GAP-15). An endless loop
        that no player can break ends the duel in a draw (law 8, GAP-25).
        """
        answer: object = None
        while True:
            try:
                instruction = body.send(answer)
            except StopIteration:
                return
            self.fuel -= 1
            if self.fuel < 0:
                raise DuelOver(Result(None, "loop"))
            if not (follows or instruction.joined):
                ops.next_moment(self.state)
            answer = instruction.act(self, fx, *instruction.args, **instruction.named)
            if isinstance(answer, Generator):
                answer = yield from answer
            if check:
                yield from self.check_state()

    def check_state(self) -> Play[None] | Settled:
        """Run the automatic checks of the rules, such as removing Equip Cards without a monster."""
        return self.state_checks(self)

    def add_pending(self, trigger: PendingTrigger) -> None:
        """Add a trigger whose condition was met and that waits for the next Chain."""
        self.pending.append(trigger)

    # --- cards that players carry out by hand: none here; a subclass overrides these
    # ---------------------------

    def can_answer_by_hand(self, seat: Seat) -> bool:
        """Return whether public facts allow this player a response by hand."""
        return False

    def is_undecided(self) -> bool:
        """Return whether players still decide by hand what happened, so that neither has lost yet."""
        return False

    def manual_offers(self, seat: Seat) -> Iterable[Offer]:
        """Return offers of the effects that a player may carry out by hand in the open state, without a
        Chain.
        """
        return ()


P = ParamSpec("P")


def instruction(act: Callable[Concatenate[Duel, Fx, P], object]) -> Callable[P, Instruction]:
    """Turn a function that acts for an Fx into a factory of Instructions.

    The function's result is the answer to the instruction. A function that prompts players must be a
    generator.
    """

    @wraps(act)
    def make(*args: P.args, **kwargs: P.kwargs) -> Instruction:
        return Instruction(act, args, kwargs)

    return make


def _limit_key(card: Card, seat: Seat, effect: Effect) -> UseKey:
    if effect.limit in (Limit.NAME, Limit.ACTIVATED):
        return (effect.name, effect.key, seat)
    return (card.id, card.incarnation, effect.key)
