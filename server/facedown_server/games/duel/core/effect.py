"""Parts of a card's script: headers (Effect, Continuous, Procedure) and the Fx that a body receives.

A header holds all that can be known without running the body, so legality checks never run a body. Card files
import these names only from `facedown_server.games.duel.script`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from facedown_server.games.duel.core.records import ActivationTiming, Attack, SummonAttempt, TurnRecord
from facedown_server.games.duel.core.words import (
    EITHER,
    OPPONENT,
    YOU,
    DamageStepUse,
    EffectKind,
    Limit,
    Rule,
    Whose,
)
from facedown_server.table import Card, CardWords, ChainLink, GameEvent, State
from facedown_shared.protocol.visible_events import EventKind
from facedown_shared.tables import Format, Place, Seat
from facedown_shared.text import EFFECT, NOTHING, Words

Test = Callable[["Fx"], bool]
CardTest = Callable[[Card], bool]
Cards = Callable[["Fx"], Iterable[Card]]
Body = Generator["Instruction", Any, None]
Number = int | Callable[["Fx"], int]


@dataclass(frozen=True, slots=True)
class Instruction:
    """An operation or a choice that a body yields.

    The duel calls `act` with itself, the Fx and these arguments, and sends the result into the body. An `act`
    that prompts players is a generator. `joined`: the instruction is simultaneous with the one before, so it
    makes no trigger miss its timing (GAP-15).
    """

    act: Callable[..., Any]
    args: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """A choice of cards: their location, their player and a condition.

    `where` is a location as in `Fx.cards`, or "material" for the materials under the effect's own card.
    `only` is a test of a card and the Fx.
    """

    where: str | tuple[str, ...]
    whose: Whose = EITHER
    only: Callable[[Card, Fx], bool] | None = None
    least: Number = 1
    most: Number = 1
    text: Words = NOTHING
    keep: Callable[[Card, Fx], bool] | None = None
    """Condition that a target must still meet at resolution, besides being the same card in the same
    place.
    """


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of an activation.

    `can` tests whether the cost can be paid. `pick` selects its cards, if any, when the activation is
    declared. `pay` yields the instructions that pay with those cards, once the declaration is final.
    """

    can: Test
    pick: Selection | None
    pay: Callable[[Fx, Sequence[Card]], Body]


@dataclass(frozen=True, slots=True)
class Effect:
    """The header of an effect, and its body.

    `text` describes the effect in digests and is never sent to clients. `on` lists the kinds of events that a
    trigger listens to. `when` is a further condition: triggers read `fx.event`, fast effects read `fx.window`
    and `fx.link`. `must`: the effect is mandatory. `can_miss_timing`: its text says "when … you can"
    (GAP-15). `zones`: zones from which the card can use it.
    """

    name: str
    kind: EffectKind
    text: str
    body: Callable[[Fx], Body]
    when: Test | None = None
    only: Test | None = None
    cost: Cost | None = None
    target: tuple[Selection, ...] = ()
    on: frozenset[EventKind] = frozenset()
    must: bool = False
    can_miss_timing: bool = False
    limit: Limit = Limit.NONE
    zones: frozenset[str] = frozenset()
    face_down: bool = False
    damage_step: DamageStepUse = DamageStepUse.NEVER
    speed: int = 1
    about: Cards | None = None
    """Cards that the effect affects without targeting, fixed at activation ("those monsters")."""
    destroys: Cards | None = None
    """Cards on the field that the effect would destroy, given the field while it is on the Chain."""
    summon_negation: bool = False
    anytime: bool = False
    from_deck: bool | Test = False
    """True if the effect draws, adds, Special Summons or sends cards from a Deck, or a test of the state."""
    joins: Test | None = None
    """Test of public facts for using the effect in the same act as the activation of its card."""
    by_hand: bool = False
    """True if the effect has no script and its controller carries it out by hand."""
    key: str = ""
    number: int = 0
    """Index of the effect among the card's effects."""
    words: Words = NOTHING
    """Text of an effect that many cards share. Other texts are looked up by card and number."""

    def words_for(self, card: Card) -> Words:
        """Return the effect's text for an option or a Chain Link."""
        return self.words or CardWords(EFFECT, (self.number,), card=card)


