"""What a card's script is made of: headers of data (Effect, Continuous, Procedure) and the Fx a body sees.

What can be known without running stands in the header, so "may I?" never runs a body. Cards see these names
through `facedown_server.games.duel.script` only.
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
    """What a body yields: an operation or a choice. The duel carries it out by calling `act` with itself, the
    Fx and these arguments; the answer is sent into the body. An `act` that asks players is a generator.
    `joined`: it belongs to what was done before it, so that nothing comes too late by it (GAP-15)."""

    act: Callable[..., Any]
    args: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards to choose: where, whose, which. `where` is a word of `Fx.cards`, or "material" for those beneath
    the card itself; `only` may ask the Fx too."""

    where: str | tuple[str, ...]
    whose: Whose = EITHER
    only: Callable[[Card, Fx], bool] | None = None
    least: Number = 1
    most: Number = 1
    text: Words = NOTHING
    keep: Callable[[Card, Fx], bool] | None = None
    """What a target must still be at resolution, besides being the same card in the same place."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What is paid at activation: `can` before, `choose` within the declaration, `pay` once it is certain.

    `choose` yields prompts and gives the cards; `pay` carries out instructions with them.
    """

    can: Test
    pick: Selection | None
    pay: Callable[[Fx, Sequence[Card]], Body]


@dataclass(frozen=True, slots=True)
class Effect:
    """The header of one effect, and its body.

    `text` says what it does; it goes into digests and to nobody. `on` are the kinds of events a trigger
    listens to, `when` the further condition: for a trigger it sees `fx.event`, for a fast effect `fx.window`
    and `fx.link`. `must`: mandatory. `can_miss_timing`: worded "when … you can" (GAP-15). `zones`: where the
    card lies while the effect is used.
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
    """Cards it is about without targeting them, settled at activation ("those monsters")."""
    destroys: Cards | None = None
    """Cards on the field it would destroy, as they stand when it is on the chain."""
    summon_negation: bool = False
    anytime: bool = False
    from_deck: bool | Test = False
    """It draws, adds, Special Summons or sends cards from a Deck (a test: as things stood then)."""
    joins: Test | None = None
    """It can be used in the same act in which its card is activated; whether public facts allow it now."""
    by_hand: bool = False
    """Nobody has written what it does: its controller carries it out by hand."""
    key: str = ""
    number: int = 0
    """Which of its card's effects it is."""
    words: Words = NOTHING
    """What players read of one that many cards have; of any other they read what its card and number say."""

    def said(self, card: Card) -> Words:
        """What it does, for an option or a Chain Link."""
        return self.words or CardWords(EFFECT, (self.number,), card=card)


Worth = int | str
"""What a rule is worth for a card: a number, a word, or True."""
Value = Worth | Callable[["Fx", Any], Any]


@dataclass(frozen=True, slots=True)
class Continuous:
    """Something that holds while its card is face-up where it works.

    `fits(fx, card)` says which cards it holds for; None: for the card itself. `value` is a number, or a
    function of the card it holds for. `player`: it holds for these players instead of cards.

    What holds is worked out anew when the board has changed and not otherwise, so `fits`, `value` and `only`
    read cards, piles, Life Points and whose turn it is, and nothing else: no phase, no attack, no window, and
    nothing that happened this turn.
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
    """A rule that holds now: for the cards `fits` says, or for these seats."""

    rule: Rule
    value: Value
    fits: Callable[[Card], bool]
    seats: tuple[Seat, ...]
    fx: Fx
    stamp: int

    def worth(self, card: Card) -> Worth:
        """The value for a card."""
        return self.value(self.fx, card) if callable(self.value) else self.value

    def allows(self, about: object) -> bool:
        """Whether it holds in this case: a test of what it is about (a card, an attack, an Fx), or always."""
        return not callable(self.value) or bool(self.value(self.fx, about))


class StandingRule(ActiveRule, eq=False):
    """A rule that holds by a continuous effect of a card, while that may."""

    continuous: Continuous

    @property
    def is_allowed(self) -> bool:
        """Whether its condition is met now."""
        only = self.continuous.only
        return only is None or only(self.fx)


@dataclass(frozen=True, slots=True)
class Procedure:
    """A way to Special Summon this card that starts no chain: `can(fx)`, then `perform` declares and does it.

    `choose(fx)` yields prompts and gives what was chosen (None: taken back); `pay(fx, chosen)` instructions.
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
    """Paying and arriving are one moment: nothing happens in between, not even by rule."""


