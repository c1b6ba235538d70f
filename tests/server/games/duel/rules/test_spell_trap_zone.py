"""Spell & Trap Zones, the Pendulum Zones among them, and what an effect does to a column."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core import zones as geometry
from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.core.words import EffectKind
from facedown_server.games.duel.script import Rule, apply_rule, destroy, place_scale
from facedown_server.table import sight
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend, zones

SCALE, OTHER_SCALE = "Stargazer Magician", "Timegazer Magician"
TYPHOON = "Mystical Space Typhoon"


@rule("YGO-STZ-01", "VIS-10")
def test_a_spell_lies_face_up_in_a_zone_until_it_has_resolved() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(hand=["Kuriboh"]))
    game.begin_act("activate", "Pot of Greed", zone="0:spell_trap:3")
    card = game.card("Pot of Greed")
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        view = game.view(viewer)
        assert view.pile(0, "spell_trap").handles[3] == card.handles[viewer] > 0
        assert view.cards[card.handles[viewer]].code == view.chain[0].code == card.code
    game.calm()
    assert str(card.place) == "0:graveyard"


@rule("YGO-STZ-03", "YGO-STZ-02", "YGO-FZ-04")
def test_five_cards_leave_no_room_but_the_field_zone() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Trap Hole", "Yami"], spells=["Gravity Bind"] * 5))
    assert not game.can("activate", "Pot of Greed")
    assert not game.can("set", "Trap Hole")
    assert str(game.do("activate", "Yami").card("Yami").place) == "0:field:0"


@rule("YGO-STZ-04", "VIS-07", "GAP-V9")
@pytest.mark.parametrize("viewer", [1, PUBLIC_CLASS_INDEX])
def test_set_spells_and_traps_look_alike_to_others(viewer: int) -> None:
    shown = []
    for name in ("Trap Hole", "Pot of Greed"):
        game = Game(Cards(hand=[name])).do("set", name)
        (told,) = game.happened("set")
        handle = game.card(name).handles[viewer]
        shown.append((game.view(viewer).cards[handle], sight.redact(told, viewer)))
        assert game.view(0).cards[game.card(name).handles[0]].code == game.card(name).code
    assert shown[0] == shown[1]
    assert (shown[0][0].code, shown[0][0].face_up) == (0, False)


@rule("YGO-STZ-09", "YGO-STZ-01")
@pytest.mark.parametrize(
    ("name", "set_before", "stays"),
    [
        ("Toon World", False, True), ("Gravity Bind", True, True), ("Axe of Despair", False, True),
        ("Yami", False, True), ("Pot of Greed", False, False), ("Jar of Greed", True, False),
        ("Book of Moon", False, False),
    ],
)  # fmt: skip
def test_continuous_equip_and_field_cards_stay_face_up_and_others_leave(
    name: str, set_before: bool, stays: bool
) -> None:
    board = Cards(monsters=["Feral Imp"], spells=[f"{name}:set"]) if set_before else Cards(
        hand=[name], monsters=["Feral Imp"]
    )  # fmt: skip
    game = Game(board).do("activate", name)
    card = game.card(name)
    assert card.zone == (("field" if name == "Yami" else "spell_trap") if stays else "graveyard")
    for viewer in CLASSES:
        seen = game.view(viewer).cards[card.handles[viewer]]
        assert (seen.code, seen.face_up) == (card.code, True)


@rule("YGO-FZ-01")
@pytest.mark.parametrize("viewer", CLASSES)
def test_an_activated_field_spell_lies_face_up_in_the_field_zone(viewer: int) -> None:
    game = Game(Cards(hand=["Yami"])).do("activate", "Yami")
    view, card = game.view(viewer), game.card("Yami")
    assert view.pile(0, "field").handles == (card.handles[viewer],)
    assert (view.cards[card.handles[viewer]].code, view.cards[card.handles[viewer]].face_up) == (
        card.code,
        True,
    )


@rule("YGO-STZ-10")
def test_a_set_card_does_nothing() -> None:
    game = Game(Cards(hand=["Yami"], monsters=["Dark Magician"])).do("set", "Yami")
    assert game.card("Dark Magician").attack == 2500
    assert game.do("activate", "Yami").card("Dark Magician").attack == 2700


@rule("YGO-STZ-07", "CF-29")
def test_an_equipped_monster_is_a_spell_and_no_monster() -> None:
    game = Game(Cards(monsters=["Relinquished"]), Cards(monsters=["Feral Imp"]))
    game.do("activate", "Relinquished", zone="0:spell_trap:2")
    card = game.card("Feral Imp")
    assert (card.is_spell, card.is_trap, card.is_monster, card.controller) == (True, False, False, 0)
    assert card.equipped_to is game.card("Relinquished")
    assert card not in game.duel.cards_at("monster", 0)


@rule("YGO-STZ-11", "CF-37")
def test_a_set_trap_is_ready_from_the_next_turn_on_the_opponents_included() -> None:
    game = Game(Cards(hand=["Waboku"])).do("set", "Waboku")
    assert not game.can("activate", "Waboku")
    game.to_turn(3)
    while game.ask.seat == 1 or not game.can("activate", "Waboku"):
        assert game.duel.state.turn == 3
        game.choose("phase:battle" if game.ask.kind == "turn" else "pass")
    assert game.duel.state.turn_player == 1


# --- scales -------------------------------------------------------------------------------------------------


@rule("YGO-STZ-08", "YGO-PZ-01", "YGO-PZ-03")
def test_an_end_zone_is_a_pendulum_zone_while_a_scale_lies_there() -> None:
    game = Game(Cards(hand=["Mandragon", "Pot of Greed", TYPHOON]))
    game.do("activate", "Mandragon", zone="0:spell_trap:0")
    card = game.card("Mandragon")
    assert geometry.scales(game.duel, 0) == [card]
    seen = game.view(1).cards[card.handles[1]]
    assert (seen.code, seen.face_up, seen.scale) == (card.code, True, 2)
    game.do("activate", TYPHOON)
    assert geometry.scales(game.duel, 0) == []
    assert "0:spell_trap:0" in zones(game, "activate", "Pot of Greed")


@rule("YGO-PZ-04", "YGO-PZ-12")
@pytest.mark.parametrize(("spells", "slot"), [((), 0), (("Trap Hole:set",), 4)])
def test_a_card_an_effect_places_is_a_scale_in_the_end_zone_that_is_free(
    spells: tuple[str, ...], slot: int
) -> None:
    def body(fx: Fx) -> Body:
        yield place_scale(next(card for card in fx.cards("hand") if card.name == SCALE))

    game = lend(Game(Cards(hand=[SCALE], monsters=[BEARER], spells=spells)), body).do("activate", BEARER)
    assert [(card.name, card.place.slot) for card in geometry.scales(game.duel, 0)] == [(SCALE, slot)]


@rule("YGO-PZ-07", "YGO-PZ-08")
def test_a_scale_is_a_spell_in_its_zone_and_a_monster_only_by_its_print() -> None:
    game = Game(Cards(hand=["Dark Hole"], spells=[SCALE], monsters=["Feral Imp"])).do("activate", "Dark Hole")
    card = game.card(SCALE)
    assert (card.zone, card.is_monster, card.is_spell, card.facts.is_monster) == (
        "spell_trap", False, True, True,
    )  # fmt: skip
    assert card not in game.duel.cards_at("monster", 0)
    assert card in game.duel.cards_at("spell_trap", 0)


@rule("YGO-PZ-08", "YGO-PZ-07")
def test_an_effect_on_monster_cards_finds_a_scale_and_one_on_monsters_does_not() -> None:
    found: list[list[str]] = []

    def body(fx: Fx) -> Body:
        of = (lambda card: card.facts.is_monster, lambda card: card.is_monster, lambda card: card.is_spell)
        found.extend([card.name for card in fx.cards("spell_trap", only=only)] for only in of)
        found.append([card.name for card in fx.monsters()])
        yield from ()

    spells = [None, "Toon World", None, None, SCALE]
    lend(Game(Cards(monsters=[BEARER], spells=spells)), body).do("activate", BEARER)
    assert found == [[SCALE], [], ["Toon World", SCALE], [BEARER]]


@rule("YGO-PZ-09", "YGO-ED-07", "CF-12")
def test_what_sweeps_spells_and_traps_sweeps_scales_into_the_extra_deck() -> None:
    scales = [SCALE, None, None, None, OTHER_SCALE]
    game = Game(Cards(hand=["Heavy Storm"]), Cards(spells=scales)).do("activate", "Heavy Storm")
    assert sorted(game.names("extra_deck", 1)) == [SCALE, OTHER_SCALE]
    assert all(card.face_up for card in game.duel.cards_at("extra_deck", 1))
    assert game.count("graveyard", 1) == 0


def equipped_and_scale() -> Game:
    """Return a board with Mandragon equipped in the left end zone, a scale in the right one."""
    them = Cards(monsters=["Mandragon"])
    game = Game(Cards(hand=[SCALE, "Silver Fang"], monsters=["Relinquished", BEARER]), them)
    game.do("activate", "Relinquished", zone="0:spell_trap:0")
    return game.do("activate", SCALE, zone="0:spell_trap:4")


@rule("YGO-PZ-10")
def test_an_equipped_pendulum_monster_is_no_scale() -> None:
    game = equipped_and_scale()
    assert game.card("Mandragon").place.slot == 0
    assert not game.can("pendulum_summon")


@rule("YGO-PZ-11")
def test_what_destroys_cards_in_pendulum_zones_leaves_an_equipped_one() -> None:
    def body(fx: Fx) -> Body:
        yield destroy([card for seat in (0, 1) for card in geometry.scales(fx.duel, seat)])

    game = lend(equipped_and_scale(), body)
    game.phase("battle").phase("main2").do("activate", BEARER)
    assert game.names("spell_trap") == ["Mandragon"]
    assert game.names("extra_deck") == [SCALE]


@rule("YGO-PZ-14", "YGO-PZ-06", "YGO-PZ-02")
def test_two_scales_leave_three_zones() -> None:
    spells = [SCALE, "Waboku:set", "Waboku:set", None, OTHER_SCALE]
    game = Game(Cards(hand=["Trap Hole", "Mirror Force", "Mandragon"], spells=spells))
    assert not game.can("activate", "Mandragon"), "both Pendulum Zones hold a card"
    assert zones(game, "set", "Trap Hole") == ["0:spell_trap:3"]
    assert not game.to_open().can("set", "Mirror Force")


@rule("YGO-FZ-02", "CF-17")
@pytest.mark.parametrize(("rules", "active"), [("master", ["Yami", "Sogen"]), ("classic", ["Yami"])])
def test_in_master_each_player_has_a_field_spell_and_in_classic_one_of_them(
    rules: str, active: list[str]
) -> None:
    game = Game(Cards(hand=["Yami"]), Cards(field_spell="Sogen"), rules=rules).do("activate", "Yami")
    assert game.names("field_zone", 0) + game.names("field_zone", 1) == active


@rule("YGO-FZ-03", "CF-18")
@pytest.mark.parametrize("verb", ["activate", "set"])
def test_a_new_field_spell_sends_the_old_one_away_and_destroys_nothing(verb: str) -> None:
    game = Game(Cards(hand=["Yami"], field_spell="Sogen")).do(verb, "Yami")
    (gone,) = [told for told in game.happened("move") if told.card is game.card("Sogen")]
    assert str(gone.goal) == "0:graveyard"
    assert gone.cause not in ("destroy", "battle")


@rule("YGO-FZ-01", "VIS-08")
@pytest.mark.parametrize("viewer", [1, PUBLIC_CLASS_INDEX])
def test_a_set_field_spell_is_a_back_in_the_field_zone(viewer: int) -> None:
    game = Game(Cards(hand=["Yami"])).do("set", "Yami")
    view, card = game.view(viewer), game.card("Yami")
    assert view.pile(0, "field").handles == (card.handles[viewer],)
    assert (view.cards[card.handles[viewer]].code, card.code in view.facts) == (0, False)
    assert game.view(0).cards[card.handles[0]].code == card.code


# --- columns ------------------------------------------------------------------------------------------------


def column_trap() -> Game:
    """Lend an effect to a Set Trap: it negates the Spells and Traps of its column, and weakens all
    monsters.
    """

    def body(fx: Fx) -> Body:
        if fx.is_in_place:
            lying = [fx.state.card_at(place) for place in fx.state.table.column(fx.card.place)]
            yield apply_rule(
                Rule.NEGATE, to=[card for card in lying if card and card.controller == fx.opponent]
            )
        yield apply_rule(Rule.ATTACK, -100, to=fx.monsters())

    them = Cards(spells=[None, None, "Toon World", f"{TYPHOON}:set", "Gravity Bind"])
    game = Game(Cards(monsters=[BEARER], spells=["Waboku:set"]), them)
    return lend(game, body, "Waboku", EffectKind.ACTIVATION, speed=2)


@rule("YGO-COL-01", "CF-04", "YGO-COL-03")
def test_an_effect_on_a_column_reaches_the_card_opposite() -> None:
    game = column_trap().do("activate", "Waboku")
    assert [game.card(name).negated for name in ("Gravity Bind", "Toon World")] == [True, False]


@rule("YGO-COL-04", "YGO-COL-05")
def test_a_card_that_has_left_has_no_column_and_the_rest_resolves() -> None:
    game = column_trap().begin_act("activate", "Waboku").respond(TYPHOON, "Waboku").to_open()
    assert not game.card("Gravity Bind").negated
    assert game.card(BEARER).attack == 1300
