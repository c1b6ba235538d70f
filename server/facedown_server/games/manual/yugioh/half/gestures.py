"""Gestures that each player may make while a card is carried out by hand in a duel by the rules.

They are the gestures of the free table, except for those that the rules carry out themselves: phases, turns,
attacks and activations. Two exist only here: `negate` a Chain Link, a Summon or a card, and change `stats`.
The player who carries out a card moves open cards of both sides. The opponent gives up own cards where the
card leaves the choice to them. A move that needs an effect is allowed, since an effect is being carried out;
a move that no effect may make is refused. A card that the seat may not read can only go where every card can
go, so that a refusal discloses nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from facedown_server.games.duel.core import Fx, Rule, Value
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.summons import attempts
from facedown_server.games.manual.expressions import evaluate
from facedown_server.games.manual.hands import Command, G_co, Planners
from facedown_server.games.manual.referee import GesturePlan, plan_gesture
from facedown_server.games.manual.yugioh import card_gestures
from facedown_server.games.manual.yugioh.half.duel import HalfDuel, ManualEffect
from facedown_server.games.manual.yugioh.hands import YugiohHands
from facedown_server.games.manual.yugioh.referee import GESTURES
from facedown_server.table import MATERIAL, Card, ops, sight
from facedown_shared.manual.board import PlacedCard
from facedown_shared.manual.game import PositionRow, Refusal
from facedown_shared.manual.halves import RULED, SHOWN, can_move_unread
from facedown_shared.protocol.gestures import (
    ChangeLife,
    ChangePosition,
    ChangeStats,
    CloseDeck,
    DiscardAtRandom,
    Draw,
    FlipSummon,
    Gesture,
    GiveControl,
    Hide,
    MakeToken,
    Mill,
    Move,
    Negate,
    PointAt,
    PutCounters,
    Reveal,
    SearchDeck,
    SendSignal,
    Shuffle,
    SpecialSummon,
    Summon,
)
from facedown_shared.tables import Place, Seat
from facedown_shared.text import Code, Illegal, Words, words

SUMMONS = (Summon, SpecialSummon, FlipSummon, MakeToken)
"""Gestures that Summon."""

OF_BOTH = (ChangeLife, Draw, Mill, DiscardAtRandom)
"""Gestures that the carrying player may make on either player."""

GIVING = (Move, Reveal, Hide, DiscardAtRandom, SendSignal)
"""Gestures of the opponent while a card is carried out: give up cards, show them, send messages."""

MAX_OBJECTIONS = 3
"""Objections of the opponent to one card that is carried out. After the last, the card is done."""

COSTS = (
    Move, Mill, DiscardAtRandom, Reveal, Hide, ChangeLife, PutCounters, ChangePosition, PointAt, SearchDeck,
    CloseDeck, Shuffle, SendSignal,
)  # fmt: skip
"""Gestures that may be a cost: they give something up, or show it."""

PAID = frozenset({"graveyard", "banished", "deck", "extra_deck"})
"""Zones to which a cost moves cards. Cards of the field may return to the hand, too."""

GIVEN = frozenset({"graveyard", "banished", "deck"})
"""Zones to which the opponent of the carrying player gives cards of the hand."""

KEPT_HIDDEN = frozenset({"hand", "deck", "extra_deck"})
"""Zones in which a card of the opponent stays hidden."""

SHOW_NOTHING = (Reveal, Hide, PointAt, PutCounters, SendSignal, Negate, ChangeStats)
"""Gestures that neither move nor turn cards."""

OPEN = frozenset({"graveyard", "banished", MATERIAL})
"""Zones besides the field from which the opponent's cards may be moved. From others
they may once they are shown.
"""


@dataclass(eq=False)
class HalfDuelHands(YugiohHands[G_co]):
    """Context of one gesture in a duel by the rules. `carrier`: the seat that carries out a card. `paying`:
    only the cost is being paid.
    """

    duel: HalfDuel = field(kw_only=True)
    fx: Fx = field(kw_only=True)
    """Activation of the card that is being carried out."""
    paying: bool = False
    refused: int = 0
    """How often the opponent refused to have hidden cards shown for this card."""
    summoned: list[tuple[Card, str]] = field(default_factory=list)
    """Cards that the gesture Summons. The rules decide whether the Summon succeeds."""

    @property
    def is_carrying_out(self) -> bool:
        """True if this seat carries out the card. The other seat only does its own part."""
        return self.seat == self.fx.you

    @property
    def is_own_cost(self) -> bool:
        """True while a cost is paid that takes only cards of its player, who may not play both sides."""
        return self.paying and self.duel.confirms and not self.alone

    @property
    def target_seat(self) -> Seat:
        if self.is_carrying_out and isinstance(self.gesture, OF_BOTH) and self.gesture.seat >= 0:
            return self.gesture.seat
        return super().target_seat

    def can_touch(self, card: Card) -> bool:
        # The opponent is not asked about a cost, so it takes nothing of theirs and discloses no Set card.
        reaches = self.is_carrying_out and not self.is_own_cost and not isinstance(self.gesture, SHOWN)
        is_open = card.is_on_field or card.zone in OPEN or bool(card.revealed >> self.seat & 1)
        return super().can_touch(card) or (reaches and is_open)

    @property
    def not_yours_reason(self) -> Words:
        if self.is_own_cost:
            return words("cost_is_your_own")
        return words("owner_shows_it") if isinstance(self.gesture, SHOWN) else super().not_yours_reason

    def can_read(self, card: Card) -> bool:
        """Return whether this seat may read the card's identity."""
        return self.alone or bool(sight.readers(self.state, card) >> self.seat & 1)

    def placed_card(self, card: Card) -> PlacedCard:
        placed = super().placed_card(card)
        return placed if self.can_read(card) else msgspec.structs.replace(placed, facts=None)

    def landing_place(
        self, card: Card, goal: Place, position: str, leaving: Sequence[Card] = (),
        taken: Sequence[Place] = (),
    ) -> Place:  # fmt: skip
        self._check_unread_move(card, goal.zone, position)
        spell_or_trap = (card.facts.is_spell or card.facts.is_trap) and not card.token
        if self.can_read(card) and spell_or_trap and goal.zone in self.state.table.zones_tagged("monster"):
            # A Spell or Trap has no ATK and DEF, and the rules need them.
            raise Illegal(
                words("spell_trap_not_to_monster_zone"),
                Code.AGAINST_RULES,
            )
        return super().landing_place(card, goal, position, leaving, taken)

    def refuse_turn(self, card: Card, position: PositionRow) -> Refusal | None:
        self._check_unread_move(card, card.zone, position.word)
        return super().refuse_turn(card, position)

    def _check_unread_move(self, card: Card, goal: str, position: str) -> None:
        if not (self.can_read(card) or can_move_unread(card.zone, goal, position)):
            raise Illegal(
                words("unseen_card_stays"),
                Code.AGAINST_RULES,
            )

    def allow(self, refusal: Refusal | None) -> None:
        if refusal is not None and not refusal.effect:
            raise Illegal(refusal.words, Code.AGAINST_RULES)

    def announce(self, card: Card, word: str) -> None:
        self.summoned.append((card, word))

    def _cards_of_handles(self, handles: Sequence[int], *, own: bool = False) -> list[Card]:
        found = super()._cards_of_handles(handles, own=own)
        if any("destroyed_by_battle" in card.memory for card in found):
            raise Illegal(
                words("battle_destroyed_stays"),
                Code.AGAINST_RULES,
            )
        return found


