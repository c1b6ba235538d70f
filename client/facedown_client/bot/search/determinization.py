"""Determinization: a View with its hidden cards sampled, as a duel that can be played on.

Hidden cards are drawn from the ready decks of the format that fit best to the cards seen of a player.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from facedown_client.bot.search.search_calls import SearchRequest
from facedown_server.games.duel.resumed_duel import AssumedCard, AssumedDuel
from facedown_server.table.state import MATERIAL
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.decks.decks import Deck, more_decks_for, ready_decks_for
from facedown_shared.tables import FORMATS, TABLES, Place, Seat, View, VisibleCard


@dataclass(frozen=True, slots=True)
class Determinization:
    """A duel with assumed hidden cards. `handles`: the View's handle of each card, 0 for a hidden one."""

    duel: AssumedDuel
    handles: tuple[int, ...]


def format_of(request: SearchRequest) -> str:
    """Return the table's format, or the first that has the View's zones."""
    if request.format in FORMATS:
        return request.format
    return next(name for name, rules in FORMATS.items() if rules.table == request.view.table)


@cache
def _decks(format_name: str) -> tuple[Deck, ...]:
    rows = {**more_decks_for(format_name), **ready_decks_for(format_name)}
    return tuple(rows[name].deck for name in sorted(rows))


def determinize(request: SearchRequest, dice: random.Random) -> Determinization:
    """Sample the hidden cards of a request's View."""
    return _Sampler(request, dice).sample()


class _Sampler:
    def __init__(self, request: SearchRequest, dice: random.Random) -> None:
        self.request, self.view, self.dice = request, request.view, dice
        self.seat = request.seat
        self.zones = TABLES[self.view.table].zones
        self.cards: list[AssumedCard] = []
        self.handles: list[int] = []
        decks = _decks(format_of(request))
        self.left = [_Supply(best_deck(decks, seen_codes(self.view, seat), dice), dice) for seat in (0, 1)]
        for seat in (0, 1):
            self.left[seat].take_seen(seen_codes(self.view, seat))

    def sample(self) -> Determinization:
        view = self.view
        hidden: list[tuple[Place, int]] = []
        for key, pile in view.piles.items():
            place = Place.parse(key)
            if self.zones[place.zone].slots is not None:
                for slot, handle in enumerate(pile.handles):
                    if handle:
                        self._add_seen(handle, Place(place.seat, place.zone, slot))
            else:
                for handle in pile.handles:
                    self._add_seen(handle, Place(place.seat, place.zone))
                hidden += [(Place(place.seat, place.zone), place.seat)] * (pile.count - len(pile.handles))
        hidden.sort(key=lambda row: row[0].zone == "deck")
        for place, owner in hidden:
            kind = "extra" if place.zone == "extra_deck" else "any"
            self._add(AssumedCard(self.left[owner].draw(kind), owner, owner, place), 0)
        self._tie()
        life = (view.tallies.get("0:life", 0), view.tallies.get("1:life", 0))
        duel = AssumedDuel(
            tuple(self.cards), life, view.turn, view.turn_player, view.phase,
            has_normal_summoned=self._has_summoned(), has_attacked=view.phase == "main2",
        )  # fmt: skip
        return Determinization(duel, tuple(self.handles))

    def _add(self, card: AssumedCard, handle: int) -> None:
        self.cards.append(card)
        self.handles.append(handle)

    def _add_seen(self, handle: int, place: Place) -> None:
        seen = self.view.cards[handle]
        on_field = "field" in self.zones[place.zone].tags
        face_up = seen.face_up if on_field or place.zone == "banished" else place.zone == "graveyard"
        if place.zone == "extra_deck":
            face_up = seen.face_up
        code = seen.code or self.left[max(seen.owner, 0)].draw(_kind_of(place))
        card = AssumedCard(
            code, seen.owner, seen.controller, place, face_up, seen.defense_position, seen.token,
            dict(seen.counters),
        )  # fmt: skip
        if on_field and seen.controller == self.seat:
            card = self._with_history(card, handle)
        self._add(card, handle)
        for material in seen.materials:
            under = self.view.cards.get(material)
            if under is not None and under.code:
                self._add(
                    AssumedCard(under.code, under.owner, under.owner, Place(place.seat, MATERIAL)), material
                )

    def _with_history(self, card: AssumedCard, handle: int) -> AssumedCard:
        """Return an own card on the field with what the prompt and the turn so far show of it."""
        options = self.request.prompt.options
        phase = self.view.phase
        attacks = {option.card for option in options if option.verb == "attack"}
        turns = {option.card for option in options if option.verb in ("change_position", "flip_summon")}
        return replace(
            card,
            is_new=handle not in self.request.stood,
            is_tired=phase != "battle" and handle not in turns,
            attacks=int(phase == "battle" and handle not in attacks),
        )

    def _has_summoned(self) -> bool:
        offered = any(
            option.verb in ("summon", "set") and _is_monster(self.view.known_facts(option.card))
            for option in self.request.prompt.options
        )
        if self.view.phase == "battle":
            return self.request.summoned
        return not offered and self.request.summoned

    def _tie(self) -> None:
        at = {handle: index for index, handle in enumerate(self.handles) if handle}
        for handle, index in at.items():
            seen = self.view.cards[handle]
            self.cards[index] = replace(
                self.cards[index],
                equipped_to=at.get(seen.equipped_to, -1),
                targets=tuple(at[target] for target in seen.targets if target in at),
                bearer=at.get(self.view.monster_above(handle), -1)
                if self.cards[index].place.zone == MATERIAL else -1,
            )  # fmt: skip


