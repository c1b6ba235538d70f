"""Summons by hand: one gesture and one step each; printed requirements may be overruled by an effect."""

from __future__ import annotations

import pytest

from facedown_server.table.state import Card
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.protocol.gestures import Move
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code, Illegal
from tests.rules import rule
from tests.server.games.manual.manual_table import Table, expect_needs_effect, is_material, refusal_rule

SMALL, TINY, LEVEL5, LEVEL7 = "Celtic Guardian", "Kuriboh", "Cyber Dragon", "Dark Magician"
TUNER, JUNK, SYNCHRO = "Junk Synchron", "Speed Warrior", "Junk Warrior"
XYZ, RANK4 = "Number 39: Utopia", "Gemini Elf"
LINK1, LINK2, LINK3 = "Link Spider", "Proxy Dragon", "Decode Talker"
LOW, HIGH = "Stargazer Magician", "Timegazer Magician"
FUSION = "Flame Swordsman"
RITUAL, MIN_RITUAL_LEVEL = "Black Luster Soldier", 8


# --- Normal Summons -----------------------------------------------------------------------------------------


@rule("YGO-MOVE-05", "YGO-POS-01", "YGO-MOVE-08")
def test_a_small_monster_is_summoned_in_attack_without_tribute() -> None:
    table = Table(hand=[SMALL])
    table.do("summon", SMALL, to="0:monster:2")
    card = table.card(SMALL)
    assert (table.at("0:monster:2"), card.face_up, card.defense_position) == (SMALL, True, False)
    assert table.kinds()[-1] == "summoned"


@rule("YGO-MOVE-08", "YGO-POS-04", "VIS-47")
def test_a_set_monster_lies_face_down_in_defense_and_nobody_else_reads_it() -> None:
    table = Table(hand=[SMALL])
    table.do("set", SMALL)
    card = table.card(SMALL)
    assert (card.place.slot, card.face_up, card.defense_position) == (0, False, True)
    assert table.knows(0, card)
    assert not table.knows(1, card)
    assert "summoned" not in table.kinds()


@rule("YGO-MOVE-06", "YGO-MOVE-07")
@pytest.mark.parametrize(("name", "tributes"), [(LEVEL5, 1), (LEVEL7, 2)])
@pytest.mark.parametrize("do", ["summon", "set"])
def test_larger_monsters_need_tributes(name: str, tributes: int, do: str) -> None:
    table = Table(hand=[name])
    prey = [table.put_card(SMALL, f"0:monster:{slot}") for slot in range(tributes)]
    assert "Tribute" in refusal_rule(Code.NEEDS_EFFECT, lambda: table.do(do, name, others=prey[1:]))
    table.do(do, name, others=prey, to="0:monster:0")
    assert table.at("0:monster:0") == name
    assert table.names("0:graveyard") == [SMALL] * tributes
    assert [told.cause for told in table.told if told.card in prey] == ["tribute"] * tributes


@rule("YGO-MOVE-05")
def test_an_effect_may_do_without_tributes() -> None:
    table = Table(hand=[LEVEL7])
    expect_needs_effect(lambda effect: table.do("summon", LEVEL7, effect=effect))


@rule("YGO-TOK-04")
def test_a_token_is_tributed_and_gone() -> None:
    table = Table(hand=[LEVEL5])
    table.put_card("Sheep Token", "0:monster:0")
    table.do("summon", LEVEL5, others=["Sheep Token"])
    assert table.count("0:graveyard") == 0


@rule("YGO-MOVE-10")
def test_a_tributed_pendulum_monster_goes_to_the_extra_deck() -> None:
    table = Table(hand=[LEVEL5])
    table.put_card(LOW, "0:monster:0")
    table.do("summon", LEVEL5, others=[LOW])
    assert table.names("0:extra_deck") == [LOW]


def test_the_other_players_monsters_are_tributed_by_an_effect_alone() -> None:
    table = Table(hand=[LEVEL5])
    prey = table.put_card(SMALL, "1:monster:0")
    expect_needs_effect(lambda effect: table.do("summon", LEVEL5, others=[prey], effect=effect))
    assert table.names("1:graveyard") == [SMALL]


