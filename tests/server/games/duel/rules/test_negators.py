"""Which card negates which: computed again after every event, not by age alone."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

DECREE, DRAIN, CALL = "Royal Decree", "Skill Drain", "Call of the Haunted"


@rule("GAP-19")
@pytest.mark.parametrize("first", [DECREE, DRAIN])
def test_a_negator_that_is_negated_itself_negates_nothing_whichever_came_first(first: str) -> None:
    second = DRAIN if first == DECREE else DECREE
    game = Game(Cards(hand=["Kuriboh"], monsters=["Muka Muka"], spells=[f"{first}:set", f"{second}:set"]))
    game.do("activate", first).do("activate", second)
    assert game.card(DRAIN).negated
    assert not game.card("Muka Muka").negated
    assert game.card("Muka Muka").attack == 1200


def test_when_the_negator_of_a_negator_leaves_the_other_works_again() -> None:
    game = Game(
        Cards(hand=["Mystical Space Typhoon"], monsters=["Muka Muka"], spells=[DRAIN]),
        Cards(spells=[DECREE]),
    )
    assert not game.card("Muka Muka").negated
    game.do("activate", "Mystical Space Typhoon", DECREE)
    assert game.card("Muka Muka").negated


def test_of_two_decrees_the_one_that_worked_goes_on_and_what_both_would_negate_stays_negated() -> None:
    game = Game(Cards(monsters=["Muka Muka"], spells=[DRAIN, f"{DECREE}:set"]), Cards(spells=[DECREE]))
    game.do("activate", DECREE)
    theirs = next(card for card in game.duel.cards_at("spell_trap", 1) if card.name == DECREE)
    assert [card.negated for card in game.duel.cards_at("spell_trap", 0)] == [True, True]
    assert not theirs.negated
    assert not game.card("Muka Muka").negated


def test_in_a_ring_the_one_that_worked_goes_on_though_it_is_younger() -> None:
    """Jinzo, older, was negated when the Drain was activated; the negation is over, and the Drain still
    negates him.
    """
    game = Game(
        Cards(hand=["Effect Veiler"], spells=[f"{DRAIN}:set"]),
        Cards(hand=["Pot of Greed"], monsters=["Jinzo"]),
        first=0,
    )
    game.begin_act("activate", "Pot of Greed").respond("Effect Veiler", seat=0).to_open()
    assert game.card("Jinzo").negated
    game.begin_act("phase", "end")
    while not (game.ask.seat == 0 and game.can("activate", DRAIN)):
        game.choose("pass")
    game.choose(DRAIN).to_open()
    assert game.card("Jinzo").negated
    assert not game.card(DRAIN).negated


@rule("GAP-19")
def test_a_trap_does_not_work_while_its_activation_is_paid_for() -> None:
    """Jinzo is Summoned within the Chain: he was first, so the Drain resolves negated and never begins."""
    game = Game(
        Cards(hand=["Pot of Greed"], graveyard=["Jinzo"], spells=[f"{CALL}:set"]),
        Cards(spells=[f"{DRAIN}:set"]),
    )
    game.begin_act("activate", "Pot of Greed").respond(DRAIN).respond(CALL, seat=0).to_open()
    assert game.card(DRAIN).negated
    assert not game.card("Jinzo").negated


@rule("GAP-16")
def test_who_pays_the_last_life_points_for_a_trap_has_lost_before_it_works() -> None:
    game = Game(Cards(monsters=["Muka Muka"], hand=["Kuriboh"], spells=[f"{DRAIN}:set"], life=1000))
    game.do("activate", DRAIN)
    assert game.over.startswith("1 ")
    assert not game.card("Muka Muka").negated


def test_called_back_by_the_trap_he_negates_jinzo_takes_it_along_when_he_is_destroyed() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Dark Hole"], graveyard=["Jinzo"], spells=[f"{CALL}:set"]))
    game.do("activate", CALL)
    assert game.card(CALL).negated
    game.do("activate", "Dark Hole")
    assert CALL in game.names("graveyard")


def test_destroyed_under_a_decree_the_monster_leaves_its_call_behind() -> None:
    game = Game(
        Cards(hand=["Dark Hole"], graveyard=["Kuriboh"], spells=[f"{CALL}:set"]),
        Cards(spells=[f"{DECREE}:set"]),
    )
    game.do("activate", CALL)
    game.begin_act("activate", "Dark Hole").respond(DECREE).to_open()
    assert game.names("spell_trap") == [CALL]


def test_a_trap_that_resolved_in_vain_works_once_what_negated_it_has_gone() -> None:
    game = Game(
        Cards(
            hand=["Pot of Greed", "Mystical Space Typhoon"], spells=[f"{DRAIN}:set"], monsters=["Muka Muka"]
        ),
        Cards(spells=[f"{DECREE}:set"]),
    )
    game.begin_act("activate", "Pot of Greed").respond(DRAIN, seat=0).respond(DECREE).to_open()
    assert "effect" in [told.word for told in game.happened("resolved")]
    assert not game.card("Muka Muka").negated
    game.do("activate", "Mystical Space Typhoon", DECREE)
    assert game.card("Muka Muka").negated is True
