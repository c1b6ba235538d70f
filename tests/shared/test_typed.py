"""Commands are named as they were typed."""

from __future__ import annotations

import pytest

from shared.typed import HOST, STARTED_BY, typed


def test_a_command_is_named_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STARTED_BY, "python3 run.py")
    assert typed("decks") == typed("decks", HOST) == "python3 run.py decks"
    monkeypatch.delenv(STARTED_BY)
    assert (typed("decks"), typed(program=HOST)) == ("facedown decks", "facedown-server")
