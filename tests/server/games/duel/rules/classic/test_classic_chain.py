"""Format classic: Chains and Spell Speed."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.words import EffectKind
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.rules.classic.laid_out import classic

TRAPS = ["Waboku:set", "Trap Hole:set", "Just Desserts:set", "Castle Walls:set"]
FIVE = [*TRAPS, "Reverse Trap:set"]


def begin_chain() -> Game:
    """Begin a game with Ookazi, Mystical Space Typhoon on a Set card, Magic Jammer, Seven Tools of the
    Bandit: links 1 to 4.
    """
    mine = Cards(hand=["Ookazi", "Feral Imp"], spells=["Waboku:set", "Magic Jammer:set"])
    theirs = Cards(spells=["Mystical Space Typhoon:set", "Seven Tools of the Bandit:set"])
    game = classic(mine, theirs).begin_act("activate", "Ookazi")
    game.respond("Mystical Space Typhoon", "Waboku").respond("Magic Jammer", "Feral Imp", seat=0)
    return game.respond("Seven Tools of the Bandit")


@rule("CLS-CHAIN-01", "CLS-CHAIN-05")
def test_every_answer_is_the_next_link_and_may_be_answered() -> None:
    game = begin_chain()
    assert [(link.seat, link.card.name) for link in game.duel.state.chain] == [
        (0, "Ookazi"), (1, "Mystical Space Typhoon"), (0, "Magic Jammer"), (1, "Seven Tools of the Bandit"),
    ]  # fmt: skip
    assert (game.ask.seat, game.ask.kind) == (0, "response")


@rule("CLS-CHAIN-04", "CLS-CHAIN-07")
def test_the_last_link_resolves_first_and_cancels_the_one_before() -> None:
    game = begin_chain().calm()
    assert [told.card.name for told in game.happened("resolving") if told.card] == [
        "Seven Tools of the Bandit", "Mystical Space Typhoon", "Ookazi",
    ]  # fmt: skip
    assert "Waboku" in game.names("graveyard")
    assert game.life(1) == 8000 - 1000 - 800


@rule("CLS-CHAIN-02", "CLS-CHAIN-06", "GAP-45")
def test_nothing_resolves_before_both_have_passed() -> None:
    theirs = Cards(spells=["Waboku:set"])
    game = classic(Cards(hand=["Ookazi"], spells=["Jar of Greed:set"]), theirs).begin_act(
        "activate", "Ookazi"
    )
    asked = []
    while game.duel.state.chain:
        assert game.life(1) == 8000
        asked.append(game.ask.seat)
        game.choose("pass")
    assert (asked, game.life(1)) == ([1, 0], 7200)


@rule("CLS-CHAIN-03")
def test_one_player_may_add_links_in_a_row() -> None:
    mine = Cards(hand=["Ookazi"], spells=["Jar of Greed:set"])
    game = classic(mine, Cards(spells=["Waboku:set"])).begin_act("activate", "Ookazi")
    game.respond("Jar of Greed", seat=0)
    assert [(link.seat, link.card.name) for link in game.duel.state.chain] == [
        (0, "Ookazi"),
        (0, "Jar of Greed"),
    ]


SPEEDS = {
    "quickplay": 2, "equip": 1, "ritual": 1, "field": 1, "counter": 3,
}  # fmt: skip


@rule("CLS-SPEED-03", "CLS-SPEED-04", "GAP-12")
def test_every_kind_of_card_has_its_spell_speed() -> None:
    duel = classic().duel
    effects = {EffectKind.IGNITION: 1, EffectKind.TRIGGER: 1, EffectKind.FLIP: 1, EffectKind.QUICK: 2}
    for code, script in duel.scripts.items():
        facts = duel.pool[code]
        plain = 2 if facts.is_trap else 1
        printed = next((SPEEDS[kind] for kind in facts.kinds if kind in SPEEDS), plain)
        for effect in script.effects:
            wanted = printed if effect.kind is EffectKind.ACTIVATION else effects[effect.kind]
            assert effect.speed == wanted, (facts.name, effect.kind)


@rule("CLS-SPEED-01", "CLS-SPEED-02", "CLS-SPEED-05")
@pytest.mark.parametrize(("name", "offered"), [("Pot of Greed", False), ("Jar of Greed", True)])
@pytest.mark.parametrize("first", ["Ookazi", "Rush Recklessly"])
def test_speed_1_never_answers_and_speed_2_answers_1_and_2(name: str, offered: bool, first: str) -> None:
    mine = Cards(hand=[first, "Pot of Greed"], spells=["Jar of Greed:set"], monsters=["Battle Ox"])
    game = classic(mine, Cards(spells=["Waboku:set"])).begin_act("activate", first)
    while game.ask.seat == 1:
        game.choose("pass")
    assert game.can("activate", name) is offered


@rule("CLS-SPEED-06", "CLS-SPEED-05", "CLS-SPEED-01")
@pytest.mark.parametrize("first", ["Ookazi", "Mystical Space Typhoon"])
def test_speed_3_answers_speed_1_and_2(first: str) -> None:
    theirs = Cards(hand=["Feral Imp"], spells=["Magic Jammer:set"])
    game = classic(Cards(hand=[first]), theirs).begin_act("activate", first)
    assert game.can("activate", "Magic Jammer")


@rule("CLS-SPEED-07", "CLS-SPEED-04", "CLS-SPEED-06")
def test_only_speed_3_answers_speed_3() -> None:
    theirs = Cards(hand=["Feral Imp"], spells=["Magic Jammer:set"])
    spells = ["Seven Tools of the Bandit:set", "Jar of Greed:set", "Rush Recklessly:set"]
    game = classic(Cards(hand=["Ookazi"], spells=spells, monsters=["Uraby"]), theirs)
    game.begin_act("activate", "Ookazi").respond("Magic Jammer", "Feral Imp")
    assert game.ask.seat == 0
    assert [game.name_of(key, option) for key, option in game.offered("activate")] == [
        "Seven Tools of the Bandit"
    ]


@rule("CLS-SPEED-03", "GAP-12")
def test_what_has_spell_speed_1_is_ready_in_the_open_and_answers_nothing() -> None:
    """Normal, Equip, Field, Ritual and Continuous Spells and a Cost effect; beside them a Trap that can
    respond.
    """
    slow = [
        "Pot of Greed", "Axe of Despair", "Yami", "Black Luster Ritual", "Messenger of Peace", "Exiled Force"
    ]  # fmt: skip
    mine = Cards(
        hand=["Ookazi", *slow[:5], "Black Luster Soldier", "Summoned Skull", "Feral Imp"],
        monsters=["Exiled Force"], spells=["Jar of Greed:set"],
    )  # fmt: skip
    game = classic(mine, Cards(monsters=["Battle Ox"], spells=["Waboku:set"]))
    assert all(game.can("activate", name) for name in slow)
    game.begin_act("activate", "Ookazi").choose("pass")
    assert [game.name_of(*row) for row in game.offered("activate")] == ["Jar of Greed"]


@rule("CLS-SPEED-04", "GAP-12")
@pytest.mark.parametrize("first", ["Ookazi", "Rush Recklessly"])
def test_quick_plays_traps_and_multi_trigger_effects_answer_speed_1_and_2(first: str) -> None:
    theirs = Cards(
        spells=["Mystical Space Typhoon:set", "Jar of Greed:set", "Gravity Bind:set"],
        hand=["Effect Veiler"],
    )  # fmt: skip
    game = classic(Cards(hand=[first], monsters=["Sonic Bird"]), theirs).begin_act("activate", first)
    assert game.ask.seat == 1
    assert sorted(game.name_of(*row) for row in game.offered("activate")) == [
        "Effect Veiler", "Gravity Bind", "Jar of Greed", "Mystical Space Typhoon"
    ]  # fmt: skip