@rule("YGO-MMZ-02")
def test_five_monsters_leave_no_zone() -> None:
    table = Table(hand=[SMALL])
    for slot in range(5):
        table.put_card(TINY, f"0:monster:{slot}")
    assert refusal_rule(Code.AGAINST_RULES, lambda: table.do("summon", SMALL))


def test_a_tribute_frees_its_zone() -> None:
    table = Table(hand=[LEVEL5])
    for slot in range(5):
        table.put_card(TINY, f"0:monster:{slot}")
    table.do("summon", LEVEL5, others=[TINY], to="0:monster:0")
    assert table.at("0:monster:0") == LEVEL5


# --- Special Summons ----------------------------------------------------------------------------------------


@rule("YGO-MOVE-11", "YGO-MOVE-12", "CF-43")
@pytest.mark.parametrize("start", ["hand", "graveyard", "banished", "deck", "extra_deck"])
@pytest.mark.parametrize("position", ["attack", "defense"])
def test_monsters_come_from_everywhere(start: str, position: str) -> None:
    name = "Gaia the Dragon Champion" if start == "extra_deck" else SMALL
    table = Table()
    card = table.put_card(name, f"0:{start}")
    if start == "deck":
        table.do("search")
    table.do("special_summon", card, to="0:monster", position=position)
    assert card.is_in_monster_zone
    assert card.defense_position == (position == "defense")


@rule("YGO-MOVE-13", "YGO-MMZ-08", "YGO-MMZ-09")
def test_from_the_extra_deck_link_monsters_alone_need_an_arrow() -> None:
    table = Table(extra_deck=["Gaia the Dragon Champion", LINK1])
    table.do("special_summon", "Gaia the Dragon Champion", to="0:monster:1")
    assert "points to" in refusal_rule(
        Code.AGAINST_RULES, lambda: table.do("special_summon", LINK1, to="0:monster:0")
    )
    table.do("special_summon", LINK1, to="-:extra_monster:0")


# --- Fusion and Ritual --------------------------------------------------------------------------------------


@rule("YGO-MOVE-15", "YGO-MOVE-16", "YGO-TOK-05")
def test_a_fusion_summon_is_one_step_and_sends_its_materials() -> None:
    table = Table(hand=[LOW], extra_deck=[FUSION])
    table.put_card(HIGH, "0:monster:0")
    table.put_card("Sheep Token", "0:monster:1")
    extra = table.count("0:extra_deck")
    table.do("fusion_summon", FUSION, others=[LOW, HIGH, "Sheep Token"], to="0:monster:0", position="defense")
    assert table.at("0:monster:0") == FUSION
    assert table.names("0:graveyard") == [LOW], "from the hand there is no other way"
    assert table.names("0:extra_deck") == [HIGH]
    assert extra == 1
    assert table.knows(1, table.card(FUSION))


@rule("YGO-MOVE-41", "YGO-MOVE-42")
def test_a_ritual_summon_tributes_levels_enough() -> None:
    table = Table(hand=[RITUAL, LEVEL7, SMALL])
    assert "Levels" in refusal_rule(
        Code.NEEDS_EFFECT, lambda: table.do("ritual_summon", RITUAL, others=[LEVEL7])
    )
    table.do("ritual_summon", RITUAL, others=[LEVEL7, SMALL])
    assert table.at("0:monster:0") == RITUAL
    assert table.names("0:graveyard") == [LEVEL7, SMALL]


@rule("YGO-MOVE-42")
def test_a_ritual_monster_never_comes_to_an_extra_monster_zone() -> None:
    table = Table(hand=[RITUAL, LEVEL7, SMALL])
    refusal_rule(
        Code.AGAINST_RULES,
        lambda: table.do("ritual_summon", RITUAL, others=[LEVEL7, SMALL], to="-:extra_monster:0"),
    )


# --- Synchro ------------------------------------------------------------------------------------------------


