"""Reading of a Flesh and Blood table for the bot: the value of an attack, its cost, its defense.

It uses the View alone: printed values, and numbers in a card's text. It ignores the rest of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from facedown_shared.cards.facts import Facts
from facedown_shared.tables import SHARED_SEAT_INDEX, Pile, Seat, View

EQUIPMENT = ("head", "chest", "arms", "legs")
_WEAPON_COST = re.compile(r"(\d+) resources?: attack")
_GO_AGAIN = re.compile(r"\bgo again\b(?:, if (?P<only>[^.]+))?", re.IGNORECASE)
_MORE_POWER = re.compile(
    r"if (?P<only>[^,.]+), this has \+(\d+) power|has \+(\d+) power if (?P<when>[^.]+)", re.IGNORECASE
)
_USED_UP = re.compile(
    r"goes to the graveyard (?P<when>after it defended|once it has defended twice)", re.IGNORECASE
)


class FabBoard:
    """View of a Flesh and Blood table from one player's side."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat = view, seat

    def tally(self, name: str, seat: Seat | None = None) -> int:
        """Return a player's points or life."""
        return self.view.tallies.get(f"{self.seat if seat is None else seat}:{name}", 0)

    def cards_in(self, zone: str) -> list[tuple[int, Facts]]:
        """Return the player's own visible cards in a zone."""
        handles = (handle for handle in self.view.pile(self.seat, zone).handles if handle)
        return [(handle, facts) for handle in handles if (facts := self.view.known_facts(handle)) is not None]

    @property
    def links(self) -> int:
        """Return the number of links on the combat chain; 0 while it is closed."""
        return self.view.tallies.get("links", 0)

    @property
    def chain(self) -> Pile:
        """Return the cards on the combat chain."""
        return self.view.pile(SHARED_SEAT_INDEX, "combat_chain")

    @property
    def attack(self) -> int:
        """Return the handle of the last attack; 0 for none."""
        attacks = [handle for handle in self.chain.handles if self._attacks(handle)]
        return attacks[-1] if attacks else 0

    def _attacks(self, handle: int) -> bool:
        return handle in self.view.cards and self.view.cards[handle].controller == self.view.turn_player

    # --- numbers --------------------------------------------------------------------------------------------

    def power(self, facts: Facts, link: int) -> int:
        """Return the power of an attack as chain link `link`, with the bonus of its own text."""
        found = _MORE_POWER.search(facts.text)
        more = 0
        if found and self._is_condition_met(found["only"] or found["when"], link):
            more = int(found[2] or found[3])
        return max(0, facts.attack or 0) + more

    def has_go_again(self, facts: Facts, link: int) -> bool:
        """Return whether an attack gives its player another action."""
        found = _GO_AGAIN.search(facts.text)
        return found is not None and (not found["only"] or self._is_condition_met(found["only"], link))

    def _is_condition_met(self, words: str, link: int) -> bool:
        """Return whether a condition in this text is met now; False for unknown conditions."""
        return any(row.search(words) and check(self, link) for row, check in _CONDITIONS)

    def damage(self) -> int:
        """Return the damage of the last attack after the defense so far."""
        handle = self.attack
        facts = self.view.known_facts(handle)
        if facts is None:
            return 0
        defending = [
            known.defense or 0
            for other in self.chain.handles
            if other in self.view.cards and handle in self.view.cards[other].targets
            if (known := self.view.known_facts(other)) is not None and not self._attacks(other)
        ]
        return max(0, self.power(facts, self.links) - sum(defending))

    def source(self, handle: int) -> Facts | None:
        """Return the facts whose text counts for an attack: the card's own, or those of a proxy's weapon."""
        seen = self.view.cards.get(handle)
        if seen is not None and seen.token and seen.targets:
            return self.view.known_facts(seen.targets[0])
        return self.view.known_facts(handle)


def cost(facts: Facts) -> int:
    """Return the resource points that playing a card, or attacking with a weapon, costs."""
    if found := _WEAPON_COST.search(facts.text):
        return int(found[1])
    return int(facts.extra.get("cost", 0))


def pitch(facts: Facts) -> int:
    """Return the resource points that pitching a card gives."""
    return int(facts.extra.get("pitch", 0))


def is_attack(facts: Facts) -> bool:
    """Return whether playing this card attacks."""
    return facts.is_a("attack") and not facts.is_a("attack reaction")


def attacks_as_weapon(facts: Facts) -> bool:
    """Return whether this is a weapon that attacks for a known cost."""
    return facts.is_a("weapon") and _WEAPON_COST.search(facts.text) is not None


def defends(facts: Facts) -> bool:
    """Return whether a hand card can defend for free."""
    return bool(facts.defense) and not facts.is_a("defense reaction")


def defence_count(facts: Facts) -> int:
    """Return how often equipment can defend before its text removes it; 99 without a limit."""
    found = _USED_UP.search(facts.text)
    return 99 if found is None else 2 if "twice" in found["when"] else 1


def cheapest_pitch(amount: int, cards: Sequence[tuple[int, Facts]]) -> list[int] | None:
    """Return the fewest cards that give this amount of resource points, the highest pitch first; None if
    there are too few.
    """
    chosen: list[int] = []
    for handle, facts in sorted(cards, key=lambda card: (-pitch(card[1]), card[1].attack or 0)):
        if amount <= 0:
            break
        if pitch(facts):
            chosen.append(handle)
            amount -= pitch(facts)
    return chosen if amount <= 0 else None


def _has_pitched_blue(board: FabBoard, link: int) -> bool:
    pitched = board.view.pile(board.view.turn_player, "pitch").handles
    known = (board.view.known_facts(handle) for handle in pitched)
    return any(facts is not None and facts.extra.get("color") == "blue" for facts in known)


_CONDITIONS: tuple[tuple[re.Pattern[str], Callable[[FabBoard, int], bool]], ...] = (
    (re.compile(r"another attack is on the combat chain"), lambda board, link: link > 1),
    (re.compile(r"third link or later"), lambda board, link: link >= 3),
    (re.compile(r"pitched a blue card"), _has_pitched_blue),
)
"""Conditions in card texts that can be checked on a table."""
