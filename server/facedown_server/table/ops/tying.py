"""Operations on ties between cards, counters, notes and current values."""

from __future__ import annotations

from typing import Any

from facedown_server.table.ops.telling import note
from facedown_server.table.ops.writing import mark_changed, mix_digest, unequip
from facedown_server.table.state import NONE, Card, State


def equip(state: State, card: Card, monster: Card) -> None:
    """Equip a monster with an Equip Card."""
    unequip(state, card)
    card.equipped_to = monster
    mark_changed(state, card)
    monster.equips = (*monster.equips, card)
    note(state, "equip", seat=card.controller, card=card, others=(monster,), board=True)


def add_tie(state: State, card: Card, target: Card) -> None:
    """Let a card reference another ("when this leaves the field, destroy that monster")."""
    card.targets = (*card.targets, target)
    mark_changed(state, card)
    target.targeted_by = (*target.targeted_by, card)
    mix_digest(state, "tie", card.id, target.id)


def counters(state: State, card: Card, name: str, change: int) -> None:
    """Add or remove counters of a name; never below zero (YGO-CTR-01 to 02)."""
    amount = max(0, card.counters.get(name, 0) + change)
    others = {other: count for other, count in card.counters.items() if other != name}
    card.counters = {**card.counters, name: amount} if amount else others or NONE
    mark_changed(state, card)
    note(state, "counter", seat=card.controller, card=card, amount=change, word=name, board=True)


def store_note(state: State, card: Card, key: str, value: Any) -> None:
    """Store a note on this incarnation of a card."""
    card.memory = {**card.memory, key: value}
    mix_digest(state, "remember", card.id, key)


def mark(state: State, card: Card, **history: Any) -> None:
    """Set a card's history for the rules: arrived, set_turn, moved_turn, attacks, summoned, proper."""
    for name, value in history.items():
        setattr(card, name, value)
    mark_changed(state, card)
    mix_digest(state, "mark", card.id, *history.items())


def set_values(state: State, card: Card, values: dict[str, Any]) -> None:
    """Set current values: attack, defense, level, rank, attribute, race, kinds, called, negated."""
    for name, value in values.items():
        setattr(card, name, value)
    mark_changed(state, card)
    mix_digest(state, "values", card.id, *values.items())


def set_scale(state: State, card: Card, scale: int) -> None:
    """Set the current Pendulum Scale. It follows from earlier operations, so the digest has it already."""
    card.scale = scale
    mark_changed(state, card)
