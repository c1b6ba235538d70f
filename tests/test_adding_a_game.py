"""docs/develop/adding-a-game.md is true: its game is added, dealt, moved by hand, hidden and laid out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown_client.board.layout import arrange
from facedown_server.games.manual.tables import free_table
from facedown_server.refereeing.referee import Act, ByHand, Referee
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck, check
from facedown_shared.manual import games, menus
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import Illegal

PAGE = Path(__file__).parents[1] / "docs" / "develop" / "adding-a-game.md"
MAX_LINES = 60
POOL = Pool(Facts(code=1 + number, name=f"Lane {number}", kinds=("lane",)) for number in range(12))
DECK = Deck(tuple(range(1, 13)))


def written() -> str:
    """The rows of the page."""
    return PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The page's game, added."""
    made: dict[str, Any] = {}
    exec(compile(written(), str(PAGE), "exec"), made)  # noqa: S102 - our own page
    monkeypatch.setitem(TABLES, "crossing", made["TABLE"])
    monkeypatch.setitem(games.GAMES, "crossing", made["GAME"])
    monkeypatch.setitem(FORMATS, "crossing", made["FORMAT"])
    return made


@pytest.fixture
def table(rows: dict[str, Any]) -> Referee:
    """A table of it that has begun."""
    made = free_table(rows["FORMAT"], POOL)
    for _ in made.start(Setup("crossing", (DECK, DECK), mode="free"), RandomStreams(b"crossing")):
        pass
    return made


def line(view: View, handle: int, title: str) -> MenuOffer:
    """A line of a card's menu."""
    return next(offered for offered in menus.card_menu(view, handle) if offered.title == title)


def act(table: Referee, offered: MenuOffer, seat: int = 0) -> None:
    """Do what a menu offers."""
    body = Act(seat, ByHand(offered.gesture))
    table.check(body)
    for _ in table.apply(body):
        pass


def test_a_game_is_less_than_sixty_lines() -> None:
    assert sum(bool(text.strip()) for text in written().splitlines()) < MAX_LINES


def test_it_is_dealt_and_a_deck_is_judged(rows: dict[str, Any], table: Referee) -> None:
    assert [len(table.state.pile(seat, "hand")) for seat in (0, 1)] == [3, 3]
    assert check(DECK, rows["FORMAT"], POOL) == []
    assert check(Deck((1,)), rows["FORMAT"], POOL)


def test_a_card_is_laid_face_down_and_its_owner_alone_reads_it(table: Referee) -> None:
    view = sight.view(table.state, 0)
    handle = view.pile(0, "hand").handles[0]
    offered = line(view, handle, "Lay face-down")
    assert offered.places == tuple(Place(0, "row", slot) for slot in range(4))
    act(table, offered.filled("place", (Place(0, "row", 2),)))
    card = table.state.at(Place(0, "row", 2))
    assert card is not None
    for viewer, knows in ((0, True), (1, False), (PUBLIC_CLASS_INDEX, False)):
        seen = sight.view(table.state, viewer).cards[card.handles[viewer]]
        assert (seen.code == card.code) is knows


def test_its_own_rules_are_held(table: Referee) -> None:
    view = sight.view(table.state, 0)
    first, second, _ = view.pile(0, "hand").handles
    act(table, line(view, first, "Lay face-down").filled("place", (Place(0, "row", 0),)))
    view = sight.view(table.state, 0)
    assert Place(0, "row", 0) not in line(view, second, "Lay face-up").places
    act(table, line(view, second, "Discard"))
    view = sight.view(table.state, 0)
    back = line(view, view.pile(-1, "discard").handles[0], "Take it back")
    assert back.by_effect, "only a card's effect does that"
    with pytest.raises(Illegal):
        act(table, MenuOffer("", msgspec.structs.replace(back.gesture, effect=False)))


def test_the_window_has_a_place_for_every_zone(rows: dict[str, Any]) -> None:
    layout = arrange(rows["TABLE"], (1280, 720))
    places = {spot.place for spot in layout.spots}
    assert {Place(seat, "row", slot) for seat in (0, 1) for slot in range(4)} <= places
    assert {Place(0, "deck"), Place(1, "deck"), Place(-1, "discard")} <= places
