"""Which monster may attack, and what: attack targets and how often (GAP-06, CLS-BATTLE rows)."""

from __future__ import annotations

from collections.abc import Sequence

from server.duel.core import Duel, Rule
from server.table import Card, ops


def may_attack(duel: Duel, card: Card) -> bool:
    """Face-up Attack Position, attacks left, nothing forbids it, and something to attack."""
    return (
        card.face_up and not card.defense_position
        and not duel.holds(Rule.NO_ATTACK, card)
        and not duel.holds(Rule.NO_ATTACK_DECLARATION, card)
        and not duel.holds_for(Rule.NO_ATTACK, card.controller, card)
        and bool(targets(duel, card))
        and duel.state.life(card.controller) >= attack_cost(duel, card)
    )  # fmt: skip


def targets(duel: Duel, attacker: Card, *, replay: bool = False) -> list[Card | None]:
    """What this monster may attack; None is a direct attack. `replay`: this attack is counted already."""
    facing = duel.cards_at("monster", 1 - attacker.controller)
    found: list[Card | None] = [card for card in facing if not duel.holds(Rule.NO_ATTACK_TARGET, card)]
    forced = [card for card in facing if duel.holds(Rule.MUST_BE_ATTACKED, card)]
    if forced:
        found = [card for card in found if [card] == forced]
    found = [card for card in found if card is None or _may_choose(duel, attacker, card)]
    way_is_free = not facing or (not forced and duel.holds(Rule.DIRECT_ATTACK, attacker))
    if way_is_free and not duel.holds(Rule.NO_DIRECT_ATTACK, attacker):
        found.append(None)
    made = attacker.attacks - replay
    return found if made < _allowed(duel, attacker) else _not_yet_attacked(duel, attacker, found)


def _allowed(duel: Duel, attacker: Card) -> int:
    return 1 + sum(int(value) for value in duel.values(Rule.EXTRA_ATTACKS, attacker))


def _not_yet_attacked(duel: Duel, attacker: Card, found: Sequence[Card | None]) -> list[Card | None]:
    """With its attacks used up it goes on only against every monster in turn, and not after a direct one."""
    turn, attacked = attacker.memory.get("attacked", (0, ()))
    if turn != duel.state.turn or None in attacked or not duel.holds(Rule.ATTACKS_ALL, attacker):
        return []
    return [card for card in found if card is not None and (card.id, card.incarnation) not in attacked]


def _may_choose(duel: Duel, attacker: Card, target: Card) -> bool:
    """Whether nothing keeps this attacker from choosing that monster."""
    limits = [row for row in duel.rows(Rule.ATTACKS_ONLY) if row.fits(attacker)]
    return all(row.allows(target) for row in limits)


def attack_cost(duel: Duel, attacker: Card) -> int:
    """Life Points this attack costs its player."""
    return sum(int(value) for value in duel.values(Rule.ATTACK_COST, attacker))


def note_target(duel: Duel, attacker: Card, target: Card | None) -> None:
    """Note what was attacked, for monsters that attack one after the other."""
    turn, attacked = attacker.memory.get("attacked", (0, ()))
    fresh = (target.id, target.incarnation) if target else None
    known = attacked if turn == duel.state.turn else ()
    ops.remember(duel.state, attacker, "attacked", (duel.state.turn, (*known, fresh)))
