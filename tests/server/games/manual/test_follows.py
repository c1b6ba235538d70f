"""Automatic consequences of moving cards by hand: materials, equips, Tokens, counters, Field Spells."""

from __future__ import annotations

from functools import partial

import pytest

from facedown_shared.cards.facts import TokenPrint
from facedown_shared.text.errors import Code, Illegal
from tests.rules import rule
from tests.server.games.manual.manual_table import Table, expect_malformed, refusal_rule

MONSTER, PENDULUM, XYZ, LINK = "Celtic Guardian", "Stargazer Magician", "Number 39: Utopia", "Link Spider"
FUSION, EQUIP, SPELL = "Gaia the Dragon Champion", "Axe of Despair", "Pot of Greed"
SHEEP = TokenPrint("Sheep Token")

# --- to the owner's piles -----------------------------------------------------------------------------------


@rule("YGO-MOVE-48", "YGO-MOVE-49", "YGO-PEN-05")
@pytest.mark.parametrize("start", ["hand", "monster:0", "spell_trap:0", "graveyard", "extra_deck", "deck"])
@pytest.mark.parametrize("face", ["up", "down"])
def test_banishing_starts_anywhere_and_turns_nothing_into_something_else(start: str, face: str) -> None:
    table = Table()
    card = table.put_card(PENDULUM, f"0:{start}")
    if start == "deck":
        table.do("search")
    table.do("move", card, to="0:banished", position=face)
    assert (card.zone, card.face_up) == ("banished", face == "up")


@rule("YGO-MOVE-50", "YGO-GY-06")
@pytest.mark.parametrize("goal", ["hand", "graveyard", "banished"])
def test_a_card_goes_to_its_owners_piles(goal: str) -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0", owner=1)
    table.do("move", card, to=f"0:{goal}")
    assert table.names(f"1:{goal}") == [MONSTER]
    assert table.count(f"0:{goal}") == 0


@rule("YGO-MOVE-51", "YGO-MOVE-54", "YGO-PEN-06")
@pytest.mark.parametrize("goal", ["hand", "deck"])
def test_a_main_deck_pendulum_monster_returns_as_told_and_a_fusion_goes_home(goal: str) -> None:
    table = Table()
    pendulum, fusion = table.put_card(PENDULUM, "0:monster:0"), table.put_card(FUSION, "0:monster:1")
    table.do("move", pendulum, to=f"0:{goal}").do("move", fusion, to=f"0:{goal}")
    assert (pendulum.zone, fusion.zone, fusion.face_up) == (goal, "extra_deck", False)


@rule("YGO-PEN-03", "YGO-PEN-04")
def test_no_redirect_from_hand_or_deck() -> None:
    table = Table(hand=[PENDULUM], deck=[PENDULUM])
    table.do("move", table.card(PENDULUM), to="0:graveyard").do("mill")
    assert table.names("0:graveyard") == [PENDULUM, PENDULUM]


@rule("YGO-PEN-07")
def test_redirected_cards_are_open_to_both() -> None:
    table = Table()
    card = table.put_card(PENDULUM, "0:monster:0")
    table.do("move", card, to="0:graveyard")
    assert all(table.knows(viewer, card) for viewer in (0, 1, -1))


@rule("YGO-MOVE-53", "YGO-MOVE-55")
@pytest.mark.parametrize(("position", "index"), [("top", 0), ("bottom", 6)])
def test_back_to_the_top_or_bottom_of_the_deck(position: str, index: int) -> None:
    table = Table(graveyard=[MONSTER])
    table.do("move", MONSTER, to="0:deck", position=position)
    assert table.names("0:deck").index(MONSTER) == index
    assert "shuffle" not in table.kinds()


@rule("YGO-MOVE-53", "YGO-MOVE-55")
def test_shuffled_into_the_deck_it_is_shuffled_once() -> None:
    table = Table(graveyard=[MONSTER, SPELL])
    table.do("move", MONSTER, SPELL, to="0:deck", position="shuffled")
    assert table.count("0:deck") == 8
    assert table.kinds().count("shuffle") == 1


def test_cards_sent_together_lie_in_the_order_named() -> None:
    table = Table(hand=["Sangan", SPELL, MONSTER])
    table.do("move", MONSTER, "Sangan", SPELL, to="0:graveyard")
    assert table.names("0:graveyard") == [MONSTER, "Sangan", SPELL]


@rule("YGO-GY-03")
def test_the_graveyard_keeps_its_order() -> None:
    table = Table(graveyard=[MONSTER, SPELL])
    expect_malformed(lambda: table.do("shuffle", text="graveyard"))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", MONSTER, to="0:graveyard", effect=True))
    assert table.names("0:graveyard") == [MONSTER, SPELL]


