"""Control of monsters. The newest rule applies; a monster returns when its last control rule ends.

Sources: GAP-34, GAP-50, CF-32, CF-39, CLS-CTRL rows.
"""

from __future__ import annotations

from facedown_server.games.duel.core import ControlHome, Duel, DuelQueries, Fx, Play, Rule, zones
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import arrivals, departures
from facedown_server.table import Card, ops
from facedown_shared.tables import Place, Seat


def can_take_control(duel: DuelQueries, seat: Seat) -> bool:
    """Return whether a player has the free Main Monster Zone to take control (CF-39, CLS-CTRL-03)."""
    return zones.has_free_main(duel.state, seat)


def take_control(duel: Duel, fx: Fx, card: Card, seat: Seat, until: int | None = None) -> Play[bool]:
    """Give control of a monster to a player; return whether this succeeded.

    `until`: the turn in whose End Phase control ends; None: permanent.

    CLS-CTRL-01.
    """
    if card.controller == seat or not card.is_in_monster_zone or not can_take_control(duel, seat):
        return False
    _record_control(duel, fx, card, seat, until)
    yield from _move_to_side(duel, card, seat, fx.card)
    return True


def swap(duel: Duel, fx: Fx, one: Card, other: Card) -> Play[bool]:
    """Swap control of two monsters at once; return whether this succeeded.

    Each new controller chooses the zone.
    """
    if one.controller == other.controller or not (can_swap(duel, one) and can_swap(duel, other)):
        return False
    goals: list[tuple[Card, Place]] = []
    for going, coming in ((one, other), (other, one)):
        taker = going.controller
        free = zones.free_main(fx.state, taker, [going])
        place = yield from arrivals.choose_zone(duel, taker, coming, taker, (), free)
        assert place is not None
        goals.append((coming, place))
    for coming, place in goals:
        _record_control(duel, fx, coming, place.seat, None)
    ops.exchange(fx.state, *goals, by=fx.you, source=fx.card)
    return True


def can_swap(duel: DuelQueries, card: Card) -> bool:
    """Return whether a monster's controller would have a zone for another monster in exchange."""
    return zones.has_free_main(duel.state, card.controller, [card])


def _record_control(duel: Duel, fx: Fx, card: Card, seat: Seat, until: int | None) -> None:
    _note_home(duel, card)
    ongoing_effects.start_lingering_effect(
        duel, fx, Rule.CONTROL, seat, cards=((card, card.incarnation),), until=until,
        phase=ongoing_effects.END_PHASE_BEGINS, follows_face=False,
    )  # fmt: skip


def _note_home(duel: Duel, card: Card) -> None:
    home = duel.homes.get(card.id)
    if home is None or home.life != card.incarnation:
        duel.homes[card.id] = ControlHome(card.incarnation, card.controller)


# --- applying control ---------------------------------------------------------------------------------------


def return_controlled(duel: Duel) -> Play[None]:
    """Move each monster to the side of its present controller."""
    held = duel.rows(Rule.CONTROL)
    if not held and not duel.homes:
        return
    for card in [card for card in duel.state.field_cards() if card.is_in_monster_zone]:
        seats = [int(row.value_for(card)) for row in held if row.fits(card)]
        if not seats:
            yield from _return_monster(duel, card)
        elif card.controller != seats[-1] and can_take_control(duel, seats[-1]):
            _note_home(duel, card)
            yield from _move_to_side(duel, card, seats[-1], None)


def _return_monster(duel: Duel, card: Card) -> Play[None]:
    """Return a monster to its former controller. Without a free zone it is destroyed by rule (CF-32).

    YGO-EMZ-19 to 20, GAP-44, CLS-CTRL-07.
    """
    home = duel.homes.pop(card.id, None)
    if home is None or home.life != card.incarnation or home.seat == card.controller:
        return
    if can_take_control(duel, home.seat):
        yield from _move_to_side(duel, card, home.seat, None)
    else:
        yield from departures.destroy(duel, [card], cause="rule")


def _move_to_side(duel: Duel, card: Card, seat: Seat, source: Card | None) -> Play[None]:
    place: Place | None = yield from arrivals.choose_zone(
        duel, seat, card, seat, (), zones.free_main(duel.state, seat)
    )
    assert place is not None
    ops.move(
        duel.state, card, place, face_up=card.face_up, defense_position=card.defense_position,
        cause="control", by=seat, source=source, controller=seat, word="control",
    )  # fmt: skip