def hands(duel: HalfDuel, work: ManualEffect, seat: Seat, gesture: Gesture) -> HalfDuelHands[Gesture]:
    """Return the context of one gesture of a seat."""
    return HalfDuelHands(
        duel.state, duel.game, duel.format, duel.streams, duel.pool, seat, gesture, work.searching,
        duel.alone, work.fx.card, duel.confirms, duel=duel, fx=work.fx, paying=work.paying,
        refused=work.refused,
    )  # fmt: skip


def plan(hands: HalfDuelHands[Gesture]) -> GesturePlan[HalfDuelHands[Gesture]]:
    """Plan a gesture without changing anything.

    Raises Illegal.
    """
    if isinstance(hands.gesture, RULED):
        raise Illegal(words("rules_do_that"), Code.AGAINST_RULES)
    if not (hands.is_carrying_out or hands.alone):
        _check_giving(hands)
    if hands.paying and isinstance(hands.gesture, SUMMONS):
        raise Illegal(words("summon_is_no_cost"), Code.AGAINST_RULES)
    if hands.is_own_cost:
        _check_cost(hands)
    made = plan_gesture(hands, PLANNERS)
    if hands.refused >= MAX_OBJECTIONS and needs_leave(hands):
        raise Illegal(words("other_player_refused"), Code.NOT_ALLOWED)
    return made


