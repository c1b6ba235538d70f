"""The registry of card scripts: a CardScript for each name, filled at import by decorators."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from facedown_server.games.duel.core.effect import (
    Body,
    Cards,
    CardScript,
    Continuous,
    Cost,
    DestructionCause,
    DestructionReplacement,
    Effect,
    Fx,
    Instruction,
    Procedure,
    Reaction,
    Selection,
    Test,
    Value,
)
from facedown_server.games.duel.core.words import DamageStepUse, EffectKind, Limit, Rule, Whose
from facedown_server.table.state import Card
from facedown_shared.protocol.visible_events import EventKind
from facedown_shared.text.words import NOTHING, Words

SCRIPTS: dict[str, CardScript] = {}


Bodied = Callable[[Fx], Body]
Targets = Selection | Iterable[Selection]


def script(name: str) -> CardScript:
    """Return the CardScript of a card name, created on first use."""
    return SCRIPTS.setdefault(name, CardScript(name))


def effect(
    name: str, kind: EffectKind, *, speed: int, on: Iterable[EventKind] = (), zones: Iterable[str] = (),
    target: Targets = (), text: str = "", **header: Any,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register a body as an effect with this header; its docstring is the text for players, repeated in
    `shared/facedown_shared/data/words/effects_english.toml`.
    """
    picks = (target,) if isinstance(target, Selection) else tuple(target)

    def register(body: Bodied) -> Bodied:
        said = text or " ".join((body.__doc__ or "").split())
        number = len(script(name).effects)
        key = header.pop("key", "") or str(number)
        row = Effect(
            name, kind, said, body, speed=speed, on=frozenset(on), zones=frozenset(zones), target=picks,
            key=key, number=number, **header,
        )  # fmt: skip
        script(name).effects.append(row)
        return body

    return register


def does(text: str, *instructions: Callable[[Fx], Instruction], here: bool = False) -> Bodied:
    """Return a body of these instructions in order; `text` is its docstring.

    `here`: only if the card is still where it was.
    """

    def body(fx: Fx) -> Body:
        for instruction in instructions if fx.here or not here else ():
            yield instruction(fx)

    body.__doc__ = text
    return body


