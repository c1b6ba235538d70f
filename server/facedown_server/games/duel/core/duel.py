"""The duel as the rules see it: shared data and queries. This module knows no rule.

Every rule takes a Duel; read-only rules take `DuelQueries`, which is what an Fx carries.
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
from facedown_server.table import ops
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.state import Card, ChainLink, GameEvent, Handles, State
from facedown_shared.cards.facts import Pool
from facedown_shared.tables.formats import Format
from facedown_shared.tables.zones import Place, Seat

MAX_OPERATIONS_PER_ANSWER = 5_000
"""Operations of scripts that one answer may cause; the longest real combos stay under a hundred."""


# --- what activations leave behind while a duel runs --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation with every choice made: place, cost, targets."""

    fx: Fx
    effect: Effect
    place: Place | None
    paid: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...]

    @property
    def is_card(self) -> bool:
        """Whether a Spell or Trap Card itself is being activated."""
        return self.effect.kind is EffectKind.ACTIVATION

    @property
    def speed(self) -> int:
        return self.effect.speed

    @property
    def is_negated(self) -> bool:
        """Whether the activation itself was negated, and not only its effect."""
        return self.fx.own is not None and self.fx.own.negated == "activation"


def activation_of(link: ChainLink) -> Activation:
    """Return the activation of a Chain Link."""
    assert isinstance(link.activation, Activation)
    return link.activation


@dataclass(slots=True)
class PendingTrigger:
    """A trigger effect that has met its condition and waits for the next Chain."""

    fx: Fx
    effect: Effect
    moment: int
    hidden: bool
    """Whether its card is where the opponent cannot see it (GAP-14)."""
    passed: bool = False
    """Whether its player passed; only an effect of a phase keeps waiting."""

    @property
    def of_phase(self) -> bool:
        """Whether a phase triggered it: it waits for its turn in that phase."""
        return self.fx.event is not None and self.fx.event.kind == "phase"


@dataclass(slots=True, eq=False)
class OngoingEffect:
    """A lingering rule of an effect: on these incarnations of cards, or cards that fit, or seats, until the
    end of a turn.

    `last_turn`: the turn at whose end it stops; `phase`: an earlier phase to stop in.
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
    """Whether the card applies it to itself: then it ends when the card's effects are negated."""
    readers: int = 0
    """A bit for each viewer class that could read its card when the effect was applied."""
    marks: Mapping[int, Handles] = field(default_factory=dict, repr=False)
    """The handles that the affected cards had then, by card id."""
    row: ActiveRule = field(init=False, repr=False)
    """The active rule, always the same object."""

    def __post_init__(self) -> None:
        self.row = ActiveRule(self.rule, self.value, self.holds_for, self.seats, self.fx, self.stamp)

    def holds_for(self, card: Card) -> bool:
        """Return whether it applies to this card, in the incarnation it had then."""
        if self.cards is not None:
            return any(card is one and card.incarnation == life for one, life in self.cards)
        return self.fits is not None and self.fits(card)


# --- the duel -----------------------------------------------------------------------------------------------

Values = tuple[int | None, int | None, int, str, str, str, tuple[str, ...]]
"""ATK, DEF, Level, Attribute, race, current name and kinds of a monster."""

Basis = tuple[int, Card | None, SummonAttempt | None, tuple[OngoingEffect, ...]]
"""What the continuous rules were computed from (`ongoing_effects.basis`)."""
Settled = tuple[()]
"""The result of a check that found nothing to do: an empty play."""


