"""Random gestures at a table that is moved by hand: whatever a pair of hands could try, allowed or not.

A refusal is compared like anything else; a gesture of somebody else counts as done again only if it was
refused in both runs or in neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from proofs.play import by_hand, half_by_hand
from server.table.random_streams import RandomStreams
from shared.cards.facts import TokenPrint
from shared.manual.games import GAMES
from shared.protocol.messages import Gesture
from shared.view import View
from shared.zones import SHARED, Place, Seat


@dataclass(frozen=True, slots=True)
class Wild:
    """What is tried at the tables of one game: gestures and zones, each as often as it stands there."""

    gestures: tuple[str, ...]
    zones: tuple[str, ...]
    positions: Mapping[str, tuple[str, ...]]
    """How a card may lie, by zone."""


_OFTEN = ("move",) * 12 + ("draw",) * 3
_AT_EVERY_TABLE = (
    "attach", "point", "attack", "counter", "reveal", "reveal", "hide", "mill", "random", "shuffle", "search",
    "close", "close", "look", "arrange", "life", "phase", "turn", "coin", "die", "token", "signal",
)  # fmt: skip
_FACES = ("up", "down")
_LAID = ("shuffled", "top", "bottom")

YUGIOH = Wild(
    (*_OFTEN, *_AT_EVERY_TABLE, "special_summon", "position", "flip_summon", "activate", "activate",
     "control", "equip"),
    (*("monster", "spell_trap") * 3, "graveyard", "hand", "deck", "banished", "extra_deck", "field"),
    {"monster": ("attack", "defense", "set"), "extra_monster": ("attack", "defense"), "spell_trap": _FACES,
     "field": _FACES, "banished": _FACES, "deck": _LAID},
)  # fmt: skip
FLESH_AND_BLOOD = Wild(
    (*_OFTEN, *_AT_EVERY_TABLE, "activate", "activate", "position", "position", "resolve", "defend", "pitch",
     "pitch", "bottom", "clear", "points", "zone", "close_chain"),
    (*("arsenal", "banished", "stack") * 2, "pitch", "graveyard", "hand", "deck", "permanent", "weapon"),
    {"arsenal": _FACES, "banished": _FACES, "stack": _FACES, "permanent": _FACES, "weapon": _FACES,
     "deck": (*_LAID, "shown")},
)  # fmt: skip

_WORDS: dict[str, Callable[[RandomStreams, View], str]] = {
    "shuffle": lambda dice, view: ("deck", "hand")[dice.below(2, "pile")],
    "phase": lambda dice, view: one_of(GAMES[view.table].phases, dice),
    "signal": lambda dice, view: ("ok", "thinking", "wait")[dice.below(3, "signal")],
    "counter": lambda dice, view: "spell",
    "points": lambda dice, view: ("action +1", "resource +2")[dice.below(2, "points")],
    "zone": lambda dice, view: ("arsenal +1", "arsenal -1")[dice.below(2, "zones")],
}
"""The word of gestures that need one."""


def one_of(among: Sequence[str], dice: RandomStreams) -> str:
    """One of these."""
    return among[dice.below(len(among), "among")]


@dataclass(frozen=True, slots=True)
class Hand:
    """Whose gesture it is, what they see, and the dice that decide. `half`: in a duel half by the rules."""

    seat: Seat
    view: View
    dice: RandomStreams
    half: bool = False

    def gesture(self) -> Gesture:
        """Mostly one that a client offers, now and then one that none would."""
        offered = self._offered() if self._below(4) else None
        return self._wild() if offered is None else offered

    def _offered(self) -> Gesture | None:
        if self.half:
            return half_by_hand.gesture(self.view, self.dice)
        return by_hand.gesture(self.view, self.seat, self.dice)

    def _wild(self) -> Gesture:
        wild = FLESH_AND_BLOOD if self.view.table == "fab" else YUGIOH
        do = one_of(wild.gestures, self.dice)
        cards = self._cards(do)
        place = self._place(do, wild)
        words = wild.positions.get(place.zone, ("",))
        return Gesture(
            do=do,
            cards=cards,
            places=(place,) if do in ("move", "special_summon") or self._below(3) == 0 else (),
            position=one_of(words if do != "position" else wild.positions.get("monster", _FACES), self.dice),
            others=self._some([handle for handle in self.view.cards if handle not in cards], self._below(2)),
            amount=(1, 2, 3, -500)[self._below(4)] if do != "life" else -100 * self._below(5),
            text=_WORDS[do](self.dice, self.view) if do in _WORDS else "",
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

    def _place(self, do: str, wild: Wild) -> Place:
        zone = one_of(wild.zones, self.dice) if do != "special_summon" else "monster"
        seat = self.seat if self._below(8) else 1 - self.seat
        shared = zone in ("extra_monster", "stack", "permanent")
        return Place(SHARED if shared else seat, zone, -1)

    def _below(self, limit: int) -> int:
        return self.dice.below(limit, "gesture")
