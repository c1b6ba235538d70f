"""What a phase sets off comes one after the other: every such effect makes a chain of its own."""

from tests.play import Cards, Game
from tests.rules import rule


def links(game: Game) -> list[tuple[str, int]]:
    """Every activation of this duel: the card, and which link of its chain it was."""
    return [(told.card.name, told.amount) for told in game.happened("activate") if told.card is not None]


@rule("GAP-14")
def test_two_effects_of_one_end_phase_are_two_chains_in_the_order_their_player_says() -> None:
    game = Game(Cards(hand=["Asura Priest"], monsters=["Karate Man"]))
    game.do("summon", "Asura Priest").do("activate", "Karate Man").phase("end")
    assert {option.verb for _, option in game.ask.options} == {"activate"}
    game.choose("Karate Man").to_open()
    assert links(game) == [("Karate Man", 1), ("Karate Man", 1), ("Asura Priest", 1)]


def test_between_them_both_players_may_respond() -> None:
    game = Game(Cards(hand=["Asura Priest"], monsters=["Karate Man"]), Cards(spells=["Jar of Greed:set"]))
    game.do("summon", "Asura Priest").do("activate", "Karate Man").phase("end").choose("Karate Man")
    game.calm()
    assert links(game)[-1] == ("Asura Priest", 1)
    other = Game(Cards(hand=["Asura Priest"], monsters=["Karate Man"]), Cards(spells=["Jar of Greed:set"]))
    other.do("summon", "Asura Priest").do("activate", "Karate Man").phase("end").choose("Karate Man")
    while other.count("graveyard") == 0:
        other.choose("pass")
    other.respond("Jar of Greed").to_open()
    assert links(other)[1:] == [("Karate Man", 1), ("Jar of Greed", 1), ("Asura Priest", 1)]


def test_the_turn_players_effects_come_before_the_opponents() -> None:
    them = Cards(monsters=["Jigen Bakudan:set", "Celtic Guardian"])
    game = Game(Cards(hand=["Snatch Steal"]), them)
    game.do("activate", "Snatch Steal").end_turn()
    assert links(game) == [("Snatch Steal", 1), ("Snatch Steal", 1)]
    game.do("flip_summon", "Jigen Bakudan").end_turn().end_turn()
    assert links(game)[2:] == [("Jigen Bakudan", 1), ("Jigen Bakudan", 1), ("Snatch Steal", 1)]


@rule("GAP-11")
def test_who_let_an_effect_of_the_phase_pass_is_asked_again_after_a_chain() -> None:
    """The Cannon waits; the opponent's Dragon comes back; then the Cannon may fire after all."""
    cannon, dragon = "Foucault's Cannon", "Stardust Dragon"
    game = Game(Cards(hand=[cannon, "Dark Hole"]), Cards(extra_monster=dragon, monsters=["Kuriboh"]))
    game.begin_act("activate", "Dark Hole").respond(dragon).to_open()
    game.do("activate", cannon).choose("phase:end")
    while not game.can("activate", cannon):
        game.choose("pass")
    game.choose("pass").choose(dragon)
    game.calm().choose("zone:1:monster:1").choose("attack").calm()
    assert game.can("activate", cannon)
    assert game.names("monster", 1) == ["Kuriboh", dragon]
    game.choose(cannon).to_open()
    assert cannon in game.names("extra_deck")


def test_let_pass_by_both_an_effect_of_the_phase_is_gone_with_it() -> None:
    game = Game(Cards(hand=["Foucault's Cannon"])).do("activate", "Foucault's Cannon")
    game.choose("phase:end")
    asked = 0
    while game.duel.state.turn == 2:
        asked += game.can("activate", "Foucault's Cannon")
        game.choose("pass")
    assert asked == 1
