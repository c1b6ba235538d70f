"""The movement table, cell by cell: always, by a card's effect, or never; and where the card really ends up.

The rows below are a second copy of the movement table, with its conflict rows resolved for master.
"""

from __future__ import annotations

import pytest

from facedown_server.table import ops
from facedown_server.table.state import Card
from facedown_shared.manual.games import GAMES
from facedown_shared.manual.yugioh import ZONES
from facedown_shared.text.errors import Code, Illegal
from tests.rules import rule
from tests.server.games.manual.manual_table import Table, is_material

MONSTER, SPELL, FIELD_SPELL = "Celtic Guardian", "Pot of Greed", "Umi"
PENDULUM, FUSION, XYZ, LINK = (
    "Stargazer Magician", "Gaia the Dragon Champion", "Number 39: Utopia", "Link Spider",
)  # fmt: skip

CELLS = {
    "hand": "MZ yes, ST yes, EMZ never, FZ yes, GY yes, BN yes, HAND never, MD yes, ED effect",
    "monster": "MZ effect, ST yes, EMZ effect, FZ never, GY yes, BN yes, HAND yes, MD yes, ED yes",
    "spell_trap": "MZ yes, ST effect, EMZ never, FZ never, GY yes, BN yes, HAND yes, MD yes, ED effect",
    "extra_monster": "MZ effect, ST effect, EMZ effect, FZ never, GY yes, BN yes, HAND yes, MD yes, ED yes",
    "field": "MZ never, ST never, EMZ never, FZ never, GY yes, BN yes, HAND yes, MD yes, ED never",
    "graveyard": "MZ yes, ST yes, EMZ never, FZ effect, GY never, BN yes, HAND yes, MD yes, ED yes",
    "banished": "MZ yes, ST yes, EMZ never, FZ effect, GY yes, BN never, HAND yes, MD yes, ED yes",
    "deck": "MZ yes, ST yes, EMZ never, FZ yes, GY yes, BN yes, HAND yes, MD never, ED effect",
    "extra_deck": "MZ yes, ST effect, EMZ yes, FZ never, GY yes, BN yes, HAND effect, MD effect, ED never",
    "material": "MZ effect, ST never, EMZ never, FZ never, GY yes, BN yes, HAND yes, MD yes, ED effect",
}
"""YGO-TT-01 to 10, with CF-09, CF-10 and CF-13 as they are resolved."""

SHORT = {
    "MZ": "monster", "ST": "spell_trap", "EMZ": "extra_monster", "FZ": "field", "GY": "graveyard",
    "BN": "banished", "HAND": "hand", "MD": "deck", "ED": "extra_deck",
}  # fmt: skip

ALL = [
    (start, SHORT[cell.split()[0]], cell.split()[1])
    for start, row in CELLS.items()
    for cell in row.split(", ")
]


def choose_card(start: str, goal: str) -> str:
    """Return a card that may be at both ends, so that only the cell itself can forbid the move."""
    if "field" in (start, goal):
        return FIELD_SPELL
    if start == "extra_deck" and goal in ("hand", "deck"):
        return PENDULUM
    if "extra_monster" in (start, goal) or "extra_deck" in (start, goal):
        return PENDULUM if start in ("hand", "deck", "spell_trap") else FUSION
    return MONSTER


def put_at_origin(table: Table, name: str, start: str) -> Card:
    """Lay the card at its origin; where there are slots, in the second one."""
    if start == "material":
        return table.put_beneath(name, table.put_card(XYZ, "0:monster:0"))
    if start == "extra_monster":
        return table.put_card(name, "-:extra_monster:0", by=0)
    slot = ":1" if table.free.state.table.zones[start].slots not in (None, 1) else ""
    slot = ":0" if start == "field" else slot
    face = "up" if start == "extra_deck" and name == PENDULUM else ""
    card = table.put_card(name, f"0:{start}{slot}")
    if face:
        card = table.put_card(name, "0:graveyard")
        table.do("move", card, to="0:extra_deck")
    if start == "monster" and name == FUSION:
        ops.store_note(table.free.state, card, "from_extra_deck", True)
    if start == "deck":
        table.do("search")
    return card


