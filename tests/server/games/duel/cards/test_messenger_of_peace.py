"""Messenger of Peace: no strong attacks, for 100 Life Points a turn."""

from tests.play import Cards, Game
from tests.rules import rule


def peace(life: int = 8000) -> Game:
    you = Cards(hand=["Messenger of Peace"], monsters=["Summoned Skull", "Celtic Guardian"], life=life)
    return Game(you, Cards(monsters=["Battle Ox"])).do("activate", "Messenger of Peace")


def test_only_weak_monsters_attack_on_either_side() -> None:
    game = peace().phase("battle")
    assert not game.can("attack", "Summoned Skull")
    assert game.can("attack", "Celtic Guardian")
    assert not game.end_turn().phase("battle").can("attack", "Battle Ox")


@rule("CLS-SPELL-04")
def test_its_player_pays_in_each_own_standby_phase() -> None:
    game = peace().to_turn(4).calm()
    game.answer_question(True)
    assert game.life() == 7900
    assert "Messenger of Peace" in game.names("spell_trap")


def test_unpaid_it_is_destroyed() -> None:
    game = peace().to_turn(4).calm()
    game.answer_question(False)
    assert game.names("graveyard") == ["Messenger of Peace"]
    assert game.life() == 8000


def test_who_cannot_pay_is_not_asked() -> None:
    game = peace(life=90).to_turn(4).to_open()
    assert game.names("graveyard") == ["Messenger of Peace"]


def test_without_a_free_zone_it_is_refused() -> None:
    you = Cards(hand=["Messenger of Peace"], spells=["Trap Hole:set"] * 5)
    assert not Game(you).can("activate", "Messenger of Peace")


def test_a_monster_raised_to_1500_can_no_longer_attack() -> None:
    game = Game(Cards(hand=["Messenger of Peace", "Black Pendant"], monsters=["Celtic Guardian"]))
    game.do("activate", "Messenger of Peace").do("activate", "Black Pendant").phase("battle")
    assert not game.can("attack", "Celtic Guardian")
