"""Duels from random boards: how boards are made, and that a mistake in the rules would be noticed."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from click.testing import CliRunner

from facedown_server.games.duel.library import library
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import is_allowed
from facedown_shared.tables.formats import FORMATS
from proofs import invariants
from proofs.command import prove
from proofs.figures import play_numbered
from proofs.rules.boards import FORMAT_OF, play_numbered_board, random_position


def test_any_number_of_processes_gives_the_same_figures() -> None:
    alone, beside = (list(play_numbered(partial(play_numbered_board, seed=7), 3, jobs)) for jobs in (1, 2))
    assert alone == beside
    assert all(tally.prompts for tally in alone)


@pytest.mark.parametrize("name", sorted(set(FORMAT_OF)))
def test_boards_are_dense_and_lopsided_and_hold_what_their_format_knows(name: str) -> None:
    pool, seen, lives = bundled_pool(), Counter[str](), set()
    for number in range(30):
        board = random_position(pool, name, library(pool), RandomStreams(bytes([number]) * 32))
        assert board == random_position(pool, name, library(pool), RandomStreams(bytes([number]) * 32))
        for side in board.sides:
            lives.add(side.life)
            codes = [standing.code for standing in side.field]
            assert all(
                is_allowed(pool[code], FORMATS[name]) for code in (*codes, *side.deck, *side.graveyard)
            )
            assert len({standing.place for standing in side.field}) == len(codes)
            seen.update(standing.position for standing in side.field)
            seen.update({"graveyard": len(side.graveyard), "hand": len(side.hand)})
    assert len(lives) > 3
    assert min(seen["attack"], seen["set"], seen["defense"], seen["graveyard"], seen["hand"]) > 20


def test_what_breaks_is_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_board(duel: object) -> None:
        raise invariants.InvariantViolation("a card lies in two places")

    monkeypatch.setattr(invariants, "check", break_board)
    tally = play_numbered_board(3, 1)
    assert (tally.violations, tally.complaints) == (1, ["board 3: a card lies in two places"])


def test_the_command_plays_boards_alone_when_asked() -> None:
    run = CliRunner().invoke(prove, ["rules", "--duels", "0", "--boards", "1", "--jobs", "1"])
    assert run.stdout.splitlines()[-1].startswith("boards 1, prompts ")


def test_what_a_limit_used_up_in_another_turn_was_not_due_in_this_one() -> None:
    """Two Sangan leave in an End Phase: one searches, once per turn by name, and the other never does."""
    assert play_numbered_board(3549, 11).complaints == []
