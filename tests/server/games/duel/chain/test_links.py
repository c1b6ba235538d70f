"""Links of one Chain and each other: which misses its timing, which has left the field, which was negated."""

from __future__ import annotations

import pytest

from facedown_server.refereeing.referee import Act, Choice
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from tests.play import Cards, Game
from tests.rules import rule

SUMMONER = {"Scapegoat": (), "Call of the Haunted": ("Gemini Elf",)}
"""Traps and Spells that Special Summon in a Chain, and the Graveyard they need."""


# --- missed timing ------------------------------------------------------------------------------------------


def summon_on_link(first: str, trap: str, second: str = "Call of the Haunted") -> Game:
    """Begin a game with a Special Summon as Chain Link 2 on this card, before an opponent with this Set
    Trap.
    """
    you = Cards(spells=[f"{first}:set", f"{second}:set"], monsters=["Feral Imp"], graveyard=SUMMONER[second])
    return Game(you, Cards(spells=[f"{trap}:set"])).begin_act("activate", first).respond(second, seat=0)


@rule("GAP-15")
@pytest.mark.parametrize("first", ["Rush Recklessly", "Gravity Bind", "Waboku", "Reverse Trap"])
@pytest.mark.parametrize("second", sorted(SUMMONER))
def test_a_summon_is_no_longer_the_last_thing_when_a_link_after_it_was_carried_out(
    first: str, second: str
) -> None:
    game = summon_on_link(first, "Torrential Tribute", second)
    while game.ask.kind != "turn":
        assert not game.can("activate", "Torrential Tribute")
        game.choose("pass") if game.can("pass") else game.to_open()
    assert game.count("monster") > 1


@rule("GAP-15")
@pytest.mark.parametrize("trap", ["Torrential Tribute", "Bottomless Trap Hole"])
def test_a_summon_by_the_first_link_can_be_answered(trap: str) -> None:
    you = Cards(spells=["Call of the Haunted:set"], graveyard=["Gemini Elf"])
    game = Game(you, Cards(spells=[f"{trap}:set"])).begin_act("activate", "Call of the Haunted")
    game.respond(trap).calm()
    assert game.count("monster") == 0


@rule("GAP-15")
@pytest.mark.parametrize(("equip", "life"), [("Axe of Despair", 8000), ("Malevolent Nuzzler", 8000)])
@pytest.mark.parametrize("word", ["set", "summon"])
def test_an_equip_lost_by_a_tribute_is_late_when_the_tributed_monster_is_there(
    equip: str, life: int, word: str
) -> None:
    you = Cards(hand=[equip, "Curse of Dragon"], monsters=["Silver Fang", "Feral Imp"])
    game = Game(you).do("activate", equip, "Silver Fang").do(word, "Curse of Dragon", "Silver Fang")
    assert (game.names("graveyard"), game.life()) == (["Silver Fang", equip], life)


# --- cards that have left the field -------------------------------------------------------------------------


@rule("GAP-18")
@pytest.mark.parametrize("spent", ["Rush Recklessly", "Reverse Trap", "Waboku"])
def test_what_was_used_in_the_chain_is_not_taken_back_to_the_hand(spent: str) -> None:
    you = Cards(hand=["Giant Trunade"], monsters=["Silver Fang"], spells=[f"{spent}:set", "Ookazi:set"])
    game = Game(you).begin_act("activate", "Giant Trunade").respond(spent, seat=0).calm()
    assert set(game.names("graveyard")) == {"Giant Trunade", spent}
    assert spent not in game.names("hand")
    assert "Ookazi" in game.names("hand")


@rule("GAP-18")
def test_a_card_that_stays_is_taken_back() -> None:
    you = Cards(hand=["Giant Trunade"], spells=["Gravity Bind:set"])
    game = Game(you).begin_act("activate", "Giant Trunade").respond("Gravity Bind", seat=0).calm()
    assert "Gravity Bind" in game.names("hand")


# --- negated activations ------------------------------------------------------------------------------------


@rule("GAP-18")
@pytest.mark.parametrize("trap", ["Magic Jammer", "Solemn Judgment"])
@pytest.mark.parametrize("toon", ["Manga Ryu-Ran", "Toon Mermaid"])
def test_a_toon_world_that_was_negated_is_none_destroyed_on_the_field(trap: str, toon: str) -> None:
    you = Cards(hand=["Toon World"], monsters=[toon])
    game = Game(you, Cards(hand=["Kuriboh"], spells=[f"{trap}:set"]))
    game.begin_act("activate", "Toon World").respond(trap).calm()
    assert game.names("graveyard") == ["Toon World"]
    assert game.names("monster") == [toon]


@rule("GAP-18")
def test_nothing_falls_in_place_of_a_card_that_was_negated() -> None:
    proxy = Cards(hand=["Toon World"], extra_monster="Proxy Dragon", monsters=["Silver Fang"] * 5)
    game = Game(proxy, Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("activate", "Toon World").respond("Solemn Judgment").calm()
    assert game.names("graveyard") == ["Toon World"]
    assert game.count("monster") == 6


def test_a_chain_is_shown_link_by_link() -> None:
    """Views are taken before each link resolves, so that a client can show one after the other."""
    you = Cards(spells=["Waboku:set", "Rush Recklessly:set"], monsters=["Feral Imp", "Silver Fang"])
    game = Game(you, Cards(spells=["Waboku:set"])).begin_act("activate", "Waboku")
    game.respond("Waboku").respond("Rush Recklessly", "Feral Imp", seat=0)
    links: list[int] = []
    while game.ask.kind != "turn":
        frames = game.referee.apply(Act(game.ask.seat, Choice(game.ask.default)))
        links += [len(game.view(PUBLIC_CLASS_INDEX).chain) for _ in frames]
    assert list(dict.fromkeys(links)) == [3, 2, 1, 0]
