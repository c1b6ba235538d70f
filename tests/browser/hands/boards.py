"""Boards that together offer every row of a game's menus, and where each row is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import to_builtins

from facedown_server.games.manual.flesh_and_blood.combat import LINKS
from facedown_server.games.manual.referee import FreeTable
from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.manual.board import PlacedCard, board_of_view
from facedown_shared.manual.game import Game, MenuEntry, PileEntry
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


BOARDS: dict[str, tuple[Callable[[LaidBoard], None], ...]] = {
    "master": (place_yugioh_cards, go_on, search),
    "classic": (place_yugioh_cards, go_on, search),
    "fab": (place_fab_cards, go_on, search),
}  # fmt: skip


def row_titles(game: Game) -> list[str]:
    """Return the titles of a game's rows: of cards, of piles and the table, the quick words, and Detach."""
    rows = [entry.title for entry in game.entries] + [entry.title for entry in game.piles]
    can_attach = any(entry.gesture is Attach for entry in game.entries)
    return [*rows, *SIGNALS.values(), *(["Detach"] if can_attach else [])]


def rows_of(game: Game, view: View) -> list[OfferedRow]:
    """Return each row of a game that is offered to a player on this View, once, where it is found first."""
    found: dict[int, OfferedRow] = {}
    for offered in _offered_rows(game, view):
        if offered.entry not in found:
            found[offered.entry] = _with_goal(offered, view)
    return [found[entry] for entry in sorted(found)]


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


def _offered_rows(game: Game, view: View) -> Iterator[OfferedRow]:
    board, seat, titles = board_of_view(view), view.viewer, row_titles(game)
    for card in sorted(board.cards.values(), key=_is_in_closed_pile):
        pile = f"{card.place.seat}:{card.zone}" if _is_in_closed_pile(card) else ""
        for row in menu_rows(view, card.key):
            for number, entry in enumerate(game.entries):
                if _is_row_of(row, entry) and entry.fits(board, card, seat):
                    yield OfferedRow(number, row, card.key, pile)
            if "beneath" in row.needs:
                yield OfferedRow(titles.index(row.title), row, card.key, pile)
    for zone in ("", *{entry.zone for entry in game.piles if entry.zone}):
        place = Place(seat, zone) if zone else None
        for row in menu_rows(view, place=place):
            if row.group == "talk":
                yield OfferedRow(titles.index(row.title), row)
            for number, pile_entry in enumerate(game.piles, len(game.entries)):
                if pile_entry.zone == zone and _is_row_of(row, pile_entry):
                    yield OfferedRow(number, row, pile=f"{seat}:{zone}" if zone else "")


def _is_in_closed_pile(card: PlacedCard) -> bool:
    return card.zone in ("graveyard", "banished", "extra_deck", "pitch", "deck")


def _is_row_of(row: MenuRow, entry: MenuEntry | PileEntry) -> bool:
    gesture = to_builtins(make_gesture(entry.gesture, position=entry.position))
    asked, offered = (
        (title, said["m"], said.get("position"))
        for title, said in ((entry.title, gesture), (row.title, row.gesture))
    )
    return asked == offered
