"""Link and Pendulum Summons by hand: zones that arrows open, ratings, Scales."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec import structs

from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.games.manual.manual_table import Table, expect_needs_effect, refusal_rule

SMALL, TINY, LEVEL7, RANK4 = "Celtic Guardian", "Kuriboh", "Dark Magician", "Gemini Elf"
LINK1, LINK2, LINK3 = "Link Spider", "Proxy Dragon", "Decode Talker"
LOW, HIGH = "Stargazer Magician", "Timegazer Magician"

# --- Link ---------------------------------------------------------------------------------------------------


@rule("YGO-MOVE-26", "YGO-LNK-09")
def test_a_link_summon_takes_as_many_as_its_rating() -> None:
    table = Table(extra_deck=[LINK2])
    cards = [table.put_card(name, f"0:monster:{slot}") for slot, name in enumerate((SMALL, TINY, RANK4))]
    needs = refusal_rule(
        Code.NEEDS_EFFECT, lambda: table.do("link_summon", LINK2, others=cards, to="-:extra_monster:0")
    )
    assert "Rating" in needs
    table.do("link_summon", LINK2, others=cards[:2], to="-:extra_monster:0")
    assert table.at("-:extra_monster:0") == LINK2


@rule("YGO-MOVE-27", "YGO-MOVE-31", "YGO-TOK-07")
def test_link_materials_leave_as_they_must() -> None:
    table = Table(extra_deck=[LINK2])
    table.put_card(LOW, "0:monster:0")
    table.put_card("Sheep Token", "0:monster:1")
    table.do("link_summon", LINK2, others=[LOW, "Sheep Token"], to="-:extra_monster:1")
    assert table.names("0:extra_deck") == [LOW]
    assert table.count("0:graveyard") == 0


@rule("YGO-MOVE-28", "YGO-LNK-02", "YGO-LNK-13")
def test_a_link_monster_goes_where_any_link_monster_points() -> None:
    table = Table(extra_deck=[LINK1])
    theirs = table.put_card(LINK3, "-:extra_monster:0", by=1)
    prey = table.put_card(SMALL, "0:monster:0")
    assert "bottom_left" in theirs.facts.arrows
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("link_summon", LINK1, others=[prey], to="0:monster:4"))
    table.do("link_summon", LINK1, others=[prey], to="0:monster:1")
    assert table.at("0:monster:1") == LINK1


@rule("YGO-LNK-01")
@pytest.mark.parametrize(
    ("arrow", "place", "opened"),
    [
        ("left", "0:monster:1", 0),
        ("right", "0:monster:1", 2),
        ("bottom_left", "-:extra_monster:0", 0),
        ("bottom", "-:extra_monster:0", 1),
        ("bottom_right", "-:extra_monster:0", 2),
        ("top_left", "theirs", 2),
        ("top", "theirs", 1),
        ("top_right", "theirs", 0),
    ],
)
def test_each_of_the_eight_arrows_opens_one_zone(arrow: str, place: str, opened: int) -> None:
    table = Table(extra_deck=[LINK1])
    theirs = place == "theirs"
    link = table.put_card(LINK2, "-:extra_monster:0" if theirs else place, by=int(theirs))
    link.facts = structs.replace(link.facts, arrows=(arrow,))
    prey = table.put_card(SMALL, "0:monster:4")
    for slot in {0, 1, 2, 3} - {opened, link.place.slot if link.zone == "monster" else opened}:
        act = partial(table.do, "link_summon", LINK1, others=[prey], to=f"0:monster:{slot}")
        refusal_rule(Code.AGAINST_RULES, act)
    table.do("link_summon", LINK1, others=[prey], to=f"0:monster:{opened}")
    assert table.at(f"0:monster:{opened}") == LINK1


@rule("YGO-MOVE-29", "YGO-POS-03", "YGO-LNK-08")
@pytest.mark.parametrize("position", ["defense", "set"])
def test_a_link_monster_is_always_in_face_up_attack(position: str) -> None:
    table = Table(extra_deck=[LINK1])
    link = table.put_card(LINK2, "0:monster:1")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("position", link, position=position, effect=True))
    prey = table.put_card(SMALL, "0:monster:0")
    refusal_rule(
        Code.AGAINST_RULES,
        lambda: table.do("link_summon", LINK1, others=[prey], to="-:extra_monster:0", position=position),
    )
    assert link.defense is None


@rule("YGO-MOVE-30")
@pytest.mark.parametrize("goal", [LINK2, LINK3])
def test_a_link_monster_counts_as_one_or_as_its_rating(goal: str) -> None:
    table = Table()
    link = table.put_card(LINK2, "0:monster:0")
    prey = table.put_card(SMALL, "0:monster:1")
    table.do("link_summon", table.put_card(goal, "0:extra_deck"), others=[link, prey], to="-:extra_monster:0")
    assert table.at("-:extra_monster:0") == goal


@rule("YGO-EMZ-03", "CF-33")
@pytest.mark.parametrize("name", [LINK1, "Gaia the Dragon Champion"])
def test_a_second_extra_monster_zone_is_for_an_extra_link_alone(name: str) -> None:
    table = Table(extra_deck=[name])
    table.put_card(LINK2, "-:extra_monster:0", by=0)
    text = refusal_rule(
        Code.AGAINST_RULES, lambda: table.do("special_summon", name, to="-:extra_monster:1", effect=True)
    )
    assert "Extra Link" in text


# --- Pendulum -----------------------------------------------------------------------------------------------


def scales(*, up: bool = True) -> Table:
    """Return Scales 1 and 8 in the outer zones."""
    table = Table(hand=[SMALL, LEVEL7, "Sangan"])
    table.put_card(LOW, "0:spell_trap:0", "scale")
    if up:
        table.put_card(HIGH, "0:spell_trap:4", "scale")
    return table


@rule("YGO-MOVE-32", "YGO-MOVE-33", "YGO-MOVE-34")
def test_a_pendulum_summon_needs_both_scales_and_levels_between() -> None:
    table = scales()
    low, high = (table.card(name).facts.scales for name in (LOW, HIGH))
    assert low
    assert high
    assert (low[0], high[0]) == (1, 8)
    table.do("pendulum_summon", SMALL, LEVEL7, "Sangan")
    assert {table.at(f"0:monster:{slot}") for slot in range(3)} == {SMALL, LEVEL7, "Sangan"}
    assert table.kinds().count("summoned") == 3
    half = scales(up=False)
    expect_needs_effect(lambda effect: half.do("pendulum_summon", SMALL, effect=effect))


@rule("YGO-MOVE-39")
def test_a_pendulum_summon_leaves_the_normal_summon() -> None:
    table = scales()
    table.do("pendulum_summon", LEVEL7).do("summon", SMALL)
    assert {table.at(f"0:monster:{slot}") for slot in range(2)} == {LEVEL7, SMALL}


@rule("YGO-MOVE-33")
def test_a_level_at_the_scale_needs_an_effect() -> None:
    table = scales()
    card = table.put_card("Blue-Eyes White Dragon", "0:hand")
    assert card.facts.level == 8
    expect_needs_effect(lambda effect: table.do("pendulum_summon", card, effect=effect))


@rule("YGO-MOVE-35", "YGO-MOVE-37", "YGO-PEN-08")
def test_of_the_extra_deck_only_face_up_pendulum_monsters_come() -> None:
    table = scales()
    buried = table.put_card(LOW, "0:graveyard")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("pendulum_summon", buried, effect=True))
    closed = table.put_card(LOW, "0:extra_deck")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("pendulum_summon", closed, effect=True))
    table.do("move", buried, to="0:extra_deck")
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("pendulum_summon", buried, to="0:monster:0"))
    table.do("pendulum_summon", buried, to="-:extra_monster:0")
    assert buried.zone == "extra_monster"


@rule("YGO-MOVE-36")
def test_a_hand_monster_is_never_pendulum_summoned_to_an_extra_monster_zone() -> None:
    table = scales()
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("pendulum_summon", SMALL, to="-:extra_monster:0"))


@rule("YGO-PZ-01", "YGO-PZ-05", "YGO-PZ-10")
def test_a_scale_is_a_pendulum_monster_in_an_outer_zone() -> None:
    table = Table(hand=[LOW, SMALL])
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("activate", LOW, to="0:spell_trap:2", position="scale"))
    refusal_rule(
        Code.AGAINST_RULES, lambda: table.do("activate", SMALL, to="0:spell_trap:0", position="scale")
    )
    table.do("activate", LOW, to="0:spell_trap:0", position="scale")
    seen = table.view(1)
    (handle,) = [row for row in seen.pile(0, "spell_trap").handles if row]
    assert seen.cards[handle].scale == 1
