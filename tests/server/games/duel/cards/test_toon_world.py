"""Toon World: 1000 Life Points to activate it."""

from tests.play import Cards, Game


def test_it_costs_1000_and_stays() -> None:
    game = Game(Cards(hand=["Toon World"])).do("activate", "Toon World")
    assert game.life() == 7000
    assert game.names("spell_trap") == ["Toon World"]


def test_who_cannot_pay_is_refused() -> None:
    assert not Game(Cards(hand=["Toon World"], life=900)).can("activate", "Toon World")


def test_destroyed_in_response_its_cost_stays_paid() -> None:
    game = Game(Cards(hand=["Toon World"]), Cards(spells=["Mystical Space Typhoon:set"]))
    game.begin_act("activate", "Toon World").respond("Mystical Space Typhoon").to_open()
    assert game.names("graveyard") == ["Toon World"]
    assert game.life() == 7000
