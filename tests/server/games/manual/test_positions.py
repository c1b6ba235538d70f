"""Positions, faces, activations, attacks and arrows by hand."""

from __future__ import annotations

import pytest

from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.games.manual.manual_table import Table, refusal_rule

MONSTER, SPELL, TRAP = "Celtic Guardian", "Pot of Greed", "Trap Hole"


@rule("YGO-POS-01", "YGO-POS-02")
def test_a_monster_goes_from_attack_to_defense_and_back() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    table.do("position", card, position="defense")
    assert (card.face_up, card.defense_position) == (True, True)
    table.do("position", card, position="attack")
    assert (card.face_up, card.defense_position) == (True, False)
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("position", card, position="attack"))


@rule("YGO-POS-05", "YGO-MMZ-03")
@pytest.mark.parametrize("position", ["up", "down", "sideways"])
def test_there_is_no_face_down_attack(position: str) -> None:
    table = Table(hand=[MONSTER])
    card = table.put_card("Sangan", "0:monster:0")
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("position", card, position=position))
    refusal_rule(
        Code.NOT_OFFERED, lambda: table.do("special_summon", MONSTER, to="0:monster:1", position=position)
    )


@rule("YGO-POS-04", "VIS-06")
def test_turned_face_down_it_is_hidden_from_the_other_player() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0")
    table.do("position", card, position="set")
    assert not table.knows(1, card)
    assert table.knows(0, card)
    assert card.handles[1] in table.view(1).pile(0, "monster").handles


@rule("YGO-POS-04")
def test_a_set_monster_declares_no_attack() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0", "set")
    prey = table.put_card("Sangan", "1:monster:0")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("attack", card, others=[prey]))
    table.do("position", card, position="attack").do("attack", card, others=[prey])
    assert table.kinds()[-1] == "attack"


@rule("YGO-POS-07", "VIS-05")
def test_a_flip_summon_turns_it_to_face_up_attack() -> None:
    table = Table()
    card = table.put_card(MONSTER, "0:monster:0", "set")
    table.do("flip_summon", card)
    assert (card.face_up, card.defense_position) == (True, False)
    assert [told.word for told in table.told][-2:] == ["flip_summon", "flip"]
    assert table.knows(1, card)
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("flip_summon", card))


def test_only_a_card_on_the_field_is_turned() -> None:
    table = Table(hand=[MONSTER])
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("position", MONSTER, position="attack"))


@rule("YGO-STZ-04", "VIS-10")
def test_a_spell_is_played_face_up_or_set() -> None:
    table = Table(hand=[SPELL, TRAP])
    table.do("activate", SPELL, to="0:spell_trap:1")
    table.do("move", TRAP, to="0:spell_trap:2", position="down")
    spell, trap = table.card(SPELL), table.card(TRAP)
    assert (spell.face_up, trap.face_up) == (True, False)
    assert (table.knows(1, spell), table.knows(1, trap)) == (True, False)
    assert "declare" in table.kinds()
    assert "set" in table.kinds()
    table.do("activate", trap, others=[spell])
    assert trap.face_up
    assert table.told[-1].others == (spell,)


@rule("YGO-STZ-05", "YGO-PZ-13")
def test_a_card_keeps_its_zone() -> None:
    table = Table()
    card = table.put_card(SPELL, "0:spell_trap:1")
    assert "keeps its zone" in refusal_rule(
        Code.NEEDS_EFFECT, lambda: table.do("move", card, to="0:spell_trap:3")
    )


@rule("YGO-HAND-08", "VIS-43")
def test_an_effect_declared_from_the_hand_shows_the_card_then_and_no_longer() -> None:
    table = Table(hand=["Kuriboh", MONSTER])
    table.do("activate", "Kuriboh")
    card = table.card("Kuriboh")
    shown = next(told for told in table.told if told.kind == "declare")
    assert shown.readers == 0b111
    assert not table.knows(1, card)
    assert table.view(1).pile(0, "hand").handles == ()
    assert table.view(1).facts[card.code].name == "Kuriboh"


def test_an_effect_is_declared_where_the_card_lies() -> None:
    table = Table(graveyard=["Plaguespreader Zombie"])
    target = table.put_card(MONSTER, "1:monster:0")
    table.do("activate", "Plaguespreader Zombie", others=[target])
    assert table.told[-1].others == (target,)
    assert table.kinds() == ["declare"]


def test_an_attack_is_shown_until_the_battle_is_over() -> None:
    table = Table()
    card, target = table.put_card(MONSTER, "0:monster:0"), table.put_card("Sangan", "1:monster:0", "set")
    table.do("attack", card, others=[target])
    assert table.view(-1).attack == (card.handles[-1], target.handles[-1])
    table.do("attack")
    assert table.view(-1).attack is None
    table.do("attack", card)
    assert table.view(-1).attack == (card.handles[-1], 0)
    table.do("turn")
    assert table.view(-1).attack is None
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("attack", target, by=1))


def test_a_battle_ends_when_who_fights_leaves() -> None:
    table = Table()
    card, target = table.put_card(MONSTER, "0:monster:0"), table.put_card("Sangan", "1:monster:0")
    table.do("attack", card, others=[target])
    table.do("move", target, to="1:graveyard", by=1)
    assert table.view(-1).attack is None


def test_arrows_are_shown_until_a_card_lets_go_or_leaves() -> None:
    table = Table()
    card, one, two = (table.put_card(name, f"0:monster:{slot}") for slot, name in enumerate((MONSTER,) * 3))
    table.do("point", card, others=[one, two])
    assert table.view(1).cards[card.handles[1]].targets == (one.handles[1], two.handles[1])
    table.do("move", one, to="0:graveyard")
    assert table.view(1).cards[card.handles[1]].targets == (two.handles[1],)
    table.do("point", card)
    assert table.view(1).cards[card.handles[1]].targets == ()
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("point", card, others=[card]))