@dataclass(eq=False)
class Duel:
    """One duel. `scripts` maps passcodes to scripts; a card without one has no effects.

    `state_checks` is what the rules do automatically after every operation.
    """

    format: Format
    pool: Pool
    scripts: Mapping[int, CardScript]
    state: State
    state_checks: Callable[[Duel], Play[None] | Settled]
    announces: bool = False
    """Whether there is a prompt for a Tribute, a cost or a material even where there is only one choice.

    Earlier versions had none, and a stored log must run as it was played.
    """
    streams: RandomStreams = field(default_factory=lambda: RandomStreams(bytes(32)))
    effect_index: EffectIndex = field(default_factory=EffectIndex)
    this_turn: TurnRecord = field(default_factory=TurnRecord)
    used_in_duel: dict[UseKey, int] = field(default_factory=dict)
    fuel: int = MAX_OPERATIONS_PER_ANSWER

    # --- events, and what triggers on them ---
    recent: list[GameEvent] = field(default_factory=list)
    """Events since the last window opened."""
    window: tuple[GameEvent, ...] = ()
    """The latest events, to which fast effects may respond."""
    scanned: int = 0
    """How many of the state's events were searched for triggers."""
    pending: list[PendingTrigger] = field(default_factory=list)
    reactions: list[tuple[Fx, Reaction]] = field(default_factory=list)
    """Consequences without a Chain that are carried out before anything else."""
    phase_began: GameEvent | None = None
    noted_in_phase: set[tuple[int, int, str]] = field(default_factory=set)
    """Triggers of this phase found so far: card, incarnation and effect number."""
    looked_at: int = -1
    """The last change when triggers were last searched for."""
    hands_filled: bool = False
    """Whether a card has come to a hand since the last check for cards that win the duel."""

    # --- the chain ---
    activated: list[Activation] = field(default_factory=list)
    """Every activation of the present Chain, resolved ones included."""
    activating: Card | None = None
    """The Spell or Trap whose activation is being paid for."""
    resolving: bool = False
    """Whether a Chain Link's effect is being carried out."""
    afterwards: list[Callable[[], Play[None]]] = field(default_factory=list)
    """What is done immediately after the resolving Chain Link."""
    priority_seat: Seat | None = None
    fast_places: FastPlaces = field(default_factory=lambda: FastPlaces({}))
    """Shared by duels with the same scripts."""

    # --- battle and Summons ---
    attack: Attack | None = None
    step: str = ""
    """The part of the Damage Step, "" outside of it."""
    summoning: SummonAttempt | None = None
    destroyed_by: dict[int, Card | None] = field(default_factory=dict)
    """Card id -> the monster that last destroyed it by battle."""
    tributed_for: dict[int, tuple[Card, ...]] = field(default_factory=dict)

    # --- continuous and lingering effects ---
    ongoing: list[OngoingEffect] = field(default_factory=list)
    active: dict[Rule, list[ActiveRule]] = field(default_factory=dict)
    refreshed: Basis | None = None
    """What `active` and the cards' values were computed from."""
    checked: Basis | None = None
    """What the last automatic state check was based on."""
    standing: dict[int, tuple[tuple[int, Seat, int], Sequence[StandingRule]]] = field(default_factory=dict)
    """Card id -> incarnation, player and turn of its continuous effects, and the effects."""
    delayed: list[DelayedAction] = field(default_factory=list)
    published: tuple[object, ...] = ()
    """The public part of these, with the cards each effect affected then."""
    stamps: dict[int, int] = field(default_factory=dict)
    """Card in one incarnation -> when its continuous effects began."""
    worked_out: dict[Card, tuple[Sequence[ActiveRule] | None, Values]] = field(default_factory=dict)
    """Monster -> its last values, and the rules they came from; None for a face-down one."""
    homes: dict[int, ControlHome] = field(default_factory=dict)
    """Card id -> where a monster goes when control of it ends."""
    kept_open: list[Card] = field(default_factory=list)
    """Hand cards that a rule keeps revealed."""
    drew_too_much: list[bool] = field(default_factory=lambda: [False, False])

    def __post_init__(self) -> None:
        self._piles = dict(zones.by_word(self.state))

    # --- cards ----------------------------------------------------------------------------------------------

    def script(self, card: Card) -> CardScript | None:
        """Return the card's script, if it has one."""
        return self.scripts.get(card.facts.original)

    def listen(self, card: Card) -> None:
        """Add a new card to the index of effects."""
        script = self.script(card)
        if script is not None:
            self.effect_index.add(card, script)

    def usable(self, seat: Seat, now: ActivationTiming) -> Iterator[tuple[Card, UsableEffects]]:
        """Return a seat's cards with effects that can be used at this moment from their zones, and these
        effects.
        """
        scripts, index = self.scripts, self.effect_index
        used_from = index.fast_from if now.is_fast else index.used_from
        for zone, pile, shared in self._piles["anywhere", seat]:
            if zone not in used_from:
                continue
            for card in pile:
                if card is None or (shared and card.controller != seat):
                    continue
                facts = card.facts
                if (script := scripts.get(facts.alias or facts.code)) is not None:
                    known = script.usable.get(zone)
                    found = known.get(now) if known is not None else None
                    if found is None:
                        found = effect_index.usable(card, script, now)
                    if found:
                        yield card, found

    def procedures(self, seat: Seat) -> Iterator[tuple[Card, int, Procedure]]:
        """Return a seat's cards with a Summon by procedure from their zones, its number and itself."""
        for zone, pile, _ in self._piles["off_field", seat]:
            for card in pile if zone in self.effect_index.summoned_from else ():
                script = self.script(card)
                for index, way in enumerate(script.procedures) if script is not None else ():
                    if zone in way.zones:
                        yield card, index, way

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """Return a seat's cards by location: "monster", "spell_trap", "field" (all), or a pile's name.

        YGO-FLD-03 to 05, CF-25, CLS-CARD-07, YGO-FZ-06 to 07.
        """
        return [
            card for _, pile, shared in self._piles[where, seat] for card in pile
            if card is not None and (not shared or card.controller == seat)
        ]  # fmt: skip

    def seat_order(self) -> tuple[Seat, Seat]:
        """Return the turn player's seat, then the other."""
        return (self.state.turn_player, 1 - self.state.turn_player)

    # --- active rules -------------------------------------------------------------------------------------

    def rows(self, rule: Rule) -> Sequence[ActiveRule]:
        """Return the active rules of one kind, oldest first."""
        return self.active.get(rule, ())

    def holds(self, rule: Rule, card: Card) -> bool:
        """Return whether a rule applies to a card."""
        rows = self.active.get(rule)
        return rows is not None and any(row.fits(card) for row in rows)

    def values(self, rule: Rule, card: Card) -> list[Worth]:
        """Return the values of every active rule of a kind for a card, oldest first."""
        return [row.worth(card) for row in self.active.get(rule, ()) if row.fits(card)]

    def holds_for(self, rule: Rule, seat: Seat, card: Card | None = None) -> bool:
        """Return whether a rule applies to a player; a callable value is called with the card concerned."""
        rows = self.active.get(rule)
        return rows is not None and any(
            seat in row.seats and (card is None or row.allows(card)) for row in rows
        )

    # --- limits of use ------------------------------------------------------------------------------------

    def uses(self, card: Card, seat: Seat, effect: Effect) -> int:
        """Return how often this player used this effect of the card within its limit."""
        return self._usage(effect).get(_limit_key(card, seat, effect), 0)

    def use(self, fx: Fx, effect: Effect) -> None:
        """Count one use of a limited effect."""
        if effect.limit is not Limit.NONE:
            usage = self._usage(effect)
            key = _limit_key(fx.card, fx.you, effect)
            usage[key] = usage.get(key, 0) + 1

    def unuse(self, fx: Fx, effect: Effect) -> None:
        """Take back one use: a negated activation does not count where the limit is on activating the
        card.
        """
        if effect.limit is Limit.ACTIVATED:
            self._usage(effect)[_limit_key(fx.card, fx.you, effect)] -= 1

    def forget_uses(self, card: Card) -> None:
        """Reset the uses of a monster turned face-down: it may use its effects again once face-up
        (GAP-21).
        """
        life = (card.id, card.incarnation)
        for usage in (self.this_turn.used, self.used_in_duel):
            for key in [key for key in usage if key[:2] == life]:
                del usage[key]

    def carry_uses(self, card: Card, life: int) -> None:
        """Carry a card's uses over from an earlier incarnation to its present one."""
        for usage in (self.this_turn.used, self.used_in_duel):
            for key in [key for key in usage if key[:2] == (card.id, life)]:
                usage[card.id, card.incarnation, *key[2:]] = usage.pop(key)

    def _usage(self, effect: Effect) -> dict[UseKey, int]:
        return self.used_in_duel if effect.limit is Limit.DUEL else self.this_turn.used

    # --- carrying out ---------------------------------------------------------------------------------------

    def carry_out(self, fx: Fx, body: Body, *, check: bool = True, follows: bool = False) -> Play[None]:
        """Run a script's body: carry out and answer each Instruction it yields.

        `check`: the rules check the state after each of them. `follows`: it is a consequence of the last
        event and simultaneous with it, as an Equip Card falls with its monster (GAP-15). A loop that no
        player breaks makes the duel a draw (law 8, GAP-25).
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
        """Do what the rules do automatically after every operation (equips fall off, a duel is won)."""
        return self.state_checks(self)

    def add_pending(self, trigger: PendingTrigger) -> None:
        """Add a trigger that has met its condition and waits for the next Chain."""
        self.pending.append(trigger)

    # --- cards carried out by hand: none here; a duel with such cards overrides these ----------------------

    def answers_by_hand(self, seat: Seat) -> bool:
        """Return whether public facts allow this player a response by hand."""
        return False

    def applied_by_hand(self, seat: Seat) -> Iterable[Offer]:
        """Return what a player may carry out by hand in the open state, without a Chain."""
        return ()


P = ParamSpec("P")


def instruction(act: Callable[Concatenate[Duel, Fx, P], object]) -> Callable[P, Instruction]:
    """Make an instruction of a function that acts for an Fx. Its result is the instruction's answer; if it
    prompts players, it is a generator.
    """

    @wraps(act)
    def make(*args: P.args, **kwargs: P.kwargs) -> Instruction:
        return Instruction(act, args, kwargs)

    return make


def _limit_key(card: Card, seat: Seat, effect: Effect) -> UseKey:
    if effect.limit in (Limit.NAME, Limit.ACTIVATED):
        return (effect.name, effect.key, seat)
    return (card.id, card.incarnation, effect.key)
