"""The mat as both players see it: one card in each zone, columns, neighbours, and which monsters may use
which zone.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.script import banish, change_position, destroy, place_scale, special_summon
from facedown_server.games.scenarios.words import place_of_name
from facedown_server.table.state import Card
from facedown_shared.tables.zones import CLASSES, Place
from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend, zones

MAIN = [f"0:monster:{slot}" for slot in range(5)]
EXTRA = ["-:extra_monster:0", "-:extra_monster:1"]
UTOPIA, TALKER, SPIDER, GAIA = (
    "Number 39: Utopia", "Decode Talker", "Link Spider", "Gaia the Dragon Champion",
)  # fmt: skip
SCALE, OTHER_SCALE = "Stargazer Magician", "Timegazer Magician"
OWN = {"monster": 5, "spell_trap": 5, "field": 1}
PILES = {"graveyard", "deck", "extra_deck", "hand", "banished"}


# --- places -------------------------------------------------------------------------------------------------


@rule("YGO-FLD-02", "YGO-FLD-08", "YGO-EMZ-02")
@pytest.mark.parametrize("viewer", CLASSES)
def test_a_new_duel_has_seven_kinds_of_places_the_hands_and_the_banished_cards(viewer: int) -> None:
    piles = Game(Cards()).view(viewer).piles
    of_each = {f"{seat}:{zone}" for seat in (0, 1) for zone in {*OWN, *PILES}}
    assert set(piles) == of_each | {"-:extra_monster"}
    for seat in (0, 1):
        assert {zone: len(piles[f"{seat}:{zone}"].handles) for zone in OWN} == OWN
    assert len(piles["-:extra_monster"].handles) == 2


@rule("YGO-FLD-08")
def test_each_player_has_own_cards_in_each_place_off_the_field() -> None:
    mine = Cards(hand=["Kuriboh"], graveyard=["Battle Ox"], banished=["Uraby"], extra=[UTOPIA], fillers=3)
    theirs = Cards(
        hand=["Sangan"], graveyard=["Feral Imp"], banished=["Silver Fang"], extra=[TALKER], fillers=4
    )
    game = Game(mine, theirs)
    places = ("graveyard", "banished", "extra_deck")
    drawn = game.names("hand")[1:]
    assert [game.names(where) for where in places] == [["Battle Ox"], ["Uraby"], [UTOPIA]]
    assert [game.names(where, 1) for where in places] == [["Feral Imp"], ["Silver Fang"], [TALKER]]
    assert (game.count("deck") + len(drawn), game.count("deck", 1)) == (3, 4)
    assert game.can("summon", "Kuriboh")
    assert not game.can("summon", "Sangan")
    game.do("summon", "Kuriboh")
    assert (game.names("hand"), game.names("hand", 1)) == (drawn, ["Sangan"])


WORDS = [*(f"MZ{number}" for number in range(1, 6)), *(f"SZ{number}" for number in range(1, 6)), "FZ"]


@rule("YGO-FLD-07", "YGO-MMZ-02", "YGO-STZ-02")
@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_each_of_eleven_zones_holds_one_card_of_its_player(seat: int, word: str) -> None:
    name, verb = {"M": ("Feral Imp", "summon"), "S": ("Trap Hole", "set"), "F": ("Yami", "set")}[word[0]]
    hand = Cards(hand=[name, "Battle Ox", "Waboku"])
    game = Game(*(hand if at == seat else Cards() for at in (0, 1)), first=1 - seat)
    goal = place_of_name(word, seat)
    game.do(verb, name, zone=str(goal))
    for viewer in CLASSES:
        handles = game.view(viewer).pile(seat, goal.zone).handles
        assert [slot for slot, handle in enumerate(handles) if handle] == [goal.slot]
    if word[0] == "S":
        assert str(goal) not in zones(game, "set", "Waboku")
    elif word[0] == "M":
        game.end_turn().end_turn()
        assert str(goal) not in zones(game, "summon", "Battle Ox")


@rule("YGO-FLD-07", "YGO-PZ-02", "YGO-PZ-06")
@pytest.mark.parametrize(("word", "other"), [("SZ1", 4), ("SZ5", 0)])
def test_the_first_and_the_last_spell_and_trap_zone_are_the_pendulum_zones(word: str, other: int) -> None:
    game = Game(Cards(hand=[SCALE, OTHER_SCALE])).do("activate", SCALE, zone=str(place_of_name(word, 0)))
    assert game.card(SCALE).place == place_of_name(word, 0)
    assert game.do("activate", OTHER_SCALE).card(OTHER_SCALE).place == Place(0, "spell_trap", other)


@rule("YGO-PZ-06")
def test_no_effect_places_a_scale_where_one_lies() -> None:
    def body(fx: Fx) -> Body:
        yield place_scale(next(card for card in fx.cards("hand") if card.name == OTHER_SCALE))

    scales = [SCALE, None, None, None, "Mandragon"]
    for spells, slot in ((scales[:1], 4), (scales, -1)):
        game = Game(Cards(hand=[OTHER_SCALE], monsters=[BEARER], spells=spells))
        lend(game, body).do("activate", BEARER)
        assert game.card(OTHER_SCALE).place.slot == slot
        assert game.card(SCALE).place.slot == 0


@rule("YGO-FLD-07", "YGO-EMZ-02")
@pytest.mark.parametrize(("word", "left"), [("EZ1", 1), ("EZ2", 0)])
def test_an_extra_zone_one_monster_stands_in_is_closed_to_the_other_player(word: str, left: int) -> None:
    board = Cards(monsters=[BEARER], extra=[SPIDER])
    game = Game(board, board)
    game.do("special_summon", SPIDER, zone=str(place_of_name(word, 0))).end_turn()
    assert game.card(SPIDER, 0).place == place_of_name(word, 0)
    assert str(game.do("special_summon", SPIDER).card(SPIDER, 1).place) == EXTRA[left]


@rule("YGO-FLD-12", "YGO-MMZ-01")
def test_tokens_come_to_main_zones_alone() -> None:
    game = Game(Cards(hand=["Scapegoat"])).do("activate", "Scapegoat")
    assert [str(card.place) for card in game.duel.cards_at("monster", 0)] == MAIN[:4]
    assert not Game(Cards(hand=["Scapegoat"], monsters=["Feral Imp"] * 2)).can("activate", "Scapegoat")


# --- positions ----------------------------------------------------------------------------------------------


@rule("YGO-MMZ-03", "YGO-MMZ-04", "YGO-POS-05")
def test_a_monster_lies_in_one_of_three_positions_that_all_see() -> None:
    def turn_face_down(fx: Fx) -> Body:
        yield change_position(fx.monsters(only=lambda card: card.name == "Battle Ox"), "face_down")

    game = Game(Cards(hand=["Feral Imp"], monsters=["Battle Ox", BEARER, "Silver Fang"]))
    lend(game, turn_face_down).do("set", "Feral Imp").do("change_position", "Silver Fang")
    game.do("activate", BEARER)
    for viewer in CLASSES:
        view = game.view(viewer)
        seen = [view.cards[handle] for handle in view.piles["0:monster"].handles if handle]
        assert [(card.face_up, card.defense_position) for card in seen] == [
            (False, True), (True, False), (True, True), (False, True)
        ]  # fmt: skip


@rule("YGO-POS-05", "YGO-MMZ-03")
@pytest.mark.parametrize(
    ("position", "lies"),
    [("attack", (True, False)), ("defense", (True, True)), ("face_down", (False, True))],
)
def test_no_special_summon_lays_a_monster_face_down_in_attack(position: str, lies: tuple[bool, bool]) -> None:
    def body(fx: Fx) -> Body:
        yield special_summon(fx.cards("graveyard"), position)

    game = lend(Game(Cards(monsters=[BEARER], graveyard=["Feral Imp"])), body).do("activate", BEARER)
    card = game.card("Feral Imp")
    assert (card.face_up, card.defense_position) == lies


# --- which monsters may use which zone ----------------------------------------------------------------------


@rule("YGO-MMZ-09", "YGO-LNK-02", "YGO-MOVE-28")
@pytest.mark.parametrize(("first", "offered"), [(None, [MAIN[0], MAIN[2]]), ("Feral Imp", [MAIN[2]])])
def test_a_link_monster_comes_to_the_free_zones_an_arrow_reaches(
    first: str | None, offered: list[str]
) -> None:
    monsters = [first, None, None, "Silver Fang", "Battle Ox"]
    game = Game(Cards(monsters=monsters, extra=["Proxy Dragon"], extra_monster=TALKER))
    game.choose(game.offered("special_summon", "Proxy Dragon")[0][0])
    game.choose("Battle Ox").choose("Silver Fang")
    zones = [str(option.place) for _, option in game.ask.options if option.verb == "zone"]
    assert (zones or [str(game.card("Proxy Dragon").place)]) == offered


@rule("YGO-LNK-12", "YGO-LNK-05", "YGO-EMZ-06")
def test_arrows_of_a_monster_taken_over_open_the_takers_zones() -> None:
    mine = Cards(
        hand=["Change of Heart"], monsters=["Feral Imp", None, None, None, BEARER], extra=[SPIDER],
        extra_monster=UTOPIA,
    )  # fmt: skip
    game = Game(mine, Cards(monsters=[None, "Proxy Dragon"]))
    assert not game.can("special_summon", SPIDER), "it points to the other player's zones"
    game.do("activate", "Change of Heart", zone=MAIN[2])
    assert str(game.card("Proxy Dragon").place) == MAIN[2]
    assert zones(game, "special_summon", SPIDER) == [MAIN[1], MAIN[3]]


@rule("YGO-LNK-06", "YGO-LNK-14")
@pytest.mark.parametrize("arrows", [SPIDER, TALKER])
def test_arrows_at_spells_and_traps_or_off_the_board_open_no_zone(arrows: str) -> None:
    mine = Cards(monsters=[BEARER, None, arrows], extra=[SPIDER], extra_monster=UTOPIA)
    assert not Game(mine).can("special_summon", SPIDER)


@rule("YGO-EMZ-06", "YGO-EMZ-03")
def test_with_the_own_extra_zone_taken_and_no_arrow_no_link_monster_comes() -> None:
    assert not Game(Cards(monsters=[BEARER], extra=[SPIDER], extra_monster=UTOPIA)).can("special_summon")
    assert Game(Cards(monsters=[BEARER], extra=[SPIDER]), Cards(extra_monster=UTOPIA)).can("special_summon")


@rule("YGO-EMZ-07", "YGO-MOVE-37")
def test_of_two_pendulum_monsters_in_the_extra_deck_one_finds_a_zone() -> None:
    waiting = ["Mandragon", "Foucault's Cannon"]
    game = Game(Cards(extra_face_up=waiting, spells=[SCALE, None, None, None, OTHER_SCALE]))
    game.do("pendulum_summon", "", "Mandragon")
    assert str(game.card("Mandragon").place) in EXTRA
    assert game.names("extra_deck") == ["Foucault's Cannon"]
    assert not game.can("pendulum_summon")


SOURCES = {
    "hand": Cards(hand=["Feral Imp"]),
    "graveyard": Cards(graveyard=["Feral Imp"]),
    "banished": Cards(banished=["Feral Imp"]),
    "deck": Cards(deck=["Dark Hole", "Feral Imp"]),
}


@rule("YGO-MOVE-12", "YGO-EMZ-13", "YGO-MMZ-01")
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("pile", [*SOURCES, "extra_deck"])
def test_an_effect_special_summons_from_everywhere_and_to_an_extra_zone_from_the_extra_deck_alone(
    pile: str, full: bool
) -> None:
    name = GAIA if pile == "extra_deck" else "Feral Imp"

    def body(fx: Fx) -> Body:
        yield special_summon(fx.cards(pile, only=lambda card: card.name == name)[:1], "attack")

    side = SOURCES.get(pile, Cards(extra=[GAIA]))
    mine = Cards(
        monsters=[BEARER, *(["Silver Fang"] * 4 if full else [])], hand=side.hand, deck=side.deck,
        extra=side.extra, graveyard=side.graveyard, banished=side.banished,
    )  # fmt: skip
    game = lend(Game(mine), body).do("activate", BEARER)
    stands = "extra_monster" if pile == "extra_deck" else pile
    assert game.card(name).zone == (stands if full else "monster")


@rule("YGO-EMZ-15")
@pytest.mark.parametrize("pile", ["graveyard", "banished"])
def test_who_stood_in_an_extra_zone_comes_back_to_a_main_one(pile: str) -> None:
    def body(fx: Fx) -> Body:
        utopia = fx.monsters(only=lambda card: card.name == UTOPIA)
        yield destroy(utopia) if pile == "graveyard" else banish(utopia)
        lies.append(utopia[0].zone)
        yield special_summon(utopia, "attack")

    lies: list[str] = []
    game = Game(Cards(monsters=[BEARER, "Battle Ox", "Aqua Madoor"], extra=[UTOPIA]))
    game.do("special_summon", UTOPIA, "Battle Ox", "Aqua Madoor", zone=EXTRA[0])
    lend(game, body).do("activate", BEARER)
    assert lies == [pile]
    assert game.card(UTOPIA).zone == "monster"


# --- columns and neighbours ---------------------------------------------------------------------------------

ROW = ["Feral Imp", "Silver Fang", "Battle Ox", "Aqua Madoor", "Claw Reacher"]
"""Five monsters of one side, from its own left."""


TRAPS = ["Waboku:set", "Trap Hole:set", "Mirror Force:set", "Magic Cylinder:set", "Just Desserts:set"]


def begin_crowded(slot: int, within: str, around: str = BEARER) -> tuple[Game, list[str]]:
    """Fill two sides; an effect of the monster in this zone destroys what is in the column of a card, or its
    neighbours. Return the duel, and what was destroyed with its controller.
    """
    mine = [BEARER if at == slot else name for at, name in enumerate(ROW)]
    sides = [Cards(monsters=mine, spells=TRAPS), Cards(monsters=ROW, spells=TRAPS)]
    game = Game(replace(sides[0], extra_monster=UTOPIA), replace(sides[1], extra_monster=TALKER))
    found: list[Card] = []

    def body(fx: Fx) -> Body:
        reached = getattr(fx.state.table, within)(game.card(around).place)
        found.extend(card for at in reached if (card := fx.state.card_at(at)) is not None)
        names.extend(f"{card.controller} {card.name}" for card in found)
        yield destroy(found)

    names: list[str] = []
    lend(game, body).do("activate", BEARER)
    assert all(card.zone == "graveyard" for card in found)
    return game, sorted(names)


@rule("YGO-COL-01", "YGO-COL-02", "YGO-COL-03")
@pytest.mark.parametrize(
    ("slot", "column"),
    [
        (0, ["0 Celtic Guardian", "0 Waboku", "1 Claw Reacher", "1 Just Desserts"]),
        (1, ["0 Celtic Guardian", "0 Number 39: Utopia", "0 Trap Hole", "1 Aqua Madoor", "1 Magic Cylinder"]),
        (2, ["0 Celtic Guardian", "0 Mirror Force", "1 Battle Ox", "1 Mirror Force"]),
        (3, ["0 Celtic Guardian", "0 Magic Cylinder", "1 Decode Talker", "1 Silver Fang", "1 Trap Hole"]),
        (4, ["0 Celtic Guardian", "0 Just Desserts", "1 Feral Imp", "1 Waboku"]),
    ],
)
def test_an_effect_on_its_column_reaches_two_zones_of_each_player_and_the_extra_zone(
    slot: int, column: list[str]
) -> None:
    assert begin_crowded(slot, "column")[1] == column


@rule("YGO-ADJ-01", "YGO-ADJ-02", "YGO-ADJ-03")
@pytest.mark.parametrize(
    ("slot", "beside"),
    [
        (0, ["Silver Fang"]),
        (1, ["Battle Ox", "Feral Imp"]),
        (2, ["Aqua Madoor", "Silver Fang"]),
        (3, ["Battle Ox", "Claw Reacher"]),
        (4, ["Aqua Madoor"]),
    ],
)
def test_an_effect_on_its_neighbours_reaches_the_main_zones_left_and_right(
    slot: int, beside: list[str]
) -> None:
    game, found = begin_crowded(slot, "adjacent")
    assert found == [f"0 {name}" for name in beside]
    assert sorted(game.names("graveyard")) == beside
    assert (game.names("graveyard", 1), game.count("spell_trap")) == ([], 5)


@rule("YGO-EMZ-16")
@pytest.mark.parametrize("name", [UTOPIA, TALKER])
def test_an_extra_zone_has_no_neighbour_the_other_extra_zone_included(name: str) -> None:
    assert begin_crowded(1, "adjacent", name)[1] == []


@rule("YGO-FLD-01", "YGO-FLD-12")
def test_no_card_is_played_into_a_zone_that_holds_one() -> None:
    game = Game(Cards(hand=["Feral Imp"], monsters=[BEARER]))
    zones(game, "summon", "Feral Imp")
    with pytest.raises(Illegal):
        game.choose(f"zone:{MAIN[0]}")
    assert game.card(BEARER).place == Place(0, "monster", 0)
