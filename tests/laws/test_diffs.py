"""Law 1: what a client builds from patches equals the View made from the State, frame after frame."""

from __future__ import annotations

import pytest

from facedown_shared.tables.zones import CLASSES
from tests.laws.duels import SLICES_COUNT, check_updates, slice_of


@pytest.mark.parametrize("part", range(SLICES_COUNT))
def test_patches_lead_from_view_to_view(part: int) -> None:
    for _, run in slice_of(part):
        for viewer in CLASSES:
            check_updates(run.shown[viewer])
