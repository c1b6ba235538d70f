"""Fusion, Synchro, Xyz and Link Summons: their materials, where those go, and the monster's zones."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, CardScript, Fx
from facedown_server.games.duel.script import (
    Card,
    FusionMaterials,
    Rule,
    attach_to_this,
    change_position,
    special_summon,
)
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold
from tests.server.games.duel.lent import BEARER, lend, zones

MAIN = [f"0:monster:{slot}" for slot in range(5)]
EXTRA = ["-:extra_monster:0", "-:extra_monster:1"]
GAIA, PARTS = "Gaia the Dragon Champion", ["Gaia The Fierce Knight", "Curse of Dragon"]
STARDUST, WARRIOR, TUNER = "Stardust Dragon", "Junk Warrior", "Junk Synchron"
UTOPIA, LEVIATHAN = "Number 39: Utopia", "Number 17: Leviathan Dragon"
SPIDER, PROXY, DECODE = "Link Spider", "Proxy Dragon", "Decode Talker"
PENDULUM, TOKEN = "Mandragon", "Sheep Token"


def summon_of(name: str, *monsters: str) -> Game:
    """Return a game with these monsters on the field and that one in the Extra Deck."""
    return Game(Cards(monsters=monsters, extra=[name]))


# --- the monster's zones ------------------------------------------------------------------------------------


@rule("YGO-MOVE-13", "CF-01", "CF-02")
def test_a_fusion_monster_comes_to_an_unlinked_zone_and_a_link_monster_does_not() -> None:
    game = Game(Cards(hand=["Polymerization", *PARTS], monsters=["Feral Imp"], extra=[GAIA, SPIDER]))
    game.do("activate", "Polymerization", zone="0:monster:4")
    assert str(game.card(GAIA).place) == "0:monster:4"
    assert zones(game, "special_summon", SPIDER) == EXTRA


@rule("YGO-MOVE-19", "YGO-MOVE-13")
def test_a_synchro_monster_comes_from_the_extra_deck_to_any_free_zone() -> None:
    game = summon_of(STARDUST, TUNER, "Curse of Dragon")
    assert zones(game, "special_summon", STARDUST) == MAIN + EXTRA
    game.choose(MAIN[3]).choose("attack").calm()
    assert (game.names("monster"), game.count("extra_deck")) == ([STARDUST], 0)


# --- Fusion -------------------------------------------------------------------------------------------------


@rule("YGO-MOVE-15", "YGO-PEN-01")
def test_a_fusion_material_from_the_hand_is_not_redirected_and_one_from_the_field_is() -> None:
    game = Game(Cards(hand=["Polymerization", PENDULUM], monsters=["Foucault's Cannon"], extra=[GAIA]))
    tests = (lambda card: card.name == PENDULUM, lambda card: card.name == "Foucault's Cannon")
    change_materials(game, GAIA, FusionMaterials(tests)).do("activate", "Polymerization")
    assert game.names("monster") == [GAIA]
    assert game.names("extra_deck") == ["Foucault's Cannon"]
    assert PENDULUM in game.names("graveyard")


@rule("YGO-TOK-05", "YGO-TOK-02")
def test_a_token_is_a_normal_monster_and_can_be_fused() -> None:
    game = Game(Cards(hand=["Polymerization"], monsters=[TOKEN, "Sangan"], extra=[GAIA]))
    needs = FusionMaterials((lambda card: card.is_a("normal"), lambda card: card.name == "Sangan"))
    change_materials(game, GAIA, needs).do("activate", "Polymerization", TOKEN)
    assert (game.names("monster"), game.card(TOKEN).zone) == ([GAIA], "nowhere")


def change_materials(game: Game, name: str, needs: FusionMaterials) -> Game:
    """Give a Fusion Monster other materials, in this duel only."""
    original = game.card(name).facts.original
    game.duel.scripts = {**game.duel.scripts, original: CardScript(name, materials=needs)}
    return game


# --- Synchro ------------------------------------------------------------------------------------------------


@rule("YGO-MOVE-17", "GAP-29")
@pytest.mark.parametrize(
    ("monsters", "possible"),
    [
        ([TUNER, "Curse of Dragon"], True),
        ([TUNER, "Summoned Skull"], False),
        ([TUNER, "Battle Ox"], False),
        ([TUNER, "Ash Blossom & Joyous Spring", "Happy Lover"], False),
        (["Baby Dragon", "Curse of Dragon"], False),
        ([TUNER, "Curse of Dragon:set"], False),
        ([TUNER, "Baby Dragon", "Happy Lover"], True),
    ],
)
def test_one_tuner_and_others_add_up_to_level_8(monsters: list[str], possible: bool) -> None:
    assert summon_of(STARDUST, *monsters).can("special_summon", STARDUST) is possible


@rule("YGO-MOVE-18", "YGO-PEN-01")
def test_synchro_materials_go_to_the_graveyard_and_a_pendulum_monster_to_the_extra_deck() -> None:
    game = summon_of(STARDUST, TUNER, PENDULUM).do("special_summon", STARDUST)
    assert (game.names("graveyard"), game.names("extra_deck")) == ([TUNER], [PENDULUM])
    assert game.card(PENDULUM).face_up


@rule("YGO-MOVE-20", "YGO-TOK-06")
def test_tokens_are_synchro_materials_and_gone() -> None:
    game = summon_of(WARRIOR, TUNER, TOKEN, TOKEN).do("special_summon", WARRIOR)
    assert (game.names("monster"), game.names("graveyard")) == ([WARRIOR], [TUNER])
    assert game.card(TOKEN).zone == "nowhere"


# --- Xyz ----------------------------------------------------------------------------------------------------


@rule("YGO-MOVE-21", "GAP-27")
@pytest.mark.parametrize(
    ("monsters", "possible"),
    [
        (["Battle Ox", "Celtic Guardian"], [UTOPIA]),
        (["Baby Dragon", "Claw Reacher"], [LEVIATHAN]),
        (["Battle Ox", "Curse of Dragon"], []),
        (["Battle Ox", "Celtic Guardian:set"], []),
        (["Battle Ox"], []),
    ],
)
def test_two_face_up_monsters_of_the_level_that_equals_the_rank(
    monsters: list[str], possible: list[str]
) -> None:
    game = Game(Cards(monsters=monsters, extra=[UTOPIA, LEVIATHAN]))
    assert [game.name_of(*row) for row in game.offered("special_summon")] == possible


@rule("YGO-MOVE-22", "YGO-MOVE-23", "YGO-MOVE-25")
def test_xyz_materials_lie_beneath_the_monster_and_nowhere_else() -> None:
    game = summon_of(UTOPIA, "Battle Ox", "Celtic Guardian").do("special_summon", UTOPIA, zone=MAIN[2])
    assert str(game.card(UTOPIA).place) == MAIN[2]
    assert (game.count("graveyard"), game.names("monster")) == (0, [UTOPIA])
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        view, handle = game.view(viewer), game.card(UTOPIA).handles[viewer]
        below = [view.facts[view.cards[one].code].name for one in view.cards[handle].materials]
        assert sorted(below) == ["Battle Ox", "Celtic Guardian"]


@rule("YGO-MOVE-23")
def test_xyz_materials_go_beneath_a_monster_that_lies_on_the_field() -> None:
    game = Game(
        Cards(
            monsters=["Battle Ox", "Celtic Guardian"], extra=[UTOPIA],
            hand=["Axe of Despair", "Black Pendant"],
        )
    )  # fmt: skip
    game.do("activate", "Axe of Despair", "Battle Ox").do("activate", "Black Pendant", "Battle Ox")
    game.choose(UTOPIA).choose("Battle Ox").choose(MAIN[0]).choose("attack")
    assert game.can("order", "Axe of Despair")
    bearer = game.card(UTOPIA)
    assert (bearer.is_on_field, len(bearer.materials)) == (True, 2)


@rule("YGO-MOVE-24", "YGO-TOK-08")
def test_tokens_are_no_xyz_materials() -> None:
    game = summon_of(LEVIATHAN, TOKEN, "Baby Dragon")
    hold(game, Rule.LEVEL, TOKEN, 2)
    assert game.card(TOKEN).level == 3
    assert not game.do("change_position", "Baby Dragon").can("special_summon", LEVIATHAN)


@rule("YGO-TOK-08")
def test_no_effect_attaches_a_token() -> None:
    def body(fx: Fx) -> Body:
        yield attach_to_this(fx.monsters(only=lambda card: card.token))

    game = lend(Game(Cards(monsters=[UTOPIA, TOKEN])), body, UTOPIA).do("activate", UTOPIA)
    assert game.names("monster") == [UTOPIA, TOKEN]
    assert not game.card(UTOPIA).materials


# --- Link ---------------------------------------------------------------------------------------------------


@rule("YGO-MOVE-26", "YGO-LNK-09")
@pytest.mark.parametrize(("count", "possible"), [(2, False), (3, True)])
def test_link_3_takes_three_ordinary_monsters(count: int, possible: bool) -> None:
    assert summon_of(DECODE, *["Sangan"] * count).can("special_summon", DECODE) is possible


@rule("YGO-MOVE-30", "YGO-LNK-09")
@pytest.mark.parametrize("name", [DECODE, PROXY])
def test_a_link_2_counts_as_one_or_as_two(name: str) -> None:
    game = Game(Cards(monsters=["Sangan"], extra=[name], extra_monster=PROXY))
    game.do("special_summon", name)
    assert [card.facts.name for card in game.duel.cards_at("monster", 0)] == [name]


@rule("YGO-MOVE-27", "YGO-PEN-01")
def test_link_materials_go_to_the_graveyard_and_a_pendulum_monster_to_the_extra_deck() -> None:
    game = summon_of(PROXY, "Battle Ox", PENDULUM).do("special_summon", PROXY)
    assert (game.names("graveyard"), game.names("extra_deck")) == (["Battle Ox"], [PENDULUM])


@rule("YGO-MOVE-31", "YGO-TOK-07", "YGO-TOK-02")
def test_a_token_is_a_link_material_and_gone() -> None:
    game = summon_of(SPIDER, TOKEN).do("special_summon", SPIDER)
    assert (game.names("monster"), game.count("graveyard")) == ([SPIDER], 0)
    assert game.card(TOKEN).zone == "nowhere"


@rule("YGO-MOVE-29", "YGO-LNK-07")
def test_a_link_monster_comes_in_attack_unasked_and_has_no_level_rank_or_def() -> None:
    game = summon_of(SPIDER, BEARER)
    zones(game, "special_summon", SPIDER)
    game.choose(EXTRA[0]).calm()
    card = game.card(SPIDER)
    assert (card.face_up, card.defense_position) == (True, False)
    assert (card.level, card.rank, card.defense) == (0, 0, None)


@rule("YGO-LNK-07", "YGO-MOVE-17")
def test_a_link_monster_helps_no_synchro_summon() -> None:
    game = Game(Cards(monsters=[TUNER, "Happy Lover"], extra=[WARRIOR], extra_monster=SPIDER))
    game.choose(game.offered("special_summon", WARRIOR)[0][0])
    assert {game.name_of(*row) for row in game.ask.options} == {TUNER, "Happy Lover"}


@rule("YGO-LNK-07", "YGO-MOVE-21")
def test_a_link_monster_helps_no_xyz_summon() -> None:
    game = Game(Cards(monsters=["Baby Dragon"], extra=[LEVIATHAN], extra_monster=SPIDER))
    assert not game.can("special_summon", LEVIATHAN)


@rule("YGO-POS-03", "YGO-LNK-08")
@pytest.mark.parametrize("position", ["defense", "face_down", ""])
def test_no_effect_changes_a_link_monsters_position(position: str) -> None:
    def body(fx: Fx) -> Body:
        yield change_position(fx.monsters(only=lambda card: card.is_a("link")), position)

    game = lend(Game(Cards(monsters=[BEARER], extra_monster=PROXY)), body)
    assert not game.can("change_position", PROXY)
    card = game.do("activate", BEARER).card(PROXY)
    assert (card.face_up, card.defense_position) == (True, False)


@rule("YGO-POS-03", "YGO-LNK-08")
@pytest.mark.parametrize(("position", "comes"), [("defense", False), ("face_down", False), ("attack", True)])
def test_no_effect_special_summons_a_link_monster_in_defense(position: str, comes: bool) -> None:
    def links(card: Card) -> bool:
        return card.is_a("link")

    def body(fx: Fx) -> Body:
        yield special_summon(fx.cards("graveyard", only=links), position)

    game = lend(Game(Cards(monsters=[BEARER], graveyard=[PROXY])), body).do("activate", BEARER)
    assert (game.card(PROXY).zone == "monster") is comes
