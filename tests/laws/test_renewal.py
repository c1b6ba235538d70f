"""What the rules cache equals what they would compute, at all times in random duels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

import pytest

from facedown_server.games.duel import engine
from facedown_server.games.duel.core.duel import Duel
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import state_checks
from facedown_server.games.duel.library import library
from facedown_server.games.manual.yugioh.half import referee as half
from facedown_server.refereeing.prompts import Play
from facedown_server.refereeing.referee import Choice, Referee
from facedown_server.table.random_streams import RandomStreams
from tests.laws.duels import SLICES_COUNT, duel, pool, slice_of
from tests.laws.test_half import PLAYS_COUNT, ROWS, play_seed

DUELS_PER_SLICE_COUNT = 4
"""Duels of each slice that are checked."""


class RenewalCheck:
    """Verifies every check of the rules that found nothing due. `spared`: their number."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.spared = 0
        for module in (engine, half):
            monkeypatch.setattr(module, "check_state", self.check_state)

    def check_state(self, duel: Duel) -> Play[None]:
        """Run the check, and before it the part that it would skip."""
        if ongoing_effects.basis(duel) == duel.checked:
            self.spared += 1
            before, serial = applied_effects(duel), duel.state.serial
            ongoing_effects.recompute_values(duel)
            duel.refreshed = ongoing_effects.basis(duel)
            for _ in state_checks._apply_board_rules(duel):
                pytest.fail("the rules asked something that they had left out")
            assert applied_effects(duel) == before
            assert duel.state.serial == serial
        yield from state_checks.check_state(duel)


def applied_effects(duel: Duel) -> list[tuple[object, ...]]:
    """Return all effects that apply now, and to which cards."""
    return [
        (rule, row.value, row.seats, row.fx.card.id, row.fx.you, row.fx.life, row.stamp,
         [card.id for card in duel.state.cards if row.fits(card)])
        for rule, rows in duel.active.items() for row in rows
    ] + [("open", card.id) for card in duel.kept_open]  # fmt: skip


@pytest.mark.parametrize("part", range(SLICES_COUNT))
def test_what_holds_is_worked_out_whenever_it_is_due(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = RenewalCheck(monkeypatch)
    for _, (_, run) in zip(range(DUELS_PER_SLICE_COUNT), slice_of(part), strict=False):
        assert run.run_again().digest() == run.referee.digest()
    assert fresh.spared > 20 * DUELS_PER_SLICE_COUNT


def test_so_it_is_in_duels_half_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = RenewalCheck(monkeypatch)
    for seed in range(3, PLAYS_COUNT, len(ROWS)):
        assert play_seed(seed).run_again().digest() == play_seed(seed).referee.digest()
    assert fresh.spared > 20


MOMENT = {"phase", "window", "step", "this_turn", "is_battle_step", "events_of", "has_summoned", "event"}
"""What passes while the board does not change."""


def test_no_continuous_effect_reads_what_does_not_make_it_due() -> None:
    for script in library(pool()).values():
        for one in script.continuous:
            for test in (one.fits, one.only, one.value):
                read = set(read_names(test)) & MOMENT if callable(test) else set()
                assert not read, f"{script.name}: {one.rule} reads {read}"


def read_names(test: Callable[..., Any]) -> Iterator[str]:
    """Yield every name that a function reads, and those read by our functions that it calls by name."""
    waiting, known = [test], [test]
    for function in waiting:
        if isinstance(function, FunctionType):
            yield from names_in_code(function.__code__)
            cells = [cell.cell_contents for cell in function.__closure__ or ()]
            reached = [function.__globals__.get(name) for name in names_in_code(function.__code__)] + cells
            new = [one for one in reached if callable(one) and one not in known and _is_ours(one)]
            waiting += new
            known += new


def names_in_code(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in_code(inner)


def _is_ours(one: object) -> bool:
    return str(getattr(one, "__module__", "")).startswith("facedown_server.games.duel.")


def test_options_are_found_as_they_are_listed() -> None:
    """Looking up one key gives the offer in the whole list, and no other key gives any."""
    compared = 0
    for seed in range(6):
        run = duel(seed, 60)
        one, other = run.make(run.setup), run.make(run.setup)
        for referee in (one, other):
            exhaust(referee.start(run.setup, RandomStreams(run.secret)))
        for one_act in run.acts:
            if isinstance(one_act.act.body, Choice):
                compared += compare_options(one, other, one_act.act.body.keys)
            for referee in (one, other):
                exhaust(referee.apply(one_act.act))
    assert compared > 200


def compare_options(one: Referee, other: Referee, keys: tuple[str, ...]) -> int:
    """Assert that keys looked up in one duel's whole list, and alone in the other duel in the same state,
    give the same; return the number of keys.
    """
    assert isinstance(one, engine.DuelReferee)
    assert isinstance(other, engine.DuelReferee)
    listed = {offer.key: offer for offer in one.offers}
    for key in keys:
        found = other._options.find(key)
        assert found is not None
        assert (found.verb, found.text, found.place) == (
            listed[key].verb, listed[key].text, listed[key].place,
        )  # fmt: skip
    assert other._options.find("no:such") is None
    assert {offer.key for offer in other.offers} == set(listed)
    return len(keys)


def exhaust(frames: Iterable[object]) -> None:
    for _ in frames:
        pass
