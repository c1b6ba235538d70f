"""The field as a whole and the Main Monster Zones: what counts as field, which cards belong where, what
stays.
"""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.script import destroy, move_to_zone, summon_as_monster
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend, zones

MAIN = [f"0:monster:{slot}" for slot in range(5)]
UTOPIA, SCALE = "Number 39: Utopia", "Stargazer Magician"


def full_side() -> Cards:
    """Return a side with a card in every kind of zone and pile."""
    return Cards(
        hand=["Feral Imp"], graveyard=["Feral Imp"], banished=["Feral Imp"], extra=["Link Spider"],
        monsters=[None, BEARER], extra_monster=UTOPIA, spells=[SCALE, None, "Gravity Bind"],
        field_spell="Yami",
    )  # fmt: skip


@rule("YGO-FLD-03", "YGO-FLD-04", "CF-25")
def test_cards_on_the_field_are_those_of_both_sides_in_five_kinds_of_zone() -> None:
    found: list[str] = []

    def body(fx: Fx) -> Body:
        found.extend(f"{card.controller} {card.name}" for card in fx.cards("field"))
        yield from ()

    lend(Game(full_side(), full_side()), body).do("activate", BEARER)
    names = [BEARER, UTOPIA, SCALE, "Gravity Bind", "Yami"]
    assert sorted(found) == sorted(f"{seat} {name}" for seat in (0, 1) for name in names)


@rule("YGO-FLD-05")
def test_monster_zones_without_another_word_are_main_and_extra_ones() -> None:
    game = Game(Cards(hand=["Dark Hole"]), Cards(monsters=[None, None, BEARER], extra_monster=UTOPIA))
    game.do("activate", "Dark Hole")
    assert sorted(game.names("graveyard", 1)) == sorted([BEARER, UTOPIA])


@rule("YGO-FLD-12", "YGO-STZ-06", "YGO-FZ-08")
@pytest.mark.parametrize(
    ("verb", "name", "offered"),
    [
        ("set", "Yami", ["0:field:0"]), ("activate", "Yami", ["0:field:0"]),
        ("set", "Trap Hole", [f"0:spell_trap:{slot}" for slot in range(5)]),
        ("activate", "Toon World", [f"0:spell_trap:{slot}" for slot in range(5)]),
        ("activate", SCALE, ["0:spell_trap:0", "0:spell_trap:4"]),
        ("summon", "Feral Imp", MAIN), ("set", "Feral Imp", MAIN),
    ],
)  # fmt: skip
def test_a_card_is_offered_only_the_zones_of_its_kind(verb: str, name: str, offered: list[str]) -> None:
    assert zones(Game(Cards(hand=[name])), verb, name) == offered


@rule("CF-35", "YGO-FLD-12")
def test_a_zone_that_is_not_offered_is_refused() -> None:
    game = Game(Cards(hand=["Trap Hole"]))
    zones(game, "set", "Trap Hole")
    with pytest.raises(Illegal):
        game.choose("zone:0:field:0")
    assert game.names("hand") == ["Trap Hole", "Mystical Elf"]


@rule("YGO-FLD-06")
def test_a_card_is_open_to_both_or_to_owner_and_controller_or_to_nobody() -> None:
    game = Game(
        Cards(hand=["Change of Heart"], monsters=[BEARER], deck=["Uraby", "Dark Hole"]),
        Cards(monsters=["Sangan:set"]),
    )
    game.do("activate", "Change of Heart")
    wanted = {BEARER: (0, 1, PUBLIC_CLASS_INDEX), "Sangan": (0, 1), "Dark Hole": ()}
    for name, readers in wanted.items():
        card = game.card(name)
        for viewer in CLASSES:
            seen = game.view(viewer).cards.get(card.handles[viewer]) if card.handles[viewer] else None
            assert bool(seen and seen.code) is (viewer in readers), (name, viewer)


@rule("YGO-MMZ-01", "CF-03", "YGO-EMZ-13")
@pytest.mark.parametrize(
    ("verb", "name"), [("summon", BEARER), ("set", BEARER), ("special_summon", "Cyber Dragon")]
)
def test_from_the_hand_a_monster_comes_to_a_main_zone(verb: str, name: str) -> None:
    assert zones(Game(Cards(hand=[name]), Cards(monsters=["Feral Imp"])), verb, name) == MAIN


