"""Reading of the duel board for the bot: the value of cards, the winner of a battle, the target of an effect.

Uses the View alone: kinds, numbers and the words of a card's text. No card is known by name, and the bot sees
no more than a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, View, VisibleCard

UNKNOWN_MONSTER_DEF_POINTS = 1400
"""Assumed DEF of a face-down monster."""

SPELL_WORTH_POINTS = 1300
BIG_WORTH_POINTS = 10_000
OWN_LOSS_RATIO = 3
"""Halves of its worth that an own monster counts when it is lost with the opponent's."""

_HARM = re.compile(
    r"destroy|banish|returns? .*(hand|deck)|take control|control of|loses? \d|cannot attack|face-down"
    r"|negate|to defense|shuffle|discard|send",
    re.IGNORECASE,
)
_HELP = re.compile(
    r"gains? \d|equip|special summon|add (it|that|1)|from your graveyard|your hand", re.IGNORECASE
)
_SWEEP_MONSTERS = re.compile(r"destroys? (all|every)\w* (other )?(face-up )?monster", re.IGNORECASE)
_SWEEP_BACK = re.compile(r"(destroy|return)s? (all|every)\w* (other )?(spell|card)", re.IGNORECASE)
_TARGETS = re.compile(r"target|choose|1 (face-up |face-down )?(monster|spell|trap|card)", re.IGNORECASE)
_HALF = re.compile(r"half (of )?your L", re.IGNORECASE)
_BOOST = re.compile(r"gains? \d+ ?ATK|ATK (is|becomes|\+)|doubles?", re.IGNORECASE)


