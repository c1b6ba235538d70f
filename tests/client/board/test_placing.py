"""The client picks a zone for a player who enables that, and only one that no rule on the board touches."""

from __future__ import annotations

import msgspec
import pytest

from facedown_client.board.choices import default_zone
from facedown_client.board.placing import placed_zone
from facedown_client.board.prompt_actions import PromptActions
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Answer, Option, Prompt, ToServer
from facedown_shared.tables.view import Pile, View, VisibleCard
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from tests.client.views import small_board

COLUMNS = Facts(code=7, name="Column Watcher", kinds=("trap",), text="Negate cards in its column.")
EXTRAS = Facts(
    code=8, name="Zone Watcher", kinds=("spell",), text="A monster in the Extra Monster Zone gains."
)


def zones(*slots: int, extra: bool = False, code: int = 0) -> Prompt:
    places = [Place(0, "monster", slot) for slot in slots]
    places += [Place(SHARED_SEAT_INDEX, "extra_monster", 1)] * extra
    return Prompt(4, "choice", options=tuple(Option("zone", place=place) for place in places), code=code)


def board(
    facts: Facts | None = None, place: str = "0:spell_trap", slot: int = 0, face_up: bool = True
) -> View:
    """Return the small board, with another card in one of its zones."""
    view = small_board()
    if facts is None:
        return view
    row = [*view.piles[place].handles]
    row[slot] = 99
    piles = {**view.piles, place: Pile(view.piles[place].count + 1, tuple(row))}
    cards = {**view.cards, 99: VisibleCard(code=facts.code, face_up=face_up)}
    return msgspec.structs.replace(view, piles=piles, cards=cards, facts={**view.facts, facts.code: facts})


def chosen_slot(prompt: Prompt, view: View) -> int | None:
    """Return the slot that is chosen."""
    index = placed_zone(prompt, view)
    place = None if index is None else prompt.options[index].place
    return None if place is None else place.slot


@pytest.mark.parametrize(
    ("slots", "slot"),
    [((0, 2, 3, 4), 0), ((4, 2), 2), ((1, 3), 3)],
)
def test_the_leftmost_is_chosen(slots: tuple[int, ...], slot: int) -> None:
    """The other's Link Monster in the left Extra Monster Zone points at zone 2 on this side."""
    assert chosen_slot(zones(*slots), board()) == slot
    assert chosen_slot(zones(*slots, extra=True), board()) == slot


@pytest.mark.parametrize("arrows", [("bottom_left", "bottom_right"), ()])
@pytest.mark.parametrize("is_held", [True, False])
def test_a_player_is_asked_where_a_link_monster_goes(arrows: tuple[str, ...], is_held: bool) -> None:
    """Its arrows point to other zones from the other zone, whether it is named by its handle or by its
    passcode.
    """
    link = Facts(code=9, name="Pointer", kinds=("monster", "link"), link=len(arrows), arrows=arrows)
    view = board(link, "0:hand")
    view = msgspec.structs.replace(view, cards={one: seen for one, seen in view.cards.items() if one != 5})
    places = [Place(SHARED_SEAT_INDEX, "extra_monster", slot) for slot in (0, 1)]
    options = tuple(Option("zone", 99 * is_held, place=place) for place in places)
    prompt = Prompt(4, "choice", options=options, code=0 if is_held else 9)
    assert (default_zone(prompt, view) is None) == bool(arrows)


def test_a_zone_that_an_arrow_points_at_is_not() -> None:
    link = Facts(code=9, name="Pointer", kinds=("monster", "link"), link=2, arrows=("right", "bottom"))
    assert chosen_slot(zones(0, 3), board(link, "0:monster", 2)) == 0
    assert chosen_slot(zones(3, 4), board(link, "0:monster", 2)) == 4
    assert chosen_slot(zones(3), board(link, "0:monster", 2)) is None
    assert chosen_slot(zones(3), board(link, "0:monster", 2, face_up=False)) == 3


def test_a_column_that_a_face_up_card_speaks_of_is_not() -> None:
    assert chosen_slot(zones(0, 3), board(COLUMNS)) == 3
    assert chosen_slot(zones(0, 3), board(COLUMNS, face_up=False)) == 0
    assert chosen_slot(zones(0, 4), board(COLUMNS, "1:spell_trap", 4)) == 4, "the players face each other"


def test_columns_of_extra_monster_zones_are_not_where_a_card_speaks_of_those() -> None:
    assert chosen_slot(zones(1, 3), board(EXTRAS)) is None
    assert chosen_slot(zones(1, 2, 3), board(EXTRAS)) == 2


def test_where_the_player_is_asked() -> None:
    assert placed_zone(zones(0, 2, code=2), board()) is None, "a Link Monster's own arrows are theirs to aim"
    others = Prompt(4, "choice", options=(Option("zone", place=Place(1, "monster", 0)),))
    spells = Prompt(4, "choice", options=(Option("zone", place=Place(0, "spell_trap", 0)),))
    assert placed_zone(others, board()) is placed_zone(spells, board()) is None
    assert placed_zone(zones(0), None) is None


@pytest.mark.parametrize(("places", "sent"), [(True, [Answer(4, (0,))]), (False, [])])
def test_it_is_answered_only_for_who_wants_that(places: bool, sent: list[Answer]) -> None:
    told: list[ToServer] = []
    acting = PromptActions(told.append, places_cards=lambda: places)
    acting.take_prompt(zones(0, 2), board())
    assert told == sent
