"""The laws in duels half by hand, over random play: secrets, handles, replay, patches, invariants."""

from __future__ import annotations

from functools import cache

import pytest

from server import acts
from server.prove.freeplay import Played, again, begin, compare
from server.prove.halfplay import gestures, half_duel, play
from server.referee import Setup
from server.table.fate import Fate
from shared.diff import apply, diff
from shared.zones import CLASSES
from tests import strangers
from tests.laws.duels import secret

PLAYS = 24
SLICES = 6


def setup(seed: int) -> Setup:
    """Both decks of strangers, one of them or the other on each side."""
    one, other = strangers.decks()
    return Setup("master", ((one, other), (other, one), (one, one))[seed % 3], seed % 2, mode="half")


@cache
def played(seed: int) -> Played:
    """One numbered random play; every frame was checked against the invariants."""
    return play(setup(seed), strangers.pool(), secret(seed))


def part(number: int) -> range:
    """One slice of the plays."""
    return range(number, PLAYS, SLICES)


@pytest.mark.parametrize("number", range(SLICES))
def test_alike_plays_show_and_ask_a_viewer_the_same(number: int) -> None:
    twins = 0
    for seed in part(number):
        for viewer in CLASSES:
            compared = compare(played(seed), strangers.pool(), secret(seed), viewer, half_duel)
            assert not compared.difference, f"play {seed}, viewer {viewer}, {compared.difference}"
            twins += compared.alike
    assert twins > PLAYS // SLICES, "enough redeals must make a twin, or nothing was compared"


@pytest.mark.parametrize("number", range(SLICES))
def test_a_log_gives_the_same_digest_and_stands_in_lines(number: int) -> None:
    for seed in part(number):
        run = played(seed)
        for step in run.steps:
            assert acts.read(acts.write(step.act.body)) == step.act.body
        assert again(run, strangers.pool(), secret(seed), half_duel).digest() == run.table.digest()


@pytest.mark.parametrize("number", range(SLICES))
def test_patches_lead_from_view_to_view(number: int) -> None:
    for seed in part(number):
        for viewer in CLASSES:
            shown = played(seed).shown[viewer]
            held = shown[0][0]
            for view, _ in shown[1:]:
                held = apply(held, diff(held, view))
                assert held == view


def test_hands_do_much_of_it() -> None:
    assert sum(gestures(played(seed)) for seed in range(PLAYS)) > 10 * PLAYS


def test_a_twin_with_another_secret_is_told_apart() -> None:
    """The comparison sees something: other shuffles give other hands."""
    one = begin(setup(0), strangers.pool(), secret(0), half_duel)
    other = begin(setup(0), strangers.pool(), Fate(secret(1)).secret("another"), half_duel)
    assert one.shown[0] != other.shown[0]