@dataclass(frozen=True, slots=True)
class DestructionCause:
    """What destroys cards: "battle" or "effect", whose, and the card (or attack) it comes from."""

    cause: str
    by: Seat
    source: Card | Attack | None
    link: ChainLink | None = None
    """The Chain Link that is resolving, if any."""


@dataclass(frozen=True, slots=True)
class DestructionReplacement:
    """What a face-up card does in place of others being destroyed; no chain starts.

    `fits(fx, card, destruction)`: whether it can save that card; `fx.targets` are those it saves. `can(fx)`:
    whether it can pay for it now. `asks`: its player is asked first, in these words.
    """

    fits: Callable[[Fx, Card, DestructionCause], bool]
    body: Callable[[Fx], Body]
    can: Test | None = None
    asks: Words = NOTHING


@dataclass(frozen=True, slots=True)
class Reaction:
    """What follows at once, by rule and without a chain, when something happens while the card is face-up."""

    on: EventKind
    when: Test
    body: Callable[[Fx], Body]
    zones: frozenset[str] = frozenset()
    """Where its card lies; none named: on the field, a monster in a Monster Zone."""
    even_negated: bool = False


SteadyRows = Sequence[tuple[Continuous, Collection[str]]]
UsableEffects = tuple[tuple[int, Effect], ...]
"""Effects, each with its number in the script."""


