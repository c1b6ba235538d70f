"""Verbs for cards on the field and for cards that enter it: Summons, positions, control, equips, counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from facedown_server.games.duel.core import Duel, Fx, Play, instruction, prompt_for_cards, zones
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import arrivals, control, departures
from facedown_server.games.duel.summons import fusion, normal_summons
from facedown_server.table import Card, ops
from facedown_shared.tables import Place, Seat
from facedown_shared.text import words


@instruction
def change_position(duel: Duel, fx: Fx, cards: Iterable[Card], to: str = "") -> None:
    """Change battle positions to "attack", "defense" (both face-up) or "face_down".

    Without `to`, switch between Attack and Defense Position.
    """
    for card in cards:
        defense = not card.defense_position if to == "" else to != "attack"
        arrivals.turn_card(
            duel,
            card,
            face_up=to != "face_down",
            defense=defense,
            by=fx.you,
            source=fx.card,
            cause="effect",
        )


@instruction
def turn_face_up(duel: Duel, fx: Fx, cards: Iterable[Card], flips: bool = True) -> None:
    """Turn face-down monsters face-up without moving them. `flips`: their Flip effects trigger."""
    for card in list(cards):
        arrivals.turn_card(
            duel, card, face_up=True, defense=card.defense_position, by=fx.you, source=fx.card,
            cause="effect" if flips else "no flip",
        )  # fmt: skip


@instruction
def take_control(
    duel: Duel, fx: Fx, card: Card, until_end_of_turn: bool = False, seat: Seat | None = None
) -> Play[bool]:
    """Take control of a monster; return whether this succeeded."""
    until = fx.state.turn if until_end_of_turn else None
    return control.take_control(duel, fx, card, fx.you if seat is None else seat, until)


@instruction
def swap_control(duel: Duel, fx: Fx, one: Card, other: Card) -> Play[bool]:
    """Swap control of two monsters at once; return whether this succeeded."""
    return control.swap(duel, fx, one, other)


@instruction
def equip_this(duel: Duel, fx: Fx, monster: Card) -> None:
    """Equip this card to a monster."""
    ops.equip(fx.state, fx.card, monster)
    ops.store_note(fx.state, fx.card, "equipping", True)


@instruction
def equip_card(duel: Duel, fx: Fx, card: Card, monster: Card) -> Play[bool]:
    """Equip a card to a monster, in a Spell & Trap Zone of this player; return whether this succeeded.

    A monster from the field keeps its face, but loses its counters, equips and effects as a monster. A card
    equipped by the effect of its monster stays only while that effect applies. Without a zone, or without a
    face-up monster, a card on the field goes to the Graveyard (GAP-19).
    """
    if not (monster.is_in_monster_zone and monster.face_up):
        return (yield from _falls_off(duel, card))
    if card.zone != "spell_trap":
        free = zones.free_spell_trap(duel, fx.you)
        place = yield from arrivals.choose_zone(duel, fx.you, card, fx.you, (), free)
        if place is None:
            return (yield from _falls_off(duel, card))
        departures.detach(duel, card, list(card.materials), by=fx.you, word="rule")
        face_up, life = card.face_up or not card.is_on_field, card.incarnation
        ops.move(
            fx.state, card, place, face_up=face_up, cause="equip", by=fx.you, source=fx.card,
            controller=fx.you, is_new_object=True,
        )  # fmt: skip
        duel.carry_uses(card, life)
    ops.equip(fx.state, card, monster)
    ops.store_note(fx.state, card, "equipping", True)
    ops.store_note(fx.state, card, "worn", monster is fx.card)
    return True


def _falls_off(duel: Duel, card: Card) -> Play[bool]:
    yield from departures.send_cards(duel, [card] if card.is_on_field else [], "graveyard", cause="rule")
    return False


@instruction
def mix_set_cards(duel: Duel, fx: Fx, cards: Sequence[Card]) -> None:
    """Shuffle face-down cards of one player among their zones."""
    ops.mix(fx.state, cards, duel.streams.order(len(cards), f"field:{cards[0].controller}"))


@instruction
def place_scale(duel: Duel, fx: Fx, card: Card) -> Play[bool]:
    """Place a card in a free Pendulum Zone of this player (YGO-PZ-03); return whether this succeeded."""
    place = yield from arrivals.choose_zone(duel, fx.you, card, fx.you, (), zones.free_scales(duel, fx.you))
    if place is None:
        return False
    ops.move(fx.state, card, place, cause="place", by=fx.you, source=fx.card, controller=fx.you)
    ops.mark(fx.state, card, arrived=fx.state.turn, summoned="scale")
    return True


@instruction
def add_reference(duel: Duel, fx: Fx, card: Card) -> None:
    """Record a reference from this card to another."""
    ops.add_tie(fx.state, fx.card, card)


@instruction
def stay_on_field(duel: Duel, fx: Fx) -> None:
    """Keep this card on the field after its Chain, although its kind would leave."""
    ops.store_note(fx.state, fx.card, "stays", True)


@instruction
def place_counters(duel: Duel, fx: Fx, card: Card, name: str, count: int = 1) -> bool:
    """Put counters on a face-up card on the field; return whether it can hold any (YGO-CTR-04)."""
    placed = min(count, _counter_room(duel, card, name)) if card.is_on_field and card.face_up else 0
    if placed > 0:
        ops.counters(fx.state, card, name, placed)
    return placed > 0


def _counter_room(duel: Duel, card: Card, name: str) -> int:
    """Return the number of further counters that a card can hold.

    The limit is an effect of the card: while it is negated, the card can hold none.
    """
    script = duel.script(card)
    if script is None or name not in script.holds:
        return ongoing_effects.FOREVER_TURNS
    return 0 if card.negated else script.holds[name] - card.counters.get(name, 0)


@instruction
def remove_counters(duel: Duel, fx: Fx, card: Card, name: str, count: int = 1) -> None:
    """Remove counters from a card."""
    ops.counters(fx.state, card, name, -count)


@instruction
def detach(duel: Duel, fx: Fx, bearer: Card, materials: Sequence[Card], word: str = "cost") -> None:
    """Detach materials from a monster."""
    departures.detach(duel, bearer, materials, by=fx.you, word=word)


@instruction
def attach_to_this(duel: Duel, fx: Fx, cards: Iterable[Card]) -> None:
    """Attach cards to this card as materials, except Tokens (YGO-TOK-08)."""
    for card in [card for card in cards if not card.token]:
        for material in list(card.materials):
            departures.detach(duel, card, [material], by=fx.you, word="rule")
        ops.attach(fx.state, card, fx.card, by=fx.you)


@instruction
def store_note(duel: Duel, fx: Fx, card: Card, key: str, value: Any = True) -> None:
    """Store a note on a card's present incarnation."""
    ops.store_note(fx.state, card, key, value)