# --- materials ----------------------------------------------------------------------------------------------


@rule("YGO-XYZ-04", "YGO-XYZ-06", "YGO-XYZ-07")
def test_the_player_detaches_which_material_they_like() -> None:
    table = Table()
    monster = table.put_card(XYZ, "0:monster:0")
    table.put_beneath(MONSTER, monster)
    other = table.put_beneath("Sangan", monster)
    table.do("move", other, to="0:graveyard")
    assert table.names("0:graveyard") == ["Sangan"]
    table.do("move", MONSTER, to="0:graveyard")
    assert (monster.materials, monster.zone) == ((), "monster")


@rule("YGO-XYZ-10", "YGO-XYZ-11")
@pytest.mark.parametrize("goal", ["0:extra_deck", "0:graveyard", "0:banished", "0:spell_trap:1"])
def test_when_the_monster_leaves_its_materials_go_to_the_graveyard(goal: str) -> None:
    table = Table()
    monster = table.put_card(XYZ, "0:monster:0")
    table.put_beneath(PENDULUM, monster)
    table.do("move", monster, to=goal)
    assert PENDULUM in table.names("0:graveyard")
    assert monster.materials == ()


def test_materials_stay_beneath_those_who_changes_sides() -> None:
    table = Table()
    monster = table.put_card(XYZ, "0:monster:0")
    material = table.put_beneath(MONSTER, monster)
    table.do("control", monster)
    assert (monster.controller, monster.materials) == (1, (material,))
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("move", material, to="0:graveyard"))
    table.do("move", material, to="1:graveyard", by=1)
    assert table.names("0:graveyard") == [MONSTER]


@rule("YGO-XYZ-08")
def test_materials_lie_beneath_face_up_xyz_monsters_alone() -> None:
    table = Table(hand=[MONSTER])
    other = table.put_card(FUSION, "0:monster:0")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("attach", MONSTER, others=[other]))
    bearer = table.put_card(XYZ, "0:monster:1")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("attach", bearer, others=[bearer]))


# --- Tokens -------------------------------------------------------------------------------------------------


@rule("YGO-TOK-01", "YGO-TOK-02", "YGO-TOK-03")
def test_a_token_is_made_of_what_is_said() -> None:
    table = Table()
    made = TokenPrint("Lamb Token", attack=500, defense=300, level=2, attribute="earth", race="beast")
    counts = {pile: view.count for pile, view in table.view(0).piles.items() if "monster" not in pile}
    table.do("token", token=made, to="0:monster:3", position="defense")
    card = table.card("Lamb Token")
    facts = table.view(1).known_facts(card.handles[1])
    assert facts
    assert (facts.name, facts.attack, facts.defense, facts.level) == ("Lamb Token", 500, 300, 2)
    assert (facts.attribute, facts.race, facts.kinds) == ("earth", "beast", ("monster", "normal", "token"))
    assert (card.defense_position, card.token) == (True, True)
    after = {pile: view.count for pile, view in table.view(0).piles.items() if "monster" not in pile}
    assert after == counts


def test_two_tokens_alike_are_the_same_card_and_others_are_not() -> None:
    table = Table()
    for name in ("Lamb Token", "Lamb Token", "Wolf Token", SHEEP.name):
        table.do("token", token=TokenPrint(name))
    one, two, three, known = (card for card in table.free.state.cards if card.token)
    assert one.code == two.code != three.code
    assert known.code == 73915052, "a printed Token is itself"


@rule("YGO-TOK-09", "CF-36")
def test_a_token_is_never_face_down() -> None:
    table = Table()
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("token", token=SHEEP, position="set"))
    table.do("token", token=SHEEP)
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("position", SHEEP.name, position="set", effect=True))


@rule("YGO-TOK-10", "YGO-TOK-11", "YGO-MOVE-52")
@pytest.mark.parametrize("goal", ["graveyard", "hand", "deck", "banished"])
def test_a_token_that_leaves_is_gone(goal: str) -> None:
    table = Table()
    table.do("token", token=SHEEP)
    before = table.count(f"0:{goal}")
    table.do("move", SHEEP.name, to=f"0:{goal}")
    assert table.count(f"0:{goal}") == before
    assert table.kinds()[-1] in ("vanish", "shuffle")
    assert table.card(SHEEP.name).zone == "nowhere"


@rule("YGO-TOK-10")
@pytest.mark.parametrize("goal", ["0:spell_trap:0", "-:extra_monster:0"])
def test_a_token_lies_in_main_monster_zones_alone(goal: str) -> None:
    table = Table()
    table.do("token", token=SHEEP)
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", SHEEP.name, to=goal, effect=True))


