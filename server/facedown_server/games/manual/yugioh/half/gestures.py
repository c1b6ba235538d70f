"""What hands may do while a card is carried out in a duel by the rules, and for whom.

The gestures are those of the free table, but for what the rules do themselves: phases, turns, attacks and
activations. Two are of the rules alone: `negate` a Chain Link, a Summon or a card, and change `stats`.
Whoever carries out a card moves open cards of both sides; the other player gives up own ones meanwhile, where
the card leaves the choice to them. What only an effect may do is allowed, since an effect is being carried
out; what no effect may is refused. A card that the seat may not read goes only where every card can go, so
that what is refused tells nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from facedown_server.games.duel.core.effect import Fx, Value
from facedown_server.games.duel.core.words import Rule
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.summons import attempts
from facedown_server.games.manual.expressions import reckon
from facedown_server.games.manual.hands import Command, G_co, Planners
from facedown_server.games.manual.referee import GesturePlan, planned
from facedown_server.games.manual.yugioh import card_gestures
from facedown_server.games.manual.yugioh.half.duel import HalfDuel, ManualEffect
from facedown_server.games.manual.yugioh.hands import YugiohHands
from facedown_server.games.manual.yugioh.referee import GESTURES
from facedown_server.table import ops, sight
from facedown_server.table.state import MATERIAL, Card
from facedown_shared.manual.board import PlacedCard
from facedown_shared.manual.game import PositionRow, Refusal
from facedown_shared.manual.halves import RULED, SHOWN, goes_unread
from facedown_shared.protocol.gestures import (
    ChangeLife,
    ChangeStats,
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
    Reveal,
    SendSignal,
    SpecialSummon,
    Summon,
)
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import Words, words

SUMMONS = (Summon, SpecialSummon, FlipSummon, MakeToken)
"""Gestures that Summon."""

OF_BOTH = (ChangeLife, Draw, Mill, DiscardAtRandom)
"""What whoever carries out a card does to either player."""

GIVING = (Move, Reveal, Hide, DiscardAtRandom, SendSignal)
"""What the other player does meanwhile: give up cards, show them, speak."""

OPEN = frozenset({"graveyard", "banished", MATERIAL})
"""Where the other player's cards may be moved from, besides the field."""


@dataclass(eq=False)
class HalfDuelHands(YugiohHands[G_co]):
    """One gesture in a duel by the rules. `carrier` carries out a card; `paying`: only its cost so far."""

    duel: HalfDuel = field(kw_only=True)
    fx: Fx = field(kw_only=True)
    """The use of a card that is being carried out."""
    paying: bool = False
    summoned: list[tuple[Card, str]] = field(default_factory=list)
    """What the gesture has brought to the field; the rules see whether that succeeds."""

    @property
    def carries(self) -> bool:
        """Whether this seat carries out the card; else it only does its own part."""
        return self.seat == self.fx.you

    @property
    def whose(self) -> Seat:
        if self.carries and isinstance(self.gesture, OF_BOTH) and self.gesture.seat >= 0:
            return self.gesture.seat
        return super().whose

    def may_touch(self, card: Card) -> bool:
        reaches = self.carries and not isinstance(self.gesture, SHOWN)
        return super().may_touch(card) or (reaches and (card.on_field or card.zone in OPEN))

    @property
    def not_yours(self) -> Words:
        return words("owner_shows_it") if isinstance(self.gesture, SHOWN) else super().not_yours

    def reads(self, card: Card) -> bool:
        """Whether this seat may read which card that is."""
        return self.alone or bool(sight.readers(self.state, card) >> self.seat & 1)

    def placed(self, card: Card) -> PlacedCard:
        placed = super().placed(card)
        return placed if self.reads(card) else msgspec.structs.replace(placed, facts=None)

    def landing(
        self, card: Card, goal: Place, position: str, leaving: Sequence[Card] = (),
        taken: Sequence[Place] = (),
    ) -> Place:  # fmt: skip
        self._check_unread(card, goal.zone, position)
        spell_or_trap = (card.facts.is_spell or card.facts.is_trap) and not card.token
        if self.reads(card) and spell_or_trap and goal.zone in self.state.table.tagged("monster"):
            # It has no numbers to fight with, and the rules need them.
            raise Illegal(
                words("spell_trap_not_to_monster_zone"),
                Code.AGAINST_RULES,
            )
        return super().landing(card, goal, position, leaving, taken)

    def turning(self, card: Card, position: PositionRow) -> Refusal | None:
        self._check_unread(card, card.zone, position.word)
        return super().turning(card, position)

    def _check_unread(self, card: Card, goal: str, position: str) -> None:
        if not (self.reads(card) or goes_unread(card.zone, goal, position)):
            raise Illegal(
                words("unseen_card_stays"),
                Code.AGAINST_RULES,
            )

    def allow(self, refusal: Refusal | None) -> None:
        if refusal is not None and not refusal.effect:
            raise Illegal(refusal.words, Code.AGAINST_RULES)

    def announce(self, card: Card, word: str) -> None:
        self.summoned.append((card, word))

    def _found(self, handles: Sequence[int], *, own: bool = False) -> list[Card]:
        found = super()._found(handles, own=own)
        if any("destroyed_by_battle" in card.memory for card in found):
            raise Illegal(
                words("battle_destroyed_stays"),
                Code.AGAINST_RULES,
            )
        return found


