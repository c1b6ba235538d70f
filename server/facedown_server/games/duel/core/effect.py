"""The parts of a card's script: headers of data (Effect, Continuous, Procedure) and the Fx that a body sees.

What can be known without running is in the header, so that legality checks never run a body. Cards import
these names from `facedown_server.games.duel.script` only.
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
from facedown_server.table.state import Card, CardWords, ChainLink, GameEvent, State
from facedown_shared.protocol.visible_events import EventKind
from facedown_shared.tables.formats import Format
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.words import EFFECT, NOTHING, Words

Test = Callable[["Fx"], bool]
CardTest = Callable[[Card], bool]
Cards = Callable[["Fx"], Iterable[Card]]
Body = Generator["Instruction", Any, None]
Number = int | Callable[["Fx"], int]


@dataclass(frozen=True, slots=True)
class Instruction:
    """What a body yields: an operation or a choice.

    The duel carries it out by calling `act` with itself, the Fx and these arguments; the answer is sent into
    the body. An `act` that prompts players is a generator. `joined`: it is simultaneous with the instruction
    before, so that no timing is missed by it (GAP-15).
    """

    act: Callable[..., Any]
    args: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards to choose: from which zone, of which player, which ones.

    `where` is a word of `Fx.cards`, or "material" for those beneath the card itself; `only` may read the Fx
    too.
    """

    where: str | tuple[str, ...]
    whose: Whose = EITHER
    only: Callable[[Card, Fx], bool] | None = None
    least: Number = 1
    most: Number = 1
    text: Words = NOTHING
    keep: Callable[[Card, Fx], bool] | None = None
    """A condition a target must still meet at resolution, besides being the same card in the same place."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What is paid at activation: `can` before, `choose` within the declaration, `pay` once it is final.

    `choose` yields prompts and returns the cards; `pay` carries out instructions with them.
    """

    can: Test
    pick: Selection | None
    pay: Callable[[Fx, Sequence[Card]], Body]


@dataclass(frozen=True, slots=True)
class Effect:
    """The header of one effect, and its body.

    `text` describes it in digests and is never sent. `on` are the kinds of events a trigger listens to,
    `when` is a further condition: a trigger reads `fx.event`, a fast effect `fx.window` and `fx.link`.
    `must`: mandatory. `can_miss_timing`: worded "when … you can" (GAP-15). `zones`: where the card must be.
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
    """Cards it affects without targeting, fixed at activation ("those monsters")."""
    destroys: Cards | None = None
    """Cards on the field it would destroy, as the field is when it is on the Chain."""
    summon_negation: bool = False
    anytime: bool = False
    from_deck: bool | Test = False
    """Whether it draws, adds, Special Summons or sends cards from a Deck (a test of the state at that
    time).
    """
    joins: Test | None = None
    """Whether public facts now allow using it in the same act in which its card is activated."""
    by_hand: bool = False
    """Whether it has no script: its controller carries it out by hand."""
    key: str = ""
    number: int = 0
    """Its number among the card's effects."""
    words: Words = NOTHING
    """The text of an effect that many cards have; other texts follow from card and number."""

    def said(self, card: Card) -> Words:
        """The text for an option or a Chain Link."""
        return self.words or CardWords(EFFECT, (self.number,), card=card)


Worth = int | str
"""The value of a rule for a card: a number, a word, or True."""
Value = Worth | Callable[["Fx", Any], Any]


@dataclass(frozen=True, slots=True)
class Continuous:
    """A continuous effect: it applies while its card is face-up in its zones.

    `fits(fx, card)` selects the affected cards; None: the card itself. `value` is a number, or a function of
    the affected card. `player`: it affects these players instead of cards.

    Continuous effects are computed again only when the board has changed, so `fits`, `value` and `only` may
    read cards, piles, Life Points and the turn player alone: no phase, attack or window, and no event of this
    turn.
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
    """A rule that applies now: to the cards that fit, or to these seats."""

    rule: Rule
    value: Value
    fits: Callable[[Card], bool]
    seats: tuple[Seat, ...]
    fx: Fx
    stamp: int

    def worth(self, card: Card) -> Worth:
        """Return its value for a card."""
        return self.value(self.fx, card) if callable(self.value) else self.value

    def allows(self, about: object) -> bool:
        """Return whether it applies in this case: a test of its subject (a card, an attack, an Fx), or
        always.
        """
        return not callable(self.value) or bool(self.value(self.fx, about))


class StandingRule(ActiveRule, eq=False):
    """A rule of a card's continuous effect, while that applies."""

    continuous: Continuous

    @property
    def is_allowed(self) -> bool:
        """Return whether its condition is met now."""
        only = self.continuous.only
        return only is None or only(self.fx)


