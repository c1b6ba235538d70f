"""What uses of effects leave behind while a duel runs: activations, triggers that wait, rules that hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from server.duel.core.effect import ActiveRule, Effect, Fx, Value
from server.duel.core.words import EffectKind, Rule
from server.table.state import Card, ChainLink
from shared.zones import Place, Seat


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation with every choice made: where it is placed, what is paid, what is targeted."""

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
    """How a Chain Link was activated."""
    assert isinstance(link.activation, Activation)
    return link.activation


@dataclass(slots=True)
class PendingTrigger:
    """A trigger effect that has met its condition and waits for the next chain."""

    fx: Fx
    effect: Effect
    moment: int
    hidden: bool
    """Its card lies where the opponent cannot see it (GAP-14)."""
    passed: bool = False
    """Its player did not want it, as things stood; only an effect of a phase waits on."""

    @property
    def of_phase(self) -> bool:
        """Whether a phase set it off: it waits for its turn in that phase."""
        return self.fx.event is not None and self.fx.event.kind == "phase"


@dataclass(slots=True, eq=False)
class OngoingEffect:
    """A rule an effect left behind: on these lives of cards, or cards that fit, or seats, up to a turn's end.

    `last_turn`: the number of the turn at whose end it stops; `phase`: an earlier phase to stop in.
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
    """A card's gift to itself: it ends when the card's effects are negated."""
    row: ActiveRule = field(init=False, repr=False)
    """What it comes to: the same all the time."""

    def __post_init__(self) -> None:
        self.row = ActiveRule(self.rule, self.value, self.holds_for, self.seats, self.fx, self.stamp)

    def holds_for(self, card: Card) -> bool:
        """Whether it is about this card, in the life it then had."""
        if self.cards is not None:
            return any(card is one and card.incarnation == life for one, life in self.cards)
        return self.fits is not None and self.fits(card)