def needs_leave(hands: HalfDuelHands[Gesture]) -> bool:
    """Return whether the opponent is asked before the gesture, since it shows hidden cards of theirs."""
    unnamed = isinstance(hands.gesture, Mill | DiscardAtRandom) and hands.target_seat != hands.seat
    asks = hands.is_carrying_out and hands.duel.confirms and not hands.alone
    return asks and (unnamed or bool(cards_shown(hands)))


def cards_shown(hands: HalfDuelHands[Gesture]) -> list[Card]:
    """Return the cards that the player who carries out a card may not read before the gesture, but after."""
    if isinstance(hands.gesture, SHOW_NOTHING):
        return []
    unread = [(index, card) for index, card in enumerate(hands.cards) if not hands.can_read(card)]
    moved = [card for index, card in unread if not _stays_hidden(hands, index, card)]
    return moved + [card for card in hands.other_cards if not hands.can_read(card)]


def _stays_hidden(hands: HalfDuelHands[Gesture], index: int, card: Card) -> bool:
    """Return whether a move keeps a card hidden from its player."""
    if not isinstance(hands.gesture, Move):
        return False
    place = hands.place_for(index)
    if place.zone in KEPT_HIDDEN:
        return card.owner != hands.seat
    position = hands.game.position(place.zone, hands.gesture.position)
    return place.seat != hands.seat and position is not None and not position.face_up


def _check_cost(hands: HalfDuelHands[Gesture]) -> None:
    """Check that a cost takes only from its player, who gains nothing by it. Raises Illegal."""
    gesture = hands.gesture
    if isinstance(gesture, OF_BOTH) and gesture.seat not in (-1, hands.seat):
        raise Illegal(words("cost_is_your_own"), Code.AGAINST_RULES)
    if not isinstance(gesture, COSTS) or _gains(hands):
        raise Illegal(words("cost_gains_nothing"), Code.AGAINST_RULES)


def _gains(hands: HalfDuelHands[Gesture]) -> bool:
    """Return whether the player of a gesture gains Life Points, counters or cards by it."""
    gesture = hands.gesture
    if isinstance(gesture, ChangeLife):
        before = hands.state.life(hands.target_seat)
        return evaluate(gesture.text, before) > before
    if isinstance(gesture, PutCounters):
        return gesture.amount > 0
    if not isinstance(gesture, Move):
        return False
    is_return = all(card.is_on_field for card in hands.cards)
    goals = PAID | {"hand"} if is_return else PAID
    return any(place.zone not in goals for place in gesture.places)


def _check_giving(hands: HalfDuelHands[Gesture]) -> None:
    """Check that the opponent of the carrying player only gives up cards of their hand, or shows cards, and
    nothing while a cost is paid. The other player moves all other cards, also those that are shown for it,
    and has to be agreed with. Raises Illegal.
    """
    gesture = hands.gesture
    gains = any("field" in hands.zone(place.zone).tags for place in gesture.places)
    taken = isinstance(gesture, Move) and not (
        all(card.zone == "hand" for card in hands.cards)
        and all(place.zone in GIVEN for place in gesture.places)
    )
    gives = hands.paying and isinstance(gesture, Move | DiscardAtRandom)
    if not isinstance(gesture, GIVING) or gains or (hands.duel.confirms and (taken or gives)):
        raise Illegal(words("other_player_carries_out"), Code.NOT_NOW)