def synchro(*materials: str) -> Table:
    """Return materials on the field, and a Level 5 Synchro Monster in the Extra Deck."""
    table = Table(extra_deck=[SYNCHRO])
    for slot, name in enumerate(materials):
        table.put_card(name, f"0:monster:{slot}")
    return table


@rule("YGO-MOVE-17", "YGO-MOVE-18", "YGO-MOVE-19")
def test_a_synchro_summon_adds_levels_up() -> None:
    table = synchro(TUNER, JUNK)
    table.do("synchro_summon", SYNCHRO, others=[TUNER, JUNK], to="0:monster:4")
    assert table.at("0:monster:4") == SYNCHRO
    assert table.names("0:graveyard") == [TUNER, JUNK]


@rule("YGO-MOVE-17")
@pytest.mark.parametrize("materials", [(TUNER, SMALL), (JUNK, JUNK), (TUNER, TUNER), (TUNER,)])
def test_other_sums_and_tuners_need_an_effect(materials: tuple[str, ...]) -> None:
    table = synchro(*materials)
    expect_needs_effect(lambda effect: table.do("synchro_summon", SYNCHRO, others=materials, effect=effect))


@rule("YGO-XYZ-01")
def test_an_effect_takes_no_hidden_card_of_the_other_player() -> None:
    """Seen to fail: the opponent's Set monsters became materials, and were read."""
    table = synchro(TUNER, JUNK)
    elf = table.put_card("Mystical Elf", "1:monster:0", "set")
    attempts: list[list[str | Card]] = [[TUNER, elf], [TUNER, JUNK, elf]]
    for others in attempts:
        with pytest.raises(Illegal) as caught:
            table.do("synchro_summon", SYNCHRO, others=others, effect=True)
        assert caught.value.code is Code.NOT_ALLOWED
    table.do("summon", table.put_card("Sangan", "0:hand"))
    with pytest.raises(Illegal):
        table.do("set", table.put_card("Summoned Skull", "0:hand"), others=[elf], effect=True)
    assert table.at("1:monster:0") == "Mystical Elf"


@rule("YGO-FZ-03")
def test_a_field_spell_replaces_no_hidden_card_of_the_other_player() -> None:
    """Seen to fail: the opponent's Set Field Spell went to the Graveyard face-up."""
    table = Table(hand=["Yami", "Umi"])
    table.put_card("Sogen", "1:field:0", "down")
    with pytest.raises(Illegal) as caught:
        table.do("move", "Yami", to="1:field:0", position="up", effect=True)
    assert caught.value.code is Code.NOT_ALLOWED
    assert table.at("1:field:0") == "Sogen"
    table.do("move", "Yami", to="0:field:0", position="up").do("move", "Umi", to="0:field:0", position="up")
    assert (table.at("0:field:0"), table.names("0:graveyard")) == ("Umi", ["Yami"])


@rule("YGO-MOVE-20", "YGO-TOK-06")
def test_a_token_is_synchro_material() -> None:
    table = synchro(TUNER)
    table.do("token", token=TokenPrint("Imp Token", level=2))
    table.do("synchro_summon", SYNCHRO, others=[TUNER, "Imp Token"])
    assert table.names("0:graveyard") == [TUNER]


@rule("YGO-LNK-07")
def test_a_link_monster_has_no_level_for_a_synchro_summon() -> None:
    table = synchro(TUNER, JUNK)
    link = table.put_card(LINK1, "0:monster:3")
    assert "Level" in refusal_rule(
        Code.NEEDS_EFFECT, lambda: table.do("synchro_summon", SYNCHRO, others=[TUNER, JUNK, link])
    )


# --- Xyz ----------------------------------------------------------------------------------------------------


def xyz(*materials: str) -> Table:
    """Return materials on the field, and a Rank 4 Xyz Monster in the Extra Deck."""
    table = Table(extra_deck=[XYZ])
    for slot, name in enumerate(materials):
        table.put_card(name, f"0:monster:{slot}")
    return table