def _is_monster(facts: Facts | None) -> bool:
    return facts is not None and facts.is_monster


def _kind_of(place: Place) -> str:
    """Return which cards may be hidden in a zone of the field."""
    if place.zone in ("monster", "extra_monster"):
        return "monster"
    return "spell_trap" if place.zone == "spell_trap" else "any"


def seen_codes(view: View, owner: Seat) -> Counter[int]:
    """Return the passcodes of a player's cards that the View shows."""
    return Counter(seen.code for seen in view.cards.values() if _is_of_deck(seen, owner))


def _is_of_deck(seen: VisibleCard, owner: Seat) -> bool:
    return seen.owner == owner and bool(seen.code) and not seen.token


def best_deck(decks: Sequence[Deck], seen: Counter[int], dice: random.Random) -> Deck:
    """Return a deck that has the most of the cards seen; one by chance of those that are equal."""
    shared = [(Counter(deck.main + deck.extra) & seen).total() for deck in decks]
    best = max(shared, default=0)
    return dice.choice([deck for deck, count in zip(decks, shared, strict=True) if count == best])


class _Supply:
    """The cards of a player's assumed deck that are not seen."""

    def __init__(self, deck: Deck, dice: random.Random) -> None:
        self.deck, self.main, self.extra = deck, list(deck.main), list(deck.extra)
        dice.shuffle(self.main)
        dice.shuffle(self.extra)

    def take_seen(self, seen: Counter[int]) -> None:
        """Leave out the cards that are seen."""
        for code in seen.elements():
            for pile in (self.main, self.extra):
                if code in pile:
                    pile.remove(code)
                    break

    def draw(self, kind: str) -> int:
        """Return the next hidden card of a kind; one that may be there twice where none is left."""
        pile = self.extra if kind == "extra" else self.main
        for index, code in enumerate(pile):
            if _fits(bundled_pool().get(code), kind):
                del pile[index]
                return code
        again = self.deck.extra if kind == "extra" else self.deck.main
        fitting = [code for code in again if _fits(bundled_pool().get(code), kind)]
        return (fitting or list(self.deck.main))[0]


def _fits(facts: Facts | None, kind: str) -> bool:
    if kind in ("any", "extra") or facts is None:
        return True
    if kind == "monster":
        return facts.is_monster and not facts.is_a("ritual") and not facts.is_a("special_summon_only")
    return facts.is_trap or facts.is_a("quickplay")