def _plan_move(hands: HalfDuelHands[Move]) -> Command:
    """Plan a move of cards to a place. `text` is the reason, which other cards may trigger on."""
    cards, goal = hands.cards, hands.place_for()
    if len(cards) == 1 and card_gestures.changes_sides(hands, cards[0], goal):
        return _control(hands)
    return card_gestures.plan_move(hands, hands.gesture.text)


def _control(hands: HalfDuelHands[Move | GiveControl]) -> Command:
    """Plan a permanent change of control. It lasts until another card changes it or the monster leaves."""
    card, command = hands.card, card_gestures.control(hands)

    def take_control() -> None:
        seat = 1 - card.controller
        command()
        _last(hands, Rule.CONTROL, seat, card, None, follows_face=False)
        hands.duel.homes.pop(card.id, None)

    return take_control


def _negate(hands: HalfDuelHands[Negate]) -> Command:
    """Plan to negate a Chain Link, a Summon or a card's effects.

    `amount` is the Chain Link whose "activation" or "effect" (`text`) is negated. Without it, `other_cards`
    is a monster being Summoned, or a face-up card whose effects are negated until the end of this turn.
    """
    if hands.paying or not hands.is_carrying_out:
        raise Illegal(words("carrier_negates"), Code.NOT_NOW)
    if hands.gesture.amount:
        return _negate_link(hands)
    if not hands.gesture.others:
        raise Illegal(words("say_what_is_negated"))
    card, attempt = hands.other_cards[0], hands.duel.summoning
    if attempt is not None and attempt.is_summoning(card):
        return lambda: attempts.negate(hands.duel, by=hands.seat, source=hands.source)
    if not (card.is_on_field and card.face_up):
        raise Illegal(words("negates_face_up_cards"), Code.AGAINST_RULES)

    def negate_effects() -> None:
        _last(hands, Rule.NEGATE, True, card, hands.state.turn)
        ongoing_effects.negate_on_chain(hands.duel, [card])

    return negate_effects


def _negate_link(hands: HalfDuelHands[Negate]) -> Command:
    number, word, chain = hands.gesture.amount, hands.gesture.text, hands.state.chain
    if not 1 <= number < len(chain):
        raise Illegal(words("negates_links_below"), Code.AGAINST_RULES)
    return lambda: ops.negate_link(hands.state, chain[number - 1], word, hands.seat)


STATS = {"attack": Rule.ATTACK, "defense": Rule.DEFENSE, "level": Rule.LEVEL}
MAX_STAT = 99_999


def _stats(hands: HalfDuelHands[ChangeStats]) -> Command:
    """Plan a change of ATK, DEF or Level of a face-up monster, "attack +500", until the end of this turn.

    With `position` "stays", the change lasts for as long as the monster is face-up there.
    """
    name, _, number = hands.gesture.text.partition(" ")
    card = hands.other_cards[0]
    if name not in STATS or not (card.is_in_monster_zone and card.face_up):
        raise Illegal(words("say_what_changes"))
    before = {"attack": card.attack, "defense": card.defense, "level": card.level}[name]
    if before is None or (name == "level" and not before):
        raise Illegal(words("monster_has_no_such_number"), Code.AGAINST_RULES)
    change = evaluate(number, max(before, 0)) - max(before, 0)
    if abs(change) > MAX_STAT:
        raise Illegal(words("numbers_up_to", MAX_STAT))
    until = None if hands.gesture.position else hands.state.turn
    return lambda: _last(hands, STATS[name], change, card, until)


def _last(
    hands: HalfDuelHands[Gesture], rule: Rule, value: Value, card: Card, until: int | None, *,
    follows_face: bool = True,
) -> None:  # fmt: skip
    life = ((card, card.incarnation),)
    ongoing_effects.start_lingering_effect(
        hands.duel, hands.fx, rule, value, cards=life, until=until, follows_face=follows_face
    )
    ops.note(hands.state, "lasting", seat=hands.seat, card=card, word=rule)


PLANNERS: Planners = {
    **GESTURES,
    Move: _plan_move,
    GiveControl: _control,
    Negate: _negate,
    ChangeStats: _stats,
}
"""Planner of each gesture in a duel by the rules. Some do more than at a free table, and some exist only
here.
"""