class DuelBoard:
    """View of a duel from one player's side."""

    def __init__(self, view: View, seat: int) -> None:
        self.view, self.seat = view, seat
        self._back_rows: dict[int, list[tuple[int, VisibleCard]]] = {}

    # --- what lies where ------------------------------------------------------------------------------------

    def cards(self, seat: int, *tags: str) -> Iterator[tuple[int, VisibleCard]]:
        """Return the cards that a player controls in field zones with one of these tags."""
        table = TABLES.get(self.view.table)
        for zone in table.zones.values() if table else ():
            if zone.tags.isdisjoint(tags):
                continue
            for side in (seat, SHARED_SEAT_INDEX):
                for handle in self.view.pile(side, zone.name).handles:
                    seen = self.view.cards.get(handle)
                    if seen is not None and seen.controller == seat:
                        yield handle, seen

    @property
    def own_monsters(self) -> list[tuple[int, VisibleCard]]:
        """Return the bot's monsters."""
        return list(self.cards(self.seat, "monster"))

    @property
    def opponent_monsters(self) -> list[tuple[int, VisibleCard]]:
        """Return the opponent's monsters."""
        return list(self.cards(1 - self.seat, "monster"))

    def back_row(self, seat: int) -> list[tuple[int, VisibleCard]]:
        """Return a player's Spells and Traps on the field."""
        if seat not in self._back_rows:
            monsters = {handle for handle, _ in self.cards(seat, "monster")}
            self._back_rows[seat] = [row for row in self.cards(seat, "field") if row[0] not in monsters]
        return self._back_rows[seat]

    def tags(self, handle: int) -> frozenset[str]:
        """Return the tags of a card's zone."""
        table, place = TABLES.get(self.view.table), self.view.place_of(handle)
        zone = table.zones.get(place.zone) if table and place else None
        return zone.tags if zone else frozenset()

    def life(self, seat: int) -> int:
        """Return a player's Life Points."""
        return self.view.tallies.get(f"{seat}:life", 0)

    def facts(self, option: Option) -> Facts | None:
        """Return the printed facts of an option's card; None if unknown."""
        return self.view.known_facts(option.card) or self.view.facts.get(option.code)

    # --- worth ----------------------------------------------------------------------------------------------

    def value_of(self, option: Option) -> int:
        """Return the value of an option's card, in any zone."""
        seen = self.view.cards.get(option.card)
        if seen is not None and seen.attack is not None:
            return seen.attack + (100 if "effect" in (seen.kinds or ()) else 0)
        facts = self.facts(option)
        if facts is None:
            return UNKNOWN_MONSTER_DEF_POINTS
        if not facts.is_monster:
            return SPELL_WORTH_POINTS
        return max(facts.attack or 0, (facts.defense or 0) - 200)

    def are_all_own(self, handles: tuple[int, ...]) -> bool:
        """Return whether there are such cards and the bot controls all of them."""
        seen = [self.view.cards.get(handle) for handle in handles]
        return bool(seen) and all(one is not None and one.controller == self.seat for one in seen)

    def holds_kind(self, kind: str) -> bool:
        """Return whether a card of this kind is in the bot's hand."""
        hand = (self.view.known_facts(handle) for handle in self.view.pile(self.seat, "hand").handles)
        return any(facts is not None and facts.is_a(kind) for facts in hand)

    def attack_of(self, option: Option) -> int:
        """Return the ATK that a card has, or would have on the field."""
        seen = self.view.cards.get(option.card)
        if seen is not None and seen.attack is not None:
            return seen.attack
        facts = self.facts(option)
        return max(0, facts.attack or 0) if facts else 0

    def is_opponents(self, option: Option) -> bool:
        """Return whether the opponent controls an option's card."""
        seen = self.view.cards.get(option.card)
        if seen is not None:
            return seen.controller != self.seat
        return option.place is not None and option.place.seat == 1 - self.seat

    @property
    def strongest_foe(self) -> int:
        """Return the highest ATK of the opponent's monsters; a face-down monster counts 0."""
        return max((seen.attack or 0 for _, seen in self.opponent_monsters), default=0)

    @property
    def best_own(self) -> int:
        """Return the highest ATK of the bot's monsters."""
        return max((seen.attack or 0 for _, seen in self.own_monsters), default=0)

    # --- fights ---------------------------------------------------------------------------------------------

    def gain(self, attack: int, target: int) -> int:
        """Return the value of attacking a monster with this ATK; above 0 is good. Target 0: directly."""
        if not target:
            if attack <= 0:
                return -1
            return attack + (BIG_WORTH_POINTS if attack >= self.life(1 - self.seat) else 500)
        seen = self.view.cards.get(target)
        if seen is None:
            return 0
        if seen.attack is None:
            return 300 if attack > UNKNOWN_MONSTER_DEF_POINTS else -1
        guard = (seen.defense or 0) if seen.defense_position else seen.attack
        if attack > guard:
            return 400 + seen.attack
        if attack == guard and not seen.defense_position:
            return 50 if len(self.own_monsters) > len(self.opponent_monsters) else -1
        return -(guard - attack)

    def best_gain(self, attack: int) -> int:
        """Return the best value of an attack with this ATK on the present board."""
        if not self.opponent_monsters:
            return self.gain(attack, 0)
        return max(self.gain(attack, handle) for handle, _ in self.opponent_monsters)

    # --- effects --------------------------------------------------------------------------------------------

    def appeal(self, facts: Facts | None, text: str = "") -> int:
        """Return the value of activating a card now, judged by its text; below 0: do not."""
        words = text or (facts.text if facts else "")
        if _SWEEP_MONSTERS.search(words):
            return self._total(self.opponent_monsters) - (
                0 if "opponent" in words else OWN_LOSS_RATIO * self._total(self.own_monsters) // 2
            )
        if _SWEEP_BACK.search(words):
            theirs, mine = len(self.back_row(1 - self.seat)), len(self.back_row(self.seat))
            return 400 * (theirs - (0 if "opponent" in words else mine))
        return -1 if self._misses(facts, words) else 100 if _HALF.search(words) else 500

    def _misses(self, facts: Facts | None, words: str) -> bool:
        """Return whether the board has no good target for a text that helps or harms."""
        needs_own = _BOOST.search(words) or (facts is not None and facts.is_a("equip"))
        if needs_own and not is_harmful(words):
            return not self.own_monsters
        if not is_harmful(words) or not _TARGETS.search(words):
            return False
        if "monster" in words.lower():
            return not any(seen.attack is None or seen.attack >= 1000 for _, seen in self.opponent_monsters)
        return next(self.cards(1 - self.seat, "field"), None) is None

    @staticmethod
    def _total(cards: list[tuple[int, VisibleCard]]) -> int:
        return sum(
            UNKNOWN_MONSTER_DEF_POINTS if seen.attack is None else seen.attack + 200 for _, seen in cards
        )


def is_harmful(words: str) -> bool:
    """Return whether an effect is meant for the opponent, by the start of its text."""
    harm, help_ = _HARM.search(words), _HELP.search(words)
    if harm is None:
        return False
    return help_ is None or harm.start() <= help_.start()


def is_boost(words: str) -> bool:
    """Return whether an effect raises ATK."""
    return _BOOST.search(words) is not None
