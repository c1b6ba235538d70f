"""Setting Spells and Traps."""

from __future__ import annotations

from server.duel.chain import activating
from server.duel.core import Duel, DuelQueries, Play, Rule, declare, zones
from server.duel.game_actions import arriving
from server.referee import PromptKind
from server.table import Card, ops
from shared.zones import Place, Seat


def may_set_card(duel: DuelQueries, seat: Seat, card: Card) -> bool:
    """Whether a Spell or Trap in the hand may be Set now (CLS-SET-01 to 04, CLS-SPELL-01)."""
    if not (card.facts.is_spell or card.facts.is_trap) or duel.holds_for(Rule.NO_SET, seat, card):
        return False
    return bool(set_places(duel, seat, card))


def set_places(duel: DuelQueries, seat: Seat, card: Card) -> list[Place]:
    """Zones for a card about to be Set (YGO-STZ-03 to 06)."""
    if not card.facts.is_a("field"):
        return zones.free_spell_trap(duel, seat)
    taken = bool(duel.cards_at("field_zone", seat))
    return [] if taken and duel.format.replace_own_field == "refused" else [Place(seat, "field", 0)]


def set_card(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Set a Spell or Trap from the hand."""
    place = yield from declare(
        lambda: arriving.choose_zone(duel, seat, card, seat, (), set_places(duel, seat, card)),
        PromptKind.TURN,
    )
    if place is None:
        return False
    ops.next_moment(duel.state)
    yield from lay_set(duel, card, place, by=seat)
    return True


def lay_set(duel: Duel, card: Card, place: Place, *, by: Seat, source: Card | None = None) -> Play[None]:
    """Lay a Spell or Trap face-down; a Field Spell takes the place of one's own (CF-18)."""
    if card.facts.is_a("field"):
        yield from activating.clear_field_zone(duel, place.seat, card)
    ops.move(
        duel.state, card, place, face_up=False, cause="set", by=by, source=source, controller=place.seat,
        kind="set",
    )  # fmt: skip
    ops.mark(duel.state, card, arrived=duel.state.turn, set_turn=duel.state.turn)
