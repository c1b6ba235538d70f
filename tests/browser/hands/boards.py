"""Boards that together offer every row of a game's menus, and where each row is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import msgspec
from msgspec import to_builtins

from facedown_server.games.manual.flesh_and_blood.combat import LINKS
from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.yugioh.half.duel import HalfDuel
from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.manual.board import PlacedCard, board_of_view
from facedown_shared.manual.game import Game, MenuEntry, PileEntry
from facedown_shared.manual.games import GAMES
from facedown_shared.manual.halves import NEGATES, RULED
from facedown_shared.manual.menu_rows import menu_rows
from facedown_shared.manual.menus import SIGNALS
from facedown_shared.protocol.gestures import Attach, Gesture, LookAtTop, SearchDeck, make_gesture
from facedown_shared.protocol.hand_menu import MenuRow
from facedown_shared.tables import TABLES, Place, View
from tests.server.games.manual.flesh_and_blood import table as fab
from tests.server.games.manual.manual_table import Table

OPEN_ZONES = ("hand", "deck")
"""Piles whose cards are on the page, or have no menu of their own."""


class OfferedRow(msgspec.Struct, frozen=True):
    """A row of a game and where a player finds it: on a card, at a pile, or at the table."""

    entry: int
    """Number of the row among the rows of its game."""
    row: MenuRow
    card: int = 0
    pile: str = ""
    """The pile, or the closed pile in which the card is."""
    goal: str = ""
    """Where a drag leads to: a free place of the row, or the place of a card at which it is aimed."""
    aim: int = -1
    """Number of that card among the row's cards."""


class LaidBoard(Table):
    """A board on the table of a running duel, laid out by names. The opening hands are put away first."""

    def __init__(self, free: FreeTable) -> None:
        self.free = free
        self.told = []
        self.gestures: list[Gesture] = []
        """What seat 0 does by itself once the cards are there."""
        for seat in (0, 1):
            for card in [*self.free.state.pile(seat, "hand")]:
                if card is not None:
                    ops.move(self.free.state, card, Place(seat, "deck"))
        ops.begin_turn(self.free.state, 0)

    def put_cards(self, place: str, *names: str) -> list[Card]:
        """Lay cards in a pile."""
        return [self.put_card(name, place) for name in names]

    def reveal(self, card: Card) -> None:
        """Reveal a card to both players."""
        ops.reveal(self.free.state, [card], by=0)


class LaidFabBoard(LaidBoard, fab.FabTable):
    """The same for Flesh and Blood."""


class HalfBoard(LaidBoard):
    """A board on the table of a duel by the rules in which seat 0 carries out a card by hand."""

    def __init__(self, duel: HalfDuel) -> None:
        self.free = cast(FreeTable, duel)  # it has the state and the game
        self.told = []
        self.gestures = []
        for seat in (0, 1):
            for card in [*duel.state.pile(seat, "hand")]:
                if card is not None:
                    ops.move(duel.state, card, Place(seat, "deck"))


def place_yugioh_cards(board: LaidBoard) -> None:
    """Lay cards of every kind that the table of the board has."""
    is_master = board.free.game.name == "master"
    later = ("Stargazer Magician",) if is_master else ()
    board.put_cards(
        "0:hand",
        "Celtic Guardian",
        "Jinzo",
        "Pot of Greed",
        "Mountain",
        "Axe of Despair",
        "Relinquished",
        *later,
    )
    board.reveal(board.put_card("Kuriboh", "0:hand"))
    board.put_cards("0:graveyard", "Yami", "Sangan", "Gaia the Dragon Champion")
    board.put_cards("0:extra_deck", "Flame Swordsman")
    for name, place, position in (
        ("Gemini Elf", "0:monster:0", "attack"), ("Mystical Elf", "0:monster:1", "defense"),
        ("Kuriboh", "0:monster:2", "set"), ("Celtic Guardian", "1:monster:0", "attack"),
        ("Trap Hole", "0:spell_trap:1", "down"), ("Black Pendant", "0:spell_trap:2", "up"),
    ):  # fmt: skip
        board.put_card(name, place, position)
    if is_master:
        board.put_cards("0:extra_deck", "Junk Warrior", "Number 17: Leviathan Dragon", "Link Spider")
        xyz = board.put_card("Number 39: Utopia", "-:extra_monster:0", "attack", owner=0, by=0)
        for name in ("Feral Imp", "Sangan"):
            board.put_beneath(name, xyz)


