"""Tables of the reference agree with the code: settings, metrics, log events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facedown_server.runtime.logs import TOLD
from facedown_server.service.config import Config
from tests.arch.test_imports import put
from tools import reference
from tools.reference import LogEvent


@pytest.mark.parametrize("name", reference.PAGES)
def test_the_tables_are_as_the_code_is(name: str) -> None:
    """Fixed by `python -m tools.reference`."""
    text = (reference.FOLDER / name).read_text(encoding="utf-8")
    assert reference.page(text) == text


def test_every_setting_has_a_row() -> None:
    text = (reference.FOLDER / "settings.md").read_text(encoding="utf-8")
    assert all(re.search(rf"^- `{name}\b", text, re.MULTILINE) for name in Config.__struct_fields__)
    assert "\n- `port = 7777`: Port to listen on, 0 for any free one (0 to 65,535)\n" in text


def test_log_events_are_read_from_calls(tmp_path: Path) -> None:
    put(
        tmp_path,
        "server/facedown_server/a.py",
        'log.info("table opened", table=1)\nlog.info("table opened", format=2)\n'
        'log.exception("table broke", exc_info=bug)\nmath.log("no", table=1)\nlog.other("no")\n',
    )
    assert reference.log_events(tmp_path) == [
        LogEvent("error", "table broke", ()), LogEvent("info", "table opened", ("format", "table")),
    ]  # fmt: skip


def test_every_field_of_an_event_may_be_logged() -> None:
    events = reference.log_events()
    assert len(events) > 50
    assert {field for event in events for field in event.fields} <= TOLD