def test_a_token_comes_to_the_other_side_by_an_effect() -> None:
    table = Table()
    refusal_rule(Code.NEEDS_EFFECT, lambda: table.do("token", token=SHEEP, to="1:monster:0"))
    table.do("token", token=SHEEP, to="1:monster:0", effect=True)
    assert table.card(SHEEP.name).controller == 1


def test_a_token_needs_a_free_zone_and_words() -> None:
    table = Table()
    expect_malformed(lambda: table.do("token"))
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("token", token=SHEEP, to="0:hand"))
    table.do("token", token=SHEEP, to="0:monster:0")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("token", token=SHEEP, to="0:monster:0"))


# --- counters -----------------------------------------------------------------------------------------------


@rule("YGO-CTR-01", "YGO-CTR-02")
def test_counters_of_several_kinds_lie_on_a_card_for_all_to_see() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    table.do("counter", card, text="Spell", amount=3).do("counter", card, text="Guard", amount=1)
    table.do("counter", card, text="Spell", amount=-1)
    assert table.view(-1).cards[card.handles[-1]].counters == {"Spell": 2, "Guard": 1}


@rule("YGO-CTR-03")
def test_turned_face_down_a_card_loses_its_counters() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    table.do("counter", card, text="Spell", amount=3)
    table.do("position", card, position="set").do("position", card, position="attack")
    assert card.counters == {}


@rule("YGO-CTR-03")
@pytest.mark.parametrize("pile", ["hand", "graveyard", "banished"])
def test_off_the_field_a_card_has_no_counters_and_brings_none_back(pile: str) -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    table.do("counter", card, text="Spell", amount=3).do("move", card, to=f"0:{pile}")
    assert card.counters == {}
    table.do("special_summon", card, to="0:monster:0")
    assert table.view(1).cards[card.handles[1]].counters == {}


@rule("YGO-CTR-04")
def test_counters_lie_on_face_up_cards_of_the_field_alone() -> None:
    table = Table(hand=[MONSTER])
    hidden = table.put_card("Sangan", "0:monster:0", "set")
    material = table.put_beneath(SPELL, table.put_card(XYZ, "0:monster:1"))
    for card in (table.card(MONSTER), hidden, material):
        put = partial(table.do, "counter", card, text="Spell", amount=1)
        assert "face-up" in refusal_rule(Code.AGAINST_RULES, put)


@pytest.mark.parametrize(("name", "amount"), [("", 1), ("Spell", 0), ("Spell", -1), ("Spell", 1000)])
def test_no_counters_at_all_are_refused(name: str, amount: int) -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("counter", card, text=name, amount=amount))


# --- equips and Field Spells --------------------------------------------------------------------------------


@rule("YGO-MOVE-56")
def test_an_equip_card_lies_in_a_zone_and_is_tied_to_a_face_up_monster() -> None:
    table = Table(hand=[EQUIP])
    hidden, monster = table.put_card("Sangan", "0:monster:1", "set"), table.put_card(MONSTER, "1:monster:0")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("equip", EQUIP, others=[hidden], to="0:spell_trap:2"))
    with pytest.raises(Illegal):  # it was shown to the opponent once the monster moved
        table.do("equip", EQUIP, others=[monster], to="0:spell_trap:2", position="down")
    table.do("equip", EQUIP, others=[monster], to="0:spell_trap:2")
    card = table.card(EQUIP)
    assert (table.at("0:spell_trap:2"), card.equipped_to) == (EQUIP, monster)
    assert table.view(-1).cards[card.handles[-1]].equipped_to == monster.handles[-1]


@rule("YGO-MOVE-57", "VIS-13")
def test_a_face_down_card_equips_nothing() -> None:
    """Seen to fail: it was destroyed with the monster that the opponent moved, and shown."""
    table = Table()
    monster = table.put_card("Celtic Guardian", "0:monster:0")
    given = table.put_card("Sangan", "0:monster:1", "set")
    refusal_rule(
        Code.AGAINST_RULES, lambda: table.do("equip", given, others=[monster], to="1:monster:0", effect=True)
    )
    equip = table.put_card(EQUIP, "0:spell_trap:0")
    table.do("equip", equip, others=[monster]).do("position", equip, position="down")
    table.do("move", monster, to="0:graveyard")
    assert (equip.equipped_to, str(equip.place), equip.face_up) == (None, "0:spell_trap:0", False)