def activation(
    name: str, *, speed: int = 0, target: Targets = (), when: Test | None = None,
    only: Test | None = None, cost: Cost | None = None, limit: Limit = Limit.NONE,
    damage_step: DamageStepUse = DamageStepUse.NEVER, summon_negation: bool = False,
    zones: Iterable[str] = (),
    key: str = "", about: Cards | None = None, destroys: Cards | None = None, from_deck: bool | Test = False,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register the activation of the Spell or Trap. speed 0: by its kind (Normal 1, Quick-Play and Trap 2,
    Counter 3).
    """
    return effect(
        name, EffectKind.ACTIVATION, speed=speed, target=target, when=when, only=only, cost=cost, limit=limit,
        damage_step=damage_step, summon_negation=summon_negation, zones=zones, key=key, about=about,
        destroys=destroys, from_deck=from_deck,
    )  # fmt: skip


def ignition(
    name: str, *, target: Targets = (), only: Test | None = None, cost: Cost | None = None,
    limit: Limit = Limit.NONE, zones: Iterable[str] = (), key: str = "", destroys: Cards | None = None,
    from_deck: bool | Test = False,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register an effect used in one's own Main Phase, Spell Speed 1."""
    return effect(
        name, EffectKind.IGNITION, speed=1, target=target, only=only, cost=cost, limit=limit, zones=zones,
        key=key, destroys=destroys, from_deck=from_deck,
    )  # fmt: skip


def quick(
    name: str, *, target: Targets = (), when: Test | None = None, only: Test | None = None,
    cost: Cost | None = None, limit: Limit = Limit.NONE, damage_step: DamageStepUse = DamageStepUse.NEVER,
    zones: Iterable[str] = (), speed: int = 2, key: str = "", summon_negation: bool = False,
    destroys: Cards | None = None, joins: Test | None = None,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register a Quick Effect, Spell Speed 2 (also of a face-up Continuous Trap)."""
    return effect(
        name, EffectKind.QUICK, speed=speed, target=target, when=when, only=only, cost=cost, limit=limit,
        damage_step=damage_step, zones=zones, key=key, summon_negation=summon_negation, destroys=destroys,
        joins=joins,
    )  # fmt: skip


def trigger(
    name: str, on: EventKind | Iterable[EventKind], *, when: Test | None = None, must: bool = False,
    can_miss_timing: bool = False, target: Targets = (), only: Test | None = None, cost: Cost | None = None,
    limit: Limit = Limit.NONE, zones: Iterable[str] = (), face_down: bool = False, key: str = "",
    destroys: Cards | None = None, from_deck: bool | Test = False,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register a Trigger Effect: `on` kinds of events, `when` for `fx.event`; `can_miss_timing`: "when … you
    can".
    """
    kinds = (on,) if isinstance(on, str) else tuple(on)
    return effect(
        name, EffectKind.TRIGGER, speed=1, on=kinds, when=when, must=must, can_miss_timing=can_miss_timing,
        target=target, only=only,
        cost=cost, limit=limit, zones=zones, face_down=face_down, key=key, destroys=destroys,
        from_deck=from_deck,
    )  # fmt: skip


def flip(
    name: str, *, target: Targets = (), must: bool = True, only: Test | None = None,
    limit: Limit = Limit.NONE, key: str = "", destroys: Cards | None = None, from_deck: bool | Test = False,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register a Flip effect: triggered when this card is flipped face-up; mandatory unless `must` is
    False.
    """
    return effect(
        name, EffectKind.FLIP, speed=1, on=("flip",), when=_was_flipped, must=must, target=target, only=only,
        limit=limit, key=key, destroys=destroys, from_deck=from_deck,
    )  # fmt: skip


def _was_flipped(fx: Fx) -> bool:
    """Return whether the card was turned face-up, by any cause (CLS-EFF-02 to 04, CLS-SUM-14)."""
    return fx.event is not None and fx.event.card is fx.card and fx.event.cause != "no flip"


def continuous(
    name: str, rule: Rule, value: Value = True, *, fits: Callable[[Fx, Card], bool] | None = None,
    player: Whose | None = None, only: Test | None = None, zones: Iterable[str] = (),
    even_negated: bool = False, even_face_down: bool = False,
) -> None:  # fmt: skip
    """Register a continuous effect: it applies while the card is face-up on the field (or in `zones`)."""
    script(name).continuous.append(
        Continuous(rule, value, fits, player, only, frozenset(zones), even_negated, even_face_down)
    )


def procedure(name: str, way: Procedure) -> None:
    """Register a Special Summon of this card without a Chain."""
    script(name).procedures.append(way)


def materials(name: str, needs: Any) -> None:
    """Register the materials of an Extra Deck monster; Synchro, Xyz and Link get their Summon from them."""
    script(name).materials = needs


def cannot_be_special_summoned(name: str) -> None:
    """Register that this card cannot be Special Summoned; it is Normal Summoned and Set like others."""
    script(name).special_only_by = lambda fx: False


def when_it_leaves(name: str) -> Callable[[Bodied], Bodied]:
    """Register what happens by rule when this face-up card leaves the field (`fx.targets`: its references;
    `fx.chosen["equipped"]`: its equipped monster; `fx.chosen["negated"]`, `["destroyed"]`).
    """
    return _registered(partial(setattr, script(name), "leaves"))


def when_tied_is_destroyed(name: str) -> Callable[[Bodied], Bodied]:
    """Register what happens by rule when a card this one references is destroyed (`fx.targets`: that
    card).
    """
    return _registered(partial(setattr, script(name), "tied_destroyed"))


def upkeep(name: str) -> Callable[[Bodied], Bodied]:
    """Register what happens by rule in its controller's Standby Phases while it is face-up."""
    return _registered(partial(setattr, script(name), "maintenance"))


def _registered(write: Callable[[Bodied], object]) -> Callable[[Bodied], Bodied]:
    """Return a decorator that puts a body into a card's script and leaves it unchanged."""

    def register(body: Bodied) -> Bodied:
        write(body)
        return body

    return register


def equips(name: str, fits: Callable[[Card, Fx], bool]) -> None:
    """Register which monsters this Equip Card may stay on; checked continuously."""
    script(name).equip_fits = fits


def plays_by_its_kind(name: str) -> None:
    """Register a card without effects of its own: its kind decides how it is Summoned."""
    script(name)


def never_summoned_from(name: str, *zones: str) -> None:
    """Register zones from which no effect may Special Summon this card."""
    script(name).never_from = frozenset(zones)


def scale_needs(name: str, test: Test) -> None:
    """Register the condition for activating this card as a Pendulum Scale."""
    script(name).scale_only = test


def saves(
    name: str, fits: Callable[[Fx, Card, DestructionCause], bool], *, can: Test | None = None,
    asks: Words = NOTHING,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register what this face-up card does in place of the destruction of others (`fx.targets`: the saved
    cards). `asks`: only if its player says yes to this.
    """

    rows = script(name).destruction_replacements
    return _registered(lambda body: rows.append(DestructionReplacement(fits, body, can, asks)))


def reacts(
    name: str, on: EventKind, when: Test, zones: Iterable[str] = (), *, even_negated: bool = False
) -> Callable[[Bodied], Bodied]:
    """Register an immediate consequence without a Chain of this event (`fx.event`) while the card is
    face-up.
    """

    rows = script(name).reactions
    return _registered(lambda body: rows.append(Reaction(on, when, body, frozenset(zones), even_negated)))


def holds_counters(name: str, counter: str, most: int) -> None:
    """Register that this card can hold up to so many counters of that name."""
    script(name).holds[counter] = most


def wins_when(name: str, cards: Cards) -> None:
    """Register that this card's owner wins as soon as there are such cards; they are shown to all."""
    script(name).wins = cards