# --- entering the field: Special Summons, Tokens, Fusion, Ritual, Set ---------------------------------------


@instruction
def special_summon(
    duel: Duel, fx: Fx, cards: Iterable[Card], position: str = "", to: Seat | None = None,
    places: Sequence[Place] | None = None, proper: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Special Summon cards by this effect; return the Summoned cards.

    `position`: "attack", "defense", "face_down", "any_defense", or "" to let the player choose.
    """
    return arrivals.special_summon(
        duel, list(cards), to=fx.you if to is None else to, by=fx.you, source=fx.card, position=position,
        places=places, proper=proper,
    )  # fmt: skip


@instruction
def summon_token(
    duel: Duel, fx: Fx, code: int, count: int = 1, position: str = "", to: Seat | None = None
) -> Play[list[Card]]:
    """Create Tokens of this passcode and Special Summon them (CLS-TOK-01, CLS-TOK-03); return the Tokens."""
    seat = fx.you if to is None else to
    tokens = [ops.create(fx.state, duel.pool[code], fx.you, token=True) for _ in range(count)]
    for token in tokens:
        duel.listen(token)
    free = zones.free_main(fx.state, seat)
    return arrivals.special_summon(
        duel, tokens, to=seat, by=fx.you, source=fx.card, position=position, places=free
    )


@instruction
def summon_as_monster(
    duel: Duel, fx: Fx, attack: int, defense: int, level: int, attribute: str, race: str,
    also: Iterable[str] = (),
) -> Play[list[Card]]:  # fmt: skip
    """Special Summon this Spell or Trap as a monster; return it in a list (YGO-MMZ-06).

    `also`: kinds that the card keeps.
    """
    facts = msgspec.structs.replace(
        fx.card.facts, kinds=("monster", *also), attack=attack, defense=defense, level=level,
        attribute=attribute, race=race,
    )  # fmt: skip
    free = zones.free_main(fx.state, fx.you)
    summoned = yield from arrivals.special_summon(
        duel, [fx.card], to=fx.you, by=fx.you, source=fx.card, places=free
    )
    for card in summoned:
        ops.store_note(fx.state, card, ongoing_effects.AS_MONSTER, facts)
    return summoned


@instruction
def normal_summon_afterwards(duel: Duel, fx: Fx) -> None:
    """Let the player Normal Summon or Set one more hand card immediately after this effect resolves."""
    duel.afterwards.append(lambda: _normal_summon_again(duel, fx.you))


def _normal_summon_again(duel: Duel, seat: Seat) -> Play[None]:
    cards = normal_summons.extra_summons(duel, seat)
    for card in (yield from prompt_for_cards(seat, cards, words("choose_normal_summon_or_set"), always=True)):
        yield from normal_summons.summon_or_set(duel, seat, card)


@instruction
def fusion_summon(duel: Duel, fx: Fx, materials: Sequence[Card]) -> Play[Card | None]:
    """Fusion Summon a monster with materials among these cards; return the monster or None."""
    return fusion.fusion_summon(duel, fx, materials)


@instruction
def ritual_summon(duel: Duel, fx: Fx, fits: Callable[[Card], bool]) -> Play[Card | None]:
    """Ritual Summon a fitting monster from the hand; return the monster or None."""
    return fusion.ritual_summon(duel, fx, fits)


@instruction
def set_cards(duel: Duel, fx: Fx, cards: Sequence[Card], ready: bool = False) -> Play[Sequence[Card]]:
    """Set Spells or Traps on the field; return the given cards. `ready`: they may be activated this turn."""
    for card in cards:
        places = zones.zones_for_spell_trap(duel, fx.you, card)
        place = yield from arrivals.choose_zone(duel, fx.you, card, fx.you, (), places)
        if place is not None:
            yield from normal_summons.place_set_card(duel, card, place, by=fx.you, source=fx.card)
            if ready:
                ops.store_note(fx.state, card, "ready", True)
    return cards
