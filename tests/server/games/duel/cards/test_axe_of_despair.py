"""Axe of Despair: 1000 ATK, and a Tribute returns it to the top of the Deck."""

import pytest

from facedown_server.refereeing.referee import PromptKind
from tests.play import Cards, Game
from tests.rules import rule


def begin_equipped(*others: str, hand: tuple[str, ...] = ()) -> Game:
    you = Cards(hand=["Axe of Despair", *hand], monsters=["Celtic Guardian", *others])
    return Game(you).do("activate", "Axe of Despair", *["Celtic Guardian"] * bool(others))


def test_it_adds_1000_attack() -> None:
    assert begin_equipped().card("Celtic Guardian").attack == 2400


def test_a_tribute_puts_it_on_top_of_the_deck() -> None:
    game = begin_equipped("Feral Imp", hand=("Tribute to The Doomed", "Great White"))
    game.do("activate", "Tribute to The Doomed", "Great White", "Celtic Guardian", "Axe of Despair")
    assert game.names("deck")[0] == "Axe of Despair"
    assert "Feral Imp" in game.names("graveyard")


def test_without_a_monster_to_tribute_it_stays_in_the_graveyard() -> None:
    game = begin_equipped(hand=("Dark Hole",)).begin_act("activate", "Dark Hole").calm()
    assert "Axe of Despair" in game.names("graveyard")
    assert game.ask.kind is PromptKind.TURN


def test_without_a_face_up_monster_it_cannot_be_activated() -> None:
    game = Game(Cards(hand=["Axe of Despair"], monsters=["Celtic Guardian:set"]))
    assert not game.can("activate", "Axe of Despair")


@rule("GAP-18")
def test_negated_it_was_never_on_the_field_and_does_not_return() -> None:
    them = Cards(hand=["Great White"], spells=["Magic Jammer:set"])
    game = Game(Cards(hand=["Axe of Despair"], monsters=["Celtic Guardian"]), them)
    game.begin_act("activate", "Axe of Despair").respond("Magic Jammer").calm()
    assert "Axe of Despair" in game.names("graveyard")
    assert game.ask.kind is PromptKind.TURN


WAYS = {
    "fusion": ("activate", "Polymerization", "Gaia The Fierce Knight"),
    "ritual": ("activate", "Black Illusion Ritual", "Silver Fang"),
    "offering": ("activate", "Ultimate Offering", "Summoned Skull", "Silver Fang"),
    "tribute": ("summon", "Summoned Skull", "Silver Fang"),
    "synchro": ("special_summon", "Stardust Dragon"),
    "link": ("special_summon", "Link Spider", "Silver Fang"),
}


@rule("GAP-15")
@pytest.mark.parametrize("way", WAYS)
def test_what_its_bearer_is_used_up_for_comes_after_and_makes_it_late(way: str) -> None:
    monsters = {"fusion": ["Gaia The Fierce Knight"], "synchro": ["Cyber Dragon", "Junk Synchron"]}
    hand = ["Axe of Despair", "Polymerization", "Curse of Dragon", "Black Illusion Ritual", "Relinquished"]
    extra = ["Gaia the Dragon Champion", "Stardust Dragon", "Link Spider"]
    bearer, *others = monsters.get(way, ["Silver Fang"])
    game = Game(
        Cards(
            hand=[*hand, "Summoned Skull"], extra=extra, monsters=[bearer, *others, "Feral Imp"],
            spells=["Ultimate Offering"],
        )
    ).do("activate", "Axe of Despair", bearer)  # fmt: skip
    verb, card, *choices = WAYS[way]
    game.begin_act(verb, card)
    while game.ask.kind is not PromptKind.TURN:
        assert not game.can("activate", "Axe of Despair")
        if choices and any(game.name_of(*row) == choices[0] for row in game.ask.options):
            game.choose(choices.pop(0))
        else:
            game.choose(*(game.ask.default or (game.ask.options[0][0],)))
    assert "Axe of Despair" in game.names("graveyard")


@rule("GAP-19")
def test_one_monster_pays_for_one_axe_alone() -> None:
    you = Cards(hand=["Axe of Despair"] * 2 + ["Tribute to The Doomed", "Great White"],
                monsters=["Celtic Guardian", "Feral Imp"])  # fmt: skip
    game = Game(you)
    game.do("activate", "Axe of Despair", "Celtic Guardian").do(
        "activate", "Axe of Despair", "Celtic Guardian"
    )
    game.begin_act("activate", "Tribute to The Doomed", "Great White", "Celtic Guardian")
    while not game.can("activate", "Axe of Despair"):
        game.choose("pass")
    game.choose("Axe of Despair")
    if game.can("pay"):
        game.choose("Feral Imp")
    assert game.names("monster") == []
    assert not game.can("activate")
