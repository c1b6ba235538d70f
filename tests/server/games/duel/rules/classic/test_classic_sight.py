"""Format classic: who sees what, where the rulebook leaves it open."""

from __future__ import annotations

import pytest

from facedown_server.table.sight import redact
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.rules.classic.laid_out import classic, read

OX = Cards(monsters=["Battle Ox"])


def events_about(game: Game, viewer: int, name: str) -> list[VisibleEvent]:
    """Return what a viewer was sent of a card that is moved or shown."""
    found = [one for one in game.told if one.kind in ("move", "reveal") and one.card]
    return [
        said
        for one in found
        if one.card and one.card.name == name and (said := redact(one, viewer)) is not None
    ]


@rule("GAP-V1", "GAP-V9")
def test_a_spectator_knows_what_both_players_may_know_at_once() -> None:
    theirs = Cards(monsters=["Man-Eater Bug:set"], spells=["Waboku:set"], graveyard=["Sangan"])
    game = classic(Cards(hand=["Feral Imp"], monsters=["Battle Ox"]), theirs)
    places = [(seat, zone) for seat in (0, 1) for zone in ("hand", "monster", "spell_trap", "graveyard")]
    for seat, zone in places:
        both = set(read(game, 0, seat, zone)) & set(read(game, 1, seat, zone))
        assert set(read(game, PUBLIC_CLASS_INDEX, seat, zone)) == both
    (back,) = [
        game.view(PUBLIC_CLASS_INDEX).cards[n]
        for n in game.view(PUBLIC_CLASS_INDEX).pile(1, "spell_trap").handles
        if n
    ]
    assert (back.code, back.name, back.kinds) == (0, "", ())


@rule("GAP-V3")
def test_a_card_found_by_a_limited_search_is_shown_once() -> None:
    theirs = Cards(monsters=["Sangan"], deck=["Silver Fang", "Feral Imp"])
    game = classic(OX, theirs).attack("Battle Ox", "Sangan").to_open()
    assert "Feral Imp" in game.names("hand", 1)
    assert any(one.code == game.card("Feral Imp").code for one in events_about(game, 0, "Feral Imp"))
    assert read(game, 0, 1, "hand") == []


@rule("GAP-V4")
def test_a_set_card_is_shown_as_it_goes_to_the_graveyard_and_not_to_the_hand() -> None:
    game = classic(Cards(hand=["Heavy Storm"]), Cards(spells=["Waboku:set"])).do("activate", "Heavy Storm")
    assert [one.code for one in events_about(game, 0, "Waboku")] == [game.card("Waboku").code]
    game = classic(Cards(hand=["Giant Trunade"]), Cards(spells=["Waboku:set"])).do(
        "activate", "Giant Trunade"
    )
    assert [one.code for one in events_about(game, 0, "Waboku")] == [0]


@rule("GAP-V5")
def test_a_card_put_back_on_the_deck_carries_no_name_there() -> None:
    game = classic(Cards(hand=["Feral Imp"], graveyard=["Plaguespreader Zombie"], deck=["Uraby"]))
    game.do("activate", "Plaguespreader Zombie", "Feral Imp")
    assert game.names("deck")[0] == "Feral Imp"
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        assert game.view(viewer).pile(0, "deck").handles == ()
    assert all(one.code == 0 for one in events_about(game, 1, "Feral Imp"))


@rule("GAP-V6", "GAP-V8")
@pytest.mark.parametrize(
    ("spell", "answer", "zone"),
    [("The Inexperienced Spy", "Uraby", "hand"), ("Ancient Telescope", "1", "deck")],
)
def test_a_look_at_a_card_is_its_players_alone_and_over_at_once(spell: str, answer: str, zone: str) -> None:
    game = classic(Cards(hand=[spell]), Cards(hand=["Uraby", "Sangan"], deck=["Jinzo", "Uraby"]))
    game.do("activate", spell, answer)
    shown = [one for one in game.happened("reveal") if one.card and one.card.name == "Uraby"]
    assert [redact(one, viewer).code for one in shown for viewer in (0, PUBLIC_CLASS_INDEX)] == [
        game.card("Uraby").code, 0,
    ]  # fmt: skip
    assert read(game, 0, 1, zone) == []


@rule("GAP-V13")
def test_a_set_card_that_was_shown_and_stays_set_is_hidden_again() -> None:
    theirs = Cards(spells=["Waboku:set"], monsters=["Battle Ox"])
    game = classic(Cards(monsters=["Trap Master:set"]), theirs).do("flip_summon", "Trap Master")
    assert game.names("graveyard", 1) == ["Waboku"]
    game = classic(Cards(monsters=["Trap Master:set"]), Cards(spells=["Ookazi:set"]))
    game.do("flip_summon", "Trap Master")
    assert [one.code for one in events_about(game, 0, "Ookazi")] == [game.card("Ookazi").code]
    assert (read(game, 0, 1, "spell_trap"), game.count("spell_trap", 1)) == ([], 1)


@rule("GAP-V11")
@pytest.mark.parametrize("name", ["Ookazi", "Reinforcements", "Waboku"])
def test_the_window_opens_whether_or_not_the_set_card_can_answer(name: str) -> None:
    game = classic(Cards(hand=["Pot of Greed"]), Cards(spells=[f"{name}:set"]))
    game.begin_act("activate", "Pot of Greed")
    assert (game.ask.seat, game.ask.kind) == (1, "response")
    assert [(one.seat, one.kind) for one in game.view(0).waiting] == [(1, "response")]


@rule("CF-15", "GAP-V7")
def test_what_is_removed_from_play_is_one_open_pile_off_the_field() -> None:
    game = classic(Cards(banished=["Uraby", "Sangan"], monsters=["Battle Ox"]))
    for viewer in (0, 1, PUBLIC_CLASS_INDEX):
        assert read(game, viewer, 0, "banished") == ["Sangan", "Uraby"]
    assert not any(card.is_on_field for card in game.duel.cards_at("banished", 0))
