"""Registry of card scripts: card name -> CardScript, filled by decorators when card modules are imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from facedown_server.games.duel.core import DamageStepUse, EffectKind, Limit, Rule, Whose
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
from facedown_server.table import Card
from facedown_shared.protocol.visible_events import EventKind
from facedown_shared.text import NOTHING, Words

SCRIPTS: dict[str, CardScript] = {}


Bodied = Callable[[Fx], Body]
Targets = Selection | Iterable[Selection]


def script(name: str) -> CardScript:
    """Return a card's CardScript. The first call creates it."""
    return SCRIPTS.setdefault(name, CardScript(name))


def effect(
    name: str, kind: EffectKind, *, speed: int, on: Iterable[EventKind] = (), zones: Iterable[str] = (),
    target: Targets = (), text: str = "", **header: Any,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Return a decorator that registers a body as an effect with this header.

    The body's docstring is the text for players. `shared/facedown_shared/data/words/effects_english.toml`
    repeats it.
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


def instruction_body(text: str, *instructions: Callable[[Fx], Instruction], here: bool = False) -> Bodied:
    """Return a body of these instructions in order, with `text` as its docstring.

    `here`: do nothing if the card has moved.
    """

    def body(fx: Fx) -> Body:
        for instruction in instructions if fx.is_in_place or not here else ():
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
    """Register the activation of a Spell or Trap.

    Speed 0 depends on the card's kind: Normal 1, Quick-Play and Trap 2, Counter 3.
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
    """Register an effect for the player's own Main Phase, Spell Speed 1."""
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
    """Register a Quick Effect, Spell Speed 2. Also for effects of a face-up Continuous Trap."""
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
    """Register a Trigger Effect for events of the kinds `on` that pass `when`.

    `can_miss_timing`: the text says "when … you can".
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
    """Register a Flip effect, which triggers when the card is flipped face-up. Mandatory by default."""
    return effect(
        name, EffectKind.FLIP, speed=1, on=("flip",), when=_was_flipped, must=must, target=target, only=only,
        limit=limit, key=key, destroys=destroys, from_deck=from_deck,
    )  # fmt: skip


def _was_flipped(fx: Fx) -> bool:
    """Return whether the event turned this card face-up, by any cause (CLS-EFF-02 to 04, CLS-SUM-14)."""
    return fx.event is not None and fx.event.card is fx.card and fx.event.cause != "no flip"


def continuous(
    name: str, rule: Rule, value: Value = True, *, fits: Callable[[Fx, Card], bool] | None = None,
    player: Whose | None = None, only: Test | None = None, zones: Iterable[str] = (),
    even_negated: bool = False, even_face_down: bool = False,
) -> None:  # fmt: skip
    """Register a continuous effect. It applies while its card is face-up on the field, or in `zones`."""
    script(name).continuous.append(
        Continuous(rule, value, fits, player, only, frozenset(zones), even_negated, even_face_down)
    )


def procedure(name: str, way: Procedure) -> None:
    """Register a card's Special Summon without a Chain."""
    script(name).procedures.append(way)


def materials(name: str, needs: Any) -> None:
    """Register an Extra Deck monster's materials. Synchro, Xyz and Link Summons are derived from them."""
    script(name).materials = needs


def forbid_special_summon(name: str) -> None:
    """Register that a card cannot be Special Summoned. It can be Normal Summoned and Set."""
    script(name).special_only_by = lambda fx: False


def on_leaving(name: str) -> Callable[[Bodied], Bodied]:
    """Register a consequence by rule of this face-up card's leaving the field.

    `fx.targets` holds its references; `fx.chosen` holds "equipped" (its monster), "negated" and "destroyed".
    """
    return _register_with(partial(setattr, script(name), "leaves"))


def on_reference_destroyed(name: str) -> Callable[[Bodied], Bodied]:
    """Register a consequence by rule of the destruction of a referenced card, which is in `fx.targets`."""
    return _register_with(partial(setattr, script(name), "tied_destroyed"))


def upkeep(name: str) -> Callable[[Bodied], Bodied]:
    """Register an action by rule in the controller's Standby Phases while the card is face-up."""
    return _register_with(partial(setattr, script(name), "maintenance"))


def _register_with(write: Callable[[Bodied], object]) -> Callable[[Bodied], Bodied]:
    """Return a decorator that passes a body to `write` and returns it unchanged."""

    def register(body: Bodied) -> Bodied:
        write(body)
        return body

    return register


def equips(name: str, fits: Callable[[Card, Fx], bool]) -> None:
    """Register the test of monsters that this Equip Card can stay on. It is checked continuously."""
    script(name).equip_fits = fits


def register_plain(name: str) -> None:
    """Register a card without effects of its own. Its kind determines how it is Summoned."""
    script(name)


def forbid_summon_from(name: str, *zones: str) -> None:
    """Register zones from which effects cannot Special Summon this card."""
    script(name).never_from = frozenset(zones)


def scale_needs(name: str, test: Test) -> None:
    """Register a condition for activating this card as a Pendulum Scale."""
    script(name).scale_only = test


def saves(
    name: str, fits: Callable[[Fx, Card, DestructionCause], bool], *, can: Test | None = None,
    asks: Words = NOTHING,
) -> Callable[[Bodied], Bodied]:  # fmt: skip
    """Register a replacement of other cards' destruction by this face-up card.

    `fx.targets` holds the saved cards. `asks` makes it optional: the yes/no question to its player.
    """

    rows = script(name).destruction_replacements
    return _register_with(lambda body: rows.append(DestructionReplacement(fits, body, can, asks)))


def reacts(
    name: str, on: EventKind, when: Test, zones: Iterable[str] = (), *, even_negated: bool = False
) -> Callable[[Bodied], Bodied]:
    """Register an immediate reaction without a Chain to an event (`fx.event`), while this card is face-up."""

    rows = script(name).reactions
    return _register_with(lambda body: rows.append(Reaction(on, when, body, frozenset(zones), even_negated)))


def allow_counters(name: str, counter: str, most: int) -> None:
    """Register the maximum number of counters of one name that this card can hold."""
    script(name).holds[counter] = most


def register_victory(name: str, cards: Cards) -> None:
    """Register a special victory: the card's owner wins when `cards` returns any cards. They are revealed."""
    script(name).wins = cards