def hands(duel: HalfDuel, work: ManualEffect, seat: Seat, gesture: Gesture) -> HalfDuelHands[Gesture]:
    """A seat's hands for one gesture."""
    return HalfDuelHands(
        duel.state, duel.game, duel.format, duel.streams, duel.pool, seat, gesture, work.searching,
        duel.alone, work.fx.card, duel=duel, fx=work.fx, paying=work.paying,
    )  # fmt: skip


def plan(hands: HalfDuelHands[Gesture]) -> GesturePlan[HalfDuelHands[Gesture]]:
    """What a gesture will do. Raises Illegal, and changes nothing."""
    if isinstance(hands.gesture, RULED):
        raise Illegal(words("rules_do_that"), Code.AGAINST_RULES)
    if not (hands.carries or hands.alone):
        _check_giving(hands)
    if hands.paying and isinstance(hands.gesture, SUMMONS):
        raise Illegal(words("summon_is_no_cost"), Code.AGAINST_RULES)
    return planned(hands, PLANNERS)


def _check_giving(hands: HalfDuelHands[Gesture]) -> None:
    """Nobody gains by a card that somebody else carries out, but by that player's hand."""
    gains = any("field" in hands.zone(place.zone).tags for place in hands.gesture.places)
    if not isinstance(hands.gesture, GIVING) or gains:
        raise Illegal(words("other_player_carries_out"), Code.NOT_NOW)


def _move(hands: HalfDuelHands[Move]) -> Command:
    """Cards go to a place; `text` says why, since other cards may listen to that."""
    cards, goal = hands.cards, hands.place()
    if len(cards) == 1 and card_gestures.changes_sides(hands, cards[0], goal):
        return _control(hands)
    return card_gestures.move(hands, hands.gesture.text)


def _control(hands: HalfDuelHands[Move | GiveControl]) -> Command:
    """Control changes for good: until another card says otherwise, or it leaves."""
    card, command = hands.card, card_gestures.control(hands)

    def taken() -> None:
        seat = 1 - card.controller
        command()
        _last(hands, Rule.CONTROL, seat, card, None, follows_face=False)
        hands.duel.homes.pop(card.id, None)

    return taken


def _negate(hands: HalfDuelHands[Negate]) -> Command:
    """`amount` is the Chain Link whose "activation" or "effect" (`text`) is negated; without one, `others` is
    a monster being Summoned, or a face-up card whose effects are negated to the end of this turn."""
    if hands.paying or not hands.carries:
        raise Illegal(words("carrier_negates"), Code.NOT_NOW)
    if hands.gesture.amount:
        return _negate_link(hands)
    if not hands.gesture.others:
        raise Illegal(words("say_what_is_negated"))
    card, attempt = hands.others[0], hands.duel.summoning
    if attempt is not None and attempt.holds(card):
        return lambda: attempts.negate(hands.duel, by=hands.seat, source=hands.source)
    if not (card.on_field and card.face_up):
        raise Illegal(words("negates_face_up_cards"), Code.AGAINST_RULES)

    def effects_negated() -> None:
        _last(hands, Rule.NEGATE, True, card, hands.state.turn)
        ongoing_effects.negate_on_chain(hands.duel, [card])

    return effects_negated


def _negate_link(hands: HalfDuelHands[Negate]) -> Command:
    number, word, chain = hands.gesture.amount, hands.gesture.text, hands.state.chain
    if not 1 <= number < len(chain):
        raise Illegal(words("negates_links_below"), Code.AGAINST_RULES)
    return lambda: ops.negate_link(hands.state, chain[number - 1], word, hands.seat)


STATS = {"attack": Rule.ATTACK, "defense": Rule.DEFENSE, "level": Rule.LEVEL}
MAX_STAT = 99_999


def _stats(hands: HalfDuelHands[ChangeStats]) -> Command:
    """ATK, DEF or Level of a face-up monster, "attack +500", to the end of this turn; `position` "stays": for
    as long as it lies there face-up."""
    name, _, number = hands.gesture.text.partition(" ")
    card = hands.others[0]
    if name not in STATS or not (card.in_monster_zone and card.face_up):
        raise Illegal(words("say_what_changes"))
    before = {"attack": card.attack, "defense": card.defense, "level": card.level}[name]
    if before is None or (name == "level" and not before):
        raise Illegal(words("monster_has_no_such_number"), Code.AGAINST_RULES)
    change = reckon(number, max(before, 0)) - max(before, 0)
    if abs(change) > MAX_STAT:
        raise Illegal(words("numbers_up_to", MAX_STAT))
    until = None if hands.gesture.position else hands.state.turn
    return lambda: _last(hands, STATS[name], change, card, until)


def _last(
    hands: HalfDuelHands[Gesture], rule: Rule, value: Value, card: Card, until: int | None, *,
    follows_face: bool = True,
) -> None:  # fmt: skip
    life = ((card, card.incarnation),)
    ongoing_effects.leave_behind(
        hands.duel, hands.fx, rule, value, cards=life, until=until, follows_face=follows_face
    )
    ops.note(hands.state, "lasting", seat=hands.seat, card=card, word=rule)


PLANNERS: Planners = {
    **GESTURES,
    Move: _move,
    GiveControl: _control,
    Negate: _negate,
    ChangeStats: _stats,
}
"""Every gesture of a duel by the rules: some mean more than at a free table, some are its own."""
