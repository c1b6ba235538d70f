"""A button that has copied shows that for a while."""

from __future__ import annotations

import math

import pytest

from facedown_client.window.scenes import dialogs
from facedown_client.window.scenes.dialogs import COPIED_NOTICE_S, CopyNotice


def test_it_is_said_for_four_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str] = []
    monkeypatch.setattr(dialogs, "write_clipboard", kept.append)
    made = CopyNotice()
    made.update(100.0)
    assert (made.text, made.ends) == ("", math.inf), "nothing was copied, and nothing wakes the window"
    made.copy("a link")
    assert (kept, made.text) == (["a link"], "a link")
    made.update(160.0)
    assert made.ends == 160.0 + COPIED_NOTICE_S, (
        "from the frame on that shows it, however long nothing was drawn"
    )
    made.update(163.9)
    assert made.text == "a link"
    made.copy("another")
    made.update(164.1)
    assert made.text == "another", "it restarts"
    made.update(168.1)
    assert (made.text, made.ends) == ("", math.inf)