Worth = int | str
"""Value of a rule for a card: a number, a word, or True."""
Value = Worth | Callable[["Fx", Any], Any]


@dataclass(frozen=True, slots=True)
class Continuous:
    """A continuous effect. It applies while its card is face-up in its zones.

    `fits(fx, card)` selects the affected cards; None selects the card itself. `value` is a constant, or a
    function of the affected card. With `player`, the effect applies to players instead of cards.

    Continuous effects are recomputed only when the board has changed. So `fits`, `value` and `only` may read
    cards, piles, Life Points and the turn player, but no phase, attack, window or event of this turn.
    """

    rule: Rule
    value: Value = True
    fits: Callable[[Fx, Card], bool] | None = None
    player: Whose | None = None
    only: Test | None = None
    zones: frozenset[str] = frozenset()
    even_negated: bool = False
    even_face_down: bool = False


class ActiveRule(msgspec.Struct, eq=False):
    """A rule that is in force now, for the cards that pass `fits` or for these seats."""

    rule: Rule
    value: Value
    fits: Callable[[Card], bool]
    seats: tuple[Seat, ...]
    fx: Fx
    stamp: int

    def value_for(self, card: Card) -> Worth:
        """Return the rule's value for a card."""
        return self.value(self.fx, card) if callable(self.value) else self.value

    def allows(self, about: object) -> bool:
        """Return whether the rule covers a subject, such as a card, an attack or an Fx.

        A callable value is called with the subject. Any other value covers every subject.
        """
        return not callable(self.value) or bool(self.value(self.fx, about))


class StandingRule(ActiveRule, eq=False):
    """A rule that a card's continuous effect contributes."""

    continuous: Continuous

    @property
    def is_allowed(self) -> bool:
        """True if the condition of the continuous effect is met now."""
        only = self.continuous.only
        return only is None or only(self.fx)


@dataclass(frozen=True, slots=True)
class Procedure:
    """A Special Summon of a card that does not start a Chain.

    `can(fx)` tests whether it is possible now. `choose(fx)` yields prompts and returns the choice, or None if
    the player cancels. `pay(fx, chosen)` yields the instructions that pay for it.
    """

    can: Test
    choose: Callable[[Fx], Generator[Any, Any, Any]]
    pay: Callable[[Fx, Any], Body]
    word: str = "special"
    zones: frozenset[str] = frozenset({"hand"})
    words: Words = NOTHING
    limit: Limit = Limit.NONE
    defense: bool | None = None
    at_once: bool = False
    """True if payment and Summon are simultaneous: nothing, not even a state check, happens in between."""


@dataclass(frozen=True, slots=True)
class DestructionCause:
    """The cause of a destruction: "battle" or "effect", the player, and the source card or attack."""

    cause: str
    by: Seat
    source: Card | Attack | None
    link: ChainLink | None = None
    """Chain Link that is resolving, if any."""


@dataclass(frozen=True, slots=True)
class DestructionReplacement:
    """An act of a face-up card that replaces the destruction of other cards, without a Chain.

    `fits(fx, card, destruction)` tests whether it can save a card. `can(fx)` tests whether it can be paid for
    now. `asks` is the yes/no question to its player. `body` finds the saved cards in `fx.targets`.
    """

    fits: Callable[[Fx, Card, DestructionCause], bool]
    body: Callable[[Fx], Body]
    can: Test | None = None
    asks: Words = NOTHING


@dataclass(frozen=True, slots=True)
class Reaction:
    """An immediate consequence of an event while the card is face-up, by rule and without a Chain."""

    on: EventKind
    when: Test
    body: Callable[[Fx], Body]
    zones: frozenset[str] = frozenset()
    """Zones where the card must be. Empty: the field, or for a monster a Monster Zone."""
    even_negated: bool = False


SteadyRows = Sequence[tuple[Continuous, Collection[str]]]
UsableEffects = tuple[tuple[int, Effect], ...]
"""Effects, each with its index in the script."""


