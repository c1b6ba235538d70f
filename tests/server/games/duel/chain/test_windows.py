"""Who gets a response window after what: every window of a turn, in order (GAP-11, GAP-17)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from facedown_server.refereeing.referee import PromptKind
from tests.play import Cards, Game
from tests.rules import rule

READY = "Jar of Greed:set"
"""A Set Trap on both sides, so that no player is skipped for having no response."""


def board(hand: Sequence[str] = (), monsters: Sequence[str] = ()) -> Game:
    you = Cards(spells=[READY], hand=hand, monsters=monsters)
    return Game(you, Cards(spells=[READY], monsters=["Kuriboh"]))


def collect_prompts(game: Game, key: str) -> list[tuple[int, str]]:
    """Select this option, pass every window; return who was prompted in which phase, or part of the
    Damage Step.
    """
    game.choose(key)
    found = []
    while not game.over and game.ask.kind is not PromptKind.TURN:
        if game.ask.kind is PromptKind.RESPONSE:
            found.append((game.ask.seat, game.duel.step or game.duel.state.phase))
        game.choose(*(game.ask.default or (game.ask.options[0][0],)))
    return found


def key_of(game: Game, verb: str, card: str) -> str:
    return game.offered(verb, card)[0][0]


BOTH = [(0, "main1"), (1, "main1")]


@rule("GAP-11", "GAP-17")
@pytest.mark.parametrize(
    ("you", "verb", "card", "windows"),
    [
        ({"hand": ["Silver Fang"]}, "summon", "Silver Fang", BOTH * 2),
        ({"monsters": ["Silver Fang:set"]}, "flip_summon", "Silver Fang", BOTH * 2),
        ({"hand": ["Silver Fang"]}, "set", "Silver Fang", BOTH),
        ({"hand": ["Umi"]}, "set", "Umi", BOTH),
        ({"monsters": ["Silver Fang"]}, "change_position", "Silver Fang", BOTH),
    ],
)
def test_after_an_act_the_turn_player_is_asked_first(
    you: dict[str, list[str]], verb: str, card: str, windows: list[tuple[int, str]]
) -> None:
    game = board(**you)
    assert collect_prompts(game, key_of(game, verb, card)) == windows


@rule("GAP-11")
def test_after_an_activation_the_opponent_is_asked_first_and_after_the_chain_the_turn_player() -> None:
    game = board(hand=["Ookazi"])
    assert collect_prompts(game, key_of(game, "activate", "Ookazi")) == [*BOTH[::-1], *BOTH]


@rule("GAP-06", "GAP-07", "GAP-11")
def test_a_turn_asks_in_every_phase_and_in_every_part_of_the_damage_step() -> None:
    """Once the Damage Step has ended, no player may act before the turn player attacks again or goes on."""
    game = board(monsters=["Silver Fang"])
    assert collect_prompts(game, "phase:battle") == [(1, "main1"), (0, "battle"), (1, "battle")]
    steps = ("battle", "start", "before", "calculation", "after", "end")
    attack = collect_prompts(game, key_of(game, "attack", "Silver Fang"))
    assert attack == [(seat, step) for step in steps for seat in (0, 1)]
    assert collect_prompts(game, "phase:main2") == [(0, "battle"), (1, "battle")]
    end = [(1, "main2"), (0, "end"), (1, "end")]
    assert collect_prompts(game, "phase:end") == [
        *end,
        (1, "draw"),
        (0, "draw"),
        (1, "standby"),
        (0, "standby"),
    ]
