"""Relinquished: it equips itself with an opponent's monster."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

SKULL = "Summoned Skull"


def begin_equipped(*hand: str) -> Game:
    game = Game(
        Cards(hand=list(hand), monsters=["Relinquished"]), Cards(monsters=[SKULL, "Blue-Eyes White Dragon"])
    )
    return game.do("activate", "Relinquished", SKULL)


def test_takes_in_a_monster_and_its_strength() -> None:
    game = begin_equipped()
    card = game.card("Relinquished")
    assert (card.attack, card.defense) == (2500, 1200)
    assert game.names("spell_trap") == [SKULL]
    assert game.names("monster", 1) == ["Blue-Eyes White Dragon"]


def test_what_it_takes_in_face_down_stays_so_and_lends_nothing() -> None:
    game = Game(
        Cards(hand=["Giant Trunade"], monsters=["Relinquished"]),
        Cards(monsters=[f"{SKULL}:set", "Feral Imp"]),
    )
    game.do("activate", "Relinquished", SKULL)
    eater, prey = game.card("Relinquished"), game.card(SKULL)
    assert (prey.zone, prey.face_up, prey.equipped_to) == ("spell_trap", False, eater)
    assert (eater.attack, eater.defense) == (0, 0)
    game.do("activate", "Giant Trunade")
    assert game.names("hand", 1) == [SKULL]


def test_it_takes_its_prey_along_whichever_way_that_lies() -> None:
    game = Game(
        Cards(hand=["Tribute to The Doomed", "Kuriboh"], monsters=["Relinquished"]),
        Cards(monsters=[f"{SKULL}:set", "Feral Imp"]),
    )
    game.do("activate", "Relinquished", SKULL).do("activate", "Tribute to The Doomed", "Relinquished")
    assert game.names("graveyard", 1) == [SKULL]


def test_it_loses_its_prey_when_its_effects_are_negated() -> None:
    game = Game(
        Cards(monsters=["Relinquished"], spells=["Skill Drain:set"]), Cards(monsters=[SKULL, "Feral Imp"])
    )
    game.do("activate", "Relinquished", SKULL).do("activate", "Skill Drain")
    assert game.names("graveyard", 1) == [SKULL]
    assert game.card("Relinquished").attack == 0


def test_a_token_it_takes_in_vanishes_when_it_falls() -> None:
    theirs = Cards(monsters=["Summoned Skull"], spells=["Scapegoat:set"])
    game = Game(Cards(monsters=["Relinquished"]), theirs).end_turn()
    game.do("activate", "Scapegoat").end_turn().do("activate", "Relinquished", "Sheep Token")
    assert game.names("spell_trap") == ["Sheep Token"]
    assert game.names("monster", 1).count("Sheep Token") == 3
    assert (game.card("Relinquished").attack, game.card("Relinquished").defense) == (0, 0)
    game.end_turn().phase("battle").declare_attack("Summoned Skull", "Relinquished").calm()
    assert game.count("spell_trap") == 0
    assert game.names("monster") == ["Relinquished"]
    assert (game.life(0), game.life(1)) == (5500, 5500)


def test_one_monster_at_a_time() -> None:
    game = begin_equipped()
    game.end_turn().end_turn()
    assert not game.can("activate", "Relinquished")
    assert not Game(Cards(monsters=["Relinquished"])).can("activate", "Relinquished")


def test_in_battle_the_monster_falls_and_both_are_hurt() -> None:
    game = begin_equipped().attack("Relinquished", "Blue-Eyes White Dragon")
    assert game.names("monster") == ["Relinquished"]
    assert game.names("graveyard", 1) == [SKULL]
    assert (game.life(0), game.life(1)) == (7500, 7500)
    assert game.card("Relinquished").attack == 0


def test_an_effect_destroys_it_all_the_same() -> None:
    game = begin_equipped("Dark Hole").do("activate", "Dark Hole")
    assert game.count("monster") == 0
    assert SKULL in game.names("graveyard", 1)


def test_an_equip_spell_comes_on_top() -> None:
    game = begin_equipped("Axe of Despair").do("activate", "Axe of Despair", "Relinquished")
    assert game.card("Relinquished").attack == 3500


def test_its_strength_is_not_its_own_to_exchange() -> None:
    game = begin_equipped("Shield & Sword").do("activate", "Shield & Sword")
    assert (game.card("Relinquished").attack, game.card("Relinquished").defense) == (2500, 1200)


@rule("YGO-STZ-07")
def test_what_it_wears_is_a_spell_and_can_be_destroyed_as_one() -> None:
    game = begin_equipped("Mystical Space Typhoon").do("activate", "Mystical Space Typhoon")
    assert game.names("graveyard", 1) == [SKULL]
    assert game.card("Relinquished").attack == 0


@rule("YGO-PZ-10")
def test_a_pendulum_monster_it_wears_is_no_scale() -> None:
    game = Game(
        Cards(
            monsters=["Relinquished"],
            hand=["Timegazer Magician"],
            spells=[None, "Toon World", "Toon World", "Toon World"],
        ),
        Cards(monsters=["Mandragon"]),
    )
    game.do("activate", "Relinquished", zone="0:spell_trap:0")
    assert game.card("Mandragon").place.slot in (0, 4)
    assert not game.can("pendulum_summon")


@rule("GAP-19")
@pytest.mark.parametrize("answer", ["Compulsory Evacuation Device", "Book of Moon"])
def test_with_nobody_to_wear_it_the_monster_goes_to_the_graveyard(answer: str) -> None:
    game = Game(Cards(monsters=["Relinquished"]), Cards(monsters=[SKULL], spells=[f"{answer}:set"]))
    game.begin_act("activate", "Relinquished").respond(answer, "Relinquished").calm()
    assert game.names("graveyard", 1)[0] == SKULL


def test_a_union_monster_is_worn_like_any_other_and_raises_its_wearer() -> None:
    game = Game(Cards(monsters=["Relinquished"]), Cards(monsters=["Y-Dragon Head"]))
    game.do("activate", "Relinquished")
    eater = game.card("Relinquished")
    assert game.names("spell_trap") == ["Y-Dragon Head"]
    assert (eater.attack, eater.defense) == (1900, 2000)


@rule("YGO-CTR-03")
def test_what_it_takes_in_keeps_no_counters() -> None:
    library = "Royal Magical Library"
    game = Game(Cards(hand=["Pot of Greed"], monsters=["Relinquished"]), Cards(monsters=[library]))
    game.do("activate", "Pot of Greed")
    assert game.card(library).counters == {"spell": 1}
    game.do("activate", "Relinquished")
    assert game.names("spell_trap") == [library]
    assert game.card(library).counters == {}


@rule("CF-29", "YGO-STZ-07")
def test_what_it_wears_has_no_effects_of_its_own() -> None:
    """A Library equipped to it is an Equip Card: it gets no counter for a Spell activated after that."""
    game = Game(
        Cards(hand=["Pot of Greed"], monsters=["Relinquished"]), Cards(monsters=["Royal Magical Library"])
    )
    game.do("activate", "Relinquished").do("activate", "Pot of Greed")
    worn = game.card("Royal Magical Library")
    assert (worn.zone, worn.equipped_to) == ("spell_trap", game.card("Relinquished"))
    assert not worn.counters


@rule("GAP-19")
def test_an_equip_spell_of_what_it_takes_in_falls_and_takes_nothing_along() -> None:
    them = Cards(hand=["Premature Burial"], graveyard=[SKULL])
    game = Game(Cards(monsters=["Relinquished"]), them, first=0)
    game.do("activate", "Premature Burial").end_turn().do("activate", "Relinquished")
    assert game.names("graveyard", 1) == ["Premature Burial"]
    assert game.names("spell_trap") == [SKULL]


def test_what_it_takes_in_is_no_longer_tied_to_the_call_that_brought_it() -> None:
    call = "Call of the Haunted"
    them = Cards(hand=["Kuriboh"], graveyard=[SKULL], spells=[f"{call}:set"])
    game = Game(Cards(hand=["Mystical Space Typhoon"], monsters=["Relinquished"]), them)
    game.end_turn().do("activate", call).end_turn()
    game.do("activate", "Relinquished").do("activate", "Mystical Space Typhoon", SKULL)
    assert game.names("spell_trap", 1) == [call]