@dataclass
class CardScript:
    """The script of one card."""

    name: str
    effects: list[Effect] = field(default_factory=list)
    continuous: list[Continuous] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    special_only_by: Callable[[Fx], bool] | None = None
    """Test whether a Special Summon meets "Cannot be Special Summoned except …"; None without that text."""
    materials: Any = None
    """Materials of a Fusion, Synchro, Xyz or Link Monster (`server/facedown_server/games/duel/summons`)."""
    never_from: frozenset[str] = frozenset()
    """Zones from which no effect may Special Summon the card."""
    scale_only: Test | None = None
    """Condition for activating the card as a Pendulum Scale."""
    destruction_replacements: list[DestructionReplacement] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    leaves: Callable[[Fx], Body] | None = None
    """Body that runs by rule, without a Chain, when the face-up card leaves the field."""
    tied_destroyed: Callable[[Fx], Body] | None = None
    """Body that runs by rule when a card tied to this card is destroyed; `fx.targets` holds that card."""
    equip_fits: Callable[[Card, Fx], bool] | None = None
    wins: Cards | None = None
    """Cards that win the duel for this card's owner now, or none. All of them are shown."""
    maintenance: Callable[[Fx], Body] | None = None
    """Body that runs in the controller's Standby Phase without a Chain."""
    holds: dict[str, int] = field(default_factory=dict)
    """Maximum of each counter that the card can hold, by name. A negated card holds none."""
    usable: dict[str, dict[ActivationTiming, UsableEffects]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Usable effects by zone and moment, cached by `effect_index`."""
    steady: tuple[Collection[str], SteadyRows] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """Cached zones of the continuous effects: all zones, then the zones of each effect."""

    def allows_special_summon(self, fx: Fx) -> bool:
        """Return whether the card's own restrictions allow this Special Summon."""
        return self.special_only_by is None or self.special_only_by(fx)


@dataclass
class FastPlaces:
    """Places where these scripts have fast effects, by part of the Damage Step (`legality.quick_pool`)."""

    scripts: Mapping[int, CardScript]
    at: dict[str, frozenset[str | int]] = field(default_factory=dict)


class DuelQueries(Protocol):
    """Read-only queries that effects and read-only rules may make of a duel."""

    format: Format
    state: State
    window: tuple[GameEvent, ...]
    """Latest events, to which fast effects may respond."""
    this_turn: TurnRecord
    step: str
    """Part of the Damage Step, "" outside of it."""
    attack: Attack | None
    summoning: SummonAttempt | None
    announces: bool
    """True if Tributes, costs and materials are prompted for even when there is only one choice."""

    def script(self, card: Card) -> CardScript | None:
        """Return the card's script, or None."""

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """Return a seat's cards at a location."""

    def rows(self, rule: Rule) -> Sequence[ActiveRule]:
        """Return the active rules of this kind, oldest first."""

    def is_rule_active(self, rule: Rule, card: Card) -> bool:
        """Return whether an active rule of this kind applies to the card."""

    def is_rule_active_for(self, rule: Rule, seat: Seat, card: Card | None = None) -> bool:
        """Return whether an active rule of this kind applies to a player, given the card concerned."""

    def values(self, rule: Rule, card: Card) -> list[Worth]:
        """Return the values that active rules of this kind have for the card, oldest rule first."""


class Fx(msgspec.Struct, eq=False):
    """One use of one effect, as its header's tests and its body see it.

    `you` is the player who uses the effect. `event` is the event that met a trigger's condition. `paid` are
    the cards of the cost. During resolution, `targets` holds only targets that are still legal. A body may
    store notes in `chosen`.
    """

    duel: DuelQueries
    card: Card
    you: Seat
    effect: Effect | None = None
    event: GameEvent | None = None
    targets: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    """Targets, grouped by the Selections of the header."""
    paid: tuple[Card, ...] = ()
    about: tuple[Card, ...] = ()
    """Cards of the header's `about`; during resolution only those that have not moved."""
    link: ChainLink | None = None
    """Chain Link that this use responds to, if any."""
    own: ChainLink | None = None
    life: int = -1
    """Incarnation of the card at activation."""
    effects_negated: bool = False
    """True if the card's effects were negated at activation or later, wherever the card is now."""
    chosen: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def opponent(self) -> Seat:
        return 1 - self.you

    @property
    def state(self) -> State:
        return self.duel.state

    @property
    def window(self) -> tuple[GameEvent, ...]:
        """Latest events, to which fast effects may respond."""
        return self.duel.window

    @property
    def is_your_turn(self) -> bool:
        return self.state.turn_player == self.you

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def is_battle_step(self) -> bool:
        """True if attacks can be declared: not in the Start, Damage or End Step of the Battle Phase."""
        return self.phase == "battle" and self.duel.this_turn.battle_step and not self.duel.step

    def seats(self, whose: Whose) -> tuple[Seat, ...]:
        """Return the seats that `whose` means, the turn player's first."""
        if whose is YOU:
            return (self.you,)
        if whose is OPPONENT:
            return (self.opponent,)
        first = max(self.state.turn_player, 0)
        return (first, 1 - first)

    def cards(
        self, where: str | tuple[str, ...], whose: Whose = EITHER, only: CardTest | None = None
    ) -> list[Card]:
        """Return the cards at a location: "monster", "spell_trap", "field" (all zones), or a pile's name."""
        words = (where,) if isinstance(where, str) else where
        found: list[Card] = []
        for seat in self.seats(whose):
            for word in words:
                found += self.duel.cards_at(word, seat)
        coming = self.duel.summoning
        if coming is not None:
            # A monster whose Summon can still be negated is not on the field yet (GAP-17).
            found = [card for card in found if not (card.is_on_field and coming.is_summoning(card))]
        return found if only is None else [card for card in found if only(card)]

    @property
    def doomed(self) -> tuple[Card, ...]:
        """Cards that this effect would destroy, according to its header."""
        named = self.effect.destroys if self.effect else None
        return tuple(named(self)) if named else ()

    def monsters(self, whose: Whose = EITHER, only: CardTest | None = None) -> list[Card]:
        """Return the monsters on the field."""
        return self.cards("monster", whose, only)

    def spells_traps(self, whose: Whose = EITHER, only: CardTest | None = None) -> list[Card]:
        """Return the Spells and Traps on the field, including Field Spells."""
        return self.cards("spell_trap", whose, only)

    def number(self, number: Number) -> int:
        """Return a number from a header, which may be a function of the Fx."""
        return number if isinstance(number, int) else number(self)

    def can_draw(self, seat: Seat, count: int) -> bool:
        """Return whether the Deck has enough cards to draw exactly `count` (GAP-48)."""
        return len(self.state.pile(seat, "deck")) >= count

    def free_monster_zones(self, seat: Seat) -> list[Place]:
        """Return a player's free Main Monster Zones.

        Taking control of a monster needs one (CF-39, CLS-CTRL-03, YGO-EMZ-09).
        """
        pile = self.state.pile(seat, "monster")
        return [Place(seat, "monster", slot) for slot, card in enumerate(pile) if card is None]

    def free_spell_trap_zones(self, seat: Seat) -> list[Place]:
        """Return a player's free Spell & Trap Zones."""
        pile = self.state.pile(seat, "spell_trap")
        return [Place(seat, "spell_trap", slot) for slot, card in enumerate(pile) if card is None]

    def events_of(self, kind: EventKind) -> list[GameEvent]:
        """Return the events of this kind in this turn."""
        return [event for event in self.duel.this_turn.happened if event.kind == kind]

    def has_summoned(self, seat: Seat) -> bool:
        """Return whether a player has Summoned successfully in any way this turn (GAP-53b)."""
        return self.duel.this_turn.summons[seat] > 0

    def affects(self, card: Card) -> bool:
        """Return whether the card is the same object as at activation: its incarnation is unchanged."""
        return self.life < 0 or card.incarnation == self.life

    @property
    def is_in_place(self) -> bool:
        """True if the effect's card is still face-up where it was activated."""
        return self.card.incarnation == self.life and self.card.face_up


def none_of(cards: Iterable[Card]) -> Callable[[Card], bool]:
    """Return a test that accepts every card except these."""
    excluded = list(cards)
    return lambda card: card not in excluded