def goal_of(goal: str) -> str:
    """Return a free place there."""
    seat = "-" if goal == "extra_monster" else "0"
    slots = {"monster": ":3", "spell_trap": ":3", "extra_monster": ":1", "field": ":0"}
    return f"{seat}:{goal}{slots.get(goal, '')}"


def answer(start: str, goal: str, *, effect: bool) -> Code | None:
    """Return the refusal of moving there; None when it has moved."""
    table = Table()
    card = put_at_origin(table, choose_card(start, goal), start)
    position = "top" if goal == "deck" else ""
    try:
        table.do("move", card, to=goal_of(goal), position=position, effect=effect)
    except Illegal as refused:
        return refused.code
    assert card.zone == goal or card.zone == "extra_deck"
    return None


def check_cell(start: str, goal: str, word: str) -> None:
    """Assert one cell: without an effect, and by a card's effect."""
    plain, helped = answer(start, goal, effect=False), answer(start, goal, effect=True)
    expected = {
        "yes": (None, None),
        "effect": (Code.NEEDS_EFFECT, None),
        "never": (Code.AGAINST_RULES, Code.AGAINST_RULES),
    }
    assert (plain, helped) == expected[word]


def cells(*starts: str) -> pytest.MarkDecorator:
    """Return the cells of these origins, one case each."""
    rows = [cell for cell in ALL if cell[0] in starts]
    return pytest.mark.parametrize(("start", "goal", "word"), rows, ids=[f"{a}-{b}" for a, b, _ in rows])


@rule("YGO-TT-00")
def test_there_are_ten_origins_and_nine_goals() -> None:
    assert len(ALL) == 90
    pairs = {(start, goal) for start in (*ZONES, "material") for goal in (*ZONES, "material")}
    assert set(GAMES["master"].cells) == pairs