@dataclass
class CardScript:
    """Everything written about one card."""

    name: str
    effects: list[Effect] = field(default_factory=list)
    continuous: list[Continuous] = field(default_factory=list)
    procedures: list[Procedure] = field(default_factory=list)
    special_only_by: Callable[[Fx], bool] | None = None
    """"Cannot be Special Summoned except …": whether this Special Summon is one of those."""
    materials: Any = None
    """For Fusion, Synchro, Xyz, Link: what `server/facedown_server/games/duel/summons` reads."""
    never_from: frozenset[str] = frozenset()
    """Zones no effect Special Summons it from."""
    scale_only: Test | None = None
    """What activating it as a Pendulum Scale asks for."""
    destruction_replacements: list[DestructionReplacement] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    leaves: Callable[[Fx], Body] | None = None
    """Carried out by rule when this face-up card leaves the field (no chain)."""
    tied_destroyed: Callable[[Fx], Body] | None = None
    """Carried out by rule when a card this one is tied to is destroyed (`fx.targets`: that card)."""
    equip_fits: Callable[[Card, Fx], bool] | None = None
    wins: Cards | None = None
    """The cards that win the duel for this card's owner now, none while it goes on; all are shown."""
    maintenance: Callable[[Fx], Body] | None = None
    """Carried out in its controller's Standby Phase without a chain."""
    holds: dict[str, int] = field(default_factory=dict)
    """Counters it lets itself hold, by name, and how many at most; none while it is negated."""
    usable: dict[str, dict[ActivationTiming, UsableEffects]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What can be used of it from each zone at each moment, as far as `effect_index` has worked it out."""
    steady: tuple[Collection[str], SteadyRows] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """All zones its continuous effects work in, and each of them with its own, once that is worked out."""

    def allows_special_summon(self, fx: Fx) -> bool:
        """Whether what it says of its own Special Summon lets this one be."""
        return self.special_only_by is None or self.special_only_by(fx)


@dataclass
class FastPlaces:
    """Where these scripts have fast effects, by the part of the Damage Step (`legality.quick_pool`)."""

    scripts: Mapping[int, CardScript]
    at: dict[str, frozenset[str | int]] = field(default_factory=dict)


class DuelQueries(Protocol):
    """What an effect may ask the duel it is used in. Rules that only look take no more than this."""

    format: Format
    state: State
    window: tuple[GameEvent, ...]
    """What has just happened, which fast effects may answer."""
    this_turn: TurnRecord
    step: str
    """The part of the Damage Step, "" outside of it."""
    attack: Attack | None
    summoning: SummonAttempt | None
    announces: bool
    """Whether a Tribute, a cost or a material is asked for also where there is only one."""

    def script(self, card: Card) -> CardScript | None:
        """The card's script, if it has one."""

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """A seat's cards by where they lie."""

    def rows(self, rule: Rule) -> Sequence[ActiveRule]:
        """What holds now of one kind, oldest first."""

    def holds(self, rule: Rule, card: Card) -> bool:
        """Whether a rule holds for a card."""

    def holds_for(self, rule: Rule, seat: Seat, card: Card | None = None) -> bool:
        """Whether a rule holds for a player, concerning this card."""

    def values(self, rule: Rule, card: Card) -> list[Worth]:
        """The values of every active rule of a kind for a card, oldest first."""


class Fx(msgspec.Struct, eq=False):
    """One use of one effect: what its header's tests and its body see.

    `you` is the player using it. `targets` holds, while resolving, only those that still fit. `event` is the
    event a trigger met. `paid` are the cards its cost took; `chosen` is for a body's own notes.
    """

    duel: DuelQueries
    card: Card
    you: Seat
    effect: Effect | None = None
    event: GameEvent | None = None
    targets: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    """The targets as each Selection of the header chose them."""
    paid: tuple[Card, ...] = ()
    about: tuple[Card, ...] = ()
    """The cards the header is about, while resolving only those that have not moved."""
    link: ChainLink | None = None
    """The Chain Link this one answers, if any."""
    own: ChainLink | None = None
    life: int = -1
    """The card's incarnation at activation."""
    effects_negated: bool = False
    """An effect took its card's effects away when this was activated or since, wherever the card is now."""
    chosen: dict[str, Any] = msgspec.field(default_factory=dict)

    @property
    def opponent(self) -> Seat:
        return 1 - self.you

    @property
    def state(self) -> State:
        return self.duel.state

    @property
    def window(self) -> tuple[GameEvent, ...]:
        """What has just happened, which fast effects may answer."""
        return self.duel.window

    @property
    def your_turn(self) -> bool:
        return self.state.turn_player == self.you

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def in_battle_step(self) -> bool:
        """Whether attacks are on: not the Start, Damage or End Step of the Battle Phase."""
        return self.phase == "battle" and self.duel.this_turn.battle_step and not self.duel.step

    def seats(self, whose: Whose) -> tuple[Seat, ...]:
        """The seats meant, the turn player's first."""
        if whose is YOU:
            return (self.you,)
        if whose is OPPONENT:
            return (self.opponent,)
        first = max(self.state.turn_player, 0)
        return (first, 1 - first)

    def cards(
        self, where: str | tuple[str, ...], whose: Whose = EITHER, only: CardTest | None = None
    ) -> list[Card]:
        """Cards by where they lie: "monster", "spell_trap", "field" (all of it), or a pile's name."""
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
        """What this use of its effect would destroy, as the header says it."""
        named = self.effect.destroys if self.effect else None
        return tuple(named(self)) if named else ()

    def monsters(self, whose: Whose = EITHER, only: CardTest | None = None) -> list[Card]:
        """Monsters on the field."""
        return self.cards("monster", whose, only)

    def spells_traps(self, whose: Whose = EITHER, only: CardTest | None = None) -> list[Card]:
        """Spells and Traps on the field, Field Spells included."""
        return self.cards("spell_trap", whose, only)

    def number(self, number: Number) -> int:
        """A number that may depend on the moment."""
        return number if isinstance(number, int) else number(self)

    def can_draw(self, seat: Seat, count: int) -> bool:
        """Whether a Deck has enough cards for a fixed draw (GAP-48)."""
        return len(self.state.pile(seat, "deck")) >= count

    def free_monster_zones(self, seat: Seat) -> list[Place]:
        """A player's free Main Monster Zones: what is taken needs one (CF-39, CLS-CTRL-03, YGO-EMZ-09)."""
        pile = self.state.pile(seat, "monster")
        return [Place(seat, "monster", slot) for slot, card in enumerate(pile) if card is None]

    def free_spell_trap_zones(self, seat: Seat) -> list[Place]:
        """A player's free Spell & Trap Zones."""
        pile = self.state.pile(seat, "spell_trap")
        return [Place(seat, "spell_trap", slot) for slot, card in enumerate(pile) if card is None]

    def happened(self, kind: EventKind) -> list[GameEvent]:
        """What of this kind has happened this turn."""
        return [told for told in self.duel.this_turn.happened if told.kind == kind]

    def has_summoned(self, seat: Seat) -> bool:
        """Whether a player has Summoned successfully this turn (GAP-53b), by hand or by effect."""
        return self.duel.this_turn.summons[seat] > 0

    def affects(self, card: Card) -> bool:
        """Whether the card is still the one that was there (its life has not changed)."""
        return self.life < 0 or card.incarnation == self.life

    @property
    def here(self) -> bool:
        """Whether this effect's card is still face-up where it was activated."""
        return self.card.incarnation == self.life and self.card.face_up


def none_of(cards: Iterable[Card]) -> Callable[[Card], bool]:
    """A test that a card is none of these."""
    excluded = list(cards)
    return lambda card: card not in excluded
