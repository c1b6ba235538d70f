"""Departures from a zone: destroy, send, discard and detach, with replacements and consequences.

Each action first checks active rules (may the card be destroyed? is it banished instead?), then uses ops.
`by` is the responsible player, `source` the card whose effect it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facedown_server.games.duel.core import (
    Attack,
    Body,
    DestructionCause,
    DestructionReplacement,
    Duel,
    Fx,
    Rule,
    card_status,
    simultaneous_order,
    zones,
)
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import arrivals
from facedown_server.refereeing.prompts import Play, prompt_yes_no
from facedown_server.table import Before, Card, moves, ops
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat


def destroy(
    duel: Duel, cards: Sequence[Card], *, by: Seat = SHARED_SEAT_INDEX, source: Card | None = None,
    cause: Cause = "destroy", to: str = "graveyard", instead: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Destroy cards that are not protected, all at once; return the destroyed cards.

    `instead`: they replace other cards, so no further replacement applies. A card already destroyed by battle
    stays on the field until the Damage Step ends; effects cannot destroy it again.

    CLS-CARD-08, CF-24.
    """
    doomed = [
        card for card in cards
        if (card.is_on_field or card.zone == "hand") and "destroyed_by_battle" not in card.memory
    ]  # fmt: skip
    if cause != "rule":
        rule = Rule.NO_EFFECT_DESTRUCTION
        doomed = [card for card in doomed if not is_protected(duel, rule, card, source)]
        if not instead:
            link = duel.state.chain[-1] if duel.state.chain else None
            doomed = yield from apply_replacements(duel, doomed, DestructionCause("effect", by, source, link))
    yield from send_cards(duel, doomed, to, cause=cause, by=by, source=source, word="destroy")
    return doomed


def is_protected(duel: Duel, rule: Rule, card: Card, source: Card | Attack | None) -> bool:
    """Return whether a rule protects a card from destruction by this source (a card, or an attack)."""
    return any(row.fits(card) and row.allows(source) for row in duel.rows(rule))