@rule("YGO-TT-01")
@cells("hand")
def test_from_the_hand(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-02")
@cells("monster")
def test_from_a_main_monster_zone(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-03")
@cells("spell_trap")
def test_from_a_spell_and_trap_zone(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-04")
@cells("extra_monster")
def test_from_an_extra_monster_zone(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-05")
@cells("field")
def test_from_a_field_zone(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-06")
@cells("graveyard")
def test_from_the_graveyard(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-07")
@cells("banished")
def test_from_the_banished_cards(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-08")
@cells("deck")
def test_from_the_deck(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-09")
@cells("extra_deck")
def test_from_the_extra_deck(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


@rule("YGO-TT-10")
@cells("material")
def test_from_beneath_a_monster(start: str, goal: str, word: str) -> None:
    check_cell(start, goal, word)


# --- where it really ends up --------------------------------------------------------------------------------


@rule("YGO-TT-11", "YGO-MOVE-44", "YGO-PEN-01")
@pytest.mark.parametrize("start", ["0:monster:1", "0:spell_trap:1", "-:extra_monster:0"])
def test_from_the_field_a_pendulum_monster_goes_to_the_extra_deck_face_up(start: str) -> None:
    table = Table()
    card = table.put_card(PENDULUM, start, by=0)
    table.do("move", card, to="0:graveyard")
    assert (card.zone, card.face_up) == ("extra_deck", True)
    assert table.count("0:graveyard") == 0
    assert table.knows(1, card)


@rule("YGO-MOVE-45", "YGO-MOVE-46", "YGO-MOVE-47")
@pytest.mark.parametrize("start", ["hand", "deck", "extra_deck", "banished", "material"])
def test_from_anywhere_else_it_goes_to_the_graveyard(start: str) -> None:
    table = Table()
    card = put_at_origin(table, PENDULUM, start)
    table.do("move", card, to="0:graveyard")
    assert card.zone == "graveyard"


@rule("CF-08", "YGO-XYZ-05", "YGO-PEN-02")
def test_a_detached_pendulum_monster_goes_to_the_graveyard() -> None:
    table = Table()
    bearer = table.put_card(XYZ, "0:monster:0")
    card = table.put_beneath(PENDULUM, bearer)
    table.do("move", card, to="0:graveyard")
    assert (card.zone, card.face_up, bearer.materials) == ("graveyard", True, ())


@rule("YGO-TT-12", "CF-11")
@pytest.mark.parametrize("goal", ["hand", "deck"])
@pytest.mark.parametrize(
    "start", ["monster", "spell_trap", "extra_monster", "graveyard", "banished", "material"]
)
def test_extra_deck_monsters_go_home(start: str, goal: str) -> None:
    table = Table()
    card = put_at_origin(table, FUSION, start)
    deck = table.count("0:deck")
    table.do("move", card, to=f"0:{goal}", position="top" if goal == "deck" else "")
    assert (card.zone, card.face_up) == ("extra_deck", False)
    assert (table.count("0:hand"), table.count("0:deck")) == (0, deck)


@rule("YGO-TT-13", "CF-10")
def test_no_extra_deck_monster_comes_to_the_hand_from_the_extra_deck() -> None:
    table = Table(extra_deck=[FUSION])
    with pytest.raises(Illegal, match="Of the Extra Deck only"):
        table.do("move", FUSION, to="0:hand", effect=True)


@rule("CF-09", "YGO-EMZ-13")
def test_only_who_came_from_the_extra_deck_may_move_to_an_extra_monster_zone() -> None:
    table = Table()
    revived = table.put_card(FUSION, "0:monster:1")
    with pytest.raises(Illegal, match="Extra Monster Zone"):
        table.do("move", revived, to="-:extra_monster:0", effect=True)
    table.do("move", revived, to="0:extra_deck").do("special_summon", revived, to="0:monster:1")
    table.do("move", revived, to="-:extra_monster:0", effect=True)
    assert revived.zone == "extra_monster"


# --- beneath another card -----------------------------------------------------------------------------------


@rule("YGO-XYZ-08", "YGO-XYZ-09")
@pytest.mark.parametrize(
    "start", ["hand", "monster", "spell_trap", "field", "graveyard", "banished", "deck", "extra_monster"]
)
def test_a_card_from_anywhere_becomes_material(start: str) -> None:
    table = Table()
    card = put_at_origin(table, choose_card(start, "graveyard"), start)
    bearer = table.put_card(XYZ, "0:monster:4")
    table.do("attach", card, others=[bearer])
    assert is_material(card)
    assert bearer.materials == (card,)


# --- classic ------------------------------------------------------------------------------------------------


@rule("CF-23")
@pytest.mark.parametrize("goal", ["monster:1", "spell_trap:1", "graveyard", "hand", "deck"])
def test_in_classic_nothing_comes_back_that_was_removed_from_play(goal: str) -> None:
    table = Table(rules="classic")
    card = table.put_card(MONSTER, "0:banished")
    with pytest.raises(Illegal, match="removed from play"):
        table.do("move", card, to=f"0:{goal}", effect=True)


@rule("CF-13")
def test_the_classic_table_is_the_masters_without_what_came_later() -> None:
    master, classic = GAMES["master"].cells, GAMES["classic"].cells
    assert classic.items() <= master.items()
    assert {zone for pair in classic for zone in pair} == set(ZONES) - {"extra_monster"}


@pytest.mark.parametrize(("start", "goal", "word"), ALL)
def test_every_classic_cell_answers_as_in_master(start: str, goal: str, word: str) -> None:
    """Without Extra Monster Zones, Xyz and Pendulum Monsters, and cards removed from play."""
    if "extra_monster" in (start, goal) or start in ("material", "banished") or "extra_deck" in (start, goal):
        return
    table = Table(rules="classic")
    card = put_at_origin(table, choose_card(start, goal), start)
    position = "top" if goal == "deck" else ""
    if word == "yes":
        table.do("move", card, to=goal_of(goal), position=position)
        assert card.zone == goal
    else:
        with pytest.raises(Illegal):
            table.do("move", card, to=goal_of(goal), position=position)
