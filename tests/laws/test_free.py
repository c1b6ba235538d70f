"""The laws at the free table, over random gestures: secrecy, handles, replay, patches, invariants."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import ToStep
from facedown_server.table import ops, sight
from facedown_server.table.setup import Setup
from facedown_server.table.state import Card, State
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks
from facedown_shared.tables.zones import CLASSES
from tests.laws.duels import check_updates, secret
from tests.laws.random_play import begin_by_hand, play_by_hand
from tests.laws.recording import RecordedPlay
from tests.laws.twins import compare

PLAYS_COUNT = 24
SLICES_COUNT = 6
ROWS_PER_PLAY_COUNT = 50


def setup(seed: int) -> Setup:
    """Return two decks of one of the formats."""
    name = ("master", "classic")[seed % 2]
    decks = [ready.deck for ready in ready_decks().values() if ready.format == name]
    return Setup(
        name, (decks[seed % len(decks)], decks[(seed + 1) % len(decks)]), seed % 3 % 2, confirms=True
    )


@cache
def play_seed(seed: int) -> RecordedPlay:
    """Return one numbered random play; every frame was checked against the invariants."""
    return play_by_hand(setup(seed), bundled_pool(), secret(seed), ROWS_PER_PLAY_COUNT)


def part(number: int) -> range:
    """Return one slice of the plays."""
    return range(number, PLAYS_COUNT, SLICES_COUNT)


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_alike_plays_show_a_viewer_the_same(number: int) -> None:
    twins = 0
    for seed in part(number):
        for viewer in CLASSES:
            compared = compare(play_seed(seed), viewer)
            assert not compared.difference, f"play {seed}, viewer {viewer}, {compared.difference}"
            twins += compared.alike
    assert twins > 2 * PLAYS_COUNT // SLICES_COUNT, "most redeals must make a twin, or nothing was compared"


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_a_log_of_gestures_gives_the_same_digest_and_stands_in_lines(number: int) -> None:
    for seed in part(number):
        run = play_seed(seed)
        for step in run.acts:
            assert log_codec.decode_body(log_codec.encode_body(step.act.body)) == step.act.body
        assert run.run_again().digest() == run.referee.digest()


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_patches_lead_from_view_to_view(number: int) -> None:
    for seed in part(number):
        for viewer in CLASSES:
            check_updates(play_seed(seed).shown[viewer])


def test_both_kinds_of_ways_back_come_up() -> None:
    steps = [step.act.body for seed in range(PLAYS_COUNT) for step in play_seed(seed).acts]
    assert any(isinstance(body, ToStep) for body in steps)
    refused = sum(play_seed(seed).refused for seed in range(PLAYS_COUNT))
    assert refused * 20 < len(steps), "menus offer what is allowed"


def test_a_handle_is_one_card_and_does_not_come_back() -> None:
    """Law 3: a viewer who lost sight of a card gets another number for it."""
    for seed in range(0, PLAYS_COUNT, 3):
        run = begin_by_hand(setup(seed), bundled_pool(), secret(seed))
        trail: dict[tuple[int, int], int] = {}
        lost: dict[int, set[int]] = {viewer: set() for viewer in CLASSES}
        for step in play_seed(seed).acts:
            if isinstance(step.act.body, ToStep):
                break
            run.try_out(step)
            _follow(run.state.cards, trail, lost)


def _follow(cards: Sequence[Card], trail: dict[tuple[int, int], int], lost: dict[int, set[int]]) -> None:
    for viewer in CLASSES:
        held = {card.handles[viewer]: card.id for card in cards if card.handles[viewer]}
        for whose, handle in trail:
            if whose == viewer and handle not in held:
                lost[viewer].add(handle)
        assert not lost[viewer] & set(held)
        for handle, card in held.items():
            assert trail.setdefault((viewer, handle), card) == card


# --- mistakes that must be noticed --------------------------------------------------------------------------


def is_leak_seen() -> bool:
    """Return whether any of a few plays shows a viewer the planted leak."""
    for seed in range(8):
        run = play_by_hand(setup(seed), bundled_pool(), secret(seed), ROWS_PER_PLAY_COUNT)
        if any(compare(run, viewer).difference for viewer in CLASSES):
            return True
    return False


def test_a_search_that_shows_everybody_the_deck_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ops.expose
    monkeypatch.setattr(
        ops, "expose", lambda state, seat, zone, cards, classes: honest(state, seat, zone, cards, 0b111)
    )
    assert is_leak_seen()


def test_handles_that_count_hidden_cards_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sight.distinguishable

    def leak_names(state: State, card: Card) -> tuple[bool, bool, bool]:
        counts = card.zone == "hand" and card.name < "M"
        return (True, True, True) if counts else honest(state, card)

    monkeypatch.setattr(sight, "distinguishable", leak_names)
    assert is_leak_seen()


def test_a_gesture_that_tells_what_is_set_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sight.readers

    def disclose(state: State, card: Card) -> int:
        return sight.ALL_CLASSES_MASK if card.is_on_field else honest(state, card)

    monkeypatch.setattr(sight, "readers", disclose)
    assert is_leak_seen()
