"""Law 2: alike runs show a viewer class equal Views, patches and happenings, and equally many frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from server.prove.secrecy import compare
from server.table import sight
from server.table.state import Card, State
from shared.view import Pile, View
from shared.zones import CLASSES, Place, Seat
from tests.laws.duels import SLICES, duel, secret, slice_of


@pytest.mark.parametrize("part", range(SLICES))
def test_alike_duels_show_a_viewer_the_same(part: int) -> None:
    twins = 0
    for seed, run in slice_of(part):
        for viewer in CLASSES:
            compared = compare(run, secret(seed), viewer)
            assert compared.difference is None, f"duel {seed}, {compared.difference}"
            twins += compared.alike
    assert twins > 25, "most redeals must make a twin, or nothing was compared"


def caught() -> bool:
    """Whether any of a few duels shows a viewer the seeded leak."""
    return any(
        compare(duel(seed), secret(seed), viewer).difference is not None
        for seed in range(16)
        for viewer in CLASSES
    )


def leak_codes(
    view: Callable[[State, Seat], View], shown: Callable[[Card], bool]
) -> Callable[[State, Seat], View]:
    """A sight that makes one number of the passcodes of hidden cards, and sends it to everybody."""

    def leaking(state: State, viewer: Seat) -> View:
        seen = view(state, viewer)
        hidden = [card.code for card in state.cards if shown(card)]
        total = sum(place * code for place, code in enumerate(hidden, 1))
        return View(**{name: getattr(seen, name) for name in seen.__struct_fields__} | {"turn": total})

    return leaking


@pytest.mark.parametrize("zone", ["hand", "deck", "extra_deck"])
def test_a_leak_of_hidden_cards_is_caught(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "view", leak_codes(sight.view, lambda card: card.zone == zone))
    assert caught()


def test_a_leak_of_set_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = leak_codes(sight.view, lambda card: card.on_field and not card.face_up)
    monkeypatch.setattr(sight, "view", hidden)
    assert caught()


def test_a_leak_in_a_happening_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sight.readers

    def everybody_reads_draws(state: State, card: Card) -> int:
        return sight.ALL if card.zone == "hand" else honest(state, card)

    monkeypatch.setattr(sight, "readers", everybody_reads_draws)
    assert caught()


def test_a_leak_by_the_length_of_a_pile_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = sight.view

    def with_monsters_in_hand(state: State, viewer: Seat) -> View:
        seen = honest(state, viewer)
        piles = dict(seen.piles)
        for seat in (0, 1):
            spells = [card for card in state.pile(seat, "hand") if card.name.startswith("D")]
            piles[Place(seat, "hand").pile] = Pile(len(spells))
        return View(**{name: getattr(seen, name) for name in seen.__struct_fields__} | {"piles": piles})

    monkeypatch.setattr(sight, "view", with_monsters_in_hand)
    assert caught()


def test_handles_that_count_hidden_cards_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Any = sight.tellable

    def weak_monsters_count(state: State, card: Card) -> tuple[bool, bool, bool]:
        if card.zone == "hand" and card.facts.is_monster and card.facts.level <= 3:
            return (True, True, True)
        told: tuple[bool, bool, bool] = honest(state, card)
        return told

    monkeypatch.setattr(sight, "tellable", weak_monsters_count)
    assert caught()