def place_fab_cards(board: LaidBoard) -> None:
    """Lay cards of every kind, with a chain and a stack that are not empty."""
    board.put_cards("0:hand", fab.BLUE, fab.ATTACK, fab.INSTANT)
    board.reveal(board.put_card(fab.REACTION, "0:hand"))
    board.put_cards("0:graveyard", fab.HEAD, fab.CHEST, fab.ARMS, fab.LEGS, fab.HAMMER)
    board.put_cards("0:pitch", fab.BLUE, fab.BLUE)
    board.put_card(fab.KNIFE, "0:weapon:0")
    board.put_card(fab.AURA, "-:permanent", by=0)
    board.put_card(fab.STRONG, "-:combat_chain", by=1)
    ops.tally(board.free.state, LINKS, 1)
    board.put_card(fab.INSTANT, "-:stack", by=0)
    board.put_card(fab.ITEM, "0:banished", "down")
    hero = next(card for card in board.free.state.pile(0, "hero") if card is not None)
    board.put_beneath(fab.BLUE, hero)


def go_on(board: LaidBoard) -> None:
    """Put away the hand, go to the next phase, and look at the top of the Deck."""
    ops.phase(board.free.state, board.free.game.phases[1])
    board.gestures.append(LookAtTop(amount=3, viewer=0))


def search(board: LaidBoard) -> None:
    """Look through the Deck."""
    board.gestures.append(SearchDeck())


def free_spell_zone(board: LaidBoard) -> str:
    """Return a Spell & Trap Zone of seat 0 that has no card of the Chain."""
    places = (Place(0, "spell_trap", slot) for slot in range(5))
    return next(_spot(place) for place in places if board.free.state.card_at(place) is None)


def place_half_cards(board: LaidBoard) -> None:
    """Lay cards of every kind around those that are on the Chain."""
    board.put_cards("0:hand", "Celtic Guardian", "Jinzo", "Pot of Greed", "Mountain", "Axe of Despair")
    board.put_cards("0:hand", "Relinquished", "Stargazer Magician")
    board.reveal(board.put_card("Kuriboh", "0:hand"))
    board.put_cards("0:graveyard", "Yami", "Sangan", "Gaia the Dragon Champion")
    board.put_cards("0:extra_deck", "Flame Swordsman", "Junk Warrior", "Number 17: Leviathan Dragon")
    board.put_cards("0:extra_deck", "Link Spider")
    for name, place, position in (
        ("Mystical Elf", "0:monster:1", "defense"),
        ("Kuriboh", "0:monster:2", "set"), ("Celtic Guardian", "1:monster:0", "attack"),
        ("Trap Hole", free_spell_zone(board), "down"),
    ):  # fmt: skip
        board.put_card(name, place, position)
    xyz = board.put_card("Number 39: Utopia", "0:monster:0", "attack")
    for name in ("Feral Imp", "Sangan"):
        board.put_beneath(name, xyz)


def look_at_top(board: LaidBoard) -> None:
    """Look at the top of the Deck."""
    board.gestures.append(LookAtTop(amount=3, viewer=0))


BOARDS: dict[str, tuple[Callable[[LaidBoard], None], ...]] = {
    "master": (place_yugioh_cards, go_on, search),
    "classic": (place_yugioh_cards, go_on, search),
    "fab": (place_fab_cards, go_on, search),
    "half": (place_half_cards, look_at_top, search),
}  # fmt: skip


HALF_TITLES = (
    "Destroy", "Discard", "Negate its effects this turn", "Change ATK, DEF or Level", *NEGATES.values(),
)  # fmt: skip
"""Titles of the rows that exist only while a card is carried out by hand in a duel by the rules."""

RULED_TITLES = frozenset({
    *[one.title for one in GAMES["master"].entries if issubclass(one.gesture, RULED)],
    *[one.title for one in GAMES["master"].piles if issubclass(one.gesture, RULED)],
    "Special Summon it as a monster",
})  # fmt: skip
"""Titles of the rows that do not exist then, because the rules do the same, or do not know it."""