@rule("YGO-MOVE-21", "YGO-MOVE-22", "YGO-MOVE-23")
def test_an_xyz_summon_lays_its_materials_beneath() -> None:
    table = xyz(RANK4, SMALL)
    table.do("xyz_summon", XYZ, others=[RANK4, SMALL], to="0:monster:0")
    monster = table.card(XYZ)
    assert [card.name for card in monster.materials] == [RANK4, SMALL]
    assert table.count("0:graveyard") == 0
    assert table.at("0:monster:0") == XYZ


@rule("YGO-MOVE-25", "YGO-XYZ-01", "VIS-12")
def test_materials_are_no_longer_on_the_field_and_open_to_all() -> None:
    table = xyz(RANK4, SMALL)
    table.do("xyz_summon", XYZ, others=[RANK4, SMALL])
    materials = table.card(XYZ).materials
    assert not any(card.is_on_field for card in materials)
    assert all(table.knows(viewer, card) for viewer in (0, 1, -1) for card in materials)


@rule("YGO-MOVE-21")
def test_other_levels_and_face_down_monsters_need_an_effect() -> None:
    other = xyz(RANK4, TINY)
    expect_needs_effect(lambda effect: other.do("xyz_summon", XYZ, others=[RANK4, TINY], effect=effect))
    table = xyz(RANK4)
    hidden = table.put_card(SMALL, "0:monster:3", "set")
    expect_needs_effect(lambda effect: table.do("xyz_summon", XYZ, others=[RANK4, hidden], effect=effect))


@rule("YGO-MOVE-24", "YGO-TOK-08")
def test_a_token_is_no_xyz_material_whatever_an_effect_says() -> None:
    table = xyz(RANK4)
    table.put_card("Sheep Token", "0:monster:3")
    refusal_rule(
        Code.AGAINST_RULES,
        lambda: table.do("xyz_summon", XYZ, others=[RANK4, "Sheep Token"], effect=True),
    )
    bearer = table.put_card(XYZ, "0:monster:4")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("attach", "Sheep Token", others=[bearer], effect=True))


@rule("YGO-XYZ-12", "YGO-XYZ-13")
def test_ranking_up_takes_the_materials_along() -> None:
    table = Table(extra_deck=["Number 17: Leviathan Dragon"])
    old = table.put_card(XYZ, "0:monster:0")
    table.put_beneath(RANK4, old)
    table.put_beneath(SMALL, old)
    table.do("xyz_summon", "Number 17: Leviathan Dragon", others=[old], to="0:monster:0")
    new = table.card("Number 17: Leviathan Dragon")
    assert [card.name for card in new.materials] == [RANK4, SMALL, XYZ]
    assert all(is_material(card) for card in new.materials)


# --- classic ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ["synchro_summon", "xyz_summon", "link_summon", "pendulum_summon"])
def test_classic_knows_no_later_summons(do: str) -> None:
    table = Table(rules="classic", hand=[SMALL])
    refusal_rule(Code.NOT_OFFERED, lambda: table.do(do, SMALL))


@rule("CF-01")
def test_a_classic_fusion_monster_comes_to_any_free_zone() -> None:
    table = Table(rules="classic", hand=[SMALL, TINY], extra_deck=[FUSION])
    table.do("fusion_summon", FUSION, others=[SMALL, TINY], to="0:monster:4", position="defense")
    assert table.at("0:monster:4") == FUSION


# --- what is no Summon at all -------------------------------------------------------------------------------


def test_what_cannot_be_summoned_so_is_refused() -> None:
    table = Table(hand=[SMALL, "Pot of Greed"], extra_deck=[XYZ], graveyard=[TINY])
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("summon", "Pot of Greed", effect=True))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("summon", TINY, effect=True))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("synchro_summon", XYZ, others=[SMALL], effect=True))
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("xyz_summon", XYZ, effect=True))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("xyz_summon", XYZ, others=[SMALL], effect=True))
    twice = (table.card(SMALL).handles[0],) * 2
    refusal_rule(Code.NOT_OFFERED, lambda: table.send(Move(twice, (Place(0, "graveyard"),))))
