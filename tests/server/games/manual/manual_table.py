"""The helper verbs of the free table's tests: lay cards, move them by name, ask for the card in a place.

    table = Table(hand=["Sangan"])
    table.do("summon", "Sangan", to="0:monster:2")
    assert table.at("0:monster:2") == "Sangan"

Seat 0 acts by default. A laid card's owner is its seat by default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.tables import free_table
from facedown_server.refereeing.referee import Act, ByHand, Frame
from facedown_server.table import ops, sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import MATERIAL, Card, GameEvent
from facedown_shared.cards.facts import TokenPrint, bundled_pool
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.codec import decode_from_client, encode
from facedown_shared.protocol.gestures import KINDS, Gesture, make_gesture
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.errors import Code, Illegal, MalformedMessage
from tests.server.table.laid import put_card

FILLER = "Mystical Elf"


class Table:
    """A free table laid out by names."""

    def __init__(self, *, rules: str = "master", alone: bool = False, fillers: int = 6, **piles: list[str]):
        """`piles` are zones of seat 0 ("hand", "deck" top first …); both Decks have fillers beneath."""
        self.free: FreeTable = free_table(FORMATS[rules], bundled_pool(), alone=alone)
        self.told: list[GameEvent] = []
        for _ in self.free.start(Setup(rules, (Deck(), Deck()), confirms=True), RandomStreams(b"free table")):
            pass
        for zone, names in piles.items():
            for name in names:
                self.put_card(name, f"0:{zone}")
        for seat in (0, 1):
            for _ in range(fillers):
                self.put_card(FILLER, f"{seat}:deck")

    # --- laying -------------------------------------------------------------------------------------------

    def put_card(
        self, name: str, place: str, position: str = "", *, owner: Seat | None = None, by: Seat | None = None
    ) -> Card:  # fmt: skip
        """Lay a card in a place ("0:monster:2", "1:graveyard"), in a position named as in gestures. `by` is
        its owner in a shared zone.
        """
        goal = Place.parse(place)
        zone = self.free.state.table.zones[goal.zone]
        row = self.free.game.position(goal.zone, position)
        assert row is not None, f"{name} cannot lie {position} in {goal.zone}"
        facts = bundled_pool().find_named(name)
        assert facts is not None, name
        hidden = goal.zone in ("hand", "deck", "extra_deck") and not position
        owner = max(goal.seat, by or 0, 0) if owner is None else owner
        card = put_card(
            self.free.state, name, place, owner=owner, face_up=row.face_up and not hidden,
            token=facts.is_a("token"),
        )  # fmt: skip
        if "monster" in zone.tags:
            ops.mark(self.free.state, card, defense_position=row.defense_position)
        if by is not None:
            ops.mark(self.free.state, card, controller=by)
        if goal.zone == "extra_monster":
            ops.store_note(self.free.state, card, "from_extra_deck", True)
        if position == "scale":
            ops.mark(self.free.state, card, summoned="scale")
        return card

    def put_beneath(self, name: str, bearer: Card) -> Card:
        """Lay a material beneath a card."""
        card = self.put_card(name, f"{bearer.controller}:graveyard", owner=bearer.controller)
        ops.attach(self.free.state, card, bearer)
        return card

    # --- acting -------------------------------------------------------------------------------------------

    def do(
        self, do: str, *cards: str | Card, to: str | Sequence[str] = (), others: Iterable[str | Card] = (),
        by: Seat = 0, position: str = "", amount: int = 0, text: str = "", seat: Seat = -1,
        viewer: Seat = -1, effect: bool = False, token: TokenPrint | None = None,
    ) -> Table:  # fmt: skip
        """Do one gesture. Raises Illegal."""
        places = [to] if isinstance(to, str) else to
        said = gesture(
            do, cards=self._handles(cards, by), places=tuple(map(Place.parse, places)), position=position,
            others=self._handles(others, by), amount=amount, text=text, seat=seat, viewer=viewer,
            effect=effect, token=token,
        )  # fmt: skip
        return self.send(said, by)

    def send(self, gesture: Gesture, by: Seat = 0) -> Table:
        """Do one given gesture."""
        act = Act(by, ByHand(gesture))
        before = self.free.digest()
        self.free.check(act)
        assert self.free.digest() == before, "checking changed something"
        self.take(self.free.apply(act))
        return self

    def take(self, frames: Iterable[Frame]) -> None:
        """Record the events."""
        for frame in frames:
            self.told.extend(frame.events)

    def _handles(self, cards: Iterable[str | Card], by: Seat) -> tuple[int, ...]:
        used: list[Card] = []
        for card in cards:
            used.append(self.card(card, apart_from=used) if isinstance(card, str) else card)
        return tuple(card.handles[by] for card in used)

    # --- looking ------------------------------------------------------------------------------------------

    def card(self, name: str, *, apart_from: Sequence[Card] = ()) -> Card:
        """Return the first card of this name: on the field if there is one, in a Deck last."""
        found = [card for card in self.free.state.cards if card.name == name and card not in apart_from]
        assert found, f"no {name} here"
        return min(found, key=lambda card: (not card.is_on_field, card.zone == "deck"))

    def at(self, place: str) -> str:
        """Return the name of the card in a slot; "" for an empty one."""
        card = self.free.state.card_at(Place.parse(place))
        return card.name if card else ""

    def names(self, pile: str) -> list[str]:
        """Return the names in a pile ("0:graveyard"), in order."""
        place = Place.parse(pile)
        return [card.name for card in self.free.state.pile(place.seat, place.zone) if card]

    def count(self, pile: str) -> int:
        """Return the number of cards in a zone."""
        return len(self.names(pile))

    def view(self, viewer: Seat) -> View:
        """Return the current View of a class."""
        return sight.view(self.free.state, viewer)

    def knows(self, viewer: Seat, card: Card) -> bool:
        """Return whether a class may read this card now."""
        seen = self.view(viewer).cards.get(card.handles[viewer])
        return seen is not None and seen.code == card.code

    def kinds(self) -> list[str]:
        """Return the kinds of all events so far."""
        return [told.kind for told in self.told]


def gesture(do: str, **said: Any) -> Gesture:
    """Return the gesture of this word as a server parses it.

    Raises Malformed if it is invalid.
    """
    said = {name: value for name, value in said.items() if value != _UNSAID[name]}
    assert {*said} <= {*KINDS[do].__struct_fields__}, f"{do} says nothing by {said}"
    read = decode_from_client(encode(make_gesture(KINDS[do], **said)))
    assert isinstance(read, Gesture)
    return read


_UNSAID = {
    "cards": (), "places": (), "position": "", "others": (), "amount": 0, "text": "", "seat": -1,
    "viewer": -1, "effect": False, "token": None,
}  # fmt: skip


def is_material(card: Card) -> bool:
    """Return whether it is under another card."""
    return card.zone == MATERIAL


def refusal_rule(code: Code, act: Callable[[], object]) -> str:
    """Return the rule by which an act is refused, with this code."""
    with pytest.raises(Illegal) as refusal:
        act()
    assert refusal.value.code is code
    return str(refusal.value)


def expect_malformed(act: Callable[[], object]) -> None:
    """Assert that it is no valid gesture, so that no table ever sees it."""
    with pytest.raises(MalformedMessage):
        act()


def expect_needs_effect(act: Callable[[bool], object]) -> str:
    """Assert that an act is refused by a rule, but done by a card's effect; return the refusal."""
    sentence = refusal_rule(Code.NEEDS_EFFECT, lambda: act(False))
    act(True)
    return sentence
