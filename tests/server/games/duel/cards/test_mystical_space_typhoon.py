"""Mystical Space Typhoon: one Spell or Trap, at any speed."""

from tests.play import Cards, Game
from tests.rules import rule

MST = "Mystical Space Typhoon"


def test_it_destroys_a_set_or_a_face_up_card() -> None:
    game = Game(Cards(hand=[MST]), Cards(spells=["Trap Hole:set", "Gravity Bind"]))
    game.do("activate", MST, "Gravity Bind")
    assert game.names("graveyard", 1) == ["Gravity Bind"]


def test_with_no_other_spell_or_trap_it_is_refused() -> None:
    assert not Game(Cards(hand=[MST]), Cards(monsters=["Feral Imp"])).can("activate", MST)


@rule("GAP-13")
def test_set_this_turn_it_is_not_ready() -> None:
    game = Game(Cards(hand=[MST]), Cards(spells=["Trap Hole:set"])).do("set", MST)
    assert not game.can("activate", MST)


def test_it_does_not_negate_a_normal_spell() -> None:
    game = Game(Cards(hand=["Ookazi"]), Cards(spells=[f"{MST}:set"]))
    game.begin_act("activate", "Ookazi").respond(MST).to_open()
    assert game.life(1) == 7200


@rule("GAP-19")
def test_a_continuous_spell_destroyed_in_response_does_nothing() -> None:
    game = Game(Cards(hand=["Umi"], monsters=["Great White"]), Cards(spells=[f"{MST}:set"]))
    game.begin_act("activate", "Umi").respond(MST).to_open()
    assert game.card("Great White").attack == 1600


@rule("GAP-07")
def test_in_the_damage_step_it_is_refused() -> None:
    game = Game(Cards(monsters=["Summoned Skull"], spells=["Umi"]), Cards(spells=[f"{MST}:set"]))
    game.declare_attack("Summoned Skull")
    while not game.duel.step:
        game.choose("pass")
    assert not (game.ask.seat == 1 and game.can("activate", MST))
