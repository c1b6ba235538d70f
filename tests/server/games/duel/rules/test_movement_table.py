"""The movement table, cell by cell: what an effect can move from where to where, and where it ends up.

Cells: `+` the card ends up there, `.` it stays where it is, `=` the same place and no move, `E` it is put
face-up into the Extra Deck, `e` face-down into the Extra Deck. `OVERLAY` are cards attached to an Xyz
Monster.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from facedown_server.games.duel.core import zones
from facedown_server.games.duel.core.duel import Duel
from facedown_server.games.duel.core.effect import Body, Fx, Instruction
from facedown_server.games.duel.game_actions import departures
from facedown_server.games.duel.script import (
    add_to_hand,
    banish,
    equip_card,
    move_to_zone,
    return_to_deck,
    send_to_graveyard,
    set_cards,
    special_summon,
)
from facedown_server.refereeing.prompts import Play
from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend
from tests.server.table.laid import put_card

GOALS = ("MZ", "ST", "EMZ", "FZ", "GY", "BN", "HAND", "MD", "ED")
TABLES = {
    "Feral Imp": """
        HAND     +  +  .  +  +  +  =  +  .
        MZ       +  +  .  .  +  +  +  +  .
        ST       +  +  .  .  +  +  +  +  .
        FZ       .  .  .  =  +  +  +  +  .
        GY       +  +  .  +  =  +  +  +  .
        BN       +  +  .  +  +  =  +  +  .
        MD       +  +  .  +  +  +  +  =  .
        OVERLAY  +  .  .  .  +  +  +  +  .
    """,
    "Stargazer Magician": """
        HAND     +  +  .  .  +  +  =  +  E
        MZ       +  +  .  .  E  +  +  +  E
        ST       +  +  .  .  E  +  +  +  E
        EMZ      +  +  +  .  E  +  +  +  E
        GY       +  +  .  .  =  +  +  +  E
        BN       +  +  .  .  +  =  +  +  E
        MD       +  +  .  .  +  +  +  =  E
        ED       +  +  +  .  +  +  +  +  =
        OVERLAY  +  .  .  .  +  +  +  +  E
    """,
    "Gaia the Dragon Champion": """
        MZ       +  +  +  .  +  +  e  e  e
        ST       +  +  .  .  +  +  e  e  e
        EMZ      +  +  +  .  +  +  e  e  e
        GY       +  +  .  .  =  +  e  e  e
        BN       +  +  .  .  +  =  e  e  e
        ED       +  +  +  .  +  +  .  .  =
        OVERLAY  +  .  .  .  +  +  e  e  e
    """,
}
FIELD_SPELL = "Yami"
"""The card in place of an ordinary one in cells with a Field Zone."""

PLACES = {
    "HAND": "0:hand", "MZ": "0:monster:2", "ST": "0:spell_trap:2", "EMZ": "-:extra_monster:0",
    "FZ": "0:field:0", "GY": "0:graveyard", "BN": "0:banished", "MD": "0:deck", "ED": "0:extra_deck",
    "OVERLAY": "0:monster:2",
}  # fmt: skip
FREE = {
    "MZ": Place(0, "monster", 3), "ST": Place(0, "spell_trap", 3),
    "EMZ": Place(SHARED_SEAT_INDEX, "extra_monster", 1),
    "FZ": Place(0, "field", 0),
}  # fmt: skip


class Cell(NamedTuple):
    """One cell of the table, for one card."""

    name: str
    start: str
    goal: str
    mark: str


def cells(start: str) -> list[Cell]:
    """Return the cells of one origin, for every card that can be there."""
    rows = [(name, line.split()) for name, table in TABLES.items() for line in table.strip().splitlines()]
    return [
        Cell(_stand_in(name, start, goal), start, goal, mark)
        for name, (origin, *marks) in rows if origin == start
        for goal, mark in zip(GOALS, marks, strict=True)
    ]  # fmt: skip


def _stand_in(name: str, start: str, goal: str) -> str:
    ordinary = name == "Feral Imp" and start != "MZ"
    return FIELD_SPELL if ordinary and "FZ" in (start, goal) else name


def board(cell: Cell) -> tuple[Game, Card]:
    """Return a duel with the card at the cell's origin."""
    theirs = Cards(extra_monster="Decode Talker") if cell.start == "ED" else None
    game = Game(Cards(monsters=[BEARER, None, None, None, "Number 39: Utopia"]), theirs)
    state = game.duel.state
    face_up = cell.start not in ("HAND", "MD") and (cell.start, cell.name) != (
        "ED",
        "Gaia the Dragon Champion",
    )
    card = put_card(state, cell.name, PLACES[cell.start], owner=0, face_up=face_up)
    if cell.start == "OVERLAY":
        ops.attach(state, card, game.card("Number 39: Utopia"))
    elif cell.start == "EMZ" or (cell.start == "MZ" and card.facts.belongs_in_extra_deck):
        ops.store_note(state, card, zones.FROM_EXTRA_DECK, True)
    return game, card