@rule("YGO-MMZ-02")
def test_five_monsters_leave_no_room_for_a_sixth() -> None:
    game = Game(Cards(hand=[BEARER, "Summoned Skull"], monsters=["Feral Imp"] * 5))
    assert not game.can("summon", BEARER)
    assert not game.can("set", BEARER)
    assert game.can("summon", "Summoned Skull"), "its Tribute makes room"


@rule("YGO-MMZ-03", "YGO-MMZ-04", "VIS-02")
@pytest.mark.parametrize("viewer", [1, PUBLIC_CLASS_INDEX])
def test_a_set_monster_shows_that_it_lies_sideways_and_nothing_else(viewer: int) -> None:
    game = Game(Cards(hand=[BEARER])).do("set", BEARER)
    seen = game.view(viewer).cards[game.card(BEARER).handles[viewer]]
    assert (seen.code, seen.face_up, seen.defense_position) == (0, False, True)
    assert (seen.attack, seen.defense, seen.level, seen.race) == (None, None, 0, "")


@rule("YGO-MMZ-05", "YGO-MMZ-06", "GAP-53")
@pytest.mark.parametrize("also", [(), ("trap",)])
def test_a_trap_in_a_monster_zone_is_a_monster_and_a_trap_only_if_told_so(also: tuple[str, ...]) -> None:
    def body(fx: Fx) -> Body:
        yield summon_as_monster(1000, 1200, 4, "earth", "rock", also)
        reached.append(fx.card in fx.monsters())
        reached.append(fx.card in fx.cards("field", only=lambda card: card.is_trap))

    reached: list[bool] = []
    game = lend(Game(Cards(spells=["Skill Drain"])), body, "Skill Drain", zones=frozenset({"spell_trap"}))
    card = game.do("activate", "Skill Drain").card("Skill Drain")
    assert (card.zone, card.is_monster, card.is_trap) == ("monster", True, bool(also))
    assert reached == [True, bool(also)], "what says monsters, and what says Traps"
    assert (card.attack, card.defense, card.level, card.race) == (1000, 1200, 4, "rock")
    assert game.count("spell_trap") == 0


@rule("YGO-MMZ-05")
def test_what_destroys_monsters_destroys_a_trap_that_has_become_one() -> None:
    def body(fx: Fx) -> Body:
        yield summon_as_monster(1000, 1200, 4, "earth", "rock")

    game = Game(Cards(hand=["Dark Hole"], spells=["Skill Drain"]))
    lend(game, body, "Skill Drain", zones=frozenset({"spell_trap"})).do("activate", "Skill Drain")
    card = game.do("activate", "Dark Hole").card("Skill Drain")
    assert (card.zone, card.is_monster, card.is_trap, card.attack) == ("graveyard", False, True, None)


@rule("YGO-MMZ-07", "YGO-STZ-05", "CF-30")
@pytest.mark.parametrize(
    ("cards", "name", "goal"),
    [
        (Cards(monsters=[None, BEARER]), BEARER, Place(0, "monster", 3)),
        (Cards(monsters=[None, BEARER], spells=["Gravity Bind"]), "Gravity Bind", Place(0, "spell_trap", 2)),
        (Cards(monsters=[None, BEARER], spells=[SCALE]), SCALE, Place(0, "spell_trap", 4)),
        (Cards(monsters=[None, BEARER], extra_monster=UTOPIA), UTOPIA, Place(0, "monster", 4)),
    ],
)
def test_only_an_effect_moves_a_card_to_another_zone(cards: Cards, name: str, goal: Place) -> None:
    def body(fx: Fx) -> Body:
        yield move_to_zone(next(card for card in fx.cards("field") if card.name == name), goal)

    game = lend(Game(cards), body)
    assert not [option for _, option in game.ask.options if option.verb in ("move", "zone")]
    game.do("activate", BEARER)
    assert game.card(name).place == goal


