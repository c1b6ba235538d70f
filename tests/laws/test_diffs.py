"""Law 1: what a client builds from patches equals the View the truth gives, frame after frame."""

from __future__ import annotations

import pytest

from shared.diff import apply, diff
from shared.zones import CLASSES
from tests.laws.duels import SLICES, slice_of


@pytest.mark.parametrize("part", range(SLICES))
def test_patches_lead_from_view_to_view(part: int) -> None:
    for seed, run in slice_of(part):
        for viewer in CLASSES:
            held = run.shown[viewer][0][0]
            for view, _ in run.shown[viewer][1:]:
                held = apply(held, diff(held, view))
                assert held == view, f"duel {seed}, viewer {viewer}"