@pytest.mark.parametrize("leave", ["position", "move"])
def test_the_equip_is_lost_with_its_monster(leave: str) -> None:
    table = Table(hand=[EQUIP])
    monster = table.put_card(MONSTER, "0:monster:0")
    table.do("equip", EQUIP, others=[monster], to="0:spell_trap:0")
    if leave == "position":
        table.do("position", monster, position="set")
    else:
        table.do("move", monster, to="0:hand")
    assert EQUIP in table.names("0:graveyard")
    assert table.told[-1].cause == "destroy"


def test_a_monster_can_be_an_equip_and_ties_end_with_the_equip() -> None:
    table = Table()
    monster, other = table.put_card(MONSTER, "0:monster:0"), table.put_card("Sangan", "0:monster:1")
    table.do("equip", other, others=[monster], to="0:spell_trap:1")
    assert monster.equips == (other,)
    table.do("move", other, to="0:graveyard")
    assert not monster.equips


def test_an_equip_turned_up_where_it_lies() -> None:
    table = Table()
    hidden, monster = table.put_card(EQUIP, "0:spell_trap:1", "down"), table.put_card(MONSTER, "0:monster:0")
    table.do("equip", hidden, others=[monster])
    assert (hidden.face_up, hidden.equipped_to) == (True, monster)


@rule("YGO-FZ-03", "CF-18")
@pytest.mark.parametrize("position", ["up", "down"])
def test_the_next_field_spell_sends_the_old_one_to_the_graveyard(position: str) -> None:
    table = Table(hand=["Yami"])
    table.put_card("Umi", "0:field:0")
    table.do("move", "Yami", to="0:field:0", position=position)
    assert (table.at("0:field:0"), table.names("0:graveyard")) == ("Yami", ["Umi"])
    assert table.told[0].cause != "destroy"


@rule("CF-17", "YGO-FZ-02")
@pytest.mark.parametrize(("rules", "left"), [("master", "Umi"), ("classic", "")])
def test_one_field_spell_each_or_one_between_both(rules: str, left: str) -> None:
    table = Table(rules=rules, hand=["Yami"])
    table.put_card("Umi", "1:field:0")
    table.do("activate", "Yami", to="0:field:0")
    assert (table.at("0:field:0"), table.at("1:field:0")) == ("Yami", left)
    assert table.names("1:graveyard") == ([] if left else ["Umi"])


@rule("CF-18")
def test_in_classic_the_own_field_spell_must_go_first() -> None:
    table = Table(rules="classic", hand=["Yami"])
    table.put_card("Umi", "0:field:0")
    with pytest.raises(Illegal, match="while your own"):
        table.do("activate", "Yami", to="0:field:0", effect=True)


@rule("YGO-STZ-06", "YGO-FZ-08")
def test_field_spells_and_others_keep_to_their_zones() -> None:
    table = Table(hand=["Umi", SPELL])
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", "Umi", to="0:spell_trap:1", effect=True))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("move", SPELL, to="0:field:0", effect=True))


# --- control ------------------------------------------------------------------------------------------------


@rule("VIS-04")
@pytest.mark.parametrize("position", ["attack", "defense", "set"])
def test_a_monster_changes_sides_as_it_lies(position: str) -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0", position)
    lay = (card.face_up, card.defense_position)
    table.do("control", card, to="1:monster:3")
    assert (str(card.place), card.controller, card.owner) == ("1:monster:3", 1, 0)
    assert (card.face_up, card.defense_position) == lay
    assert table.knows(0, card), "its owner may look"
    assert table.knows(1, card)
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("move", card, to="0:graveyard"))


@rule("YGO-EMZ-18")
def test_from_an_extra_monster_zone_it_goes_to_a_main_one() -> None:
    table = Table()
    card = table.put_card(FUSION, "-:extra_monster:1", by=0)
    table.do("control", card)
    assert (card.zone, card.controller) == ("monster", 1)


@rule("CF-39")
def test_a_full_side_takes_no_monster() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    for slot in range(5):
        table.put_card("Sangan", f"1:monster:{slot}")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("control", card))
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("control", card, to="0:monster:3"))


def test_a_card_comes_to_the_other_side_by_an_effect_alone() -> None:
    table = Table(hand=[MONSTER])
    refusal_rule(Code.NEEDS_EFFECT, lambda: table.do("special_summon", MONSTER, to="1:monster:0"))
    table.do("special_summon", MONSTER, to="1:monster:0", effect=True)
    assert (table.card(MONSTER).controller, table.card(MONSTER).owner) == (1, 0)


def test_a_spell_comes_to_a_monster_zone_by_an_effect_alone() -> None:
    table = Table(hand=[SPELL])
    refusal_rule(Code.NEEDS_EFFECT, lambda: table.do("move", SPELL, to="0:monster:0"))
    table.do("move", SPELL, to="0:monster:0", effect=True)
    assert table.at("0:monster:0") == SPELL