@rule("YGO-EMZ-14")
@pytest.mark.parametrize(("slot", "moved"), [(4, True), (1, False)], ids=["free", "taken"])
def test_an_effect_moves_a_monster_out_of_an_extra_zone_into_a_free_one(slot: int, moved: bool) -> None:
    def body(fx: Fx) -> Body:
        yield move_to_zone(game.card(UTOPIA), Place(0, "monster", slot))

    game = Game(Cards(monsters=[None, BEARER], extra_monster=UTOPIA))
    lend(game, body).do("activate", BEARER)
    assert (game.card(UTOPIA).zone == "monster") is moved
    assert game.card(BEARER).place == Place(0, "monster", 1)


@rule("YGO-EMZ-14", "YGO-PZ-13")
@pytest.mark.parametrize("name", [UTOPIA, SCALE])
def test_no_player_moves_a_monster_out_of_an_extra_zone_or_a_scale_by_hand(name: str) -> None:
    game = Game(Cards(extra_monster=UTOPIA, spells=[SCALE]))
    verbs = {option.verb for _, option in game.offered(card=name)}
    assert verbs <= {"change_position", "activate"}
    with pytest.raises(Illegal):
        game.do("move", name)


@rule("YGO-EMZ-09", "VIS-16")
def test_an_empty_extra_zone_is_nobodys() -> None:
    counted: list[int] = []

    def body(fx: Fx) -> Body:
        counted.append(len(fx.free_monster_zones(fx.you)))
        yield from ()

    game = lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER)
    assert counted == [4]
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        view = game.view(viewer)
        assert view.piles["-:extra_monster"].handles == (0, 0)
        assert "0:extra_monster" not in view.piles


@rule("YGO-FZ-06", "YGO-FZ-05")
@pytest.mark.parametrize(("field_spell", "allowed"), [("Yami", False), (None, True)])
def test_who_has_a_field_spell_has_a_spell(field_spell: str | None, allowed: bool) -> None:
    game = Game(Cards(monsters=[BEARER], field_spell=field_spell))
    lend(
        game,
        do_nothing,
        only=lambda fx: not [card for card in fx.spells_traps() if card.controller == fx.you],
    )
    assert game.can("activate", BEARER) is allowed


@rule("YGO-FZ-05")
def test_an_activated_field_spell_takes_no_spell_and_trap_zone() -> None:
    game = Game(Cards(hand=["Yami"], spells=["Gravity Bind"])).do("activate", "Yami")
    assert str(game.card("Yami").place) == "0:field:0"
    assert [card and card.name for card in game.duel.state.pile(0, "spell_trap")] == [
        "Gravity Bind",
        *[None] * 4,
    ]


@rule("YGO-FZ-07", "YGO-FZ-05")
@pytest.mark.parametrize(
    ("cards", "allowed"),
    [
        (Cards(monsters=[BEARER], field_spell="Yami"), False),
        (Cards(monsters=[BEARER], spells=["Gravity Bind"]), True),
    ],
)
def test_a_field_spell_is_no_card_in_the_spell_and_trap_zone(cards: Cards, allowed: bool) -> None:
    game = Game(cards)
    lend(game, do_nothing, only=lambda fx: any(card.zone == "spell_trap" for card in fx.spells_traps()))
    assert game.can("activate", BEARER) is allowed


@rule("YGO-ADJ-04", "YGO-ADJ-03")
def test_neighbours_of_a_monster_do_not_include_the_extra_zone_of_its_column() -> None:
    """The effect of the rulebook's example: a monster in the column, then the monsters beside it."""

    def body(fx: Fx) -> Body:
        table, state = fx.state.table, fx.state
        (first,) = [
            state.card_at(at) for at in table.column(fx.card.place) if at.seat == 1 and at.zone == "monster"
        ]
        assert first is not None
        beside = [card for at in table.adjacent(first.place) if (card := state.card_at(at)) is not None]
        yield destroy([first])
        yield destroy(beside)

    them = Cards(monsters=["Feral Imp", "Silver Fang", "Battle Ox"], extra_monster=UTOPIA)
    game = Game(Cards(monsters=[None, None, None, BEARER]), them)
    column = game.duel.state.table.column(game.card(BEARER).place)
    assert {game.card(UTOPIA).place, game.card("Silver Fang").place} < set(column)
    lend(game, body).do("activate", BEARER)
    assert sorted(game.names("graveyard", 1)) == ["Battle Ox", "Feral Imp", "Silver Fang"]
    assert game.names("monster", 1) == [UTOPIA]
