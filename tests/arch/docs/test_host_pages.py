"""The settings, environment variables, metrics and log events that docs/host names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facedown_server.service.config import Config, read_config
from tests.arch.source import ROOT

PAGES = sorted((ROOT / "docs" / "host").glob("*.md"))
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")


def text_of(page_name: str) -> str:
    """Return the text of a page of docs/host."""
    return (ROOT / "docs" / "host" / page_name).read_text(encoding="utf-8")


def test_the_example_of_a_settings_file_is_accepted(tmp_path_factory: pytest.TempPathFactory) -> None:
    (block,) = re.findall(r"```toml\n(.+?)```", text_of("README.md"), re.DOTALL)
    file = tmp_path_factory.mktemp("settings") / "facedown.toml"
    file.write_text(block, encoding="utf-8")
    assert read_config(file, environment={}).name == "Thursday club"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_variables_are_settings_or_of_the_compose_file(page: Path) -> None:
    named = set(re.findall(r"\bFACEDOWN_[A-Z_]+\b", page.read_text(encoding="utf-8")))
    known = {f"FACEDOWN_{name.upper()}" for name in Config.__struct_fields__}
    assert not {name for name in named - known if f"{{{name}" not in COMPOSE}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_rows_of_settings_name_settings(page: Path) -> None:
    """A default in brackets is the setting's own."""
    rows = re.findall(r"`([a-z_]+)`[a-z ]*\((\d+)\)", page.read_text(encoding="utf-8"))
    assert not {(name, value) for name, value in rows if getattr(Config(), name, None) != int(value)}


def test_there_are_rows_of_settings() -> None:
    assert len(re.findall(r"`([a-z_]+)`[a-z ]*\((\d+)\)", text_of("moderation.md"))) > 10


def test_log_events_and_metrics_stand_in_their_references() -> None:
    page = text_of("monitoring.md")
    events = (ROOT / "docs" / "reference" / "log-events.md").read_text(encoding="utf-8")
    metrics = (ROOT / "docs" / "reference" / "metrics.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z].+?) \| ", page.partition("The most important events")[2], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([^`…]+)`", row)]
    assert len(named) > 8
    assert not [name for name in named if f"`{name}`" not in events]
    counted = set(re.findall(r"`(facedown_[a-z_]+)`", page))
    assert len(counted) > 8
    assert not {name for name in counted if name not in metrics}