class GameRows:
    """All rows of a game by number: of cards, of piles and the table, the quick words, and the others."""

    def __init__(self, game: Game, *, is_half: bool = False) -> None:
        """List the rows. `is_half`: those of a duel half by the rules, without what the rules do."""
        self.is_half = is_half
        self.entries = [one for one in game.entries if not is_half or one.title not in RULED_TITLES]
        self.piles = [one for one in game.piles if not is_half or one.title not in RULED_TITLES]
        can_attach = any(entry.gesture is Attach for entry in game.entries)
        self.titles = [
            *[entry.title for entry in self.entries], *[entry.title for entry in self.piles],
            *SIGNALS.values(), *(["Detach"] if can_attach else []), *(HALF_TITLES if is_half else ()),
        ]  # fmt: skip

    def find_offers(self, view: View) -> list[OfferedRow]:
        """Return each row that is offered to a player on this View, once, where it is found first."""
        found: dict[int, OfferedRow] = {}
        for offered in self._offers(view):
            if offered.entry not in found:
                found[offered.entry] = _with_goal(offered, view)
        return [found[entry] for entry in sorted(found)]

    def _offers(self, view: View) -> Iterator[OfferedRow]:
        board, seat = board_of_view(view), view.viewer
        for card in sorted(board.cards.values(), key=_is_in_closed_pile):
            pile = f"{card.place.seat}:{card.zone}" if _is_in_closed_pile(card) else ""
            for row in menu_rows(view, card.key, half=self.is_half):
                for number, entry in enumerate(self.entries):
                    if _is_row_of(row, entry) and entry.fits(board, card, seat):
                        yield OfferedRow(number, row, card.key, pile)
                if "beneath" in row.needs or row.title in HALF_TITLES:
                    yield OfferedRow(self.titles.index(row.title), row, card.key, pile)
        for zone in ("", *{entry.zone for entry in self.piles if entry.zone}):
            place = Place(seat, zone) if zone else None
            for row in menu_rows(view, place=place, half=self.is_half):
                if row.group == "talk" or row.title in HALF_TITLES:
                    yield OfferedRow(self.titles.index(row.title), row)
                for number, pile_entry in enumerate(self.piles, len(self.entries)):
                    if pile_entry.zone == zone and _is_row_of(row, pile_entry):
                        yield OfferedRow(number, row, pile=f"{seat}:{zone}" if zone else "")


def rows_of_name(name: str) -> GameRows:
    """Return the rows of a game by its name; "half": of the master game, half by the rules."""
    return GameRows(GAMES["master"], is_half=True) if name == "half" else GameRows(GAMES[name])


def _with_goal(offered: OfferedRow, view: View) -> OfferedRow:
    row, slots = offered.row, {}
    for aim, card in enumerate(row.cards if {"target", "bearer"} & {*row.needs} else ()):
        place = view.place_of(card)
        if place is not None and card != offered.card and TABLES[view.table].zones[place.zone].slots:
            return msgspec.structs.replace(offered, goal=_spot(place), aim=aim)
    places = row.places or tuple(Place(*place) for place in row.gesture.get("places", ()))
    for place in places:
        has_slots = bool(TABLES[view.table].zones[place.zone].slots)
        slot = place.slot if place.slot >= 0 or not has_slots else 0
        at = place._replace(slot=slot)
        slots[_spot(at)] = has_slots and view.pile(at.seat, at.zone).handles[slot]
    free = (spot for spot, card in slots.items() if not card)
    return offered if "beneath" in row.needs else msgspec.structs.replace(offered, goal=next(free, ""))


def _spot(place: Place) -> str:
    return place.pile if place.slot < 0 else f"{place.pile}:{place.slot}"


def _is_in_closed_pile(card: PlacedCard) -> bool:
    return card.zone in ("graveyard", "banished", "extra_deck", "pitch", "deck")


def _is_row_of(row: MenuRow, entry: MenuEntry | PileEntry) -> bool:
    gesture = to_builtins(make_gesture(entry.gesture, position=entry.position))
    asked, offered = (
        (title, said["m"], said.get("position"))
        for title, said in ((entry.title, gesture), (row.title, row.gesture))
    )
    return asked == offered