def move_instruction(fx: Fx, card: Card, goal: str) -> Instruction:
    """Return the verb that moves a card to this goal, or tries to."""
    if goal in FREE and card.is_on_field:
        return move_to_zone(card, FREE[goal])
    if goal == "FZ" and card.name == FIELD_SPELL:
        return set_cards([card])
    if goal == "ST":
        return equip_card(card, fx.card)
    if goal in FREE:
        found = [FREE["FZ"], *zones.zones_for_summon(fx.duel, fx.you, card)]
        return special_summon([card], "attack", places=[it for it in found if it.zone == FREE[goal].zone])
    return {
        "GY": send_to_graveyard([card]), "BN": banish([card]), "HAND": add_to_hand([card]),
        "MD": return_to_deck([card]), "ED": Instruction(_return_to_extra_deck, (card,)),
    }[goal]  # fmt: skip


def _return_to_extra_deck(duel: Duel, fx: Fx, card: Card) -> Play[list[Card]]:
    return departures.send_cards(duel, [card], "extra_deck", cause="send", by=fx.you, source=fx.card)


def check(cell: Cell) -> None:
    """Let an effect move the card, and compare its place with the table."""
    game, card = board(cell)
    start, zone = card.place, card.zone

    def body(fx: Fx) -> Body:
        yield move_instruction(fx, card, cell.goal)

    lend(game, body).do("activate", BEARER)
    lands = Place.parse(PLACES[cell.goal]).zone
    if cell.mark == "+":
        assert card.zone == lands
        assert card.place != start
    elif cell.mark in "Ee":
        assert (card.zone, card.face_up) == ("extra_deck", cell.mark == "E")
    else:
        assert card.zone == zone == (lands if cell.mark == "=" else zone)
        assert zone == "deck" or card.place == start


@rule("YGO-TT-00")
def test_the_table_has_ten_origins_and_nine_goals() -> None:
    every = {(cell.start, cell.goal) for start in PLACES for cell in cells(start)}
    assert len(every) == 90


@rule("YGO-TT-01", "CF-13")
@pytest.mark.parametrize("cell", cells("HAND"), ids="-".join)
def test_from_the_hand(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-02", "YGO-TT-11", "CF-11")
@pytest.mark.parametrize("cell", cells("MZ"), ids="-".join)
def test_from_a_main_monster_zone(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-03", "CF-11")
@pytest.mark.parametrize("cell", cells("ST"), ids="-".join)
def test_from_a_spell_and_trap_zone(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-04", "CF-13", "YGO-TT-12")
@pytest.mark.parametrize("cell", cells("EMZ"), ids="-".join)
def test_from_an_extra_monster_zone(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-05")
@pytest.mark.parametrize("cell", cells("FZ"), ids="-".join)
def test_from_a_field_zone(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-06", "CF-09", "CF-13")
@pytest.mark.parametrize("cell", cells("GY"), ids="-".join)
def test_from_the_graveyard(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-07", "CF-09", "CF-13")
@pytest.mark.parametrize("cell", cells("BN"), ids="-".join)
def test_from_the_banished_cards(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-08", "CF-09", "CF-13")
@pytest.mark.parametrize("cell", cells("MD"), ids="-".join)
def test_from_the_deck(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-09", "YGO-TT-13", "CF-10")
@pytest.mark.parametrize("cell", cells("ED"), ids="-".join)
def test_from_the_extra_deck(cell: Cell) -> None:
    check(cell)


@rule("YGO-TT-10", "CF-08", "CF-13")
@pytest.mark.parametrize("cell", cells("OVERLAY"), ids="-".join)
def test_from_beneath_an_xyz_monster(cell: Cell) -> None:
    check(cell)


BY_HAND = {"HAND": {"summon", "set", "activate"}, "MZ": {"change_position"}, "EMZ": {"change_position"}}
"""All a player may do with such a card without an effect; nothing in the other zones."""


@rule("CF-13", "CF-35", "CF-09")
@pytest.mark.parametrize("cell", [cell for start in PLACES for cell in cells(start)[::9]], ids="-".join)
def test_no_player_moves_such_a_card_without_an_effect(cell: Cell) -> None:
    game, card = board(cell)
    verbs = {option.verb for key, option in game.ask.options if f":{card.id}" in key}
    assert verbs <= BY_HAND.get(cell.start, set())
    assert bool(verbs) is (cell.start in BY_HAND)
