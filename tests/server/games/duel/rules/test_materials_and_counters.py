"""Xyz Materials beneath their monster, and counters on it."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.chain.legality import can_target
from facedown_server.games.duel.core.effect import Body, CardScript, Fx, Selection
from facedown_server.games.duel.script import (
    YOU,
    XyzMaterials,
    attach_to_this,
    banish,
    change_position,
    detach,
    place_counters,
    return_to_deck,
    return_to_hand,
)  # fmt: skip
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend

UTOPIA, LEVIATHAN = "Number 39: Utopia", "Number 17: Leviathan Dragon"
FOURS, THREES = ["Battle Ox", "Aqua Madoor"], ["Baby Dragon", "Claw Reacher"]


def begin_with_materials(*more: str, hand: tuple[str, ...] = (), extra: tuple[str, ...] = ()) -> Game:
    """Return a game with Utopia with two materials, and more monsters."""
    game = Game(Cards(monsters=[*FOURS, *more], extra=[UTOPIA, *extra], hand=hand))
    return game.do("special_summon", UTOPIA, "Battle Ox")


def material_names(game: Game, name: str = UTOPIA) -> list[str]:
    """Return the names of its materials, sorted."""
    return sorted(card.name for card in game.card(name).materials)


@rule("YGO-XYZ-03", "YGO-XYZ-01", "YGO-XYZ-02")
def test_what_targets_or_counts_cards_on_the_field_does_not_reach_materials() -> None:
    game = begin_with_materials(BEARER)
    seen: list[str] = []

    def body(fx: Fx) -> Body:
        seen.extend(card.name for card in fx.monsters())
        yield from do_nothing(fx)

    lend(game, body, target=(Selection(("monster", "spell_trap")),)).choose(
        game.offered("activate", BEARER)[0][0]
    )
    assert {game.name_of(*row) for row in game.ask.options} == {UTOPIA, BEARER}
    game.choose(UTOPIA).to_open()
    assert sorted(seen) == sorted([UTOPIA, BEARER])


@rule("YGO-XYZ-02")
def test_a_material_is_no_monster_has_no_position_and_its_effects_are_off() -> None:
    def attach(fx: Fx) -> Body:
        yield attach_to_this(fx.monsters(YOU, lambda card: card.name == "Lord of D."))

    game = lend(begin_with_materials("Lord of D.", "Koumori Dragon"), attach, UTOPIA)
    assert not can_target(Fx(game.duel, game.card("Battle Ox"), 1), game.card("Koumori Dragon"))
    game.do("activate", UTOPIA)
    lord = game.card("Lord of D.")
    assert can_target(Fx(game.duel, game.card("Battle Ox"), 1), game.card("Koumori Dragon"))
    assert sorted(game.names("monster")) == sorted([UTOPIA, "Koumori Dragon"])
    assert (lord.is_in_monster_zone, lord.defense_position, lord.place.slot) == (False, False, -1)


@rule("YGO-XYZ-06", "YGO-XYZ-04")
@pytest.mark.parametrize("name", THREES)
def test_the_player_chooses_which_material_is_detached(name: str) -> None:
    game = Game(Cards(monsters=THREES, extra=[LEVIATHAN])).do("special_summon", LEVIATHAN)
    game.choose(game.offered("activate", LEVIATHAN)[0][0])
    assert sorted(game.name_of(*row) for row in game.ask.options) == sorted(THREES)
    game.choose(name).calm()
    assert (game.names("graveyard"), len(material_names(game, LEVIATHAN))) == ([name], 1)


@rule("YGO-XYZ-07")
def test_without_materials_it_stays() -> None:
    def body(fx: Fx) -> Body:
        yield detach(fx.card, list(fx.card.materials))

    game = lend(begin_with_materials(), body, UTOPIA).do("activate", UTOPIA)
    assert (game.names("monster"), material_names(game)) == ([UTOPIA], [])
    assert sorted(game.names("graveyard")) == sorted(FOURS)


SANGAN = {
    "monster": Cards(monsters=[UTOPIA, "Sangan"]),
    "spell_trap": Cards(monsters=[UTOPIA], spells=["Sangan"]),
    "hand": Cards(monsters=[UTOPIA], hand=["Sangan"]),
    "deck": Cards(monsters=[UTOPIA], deck=["Kuriboh", "Sangan"]),
    "graveyard": Cards(monsters=[UTOPIA], graveyard=["Sangan"]),
    "banished": Cards(monsters=[UTOPIA], banished=["Sangan"]),
}


@rule("YGO-XYZ-08", "YGO-XYZ-09")
@pytest.mark.parametrize("where", SANGAN)
def test_an_effect_attaches_a_card_from_anywhere(where: str) -> None:
    def body(fx: Fx) -> Body:
        yield attach_to_this(fx.cards(where, only=lambda card: card.name == "Sangan"))

    game = lend(Game(SANGAN[where]), body, UTOPIA)
    before = game.count(where)
    game.do("activate", UTOPIA)
    assert (material_names(game), game.count(where)) == (["Sangan"], before - 1)
    assert game.card("Sangan").zone == "material"


@rule("YGO-XYZ-10", "YGO-XYZ-11")
@pytest.mark.parametrize("pile", ["extra_deck", "banished"])
def test_wherever_it_goes_its_materials_go_to_the_graveyard(pile: str) -> None:
    def body(fx: Fx) -> Body:
        yield banish([fx.card]) if pile == "banished" else return_to_hand([fx.card])

    game = lend(begin_with_materials(), body, UTOPIA).do("activate", UTOPIA)
    assert game.names(pile) == [UTOPIA]
    assert sorted(game.names("graveyard")) == sorted(FOURS)
    assert game.card(UTOPIA).face_up is (pile == "banished")


@rule("YGO-XYZ-12", "YGO-XYZ-13")
def test_an_xyz_monster_put_on_top_of_another_takes_its_materials_too() -> None:
    assert not begin_with_materials(extra=(LEVIATHAN,)).can("special_summon", LEVIATHAN)
    game = begin_with_materials(extra=(LEVIATHAN,))
    needs = XyzMaterials(2, over=lambda card: card.name == UTOPIA)
    original = game.card(LEVIATHAN).facts.original
    script = CardScript(LEVIATHAN, materials=needs, procedures=[needs.procedure()])
    game.duel.scripts = {**game.duel.scripts, original: script}
    game.do("special_summon", LEVIATHAN)
    assert material_names(game, LEVIATHAN) == sorted([*FOURS, UTOPIA])
    assert (game.names("monster"), game.count("graveyard")) == ([LEVIATHAN], 0)


# --- counters -----------------------------------------------------------------------------------------------


@rule("YGO-CTR-04", "YGO-CTR-01")
@pytest.mark.parametrize(
    ("where", "possible"), [("face-up", True), ("set", False), ("hand", False), ("material", False)]
)
def test_counters_lie_on_face_up_cards_of_the_field_alone(where: str, possible: bool) -> None:
    def body(fx: Fx) -> Body:
        sangan = game.card("Sangan")
        if where == "material":
            yield attach_to_this([sangan])
        yield place_counters(sangan, "spell", 2)

    face = {"face-up": "Sangan", "set": "Sangan:set", "material": "Sangan"}.get(where)
    game = Game(Cards(monsters=[UTOPIA, face], hand=["Sangan"] if where == "hand" else []))
    lend(game, body, UTOPIA).do("activate", UTOPIA)
    assert game.card("Sangan").counters == ({"spell": 2} if possible else {})


@rule("YGO-CTR-03", "YGO-CTR-02")
def test_turned_face_down_it_loses_counters_of_every_kind() -> None:
    def body(fx: Fx) -> Body:
        yield place_counters(fx.card, "spell")
        yield place_counters(fx.card, "venom", 3)
        counted.append(dict(fx.card.counters))
        yield change_position([fx.card], "face_down")

    counted: list[dict[str, int]] = []
    game = lend(Game(Cards(monsters=[BEARER])), body).do("activate", BEARER)
    assert counted == [{"spell": 1, "venom": 3}]
    game.end_turn().end_turn().do("flip_summon", BEARER)
    assert game.card(BEARER).counters == {}


@rule("GAP-50", "CF-41")
@pytest.mark.parametrize("card", ["Change of Heart", "Book of Moon"])
def test_materials_stay_when_control_changes_and_when_it_is_turned_face_down(card: str) -> None:
    theirs = Cards(monsters=FOURS, extra=[UTOPIA])
    game = Game(Cards(hand=[card]), theirs, first=0).to_turn(2).to_open()
    game.do("special_summon", UTOPIA).end_turn().do("activate", card)
    assert game.card(UTOPIA).controller == (0 if card == "Change of Heart" else 1)
    assert game.card(UTOPIA).face_up is (card == "Change of Heart")
    assert material_names(game) == sorted(FOURS)


@rule("GAP-53", "GAP-51", "YGO-XYZ-01")
def test_made_a_material_or_shuffled_away_it_does_not_trigger() -> None:
    def body(fx: Fx) -> Body:
        lying = fx.monsters(only=lambda card: card.name == "Sangan")
        yield attach_to_this(lying[:1])
        yield return_to_deck(lying[1:])

    game = lend(Game(Cards(monsters=[UTOPIA, "Sangan", "Sangan"])), body, UTOPIA).do("activate", UTOPIA)
    assert (game.names("monster"), material_names(game)) == ([UTOPIA], ["Sangan"])
    assert len(game.happened("activate")) == 1
