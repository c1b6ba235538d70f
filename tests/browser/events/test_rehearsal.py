"""A short evening in a browser; `python -m tests.browser.events.rehearsal FOLDER` runs the whole one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.chromium import program
from tests.browser.events.rehearsal import rehearse


@pytest.mark.slow
async def test_a_short_evening_outlives_a_kill_in_each_round(tmp_path: Path) -> None:
    """Four phones and two players without one: phones, slips and typed lines, over two rounds."""
    if not program():
        print("There is no Chromium here: no evening was rehearsed.")
        return
    delays_s = await rehearse(tmp_path, 6, 2, 2)
    assert len(delays_s) == 2