def send_cards(
    duel: Duel, cards: Iterable[Card], zone: str, *, cause: Cause, by: Seat = SHARED_SEAT_INDEX,
    source: Card | None = None, word: str = "", face_up: bool = True, bottom: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Send cards to their owners' `zone`, all at once; return the cards that moved. Redirecting rules apply.

    All cards move before the consequences of their leaving are carried out.
    """
    hooks: list[Hook] = []
    left: list[Card] = []
    going = [
        card for card in cards
        if moves.can_move(card, Place(card.owner, zone), face_up)
        and not card_status.is_gone_for_good(duel, card)
        and not (zone in ("hand", "deck") and card_status.is_leaving(duel, card))
    ]  # fmt: skip
    if zone == "graveyard":
        going = yield from simultaneous_order.order(duel, going, cause)
    elif zone in ("banished", "extra_deck"):
        going = simultaneous_order.sort_by_place(duel, going)
    for card in going:
        destroyed = cause in ("destroy", "battle") or word == "destroy"
        hooks.extend(leaving_hooks(duel, card, destroyed))
        if destroyed:
            hooks.extend(destruction_hooks(duel, card))
        left.extend(card.materials)
        _send_card(duel, card, zone, cause, by, source, word, face_up, bottom)
    for material in left:
        _send_card(duel, material, "graveyard", "rule", by, source, "", True, False)
    if hooks:
        ongoing_effects.refresh(duel)
    for hook in hooks:
        yield from duel.carry_out(*hook, follows=True)
    return going


def _send_card(
    duel: Duel, card: Card, zone: str, cause: Cause, by: Seat, source: Card | None, word: str, face_up: bool,
    bottom: bool,
) -> None:  # fmt: skip
    """Send one card.

    In the hand, Deck or Extra Deck the card no longer counts as properly Summoned (CLS-RIT-07).
    """
    if zone == "graveyard" and not card.token and duel.is_rule_active(Rule.BANISH_INSTEAD, card):
        zone = "banished"
    if card.is_on_field and not card.token and duel.is_rule_active(Rule.BANISH_WHEN_LEAVING, card):
        zone, face_up = "banished", True
    landing = moves.destination(card, Place(card.owner, zone), face_up)
    if card_status.was_negated(duel, card):
        word = card_status.NEVER_THERE
        if zone == "graveyard":
            landing = moves.Landing(Place(card.owner, zone), True)
    if landing.place is None:
        ops.vanish(duel.state, card, cause=cause, by=by, source=source)
        return
    ops.move(
        duel.state, card, landing.place, face_up=landing.face_up, cause=cause, by=by, source=source,
        controller=card.owner, bottom=bottom, word=word or cause,
    )  # fmt: skip
    if landing.place.zone in ("hand", "deck", "extra_deck") and card.proper:
        ops.mark(duel.state, card, proper=False)


def detach(duel: Duel, bearer: Card, materials: Sequence[Card], *, by: Seat, word: str = "cost") -> None:
    """Detach materials to their owners' Graveyards. They do not count as leaving the field (GAP-51).

    YGO-XYZ-04 to 06, YGO-XYZ-07.
    """
    for card in materials:
        _send_card(duel, card, "graveyard", "detach", by, bearer, word, True, False)


def discard(
    duel: Duel, cards: Sequence[Card], *, by: Seat, source: Card | None, word: str = ""
) -> Play[list[Card]]:
    """Discard cards from the hand to the Graveyard."""
    return send_cards(duel, cards, "graveyard", cause="discard", by=by, source=source, word=word)


# --- replacements of destruction ----------------------------------------------------------------------------


def apply_replacements(duel: Duel, doomed: Sequence[Card], destruction: DestructionCause) -> Play[list[Card]]:
    """Apply the replacements of face-up cards; return the cards that are still destroyed."""
    left = list(doomed)
    lives = [card.incarnation for card in doomed]
    for card, replacement in list(_replacements(duel)):
        fx = Fx(duel, card, card.controller, life=card.incarnation)
        fx.targets = tuple(
            one
            for one in left
            if not card_status.was_negated(duel, one) and replacement.fits(fx, one, destruction)
        )
        fx.chosen["doomed"] = tuple(left)
        if not fx.targets or (replacement.can is not None and not replacement.can(fx)):
            continue
        if replacement.asks and not (yield from prompt_yes_no(fx.you, replacement.asks, card)):
            continue
        saved = fx.targets
        yield from duel.carry_out(fx, replacement.body(fx))
        left = [one for one in left if not any(one is other for other in saved)]
    return [one for one, life in zip(doomed, lives, strict=True) if one in left and one.incarnation == life]


def _replacements(duel: Duel) -> Iterator[tuple[Card, DestructionReplacement]]:
    """Yield each active replacement of a destruction with its card, the turn player's first."""
    for seat in duel.seat_order():
        for card in duel.cards_at("field", seat):
            script = duel.script(card)
            if (
                script is not None
                and card.face_up
                and not card.negated
                and card_status.is_applied(duel, card)
            ):
                yield from ((card, replacement) for replacement in script.destruction_replacements)


# --- consequences by rule, without a Chain ------------------------------------------------------------------

Hook = tuple[Fx, Body]


def leaving_hooks(duel: Duel, card: Card, destroyed: bool) -> Iterator[Hook]:
    """Yield the consequences of this card's leaving the field.

    Call it while the card is on the field: its negation is read at that time.
    """
    script = duel.script(card)
    if script is not None and script.leaves is not None and card.is_on_field and card.face_up:
        fx = Fx(duel, card, card.controller, life=card.incarnation, targets=tuple(card.targets))
        fx.chosen.update(equipped=card.equipped_to, negated=card.negated, destroyed=destroyed)
        yield fx, script.leaves(fx)


def destruction_hooks(duel: Duel, destroyed: Card) -> Iterator[Hook]:
    """Yield the reactions of face-up cards that reference a destroyed card."""
    for card in list(destroyed.targeted_by):
        script = duel.script(card)
        if script is not None and script.tied_destroyed is not None and card.face_up:
            fx = Fx(duel, card, card.controller, life=card.incarnation, targets=(destroyed,))
            yield fx, _unless_negated(fx, script.tied_destroyed(fx))


def _unless_negated(fx: Fx, body: Body) -> Body:
    """Run the body unless its card is negated by then. The card that negates it may have left first."""
    if fx.is_in_place and not fx.card.negated:
        yield from body


# --- returning after temporary banishment (YGO-BAN-06 to 08, CF-23, CF-32) ----------------------------------

Away = tuple[Card, int, Before]
"""A banished card, its incarnation when banished, and its former state on the field."""


def return_banished(duel: Duel, fx: Fx, away: Sequence[Away]) -> Play[None]:
    """Return banished cards to the field, each to its former controller's side.

    A card without a free zone goes to the Graveyard.
    """
    for card, life, before in away:
        if card.incarnation == life and not card_status.is_gone_for_good(duel, card):
            yield from _return(duel, fx, card, before)


def _return(duel: Duel, fx: Fx, card: Card, before: Before) -> Play[None]:
    """Return a banished card by rule to a Main Monster Zone. This is no Summon.

    Without a free zone the card is sent to the Graveyard, which is no destruction.
    """
    seat = before.controller
    place = yield from arrivals.choose_zone(duel, seat, card, seat, (), zones.free_main(fx.state, seat))
    if place is None:
        yield from send_cards(duel, [card], "graveyard", cause="rule", source=fx.card)
        return
    ops.move(
        fx.state, card, place, face_up=before.face_up, defense_position=before.defense_position,
        cause="return", by=seat, source=fx.card, controller=seat,
    )  # fmt: skip
    ops.mark(fx.state, card, arrived=fx.state.turn)
