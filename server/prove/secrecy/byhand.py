"""Random gestures on a free table: whatever a pair of hands could try, allowed or not.

A refusal is compared like anything else; a gesture of somebody else counts as done again only if it was
refused in both runs or in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from server.prove import freeplay
from server.table.fate import Fate
from shared.cards import TokenPrint
from shared.messages import Gesture
from shared.view import View
from shared.zones import SHARED, Place, Seat

POSITIONS: dict[str, tuple[str, ...]] = {
    "monster": ("attack", "defense", "set"),
    "extra_monster": ("attack", "defense"),
    "spell_trap": ("up", "down"),
    "field": ("up", "down"),
    "banished": ("up", "down"),
    "deck": ("shuffled", "top", "bottom"),
}
"""How a card may lie, by zone."""

OFTEN = ("move",) * 12 + ("draw",) * 3
GESTURES = (
    *OFTEN, "special_summon", "position", "flip_summon", "activate", "activate", "control", "attach", "equip",
    "point", "attack", "counter", "reveal", "reveal", "hide", "mill", "random", "shuffle", "search", "close",
    "close", "look", "arrange", "life", "phase", "turn", "coin", "die", "token", "signal",
)  # fmt: skip

_PILES: dict[str, Callable[[Fate], str]] = {
    "shuffle": lambda dice: ("deck", "hand")[dice.below(2, "pile")],
    "phase": lambda dice: ("draw", "standby", "main1", "battle", "main2", "end")[dice.below(6, "phase")],
    "signal": lambda dice: ("ok", "thinking", "wait")[dice.below(3, "signal")],
    "counter": lambda dice: "spell",
}
"""The word of gestures that need one."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Whose gesture it is, what they see, and the dice that decide."""

    seat: Seat
    view: View
    dice: Fate

    def gesture(self) -> Gesture:
        """Mostly one that a client offers, now and then one that none would."""
        offered = freeplay.gesture(self.view, self.seat, self.dice) if self._below(4) else None
        return self._wild() if offered is None else offered

    def _wild(self) -> Gesture:
        do = GESTURES[self._below(len(GESTURES))]
        cards = self._cards(do)
        place = self._place(do)
        words = POSITIONS.get(place.zone, ("",))
        return Gesture(
            do=do,
            cards=cards,
            places=(place,) if do in ("move", "special_summon") or self._below(3) == 0 else (),
            position=words[self._below(len(words))]
            if do != "position"
            else POSITIONS["monster"][self._below(3)],
            others=self._some([handle for handle in self.view.cards if handle not in cards], self._below(2)),
            amount=(1, 2, 3, -500)[self._below(4)] if do != "life" else -100 * self._below(5),
            text=_PILES[do](self.dice) if do in _PILES else "",
            viewer=(-1, -1, 1 - self.seat)[self._below(3)],
            effect=self._below(6) > 0,
            token=TokenPrint("Sheep Token", level=1) if do == "token" else None,
        )

    def _cards(self, do: str) -> tuple[int, ...]:
        """Mostly a card of one's own hand; sometimes any card one can tell."""
        hand = self.view.pile(self.seat, "hand").handles
        own = [handle for handle, seen in self.view.cards.items() if seen.controller == self.seat]
        among = hand if hand and self._below(2) else own if self._below(6) else tuple(self.view.cards)
        return self._some(among, 1 if do != "reveal" or self._below(2) else len(hand))

    def _some(self, among: Sequence[int], count: int) -> tuple[int, ...]:
        order = self.dice.order(len(among), "some")
        return tuple(among[index] for index in order[:count])

    def _place(self, do: str) -> Place:
        zones = ("monster", "spell_trap") * 3 + (
            "graveyard",
            "hand",
            "deck",
            "banished",
            "extra_deck",
            "field",
        )
        zone = zones[self._below(len(zones))] if do != "special_summon" else "monster"
        seat = self.seat if self._below(8) else 1 - self.seat
        return Place(SHARED if zone == "extra_monster" else seat, zone, -1)

    def _below(self, limit: int) -> int:
        return self.dice.below(limit, "gesture")
