"""What rules and effects do to cards: destroy, send, draw, damage, Special Summon, take control …

Each act asks the lasting rules first (may it be destroyed? is it banished instead?), then uses ops. Acts that
may ask a player are generators. `by` is the player responsible, `source` the card whose effect it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from server.duel.core import card_status, simultaneous_order, zones
from server.duel.core.effect import DestructionCause, Fx
from server.duel.core.prompts import DuelOver, Offer, Play, ask_one, carry_out
from server.duel.core.words import Rule
from server.duel.effects import ongoing_effects
from server.duel.game_actions import destruction_replacements, leaving_hooks
from server.referee import Result
from server.table import moves, ops
from server.table.state import Card
from shared.zones import SHARED, Place, Seat

if TYPE_CHECKING:
    from server.duel.engine import Duel


@dataclass(slots=True)
class SummonAttempt:
    """A Summon declared and not yet successful: it can still be negated (GAP-17)."""

    cards: list[Card]
    seat: Seat
    word: str
    negated: bool = False

    def holds(self, card: Card) -> bool:
        """Whether this card is the one (or one of those) being Summoned."""
        return any(card is one for one in self.cards)


# --- leaving ------------------------------------------------------------------------------------------------


def destroy(
    duel: Duel, cards: Sequence[Card], *, by: Seat = SHARED, source: Card | None = None,
    cause: str = "destroy", to: str = "graveyard", instead: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Destroy what may be destroyed, all at once. Gives those that were. `instead`: to save something else.

    What battle has already destroyed lies on the field until the Damage Step ends; no effect reaches it.

    CLS-CARD-08, CF-24.
    """
    doomed = [
        card for card in cards
        if (card.on_field or card.zone == "hand") and "destroyed_by_battle" not in card.memory
    ]  # fmt: skip
    if cause != "rule":
        rule = Rule.NO_EFFECT_DESTRUCTION
        doomed = [card for card in doomed if not is_protected(duel, rule, card, source)]
        if not instead:
            link = duel.state.chain[-1] if duel.state.chain else None
            doomed = yield from destruction_replacements.spare(
                duel, doomed, DestructionCause("effect", by, source, link)
            )
    yield from send(duel, doomed, to, cause=cause, by=by, source=source, word="destroy")
    return doomed


def is_protected(duel: Duel, rule: Rule, card: Card, source: Any) -> bool:
    """Whether a rule keeps this card from being destroyed by that source (a card, or an attack)."""
    return any(
        row.fits(card) and (not callable(row.value) or row.value(row.fx, source))
        for row in ongoing_effects.rows(duel, rule)
    )


