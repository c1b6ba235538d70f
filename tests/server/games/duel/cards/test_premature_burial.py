"""Premature Burial: 800 Life Points for a monster that is destroyed with the card."""

from tests.play import Cards, Game


def begin_revived(*hand: str, them: Cards | None = None) -> Game:
    game = Game(Cards(hand=["Premature Burial", *hand], graveyard=["Summoned Skull"]), them)
    return game.do("activate", "Premature Burial")


def test_the_monster_comes_back_equipped() -> None:
    game = begin_revived()
    assert game.card("Premature Burial").equipped_to is game.card("Summoned Skull")
    assert not game.card("Summoned Skull").defense_position
    assert game.life() == 7200


def test_who_cannot_pay_is_refused() -> None:
    you = Cards(hand=["Premature Burial"], graveyard=["Summoned Skull"], life=700)
    assert not Game(you).can("activate", "Premature Burial")


def test_without_a_monster_in_your_graveyard_it_is_refused() -> None:
    game = Game(Cards(hand=["Premature Burial"]), Cards(graveyard=["Summoned Skull"]))
    assert not game.can("activate", "Premature Burial")


def test_destroyed_it_takes_the_monster_along() -> None:
    game = begin_revived("Heavy Storm").do("activate", "Heavy Storm")
    assert "Summoned Skull" in game.names("graveyard")


def test_returned_to_the_hand_it_leaves_the_monster() -> None:
    game = begin_revived("Giant Trunade").do("activate", "Giant Trunade")
    assert game.names("monster") == ["Summoned Skull"]
    assert "Premature Burial" in game.names("hand")


def test_turned_face_down_the_monster_outlives_it() -> None:
    game = begin_revived("Book of Moon").do("activate", "Book of Moon")
    assert "Premature Burial" in game.names("graveyard")
    assert game.names("monster") == ["Summoned Skull"]


def test_destroyed_before_it_resolves_it_raises_nothing() -> None:
    you = Cards(hand=["Premature Burial"], graveyard=["Summoned Skull"])
    game = Game(you, Cards(spells=["Mystical Space Typhoon:set"]))
    game.begin_act("activate", "Premature Burial").respond("Mystical Space Typhoon")
    game.to_open()
    assert game.names("monster") == []
    assert game.life() == 7200
