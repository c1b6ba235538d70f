"""What each window of a turn is about, and where a player with the setting smart gets a prompt."""

from __future__ import annotations

import pytest

from facedown_server.refereeing.referee import PromptKind
from facedown_server.room.match.pending_prompts import is_auto_passed
from facedown_shared.protocol.asking import MODES, WINDOWS, About
from tests.play import Cards, Game

READY = "Jar of Greed:set"
"""A Set Trap whose text names no window, on both sides."""


def board(
    *, hand: tuple[str, ...] = (), monsters: tuple[str, ...] = (), spells: tuple[str, ...] = ()
) -> Game:
    return Game(Cards(spells=[READY, *spells], hand=hand, monsters=monsters), Cards(spells=[READY]))


def windows(game: Game, verb: str, card: str = "", mode: str = "") -> list[tuple[int, About]]:
    """Pick this, pass every window; return who is prompted about what, in `mode` if given."""
    game.choose(game.offered(verb, card)[0][0])
    found = []
    while not game.over and game.ask.kind is not PromptKind.TURN:
        if game.ask.kind is PromptKind.RESPONSE and not (mode and is_auto_passed(game.ask, mode)):
            assert game.ask.about is not None
            found.append((game.ask.seat, game.ask.about))
        game.choose(*(game.ask.default or (game.ask.options[0][0],)))
    return found


def shown_links(what: str, seat: int = 0) -> list[tuple[int, About]]:
    return [(0, About(what, seat)), (1, About(what, seat))]


def test_a_summon_is_declared_and_made() -> None:
    assert windows(board(hand=("Silver Fang",)), "summon", "Silver Fang") == shown_links("summon") * 2


def test_whatever_else_is_done_is_an_act() -> None:
    assert windows(board(hand=("Silver Fang",)), "set", "Silver Fang") == shown_links("act")


def test_an_activation_is_its_players_and_then_the_chain_has_resolved() -> None:
    told = windows(board(hand=("Ookazi",)), "activate", "Ookazi")
    assert told == [*shown_links("activation")[::-1], *shown_links("chain_resolved")]


def test_a_battle_phase_and_an_end_phase_from_window_to_window() -> None:
    game = board(monsters=("Silver Fang",))
    assert windows(game, "phase", "battle") == [(1, About("before_battle", 0)), *shown_links("battle_begins")]
    attack = windows(game, "attack", "Silver Fang")
    assert attack == [*shown_links("attack"), *shown_links("damage_step") * 5]
    ends = [(1, About("main_phase_ends", 0))]
    draws = [(seat, About(what, 1)) for what in ("draw_phase", "standby_phase") for seat in (1, 0)]
    game.choose("phase:end")
    told = []
    while game.ask.kind is not PromptKind.TURN:
        told.append((game.ask.seat, game.ask.about))
        game.choose("pass")
    assert told == [*shown_links("battle_ends"), *ends, *shown_links("end_phase"), *draws]


@pytest.mark.parametrize(
    ("hand", "verb", "card", "asked"),
    [
        ("Silver Fang", "summon", "Silver Fang", [(1, About("summon", 0))]),
        ("Silver Fang", "set", "Silver Fang", []),
        ("Ookazi", "activate", "Ookazi", [(1, About("activation", 0))]),
    ],
)
def test_smart_asks_the_opponent_and_not_those_who_acts(
    hand: str, verb: str, card: str, asked: list[tuple[int, About]]
) -> None:
    assert windows(board(hand=(hand,)), verb, card, "smart") == asked


def test_smart_asks_after_ones_own_summon_where_a_card_names_it() -> None:
    """Torrential Tribute: when a monster is Summoned, by either player."""
    game = board(hand=("Silver Fang",), spells=("Torrential Tribute:set",))
    assert windows(game, "summon", "Silver Fang", "smart") == shown_links("summon")


def test_smart_asks_the_opponent_in_the_last_moment_before_a_battle_phase() -> None:
    """The last moment at which an Attack Position can still be changed before an attack."""
    game = board(monsters=("Silver Fang",))
    assert windows(game, "phase", "battle", "smart") == [(1, About("before_battle", 0))]


def test_of_a_whole_turn_smart_asks_in_the_opponents_end_phase_alone() -> None:
    game = board()
    assert windows(game, "phase", "end", "smart") == [(1, About("end_phase", 0))]


def test_every_window_of_the_table_has_a_name_of_its_own_and_modes_are_known() -> None:
    assert len({row.what for row in WINDOWS}) == len(WINDOWS)
    assert MODES == ("always", "smart", "able", "never")