@dataclass(frozen=True, slots=True)
class Procedure:
    """A Special Summon of this card without a Chain: `can(fx)`, then `perform` declares and does it.

    `choose(fx)` yields prompts and returns the choice (None: undone); `pay(fx, chosen)` yields instructions.
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
    """Whether paying and arriving are simultaneous: nothing happens in between, not even by rule."""


@dataclass(frozen=True, slots=True)
class DestructionCause:
    """The cause of a destruction: "battle" or "effect", its player, and the card (or attack) it comes
    from.
    """

    cause: str
    by: Seat
    source: Card | Attack | None
    link: ChainLink | None = None
    """The resolving Chain Link, if any."""


@dataclass(frozen=True, slots=True)
class DestructionReplacement:
    """What a face-up card does in place of the destruction of others, without a Chain.

    `fits(fx, card, destruction)`: whether it can save that card; `fx.targets` are those it saves. `can(fx)`:
    whether it can pay for it now. `asks`: the text of the question to its player.
    """

    fits: Callable[[Fx, Card, DestructionCause], bool]
    body: Callable[[Fx], Body]
    can: Test | None = None
    asks: Words = NOTHING


@dataclass(frozen=True, slots=True)
class Reaction:
    """What follows at once, by rule and without a Chain, from an event while the card is face-up."""

    on: EventKind
    when: Test
    body: Callable[[Fx], Body]
    zones: frozenset[str] = frozenset()
    """The zones of its card; empty: on the field, a monster in a Monster Zone."""
    even_negated: bool = False


SteadyRows = Sequence[tuple[Continuous, Collection[str]]]
UsableEffects = tuple[tuple[int, Effect], ...]
"""Effects, each with its number in the script."""


@dataclass
class CardScript:
    """The script of one card."""

    name: str
    effects: list[Effect] = field(default_factory=list)
    continuous: list[Continuous] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    special_only_by: Callable[[Fx], bool] | None = None
    """"Cannot be Special Summoned except …": whether this Special Summon is one of those."""
    materials: Any = None
    """For Fusion, Synchro, Xyz, Link: the materials (`server/facedown_server/games/duel/summons`)."""
    never_from: frozenset[str] = frozenset()
    """Zones from which no effect may Special Summon it."""
    scale_only: Test | None = None
    """The condition for activating it as a Pendulum Scale."""
    destruction_replacements: list[DestructionReplacement] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    leaves: Callable[[Fx], Body] | None = None
    """Carried out by rule when this face-up card leaves the field (without a Chain)."""
    tied_destroyed: Callable[[Fx], Body] | None = None
    """Carried out by rule when a card this one is tied to is destroyed (`fx.targets`: that card)."""
    equip_fits: Callable[[Card, Fx], bool] | None = None
    wins: Cards | None = None
    """The cards that win the duel for this card's owner now, else none; all are shown."""
    maintenance: Callable[[Fx], Body] | None = None
    """Carried out in its controller's Standby Phase without a Chain."""
    holds: dict[str, int] = field(default_factory=dict)
    """Counters it can hold, by name, with the maximum; none while it is negated."""
    usable: dict[str, dict[ActivationTiming, UsableEffects]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Effects usable from each zone at each moment, cached by `effect_index`."""
    steady: tuple[Collection[str], SteadyRows] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """The zones of its continuous effects, all and by effect, once computed."""

    def allows_special_summon(self, fx: Fx) -> bool:
        """Return whether its own restrictions allow this Special Summon."""
        return self.special_only_by is None or self.special_only_by(fx)


@dataclass
class FastPlaces:
    """Where these scripts have fast effects, by the part of the Damage Step (`legality.quick_pool`)."""

    scripts: Mapping[int, CardScript]
    at: dict[str, frozenset[str | int]] = field(default_factory=dict)


class DuelQueries(Protocol):
    """The queries of an effect to its duel. Read-only rules take no more than this."""

    format: Format
    state: State
    window: tuple[GameEvent, ...]
    """The latest events, to which fast effects may respond."""
    this_turn: TurnRecord
    step: str
    """The part of the Damage Step, "" outside of it."""
    attack: Attack | None
    summoning: SummonAttempt | None
    announces: bool
    """Whether there is a prompt for a Tribute, a cost or a material even where there is only one choice."""

    def script(self, card: Card) -> CardScript | None:
        """Return the card's script, if it has one."""

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """Return a seat's cards by location."""

    def rows(self, rule: Rule) -> Sequence[ActiveRule]:
        """Return the active rules of one kind, oldest first."""

    def holds(self, rule: Rule, card: Card) -> bool:
        """Return whether a rule applies to a card."""

    def holds_for(self, rule: Rule, seat: Seat, card: Card | None = None) -> bool:
        """Return whether a rule applies to a player, concerning this card."""

    def values(self, rule: Rule, card: Card) -> list[Worth]:
        """Return the values of every active rule of a kind for a card, oldest first."""


class Fx(msgspec.Struct, eq=False):
    """One use of one effect: what its header's tests and its body see.

    `you` is the player using it. `targets` holds, during resolution, only those that still fit. `event` is
    the event a trigger met. `paid` are the cards of its cost; `chosen` is for a body's own notes.
    """

    duel: DuelQueries
    card: Card
    you: Seat
    effect: Effect | None = None
    event: GameEvent | None = None
    targets: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    """The targets by Selection of the header."""
    paid: tuple[Card, ...] = ()
    about: tuple[Card, ...] = ()
    """The cards the header is about; during resolution only those that have not moved."""
    link: ChainLink | None = None
    """The Chain Link this one responds to, if any."""
    own: ChainLink | None = None
    life: int = -1
    """The card's incarnation at activation."""
    effects_negated: bool = False
    """Whether its card's effects were negated at activation or since, wherever the card is now."""
    chosen: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def opponent(self) -> Seat:
        return 1 - self.you

    @property
    def state(self) -> State:
        return self.duel.state

    @property
    def window(self) -> tuple[GameEvent, ...]:
        """The latest events, to which fast effects may respond."""
        return self.duel.window

    @property
    def your_turn(self) -> bool:
        return self.state.turn_player == self.you

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def in_battle_step(self) -> bool:
        """Whether attacks can be declared: not the Start, Damage or End Step of the Battle Phase."""
        return self.phase == "battle" and self.duel.this_turn.battle_step and not self.duel.step

    def seats(self, whose: Whose) -> tuple[Seat, ...]:
        """Return the seats meant, the turn player's first."""
        if whose is YOU:
            return (self.you,)
        if whose is OPPONENT:
            return (self.opponent,)
        first = max(self.state.turn_player, 0)
        return (first, 1 - first)

    def cards(
        self, where: str | tuple[str, ...], whose: Whose = EITHER, only: CardTest | None = None
    ) -> list[Card]:
        """Return cards by location: "monster", "spell_trap", "field" (all of it), or a pile's name."""
        words = (where,) if isinstance(where, str) else where
        found: list[Card] = []
        for seat in self.seats(whose):
            for word in words:
                found += self.duel.cards_at(word, seat)
        coming = self.duel.summoning
        if coming is not None:
            # A monster whose Summon can still be negated is not on the field yet (GAP-17).
            found = [card for card in found if not (card.on_field and coming.holds(card))]
        return found if only is None else [card for card in found if only(card)]

    @property
    def doomed(self) -> tuple[Card, ...]:
        """Return the cards that this effect would destroy, by its header."""
        named = self.effect.destroys if self.effect else None
        return tuple(named(self)) if named else ()

    def monsters(self, whose: Whose = EITHER, only: CardTest | None = None) -> list[Card]:
        """Return monsters on the field."""
        return self.cards("monster", whose, only)

    def spells_traps(self, whose: Whose = EITHER, only: CardTest | None = None) -> list[Card]:
        """Return Spells and Traps on the field, Field Spells included."""
        return self.cards("spell_trap", whose, only)

    def number(self, number: Number) -> int:
        """Return a number that may depend on the moment."""
        return number if isinstance(number, int) else number(self)

    def can_draw(self, seat: Seat, count: int) -> bool:
        """Return whether a Deck has enough cards for a fixed draw (GAP-48)."""
        return len(self.state.pile(seat, "deck")) >= count

    def free_monster_zones(self, seat: Seat) -> list[Place]:
        """Return a player's free Main Monster Zones: taking control needs one (CF-39, CLS-CTRL-03,
        YGO-EMZ-09).
        """
        pile = self.state.pile(seat, "monster")
        return [Place(seat, "monster", slot) for slot, card in enumerate(pile) if card is None]

    def free_spell_trap_zones(self, seat: Seat) -> list[Place]:
        """Return a player's free Spell & Trap Zones."""
        pile = self.state.pile(seat, "spell_trap")
        return [Place(seat, "spell_trap", slot) for slot, card in enumerate(pile) if card is None]

    def happened(self, kind: EventKind) -> list[GameEvent]:
        """Return the events of this kind in this turn."""
        return [told for told in self.duel.this_turn.happened if told.kind == kind]

    def has_summoned(self, seat: Seat) -> bool:
        """Return whether a player has Summoned successfully this turn (GAP-53b), in any way."""
        return self.duel.this_turn.summons[seat] > 0

    def affects(self, card: Card) -> bool:
        """Return whether the card is still the same object (its incarnation has not changed)."""
        return self.life < 0 or card.incarnation == self.life

    @property
    def here(self) -> bool:
        """Whether this effect's card is still face-up where it was activated."""
        return self.card.incarnation == self.life and self.card.face_up


def none_of(cards: Iterable[Card]) -> Callable[[Card], bool]:
    """Return a test that a card is none of these."""
    excluded = list(cards)
    return lambda card: card not in excluded
