"""The helper verbs of the Flesh and Blood tests: a begun table of two heroes, with cards laid out as needed.

    table = Fab(hand=[BLUE])
    table.do("pitch", BLUE)

Seat 0 acts by default; both begin with a hero, no equipment, six cards in each deck.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.manual.flesh_and_blood.referee import FleshAndBlood
from facedown_server.refereeing.referee import Act, Choice
from facedown_server.table import ops
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import Card, GameEvent, State
from facedown_shared.cards.facts import TokenPrint, every_game
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import FAB
from facedown_shared.tables.zones import Place, Seat
from tests.server.games.manual.manual_table import Table

HERO, OTHER_HERO = "Brannoc Hale, Keeper of the Kiln", "Sefa Marrow, Voice of the Shoals"
ATTACK, STRONG = "Glowing Splinter (red)", "Open the Furnace Door (red)"
BLUE, INSTANT, REACTION = "Hammer Song (blue)", "Breath of Soot (blue)", "Quench (red)"
AURA, ALLY, ITEM = "Bank the Coals (blue)", "Kiln Warden (red)", "Drift Lantern (blue)"
HEAD, CHEST, ARMS, LEGS = "Sooted Visor", "Firebrick Plate", "Tongs of the Ninth Bell", "Cinder Boots"
OTHER_HEAD = "Kelp Circlet"
TWO_HANDED, HAMMER, KNIFE, OFF_HAND = "Slagmaul", "Bellows Hook", "Gull Knife", "Nacre Buckler"
FILLERS = ("First Wave (red)", "Breaker (blue)", "Slack Water (yellow)")


def code(name: str) -> int:
    """Return the passcode of a bundled card."""
    facts = every_game().find_named(name)
    assert facts is not None, name
    return facts.code


class FabTable(Table):
    """A table of Flesh and Blood after both players have chosen, with empty hands."""

    def __init__(
        self, *, arena: Sequence[str] = (), chosen: Sequence[str] | None = None, alone: bool = False,
        fillers: int = 6, **piles: list[str],
    ):  # fmt: skip
        """`arena`: what seat 0 may begin with; of these `chosen` if given, otherwise all."""
        self.fab = FleshAndBlood(FAB, every_game(), alone=alone)
        self.free = self.fab
        self.told: list[GameEvent] = []
        decks = tuple(
            Deck(extra=tuple(code(name) for name in (hero, *own)))
            for hero, own in ((HERO, arena), (OTHER_HERO, ()))
        )
        self.take(
            self.fab.start(Setup("fab", (decks[0], decks[1]), mode="free"), RandomStreams(b"flesh and blood"))
        )
        if arena:
            picked = arena if chosen is None else chosen
            keys = tuple(str(number) for number, name in enumerate(arena, 1) if name in picked)
            self.take(self.fab.apply(Act(0, Choice(keys))))
        for zone, names in piles.items():
            for name in names:
                self.put_card(name, f"0:{zone}")
        for seat in (0, 1):
            for number in range(fillers):
                self.put_card(FILLERS[number % len(FILLERS)], f"{seat}:deck")
        self.told.clear()

    def put_card(
        self, name: str, place: str, position: str = "", *, owner: Seat | None = None, by: Seat | None = None
    ) -> Card:  # fmt: skip
        """Lay a card in a place; in a shared zone it is seat 0's unless `by` is given."""
        goal = Place.parse(place)
        facts = every_game().find_named(name)
        row = self.free.game.position(goal.zone, position)
        assert facts is not None, name
        assert row is not None, position
        owner = max(goal.seat, by or 0, 0) if owner is None else owner
        card = ops.create(self.state, facts, owner)
        if self.state.table.zones[goal.zone].slots is not None:
            goal = goal._replace(slot=max(goal.slot, 0))
        ops.place_card(self.state, card, goal, face_up=row.face_up)
        if by is not None:
            ops.mark(self.state, card, controller=by)
        return card

    def token(self, name: str = "Ember", race: str = "") -> Card:
        """Make a token of seat 0 in the arena."""
        self.do("token", token=TokenPrint(name, race=race))
        return self.state.cards[-1]

    @property
    def state(self) -> State:
        """The State."""
        return self.free.state

    def zones(self, name: str, seat: Seat = 0) -> int:
        """Return how many zones of a type a seat has."""
        return len(self.state.pile(seat, name))

    def steps(self) -> list[tuple[str, str]]:
        """Return (kind, name) of all events of cards so far."""
        return [(told.kind, told.card.name) for told in self.told if told.card is not None]

    def public(self, card: Card) -> bool:
        """Return whether a card is public."""
        return all(self.knows(viewer, card) for viewer in (0, 1, -1))
