"""Effects of a phase are activated one after the other: each makes a Chain of its own."""

from facedown_shared.tables.zones import Place
from tests.play import Cards, Game
from tests.rules import rule


def links(game: Game) -> list[tuple[str, int]]:
    """Return every activation of this duel: the card, and which link of its Chain it was."""
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
    """The Cannon waits; the opponent's Dragon returns; then the Cannon may be activated after all."""
    cannon, dragon = "Foucault's Cannon", "Stardust Dragon"
    game = Game(Cards(hand=[cannon, "Dark Hole"]), Cards(extra_monster=dragon, monsters=["Kuriboh"]))
    game.begin_act("activate", "Dark Hole").respond(dragon).to_open()
    game.do("activate", cannon).choose("phase:end")
    while not game.can("activate", cannon):
        game.choose("pass")
    game.choose("pass")
    while not game.can("activate", dragon):
        game.choose("pass")
    game.choose(dragon)
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


PEACE = "Messenger of Peace"


def begin_standby(*spells: str, them: Cards | None = None, monsters: tuple[str, ...] = ()) -> Game:
    """Return seat 0's first prompt in the Standby Phase of turn 2."""
    you = Cards(spells=spells, monsters=monsters)
    game = Game(you, them, skip_first_turn=False).to_turn(2)
    while game.duel.state.phase == "draw":
        game.choose("pass")
    return game


@rule("CLS-TURN-08", "GAP-11")
def test_before_upkeep_its_player_may_use_other_effects() -> None:
    game = begin_standby(PEACE, "Jar of Greed:set").respond("Jar of Greed", seat=0).calm()
    assert game.names("graveyard") == ["Jar of Greed"]
    assert {option.verb for _, option in game.ask.options} == {"yes", "no"}
    assert game.answer_question(False).names("graveyard") == ["Jar of Greed", PEACE]


@rule("CLS-TURN-08")
def test_upkeep_comes_in_the_order_its_player_says() -> None:
    game = begin_standby(PEACE, PEACE).calm()
    first, second = (game.duel.state.card_at(Place(0, "spell_trap", slot)) for slot in (0, 1))
    assert {option.verb for _, option in game.ask.options} == {"activate"}
    assert first is not None
    assert second is not None
    game.choose(next(key for key, _ in game.ask.options if f":{second.id}:" in key)).answer_question(False)
    assert not second.is_on_field
    assert game.calm().answer_question(True).life() == 7900
    assert first.is_on_field


def test_upkeep_is_paid_once_and_not_by_who_took_no_turn() -> None:
    game = begin_standby(PEACE, them=Cards(spells=[PEACE])).calm().answer_question(True).to_open()
    assert (game.life(0), game.life(1), game.duel.state.turn) == (7900, 8000, 2)


def test_an_effect_of_the_opponents_waits_until_the_turn_player_has_nothing_more() -> None:
    """The turn player destroys a Spell before its cost is due in their Standby Phase."""
    them = Cards(hand=["Snatch Steal"])
    you = Cards(monsters=["Silver Fang"], spells=["Mystical Space Typhoon:set"])
    game = Game(you, them, skip_first_turn=False).to_open().do("activate", "Snatch Steal")
    game.begin_act("phase", "end")
    while game.duel.state.phase != "standby":
        game.choose(*(game.ask.default or (game.ask.options[0][0],)))
    game.respond("Mystical Space Typhoon", seat=0).to_open()
    assert links(game)[1:] == [("Mystical Space Typhoon", 1)]
    assert game.life() == 8000


@rule("GAP-14", "CF-32")
def test_a_borrowed_monster_goes_home_before_or_after_another_effect_as_its_player_says() -> None:
    def end_turn() -> Game:
        them = Cards(monsters=["Feral Imp", *["Silver Fang"] * 4])
        game = Game(Cards(hand=["Change of Heart", "Asura Priest"]), them)
        return game.do("activate", "Change of Heart", "Feral Imp").do("summon", "Asura Priest").phase("end")

    for first, home in (("Change of Heart", 1), ("Asura Priest", 0)):
        game = end_turn().choose(first)
        assert game.card("Feral Imp").controller == home
        assert game.to_open().card("Feral Imp").controller == 1
        assert "Asura Priest" in game.names("hand")


@rule("GAP-14")
def test_a_borrowed_monster_that_is_gone_forces_nothing_in_the_end_phase() -> None:
    them = Cards(monsters=["Silver Fang"], spells=["Ookazi:set"])
    game = Game(Cards(hand=["Change of Heart", "Swordstalker", "Foucault's Cannon"]), them)
    game.do("activate", "Change of Heart").do("summon", "Swordstalker").do("activate", "Foucault's Cannon")
    assert "Foucault's Cannon" in game.end_turn().names("spell_trap")


@rule("GAP-11")
def test_after_one_upkeep_both_may_respond_before_the_next() -> None:
    game = begin_standby(PEACE, PEACE, them=Cards(spells=["Jar of Greed:set"])).calm()
    game.choose(game.ask.options[0][0]).answer_question(True)
    while not game.can("activate", "Jar of Greed"):
        game.choose("pass")
    assert (game.ask.seat, game.life()) == (1, 7900)
    assert game.calm().answer_question(True).to_open().life() == 7800


@rule("GAP-14")
def test_what_has_gone_home_does_nothing_for_who_had_borrowed_it() -> None:
    dragon = "Red Dragon Archfiend"
    you = Cards(hand=["Change of Heart"], monsters=["Silver Fang"])
    for first, left in (("Change of Heart", ["Silver Fang"]), (dragon, [])):
        game = Game(you, Cards(monsters=[dragon])).do("activate", "Change of Heart").phase("end")
        game.choose(first).to_open()
        assert game.names("monster") == left
        assert dragon in game.names("monster", 1)


@rule("GAP-14")
def test_what_has_gone_home_and_was_to_be_destroyed_is_destroyed_there() -> None:
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=["Karate Man"]))
    game.do("activate", "Change of Heart").do("activate", "Karate Man").phase("end")
    game.choose("Change of Heart").to_open()
    assert game.names("graveyard", 1) == ["Karate Man"]