def send(
    duel: Duel, cards: Iterable[Card], zone: str, *, cause: str, by: Seat = SHARED,
    source: Card | None = None, word: str = "", face_up: bool = True, bottom: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Send cards to their owners' `zone`, all at once; redirects apply. Gives those that moved.

    What leaves together is judged together, and what follows from it afterwards: by then the others are gone.
    """
    sent: list[Card] = []
    hooks: list[leaving_hooks.Hook] = []
    left: list[Card] = []
    going = [
        card for card in cards
        if moves.goes_at_all(card, Place(card.owner, zone), face_up) and not is_gone_for_good(duel, card)
        and not (zone in ("hand", "deck") and card_status.is_leaving(duel, card))
    ]  # fmt: skip
    if zone == "graveyard":
        going = yield from simultaneous_order.order(duel, going, cause)
    elif zone in ("banished", "extra_deck"):
        going = simultaneous_order.by_place(duel, going)
    for card in going:
        destroyed = cause in ("destroy", "battle") or word == "destroy"
        hooks.extend(leaving_hooks.follows_leaving(duel, card, destroyed))
        if destroyed:
            hooks.extend(leaving_hooks.follows_destruction(duel, card))
        left.extend(card.materials)
        _send_one(duel, card, zone, cause, by, source, word, face_up, bottom)
        sent.append(card)
    for material in left:
        _send_one(duel, material, "graveyard", "rule", by, source, "", True, False)
    if hooks:
        ongoing_effects.refresh(duel)
    for hook in hooks:
        yield from carry_out(*hook)
    return sent


def _send_one(
    duel: Duel, card: Card, zone: str, cause: str, by: Seat, source: Card | None, word: str, face_up: bool,
    bottom: bool,
) -> None:  # fmt: skip
    """Out of sight a monster forgets that it was Summoned as it must be (CLS-RIT-07)."""
    if zone == "graveyard" and not card.token and ongoing_effects.holds(duel, Rule.BANISH_INSTEAD, card):
        zone = "banished"
    if card.on_field and not card.token and ongoing_effects.holds(duel, Rule.BANISH_WHEN_LEAVING, card):
        zone, face_up = "banished", True
    landing = moves.destination(card, Place(card.owner, zone), face_up)
    if card_status.was_never_there(duel, card):
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
    """Detach materials: they go to their owners' Graveyards, not from the field (GAP-51).

    YGO-XYZ-04 to 06, YGO-XYZ-07.
    """
    for card in materials:
        _send_one(duel, card, "graveyard", "detach", by, bearer, word, True, False)


def discard(
    duel: Duel, cards: Sequence[Card], *, by: Seat, source: Card | None, word: str = ""
) -> Play[list[Card]]:
    """Discard from the hand to the Graveyard."""
    sent: list[Card] = yield from send(
        duel, cards, "graveyard", cause="discard", by=by, source=source, word=word
    )
    return sent


# --- Decks --------------------------------------------------------------------------------------------------


def draw(duel: Duel, seat: Seat, count: int, *, by: Seat = SHARED, source: Card | None = None) -> list[Card]:
    """Draw from the top. Who must draw more than is left has lost once the effect is done (GAP-23).

    YGO-DECK-02, YGO-MOVE-02, YGO-HAND-01, GAP-22.
    """
    drawn = []
    for _ in range(count):
        deck = duel.state.pile(seat, "deck")
        if not deck:
            duel.drew_too_much[seat] = True
            break
        card = deck[0]
        ops.move(
            duel.state,
            card,
            Place(seat, "hand"),
            face_up=False,
            cause="draw",
            by=by,
            source=source,
            kind="draw",
        )
        drawn.append(card)
    return drawn


def shuffle(duel: Duel, seat: Seat, zone: str = "deck") -> None:
    """Shuffle a pile; the throw comes from the seat's own stream.

    YGO-DECK-06, YGO-MOVE-59, CF-31, GAP-26.
    """
    count = len(duel.state.pile(seat, zone))
    ops.shuffle(duel.state, seat, zone, duel.streams.order(count, f"{zone}:{seat}"))


def check_draws(duel: Duel) -> None:
    """End the duel when somebody had to draw from an empty Deck; both at once is a draw.

    CLS-TURN-06, CLS-WIN-05.
    """
    losers = [seat for seat in (0, 1) if duel.drew_too_much[seat]]
    if losers:
        raise DuelOver(Result(1 - losers[0] if len(losers) == 1 else None, "deckout"))


# --- Life Points --------------------------------------------------------------------------------------------


def damage(
    duel: Duel, seat: Seat, amount: int, *, by: Seat = SHARED, source: Card | None = None,
    cause: str = "effect",
) -> int:  # fmt: skip
    """Damage to a player; gives what was taken. The state check notices who loses, so both may at once."""
    if amount > 0:
        ops.life(duel.state, seat, -amount, cause=f"{cause} damage", by=by, source=source)
    return max(amount, 0)


def check_life(duel: Duel) -> None:
    """End the duel when somebody has no Life Points left; both at once is a draw (GAP-23).

    CLS-WIN-03 to 04.
    """
    losers = [seat for seat in (0, 1) if duel.state.life(seat) <= 0]
    if losers:
        raise DuelOver(Result(1 - losers[0] if len(losers) == 1 else None, "lp"))


# --- arriving -----------------------------------------------------------------------------------------------


def may_special_summon(duel: Duel, fx: Fx, card: Card, seat: Seat) -> bool:
    """Whether this effect may Special Summon that card to that side (GAP-28, and the card's own limits)."""
    script = duel.script(card)
    if ongoing_effects.holds_for(duel, Rule.NO_SPECIAL_SUMMON, seat, card):
        return False
    if (needs_proper_summon(card) and not card.proper) or is_gone_for_good(duel, card):
        return False
    if script is not None and card.zone in script.never_from:
        return False
    return not (script is not None and script.special_only_by is not None and not script.special_only_by(fx))


def is_gone_for_good(duel: Duel, card: Card) -> bool:
    """In classic a card removed from play never comes back (CF-23, CLS-CARD-09)."""
    return card.zone == "banished" and not duel.format.removed_returns


def is_locked(duel: Duel, seat: Seat, card: Card, source: Card | None) -> bool:
    """Whether a rule keeps a player from Special Summoning a card by the effect of `source`; what an effect
    forbids besides itself it may still do."""
    return any(
        seat in row.seats and row.fx.card is not source and (not callable(row.value) or row.worth(card))
        for row in ongoing_effects.rows(duel, Rule.NO_SPECIAL_SUMMON)
    )  # fmt: skip


def needs_proper_summon(card: Card) -> bool:
    """Whether only its own kind of Summon may bring it out first (GAP-28, CLS-RIT-07)."""
    return card.facts.belongs_in_extra_deck or any(
        card.facts.is_a(kind) for kind in ("ritual", "special_summon_only")
    )


def special_summon(
    duel: Duel, cards: Sequence[Card], *, to: Seat, by: Seat, source: Card | None = None, position: str = "",
    word: str = "special", places: Sequence[Place] | None = None, proper: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Special Summon by an effect (CLS-SUM-18), all at once; `by` chooses zones and positions left open."""
    choices: list[tuple[Card, Place, str]] = []
    for card in cards:
        if is_locked(duel, by, card, source) or not can_lie(card, position):
            continue
        place = yield from choose_zone(duel, by, card, to, [place for _, place, _ in choices], places)
        if place is None:
            continue
        chosen = yield from choose_position(duel, by, card, position)
        choices.append((card, place, chosen))
    for card, place, chosen in choices:
        arrive(duel, card, place, to, chosen, by=by, source=source, word=word)
        if proper:
            ops.mark(duel.state, card, proper=True)
    for card, _, _ in choices:
        announce(duel, card, to, word, by=by, source=source)
    return [card for card, _, _ in choices]


def choose_zone(
    duel: Duel, chooser: Seat, card: Card, to: Seat, taken: Sequence[Place], places: Sequence[Place] | None,
    leaving: Sequence[Card] = (),
) -> Play[Place | None]:  # fmt: skip
    """Let a player choose the zone a card goes to; None when there is none (GAP-33)."""
    free = places if places is not None else zones.for_summon(duel, to, card, leaving)
    offers = [
        Offer(f"zone:{place}", place, "zone", card, place)
        for place in free if place not in taken and zones.may_come_to(card, place)
    ]  # fmt: skip
    if not offers:
        return None
    chosen: Place = yield from ask_one(chooser, offers, "Choose a zone.")
    return chosen


def can_lie(card: Card, position: str) -> bool:
    """Whether a card can take this position: no Link Monster in Defense, no Token face-down (GAP-48).

    YGO-POS-03, YGO-LNK-08, YGO-TOK-09.
    """
    if card.facts.is_a("link"):
        return position in ("", "attack")
    return not (card.token and position == "face_down")


def choose_position(duel: Duel, chooser: Seat, card: Card, position: str) -> Play[str]:
    """ "attack", "defense" or "face_down"; asked when left open, fixed for a Link Monster (CF-43).

    YGO-MMZ-03 to 04.
    """
    if card.facts.is_a("link"):
        return "attack"
    if position in ("attack", "defense", "face_down"):
        return position
    words = ("defense", "face_down") if position == "any_defense" else ("attack", "defense")
    offers = [
        Offer(f"position:{word}", word, "position", card, text=word) for word in words if can_lie(card, word)
    ]
    chosen: str = yield from ask_one(chooser, offers, "Choose a position.")
    return chosen


def arrive(
    duel: Duel, card: Card, place: Place, to: Seat, position: str, *, by: Seat, source: Card | None, word: str
) -> None:  # fmt: skip
    """Lay a Summoned card into its zone; an Equip Card lets go of its monster, and begins anew as one."""
    from_extra, life = card.zone == "extra_deck", card.incarnation
    was_equipped = card.equipped_to is not None
    ops.move(
        duel.state, card, place, face_up=position != "face_down", defense_position=position != "attack",
        cause="summon", by=by, source=source, controller=to, word=word, anew=was_equipped,
    )  # fmt: skip
    if was_equipped:
        duel.carry_uses(card, life)
    if from_extra:
        ops.remember(duel.state, card, zones.FROM_EXTRA_DECK, True)
    ops.mark(duel.state, card, arrived=duel.state.turn, summoned=word)
    if position == "face_down":
        ops.mark(duel.state, card, set_turn=duel.state.turn)


def announce(duel: Duel, card: Card, seat: Seat, word: str, *, by: Seat, source: Card | None = None) -> None:
    """The Summon has succeeded: what triggers and responses look at (CLS-FUS-08)."""
    if by in (0, 1):
        duel.this_turn.summons[by] += 1
    ops.note(duel.state, "summoned", seat=seat, card=card, word=word, by=by, source=source, place=card.place)


# --- on the field -------------------------------------------------------------------------------------------


def turn_card(
    duel: Duel, card: Card, *, face_up: bool, defense: bool, by: Seat, source: Card | None,
    cause: str = "effect",
) -> None:  # fmt: skip
    """TurnRecord a monster or change its position, where that is possible."""
    if not can_lie(card, "face_down" if not face_up else "defense" if defense else "attack"):
        return
    if (card.face_up, card.defense_position) == (face_up, defense):
        return
    lost = list(card.equips) if card.face_up and not face_up else []
    ops.turn_card(
        duel.state, card, face_up=face_up, defense_position=defense, cause=cause, by=by, source=source
    )
    if not face_up:
        ongoing_effects.forget_face(duel, card)
        duel.forget_uses(card)
        for equipped in lost:
            ops.unequip(duel.state, equipped)
